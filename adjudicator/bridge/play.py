"""Card play that is *legal*: following suit, winning tricks, revokes.

Three rooms speak of play: here what is legal, ``tricks.double_dummy`` what is perfect, ``tricks.lines`` what
people do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.bridge.cards import SUIT_MASK, Card, Hand, Suit
from adjudicator.bridge.contracts import Contract
from adjudicator.bridge.deals import Deal
from adjudicator.bridge.problems import AdjudicatorError
from adjudicator.bridge.seats import Seat, Side


def legal_cards(hand: Hand, led: Suit | None) -> Hand:
    """The cards of a hand that may be played: the suit led while any is held (Law 44)."""
    if led is None:
        return hand
    following = Hand(hand.mask & SUIT_MASK << 13 * led)
    return following if following.mask else hand


def trick_winner(cards: Sequence[Card], leader: Seat, trump: Suit | None) -> Seat:
    """Who wins the cards played from the leader on: the highest trump, else the highest of the suit led.

    >>> trick_winner([Card.parse(c) for c in ("HA", "H2", "S3", "HK")], Seat.WEST, Suit.SPADES).letter
    'E'
    """
    best = 0
    for index in range(1, len(cards)):
        card, top = cards[index], cards[best]
        if card.suit == top.suit:
            if card > top:
                best = index
        elif card.suit == trump:
            best = index
    return leader.after(best)


@dataclass(frozen=True)
class Trick:
    """Cards in order from the leader; the winner once all four are there."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat | None

    def by_seat(self) -> dict[Seat, Card]:
        return {self.leader.after(turn): card for turn, card in enumerate(self.cards)}


@dataclass(frozen=True)
class Play:
    """The cards played, in order, from the opening lead; perhaps cut short by a claim.

    Turns follow from who won each trick, so a record is read by who holds the card, never by columns.
    """

    deal: Deal
    contract: Contract
    cards: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if self.contract.declarer is None:
            raise AdjudicatorError("there is no play without a declarer")

    @property
    def tricks(self) -> tuple[Trick, ...]:
        leader = self.contract.leader
        assert leader is not None
        tricks = []
        for start in range(0, len(self.cards), 4):
            cards = self.cards[start : start + 4]
            winner = trick_winner(cards, leader, self.contract.trump) if len(cards) == 4 else None
            tricks.append(Trick(leader, cards, winner))
            leader = winner if winner is not None else leader
        return tuple(tricks)

    @property
    def turn(self) -> Seat | None:
        """Who plays next; ``None`` after the last card."""
        if len(self.cards) >= 52:
            return None
        tricks = self.tricks
        if not tricks:
            return self.contract.leader
        last = tricks[-1]
        return last.winner if last.winner is not None else last.leader.after(len(last.cards))

    def tricks_won(self, side: Side) -> int:
        """Complete tricks won by a side."""
        return sum(1 for trick in self.tricks if trick.winner is not None and trick.winner.side is side)

    def hands_left(self) -> tuple[Hand, Hand, Hand, Hand]:
        played = Hand.of(self.cards).mask
        north, east, south, west = (Hand(hand.mask & ~played) for hand in self.deal.hands)
        return north, east, south, west

    def problems(self) -> list[tuple[int, str]]:
        """Every card that was not this player's to play: (index, reason); a revoke is named as such."""
        found = []
        left = list(self.deal.hands)
        played: set[Card] = set()
        index = 0
        for trick in self.tricks:
            led = trick.cards[0].suit
            for seat, card in trick.by_seat().items():
                reason = _fault(left[seat], seat, card, led, card in played)
                if reason:
                    found.append((index, reason))
                played.add(card)
                left[seat] = left[seat].without(card)
                index += 1
        return found


def _fault(hand: Hand, seat: Seat, card: Card, led: Suit, played: bool) -> str:
    if played:
        return f"{card} has been played before"
    if card not in hand:
        return f"{seat} does not hold {card}"
    if card not in legal_cards(hand, led):
        return f"{seat} revoked: {card} on a {led.name.lower()[:-1]} lead while holding that suit"
    return ""
