"""How large counting tables may grow before a condition is left to the filter, and when they come out empty."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The largest tables a sampler may build; what does not fit goes through a filter.

    * ``entries``: ways to deal one suit's groups of like cards.
    * ``labels``: combinations of four suit labels of one hand.
    * ``half``: pairs of cells times sums of feature values of two suits (8 bytes each).
    * ``products``: pairs of cells, of feature values or of classes that are compared one by one.
    * ``sums``: pairs of a left and a right sum of feature values, times the sets of ranges they are held against.
    """

    entries: int = 2_000_000
    labels: int = 20_000_000
    half: int = 60_000_000
    products: int = 1_000_000
    sums: int = 150_000_000


THOROUGH = Limits()
"""Table whatever fits into a gigabyte and a few seconds: for counts, rare conditions and large samples."""

QUICK = Limits(entries=100_000, labels=1_000_000, half=1_000_000, products=300_000, sums=5_000_000)
"""A set-up of a fifth of a second or so: for a few hundred deals under conditions that are met now and then."""


class TableTooLarge(Exception):
    """The tables of these conditions do not fit; the planner leaves something to the filter."""


class NothingFits(Exception):
    """No way at all to deal the cards; the sampler tells the user."""


def within(limit: int, size: float) -> None:
    """Go on only when a table of this size fits."""
    if size > limit:
        raise TableTooLarge
