"""Outcome sets: the results a board might have had, each with its weight.

An outcome is a bridge result.  It is converted to the event's unit one by one; the weights are applied to the
converted figures, never to the total points (section 3 of every pipeline: convert, then weigh).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from adjudicator.bridge import Result, Vulnerability
from adjudicator.scores.errors import ScoringError, refuse
from adjudicator.scores.units import as_fraction, decimal_text


@dataclass(frozen=True)
class WeightedScore:
    """One outcome: North-South's total points and how much weight it carries (a share of 1)."""

    score_ns: int
    weight: Fraction = Fraction(1)
    label: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "weight", as_fraction(self.weight))
        if self.weight < 0:
            raise refuse(ScoringError, f"negative weight {self.weight} for {self.text}", "give a weight from 0 to 1")

    @property
    def text(self) -> str:
        """The result if it was given, else the score."""
        return self.label or f"{self.score_ns:+d}"

    def __str__(self) -> str:
        return f"{decimal_text(self.weight * 100)}% {self.text}"


@dataclass(frozen=True)
class WeightRange:
    """An outcome whose weight was given as a range, "30 to 50 per cent"."""

    score_ns: int
    low: Fraction
    high: Fraction
    label: str = ""

    def __post_init__(self) -> None:
        low, high = as_fraction(self.low), as_fraction(self.high)
        if not 0 <= low <= high <= 1:
            raise refuse(
                ScoringError,
                f"weight range {_short(low)} to {_short(high)} for {self.label or self.score_ns}",
                "give the lower end first, both from 0 to 1",
            )
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)

    @property
    def text(self) -> str:
        """The result if it was given, else the score."""
        return self.label or f"{self.score_ns:+d}"


def _short(weight: Fraction) -> str:
    return decimal_text(weight * 100) + "%" if abs(weight) < 1000 else "of thousands of per cent"


def certain(score_ns: int, label: str = "") -> tuple[WeightedScore, ...]:
    """The outcome set of one sure result."""
    return (WeightedScore(score_ns, Fraction(1), label),)


def checked(outcomes: Iterable[WeightedScore]) -> tuple[WeightedScore, ...]:
    """The same outcomes, those of weight 0 dropped; the weights must sum to exactly 1."""
    kept = tuple(outcome for outcome in outcomes if outcome.weight > 0)
    if not kept:
        raise refuse(ScoringError, "an outcome set without an outcome", "give at least one result with a weight")
    total = sum((outcome.weight for outcome in kept), Fraction(0))
    if total != 1:
        raise refuse(
            ScoringError,
            f"the weights sum to {decimal_text(total * 100)} per cent",
            "make them sum to 100 per cent",
        )
    return kept


def normalised(outcomes: Iterable[WeightedScore]) -> tuple[WeightedScore, ...]:
    """The same outcomes with their weights scaled to sum to 1, as after a forbidden line was dropped.

    >>> [str(o) for o in normalised([WeightedScore(620, "30%"), WeightedScore(-100, "20%")])]
    ['60% +620', '40% -100']
    """
    kept = tuple(outcome for outcome in outcomes if outcome.weight > 0)
    total = sum((outcome.weight for outcome in kept), Fraction(0))
    if not total:
        raise refuse(ScoringError, "no outcome is left", "at least one legal outcome must have some weight")
    return tuple(WeightedScore(o.score_ns, o.weight / total, o.label) for o in kept)


def merged(outcomes: Iterable[WeightedScore]) -> tuple[WeightedScore, ...]:
    """Outcomes of the same score put together; the first label is kept."""
    found: dict[int, WeightedScore] = {}
    for outcome in outcomes:
        old = found.get(outcome.score_ns)
        if old is None:
            found[outcome.score_ns] = outcome
        else:
            found[outcome.score_ns] = WeightedScore(old.score_ns, old.weight + outcome.weight, old.label)
    return tuple(found.values())


_PART = re.compile(
    r"""^\s*(?:(?P<low>\d+/\d+|\d*[.,]?\d+)\s*(?P<cent>%)?\s*(?:-|–|to|\.\.)\s*)?   # the lower end of a range
        (?:(?P<weight>\d+(?:[.,]\d+)?\s*%)\s*[:x*]?\s*                            # the weight itself
          |(?P<share>\d+/\d+|[01]?[.,]\d+)\s*[:x*]?\s+)
        (?P<what>.+?)\s*$""",
    re.VERBOSE,
)
_POINTS = re.compile(r"^([+-])\s*(\d+)$")
_LONGEST = 80  # no result is written longer
#: 7NT redoubled and vulnerable, thirteen down: no score is larger.
_LARGEST = 7600
_SIGNS = str.maketrans(
    {"\u2212": "-", "♠": "S", "♥": "H", "♦": "D", "♣": "C", "\u00a0": " ", "\ufe0e": "", "\ufe0f": ""}
)


def possible_score(score_ns: int) -> int:
    """The same total points; raises `ScoringError` where no result of a board has them."""
    if abs(score_ns) <= _LARGEST and score_ns % 10 == 0:
        return score_ns
    shown = f"{score_ns:+d}" if abs(score_ns) < 10**12 else "so many points"
    step = f"write total points, a multiple of 10 up to {_LARGEST}"
    raise refuse(ScoringError, f"no board scores {shown}", step)


def parse_result(text: str, vulnerability: Vulnerability) -> tuple[int, str]:
    """North-South score and label of `4S N =`, `3NTX E -2`, `Pass`, or bare points `+620`."""
    clean = text.strip().translate(_SIGNS)
    if len(clean) > _LONGEST:
        raise refuse(ScoringError, f"{clean[:30]!r} and so on is no result", 'write for example "4S N -1" or "+620"')
    points = _POINTS.match(clean)
    if points:
        return possible_score(int(points[1] + points[2])), ""
    result = Result.parse(clean)
    return result.score_ns(vulnerability), str(result)


def parse_outcomes(text: str, vulnerability: Vulnerability) -> tuple[WeightedScore, ...] | tuple[WeightRange, ...]:
    """Read what a director types: `60% 4S N = ; 40% 4S N -1`, points for N/S (`60% +620`), or ranges (`60-70%
    …`).

    One result without a weight is a sure one.  Raises `ScoringError` naming the part that was not understood.
    """
    parts = [part for part in re.split(r"[;\n]", text) if part.strip()]
    if not parts:
        raise refuse(ScoringError, "no outcome given", 'write for example "60% 4S N = ; 40% 4S N -1"')
    if len(parts) == 1 and not _PART.match(parts[0]):
        return certain(*parse_result(parts[0], vulnerability))
    ranges: list[WeightRange] = []
    for part in parts:
        found = _PART.match(part)
        if not found:
            raise refuse(
                ScoringError,
                f"no weight in {part.strip()[:_LONGEST]!r}",
                'write for example "60% 4S N =" or "1/3 4S N -1"',
            )
        high = _weight(found["weight"] or found["share"])
        percent = "%" if found["cent"] or (found["weight"] and "/" not in (found["low"] or "")) else ""
        low = _weight(found["low"] + percent) if found["low"] else high
        score, label = parse_result(found["what"], vulnerability)
        ranges.append(WeightRange(score, low, high, label))
    if all(item.low == item.high for item in ranges):
        return checked(WeightedScore(item.score_ns, item.low, item.label) for item in ranges)
    return tuple(ranges)


def _weight(text: str) -> Fraction:
    try:
        return as_fraction(text)
    except ValueError:
        raise refuse(ScoringError, f"{text[:40]!r} is no weight", 'write for example "60%" or "1/3"') from None


def is_range(outcomes: Sequence[WeightedScore | WeightRange]) -> bool:
    """Whether any weight was given as a range."""
    return any(isinstance(outcome, WeightRange) for outcome in outcomes)
