"""The port: what any double-dummy engine must answer, and in which form.

Play comes in three kinds: `bridge.play` says what is legal, `tricks.double_dummy` what is perfect with all
cards seen, `tricks.lines` what people do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from adjudicator.bridge import Card
from adjudicator.tricks.double_dummy.boards import VALUE, Boards, Int
from adjudicator.tricks.double_dummy.position import Position

NOT_PLAYABLE = -1


@dataclass(frozen=True, eq=False)
class Answers:
    """Answers row by row to `Boards`.

    tricks: int8 (n,). Tricks for the side to play, the current trick included, where the board asked for
    the value; where it asked for a target, 1 for yes and 0 for no.
    scores: int8 (n, 52). Tricks for the side to play after each card, -1 where the card is not legal or
    the board did not ask for every card.
    """

    tricks: Int
    scores: Int

    @classmethod
    def blank(cls, count: int) -> Answers:
        return cls(np.full(count, -1, np.int8), np.full((count, 52), NOT_PLAYABLE, np.int8))


class Engine(Protocol):
    """A double-dummy engine. Implemented by the DDS adapter, the plain reference and the worker pool."""

    def solve(self, boards: Boards) -> Answers:
        """Answer every board; `DoubleDummyError` names unsound boards before anything is solved."""
        ...


@runtime_checkable
class StreamingEngine(Engine, Protocol):
    """An engine that hands out answers as they come."""

    def stream(self, boards: Boards) -> Iterator[tuple[int, Answers]]:
        """(first row, answers of the rows from there on), in any order."""
        ...


@runtime_checkable
class TracingEngine(Engine, Protocol):
    """An engine that follows whole plays faster than position by position."""

    def trace(self, boards: Boards, plays: Sequence[list[int]]) -> list[list[int]]:
        """Declarer's tricks before the lead and after each card; complete deals, legal play."""
        ...


@dataclass(frozen=True)
class Tricks:
    """How many tricks can the side to play still take (the current trick included)? Answer: int."""

    position: Position


@dataclass(frozen=True)
class AtLeast:
    """Can the side to play still take at least so many tricks? Answer: bool."""

    position: Position
    tricks: int


@dataclass(frozen=True)
class EachCard:
    """How many tricks does the side to play take after each legal card? Answer: dict[Card, int]."""

    position: Position


Question = Tricks | AtLeast | EachCard
Answer = int | bool | dict[Card, int]


def trivial(boards: Boards) -> tuple[Int, Int]:
    """Which yes-or-no boards need no search, and their answers (both bool (n,))."""
    asks = boards.target != VALUE
    sure = asks & (boards.target <= 0)
    never = asks & (boards.target > boards.tricks_left)
    return np.asarray(sure | never), np.asarray(sure)
