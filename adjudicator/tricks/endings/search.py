"""One trick of many endings at once: every play, or only those that alpha-beta leaves open.

Arrays of thousands of rows cost little more than arrays of one, so the first two hands are searched card by
card with pruning, and the last two are spread out at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from adjudicator.tricks.endings.strings import TWO, ZERO, Ints, Small, Strings, Words, every_bit, lowest


@dataclass(frozen=True, eq=False)
class Window:
    """For each row, the tricks of the leader's side that would change anything lie between low and high."""

    low: Small
    high: Small

    def take(self, rows: Ints) -> Window:
        return Window(self.low[rows], self.high[rows])


Leaf = Callable[[Ints, Words, Words, Window | None], Small]
"""(rows, cards played, best card, window) -> tricks of the leader's side, the trick included."""

Note = Callable[[Ints, Words, Small], None]
"""(rows, card, tricks of the leader's side) for each choice of the first hand that is free to choose."""

_HIGH = 9


@dataclass(frozen=True, eq=False)
class Choices:
    """What each hand may play to the trick: one bit for each run of equal cards (its highest)."""

    cards: list[Words]
    starts: list[Words]
    trump_suit: Words

    @classmethod
    def of(cls, strings: Strings, cards: int, trumps: bool, forced: list[Words] | None = None) -> Choices:
        """forced: for each hand that has played to the trick already, the bit of its card."""
        starts = strings.starts()
        first = starts[0] | starts[1] | starts[2] | starts[3]
        choices = []
        for seat in range(4):
            held = strings.held(seat, cards)
            choices.append(held & (~(held << TWO) | first))
        if forced is not None:
            choices[: len(forced)] = forced
        trump_suit = starts[1] - starts[0] if trumps else np.zeros(len(strings), np.uint64)
        return cls(choices, starts, trump_suit)

    def of_seat(self, seat: int, on_table: list[Words]) -> Words:
        """What the hand may play after the cards on the table."""
        options = self.cards[seat]
        if on_table:
            led = self.suit_of(np.arange(len(options)), on_table[0])
            options = options & (led | every_bit(options & led == ZERO))
        return options

    def suit_of(self, rows: Ints, card: Words) -> Words:
        """All places of the suit that the card belongs to."""
        bounds = [bound[rows] for bound in self.starts]
        suit = np.zeros(len(rows), np.uint64)
        for start, stop in pairwise(bounds):
            suit |= (stop - start) & every_bit((card >= start) & (card < stop))
        return suit


@dataclass(frozen=True, eq=False)
class Trick:
    """A trick in progress, one row for each line of play followed.

    rows: the position; played: the cards on the table; best: the one that wins so far; able: the suits that
    can win (the suit led and trumps); led: the suit led.
    """

    rows: Ints
    played: Words
    best: Words
    able: Words
    led: Words

    def take(self, keep: Ints) -> Trick:
        return Trick(self.rows[keep], self.played[keep], self.best[keep], self.able[keep], self.led[keep])


@dataclass(frozen=True, eq=False)
class Search:
    """Plays out one trick.

    spread_from: the first hand whose cards are all tried at once; hands before it are searched card by card
    inside the window, so that values outside the window are bounds. keep_window: whether the leaves are told
    the window.
    """

    choices: Choices
    leaf: Leaf
    spread_from: int = 0
    keep_window: bool = False
    note_seat: int = -1
    note: Note | None = None

    def run(self, count: int, window: Window) -> Small:
        """Tricks of the leader's side in each of the positions."""
        blank = np.zeros(count, np.uint64)
        return self._turn(0, Trick(np.arange(count), blank, blank, blank, blank), window)

    def _turn(self, seat: int, trick: Trick, window: Window | None) -> Small:
        if seat == 4:
            return self.leaf(trick.rows, trick.played, trick.best, window)
        options = self.choices.cards[seat][trick.rows]
        if seat:
            options &= trick.led | every_bit(options & trick.led == ZERO)
        if seat >= self.spread_from or window is None:
            return self._spread(seat, trick, options, window)
        return self._one_by_one(seat, trick, options, window)

    def _spread(self, seat: int, trick: Trick, options: Words, window: Window | None) -> Small:
        """All cards of a hand at once."""
        count = len(options)
        lefts, cards = [], []
        left = np.arange(count)
        while len(left):
            card = lowest(options)
            lefts.append(left)
            cards.append(card)
            options = options ^ card
            more = np.nonzero(options)[0]
            left, options = left[more], options[more]
        parent, card = np.concatenate(lefts), np.concatenate(cards)
        inherited = window.take(parent) if window is not None and self.keep_window else None
        value = self._turn(seat + 1, self._with(seat, trick.take(parent), card), inherited)
        if self.note is not None and seat == self.note_seat:
            self.note(trick.rows[parent], card, value)
        result, start = value[:count], count
        for rows in lefts[1:]:
            stop = start + len(rows)
            result[rows] = _better(seat, result[rows], value[start:stop])
            start = stop
        return result

    def _one_by_one(self, seat: int, trick: Trick, options: Words, window: Window) -> Small:
        result = np.full(len(options), _HIGH if seat % 2 else -1, np.int8)
        left = np.arange(len(options))
        while len(left):
            card = lowest(options)
            value = self._turn(seat + 1, self._with(seat, trick, card), window)
            value = _better(seat, result[left], value)
            result[left] = value
            if seat % 2:
                window = Window(window.low, np.minimum(window.high, value))
            else:
                window = Window(np.maximum(window.low, value), window.high)
            options = options ^ card
            keep = np.nonzero((options != ZERO) & (window.low < window.high))[0]
            trick, options, left = trick.take(keep), options[keep], left[keep]
            window = window.take(keep)
        return result

    def _with(self, seat: int, trick: Trick, card: Words) -> Trick:
        if seat == 0:
            led = self.choices.suit_of(trick.rows, card)
            return Trick(trick.rows, card, card, led | self.choices.trump_suit[trick.rows], led)
        best = np.minimum(trick.best, card | every_bit(card & trick.able == ZERO))
        return Trick(trick.rows, trick.played | card, best, trick.able, trick.led)


def _better(seat: int, left: Small, right: Small) -> Small:
    return np.asarray(np.minimum(left, right) if seat % 2 else np.maximum(left, right))


def open_window(count: int, tricks: int) -> Window:
    """Every number of tricks matters."""
    return Window(np.zeros(count, np.int8), np.full(count, tricks, np.int8))
