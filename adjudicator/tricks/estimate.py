"""What contracts are worth on hidden hands, with as few questions to the solver as the answer needs.

Four savings, none of which can bias the answer:

* the same deals serve all alternatives (common random numbers), so that differences are sharp;
* most deals are asked only "at least t tricks?", a third of the work of the number; a random share is asked for
  the number, which corrects the rest (two-phase sampling);
* a guess at the answer, made from the cards alone, is subtracted on the solved deals and added back on many
  unsolved ones (control variate). It is fitted on other solved deals than those it serves (five folds);
* work stops when the interval is as narrow as asked.

References: Cochran, *Sampling Techniques*, ch. 12 (double sampling) and 7 (regression estimates).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import NormalDist

import numpy as np

from adjudicator.bridge import Contract, Denomination, Seat, Side, Vulnerability
from adjudicator.tricks.double_dummy import Solver, default_solver
from adjudicator.tricks.double_dummy.boards import failure
from adjudicator.tricks.estimate_predictor import Numbers
from adjudicator.tricks.estimate_rows import Line, SolvedDeals, Worth
from adjudicator.tricks.estimate_sources import DealSource, GivenDeals, SampledDeals

Watch = Callable[[int, float], None]
"""Called after each round with (deals solved, widest half-width so far as a share of the one asked for)."""


_CONTROL_PER_DEAL = 10
_FIRST_DEALS = 50
"""Deals that are asked for numbers before the plan is made."""
_MOST_GROWTH = 1.7
"""Growth of a round: the guess improves with the deals, so that fewer may do than the last interval says."""


@dataclass(frozen=True)
class Alternative:
    """A contract and what it is worth for each number of tricks that declarer takes.

    values: fourteen numbers, for 0 to 13 tricks, in any unit (points, IMPs against a given score, matchpoints).

    >>> Alternative.making(Contract.parse("3NT S")).values[8:10]
    (0.0, 1.0)
    """

    name: str
    contract: Contract
    values: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.values) != 14:
            raise failure("an alternative needs a value for 0 to 13 tricks", field=self.name)
        if not self.contract.is_passed_out and self.contract.declarer is None:
            raise failure("an alternative needs a declarer", "add a seat, such as '4S N'", self.name)

    @classmethod
    def scoring(
        cls,
        contract: Contract,
        vulnerability: Vulnerability,
        side: Side = Side.NS,
        unit: Callable[[int], float] = float,
    ) -> Alternative:
        """Worth by the duplicate score for a side, perhaps turned into another unit."""
        sign = 1 if side is Side.NS else -1
        scores = [sign * contract.score_ns(tricks, vulnerability) for tricks in range(14)]
        return cls(str(contract), contract, tuple(float(unit(score)) for score in scores))

    @classmethod
    def making(cls, contract: Contract) -> Alternative:
        """Worth 1 when made: the mean is the chance to make."""
        return cls(str(contract), contract, tuple(float(tricks >= contract.target) for tricks in range(14)))


@dataclass(frozen=True)
class Figure:
    """A mean with the half-width of its interval, in the unit of the alternative."""

    mean: float
    half_width: float

    @property
    def interval(self) -> tuple[float, float]:
        return (self.mean - self.half_width, self.mean + self.half_width)


@dataclass(frozen=True, eq=False)
class Estimate:
    """Means of the alternatives with intervals at a level, and what they have cost.

    figures: one for each alternative, in order. deals: deals solved; values, yes_no: questions asked of the
    solver; reached: whether the interval is as narrow as was asked. seed: of the deals drawn.
    """

    alternatives: tuple[Alternative, ...]
    figures: tuple[Figure, ...]
    level: float
    deals: int
    values: int
    yes_no: int
    reached: bool
    seed: int
    _errors: Numbers

    def difference(self, first: int, second: int) -> Figure:
        """Mean of one alternative less another, on the same deals."""
        mean = self.figures[first].mean - self.figures[second].mean
        return Figure(mean, float(self._errors[first, second]))


@dataclass(frozen=True)
class Aim:
    """How narrow the interval shall be: its half-width for each mean, for each difference, or both.

    level: of the interval. least, most: deals solved at the fewest and at the most; control: unsolved deals that
    carry the guess (more are drawn when many deals are solved).
    """

    half_width: float | None = None
    difference: float | None = None
    level: float = 0.95
    least: int = 100
    most: int = 4000
    control: int = 20_000

    def __post_init__(self) -> None:
        wanted = [width for width in (self.half_width, self.difference) if width is not None]
        if not wanted or min(wanted) <= 0:
            raise failure("an estimate needs a half-width above zero to stop at")
        if not 0.5 <= self.level < 1:
            raise failure("the level of an interval lies between 0.5 and 1")
        if not 50 <= self.least <= self.most:
            raise failure("solve at least 50 deals, and no fewer at the most than at the least")

    def quantile(self, count: int) -> float:
        """Student's quantile for so many deals (Cornish-Fisher)."""
        normal = NormalDist().inv_cdf(0.5 + self.level / 2)
        return normal + (normal**3 + normal) / (4 * max(1, count - 1))


def estimate(
    source: DealSource,
    alternatives: Sequence[Alternative],
    aim: Aim,
    seed: int = 0,
    solver: Solver | None = None,
    watch: Watch | None = None,
) -> Estimate:
    """Mean worth of each alternative over the hidden hands of a source of deals.

    Same seed, same answer. `Estimate.reached` is false when `aim.most` deals did not narrow the interval enough.
    """
    if not alternatives:
        raise failure("an estimate needs at least one alternative")
    generator = np.random.default_rng(seed)
    worths = [_worth(alternative) for alternative in alternatives]
    control, weights = source.draw(aim.control, generator)
    deals = SolvedDeals(solver or default_solver(), worths, generator)
    deals.add_control(control, weights)
    deals.add(*source.draw(min(_FIRST_DEALS, aim.least), generator))
    wanted = aim.least
    while True:
        deals.add(*source.draw(wanted - len(deals), generator))
        missing = _CONTROL_PER_DEAL * len(deals) - deals.control_size
        if missing > 0:
            deals.add_control(*source.draw(missing, generator))
        means, errors = deals.summary()
        errors = errors * aim.quantile(len(deals))
        ratio = _widest(errors, aim)
        if watch is not None:
            watch(len(deals), ratio)
        if ratio <= 1 or len(deals) >= aim.most:
            break
        needed = ceil(len(deals) * min(_MOST_GROWTH, max(1.15, ratio**2)))
        wanted = min(aim.most, needed)
    figures = zip(means.tolist(), np.diag(errors).tolist(), strict=True)
    return Estimate(
        tuple(alternatives),
        tuple(Figure(mean, width) for mean, width in figures),
        aim.level,
        len(deals),
        deals.values_asked,
        deals.yes_no_asked,
        ratio <= 1,
        seed,
        errors,
    )


def trick_distribution(
    source: DealSource,
    denomination: Denomination,
    declarer: Seat,
    aim: Aim,
    seed: int = 0,
    solver: Solver | None = None,
) -> tuple[Figure, ...]:
    """Chance of each number of tricks, 0 to 13, with intervals."""
    contract = Contract(1, denomination, 0, declarer)
    chances = [
        Alternative(f"{tricks} tricks", contract, tuple(float(other == tricks) for other in range(14)))
        for tricks in range(14)
    ]
    return estimate(source, chances, aim, seed, solver).figures


def _worth(alternative: Alternative) -> Worth:
    contract = alternative.contract
    values = np.array(alternative.values, dtype=np.float64)
    if contract.is_passed_out or contract.declarer is None:
        return Worth(None, np.full(14, values[0]), 7)
    line = Line(contract.denomination, contract.declarer)
    return Worth(line, values, contract.target)


def _widest(errors: Numbers, aim: Aim) -> float:
    """The widest half-width as a share of the one asked for."""
    ratio = 0.0
    if aim.half_width is not None:
        ratio = float(np.diag(errors).max()) / aim.half_width
    if aim.difference is not None and len(errors) > 1:
        apart = errors[~np.eye(len(errors), dtype=bool)]
        ratio = max(ratio, float(apart.max()) / aim.difference)
    return ratio


__all__ = [
    "Aim", "Alternative", "DealSource", "Estimate", "Figure", "GivenDeals", "SampledDeals", "estimate",
    "trick_distribution",
]  # fmt: skip
