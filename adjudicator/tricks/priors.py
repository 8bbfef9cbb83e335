"""How likely hidden hands are by the calls they made and the lead they chose."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.context import TableContext
from adjudicator.bridge import Auction, Contract, Play, Seat, Vulnerability
from adjudicator.tricks.lead_context import LeadContext
from adjudicator.tricks.lead_features import features
from adjudicator.tricks.lead_network import load_network
from adjudicator.tricks.scene import Floats, Masks, Prior, Scene

_LAPSE = 0.003
"""The least chance of any call or lead: people misbid, mislead and psyche."""


def priors(
    play: Play, auction: Auction | None, table: TableContext | None = None
) -> Callable[[Scene], Prior | None] | None:
    """For a whole deal: hidden hands weighted by their calls and by the opening lead; ``None`` without an auction."""
    if auction is None:
        return None
    known = table or TableContext(auction.dealer, Vulnerability.NONE)
    lead = play.cards[0] if play.cards else None
    return lambda scene: _prior(auction, known, play.contract, scene.history[0] if scene.history else lead)


def _prior(auction: Auction, table: TableContext, contract: Contract, lead: int | None) -> Prior:
    context = LeadContext.of(auction, contract, table)

    def weigh(masks: Masks, hidden: tuple[Seat, ...]) -> Floats:
        found = np.zeros(len(masks))
        for seat in hidden:
            found += _of_calls(masks[:, seat], seat, auction, table)
            if seat is contract.leader and lead is not None:
                found += _of_lead(masks[:, seat], context, lead)
        weights: Floats = np.exp(found - found.max())
        return weights

    return weigh


def _of_calls(held: NDArray[np.uint16], seat: Seat, auction: Auction, table: TableContext) -> Floats:
    """Log likelihood of a player's calls, hand by hand."""
    from adjudicator.auctions.model import load_model

    model = load_model()
    hands = model.hold(held)
    total = np.zeros(len(held))
    rows = np.zeros(len(held), dtype=np.intp)
    for index, call in enumerate(auction.calls):
        if auction.seat_of(index) is seat:
            chances = model.distribution(model.position(auction.prefix(index), table).take(rows), hands)
            total += np.log((1 - _LAPSE) * chances[:, int(call)] + _LAPSE / 10)
    return total


def _of_lead(held: NDArray[np.uint16], context: LeadContext, lead: int) -> Floats:
    """Log likelihood of the opening lead, hand by hand."""
    leads = features(held, [context] * len(held))
    chances = load_network().chances(leads)
    found = np.zeros(len(held))
    made = leads.number == lead
    found[leads.board_of[made]] = chances[made]
    return np.asarray(np.log((1 - _LAPSE) * found + _LAPSE / 13))
