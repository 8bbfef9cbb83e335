"""What is known about positions, kept so that nothing is asked twice.

A fact about a position is a pair of bounds on the tricks of the side to play, and perhaps the score of
every legal card. Yes-or-no answers narrow the bounds, so one answer serves later questions too.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from adjudicator.tricks.double_dummy.boards import VALUE, failure


@dataclass(frozen=True, slots=True)
class Fact:
    """Tricks of the side to play lie in low..high; scores: 52 bytes (255 = not legal) or none."""

    low: int
    high: int
    scores: bytes | None = None

    def answers(self, target: int, every_card: bool) -> bool:
        """Whether this fact answers the question."""
        if every_card:
            return self.scores is not None
        if target == VALUE:
            return self.low == self.high
        return target <= self.low or target > self.high

    def join(self, other: Fact) -> Fact:
        """Both facts in one."""
        scores = self.scores if self.scores is not None else other.scores
        return Fact(max(self.low, other.low), min(self.high, other.high), scores)


class Memory(Protocol):
    """Where facts are kept between questions."""

    def recall(self, keys: Iterable[bytes]) -> dict[bytes, Fact]: ...

    def learn(self, facts: dict[bytes, Fact]) -> None: ...


class RecentFacts:
    """The facts used most recently, in memory.

    most: number of positions kept; one takes about 200 bytes.
    """

    def __init__(self, most: int = 200_000) -> None:
        self.most = most
        self._facts: OrderedDict[bytes, Fact] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._facts)

    def recall(self, keys: Iterable[bytes]) -> dict[bytes, Fact]:
        """The facts known of these positions."""
        found: dict[bytes, Fact] = {}
        with self._lock:
            for key in keys:
                fact = self._facts.get(key)
                if fact is not None:
                    self._facts.move_to_end(key)
                    found[key] = fact
        return found

    def learn(self, facts: dict[bytes, Fact]) -> None:
        """Keep these facts, joined with what was known."""
        with self._lock:
            for key, fact in facts.items():
                known = self._facts.get(key)
                self._facts[key] = fact if known is None else known.join(fact)
                self._facts.move_to_end(key)
            while len(self._facts) > self.most:
                self._facts.popitem(last=False)


class StoredFacts:
    """Facts in an SQLite file, shared by all runs that name it, with recent ones in memory."""

    _SCHEMA = (
        "CREATE TABLE IF NOT EXISTS facts"
        " (position BLOB PRIMARY KEY, low INTEGER NOT NULL, high INTEGER NOT NULL, scores BLOB) WITHOUT ROWID"
    )
    _KEEP = (
        "INSERT INTO facts VALUES (?, ?, ?, ?) ON CONFLICT (position) DO UPDATE SET"
        " low = max(low, excluded.low), high = min(high, excluded.high),"
        " scores = coalesce(scores, excluded.scores)"
    )

    def __init__(self, path: Path, recent: int = 200_000) -> None:
        self.path = path
        self._recent = RecentFacts(recent)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with closing(self._open()) as base, base:
                base.execute(self._SCHEMA)
        except (OSError, sqlite3.Error) as error:
            message = f"the double-dummy cache cannot be opened: {error}"
            raise failure(message, "name another file", str(path)) from error

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, timeout=30.0)

    def recall(self, keys: Iterable[bytes]) -> dict[bytes, Fact]:
        """The facts known of these positions, from memory or file."""
        wanted = list(keys)
        found = self._recent.recall(wanted)
        missing = [key for key in wanted if key not in found]
        read: dict[bytes, Fact] = {}
        with closing(self._open()) as base:
            for start in range(0, len(missing), 500):
                part = missing[start : start + 500]
                marks = ",".join("?" * len(part))
                for key, low, high, scores in base.execute(
                    f"SELECT position, low, high, scores FROM facts WHERE position IN ({marks})", part
                ):
                    read[bytes(key)] = Fact(low, high, scores)
        self._recent.learn(read)
        return found | read

    def learn(self, facts: dict[bytes, Fact]) -> None:
        """Keep these facts in memory and file."""
        self._recent.learn(facts)
        rows = [(key, fact.low, fact.high, fact.scores) for key, fact in facts.items()]
        with closing(self._open()) as base, base:
            base.executemany(self._KEEP, rows)
