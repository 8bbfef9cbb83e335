"""One suit's unseen cards dealt to the parts: every way, grouped by what the conditions can tell apart.

Cards that no condition distinguishes form a group and are counted together, so that thirteen cards in four
hands come to a few hundred *entries* instead of 67 million. Entries with equal labels (length and holding
properties of each constrained hand) share a *cell*, entries with equal feature values a *value*;
``ways[cell, value]`` counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import factorial

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import SUIT_LENGTH
from adjudicator.sampling.boxes import Boxes
from adjudicator.sampling.parts import Layout, Part
from adjudicator.sampling.ragged import Floats, Groups, Ints, row_ids
from adjudicator.sampling.sizes import within

Masks = NDArray[np.uint16]


@dataclass(frozen=True, eq=False)
class CardGroup:
    """Cards that are alike for every condition, and the parts that may receive them."""

    cards: int
    parts: tuple[int, ...]

    @property
    def size(self) -> int:
        return self.cards.bit_count()


@dataclass(frozen=True, eq=False)
class SuitTable:
    """All ways to deal one suit, grouped."""

    suit: int
    groups: tuple[CardGroup, ...]
    shares: NDArray[np.int8]
    """Cards of each group to each part, int8 (entries, groups, parts)."""
    fixed: Masks
    """Cards of one-card groups by part, uint16 (entries, parts)."""
    weight: Floats
    label_holding: tuple[Masks, ...]
    """For each constrained hand, one typical whole holding (known cards too) of each of its labels."""
    cells: Ints
    """Label of each constrained hand, (cells, constrained)."""
    values: Ints
    """Feature values of the constrained hands one after the other, (values, features)."""
    entry_key: Ints
    """``cell * len(values) + value`` of each entry, ascending."""

    @cached_property
    def ways(self) -> Floats:
        """Number of ways, exact whole numbers, (cells, values)."""
        size = len(self.cells) * len(self.values)
        table: Floats = np.bincount(self.entry_key, self.weight, size).astype(np.float64)
        return table.reshape(len(self.cells), len(self.values))

    @cached_property
    def lengths(self) -> Ints:
        """Unseen cards to each part by cell, (cells, parts)."""
        first = np.searchsorted(self.entry_key, np.arange(len(self.cells)) * len(self.values))
        found: Ints = self.shares[first].sum(axis=1, dtype=np.int64)
        return found

    @cached_property
    def chooser(self) -> Groups:
        """Draws an entry of a (cell, value) key."""
        counts = np.bincount(self.entry_key, minlength=len(self.cells) * len(self.values))
        return Groups.of(counts, self.weight)


def suit_table(layout: Layout, suit: int) -> SuitTable:
    """Deal one suit's unseen cards in every way that no single hand's conditions rule out at once."""
    groups = card_groups(layout, suit)
    shares, weight = _entries(groups, layout.parts, layout.limits.entries)
    fixed, typical = _holdings(groups, shares, layout.parts, suit)
    labels, values, kept = _describe(layout.hands, suit, typical)
    ids, holdings = [], []
    for column, label in enumerate(labels):
        _, number = row_ids(label[kept, None])
        typical_of = np.zeros(int(number.max(initial=-1)) + 1, dtype=np.uint16)
        typical_of[number] = typical[kept, column]
        ids.append(number)
        holdings.append(typical_of)
    cells, cell = row_ids(np.stack(ids, axis=1))
    points, value = row_ids(values[kept])
    key = cell * len(points) + value
    order = np.argsort(key, kind="stable")
    chosen = kept[order]
    return SuitTable(
        suit, groups, shares[chosen], fixed[chosen], weight[chosen],
        tuple(holdings), cells, points, key[order],
    )  # fmt: skip


def card_groups(layout: Layout, suit: int) -> tuple[CardGroup, ...]:
    """Unseen cards that no condition distinguishes, together."""
    code = _conditions_code([hand.boxes for hand in layout.hands], suit)
    groups: list[CardGroup] = []
    for card in (c for c in range(13) if layout.unseen[suit] >> c & 1):
        parts = tuple(i for i, part in enumerate(layout.parts) if part.allowed[suit] >> card & 1)
        for place, group in enumerate(groups):
            if group.parts == parts and _alike(code, card, group.cards.bit_length() - 1):
                groups[place] = CardGroup(group.cards | 1 << card, parts)
                break
        else:
            groups.append(CardGroup(1 << card, parts))
    return tuple(groups)


def _conditions_code(unions: list[Boxes], suit: int) -> Ints:
    """A number for each holding; equal numbers: no condition tells the two apart (but by length)."""
    columns: list[Ints] = []
    for union in unions:
        columns += [each.holdings[suit].astype(np.int64) for each in union.boxes if suit in each.holdings]
        columns += [feature.table[suit].astype(np.int64) for feature in union.features]
    code = np.zeros(8192, dtype=np.int64)
    for column in columns:
        _, code = np.unique(code * 4096 + (column - column.min()), return_inverse=True)
    return code


def _alike(code: Ints, one: int, other: int) -> bool:
    holdings = np.arange(8192)
    with_one = holdings[(holdings >> one & 1 == 1) & (holdings >> other & 1 == 0)]
    return bool(np.array_equal(code[with_one], code[with_one ^ (1 << one) ^ (1 << other)]))


def _entries(groups: tuple[CardGroup, ...], parts: tuple[Part, ...], limit: int) -> tuple[NDArray[np.int8], Floats]:
    """Every split of every group, none giving a part more cards than it needs."""
    needs = np.array([part.need for part in parts])
    shares = np.zeros((1, 0, len(parts)), dtype=np.int8)
    weight = np.ones(1)
    for group in groups:
        splits, ways = _splits(group, len(parts))
        within(limit, len(shares) * len(splits))
        left = np.repeat(np.arange(len(shares)), len(splits))
        right = np.tile(np.arange(len(splits)), len(shares))
        total = shares.sum(axis=1, dtype=np.int8)[left] + splits[right]
        fits = np.flatnonzero((total <= needs).all(axis=1))
        left, right = left[fits], right[fits]
        shares = np.concatenate([shares[left], splits[right][:, None, :]], axis=1)
        weight = weight[left] * ways[right]
    return shares, weight


def _splits(group: CardGroup, parts: int) -> tuple[NDArray[np.int8], Floats]:
    """Cards of one group to each part, and in how many ways."""
    counts = [
        (*head, group.size - sum(head))
        for head in product(range(group.size + 1), repeat=max(len(group.parts) - 1, 0))
        if sum(head) <= group.size
    ]
    splits = np.zeros((len(counts), parts), dtype=np.int8)
    if not group.parts:
        return splits[:0], np.zeros(0)
    splits[:, list(group.parts)] = counts
    facts = np.array([factorial(n) for n in range(14)], dtype=np.float64)
    return splits, facts[group.size] / facts[splits].prod(axis=1)


def _holdings(
    groups: tuple[CardGroup, ...], shares: NDArray[np.int8], parts: tuple[Part, ...], suit: int
) -> tuple[Masks, Masks]:
    """By entry and part: the cards of one-card groups, and a typical whole holding."""
    fixed = np.zeros((len(shares), len(parts)), dtype=np.uint16)
    typical = np.broadcast_to(np.array([p.known[suit] for p in parts], dtype=np.uint16), fixed.shape).copy()
    for index, group in enumerate(groups):
        cards = [1 << c for c in range(13) if group.cards >> c & 1]
        lowest = np.concatenate([[0], np.cumsum(cards)]).astype(np.uint16)
        share = shares[:, index, :]
        typical |= lowest[share]
        if group.size == 1:
            fixed |= lowest[share]
    return fixed, typical


def _describe(constrained: tuple[Part, ...], suit: int, typical: Masks) -> tuple[list[Ints], Ints, Ints]:
    """Labels by hand, feature values, and the entries that some box of every hand may still accept."""
    labels: list[Ints] = []
    values: list[NDArray[np.int16]] = []
    possible = np.ones(len(typical), dtype=np.bool_)
    for column, part in enumerate(constrained):
        held = typical[:, column]
        holdings = np.flatnonzero(np.bincount(held, minlength=8192))
        fits, label = np.zeros(8192, dtype=np.bool_), np.zeros(8192, dtype=np.int64)
        fits[holdings] = _still_possible(part.boxes, suit, holdings)
        label[holdings] = _labels(part.boxes, suit, holdings)
        possible &= fits[held]
        labels.append(label[held])
        values += [feature.table[suit][held] for feature in part.boxes.features]
    points = np.zeros((len(typical), len(values)), dtype=np.int64)
    for column, value in enumerate(values):
        points[:, column] = value
    return labels, points, np.flatnonzero(possible)


def _labels(boxes: Boxes, suit: int, holdings: Ints) -> Ints:
    """Numbers that tell holdings apart by length and by every condition on this suit alone."""
    label = SUIT_LENGTH[holdings].astype(np.int64)
    conditions = {each.holdings[suit].tobytes(): each.holdings[suit] for each in boxes.boxes if suit in each.holdings}
    for allowed in conditions.values():
        _, label = np.unique(label * 2 + allowed[holdings], return_inverse=True)
    return label


def _still_possible(boxes: Boxes, suit: int, holdings: Ints) -> NDArray[np.bool_]:
    """Whether any box accepts such a holding in this suit, whatever the other suits."""
    length = SUIT_LENGTH[holdings].astype(np.intp)
    possible = np.zeros(len(holdings), dtype=np.bool_)
    others = tuple(s for s in range(4) if s != suit)
    for each in boxes.boxes:
        fits = np.ones(len(holdings), dtype=np.bool_)
        if each.shapes is not None:
            lengths: NDArray[np.bool_] = np.asarray(each.shapes.any(axis=others))
            fits &= lengths[length]
        if suit in each.holdings:
            fits &= each.holdings[suit][holdings]
        for feature, (_, high) in each.ranges.items():
            least = sum(int(feature.table[s].min()) for s in others)
            fits &= feature.table[suit][holdings] <= high - least
        possible |= fits
    return possible
