"""Adjusted scores of every kind, and what each side gets for them.

The order is fixed: convert every outcome, weigh, take off the self-inflicted part (non-offenders only),
average the two sides at knockout, round once.  A step that does not apply is left out; each step that does is
told in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from adjudicator.bridge import Side
from adjudicator.scores.artificial import Artificial
from adjudicator.scores.errors import ScoringError, refuse
from adjudicator.scores.outcomes import WeightedScore, certain, checked
from adjudicator.scores.scorer import Scorer
from adjudicator.scores.self_inflicted import reduce_for_own_error
from adjudicator.scores.units import decimal_text, round_to

SideScore: TypeAlias = tuple[WeightedScore, ...] | Artificial


@dataclass(frozen=True)
class OwnError:
    """The non-offenders' serious error: the table result, and what they would have scored with the infraction
    but without the error."""

    table_score_ns: int
    without_error: tuple[WeightedScore, ...]


@dataclass(frozen=True)
class AdjustedScore:
    """What the director gives each side: outcomes (one or weighted) or an artificial score.

    `nos` and `own_error` are needed only where part of the damage was self-inflicted.
    """

    ns: SideScore
    ew: SideScore
    nos: Side | None = None
    own_error: OwnError | None = None

    @classmethod
    def assigned(cls, score_ns: int, label: str = "") -> AdjustedScore:
        """One result for both sides."""
        return cls(certain(score_ns, label), certain(score_ns, label))

    @classmethod
    def weighted(cls, outcomes: Sequence[WeightedScore]) -> AdjustedScore:
        """The same weighted results for both sides."""
        kept = checked(outcomes)
        return cls(kept, kept)

    @classmethod
    def split(cls, ns: SideScore | Sequence[WeightedScore], ew: SideScore | Sequence[WeightedScore]) -> AdjustedScore:
        """Different scores for the two sides."""
        return cls(_side(ns), _side(ew))

    @classmethod
    def artificial(cls, ns: Artificial, ew: Artificial) -> AdjustedScore:
        """Artificial scores for both sides."""
        return cls(ns, ew)

    def for_side(self, side: Side) -> SideScore:
        """What that side gets."""
        return self.ns if side is Side.NS else self.ew

    def with_own_error(
        self, nos: Side, table_score_ns: int, without_error: Sequence[WeightedScore] | int
    ) -> AdjustedScore:
        """The same ruling, less what the non-offenders' own serious error cost."""
        clean = certain(without_error) if isinstance(without_error, int) else checked(without_error)
        return replace(self, nos=nos, own_error=OwnError(table_score_ns, clean))

    @property
    def kind(self) -> str:
        """`assigned`, `weighted`, `artificial`, `split`, `split weighted`.

        >>> AdjustedScore.weighted([WeightedScore(620, "60%"), WeightedScore(-100, "40%")]).kind
        'weighted'
        """
        artificial = [isinstance(score, Artificial) for score in (self.ns, self.ew)]
        if all(artificial):
            return "artificial"
        weighted = any(not isinstance(score, Artificial) and len(score) > 1 for score in (self.ns, self.ew))
        if any(artificial) or _bare(self.ns) != _bare(self.ew):
            return "split weighted" if weighted else "split"
        return "weighted" if weighted else "assigned"


@dataclass(frozen=True)
class BoardAward:
    """What each side gets on the board: exact, and rounded by the event's rule."""

    ns: Fraction
    ew: Fraction
    ns_rounded: Fraction
    ew_rounded: Fraction
    unit: str
    balanced: bool
    estimated: bool
    steps: tuple[str, ...]

    def for_side(self, side: Side) -> Fraction:
        """The exact figure of a side."""
        return self.ns if side is Side.NS else self.ew

    def rounded_for(self, side: Side) -> Fraction:
        """The rounded figure of a side."""
        return self.ns_rounded if side is Side.NS else self.ew_rounded


def award(adjusted: AdjustedScore, scorer: Scorer) -> BoardAward:
    """What an adjusted score is worth to each side, with the steps that led there.

    >>> from adjudicator.scores.scorer import scorer_for
    >>> ruling = AdjustedScore.weighted([WeightedScore(620, "60%"), WeightedScore(-100, "40%")])
    >>> award(ruling, scorer_for("IMP teams", other_score_ns=140)).ns
    Fraction(18, 5)
    """
    steps: list[str] = []
    ns, ew = (_figure(adjusted.for_side(side), scorer, side, steps) for side in (Side.NS, Side.EW))
    if adjusted.own_error is not None:
        ns, ew = _less_own_error(adjusted, scorer, ns, ew, steps)
    balanced = ew == scorer.mirror(ns)
    unit = scorer.rounding_unit
    if scorer.knockout and scorer.config.knockout_average and not balanced:
        before = f"({decimal_text(ns)} and {decimal_text(ew)})"
        ns, ew = knockout_average(ns, ew)
        steps.append(f"knockout: both teams are credited with the average of the two figures {before}")
        unit = min(unit, Fraction(1, 2))  # averaging may leave half an IMP, which stands
        balanced = True
    rounded = [_rounded(figure, scorer, unit) for figure in (ns, ew)]
    if rounded != [ns, ew]:
        steps.append(f"rounded once, to {unit}")
    return BoardAward(ns, ew, rounded[0], rounded[1], scorer.unit, balanced, scorer.estimated, tuple(steps))


def knockout_average(ns: Fraction, ew: Fraction) -> tuple[Fraction, Fraction]:
    """Both teams' figures at knockout when the board does not balance (12C4; 86B before).

    >>> knockout_average(Fraction(5), Fraction(-9))
    (Fraction(7, 1), Fraction(-7, 1))
    """
    half = (ns - ew) / 2
    return half, -half


def _side(score: SideScore | Sequence[WeightedScore]) -> SideScore:
    return score if isinstance(score, Artificial) else checked(score)


def _bare(score: SideScore) -> object:
    """Without labels: two sides with the same results and weights are not split."""
    if isinstance(score, Artificial):
        return score
    return frozenset((o.score_ns, o.weight) for o in score)


def _figure(score: SideScore, scorer: Scorer, side: Side, steps: list[str]) -> Fraction:
    if isinstance(score, Artificial):
        figure = score.figure(scorer)
        steps.append(f"{side}: {score.describe(scorer.config)}: {decimal_text(figure)} {scorer.unit}")
        return figure
    figure = scorer.expected(score, side)
    parts = " + ".join(
        f"{decimal_text(o.weight * 100)}% x {decimal_text(value)} ({o.text})"
        for o, value in zip(score, scorer.values(score, side), strict=True)
    )
    steps.append(f"{side}: {parts} = {decimal_text(figure)} {scorer.unit}")
    return figure


def _less_own_error(
    adjusted: AdjustedScore, scorer: Scorer, ns: Fraction, ew: Fraction, steps: list[str]
) -> tuple[Fraction, Fraction]:
    error, nos = adjusted.own_error, adjusted.nos
    if error is None or nos is None:
        raise refuse(ScoringError, "a self-inflicted part without a non-offending side", "say which side is innocent")
    table = certain(error.table_score_ns)
    ours, theirs = (ns, ew) if nos is Side.NS else (ew, ns)
    result = reduce_for_own_error(
        scorer.expected(table, nos),
        ours,
        scorer.expected(error.without_error, nos),
        os_table=scorer.expected(table, nos.other),
        os_adjusted=theirs,
    )
    a, b, c, net = (decimal_text(x) for x in (result.a, result.b, result.c, result.nos))
    steps.append(f"{nos}: A {a}, B {b}, C {c}: {result.reason}: {net}")
    return (result.nos, result.os) if nos is Side.NS else (result.os, result.nos)


def _rounded(figure: Fraction, scorer: Scorer, unit: Fraction) -> Fraction:
    if scorer.config.round_board == "none":
        return figure
    return round_to(figure, unit, scorer.average, scorer.config.half_rule)
