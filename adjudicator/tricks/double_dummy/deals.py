"""Questions over many deals at once: what one asks of a sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from adjudicator.bridge import DealBatch, Denomination, Seat
from adjudicator.tricks.double_dummy.boards import VALUE, Boards, Int, failure
from adjudicator.tricks.double_dummy.port import NOT_PLAYABLE, Answers


@dataclass(frozen=True, eq=False)
class DealTricks:
    """Declarer's tricks in a denomination. Answer: int8, one number a deal.

    rows: the deals asked about; all where none are given.
    """

    denomination: Denomination
    declarer: Seat
    rows: Int | None = None


@dataclass(frozen=True, eq=False)
class DealMakes:
    """Whether declarer takes at least so many tricks (one number, or one a row). Answer: bool."""

    denomination: Denomination
    declarer: Seat
    tricks: int | Int
    rows: Int | None = None


@dataclass(frozen=True, eq=False)
class DealLeads:
    """Declarer's tricks after each opening lead. Answer: int8 (rows, 52), -1 for cards not held."""

    denomination: Denomination
    declarer: Seat
    rows: Int | None = None


DealQuestion = DealTricks | DealMakes | DealLeads


def boards_over(deals: DealBatch, question: DealQuestion) -> Boards:
    """The boards of one question, in the order of its rows.

    "At least t tricks for declarer" is asked as "not 14 - t for the defence".
    """
    rows = _rows(deals, question)
    target: Int | int = VALUE
    if isinstance(question, DealMakes):
        tricks = np.asarray(question.tricks)
        if tricks.shape not in ((), (len(rows),)):
            raise failure("give one number of tricks, or one for each deal asked about")
        target = np.where(tricks <= 0, 0, np.clip(14 - tricks, 0, 13))
    return Boards.of(
        deals.masks[rows],
        int(question.denomination),
        int(question.declarer.lho),
        target=target,
        every_card=isinstance(question, DealLeads),
    )


def answers_over(question: DealQuestion, answers: Answers) -> Int:
    """Answers in declarer's terms."""
    if isinstance(question, DealMakes):
        return np.asarray((answers.tricks == 0) | (np.asarray(question.tricks) <= 0))
    if isinstance(question, DealLeads):
        held = answers.scores != NOT_PLAYABLE
        return np.where(held, 13 - answers.scores, NOT_PLAYABLE).astype(np.int8)
    return np.asarray(13 - answers.tricks).astype(np.int8)


def parts(answers: Answers, counts: Sequence[int]) -> list[Answers]:
    """Answers cut into runs of so many rows."""
    stops = np.cumsum([0, *counts]).tolist()
    return [Answers(answers.tricks[start:stop], answers.scores[start:stop]) for start, stop in pairwise(stops)]


def require_complete(deals: DealBatch) -> None:
    """Raise when a hand of a deal does not hold thirteen cards."""
    lengths = deals.lengths().sum(axis=2)
    bad = np.nonzero((lengths != 13).any(axis=1))[0]
    if len(bad):
        raise failure("a question about a deal needs thirteen cards a hand", "ask about positions", f"deal {bad[0]}")


def _rows(deals: DealBatch, question: DealQuestion) -> Int:
    if question.rows is None:
        return np.arange(len(deals))
    rows = np.asarray(question.rows)
    return np.nonzero(rows)[0] if rows.dtype == np.bool_ else rows
