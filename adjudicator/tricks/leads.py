"""Opening leads that people make: P(card | leader's hand, auction as he understood it, contract).

A conditional choice over the leader's thirteen cards, fitted on real leads (`lead_training`). What the auction
tells comes from the call model's beliefs about the three hidden hands, or from the meanings that were explained.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.bridge import Card, Hand, Suit, hand_masks
from adjudicator.tricks.lead_context import LeadContext
from adjudicator.tricks.lead_features import features
from adjudicator.tricks.lead_network import load_network

__all__ = ["LeadContext", "by_suit", "equal_cards", "lead_probabilities", "merged", "usual_card", "usual_lead"]


def lead_probabilities(hand: Hand, context: LeadContext) -> dict[Card, float]:
    """The chance of each card of the leader's hand; they sum to 1.

    >>> from adjudicator.bridge import Auction, Seat
    >>> auction = Auction.parse(Seat.SOUTH, "1NT P 3NT P P P")
    >>> context = LeadContext.of(auction, auction.contract)
    >>> chances = lead_probabilities(Hand.parse("KJ752.Q84.T9.843"), context)
    >>> str(max(chances, key=chances.get))
    'S5'
    """
    leads = features(hand_masks([hand]), [context])
    chances = load_network().chances(leads)
    found = {Card(int(card)): float(chance) for card, chance in zip(leads.number, chances, strict=True)}
    return dict(sorted(found.items(), key=lambda item: -item[0]))


def by_suit(chances: Mapping[Card, float]) -> dict[Suit, float]:
    """The chance of a lead in each suit, spades first."""
    return {suit: sum(chance for card, chance in chances.items() if card.suit is suit) for suit in reversed(Suit)}


def equal_cards(hand: Hand) -> list[tuple[Card, ...]]:
    """Cards of the hand in groups that touch each other: no card elsewhere ranks between them.

    >>> [" ".join(map(str, group)) for group in equal_cards(Hand.parse("KQ5.A.T9.5432"))]
    ['SK SQ', 'S5', 'HA', 'DT D9', 'C5 C4 C3 C2']
    """
    groups: list[list[Card]] = []
    for card in hand:
        if groups and groups[-1][-1] == card + 1 and groups[-1][-1].suit is card.suit:
            groups[-1].append(card)
        else:
            groups.append([card])
    return [tuple(group) for group in groups]


def merged(chances: Mapping[Card, float]) -> dict[tuple[Card, ...], float]:
    """Chances with touching cards put together, the likeliest first."""
    groups = equal_cards(Hand.of(chances))
    sums = {group: sum(chances[card] for card in group) for group in groups}
    return dict(sorted(sums.items(), key=lambda item: -item[1]))


def usual_lead(hand: Hand, trump: Suit | None) -> Card:
    """The usual card of the longest (then strongest) suit that is not trumps: the plain rule to compare with.

    >>> str(usual_lead(Hand.parse("KJ752.Q84.T9.843"), None))
    'S5'
    """
    held = [suit for suit in Suit if hand.length(suit)]
    suits = [suit for suit in held if suit is not trump] or held
    longest = max(suits, key=lambda suit: (hand.length(suit), hand.suit_mask(suit)))
    card = usual_card(hand, longest, trump)
    assert card is not None  # the longest suit is not empty
    return card


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
    if ranks[0] >= 12 and ranks[1] >= 10 and ranks[1] - ranks[2] == 1:
        return cards[1]
    if len(cards) >= 4:
        return cards[3]
    return cards[2] if ranks[0] >= 10 else cards[0]


def _sequence(ranks: list[int]) -> bool:
    return ranks[0] >= 11 and ranks[0] - ranks[1] == 1
