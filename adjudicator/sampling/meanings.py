"""A meaning as boxes over the tables' features.  Everything the meaning language says can be tabled."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from adjudicator.meanings import Features, Meaning, Sum
from adjudicator.meanings import boxes as disjoint_boxes
from adjudicator.sampling.boxes import HCP, Box, Boxes, Feature, HoldingSet, ShapeSet

_OPEN = 10_000


def boxes_of(meaning: Meaning | Boxes) -> Boxes:
    """The union of boxes that accepts exactly the hands of a meaning."""
    return meaning if isinstance(meaning, Boxes) else _converted(meaning)


def hand_test(meaning: Meaning | Boxes, masks: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Which of the hands, uint16 (n, 4 suits), a meaning accepts."""
    return meaning.mask(masks) if isinstance(meaning, Boxes) else meaning.mask(Features(masks))


@lru_cache(maxsize=512)
def _converted(meaning: Meaning) -> Boxes:
    found = []
    for box in disjoint_boxes(meaning):
        ranges = {
            _feature(each.sum): (
                -_OPEN if each.low is None else each.low, _OPEN if each.high is None else each.high
            )
            for each in box.sums
        }  # fmt: skip
        found.append(Box(_shapes(box.shapes), _holdings(box.holdings), ranges))
    return Boxes(tuple(found))


@lru_cache(maxsize=512)
def _feature(total: Sum) -> Feature:
    return HCP if np.array_equal(total.tables, HCP.table) else Feature(total.name, total.tables)


def _shapes(shapes: tuple[tuple[int, int, int, int], ...]) -> ShapeSet | None:
    if len(shapes) == 560:
        return None
    table = np.zeros((14,) * 4, dtype=np.bool_)
    table[tuple(np.array(shapes).T)] = True
    return table


def _holdings(allowed: NDArray[np.bool_]) -> dict[int, HoldingSet]:
    return {suit: allowed[suit] for suit in range(4) if not allowed[suit].all()}
