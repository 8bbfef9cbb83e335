"""The same position with the irregularity and without it, gone through with the same random numbers.

Without: the world that the law compares with. With: the table's own call at the same turn stands, and what follows is
enumerated again. What is asked of each final contract is asked once for both, and the interval of the difference is
drawn as if the same players had been asked both questions, so that what the two have in common does not blur it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import Auction, Contract, Result, Side
from adjudicator.cases import Case
from adjudicator.rulings.model import ContractView, Contrast, Outcome, WorldView
from adjudicator.rulings.outcomes import Reached, interval_around, mean_value, result_of, valued, work_out
from adjudicator.rulings.tools import Tools

BUDGET = 400
"""Turns looked at after the table's call, of which the likeliest few decide the figure."""

SMALLEST, MOST = 0.02, 8
REPEATS = 400


def contrast(case: Case, view: WorldView, tools: Tools) -> Contrast | None:
    """The position with the irregularity; ``None`` where it is not another one, or was not asked for."""
    world = view.world
    stop = world.stands_to if world.stands_to is not None else world.from_call + 1
    if case.auction is None or view.expected is None or world.kind == "play" or world.both_non_offending:
        return None
    if not view.infraction or not world.from_call < stop <= len(case.auction):
        return None
    start = case.auction.prefix(stop)
    contracts = _contracts(case, view, start, tools)
    if not contracts:
        return None
    chances: dict[Result, float] = {}
    for item in contracts:
        for tricks, chance in item.tricks.items():
            result = result_of(Contract.parse(item.contract), tricks)
            chances[result] = chances.get(result, 0.0) + chance * item.probability
    outcomes = valued(case, chances, tools.scorer)
    return _compared(view, start, contracts, outcomes, tools)


def _contracts(case: Case, view: WorldView, start: Auction, tools: Tools) -> tuple[ContractView, ...]:
    """Final contracts with the irregularity; the tricks of a contract are those of the world without it."""
    if start.is_over:
        contract = start.standing
        reached: Sequence[Reached] = (Reached(contract, 1.0, ((start.calls, 1.0),)),)
    else:
        world = view.world
        bars = tools.legal_filter(world, start, frozenset(), own=False)
        law = tools.law_of(world, start, frozenset(), own=False)
        found, _ = tools.reached(start, bars, law=law, budget=BUDGET)
        ranked = sorted(found, key=lambda item: -item.probability)
        reached = [item for item in ranked if item.probability >= SMALLEST][:MOST] or ranked[:1]
    known = {item.contract: item for item in view.contracts}
    total = sum(item.probability for item in reached)
    views = []
    for item in reached if total > 0 else ():
        same = known.get(str(item.contract))
        one = same if same is not None else work_out(case, (replace(item, probability=1.0),), tools.solver)[0][0]
        views.append(ContractView(str(item.contract), item.probability / total, (), one.leads, one.tricks, one.source))
    return tuple(views)


def _compared(
    view: WorldView,
    start: Auction,
    contracts: tuple[ContractView, ...],
    outcomes: tuple[Outcome, ...],
    tools: Tools,
) -> Contrast:
    assert view.expected is not None
    figures = []
    for side in Side:
        values = {o.result: float(o.value(side)) for o in (*view.outcomes, *outcomes)}
        rng = tools.rng(f"contrast {side}")
        order = list(dict.fromkeys(item.contract for item in (*view.contracts, *contracts)))
        drawn = _Players(order, round(tools.evidence), rng)
        without, with_it = (drawn.means(items, values) for items in (view.contracts, contracts))
        mean = mean_value(outcomes, side)
        figures.append(
            (interval_around(mean, with_it), interval_around(view.expected[side].value - mean, without - with_it))
        )
    (ns, ns_more), (ew, ew_more) = figures
    return Contrast(start.text, (ns, ew), (ns_more, ew_more), outcomes)


class _Players:
    """So many players, asked about both positions: each has one opinion about every contract and its tricks."""

    def __init__(self, order: Sequence[str], number: int, rng: np.random.Generator) -> None:
        self.order = order
        self.contract = rng.random((REPEATS, number))
        self.tricks = {name: rng.random((REPEATS, number)) for name in order}

    def means(self, contracts: Sequence[ContractView], values: Mapping[Result, float]) -> NDArray[np.float64]:
        """The mean value of the contracts that the players end in, for every repetition."""
        known = {item.contract: item for item in contracts}
        names = [name for name in self.order if name in known]
        chosen = _picked(self.contract, [known[name].probability for name in names])
        total = np.zeros(self.contract.shape)
        for place, name in enumerate(names):
            tricks = sorted(known[name].tricks.items())
            contract = Contract.parse(name)
            worth = np.array([values.get(result_of(contract, number), np.nan) for number, _ in tricks])
            got = worth[_picked(self.tricks[name], [chance for _, chance in tricks])]
            total[chosen == place] = got[chosen == place]
        means: NDArray[np.float64] = np.nanmean(total, axis=1)
        return means


def _picked(uniform: NDArray[np.float64], chances: Sequence[float]) -> NDArray[np.intp]:
    """Which of several events each uniform number falls into, in their order."""
    edges = np.cumsum(np.array(chances) / sum(chances))
    return np.minimum(np.searchsorted(edges, uniform, side="right"), len(chances) - 1)
