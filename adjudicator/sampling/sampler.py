"""The sampler: exact counts and uniform draws of whole deals under conditions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import DealBatch, Problem, Seat
from adjudicator.sampling.conditions import Conditions, Position, position
from adjudicator.sampling.drawing import draw_parts, share_out
from adjudicator.sampling.errors import NoSuchDeal, NotCountable, SamplingError, TooFewDeals
from adjudicator.sampling.explicit import explicit_tables
from adjudicator.sampling.meanings import boxes_of, hand_test
from adjudicator.sampling.parts import arrangements
from adjudicator.sampling.plan import Plan, plan
from adjudicator.sampling.sample import Sample
from adjudicator.sampling.sizes import THOROUGH, Limits, NothingFits
from adjudicator.sampling.subsets import Masks

CHUNK = 1 << 15
"""Deals drawn at a time; the working arrays of a chunk stay in the processor's cache."""

PATIENCE = 1_000_000
"""Deals that filters may reject before the sampler asks whether to go on."""


class Sampler:
    """Uniform deals under conditions.

    ``limits`` says how much to put into tables: ``THOROUGH`` (all that a gigabyte holds; exact counts whenever
    possible) or ``QUICK`` (a short set-up, more left to the filter). The deals follow the same law either way.

    >>> from adjudicator.meanings import parse
    >>> strong = Sampler(Conditions(meanings={Seat.SOUTH: parse("hcp 15..17 & bal")}))
    >>> f"{float(strong.acceptance()):.6f}"
    '0.048656'
    >>> sample = strong.draw(100, 1)
    >>> int(sample.batch.hcp()[:, Seat.SOUTH].min()) >= 15, sample.ess
    (True, 100.0)
    """

    def __init__(self, conditions: Conditions, limits: Limits = THOROUGH) -> None:
        self.conditions = conditions
        self.position: Position = position(conditions)
        self._boxes = {Seat(seat): boxes_of(meaning) for seat, meaning in conditions.meanings.items()}
        self._check_known_hands()
        try:
            self._plan: Plan = plan(self.position, self._boxes, limits)
        except NothingFits:
            raise NoSuchDeal(Problem("no deal meets the conditions", self._advice())) from None

    def _check_known_hands(self) -> None:
        for seat, boxes in self._boxes.items():
            if self.position.needs[seat]:
                continue
            hand = np.array([self.position.known[seat]], dtype=np.uint16)
            if not boxes.mask(hand)[0]:
                message = f"{seat}'s known hand does not fit its meaning"
                place = f"meanings.{seat.letter}"
                raise NoSuchDeal(Problem(message, "correct the hand or the meaning", field=place))

    def _advice(self) -> str:
        seats = " and ".join(str(seat) for seat in self._boxes) or "all seats"
        return f"loosen the meanings of {seats}, or check the known cards against them"

    @property
    def is_exact(self) -> bool:
        """Whether the tables hold every condition, so that nothing is rejected and all is counted."""
        return not self.conditions.filters and not self._plan.filtered

    def table_count(self) -> int:
        """Deals that meet what the tables hold; filters may leave fewer."""
        tables, rest = self._plan.tables, self._plan.layout.rest
        shared = arrangements(rest.needs) if rest else 1
        return shared if tables is None else tables.count * shared

    def count(self) -> int:
        """The exact number of deals that meet the conditions.

        >>> Sampler(Conditions()).count() == 53644737765488792839237440000
        True
        """
        if not self.is_exact:
            raise NotCountable(
                Problem(
                    "a filter stands between the tables and the deals, so there is no exact count",
                    "use draw(n, rng).passed times table_count() for an estimate",
                )
            )
        return self.table_count()

    def acceptance(self) -> Fraction:
        """The exact share, among all deals with the known cards, of those that meet the conditions."""
        return Fraction(self.count(), arrangements(self.position.needs))

    def draw(
        self,
        number: int,
        rng: np.random.Generator | int,
        *,
        at_least: int | None = None,
        patience: int = PATIENCE,
    ) -> Sample:
        """``number`` deals, independent and uniform (or weighted by ``weights``).

        With filters the draw stops after ``patience`` rejected deals for every deal accepted so far, plus one.
        A sample shorter than ``at_least`` (100, or ``number`` if less) is refused, and so is one that is worth
        fewer equally weighted deals.
        """
        if number < 0:
            raise SamplingError(Problem(f"{number} deals cannot be drawn", "ask for 0 or more"))
        seed = None if isinstance(rng, np.random.Generator) else int(rng)
        generator = rng if isinstance(rng, np.random.Generator) else np.random.default_rng(rng)
        masks, tried, accepted = self._accepted(number, generator, patience)
        batch = DealBatch(masks)
        weights = None if self.conditions.weights is None else _weights(self.conditions.weights, batch)
        sample = Sample(batch, weights, number, tried, accepted, seed)
        self._check_size(sample, min(number, 100) if at_least is None else at_least)
        return sample

    def _accepted(self, number: int, rng: np.random.Generator, patience: int) -> tuple[Masks, int, int]:
        kept: list[Masks] = [np.zeros((0, 4, 4), dtype=np.uint16)]
        found = tried = 0
        while found < number and tried <= patience * (found + 1):
            wanted = number - found
            if not self.is_exact:
                wanted = int(wanted * (tried + 100) / (found + 100) * 1.05) + 256
            drawn = self._chunk(min(wanted, CHUNK), rng)
            passed = drawn if self.is_exact else drawn[self._passes(drawn)]
            tried += len(drawn)
            found += len(passed)
            kept.append(passed)
        return np.concatenate(kept)[:number], tried, found

    def _passes(self, masks: Masks) -> NDArray[np.bool_]:
        held = np.ones(len(masks), dtype=np.bool_)
        for seat in self._plan.filtered:
            held &= hand_test(self.conditions.meanings[seat], masks[:, seat])
        for number, each in enumerate(self.conditions.filters):
            verdict = np.asarray(each(DealBatch(masks)))
            if verdict.shape != held.shape or verdict.dtype != np.bool_:
                message = f"returned {verdict.dtype} {verdict.shape} for {len(masks)} deals"
                advice = "return a bool array with one truth value for each deal"
                raise SamplingError(Problem(message, advice, field=f"filters[{number}]"))
            held &= verdict
        return held

    def _check_size(self, sample: Sample, at_least: int) -> None:
        advice = "loosen the conditions, ask for fewer deals, or give more patience"
        if len(sample) < at_least:
            passed = f"{len(sample)} of {sample.tried} drawn deals passed the filters"
            raise TooFewDeals(Problem(f"cannot say: {passed}, {at_least} are needed", advice))
        if sample.ess < at_least:
            worth = f"{len(sample)} weighted deals are worth {sample.ess:.1f}"
            advice = "draw more deals, or flatten the weights"
            raise TooFewDeals(Problem(f"cannot say: {worth}, {at_least} are needed", advice, field="weights"))

    @cached_property
    def _draw_parts(self) -> Callable[[int, np.random.Generator], Masks] | None:
        tables = self._plan.tables
        if tables is None:
            return None
        explicit = explicit_tables(tables)
        return explicit.draw if explicit else lambda number, rng: draw_parts(tables, number, rng)

    def _chunk(self, number: int, rng: np.random.Generator) -> Masks:
        """Deals from the tables, uint16 (number, 4 seats, 4 suits)."""
        block = np.empty((4, 4, number), dtype=np.uint16)
        block[:] = np.array(self.position.known, dtype=np.uint16)[:, :, None]
        layout, rest = self._plan.layout, self._plan.layout.rest
        whole = np.array(self.position.unseen, dtype=np.uint16)[:, None]
        left = np.broadcast_to(whole, (4, number))
        if self._draw_parts is not None:
            dealt = self._draw_parts(number, rng)
            for hand, cards in zip(layout.hands, dealt, strict=False):
                block[hand.seats[0]] |= cards
            left = dealt[-1]
        if rest is not None:
            for seat, cards in zip(rest.seats, share_out(left, rest.needs, rng), strict=True):
                block[seat] |= cards
        rows = np.ascontiguousarray(block.reshape(16, number).T)
        if self._draw_parts is not None:
            rows = rows[rng.permutation(number)]
        return rows.reshape(number, 4, 4)


def _weights(weigh: Callable[[DealBatch], NDArray[np.float64]], batch: DealBatch) -> NDArray[np.float64]:
    weights = np.asarray(weigh(batch), dtype=np.float64)
    if weights.shape != (len(batch),) or not np.isfinite(weights).all() or (weights < 0).any():
        advice = "return one finite number, 0 or more, for each deal"
        raise SamplingError(Problem("not a weight for every deal", advice, field="weights"))
    return weights
