"""Two receivers only: every split of half a pack is listed, so that a draw is one index a half.

With 26 unseen cards the two halves have some 2 to the 13th splits each; the general way through cells and
entries would take a dozen look-ups instead of two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from adjudicator.sampling.halves import Half
from adjudicator.sampling.joint import Joint
from adjudicator.sampling.ragged import Ints, offsets
from adjudicator.sampling.subsets import Masks
from adjudicator.sampling.suits import SuitTable

LISTED_SPLITS = 1 << 18
"""The longest list of splits of half a pack that is worth its memory."""


@dataclass(frozen=True, eq=False)
class Splits:
    """The first part's cards in two suits, every split, grouped by state (``class * values + value``)."""

    suits: tuple[int, int]
    unseen: tuple[int, int]
    start: Ints
    count: Ints
    held: Masks
    """(2 suits, splits)"""

    def deal(self, state: Ints, dealt: Masks, rng: np.random.Generator) -> None:
        """Fill in two suits of ``dealt``, uint16 (2 parts, 4 suits, number)."""
        index = (rng.random(len(state)) * self.count.take(state)).astype(np.int64)
        index += self.start.take(state)
        for row, (suit, cards) in enumerate(zip(self.suits, self.unseen, strict=True)):
            held = self.held[row].take(index)
            dealt[0, suit] = held
            dealt[1, suit] = held ^ np.uint16(cards)


@dataclass(frozen=True, eq=False)
class ExplicitTables:
    """Both halves listed."""

    tables: Joint
    left: Splits
    right: Splits

    def draw(self, number: int, rng: np.random.Generator) -> Masks:
        """As :func:`adjudicator.sampling.drawing.draw_parts`."""
        dealt = np.empty((2, 4, number), dtype=np.uint16)
        states = self.tables.draw(number, rng)
        self.left.deal(states.left, dealt, rng)
        self.right.deal(states.right, dealt, rng)
        return dealt


def explicit_tables(tables: Joint) -> ExplicitTables | None:
    """Lists for two receivers; ``None`` when there are more, or too many cards in one half."""
    if len(tables.layout.parts) != 2:
        return None
    for half in (tables.left, tables.right):
        cards = sum(tables.layout.unseen[t.suit].bit_count() for t in (half.first, half.second))
        if 1 << cards > LISTED_SPLITS:
            return None
    return ExplicitTables(tables, _splits(tables, tables.left), _splits(tables, tables.right))


def _splits(tables: Joint, half: Half) -> Splits:
    first_key, first_held = _listed(half.first)
    second_key, second_held = _listed(half.second)
    state_of_pair = np.full((len(half.first.cells), len(half.second.cells)), -1, dtype=np.int64)
    numbers = np.repeat(np.arange(len(half.classes)), np.diff(half.start))
    state_of_pair[half.pairs[:, 0], half.pairs[:, 1]] = numbers * len(half.values)
    sums = np.full((len(half.first.values), len(half.second.values)), -1, dtype=np.int64)
    numbers = np.repeat(np.arange(len(half.values)), np.diff(half.value_start))
    sums[half.value_parts[:, 0], half.value_parts[:, 1]] = numbers
    (cell, value), (other_cell, other_value) = (
        np.divmod(first_key, len(half.first.values)), np.divmod(second_key, len(half.second.values))
    )  # fmt: skip
    base = state_of_pair[cell[:, None], other_cell[None, :]]
    added = sums[value[:, None], other_value[None, :]]
    one, other = np.nonzero((base >= 0) & (added >= 0))
    state = base[one, other] + added[one, other]
    order = np.argsort(state, kind="stable")
    count = np.bincount(state, minlength=len(half.classes) * len(half.values))
    held = np.stack([first_held[one[order]], second_held[other[order]]])
    suits = (half.first.suit, half.second.suit)
    unseen = (tables.layout.unseen[suits[0]], tables.layout.unseen[suits[1]])
    return Splits(suits, unseen, offsets(count)[:-1], count, held)


def _listed(table: SuitTable) -> tuple[Ints, Masks]:
    """(cell, value) key and first part's cards of every split of one suit."""
    keys, held = table.entry_key, table.fixed[:, 0]
    entry = np.arange(len(keys))
    for index, group in enumerate(table.groups):
        if group.size == 1:
            continue
        subsets = _subsets(group.cards)
        size = np.array([mask.bit_count() for mask in subsets])
        one, other = np.nonzero(table.shares[entry, index, 0][:, None] == size[None, :])
        entry, held = entry[one], held[one] | np.array(subsets, dtype=np.uint16)[other]
    return keys[entry], held


def _subsets(cards: int) -> list[int]:
    found, part = [cards], cards
    while part:
        part = (part - 1) & cards
        found.append(part)
    return found
