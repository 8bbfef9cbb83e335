"""A meaning cut into disjoint boxes: shapes × suit holdings × ranges of sums. What counting and drawing stand
on.

A hand lies in a box when its shape is one of the box's shapes, each suit holding is allowed by the box, and
each of the box's sums (measures added over the four suits, such as high-card points) lies in its range. No
hand lies in two boxes, and the boxes together are exactly the hands of the meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from adjudicator.meanings.formula import All, CountOf, Formula, Some, Steps, Weighted, Within, inside, leaves, within
from adjudicator.meanings.measures import Measure
from adjudicator.meanings.shapes import SHAPE_CODES, SHAPES, Shape

if TYPE_CHECKING:
    from adjudicator.meanings.meaning import Meaning

ANY_HOLDING: NDArray[np.bool_] = np.ones(1 << 13, dtype=np.bool_)


@dataclass(frozen=True, eq=False)
class Sum:
    """A measure's part that adds up over the suits: ``tables`` (4, 8192), suits C D H S; ``name`` for
    reports.
    """

    name: str
    tables: NDArray[np.int16]


@dataclass(frozen=True)
class SumRange:
    """The sum over the four suits lies within ``low`` and ``high``, ends included; None is open."""

    sum: Sum
    low: int | None
    high: int | None


@dataclass(frozen=True, eq=False)
class Box:
    """``shapes`` (clubs, diamonds, hearts, spades); ``holdings`` (4, 8192) of allowed suit holdings;
    ``sums``.
    """

    shapes: tuple[Shape, ...]
    holdings: NDArray[np.bool_]
    sums: tuple[SumRange, ...]


@dataclass(frozen=True, slots=True)
class _Holding:
    """A condition on the holding of one suit alone; ``key`` is the measure and ranges it came from."""

    suit: int
    key: tuple[Measure, Steps]


@dataclass(frozen=True, slots=True)
class _Total:
    """A condition on a sum over the suits, its ranges shifted by what the shape adds."""

    sum: Sum
    ranges: Steps


_Leaf: TypeAlias = "_Holding | _Total"
_Node: TypeAlias = "_Leaf | tuple[str, int, tuple[_Node, ...]] | bool"
"""``bool`` is decided; ``(name, count, parts)`` holds when at least ``count`` parts do."""
_Piece: TypeAlias = tuple[NDArray[np.bool_], tuple[SumRange, ...]]


_SUMS: dict[bytes, Sum] = {}


@lru_cache(maxsize=512)
def sum_of(measure: Measure) -> Sum:
    """The additive part of a measure; measures that differ by shape alone (hcp, tp, rule20 …) share one
    sum.
    """
    rows = [np.zeros(1 << 13, dtype=np.int16) if table is None else table for table in measure.by_suit]
    tables = np.array(rows, dtype=np.int16)
    return _SUMS.setdefault(tables.tobytes(), Sum(measure.name, tables))


def boxes(meaning: Meaning) -> tuple[Box, ...]:
    """The disjoint boxes whose hands are exactly those that keep the promise.

    >>> from adjudicator.meanings import parse
    >>> [(len(box.shapes), [(each.sum.name, each.low, each.high) for each in box.sums])
    ...  for box in boxes(parse("hcp 15..17 & bal"))]
    [(28, [('hcp', 15, 17)])]
    """
    return boxes_of(meaning.formula())


@lru_cache(maxsize=1024)
def boxes_of(formula: Formula) -> tuple[Box, ...]:
    """The disjoint boxes of a compiled meaning."""
    found: list[Box] = []
    for shapes, residue in _by_shape(formula):
        for holdings, sums in _split(residue):
            found.append(Box(shapes, holdings, sums))
    return tuple(found)


def _by_shape(formula: Formula) -> Iterable[tuple[tuple[Shape, ...], _Node]]:
    """Shapes grouped by what is left of the formula once the shape is known; shapes that fail fall away."""
    views = {leaf: _shape_view(leaf) for leaf in leaves(formula)}
    alike = np.zeros(len(SHAPES), dtype=np.int64)
    for view in views.values():
        _, alike = np.unique(alike * 1024 + (view + 512), return_inverse=True)
    groups: dict[_Node, list[int]] = {}
    for place, first in enumerate(np.unique(alike, return_index=True)[1]):
        residue = _given_shape(formula, {leaf: int(view[first]) for leaf, view in views.items()})
        if residue is not False:
            groups.setdefault(residue, []).append(place)
    return [
        (tuple(SHAPES[place] for place in np.flatnonzero(np.isin(alike, members))), residue)
        for residue, members in groups.items()
    ]


def _shape_view(leaf: Within) -> NDArray[np.int64]:
    """For each shape: whether a measure of lengths lies in its ranges (1 or 0), else the shape's share of the value."""
    whole = leaf.measure.shape_only
    if whole is None:
        return leaf.measure.shape_values(SHAPES).astype(np.int64)
    return inside(whole[SHAPE_CODES], leaf.ranges).astype(np.int64)


def _given_shape(formula: Formula, seen: Mapping[Within, int]) -> _Node:
    match formula:
        case Within(measure, ranges):
            value = seen[formula]
            if measure.shape_only is not None:
                return bool(value)
            if not ranges or ranges == ((None, None),):
                return bool(ranges)
            suit = measure.lone_suit
            if suit is not None:
                return _Holding(suit, (measure, ranges))
            shifted = tuple((None if a is None else a - value, None if b is None else b - value) for a, b in ranges)
            return _Total(sum_of(measure), shifted)
        case Weighted(part):
            return _given_shape(part, seen)
        case All(parts):
            return _gathered(len(parts), [_given_shape(part, seen) for part in parts])
        case Some(parts):
            return _gathered(1, [_given_shape(part, seen) for part in parts])
        case CountOf(count, parts):
            return _gathered(count, [_given_shape(part, seen) for part in parts])


def _gathered(count: int, parts: list[_Node]) -> _Node:
    """At least ``count`` of the parts, simplified."""
    count -= sum(part is True for part in parts)
    open_parts = tuple(part for part in parts if not isinstance(part, bool))
    if count <= 0:
        return True
    if count > len(open_parts):
        return False
    if len(open_parts) == 1:
        return open_parts[0]
    return ("count", count, open_parts)


def _leaves(node: _Node) -> list[_Leaf]:
    if isinstance(node, bool):
        return []
    if isinstance(node, tuple):
        return [leaf for part in node[2] for leaf in _leaves(part)]
    return [node]


def _decide(node: _Node, truth: Mapping[_Leaf, bool]) -> _Node:
    if isinstance(node, bool):
        return node
    if isinstance(node, tuple):
        return _gathered(node[1], [_decide(part, truth) for part in node[2]])
    return truth.get(node, node)


def _split(node: _Node) -> list[_Piece]:
    """Disjoint (holdings, sums) of a residue, first suit by suit, then sum by sum."""
    if node is False:
        return []
    if node is True:
        return [(np.broadcast_to(ANY_HOLDING, (4, 1 << 13)), ())]
    found = _leaves(node)
    for leaf in found:
        if isinstance(leaf, _Holding):
            return _split_suit(node, leaf.suit, found)
    first = found[0]
    assert isinstance(first, _Total)
    return _split_sum(node, first.sum, found)


def _split_suit(node: _Node, suit: int, found: list[_Leaf]) -> list[_Piece]:
    """Holdings of one suit fall into classes by the conditions on that suit; classes with the same rest are
    joined.
    """
    here = tuple(dict.fromkeys(leaf for leaf in found if isinstance(leaf, _Holding) and leaf.suit == suit))
    allowed: dict[_Node, NDArray[np.bool_]] = {}
    for truths, held in _suit_parts(here):
        rest = _decide(node, dict(zip(here, truths, strict=True)))
        if rest is not False:
            allowed[rest] = allowed[rest] | held if rest in allowed else held
    results = []
    for rest, held in allowed.items():
        for holdings, sums in _split(rest):
            narrowed = holdings.copy()
            narrowed[suit] = held
            results.append((narrowed, sums))
    return results


@lru_cache(maxsize=512)
def _suit_parts(conditions: tuple[_Holding, ...]) -> list[tuple[tuple[bool, ...], NDArray[np.bool_]]]:
    """The holdings of one suit by which of the conditions they meet."""
    signature = np.zeros(1 << 13, dtype=np.int64)
    for place, leaf in enumerate(conditions):
        signature |= holding_truth(*leaf.key).astype(np.int64) << place
    return [
        (tuple(bool(value >> place & 1) for place in range(len(conditions))), signature == value)
        for value in np.unique(signature).tolist()
    ]


@lru_cache(maxsize=1024)
def holding_truth(measure: Measure, ranges: Steps) -> NDArray[np.bool_]:
    """Which holdings of the measure's only suit lie in the ranges."""
    suit = measure.lone_suit
    table = measure.by_suit[suit] if suit is not None else None
    assert table is not None
    return inside(table, ranges)


def _split_sum(node: _Node, total: Sum, found: list[_Leaf]) -> list[_Piece]:
    """Cut one sum at every end that a range names; neighbouring pieces with the same rest are joined."""
    here = [leaf for leaf in found if isinstance(leaf, _Total) and leaf.sum is total]
    ranges = [ends for leaf in here for ends in leaf.ranges]
    cuts = {low for low, _ in ranges if low is not None}
    cuts |= {high + 1 for _, high in ranges if high is not None}
    ends: list[int | None] = [None, *sorted(cuts), None]
    pieces: list[tuple[int | None, int | None, _Node]] = []
    for low, after in pairwise(ends):
        high = None if after is None else after - 1
        sample = low if low is not None else high
        assert sample is not None
        rest = _decide(node, {leaf: within(sample, leaf.ranges) for leaf in here})
        if pieces and pieces[-1][2] == rest:
            pieces[-1] = (pieces[-1][0], high, rest)
        else:
            pieces.append((low, high, rest))
    results = []
    for low, high, rest in pieces:
        for holdings, sums in _split(rest):
            bounded = () if low is None and high is None else (SumRange(total, low, high),)
            results.append((holdings, (*bounded, *sums)))
    return results
