"""How many tricks a declarer would have taken: double dummy by lead, leads by chance, and human error.

Play comes in three kinds: `bridge.play` says what is legal, `tricks.double_dummy` what is perfect, and this
module, with `tricks.lines`, what is likely.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.context import TableContext
from adjudicator.bridge import AdjudicatorError, Auction, Card, Contract, Deal, Hand, Problem, Seat
from adjudicator.meanings import Meaning
from adjudicator.tricks.double_dummy import Solver, default_solver
from adjudicator.tricks.human_error import ERRORS, BoardValues, board_values, features, load_errors
from adjudicator.tricks.leads import LeadContext, lead_probabilities

if TYPE_CHECKING:
    from adjudicator.tricks.after_lead import LinesAfterLeads

Chances = NDArray[np.float64]
SMALLEST = 0.002


@dataclass(frozen=True)
class Lead:
    """One opening lead: its chance and the tricks declarer takes after it, double dummy."""

    card: Card
    probability: float
    double_dummy: int


@dataclass(frozen=True)
class TrickForecast:
    """Tricks for declarer in one contract: by lead double dummy, and the distribution at the table."""

    contract: Contract
    leads: tuple[Lead, ...]
    chances: Mapping[int, float]
    source: str
    lines: LinesAfterLeads | None = None
    after: Mapping[int, Mapping[int, float]] = field(default_factory=dict)
    """By the double-dummy tricks that the lead leaves: chances of the tricks taken after such a lead."""

    @property
    def mean(self) -> float:
        return sum(tricks * chance for tricks, chance in self.chances.items())

    @property
    def making(self) -> float:
        """The chance to take at least the tricks of the contract."""
        return sum(chance for tricks, chance in self.chances.items() if tricks >= self.contract.target)

    def by_tricks(self) -> dict[int, tuple[Lead, ...]]:
        """Leads gathered by the double-dummy tricks they leave, the best for declarer first."""
        levels = sorted({lead.double_dummy for lead in self.leads}, reverse=True)
        return {tricks: tuple(lead for lead in self.leads if lead.double_dummy == tricks) for tricks in levels}


def forecast(
    deal: Deal,
    auction: Auction,
    contract: Contract,
    *,
    solver: Solver | None = None,
    leads: Mapping[Card, float] | None = None,
    table: TableContext | None = None,
    told: Mapping[Seat, Meaning] | None = None,
    lines: bool = False,
    seed: int = 0,
) -> TrickForecast:
    """Tricks for declarer on this deal.

    ``auction`` is the auction as the leader understood it; ``table`` (vulnerability, systems) sharpens what it
    tells, and ``told`` says what was explained of other players' hands. ``leads`` overrules the lead model: a
    poll (votes or chances), or the lead that was made and would have been made again. ``lines`` follows the play
    after the likeliest leads, for some seconds (`tricks.after_lead`).
    """
    if contract.declarer is None or contract.leader is None:
        return TrickForecast(contract, (), {0: 1.0}, "passed out")
    engine = solver or default_solver()
    asked = (deal, auction, contract, tuple((leads or {}).items()), table, lines, seed if lines else 0)
    if told or engine is not default_solver():
        return _forecast(deal, auction, contract, engine, leads, table, told, lines, seed)
    if asked not in _RECENT:
        _RECENT[asked] = _forecast(deal, auction, contract, engine, leads, table, told, lines, seed)
        while len(_RECENT) > _REMEMBERED:
            _RECENT.popitem(last=False)
    return _RECENT[asked]


_RECENT: OrderedDict[object, TrickForecast] = OrderedDict()
_REMEMBERED = 512
"""Forecasts are kept for so many questions: a ruling asks the same again for every judgement that might change."""


def _forecast(
    deal: Deal,
    auction: Auction,
    contract: Contract,
    solver: Solver,
    leads: Mapping[Card, float] | None,
    table: TableContext | None,
    told: Mapping[Seat, Meaning] | None,
    lines: bool,
    seed: int,
) -> TrickForecast:
    assert contract.declarer is not None
    assert contract.leader is not None
    values = board_values(deal, contract.denomination, contract.declarer, solver)
    chances = _shares(leads) if leads else lead_chances(deal[contract.leader], auction, contract, table, told)
    listed = tuple(
        sorted(
            (Lead(card, chances.get(card, 0.0), tricks) for card, tricks in values.by_lead.items()),
            key=lambda lead: (-lead.probability, lead.card),
        )
    )
    parts = after_leads(deal, contract, values, chances)
    taken = _mixed(parts)
    if not lines:
        after = {value: _kept(part / part.sum()) for value, part in parts.items()}
        return TrickForecast(contract, listed, _kept(taken), "leads × base rates", None, after)
    from adjudicator.tricks.after_lead import lines_after_leads

    played = lines_after_leads(deal, auction, contract, chances, solver=solver, table=table, seed=seed)
    source = f"leads × base rates, {played.followed:.0%} of leads also played out in lines"
    after = {}
    for value, part in parts.items():
        joined = played.of({card for card, left in values.by_lead.items() if left == value}).joined(part)
        after[value] = _kept(joined / joined.sum())
    return TrickForecast(contract, listed, _kept(played.joined(taken)), source, played, after)


def lead_chances(
    hand: Hand,
    auction: Auction,
    contract: Contract,
    table: TableContext | None = None,
    told: Mapping[Seat, Meaning] | None = None,
) -> dict[Card, float]:
    """The chance of each opening lead from this hand; an auction that broke off or broke the law is read as far
    as it goes."""
    context = LeadContext.of(_readable(auction), contract, table)
    others = {seat: meaning for seat, meaning in (told or {}).items() if seat is not contract.leader}
    return lead_probabilities(hand, context.as_told(hand, others) if others else context)


def _shares(votes: Mapping[Card, float]) -> dict[Card, float]:
    """Votes or chances of leads as chances that sum to 1."""
    total = sum(votes.values())
    if not 0 < total < float("inf") or min(votes.values()) < 0:
        raise AdjudicatorError(Problem("the leads have no chances", "give each lead votes or a chance", field="leads"))
    return {card: vote / total for card, vote in votes.items()}


def _readable(auction: Auction) -> Auction:
    problems = auction.problems()
    return auction.prefix(problems[0][0]) if problems else auction


def _kept(exact: Chances) -> dict[int, float]:
    """Without the chances below `SMALLEST`."""
    kept = {tricks: float(chance) for tricks, chance in enumerate(exact) if chance >= SMALLEST}
    total = sum(kept.values())
    return {tricks: chance / total for tricks, chance in kept.items()}


def distribution(deal: Deal, contract: Contract, values: BoardValues, leads: Mapping[Card, float]) -> Chances:
    """Chances of 0 … 13 tricks, float64 (14,): over the leads, the value after each spread by the measured errors."""
    return _mixed(after_leads(deal, contract, values, leads))


def after_leads(deal: Deal, contract: Contract, values: BoardValues, leads: Mapping[Card, float]) -> dict[int, Chances]:
    """By the double-dummy value of the lead: chances of such a lead and of 0 … 13 tricks after it, float64 (14,)."""
    unknown = [card for card in leads if card not in values.by_lead]
    if unknown:
        raise AdjudicatorError(f"the lead {unknown[0]} is not in the hand of {contract.leader}")
    by_value: dict[int, float] = {}
    for card, chance in leads.items():
        by_value[values.by_lead[card]] = by_value.get(values.by_lead[card], 0.0) + chance
    reached = [value for value, chance in by_value.items() if chance > 0]
    rows = features(deal, contract, values, leads, reached)
    shares = load_errors().shares(rows, np.array(reached))
    found: dict[int, Chances] = {}
    for value, row in zip(reached, shares, strict=True):
        part = found.setdefault(value, np.zeros(14))
        for error, share in zip(ERRORS, row, strict=True):
            if share > 0:
                part[value + error] += by_value[value] * share
    return found


def _mixed(parts: Mapping[int, Chances]) -> Chances:
    total = np.zeros(14)
    for part in parts.values():
        total += part
    mixed: Chances = total / total.sum()
    return mixed
