"""Penalties beside the score (Law 90): listed with rule and amount, never part of what a side is assigned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from adjudicator.bridge import AdjudicatorError, Problem
from adjudicator.cases import Case, EventKind, ProceduralPenalty
from adjudicator.rulings.damage import figure
from adjudicator.rulings.model import AppliedPenalty
from adjudicator.scores import Scorer
from adjudicator.scores.penalties import Penalty, PenaltyUnit, parse_penalty

_NAMES: dict[PenaltyUnit, str] = {"matchpoints": "matchpoints", "imps": "IMPs", "vp": "VP", "top": "of a top"}


def penalties_of(
    case: Case, scorer: Scorer | None, unit: PenaltyUnit = "top"
) -> tuple[tuple[AppliedPenalty, ...], tuple[Problem, ...]]:
    """The penalties of a case in the event's unit, and those whose amount cannot be read.

    ``scorer`` is ``None`` where the board cannot be scored; ``unit`` is that of a bare number.
    """
    found: list[AppliedPenalty] = []
    problems: list[Problem] = []
    for number, given in enumerate(_given(case)):
        try:
            found.append(_applied(case, given, scorer, unit))
        except AdjudicatorError as error:
            field = f"penalties[{number}].amount"
            problems += [replace(p, severity="warning", file=case.source, field=field) for p in error.problems]
    return tuple(found), tuple(problems)


def _given(case: Case) -> Iterator[ProceduralPenalty]:
    """Those listed, then breaches of procedure for which the director found an amount."""
    yield from case.penalties
    for event in case.events:
        fact = event.fact("penalty")
        if event.kind is EventKind.PROCEDURE and fact is not None:
            yield ProceduralPenalty(event.by, str(fact.value), "", event.description)


def _applied(case: Case, given: ProceduralPenalty, scorer: Scorer | None, unit: PenaltyUnit) -> AppliedPenalty:
    assert given.by is not None
    rule = f"{case.edition}/{given.law or '90A'}"
    because = f" ({given.reason})" if given.reason else ""
    if not given.amount:
        return AppliedPenalty(given.by, None, "", rule, f"{given.by}: a warning{because}")
    penalty = parse_penalty(given.amount, str(given.by), unit)
    amount, name = _in_unit(penalty, scorer)
    as_given = f", {float(penalty.amount):.0%} of a top" if penalty.unit == "top" and "of a top" not in name else ""
    shown = f"{float(amount):.0%} of a top" if name == "of a top" else f"{figure(amount)} {name}"
    return AppliedPenalty(given.by, amount, name, rule, f"{given.by}: penalty of {shown}{as_given}{because}")


def _in_unit(penalty: Penalty, scorer: Scorer | None) -> tuple[Fraction, str]:
    """The amount on the scale of the event; victory points, and IMPs at matchpoints, stay what they are."""
    if penalty.unit == "top" and scorer is not None and scorer.top is not None:
        return penalty.in_points(scorer.top), scorer.unit
    if penalty.unit == "matchpoints" and scorer is not None and scorer.top is not None and scorer.estimated:
        return penalty.amount, "matchpoints"
    return penalty.amount, _NAMES[penalty.unit]
