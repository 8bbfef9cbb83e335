"""What it means for a ruling that its field is only estimated.

Where nobody else's results are known, the distribution of results that the call model expects stands in for
the field. Every figure from it is marked as estimated; this module says how far a real field could be from
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from adjudicator.bridge import Side
from adjudicator.scores.config import ScoringConfig
from adjudicator.scores.errors import ScoringError, refuse
from adjudicator.scores.field import Field
from adjudicator.scores.forms import EventForm, Form
from adjudicator.scores.outcomes import WeightedScore
from adjudicator.scores.scorer import scorer_for
from adjudicator.scores.units import decimal_text


@dataclass(frozen=True)
class EstimateEffect:
    """A figure against an estimated field, and its range.

    `spread` is one standard deviation of the figure over real fields of `tables` other tables drawn from the
    estimate; `least` and `most` are the figures if the whole field had one and the same result.
    """

    figure: Fraction
    spread: float
    least: Fraction
    most: Fraction
    tables: int
    unit: str

    def __str__(self) -> str:
        return (
            f"{decimal_text(self.figure)} {self.unit} against an ESTIMATED field;"
            f" a real field of {self.tables} other tables would give this within about {self.spread:.2g}"
            f" (extremes {decimal_text(self.least)} to {decimal_text(self.most)})"
        )


def estimate_effect(
    form: str | Form | EventForm,
    field: Field,
    outcomes: Sequence[WeightedScore],
    side: Side,
    *,
    tables: int = 10,
    config: ScoringConfig | None = None,
) -> EstimateEffect:
    """The figure of `outcomes` for `side` against an estimated field, and how much hangs on the estimate."""
    if not field.estimated:
        raise refuse(ScoringError, "a field that was played is not an estimate", "use the scorer itself")
    whole = scorer_for(form, field=field, config=config)
    figure = whole.expected(outcomes, side)
    variance = Fraction(0)
    single: list[Fraction] = []
    for result in field.merged:
        alone = scorer_for(form, field=Field.estimate([WeightedScore(result.score_ns)]), config=config)
        single.append(alone.expected(outcomes, side))
        variance += result.weight * (single[-1] - figure) ** 2
    spread = sqrt(float(variance) / max(1, tables))
    return EstimateEffect(figure, spread, min(single), max(single), tables, whole.unit)
