"""Many double-dummy boards as arrays, and the check that every one of them is sound.

A *board* is a position with its question: the cards still held, the denomination, who led to the
current trick, the cards already played to it, and what is asked. All arrays use the house order
(suits C, D, H, S = 0..3; bit 0 = deuce); the order of the library appears only in `library`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import AdjudicatorError, Problem

Int = NDArray[Any]

VALUE = -1
"""Target of a board that asks for the number of tricks (any other target asks yes or no)."""

NO_CARD = -1

_REASONS = (
    "denomination is not one of 0..4 (C, D, H, S, NT)",
    "leader is not one of 0..3 (N, E, S, W)",
    "target is not a number of tricks 0..13",
    "a suit holds bits above the ace",
    "the cards played to the trick are not cards 0..51, first card first",
    "the same card appears twice",
    "the hands hold unequal numbers of cards",
    "no card is left to play",
)
_NEXT_STEPS = (
    "give the denomination of the contract",
    "give the seat that led to the current trick",
    "ask for at most thirteen tricks",
    "use 13-bit suit masks, bit 0 for the deuce",
    "give at most three cards, in the order played",
    "remove played cards from the hands that played them",
    "each hand that has played to the trick holds one card fewer than the others",
    "ask before the last trick is complete",
)


class DoubleDummyError(AdjudicatorError):
    """A position or a question that no solver can answer, or a solver that failed."""


def failure(message: str, next_step: str = "", field: str = "") -> DoubleDummyError:
    """One-problem error."""
    return DoubleDummyError(Problem(message, next_step=next_step, field=field))


@dataclass(frozen=True, eq=False)
class Boards:
    """Positions and questions as parallel arrays, one row a board.

    masks: uint16 (n, 4 seats, 4 suits), the cards still held; denomination, leader: int8 (n,);
    trick: int8 (n, 3), card numbers already played to the trick (-1: none);
    target: int8 (n,), `VALUE` or the number of tricks that the side to play wants;
    every_card: bool (n,), whether each legal card is to be scored.
    """

    masks: Int
    denomination: Int
    leader: Int
    trick: Int
    target: Int
    every_card: Int

    @classmethod
    def of(
        cls,
        masks: Int,
        denomination: Int | int,
        leader: Int | int,
        *,
        trick: Int | None = None,
        target: Int | int = VALUE,
        every_card: Int | bool = False,
    ) -> Boards:
        """Boards from arrays or single values that hold for all rows."""
        masks = np.asarray(masks)
        if masks.ndim != 3 or masks.shape[1:] != (4, 4):
            raise failure("the hands are not an array of shape (n, 4 seats, 4 suits)")
        count = len(masks)
        played = np.full((count, 3), NO_CARD, np.int8) if trick is None else np.asarray(trick)
        if played.shape != (count, 3):
            raise failure("the cards played to the trick are not an array of shape (n, 3)")

        def column(value: Int | int | bool, kind: type) -> Int:
            return np.broadcast_to(np.asarray(value), (count,)).astype(kind)

        return cls(
            masks,
            column(denomination, np.int8),
            column(leader, np.int8),
            played.astype(np.int8),
            column(target, np.int8),
            column(every_card, np.bool_),
        )

    def __len__(self) -> int:
        return len(self.masks)

    def take(self, rows: Int | slice) -> Boards:
        """The chosen rows."""
        return Boards(
            self.masks[rows],
            self.denomination[rows],
            self.leader[rows],
            self.trick[rows],
            self.target[rows],
            self.every_card[rows],
        )

    @classmethod
    def join(cls, parts: list[Boards]) -> Boards:
        """All rows of all parts, in order."""
        return cls(
            np.concatenate([part.masks for part in parts]),
            np.concatenate([part.denomination for part in parts]),
            np.concatenate([part.leader for part in parts]),
            np.concatenate([part.trick for part in parts]),
            np.concatenate([part.target for part in parts]),
            np.concatenate([part.every_card for part in parts]),
        )

    @property
    def played(self) -> Int:
        """Cards already played to the trick, 0..3 (n,)."""
        return np.asarray((self.trick >= 0).sum(axis=1))

    @property
    def to_play(self) -> Int:
        """Seat to play (n,)."""
        return np.asarray((self.leader + self.played) % 4)

    @property
    def tricks_left(self) -> Int:
        """Tricks not yet complete, the current one included (n,)."""
        cards = np.bitwise_count(self.masks).sum(axis=(1, 2), dtype=np.int64)
        return np.asarray((cards + self.played + 3) // 4)


def faults(boards: Boards) -> Int:
    """Index of the first reason why a board is unsound (n,), or -1 for a sound board."""
    count = len(boards)
    trick, masks = boards.trick, boards.masks
    found = np.full(count, -1, np.int8)

    def mark(reason: int, bad: Int | np.bool) -> None:
        found[(found < 0) & bad] = reason

    mark(0, (boards.denomination < 0) | (boards.denomination > 4))
    mark(1, (boards.leader < 0) | (boards.leader > 3))
    mark(2, (boards.target < VALUE) | (boards.target > 13))
    mark(3, ((masks < 0) | (masks > 8191)).any(axis=(1, 2)))
    held = trick >= 0
    mark(4, ((trick > 51) | (trick < NO_CARD)).any(axis=1) | (held[:, 1:] & ~held[:, :-1]).any(axis=1))
    mark(5, _repeats_a_card(boards))
    counts = np.bitwise_count(masks).sum(axis=2, dtype=np.int64)
    place = (np.arange(4)[None, :] - boards.leader[:, None]) % 4
    full = counts + (place < boards.played[:, None])
    mark(6, (full != full[:, :1]).any(axis=1))
    mark(7, counts.max(axis=1) == 0)
    return found


def _repeats_a_card(boards: Boards) -> Int:
    trick = np.clip(boards.trick, NO_CARD, 51)
    cards = np.zeros((len(trick), 3, 4), np.uint16)
    rows, columns = np.nonzero(trick >= 0)
    card = trick[rows, columns].astype(np.int64)
    cards[rows, columns, card // 13] = np.left_shift(1, card % 13)
    everything = np.concatenate([boards.masks.astype(np.uint16) & 8191, cards], axis=1)
    union = np.bitwise_or.reduce(everything, axis=1)
    return np.asarray(
        np.bitwise_count(everything).sum(axis=(1, 2), dtype=np.int64)
        != np.bitwise_count(union).sum(axis=1, dtype=np.int64)
    )


def require_sound(boards: Boards) -> None:
    """Raise one `DoubleDummyError` that lists every unsound board (the first twenty by row)."""
    found = faults(boards)
    rows = np.nonzero(found >= 0)[0]
    if len(rows) == 0:
        return
    problems = [
        Problem(_REASONS[found[row]], next_step=_NEXT_STEPS[found[row]], field=f"board {row}")
        for row in rows[:20].tolist()
    ]
    if len(rows) > 20:
        problems.append(Problem(f"{len(rows) - 20} more unsound boards"))
    raise DoubleDummyError(*problems)
