"""From final contracts with chances to bridge results with chances, scores and values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.from_case import context_of
from adjudicator.bridge import Auction, Call, Card, Contract, Result, Side
from adjudicator.cases import Case
from adjudicator.rulings.judged import Judged, judged_of
from adjudicator.rulings.model import ContractView, Interval, LeadGroup, Outcome
from adjudicator.rulings.reweigh import forecast_judged, leads_judged, made_judged, weighed, with_leads
from adjudicator.scores import Scorer, WeightedScore
from adjudicator.tricks.double_dummy import Solver
from adjudicator.tricks.forecast import Lead, TrickForecast, forecast

FOLLOWED_FROM, MOST_FOLLOWED = 0.25, 2
"""Contracts with at least this chance, and so many of them, are also played out in lines."""
GRAIN = 10**6


@dataclass(frozen=True)
class Reached:
    """A final contract with its chance, the likeliest auctions that lead to it, and the chance by first call."""

    contract: Contract
    probability: float
    auctions: tuple[tuple[tuple[Call, ...], float], ...]
    first: tuple[tuple[Call, float], ...] = ()


def work_out(
    case: Case,
    reached: Sequence[Reached],
    solver: Solver,
    *,
    with_play: bool = True,
    leads: Mapping[Card, float] | None = None,
    lines: bool = False,
) -> tuple[tuple[ContractView, ...], dict[Result, float]]:
    """Tricks in every contract; the chance of every result.

    ``with_play``: where the table played the same denomination from the same side of the table, the tricks it
    took are evidence of what the same declarer and defenders would do. ``leads``: the chances of the opening leads
    where another question than the auction's decides them; then the table's tricks are evidence for the lead that
    was made at the table only. ``lines``: the likeliest contracts are also played out.
    """
    views: list[ContractView] = []
    chances: dict[Result, float] = {}
    followed = _followed(reached) if lines else frozenset()
    judged = judged_of(case)
    for item in weighed(reached, judged, lambda contract, chance: replace(contract, probability=chance)):
        view, results = _one_contract(case, item, solver, with_play, leads, item.contract in followed, judged)
        views.append(view)
        for result, chance in results.items():
            chances[result] = chances.get(result, 0.0) + chance * item.probability
    total = sum(chances.values())
    return tuple(views), {result: chance / total for result, chance in chances.items()}


def _followed(reached: Sequence[Reached]) -> frozenset[Contract]:
    """The one or two contracts that decide: those worth some seconds of playing out.

    Where the play of the table is the evidence, lines would add little to it.
    """
    likely = sorted((item for item in reached if item.probability >= FOLLOWED_FROM), key=lambda item: -item.probability)
    return frozenset(item.contract for item in likely[:MOST_FOLLOWED])


def _one_contract(
    case: Case,
    item: Reached,
    solver: Solver,
    with_play: bool,
    leads: Mapping[Card, float] | None,
    lines: bool,
    judged: Judged,
) -> tuple[ContractView, dict[Result, float]]:
    assert case.deal is not None
    assert case.auction is not None
    auction = Auction(case.auction.dealer, item.auctions[0][0] if item.auctions else ())
    table = context_of(case)
    played = _tricks_at_table(case, item.contract) if with_play else None
    lines = lines and (played is None or leads is not None)
    chosen = leads_judged(leads, judged, item.contract) if leads and judged.leads else leads
    as_played = judged.played_again

    def tricks_after(some: Mapping[Card, float] | None) -> TrickForecast:
        assert case.deal is not None
        return forecast(
            case.deal, auction, item.contract, solver=solver, table=table, leads=some, lines=lines,
            seed=case.seed or 0,
        )  # fmt: skip

    tricks = forecast_judged(tricks_after(leads), judged)
    chances, source = dict(tricks.chances), tricks.source
    if played is not None and leads is None:
        chances = _as_played(chances, played, as_played)
        source = f"{as_played:.0%} as played at the table ({played} tricks), the rest {source}"
    elif played is not None and leads and chosen and (made := _lead_made(case, leads)) is not None:
        chances, source = _lead_as_made(leads, chosen, made, played, as_played, tricks_after)
    chances = made_judged(chances, item.contract, judged)
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


def _as_played(chances: Mapping[int, float], played: int, share: float) -> dict[int, float]:
    """Chances of tricks when those taken at the table are evidence of what would be taken."""
    found = {number: (1 - share) * chance for number, chance in chances.items()}
    found[played] = found.get(played, 0.0) + share
    return found


def _lead_made(case: Case, leads: Mapping[Card, float]) -> Card | None:
    """The lead of the table, where it is one that might be made again."""
    made = case.lead or next(iter(case.play), None)
    return made if made is not None and leads.get(made, 0.0) > 0 else None


def _lead_as_made(
    leads: Mapping[Card, float],
    chosen: Mapping[Card, float],
    made: Card,
    played: int,
    as_played: float,
    tricks_after: Callable[[Mapping[Card, float]], TrickForecast],
) -> tuple[dict[int, float], str]:
    """The lead of the table, and play as it went, in the share of its suit; other leads are forecast.

    ``chosen``: the leads with the chances that the director judged otherwise.
    """
    share = sum(chance for card, chance in chosen.items() if card.suit is made.suit)
    total: dict[int, float] = {}
    if share > 0:
        after = _after_some(leads, chosen, made, True, tricks_after).chances
        total = {number: share * chance for number, chance in _as_played(after, played, as_played).items()}
    if share < 1:
        for number, chance in _after_some(leads, chosen, made, False, tricks_after).chances.items():
            total[number] = total.get(number, 0.0) + (1 - share) * chance
    words = (
        f"{made.suit.symbol} led ({share:.0%}): {as_played:.0%} as played at the table ({played} tricks); "
        "other leads: leads × base rates"
    )
    return total, words


def _after_some(
    leads: Mapping[Card, float],
    chosen: Mapping[Card, float],
    made: Card,
    same: bool,
    tricks_after: Callable[[Mapping[Card, float]], TrickForecast],
) -> TrickForecast:
    """Tricks after the leads of the suit led at the table, or after the others, in the proportions chosen."""
    before, now = (
        {card: chance for card, chance in some.items() if (card.suit is made.suit) is same} for some in (leads, chosen)
    )
    if sum(before.values()) <= 0:
        return tricks_after(now)
    found = tricks_after(before)
    return found if leads is chosen else with_leads(found, now)


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
    return interval_around(mean_value(outcomes, side), _redrawn(views, outcomes, side, rng, evidence))


def mean_value(outcomes: Sequence[Outcome], side: Side) -> Fraction:
    """The mean worth of the outcomes to a side, by their chances."""
    weights = [Fraction(round(o.probability * GRAIN), GRAIN) for o in outcomes]
    return sum((w * o.value(side) for w, o in zip(weights, outcomes, strict=True)), Fraction(0)) / sum(weights)


def interval_around(mean: Fraction, draws: NDArray[np.float64]) -> Interval:
    """The middle 90 % of the draws, wide enough to hold the mean."""
    low, high = (Fraction(float(q)).limit_denominator(1000) for q in np.quantile(draws, [0.05, 0.95]))
    return Interval(mean, min(low, mean), max(high, mean))


def result_of(contract: Contract, tricks: int) -> Result:
    """Contract and tricks as a result; a board that is passed out has none."""
    return Result(contract) if contract.is_passed_out else Result(contract, tricks)


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
    return values[result_of(contract, tricks)]
