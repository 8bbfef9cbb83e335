"""A hand as far as it is known: cards, spot cards written `x`, and suits of which nothing is known.

Sources give hands such as "Kxxxxx.xx.xx.Qxx": an `x` stands for a card below the ten whose rank nobody wrote
down.
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.bridge import RANKS, AdjudicatorError, Card, Hand, Suit

SPOT_TOP = 9
UNKNOWN_SUIT = "?"


class PatternError(AdjudicatorError):
    """The text is no hand; the message says why."""


@dataclass(frozen=True)
class HandPattern:
    """What is known of one hand.

    `cards` are the known cards, highest first; `spots` counts unknown cards below the ten for each suit in
    the order clubs, diamonds, hearts, spades; `open_suits` are the suits whose length is not known.
    """

    cards: tuple[Card, ...] = ()
    spots: tuple[int, int, int, int] = (0, 0, 0, 0)
    open_suits: frozenset[Suit] = frozenset()

    @classmethod
    def parse(cls, text: str) -> HandPattern:
        """Read "S.H.D.C" with `x` for a spot card and `?` for a suit that is not known.

        >>> HandPattern.parse("Kxxxxx.xx.xx.Qxx").lengths
        (3, 2, 2, 6)
        """
        suits = text.strip().replace("-", "").split(".")
        if len(suits) != 4:
            raise PatternError(f"a hand has four suits with dots between them; {text!r} has {len(suits)}")
        cards: list[Card] = []
        spots = [0, 0, 0, 0]
        unknown: set[Suit] = set()
        for suit, holding in zip(reversed(Suit), suits, strict=True):
            holding = holding.strip().upper().replace("10", "T")
            if holding.endswith(UNKNOWN_SUIT):
                unknown.add(suit)
                holding = holding[:-1]
            spots[suit] = holding.count("X")
            cards += _cards_of(suit, holding.replace("X", ""))
        pattern = cls(tuple(cards), (spots[0], spots[1], spots[2], spots[3]), frozenset(unknown))
        pattern._check(text)
        return pattern

    @classmethod
    def of(cls, hand: Hand) -> HandPattern:
        """The pattern of a hand that is fully known."""
        return cls(tuple(hand))

    def _check(self, text: str) -> None:
        low = [sum(1 for card in self.cards if card.suit == suit and card.rank <= SPOT_TOP) for suit in Suit]
        for suit in Suit:
            if self.spots[suit] + low[suit] > SPOT_TOP - 1:
                raise PatternError(
                    f"{suit.letter} in {text!r} has {self.spots[suit] + low[suit]} cards below the ten; "
                    "a suit has only eight"
                )
        if self.count > 13:
            raise PatternError(f"a hand has 13 cards, not {self.count}: {text!r}")
        if self.count < 13 and not self.open_suits:
            raise PatternError(f"a hand has 13 cards, not {self.count}: {text!r}")

    @property
    def count(self) -> int:
        """How many cards are written, spot cards included."""
        return len(self.cards) + sum(self.spots)

    @property
    def is_full(self) -> bool:
        """Whether all 13 cards are known by rank."""
        return len(self.cards) == 13

    @property
    def hand(self) -> Hand | None:
        """The hand itself when every card is known."""
        return Hand.of(self.cards) if self.is_full else None

    @property
    def lengths(self) -> tuple[int | None, int | None, int | None, int | None]:
        """Suit lengths (clubs, diamonds, hearts, spades); `None` where the length is not known."""
        known = [sum(1 for card in self.cards if card.suit == suit) + self.spots[suit] for suit in Suit]
        size = [None if suit in self.open_suits else known[suit] for suit in Suit]
        return (size[0], size[1], size[2], size[3])

    @property
    def hcp(self) -> int | None:
        """High-card points (4-3-2-1), or `None` when a suit is not known; an `x` has none."""
        return None if self.open_suits else sum(max(0, card.rank - 10) for card in self.cards)

    @property
    def text(self) -> str:
        """The text form that `parse` reads."""
        return ".".join(self._suit_text(suit) for suit in reversed(Suit))

    def _suit_text(self, suit: Suit) -> str:
        ranks = "".join(card.rank_letter for card in self.cards if card.suit == suit)
        return ranks + "x" * self.spots[suit] + (UNKNOWN_SUIT if suit in self.open_suits else "")

    def allows(self, hand: Hand) -> bool:
        """Whether `hand` can be the hand described."""
        if any(card not in hand for card in self.cards):
            return False
        for suit in Suit:
            rest = [card for card in hand if card.suit == suit and card not in self.cards]
            if suit not in self.open_suits:
                if len(rest) != self.spots[suit] or any(card.rank > SPOT_TOP for card in rest):
                    return False
            elif sum(1 for card in rest if card.rank <= SPOT_TOP) < self.spots[suit]:
                return False
        return True


def _cards_of(suit: Suit, holding: str) -> list[Card]:
    ranks = []
    for letter in holding:
        if letter not in RANKS:
            raise PatternError(f"{letter!r} is no rank; use {RANKS[::-1]} or x for a spot card")
        ranks.append(RANKS.index(letter) + 2)
    doubled = next((rank for rank in ranks if ranks.count(rank) > 1), None)
    if doubled is not None:
        raise PatternError(f"the {suit.letter}{RANKS[doubled - 2]} is written twice in one hand")
    return [Card.of(suit, rank) for rank in sorted(ranks, reverse=True)]
