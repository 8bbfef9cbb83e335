"""A position of the play: who still holds what, what has been played to the trick, who is to play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from adjudicator.bridge import (
    Card,
    Deal,
    Denomination,
    Hand,
    Play,
    Seat,
    Suit,
    legal_cards,
    suit_masks,
    trick_winner,
)
from adjudicator.tricks.double_dummy.boards import (
    NO_CARD,
    VALUE,
    Boards,
    failure,
    require_sound,
)


@dataclass(frozen=True)
class Position:
    """Cards still held, and the trick in progress.

    hands: by seat, cards already played removed; denomination: of the contract; leader: who led to the
    current trick (or is to lead); trick: the cards already played to it, in order.

    >>> position = Position.opening(Deal.parse("N:AKQJT98765432... .AKQJT98765432.. "
    ...     "..AKQJT98765432. ...AKQJT98765432"), Denomination.NOTRUMP, Seat.SOUTH)
    >>> position.turn.letter, position.tricks_left
    ('W', 13)
    """

    hands: tuple[Hand, Hand, Hand, Hand]
    denomination: Denomination
    leader: Seat
    trick: tuple[Card, ...] = ()

    @classmethod
    def opening(cls, deal: Deal, denomination: Denomination, declarer: Seat) -> Position:
        """Before the opening lead, declarer's left-hand opponent to play."""
        return cls(deal.hands, denomination, declarer.lho)

    @classmethod
    def after_play(cls, play: Play) -> Position:
        """The position that a record of play has reached; the record may stop inside a trick."""
        tricks = play.tricks
        leader = play.contract.leader
        assert leader is not None  # a Play always has a declarer
        unfinished: tuple[Card, ...] = ()
        if tricks:
            last = tricks[-1]
            leader = last.winner if last.winner is not None else last.leader
            unfinished = last.cards if last.winner is None else ()
        return cls(play.hands_left(), play.contract.denomination, leader, unfinished)

    @property
    def turn(self) -> Seat:
        """The seat to play."""
        return self.leader.after(len(self.trick))

    @property
    def led(self) -> Suit | None:
        """The suit led to the trick, `None` when the seat to play leads."""
        return self.trick[0].suit if self.trick else None

    @property
    def tricks_left(self) -> int:
        """Tricks not yet complete, the current one included."""
        return (sum(len(hand) for hand in self.hands) + len(self.trick) + 3) // 4

    @property
    def legal(self) -> Hand:
        """The cards that the seat to play may play."""
        return legal_cards(self.hands[self.turn], self.led)

    def after(self, card: Card) -> Position:
        """The position after a card of the seat to play (legality is not asked)."""
        hands = list(self.hands)
        hands[self.turn] = hands[self.turn].without(card)
        trick = (*self.trick, card)
        leader = self.leader
        if len(trick) == 4:
            leader, trick = trick_winner(trick, leader, self.denomination.suit), ()
        north, east, south, west = hands
        return Position((north, east, south, west), self.denomination, leader, trick)

    def touching(self) -> list[tuple[Card, ...]]:
        """Legal cards in groups of equals, each from the top.

        Cards of one hand are equal when no card still in play, held elsewhere or lying in the current
        trick, ranks between them.
        """
        others = Hand.of(self.trick).mask
        for seat in Seat:
            if seat != self.turn:
                others |= self.hands[seat].mask
        groups: list[list[Card]] = []
        for card in self.legal:
            if groups and groups[-1][-1].suit == card.suit:
                between = others >> card & ((1 << groups[-1][-1] - card) - 1)
                if not between:
                    groups[-1].append(card)
                    continue
            groups.append([card])
        return [tuple(group) for group in groups]

    @cached_property
    def _row(self) -> Boards:
        if len(self.trick) > 3:
            raise failure("a trick in progress holds at most three cards", "start the next trick")
        masks = np.array([[suit_masks(hand) for hand in self.hands]], dtype=np.uint16)
        trick = np.full((1, 3), NO_CARD, dtype=np.int8)
        trick[0, : len(self.trick)] = self.trick
        boards = Boards.of(masks, int(self.denomination), int(self.leader), trick=trick)
        require_sound(boards)
        return boards

    def board(self, target: int = VALUE, every_card: bool = False) -> Boards:
        """This position as one row of boards; `DoubleDummyError` when it is unsound."""
        row = self._row
        return Boards.of(row.masks, row.denomination, row.leader, trick=row.trick, target=target, every_card=every_card)


def boards_of(positions: Sequence[Position], targets: Sequence[int], every_card: Sequence[bool]) -> Boards:
    """Positions as boards, row by row."""
    masks = np.array([[suit_masks(hand) for hand in p.hands] for p in positions], dtype=np.uint16)
    trick = np.full((len(positions), 3), NO_CARD, dtype=np.int8)
    for row, position in enumerate(positions):
        if len(position.trick) > 3:
            raise failure("a trick in progress holds at most three cards", "start the next trick")
        trick[row, : len(position.trick)] = position.trick
    return Boards.of(
        masks.reshape(len(positions), 4, 4),
        np.array([int(p.denomination) for p in positions], dtype=np.int8),
        np.array([int(p.leader) for p in positions], dtype=np.int8),
        trick=trick,
        target=np.array(targets, dtype=np.int8),
        every_card=np.array(every_card, dtype=np.bool_),
    )
