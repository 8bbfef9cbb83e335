"""The field: what happened on the board at the other tables, or an estimate of it.

Only the OTHER tables are in a field.  A table whose own result is under review compares with them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from adjudicator.bridge import Side
from adjudicator.formats.field import FieldResult
from adjudicator.scores.errors import ScoringError, refuse
from adjudicator.scores.outcomes import WeightedScore, merged, normalised

FieldLike: TypeAlias = "Field | Mapping[int, int | Fraction] | Sequence[int | WeightedScore | FieldResult]"


@dataclass(frozen=True)
class Field:
    """Results at the other tables as N/S scores with frequencies.

    `expected` is the number of results the board should have, this table included (`E` of the short-board
    formula); 0 means as many as there are.  An `estimated` field is a distribution (frequencies sum to 1),
    not a count.
    """

    results: tuple[WeightedScore, ...]
    estimated: bool = False
    source: str = ""
    expected: int = 0

    @classmethod
    def of(cls, value: FieldLike, *, source: str = "", expected: int = 0) -> Field:
        """A real field from N/S scores, from frequencies, or from the results that a reader returned."""
        if isinstance(value, Field):
            return value
        results: list[WeightedScore] = []
        without_score = 0
        items: Iterable[object]
        items = (WeightedScore(s, Fraction(f)) for s, f in value.items()) if isinstance(value, Mapping) else value
        for item in items:
            if isinstance(item, WeightedScore):
                results.append(item)
            elif isinstance(item, int):
                results.append(WeightedScore(item))
            elif isinstance(item, FieldResult):
                if item.counts_for is Side.EW:
                    continue  # half of a split score: the comparison of North-South is taken
                if item.score_ns is None:
                    without_score += 1
                else:
                    results.append(WeightedScore(item.score_ns, Fraction(1), str(item.result or "")))
            else:
                raise refuse(ScoringError, f"{item!r} is no result of a field", "give scores for North-South")
        missing = len(results) + without_score + 1 if without_score else 0
        return cls(tuple(results), source=source, expected=expected or missing)

    @classmethod
    def estimate(cls, distribution: Iterable[WeightedScore], source: str = "estimated from the call model") -> Field:
        """A field that nobody played: the distribution of results the model expects, marked as estimated."""
        return cls(normalised(distribution), estimated=True, source=source)

    @property
    def tables(self) -> Fraction:
        """Number of other tables (1 for an estimate: its frequencies are shares)."""
        return self._cumulative[-1]

    @cached_property
    def merged(self) -> tuple[WeightedScore, ...]:
        """The results with equal scores put together, lowest first."""
        return tuple(sorted(merged(self.results), key=lambda item: item.score_ns))

    @cached_property
    def _scores(self) -> tuple[int, ...]:
        return tuple(item.score_ns for item in self.merged)

    @cached_property
    def _cumulative(self) -> tuple[Fraction, ...]:
        sums = [Fraction(0)]
        for item in self.merged:
            sums.append(sums[-1] + item.weight)
        return tuple(sums)

    def below(self, score_ns: int) -> Fraction:
        """How many tables had a lower N/S score."""
        return self._cumulative[bisect_left(self._scores, score_ns)]

    def tied(self, score_ns: int) -> Fraction:
        """How many tables had exactly this N/S score."""
        low, high = bisect_left(self._scores, score_ns), bisect_right(self._scores, score_ns)
        return self._cumulative[high] - self._cumulative[low]

    def describe(self) -> str:
        """One line: how many tables, from where, estimated or real."""
        if self.estimated:
            return f"an ESTIMATED field ({self.source})"
        count = int(self.tables) if self.tables.denominator == 1 else self.tables
        short = f", scaled to {self.expected} results" if self.expected > self.tables + 1 else ""
        return f"{count} other table{'' if count == 1 else 's'}" + (f" ({self.source})" if self.source else "") + short
