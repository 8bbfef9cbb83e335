"""The same search for one ending at a time, in plain loops that numba (the extra `jit`) can compile.

Without numba these functions still run, slowly, and give the same answers. Numbers are plain integers: the
owners of an ending fill at most 40 bits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from adjudicator.tricks.endings.strings import Ints
from adjudicator.tricks.endings.tables import SHIPPED, order, shape_numbers, table

Function = TypeVar("Function", bound=Callable[..., Any])

try:
    from numba import njit as _njit
except ImportError:
    _njit = None

COMPILED = _njit is not None


def _compiled(function: Function) -> Function:
    compiled: Function = function if _njit is None else _njit(nogil=True)(function)
    return compiled


@_compiled
def _choices(owners: int, starts: int, seat: int, even: int) -> int:
    """One bit for each run of equal cards of a hand."""
    other = owners ^ (even * seat)
    held = ~(other | other >> 1) & even
    return held & (~(held << 2) | starts)


@_compiled
def _suit_left(owners: int, length: int, played: int, winner: int) -> int:
    """What is left of one suit, owners counted from the winner: its length above bit 40."""
    code, size = 0, 0
    for place in range(length):
        if not played >> 2 * place & 1:
            code |= ((owners >> 2 * place) - winner & 3) << 2 * size
            size += 1
    return size << 40 | code


@_compiled
def _after(owners: int, lengths: int, played: int, winner: int, trumps: bool) -> tuple[int, int]:
    """Owners and lengths after the trick, side suits in ascending order."""
    length = lengths & 15
    a = _suit_left(owners, length, played, winner)
    owners, played, length = owners >> 2 * length, played >> 2 * length, lengths >> 4 & 15
    b = _suit_left(owners, length, played, winner)
    owners, played, length = owners >> 2 * length, played >> 2 * length, lengths >> 8 & 15
    c = _suit_left(owners, length, played, winner)
    owners, played, length = owners >> 2 * length, played >> 2 * length, lengths >> 12
    d = _suit_left(owners, length, played, winner)
    if not trumps and a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    if b > d:
        b, d = d, b
    if not trumps and a > c:
        a, c = c, a
    if b > c:
        b, c = c, b
    low = (1 << 40) - 1
    owners = d & low
    owners = owners << 2 * (c >> 40) | c & low
    owners = owners << 2 * (b >> 40) | b & low
    owners = owners << 2 * (a >> 40) | a & low
    return owners, (d >> 40) << 12 | (c >> 40) << 8 | (b >> 40) << 4 | a >> 40


@_compiled
def _suit(starts: int, stop: int, card: int) -> int:
    """All places of the suit of a card."""
    below = starts & (card | card - 1)
    start = 1
    while below:
        start = below & -below
        below ^= start
    above = starts & ~(card | card - 1)
    end = above & -above if above else stop
    return end - start


@_compiled
def _value(
    owners: int,
    lengths: int,
    cards: int,
    trumps: bool,
    low: int,
    high: int,
    forced: Ints,
    free: Ints,
    data: Ints,
    numbers: Ints,
    upper: Ints,
    lower: Ints,
) -> int:
    """Tricks of the leader's side; a bound when outside low..high.

    forced: the bits of the cards that the four hands must play to this trick, 0 where a hand is free; free:
    four zeros, for the tricks after it. One long function, because numba compiles no functions that call
    each other in a ring.
    """
    even = 0x5555555555 & ((1 << 8 * cards) - 1)
    starts, place = 1, 0
    for suit in range(3):
        place += lengths >> 4 * suit & 15
        starts |= 1 << 2 * place
    stop = 1 << 8 * cards
    trump_suit = (1 << 2 * (lengths & 15)) - 1 if trumps else 0
    starts &= stop - 1
    lead = forced[0] if forced[0] else _choices(owners, starts, 0, even)
    own1 = forced[1] if forced[1] else _choices(owners, starts, 1, even)
    own2 = forced[2] if forced[2] else _choices(owners, starts, 2, even)
    own3 = forced[3] if forced[3] else _choices(owners, starts, 3, even)
    best0 = -1
    while lead and low < high:
        card0 = lead & -lead
        lead ^= card0
        led = _suit(starts, stop, card0)
        able = led | trump_suit
        left1 = own1 & led if own1 & led else own1
        best1, high1 = 9, high
        while left1 and low < high1:
            card1 = left1 & -left1
            left1 ^= card1
            top1 = min(card0, card1) if card1 & able else card0
            left2 = own2 & led if own2 & led else own2
            best2, low2 = -1, low
            while left2 and low2 < high1:
                card2 = left2 & -left2
                left2 ^= card2
                top2 = min(top1, card2) if card2 & able else top1
                left3 = own3 & led if own3 & led else own3
                best3, high3 = 9, high1
                while left3 and low2 < high3:
                    card3 = left3 & -left3
                    left3 ^= card3
                    top = min(top2, card3) if card3 & able else top2
                    winner = 0
                    if top == card1:
                        winner = 1
                    elif top == card2:
                        winner = 2
                    elif top == card3:
                        winner = 3
                    value = 0
                    if cards > 1:
                        next_owners, next_lengths = _after(
                            owners, lengths, card0 | card1 | card2 | card3, winner, trumps
                        )
                        later_low, later_high = low2 - 1, high3 - 1
                        if winner & 1:
                            later_low, later_high = cards - 1 - high3, cards - 1 - low2
                        if cards == 4:
                            spot = numbers[next_lengths] + upper[next_owners >> 12] + lower[next_owners & 4095]
                            value = data[spot >> 2] >> 2 * (spot & 3) & 3
                        else:
                            value = _value(
                                next_owners,
                                next_lengths,
                                cards - 1,
                                trumps,
                                later_low,
                                later_high,
                                free,
                                free,
                                data,
                                numbers,
                                upper,
                                lower,
                            )
                    value = cards - 1 - value if winner & 1 else 1 + value
                    best3 = min(best3, value)
                    high3 = min(high3, best3)
                best2 = max(best2, best3)
                low2 = max(low2, best2)
            best1 = min(best1, best2)
            high1 = min(high1, best1)
        best0 = max(best0, best1)
        low = max(low, best0)
    return best0


@_compiled
def _values(
    owners: Ints,
    lengths: Ints,
    cards: int,
    trumps: bool,
    forced: Ints,
    data: Ints,
    numbers: Ints,
    upper: Ints,
    lower: Ints,
) -> Ints:
    free = np.zeros(4, np.int64)
    found = np.empty(len(owners), np.int8)
    for row in range(len(owners)):
        found[row] = _value(
            owners[row], lengths[row], cards, trumps, 0, cards, forced[row], free, data, numbers, upper, lower
        )
    return found


def values(owners: Ints, lengths: Ints, cards: int, trumps: bool, forced: Ints) -> Ints:
    """Tricks of the leader's side, int8 (n,).

    forced: int64 (n, 4), the bits of the cards that the hands must play to the first trick, 0 where free.
    """
    shipped = table(SHIPPED, trumps)
    kind = order(SHIPPED)
    return np.asarray(
        _values(
            owners.astype(np.int64),
            lengths.astype(np.int64),
            cards,
            trumps,
            np.ascontiguousarray(forced, np.int64),
            shipped.bytes,
            shape_numbers(SHIPPED, trumps).astype(np.int64) * len(kind.words),
            kind.upper.astype(np.int64),
            kind.lower.astype(np.int64),
        )
    )
