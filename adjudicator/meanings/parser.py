"""Reads a meaning: the constraint language of system files and the readings of case files are one language.

Loosest to tightest: ``;`` (and, with tags and comments between), ``|``, ``&`` (or just a blank), ``!``; then
the suffixes ``~2`` (cost), ``!`` (hard), ``?`` (preference).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from adjudicator.meanings import vocabulary as words
from adjudicator.meanings.atoms import AtomReader
from adjudicator.meanings.bounds import Params
from adjudicator.meanings.comments import CommentReader
from adjudicator.meanings.cursor import MOST_DIGITS, SUIT_AND_NUMBER, Cursor
from adjudicator.meanings.expr import (
    ANYTHING,
    NOTHING,
    Binding,
    Each,
    Expr,
    Soft,
    SuitRef,
    all_of,
    any_of,
    at_least,
    negated,
    softened,
    substitute,
)
from adjudicator.meanings.meaning import Meaning
from adjudicator.meanings.tags import Tags

QUANTIFIER_COST = 10
"""Levels of brackets that ``all(…)`` and ``some(…)`` count for: each multiplies the text by up to four suits."""
_COST = re.compile(r"\d+(?:\.\d+|/[1-9]\d*)?")
_DIGITS = re.compile(r"\d+")


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
        self.atoms = AtomReader(self.cursor, context.params, context.suits, self.disjunction)
        self.tags = Tags(self.cursor)
        self.comments = CommentReader(self.cursor, self.known_words, context.comments)

    # parts and operators

    def meaning(self) -> Meaning:
        if self.cursor.at_end():
            self.cursor.fail("a promise such as 'hcp 12..' or 'any'")
        expr = self.parts(top=True)
        if not self.cursor.at_end():
            self.cursor.fail("'&', '|', ';' or the end", self.known_words())
        expr = substitute(expr, self.context.suits) if self.context.suits else expr
        tags = self.tags
        return Meaning(expr, tags.natural, tags.forcing, tuple(tags.purposes), tuple(self.comments.found))

    def parts(self, top: bool) -> Expr:
        found = [self.part(top)]
        while self.cursor.take(";"):
            if not self.cursor.at_end() and not self.cursor.ahead(")"):
                found.append(self.part(top))
        return all_of(*found)

    def part(self, top: bool) -> Expr:
        self.beside(top)
        expr = ANYTHING if self.part_ends() else self.disjunction()
        self.beside(top)
        return expr

    def beside(self, top: bool) -> None:
        """Tags and comments before or after what a part promises."""
        self.comments.read()
        while top and self.tags.read():
            self.comments.read()

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
            self.comments.read()
            if self.cursor.take("&&", "&") or self.cursor.take_word("and") or self.starts_atom():
                found.append(self.negation())
            else:
                return all_of(*found)

    def negation(self) -> Expr:
        negative = False
        while self.cursor.take("!") or self.cursor.take_word("not"):
            negative = not negative
        expr = self.primary()
        return self.suffixes(negated(expr) if negative else expr)

    def suffixes(self, expr: Expr) -> Expr:
        while True:
            touching = self.cursor.touches()
            if self.cursor.take("~"):
                expr = self.costed(expr)
            elif self.cursor.take("?"):
                expr = softened(expr, preference=True)
            elif self.cursor.ahead("!") and not self.cursor.ahead("!=") and (touching or self.ends_after("!")):
                self.cursor.take("!")
                expr = softened(expr, hard=True)
            else:
                return expr

    def costed(self, expr: Expr) -> Expr:
        start = self.cursor.position
        cost = self.cursor.match(_COST)
        if not cost:
            self.cursor.fail("the factor of the cost, such as ~1.5")
        result = softened(expr, self.cursor.number(cost, start))
        weight = result.weight if isinstance(result, Soft) else Fraction(1)
        if max(weight.numerator, weight.denominator) >= 10**MOST_DIGITS:
            self.cursor.error("the factors of the cost multiply beyond measure", "one factor, such as ~1.5", start)
        return result

    def ends_after(self, sign: str) -> bool:
        """Nothing that the sign could stand before: ``bal !`` is hard, ``bal !A(S)`` denies the ace."""
        start = self.cursor.position
        self.cursor.take(sign)
        ends = self.cursor.at_end() or self.cursor.text[self.cursor.position] in ";&|,)]?~"
        self.cursor.position = start
        return ends

    def known_words(self) -> list[str]:
        known = [*words.ATOM_WORDS, *words.TAG_WORDS, *words.VARIABLES, *words.SUIT_FUNCTIONS, *"SHDC"]
        return [*known, *self.context.names, *self.atoms.suit_names]

    def fact_here(self, word: str) -> str | None:
        """The longest fact phrase that stands here."""
        if not self.context.facts:
            return None
        rest = self.cursor.text[self.cursor.position :].lstrip()
        found = [key for key in self.context.facts if re.match(re.escape(key) + r"(?!\w)", rest)]
        return max(found, key=len) if found and word else None

    def starts_atom(self) -> bool:
        word = self.cursor.word()
        if not word:
            return self.cursor.ahead("(") or self.cursor.ahead("!")
        if word in words.TAG_WORDS:
            return False
        known = word in self.known_words() or word == "not" or self.fact_here(word) is not None
        return known or bool(SUIT_AND_NUMBER.fullmatch(word))

    # atoms

    def primary(self) -> Expr:
        cursor = self.cursor
        if cursor.ahead("("):
            return self.bracketed()
        word, start = cursor.word(), cursor.position
        fact = self.fact_here(word)
        if fact is not None:
            cursor.expect(fact)
            return ANYTHING if self.context.facts[fact] else NOTHING
        if word in self.context.names:
            return self.named(word)
        if word in words.ATOM_WORDS and word != "not":
            cursor.take_word()
            return self.worded(words.SYNONYMS.get(word, word), start)
        reference = self.atoms.suit_ref()
        if reference is not None:
            return self.atoms.lengths(reference)
        if word in words.TAG_WORDS:
            cursor.fail(f"a promise about the hand; '{word}' stands as a part of its own, between ';'")
        cursor.fail("a promise such as 'hcp 12..', 'S >= 5' or 'bal'", self.known_words())

    def bracketed(self) -> Expr:
        with self.cursor.brackets("'&', '|' or ')'"):
            return self.parts(top=False)

    def worded(self, word: str, start: int) -> Expr:
        match word:
            case "any":
                return ANYTHING
            case "atleast":
                return self.count_of()
            case "all" | "some":
                return self.quantified(word == "all")
            case _:
                return self.atoms.atom(word, start)

    def count_of(self) -> Expr:
        start = self.cursor.position
        count = self.cursor.match(_DIGITS)
        if not count or not self.cursor.take_word("of"):
            self.cursor.fail("a number and 'of [ … ]', such as atleast 2 of [H>=4, S>=4]")
        self.cursor.expect("[")
        with self.cursor.deeper():
            found = [self.disjunction()]
            while self.cursor.take(","):
                found.append(self.disjunction())
        self.cursor.expect("]", "',' or ']'")
        return at_least(int(self.cursor.number(count, start)), tuple(found))

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
                excluded += self.atoms.suit_list()
            elif cursor.take_word("in"):
                cursor.expect("(")
                among += self.atoms.suit_list()
                cursor.expect(")")
            elif not set_name and cursor.word() and cursor.word() not in words.VARIABLES:
                set_name = cursor.take_word()
            else:
                cursor.fail("'!=', 'in (…)', the name of a set of suits, or ')'")
        cursor.expect(":", "':' and what holds for those suits")
        self.atoms.suit_names.append(variable)
        with self.cursor.deeper(QUANTIFIER_COST):
            body = self.negation()
        self.atoms.suit_names.remove(variable)
        return substitute(Each(every, variable, tuple(excluded), tuple(among), set_name, body), {})

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
        if not self.atoms.names_suit():
            return value.expr
        suit = self.atoms.argument()
        return substitute(value.expr, {"x": suit})
