"""The simulation evaluator: what each candidate call is worth to the player who holds this hand and heard this auction.

Layouts of the unseen hands as he should imagine them (:mod:`adjudicator.auctions.hidden`), the auction finished on
each by the call model (:mod:`adjudicator.auctions.playout`), the final contracts scored by a function that the
tricks room supplies. Partner and opponents act on their own hands only, double as people double, and the same
layouts, the same noise and the same luck in the play serve all candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.context import TableContext
from adjudicator.auctions.enumeration import Information
from adjudicator.auctions.hidden import HiddenHands, hidden_hands
from adjudicator.auctions.legal import LegalFilter
from adjudicator.auctions.model import CallModel, Probabilities
from adjudicator.auctions.playout import Branch, Ended, play_out
from adjudicator.bridge import AdjudicatorError, Auction, Call, Contract, DealBatch, Hand, Seat, Side

__all__ = [
    "Branch", "BranchWorth", "Compare", "Points", "Simulation", "candidate_calls", "plain_points", "simulate",
    "simulate_branches",
]  # fmt: skip

Floats = NDArray[np.float64]

Points = Callable[[DealBatch, NDArray[np.intp], Sequence[Contract]], Floats]
"""Points to North-South of contracts[i] on deal rows[i]: float64 (pairs, k), k equally likely results of the play.
Column j is the same luck for every pair."""
Compare = Callable[[Floats], Floats]
"""From a difference in points, own result less another table's, to units: IMPs, percent of a matchpoint top."""

NATS = 4.0
"""Candidates are the calls within so many nats of the likeliest."""
MOST = 6
_PASS_OR_DOUBLE = 0.002


def plain_points(difference: Floats) -> Floats:
    """The unit of rubber bridge and total points: the difference itself."""
    return difference


def candidate_calls(shares: Probabilities, *, nats: float = NATS, most: int = MOST) -> tuple[Call, ...]:
    """The calls worth a thought, likeliest first: near enough to the likeliest, and a pass or double thinkable at all.

    >>> shares = np.zeros(38); shares[[0, 1, 20]] = 0.9, 0.003, 0.097
    >>> [str(call) for call in candidate_calls(shares)]
    ['P', '4H', 'X']
    """
    order = [int(call) for call in np.argsort(-shares, kind="stable")]
    near = [call for call in order if shares[call] >= shares.max() * np.exp(-nats)][:most]
    near += [call for call in (0, 1) if call not in near and shares[call] >= _PASS_OR_DOUBLE]
    return tuple(Call(call) for call in near)


@dataclass(frozen=True)
class BranchWorth:
    """One candidate: mean worth and its standard error, and the commonest final contracts with their shares."""

    name: str
    mean: float
    error: float
    contracts: tuple[tuple[Contract, float], ...]


@dataclass(frozen=True, eq=False)
class Simulation:
    """Worth of each branch on each layout, to ``side``, in ``unit``, against the mean table of the field.

    ``worth``: float64 (layouts, branches). ``results``: plain points to the side, (layouts, branches, luck in play).
    ``field``: how often other tables take each branch.
    ``effective``, ``reliable``: of the sample of layouts (see :class:`HiddenHands`; layouts that were given count
    as reliable). ``seed`` makes it repeatable.
    """

    branches: tuple[Branch, ...]
    side: Side
    unit: str
    deals: DealBatch
    worth: Floats
    results: Floats
    field: Floats
    ended: Ended
    effective: float
    reliable: bool
    seed: int

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(branch.name for branch in self.branches)

    @property
    def points(self) -> Floats:
        """Plain points to the side on each layout, mean over the luck of the play: (layouts, branches)."""
        return np.asarray(self.results.mean(axis=2))

    def within(self, compare: Compare, unit: str) -> Simulation:
        """The same results in another unit."""
        return replace(self, unit=unit, worth=_against(self.results, self.field, compare))

    def index(self, branch: str | Call) -> int:
        """Column of a branch by name."""
        name = str(branch)
        if name not in self.names:
            raise AdjudicatorError(f"'{name}' was not simulated; there are {', '.join(self.names)}")
        return self.names.index(name)

    def mean(self, weights: Floats | None = None) -> Floats:
        """Mean worth of each branch; ``weights`` for each layout, where some of them fit more is known about."""
        return np.asarray(np.average(self.worth, axis=0, weights=weights))

    def error(self, weights: Floats | None = None) -> Floats:
        """Standard error of each mean."""
        return _errors(self.worth, weights)

    def difference(self, first: str | Call, second: str | Call, weights: Floats | None = None) -> tuple[float, float]:
        """How much more the first branch is worth than the second, on the same layouts, and its standard error."""
        apart = self.worth[:, [self.index(first)]] - self.worth[:, [self.index(second)]]
        return float(np.average(apart[:, 0], weights=weights)), float(_errors(apart, weights)[0])

    def values(self, deals: DealBatch, call: Call) -> Floats:
        """One column, as :func:`adjudicator.auctions.hidden.suggested_by` asks for it (same layouts only)."""
        if len(deals) != len(self.worth) or not np.array_equal(deals.masks, self.deals.masks):
            raise AdjudicatorError("the worth is known for the simulated layouts only")
        column: Floats = self.worth[:, self.index(call)]
        return column

    def summary(self, *, most: int = 3) -> tuple[BranchWorth, ...]:
        """Branches by mean worth, the best first, each with its commonest contracts."""
        contracts, means, errors = self.ended.contracts, self.mean(), self.error()
        found = []
        for column in np.argsort(-means, kind="stable").tolist():
            shares: dict[Contract, float] = {}
            for leaf in self.ended.which[:, column].tolist():
                shares[contracts[leaf]] = shares.get(contracts[leaf], 0.0) + 1 / len(self.worth)
            common = sorted(shares.items(), key=lambda item: (-item[1], str(item[0])))[:most]
            found.append(BranchWorth(self.names[column], float(means[column]), float(errors[column]), tuple(common)))
        return tuple(found)

    def lines(self) -> list[str]:
        """For people: one line for each candidate, and how far the sample can be trusted."""
        best = self.summary()
        out = []
        for item in best:
            apart, error = self.difference(item.name, best[0].name)
            behind = "" if item is best[0] else f", {-apart:.1f} ± {error:.1f} behind"
            common = ", ".join(f"{contract} {share:.0%}" for contract, share in item.contracts)
            out.append(f"{item.name:>4} {item.mean:+.1f} {self.unit}{behind}; mostly {common}")
        trust = "" if self.reliable else "; the layouts fit the calls badly, so this says little"
        out.append(f"over {len(self.worth)} layouts of the unseen hands, the auction played out on each{trust}")
        return out


def simulate(
    model: CallModel,
    hand: Hand,
    seat: Seat,
    auction: Auction,
    context: TableContext,
    candidates: Sequence[Call],
    points: Points,
    *,
    layouts: DealBatch | HiddenHands | None = None,
    size: int = 60,
    compare: Compare = plain_points,
    unit: str = "points",
    field: Sequence[float] | None = None,
    legal: LegalFilter | None = None,
    information: Information | None = None,
    seed: int = 0,
) -> Simulation:
    """What each of these calls is worth to the player in ``seat``, whose turn it is.

    ``layouts``: deals in which he holds ``hand`` (drawn when not given, ``size`` of them). ``field``: how often
    other tables make each call; results are compared with theirs (all alike when not given). ``legal``: bars that
    hold whatever he calls. Errors: a call that is not legal, another player's turn.
    """
    _require_legal(seat, auction, candidates)
    if layouts is None:
        view = context if information is None else information.views.get(seat, context)
        factors = None if information is None else information.factors
        rng = np.random.default_rng([seed, 1])
        layouts = hidden_hands(model, hand, seat, auction, view, size=size, factors=factors, rng=rng)
    branches = [Branch(str(call), auction.add(call)) for call in candidates]
    return simulate_branches(
        model, branches, seat.side, layouts, context, points, compare=compare, unit=unit, field=field, legal=legal,
        information=information, seed=seed,
    )  # fmt: skip


def _require_legal(seat: Seat, auction: Auction, candidates: Sequence[Call]) -> None:
    if auction.turn is not seat:
        raise AdjudicatorError(f"it is not {seat}'s turn after {auction.text or 'no call'}")
    if not candidates:
        raise AdjudicatorError("there is no call to weigh")
    for call in candidates:
        reason = auction.why_illegal(call)
        if reason is not None:
            raise AdjudicatorError(f"{call} cannot be weighed: {reason}")


def simulate_branches(
    model: CallModel,
    branches: Sequence[Branch],
    side: Side,
    layouts: DealBatch | HiddenHands,
    context: TableContext,
    points: Points,
    *,
    compare: Compare = plain_points,
    unit: str = "points",
    field: Sequence[float] | None = None,
    legal: LegalFilter | None = None,
    information: Information | None = None,
    seed: int = 0,
) -> Simulation:
    """As :func:`simulate` for any beginnings, each with its own bars: the irregular line and the lawful one."""
    deals = layouts.deals if isinstance(layouts, HiddenHands) else layouts
    if not len(deals):
        raise AdjudicatorError("there are no layouts to weigh the calls on")
    ended = play_out(model, deals, branches, context, legal=legal, information=information, seed=seed)
    results = _results(deals, ended, points)
    results = results if side is Side.NS else -results
    share = np.full(len(branches), 1 / len(branches)) if field is None else np.asarray(field, dtype=np.float64)
    if share.shape != (len(branches),) or share.min() < 0 or share.sum() <= 0:
        raise AdjudicatorError("the field needs a share, not below zero, for every candidate")
    return Simulation(
        branches=tuple(branches),
        side=side,
        unit=unit,
        deals=deals,
        worth=_against(results, share / share.sum(), compare),
        results=results,
        field=share / share.sum(),
        ended=ended,
        effective=layouts.effective if isinstance(layouts, HiddenHands) else float(len(deals)),
        reliable=layouts.reliable if isinstance(layouts, HiddenHands) else True,
        seed=seed,
    )


def _results(deals: DealBatch, ended: Ended, points: Points) -> Floats:
    """Points to North-South: float64 (layouts, branches, luck). Each contract is scored once on a deal."""
    contracts = list(dict.fromkeys(ended.contracts))
    number = np.array([contracts.index(contract) for contract in ended.contracts])[ended.which]
    deal = np.broadcast_to(np.arange(len(deals))[:, None], number.shape)
    pairs, back = np.unique(np.stack([deal.ravel(), number.ravel()]), axis=1, return_inverse=True)
    scored = points(deals, pairs[0], [contracts[index] for index in pairs[1]])
    found: Floats = scored[back.reshape(-1)].reshape(*number.shape, -1)
    return found


def _against(results: Floats, share: Floats, compare: Compare) -> Floats:
    """Mean worth against the field, over its calls and the luck of the play: (layouts, branches)."""
    total = np.zeros(results.shape[:2])
    for other, weight in enumerate(share):
        if weight > 0:
            total += weight * compare(results - results[:, [other]]).mean(axis=2)
    return total


def _errors(worth: Floats, weights: Floats | None) -> Floats:
    weight = np.full(len(worth), 1 / len(worth)) if weights is None else weights / weights.sum()
    apart = worth - weight @ worth
    shrink = len(worth) / max(1, len(worth) - 1)
    return np.asarray(np.sqrt(shrink * (weight**2 @ apart**2)))
