"""Both halves together: the exact count, and the forward draw of everything but the single cards.

Left states (class, value) carry the number of their completions; a draw takes a left state, a right class
and a right value, then goes down each half to suits and entries.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from adjudicator.sampling.halves import Flags, Half, HandClasses, half, hand_classes
from adjudicator.sampling.parts import Layout
from adjudicator.sampling.ragged import Chooser, Floats, Groups, Ints, offsets, row_ids, spans
from adjudicator.sampling.sizes import NothingFits, within
from adjudicator.sampling.suits import suit_table


class States(NamedTuple):
    """A left and a right state of each drawn deal, as keys ``class * values + value``."""

    left: Ints
    right: Ints


@dataclass(frozen=True, eq=False)
class Fits:
    """Which right classes complete each left class, and with which right values."""

    start: Ints
    """Where the fits of each left class start."""
    right: Ints
    """Right class of each fit."""
    row: Ints
    """Row of ``ways`` of each fit."""
    kind: Ints
    """Kind of each row."""
    row_right: Ints
    ways: Floats
    """(rows, left values): number of right completions."""
    value_start: Ints
    """Where the right values of (kind, left value) start."""
    values: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Joint:
    """The counting tables of one layout."""

    layout: Layout
    left: Half
    right: Half
    fits: Fits

    @cached_property
    def completions(self) -> Floats:
        """(left classes, left values): exact number of right halves."""
        done = np.zeros_like(self.left.total)
        counts = np.diff(self.fits.start)
        filled = np.flatnonzero(counts)
        if len(filled):
            ways = self.fits.ways[self.fits.row]
            done[filled] = np.add.reduceat(ways, self.fits.start[:-1][filled], axis=0)
        return done

    @cached_property
    def count(self) -> int:
        """Ways to deal the unseen cards to the parts, exactly."""
        return exact_dot(self.left.total.reshape(-1), self.completions.reshape(-1))

    @cached_property
    def _states(self) -> tuple[Ints, Groups]:
        weight = (self.left.total * self.completions).reshape(-1)
        alive = np.flatnonzero(weight)
        return alive, Groups.of(np.array([len(alive)]), weight[alive])

    @cached_property
    def _right_class(self) -> Chooser:
        width, values = np.diff(self.fits.start), len(self.left.values)

        def expand(keys: Ints) -> tuple[Ints, Ints, Floats]:
            cls, value = np.divmod(keys, values)
            counts = width[cls]
            fit = spans(self.fits.start[cls], counts)
            return counts, fit, self.fits.ways[self.fits.row[fit], np.repeat(value, counts)]

        return Chooser(self.left.total.size, len(self.fits.right) * values, expand)

    @cached_property
    def _right_value(self) -> Chooser:
        """Key ``row * left values + left value`` → right value."""
        values, width = len(self.left.values), np.diff(self.fits.value_start)

        def expand(keys: Ints) -> tuple[Ints, Ints, Floats]:
            row, value = np.divmod(keys, values)
            place = self.fits.kind[row] * values + value
            counts = width[place]
            listed = self.fits.values[spans(self.fits.value_start[place], counts)].astype(np.int64)
            right = np.repeat(self.fits.row_right[row], counts)
            return counts, listed, self.right.total[right, listed]

        mean = len(self.fits.values) // max(len(self.fits.value_start) - 1, 1) + 1
        return Chooser(self.fits.ways.size, self.fits.ways.size * mean, expand)

    def draw(self, number: int, rng: np.random.Generator) -> States:
        """States of so many deals, in ascending order of the left state (shuffle the deals afterwards)."""
        alive, groups = self._states
        uniform = np.sort(rng.random(number))
        left = alive[groups.pick(np.zeros(number, dtype=np.int64), uniform)]
        fit = self._right_class.pick(left, rng.random(number))
        key = self.fits.row[fit] * len(self.left.values) + left % len(self.left.values)
        value = self._right_value.pick(key, rng.random(number))
        return States(left, self.fits.right[fit] * len(self.right.values) + value)


def exact_dot(one: Floats, other: Floats) -> int:
    """The sum of products of whole numbers below 2 to the 53rd, without rounding.

    >>> exact_dot(np.array([2.0**52 + 1]), np.array([2.0**52 - 1])) == 2**104 - 1
    True
    """
    kept = np.flatnonzero((one > 0) & (other > 0))
    high_one, low_one = np.divmod(one[kept].astype(np.int64), 1 << 27)
    high_other, low_other = np.divmod(other[kept].astype(np.int64), 1 << 27)
    starts = np.arange(0, len(kept), 256)
    if not len(kept):
        return 0

    def dot(x: Ints, y: Ints) -> int:
        return sum(map(int, np.add.reduceat(x * y, starts)))

    cross = dot(high_one, low_other) + dot(low_one, high_other)
    return (dot(high_one, high_other) << 54) + (cross << 27) + dot(low_one, low_other)


def joint(layout: Layout) -> Joint:
    """Build all tables of a layout."""
    tables = [suit_table(layout, suit) for suit in range(4)]
    if not all(len(table.weight) for table in tables):
        raise NothingFits
    ordered = sorted(tables, key=lambda t: -len(t.cells) * len(t.values))
    quad = (ordered[0], ordered[3], ordered[1], ordered[2])
    hands = [hand_classes(part, column, quad, layout.limits) for column, part in enumerate(layout.hands)]
    left = half(layout, quad[0], quad[1], [h.left for h in hands])
    right = half(layout, quad[2], quad[3], [h.right for h in hands])
    return Joint(layout, left, right, _fits(layout, hands, left, right))


def _fits(layout: Layout, hands: list[HandClasses], left: Half, right: Half) -> Fits:
    one, other, kinds = _class_pairs(hands, left, right, layout.limits.products)
    distinct, kind = row_ids(kinds)
    within(layout.limits.sums, len(distinct) * len(left.values) * len(right.values))
    rows, row = row_ids(np.stack([kind, other], axis=1))
    ways = np.zeros((len(rows), len(left.values)))
    counts, listed = [], []
    for number, each in enumerate(distinct):
        allowed = _allowed(layout, hands, each, left, right)
        mine = np.flatnonzero(rows[:, 0] == number)
        ways[mine] = right.total[rows[mine, 1]] @ allowed.T.astype(np.float64)
        counts.append(allowed.sum(axis=1))
        listed.append(np.nonzero(allowed)[1].astype(np.int32))
    start = offsets(np.bincount(one, minlength=len(left.classes)))
    empty = np.zeros(0, dtype=np.int64)
    return Fits(
        start, other, row, rows[:, 0] if len(rows) else empty, rows[:, 1] if len(rows) else empty, ways,
        offsets(np.concatenate([empty, *counts])), np.concatenate([empty.astype(np.int32), *listed]),
    )  # fmt: skip


def _class_pairs(hands: list[HandClasses], left: Half, right: Half, limit: int) -> tuple[Ints, Ints, Ints]:
    """Left class, right class and kinds of every fitting pair, ascending by left class."""
    need = np.stack([h.left_length[left.classes[:, c]] for c, h in enumerate(hands)], axis=1)
    whole = np.array([_whole(h) for h in hands])
    give = whole - np.stack([h.right_length[right.classes[:, c]] for c, h in enumerate(hands)], axis=1)
    _, key = row_ids(np.concatenate([need, give]))
    left_key, right_key = key[: len(need)], key[len(need) :]
    order = np.argsort(right_key, kind="stable")
    begin = np.searchsorted(right_key[order], left_key, side="left")
    counts = np.searchsorted(right_key[order], left_key, side="right") - begin
    within(limit, int(counts.sum()))
    one = np.repeat(np.arange(len(need)), counts)
    other = order[spans(begin, counts)]
    kinds = np.stack([h.kind[left.classes[one, c], right.classes[other, c]] for c, h in enumerate(hands)], axis=1)
    fit = np.flatnonzero((kinds >= 0).all(axis=1))
    return one[fit], other[fit], kinds[fit]


def _whole(hand: HandClasses) -> int:
    """Cards of the hand in both halves together, known cards included."""
    total = hand.left_length[:, None] + hand.right_length
    return int(total[hand.kind >= 0].max(initial=0))


def _allowed(layout: Layout, hands: list[HandClasses], kinds: Ints, left: Half, right: Half) -> Flags:
    """(left values, right values): which pairs every hand accepts."""
    fits = np.ones((len(left.values), len(right.values)), dtype=np.bool_)
    column = 0
    for part, hand, kind in zip(layout.hands, hands, kinds, strict=True):
        features = part.boxes.features
        here = slice(column, column + len(features))
        fits &= hand.allowed(int(kind), features, left.values[:, here], right.values[:, here])
        column += len(features)
    return fits
