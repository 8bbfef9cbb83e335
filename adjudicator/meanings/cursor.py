"""A place in the text of a meaning, and the errors that point to it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import NoReturn

from adjudicator.meanings.errors import MeaningError
from adjudicator.meanings.vocabulary import nearest

WORD = re.compile(r"(?:oM|om)(?!\w)|[^\W\d]\w(?:\w|-(?=[^\W\d]))*|[^\W\d]")
"""A word; hyphens belong to words of two letters and more, so that ``S-H`` stays a difference of suits."""
SUIT_AND_NUMBER = re.compile(r"[SHDC]\d{1,2}")
"""``S5`` is read as one word and means five spades."""
DEEPEST = 40
"""Brackets within brackets; nobody means more, and Python's stack is finite."""
LONGEST = 100_000
"""Characters of one meaning; a longer text is no meaning but the wrong file."""
MOST_DIGITS = 9
"""Digits of one number; no measure comes near."""

_REPLACED = str.maketrans({"–": "-", "—": "-", "−": "-", "♠": "S", "♥": "H", "♦": "D", "♣": "C", "¬": "!"})


class Cursor:
    """Reads tokens from left to right; knows where it stands."""

    def __init__(self, text: str) -> None:
        self.original = text
        self.text = text.translate(_REPLACED)
        self.position = 0
        self._depth = 0
        if len(text) > LONGEST:
            self.error(f"the meaning has {len(text)} characters", f"at most {LONGEST}", LONGEST)

    def skip(self) -> None:
        while self.position < len(self.text) and self.text[self.position].isspace():
            self.position += 1

    def at_end(self) -> bool:
        self.skip()
        return self.position >= len(self.text)

    def ahead(self, token: str) -> bool:
        self.skip()
        return self.text.startswith(token, self.position)

    def take(self, *tokens: str) -> str:
        """The first of the tokens that stands here, taken; "" when none does."""
        self.skip()
        for token in tokens:
            if self.text.startswith(token, self.position):
                self.position += len(token)
                return token
        return ""

    def match(self, pattern: re.Pattern[str]) -> str:
        """What the pattern finds here, taken; "" when nothing."""
        self.skip()
        found = pattern.match(self.text, self.position)
        if found is None:
            return ""
        self.position = found.end()
        return found.group()

    def word(self) -> str:
        """The word that stands here, not taken."""
        self.skip()
        found = WORD.match(self.text, self.position)
        return found.group() if found else ""

    def take_word(self, *words: str) -> str:
        """The word here, taken, if it is one of these (any word when none is named)."""
        word = self.word()
        if word and (not words or word in words):
            self.position += len(word)
            return word
        return ""

    def touches(self) -> bool:
        """No blank between what was read and what comes (blanks may have been skipped already)."""
        around = self.text[max(self.position - 1, 0) : self.position + 1]
        return len(around) == 2 and not any(sign.isspace() for sign in around)

    def expect(self, token: str, expected: str = "") -> None:
        if not self.take(token):
            self.fail(expected or f"'{token}'")

    @contextmanager
    def brackets(self, closing: str) -> Iterator[None]:
        """What stands between round brackets; ``closing`` says what is expected where they should end."""
        self.expect("(")
        with self.deeper():
            yield
        self.expect(")", closing)

    @contextmanager
    def deeper(self, levels: int = 1) -> Iterator[None]:
        """One level further down: whatever the language lets stand within itself is read under this."""
        if self._depth + levels > DEEPEST:
            self.error("too many brackets within brackets", f"at most {DEEPEST} levels", self.position)
        self._depth += levels
        yield
        self._depth -= levels

    def number(self, digits: str, start: int) -> Fraction:
        """The number that was read; one too long for any measure is an error."""
        if any(len(part) > MOST_DIGITS for part in re.split(r"[./-]", digits)):
            self.error("the number is too long", f"at most {MOST_DIGITS} digits", start)
        return Fraction(digits)

    def fail(self, expected: str, known: Collection[str] = (), at: int | None = None) -> NoReturn:
        """Say what stands here instead of what was expected."""
        if at is not None:
            self.position = at
        self.skip()
        word = self.word()
        if self.position >= len(self.text):
            message = "the meaning ends too early"
        elif word:
            shown = word if len(word) <= 40 else f"{word[:40]}…"
            message = f"unknown word '{shown}'" if known and word not in known else f"'{shown}' does not belong here"
        else:
            message = f"'{self.text[self.position]}' does not belong here"
        raise MeaningError(
            self.original,
            self.position,
            message,
            expected,
            nearest(word, known) if word and word not in known else "",
        )

    def error(self, message: str, expected: str, at: int) -> NoReturn:
        """A fault of its own kind at a place already passed."""
        raise MeaningError(self.original, at, message, expected)
