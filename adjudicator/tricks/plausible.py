"""Cards that a thinking player may play: the rest of the legal ones waste something in plain sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.bridge import Card, Hand, Suit, trick_winner
from adjudicator.tricks.double_dummy import Position

Group = tuple[Card, ...]
_HONOUR = 10


def plausible(position: Position, groups: Sequence[Group], scores: Mapping[Card, int]) -> list[Group]:
    """The plausible groups of equals, and those that are best on the actual deal (whoever finds them).

    * to lead: from each suit the top card, the lowest card, and every honour;
    * following suit: the lowest card, the cheapest and the highest that win so far (last to play: the cheapest);
    * void: the lowest of each suit, the cheapest ruff that wins so far.
    """
    best = max(scores.values())
    if not position.trick:
        kept = _leads(groups)
    elif groups[0][0].suit is position.led:
        kept = _following(position, groups)
    else:
        kept = _void(position, groups)
    if not any(scores[group[0]] == best for group in kept):
        kept += [group for group in groups if scores[group[0]] == best][:1]
    return kept


def _leads(groups: Sequence[Group]) -> list[Group]:
    kept = []
    for at, group in enumerate(groups):
        first = at == 0 or groups[at - 1][0].suit is not group[0].suit
        last = at == len(groups) - 1 or groups[at + 1][0].suit is not group[0].suit
        if first or last or group[0].rank >= _HONOUR:
            kept.append(group)
    return kept


def _following(position: Position, groups: Sequence[Group]) -> list[Group]:
    winning = [group for group in groups if _wins(position, group[0])]
    kept = {groups[-1]}
    if winning:
        kept.add(winning[-1])
        if len(position.trick) < 3:
            kept.add(winning[0])
            kept |= {group for group in winning if group[0].rank >= _HONOUR}
    return [group for group in groups if group in kept]


def _void(position: Position, groups: Sequence[Group]) -> list[Group]:
    trump = position.denomination.suit
    kept = [group for group in groups if group[0].suit is not trump and _lowest(groups, group)]
    ruffs = [group for group in groups if group[0].suit is trump and _wins(position, group[0])]
    return kept + ruffs[-1:] if kept or ruffs else [groups[-1]]


def _lowest(groups: Sequence[Group], group: Group) -> bool:
    return group == [other for other in groups if other[0].suit is group[0].suit][-1]


def _wins(position: Position, card: Card) -> bool:
    cards = (*position.trick, card)
    return trick_winner(cards, position.leader, position.denomination.suit) is position.turn


def natural(position: Position, groups: Sequence[Group]) -> Card:
    """What a player does where nothing depends on it: cash a winner, otherwise the lowest of the longest suit."""
    if not position.trick:
        others = Hand.of(card for seat, hand in enumerate(position.hands) if seat != position.turn for card in hand)
        masters = [group for group in groups if _is_master(group[0], others)]
        if masters:
            return masters[0][0]
    hand = position.hands[position.turn]
    return min(groups, key=lambda group: (-_length(hand, group[0].suit), group[-1].rank))[-1]


def _is_master(card: Card, others: Hand) -> bool:
    return not any(other > card for other in others.cards_of(card.suit))


def _length(hand: Hand, suit: Suit) -> int:
    return hand.length(suit)
