"""How likely hidden hands are by what they showed in the auction and by the lead they chose."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.context import TableContext
from adjudicator.auctions.network import POINT_EDGES
from adjudicator.bridge import SUIT_HCP, SUIT_LENGTH, Auction, Play, Seat
from adjudicator.tricks.lead_context import LENGTHS, LeadContext
from adjudicator.tricks.lead_features import features
from adjudicator.tricks.lead_network import load_network
from adjudicator.tricks.scene import Floats, Masks, Prior, Scene

_LAPSE = 0.003
"""The least chance of a lead: people mislead and misread."""
_SUITS_TOGETHER = 0.75
"""The lengths of four suits add up to thirteen, so together they tell less than each by itself."""


def priors(
    play: Play, auction: Auction | None, table: TableContext | None = None
) -> Callable[[Scene], Prior | None] | None:
    """For a whole deal: hidden hands weighted by the auction and the opening lead; ``None`` without an auction."""
    if auction is None or not len(auction):
        return None
    problems = auction.problems()
    readable = auction.prefix(problems[0][0]) if problems else auction
    context = LeadContext.of(readable, play.contract, table)
    lead = play.cards[0] if play.cards else None
    return lambda scene: _prior(context, scene.history[0] if scene.history else lead)


def _prior(context: LeadContext, lead: int | None) -> Prior:
    def weigh(masks: Masks, hidden: tuple[Seat, ...]) -> Floats:
        found = np.zeros(len(masks))
        for seat in hidden:
            found += _of_calls(masks[:, seat], context, (seat - context.leader) % 4)
            if seat is context.leader and lead is not None:
                found += _of_lead(masks[:, seat], context, lead)
        weights: Floats = np.exp(found - found.max())
        return weights

    return weigh


def _of_calls(held: NDArray[np.uint16], context: LeadContext, place: int) -> Floats:
    """Log odds of a player's lengths and points after the auction, against those of any hand."""
    usual_length, usual_points = _usual()
    length = np.minimum(SUIT_LENGTH[held].astype(np.int64), LENGTHS - 1)
    of_length = np.log((context.lengths[place] + 1e-3) / (usual_length + 1e-3))
    points = np.searchsorted(np.array(POINT_EDGES), SUIT_HCP[held].sum(axis=1, dtype=np.int64), side="right")
    of_points = np.log((context.points[place] + 1e-3) / (usual_points + 1e-3))
    suits = sum(of_length[suit, length[:, suit]] for suit in range(4))
    return np.asarray(_SUITS_TOGETHER * suits + of_points[points], dtype=np.float64)


@cache
def _usual() -> tuple[Floats, Floats]:
    """Lengths 0 … 8+ of a suit, and classes of points, of a hand of which nothing is known."""
    exact = [comb(13, cards) * comb(39, 13 - cards) / comb(52, 13) for cards in range(14)]
    length = np.array([*exact[: LENGTHS - 1], sum(exact[LENGTHS - 1 :])])
    ways = np.zeros((14, 41))
    ways[0, 0] = 1
    for points, copies in ((4, 4), (3, 4), (2, 4), (1, 4), (0, 36)):
        fresh = np.zeros_like(ways)
        for taken in range(min(copies, 13) + 1):
            for cards in range(14 - taken):
                shift = points * taken
                fresh[cards + taken, shift:] += ways[cards, : 41 - shift] * comb(copies, taken)
        ways = fresh
    place = np.searchsorted(np.array(POINT_EDGES), np.arange(41), side="right")
    return length, np.asarray(np.bincount(place, ways[13]) / ways[13].sum())


def _of_lead(held: NDArray[np.uint16], context: LeadContext, lead: int) -> Floats:
    """Log likelihood of the opening lead, hand by hand."""
    leads = features(held, [context] * len(held))
    chances = load_network().chances(leads)
    found = np.zeros(len(held))
    made = leads.number == lead
    found[leads.board_of[made]] = chances[made]
    return np.asarray(np.log((1 - _LAPSE) * found + _LAPSE / 13))
