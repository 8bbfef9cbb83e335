"""The second reading: how many hands keep a promise, exactly, given any known cards; no hand is enumerated.

Per suit, holdings are classed by length and by what they add to each sum; pairs of suits are convolved; the
two pairs meet under the box's shapes and ranges. All numbers stay below 2**53, so float64 arithmetic is
exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import SUIT_LENGTH, AdjudicatorError, Hand
from adjudicator.meanings.boxes import Box, Sum, boxes_of

if TYPE_CHECKING:
    from adjudicator.meanings.formula import Formula
    from adjudicator.meanings.meaning import Meaning

HANDS = comb(52, 13)
"""All hands: 635,013,559,600."""

NO_CARDS = Hand(0)


@dataclass(frozen=True, slots=True)
class Known:
    """Cards whose place is known: ``held`` by the player, or ``elsewhere`` (other hands, table, dummy)."""

    held: Hand = NO_CARDS
    elsewhere: Hand = NO_CARDS

    def __post_init__(self) -> None:
        if self.held.mask & self.elsewhere.mask:
            raise AdjudicatorError("a card cannot be both in the hand and elsewhere")
        if len(self.held) > 13 or len(self.elsewhere) > 39:
            raise AdjudicatorError("a hand holds 13 cards; at most 39 are elsewhere")

    @property
    def hands(self) -> int:
        """How many hands these cards leave."""
        return comb(52 - len(self.held) - len(self.elsewhere), 13 - len(self.held))

    def holdings(self, suit: int) -> NDArray[np.bool_]:
        """Which holdings of a suit the known cards allow."""
        return _holdings(self.held.suit_mask(suit), self.elsewhere.suit_mask(suit))


@lru_cache(maxsize=256)
def _holdings(held: int, elsewhere: int) -> NDArray[np.bool_]:
    masks = np.arange(1 << 13)
    allowed: NDArray[np.bool_] = ((masks & held) == held) & ((masks & elsewhere) == 0)
    return allowed


NOTHING_KNOWN = Known()


@dataclass(frozen=True, eq=False)
class SuitClasses:
    """Holdings of one suit that no sum tells apart: parallel arrays of length, sums (n, k) and how many
    holdings.

    ``members`` lists the holdings class by class; class i is ``members[starts[i]:starts[i + 1]]``.
    """

    lengths: NDArray[np.int64]
    values: NDArray[np.int64]
    counts: NDArray[np.int64]
    members: NDArray[np.int64]
    starts: NDArray[np.int64]


def suit_classes(allowed: NDArray[np.bool_], tables: tuple[NDArray[np.int16], ...]) -> SuitClasses:
    """Class the allowed holdings of a suit by length and by each table's value."""
    members = np.flatnonzero(allowed)
    columns = np.stack([SUIT_LENGTH[members].astype(np.int64), *(table[members].astype(np.int64) for table in tables)])
    order = np.lexsort(columns[::-1])
    columns, members = columns[:, order], members[order]
    fresh = np.ones(len(members), dtype=np.bool_)
    fresh[1:] = (columns[:, 1:] != columns[:, :-1]).any(axis=0)
    starts = np.flatnonzero(fresh)
    ends = np.append(starts, len(members))
    return SuitClasses(columns[0, starts], columns[1:, starts].T, np.diff(ends), members, ends)


@dataclass(frozen=True, eq=False)
class PairTable:
    """Two suits together: ``weights[196 cells, K]`` by (first length, second length) and distinct sum
    vector.
    """

    first: SuitClasses
    second: SuitClasses
    values: NDArray[np.int64]
    weights: NDArray[np.float64]
    cell: NDArray[np.int64]
    column: NDArray[np.int64]


def pair_table(first: SuitClasses, second: SuitClasses) -> PairTable:
    """Convolve two suits. ``cell`` and ``column`` tell where each combination of classes (i, j) went."""
    size, sums = len(first.counts) * len(second.counts), first.values.shape[1]
    values = (first.values[:, None, :] + second.values[None, :, :]).reshape(size, sums)
    cell = (14 * first.lengths[:, None] + second.lengths[None, :]).ravel()
    counts = (first.counts[:, None] * second.counts[None, :]).ravel()
    if sums and size:
        low = values.min(axis=0)
        spans = values.max(axis=0) - low + 1
        keys = np.zeros(len(values), dtype=np.int64)
        for place in range(sums):
            keys = keys * spans[place] + (values[:, place] - low[place])
        _, where, column = np.unique(keys, return_index=True, return_inverse=True)
        distinct = values[where]
    else:
        column, distinct = np.zeros(size, dtype=np.int64), values[:1]
    width = len(distinct)
    weights: NDArray[np.float64] = np.bincount(cell * width + column, weights=counts, minlength=196 * width).astype(
        np.float64
    )
    return PairTable(first, second, distinct, weights.reshape(196, width), cell, column)


@dataclass(frozen=True, eq=False)
class BoxTable:
    """Part of a box counted: some of its shapes, clubs with diamonds against hearts with spades.

    ``weights`` (shapes, low columns) are hands; ``meets`` (low columns, high columns) says which sums of the two
    pairs lie in the box's ranges together. Columns point into the pair tables.
    """

    low: PairTable
    high: PairTable
    shapes: NDArray[np.int64]
    low_columns: NDArray[np.int64]
    high_columns: NDArray[np.int64]
    meets: NDArray[np.bool_]
    weights: NDArray[np.float64]

    @property
    def total(self) -> int:
        return int(self.weights.sum())

    @property
    def low_cells(self) -> NDArray[np.int64]:
        cells: NDArray[np.int64] = 14 * self.shapes[:, 0] + self.shapes[:, 1]
        return cells

    @property
    def high_cells(self) -> NDArray[np.int64]:
        cells: NDArray[np.int64] = 14 * self.shapes[:, 2] + self.shapes[:, 3]
        return cells


AT_ONCE = 4_000_000
"""Pairs of columns beyond which a box is counted in parts, by the lengths of clubs and diamonds."""


def box_tables(box: Box, known: Known = NOTHING_KNOWN) -> Iterator[BoxTable]:
    """Count the hands of a box by shape and by the sums of clubs and diamonds; in parts when it has many sums."""
    sums = tuple(dict.fromkeys(bound.sum for bound in box.sums))
    keys = [_allowed_key(box, suit, known) for suit in range(4)]
    low, high = (_pair(sums, first, keys[first], keys[first + 1]) for first in (0, 2))
    shapes = np.array(box.shapes, dtype=np.int64).reshape(-1, 4)
    if len(low.values) * len(high.values) <= AT_ONCE:
        yield _part(box, sums, low, high, shapes)
        return
    cells = 14 * shapes[:, 0] + shapes[:, 1]
    for cell in np.unique(cells):
        yield _part(box, sums, low, high, shapes[cells == cell])


def _part(box: Box, sums: tuple[Sum, ...], low: PairTable, high: PairTable, shapes: NDArray[np.int64]) -> BoxTable:
    low_weights, high_weights = low.weights[14 * shapes[:, 0] + shapes[:, 1]], high.weights
    cells, where = np.unique(14 * shapes[:, 2] + shapes[:, 3], return_inverse=True)
    high_weights = high_weights[cells]
    low_columns, high_columns = (np.flatnonzero(table.any(axis=0)) for table in (low_weights, high_weights))
    meets = np.ones((len(low_columns), len(high_columns)), dtype=np.bool_)
    for bound in box.sums:
        place = sums.index(bound.sum)
        total = low.values[low_columns, None, place] + high.values[None, high_columns, place]
        if bound.low is not None:
            meets &= total >= bound.low
        if bound.high is not None:
            meets &= total <= bound.high
    partners = high_weights[:, high_columns] @ meets.T.astype(np.float64)
    weights = low_weights[:, low_columns] * partners[where]
    return BoxTable(low, high, shapes, low_columns, high_columns, meets, weights)


def _allowed_key(box: Box, suit: int, known: Known) -> bytes:
    return np.packbits(box.holdings[suit] & known.holdings(suit)).tobytes()


@lru_cache(maxsize=256)
def _classes(tables: tuple[Sum, ...], suit: int, allowed: bytes) -> SuitClasses:
    held = np.unpackbits(np.frombuffer(allowed, dtype=np.uint8)).astype(np.bool_)
    return suit_classes(held, tuple(table.tables[suit] for table in tables))


@lru_cache(maxsize=128)
def _pair(tables: tuple[Sum, ...], first: int, one: bytes, two: bytes) -> PairTable:
    return pair_table(_classes(tables, first, one), _classes(tables, first + 1, two))


def count(meaning: Meaning, known: Known | None = None) -> int:
    """How many hands keep the promise.

    >>> from adjudicator.meanings import parse
    >>> count(parse("hcp 15..17 & bal"))
    30897212184
    """
    return count_formula(meaning.formula(), known or NOTHING_KNOWN)


def count_formula(formula: Formula, known: Known = NOTHING_KNOWN) -> int:
    """How many hands satisfy a compiled expression."""
    return sum(table.total for box in boxes_of(formula) for table in box_tables(box, known))


def any_hand(formula: Formula, known: Known = NOTHING_KNOWN) -> bool:
    """Whether some hand satisfies a compiled expression; stops at the first box that has one."""
    return any(table.weights.any() for box in boxes_of(formula) for table in box_tables(box, known))


def share(meaning: Meaning, known: Known | None = None) -> Fraction:
    """The part of all hands (of those the known cards leave) that keep the promise."""
    given = known or NOTHING_KNOWN
    return Fraction(count(meaning, given), given.hands)


def forget_tables() -> None:
    """Empty the caches of classes and pairs: for measuring a cold count."""
    _classes.cache_clear()
    _pair.cache_clear()
    boxes_of.cache_clear()
