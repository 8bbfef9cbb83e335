"""A second opinion: double dummy in plain Python, slow and simple, for endings.

It shares nothing with the library but the question, so that an agreement of the two means something.
Endings of six cards a hand take about a tenth of a second each; whole deals are out of reach.
"""

from __future__ import annotations

import numpy as np

from adjudicator.bridge import Card, Denomination, Hand, Seat
from adjudicator.tricks.double_dummy.boards import VALUE, Boards, require_sound
from adjudicator.tricks.double_dummy.port import Answers
from adjudicator.tricks.double_dummy.position import Position

_SUIT = [card // 13 for card in range(52)]
_SUIT_CARDS = [0x1FFF << 13 * suit for suit in range(4)]


class ReferenceEngine:
    """Alpha-beta over single cards, remembering bounds at the start of each trick."""

    def solve(self, boards: Boards) -> Answers:
        """Answer every board, one at a time."""
        require_sound(boards)
        answers = Answers.blank(len(boards))
        for row in range(len(boards)):
            position = _position(boards, row)
            target = int(boards.target[row])
            best = tricks_of(position)
            answers.tricks[row] = best if target == VALUE else best >= target
            if boards.every_card[row]:
                for card, tricks in tricks_by_card(position).items():
                    answers.scores[row, card] = tricks
        return answers


def _position(boards: Boards, row: int) -> Position:
    north, east, south, west = (Hand.of_suits(*map(int, suits)) for suits in boards.masks[row])
    trick = tuple(Card(card) for card in boards.trick[row].tolist() if card >= 0)
    return Position(
        (north, east, south, west),
        Denomination(int(boards.denomination[row])),
        Seat(int(boards.leader[row])),
        trick,
    )


def tricks_of(position: Position) -> int:
    """Tricks that the side to play still takes, the current trick included."""
    return max(tricks_by_card(position).values())


def tricks_by_card(position: Position) -> dict[Card, int]:
    """The same after each legal card."""
    search = _Search(int(position.denomination))
    hands = [hand.mask for hand in position.hands]
    own_parity = position.turn % 2
    trick = [int(card) for card in position.trick]
    found = {}
    for card in position.legal:
        north_south = search.after_card(hands, position.leader, trick, int(card), -1, 14)
        found[card] = north_south if own_parity == 0 else position.tricks_left - north_south
    return found


class _Search:
    """Counts the tricks that North-South still take; exact inside the window, a bound outside it."""

    def __init__(self, trump: int) -> None:
        self.trump = trump
        self.known: dict[tuple[int, int, int, int, int], tuple[int, int]] = {}

    def after_card(self, hands: list[int], leader: int, trick: list[int], card: int, low: int, high: int) -> int:
        """Value once the seat to play has played the card."""
        turn = (leader + len(trick)) % 4
        hands[turn] &= ~(1 << card)
        trick.append(card)
        if len(trick) < 4:
            value = self.best(hands, leader, trick, low, high)
        else:
            winner = (leader + self._winning(trick)) % 4
            gain = 1 - winner % 2
            value = gain + self.trick_start(hands, winner, low - gain, high - gain)
        trick.pop()
        hands[turn] |= 1 << card
        return value

    def trick_start(self, hands: list[int], leader: int, low: int, high: int) -> int:
        left = hands[leader].bit_count()
        if left == 0:
            return 0
        key = (hands[0], hands[1], hands[2], hands[3], leader)
        least, most = self.known.get(key, (0, left))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        value = self.best(hands, leader, [], max(low, least - 1), min(high, most + 1))
        if value < high:
            most = min(most, value)
        if value > low:
            least = max(least, value)
        self.known[key] = (least, most)
        return value

    def best(self, hands: list[int], leader: int, trick: list[int], low: int, high: int) -> int:
        turn = (leader + len(trick)) % 4
        maximise = turn % 2 == 0
        best = -1 if maximise else 14
        for card in self._candidates(hands, turn, trick):
            value = self.after_card(hands, leader, trick, card, low, high)
            if maximise:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        return best

    def _candidates(self, hands: list[int], turn: int, trick: list[int]) -> list[int]:
        """Legal cards, highest first, one for each run of cards that nothing separates."""
        own = hands[turn]
        if trick:
            own = own & _SUIT_CARDS[_SUIT[trick[0]]] or own
        others = hands[(turn + 1) % 4] | hands[(turn + 2) % 4] | hands[(turn + 3) % 4]
        for card in trick:
            others |= 1 << card
        chosen, joined = [], -1
        for card in range(own.bit_length() - 1, -1, -1):
            if own >> card & 1:
                if joined != _SUIT[card]:
                    chosen.append(card)
                    joined = _SUIT[card]
            elif others >> card & 1 or joined != _SUIT[card]:
                joined = -1
        return chosen

    def _winning(self, trick: list[int]) -> int:
        best = 0
        for index in (1, 2, 3):
            card, top = trick[index], trick[best]
            if _SUIT[card] == _SUIT[top]:
                best = index if card > top else best
            elif _SUIT[card] == self.trump:
                best = index
        return best


def random_endings(count: int, cards: int, generator: np.random.Generator, start_of_trick: bool = False) -> Boards:
    """Random endings for comparisons: so many cards a hand, any denomination, any point of the trick.

    Cards to the trick follow suit where the hand can.
    """
    masks = np.zeros((count, 4, 4), np.uint16)
    trick = np.full((count, 3), -1, np.int8)
    leader = generator.integers(0, 4, count)
    played = np.zeros(count, np.int64) if start_of_trick else generator.integers(0, 4, count)
    for row in range(count):
        chosen = generator.permutation(52)[: 4 * cards]
        hands = [set(map(int, chosen[seat * cards : (seat + 1) * cards])) for seat in range(4)]
        for turn in range(int(played[row])):
            hand = hands[(int(leader[row]) + turn) % 4]
            follow = [card for card in sorted(hand) if turn and card // 13 == trick[row, 0] // 13]
            card = int(generator.choice(follow or sorted(hand)))
            hand.discard(card)
            trick[row, turn] = card
        for seat, hand in enumerate(hands):
            for card in hand:
                masks[row, seat, card // 13] |= 1 << card % 13
    return Boards.of(masks, generator.integers(0, 5, count), leader, trick=trick)
