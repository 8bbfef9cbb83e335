"""A reference world worked out: the turn where the worlds part, what may be called there, what comes of it."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.bridge import DOUBLE, PASS, Auction, Call
from adjudicator.cases import Case, Event
from adjudicator.laws import ReferenceWorld
from adjudicator.rulings.information import MisledTurn, start_of, told_in_words
from adjudicator.rulings.model import CallShare, Decision, Interval, WorldView
from adjudicator.rulings.outcomes import Reached, expectation, valued, work_out
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
    reached, unexplored = tools.reached(start, tools.legal_filter(world, start, barred))
    view = _evaluated(case, world, start, decision, reached, unexplored, reason, tools)
    return view if turn is None else replace(view, caused=turn.caused)


def _evaluated(
    case: Case,
    world: ReferenceWorld,
    start: Auction,
    decision: Decision | None,
    reached: tuple[Reached, ...],
    unexplored: float,
    reason: str,
    tools: Tools,
) -> WorldView:
    views, chances = work_out(case, reached, tools.solver, with_play=world.kind != "play")
    outcomes = valued(case, chances, tools.scorer)
    expected = tuple(
        expectation(views, outcomes, side, tools.rng(f"expectation {side}"), tools.evidence) for side in tools.sides
    )
    pair: tuple[Interval, Interval] = (expected[0], expected[1])
    return WorldView(world, start.text, decision, views, outcomes, unexplored, True, pair, reason)


def _play_world(case: Case, world: ReferenceWorld, start: Auction, tools: Tools) -> WorldView:
    """The auction stands; what is asked again is the lead and the play."""
    contract = case.table_contract or start.contract
    if contract is None or contract.is_passed_out or contract.declarer is None:
        reason = "the case names no contract whose play could be asked again"
        return WorldView(world, start.text, None, (), (), 0.0, None, None, reason)
    reached = (Reached(contract, 1.0, ((start.calls, 1.0),)),)
    reason = f"the contract stands; lead and play of {contract} are asked again without the irregularity"
    return _evaluated(case, world, start, None, reached, 0.0, reason, tools)


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
    return Decision(index, world.actor, made, shares, report.threshold)


def _mark_barred(decision: Decision, barred: frozenset[Call]) -> Decision:
    shares = tuple(replace(share, barred=share.call in barred) for share in decision.shares)
    return replace(decision, shares=shares)


def _infraction(
    case: Case, world: ReferenceWorld, decision: Decision, turn: MisledTurn | None
) -> tuple[bool | None, str, frozenset[Call]]:
    """Whether the law was broken at this turn, why, and which calls it takes away."""
    if turn is not None:
        reason = f"{told_in_words(turn)}; {world.note}" if world.note else told_in_words(turn)
        return True, reason, frozenset()
    if world.kind != "without_ui":
        return True, world.note, frozenset(world.barred)
    event = case.events[world.event_index]
    if decision.made is None:
        return None, "the auction does not show what the player called with the information", frozenset()
    suggested, by_whom = suggested_calls(event, decision, case)
    if decision.made not in suggested:
        return False, f"{decision.made} was not suggested by the extra information", frozenset()
    legal = _named(event, decision) or [item for item in decision.alternatives if item.call not in suggested]
    if not legal:
        made = next((share for share in decision.shares if share.call == decision.made), None)
        peers = f"{made.share:.0%} of peers would choose it" if made else "peers would choose it"
        return False, f"there was no logical alternative to {decision.made}: {peers}", frozenset()
    listed = ", ".join(f"{share.call} ({share.share:.0%})" for share in legal)
    verb = "was a logical alternative" if len(legal) == 1 else "were logical alternatives"
    reason = f"{decision.made} could be suggested by the extra information ({by_whom}); {listed} {verb}"
    return True, reason, suggested


def _named(event: Event, decision: Decision) -> list[CallShare]:
    """Alternatives that the director has established, whatever the program thinks of their share."""
    known = {share.call: share for share in decision.shares}
    return [known.get(call, CallShare(call, 0.0, 0.0, 0.0)) for call in event.alternatives if call != decision.made]


def suggested_calls(event: Event, decision: Decision, case: Case) -> tuple[frozenset[Call], str]:
    """Calls that the extra information suggested: as the director found, else by presumption.

    The presumption: partner's break in tempo over a call that could be left alone says that he was not sure of
    leaving it alone, so that every call other than pass is suggested over pass; where pass was no choice, or
    was the call made, the call that was made is the one suspected.
    """
    if event.suggested:
        return frozenset(event.suggested), "found by the director"
    fact = event.fact("suggested")
    if fact is not None and fact.value in (False, "no"):
        return frozenset(), "found by the director"
    if decision.made is None:
        return frozenset(), "no call"
    if decision.made != PASS and could_pass(decision):
        acting = {share.call for share in decision.shares if share.call != PASS} | {decision.made}
        return frozenset(acting | _dearer(decision)), "presumed: the hesitation suggests acting over passing"
    return frozenset({decision.made}), "presumed of the call that was made"


def could_pass(decision: Decision) -> bool:
    return any(share.call == PASS and share.alternative for share in decision.shares)


def _dearer(decision: Decision) -> set[Call]:
    """Every bid from the cheapest that was thought of upwards, and a double."""
    bids = [share.call for share in decision.shares if share.call.is_bid]
    lowest = min(bids, default=Call.bid(7, 4))
    return {Call(number) for number in range(int(lowest), 38)} | {DOUBLE}
