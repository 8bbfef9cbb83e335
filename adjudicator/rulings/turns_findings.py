"""Findings of fact and of judgement that a ruling rests on: each is found otherwise, and the board ruled again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from adjudicator.bridge import Side
from adjudicator.cases import MISINFORMING, Case, Event, Fact, SeriousError, Standing
from adjudicator.laws.case_facts import HAPPENED
from adjudicator.rulings.assistance import asks_for_assistance
from adjudicator.rulings.damage import affirmed, figure
from adjudicator.rulings.model import By, Turn, WorldView
from adjudicator.rulings.probe import Probe, with_case_fact, with_fact
from adjudicator.rulings.proposal import TABLE
from adjudicator.rulings.suggestion import suggestion_of
from adjudicator.rulings.turn_words import found_otherwise
from adjudicator.rulings.turns_polls import poll_turns
from adjudicator.scores import Scorer

OF_DIRECTOR, PRESUMED, UNLIKELY, EVEN = 0.1, 0.35, 0.15, 0.5
"""How plausible it is that a finding is another: the director's own, a presumption, one that little speaks for,
a matter in which one side or the other has to be believed."""


def finding_turns(probe: Probe, scorer: Scorer) -> Iterator[Turn]:
    """What was found, and what would follow if it had been found otherwise."""
    asked: set[str] = set()
    for turn in (*_disputed(probe), *_judged(probe)):
        if turn.key not in asked:
            asked.add(turn.key)
            yield turn
    yield from poll_turns(probe)
    yield from _serious_error(probe, scorer)


def _judged(probe: Probe) -> Iterator[Turn]:
    for view in probe.base.worlds:
        kind, event = view.world.kind, probe.case.events[view.world.event_index]
        if kind == "without_ui":
            yield from _suggested(probe, view)
        if event.kind in MISINFORMING and kind in ("true_information", "play"):
            what = "lead" if kind == "play" else "call"
            question = f"what the players were told (*{_number(view)}) brought the {what} about"
            yield from _yes_or_no(probe, view, "misled", question)
        if asks_for_assistance(view.world):
            question = f"the irregular call (*{_number(view)}) helped the offender's partner"
            yield from _yes_or_no(probe, view, "helped", question)
        if _asks_what_was_known(view):
            question = f"the offender could have known that the irregularity (*{_number(view)}) might well gain"
            found = any("could not have known" in item.reason for item in probe.base.damage)
            yield from _flip(probe, view, "could_have_known", question, not found, UNLIKELY)


def _number(view: WorldView) -> int:
    return view.world.event_index + 1


def _asks_what_was_known(view: WorldView) -> bool:
    clause = view.world.rule.partition("/")[2]
    return clause.startswith(("72C", "72B", "23")) and not clause.startswith("23C")


def _suggested(probe: Probe, view: WorldView) -> Iterator[Turn]:
    decision, event = view.decision, probe.case.events[view.world.event_index]
    if decision is None or decision.made is None:
        return
    suggestion = suggestion_of(event, decision, probe.case)
    likely = OF_DIRECTOR if suggestion.by is By.DIRECTOR else PRESUMED
    question = f"{decision.made} was suggested by the extra information (*{_number(view)})"
    yield from _flip(probe, view, "suggested", question, decision.made in suggestion.calls, likely)


def _yes_or_no(probe: Probe, view: WorldView, key: str, question: str) -> Iterator[Turn]:
    """Whether the irregularity brought something about: measured, unless the director found it."""
    event = probe.case.events[view.world.event_index]
    said = affirmed(event.fact(key) or probe.case.fact(key))
    now = view.caused if said is None else said
    yield from _flip(probe, view, key, question, now, OF_DIRECTOR if said is not None else PRESUMED)


def _flip(probe: Probe, view: WorldView, key: str, question: str, now: bool, likely: float) -> Iterator[Turn]:
    index = view.world.event_index
    after = probe.ruled(with_fact(probe.case, index, key, not now))
    if not probe.turns(after):
        return
    words = question if not now else _denied(question)
    change = f"events.{index + 1}.{key}={'no' if now else 'yes'}"
    yield found_otherwise(probe, f"events.{index + 1}.{key}", words, "yes" if now else "no", change, after, likely)


def _denied(question: str) -> str:
    for verb, other in ((" was ", " was not "), (" brought ", " did not bring "), (" helped ", " did not help "),
                        (" could have ", " could not have ")):  # fmt: skip
        if verb in question:
            return question.replace(verb, other, 1)
    return f"not: {question}"


# --- who is believed ---------------------------------------------------------------------------------------------


def _disputed(probe: Probe) -> Iterator[Turn]:
    """Facts that are disputed or assumed: each reading of them."""
    for index, event in enumerate(probe.case.events):
        for fact in event.facts:
            yield from _readings(probe, fact, index, event)
    for fact in probe.case.facts:
        yield from _readings(probe, fact, None, None)


def _readings(probe: Probe, fact: Fact, index: int | None, event: Event | None) -> Iterator[Turn]:
    open_to_doubt = fact.standing in (Standing.DISPUTED, Standing.ASSUMED)
    if not open_to_doubt and fact.key not in HAPPENED:
        return
    said = affirmed(Fact(fact.key, fact.value))
    values: list[object] = [fact.value] if fact.standing is Standing.DISPUTED else []
    if said is not None:
        values.append(not said)
    place = "facts" if index is None else f"events.{index + 1}"
    told = ("" if event is None else f"*{(index or 0) + 1} ") + fact.key.replace("_", " ")
    likely = {Standing.DISPUTED: EVEN, Standing.ASSUMED: PRESUMED}.get(fact.standing, OF_DIRECTOR)
    for value in values:
        after = probe.ruled(_with(probe.case, index, fact.key, value))
        if probe.turns(after):
            word = {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
            text = _as_found(fact, word, told, event)
            change = f"{place}.{fact.key}={word}"
            yield found_otherwise(probe, f"{place}.{fact.key}", text, fact.standing.value, change, after, likely)


def _as_found(fact: Fact, word: str, told: str, event: Event | None) -> str:
    settled = fact.standing not in (Standing.DISPUTED, Standing.ASSUMED)
    firm = "" if settled else f", which is {fact.standing.value},"
    if fact.key in HAPPENED:
        number = told.partition(" ")[0]
        what = "the break in tempo" if event is None else f"the {event.kind.value.replace('_', ' ')} ({number})"
        return f"{what}{firm} is found {'not ' if word == 'no' else ''}to have happened"
    if fact.key in _IN_WORDS and word in ("yes", "no"):
        number = f" ({told.partition(' ')[0]})" if event is not None else ""
        return f"it{firm} is found {'not ' if word == 'no' else ''}to be so that {_IN_WORDS[fact.key]}{number}"
    return f"'{told}'{firm} is found to be {word}"


_IN_WORDS = {
    "suggested": "the extra information suggested the call",
    "misled": "what the players were told misled them",
    "helped": "the irregular call helped the offender's partner",
    "could_have_known": "the offender could have known that he might gain",
}


def _with(case: Case, index: int | None, key: str, value: object) -> Case:
    return with_case_fact(case, key, value) if index is None else with_fact(case, index, key, value)


# --- serious errors ----------------------------------------------------------------------------------------------


def _serious_error(probe: Probe, scorer: Scorer) -> Iterator[Turn]:
    """What an error of the side that is redressed would have to cost so that nothing is left of its redress."""

    table = probe.case.table_score_ns
    for side in Side:
        proposal = probe.base.of(side)
        if proposal is None or proposal.kind == TABLE or table is None or proposal.value is None:
            continue
        before = scorer.value(table, side)
        if any(error.by is None or error.by == side for error in probe.case.serious_errors):
            after = probe.ruled(replace(probe.case, serious_errors=()), same_law=True)
            if after.of(side) != proposal:
                text = f"{side} made no serious error, and did not gamble"
                key, change = f"serious_error.{side.name}", f"serious_error.{side.name}=no"
                yield found_otherwise(probe, key, text, "found", change, after, OF_DIRECTOR)
            continue
        if proposal.value <= before:
            continue
        instead = _costly(probe, scorer, side, proposal.value)
        if instead is None:
            continue
        after = probe.ruled(
            replace(probe.case, serious_errors=(SeriousError(side, instead_score_ns=instead),)), same_law=True
        )
        left = after.of(side)
        if left is None or left.value is None or left.value >= proposal.value:
            continue
        cost = figure(scorer.value(instead, side) - before)
        text = f"{side} made a serious error unrelated to the infraction, or gambled, and it cost {cost} {scorer.unit}"
        change = f"serious_error.{side.name}={instead:+d}"
        turn = found_otherwise(probe, f"serious_error.{side.name}", text, "none found", change, after, OF_DIRECTOR / 2)
        yield replace(turn, consequence=f"nothing is left of what {side} gain by the adjustment")


def _costly(probe: Probe, scorer: Scorer, side: Side, value: Fraction) -> int | None:
    """The cheapest score that would leave nothing of the redress, had it been reached without the error."""
    scores = {outcome.score_ns for view in probe.base.worlds for outcome in view.outcomes}
    enough = [score for score in scores if scorer.value(score, side) >= value]
    return min(enough, key=lambda score: (scorer.value(score, side), score), default=None)
