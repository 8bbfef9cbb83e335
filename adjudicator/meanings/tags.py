"""What a call tells beyond the hand: natural or artificial, forcing, purposes."""

from __future__ import annotations

import re
from typing import TypeVar

from adjudicator.meanings import vocabulary as words
from adjudicator.meanings.cursor import Cursor

_T = TypeVar("_T", bool, str)
_INNER = re.compile(r"[\w+/ -]+")


class Tags:
    """The tags read so far; two that contradict each other are an error."""

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self.natural: bool | None = None
        self.forcing = ""
        self.purposes: list[str] = []

    def read(self) -> bool:
        """Reads one tag if one stands here."""
        cursor = self.cursor
        start = cursor.position
        word = cursor.take_word(*words.TAG_WORDS)
        if word in words.NATURE_WORDS:
            self.natural = self._same(self.natural, words.NATURE_WORDS[word], "natural or artificial", start)
        elif word in words.FORCING_WORDS:
            kinds = ", ".join(dict.fromkeys(words.FORCING_WORDS.values()))
            self.forcing = self._same(self.forcing or None, words.FORCING_WORDS[word], f"one of {kinds}", start)
        elif word == "purpose":
            cursor.take(":")
            self._purpose()
            while cursor.take("|", ","):
                self._purpose()
        elif word:
            cursor.position = start
            self._purpose()
        return bool(word)

    def _same(self, old: _T | None, new: _T, expected: str, start: int) -> _T:
        if old not in (None, new):
            self.cursor.error("two parts contradict each other", f"{expected}, once", start)
        return new

    def _purpose(self) -> None:
        word = self.cursor.take_word(*words.PURPOSES)
        if not word:
            self.cursor.fail(f"a purpose: {', '.join(words.PURPOSES)}", words.PURPOSES)
        if word == "none":
            return
        inner = ""
        if self.cursor.take("("):
            inner = self.cursor.match(_INNER).strip()
            self.cursor.expect(")")
        purpose = f"{word}({inner})" if inner else word
        if purpose not in self.purposes:
            self.purposes.append(purpose)
