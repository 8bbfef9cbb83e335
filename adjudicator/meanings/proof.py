"""The fourth reading: the 52 cards as a CP-SAT model. Satisfiable, contained, equivalent, four hands
together.

Each card is one boolean per hand. Measures that are linear in the cards stay linear; the rest are table
constraints over a suit's top cards and length, or over the shape. Nothing here shares code with the counter,
so the two check each other.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from adjudicator.bridge import AdjudicatorError, Deal, Hand, Seat
from adjudicator.meanings.counting import NOTHING_KNOWN, Known
from adjudicator.meanings.errors import Undecided
from adjudicator.meanings.expr import all_of, negated
from adjudicator.meanings.formula import All, CountOf, Formula, Some, Steps, Weighted, Within, compiled, complement
from adjudicator.meanings.holdings import by_top_cards
from adjudicator.meanings.measures import Measure
from adjudicator.meanings.shapes import SHAPES, ShapeTable

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    from adjudicator.meanings.holdings import SuitTable
    from adjudicator.meanings.meaning import Meaning

FAR = 10_000
"""Beyond every measure: stands for an open end."""


@dataclass(frozen=True, slots=True)
class Proof:
    """``proved`` and, when it is not, a hand that shows why; seconds spent on building and on solving."""

    proved: bool
    counterexample: Hand | None
    build_seconds: float
    solve_seconds: float


class CardModel:
    """Hands of thirteen from one pack, with promises required of them or named by a literal."""

    def __init__(self, known: Sequence[Known] = (NOTHING_KNOWN,)) -> None:
        from ortools.sat.python import cp_model

        self.cp = cp_model
        self.started = time.perf_counter()
        self.model = cp_model.CpModel()
        self.solve_seconds = 0.0
        self._lengths: dict[tuple[int, int], cp_model.IntVar] = {}
        self._parts: dict[tuple[object, ...], cp_model.IntVar] = {}
        self._literals: dict[tuple[int, Formula], cp_model.IntVar] = {}
        self.cards = [self._hand(place, cards) for place, cards in enumerate(known)]
        if len(self.cards) > 1:
            for column in zip(*self.cards, strict=True):
                self.model.add_at_most_one(column)

    def _hand(self, place: int, known: Known) -> list[cp_model.IntVar]:
        cards = [self.model.new_bool_var(f"h{place}c{card}") for card in range(52)]
        self.model.add(sum(cards) == 13)
        for card in known.held:
            self.model.add(cards[card] == 1)
        for card in known.elsewhere:
            self.model.add(cards[card] == 0)
        return cards

    def length(self, hand: int, suit: int) -> cp_model.IntVar:
        """The length of a suit as a variable of its own, for tables."""
        key = (hand, suit)
        if key not in self._lengths:
            variable = self.model.new_int_var(0, 13, f"h{hand}s{suit}")
            self.model.add(variable == sum(self.cards[hand][13 * suit : 13 * suit + 13]))
            self._lengths[key] = variable
        return self._lengths[key]

    def value(self, hand: int, measure: Measure) -> cp_model.LinearExprT:
        """A measure as a linear expression over cards and table values."""
        terms: list[cp_model.LinearExprT] = []
        for suit, weights in enumerate(measure.cards):
            for rank, weight in enumerate(weights or ()):
                if weight:
                    terms.append(weight * self.cards[hand][13 * suit + rank])
        for suit, table in enumerate(measure.holdings):
            if table is not None:
                terms.append(self._holding(hand, suit, table))
        if measure.shape is not None:
            terms.append(self._shape(hand, measure.shape))
        return self.cp.LinearExpr.sum(terms)

    def _holding(self, hand: int, suit: int, table: SuitTable) -> cp_model.IntVar:
        key = ("holding", hand, suit, table.tobytes())
        if key not in self._parts:
            top, values = by_top_cards(table)
            variable = self.model.new_int_var(int(table.min()), int(table.max()), "")
            bits = self.cards[hand][13 * suit + 13 - top : 13 * suit + 13]
            rows = [
                [*(held >> place & 1 for place in range(top)), length, value]
                for (held, length), value in values.items()
            ]
            self.model.add_allowed_assignments([*bits, self.length(hand, suit), variable], rows)
            self._parts[key] = variable
        return self._parts[key]

    def _shape(self, hand: int, table: ShapeTable) -> cp_model.IntVar:
        key = ("shape", hand, table.tobytes())
        if key not in self._parts:
            variable = self.model.new_int_var(int(table.min()), int(table.max()), "")
            lengths = [self.length(hand, suit) for suit in range(3)]
            rows = [[c, d, h, int(table[196 * c + 14 * d + h])] for c, d, h, _ in SHAPES]
            self.model.add_allowed_assignments([*lengths, variable], rows)
            self._parts[key] = variable
        return self._parts[key]

    def _domain(self, ranges: Steps) -> cp_model.Domain:
        ends = [[-FAR if low is None else low, FAR if high is None else high] for low, high in ranges]
        return self.cp.Domain.from_intervals(ends)

    def literal(self, hand: int, formula: Formula) -> cp_model.IntVar:
        """A boolean that is true exactly when the hand satisfies the formula."""
        key = (hand, formula)
        if key not in self._literals:
            self._literals[key] = self._new_literal(hand, formula)
        return self._literals[key]

    def _new_literal(self, hand: int, formula: Formula) -> cp_model.IntVar:
        if isinstance(formula, Weighted):
            return self.literal(hand, formula.part)
        holds = self.model.new_bool_var("")
        if isinstance(formula, Within):
            value = self.value(hand, formula.measure)
            rest = complement(formula.ranges)
            self.model.add_linear_expression_in_domain(value, self._domain(formula.ranges)).only_enforce_if(holds)
            self.model.add_linear_expression_in_domain(value, self._domain(rest)).only_enforce_if(~holds)
            return holds
        parts = [self.literal(hand, part) for part in formula.parts]
        needed = {All: len(parts), Some: 1}.get(type(formula), formula.count if isinstance(formula, CountOf) else 0)
        self.model.add(sum(parts) >= needed).only_enforce_if(holds)
        self.model.add(sum(parts) <= needed - 1).only_enforce_if(~holds)
        return holds

    def require(self, hand: int, formula: Formula) -> None:
        """The hand satisfies the formula."""
        if isinstance(formula, All):
            for part in formula.parts:
                self.require(hand, part)
        elif isinstance(formula, Weighted):
            self.require(hand, formula.part)
        elif isinstance(formula, Within):
            domain = self._domain(formula.ranges)
            self.model.add_linear_expression_in_domain(self.value(hand, formula.measure), domain)
        else:
            self.model.add(self.literal(hand, formula) == 1)

    def solve(self, seconds: float = 60.0) -> list[Hand] | None:
        """Hands that meet every requirement, or None when there are none (proved)."""
        self.build_seconds = time.perf_counter() - self.started
        self.solver = self.cp.CpSolver()
        self.solver.parameters.num_workers = 1
        self.solver.parameters.max_time_in_seconds = seconds
        begun = time.perf_counter()
        status = self.solver.solve(self.model)
        self.solve_seconds = time.perf_counter() - begun
        if status == self.cp.INFEASIBLE:
            return None
        if status not in (self.cp.OPTIMAL, self.cp.FEASIBLE):
            raise Undecided(f"no proof within {seconds:g} seconds; allow more time or use the exact count")
        return [Hand.of(card for card in range(52) if self.solver.value(cards[card])) for cards in self.cards]

    def truth(self, literal: cp_model.IntVar) -> bool:
        """What a literal was in the hands last found."""
        return bool(self.solver.value(literal))


def _refute(formula: Formula, known: Known) -> Proof:
    model = CardModel([known])
    model.require(0, formula)
    hands = model.solve()
    return Proof(hands is None, hands[0] if hands else None, model.build_seconds, model.solve_seconds)


def find_hand(meaning: Meaning, known: Known = NOTHING_KNOWN) -> Hand | None:
    """A hand that keeps the promise, or None when it is proved that there is none.

    >>> from adjudicator.meanings import parse
    >>> find_hand(parse("hcp 38..")) is None
    True
    """
    return _refute(meaning.formula(), known).counterexample


def prove_contained(new: Meaning, old: Sequence[Meaning], known: Known = NOTHING_KNOWN) -> Proof:
    """Whether every hand of ``new`` is a hand of some reading of ``old``."""
    outside = all_of(new.promise, *(negated(reading.promise) for reading in old))
    return _refute(compiled(outside), known)


def prove_equivalent(one: Meaning, two: Meaning, known: Known = NOTHING_KNOWN) -> Proof:
    """Whether two meanings have the same hands; the counterexample keeps one and breaks the other."""
    forth = prove_contained(one, [two], known)
    return prove_contained(two, [one], known) if forth.proved else forth


def find_deal(
    meanings: Mapping[Seat, Meaning], held: Mapping[Seat, Hand] | None = None, seconds: float = 60.0
) -> Deal | None:
    """A deal in which each seat keeps its promise and holds its known cards, or None when there is none."""
    fixed = held or {}
    placed = Hand(0)
    for hand in fixed.values():
        if placed.mask & hand.mask:
            raise AdjudicatorError("the same card is known in two hands")
        placed = Hand(placed.mask | hand.mask)
    known = [Known(fixed.get(seat, Hand(0)), Hand(placed.mask & ~fixed.get(seat, Hand(0)).mask)) for seat in Seat]
    model = CardModel(known)
    for seat, meaning in meanings.items():
        model.require(int(seat), meaning.formula())
    hands = model.solve(seconds)
    return None if hands is None else Deal.of(hands)
