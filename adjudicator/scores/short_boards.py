"""Boards with fewer results than they should have, and fouled boards: matchpoints inside a group, scaled to
the field.

The scaling formula (Neuberg): M matchpoints in a group of A results become (M + 1) * E / A - 1 of a field of
E results, on the scale of two for a result beaten.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from adjudicator.scores.artificial import Artificial, Average
from adjudicator.scores.config import ScoringConfig
from adjudicator.scores.errors import ScoringError, refuse
from adjudicator.scores.units import Number, round_to


def neuberg(points: Number, actual: int, expected: int, *, half_scale: bool = False) -> Fraction:
    """Scale matchpoints from `actual` to `expected` results.

    >>> [str(neuberg(m, 6, 7)) for m in (4, 9)]
    ['29/6', '32/3']
    """
    if not 0 < actual <= expected:
        raise refuse(ScoringError, f"{actual} results of {expected} expected", "give 1 to E results")
    rest = Fraction(1, 2) if half_scale else Fraction(1)
    return (Fraction(points) + rest) * expected / actual - rest


def is_small_subfield(actual: int, expected: int, config: ScoringConfig) -> bool:
    """Whether a group is too small for the formula: two or three results of at least three times as many."""
    return config.small_subfield == "ebu" and actual in (2, 3) and expected >= 3 * actual


def group_points(points: Number, actual: int, expected: int, config: ScoringConfig | None = None) -> Fraction:
    """Matchpoints (two a result beaten) in a group of `actual` results, as matchpoints of a field of
    `expected`.

    A group of one result has nobody to compare with: it gets average plus (give the fault-based artificial
    score yourself where the contestants are at fault).
    """
    settings = config or ScoringConfig()
    top = Fraction(2 * (expected - 1))
    if actual == 1 and expected > 1:
        return settings.ave_mp[0] * top / 100
    if is_small_subfield(actual, expected, settings):
        share = 60 + 5 * (Fraction(points) - (actual - 1))
        return share * top / 100
    return neuberg(points, actual, expected)


def scaled(points: Number, actual: Number, expected: int, config: ScoringConfig) -> Fraction:
    """Matchpoints of a short board as matchpoints of the full one; part of a result may be missing (a split
    board).
    """
    if Fraction(actual).denominator == 1:
        return group_points(points, int(actual), expected, config)
    return (Fraction(points) + 1) * expected / actual - 1


def score_groups(
    groups: Sequence[Sequence[int]], config: ScoringConfig | None = None, *, expected: int | None = None
) -> list[list[Fraction]]:
    """N/S matchpoints of a fouled board: each group (N/S scores) played a different board and is scored by
    itself.

    `expected` is the whole field if some of it has no result; else all results of all groups.  Rounded to the
    configured number of decimals, a half away from average.
    """
    settings = config or ScoringConfig()
    field = expected or sum(len(group) for group in groups)
    unit = Fraction(1, 10**settings.neuberg_decimals)
    scored = []
    for group in groups:
        inside = [Fraction(2 * sum(o < s for o in group) + sum(o == s for o in group) - 1) for s in group]
        scaled = [group_points(m, len(group), field, settings) for m in inside]
        scored.append([round_to(m, unit, Fraction(field - 1), settings.half_rule) for m in scaled])
    return scored


def lone_result(fault: Average = Average.PLUS) -> Artificial:
    """The artificial score of a table whose board nobody else played."""
    return Artificial(fault)


def hand_method(frequencies: Sequence[tuple[int, Number]], score_ns: int) -> Fraction:
    """N/S matchpoints of an assigned score by hand, from a traveller that cannot be re-scored.

    `frequencies` are the scores that occurred with how many tables had them.  A score that lies between two
    gets the matchpoints of the next lower one plus its frequency.  An approximation; it never leaves 0 to
    top.

    >>> hand_method([(500, 1), (450, 2), (420, 5)], 430)
    Fraction(9, 1)
    """
    count = sum((Fraction(f) for _, f in frequencies), Fraction(0))
    below = sum((Fraction(f) for s, f in frequencies if s < score_ns), Fraction(0))
    own = sum((Fraction(f) for s, f in frequencies if s == score_ns), Fraction(0))
    top = 2 * (count - 1)
    if own:
        return 2 * below + own - 1
    lower = [s for s, _ in frequencies if s < score_ns]
    if not lower:
        return Fraction(0)
    near = max(lower)
    freq = sum((Fraction(f) for s, f in frequencies if s == near), Fraction(0))
    under = sum((Fraction(f) for s, f in frequencies if s < near), Fraction(0))
    return min(top, (2 * under + freq - 1) + freq)
