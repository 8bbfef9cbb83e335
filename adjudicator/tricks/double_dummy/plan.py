"""From asked boards to the fewest boards that must be searched, and back to answers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from adjudicator.tricks.double_dummy.boards import VALUE, Boards, Int
from adjudicator.tricks.double_dummy.knowledge import Fact, Memory
from adjudicator.tricks.double_dummy.port import Answers

_EVERY, _VALUE_ONLY = 2, 1


@dataclass(frozen=True, eq=False)
class Plan:
    """Asked boards, what is known of their positions, and the rows that must be searched.

    `search` holds one row for each distinct question left: positions repeated in the batch are searched
    once, and a position asked for its value is not asked yes-or-no questions besides.
    """

    asked: Boards
    keys: list[bytes]
    facts: dict[bytes, Fact]
    search: Boards
    search_keys: list[bytes]

    @classmethod
    def of(cls, boards: Boards, memory: Memory) -> Plan:
        keys = position_keys(boards)
        limits = boards.tricks_left.tolist()
        facts = memory.recall(dict.fromkeys(keys))
        chosen: dict[tuple[bytes, int], int] = {}
        strength: dict[bytes, int] = {}
        targets, every = boards.target.tolist(), boards.every_card.tolist()
        for row, key in enumerate(keys):
            fact = facts.get(key)
            if fact is None:
                fact = facts[key] = Fact(0, limits[row])
            if fact.answers(targets[row], every[row]):
                continue
            kind = _EVERY if every[row] else _VALUE_ONLY if targets[row] == VALUE else 0
            chosen.setdefault((key, -2 if every[row] else targets[row]), row)
            strength[key] = max(kind, strength.get(key, 0))
        rows = [
            row
            for (key, target), row in chosen.items()
            if strength[key] == (_EVERY if target == -2 else _VALUE_ONLY if target == VALUE else 0)
        ]
        index = _grouped(boards, np.array(rows, dtype=np.intp))
        search = boards.take(index)
        search.target[search.every_card] = VALUE
        return cls(boards, keys, facts, search, [keys[row] for row in index.tolist()])

    def learn(self, start: int, answers: Answers, memory: Memory) -> None:
        """Take in the answers to `search` rows start, start + 1, …"""
        fresh: dict[bytes, Fact] = {}
        stop = start + len(answers.tricks)
        tricks = answers.tricks.tolist()
        targets = self.search.target[start:stop].tolist()
        every = self.search.every_card[start:stop].tolist()
        for row, key in enumerate(self.search_keys[start:stop]):
            known = fresh.get(key) or self.facts[key]
            if targets[row] == VALUE:
                scores = answers.scores[row].tobytes() if every[row] else None
                fact = Fact(tricks[row], tricks[row], scores)
            elif tricks[row]:
                fact = Fact(targets[row], known.high)
            else:
                fact = Fact(known.low, targets[row] - 1)
            fresh[key] = known.join(fact)
        self.facts.update(fresh)
        memory.learn(fresh)

    def answers(self) -> Answers:
        """Answers to every asked board, once all of `search` has been learnt."""
        count = len(self.asked)
        low = np.fromiter((self.facts[key].low for key in self.keys), np.int8, count)
        value = self.asked.target == VALUE
        answers = Answers.blank(count)
        answers.tricks[:] = np.where(value, low, low >= self.asked.target)
        for row in np.nonzero(self.asked.every_card)[0].tolist():
            scores = self.facts[self.keys[row]].scores
            assert scores is not None  # every such row was answered or searched
            answers.scores[row] = np.frombuffer(scores, np.int8)
        return answers


def position_keys(boards: Boards) -> list[bytes]:
    """One byte string a position, whatever is asked about it."""
    rows = np.empty((len(boards), 37), np.uint8)
    rows[:, :32] = np.ascontiguousarray(boards.masks.astype("<u2")).view(np.uint8).reshape(len(boards), 32)
    rows[:, 32] = boards.denomination
    rows[:, 33] = boards.leader
    rows[:, 34:37] = boards.trick.astype(np.uint8)
    whole = rows.tobytes()
    return [whole[start : start + 37] for start in range(0, len(whole), 37)]


def _grouped(boards: Boards, rows: Int) -> Int:
    """Rows ordered so that questions on the same cards and denomination stand together.

    The library shares its search among neighbours of that kind within one call.
    """
    if len(rows) < 2:
        return rows
    held = np.ascontiguousarray(boards.masks[rows].astype(np.uint16)).reshape(len(rows), 16)
    _, first, group = np.unique(held, axis=0, return_index=True, return_inverse=True)
    order = np.lexsort((boards.leader[rows], boards.denomination[rows], first[group.reshape(-1)]))
    return np.asarray(rows[order])
