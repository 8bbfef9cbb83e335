"""Whether the table did what the law asked of it: a player who had to pass and did not, a call not repeated.

The case does not say who was wrong, the player (37, 39 with the silenced player's call) or the director (82C); so
nothing is ruled on it, and the director is told.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.bridge import PASS, Problem
from adjudicator.cases import IRREGULAR_CALLS, Case, Event, EventKind
from adjudicator.laws import Findings
from adjudicator.laws.case_facts import place_of
from adjudicator.laws.findings import Finding, Status

_TOLD = frozenset({EventKind.DIRECTOR_ERROR, EventKind.SILENCED})
_NEXT = "add an event of kind director_error (82C), or silenced, with its call_index"


def not_obeyed(case: Case, findings: Findings) -> tuple[Problem, ...]:
    """Calls of the auction that the law, as it applies to an irregular call, did not allow."""
    if case.auction is None or any(event.kind in _TOLD for event in case.events):
        return ()
    found: list[Problem] = []
    for index, (event, finding) in enumerate(zip(case.events, findings.events, strict=True)):
        if event.kind in IRREGULAR_CALLS and finding.status is Status.APPLIES and event.accepted is not True:
            told = (*_partner_called(case, event, finding), *_not_repeated(case, event, finding))
            found += (Problem(text, _NEXT, field=f"events[{index}]", severity="warning") for text in told)
    return tuple(found)


def nothing_follows(case: Case, event: Event, finding: Finding) -> bool:
    """Whether an irregular call was accepted, or put right so that the law has nothing left to review."""
    if event.kind not in IRREGULAR_CALLS or finding.status is not Status.APPLIES:
        return False
    if event.accepted is True or finding.lho_options == "deemed_accepted":
        return True
    place = place_of(case, event)
    if finding.review or place is None or place.replacement is None:
        return False
    return not (*_partner_called(case, event, finding), *_not_repeated(case, event, finding))


def _partner_called(case: Case, event: Event, finding: Finding) -> Iterator[str]:
    place, auction = place_of(case, event), case.auction
    if place is None or auction is None or finding.partner_pass not in ("once", "rest"):
        return
    partner, start = place.offender.partner, place.kept + len(place.then) + 1
    turns = [turn for turn in range(start, len(auction.calls)) if auction.seat_of(turn) is partner]
    for turn in turns[:1] if finding.partner_pass == "once" else turns:
        if auction.calls[turn] != PASS:
            yield f"by {finding.rule} {partner} had to pass, but call {turn} is {auction.calls[turn]}"
            return


def _not_repeated(case: Case, event: Event, finding: Finding) -> Iterator[str]:
    place = place_of(case, event)
    if place is None or place.replacement is None or not finding.rule.endswith("/31A1"):
        return
    if event.withdrawn_call is not None and place.replacement != event.withdrawn_call:
        called = f"but {place.offender} called {place.replacement}"
        yield f"by {finding.rule} {event.withdrawn_call} had to be repeated, {called}"
