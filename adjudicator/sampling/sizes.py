"""How large counting tables may grow before a condition is left to the filter, and when they come out empty."""

from __future__ import annotations

ENTRIES = 2_000_000
"""Ways to deal one suit's groups of like cards."""

LABEL_GRID = 20_000_000
"""Combinations of four suit labels of one hand."""

HALF = 60_000_000
"""Pairs of cells times sums of feature values of one half (8 bytes each)."""


class TableTooLarge(Exception):
    """The tables of these conditions do not fit; the planner leaves something to the filter."""


class NothingFits(Exception):
    """No way at all to deal the cards; the sampler tells the user."""


def within(limit: int, size: float) -> None:
    """Go on only when a table of this size fits."""
    if size > limit:
        raise TableTooLarge
