"""From boards to strings and back: the engine that answers endings in bulk."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass

import numpy as np

from adjudicator.tricks.double_dummy.boards import VALUE, Boards, failure, require_sound
from adjudicator.tricks.double_dummy.port import NOT_PLAYABLE, Answers
from adjudicator.tricks.endings.search import Choices, Search, Window, open_window
from adjudicator.tricks.endings.strings import (
    MOST_CARDS,
    ONE,
    TWO,
    Ints,
    Small,
    Strings,
    Words,
    after_trick,
    lowest,
)
from adjudicator.tricks.endings.tables import SHIPPED, searched, sides_tricks, table

_MANY = 2000
"""Layouts from which on pruning saves more than its smaller arrays cost."""


class EndingEngine:
    """A double-dummy engine for endings of at most five cards a hand, equal to the library in its answers.

    compiled: search ending by ending with numba (the extra `jit`; the first call compiles for some seconds)
    instead of all together with numpy. The answers are the same.
    """

    def __init__(self, compiled: bool = False) -> None:
        if compiled and importlib.util.find_spec("numba") is None:
            raise failure("numba is not installed", "install the extra 'jit', or leave compiled out")
        self.compiled = compiled

    def solve(self, boards: Boards) -> Answers:
        """Answer every board; `DoubleDummyError` when one holds more than five cards a hand."""
        require_sound(boards)
        left = boards.tricks_left
        if left.max(initial=0) > MOST_CARDS:
            row = int(np.argmax(left))
            raise failure(
                f"endings in bulk take at most {MOST_CARDS} cards a hand",
                "ask the double-dummy solver instead",
                f"board {row}",
            )
        answers = Answers.blank(len(boards))
        if len(boards) == 0:
            return answers
        first, same = _distinct(boards)
        once = self._solve_distinct(boards.take(first))
        value = once.tricks[same]
        answers.tricks[:] = np.where(boards.target == VALUE, value, value >= boards.target)
        answers.scores[:] = np.where(boards.every_card[:, None], once.scores[same], NOT_PLAYABLE)
        return answers

    def _solve_distinct(self, boards: Boards) -> Answers:
        answers = Answers.blank(len(boards))
        groups = boards.tricks_left * 8 + boards.played * 2 + (boards.denomination < 4)
        for group in np.unique(groups):
            rows = np.nonzero(groups == group)[0]
            answers.tricks[rows], answers.scores[rows] = _solve_alike(boards.take(rows), self.compiled)
        return answers


def _distinct(boards: Boards) -> tuple[Ints, Ints]:
    """First row of each distinct position with what is asked of it, and which of them each row is."""
    looks = np.zeros((len(boards), 38), np.uint8)
    looks[:, :32] = np.ascontiguousarray(boards.masks, dtype="<u2").reshape(-1, 16).view(np.uint8)
    looks[:, 32], looks[:, 33], looks[:, 37] = boards.denomination, boards.leader, boards.every_card
    looks[:, 34:37] = boards.trick.astype(np.uint8)
    _, first, same = np.unique(looks.view("V38").reshape(-1), return_index=True, return_inverse=True)
    return first, same


def tricks_left(boards: Boards) -> Small:
    """Tricks that the side to play still takes on each board."""
    values = Boards(
        boards.masks,
        boards.denomination,
        boards.leader,
        boards.trick,
        np.full(len(boards), VALUE, np.int8),
        np.zeros(len(boards), np.bool_),
    )
    return EndingEngine().solve(values).tricks.astype(np.int8)


def each_card(boards: Boards) -> Small:
    """Tricks of the side to play after each card, int8 (n, 52), -1 where the card is not legal."""
    every = Boards(
        boards.masks,
        boards.denomination,
        boards.leader,
        boards.trick,
        np.full(len(boards), VALUE, np.int8),
        np.ones(len(boards), np.bool_),
    )
    return EndingEngine().solve(every).scores.astype(np.int8)


@dataclass(frozen=True, eq=False)
class Layouts:
    """Boards of one kind as strings, with the way back to cards.

    cards: int8 (n, 20), the card at each place of the string; forced: the bits of the cards on the table.
    """

    strings: Strings
    cards: Small
    forced: list[Words]


def _solve_alike(boards: Boards, compiled: bool) -> tuple[Small, Small]:
    """Values and scores of boards with equally many cards, equally many of them on the table."""
    size, played = int(boards.tricks_left[0]), int(boards.played[0])
    trumps = bool(boards.denomination[0] < 4)
    layouts = _layouts(boards)
    scores = Scores(layouts, boards.every_card, size, played)
    choices = Choices.of(layouts.strings, size, trumps, layouts.forced)
    if compiled:
        value = _one_at_a_time(layouts, choices, size, trumps, scores)
    elif size > SHIPPED + 1 and len(boards) > _MANY and not boards.every_card.any():
        value = _best_play(layouts.strings, choices, size, trumps)
    else:
        value = _every_play(layouts.strings, choices, size, trumps, scores)
    return (size - value).astype(np.int8) if played % 2 else value, scores.found


class Scores:
    """Collects the tricks of the side to play after each card."""

    def __init__(self, layouts: Layouts, wanted: Ints, size: int, seat: int) -> None:
        self.found = np.full((len(wanted), 52), NOT_PLAYABLE, np.int8)
        self.seat = seat
        self.wanted = wanted
        self._size = size
        self._cards = layouts.cards
        starts = layouts.strings.starts()
        first = starts[0] | starts[1] | starts[2] | starts[3]
        self._joined = layouts.strings.held(seat, size) & ~first

    def note(self, rows: Ints, card: Words, value: Small) -> None:
        """Take in the leader's side's tricks after a card, which stands for the equals below it."""
        chosen = np.nonzero(self.wanted[rows])[0]
        rows, card, tricks = rows[chosen], card[chosen], value[chosen]
        if self.seat % 2:
            tricks = (self._size - tricks).astype(np.int8)
        while len(rows):
            place = np.bitwise_count(card - ONE) >> 1
            self.found[rows, self._cards[rows, place]] = tricks
            card = card << TWO
            more = np.nonzero(card & self._joined[rows])[0]
            rows, card, tricks = rows[more], card[more], tricks[more]


def _one_at_a_time(layouts: Layouts, choices: Choices, size: int, trumps: bool, scores: Scores) -> Small:
    from adjudicator.tricks.endings.kernel import values

    strings, seat = layouts.strings, scores.seat
    forced = np.zeros((len(strings), 4), np.int64)
    for turn, card in enumerate(layouts.forced):
        forced[:, turn] = card
    rows = np.nonzero(scores.wanted)[0]
    options = choices.of_seat(seat, layouts.forced)[rows]
    while len(rows):
        card = lowest(options)
        with_card = forced[rows]
        with_card[:, seat] = card
        part = strings.take(rows)
        scores.note(rows, card, values(part.owners, part.lengths, size, trumps, with_card))
        options = options ^ card
        more = np.nonzero(options)[0]
        rows, options = rows[more], options[more]
    return values(strings.owners, strings.lengths, size, trumps, forced).astype(np.int8)


def _every_play(strings: Strings, choices: Choices, size: int, trumps: bool, scores: Scores) -> Small:
    """First collect the positions after every play of the trick, then value each kind once, then compare."""
    leaves: list[tuple[Ints, Words, Words]] = []

    def collect(rows: Ints, played: Words, best: Words, _: Window | None) -> Small:
        leaves.append((rows, played, best))
        return np.zeros(len(rows), np.int8)

    window = open_window(len(strings), size)
    Search(choices, collect).run(len(strings), window)
    (rows, played, best) = leaves[0]
    tricks = _after_trick(strings.take(rows), played, best, size, trumps, None)
    search = Search(choices, lambda *_: tricks, note_seat=scores.seat, note=scores.note)
    return search.run(len(strings), window)


def _best_play(strings: Strings, choices: Choices, size: int, trumps: bool) -> Small:
    """Lead by lead, with what earlier leads have shown as the window of later ones."""

    def leaf(rows: Ints, played: Words, best: Words, window: Window | None) -> Small:
        return _after_trick(strings.take(rows), played, best, size, trumps, window)

    search = Search(choices, leaf, spread_from=2, keep_window=True)
    return search.run(len(strings), open_window(len(strings), size))


def _after_trick(strings: Strings, played: Words, best: Words, size: int, trumps: bool, window: Window | None) -> Small:
    winner = strings.owner(best)
    later = np.zeros(len(strings), np.int8)
    if size > 1:
        rest = after_trick(strings, played, winner, size, trumps)
        later = _value(rest, size - 1, trumps, None if window is None else _seen_by(winner, window, size))
    return sides_tricks(winner, later, size)


def _seen_by(winner: Words, window: Window, size: int) -> Window:
    """The window on the tricks that the winner's side takes later."""
    lost = (winner & ONE).astype(np.bool_)
    low = np.where(lost, size - 1 - window.high, window.low - 1)
    high = np.where(lost, size - 1 - window.low, window.high - 1)
    return Window(low.astype(np.int8), high.astype(np.int8))


def _value(strings: Strings, size: int, trumps: bool, window: Window | None) -> Small:
    """Tricks of the leader's side, each kind of position searched once."""
    if size <= SHIPPED:
        return table(size, trumps).tricks(strings)
    words, kind = np.unique(strings.packed(), return_inverse=True)
    smaller = table(size - 1, trumps)
    if window is None:
        return searched(Strings.unpacked(words), size, trumps, smaller)[kind]
    order = np.argsort(kind, kind="stable")
    first = np.searchsorted(kind[order], np.arange(len(words)))
    widest = Window(np.minimum.reduceat(window.low[order], first), np.maximum.reduceat(window.high[order], first))
    return searched(Strings.unpacked(words), size, trumps, smaller, widest)[kind]


def _layouts(boards: Boards) -> Layouts:
    """Strings of boards: cards on the table go back to the hands that played them."""
    count = len(boards)
    owner = np.full((count, 4, 13), -1, np.int8)
    for seat in range(4):
        bits = (boards.masks[:, seat, :, None] >> np.arange(13, dtype=np.uint16)) & 1
        owner[bits.astype(bool)] = seat
    flat = owner.reshape(count, 52)
    table_cards = [boards.trick[:, turn].astype(np.int64) for turn in range(int(boards.played[0]))]
    for turn, card in enumerate(table_cards):
        flat[np.arange(count), card] = (boards.leader + turn) % 4
    flat = np.where(flat >= 0, (flat - boards.leader[:, None]) % 4, -1)
    trump = np.where(boards.denomination < 4, boards.denomination, 0).astype(np.int64)
    suits = (trump[:, None] + np.arange(4)) % 4
    sequence = (13 * suits[:, :, None] + np.arange(12, -1, -1)).reshape(count, 52)
    ordered = np.take_along_axis(flat, sequence, axis=1)
    present = ordered >= 0
    place = np.cumsum(present, axis=1) - 1
    owners = np.where(present, ordered, 0).astype(np.uint64) << np.where(present, 2 * place, 0).astype(np.uint64)
    lengths = present.reshape(count, 4, 13).sum(axis=2).astype(np.uint64) << np.array([0, 4, 8, 12], np.uint64)
    strings = Strings(np.bitwise_or.reduce(owners, axis=1), np.bitwise_or.reduce(lengths, axis=1))
    cards = np.zeros((count, 4 * MOST_CARDS), np.int8)
    rows, columns = np.nonzero(present)
    cards[rows, place[rows, columns]] = sequence[rows, columns]
    forced = []
    for card in table_cards:
        where = np.argmax(sequence == card[:, None], axis=1)
        forced.append(ONE << (2 * place[np.arange(count), where]).astype(np.uint64))
    return Layouts(strings, cards, forced)
