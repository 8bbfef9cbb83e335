"""Numbers that describe the thirteen possible leads: of the board, of each suit, of each card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.network import POINT_BINS
from adjudicator.bridge import SUIT_HCP, SUIT_LENGTH
from adjudicator.tricks.lead_context import LeadContext

Floats = NDArray[np.float32]
Masks = NDArray[np.uint16]
_RANKS = 13


@dataclass(frozen=True, eq=False)
class Leads:
    """Features of many boards: board (n, G), suit (n·4, S), and one row for each card held.

    card: (m, C) with ``board_of`` and ``suit_of`` (row of ``suit``); ``number``: the card 0 … 51.
    """

    board: Floats
    suit: Floats
    card: Floats
    board_of: NDArray[np.int64]
    suit_of: NDArray[np.int64]
    number: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class _Columns:
    own: Masks
    trump: NDArray[np.int64]
    level: NDArray[np.int64]
    doubling: NDArray[np.int64]
    bids: NDArray[np.int8]
    doubled: NDArray[np.int8]
    asked: NDArray[np.bool_]
    lengths: Floats
    points: Floats
    style: NDArray[np.bool_]


def features(own: Masks, contexts: Sequence[LeadContext]) -> Leads:
    """Features of the leads of many leaders; own: suit masks of their hands, uint16 (n, 4)."""
    columns = _Columns(
        own=own,
        trump=np.array([int(c.contract.denomination) for c in contexts]),
        level=np.array([c.contract.level for c in contexts]),
        doubling=np.array([c.contract.doubling for c in contexts]),
        bids=np.array([c.bids for c in contexts]),
        doubled=np.array([c.doubled for c in contexts]),
        asked=np.array([c.partner_doubled_contract for c in contexts]),
        lengths=np.array([c.lengths for c in contexts], dtype=np.float32),
        points=np.array([c.points for c in contexts], dtype=np.float32),
        style=np.array([[c.matchpoints, c.old] for c in contexts]),
    )
    held = (own[:, :, None] >> np.arange(_RANKS, dtype=np.uint16)) & 1
    board_of, suit, rank = np.nonzero(held)
    return Leads(
        _of_board(columns),
        _of_suits(columns, held),
        _of_cards(held, board_of, suit, rank),
        board_of,
        board_of * 4 + suit,
        suit * _RANKS + rank,
    )


def _of_board(c: _Columns) -> Floats:
    """Contract, doubling, points all round, the leader's shape."""
    n = len(c.own)
    length = SUIT_LENGTH[c.own].astype(np.float32)
    trump_length = np.where(c.trump < 4, length[np.arange(n), np.minimum(c.trump, 3)], 0)
    shape = np.sort(length, axis=1)[:, ::-1]
    points = c.points @ np.array(POINT_BINS, dtype=np.float32)
    own_points = SUIT_HCP[c.own].sum(axis=1, dtype=np.float32)
    theirs = c.bids[:, [1, 3]].sum(axis=1)
    side = (theirs > 0) & (np.arange(4) != c.trump[:, None])
    return _joined(
        c.level[:, None] == np.arange(1, 8),
        (c.trump == 4)[:, None],
        ((c.trump == 2) | (c.trump == 3))[:, None],
        (c.doubling > 0)[:, None],
        c.asked[:, None],
        (c.asked & (c.level >= 6))[:, None],
        (c.asked & (c.trump == 4))[:, None],
        trump_length[:, None] == np.arange(6),
        shape / 4,
        points[:, 1:] / 10,
        own_points[:, None] / 10,
        (own_points + points[:, 2])[:, None] / 20,
        side.sum(axis=1)[:, None] / 2,
        (c.bids[:, 2].sum(axis=1) > 0)[:, None],
        (c.bids[:, 0].sum(axis=1) > 0)[:, None],
        c.style,
    )


def _of_suits(c: _Columns, held: Any) -> Floats:
    """Each suit: trumps or not, holding, who bid it, who is believed to be long or short in it."""
    n = len(c.own)
    length = SUIT_LENGTH[c.own].astype(np.int64)
    honours = held[:, :, 7:][:, :, ::-1].astype(bool)
    ace, king, queen, jack, ten, nine = (honours[:, :, at] for at in range(6))
    notrump = np.broadcast_to((c.trump == 4)[:, None], (n, 4))
    trump = np.arange(4) == c.trump[:, None]
    mean = c.lengths @ np.arange(9, dtype=np.float32)
    long5 = c.lengths[..., 5:].sum(axis=-1)
    short = c.lengths[..., :2].sum(axis=-1)
    long4 = c.lengths[..., 4:].sum(axis=-1)
    others = np.moveaxis(np.concatenate([mean[:, 1:] / 4, long5[:, 1:], long4[:, 1:], short[:, 1:]], axis=1), 1, 2)
    bids = np.moveaxis(np.concatenate([c.bids >= 1, c.bids >= 2], axis=1), 1, 2)
    two = honours[:, :, :5].sum(axis=2) >= 2
    sequence = (ace & king) | (king & queen) | (queen & jack) | (jack & ten)
    three = (ace & king & queen) | (king & queen & jack) | (queen & jack & ten) | (jack & ten & nine)
    inside = (ace & queen & jack) | (ace & jack & ten) | (king & jack & ten) | (queen & ten & nine)
    longest = length == length.max(axis=1, keepdims=True)
    parts = [
        trump, notrump, length[..., None] == np.arange(1, 8), honours, honours & notrump[..., None],
        honours & trump[..., None], sequence, three, inside, two, sequence & notrump, longest, longest & notrump,
        (length == 1) & ~notrump, (length == 2) & ~notrump, ace & ~king & ~notrump & ~trump, others, bids,
        bids & notrump[..., None], c.doubled.astype(bool), SUIT_HCP[c.own] / 5, length * notrump / 4,
    ]  # fmt: skip
    return _joined(*[np.asarray(part).reshape(n * 4, -1) for part in parts])


def _of_cards(held: Any, board_of: Any, suit: Any, rank: Any) -> Floats:
    """Each card: its rank, its place from top and bottom, what touches it."""
    own = held[board_of, suit].astype(np.int64)
    above = (own * (np.arange(_RANKS) > rank[:, None])).sum(axis=1)
    below = (own * (np.arange(_RANKS) < rank[:, None])).sum(axis=1)
    padded = np.pad(own, ((0, 0), (1, 1)))
    rows = np.arange(len(own))
    next_above, next_below = padded[rows, rank + 2], padded[rows, rank]
    top = own[:, ::-1].argmax(axis=1)
    length = above + below + 1
    return _joined(
        rank[:, None] == np.arange(_RANKS),
        np.minimum(above, 5)[:, None] == np.arange(6),
        np.minimum(below, 4)[:, None] == np.arange(5),
        next_above[:, None] == 1,
        next_below[:, None] == 1,
        ((length - 1) * 5 + np.minimum(above, 4))[:, None] == np.arange(35),
        (top == 0)[:, None],
        (below == 0)[:, None],
    )


def _joined(*parts: Any) -> Floats:
    return np.concatenate([np.asarray(part, dtype=np.float32) for part in parts], axis=1)
