"""Many small finite distributions laid end to end, drawn from all at once.

A *chooser* answers, for a whole array of keys, "which candidate of this key?" with probability proportional
to exact integer weights. Small choosers are tabulated once; large ones are expanded only for the keys in
hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Expand = Callable[[Ints], tuple[Ints, Ints, Floats]]

TABULATED_CANDIDATES = 1_500_000
"""Choosers up to this many candidates are tabulated (24 MB), once enough draws were asked to repay it."""

DENSE_KEYS = 1_000_000
"""Up to so many possible keys, rows are numbered by marking rather than by sorting."""


def row_ids(rows: NDArray[np.integer]) -> tuple[Ints, Ints]:
    """Distinct rows, and for each row the number of its distinct row.

    >>> row_ids(np.array([[3, 1], [2, 5], [3, 1]]))[1].tolist()
    [1, 0, 1]
    """
    table = np.asarray(rows, dtype=np.int64)
    if not table.size:
        return table[:1], np.zeros(len(table), dtype=np.int64)
    low = table.min(axis=0)
    radix = table.max(axis=0) - low + 1
    if float(np.prod(radix.astype(np.float64))) > 2.0**62:
        distinct, inverse = np.unique(table, axis=0, return_inverse=True)
        return distinct, inverse.reshape(-1)
    key = np.zeros(len(table), dtype=np.int64)
    for column, width in enumerate(radix):
        key = key * width + (table[:, column] - low[column])
    if float(np.prod(radix.astype(np.float64))) <= DENSE_KEYS:
        return _dense_ids(table, key, int(np.prod(radix)))
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    return table[first], inverse


def _dense_ids(table: Ints, key: Ints, keys: int) -> tuple[Ints, Ints]:
    """As :func:`row_ids`, by marking a table of all possible keys instead of sorting."""
    place = np.zeros(keys, dtype=np.int64)
    place[key] = 1
    present = np.flatnonzero(place)
    place[present] = np.arange(len(present))
    number = place[key]
    first = np.empty(len(present), dtype=np.int64)
    first[number] = np.arange(len(table))
    return table[first], number


def spans(starts: Ints, counts: Ints) -> Ints:
    """The ranges ``starts[i] … starts[i] + counts[i] - 1`` laid end to end.

    >>> spans(np.array([10, 3]), np.array([2, 3])).tolist()
    [10, 11, 3, 4, 5]
    """
    shift = starts - np.cumsum(counts) + counts
    return np.arange(int(counts.sum()), dtype=np.int64) + np.repeat(shift, counts)


def offsets(counts: NDArray[np.integer]) -> Ints:
    """Where each group starts, and one past the last."""
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts, dtype=np.int64)])


@dataclass(frozen=True, eq=False)
class Groups:
    """Distributions laid end to end: cumulative weights, each group scaled to 1 so that none is blurred."""

    cumulative: Floats
    base: Floats
    top: Floats

    @classmethod
    def of(cls, counts: Ints, weights: Floats) -> Groups:
        edges = offsets(counts)
        running = np.concatenate([np.zeros(1), np.cumsum(weights * _scale(edges, counts, weights))])
        base, top = running[edges[:-1]], running[edges[1:]]
        return cls(running[1:], base, np.nextafter(top, base))

    def pick(self, group: Ints, uniform: Floats) -> Ints:
        """The drawn position in the concatenated candidates, one for each group asked."""
        base = self.base[group]
        target = base + uniform * (self.top[group] - base)
        return np.searchsorted(self.cumulative, target, side="right")


def _scale(edges: Ints, counts: Ints, weights: Floats) -> Floats:
    running = np.concatenate([np.zeros(1), np.cumsum(weights)])
    rough = running[edges[1:]] - running[edges[:-1]]
    filled = np.flatnonzero(counts)
    if len(filled):
        rough[filled] = np.add.reduceat(weights, edges[:-1][filled])
    inverse = np.divide(1.0, rough, out=np.zeros_like(rough), where=rough > 0)
    return np.repeat(inverse, counts)


class Chooser:
    """Draws a candidate for each key; ``expand(keys)`` lists counts, candidates and weights of keys."""

    def __init__(self, keys: int, candidates: int, expand: Expand) -> None:
        self._keys = keys
        self._candidates = candidates
        self._expand = expand
        self._asked = 0
        self._table: tuple[Groups, Ints] | None = None

    def _repaid(self, draws: int) -> bool:
        self._asked += draws
        return self._candidates <= min(TABULATED_CANDIDATES, 20 * self._asked)

    def pick(self, keys: Ints, uniform: Floats) -> Ints:
        if self._table is None and self._repaid(len(keys)):
            counts, listed, weights = self._expand(np.arange(self._keys, dtype=np.int64))
            self._table = (Groups.of(counts, weights), listed)
        if self._table is not None:
            groups, listed = self._table
            return listed[groups.pick(keys, uniform)]
        present, group = self._distinct(keys)
        counts, listed, weights = self._expand(present)
        return listed[Groups.of(counts, weights).pick(group, uniform)]

    def _distinct(self, keys: Ints) -> tuple[Ints, Ints]:
        if self._keys > 4 * len(keys):
            present, group = np.unique(keys, return_inverse=True)
            return present, group
        seen = np.zeros(self._keys, dtype=np.int64)
        seen[keys] = 1
        present = np.flatnonzero(seen)
        seen[present] = np.arange(len(present))
        return present, seen[keys]
