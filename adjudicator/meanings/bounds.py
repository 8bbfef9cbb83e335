"""Numbers and ranges of the language: ``11..19``, ``12..``, ``11-19``, ``12+``, ``>= 5``, ``in (2, 5)``,
``$nt.lo - 1``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from adjudicator.meanings.cursor import Cursor
from adjudicator.meanings.expr import Expr, Number, Range, all_of, any_of, negated

Params: TypeAlias = Mapping[str, object]

LARGEST = 1_000_000
"""No bound reaches so far."""
MOST_CONDITIONS = 6
"""Each condition in a range doubles the alternatives it unfolds into."""

_SIGNED = re.compile(r"-?\d+(?:\.\d+|/[1-9]\d*)?")
_PARAM = re.compile(r"\$\w+(?:\.(?:lo|hi)\b)?")
_RANGE_PARAM = re.compile(r"\$\w+(?!\w|\.(?:lo|hi)\b|\s*[-+*]\s*[\d$(])(?!\.\.)")
_FACTOR = re.compile(r"\s*[\w$(]")


@dataclass(frozen=True, slots=True)
class Bound:
    """A number, plus a coefficient for each condition on the hand that holds: ``12-(short(x))``."""

    constant: Fraction
    terms: tuple[tuple[Fraction, Expr], ...] = ()
    beyond: int = 0
    steps: int = 1

    def strictly(self, beyond: int, steps: int) -> Bound:
        """The next value above (1) or below (-1) of a measure counted in so many steps a unit."""
        return replace(self, beyond=beyond, steps=steps)

    def plus(self, other: Bound, sign: int) -> Bound:
        terms = tuple((sign * factor, expr) for factor, expr in other.terms)
        return Bound(self.constant + sign * other.constant, self.terms + terms)

    def given(self, truth: Mapping[Expr, bool]) -> Number:
        total = self.constant + sum((factor for factor, expr in self.terms if truth[expr]), Fraction(0))
        if self.beyond:
            step = math.floor(total * self.steps) + 1 if self.beyond > 0 else math.ceil(total * self.steps) - 1
            total = Fraction(step, self.steps)
        return plain(total)


Span: TypeAlias = tuple[Bound | None, Bound | None]


def plain(number: Fraction) -> Number:
    return int(number) if number.denominator == 1 else number


class BoundReader:
    """Reads ranges at a cursor; ``condition`` reads an expression in brackets inside a bound."""

    def __init__(self, cursor: Cursor, params: Params, condition: Callable[[], Expr]) -> None:
        self.cursor, self.params, self.condition = cursor, params, condition
        self._in_condition = False

    def spans(self, expected: str, steps: int = 1) -> tuple[Span, ...]:
        """One or more ranges; a comparison sign may lead. ``steps`` of the measure make one unit."""
        start = self.cursor.position
        found = self._spans(expected, steps)
        conditions = {expr for span in found for bound in span for _, expr in (bound.terms if bound else ())}
        if len(conditions) > MOST_CONDITIONS:
            self.cursor.error("too many conditions in one range", f"at most {MOST_CONDITIONS}", start)
        return found

    def _spans(self, expected: str, steps: int) -> tuple[Span, ...]:
        cursor = self.cursor
        sign = cursor.take(">=", "≥", "=>", "<=", "≤", "=<", "!=", "≠", "==", "=", ">", "<")
        if cursor.take_word("in"):
            return self._listed(expected)
        if sign in ("", "=", "=="):
            return (self._span(expected),)
        bound = self.bound(expected)
        below, above = bound.strictly(-1, steps), bound.strictly(1, steps)
        match sign:
            case ">=" | "≥" | "=>":
                return ((bound, None),)
            case "<=" | "≤" | "=<":
                return ((None, bound),)
            case ">":
                return ((above, None),)
            case "<":
                return ((None, below),)
            case _:
                return ((None, below), (above, None))

    def _listed(self, expected: str) -> tuple[Span, ...]:
        if not self.cursor.take("("):
            return (self._span(expected),)
        found = [self._span(expected)]
        while self.cursor.take(","):
            found.append(self._span(expected))
        self.cursor.expect(")", "',' or ')' in the list of numbers")
        return tuple(found)

    def _span(self, expected: str) -> Span:
        cursor = self.cursor
        if cursor.take(".."):
            return (None, self.bound(expected))
        whole = self._range_param()
        if whole is not None:
            return whole
        start = cursor.position
        low = self.bound(expected)
        if cursor.take(".."):
            return (low, self.bound(expected) if self._starts_factor() else None)
        if cursor.take("+"):
            return (low, None)
        if cursor.ahead("-") and self._starts_factor(1):
            cursor.take("-")
            high = self.bound(expected)
            if not low.terms and not high.terms and low.constant > high.constant:
                cursor.error("the higher end stands first", "the lower end first", start)
            return (low, high)
        return (low, low)

    def _range_param(self) -> Span | None:
        """``$nt`` when it stands for a range."""
        cursor = self.cursor
        start = cursor.position
        token = cursor.match(_RANGE_PARAM)
        value = self.params.get(token[1:]) if token else None
        if not isinstance(value, tuple | list) or len(value) != 2:
            cursor.position = start
            return None
        low, high = (None if end is None else Bound(Fraction(str(end))) for end in value)
        return (low, high)

    def _starts_factor(self, offset: int = 0) -> bool:
        """A number, parameter or bracket stands here (words count only when they are parameters)."""
        cursor = self.cursor
        cursor.skip()
        rest = cursor.text[cursor.position + offset :].lstrip()
        word = re.match(r"[^\W\d]\w*", rest)
        return rest[:1].isdigit() or rest[:1] == "$" or bool(word and word.group() in self.params)

    def bound(self, expected: str) -> Bound:
        """A sum of products of whole numbers, parameters and conditions in brackets."""
        total = self._product(expected)
        while sign := self._arithmetic_sign():
            total = self._sane(total.plus(self._product(expected), 1 if sign == "+" else -1))
        return total

    def _sane(self, bound: Bound) -> Bound:
        numbers = [bound.constant, *(factor for factor, _ in bound.terms)]
        if any(max(abs(number.numerator), number.denominator) > LARGEST for number in numbers):
            self.cursor.error("the number is too large", f"at most {LARGEST}", self.cursor.position)
        return bound

    def _arithmetic_sign(self) -> str:
        """``+`` or ``-`` between two factors; ``12+``, ``11-19`` and a soft ``~`` are not arithmetic."""
        cursor = self.cursor
        start = cursor.position
        cursor.skip()
        sign = cursor.text[cursor.position : cursor.position + 1]
        rest = cursor.text[cursor.position + 1 :]
        evenly = cursor.text[cursor.position - 1].isspace() == rest[:1].isspace()
        if sign in ("+", "-") and evenly and _FACTOR.match(rest):
            dash = re.match(r"\s*\d+(?:\.\d+)?(?!\d|\s*\.\.)", rest)
            literal = re.search(r"(?<![\w$.)])\d+(?:\.\d+)?\s*$", cursor.text[: cursor.position][-80:])
            named = not rest.lstrip()[:1].isalpha() or self._word_factor(rest.lstrip())
            if named and not (sign == "-" and dash and literal):
                cursor.position += 1
                return sign
        cursor.position = start
        return ""

    def _word_factor(self, rest: str) -> bool:
        word = re.match(r"[^\W\d]\w*", rest)
        return bool(word and word.group() in self.params)

    def _product(self, expected: str) -> Bound:
        result = self._factor(expected)
        while self.cursor.take("*"):
            other = self._factor(expected)
            if result.terms and other.terms:
                self.cursor.fail("a number, since conditions may not be multiplied by one another")
            scale, kept = (result.constant, other) if not result.terms else (other.constant, result)
            result = Bound(scale * kept.constant, tuple((scale * factor, expr) for factor, expr in kept.terms))
            result = self._sane(result)
        return self._sane(result)

    def _factor(self, expected: str) -> Bound:
        cursor = self.cursor
        cursor.skip()
        start = cursor.position
        number = cursor.match(_SIGNED)
        if number:
            return Bound(cursor.number(number, start))
        token = cursor.match(_PARAM)
        if token:
            return Bound(self._param(token[1:], start))
        word = cursor.word()
        if word in self.params:
            cursor.take_word()
            return Bound(self._param(word, start))
        if cursor.ahead("("):
            with cursor.brackets("')'"):
                return self._bracketed(expected)
        cursor.fail(expected)

    def _bracketed(self, expected: str) -> Bound:
        """A sum, or a condition that counts 1 where it holds."""
        cursor = self.cursor
        cursor.skip()
        if cursor.word() in self.params or cursor.text[cursor.position : cursor.position + 1] in "$0123456789(":
            return self.bound(expected)
        if self._in_condition:
            cursor.error("a condition within a condition", "each condition by itself", cursor.position)
        self._in_condition = True
        condition = self.condition()
        self._in_condition = False
        return Bound(Fraction(0), ((Fraction(1), condition),))

    def _param(self, token: str, start: int) -> Fraction:
        name, _, end = token.partition(".")
        value = self.params.get(name)
        if isinstance(value, tuple | list) and len(value) == 2 and end:
            value = value[0 if end == "lo" else 1]
        elif end or isinstance(value, tuple | list):
            value = None
        if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
            known = ", ".join(f"${key}" for key in sorted(self.params)) or "none is given here"
            self.cursor.fail(f"a parameter that is a number (known: {known})", at=start)
        return Fraction(str(value))


def spanned(spans: tuple[Span, ...], build: Callable[[tuple[Range, ...]], Expr]) -> Expr:
    """The expression for the ranges; bounds that depend on conditions unfold into alternatives."""
    conditions: list[Expr] = []
    for span in spans:
        for bound in span:
            conditions += [expr for _, expr in (bound.terms if bound else ()) if expr not in conditions]
    options = []
    for truths in product((True, False), repeat=len(conditions)):
        truth = dict(zip(conditions, truths, strict=True))
        ranges = tuple(
            (None if low is None else low.given(truth), None if high is None else high.given(truth))
            for low, high in spans
        )
        held = [expr if value else negated(expr) for expr, value in truth.items()]
        options.append(all_of(*held, build(ranges)))
    return any_of(*options)
