"""How many cards of one suit fall to a hand: the hypergeometric law as alias tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from adjudicator.sampling.ragged import Floats
from adjudicator.sampling.subsets import Small

_WIDTH = 16


@dataclass(frozen=True, eq=False)
class LengthTable:
    """Suit lengths of a hand that still waits for up to ``most`` cards, by Walker's alias method."""

    most: int
    keep: Floats
    other: Small

    def pick(self, remaining: Small, length: Small, wanted: Small, uniform: Floats) -> Small:
        """Cards out of a suit of ``length`` when ``wanted`` of ``remaining`` cards come at random."""
        row = (remaining.astype(np.int32) * 14 + length) * (self.most + 1) + wanted
        scaled = uniform * _WIDTH
        column = scaled.astype(np.int32)
        place = row * _WIDTH + column
        stays = scaled - column < self.keep.take(place)
        return np.where(stays, column.astype(np.int8), self.other.take(place))


@cache
def length_table(most: int) -> LengthTable:
    """The table for hands that wait for at most so many cards."""
    rows = [
        _law(remaining, length, wanted) for remaining in range(53) for length in range(14) for wanted in range(most + 1)
    ]
    keep, other = _alias(np.array(rows, dtype=np.float64))
    return LengthTable(most, keep.reshape(-1), other.reshape(-1))


def _law(remaining: int, length: int, wanted: int) -> list[float]:
    whole = comb(remaining, wanted)
    if length > remaining or not whole:
        return [1.0] + [0.0] * (_WIDTH - 1)
    ways = [comb(length, k) * comb(remaining - length, wanted - k) if k <= wanted else 0 for k in range(_WIDTH)]
    return [way / whole for way in ways]


def _alias(law: Floats) -> tuple[Floats, Small]:
    """Alias tables of many laws at once: repeatedly the richest column fills up the poorest."""
    mass = law * _WIDTH
    keep = np.ones_like(mass)
    other = np.broadcast_to(np.arange(_WIDTH, dtype=np.int8), mass.shape).copy()
    open_columns: NDArray[np.bool_] = np.ones(mass.shape, dtype=np.bool_)
    rows = np.arange(len(mass))
    for _ in range(_WIDTH - 1):
        poorest = np.where(open_columns, mass, np.inf).argmin(axis=1)
        richest = np.where(open_columns, mass, -np.inf).argmax(axis=1)
        given = np.minimum(mass[rows, poorest], 1.0)
        keep[rows, poorest] = given
        other[rows, poorest] = richest
        mass[rows, richest] -= 1.0 - given
        open_columns[rows, poorest] = False
    return keep, other
