"""The syntax tree of a meaning: frozen, hashable, printable; suits may still be variables such as ``x`` or
``M``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from adjudicator.bridge import AdjudicatorError, Card, Suit

SuitRef: TypeAlias = Suit | str
Number: TypeAlias = int | Fraction
Range: TypeAlias = tuple[Number | None, Number | None]
Binding: TypeAlias = Suit | str | tuple[Suit, ...]
Bindings: TypeAlias = Mapping[str, Binding]

MAJORS = (Suit.HEARTS, Suit.SPADES)
MINORS = (Suit.CLUBS, Suit.DIAMONDS)


@dataclass(frozen=True, slots=True)
class Atom:
    """One measure of the hand within ranges: ``hcp 15..17``, ``S >= 5``, ``stop(H)``, ``shape in (4432)``."""

    feature: str
    suits: tuple[SuitRef, ...] = ()
    ranges: tuple[Range, ...] = ()
    patterns: tuple[str, ...] = ()
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Not:
    part: Expr


@dataclass(frozen=True, slots=True)
class And:
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or:
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class AtLeast:
    """At least ``count`` of the parts hold."""

    count: int
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Soft:
    """``~weight`` scales what a deviation costs, ``!`` (hard) forbids it, ``?`` (preference) is never
    promised.
    """

    part: Expr
    weight: Fraction = Fraction(1)
    hard: bool = False
    preference: bool = False


@dataclass(frozen=True, slots=True)
class Each:
    """``all(y != x): …`` or ``some(M unbid): …``: the body for all, or some, suits of a set."""

    every: bool
    variable: str
    excluded: tuple[SuitRef, ...]
    among: tuple[SuitRef, ...]
    set_name: str
    body: Expr


Expr: TypeAlias = Atom | Not | And | Or | AtLeast | Soft | Each

ANYTHING = And(())
NOTHING = Or(())


def all_of(*parts: Expr) -> Expr:
    """The conjunction, flattened: ``any`` falls out, one part stands alone."""
    flat = [leaf for part in parts for leaf in (part.parts if isinstance(part, And) else (part,))]
    if NOTHING in flat:
        return NOTHING
    return flat[0] if len(flat) == 1 else And(tuple(flat))


def any_of(*parts: Expr) -> Expr:
    """The disjunction, flattened."""
    flat = [leaf for part in parts for leaf in (part.parts if isinstance(part, Or) else (part,))]
    if ANYTHING in flat:
        return ANYTHING
    return flat[0] if len(flat) == 1 else Or(tuple(flat))


def negated(part: Expr) -> Expr:
    if isinstance(part, Not):
        return part.part
    if part in (ANYTHING, NOTHING):
        return NOTHING if part == ANYTHING else ANYTHING
    return Not(part)


def at_least(count: int, parts: tuple[Expr, ...]) -> Expr:
    if count <= 0:
        return ANYTHING
    return NOTHING if count > len(parts) else AtLeast(count, parts)


def softened(part: Expr, weight: Fraction = Fraction(1), hard: bool = False, preference: bool = False) -> Expr:
    if weight == 1 and not hard and not preference:
        return part
    if isinstance(part, Soft):
        return Soft(part.part, part.weight * weight, part.hard or hard, part.preference or preference)
    return Soft(part, weight, hard, preference)


def children(expr: Expr) -> tuple[Expr, ...]:
    match expr:
        case And(parts) | Or(parts) | AtLeast(_, parts):
            return parts
        case Not(part) | Soft(part):
            return (part,)
        case Each():
            return (expr.body,)
        case _:
            return ()


def atoms(expr: Expr) -> Iterator[Atom]:
    """Every atom, from left to right."""
    if isinstance(expr, Atom):
        yield expr
    for child in children(expr):
        yield from atoms(child)


def promised(expr: Expr) -> Expr:
    """What is promised: costs stripped, preferences left out (neutral wherever they stand)."""
    kept = _promised(expr)
    return ANYTHING if kept is None else kept


def _promised(expr: Expr) -> Expr | None:
    match expr:
        case Soft():
            return None if expr.preference else _promised(expr.part)
        case Not(part):
            inner = _promised(part)
            return None if inner is None else negated(inner)
        case And(parts) | Or(parts) | AtLeast(_, parts) if parts:
            kept = tuple(found for part in parts if (found := _promised(part)) is not None)
            if not kept:
                return None
            if isinstance(expr, AtLeast):
                return at_least(expr.count, kept)
            return all_of(*kept) if isinstance(expr, And) else any_of(*kept)
        case Each():
            inner = _promised(expr.body)
            return None if inner is None else _rebuilt_each(expr, inner)
        case _:
            return expr


def _rebuilt_each(each: Each, body: Expr) -> Each:
    return Each(each.every, each.variable, each.excluded, each.among, each.set_name, body)


def free_names(expr: Expr) -> frozenset[str]:
    """Suit variables (and named sets of suits) that still wait for a binding."""
    if isinstance(expr, Atom):
        return frozenset(_base_name(ref) for ref in expr.suits if isinstance(ref, str) and ref != "any")
    inside = frozenset().union(*(free_names(child) for child in children(expr)))
    if isinstance(expr, Each):
        refs = {_base_name(ref) for ref in (*expr.excluded, *expr.among) if isinstance(ref, str)}
        return (inside - {expr.variable}) | refs | ({expr.set_name} if expr.set_name else frozenset())
    return inside


_OTHER = {"oM": "M", "om": "m"}


def _base_name(ref: str) -> str:
    if ref in _OTHER:
        return _OTHER[ref]
    return ref[ref.index("(") + 1 : -1] if "(" in ref else ref


def _other(suit: Suit, of_majors: bool) -> Suit:
    pair = MAJORS if of_majors else MINORS
    if suit not in pair:
        raise AdjudicatorError(f"{suit.letter} has no other {'major' if of_majors else 'minor'}; bind the right suit")
    return pair[1 - pair.index(suit)]


def bound_suit(ref: SuitRef, bindings: Bindings) -> SuitRef:
    """The suit a reference stands for, or the reference itself when nothing is bound to it.

    >>> bound_suit("oM", {"M": Suit.HEARTS}).letter
    'S'
    """
    if isinstance(ref, Suit) or ref == "any":
        return ref
    direct = bindings.get(ref)
    if isinstance(direct, Suit | str):
        return direct
    base = bindings.get(_base_name(ref))
    if not isinstance(base, Suit | str) or ref == _base_name(ref):
        return ref
    of_majors = ref == "oM" or ref.startswith("other_major")
    if isinstance(base, str):
        return f"other_{'major' if of_majors else 'minor'}({base})"
    return _other(base, of_majors)


def substitute(expr: Expr, bindings: Bindings) -> Expr:
    """The expression with suits put for variables; quantifiers unfold once their sets are known."""
    match expr:
        case Atom():
            suits = tuple(bound_suit(ref, bindings) for ref in expr.suits)
            return Atom(expr.feature, suits, expr.ranges, expr.patterns, expr.card)
        case Not(part):
            return negated(substitute(part, bindings))
        case And(parts):
            return all_of(*(substitute(part, bindings) for part in parts))
        case Or(parts):
            return any_of(*(substitute(part, bindings) for part in parts))
        case AtLeast(count, parts):
            return at_least(count, tuple(substitute(part, bindings) for part in parts))
        case Soft():
            return softened(substitute(expr.part, bindings), expr.weight, expr.hard, expr.preference)
        case Each():
            return _substitute_each(expr, bindings)


def _substitute_each(each: Each, bindings: Bindings) -> Expr:
    outer = {name: value for name, value in bindings.items() if name != each.variable}
    excluded = tuple(bound_suit(ref, outer) for ref in each.excluded)
    among = tuple(bound_suit(ref, outer) for ref in each.among)
    set_name = each.set_name
    listed = bindings.get(set_name)
    if isinstance(listed, tuple):
        among, set_name = tuple(suit for suit in listed if not among or suit in among), ""
        if not among:
            return ANYTHING if each.every else NOTHING
    body = substitute(each.body, outer)
    waiting = set_name or any(isinstance(ref, str) for ref in (*excluded, *among))
    if waiting:
        return Each(each.every, each.variable, excluded, among, set_name, body)
    pool = MAJORS if each.variable == "M" else MINORS if each.variable == "m" else tuple(Suit)
    chosen = [suit for suit in pool if (not among or suit in among) and suit not in excluded]
    parts = [substitute(body, {each.variable: suit}) for suit in chosen]
    return all_of(*parts) if each.every else any_of(*parts)
