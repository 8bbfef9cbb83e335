"""Reads one atom of the meaning language at a cursor: measures, lengths, shapes, honours, cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from adjudicator.bridge import Card, Suit
from adjudicator.meanings import vocabulary as words
from adjudicator.meanings.bounds import BoundReader, Params, spanned
from adjudicator.meanings.cursor import Cursor
from adjudicator.meanings.expr import MAJORS, MINORS, Atom, Expr, Range, SuitRef, negated
from adjudicator.meanings.shapes import PATTERN, canonical_pattern

_SUIT = re.compile(r"[SHDC](?![A-Za-z_])")
_CARD = re.compile(r"[SHDC](?:10|[AKQJT2-9])|(?:10|[AKQJT2-9])[SHDC]")
_ORDERED = re.compile(r">=|<=|≥|≤|==|!=|≠|>|<|=")


def _named(suits: tuple[Suit, ...]) -> str:
    return " or ".join(suit.letter for suit in suits)


class AtomReader:
    """Reads atoms; ``suit_names`` are variables known besides those of the language."""

    def __init__(
        self, cursor: Cursor, params: Params, suit_names: Collection[str], condition: Callable[[], Expr]
    ) -> None:
        self.cursor = cursor
        self.bounds = BoundReader(cursor, params, condition)
        self.suit_names = list(suit_names)

    def atom(self, word: str, start: int) -> Expr:
        """The atom that begins with this word, the word already taken."""
        if word == "shape":
            return self.shape()
        if word == "has":
            return self.card()
        if word in words.SHAPE_WORDS:
            return Atom(word, (), ((None, 0),))
        if word in words.SHORT_WORDS:
            return self.shortness(word)
        if word in words.SUIT_PREDICATES:
            return self.predicate(word)
        return self.ranged(word, start)

    def ranged(self, word: str, start: int) -> Expr:
        suits: tuple[SuitRef, ...] = ()
        if word in words.RANGED_OF_SUIT or (word in words.BOTH_WAYS and self.names_suit()):
            suits = ("trump",) if word == "keycards" and not self.cursor.ahead("(") else (self.argument(),)
        expected = f"how many {words.RANGED_OF_SUIT.get(word) or words.RANGED[word]}, such as 5.., 2..4, ..3 or >= 2"
        spans = self.bounds.spans(expected, 2 if word in words.IN_HALVES else 1)
        return spanned(spans, lambda ranges: self.checked(Atom(word, suits, ranges), start))

    def names_suit(self) -> bool:
        start = self.cursor.position
        found = bool(self.cursor.take("(")) and self.suit_ref() is not None and self.cursor.ahead(")")
        self.cursor.position = start
        return found

    def checked(self, atom: Atom, start: int) -> Atom:
        for low, high in atom.ranges:
            if low is not None and high is not None and low > high:
                self.cursor.error(f"the range {low}..{high} is empty", "the lower end first", start)
        return atom

    def argument(self, allow_any: bool = False) -> SuitRef:
        self.cursor.expect("(", "a suit in brackets, such as (S)")
        if allow_any and self.cursor.take_word("any"):
            self.cursor.expect(")")
            return "any"
        reference = self.suit_ref()
        if reference is None:
            self.cursor.fail("a suit: S, H, D, C or a variable such as x", words.VARIABLES)
        self.cursor.expect(")")
        return reference

    def suit_ref(self) -> SuitRef | None:
        letter = self.cursor.match(_SUIT)
        if letter:
            return Suit.parse(letter)
        word = self.cursor.word()
        if word in words.SUIT_FUNCTIONS:
            start = self.cursor.position
            self.cursor.take_word()
            with self.cursor.deeper():
                return self.other(word, self.argument(), start)
        if word in words.VARIABLES or word in self.suit_names:
            self.cursor.take_word()
            return word
        return None

    def other(self, word: str, inner: SuitRef, start: int) -> SuitRef:
        """The other major or minor: of a suit at once, of a variable when that is bound."""
        if not isinstance(inner, Suit):
            return f"{word}({inner})"
        pair = MAJORS if word == "other_major" else MINORS
        if inner not in pair:
            self.cursor.error(f"{inner.letter} has no {word.replace('_', ' ')}", f"{word} of {_named(pair)}", start)
        return pair[1 - pair.index(inner)]

    def predicate(self, word: str) -> Expr:
        suit = self.argument()
        if word in ("stop", "half_stop"):
            return Atom("stopper", (suit,), ((2 if word == "stop" else 1, None),))
        return Atom(word, (suit,), ((1, None),))

    def shortness(self, word: str) -> Expr:
        suit = self.argument(allow_any=True)
        if suit == "any":
            return Atom(word, ("any",), ((None, 0),))
        ranges: dict[str, Range] = {"void": (0, 0), "sing": (1, 1), "short": (None, 1)}
        return Atom("len", (suit,), (ranges[word],))

    def lengths(self, first: SuitRef) -> Expr:
        """``S >= 5``, ``S > H``, ``S + H >= 9``, ``S - H >= 2``, ``S 5+``."""
        cursor = self.cursor
        start = cursor.position
        sign = cursor.take("+", "-")
        second = self.suit_ref() if sign else None
        if second is not None:
            feature = "both" if sign == "+" else "diff"
            spans = self.bounds.spans("a number of cards")
            return spanned(spans, lambda ranges: self.checked(Atom(feature, (first, second), ranges), start))
        cursor.position = start
        compared = self.compared(first)
        if compared is not None:
            return compared
        spans = self.bounds.spans("a comparison such as '>= 5', '> H' or 'in 4..6'")
        return spanned(spans, lambda ranges: self.checked(Atom("len", (first,), ranges), start))

    def compared(self, first: SuitRef) -> Expr | None:
        start = self.cursor.position
        sign = self.cursor.match(_ORDERED)
        second = self.suit_ref() if sign else None
        if second is None:
            self.cursor.position = start
            return None
        ranges: dict[str, Range] = {
            ">": (1, None), ">=": (0, None), "≥": (0, None), "<": (None, -1), "<=": (None, 0), "≤": (None, 0),
        }  # fmt: skip
        level = Atom("diff", (first, second), (ranges.get(sign, (0, 0)),))
        return negated(level) if sign in ("!=", "≠") else level

    def shape(self) -> Expr:
        cursor = self.cursor
        if cursor.take_word("is"):
            named = cursor.take_word(*words.SHAPE_WORDS, "balanced", "unbalanced")
            named = words.SYNONYMS.get(named, named)
            if named:
                return Atom(named, (), ((None, 0),))
            cursor.take_word("any")
            return self.patterns([self.pattern()])
        cursor.take_word("in")
        if not cursor.take("="):
            cursor.expect("(", "'in (4432, …)', 'is bal' or '(5-4-3-1)'")
            found = [self.pattern()]
            while cursor.take(","):
                found.append(self.pattern())
            cursor.expect(")", "',' or ')' after the shapes")
            return self.patterns(found)
        return self.patterns([self.pattern()])

    def patterns(self, found: list[str]) -> Expr:
        return Atom("shape", (), ((None, 0),), tuple(dict.fromkeys(found)))

    def pattern(self) -> str:
        self.cursor.take_word("any")
        start = self.cursor.position
        found = canonical_pattern(self.cursor.match(PATTERN) or "0000")
        if not found:
            self.cursor.fail("a shape of 13 cards, such as 5431, 5-4-3-1, 55xx or 5=4=3=1 (spades first)", at=start)
        return found

    def card(self) -> Expr:
        self.cursor.expect("(", "a card in brackets, such as has(SA)")
        found = self.cursor.match(_CARD)
        if not found:
            self.cursor.fail("a card such as SA or H7")
        self.cursor.expect(")")
        card = Card.parse(found)
        return Atom("has", (), ((1, None),), card=card)

    def suit_list(self) -> list[SuitRef]:
        found: list[SuitRef] = []
        while True:
            reference = self.suit_ref()
            if reference is None:
                self.cursor.fail("a suit", words.VARIABLES)
            found.append(reference)
            if not self.cursor.take(","):
                return found
