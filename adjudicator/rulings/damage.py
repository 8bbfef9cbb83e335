"""Was the non-offending side damaged? The table result against what would have happened."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from adjudicator.bridge import Side
from adjudicator.cases import Case, Fact, Standing
from adjudicator.rulings.model import Damage, Interval, Verdict, WorldView
from adjudicator.rulings.outcomes import weighted_scores
from adjudicator.rulings.standards import Standards
from adjudicator.scores import Scorer
from adjudicator.scores.shading import shade

COULD_WELL = Fraction(1, 5)
"""A better result with at least this chance means that the outcome "could well have been different"."""


def damage_of(
    case: Case,
    index: int,
    view: WorldView,
    table: tuple[Fraction, Fraction] | None,
    standards: Standards,
    scorer: Scorer,
) -> Damage:
    """Damage to the side that did not offend in this world (12B1; 12C2 in the older codes)."""
    side = view.world.offending.other
    if view.infraction is False:
        return Damage(side, Verdict.NONE, None, None, f"no infraction: {view.reason}", index)
    if view.expected is None or view.infraction is None:
        return Damage(side, Verdict.OPEN, None, None, view.reason, index)
    if table is None:
        return Damage(side, Verdict.OPEN, None, view.expected[side], "the table result is not known", index)
    expected, at_table = view.expected[side], table[side]
    known = _could_have_known(case, view)
    if known is not None:
        return Damage(side, Verdict.NONE, at_table, expected, known, index)
    if not view.caused and not _found_misled(case, view):
        wild = "what the players were told did not bring the call about"
        cause = wild if view.world.kind == "true_information" else "the irregularity gave no assistance"
        reason = f"{cause}: {view.cause}"
        return Damage(side, Verdict.NONE, at_table, expected, reason, index)
    if not standards.weights:
        return _older_code(side, view, at_table, expected, scorer.unit, index)
    found = _by_expectation(side, view, at_table, expected, scorer.unit, index)
    shaded = shade(weighted_scores(view.outcomes), scorer, side, standards.scoring.shading).mean_after
    doubt = f"; with the benefit of the doubt {figure(shaded)}" if found.verdict is Verdict.CLOSE else ""
    return replace(found, shaded=shaded, reason=found.reason + doubt)


def _could_have_known(case: Case, view: WorldView) -> str | None:
    """Under 72C and the old 23 a score is adjusted only if the offender could have known that he would gain."""
    clause = view.world.rule.partition("/")[2]
    if not clause.startswith(("72C", "72B", "23")) or clause.startswith("23C"):
        return None
    event = case.events[view.world.event_index]
    known = affirmed(event.fact("could_have_known") or case.fact("could_have_known"))
    if known:
        return None
    said = "the director found" if known is False else "presumed, since nothing in the case speaks for it,"
    return f"{said} that the offender could not have known at the time that the irregularity would gain"


def _found_misled(case: Case, view: WorldView) -> bool:
    """The director found that the wrong information brought the call about."""
    event = case.events[view.world.event_index]
    return affirmed(event.fact("misled") or case.fact("misled")) is True


def affirmed(fact: Fact | None) -> bool | None:
    """What the director found: yes or no; ``None`` where he did not say, or where it is disputed."""
    if fact is None or fact.standing is Standing.DISPUTED:
        return None
    word = str(fact.value).strip().lower()
    return True if word in {"true", "yes"} else False if word in {"false", "no"} else None


def _by_expectation(
    side: Side, view: WorldView, at_table: Fraction, expected: Interval, unit: str, index: int
) -> Damage:
    gain = expected.value - at_table
    better = better_chance(view, side, at_table)
    words = (
        f"table {figure(at_table)}, expected without the irregularity {figure(expected.value)} {unit} "
        f"(90 % interval {figure(expected.low)} to {figure(expected.high)}); "
        f"a better result had a chance of {float(better):.0%}"
    )
    if gain <= 0:
        verdict = Verdict.NONE if expected.high <= at_table or better < COULD_WELL else Verdict.CLOSE
    else:
        verdict = Verdict.DAMAGE if expected.low > at_table else Verdict.CLOSE
        if better < COULD_WELL and verdict is Verdict.CLOSE:
            verdict = Verdict.NONE
    return Damage(side, verdict, at_table, expected, words, index)


def _older_code(side: Side, view: WorldView, at_table: Fraction, expected: Interval, unit: str, index: int) -> Damage:
    """Before weights: damaged when a better result was likely, or at all probable for the offenders."""
    better = better_chance(view, side, at_table)
    verdict = Verdict.DAMAGE if better >= Fraction(1, 6) else Verdict.NONE
    words = (
        f"table {figure(at_table)} {unit}; without the irregularity a better result had a chance of "
        f"{float(better):.0%} (likely from 33 %, at all probable from 17 %)"
    )
    return Damage(side, verdict, at_table, expected, words, index)


def better_chance(view: WorldView, side: Side, at_table: Fraction) -> Fraction:
    """The chance of a result that is worth more to a side than the table result."""
    better = sum(outcome.probability for outcome in view.outcomes if outcome.value(side) > at_table)
    return Fraction(better).limit_denominator(1000)


def figure(value: Fraction) -> str:
    """A figure in the event's unit for people: at most two decimals, with its sign where it is negative.

    >>> figure(Fraction(21, 4)), figure(Fraction(-3))
    ('5.25', '-3')
    """
    text = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
