"""What the hands of a meaning look like: strength and lengths, exact; suits and denominations that a call
shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import Denomination, Suit
from adjudicator.meanings.boxes import Box, SumRange, boxes_of, sum_of
from adjudicator.meanings.counting import NOTHING_KNOWN, Known, box_tables
from adjudicator.meanings.expr import Atom, Expr, any_of
from adjudicator.meanings.formula import compiled
from adjudicator.meanings.measures import measure_of

if TYPE_CHECKING:
    from adjudicator.meanings.meaning import Meaning


@dataclass(frozen=True)
class Profile:
    """Counts of hands: in all, by high-card points (0 to 37), and by length of each suit (rows C D H S, 0 to
    13).
    """

    count: int
    hands: int
    points: tuple[int, ...]
    lengths: tuple[tuple[int, ...], ...]

    @property
    def share(self) -> Fraction:
        return Fraction(self.count, self.hands)

    @property
    def average_points(self) -> Fraction:
        return _average(self.points)

    def average_length(self, suit: Suit) -> Fraction:
        return _average(self.lengths[suit])

    def length_range(self, suit: Suit) -> tuple[int, int]:
        """The shortest and the longest that the suit can be."""
        return _range(self.lengths[suit])

    @property
    def points_range(self) -> tuple[int, int]:
        return _range(self.points)


def _average(counts: Sequence[int]) -> Fraction:
    total = sum(counts)
    return Fraction(sum(value * count for value, count in enumerate(counts)), total) if total else Fraction(0)


def _range(counts: Sequence[int]) -> tuple[int, int]:
    seen = [value for value, count in enumerate(counts) if count]
    return (seen[0], seen[-1]) if seen else (0, 0)


def profile(meaning: Meaning, known: Known | None = None) -> Profile:
    """Strength and lengths of the hands that keep the promise.

    >>> from adjudicator.meanings import parse
    >>> float(round(profile(parse("hcp 15..17 & bal")).average_points, 2))
    15.8
    """
    return _profile(meaning.promise, known or NOTHING_KNOWN)


@lru_cache(maxsize=512)
def _profile(promise: Expr, known: Known) -> Profile:
    points = np.zeros(64, dtype=np.int64)
    lengths = np.zeros((4, 14), dtype=np.int64)
    for box in boxes_of(compiled(promise)):
        by_points, by_length = _of_box(box, known)
        points += by_points
        lengths += by_length
    rows = tuple(tuple(map(int, row)) for row in lengths)
    return Profile(int(points.sum()), known.hands, tuple(map(int, points[:38])), rows)


def _of_box(box: Box, known: Known) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Hands of a box by points and by suit length: points join the box's sums, unconstrained."""
    points = sum_of(measure_of(Atom("hcp")))
    sums = box.sums if any(each.sum is points for each in box.sums) else (*box.sums, SumRange(points, None, None))
    place = list(dict.fromkeys(each.sum for each in sums)).index(points)
    by_points, by_length = np.zeros(64, dtype=np.int64), np.zeros((4, 14), dtype=np.int64)
    for table in box_tables(Box(box.shapes, box.holdings, sums), known):
        of_shape = table.weights.sum(axis=1).astype(np.int64)
        for suit in range(4):
            np.add.at(by_length[suit], table.shapes[:, suit], of_shape)
        low = table.low.weights[table.low_cells][:, table.low_columns]
        high = table.high.weights[table.high_cells][:, table.high_columns]
        joint = (low.T @ high) * table.meets
        totals = table.low.values[table.low_columns, None, place] + table.high.values[None, table.high_columns, place]
        by_points += np.bincount(totals.ravel(), weights=joint.ravel(), minlength=64).astype(np.int64)
    return by_points, by_length


def suits_shown(readings: Sequence[Meaning]) -> frozenset[Suit]:
    """Suits that every hand of the readings is long in: four cards or more.

    A natural call that promises no four-card suit shows the suits it promises three cards in, unless it is
    balanced in all its suits (then it shows notrump).
    """
    if not readings or any(reading.variables for reading in readings):
        return frozenset()
    found = _profile(any_of(*(reading.promise for reading in readings)), NOTHING_KNOWN)
    if not found.count:
        return frozenset()
    shortest = [found.length_range(suit)[0] for suit in Suit]
    long = frozenset(suit for suit in Suit if shortest[suit] >= 4)
    if long or not all(reading.natural for reading in readings):
        return long
    return frozenset(suit for suit in Suit if shortest[suit] >= 3 and min(shortest) < 2)


def denominations_shown(readings: Sequence[Meaning]) -> frozenset[Denomination]:
    """The denominations that a call specifies: the suits it shows, or notrump for a natural call without
    one.
    """
    suits = suits_shown(readings)
    if suits:
        return frozenset(Denomination(suit) for suit in suits)
    natural = bool(readings) and all(reading.natural for reading in readings)
    return frozenset([Denomination.NOTRUMP]) if natural else frozenset()
