"""The 560 shapes (clubs, diamonds, hearts, spades), patterns over them, and how far one shape is from
another.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import permutations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Shape: TypeAlias = tuple[int, int, int, int]
ShapeTable: TypeAlias = NDArray[np.int16]

SHAPES: tuple[Shape, ...] = tuple(
    (c, d, h, 13 - c - d - h) for c in range(14) for d in range(14 - c) for h in range(14 - c - d)
)
SHAPE_ARRAY: NDArray[np.int16] = np.array(SHAPES, dtype=np.int16)
CODES = 14**3
_WEIGHTS = np.array([196, 14, 1], dtype=np.int16)
SHAPE_CODES: NDArray[np.int16] = (SHAPE_ARRAY[:, :3] @ _WEIGHTS).astype(np.int16)

BALANCED = ("4333", "4432", "5332")
SEMI_BALANCED = ("5422", "6322")
PATTERN = re.compile(
    r"(?:\d\d?|[xX])(?:-(?:\d\d?|[xX])){3}(?![\w-])|\d\d?(?:=\d\d?){3}(?![\w=])|[\dxX]{4}(?![\dA-Za-z])"
)


def shape_codes(lengths: NDArray[np.int8]) -> NDArray[np.int16]:
    """One number below ``CODES`` per hand from its lengths (n, 4), clubs first."""
    codes: NDArray[np.int16] = lengths[:, :3].astype(np.int16) @ _WEIGHTS
    return codes


def canonical_pattern(text: str) -> str:
    """``5-4-3-1`` and ``3154`` are ``5431``; ``5=4=3=1`` (spades first) stays; ``55xx`` leaves two suits
    open.

    >>> canonical_pattern("3-4-1-5"), canonical_pattern("5=4=3=1"), canonical_pattern("x5x5")
    ('5431', '5=4=3=1', '55xx')
    """
    if "=" in text:
        lengths = [int(part) for part in text.split("=")]
        return "=".join(map(str, lengths)) if sum(lengths) == 13 else ""
    parts = text.lower().split("-") if "-" in text else list(text.lower())
    known = sorted((int(part) for part in parts if part != "x"), reverse=True)
    open_suits = 4 - len(known)
    if sum(known) > 13 or (not open_suits and sum(known) != 13):
        return ""
    glue = "-" if known and known[0] > 9 else ""
    return glue.join([*map(str, known), *("x" * open_suits)])


@lru_cache(maxsize=256)
def shapes_of(pattern: str) -> frozenset[Shape]:
    """All shapes of a canonical pattern."""
    if "=" in pattern:
        spades, hearts, diamonds, clubs = map(int, pattern.split("="))
        return frozenset([(clubs, diamonds, hearts, spades)])
    parts = pattern.split("-") if "-" in pattern else list(pattern)
    orders = set(permutations(None if part == "x" else int(part) for part in parts))
    return frozenset(
        shape
        for shape in SHAPES
        if any(all(a is None or a == b for a, b in zip(order, shape, strict=True)) for order in orders)
    )


def shapes_of_all(patterns: tuple[str, ...]) -> frozenset[Shape]:
    return frozenset().union(*(shapes_of(pattern) for pattern in patterns))


def spread(values: NDArray[np.int16] | list[int]) -> ShapeTable:
    """A value for each of the 560 shapes laid out by shape code."""
    table = np.zeros(CODES, dtype=np.int16)
    table[SHAPE_CODES] = values
    return table


@lru_cache(maxsize=1)
def _moves() -> NDArray[np.int16]:
    apart: NDArray[np.int16] = np.abs(SHAPE_ARRAY[:, None, :] - SHAPE_ARRAY[None, :, :]).sum(axis=2, dtype=np.int16)
    return apart // np.int16(2)


@lru_cache(maxsize=256)
def distance_table(allowed: frozenset[Shape]) -> ShapeTable:
    """Cards to exchange until the shape is allowed (positive), or 1 minus those until it no longer is (0, -1
    …).
    """
    inside = np.array([shape in allowed for shape in SHAPES])
    far = np.int16(99)
    to_set = _moves()[:, inside].min(axis=1) if inside.any() else np.full(len(SHAPES), far)
    to_rest = _moves()[:, ~inside].min(axis=1) if not inside.all() else np.full(len(SHAPES), far)
    return spread(np.where(inside, 1 - to_rest, to_set).astype(np.int16))
