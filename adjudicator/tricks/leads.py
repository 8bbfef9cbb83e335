"""Opening leads that people make: P(card | leader's hand, auction, contract).

A conditional choice over the leader's thirteen cards. Each card is described by its suit's place in the
auction (partner's suit, declarer's, unbid, trump), by the holding it comes from (sequence, singleton, under
an ace, long suit against notrump) and by whether it is the usual card of that holding; the rates are read
as log-odds and kept in one table.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from adjudicator.bridge import Auction, Card, Contract, Denomination, Hand, Seat, Suit

RATES: dict[str, float] = {
    "partner's suit": 1.5,
    "own bid suit": 0.7,
    "declarer's or dummy's suit": -1.3,
    "trump": -0.6,
    "honour sequence": 1.0,
    "ace-king": 1.0,
    "broken honours against a suit": -0.7,
    "from an unsupported ace against a suit": -1.8,
    "singleton against a suit": 1.2,
    "doubleton against a suit": 0.3,
    "each card of length against notrump": 0.45,
    "lead asked for by a double": 2.0,
    "not the usual card": -3.0,
}


@dataclass(frozen=True)
class LeadContext:
    """What the auction told the leader, as he understood it."""

    leader: Seat
    contract: Contract
    shown: tuple[frozenset[Suit], frozenset[Suit], frozenset[Suit], frozenset[Suit]]
    asked: frozenset[Suit] = frozenset()

    @classmethod
    def of(cls, auction: Auction, contract: Contract) -> LeadContext:
        """Suits bid by each seat; a final double of a notrump game or a slam that asks for dummy's suit."""
        if contract.leader is None:
            raise ValueError("no lead is made on a passed-out board")
        suits: list[set[Suit]] = [set(), set(), set(), set()]
        for index, call in enumerate(auction.calls):
            if call.is_bid and call.denomination.suit is not None:
                suits[auction.seat_of(index)].add(call.denomination.suit)
        north, east, south, west = (frozenset(bid) for bid in suits)
        shown = (north, east, south, west)
        return cls(contract.leader, contract, shown, _asked_for(auction, contract, shown))


def _asked_for(auction: Auction, contract: Contract, shown: tuple[frozenset[Suit], ...]) -> frozenset[Suit]:
    if contract.doubling != 1 or contract.leader is None or contract.dummy is None:
        return frozenset()
    doubler = max((i for i, call in enumerate(auction.calls) if call == 1), default=None)
    if doubler is None or auction.seat_of(doubler) is contract.leader:
        return frozenset()
    if contract.level >= 6 or contract.denomination is Denomination.NOTRUMP:
        return frozenset(suit for suit in shown[contract.dummy] if suit != contract.trump)
    return frozenset()


def lead_probabilities(hand: Hand, context: LeadContext) -> dict[Card, float]:
    """The chance of each card of the leader's hand; they sum to 1.

    >>> auction = Auction.parse(Seat.SOUTH, "1NT P 3NT P P P")
    >>> context = LeadContext.of(auction, auction.contract)
    >>> chances = lead_probabilities(Hand.parse("KJ752.Q84.T9.843"), context)
    >>> str(max(chances, key=chances.get))
    'S5'
    """
    scores = {card: _utility(card, hand, context) for card in hand}
    top = max(scores.values())
    raw = {card: math.exp(score - top) for card, score in scores.items()}
    total = sum(raw.values())
    return {card: weight / total for card, weight in raw.items()}


def _utility(card: Card, hand: Hand, context: LeadContext) -> float:
    suit = card.suit
    utility = _auction_part(suit, context) + _holding_part(suit, hand, context)
    if card != usual_card(hand, suit, context.contract.trump):
        utility += RATES["not the usual card"]
    return utility


def _auction_part(suit: Suit, context: LeadContext) -> float:
    leader, contract = context.leader, context.contract
    utility = 0.0
    if suit in context.shown[leader.partner]:
        utility += RATES["partner's suit"]
    if suit in context.shown[leader]:
        utility += RATES["own bid suit"]
    if suit == contract.trump:
        return utility + RATES["trump"]
    if suit in context.shown[leader.lho] or suit in context.shown[leader.rho]:
        utility += RATES["declarer's or dummy's suit"]
    if suit in context.asked:
        utility += RATES["lead asked for by a double"] - RATES["declarer's or dummy's suit"]
    return utility


def _holding_part(suit: Suit, hand: Hand, context: LeadContext) -> float:
    ranks = [card.rank for card in hand.cards_of(suit)]
    length = len(ranks)
    if context.contract.trump is None:
        utility = RATES["each card of length against notrump"] * length
        return utility + (RATES["honour sequence"] if _sequence(ranks) and length >= 3 else 0.0)
    if suit == context.contract.trump:
        return 0.0 if length > 1 and ranks[0] <= 10 else -0.7
    if ranks[0] == 14 and length > 1:
        return RATES["ace-king"] if ranks[1] == 13 else RATES["from an unsupported ace against a suit"]
    if length == 1:
        return RATES["singleton against a suit"]
    if _sequence(ranks):
        return RATES["honour sequence"]
    if ranks[0] >= 12:
        return RATES["broken honours against a suit"]
    return RATES["doubleton against a suit"] if length == 2 else 0.0


def _sequence(ranks: list[int]) -> bool:
    return len(ranks) >= 2 and ranks[0] >= 11 and ranks[0] - ranks[1] == 1


def usual_card(hand: Hand, suit: Suit, trump: Suit | None) -> Card | None:
    """The card that most partnerships lead from a holding: top of a sequence or doubleton, fourth best, low.

    >>> str(usual_card(Hand.parse("KQT4.A92.74.8532"), Suit.SPADES, Suit.HEARTS))
    'SK'
    """
    cards = hand.cards_of(suit)
    if not cards:
        return None
    ranks = [card.rank for card in cards]
    if len(cards) <= 2:
        return cards[0] if suit != trump else cards[-1]
    if _sequence(ranks) or (trump is not None and ranks[0] == 14):
        return cards[0]
    if len(ranks) >= 3 and ranks[0] >= 12 and ranks[1] >= 10 and ranks[1] - ranks[2] == 1:
        return cards[1]
    if len(cards) >= 4:
        return cards[3]
    return cards[2] if ranks[0] >= 10 else cards[0]
