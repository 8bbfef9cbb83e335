"""Two suits together: what a half of the pack can contribute, by class of cells and sum of feature values.

A hand's *class* in a half is all that matters of its two labels for the other half: label pairs that leave
the same possibilities share a class. ``total[class, value]`` counts ways; all numbers stay below 4 to the
26th = 2 to the 52nd, so float64 holds them exactly and the sums run as matrix products.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import SUIT_LENGTH
from adjudicator.sampling.boxes import Box, Feature
from adjudicator.sampling.parts import Layout, Part
from adjudicator.sampling.ragged import Chooser, Floats, Ints, offsets, row_ids, spans
from adjudicator.sampling.sizes import Limits, NothingFits, within
from adjudicator.sampling.suits import SuitTable

Flags = NDArray[np.bool_]
SINGLE_THREAD = 1 << 18
"""OpenBLAS keeps products of up to so many multiplications on one thread."""

Ranges = tuple[tuple[Feature, int, int], ...]


@dataclass(frozen=True, eq=False)
class HandClasses:
    """How one hand's two halves fit together."""

    left: Ints
    """Class of each pair of labels in the left half, (labels, labels); -1 when nothing completes it."""
    right: Ints
    left_length: Ints
    """Cards of the hand in the left half, by left class."""
    right_length: Ints
    kind: Ints
    """(left classes, right classes): which ranges the whole hand must meet; -1 when the two do not fit."""
    kinds: tuple[tuple[Ranges, ...], ...]

    def allowed(self, kind: int, features: tuple[Feature, ...], left: Ints, right: Ints) -> Flags:
        """Which left and right feature values add up to something accepted, (left values, right values)."""
        left, left_row = row_ids(left)
        right, right_row = row_ids(right)
        fits = np.zeros((len(left), len(right)), dtype=np.bool_)
        for ranges in self.kinds[kind]:
            inside = np.ones_like(fits)
            for feature, low, high in ranges:
                column = features.index(feature)
                total = left[:, column, None] + right[None, :, column]
                inside &= (total >= low) & (total <= high)
            fits |= inside
        return fits[left_row[:, None], right_row[None, :]]


def hand_classes(part: Part, column: int, tables: tuple[SuitTable, ...], limits: Limits) -> HandClasses:
    """Compare every pair of labels of the left suits with every pair of the right suits."""
    holdings = [table.label_holding[column] for table in tables]
    suits = [table.suit for table in tables]
    grid = tuple(len(h) for h in holdings)
    within(limits.labels, float(np.prod(grid)))
    ranges = [_ranges(box) for box in part.boxes.boxes]
    distinct = tuple(dict.fromkeys(ranges))
    lengths = [SUIT_LENGTH[h].astype(np.int64) for h in holdings]
    whole = sum(part.known[s].bit_count() for s in range(4)) + part.need
    complete = _outer_sum(lengths) == whole
    code, members = np.zeros(grid, dtype=np.int64), [frozenset[int]()]
    for number, wanted in enumerate(distinct):
        fits = np.zeros(grid, dtype=np.bool_)
        for box in (b for b, r in zip(part.boxes.boxes, ranges, strict=True) if r == wanted):
            fits |= _fitting(box, suits, holdings)
        code, members = _extended(code, members, number, fits & complete)
    table = code.reshape(grid[0] * grid[1], grid[2] * grid[3])
    left, left_first = _merge(table)
    right, right_first = _merge(table[left_first].T)
    kind = table[np.ix_(left_first, right_first)] - 1
    kinds = tuple(tuple(distinct[number] for number in sorted(each)) for each in members[1:])
    left_length = np.add.outer(lengths[0], lengths[1]).reshape(-1)[left_first]
    right_length = np.add.outer(lengths[2], lengths[3]).reshape(-1)[right_first]
    return HandClasses(left.reshape(grid[:2]), right.reshape(grid[2:]), left_length, right_length, kind, kinds)


def _extended(code: Ints, members: list[frozenset[int]], number: int, fits: Flags) -> tuple[Ints, list[frozenset[int]]]:
    """Codes of sets of range numbers (code 0 the empty set), with one more number where it fits."""
    found, inverse = np.unique(code * 2 + fits, return_inverse=True)
    sets = [members[old >> 1] | ({number} if old & 1 else frozenset()) for old in map(int, found)]
    if sets[0]:
        sets.insert(0, frozenset())
        inverse = inverse + 1
    return inverse.reshape(code.shape), sets


def _ranges(box: Box) -> Ranges:
    return tuple(sorted(((f, low, high) for f, (low, high) in box.ranges.items()), key=lambda r: r[0].name))


def _outer_sum(lengths: list[Ints]) -> Ints:
    a, b, c, d = np.ix_(*lengths)
    total: Ints = a + b + c + d
    return total


def _fitting(box: Box, suits: list[int], holdings: list[NDArray[np.uint16]]) -> Flags:
    """Which four labels have a shape and holdings that the box accepts."""
    fits = np.ones(tuple(len(h) for h in holdings), dtype=np.bool_)
    if box.shapes is not None:
        ordered = box.shapes.transpose(suits)
        fits &= ordered[np.ix_(*(SUIT_LENGTH[h].astype(np.intp) for h in holdings))]
    for axis, suit in enumerate(suits):
        if suit in box.holdings:
            shape = [1, 1, 1, 1]
            shape[axis] = -1
            fits &= box.holdings[suit][holdings[axis]].reshape(shape)
    return fits


def _merge(table: Ints) -> tuple[Ints, Ints]:
    """Class of each row (-1 for rows of zeros) and one row of each class."""
    alive = np.flatnonzero(table.any(axis=1))
    classes = np.full(len(table), -1, dtype=np.int64)
    if not len(alive):
        return classes, alive
    packed = np.ascontiguousarray(table[alive])
    rows = packed.view(np.dtype((np.void, packed.dtype.itemsize * packed.shape[1]))).reshape(-1)
    _, first, number = np.unique(rows, return_index=True, return_inverse=True)
    classes[alive] = number
    return classes, alive[first]


@dataclass(frozen=True, eq=False)
class Half:
    """All that two suits can contribute."""

    first: SuitTable
    second: SuitTable
    pairs: Ints
    """(pairs, 2): cell of the first and of the second suit; grouped by class."""
    classes: Ints
    """(classes, constrained): the class of each hand."""
    start: Ints
    """Where the pairs of each class start, and one past the last."""
    values: Ints
    """(values, features): sums of feature values."""
    value_start: Ints
    value_parts: Ints
    """(…, 2): values of the first and the second suit that make each sum, grouped by sum."""
    by_pair: Floats
    """(values, pairs): number of ways."""

    @cached_property
    def total(self) -> Floats:
        """(classes, values): number of ways."""
        summed: Floats = np.add.reduceat(self.by_pair, self.start[:-1], axis=1).T
        return np.ascontiguousarray(summed)

    @cached_property
    def pair_chooser(self) -> Chooser:
        """Key ``class * values + value`` → pair of cells."""
        width = np.diff(self.start)

        def expand(keys: Ints) -> tuple[Ints, Ints, Floats]:
            cls, value = np.divmod(keys, len(self.values))
            counts = width[cls]
            pair = spans(self.start[cls], counts)
            return counts, pair, self.by_pair[np.repeat(value, counts), pair]

        return Chooser(self.total.size, len(self.pairs) * len(self.values), expand)

    @cached_property
    def value_chooser(self) -> Chooser:
        """Key ``pair * values + value`` → place in ``value_parts``."""
        width = np.diff(self.value_start)

        def expand(keys: Ints) -> tuple[Ints, Ints, Floats]:
            pair, value = np.divmod(keys, len(self.values))
            counts = width[value]
            place = spans(self.value_start[value], counts)
            parts, cells = self.value_parts[place], np.repeat(self.pairs[pair], counts, axis=0)
            ways = self.first.ways[cells[:, 0], parts[:, 0]] * self.second.ways[cells[:, 1], parts[:, 1]]
            return counts, place, ways

        return Chooser(self.by_pair.size, len(self.pairs) * len(self.value_parts), expand)


def half(layout: Layout, first: SuitTable, second: SuitTable, classes: list[Ints]) -> Half:
    """Combine two suits; ``classes`` holds, for each constrained hand, the class of its label pairs."""
    pairs, hands = _pairs(layout, first, second, classes)
    distinct, number = row_ids(hands)
    order = np.argsort(number, kind="stable")
    pairs = pairs[order]
    start = offsets(np.bincount(number, minlength=len(distinct)))
    values, parts, value_start = _sums(layout, first, second)
    if not len(pairs) or not len(values):
        raise NothingFits
    within(layout.limits.half, len(values) * len(pairs))
    by_pair = np.empty((len(values), len(pairs)))
    place = pairs[:, 0] * len(second.cells) + pairs[:, 1]
    for index in range(len(values)):
        made = parts[value_start[index] : value_start[index + 1]]
        ways = _product(first.ways[:, made[:, 0]], second.ways[:, made[:, 1]].T)
        np.take(ways, place, out=by_pair[index], mode="clip")
    return Half(first, second, pairs, distinct, start, values, value_start, parts, by_pair)


def _product(one: Floats, other: Floats) -> Floats:
    """A matrix product in strips, each too small for the library to spread over threads.

    Thousands of thin products are asked for; waking threads for each costs several times the work itself.
    """
    strip = max(SINGLE_THREAD // max(other.size, 1), 1)
    if strip >= len(one):
        return one @ other
    return np.concatenate([one[start : start + strip] @ other for start in range(0, len(one), strip)])


def _pairs(layout: Layout, first: SuitTable, second: SuitTable, classes: list[Ints]) -> tuple[Ints, Ints]:
    """Cell pairs that give no part too many cards and leave every hand a completion."""
    within(layout.limits.products, len(first.cells) * len(second.cells))
    needs = np.array([part.need for part in layout.parts])
    length = first.lengths[:, None, :] + second.lengths[None, :, :]
    fits = (length <= needs).all(axis=2)
    one, other = np.nonzero(fits)
    hands = np.stack([table[first.cells[one, c], second.cells[other, c]] for c, table in enumerate(classes)], axis=1)
    alive = np.flatnonzero((hands >= 0).all(axis=1))
    return np.stack([one, other], axis=1)[alive], hands[alive]


def _sums(layout: Layout, first: SuitTable, second: SuitTable) -> tuple[Ints, Ints, Ints]:
    """Distinct sums of feature values, and the values that make each; sums above all ranges are left out."""
    within(layout.limits.products, len(first.values) * len(second.values))
    one, other = np.divmod(np.arange(len(first.values) * len(second.values)), len(second.values))
    total = first.values[one] + second.values[other]
    fits = np.flatnonzero((total <= _ceilings(layout, first, second)).all(axis=1))
    distinct, number = row_ids(total[fits])
    order = np.argsort(number, kind="stable")
    parts = np.stack([one[fits][order], other[fits][order]], axis=1)
    return distinct, parts, offsets(np.bincount(number, minlength=len(distinct)))


def _ceilings(layout: Layout, first: SuitTable, second: SuitTable) -> Ints:
    """The largest useful sum of each feature in this half."""
    ceilings = []
    others = [s for s in range(4) if s not in (first.suit, second.suit)]
    for part in layout.hands:
        for feature in part.boxes.features:
            least = sum(int(feature.table[s].min()) for s in others)
            highs = [box.ranges[feature][1] if feature in box.ranges else 10**6 for box in part.boxes.boxes]
            ceilings.append(max(highs) - least)
    return np.array(ceilings, dtype=np.int64)
