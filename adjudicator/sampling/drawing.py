"""Forward draws: from the states of a deal down to the cards of each part."""

from __future__ import annotations

import numpy as np

from adjudicator.bridge import SUIT_LENGTH
from adjudicator.sampling.halves import Half
from adjudicator.sampling.hypergeometric import length_table
from adjudicator.sampling.joint import Joint
from adjudicator.sampling.ragged import Ints
from adjudicator.sampling.subsets import Masks, Small, subset_table
from adjudicator.sampling.suits import CardGroup, SuitTable


def draw_parts(tables: Joint, number: int, rng: np.random.Generator) -> Masks:
    """Cards of each part, uint16 (parts, 4 suits, number); uniform over all ways the tables count.

    The columns come in the order of their left states: shuffle them before use.
    """
    dealt = np.empty((len(tables.layout.parts), 4, number), dtype=np.uint16)
    states = tables.draw(number, rng)
    for half, state in ((tables.left, states.left), (tables.right, states.right)):
        for table, entry in _entries(half, state, rng):
            _deal_suit(table, entry, dealt[:, table.suit], rng)
    return dealt


def _entries(half: Half, state: Ints, rng: np.random.Generator) -> list[tuple[SuitTable, Ints]]:
    """An entry of each of the half's two suits."""
    number, values = len(state), len(half.values)
    pair = half.pair_chooser.pick(state, rng.random(number))
    place = half.value_chooser.pick(pair * values + state % values, rng.random(number))
    drawn = []
    for column, table in enumerate((half.first, half.second)):
        cell, value = half.pairs[:, column].take(pair), half.value_parts[:, column].take(place)
        entry = table.chooser.pick(cell * len(table.values) + value, rng.random(number))
        drawn.append((table, entry))
    return drawn


def _deal_suit(table: SuitTable, entry: Ints, dealt: Masks, rng: np.random.Generator) -> None:
    """Turn entries into cards; ``dealt`` is uint16 (parts, number)."""
    for part in range(len(dealt)):
        table.fixed[:, part].take(entry, out=dealt[part])
    for index, group in enumerate(table.groups):
        if group.size > 1:
            _deal_group(table, index, group, entry, dealt, rng)


def _deal_group(
    table: SuitTable, index: int, group: CardGroup, entry: Ints, dealt: Masks, rng: np.random.Generator
) -> None:
    """Spread the like cards of a group over the parts in the shares of the entries."""
    subsets = subset_table()
    left = np.full(len(entry), group.cards, dtype=np.uint16)
    length = np.full(len(entry), group.size, dtype=np.int8)
    for part in group.parts[:-1]:
        share = table.shares[:, index, part].take(entry)
        taken = subsets.pick(left, length, share, rng.random(len(entry)))
        dealt[part] |= taken
        left ^= taken
        length -= share
    dealt[group.parts[-1]] |= left


def share_out(cards: Masks, needs: tuple[int, ...], rng: np.random.Generator) -> Masks:
    """Deal each column of ``cards``, uint16 (4 suits, number), to hands that need so many.

    Returns uint16 (hands, 4 suits, number).
    """
    dealt = np.empty((len(needs), *cards.shape), dtype=np.uint16)
    left = cards.copy()
    for hand, need in enumerate(needs[:-1]):
        _take_hand(left, sum(needs[hand:]), need, dealt[hand], rng)
        left ^= dealt[hand]
    dealt[-1] = left
    return dealt


def _take_hand(cards: Masks, total: int, need: int, dealt: Masks, rng: np.random.Generator) -> None:
    """Draw ``need`` of the ``total`` cards of each column: suit lengths first, then cards."""
    subsets, lengths_of, number = subset_table(), length_table(need).pick, int(cards.shape[1])
    lengths: Small = SUIT_LENGTH.take(cards)
    remaining = np.full(number, total, dtype=np.int8)
    wanted = np.full(number, need, dtype=np.int8)
    for suit in range(4):
        length = lengths[suit]
        size = wanted
        if suit < 3:
            size = lengths_of(remaining, length, wanted, rng.random(number))
        dealt[suit] = subsets.pick(cards[suit], length, size, rng.random(number))
        remaining -= length
        wanted = wanted - size
