"""Calls that the law takes away, on every branch where it does: weight 0, the rest renormalised, and shown.

The laws room decides what is barred; this module only carries it through an enumeration. A Reveley ruling
(weights on what a player was not allowed to do) cannot arise: a barred call has no branch.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from adjudicator.auctions.classes import decision_classes
from adjudicator.auctions.features import States
from adjudicator.auctions.model import Probabilities
from adjudicator.bridge import ALL_CALLS, PASS, Auction, Call, Seat

Bar = Callable[[Auction, Seat], Mapping[Call, str]]
"""From the auction so far and the player to call: each barred call with the reason."""


@dataclass(frozen=True, eq=False)
class Turn:
    """What an enumeration knows of a turn already: the shares of the calls before the law, and the public state."""

    shares: Probabilities
    state: States

    @property
    def kind(self) -> int:
        """The class of the decision."""
        return int(decision_classes(self.state)[0])


class TurnBar(ABC):
    """A bar that depends on what peers would call: it need not ask the call model again."""

    @abstractmethod
    def __call__(self, auction: Auction, seat: Seat, turn: Turn | None = None) -> Mapping[Call, str]:
        """Each barred call with the reason."""


@dataclass(frozen=True)
class Removal:
    """A call taken away at one turn; ``weight`` is the share it would have had at that turn."""

    auction: Auction
    seat: Seat
    call: Call
    reason: str
    weight: float


@dataclass(frozen=True)
class LegalFilter:
    """Restrictions in force, tested one after the other.

    >>> from adjudicator.bridge import Seat
    >>> forced = LegalFilter.must_pass(Seat.SOUTH, "27B2: South must pass")
    >>> Call.parse("1C") in forced.barred(Auction.parse(Seat.SOUTH, ""), Seat.SOUTH)
    True
    >>> forced.barred(Auction.parse(Seat.WEST, ""), Seat.WEST)
    {}
    """

    bars: tuple[Bar, ...] = ()

    def barred(self, auction_so_far: Auction, seat: Seat, turn: Turn | None = None) -> dict[Call, str]:
        """Every call that this player may not make now, with the (first) reason; ``turn``: what is known of it."""
        found: dict[Call, str] = {}
        for bar in self.bars:
            told = bar(auction_so_far, seat, turn) if isinstance(bar, TurnBar) else bar(auction_so_far, seat)
            for call, reason in told.items():
                found.setdefault(call, reason)
        return found

    def __or__(self, other: LegalFilter) -> LegalFilter:
        return LegalFilter((*self.bars, *other.bars))

    @classmethod
    def must_pass(cls, seat: Seat, reason: str, *, start: int = 0, turns: int | None = None) -> LegalFilter:
        """This player must pass from call index ``start`` on, for so many of his turns (``None``: always)."""

        def bar(auction: Auction, who: Seat) -> Mapping[Call, str]:
            if who is not seat or not _in_force(len(auction), start, turns):
                return {}
            return {call: reason for call in ALL_CALLS if call != PASS}

        return cls((bar,))

    @classmethod
    def without(
        cls, seat: Seat, calls: frozenset[Call], reason: str, *, start: int = 0, turns: int | None = None
    ) -> LegalFilter:
        """This player may not make these calls from call index ``start`` on (16B, 27B1)."""

        def bar(auction: Auction, who: Seat) -> Mapping[Call, str]:
            if who is not seat or not _in_force(len(auction), start, turns):
                return {}
            return dict.fromkeys(calls, reason)

        return cls((bar,))

    @classmethod
    def at(cls, auction: Auction, calls: frozenset[Call], reason: str) -> LegalFilter:
        """These calls are barred at exactly this point of the auction and nowhere else."""

        def bar(reached: Auction, who: Seat) -> Mapping[Call, str]:
            del who
            return dict.fromkeys(calls, reason) if reached == auction else {}

        return cls((bar,))


def _in_force(index: int, start: int, turns: int | None) -> bool:
    return index >= start and (turns is None or index < start + 4 * turns)
