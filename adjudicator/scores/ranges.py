"""Weights given as a range ("one down with 70 to 100 per cent"): both ends of what the ruling is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from adjudicator.bridge import Side
from adjudicator.scores.errors import ScoringError, refuse
from adjudicator.scores.outcomes import WeightedScore, WeightRange
from adjudicator.scores.scorer import Scorer
from adjudicator.scores.units import decimal_text


@dataclass(frozen=True)
class RangeEnds:
    """The least and the most a side can get, with the weights that give it."""

    least: Fraction
    most: Fraction
    least_weights: tuple[WeightedScore, ...]
    most_weights: tuple[WeightedScore, ...]


def range_ends(candidates: Sequence[WeightRange | WeightedScore], scorer: Scorer, side: Side) -> RangeEnds:
    """Both ends for `side` over all weights inside the ranges that sum to 1.

    >>> from adjudicator.scores.scorer import scorer_for
    >>> wide = [WeightRange(-400, "0", "30%"), WeightRange(50, "70%", "1")]
    >>> ends = range_ends(wide, scorer_for("IMP teams", other_score_ns=-400), Side.NS)
    >>> ends.least, ends.most
    (Fraction(7, 1), Fraction(10, 1))
    """
    ranges = [
        c if isinstance(c, WeightRange) else WeightRange(c.score_ns, c.weight, c.weight, c.label) for c in candidates
    ]
    ordered = sorted(ranges, key=lambda r: scorer.value(r.score_ns, side))
    low = _filled(ordered)
    high = _filled(ordered[::-1])
    return RangeEnds(scorer.expected(low, side), scorer.expected(high, side), low, high)


def _filled(ranges: Sequence[WeightRange]) -> tuple[WeightedScore, ...]:
    """Every lower end, and what is left over to the first in order up to their upper ends."""
    left = 1 - sum((r.low for r in ranges), Fraction(0))
    room = sum((r.high - r.low for r in ranges), Fraction(0))
    if left < 0 or room < left:
        # One part in a hundred may be missing from ranges written as 0.333 and 0.667.
        if -Fraction(1, 100) <= left < 0 or 0 < left - room <= Fraction(1, 100):
            return _stretched(ranges)
        ends = ", ".join(f"{decimal_text(r.low * 100)}-{decimal_text(r.high * 100)}% {r.text}" for r in ranges)
        raise refuse(ScoringError, f"no weights inside {ends} sum to 100 per cent", "widen one of the ranges")
    filled = []
    for r in ranges:
        more = min(left, r.high - r.low)
        left -= more
        filled.append(WeightedScore(r.score_ns, r.low + more, r.label))
    return tuple(filled)


def _stretched(ranges: Sequence[WeightRange]) -> tuple[WeightedScore, ...]:
    """The nearer ends of all ranges, scaled to sum to 1."""
    lows = sum((r.low for r in ranges), Fraction(0))
    weights = [r.low if lows > 1 else r.high for r in ranges]
    total = sum(weights, Fraction(0))
    return tuple(WeightedScore(r.score_ns, w / total, r.label) for r, w in zip(ranges, weights, strict=True))
