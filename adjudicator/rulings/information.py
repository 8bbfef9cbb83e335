"""Misinformation: at which turn the right information would have mattered, and whether the wrong one did it.

A director asks peers of the player with the right information what they would have called, and peers with the
information given at the table whether they would have done what the player did. The same two questions are put
to the call model at every turn of the players who were misled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from adjudicator.auctions.agreements import Agreements
from adjudicator.auctions.context import UNKNOWN_SYSTEM, TableContext
from adjudicator.bridge import Call, Seat
from adjudicator.cases import Agreement, Case, Event, EventKind
from adjudicator.laws import ReferenceWorld
from adjudicator.meanings import Meaning, parse
from adjudicator.rulings.spoken import meaning_said
from adjudicator.rulings.tools import Tools
from adjudicator.systems import meaning_of
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


def true_meaning(event: Event, case: Case, tools: Tools) -> Meaning | None:
    """What the call in question shows: as the event says it was agreed, else by the agreements of the pair.

    ``None`` where no agreement covers the call, or where nothing is known of the pair's system.
    """
    stated = _readable(event.agreement, event, tools)
    if stated is not None or event.call_index < 0 or event.side is None:
        return stated
    if tools.context.systems[event.side] == UNKNOWN_SYSTEM and not case.alterations(event.side):
        return None
    found = meaning_of(tools.auction, event.call_index, tools.agreements.systems, tools.vulnerability)
    return None if found.fallback else found.meaning


def told_meaning(event: Event, case: Case, tools: Tools) -> Meaning | None:
    """What the call in question showed to the side that was misinformed; ``None`` where it cannot be read.

    A bid in a suit that is artificial, and that nobody alerted, was taken for what it names.
    """
    if event.said or event.kind is not EventKind.FAILURE_TO_ALERT or event.call_index < 0:
        return _readable(event.said, event, tools)
    call, agreed = tools.auction.calls[event.call_index], true_meaning(event, case, tools)
    if agreed is None or agreed.natural is not False or not call.is_bid or call.denomination.suit is None:
        return None
    return parse(f"nat; {call.denomination.suit.letter} >= 4")


def _readable(words: str, event: Event, tools: Tools) -> Meaning | None:
    """Words about the call in question as a meaning."""
    return meaning_said(words, tools.auction.calls[event.call_index]) if event.call_index >= 0 else None


def told_agreements(event: Event, case: Case, tools: Tools) -> Agreements | None:
    """The offenders' agreements as their opponents were told; ``None`` where the words cannot be read as a meaning."""
    assert case.auction is not None
    told = told_meaning(event, case, tools)
    if event.call_index < 0 or event.side is None or told is None:
        return None
    return with_meaning(event.call_index, told, tools)


def with_meaning(index: int, meaning: Meaning, tools: Tools) -> Agreements | None:
    """The agreements of the table with another meaning of one call."""
    before = " ".join(map(str, tools.auction.calls[:index]))
    line = Agreement(means=meaning.text, call=tools.auction.calls[index], auction=before).line
    systems, side = list(tools.agreements.systems), tools.auction.seat_of(index).side
    systems[side], problems = altered(systems[side], [line])
    if problems:
        return None
    return Agreements((systems[0], systems[1]), tools.agreements.base, tools.vulnerability)


def true_agreements(event: Event, case: Case, tools: Tools) -> Agreements | None:
    """The agreements with the one that the event states for the call in question put in; ``None``: as they are."""
    stated = _readable(event.agreement, event, tools)
    if stated is None or event.call_index < 0 or event.side is None:
        return None
    return with_meaning(event.call_index, stated, tools)


def misled_turns(case: Case, world: ReferenceWorld, tools: Tools) -> Iterator[MisledTurn]:
    """Every call that a misled player made after the wrong information."""
    assert case.auction is not None
    event = case.events[world.event_index]
    about = (*tools.table_key, tools.auction, repr(event))
    right = true_context(event, tools)
    told = tools.recall(("told", *about), lambda: told_agreements(event, case, tools))
    agreed = tools.recall(("agreed", *about), lambda: true_agreements(event, case, tools))
    measured = told is not None or right != tools.context
    misled = world.informed or (world.actor,)
    for index in range(world.from_call, len(case.auction)):
        seat, call = case.auction.seat_of(index), case.auction.calls[index]
        if seat in misled:
            start = case.auction.prefix(index)
            shares = tools.chances(start, right, agreed), tools.chances(start, None, told)
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
