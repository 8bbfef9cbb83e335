"""Uniform subsets of a suit holding, by table.

All pairs (holding, part of it) number 3 to the 13th; sorted by holding and size of the part, one index
names a subset. Drawing k cards out of a holding, uniformly, is then one multiplication and one look-up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import SUIT_LENGTH

Masks = NDArray[np.uint16]
Floats = NDArray[np.float64]
Small = NDArray[np.int8]

CHOOSE: Floats = np.array([[comb(n, k) for k in range(14)] for n in range(14)], dtype=np.float64).reshape(-1)
"""C(n, k) at ``14 * n + k``."""

_SKIP: NDArray[np.int32] = np.array(
    [[sum(comb(n, j) for j in range(k)) for k in range(14)] for n in range(14)], dtype=np.int32
).reshape(-1)


@dataclass(frozen=True, eq=False)
class SubsetTable:
    """``parts[start[holding] + skip + r]`` is the r-th part of a given size."""

    start: NDArray[np.int32]
    parts: Masks

    def pick(self, holding: Masks, length: Small, size: Small, uniform: Floats) -> Masks:
        """``size`` cards out of each ``holding`` of ``length`` cards, each choice equally likely."""
        row = length.astype(np.int16) * np.int16(14) + size
        rank = (uniform * CHOOSE.take(row)).astype(np.int32)
        rank += _SKIP.take(row)
        rank += self.start.take(holding)
        return self.parts.take(rank)


@cache
def subset_table() -> SubsetTable:
    """The table of all parts of all holdings (3.2 MB, built once)."""
    sizes = (1 << SUIT_LENGTH.astype(np.int32)).astype(np.int32)
    start = np.concatenate([[0], np.cumsum(sizes[:-1])]).astype(np.int32)
    parts = np.zeros(3**13, dtype=np.uint16)
    for length in range(14):
        holdings = np.flatnonzero(np.equal(SUIT_LENGTH, length))
        choices = np.arange(1 << length)
        choices = choices[np.argsort(SUIT_LENGTH[choices], kind="stable")]
        rest = holdings.astype(np.uint16)
        block = np.zeros((len(holdings), len(choices)), dtype=np.uint16)
        for bit in range(length):
            lowest = rest & (~rest + np.uint16(1))
            block |= np.where((choices >> bit & 1).astype(bool), lowest[:, None], np.uint16(0))
            rest = rest ^ lowest
        parts[start[holdings][:, None] + np.arange(len(choices))] = block
    return SubsetTable(start, parts)
