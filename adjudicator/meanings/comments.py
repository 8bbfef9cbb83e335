"""Words of a case file that are no part of the language: kept for the reader, constraining nothing.

A slip is no comment: a word one letter away from a known one, followed by a number, bracket or comparison (or
alone in its part), is left for the parser to complain about.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from adjudicator.meanings.cursor import SUIT_AND_NUMBER, Cursor
from adjudicator.meanings.vocabulary import nearest

CONNECTIVES = ("and", "or", "not", "in", "is", "of")

_QUOTED = re.compile(r"'([^']*)'")
_COUNTED = re.compile(r"\d+-[^\W\d][\w-]*")
_BETWEEN = re.compile(r"\d[\w.-]*|[,.:\"/'-]+")
_ARGUMENT = re.compile(r"\s*(?:[\d($<>=≥≤!]|\.\.|$|;|\))")


class CommentReader:
    """Reads comments at a cursor; ``known_words`` lists what is no comment, ``free`` allows them without quotes."""

    def __init__(self, cursor: Cursor, known_words: Callable[[], list[str]], free: bool) -> None:
        self.cursor, self.known_words, self.free = cursor, known_words, free
        self.found: list[str] = []
        self._close: dict[str, bool] = {}

    def read(self) -> None:
        """Takes the comments that stand here."""
        while quoted := self.cursor.match(_QUOTED):
            self.found.append(quoted[1:-1])
        if not self.free or self._promises() or not self._starts():
            return
        begin = self.cursor.position
        while self._starts() or self._joins():
            if not self.cursor.match(_COUNTED):
                self.cursor.take_word() or self.cursor.match(_BETWEEN)
        self.found.append(self.cursor.text[begin : self.cursor.position].strip().replace("'", "’"))

    def _promises(self) -> bool:
        """``S5`` promises five spades; only in the middle of a comment it is the card."""
        return bool(SUIT_AND_NUMBER.fullmatch(self.cursor.word()))

    def _starts(self) -> bool:
        """An unknown word that is no slip, ``not`` before such a word, or ``5-card`` and the like."""
        word = self.cursor.word()
        if word == "not":
            return self._after(word, lambda: not self._promises() and self._starts())
        if not word:
            return bool(_COUNTED.match(self.cursor.text, self.cursor.position))
        return word not in self.known_words() and word not in CONNECTIVES and not self._slip(word)

    def _joins(self) -> bool:
        """Inside a comment: a connective or a sign, if the comment goes on after it; a number or sign at its end."""
        word = self.cursor.word()
        if word in CONNECTIVES:
            return self._after(word, self._starts)
        return not word and bool(_BETWEEN.match(self.cursor.text, self.cursor.position))

    def _after(self, word: str, test: Callable[[], bool]) -> bool:
        start = self.cursor.position
        self.cursor.take_word(word)
        result = self.cursor.word() != word and test()
        self.cursor.position = start
        return result

    def _slip(self, word: str) -> bool:
        if not _ARGUMENT.match(self.cursor.text, self.cursor.position + len(word)):
            return False
        if word not in self._close:
            self._close[word] = bool(nearest(word, self.known_words()))
        return self._close[word]
