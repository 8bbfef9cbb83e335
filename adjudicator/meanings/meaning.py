"""A meaning: what a call shows, as one frozen value with every reading at hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import Hand
from adjudicator.meanings import evaluate
from adjudicator.meanings.expr import (
    ANYTHING,
    Binding,
    Expr,
    all_of,
    any_of,
    free_names,
    negated,
    promised,
    substitute,
)
from adjudicator.meanings.formula import Formula, compiled
from adjudicator.meanings.notation import expr_text

if TYPE_CHECKING:
    from adjudicator.meanings.counting import Known


@dataclass(frozen=True, slots=True)
class Meaning:
    """A constraint on one hand, and what else the call tells: natural or artificial, forcing, its purposes.

    ``natural`` is None when not said. Purposes are words such as ``ask(major4)``, ``relay``, ``negative``.
    ``comments`` are words of a case file that constrain nothing; they do not take part in equality.

    >>> from adjudicator.meanings import parse
    >>> opening = parse("nat; S>=5; hcp 11-19")
    >>> opening.text, opening.holds(Hand.parse("AKQ32.T98.32.KJ5"))
    ('nat; S >= 5 & hcp 11..19', True)
    """

    expr: Expr = ANYTHING
    natural: bool | None = None
    forcing: str = ""
    purposes: tuple[str, ...] = ()
    comments: tuple[str, ...] = field(default=(), compare=False)

    @property
    def text(self) -> str:
        """The canonical text, tags first; reading it gives this meaning again."""
        tags = [] if self.natural is None else ["nat" if self.natural else "art"]
        if self.purposes:
            tags.append(f"purpose: {' | '.join(self.purposes)}")
        if self.forcing:
            tags.append(self.forcing)
        return "; ".join([*tags, expr_text(self.expr), *(f"'{comment}'" for comment in self.comments)])

    def __str__(self) -> str:
        return self.text

    @property
    def variables(self) -> frozenset[str]:
        """Suit variables and named suit sets that still wait for a binding."""
        return free_names(self.expr)

    def bind(self, bindings: Mapping[str, Binding]) -> Meaning:
        """With suits put for variables: ``{"x": Suit.HEARTS, "unbid": (Suit.CLUBS, Suit.SPADES)}``."""
        return replace(self, expr=substitute(self.expr, bindings)) if bindings else self

    @property
    def promise(self) -> Expr:
        """The expression without costs and preferences."""
        return promised(self.expr)

    def formula(self, costs: bool = False) -> Formula:
        """The compiled promise; with ``costs`` the softened form (weights, hard promises, preferences)."""
        return compiled(self.expr, costs)

    def mask(self, features: evaluate.Features) -> NDArray[np.bool_]:
        """Which of many hands keep the promise."""
        return evaluate.mask(self.formula(), features)

    def deviation(self, features: evaluate.Features) -> NDArray[np.int16]:
        """How far each hand is from the promise, in points, cards and honours; 0 exactly when it is kept."""
        return evaluate.deviation(self.formula(), features)

    def deviations(self, features: evaluate.Features) -> NDArray[np.float32]:
        """The softened deviation by kind, (n, 7) in the order of ``DEVIATION_KINDS``, weights applied."""
        return evaluate.deviations(self.formula(costs=True), features)

    def cost(self, features: evaluate.Features) -> NDArray[np.float32]:
        """The softened deviation in one number: weights applied, preferences counted, hard promises
        infinite.
        """
        total: NDArray[np.float32] = self.deviations(features).sum(axis=1)
        return total

    def holds(self, hand: Hand) -> bool:
        """Whether this hand keeps the promise."""
        return bool(self.mask(evaluate.Features.of([hand]))[0])

    def count(self, known: Known | None = None) -> int:
        """How many hands keep the promise, exactly, given the known cards."""
        from adjudicator.meanings.counting import count

        return count(self, known)

    def __and__(self, other: Meaning) -> Meaning:
        return Meaning(all_of(self.expr, other.expr))

    def __or__(self, other: Meaning) -> Meaning:
        return Meaning(any_of(self.expr, other.expr))

    def __invert__(self) -> Meaning:
        """The hands that do not keep the promise (tags fall away)."""
        return Meaning(negated(self.promise))
