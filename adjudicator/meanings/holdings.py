"""What one suit holding is worth on its own: tables over the 8192 holdings, counted in whole steps.

Every table here depends on the top honours and the length alone, so it can be counted, drawn and proved
exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import SUIT_LENGTH

SuitTable: TypeAlias = NDArray[np.int16]
Bits: TypeAlias = NDArray[np.bool_]

HOLDINGS = np.arange(1 << 13)
LENGTH: SuitTable = SUIT_LENGTH.astype(np.int16)


def has(rank: int) -> Bits:
    """Holdings with this rank (14 = ace)."""
    held: Bits = (HOLDINGS >> (rank - 2) & 1).astype(bool)
    return held


A, K, Q, J, T, NINE = (has(rank) for rank in (14, 13, 12, 11, 10, 9))


def _steps(*cases: tuple[Bits, int]) -> SuitTable:
    """The value of the first case that holds, else 0."""
    table: SuitTable = np.select([case for case, _ in cases], [value for _, value in cases], 0).astype(np.int16)
    return table


def losers() -> SuitTable:
    """Losing tricks: ace, king, queen missing, as far as the suit is long."""
    missing = ((LENGTH >= 1) & ~A).astype(np.int16) + ((LENGTH >= 2) & ~K) + ((LENGTH >= 3) & ~Q)
    table: SuitTable = missing.astype(np.int16)
    return table


def quick_tricks() -> SuitTable:
    """Half tricks: AK 4, AQ 3, A 2, KQ 2, Kx 1."""
    return _steps((A & K, 4), (A & Q, 3), (A, 2), (K & Q, 2), (K & (LENGTH >= 2), 1))


def defence() -> SuitTable:
    """Half tricks to expect in defence: quick tricks, but at most one trick from six cards and a half from
    more.
    """
    cap = np.select([LENGTH >= 7, LENGTH == 6], [1, 2], 4)
    table: SuitTable = np.minimum(quick_tricks(), cap).astype(np.int16)
    return table


def playing_tricks() -> SuitTable:
    """Half tricks of the suit as trumps or long suit: the top three rounds by honours, length beyond them in
    full.

    Top rounds: AKQ 6, AKJ 5, AK 4, AQJ 5, AQ 3, KQJ 4, KQ 3, AJ10 3, A 2, KJ10 3, KJ 2, Kx 1, QJ10 2, QJx 1,
    Qxx 1. The fourth card counts a half in a four-card suit; in longer suits each card beyond the third is a
    trick.
    """
    top = _steps(
        (A & K & Q, 6), (A & K & J, 5), (A & Q & J, 5), (A & K, 4), (K & Q & J, 4), (A & Q, 3), (K & Q, 3),
        (A & J & T, 3), (K & J & T, 3), (A, 2), (K & J, 2), (Q & J & T, 2), (K & (LENGTH >= 2), 1),
        (Q & J & (LENGTH >= 3), 1), (Q & (LENGTH >= 3), 1),
    )  # fmt: skip
    long_cards = np.select([LENGTH >= 5, LENGTH == 4], [2 * (LENGTH - 3), 1], 0)
    table: SuitTable = (np.minimum(top, 2 * LENGTH) + long_cards).astype(np.int16)
    return table


def stopper() -> SuitTable:
    """Half stoppers, two make a stopper: A, Kx, Qxx, Jxxx stop; Qx and Jxx half."""
    full = A | (K & (LENGTH >= 2)) | (Q & (LENGTH >= 3)) | (J & (LENGTH >= 4))
    half = (Q & (LENGTH >= 2)) | (J & (LENGTH >= 3))
    return _steps((full, 2), (half, 1))


def suit_quality() -> SuitTable:
    """0 poor; 1 fair: one of AKQ or two of the top five; 2 good: two of AKQ or three of the top five;
    3 strong: three of the top five with two of AKQ; 4 solid: AKQJ, or AKQ in seven cards or more.
    """
    top3 = A.astype(np.int16) + K + Q
    top5 = top3 + J + T
    return _steps(
        ((top3 == 3) & (J | (LENGTH >= 7)), 4),
        ((top3 >= 2) & (top5 >= 3), 3),
        ((top3 >= 2) | (top5 >= 3), 2),
        ((top3 >= 1) | (top5 >= 2), 1),
    )


def support_shortness() -> dict[int, SuitTable]:
    """Points of a side suit's shortness by number of trumps: four or more 5/3/1, three 3/2/1."""
    return {
        4: _steps((LENGTH == 0, 5), (LENGTH == 1, 3), (LENGTH == 2, 1)),
        3: _steps((LENGTH == 0, 3), (LENGTH == 1, 2), (LENGTH == 2, 1)),
    }


_TABLES: dict[str, Callable[[], SuitTable]] = {
    "losers": losers,
    "qt": quick_tricks,
    "defence": defence,
    "pt": playing_tricks,
    "stopper": stopper,
    "suit_quality": suit_quality,
}


@lru_cache(maxsize=32)
def holding_table(name: str) -> SuitTable:
    return _TABLES[name]()


@lru_cache(maxsize=64)
def _by_top_cards(key: bytes, top: int) -> dict[tuple[int, int], int] | None:
    table = np.frombuffer(key, dtype=np.int16)
    found: dict[tuple[int, int], int] = {}
    for holding, value in enumerate(table.tolist()):
        place = (holding >> (13 - top), int(LENGTH[holding]))
        if found.setdefault(place, value) != value:
            return None
    return found


def by_top_cards(table: SuitTable) -> tuple[int, dict[tuple[int, int], int]]:
    """The fewest top ranks that, with the length, decide the value; and the value by (those cards' bits,
    length).
    """
    for top in range(14):
        found = _by_top_cards(table.astype(np.int16).tobytes(), top)
        if found is not None:
            return top, found
    raise AssertionError("thirteen ranks decide every holding")
