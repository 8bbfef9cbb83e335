"""Scorers of pairs events: matchpoints, cross-IMPs and Butler.  They compare with the other tables of the
field.

A weighted board enters its own frequency table as fractions of a result.  For the pair itself that gives the
same as comparing each component with the other tables only: the comparisons of the components among
themselves cancel.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cached_property

from adjudicator.bridge import Side
from adjudicator.scores.config import ScoringConfig
from adjudicator.scores.errors import FieldNeededError, refuse
from adjudicator.scores.field import Field
from adjudicator.scores.forms import Form
from adjudicator.scores.outcomes import WeightedScore, certain, checked
from adjudicator.scores.scorer import Scorer
from adjudicator.scores.short_boards import scaled
from adjudicator.scores.units import imp, round_to


class MatchpointScorer(Scorer):
    """Two (or one) for each result beaten, half of that for a tie.

    An estimated field has no number of tables: its unit is the percentage of a top.
    A board with fewer results than it should have is scaled up to them (section 15).
    """

    form = Form.MATCHPOINTS

    def __init__(self, field: Field, config: ScoringConfig) -> None:
        self.field = field
        self.config = config
        self.estimated = field.estimated
        self.unit = "per cent of a top" if field.estimated else "matchpoints"
        self._win = Fraction(1) if config.mp_scale == "2-1-0" else Fraction(1, 2)

    @property
    def top(self) -> Fraction:
        if self.estimated:
            return Fraction(100)
        return 2 * self._win * (max(self.field.tables + 1, Fraction(self.field.expected)) - 1)

    @property
    def rounding_unit(self) -> Fraction:
        return Fraction(1, 10**self.config.mp_decimals)

    def value(self, score_ns: int, side: Side) -> Fraction:
        if side is Side.EW and self.opposite is not None:
            return self.opposite.value(score_ns, side)
        points = 2 * self.field.below(score_ns) + self.field.tied(score_ns)
        if side is Side.EW:
            points = 2 * self.field.tables - points
        if self.estimated:
            return points * 50
        actual, expected = self.field.tables + 1, self.field.expected
        if expected > actual:  # each side by its own matchpoints: in a small group both average 60 per cent
            points = scaled(points, actual, expected, self.config)
        return points * self._win

    def describe(self) -> str:
        scale = f"{self.config.mp_scale} a comparison, top {float(self.top):g}"
        return f"matchpoints against {self.field.describe()}; {'in per cent of a top' if self.estimated else scale}"


class ArtificialScorer(Scorer):
    """A pairs event where both sides get artificial scores: per cent of a top, or IMPs; no field is needed."""

    def __init__(self, form: Form, config: ScoringConfig) -> None:
        self.form = form
        self.config = config
        self.unit = "per cent of a top" if form is Form.MATCHPOINTS else "IMPs"

    @property
    def top(self) -> Fraction | None:
        return Fraction(100) if self.form is Form.MATCHPOINTS else None

    @property
    def rounding_unit(self) -> Fraction:
        return Fraction(1, 10**self.config.mp_decimals)

    def value(self, score_ns: int, side: Side) -> Fraction:
        text = f"at {self.form.value} a result is worth something only against other tables"
        raise refuse(FieldNeededError, text, "give the results of the event", field="field")

    def describe(self) -> str:
        return f"{self.form.value}, artificial scores in {self.unit} (no other table is needed for them)"


class CrossImpScorer(Scorer):
    """The sum of the IMPs against every other table, divided as the event says."""

    form = Form.CROSS_IMPS

    def __init__(self, field: Field, config: ScoringConfig) -> None:
        self.field = field
        self.config = config
        self.estimated = field.estimated
        self.divisor = xi_divisor(field.tables + 1, config) if not field.estimated else Fraction(1)
        self.unit = "cross-IMPs" if config.xi_divisor == "sum" and not self.estimated else "cross-IMPs a comparison"

    @property
    def rounding_unit(self) -> Fraction:
        return Fraction(1, 100) if self.config.xi_divisor != "sum" else super().rounding_unit

    def value(self, score_ns: int, side: Side) -> Fraction:
        if side is Side.EW and self.opposite is not None:
            return self.opposite.value(score_ns, side)
        total = sum((item.weight * imp(score_ns - item.score_ns) for item in self.field.merged), Fraction(0))
        figure = total / self.divisor
        return figure if side is Side.NS else -figure

    def describe(self) -> str:
        how = "mean" if self.estimated else _DIVISORS[self.config.xi_divisor]
        return f"cross-IMPs ({how}) against {self.field.describe()}"


_DIVISORS = {
    "sum": "sum of all comparisons",
    "r-1": "mean over the comparisons",
    "r": "sum divided by the number of results",
    "sqrt": "sum divided by the root of half r(r-1)",
}


def xi_divisor(results: Fraction, config: ScoringConfig) -> Fraction:
    """What the sum of cross-IMPs is divided by, for so many results on the board.

    The root is irrational; it is taken to forty digits.
    """
    if config.xi_divisor == "sum":
        return Fraction(1)
    if config.xi_divisor == "r":
        return results or Fraction(1)
    if config.xi_divisor == "r-1":
        return max(results - 1, Fraction(1))
    product = results * (results - 1) / 2
    if product <= 0:  # nobody to compare with
        return Fraction(1)
    with localcontext() as context:
        context.prec = 40
        root = (Decimal(product.numerator) / Decimal(product.denominator)).sqrt()
    return Fraction(root)


class ButlerScorer(Scorer):
    """IMPs against the datum.  The datum includes this table's own result, weighted if it is weighted."""

    form = Form.BUTLER
    unit = "IMPs against the datum"

    def __init__(self, field: Field, config: ScoringConfig) -> None:
        self.field = field
        self.config = config
        self.estimated = field.estimated
        self._datums: dict[int, Fraction] = {}

    @cached_property
    def _estimated_datum(self) -> Fraction:
        return datum(self.field.merged, self.config.with_(butler_drop=Fraction(0)))

    def datum_with(self, outcomes: Iterable[WeightedScore]) -> Fraction:
        """The datum when this table's result is `outcomes`; an estimated field is a datum by itself."""
        if self.estimated:
            return self._estimated_datum
        return datum((*self.field.results, *outcomes), self.config, expected=self.field.expected)

    def value(self, score_ns: int, side: Side) -> Fraction:
        if side is Side.EW and self.opposite is not None:
            return self.opposite.value(score_ns, side)
        if score_ns not in self._datums:
            self._datums[score_ns] = self.datum_with(certain(score_ns))
        return self.against(score_ns, self._datums[score_ns], side)

    def values(self, outcomes: Sequence[WeightedScore], side: Side) -> list[Fraction]:
        """Each outcome against the one datum that has the whole weighted result in it."""
        if side is Side.EW and self.opposite is not None:
            return self.opposite.values(outcomes, side)
        middle = self.datum_with(outcomes)
        return [self.against(o.score_ns, middle, side) for o in outcomes]

    def expected(self, outcomes: Sequence[WeightedScore], side: Side) -> Fraction:
        """One datum with the weighted result in it, then each outcome against that datum, then the
        weights.
        """
        kept = checked(outcomes)
        return sum((o.weight * v for o, v in zip(kept, self.values(kept, side), strict=True)), Fraction(0))

    def against(self, score_ns: int, middle: Fraction, side: Side) -> Fraction:
        """IMPs of a result against a given datum."""
        figure = Fraction(imp(score_ns - middle))
        return figure if side is Side.NS else -figure

    def describe(self) -> str:
        drop = "" if self.estimated else f", {float(self.config.butler_drop):g} dropped at each end"
        return f"Butler IMPs, datum of {self.field.describe()} with this table{drop}"


def datum(results: Iterable[WeightedScore], config: ScoringConfig, *, expected: int = 0) -> Fraction:
    """The Butler datum in total points for North-South: the mean without the extremes, rounded to the nearest
    10.

    Weighted results take part with their fraction of a table.  A board with fewer results than `expected` is
    scaled up before the extremes go.  With too few results to drop any, none is dropped.

    >>> others = [WeightedScore(s) for s in (-100, 140, 170, 170, 620, 620, 650)]
    >>> ours = [WeightedScore(620, Fraction(6, 10)), WeightedScore(-100, Fraction(4, 10))]
    >>> datum([*others, *ours], ScoringConfig())
    Fraction(340, 1)
    """
    entries = sorted(((item.score_ns, item.weight) for item in results), key=lambda entry: entry[0])
    total = sum((weight for _, weight in entries), Fraction(0))
    if expected > total > 0:
        entries = [(score, weight * expected / total) for score, weight in entries]
        total = Fraction(expected)
    drop = config.butler_drop if 2 * config.butler_drop < total else Fraction(0)
    kept = _cut(_cut(entries, drop)[::-1], drop)
    mass = sum((weight for _, weight in kept), Fraction(0))
    middle = sum((score * weight for score, weight in kept), Fraction(0)) / mass
    unit = config.butler_datum_unit
    return round_to(middle, unit) if unit else middle


def _cut(entries: list[tuple[int, Fraction]], amount: Fraction) -> list[tuple[int, Fraction]]:
    """The entries without the first `amount` of a result."""
    kept = []
    for score, weight in entries:
        gone = min(weight, amount)
        amount -= gone
        if weight > gone:
            kept.append((score, weight - gone))
    return kept
