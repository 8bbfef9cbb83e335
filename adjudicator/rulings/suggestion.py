"""Unauthorised information: which calls it suggested, by the director's finding or by presumption."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator.bridge import DOUBLE, PASS, Auction, Call, Vulnerability
from adjudicator.cases import Case, Event, Fact, Standing
from adjudicator.rulings.damage import affirmed
from adjudicator.rulings.model import By, CallShare, Decision
from adjudicator.systems import load_system, meaning_of

UNUSUAL = 0.15
"""A call that fewer peers than this would make is presumed to have been prompted by the information."""

MOST = 0.5
_FORCING = frozenset({"f1", "gf", "relay", "trf", "slam"})


@dataclass(frozen=True)
class Suggestion:
    """The calls that the information suggested, and who says so on what ground."""

    calls: frozenset[Call]
    by: By
    ground: str


def suggestion_of(event: Event, decision: Decision, case: Case) -> Suggestion:
    """What the extra information suggested at this turn.

    Where the director has found nothing the figures of a simulation decide, if they are clear (`InformationValue`).
    The presumption, where they are not: a break in tempo over a call that partner could leave
    alone says that the player was not sure of it, so that acting is suggested over passing. Where pass was no
    choice, a call is suspected only if hardly any peer would have made it.
    """
    if event.suggested:
        return Suggestion(frozenset(event.suggested), By.DIRECTOR, "found by the director")
    finding = found_suggested(event, case)
    if finding is False:
        return Suggestion(frozenset(), By.DIRECTOR, "found by the director")
    made = decision.made
    if made is None:
        return Suggestion(frozenset(), By.PROGRAM, "the call is not known")
    if finding:
        return Suggestion(_suspected(decision, made, case), By.DIRECTOR, "found by the director")
    found = _measured(decision, made, case)
    disputed = _told_of_suggestion(event, case) is not None
    return replace(found, ground=f"disputed and still to be found; {found.ground}") if disputed else found


def found_suggested(event: Event, case: Case) -> bool | None:
    """Whether the director found that the information suggested the action; ``None`` where he has still to find it."""
    fact = _told_of_suggestion(event, case)
    if fact is None or fact.standing is Standing.DISPUTED:
        return None
    return affirmed(fact) is not False


def _told_of_suggestion(event: Event, case: Case) -> Fact | None:
    return event.fact("suggested") or case.fact("suggested")


def _measured(decision: Decision, made: Call, case: Case) -> Suggestion:
    """By the figures of the simulation where they are clear; else by presumption, the figures beside it."""
    presumed = _presumed(decision, made, case)
    logical = frozenset(item.call for item in decision.alternatives)
    value = None if decision.information is None else decision.information.among(logical)
    if value is None:
        return presumed
    if value.suggests is None:
        if not value.leans:
            return presumed
        return replace(presumed, ground=f"{presumed.ground}; {value.reason}, which does not settle it")
    if not value.suggests:
        return Suggestion(frozenset(), By.PROGRAM, value.reason)
    passed_over = PASS in value.suggested_over
    calls = _suspected(decision, made, case) if passed_over else frozenset({made})
    return Suggestion(calls, By.PROGRAM, value.reason)


def _presumed(decision: Decision, made: Call, case: Case) -> Suggestion:
    suspected, share = _suspected(decision, made, case), _share_of(made, decision)
    if len(suspected) > 1:
        return Suggestion(suspected, By.PROGRAM, "presumed: doubt over a call suggests acting over passing")
    if share < UNUSUAL:
        return Suggestion(suspected, By.PROGRAM, f"presumed: only {share:.0%} of peers would call it unprompted")
    ground = f"presumed not: pass was no choice, and {share:.0%} of peers would call it anyway"
    return Suggestion(frozenset(), By.PROGRAM, ground)


def _suspected(decision: Decision, made: Call, case: Case) -> frozenset[Call]:
    """Every action where pass was a choice that was not taken; else the call that was made alone."""
    return _acting(decision, made) if made != PASS and could_pass(decision, case) else frozenset({made})


def _share_of(call: Call, decision: Decision) -> float:
    return next((item.share for item in decision.shares if item.call == call), 0.0)


def could_pass(decision: Decision, case: Case) -> bool:
    """Whether pass is a logical alternative, which it is not over partner's forcing call.

    Where most peers would pass, the call before cannot have been forcing to them.
    """
    considered = any(item.call == PASS and item.alternative for item in decision.shares)
    assert case.auction is not None
    if not considered or _share_of(PASS, decision) >= MOST:
        return considered
    return not is_forced(case.auction.prefix(decision.call_index), case.vulnerability)


def is_forced(start: Auction, vulnerability: Vulnerability | None) -> bool:
    """Whether the player to call may not pass: partner's last call is forcing by agreement and RHO passed."""
    if len(start) < 2 or start.calls[-1] != PASS:
        return False
    found = meaning_of(start, len(start) - 2, load_system("sayc"), vulnerability or Vulnerability.NONE)
    return not found.fallback and found.forcing in _FORCING


def _acting(decision: Decision, made: Call) -> frozenset[Call]:
    """Every call but pass: a double, and every bid from the cheapest that was thought of upwards."""
    bids = [item.call for item in decision.shares if item.call.is_bid]
    lowest = min(bids, default=Call.bid(7, 4))
    return frozenset({made, DOUBLE} | {Call(number) for number in range(int(lowest), 38)})


def alternatives_left(event: Event, decision: Decision, suggestion: Suggestion, case: Case) -> tuple[CallShare, ...]:
    """Logical alternatives that were not suggested: as the director established them, else as peers would call."""
    known = {item.call: item for item in decision.shares}
    if event.alternatives:
        named = [known.get(call, CallShare(call, 0.0, 0.0, 0.0)) for call in event.alternatives]
        return tuple(item for item in named if item.call != decision.made)
    free = could_pass(decision, case)
    left = (item for item in decision.alternatives if item.call not in suggestion.calls)
    return tuple(item for item in left if free or item.call != PASS)
