"""Victory points: the WBF scales of 2013 by their algorithm for any number of boards, every other scale as a
data file.

The formula is irrational; it is evaluated to fifty digits, so rounding to a hundredth is exact.  Scales are
kept as the sum of both teams' victory points (`total`, 20 as a rule; 10 for half matches and triangles, with
half the boards).
"""

from __future__ import annotations

import tomllib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any

from adjudicator.scores.errors import ScoringError, refuse
from adjudicator.scores.units import Number, as_fraction, round_to

HUNDREDTH = Fraction(1, 100)
_DIGITS = 50


class VictoryPointScale(ABC):
    """Converts a match margin in IMPs to victory points."""

    name: str
    total: Fraction

    @abstractmethod
    def winner(self, margin: Fraction, boards: int) -> Fraction:
        """The winner's victory points for a margin of 0 or more."""

    def loser(self, margin: Fraction, boards: int) -> Fraction:
        """The loser's victory points for the same margin."""
        return self.total - self.winner(margin, boards)

    def vps(self, margin: Number, boards: int) -> Fraction:
        """The victory points of a team whose own margin is `margin` (negative when it lost)."""
        if boards < 1:
            raise refuse(
                ScoringError,
                f"a match of {boards} boards",
                "give the number of boards played",
                field="boards",
            )
        own = Fraction(margin)
        return self.winner(own, boards) if own >= 0 else self.loser(-own, boards)


class ContinuousScale(VictoryPointScale):
    """The continuous WBF scale, two decimals.

    A whole margin is looked up in the repaired table; a margin with a fraction goes through the formula
    directly.

    >>> ContinuousScale().vps(10, 16), ContinuousScale().vps(Fraction(106, 10), 16)
    (Fraction(64, 5), Fraction(259, 20))
    """

    def __init__(self, total: int = 20) -> None:
        self.name = "wbf-continuous"
        self.total = Fraction(total)

    def winner(self, margin: Fraction, boards: int) -> Fraction:
        if margin.denominator == 1:
            table = continuous_table(boards, int(self.total))
            return table[min(int(margin), len(table) - 1)]
        return _formula(margin, boards, int(self.total))


class DiscreteScale(VictoryPointScale):
    """The discrete WBF scale in whole victory points; a margin with a fraction is rounded to a whole IMP
    first.

    >>> DiscreteScale().vps(12, 8), DiscreteScale().vps(-12, 8)
    (Fraction(14, 1), Fraction(6, 1))
    """

    def __init__(self, total: int = 20) -> None:
        self.name = "wbf-discrete"
        self.total = Fraction(total)

    def winner(self, margin: Fraction, boards: int) -> Fraction:
        whole = round_to(margin, 1)
        limits = discrete_limits(boards, int(self.total))
        return self.total / 2 + sum(1 for limit in limits if whole > limit)


@lru_cache(maxsize=256)
def continuous_table(boards: int, total: int = 20) -> tuple[Fraction, ...]:
    """The winner's victory points for margins 0, 1, 2 … up to the blitz, steps never growing with the
    margin.
    """
    table = _whole_margins(boards, total)
    place = 1
    while place < len(table) - 1:
        if table[place + 1] - table[place] > table[place] - table[place - 1]:
            table[place] += HUNDREDTH  # which widens the step before it
            place = max(1, place - 1)
        else:
            place += 1
    return tuple(table)


@lru_cache(maxsize=256)
def discrete_limits(boards: int, total: int = 20) -> tuple[int, ...]:
    """The largest margins still worth half the total, one more, and so on; above the last the match is a
    blitz.

    >>> discrete_limits(8)
    (0, 3, 6, 9, 12, 16, 20, 25, 30, 38)
    """
    middle = total // 2
    with localcontext() as context:
        context.prec = _DIGITS
        fall, share = _fall(boards), 1 - _tau() ** 3
        limits = []
        for step in range(middle):
            part = 1 - share * (Decimal(step) + Decimal("0.5")) / middle
            limits.append(int((part.ln() / fall.ln()).to_integral_value(rounding=ROUND_FLOOR)))
    while True:
        if len(limits) > 1 and limits[1] - limits[0] < 2 * limits[0] + 1 and limits[0] > 0:
            limits[0] -= 1
            continue
        wrong = _narrower(limits)
        if wrong is None:
            return tuple(limits)
        limits[wrong] -= 1


def _narrower(limits: list[int]) -> int | None:
    """The first limit after which the band is narrower than the band before it."""
    for i in range(1, len(limits) - 1):
        if limits[i + 1] - limits[i] < limits[i] - limits[i - 1]:
            return i
    return None


def _tau() -> Decimal:
    return (Decimal(5).sqrt() - 1) / 2


def _fall(boards: int) -> Decimal:
    """What one IMP leaves of the distance to the blitz."""
    return ((3 / (15 * Decimal(boards).sqrt())) * _tau().ln()).exp()


def _whole_margins(boards: int, total: int) -> list[Fraction]:
    """The formula at margins 0, 1, 2 … up to the first that gives the whole total."""
    table: list[Fraction] = []
    with localcontext() as context:
        context.prec = _DIGITS
        fall, share, middle = _fall(boards), 1 - _tau() ** 3, Decimal(total) / 2
        left = Decimal(1)
        while not table or table[-1] < total:
            points = min(Decimal(total), middle + middle * (1 - left) / share)
            table.append(round_to(Fraction(points), HUNDREDTH))
            left *= fall
    return table


def _formula(margin: Fraction, boards: int, total: int) -> Fraction:
    with localcontext() as context:
        context.prec = _DIGITS
        exact = Decimal(margin.numerator) / Decimal(margin.denominator)
        middle = Decimal(total) / 2
        gained = middle * (1 - _fall(boards) ** exact) / (1 - _tau() ** 3)
        points = min(Decimal(total), middle + gained)
    return round_to(Fraction(points), HUNDREDTH)


@dataclass(frozen=True)
class _Bands:
    first: int
    last: int
    up_to: tuple[Fraction, ...]
    winner: tuple[Fraction, ...]
    loser: tuple[Fraction, ...]


class TableScale(VictoryPointScale):
    """A scale read from a data file: bands of margins, each with the winner's and the loser's victory points.

    A margin with a fraction is rounded to a whole IMP first, a half away from a tie; `round` in the file names
    another unit, 0 for none (a scale of Swiss pairs takes percentages over 50 as its margins).
    """

    def __init__(self, data: dict[str, Any], *, file: str = "") -> None:
        try:
            self.name = str(data["name"])
            self.total = as_fraction(data["total"])
            self.round = as_fraction(data.get("round", 1))
            self.bands = tuple(_bands(item, self.total) for item in data["match"])
        except (KeyError, TypeError, ValueError) as fault:
            raise refuse(
                ScoringError, f"{file or 'victory-point scale'}: {fault}", "see docs/scores.md for its shape"
            ) from fault

    def _row(self, margin: Fraction, boards: int) -> tuple[_Bands, int]:
        for bands in self.bands:
            if bands.first <= boards <= bands.last:
                whole = round_to(margin, self.round) if self.round else margin
                return bands, sum(1 for limit in bands.up_to if whole > limit)
        lengths = ", ".join(f"{b.first}-{b.last}" for b in self.bands)
        raise refuse(ScoringError, f"{self.name} has no table for {boards} boards", f"it covers {lengths} boards")

    def winner(self, margin: Fraction, boards: int) -> Fraction:
        bands, index = self._row(margin, boards)
        return bands.winner[index]

    def loser(self, margin: Fraction, boards: int) -> Fraction:
        bands, index = self._row(margin, boards)
        return bands.loser[index]


def _bands(item: dict[str, Any], total: Fraction) -> _Bands:
    limits = tuple(as_fraction(limit) for limit in item["up_to"])
    winner = tuple(as_fraction(vp) for vp in item["winner"])
    loser = tuple(as_fraction(vp) for vp in item["loser"]) if "loser" in item else tuple(total - vp for vp in winner)
    if not len(limits) + 1 == len(winner) == len(loser):
        raise ValueError("`winner` needs one figure more than `up_to`: the blitz")
    if any(b <= a for a, b in pairwise(limits)):
        raise ValueError("`up_to` must rise")
    return _Bands(int(item["boards"][0]), int(item["boards"][1]), limits, winner, loser)


def shipped_scales() -> tuple[str, ...]:
    """The names `vp_scale` understands without a file."""
    folder = resources.files("adjudicator.scores") / "data" / "vp"
    files = sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return ("wbf-continuous", "wbf-discrete", "wbf-continuous-10", "wbf-discrete-10", *files)


def scale_named(name: str) -> VictoryPointScale:
    """The scale of that name, or the one in the TOML file at that path.

    >>> scale_named("acbl-20").vps(6, 7)
    Fraction(13, 1)
    """
    key = name.strip().lower()
    if key in ("wbf-continuous", "wbf", "continuous", "wbf-continuous-10"):
        return ContinuousScale(10 if key.endswith("10") else 20)
    if key in ("wbf-discrete", "discrete", "wbf-discrete-10"):
        return DiscreteScale(10 if key.endswith("10") else 20)
    if key in shipped_scales():
        text = (resources.files("adjudicator.scores") / "data" / "vp" / f"{key}.toml").read_text(encoding="utf-8")
        return TableScale(tomllib.loads(text), file=key)
    path = Path(name)
    if path.suffix == ".toml" and path.is_file():
        try:
            return TableScale(tomllib.loads(path.read_text(encoding="utf-8")), file=name)
        except (UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
            raise refuse(ScoringError, f"{name}: {fault}", "give a readable TOML file") from fault
    raise refuse(
        ScoringError,
        f"victory-point scale {name!r} is not known",
        f"write one of {', '.join(shipped_scales())}, or the path of a TOML file",
        field="vp_scale",
    )
