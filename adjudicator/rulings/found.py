"""The law told again with what was found: shares of peers and suggestions as facts, marked as assumed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from adjudicator.cases import Case, Event, Fact, Standing
from adjudicator.laws import Findings, assess
from adjudicator.rulings.model import WorldView
from adjudicator.rulings.suggestion import suggestion_of

NOTE = "estimated by the program"


def findings_with(case: Case, findings: Findings, worlds: Sequence[WorldView]) -> Findings:
    """The findings after the numbers are known: questions that were answered by them are no longer open."""
    events = list(case.events)
    for view in worlds:
        index = view.world.event_index
        events[index] = _with_facts(events[index], tuple(_facts(case, events[index], view)))
    told = assess(replace(case, events=tuple(events)))
    return replace(findings, events=told.events, score=told.score)


def _facts(case: Case, event: Event, view: WorldView) -> Iterable[Fact]:
    decision = view.decision
    if view.world.kind != "without_ui" or decision is None:
        return
    suggestion = suggestion_of(event, decision, case)
    made = decision.made in suggestion.calls
    yield Fact("suggested", "demonstrably" if made else "no", Standing.ASSUMED, NOTE)
    others = [item for item in decision.shares if item.call not in suggestion.calls and item.call != decision.made]
    if others:
        best = max(others, key=lambda item: item.considered)
        yield Fact("alternative_share", round(best.considered, 2), Standing.ASSUMED, NOTE)


def _with_facts(event: Event, facts: tuple[Fact, ...]) -> Event:
    known = {fact.key for fact in event.facts}
    return replace(event, facts=(*event.facts, *(fact for fact in facts if fact.key not in known)))
