"""What the counting tables understand of a hand: unions of boxes.

A box asks for a set of shapes, for a property of each suit holding, and for ranges of quantities that add
up over the four suits (high-card points, controls, losers …). A hand is accepted when any box of the union
accepts it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import SUIT_HCP, SUIT_LENGTH

ShapeSet = NDArray[np.bool_]
HoldingSet = NDArray[np.bool_]

LENGTHS = np.indices((14, 14, 14, 14), dtype=np.int8)
"""Clubs, diamonds, hearts, spades length at each place of a shape set."""

ALL_SHAPES: ShapeSet = LENGTHS.sum(axis=0) == 13


@dataclass(frozen=True, eq=False)
class Feature:
    """A whole number that adds up over the suits: ``table[suit, holding]``."""

    name: str
    table: NDArray[np.int16]

    @classmethod
    def same_in_every_suit(cls, name: str, per_holding: NDArray[np.integer]) -> Feature:
        return cls(name, np.broadcast_to(per_holding.astype(np.int16), (4, 8192)))


HCP = Feature.same_in_every_suit("hcp", SUIT_HCP)


@dataclass(frozen=True, eq=False)
class Box:
    """Shapes (bool 14×14×14×14 by C, D, H, S; ``None`` = any), holdings by suit, ranges by feature."""

    shapes: ShapeSet | None = None
    holdings: Mapping[int, HoldingSet] = field(default_factory=dict)
    ranges: Mapping[Feature, tuple[int, int]] = field(default_factory=dict)

    def accepts(self, masks: NDArray[np.uint16]) -> NDArray[np.bool_]:
        """Which of the hands, uint16 (n, 4 suits), lie in the box."""
        held = np.ones(len(masks), dtype=np.bool_)
        if self.shapes is not None:
            lengths = SUIT_LENGTH[masks].astype(np.intp)
            held &= self.shapes[lengths[:, 0], lengths[:, 1], lengths[:, 2], lengths[:, 3]]
        for suit, allowed in self.holdings.items():
            held &= allowed[masks[:, suit]]
        for feature, (low, high) in self.ranges.items():
            value = sum(feature.table[suit][masks[:, suit]] for suit in range(4))
            held &= (value >= low) & (value <= high)
        return held


@dataclass(frozen=True, eq=False)
class Boxes:
    """A union of boxes, which may overlap; no box at all accepts no hand."""

    boxes: tuple[Box, ...]

    @property
    def features(self) -> tuple[Feature, ...]:
        """The features any box asks for, each once."""
        return tuple(dict.fromkeys(feature for box in self.boxes for feature in box.ranges))

    def mask(self, masks: NDArray[np.uint16]) -> NDArray[np.bool_]:
        """Which of the hands, uint16 (n, 4 suits), are accepted."""
        held = np.zeros(len(masks), dtype=np.bool_)
        for box in self.boxes:
            held |= box.accepts(masks)
        return held

    def __or__(self, other: Boxes) -> Boxes:
        return Boxes(self.boxes + other.boxes)


def box(
    hcp: tuple[int, int] | None = None,
    *,
    clubs: tuple[int, int] = (0, 13),
    diamonds: tuple[int, int] = (0, 13),
    hearts: tuple[int, int] = (0, 13),
    spades: tuple[int, int] = (0, 13),
    shapes: ShapeSet | Callable[..., ShapeSet] | None = None,
    holdings: Mapping[int, HoldingSet] | None = None,
    ranges: Mapping[Feature, tuple[int, int]] | None = None,
) -> Boxes:
    """One box in bridge terms; ``|`` joins several.

    ``shapes`` is a shape set or a function of the lengths (clubs, diamonds, hearts, spades).

    >>> strong = box((22, 37)) | box((18, 21), spades=(6, 13))
    >>> from adjudicator.bridge import Hand, hand_masks
    >>> strong.mask(hand_masks([Hand.parse("AKQJT9.AKQ.32.32"), Hand.parse("AKQJ.432.432.432")])).tolist()
    [True, False]
    """
    allowed = _shape_set(shapes)
    for suit, (low, high) in enumerate((clubs, diamonds, hearts, spades)):
        if (low, high) != (0, 13):
            fitting = (LENGTHS[suit] >= low) & (LENGTHS[suit] <= high)
            allowed = fitting if allowed is None else allowed & fitting
    asked = dict(ranges or {})
    if hcp is not None:
        asked[HCP] = hcp
    return Boxes((Box(allowed, dict(holdings or {}), asked),))


def _shape_set(shapes: ShapeSet | Callable[..., ShapeSet] | None) -> ShapeSet | None:
    return shapes(*LENGTHS) if callable(shapes) else shapes


def patterns(*wanted: str) -> ShapeSet:
    """All shapes of the named patterns, whatever the order of suits: ``patterns("4333", "5332")``."""
    found: ShapeSet = np.logical_or.reduce([_pattern(tuple(sorted(map(int, name)))) for name in wanted])
    return found


@cache
def _pattern(lengths: tuple[int, ...]) -> ShapeSet:
    fits: ShapeSet = (np.sort(LENGTHS, axis=0) == np.array(lengths).reshape(4, 1, 1, 1, 1)).all(axis=0)
    return fits


def balanced() -> ShapeSet:
    """4333, 4432 and 5332 in any order of suits."""
    return patterns("4333", "4432", "5332")


def holding_set(test: Callable[[int], bool]) -> HoldingSet:
    """The suit holdings (13-bit masks) that pass a test."""
    return np.array([test(mask) for mask in range(8192)], dtype=np.bool_)


def any_of(parts: Sequence[Boxes]) -> Boxes:
    """The union of several unions."""
    return Boxes(tuple(each for part in parts for each in part.boxes))
