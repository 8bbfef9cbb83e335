"""What the law takes away from a player with unauthorised information, on every branch on which he still has it.

Each event bars calls in its own world, and in the worlds of the other events too: taking one infraction away gives
nobody leave to commit another on the branches that remain. A position belongs to an event's bar when the calls
after which the information existed were made as at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from adjudicator.auctions.legal import Bar, Turn, TurnBar
from adjudicator.bridge import PASS, Auction, Call, Seat
from adjudicator.cases import Case
from adjudicator.laws import ReferenceWorld

CanPass = Callable[[Auction, Turn | None], bool]
"""Whether pass is a logical alternative of the player to call."""


@dataclass(frozen=True)
class EventBar:
    """The calls barred to one player by one event.

    ``told``: the calls of the table after which he had the information; ``at``: the calls before his turn at the
    table, where exactly ``barred`` is taken away.
    """

    event_index: int
    rule: str
    player: Seat
    told: tuple[Call, ...]
    at: tuple[Call, ...]
    barred: frozenset[Call]
    later: bool = True

    @classmethod
    def of(cls, case: Case, world: ReferenceWorld, barred: frozenset[Call]) -> EventBar:
        """The bar that goes with a world of unauthorised information."""
        assert case.auction is not None
        calls = case.auction.calls
        told = case.events[world.event_index].call_index + 1
        if not 0 < told <= world.from_call:
            told = world.from_call
        at = calls[: world.from_call]
        return cls(world.event_index, world.rule, world.actor, calls[:told], at, barred, world.bars_later_turns)

    @property
    def acting(self) -> bool:
        """Whether the information suggested acting over leaving well alone."""
        return len(self.barred) > 1 and PASS not in self.barred

    def reaches(self, auction: Auction) -> bool:
        """Whether the information exists in this auction."""
        return len(auction) >= len(self.told) and auction.calls[: len(self.told)] == self.told

    def bar(self, can_pass: CanPass) -> Bar:
        """The bar as an enumeration asks for it."""
        return _Asked(self, can_pass)


@dataclass(frozen=True)
class _Asked(TurnBar):
    """At the turn of the table the suggested calls; at other turns of the player with the information every
    action where it suggested acting and he could leave well alone.
    """

    event: EventBar
    can_pass: CanPass

    def __call__(self, auction: Auction, seat: Seat, turn: Turn | None = None) -> Mapping[Call, str]:
        event = self.event
        if seat is not event.player or not event.barred or not event.reaches(auction):
            return {}
        if auction.calls == event.at:
            return dict.fromkeys(event.barred, event.rule)
        if not (event.later and event.acting) or not self.can_pass(auction, turn):
            return {}
        return {call: event.rule for call in auction.legal_calls() if call != PASS}


def in_force(bars: tuple[EventBar, ...], start: Auction, event_index: int) -> tuple[EventBar, ...]:
    """The bars of other events that some branch from ``start`` can still reach."""
    return tuple(bar for bar in bars if bar.event_index != event_index and _reachable(bar, start))


def _reachable(bar: EventBar, start: Auction) -> bool:
    shared = min(len(bar.told), len(start))
    return bool(bar.barred) and bar.told[:shared] == start.calls[:shared]
