"""From final contracts with chances to bridge results with chances, scores and values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from adjudicator.auctions.from_case import context_of
from adjudicator.bridge import Auction, Call, Card, Contract, Result, Side
from adjudicator.cases import Case
from adjudicator.rulings.model import ContractView, Interval, LeadGroup, Outcome
from adjudicator.scores import Scorer, WeightedScore
from adjudicator.tricks.double_dummy import Solver
from adjudicator.tricks.forecast import Lead, TrickForecast, forecast

AS_PLAYED = 0.7
GRAIN = 10**6


@dataclass(frozen=True)
class Reached:
    """A final contract with its chance and the likeliest auctions that lead to it."""

    contract: Contract
    probability: float
    auctions: tuple[tuple[tuple[Call, ...], float], ...]


def work_out(
    case: Case, reached: Sequence[Reached], solver: Solver, *, with_play: bool = True
) -> tuple[tuple[ContractView, ...], dict[Result, float]]:
    """Tricks in every contract; the chance of every result.

    ``with_play``: where the table played the same denomination from the same side of the table, the tricks it
    took are evidence of what the same declarer and defenders would do.
    """
    views: list[ContractView] = []
    chances: dict[Result, float] = {}
    for item in reached:
        view, results = _one_contract(case, item, solver, with_play)
        views.append(view)
        for result, chance in results.items():
            chances[result] = chances.get(result, 0.0) + chance * item.probability
    total = sum(chances.values())
    return tuple(views), {result: chance / total for result, chance in chances.items()}


def _one_contract(
    case: Case, item: Reached, solver: Solver, with_play: bool
) -> tuple[ContractView, dict[Result, float]]:
    assert case.deal is not None
    assert case.auction is not None
    auction = Auction(case.auction.dealer, item.auctions[0][0] if item.auctions else ())
    tricks = forecast(case.deal, auction, item.contract, solver=solver, table=context_of(case))
    chances, source = dict(tricks.chances), tricks.source
    played = _tricks_at_table(case, item.contract) if with_play else None
    if played is not None:
        chances = {number: (1 - AS_PLAYED) * chance for number, chance in chances.items()}
        chances[played] = chances.get(played, 0.0) + AS_PLAYED
        source = f"{AS_PLAYED:.0%} as played at the table ({played} tricks), the rest {source}"
    results = {Result(item.contract, number): chance for number, chance in chances.items()}
    if item.contract.is_passed_out:
        results = {Result(item.contract): 1.0}
    view = ContractView(
        contract=str(item.contract),
        probability=item.probability,
        auctions=tuple((" ".join(map(str, calls)), chance) for calls, chance in item.auctions),
        leads=lead_groups(tricks),
        tricks=dict(sorted(chances.items(), reverse=True)),
        source=source,
    )
    return view, results


def _tricks_at_table(case: Case, contract: Contract) -> int | None:
    result = case.table_result
    if result is None or result.contract.is_passed_out:
        return None
    same = (result.contract.denomination, result.contract.declarer)
    return result.tricks if same == (contract.denomination, contract.declarer) else None


def lead_groups(tricks: TrickForecast) -> tuple[LeadGroup, ...]:
    """Leads by the tricks they leave declarer, best for declarer first."""
    return tuple(_group(number, leads) for number, leads in tricks.by_tricks().items())


def _group(number: int, leads: tuple[Lead, ...]) -> LeadGroup:
    cards: tuple[Card, ...] = tuple(lead.card for lead in leads)
    return LeadGroup(cards, sum(lead.probability for lead in leads), number)


def valued(case: Case, chances: dict[Result, float], scorer: Scorer) -> tuple[Outcome, ...]:
    """Results with score and value to each side, the likeliest first."""
    assert case.vulnerability is not None
    outcomes = []
    for result, chance in chances.items():
        score = result.score_ns(case.vulnerability)
        values = (scorer.value(score, Side.NS), scorer.value(score, Side.EW))
        outcomes.append(Outcome(result, chance, score, *values))
    return tuple(sorted(outcomes, key=lambda outcome: (-outcome.probability, str(outcome.result))))


def weighted_scores(outcomes: Iterable[Outcome]) -> tuple[WeightedScore, ...]:
    """The outcomes as exact weights that sum to 1, for the scores room; equal scores are put together."""
    merged: dict[int, tuple[int, str]] = {}
    for outcome in outcomes:
        grains, label = merged.get(outcome.score_ns, (0, str(outcome.result)))
        merged[outcome.score_ns] = (grains + round(outcome.probability * GRAIN), label)
    total = sum(grains for grains, _ in merged.values())
    return tuple(WeightedScore(s, Fraction(g, total), label) for s, (g, label) in merged.items() if g)


def expectation(
    views: Sequence[ContractView],
    outcomes: Sequence[Outcome],
    side: Side,
    rng: np.random.Generator,
    evidence: float,
) -> Interval:
    """Expected value to a side, with a 90 % interval.

    The interval is that of the judgement behind the numbers: the chances of the contracts are taken to be as
    firm as the answers of ``evidence`` players, and within a contract the chances of the tricks likewise.
    """
    mean = sum((Fraction(round(o.probability * GRAIN), GRAIN) * o.value(side) for o in outcomes), Fraction(0))
    mean /= sum(Fraction(round(o.probability * GRAIN), GRAIN) for o in outcomes)
    draws = _redrawn(views, outcomes, side, rng, evidence)
    low, high = (Fraction(float(q)).limit_denominator(1000) for q in np.quantile(draws, [0.05, 0.95]))
    return Interval(mean, min(low, mean), max(high, mean))


def _redrawn(
    views: Sequence[ContractView],
    outcomes: Sequence[Outcome],
    side: Side,
    rng: np.random.Generator,
    evidence: float,
    repeats: int = 400,
) -> np.ndarray:
    """Expected values under chances redrawn from Dirichlet laws around the estimated ones."""
    values = {outcome.result: float(outcome.value(side)) for outcome in outcomes}
    shares = np.array([view.probability for view in views])
    contracts = rng.dirichlet(np.maximum(evidence * shares / shares.sum(), 1e-3), size=repeats)
    means = np.zeros((repeats, len(views)))
    for column, view in enumerate(views):
        contract = Contract.parse(view.contract)
        worth = np.array([_worth(values, contract, tricks) for tricks in view.tricks])
        chance = np.array(list(view.tricks.values()))
        within = rng.dirichlet(np.maximum(evidence * chance / chance.sum(), 1e-3), size=repeats)
        means[:, column] = within @ worth
    drawn: np.ndarray = (contracts * means).sum(axis=1)
    return drawn


def _worth(values: dict[Result, float], contract: Contract, tricks: int) -> float:
    return values[Result(contract) if contract.is_passed_out else Result(contract, tricks)]
