"""Endings as strings of owners: many positions in one array of integers.

At the start of a trick only the order of the cards within each suit matters, so a position is written as the
owners of its cards, suit after suit, highest card first: two bits a card, 0 = the hand on lead, 1 = its
left-hand opponent, and so on. The trump suit stands first; with the other suits sorted, positions that play
alike are the same integer. Cards of one hand that stand next to each other are equals.

Bits 0..39: owners, the first card lowest. Lengths: four bits a suit, first suit lowest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Small = NDArray[np.int8]
Ints = NDArray[Any]

MOST_CARDS = 5
"""Cards a hand that fit into a string."""

ZERO, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)
LENGTH_SHIFT = np.uint64(8 * MOST_CARDS)
_EVEN = 0x5555555555
_FIFTEEN = np.uint64(15)


def even_bits(cards: int) -> np.uint64:
    """The lower bit of each owner, so many cards a hand."""
    return np.uint64(_EVEN & ((1 << 8 * cards) - 1))


def lowest(bits: Words) -> Words:
    """The lowest bit that is set."""
    return np.asarray(bits & (ZERO - bits))


def every_bit(condition: Ints) -> Words:
    """All bits where the condition holds, none elsewhere (quicker than a choice between two arrays)."""
    return np.asarray(ZERO - condition.astype(np.uint64))


@dataclass(frozen=True, eq=False)
class Strings:
    """Positions at the start of a trick: owners and lengths, uint64 (n,)."""

    owners: Words
    lengths: Words

    def __len__(self) -> int:
        return len(self.owners)

    def take(self, rows: Ints | slice) -> Strings:
        return Strings(self.owners[rows], self.lengths[rows])

    def starts(self) -> list[Words]:
        """The bit of the first card of each suit, and the bit behind the last card: five arrays."""
        found = [np.full(len(self), 1, np.uint64)]
        for suit in range(4):
            length = (self.lengths >> np.uint64(4 * suit)) & _FIFTEEN
            found.append(found[-1] << (length << ONE))
        return found

    def held(self, seat: int, cards: int) -> Words:
        """The cards of a hand, one bit each."""
        even = even_bits(cards)
        other = self.owners ^ (even * np.uint64(seat))
        return np.asarray(~(other | (other >> ONE)) & even)

    def owner(self, card: Words) -> Words:
        """Whose card it is, 0..3 from the hand on lead."""
        low = (self.owners & card) != ZERO
        high = (self.owners & (card << ONE)) != ZERO
        return np.asarray(low.astype(np.uint64) | (high.astype(np.uint64) << ONE))

    def packed(self) -> Words:
        """One integer a position."""
        return np.asarray(self.owners | (self.lengths << LENGTH_SHIFT))

    @classmethod
    def unpacked(cls, words: Words) -> Strings:
        return cls(words & ((ONE << LENGTH_SHIFT) - ONE), words >> LENGTH_SHIFT)


def after_trick(strings: Strings, played: Words, winner: Words, cards: int, trumps: bool) -> Strings:
    """The positions after a trick: four cards gone, the winner on lead, side suits sorted.

    played: one bit for each of the four cards; winner: 0..3 from the hand that led; cards: a hand before it.
    """
    starts = strings.starts()
    lengths = strings.lengths.copy()
    for suit in range(4):
        gone = np.bitwise_count(played & (starts[suit + 1] - starts[suit])).astype(np.uint64)
        lengths -= gone << np.uint64(4 * suit)
    owners: Words = strings.owners
    rest: Words = played
    for _ in range(4):
        card = lowest(rest)
        below = card - ONE
        owners = np.asarray((owners & below) | ((owners >> TWO) & ~below))
        rest = np.asarray((rest ^ card) >> TWO)
    return in_order(_turned(owners, winner, cards - 1), lengths, trumps)


def _turned(owners: Words, leader: Words, cards: int) -> Words:
    """Owners counted from another leader: each pair of bits less the leader, modulo four."""
    even = even_bits(cards)
    odd = even << ONE
    less = even * leader
    difference = ((owners | odd) - (less & even)) ^ ((owners ^ ~less) & odd)
    return np.asarray(difference & (even | odd))


def in_order(owners: Words, lengths: Words, trumps: bool) -> Strings:
    """The same positions with side suits sorted by length, then owners."""
    suits = []
    rest = owners
    for suit in range(4):
        length = (lengths >> np.uint64(4 * suit)) & _FIFTEEN
        bits = length << ONE
        suits.append((length << LENGTH_SHIFT) | (rest & ((ONE << bits) - ONE)))
        rest = rest >> bits
    first = 1 if trumps else 0
    pairs = [(1, 2), (2, 3), (1, 2)] if trumps else [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)]
    for low, high in pairs:
        suits[low], suits[high] = np.minimum(suits[low], suits[high]), np.maximum(suits[low], suits[high])
    low_bits = (ONE << LENGTH_SHIFT) - ONE
    lengths_out = lengths & (_FIFTEEN if first else np.uint64(0))
    owners_out = suits[3] & low_bits
    for suit in (2, 1, 0):
        owners_out = (owners_out << ((suits[suit] >> LENGTH_SHIFT) << ONE)) | (suits[suit] & low_bits)
    for suit in range(first, 4):
        lengths_out = lengths_out | ((suits[suit] >> LENGTH_SHIFT) << np.uint64(4 * suit))
    return Strings(owners_out, lengths_out)
