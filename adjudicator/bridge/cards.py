"""Suits, denominations, cards and hands.

A card is a number from 0 (club deuce) to 51 (spade ace); a hand is the set of such numbers as a bitmask.
Inside the program suits always count clubs, diamonds, hearts, spades; in text a hand reads spades first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from adjudicator.bridge.problems import AdjudicatorError

RANKS = "23456789TJQKA"
SUIT_MASK = 0x1FFF
_SYMBOLS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♢": "D", "♡": "H", "♧": "C", "♤": "S"}


class Suit(IntEnum):
    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        return "CDHS"[self]

    @property
    def symbol(self) -> str:
        return "♣♦♥♠"[self]

    @property
    def is_major(self) -> bool:
        return self >= Suit.HEARTS

    @classmethod
    def parse(cls, text: str) -> Suit:
        key = _SYMBOLS.get(text, text).upper()
        if len(key) == 1 and key in "CDHS":
            return cls("CDHS".index(key))
        raise AdjudicatorError(f"'{text}' is no suit; write C, D, H or S")


class Denomination(IntEnum):
    """The suit or notrump named in a bid, ranking upwards (Law 18E)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NOTRUMP = 4

    @property
    def text(self) -> str:
        return ("C", "D", "H", "S", "NT")[self]

    @property
    def suit(self) -> Suit | None:
        return None if self is Denomination.NOTRUMP else Suit(self)

    @property
    def symbol(self) -> str:
        return ("♣", "♦", "♥", "♠", "NT")[self]

    @classmethod
    def parse(cls, text: str) -> Denomination:
        key = _SYMBOLS.get(text, text).upper()
        if key in {"N", "NT"}:
            return cls.NOTRUMP
        if len(key) == 1 and key in "CDHS":
            return cls("CDHS".index(key))
        raise AdjudicatorError(f"'{text}' is no denomination; write C, D, H, S or NT")


class Card(int):
    """One of the 52 cards.

    >>> Card.parse("SA"), Card.parse("10♥").suit.letter, Card.of(Suit.CLUBS, 2) == 0
    (SA, 'H', True)
    """

    __slots__ = ()

    @classmethod
    def of(cls, suit: int, rank: int) -> Card:
        """From suit and rank, the rank running from 2 to 14 (ace)."""
        return cls(13 * suit + rank - 2)

    @classmethod
    def parse(cls, text: str) -> Card:
        """Suit first or rank first, with letters or symbols; ten as ``T`` or ``10``."""
        key = text.strip().upper().replace("10", "T")
        key = "".join(_SYMBOLS.get(letter, letter) for letter in key)
        if len(key) == 2:
            for suit, rank in ((key[0], key[1]), (key[1], key[0])):
                if suit in "CDHS" and rank in RANKS:
                    return cls(13 * "CDHS".index(suit) + RANKS.index(rank))
        raise AdjudicatorError(f"'{text}' is no card; write suit and rank, such as SA or H7")

    @property
    def suit(self) -> Suit:
        return Suit(self // 13)

    @property
    def rank(self) -> int:
        return self % 13 + 2

    @property
    def rank_letter(self) -> str:
        return RANKS[self % 13]

    def __str__(self) -> str:
        return f"{self.suit.letter}{self.rank_letter}"

    __repr__ = __str__


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards one player holds: thirteen before the play, fewer later.

    >>> hand = Hand.parse("AKQ2.T98.32.KJ54")
    >>> hand.hcp, hand.lengths, hand.text
    (13, (4, 2, 3, 4), 'AKQ2.T98.32.KJ54')
    """

    mask: int

    @classmethod
    def of(cls, cards: Iterable[int]) -> Hand:
        mask = 0
        for card in cards:
            mask |= 1 << card
        return cls(mask)

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Spades, hearts, diamonds, clubs, parted by dots; a void is empty or ``-``."""
        suits = text.strip().upper().replace("10", "T").split(".")
        if len(suits) != 4:
            raise AdjudicatorError(f"the hand '{text}' has {len(suits)} suits; write four, parted by dots")
        mask = 0
        for suit, ranks in zip((3, 2, 1, 0), suits, strict=True):
            for letter in ranks.replace("-", ""):
                if letter not in RANKS:
                    raise AdjudicatorError(f"'{letter}' in the hand '{text}' is no rank; use A K Q J T 9 … 2")
                bit = 1 << (13 * suit + RANKS.index(letter))
                if mask & bit:
                    raise AdjudicatorError(f"the hand '{text}' holds {'CDHS'[suit]}{letter} twice")
                mask |= bit
        return cls(mask)

    @classmethod
    def of_suits(cls, clubs: int, diamonds: int, hearts: int, spades: int) -> Hand:
        """From four 13-bit suit masks (bit 0 = deuce)."""
        return cls(clubs | diamonds << 13 | hearts << 26 | spades << 39)

    def suit_mask(self, suit: int) -> int:
        """The suit as 13 bits: bit 0 the deuce, bit 12 the ace."""
        return self.mask >> 13 * suit & SUIT_MASK

    def length(self, suit: int) -> int:
        return self.suit_mask(suit).bit_count()

    @property
    def lengths(self) -> tuple[int, int, int, int]:
        """Clubs, diamonds, hearts, spades."""
        return (self.length(0), self.length(1), self.length(2), self.length(3))

    @property
    def hcp(self) -> int:
        """High-card points: ace 4, king 3, queen 2, jack 1."""
        return sum((self.suit_mask(suit) >> 8 + honour & 1) * honour for suit in range(4) for honour in (1, 2, 3, 4))

    def cards_of(self, suit: int) -> tuple[Card, ...]:
        """The cards of one suit, from the top."""
        top = 13 * suit + 12
        return tuple(Card(index) for index in range(top, top - 13, -1) if self.mask >> index & 1)

    def ranks_of(self, suit: int) -> str:
        return "".join(card.rank_letter for card in self.cards_of(suit))

    def without(self, card: int) -> Hand:
        return Hand(self.mask & ~(1 << card))

    @property
    def text(self) -> str:
        return ".".join(self.ranks_of(suit) for suit in (3, 2, 1, 0))

    def __iter__(self) -> Iterator[Card]:
        return (Card(index) for index in range(51, -1, -1) if self.mask >> index & 1)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, card: int) -> bool:
        return bool(self.mask >> card & 1)

    def __str__(self) -> str:
        return self.text


FULL_PACK = Hand((1 << 52) - 1)
