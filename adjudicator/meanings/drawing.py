"""The third reading: hands drawn exactly uniformly from those that keep a promise. Whole-number weights
throughout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import Hand
from adjudicator.meanings.boxes import boxes_of
from adjudicator.meanings.counting import NOTHING_KNOWN, BoxTable, Known, PairTable, SuitClasses, box_tables
from adjudicator.meanings.errors import CannotSatisfy

if TYPE_CHECKING:
    from adjudicator.meanings.meaning import Meaning

Ints = NDArray[np.int64]


def draw_masks(
    meaning: Meaning, size: int, generator: np.random.Generator, known: Known | None = None
) -> NDArray[np.uint16]:
    """``size`` hands as suit masks (size, 4), independent and uniform over the hands of the meaning."""
    given = known or NOTHING_KNOWN
    tables = [table for box in boxes_of(meaning.formula()) for table in box_tables(box, given)]
    totals = np.array([table.total for table in tables], dtype=np.int64)
    if not totals.sum():
        raise CannotSatisfy(f"no hand keeps the promise '{meaning.text}' with the cards that are known")
    chosen = _pick(np.cumsum(totals), generator.integers(0, totals.sum(), size))
    masks = np.zeros((size, 4), dtype=np.uint16)
    for place in np.unique(chosen):
        rows = np.flatnonzero(chosen == place)
        masks[rows] = _draw_in_box(tables[place], len(rows), generator)
    return masks


def draw(meaning: Meaning, size: int, generator: np.random.Generator, known: Known | None = None) -> list[Hand]:
    """``size`` hands, independent and uniform over the hands of the meaning.

    >>> from adjudicator.meanings import parse
    >>> hand = draw(parse("hcp 37"), 1, np.random.default_rng(1))[0]
    >>> hand.hcp
    37
    """
    return [Hand.of_suits(*map(int, row)) for row in draw_masks(meaning, size, generator, known)]


def _pick(ends: Ints, ticket: Ints) -> Ints:
    """The place whose share of the cumulative weights holds the ticket."""
    found: Ints = np.searchsorted(ends, ticket, side="right")
    return found


def _draw_in_box(table: BoxTable, size: int, generator: np.random.Generator) -> NDArray[np.uint16]:
    """Shape and sums of clubs and diamonds first, then the sums of hearts and spades, then the holdings."""
    width = table.weights.shape[1]
    ends = np.cumsum(table.weights.astype(np.int64).ravel())
    place = _pick(ends, generator.integers(0, ends[-1], size))
    shape, low_column = np.divmod(place, width)
    high_column = np.empty(size, dtype=np.int64)
    partners = table.high.weights[table.high_cells][:, table.high_columns]
    for pair in np.unique(place):
        row, column = divmod(int(pair), width)
        rows = np.flatnonzero(place == pair)
        rest = np.cumsum((partners[row] * table.meets[column]).astype(np.int64))
        high_column[rows] = _pick(rest, generator.integers(0, rest[-1], len(rows)))
    low = _draw_pair(table.low, table.low_cells[shape], table.low_columns[low_column], generator)
    high = _draw_pair(table.high, table.high_cells[shape], table.high_columns[high_column], generator)
    return np.concatenate([low, high], axis=1).astype(np.uint16)


def _draw_pair(pair: PairTable, cells: Ints, columns: Ints, generator: np.random.Generator) -> Ints:
    """Holdings of two suits, uniform among those with these lengths and these sums."""
    key = pair.cell * len(pair.values) + pair.column
    order = np.argsort(key, kind="stable")
    counts = (pair.first.counts[:, None] * pair.second.counts[None, :]).ravel()[order]
    ends = np.cumsum(counts)
    wanted = cells * len(pair.values) + columns
    start = np.searchsorted(key[order], wanted, side="left")
    stop = np.searchsorted(key[order], wanted, side="right")
    base = np.where(start > 0, ends[start - 1], 0)
    chosen = order[_pick(ends, base + generator.integers(0, ends[stop - 1] - base))]
    first, second = np.divmod(chosen, len(pair.second.counts))
    return np.stack(
        [_draw_holding(pair.first, first, generator), _draw_holding(pair.second, second, generator)], axis=1
    )


def _draw_holding(classes: SuitClasses, chosen: Ints, generator: np.random.Generator) -> Ints:
    holding: Ints = classes.members[classes.starts[chosen] + generator.integers(0, classes.counts[chosen])]
    return holding
