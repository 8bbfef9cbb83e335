"""The scorer of one board: converts a result to the event's unit.  `scorer_for` picks the right one.

Every ruling asks two questions of a scorer: what is this result worth to a side (`value`), and what is this
outcome set worth (`expected`: each outcome converted first, then the weights).  Nothing is rounded here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

from adjudicator.bridge import Side
from adjudicator.scores.config import ScoringConfig
from adjudicator.scores.errors import FieldNeededError, refuse
from adjudicator.scores.field import Field, FieldLike
from adjudicator.scores.forms import EventForm, Form, parse_form
from adjudicator.scores.outcomes import WeightedScore, checked, normalised

OtherTable: TypeAlias = int | Sequence[WeightedScore]


class Scorer(ABC):
    """Converts results of one board at one table to the unit of the event.

    `opposite` is the scorer of East-West where their comparison holds other results than North-South's: the field
    has a split score.
    """

    form: Form
    unit: str
    config: ScoringConfig
    estimated: bool = False
    knockout: bool = False
    opposite: Scorer | None = None

    @property
    def top(self) -> Fraction | None:
        """The best figure possible, where the form has one."""
        return None

    @property
    def average(self) -> Fraction:
        """The figure of an average board; half away from it is how halves are rounded."""
        return Fraction(0) if self.top is None else self.top / 2

    @property
    def rounding_unit(self) -> Fraction:
        """The unit a board is rounded to at the end."""
        return Fraction(1, 10) if self.config.imp_unit is None else self.config.imp_unit

    @abstractmethod
    def value(self, score_ns: int, side: Side) -> Fraction:
        """What the result of `score_ns` total points (North-South's) is worth to `side`."""

    def values(self, outcomes: Sequence[WeightedScore], side: Side) -> list[Fraction]:
        """What each outcome of a set is worth to `side` when the set is this table's result."""
        return [self.value(item.score_ns, side) for item in outcomes]

    def expected(self, outcomes: Sequence[WeightedScore], side: Side) -> Fraction:
        """The weighted mean of the converted outcomes; their weights must sum to 1."""
        return sum((item.weight * self.value(item.score_ns, side) for item in checked(outcomes)), Fraction(0))

    def mirror(self, figure: Fraction) -> Fraction:
        """What the other side gets when this side gets `figure` on a balanced board."""
        return 2 * self.average - figure

    @abstractmethod
    def describe(self) -> str:
        """Which field, other table and convention were used, and whether they are estimated."""


def scorer_for(
    form: str | Form | EventForm,
    *,
    field: FieldLike | None = None,
    other_score_ns: OtherTable | None = None,
    config: ScoringConfig | None = None,
    table_score_ns: int | None = None,
    field_ew: FieldLike | None = None,
) -> Scorer:
    """The scorer for a form of scoring as a case or a file writes it ("MP pairs", "IMP teams", "Butler",
    "unknown" …).

    `field`: results at the OTHER tables (N/S scores, frequencies, what a reader returned, or
    `Field.estimate(...)`). `other_score_ns`: at teams, what North-South of the other table scored, or its
    outcome set when that table is adjusted too.  `field_ew`: the field as East-West see it, where split scores make
    it another.  `table_score_ns`: the result obtained here; where neither
    field nor other table is known, teams and "unknown" measure the swing from it, and say so.

    Raises `UnknownFormError`, or `FieldNeededError` for forms that cannot be scored without other results.

    >>> scorer_for("IMP teams", other_score_ns=200).value(620, Side.NS)
    Fraction(9, 1)
    """
    from adjudicator.scores.pairs import ButlerScorer, CrossImpScorer, MatchpointScorer
    from adjudicator.scores.teams import BamScorer, PattonScorer, TeamScorer, TotalPointScorer

    event = parse_form(form)
    settings = config or ScoringConfig()
    compared = None if field is None else Field.of(field)
    kind = event.form
    if kind is Form.TOTAL_POINTS:
        return TotalPointScorer(settings)
    if kind in (Form.MATCHPOINTS, Form.CROSS_IMPS, Form.BUTLER):
        if compared is None or not compared.tables:
            raise refuse(
                FieldNeededError,
                f"{kind.value} compare with other tables, and no results of the field are given",
                "give the results of the event (USEBIO, PBN ScoreTable, CSV) or an estimated field",
                field="field",
            )
        makers: dict[Form, Callable[[Field, ScoringConfig], Scorer]] = {
            Form.MATCHPOINTS: MatchpointScorer,
            Form.CROSS_IMPS: CrossImpScorer,
            Form.BUTLER: ButlerScorer,
        }
        scorer = makers[kind](compared, settings)
        if field_ew is not None:
            scorer.opposite = makers[kind](Field.of(field_ew), settings)
        return scorer
    other, note, estimated = _other_table(other_score_ns, compared, table_score_ns)
    if kind is Form.BAM:
        return BamScorer(other, settings, note, estimated)
    if kind is Form.PATTON:
        return PattonScorer(other, settings, note, estimated)
    if kind is Form.UNKNOWN:
        note = f"the form of scoring is not known; IMPs are shown, {note}"
        estimated = True
    return TeamScorer(other, settings, note, estimated, kind, event.knockout)


def _other_table(
    other: OtherTable | None, field: Field | None, table_score_ns: int | None
) -> tuple[tuple[WeightedScore, ...], str, bool]:
    """The other table as a distribution of N/S scores, how it is described, and whether it is only an
    estimate.
    """
    if other is not None:
        if isinstance(other, int):
            return (WeightedScore(other),), f"against N/S {other:+d} at the other table", False
        outcomes = checked(other)
        return outcomes, f"against an adjusted other table ({_listed(outcomes)})", False
    if field is not None and field.tables:
        return normalised(field.merged), f"against {field.describe()} in place of the other table", True
    if table_score_ns is not None:
        note = f"the other table is not known: swing from the result obtained here (N/S {table_score_ns:+d})"
        return (WeightedScore(table_score_ns),), note, True
    return (WeightedScore(0),), "the other table is not known: swing from a score of 0", True


def _listed(outcomes: Iterable[WeightedScore]) -> str:
    return ", ".join(str(outcome) for outcome in outcomes)
