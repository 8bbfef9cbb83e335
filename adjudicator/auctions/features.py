"""Numbers that the network sees: public features of an auction, features of one hand, and where they meet.

Many auctions at once. A *state* is an int8 array with one row for each auction; :func:`step` adds one call
to every row. Players are counted from the dealer (0 = dealer), features are turned so that 0 = the player
to call, 1 = LHO, 2 = partner, 3 = RHO. No function here sees a hand except those whose name says so.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.context import CLUBS, LEVELS, MAJORS, NOTRUMP_RANGES, SCORINGS, TableContext
from adjudicator.bridge import SUIT_HCP, SUIT_LENGTH

States = NDArray[np.int8]
Floats = NDArray[np.float32]

CALLS = 38
NO_CALL = 38
"""Stands for "has not called yet" in the columns that hold a call."""

# Columns of a state.
TURN, LAST_BID, LAST_BIDDER, DOUBLING, PASSES, OPENER, OPENING = range(7)
LAST_CALL = slice(7, 11)
FIRST_ACTION = slice(11, 15)
DOUBLES = slice(15, 19)
TIMES_BID = slice(19, 39)
HIGHEST = slice(39, 59)
FIRST_SUIT = slice(59, 63)
LAST_SUIT = slice(63, 67)
ALERTED = slice(67, 71)
PASSED_FIRST = slice(71, 75)
CONTEXT = slice(75, 86)
WIDTH = 86
NO_SUIT = 4
NOBODY = 4


def start(contexts: list[TableContext]) -> States:
    """The states before the first call."""
    return start_from_columns(np.array([context.columns() for context in contexts], dtype=np.int8))


def start_from_columns(context: NDArray[np.int8]) -> States:
    """As :func:`start`, from context columns that are arrays already."""
    state = np.zeros((len(context), WIDTH), dtype=np.int8)
    state[:, LAST_BIDDER] = state[:, OPENER] = NOBODY
    state[:, LAST_CALL] = state[:, FIRST_ACTION] = NO_CALL
    state[:, FIRST_SUIT] = state[:, LAST_SUIT] = NO_SUIT
    state[:, CONTEXT] = context
    return state


def step(state: States, calls: NDArray[Any], alerted: NDArray[Any] | None = None) -> States:
    """New states after one more call on each row; ``alerted`` says which calls were alerted."""
    new = state.copy()
    call = calls.astype(np.int64)
    rows = np.arange(len(new))
    player = state[:, TURN].astype(np.int64) % 4
    bid = call >= 3
    new[:, TURN] = np.minimum(state[:, TURN] + 1, 120)
    new[rows, 7 + player] = call
    new[rows, 67 + player] = 0 if alerted is None else alerted
    first_round = state[:, TURN] < 4
    new[rows[first_round], 71 + player[first_round]] = call[first_round] == 0
    acted = (call > 0) & (state[rows, 11 + player] == NO_CALL)
    new[rows[acted], 11 + player[acted]] = call[acted]
    new[:, PASSES] = np.where(call == 0, np.minimum(state[:, PASSES] + 1, 3), 0)
    new[:, DOUBLING] = np.where(bid, 0, np.where(call > 0, call, state[:, DOUBLING]))
    doubled = (call == 1) | (call == 2)
    new[rows[doubled], 15 + player[doubled]] += 1
    _record_bids(new, state, rows[bid], player[bid], call[bid])
    return new


def _record_bids(
    new: States,
    old: States,
    rows: NDArray[np.int64],
    player: NDArray[np.int64],
    call: NDArray[np.int64],
) -> None:
    denomination, level = (call - 3) % 5, (call - 3) // 5 + 1
    new[rows, LAST_BID] = call
    new[rows, LAST_BIDDER] = player
    column = player * 5 + denomination
    new[rows, 19 + column] += 1
    new[rows, 39 + column] = level
    suit = denomination < 4
    new[rows[suit], 63 + player[suit]] = denomination[suit]
    first = suit & (old[rows, 59 + player] == NO_SUIT)
    new[rows[first], 59 + player[first]] = denomination[first]
    opening = old[rows, OPENER] == NOBODY
    new[rows[opening], OPENER] = player[opening]
    new[rows[opening], OPENING] = call[opening]


def legal_mask(state: States) -> NDArray[np.bool_]:
    """Which of the 38 calls the player to call may make (Laws 18, 19): bool (n, 38)."""
    mask = np.zeros((len(state), CALLS), dtype=bool)
    mask[:, 0] = True
    mask[:, 3:] = np.arange(3, CALLS) > state[:, LAST_BID, None]
    has_bid = state[:, LAST_BID] > 0
    same_side = (state[:, TURN] - state[:, LAST_BIDDER]) % 2 == 0
    mask[:, 1] = has_bid & ~same_side & (state[:, DOUBLING] == 0)
    mask[:, 2] = has_bid & same_side & (state[:, DOUBLING] == 1)
    return mask


def is_over(state: States) -> NDArray[np.bool_]:
    """Three passes after a bid, or four at the start (Law 22)."""
    opened = state[:, LAST_BID] > 0
    return (opened & (state[:, PASSES] >= 3)) | (~opened & (state[:, TURN] >= 4))


# --- public features -------------------------------------------------------------------------------

CATEGORIES = (
    ("turn", 16), ("level", 8), ("denomination", 6), ("bidder", 5), ("doubling", 3), ("passes", 4), ("opener", 5),
    ("opening", CALLS), ("last", 39), ("last", 39), ("last", 39), ("last", 39),
    ("first", 39), ("first", 39), ("first", 39), ("first", 39), ("doubles", 3), ("doubles", 3), ("doubles", 3),
    ("doubles", 3), ("scoring", len(SCORINGS)), ("table", len(LEVELS)), ("era", 3),
    ("nt", len(NOTRUMP_RANGES)), ("club", len(CLUBS)), ("major", len(MAJORS)),
    ("nt", len(NOTRUMP_RANGES)), ("club", len(CLUBS)), ("major", len(MAJORS)),
)  # fmt: skip
_OFFSETS = np.concatenate([[0], np.cumsum([size for _, size in CATEGORIES])]).astype(np.int64)
ONE_HOTS = int(_OFFSETS[-1])
PUBLIC_WIDTH = ONE_HOTS + 20 + 20 + 20 + 4 + 4 + 2
"""One-hots; for each player and denomination bid once, bid again, highest level; alerts; passes; vulnerability."""


def public_features(state: States) -> NDArray[np.uint8]:
    """What everybody at the table knows, seen from the player to call: uint8 (n, PUBLIC_WIDTH)."""
    n = len(state)
    rows = np.arange(n)[:, None]
    player = state[:, TURN].astype(np.int64) % 4
    turned = (player[:, None] + np.arange(4)) % 4
    values = _category_values(state.astype(np.int64), rows, player, turned)
    out = np.zeros((n, PUBLIC_WIDTH), dtype=np.uint8)
    out[rows, values + _OFFSETS[:-1]] = 1
    times = state[:, TIMES_BID].reshape(n, 4, 5)[rows, turned].reshape(n, 20)
    at = ONE_HOTS
    out[:, at : at + 20] = times >= 1
    out[:, at + 20 : at + 40] = times >= 2
    out[:, at + 40 : at + 60] = state[:, HIGHEST].reshape(n, 4, 5)[rows, turned].reshape(n, 20)
    out[:, at + 60 : at + 64] = state[:, ALERTED][rows, turned]
    out[:, at + 64 : at + 68] = state[:, PASSED_FIRST][rows, turned]
    ours = player % 2
    out[:, at + 68] = state[rows[:, 0], 75 + ours]
    out[:, at + 69] = state[rows[:, 0], 76 - ours]
    return out


def _category_values(
    state: NDArray[np.int64], rows: NDArray[np.int64], player: NDArray[np.int64], turned: NDArray[np.int64]
) -> NDArray[np.int64]:
    bid = state[:, LAST_BID]
    systems = state[:, 80:86].reshape(-1, 2, 3)
    ours = player % 2
    return np.concatenate(
        [
            np.minimum(state[:, TURN], 15)[:, None],
            np.where(bid > 0, (bid - 3) // 5 + 1, 0)[:, None],
            np.where(bid > 0, (bid - 3) % 5, 5)[:, None],
            _relative(state[:, LAST_BIDDER], player)[:, None],
            state[:, [DOUBLING, PASSES]],
            _relative(state[:, OPENER], player)[:, None],
            state[:, [OPENING]],
            state[:, LAST_CALL][rows, turned],
            state[:, FIRST_ACTION][rows, turned],
            np.minimum(state[:, DOUBLES][rows, turned], 2),
            state[:, 77:80],
            systems[rows[:, 0], ours],
            systems[rows[:, 0], 1 - ours],
        ],
        axis=1,
    )


def _relative(seat: NDArray[np.int64], player: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.where(seat == NOBODY, NOBODY, (seat - player) % 4)


PUBLIC_SCALE = np.ones(PUBLIC_WIDTH, dtype=np.float32)
PUBLIC_SCALE[ONE_HOTS + 40 : ONE_HOTS + 60] = 0.25
"""Factor for each public feature before the network sees it (levels become fractions)."""


# --- features of the player's own hand ---------------------------------------------------------------

_BITS = np.arange(13)
_TOP3 = (np.arange(8192) >> 10).astype(np.int64)
_CONTROLS = ((np.arange(8192) >> 12 & 1) * 2 + (np.arange(8192) >> 11 & 1)).astype(np.int64)
_LENGTH = np.asarray(SUIT_LENGTH, dtype=np.int64)
_HCP = np.asarray(SUIT_HCP, dtype=np.int64)
_TENS = (np.arange(8192) >> 8 & 1).astype(np.int64)


def _suit_losers() -> NDArray[np.int64]:
    """Losers of each suit holding: missing ace, king, queen up to the length of the suit."""
    masks = np.arange(8192)
    ace, king, queen = masks >> 12 & 1, masks >> 11 & 1, masks >> 10 & 1
    length = _LENGTH
    return (length >= 1) * (1 - ace) + (length >= 2) * (1 - king) + (length >= 3) * (1 - queen)


_LOSERS = _suit_losers()
_STOPPER = (
    (np.arange(8192) >> 12 & 1 > 0)
    | ((np.arange(8192) >> 11 & 1 > 0) & (_LENGTH >= 2))
    | ((np.arange(8192) >> 10 & 1 > 0) & (_LENGTH >= 3))
    | ((np.arange(8192) >> 9 & 1 > 0) & (_LENGTH >= 4))
)
_SHAPES = (
    "4432", "4333", "5332", "5431", "5422", "4441", "5521", "5440", "5530", "6322", "6331", "6421", "6430",
    "6511", "6520", "7222", "7321", "7411", "7330", "7420",
)  # fmt: skip
_SHAPE_NUMBER = np.full(14**4, len(_SHAPES), dtype=np.int64)
for _number, _shape in enumerate(_SHAPES):
    _a, _b, _c, _d = (int(_digit) for _digit in _shape)
    _SHAPE_NUMBER[((_a * 14 + _b) * 14 + _c) * 14 + _d] = _number

HAND_WIDTH = 52 + 4 * 10 + 4 * 8 + 4 * 4 + 30 + (len(_SHAPES) + 1) + 4 + 8
"""Cards; length, top honours and points of each suit; total points; shape; longest suit; summaries."""


def hand_features(masks: NDArray[np.uint16]) -> Floats:
    """One row for each hand (suit masks C, D, H, S): float32 (n, HAND_WIDTH)."""
    n = len(masks)
    rows = np.arange(n)
    m = masks.astype(np.int64)
    length, hcp = _LENGTH[m], _HCP[m]
    total = hcp.sum(1)
    out = np.zeros((n, HAND_WIDTH), dtype=np.float32)
    out[:, :52] = ((m[:, :, None] >> _BITS) & 1).reshape(n, 52)
    four = np.arange(4)
    out[rows[:, None], 52 + four * 10 + np.minimum(length, 9)] = 1
    out[rows[:, None], 92 + four * 8 + _TOP3[m]] = 1
    out[:, 124:128] = hcp / 5.0
    out[:, 128:132] = length / 4.0
    out[:, 132:136] = _STOPPER[m]
    out[:, 136:140] = _LOSERS[m] / 2.0
    out[rows, 140 + np.minimum(total, 29)] = 1
    shape = -np.sort(-length, axis=1)
    out[rows, 170 + _SHAPE_NUMBER[((shape[:, 0] * 14 + shape[:, 1]) * 14 + shape[:, 2]) * 14 + shape[:, 3]]] = 1
    at = 170 + len(_SHAPES) + 1
    out[:, at : at + 4] = length == length.max(1)[:, None]
    out[:, at + 4 :] = _summaries(m, length, hcp, total, shape)
    return out


def _summaries(
    m: NDArray[np.int64],
    length: NDArray[np.int64],
    hcp: NDArray[np.int64],
    total: NDArray[np.int64],
    shape: NDArray[np.int64],
) -> Floats:
    """Points, controls, losers, tens, long-suit points, majors, spread of honours: scaled to about one."""
    long_points = np.maximum(length - 4, 0).sum(1)
    in_long = (hcp * (length >= 4)).sum(1)
    return np.stack(
        [
            total / 10.0,
            _CONTROLS[m].sum(1) / 4.0,
            _LOSERS[m].sum(1) / 7.0,
            _TENS[m].sum(1) / 2.0,
            (total + long_points) / 12.0,
            (total + shape[:, 0] + shape[:, 1]) / 20.0,
            (total + length[:, 3]) / 15.0,
            in_long / 10.0,
        ],
        axis=1,
    ).astype(np.float32)


# --- where hand and auction meet -------------------------------------------------------------------

SLOTS = 6
"""Own first and last suit, partner's first and last suit, LHO's and RHO's last suit."""
SLOT_WIDTH = 12
RANGE_BINS = 11
"""Points from the bottom of the pair's 1NT range: range unknown, <= -4, -3 … 4, >= 5."""
MEETING_WIDTH = SLOTS * SLOT_WIDTH + 3 * RANGE_BINS + 7
_RANGE_LOW = np.array([0] + [int(text.split("-")[0]) for text in NOTRUMP_RANGES[1:]])


def meeting_suits(state: States) -> NDArray[np.int8]:
    """The six suits a player looks at in his hand, 4 where there is none: int8 (n, 6). Public."""
    rows = np.arange(len(state))
    player = state[:, TURN].astype(np.int64) % 4
    first, last = state[:, FIRST_SUIT], state[:, LAST_SUIT]
    partner = (player + 2) % 4
    return np.stack(
        [
            first[rows, player], last[rows, player], first[rows, partner], last[rows, partner],
            last[rows, (player + 1) % 4], last[rows, (player + 3) % 4],
        ],
        axis=1,
    )  # fmt: skip


def meeting_features(states: States, masks: NDArray[np.uint16]) -> Floats:
    """Row i: hand i where it meets auction i and the agreements of its side: float32 (n, MEETING_WIDTH).

    Length and honours in the suits of :func:`meeting_suits`; points against the 1NT range (balanced, balanced
    with a five-card major, semi-balanced); points against a strong or Polish club.
    """
    n = len(masks)
    suits = meeting_suits(states)
    padded = np.concatenate([masks.astype(np.int64), np.zeros((n, 1), dtype=np.int64)], axis=1)
    held = padded[np.arange(n)[:, None], suits.astype(np.int64)]
    there = suits < NO_SUIT
    slots = np.zeros((n, SLOTS, SLOT_WIDTH), dtype=np.float32)
    slots[np.arange(n)[:, None], np.arange(SLOTS), np.minimum(_LENGTH[held], 8)] = there
    slots[:, :, 9] = _HCP[held] / 5.0
    slots[:, :, 10] = _STOPPER[held]
    slots[:, :, 11] = _LOSERS[held] / 2.0
    return np.concatenate([slots.reshape(n, SLOTS * SLOT_WIDTH), _against_agreements(states, masks)], axis=1)


def _against_agreements(states: States, masks: NDArray[np.uint16]) -> Floats:
    n = len(masks)
    rows = np.arange(n)
    m = masks.astype(np.int64)
    length, points = _LENGTH[m], _HCP[m].sum(1)
    ours = states[:, TURN].astype(np.int64) % 2
    systems = states[:, 80:86].reshape(n, 2, 3)[rows, ours].astype(np.int64)
    shape = np.sort(length, axis=1)
    balanced = (shape[:, 0] >= 2) & (shape[:, 1] >= 3) & (shape[:, 3] <= 5)
    semi = ~balanced & (shape[:, 0] >= 2) & (shape[:, 3] <= 6)
    major = (length[:, 2:] >= 5).any(1)
    kind = np.select([balanced & ~major, balanced, semi], [0, 1, 2], default=3)
    low = _RANGE_LOW[systems[:, 0]]
    distance = np.where(low > 0, np.clip(points - low, -4, 5) + 5, 0)
    out = np.zeros((n, 4 * RANGE_BINS + 7), dtype=np.float32)
    out[rows, kind * RANGE_BINS + distance] = 1
    at, club = 4 * RANGE_BINS, systems[:, 1]
    strong = np.searchsorted([15, 16, 17], points, side="right")
    out[rows[club == CLUBS.index("strong")], at + strong[club == CLUBS.index("strong")]] = 1
    polish = np.searchsorted([15, 18], points, side="right")
    out[rows[club == CLUBS.index("polish")], at + 4 + polish[club == CLUBS.index("polish")]] = 1
    return np.concatenate([out[:, : 3 * RANGE_BINS], out[:, at:]], axis=1)
