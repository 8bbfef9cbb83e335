"""The hull of a meaning: the range of high-card points and of each suit's length that it leaves.

It is what partner may count on without a solver.  Points that include distribution count as high cards, since
that is how players add a partner's promise to their own hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from adjudicator.bridge import Suit
from adjudicator.meanings import Meaning, parse
from adjudicator.meanings.expr import And, AtLeast, Atom, Expr, Not, Or, Soft
from adjudicator.meanings.shapes import BALANCED, SEMI_BALANCED, shapes_of_all

__all__ = ["ANYTHING", "Bounds", "bounds_of", "four", "hull", "meaning_of_text"]

Lengths = tuple[int, int, int, int]
_ALL_LOW: Lengths = (0, 0, 0, 0)
_ALL_HIGH: Lengths = (13, 13, 13, 13)


def four(values: Iterable[int]) -> Lengths:
    """Four lengths, clubs first."""
    clubs, diamonds, hearts, spades = values
    return clubs, diamonds, hearts, spades


@dataclass(frozen=True, slots=True)
class Bounds:
    """HCP from `h0` to `h1`; lengths from `lo` to `hi` in the order C, D, H, S."""

    h0: int = 0
    h1: int = 37
    lo: Lengths = _ALL_LOW
    hi: Lengths = _ALL_HIGH

    def widened(self, h1: int) -> Bounds:
        """The same with the upper end of the strength at least `h1` (rare strong variants)."""
        return Bounds(self.h0, max(self.h1, h1), self.lo, self.hi)

    def met(self, other: Bounds) -> Bounds:
        """Both hold."""
        return Bounds(
            max(self.h0, other.h0),
            min(self.h1, other.h1),
            four(map(max, self.lo, other.lo)),
            four(map(min, self.hi, other.hi)),
        )

    def joined(self, other: Bounds) -> Bounds:
        """One of the two holds."""
        return Bounds(
            min(self.h0, other.h0),
            max(self.h1, other.h1),
            four(map(min, self.lo, other.lo)),
            four(map(max, self.hi, other.hi)),
        )


ANYTHING = Bounds()


def hull(parts: list[Bounds]) -> Bounds:
    """The least bounds around all parts (ANYTHING for none)."""
    if not parts:
        return ANYTHING
    result = parts[0]
    for part in parts[1:]:
        result = result.joined(part)
    return result


@lru_cache(maxsize=32_768)
def meaning_of_text(text: str) -> Meaning:
    """A finished rule text as a meaning."""
    return parse(text)


@lru_cache(maxsize=32_768)
def bounds_of(text: str) -> Bounds:
    """The hull of a finished rule text.

    >>> bounds_of("hcp 15..17 & bal").hi
    (5, 5, 5, 5)
    """
    return _settled(_of(meaning_of_text(text).promise))


def _settled(found: Bounds) -> Bounds:
    """Lengths tightened so that four suits make thirteen cards."""
    lo, hi = list(found.lo), list(found.hi)
    for _ in range(2):
        for suit in range(4):
            hi[suit] = min(hi[suit], 13 - sum(lo) + lo[suit])
            lo[suit] = max(lo[suit], 13 - sum(hi) + hi[suit])
    return Bounds(max(0, found.h0), found.h1, four(lo), four(hi))


def _of(expr: Expr) -> Bounds:
    match expr:
        case Atom():
            return _atom(expr, True)
        case Not(Atom() as atom):
            return _atom(atom, False)
        case Soft():
            return ANYTHING if expr.preference else _of(expr.part)
        case And(parts):
            return _all(parts)
        case Or(parts):
            return hull([_settled(_of(part)) for part in parts])
        case AtLeast(count, parts):
            return _all(parts) if count == len(parts) else ANYTHING
        case Not(Or(parts)):
            return _all(tuple(Not(part) for part in parts))
        case _:
            return ANYTHING


def _all(parts: tuple[Expr, ...]) -> Bounds:
    result = ANYTHING
    for part in parts:
        result = result.met(_of(part))
    for _ in range(2):
        for part in parts:
            if isinstance(part, Atom) and part.feature == "diff":
                result = _difference(part, result)
    return result


def _difference(atom: Atom, found: Bounds) -> Bounds:
    """One suit is at least so much longer than another."""
    first, second = atom.suits
    if not isinstance(first, Suit) or not isinstance(second, Suit) or len(atom.ranges) != 1:
        return found
    least, most = atom.ranges[0]
    lo, hi = list(found.lo), list(found.hi)
    if least is not None:
        lo[first] = max(lo[first], lo[second] + int(least))
        hi[second] = min(hi[second], hi[first] - int(least))
    if most is not None:
        lo[second] = max(lo[second], lo[first] - int(most))
        hi[first] = min(hi[first], hi[second] + int(most))
    return Bounds(found.h0, found.h1, four(lo), four(hi))


_STRENGTH = ("hcp", "tp", "sp")


def _atom(atom: Atom, positive: bool) -> Bounds:
    feature = atom.feature
    if feature in _STRENGTH and (feature == "sp" or not atom.suits):
        return _strength(atom, positive)
    if feature == "len" and len(atom.suits) == 1 and isinstance(atom.suits[0], Suit):
        return _length(atom, atom.suits[0], positive)
    if not positive:
        return ANYTHING
    if feature in ("bal", "semi", "shape"):
        patterns = {"bal": BALANCED, "semi": SEMI_BALANCED, "shape": atom.patterns}[feature]
        return _shape(tuple(patterns))
    if feature in ("void", "sing", "short") and atom.suits and isinstance(atom.suits[0], Suit):
        most = 0 if feature == "void" else 1
        return Bounds(hi=four(most if s == atom.suits[0] else 13 for s in range(4)))
    return ANYTHING


def _ends(atom: Atom, positive: bool, top: int) -> tuple[int, int] | None:
    """The outer ends of the atom's ranges (of their complement when it is denied)."""
    lows = [0 if low is None else int(low) for low, _ in atom.ranges]
    highs = [top if high is None else int(high) for _, high in atom.ranges]
    if not lows:
        return None
    low, high = min(lows), max(highs)
    if positive:
        return low, high
    if low <= 0:
        return high + 1, top
    return (0, low - 1) if high >= top else None


def _strength(atom: Atom, positive: bool) -> Bounds:
    ends = _ends(atom, positive, 37)
    if ends is None:
        return ANYTHING
    return Bounds(h0=max(0, ends[0] - (atom.feature == "tp")), h1=ends[1])


def _length(atom: Atom, suit: Suit, positive: bool) -> Bounds:
    ends = _ends(atom, positive, 13)
    if ends is None:
        return ANYTHING
    return Bounds(
        lo=four(ends[0] if s == suit else 0 for s in range(4)),
        hi=four(ends[1] if s == suit else 13 for s in range(4)),
    )


@lru_cache(maxsize=256)
def _shape(patterns: tuple[str, ...]) -> Bounds:
    shapes = shapes_of_all(patterns)
    if not shapes:
        return ANYTHING
    return Bounds(
        lo=four(min(shape[s] for shape in shapes) for s in range(4)),
        hi=four(max(shape[s] for shape in shapes) for s in range(4)),
    )
