"""Tables of all small endings: the tricks of the leader's side with one, two or three cards a hand.

An ending is found by the lengths of its suits and the place of its string among all strings of the same
owners in numerical order.
"""

from __future__ import annotations

import lzma
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import numpy as np

from adjudicator.tricks.endings.search import Choices, Search, Window, open_window
from adjudicator.tricks.endings.strings import ONE, Ints, Small, Strings, Words, after_trick

_CHUNK = 1 << 14
SHIPPED = 3
FILE_NAMES = ("notrump3.xz", "trumps3.xz")


@dataclass(frozen=True, eq=False)
class Order:
    """Where a string of so many cards a hand stands among its kind."""

    words: Words
    upper: Ints
    lower: Ints
    half: np.uint64

    def place(self, owners: Words) -> Ints:
        return np.asarray(self.upper[owners >> self.half] + self.lower[owners & ((ONE << self.half) - ONE)])


@lru_cache(maxsize=4)
def order(cards: int) -> Order:
    """All strings in which each owner holds so many cards, and how to find one."""
    bits = 4 * cards
    halves = np.arange(1 << bits, dtype=np.int64)
    counts = np.stack(
        [sum(((halves >> 2 * place) & 3) == owner for place in range(2 * cards)) for owner in range(4)], axis=1
    )
    kinds, kind = np.unique(counts, axis=0, return_inverse=True)
    kind = kind.reshape(-1)
    sizes = np.bincount(kind)
    lower = np.zeros(len(halves), np.int64)
    members = [np.nonzero(kind == number)[0] for number in range(len(kinds))]
    for group in members:
        lower[group] = np.arange(len(group))
    index = {tuple(row): number for number, row in enumerate(kinds.tolist())}
    partner = [index.get(tuple(cards - value for value in row), -1) for row in kinds.tolist()]
    fits = np.array([0 if other < 0 else sizes[other] for other in partner])[kind]
    upper = np.concatenate([[0], np.cumsum(fits)[:-1]])
    words = [
        (np.uint64(half) << np.uint64(bits)) | members[partner[kind[half]]].astype(np.uint64)
        for half in np.nonzero(fits)[0].tolist()
    ]
    return Order(np.concatenate(words), upper, lower, np.uint64(bits))


@lru_cache(maxsize=8)
def shapes(cards: int, trumps: bool) -> tuple[tuple[int, int, int, int], ...]:
    """All suit lengths, side suits in ascending order; trumps first where there are any."""
    total = 4 * cards
    found = []
    for first in range(total + 1):
        for second in range(total + 1 - first):
            for third in range(second if trumps else max(first, second), total + 1 - first - second):
                fourth = total - first - second - third
                if fourth < third or fourth > 13 or first > 13 or (not trumps and second < first):
                    continue
                found.append((first, second, third, fourth))
    return tuple(found)


@lru_cache(maxsize=8)
def shape_numbers(cards: int, trumps: bool) -> Ints:
    """Number of each shape by its packed lengths."""
    numbers = np.full(1 << 16, -1, np.int32)
    for number, lengths in enumerate(shapes(cards, trumps)):
        numbers[sum(length << 4 * suit for suit, length in enumerate(lengths))] = number
    return numbers


@dataclass(frozen=True, eq=False)
class Table:
    """Tricks of the leader's side for every ending of so many cards a hand; two bits an ending."""

    cards: int
    trumps: bool
    bytes: Ints

    def tricks(self, strings: Strings) -> Small:
        """Look up positions whose side suits are in order."""
        number = shape_numbers(self.cards, self.trumps)[strings.lengths].astype(np.int64)
        kind = order(self.cards)
        place = number * len(kind.words) + kind.place(strings.owners)
        return np.asarray((self.bytes[place >> 2] >> ((place & 3) << 1).astype(np.uint8)) & 3).astype(np.int8)


def searched(strings: Strings, cards: int, trumps: bool, smaller: Table | None, window: Window | None = None) -> Small:
    """Tricks of the leader's side by alpha-beta over one trick, the rest from the smaller table."""
    found = np.empty(len(strings), np.int8)
    window = open_window(len(strings), cards) if window is None else window
    for start in range(0, len(strings), _CHUNK):
        rows = slice(start, start + _CHUNK)
        part = Window(window.low[rows], window.high[rows])
        found[rows] = _searched(strings.take(rows), cards, trumps, smaller, part)
    return found


def _searched(strings: Strings, cards: int, trumps: bool, smaller: Table | None, window: Window) -> Small:
    def leaf(rows: Ints, played: Words, best: Words, _: Window | None) -> Small:
        return after_last_card(strings.take(rows), played, best, cards, trumps, smaller)

    return Search(Choices.of(strings, cards, trumps), leaf, spread_from=2).run(len(strings), window)


def after_last_card(
    strings: Strings, played: Words, best: Words, cards: int, trumps: bool, smaller: Table | None
) -> Small:
    """Tricks of the leader's side when all four have played to the trick."""
    winner = strings.owner(best)
    if smaller is None:
        return sides_tricks(winner, np.zeros(len(winner), np.int8), 1)
    return sides_tricks(winner, smaller.tricks(after_trick(strings, played, winner, cards, trumps)), cards)


def sides_tricks(winner: Words, later: Small, cards: int) -> Small:
    """Tricks of the old leader's side, given those that the winner's side takes later."""
    lost = (winner & ONE).astype(np.int8)
    return np.asarray((later ^ -lost) + lost + lost * np.int8(cards - 1) + (1 - lost)).astype(np.int8)


def built(cards: int, trumps: bool, smaller: Table | None) -> Table:
    """The table of all endings of so many cards a hand."""
    words = order(cards).words
    tricks = np.zeros(len(shapes(cards, trumps)) * len(words), np.uint8)
    for number, lengths in enumerate(shapes(cards, trumps)):
        packed = np.uint64(sum(length << 4 * suit for suit, length in enumerate(lengths)))
        rows = np.nonzero(_sorted_rows(words, lengths, trumps))[0]
        strings = Strings(words[rows], np.full(len(rows), packed))
        tricks[number * len(words) + rows] = searched(strings, cards, trumps, smaller)
    padded = np.concatenate([tricks, np.zeros(-len(tricks) % 4, np.uint8)]).reshape(-1, 4)
    packed_tricks = padded[:, 0] | padded[:, 1] << 2 | padded[:, 2] << 4 | padded[:, 3] << 6
    return Table(cards, trumps, packed_tricks.astype(np.uint8))


def _sorted_rows(words: Words, lengths: tuple[int, int, int, int], trumps: bool) -> Ints:
    """Rows whose side suits of equal length stand in order: the others never occur."""
    suits, rest = [], words
    for length in lengths:
        suits.append(rest & np.uint64((1 << 2 * length) - 1))
        rest = rest >> np.uint64(2 * length)
    good = np.ones(len(words), np.bool_)
    for suit in range(1 if trumps else 0, 3):
        if lengths[suit] == lengths[suit + 1]:
            good &= suits[suit] <= suits[suit + 1]
    return good


@lru_cache(maxsize=8)
def table(cards: int, trumps: bool) -> Table:
    """The table of endings of one to three cards a hand; that of three is shipped, the smaller are built."""
    if cards == SHIPPED:
        return _shipped(trumps)
    return built(cards, trumps, table(cards - 1, trumps) if cards > 1 else None)


def _shipped(trumps: bool) -> Table:
    data = resources.files("adjudicator.tricks.endings").joinpath(FILE_NAMES[trumps]).read_bytes()
    return Table(SHIPPED, trumps, np.frombuffer(lzma.decompress(data), np.uint8))
