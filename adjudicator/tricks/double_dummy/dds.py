"""The DDS engine: boards in house order to the library and its answers back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from adjudicator.tricks.double_dummy.boards import VALUE, Boards, Int, require_sound
from adjudicator.tricks.double_dummy.library import Library, shared_library
from adjudicator.tricks.double_dummy.port import Answers, trivial

_NODES, _COUNT, _SUITS, _RANKS, _EQUALS, _SCORES = 0, 1, 2, 15, 28, 41


class DdsEngine:
    """Double dummy by the DDS library of this process.

    threads: threads inside the library; default all available processors. The library has one state per
    process, so every engine of a process shares it.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._threads = threads

    @property
    def library(self) -> Library:
        """The loaded library (loads it at the first call)."""
        return shared_library(self._threads)

    def solve(self, boards: Boards) -> Answers:
        """Answer every board."""
        require_sound(boards)
        answers = Answers.blank(len(boards))
        easy, yes = trivial(boards)
        answers.tricks[easy] = yes[easy]
        rows = np.nonzero(~easy)[0]
        if len(rows) == 0:
            return answers
        asked = boards.take(rows)
        raw = self.library.solve(asked)
        best = raw[:, _SCORES]
        answers.tricks[rows] = np.where(asked.target == VALUE, best, best >= asked.target)
        every = np.nonzero(asked.every_card)[0]
        if len(every):
            answers.scores[rows[every]] = expanded_scores(raw[every])
        return answers

    def trace(self, boards: Boards, plays: Sequence[list[int]]) -> list[list[int]]:
        """Declarer's tricks before the lead and after each card of complete deals, play legal."""
        return self.library.trace(boards, list(plays))


def expanded_scores(raw: Int) -> Int:
    """Scores by card, int8 (n, 52), from the library's rows: equals get the score of their top card."""
    scores = np.full((len(raw), 52), -1, np.int8)
    for column in range(13):
        rows = np.nonzero(raw[:, _COUNT] > column)[0]
        if len(rows) == 0:
            break
        suit = 3 - raw[rows, _SUITS + column]
        rank = raw[rows, _RANKS + column]
        score = raw[rows, _SCORES + column]
        scores[rows, 13 * suit + rank - 2] = score
        equals = raw[rows, _EQUALS + column]
        for lower in range(2, 15):
            also = (equals >> lower & 1).astype(bool)
            scores[rows[also], 13 * suit[also] + lower - 2] = score[also]
    return scores
