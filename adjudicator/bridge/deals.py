"""A deal: four hands of thirteen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from adjudicator.bridge.cards import FULL_PACK, Card, Hand
from adjudicator.bridge.problems import AdjudicatorError, Problem
from adjudicator.bridge.seats import Seat


class DealError(AdjudicatorError):
    """The hands do not make up one pack; every fault is listed."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Four hands, North first; together the 52 cards.

    >>> deal = Deal.parse("E:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    >>> deal[Seat.EAST].length(3), deal.owner(Card.parse("H2")).letter
    (13, 'S')
    """

    hands: tuple[Hand, Hand, Hand, Hand]

    def __post_init__(self) -> None:
        faults = deal_faults(self.hands)
        if faults:
            advice = "give each of the 52 cards once, thirteen to a hand"
            raise DealError(*(Problem(fault, advice) for fault in faults))

    @classmethod
    def of(cls, hands: Sequence[Hand]) -> Deal:
        if len(hands) != 4:
            raise DealError(f"a deal has four hands, not {len(hands)}")
        return cls((hands[0], hands[1], hands[2], hands[3]))

    @classmethod
    def parse(cls, text: str) -> Deal:
        """PBN: a seat, a colon, four hands clockwise from that seat."""
        first, colon, rest = text.strip().partition(":")
        hands = rest.split()
        if not colon or len(hands) != 4:
            raise DealError(f"'{text}' is no deal; write a seat, a colon and four hands")
        start = Seat.parse(first)
        placed = {start.after(turn): Hand.parse(hand) for turn, hand in enumerate(hands)}
        return cls.of([placed[seat] for seat in Seat])

    def owner(self, card: int) -> Seat:
        """Who was dealt this card."""
        for seat, hand in zip(Seat, self.hands, strict=True):
            if card in hand:
                return seat
        raise DealError(f"card number {card} is not in the pack")

    @property
    def text(self) -> str:
        return self.text_from(Seat.NORTH)

    def text_from(self, first: Seat) -> str:
        """PBN, beginning with any seat."""
        return f"{first.letter}:" + " ".join(self[first.after(turn)].text for turn in range(4))

    def __getitem__(self, seat: int) -> Hand:
        return self.hands[seat]

    def __str__(self) -> str:
        return self.text


def deal_faults(hands: Iterable[Hand]) -> list[str]:
    """What keeps four hands from being a deal: wrong counts, cards held twice, cards missing."""
    faults: list[str] = []
    seen = twice = 0
    for seat, hand in zip(Seat, hands, strict=True):
        if len(hand) != 13:
            faults.append(f"{seat} holds {len(hand)} cards, not 13")
        twice |= seen & hand.mask
        seen |= hand.mask
    if twice:
        faults.append(f"held twice: {card_list(Hand(twice))}")
    missing = FULL_PACK.mask & ~seen
    if missing and (twice or not faults):
        faults.append(f"missing: {card_list(Hand(missing))}")
    return faults


def card_list(hand: Hand) -> str:
    return " ".join(str(Card(card)) for card in hand)
