"""A meaning made ready for judging hands: negations pushed down, every leaf a measure within whole-number
ranges.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from adjudicator.meanings.errors import UnboundSuit
from adjudicator.meanings.expr import (
    And,
    AtLeast,
    Atom,
    Each,
    Expr,
    Not,
    Number,
    Or,
    Range,
    Soft,
    free_names,
    promised,
)
from adjudicator.meanings.measures import Measure, measure_of

Steps: TypeAlias = tuple[tuple[int | None, int | None], ...]
"""Disjoint rising ranges of whole numbers, ends included; None is open."""

IMPOSSIBLE = 99
"""The deviation of a promise that no hand can keep."""


BEYOND = 999
"""No measure reaches so far: larger ends of ranges are cut to it."""


@dataclass(frozen=True, slots=True)
class Within:
    """The measure lies in one of the ranges."""

    measure: Measure
    ranges: Steps
    source: Atom


@dataclass(frozen=True, slots=True)
class All:
    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Some:
    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class CountOf:
    """At least ``count`` parts hold."""

    count: int
    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Weighted:
    """Costs only: the deviation of the part times ``weight``; ``hard`` makes any deviation infinite."""

    part: Formula
    weight: float
    hard: bool


Formula: TypeAlias = Within | All | Some | CountOf | Weighted

TRUE = All(())
FALSE = Some(())


def whole_ranges(ranges: tuple[Range, ...], steps: int) -> Steps:
    """Ranges as written, in whole steps, merged and in order.

    >>> whole_ranges(((2, 4), (5, None)), 1), whole_ranges(((1, 2),), 2)
    (((2, None),), ((2, 4),))
    """
    scaled = [(_scaled(low, steps, math.ceil), _scaled(high, steps, math.floor)) for low, high in ranges]
    merged: list[tuple[int | None, int | None]] = []
    for low, high in sorted(scaled, key=lambda pair: (pair[0] is not None, pair[0] or 0)):
        if low is not None and high is not None and low > high:
            continue
        if merged and (merged[-1][1] is None or low is None or low <= merged[-1][1] + 1):
            last = merged[-1][1]
            merged[-1] = (merged[-1][0], None if last is None or high is None else max(last, high))
        else:
            merged.append((low, high))
    return tuple(merged)


def _scaled(end: Number | None, steps: int, rounded: Callable[[Number], int]) -> int | None:
    return None if end is None else max(-BEYOND, min(BEYOND, rounded(end * steps)))


def complement(ranges: Steps) -> Steps:
    """All other whole numbers.

    >>> complement(((None, 3), (6, 6)))
    ((4, 5), (7, None))
    """
    result: list[tuple[int | None, int | None]] = []
    start: int | None = None
    for position, (low, high) in enumerate(ranges):
        if low is not None:
            result.append((start if position else None, low - 1))
        if high is None:
            return tuple(result)
        start = high + 1
    result.append((start, None))
    return tuple(result)


def within(value: int, ranges: Steps) -> bool:
    """Whether a number lies in one of the ranges."""
    return any((low is None or low <= value) and (high is None or value <= high) for low, high in ranges)


def inside(values: NDArray[np.int16], ranges: Steps) -> NDArray[np.bool_]:
    """Which of many numbers lie in one of the ranges."""
    result = np.zeros(len(values), dtype=np.bool_)
    for low, high in ranges:
        held = np.ones(len(values), dtype=np.bool_) if low is None else values >= low
        result |= held if high is None else held & (values <= high)
    return result


@lru_cache(maxsize=4096)
def compiled(expr: Expr, costs: bool = False) -> Formula:
    """The formula of what is promised; with ``costs`` the softened one, weights and preferences kept."""
    waiting = free_names(expr)
    if waiting:
        raise UnboundSuit(waiting)
    return _compiled(expr if costs else promised(expr), True)


def _compiled(expr: Expr, positive: bool) -> Formula:
    match expr:
        case Atom():
            measure = measure_of(expr)
            ranges = whole_ranges(expr.ranges, measure.steps)
            return Within(measure, ranges if positive else complement(ranges), expr)
        case Not(part):
            return _compiled(part, not positive)
        case Soft():
            return Weighted(_compiled(expr.part, positive), float(expr.weight), expr.hard)
        case And(parts):
            return _joined([_compiled(part, positive) for part in parts], positive)
        case Or(parts):
            return _joined([_compiled(part, positive) for part in parts], not positive)
        case AtLeast(count, parts):
            needed = count if positive else len(parts) - count + 1
            return CountOf(needed, tuple(_compiled(part, positive) for part in parts))
        case Each():
            raise UnboundSuit([expr.set_name or expr.variable])


def _joined(parts: list[Formula], every: bool) -> Formula:
    if len(parts) == 1:
        return parts[0]
    return All(tuple(parts)) if every else Some(tuple(parts))


def leaves(formula: Formula) -> tuple[Within, ...]:
    """Every leaf, from left to right."""
    if isinstance(formula, Within):
        return (formula,)
    if isinstance(formula, Weighted):
        return leaves(formula.part)
    return tuple(leaf for part in formula.parts for leaf in leaves(part))
