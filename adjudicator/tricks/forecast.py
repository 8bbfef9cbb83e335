"""How many tricks a declarer would have taken: double dummy by lead, leads by chance, and human error.

Three rooms speak of play: ``bridge.play`` what is legal, ``tricks.double_dummy`` what is perfect, and this
one what is likely.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.bridge import Auction, Card, Contract, Deal
from adjudicator.tricks.base_rates import error_shares
from adjudicator.tricks.double_dummy import Solver, default_solver
from adjudicator.tricks.leads import LeadContext, lead_probabilities

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
        return {
            tricks: tuple(lead for lead in self.leads if lead.double_dummy == tricks) for tricks in levels
        }


def forecast(
    deal: Deal,
    auction: Auction,
    contract: Contract,
    *,
    solver: Solver | None = None,
    leads: Mapping[Card, float] | None = None,
) -> TrickForecast:
    """Tricks for declarer on this deal.

    ``auction`` is the auction as the leader understood it; ``leads`` overrules the lead model (a poll, or the
    lead that was made and would have been made again).
    """
    if contract.declarer is None or contract.leader is None:
        return TrickForecast(contract, (), {0: 1.0}, "passed out")
    after = (solver or default_solver()).tricks_by_lead(deal, contract.denomination, contract.declarer)
    chances = leads or lead_probabilities(deal[contract.leader], LeadContext.of(auction, contract))
    listed = tuple(
        sorted(
            (Lead(card, chances.get(card, 0.0), tricks) for card, tricks in after.items()),
            key=lambda lead: (-lead.probability, lead.card),
        )
    )
    return TrickForecast(contract, listed, _blurred(contract, listed), "leads × double dummy × base rates")


def _blurred(contract: Contract, leads: tuple[Lead, ...]) -> dict[int, float]:
    """Double-dummy tricks after each lead, spread by the measured errors of the play that follows."""
    chances: dict[int, float] = {}
    by_value: dict[int, float] = {}
    for lead in leads:
        by_value[lead.double_dummy] = by_value.get(lead.double_dummy, 0.0) + lead.probability
    for value, weight in by_value.items():
        for error, share in error_shares(contract, value, after_lead=True).items():
            tricks = min(13, max(0, value + error))
            chances[tricks] = chances.get(tricks, 0.0) + weight * share
    kept = {tricks: chance for tricks, chance in sorted(chances.items()) if chance >= SMALLEST}
    total = sum(kept.values())
    return {tricks: chance / total for tricks, chance in kept.items()}
