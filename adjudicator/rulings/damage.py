"""Was the non-offending side damaged? The table result against what would have happened."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from adjudicator.bridge import Side
from adjudicator.cases import MISINFORMING, Case, Fact, Standing
from adjudicator.rulings.model import Damage, Interval, Verdict, WorldView
from adjudicator.rulings.outcomes import weighted_scores
from adjudicator.rulings.standards import Standards
from adjudicator.scores import Scorer
from adjudicator.scores.likely import OlderCodeScore, best_with_probability, likely_and_at_all_probable
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
    side: Side | None = None,
) -> Damage:
    """Damage to the side that did not offend in this world (12B1; 12C2 in the older codes).

    ``side`` is for a director's error, after which neither side is the offending one (82C).
    """
    side = view.world.offending.other if side is None else side
    if view.infraction is False:
        return Damage(side, Verdict.NONE, None, None, f"no infraction: {view.reason}", index)
    if view.expected is None or view.infraction is None:
        expected_if = None if view.expected is None else view.expected[side]
        return Damage(side, Verdict.OPEN, None, expected_if, view.reason, index)
    if table is None:
        return Damage(side, Verdict.OPEN, None, view.expected[side], "the table result is not known", index)
    expected, at_table = view.expected[side], table[side]
    if view.world.both_non_offending and affirmed(case.events[view.world.event_index].fact("affected")) is False:
        return Damage(
            side, Verdict.NONE, at_table, expected, "the director found that the error changed nothing", index
        )
    uncaused = _not_brought_about(case, view)
    if uncaused is not None:
        return Damage(side, Verdict.NONE, at_table, expected, uncaused, index)
    if not standards.weights:
        return _if_foreseen(case, view, _older_code(side, view, table, standards, scorer, index))
    found = _by_expectation(side, view, at_table, expected, scorer.unit, index)
    shaded = shade(weighted_scores(view.outcomes), scorer, side, standards.scoring.shading)
    doubt = f"; with the benefit of the doubt {figure(shaded.mean_after)}" if found.verdict is Verdict.CLOSE else ""
    other = None if view.world.both_non_offending else scorer.expected(shaded.shaded, side.other)
    found = replace(
        found,
        shaded=shaded.mean_after,
        award=shaded.mean_after,
        award_other=other,
        table_other=table[side.other],
        reason=found.reason + doubt,
    )
    return _if_foreseen(case, view, found)


def _if_foreseen(case: Case, view: WorldView, found: Damage) -> Damage:
    """Under 72C and the old 23 a score is adjusted only if the offender could have known that he might well gain.

    Gain comes first: where the other side lost nothing nobody asks what he knew. Then the director's finding, then
    the figures of `Foresight`; without either he is presumed not to have known.
    """
    clause = view.world.rule.partition("/")[2]
    asks = clause.startswith(("72C", "72B", "23")) and not clause.startswith("23C")
    if not asks:
        return found
    event, measured = case.events[view.world.event_index], view.foresight
    known = affirmed(event.fact("could_have_known") or case.fact("could_have_known"))
    if known:
        return found
    if found.verdict is Verdict.NONE:
        return replace(found, award=None, award_other=None)
    if known is None and measured is not None and measured.known:
        return replace(found, reason=f"{found.reason}; the offender could have known: {measured.reason}")
    figures = f": {measured.reason}" if known is None and measured is not None else ""
    said = "the director found that"
    if known is None:
        presumed = "presumed, since nothing in the case speaks for it, that"
        said = "by the figures" if measured is not None and measured.known is not None else presumed
    text = f"{said} the offender could not have known at the time that the irregularity would gain{figures}"
    return Damage(found.side, Verdict.NONE, found.table, found.expected, text, found.world)


def _not_brought_about(case: Case, view: WorldView) -> str | None:
    """Why the irregularity did not bring the result about; ``None`` where it did, or may have done.

    The director's finding that players were misled, or were not, overrules what was measured.
    """
    event = case.events[view.world.event_index]
    lead = "lead" if view.world.kind == "play" else "call"
    wild = f"what the players were told did not bring the {lead} about"
    misinformed = event.kind in MISINFORMING
    misled = affirmed(event.fact("misled") or case.fact("misled"))
    if misinformed and misled is False:
        return f"the director found that {wild}"
    if view.caused or misled is True:
        return None
    cause = wild if view.world.kind in ("true_information", "play") else "the irregularity gave no assistance"
    return f"{cause}: {view.cause}"


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
        f"table {figure(at_table)}, expected without the irregularity {rough(expected.value)} {unit} "
        f"(90 % interval {rough(expected.low)} to {rough(expected.high)}); "
        f"a better result had a chance of {float(better):.0%}"
    )
    if gain <= 0:
        verdict = Verdict.NONE if expected.high <= at_table or better < COULD_WELL else Verdict.CLOSE
    else:
        verdict = Verdict.DAMAGE if expected.low > at_table else Verdict.CLOSE
        if better < COULD_WELL and verdict is Verdict.CLOSE:
            verdict = Verdict.NONE
    return Damage(side, verdict, at_table, expected, words, index)


def _older_code(
    side: Side, view: WorldView, table: tuple[Fraction, Fraction], standards: Standards, scorer: Scorer, index: int
) -> Damage:
    """Before weights each half is looked at alone: a better result was likely, or a worse one for the offenders
    was at all probable. Neither side's half can do what the law does not want: the first never lowers the
    non-offenders' score, the second never raises the offenders'."""
    assert view.expected is not None
    assigned = older_scores(view, scorer, side, standards)
    likely, probable = (float(share) for share in (standards.scoring.likely, standards.scoring.at_all_probable))
    award = scorer.value(assigned.nos.score_ns, side)
    other = None if view.world.both_non_offending else scorer.value(assigned.os.score_ns, side.other)
    at_table, expected = table[side], view.expected[side]
    gains, loses = award > at_table, other is not None and other < table[side.other]
    better = better_chance(view, side, at_table)
    words = (
        f"table {figure(at_table)} {scorer.unit}, expected without the irregularity {rough(expected.value)} (90 % "
        f"interval {rough(expected.low)} to {rough(expected.high)}); a better result had a chance of "
        f"{float(better):.0%} (likely from {likely:.0%}, at all probable from {probable:.0%})"
    )
    if loses and not gains:
        words += f": too little for {side}, who keep the table result, enough against {side.other}"
    verdict = Verdict.DAMAGE if gains or loses else Verdict.NONE
    return Damage(
        side, verdict, at_table, expected, words, index, award=award, award_other=other, table_other=table[side.other]
    )


def older_scores(view: WorldView, scorer: Scorer, nos: Side, standards: Standards) -> OlderCodeScore:
    """The two assigned results of the older codes: likely, and at all probable.

    Where the sponsor does not read "had the irregularity not happened" into the offenders' half, what was at all
    probable after the irregularity counts against them too: the worse of the two for them.
    """
    config = standards.scoring
    found = likely_and_at_all_probable(weighted_scores(view.outcomes), scorer, nos, config)
    if config.os_limited_by_irregularity or view.contrast is None or not view.contrast.outcomes:
        return found
    after = best_with_probability(weighted_scores(view.contrast.outcomes), scorer, nos, config.at_all_probable)
    worse = max(found.os, after, key=lambda item: scorer.value(item.score_ns, nos))
    return replace(found, os=worse)


def better_chance(view: WorldView, side: Side, at_table: Fraction) -> Fraction:
    """The chance of a result that is worth more to a side than the table result."""
    better = sum(outcome.probability for outcome in view.outcomes if outcome.value(side) > at_table)
    return Fraction(better).limit_denominator(1000)


def rough(value: Fraction) -> str:
    """An estimate for people: one decimal, none from 20 on, since its interval is wider than that.

    >>> rough(Fraction(-123, 100)), rough(Fraction(4816, 100)), rough(Fraction(0))
    ('-1.2', '48', '0')
    """
    text = f"{float(value):.0f}" if abs(value) >= 20 else f"{float(value):.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def figure(value: Fraction) -> str:
    """A figure in the event's unit for people: at most two decimals, with its sign where it is negative.

    >>> figure(Fraction(21, 4)), figure(Fraction(-3))
    ('5.25', '-3')
    """
    text = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
