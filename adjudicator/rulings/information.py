"""Misinformation: at which turn the right information would have mattered, and whether the wrong one did it.

A director asks peers of the player with the right information what they would have called, and peers with the
information given at the table whether they would have done what the player did. The same two questions are put
to the call model at every turn of the players who were misled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from adjudicator.auctions.agreements import Agreements
from adjudicator.auctions.context import TableContext
from adjudicator.bridge import Call, Seat
from adjudicator.cases import Agreement, Case, Event, EventKind
from adjudicator.laws import ReferenceWorld
from adjudicator.rulings.tools import Tools
from adjudicator.systems.alterations import altered

WILD = 0.05
"""A call that fewer peers than this would make, whatever they are told, was not brought about by what was said."""

NO_EFFECT = 0.02
"""Where the two shares can be measured and differ by less, what was said made the call no likelier."""


@dataclass(frozen=True)
class MisledTurn:
    """One call of a misled player: its share among peers with the right information, and with the one given."""

    index: int
    seat: Seat
    call: Call
    informed: float
    told: float
    measured: bool = False

    @property
    def caused(self) -> bool:
        """Whether the information given could have brought the call about."""
        if self.measured and self.told <= self.informed + NO_EFFECT:
            return False
        return max(self.informed, self.told) >= WILD


def true_context(event: Event, tools: Tools) -> TableContext:
    """The table as the misled side should have seen it: a call that had to be alerted is alerted."""
    if event.kind is not EventKind.FAILURE_TO_ALERT or event.call_index < 0:
        return tools.context
    return replace(tools.context, alerts=tools.context.alerts | {event.call_index})


def told_agreements(event: Event, case: Case, tools: Tools) -> Agreements | None:
    """The offenders' agreements as their opponents were told; ``None`` where the words cannot be read as a meaning."""
    assert case.auction is not None
    if event.call_index < 0 or event.side is None or not event.said:
        return None
    before = " ".join(map(str, case.auction.calls[: event.call_index]))
    line = Agreement(means=event.said, call=case.auction.calls[event.call_index], auction=before).line
    systems = list(tools.agreements.systems)
    systems[event.side], problems = altered(systems[event.side], [line])
    if problems:
        return None
    return Agreements((systems[0], systems[1]), tools.agreements.base, tools.vulnerability)


def misled_turns(case: Case, world: ReferenceWorld, tools: Tools) -> Iterator[MisledTurn]:
    """Every call that a misled player made after the wrong information."""
    assert case.auction is not None
    event = case.events[world.event_index]
    right, told = true_context(event, tools), told_agreements(event, case, tools)
    measured = told is not None or right != tools.context
    misled = world.informed or (world.actor,)
    for index in range(world.from_call, len(case.auction)):
        seat, call = case.auction.seat_of(index), case.auction.calls[index]
        if seat in misled:
            start = case.auction.prefix(index)
            shares = tools.chances(start, right), tools.chances(start, None, told)
            yield MisledTurn(index, seat, call, float(shares[0][call]), float(shares[1][call]), measured)


def decisive_turn(case: Case, world: ReferenceWorld, tools: Tools) -> MisledTurn | None:
    """The turn at which peers with the right information would least have done the same.

    The director's finding ``affected_call`` (the index of a call) overrules.
    """
    turns = list(misled_turns(case, world, tools))
    if not turns:
        return None
    fact = case.events[world.event_index].fact("affected_call") or case.fact("affected_call")
    if fact is not None:
        return next((turn for turn in turns if turn.index == fact.value), None)
    return min(turns, key=lambda turn: (turn.informed, turn.index))


def start_of(case: Case, world: ReferenceWorld, tools: Tools) -> tuple[ReferenceWorld, MisledTurn | None]:
    """The world moved to the turn that matters."""
    turn = decisive_turn(case, world, tools)
    if turn is None or turn.index == world.from_call:
        return world, turn
    return replace(world, from_call=turn.index, actor=turn.seat), turn


def lead_world(case: Case, world: ReferenceWorld) -> ReferenceWorld | None:
    """The same misinformation seen by the opening leader (47E2): the contract stands, the lead is asked again."""
    contract = case.table_contract or (case.auction.contract if case.auction else None)
    if world.kind != "true_information" or contract is None or contract.leader is None or case.auction is None:
        return None
    if contract.leader.side is world.offending or (world.informed and contract.leader not in world.informed):
        return None
    edition = world.rule.partition("/")[0]
    rule = f"{edition}/47E2" if edition in ("1987", "1997") else f"{edition}/47E2b"
    return replace(world, kind="play", rule=rule, from_call=len(case.auction), actor=contract.leader)


def told_in_words(turn: MisledTurn) -> str:
    """The two shares, as a reason."""
    return (
        f"with the right information {turn.informed:.0%} of {turn.seat}'s peers would call {turn.call} here, "
        f"with the information given {turn.told:.0%}"
    )
