"""The fifth reading: finite classes of hands, shape × high-card points, enumerated by python-constraint.

Lengths, shapes, points and what adds up from them (total points, support points, rules of 15 and 20) are
exact here. Whatever looks at single cards (suit quality, stoppers, controls, losers …) is not: the reading
refuses and names the one that can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from adjudicator.bridge import SUIT_HCP, SUIT_LENGTH
from adjudicator.meanings.boxes import sum_of
from adjudicator.meanings.errors import NotExpressible
from adjudicator.meanings.expr import And, Atom, Expr
from adjudicator.meanings.formula import All, Formula, Some, Weighted, Within, compiled, leaves, within
from adjudicator.meanings.measures import Measure, measure_of
from adjudicator.meanings.notation import expr_text
from adjudicator.meanings.shapes import SHAPES, Shape

if TYPE_CHECKING:
    from adjudicator.meanings.meaning import Meaning

HandClass: TypeAlias = tuple[int, int, int, int, int]
"""Clubs, diamonds, hearts, spades, high-card points."""

NAMES = ("C", "D", "H", "S", "points")


def expressible(measure: Measure) -> bool:
    """Whether shape and high-card points decide the measure."""
    points = sum_of(measure_of(Atom("hcp")))
    return measure.shape_only is not None or sum_of(measure) is points


def require_expressible(expr: Expr) -> Formula:
    """The compiled expression, or a refusal that names the first atom that looks at single cards."""
    formula = compiled(expr)
    for leaf in leaves(formula):
        if not expressible(leaf.measure):
            raise NotExpressible("finite classes", expr_text(leaf.source), "the exact count or the proof")
    return formula


@lru_cache(maxsize=1)
def points_by_length() -> tuple[int, ...]:
    """For each length, the high-card points that a suit can hold, as bits."""
    found = [0] * 14
    for length, points in zip(SUIT_LENGTH.tolist(), SUIT_HCP.tolist(), strict=True):
        found[length] |= 1 << points
    return tuple(found)


@cache
def attainable(shape: Shape) -> int:
    """The high-card points that a shape can hold, as bits."""
    total = 1
    for length in shape:
        total = _sums(total, points_by_length()[length])
    return total


def _sums(one: int, two: int) -> int:
    """All sums of a member of one set and a member of the other, sets as bits."""
    result = 0
    while two:
        low = two & -two
        result |= one * low
        two ^= low
    return result


def _holds(formula: Formula, shape: Shape, points: int) -> bool:
    match formula:
        case Within(measure, ranges):
            return within(_value(measure, shape, points), ranges)
        case Weighted(part):
            return _holds(part, shape, points)
        case All(parts):
            return all(_holds(part, shape, points) for part in parts)
        case Some(parts):
            return any(_holds(part, shape, points) for part in parts)
        case _:
            return sum(_holds(part, shape, points) for part in formula.parts) >= formula.count


def _value(measure: Measure, shape: Shape, points: int) -> int:
    code = 196 * shape[0] + 14 * shape[1] + shape[2]
    if measure.shape_only is not None:
        return int(measure.shape_only[code])
    return points + (0 if measure.shape is None else int(measure.shape[code]))


def _looks_at(formula: Formula) -> tuple[bool, bool]:
    """Whether lengths, and whether points, matter."""
    measures = [leaf.measure for leaf in leaves(formula)]
    lengths = any(measure.shape_only is not None or measure.shape is not None for measure in measures)
    return lengths, any(measure.shape_only is None for measure in measures)


def _rule(formula: Formula) -> tuple[Callable[..., bool], tuple[str, ...]]:
    """The formula as a function over the variables it looks at."""
    lengths, points = _looks_at(formula)
    if lengths and points:
        return (lambda c, d, h, s, p: c + d + h + s == 13 and _holds(formula, (c, d, h, s), p)), NAMES
    if points:
        table = [_holds(formula, (13, 0, 0, 0), value) for value in range(38)]
        return (lambda p: table[p]), NAMES[4:]
    return (lambda c, d, h, s: c + d + h + s == 13 and _holds(formula, (c, d, h, s), 0)), NAMES[:4]


def _conjuncts(expr: Expr) -> tuple[Expr, ...]:
    return expr.parts if isinstance(expr, And) else (expr,)


def classes(promises: Iterable[Expr], given: Mapping[str, int] | None = None) -> list[HandClass]:
    """All classes that keep every promise; ``given`` fixes lengths (C D H S) or points beforehand."""
    from constraint import ExactSumConstraint, FunctionConstraint, Problem

    problem = Problem()
    fixed = given or {}
    for name in NAMES:
        domain = range(38) if name == "points" else range(14)
        problem.addVariable(name, [fixed[name]] if name in fixed else list(domain))
    problem.addConstraint(ExactSumConstraint(13), NAMES[:4])
    for promise in promises:
        for part in _conjuncts(promise):
            rule, names = _rule(require_expressible(part))
            problem.addConstraint(FunctionConstraint(rule), names)
    possible = FunctionConstraint(lambda c, d, h, s, p: bool(attainable((c, d, h, s)) >> p & 1))
    problem.addConstraint(possible, NAMES)
    return [tuple(found[name] for name in NAMES) for found in problem.getSolutions()]


def shapes_left(meaning: Meaning) -> dict[Shape, tuple[int, ...]]:
    """The shapes that keep the promise, each with the high-card points it may hold.

    >>> from adjudicator.meanings import parse
    >>> left = shapes_left(parse("bal & hcp 15..17"))
    >>> len(left), left[3, 3, 3, 4]
    (28, (15, 16, 17))
    """
    left: dict[Shape, list[int]] = {}
    for clubs, diamonds, hearts, spades, points in classes([meaning.promise]):
        left.setdefault((clubs, diamonds, hearts, spades), []).append(points)
    return {shape: tuple(sorted(points)) for shape, points in sorted(left.items())}


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A generic shape (longest suit first) and which promises, by place, keep it out whatever its points."""

    pattern: tuple[int, ...]
    excluded_by: tuple[int, ...]


def exclusions(promises: Sequence[Expr]) -> list[Exclusion]:
    """For each of the 39 generic shapes: the promises that rule out every order of it; none when it is still
    open.

    A shape that each promise allows may still be impossible under all of them together; ``shapes_left``
    decides.
    """
    allowed = [_open_patterns(promise) for promise in promises]
    patterns = sorted({tuple(sorted(shape, reverse=True)) for shape in SHAPES}, reverse=True)
    return [
        Exclusion(pattern, tuple(place for place, left in enumerate(allowed) if pattern not in left))
        for pattern in patterns
    ]


def _open_patterns(promise: Expr) -> set[tuple[int, ...]]:
    return {tuple(sorted(found[:4], reverse=True)) for found in classes([promise])}
