"""What each player has shown so far: the ground on which semantic guards stand.

The state is computed from the meanings of the calls, never from cards.  It keeps, per seat, a range of
high-card points and of each suit's length (the hull of everything promised), and per side the agreed suit and
the forcing situation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adjudicator.systems.bounds import Bounds, four

__all__ = ["CallInfo", "Shown", "TableState", "after_call", "initial_state", "is_game"]

PASS, FIRST_BID = 0, 3


@dataclass(frozen=True, slots=True)
class Shown:
    """One seat's promises: HCP from `h0` to `h1`, lengths from `lo` to `hi` (C, D, H, S)."""

    h0: int = 0
    h1: int = 37
    lo: tuple[int, int, int, int] = (0, 0, 0, 0)
    hi: tuple[int, int, int, int] = (13, 13, 13, 13)
    suits: tuple[int, ...] = ()
    balanced: bool = False
    calls: int = 0
    passed: bool = False
    doubled: bool = False

    def min(self, suit: int) -> int:
        """Fewest cards shown in `suit`."""
        return self.lo[suit] if 0 <= suit < 4 else 0

    def max(self, suit: int) -> int:
        """Most cards the seat can hold in `suit`."""
        return self.hi[suit] if 0 <= suit < 4 else 13

    def bid(self, suit: int) -> bool:
        """True when the seat has shown `suit` as its own."""
        return suit in self.suits

    @property
    def limited(self) -> bool:
        """True when the range is narrow enough for partner to place the contract."""
        return self.h1 - self.h0 <= 5 or self.h1 <= 11


@dataclass(frozen=True, slots=True)
class CallInfo:
    """How a call was understood when it was made."""

    seat: int
    call: int
    rule: str = ""
    force: str = "none"
    art: bool = False
    asks: str = ""
    raises: int = -1
    jump: int = 0


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything shown up to the call that is due."""

    dealer: int
    calls: tuple[int, ...]
    shown: tuple[Shown, Shown, Shown, Shown]
    infos: tuple[CallInfo, ...] = ()
    agreed: tuple[int, int] = (-1, -1)
    gf: tuple[bool, bool] = (False, False)
    last_bid: int = -1
    last_bidder: int = -1
    doubling: int = 0
    opener: int = -1
    ntours: tuple[bool, bool] = (False, False)
    last_suit: tuple[int, int] = (-1, -1)

    @property
    def turn(self) -> int:
        """The seat to call."""
        return (self.dealer + len(self.calls)) % 4

    @property
    def first(self) -> int:
        """Index of the first call that is not a pass (the number of calls when there is none)."""
        for index, call in enumerate(self.calls):
            if call != PASS:
                return index
        return len(self.calls)


def initial_state(dealer: int) -> TableState:
    """Nobody has called."""
    return TableState(dealer, (), (Shown(), Shown(), Shown(), Shown()))


def is_game(bid: int) -> bool:
    """True for a bid of game or higher.

    >>> is_game(17), is_game(18)
    (True, False)
    """
    if bid < FIRST_BID:
        return False
    level, den = divmod(bid - FIRST_BID, 5)
    return level + 1 >= (5, 5, 4, 4, 3)[den]


def _merge(shown: Shown, found: Bounds) -> Shown:
    """Earlier promises intersected with the new ones; where they contradict, the new call speaks."""
    h0, h1 = max(shown.h0, found.h0), min(shown.h1, found.h1)
    if h0 > h1:
        h0, h1 = found.h0, found.h1
    low, high = [], []
    for suit in range(4):
        a, b = max(shown.lo[suit], found.lo[suit]), min(shown.hi[suit], found.hi[suit])
        if a > b:
            a, b = found.lo[suit], found.hi[suit]
        low.append(a)
        high.append(b)
    spare = 13 - sum(low)
    if spare >= 0:
        high = [min(b, a + spare) for a, b in zip(low, high, strict=True)]
    return replace(shown, h0=h0, h1=h1, lo=four(low), hi=four(high))


def _with_call(shown: Shown, call: int, about: Sequence[int], nt_bid: bool, unopened: bool) -> Shown:
    """The seat's promises after one more call of it."""
    return replace(
        shown,
        suits=shown.suits + tuple(suit for suit in about if suit not in shown.suits),
        balanced=shown.balanced or nt_bid,
        calls=shown.calls + (call != PASS),
        doubled=shown.doubled or call == 1,
        passed=shown.passed or (call == PASS and unopened),
    )


def after_call(state: TableState, info: CallInfo, found: Bounds, about: Sequence[int], natural: bool) -> TableState:
    """The state after a call understood as `info`, promising `found` and showing the suits `about`."""
    seat, call, side = info.seat, info.call, info.seat % 2
    is_bid = call >= FIRST_BID
    nt_bid = is_bid and natural and (call - FIRST_BID) % 5 == 4
    shown = _with_call(_merge(state.shown[seat], found), call, about, nt_bid, state.opener < 0)
    everyone = list(state.shown)
    everyone[seat] = shown
    agreed, gf = list(state.agreed), list(state.gf)
    partner = everyone[(seat + 2) % 4]
    agreed[side] = _agreed(agreed[side], info, shown, partner, about, natural)
    if info.force == "gf":
        gf[side] = True
    last_suit = list(state.last_suit)
    if natural and is_bid and (call - FIRST_BID) % 5 < 4:
        last_suit[side] = (call - FIRST_BID) % 5
    ntours = list(state.ntours)
    ntours[side] = ntours[side] or nt_bid
    return TableState(
        state.dealer,
        (*state.calls, call),
        (everyone[0], everyone[1], everyone[2], everyone[3]),
        (*state.infos, info),
        (agreed[0], agreed[1]),
        (gf[0], gf[1]),
        call if is_bid else state.last_bid,
        seat if is_bid else state.last_bidder,
        0 if is_bid else state.doubling + (call in (1, 2)),
        state.opener if state.opener >= 0 or call == PASS else seat,
        (ntours[0], ntours[1]),
        (last_suit[0], last_suit[1]),
    )


def _agreed(before: int, info: CallInfo, shown: Shown, partner: Shown, about: Sequence[int], natural: bool) -> int:
    """The suit the side has agreed after this call: an explicit raise, else a known eight-card fit just bid."""
    if info.raises >= 0:
        return info.raises
    for suit in about:
        if partner.lo[suit] >= 3 and partner.lo[suit] + shown.lo[suit] >= 8:
            return suit
    if before < 0:
        for suit in (3, 2):
            if partner.lo[suit] + shown.lo[suit] >= 8 and info.call != PASS:
                return suit
    return before
