"""The first reading: many hands at once with numpy, as truth, as deviation, and as deviation by kind."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import SUIT_LENGTH, AdjudicatorError, Hand, hand_masks
from adjudicator.meanings.formula import IMPOSSIBLE, All, CountOf, Formula, Some, Steps, Weighted, Within, inside
from adjudicator.meanings.measures import Measure
from adjudicator.meanings.shapes import shape_codes

Ints = NDArray[np.int16]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

DEVIATION_KINDS = (
    "strength_below",
    "strength_above",
    "length_short",
    "length_over",
    "shape",
    "quality",
    "controls",
)
"""The columns of ``deviations``: what a hand lacks or has too much of."""

_COLUMN = {"strength": (0, 1), "length": (2, 3), "shape": (4, 4), "quality": (5, 5), "controls": (6, 6)}


class Features:
    """Hands as suit masks (n, 4), and their measures: each looked up once, however many meanings ask for it.

    >>> len(Features.of([Hand.parse("AKQ2.T98.32.KJ54")]))
    1
    """

    def __init__(self, masks: NDArray[np.uint16]) -> None:
        if masks.ndim != 2 or masks.shape[1] != 4:
            raise AdjudicatorError(f"hands are suit masks of shape (n, 4), not {masks.shape}")
        self.masks = np.asfortranarray(masks)
        self._values: dict[Measure, Ints] = {}
        self._codes: Ints | None = None

    @classmethod
    def of(cls, hands: Sequence[Hand]) -> Features:
        return cls(hand_masks(hands))

    def __len__(self) -> int:
        return len(self.masks)

    def shape_codes(self) -> Ints:
        """One number per hand for its shape (see ``shapes``)."""
        if self._codes is None:
            self._codes = shape_codes(SUIT_LENGTH[self.masks])
        return self._codes

    def value(self, measure: Measure) -> Ints:
        """The measure of every hand, in whole steps."""
        found = self._values.get(measure)
        if found is None:
            found = self._values[measure] = measure.of_masks(self.masks, self.shape_codes)
        return found


def mask(formula: Formula, features: Features) -> Bools:
    """Which hands keep the promise."""
    match formula:
        case Within():
            return inside(features.value(formula.measure), formula.ranges)
        case Weighted():
            return mask(formula.part, features)
        case CountOf(count, parts):
            held = np.zeros(len(features), dtype=np.int16)
            for part in parts:
                held += mask(part, features)
            return held >= count
        case All(parts):
            result = np.ones(len(features), dtype=np.bool_)
            for part in parts:
                result &= mask(part, features)
            return result
        case Some(parts):
            result = np.zeros(len(features), dtype=np.bool_)
            for part in parts:
                result |= mask(part, features)
            return result


def distance(values: Ints, ranges: Steps) -> Ints:
    """Signed way to the nearest range: below it negative, above it positive, inside 0."""
    best = np.full(len(values), IMPOSSIBLE, dtype=np.int16)
    for low, high in ranges:
        way = np.zeros(len(values), dtype=np.int16)
        if low is not None:
            way += np.minimum(values - np.int16(low), 0)
        if high is not None:
            way += np.maximum(values - np.int16(high), 0)
        best = np.where(np.abs(way) < np.abs(best), way, best)
    return best


def deviation(formula: Formula, features: Features) -> Ints:
    """Points, cards or honours away from the promise: 0 exactly when it is kept; ``&`` adds, ``|`` takes the
    least.
    """
    match formula:
        case Within():
            away: Ints = np.abs(distance(features.value(formula.measure), formula.ranges))
            return away
        case Weighted():
            return deviation(formula.part, features)
        case All(parts):
            total = np.zeros(len(features), dtype=_wide(len(parts)))
            for part in parts:
                total += deviation(part, features)
            return np.minimum(total, 10 * IMPOSSIBLE).astype(np.int16, copy=False)
        case Some(parts):
            least = np.full(len(features), IMPOSSIBLE, dtype=np.int16)
            for part in parts:
                np.minimum(least, deviation(part, features), out=least)
            return least
        case CountOf(count, parts):
            ranked = np.sort(np.stack([deviation(part, features) for part in parts]), axis=0)
            summed = np.minimum(ranked[:count].sum(axis=0, dtype=_wide(count)), 10 * IMPOSSIBLE)
            nearest: Ints = summed.astype(np.int16, copy=False)
            return nearest


def _wide(parts: int) -> type[np.int16] | type[np.int32]:
    """The numbers that hold the sum of so many deviations, each at most ten times the impossible."""
    return np.int16 if parts <= 30 else np.int32


def deviations(formula: Formula, features: Features) -> Floats:
    """The same by kind, (n, 7) in the order of ``DEVIATION_KINDS``, with the weights of soft costs applied.

    Of alternatives the cheapest branch is taken as a whole; a broken hard promise is infinite.
    """
    match formula:
        case Within():
            return _by_kind(formula, features)
        case Weighted():
            costs = deviations(formula.part, features)
            if formula.hard:
                return np.where(costs > 0, np.float32(np.inf), costs)
            return np.where(np.isinf(costs), costs, costs * np.float32(formula.weight))
        case All(parts):
            total = np.zeros((len(features), len(DEVIATION_KINDS)), dtype=np.float32)
            for part in parts:
                total += deviations(part, features)
            return total
        case Some(parts):
            return _cheapest([deviations(part, features) for part in parts], 1, len(features))
        case CountOf(count, parts):
            return _cheapest([deviations(part, features) for part in parts], count, len(features))


def _by_kind(leaf: Within, features: Features) -> Floats:
    way = distance(features.value(leaf.measure), leaf.ranges)
    below, above = _COLUMN[leaf.measure.kind]
    costs = np.zeros((len(way), len(DEVIATION_KINDS)), dtype=np.float32)
    costs[:, below] = np.maximum(-way, 0)
    costs[:, above] += np.maximum(way, 0)
    return costs


def _cheapest(branches: list[Floats], count: int, size: int) -> Floats:
    if not branches:
        return np.full((size, len(DEVIATION_KINDS)), IMPOSSIBLE, dtype=np.float32)
    stacked = np.stack(branches)
    order = np.argsort(stacked.sum(axis=2), axis=0, kind="stable")[:count]
    chosen: Floats = np.take_along_axis(stacked, order[:, :, None], axis=0).sum(axis=0)
    return chosen
