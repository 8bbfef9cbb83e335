"""A reference world worked out: the turn where the worlds part, what may be called there, what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.bridge import AdjudicatorError, Auction, Call, Card, Result
from adjudicator.cases import Case, Event
from adjudicator.laws import ReferenceWorld
from adjudicator.rulings.assistance import asks_for_assistance, assistance
from adjudicator.rulings.damage import figure
from adjudicator.rulings.foresight import asks_what_he_knew, foresight, may_have_gained
from adjudicator.rulings.information import MisledTurn, start_of, told_in_words
from adjudicator.rulings.model import CallShare, ContractView, Decision, Interval, Outcome, WorldView
from adjudicator.rulings.opening_lead import InformedLead, informed_lead
from adjudicator.rulings.outcomes import Reached, expectation, valued, work_out
from adjudicator.rulings.played import PLAYED, awarded_tricks, contract_played
from adjudicator.rulings.prompted_lead import PromptedLead, prompted_lead
from adjudicator.rulings.silenced import final_choice
from adjudicator.rulings.suggestion import alternatives_left, suggestion_of
from adjudicator.rulings.tempo import information_value
from adjudicator.rulings.tools import Tools

SMALLEST_SHARE = 0.005


def world_view(case: Case, world: ReferenceWorld, tools: Tools) -> WorldView:
    """Enumerate and evaluate one reference world of a case whose four hands are known."""
    assert case.auction is not None
    turn = None
    if world.kind == "true_information":
        world, turn = start_of(case, world, tools)
    start = case.auction.prefix(world.from_call)
    if world.kind == "play" or start.is_over:
        return _play_world(case, world, start, tools)
    decision = _decision(case, world, start, tools)
    infraction, reason, barred = _infraction(case, world, decision, turn)
    decision = _mark_barred(decision, barred)
    if not infraction:
        return WorldView(world, start.text, decision, (), (), 0.0, infraction, None, reason)
    bars, law = tools.legal_filter(world, start, barred), tools.law_of(world, start, barred)
    if bars is not None:
        decision = _mark_barred(decision, frozenset(bars.barred(start, decision.actor)))
    reached, unexplored = tools.reached(start, bars, law=law)
    if world.silenced:
        reached, told = final_choice(reached, start, world, barred, tools)
        reason = f"{reason}; {told}" if told else reason
    view = _evaluated(case, world, start, decision, reached, unexplored, reason, tools)
    if turn is not None:
        return replace(view, caused=turn.caused, cause=told_in_words(turn))
    if asks_what_he_knew(world) and may_have_gained(case, view, tools):
        view = replace(view, foresight=foresight(case, world, tools))
    help_given = assistance(case, world, tools) if asks_for_assistance(world) else None
    if help_given is None:
        return view
    return replace(
        view,
        caused=help_given.helped,
        cause=help_given.reason,
        assistance=help_given,
        reason=f"{view.reason}; {help_given.reason}",
    )


def barred_calls(case: Case, world: ReferenceWorld, tools: Tools) -> frozenset[Call]:
    """The calls that the law takes away at the turn of a world of unauthorised information; empty if none."""
    assert case.auction is not None
    start = case.auction.prefix(world.from_call)
    if world.kind != "without_ui" or start.is_over:
        return frozenset()
    infraction, _, barred = _infraction(case, world, _decision(case, world, start, tools), None)
    return barred if infraction else frozenset()


def _evaluated(
    case: Case,
    world: ReferenceWorld,
    start: Auction,
    decision: Decision | None,
    reached: tuple[Reached, ...],
    unexplored: float,
    reason: str,
    tools: Tools,
    leads: Mapping[Card, float] | None = None,
) -> WorldView:
    with_play = world.kind != "play" or leads is not None
    views, chances = work_out(
        case, reached, tools.solver, with_play=with_play, leads=leads, lines=not tools.settings.quick
    )
    outcomes = valued(case, chances, tools.scorer)
    return WorldView(
        world, start.text, decision, views, outcomes, unexplored, True, _expected(views, outcomes, tools), reason
    )


def _play_world(case: Case, world: ReferenceWorld, start: Auction, tools: Tools) -> WorldView:
    """The auction stands; what is asked again is the lead and the play."""
    event = case.events[world.event_index]
    if event.kind in PLAYED:
        return _played(case, world, start, event, tools)
    contract = case.table_contract or start.contract
    if contract is None or contract.is_passed_out or contract.declarer is None:
        reason = "the case names no contract whose play could be asked again"
        return WorldView(world, start.text, None, (), (), 0.0, None, None, reason)
    reached = (Reached(contract, 1.0, ((start.calls, 1.0),)),)
    lead = informed_lead(case, event, contract, tools)
    if lead is not None:
        return _lead_world(case, world, start, reached, lead, tools)
    prompted = prompted_lead(case, world, contract, tools)
    if prompted is not None:
        return _prompted_world(case, world, start, reached, prompted, tools)
    reason = f"the contract stands; lead and play of {contract} are asked again without the irregularity"
    return _evaluated(case, world, start, None, reached, 0.0, reason, tools)


def _prompted_world(
    case: Case,
    world: ReferenceWorld,
    start: Auction,
    reached: tuple[Reached, ...],
    lead: PromptedLead,
    tools: Tools,
) -> WorldView:
    """The opening lead without the suit that extra information suggested, also while the director has to find so."""
    if lead.infraction is False:
        return WorldView(world, start.text, None, (), (), 0.0, False, None, lead.reason)
    reason = f"{reached[0].contract} stands; {lead.reason}"
    view = _evaluated(case, world, start, None, reached, 0.0, reason, tools, leads=lead.left)
    return replace(view, infraction=lead.infraction)


def _lead_world(
    case: Case,
    world: ReferenceWorld,
    start: Auction,
    reached: tuple[Reached, ...],
    lead: InformedLead,
    tools: Tools,
) -> WorldView:
    """The opening lead with the right information; the same leads as they were told, for comparison."""
    contract = reached[0].contract
    reason = f"{contract} stands; the lead is asked again: {lead.words}"
    view = _evaluated(case, world, start, None, reached, 0.0, reason, tools, leads=lead.right)
    if lead.told is not None and view.expected is not None:
        heard = _evaluated(case, world, start, None, reached, 0.0, reason, tools, leads=lead.told)
        side = lead.leader.side
        right, told = (figure(found.expected[side].value) for found in (view, heard) if found.expected is not None)
        unit = tools.scorer.unit
        reason += f"; worth {right} {unit} to {side} with the right information, {told} with what was told"
    return replace(view, reason=reason, caused=lead.caused, cause=lead.words)


def _played(case: Case, world: ReferenceWorld, start: Auction, event: Event, tools: Tools) -> WorldView:
    """A revoke, a claim or a concession: the law awards tricks, and the record of the play decides how many."""
    try:
        chances, reason = awarded_tricks(case, event, tools)
    except AdjudicatorError as error:
        reason = f"the play has to be judged: {error.problems[0]}"
        return WorldView(world, start.text, None, (), (), 0.0, None, None, reason)
    contract = contract_played(case)
    assert contract is not None
    view = ContractView(str(contract), 1.0, ((start.text, 1.0),), (), dict(chances), "the law on the recorded play")
    outcomes = valued(case, {Result(contract, tricks): chance for tricks, chance in chances.items()}, tools.scorer)
    return WorldView(world, start.text, None, (view,), outcomes, 0.0, True, _expected((view,), outcomes, tools), reason)


def _expected(
    views: tuple[ContractView, ...], outcomes: tuple[Outcome, ...], tools: Tools
) -> tuple[Interval, Interval]:
    north_south, east_west = (
        expectation(views, outcomes, side, tools.rng(f"expectation {side}"), tools.evidence) for side in tools.sides
    )
    return north_south, east_west


def _decision(case: Case, world: ReferenceWorld, start: Auction, tools: Tools) -> Decision:
    """What the player at the turn where the worlds part would call, by share of his peers."""
    assert case.auction is not None
    index = len(start)
    made = case.auction.calls[index] if index < len(case.auction) else None
    report = tools.alternatives(start)
    shares = tuple(
        CallShare(
            call=item.call,
            share=item.chosen,
            low=item.chosen_interval[0],
            high=item.chosen_interval[1],
            considered=item.considered,
            votes=round(item.votes) if report.poll is not None else None,
            alternative=item.logical,
        )
        for item in report.calls
        if item.chosen >= SMALLEST_SHARE or item.call == made or item.votes
    )
    decision = Decision(index, world.actor, made, shares, report.threshold)
    return replace(decision, information=information_value(case, world, decision, tools))


def _mark_barred(decision: Decision, barred: frozenset[Call]) -> Decision:
    shares = tuple(replace(share, barred=share.call in barred) for share in decision.shares)
    return replace(decision, shares=shares)


def _infraction(
    case: Case, world: ReferenceWorld, decision: Decision, turn: MisledTurn | None
) -> tuple[bool | None, str, frozenset[Call]]:
    """Whether the law was broken at this turn, why, and which calls it takes away."""
    if turn is not None:
        return True, told_in_words(turn), frozenset()
    if world.kind != "without_ui":
        return True, world.note, frozenset(world.barred)
    if decision.made is None:
        return None, "the auction does not show what the player called with the information", frozenset()
    return _with_information(case, world, decision)


def _with_information(
    case: Case, world: ReferenceWorld, decision: Decision
) -> tuple[bool | None, str, frozenset[Call]]:
    """Unauthorised information: was the call suggested over a logical alternative (16A, 16B1)?"""
    assert case.auction is not None
    event, made = case.events[world.event_index], decision.made
    suggestion = suggestion_of(event, decision, case)
    if made not in suggestion.calls:
        return False, f"{made} was not suggested by the extra information ({suggestion.ground})", frozenset()
    left = alternatives_left(event, decision, suggestion, case)
    if world.polled_out:
        return False, f"the poll leaves no logical alternative to {made}", frozenset()
    if not left:
        share = next((item.share for item in decision.shares if item.call == made), 0.0)
        return False, f"there was no logical alternative to {made}, which {share:.0%} of peers would call", frozenset()
    listed = ", ".join(f"{item.call} ({item.share:.0%})" for item in left)
    verb = "was a logical alternative" if len(left) == 1 else "were logical alternatives"
    reason = f"{made} could be suggested by the extra information ({suggestion.ground}); {listed} {verb}"
    return True, reason, suggestion.calls
