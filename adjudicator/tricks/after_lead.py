"""Lines after the opening lead, joined to what base rates say."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.context import TableContext
from adjudicator.bridge import Auction, Card, Contract, Deal, Play
from adjudicator.tricks.double_dummy import Solver
from adjudicator.tricks.leads import merged
from adjudicator.tricks.lines import BUDGET, Lines, play_on
from adjudicator.tricks.priors import priors
from adjudicator.tricks.scene import Scene

FOLLOWED = 2
"""So many leads (equals merged), the likeliest, are played out."""
LEAST = 0.15
"""Leads less likely than this are not."""
WEIGHT = 0.35
"""Share of the lines in the joined forecast; measured on real boards (docs/leads-and-lines.md)."""


@dataclass(frozen=True)
class LinesAfterLeads:
    """Lines by lead (equals merged), with the chance of the lead and declarer's double-dummy tricks after it."""

    leads: tuple[tuple[tuple[Card, ...], float, Lines], ...]

    @property
    def followed(self) -> float:
        """Share of all leads that were played out."""
        return sum(chance for _, chance, _ in self.leads)

    def of(self, cards: Collection[Card]) -> LinesAfterLeads:
        """The lines after these leads only."""
        return LinesAfterLeads(tuple(entry for entry in self.leads if entry[0][0] in cards))

    def joined(self, base: NDArray[np.float64], weight: float = WEIGHT) -> NDArray[np.float64]:
        """Base rates (chances of 0 … 13 tricks), of which the leads followed give a share ``weight`` to their lines."""
        played = np.zeros(14)
        for _, chance, lines in self.leads:
            for tricks, share in lines.chances.items():
                played[tricks] += chance * share
        found: NDArray[np.float64] = (1 - weight * self.followed) * base + weight * played
        return found


def lines_after_leads(
    deal: Deal,
    auction: Auction,
    contract: Contract,
    leads: Mapping[Card, float],
    *,
    solver: Solver | None = None,
    table: TableContext | None = None,
    seed: int = 0,
    budget: float = BUDGET,
) -> LinesAfterLeads:
    """Play out the likeliest leads; the budget is shared by their chances."""
    chosen = [(cards, chance) for cards, chance in merged(leads).items() if chance >= LEAST][:FOLLOWED]
    total = sum(chance for _, chance in chosen)
    found = []
    for cards, chance in chosen:
        play = Play(deal, contract, (max(cards, key=lambda card: leads[card]),))
        known = priors(play, auction if len(auction) else None, table)
        lines = play_on(Scene.of_play(play), solver=solver, prior=known, seed=seed, budget=budget * chance / total)
        found.append((cards, chance, lines))
    return LinesAfterLeads(tuple(found))
