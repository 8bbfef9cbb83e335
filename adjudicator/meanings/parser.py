"""Reads a meaning: the constraint language of system files and the readings of case files are one language.

Loosest to tightest: ``;`` (and, with tags and comments between), ``|``, ``&`` (or just a blank), ``!``; then
the suffixes ``~2`` (cost), ``!`` (hard), ``?`` (preference).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from adjudicator.bridge import Card, Suit
from adjudicator.meanings import vocabulary as words
from adjudicator.meanings.bounds import BoundReader, Params, spanned
from adjudicator.meanings.cursor import Cursor
from adjudicator.meanings.expr import (
    ANYTHING,
    NOTHING,
    Atom,
    Binding,
    Each,
    Expr,
    Range,
    SuitRef,
    all_of,
    any_of,
    at_least,
    negated,
    softened,
    substitute,
)
from adjudicator.meanings.meaning import Meaning
from adjudicator.meanings.shapes import PATTERN, canonical_pattern
from adjudicator.meanings.tags import Tags

_SUIT = re.compile(r"[SHDC](?![A-Za-z_])")
_CARD = re.compile(r"[SHDC](?:10|[AKQJT2-9])|(?:10|[AKQJT2-9])[SHDC]")
_COST = re.compile(r"\d+(?:\.\d+)?(?:/\d+)?")
_ORDERED = re.compile(r">=|<=|≥|≤|==|!=|≠|>|<|=")


@dataclass(frozen=True, slots=True)
class Context:
    """What surrounds the text: parameters (``$nt``), named meanings, facts that hold or not, bound suits."""

    params: Params = field(default_factory=dict)
    names: Mapping[str, Meaning | str] = field(default_factory=dict)
    facts: Mapping[str, bool] = field(default_factory=dict)
    suits: Mapping[str, Binding] = field(default_factory=dict)
    comments: bool = False
    depth: int = 0


def parse(
    text: str,
    *,
    params: Params | None = None,
    names: Mapping[str, Meaning | str] | None = None,
    facts: Mapping[str, bool] | None = None,
    suits: Mapping[str, Binding] | None = None,
    comments: bool | None = None,
) -> Meaning:
    """The meaning written in ``text``.

    ``params`` are numbers and ranges for ``$name``; ``names`` other meanings usable as words (``good6`` or
    ``good6(x)``); ``facts`` phrases such as ``vul nv`` that are true or false here; ``suits`` binds
    variables. Words that are no part of the language are comments in a text of several parts (``;``), else
    errors.

    >>> parse("hcp $nt & bal", params={"nt": (15, 17)}).text
    'hcp 15..17 & bal'
    >>> parse("nat; S>=5; hcp 11-19; not(S>=7; hcp 11-14)").text
    'nat; S >= 5 & hcp 11..19 & !(S >= 7 & hcp 11..14)'
    """
    allowed = ";" in text if comments is None else comments
    context = Context(params or {}, names or {}, facts or {}, suits or {}, allowed)
    return _Parser(text, context).meaning()


class _Parser:
    def __init__(self, text: str, context: Context) -> None:
        self.cursor = Cursor(text)
        self.context = context
        self.bounds = BoundReader(self.cursor, context.params, self.disjunction)
        self.tags = Tags(self.cursor)
        self.comments: list[str] = []
        self.locals: list[str] = []

    # parts and operators

    def meaning(self) -> Meaning:
        if self.cursor.at_end():
            self.cursor.fail("a promise such as 'hcp 12..' or 'any'")
        expr = self.parts(top=True)
        if not self.cursor.at_end():
            self.cursor.fail("'&', '|', ';' or the end", self.known_words())
        expr = substitute(expr, self.context.suits) if self.context.suits else expr
        tags = self.tags
        return Meaning(expr, tags.natural, tags.forcing, tuple(tags.purposes), tuple(self.comments))

    def parts(self, top: bool) -> Expr:
        found = [self.part(top)]
        while self.cursor.take(";"):
            if not self.cursor.at_end() and not self.cursor.ahead(")"):
                found.append(self.part(top))
        return all_of(*found)

    def part(self, top: bool) -> Expr:
        if top:
            while self.tags.read():
                pass
        self.comment()
        return ANYTHING if self.part_ends() else self.disjunction()

    def part_ends(self) -> bool:
        return self.cursor.at_end() or self.cursor.ahead(";") or self.cursor.ahead(")")

    def disjunction(self) -> Expr:
        found = [self.conjunction()]
        while self.cursor.take("||", "|") or self.cursor.take_word("or"):
            found.append(self.conjunction())
        return any_of(*found)

    def conjunction(self) -> Expr:
        found = [self.negation()]
        while True:
            self.comment()
            if self.cursor.take("&&", "&") or self.cursor.take_word("and") or self.starts_atom():
                found.append(self.negation())
            else:
                return all_of(*found)

    def negation(self) -> Expr:
        if self.cursor.take("!") or self.cursor.take_word("not"):
            return self.suffixes(negated(self.bare_negation()))
        return self.suffixes(self.primary())

    def bare_negation(self) -> Expr:
        if self.cursor.take("!") or self.cursor.take_word("not"):
            return negated(self.bare_negation())
        return self.primary()

    def suffixes(self, expr: Expr) -> Expr:
        while True:
            if self.cursor.take("~"):
                cost = self.cursor.match(_COST)
                if not cost:
                    self.cursor.fail("the factor of the cost, such as ~1.5")
                expr = softened(expr, Fraction(cost))
            elif self.cursor.take("?"):
                expr = softened(expr, preference=True)
            elif self.cursor.touches() and self.cursor.ahead("!") and not self.cursor.ahead("!="):
                self.cursor.take("!")
                expr = softened(expr, hard=True)
            else:
                return expr

    # comments

    def comment(self) -> None:
        """Words of a case file that are no part of the language, up to the next word that is."""
        while True:
            quoted = self.cursor.match(re.compile(r"'[^']*'"))
            if quoted:
                self.comments.append(quoted[1:-1])
                continue
            if not self.context.comments or not self.starts_comment():
                return
            start = self.cursor.position
            while self.starts_comment() or self.cursor.match(re.compile(r"\d[\w.-]*|[,.:'\"/-]+")):
                self.cursor.take_word()
            self.comments.append(self.cursor.text[start : self.cursor.position].strip())

    def starts_comment(self) -> bool:
        """An unknown word that is no slip for a known one, or ``not`` before such a word."""
        word = self.cursor.word()
        if word == "not":
            start = self.cursor.position
            self.cursor.take_word()
            follows = self.cursor.word() != "not" and self.starts_comment()
            self.cursor.position = start
            return follows
        return bool(word) and not self.is_known(word) and not words.nearest(word, self.known_words())

    def is_known(self, word: str) -> bool:
        connectives = ("and", "or", "not", "in", "is", "of")
        return word in self.known_words() or word in connectives or self.fact_here(word) is not None

    def known_words(self) -> list[str]:
        known = [*words.ATOM_WORDS, *words.TAG_WORDS, *words.VARIABLES, *words.SUIT_FUNCTIONS, *"SHDC"]
        return [*known, *self.context.names, *self.context.suits, *self.locals]

    def fact_here(self, word: str) -> str | None:
        """The longest fact phrase that stands here."""
        rest = self.cursor.text[self.cursor.position :].lstrip()
        found = [key for key in self.context.facts if re.match(re.escape(key) + r"(?!\w)", rest)]
        return max(found, key=len) if found and word else None

    def starts_atom(self) -> bool:
        word = self.cursor.word()
        if not word:
            return self.cursor.ahead("(") or self.cursor.ahead("!")
        return word not in words.TAG_WORDS and self.is_known(word) and word not in ("or", "and", "in", "is", "of")

    # atoms

    def primary(self) -> Expr:
        cursor = self.cursor
        if cursor.take("("):
            inner = self.parts(top=False)
            cursor.expect(")", "'&', '|' or ')'")
            return inner
        word, start = cursor.word(), cursor.position
        fact = self.fact_here(word)
        if fact is not None:
            cursor.expect(fact)
            return ANYTHING if self.context.facts[fact] else NOTHING
        if word in self.context.names:
            return self.named(word)
        if word in words.ATOM_WORDS and word != "not":
            cursor.take_word()
            return self.atom(word, start)
        reference = self.suit_ref()
        if reference is not None:
            return self.lengths(reference)
        if word in words.TAG_WORDS:
            cursor.fail(f"a promise about the hand; '{word}' stands as a part of its own, between ';'")
        cursor.fail("a promise such as 'hcp 12..', 'S >= 5' or 'bal'", self.known_words())

    def atom(self, word: str, start: int) -> Expr:
        readers: dict[str, Callable[[], Expr]] = {
            "any": lambda: ANYTHING,
            "shape": self.shape,
            "has": self.card,
            "atleast": self.count_of,
            "all": lambda: self.quantified(True),
            "some": lambda: self.quantified(False),
        }
        if word in readers:
            return readers[word]()
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
        return spanned(self.bounds.spans(expected), lambda ranges: self.checked(Atom(word, suits, ranges), start))

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
            self.cursor.take_word()
            inner = self.argument()
            return f"{word}({inner.letter if isinstance(inner, Suit) else inner})"
        if word in words.VARIABLES or word in self.context.suits or word in self.locals:
            self.cursor.take_word()
            return word
        return None

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
            return spanned(spans, lambda ranges: Atom(feature, (first, second), ranges))
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
            named = cursor.take_word(*words.SHAPE_WORDS)
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

    def count_of(self) -> Expr:
        count = self.cursor.match(re.compile(r"\d+"))
        if not count or not self.cursor.take_word("of"):
            self.cursor.fail("a number and 'of [ … ]', such as atleast 2 of [H>=4, S>=4]")
        self.cursor.expect("[")
        found = [self.disjunction()]
        while self.cursor.take(","):
            found.append(self.disjunction())
        self.cursor.expect("]", "',' or ']'")
        return at_least(int(count), tuple(found))

    def quantified(self, every: bool) -> Expr:
        """``all(y != x, z): …``, ``all(M unbid): …``, ``some(y in (H, S)): …``."""
        cursor = self.cursor
        cursor.expect("(", "'(' and a suit variable")
        variable = cursor.take_word()
        if not variable:
            cursor.fail("a suit variable such as y")
        excluded: list[SuitRef] = []
        among: list[SuitRef] = []
        set_name = ""
        while not cursor.take(")"):
            if cursor.take("!=", "≠"):
                excluded += self.suit_list()
            elif cursor.take_word("in"):
                cursor.expect("(")
                among += self.suit_list()
                cursor.expect(")")
            elif not set_name and cursor.word() and cursor.word() not in words.VARIABLES:
                set_name = cursor.take_word()
            else:
                cursor.fail("'!=', 'in (…)', the name of a set of suits, or ')'")
        cursor.expect(":", "':' and what holds for those suits")
        self.locals.append(variable)
        body = self.negation()
        self.locals.remove(variable)
        return substitute(Each(every, variable, tuple(excluded), tuple(among), set_name, body), {})

    def suit_list(self) -> list[SuitRef]:
        found: list[SuitRef] = []
        while True:
            reference = self.suit_ref()
            if reference is None:
                self.cursor.fail("a suit", words.VARIABLES)
            found.append(reference)
            if not self.cursor.take(","):
                return found

    def named(self, word: str) -> Expr:
        """A named meaning, for the suit in brackets if one is given (it takes the place of ``x``)."""
        start = self.cursor.position
        self.cursor.take_word()
        if self.context.depth > 20:
            self.cursor.fail("names that do not define one another in a circle", at=start)
        value = self.context.names[word]
        if isinstance(value, str):
            deeper = Context(
                self.context.params, self.context.names, self.context.facts, {}, False, self.context.depth + 1
            )
            value = _Parser(value, deeper).meaning()
        if not self.names_suit():
            return value.expr
        suit = self.argument()
        return substitute(value.expr, {"x": suit})
