"""Why these probabilities: what each player has shown, how the hand fits what each call would show, what moves it.

Everything is asked of the model itself: the shown hands come from its side outputs, the influence of the table
from answering the same question with one fact changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.classes import CLASS_NAMES, decision_classes
from adjudicator.auctions.context import UNKNOWN_SYSTEM, TableContext
from adjudicator.auctions.model import CallModel
from adjudicator.auctions.network import LENGTH_BINS, POINT_BINS
from adjudicator.bridge import AdjudicatorError, Auction, Call, Deal, Hand, Seat, Vulnerability

MeaningText = Callable[[Auction, Call], str]


@dataclass(frozen=True)
class Shown:
    """Expected points and suit lengths (C, D, H, S) of a player, with their standard deviations."""

    points: float
    points_spread: float
    lengths: tuple[float, float, float, float]
    lengths_spread: tuple[float, float, float, float]


@dataclass(frozen=True)
class CandidateReason:
    """One candidate call. ``distance``: how far the hand is from what the call would show, in spreads."""

    call: Call
    probability: float
    would_show: Shown
    distance: float
    misfit: str
    meaning: str


@dataclass(frozen=True)
class Explanation:
    """One decision explained."""

    seat: Seat
    kind: str
    hand: Hand
    shown: dict[Seat, Shown]
    candidates: tuple[CandidateReason, ...]
    influences: tuple[tuple[str, Call, float], ...]

    def lines(self) -> list[str]:
        """For people: one line per candidate and per influence."""
        out = [f"{self.seat} to call ({self.kind}) with {self.hand.text}, {self.hand.hcp} points"]
        for item in self.candidates:
            agreed = f"; {item.meaning}" if item.meaning else ""
            out.append(f"{item.probability:6.1%} {item.call}: {item.misfit}{agreed}")
        out += [f"{what}: {call} {change:+.1%}" for what, call, change in self.influences]
        return out


def explain(
    model: CallModel,
    deal: Deal | Hand,
    auction: Auction,
    context: TableContext,
    *,
    most: int = 5,
    meaning: MeaningText | None = None,
) -> Explanation:
    """Explain the decision of the player to call. ``meaning`` words an agreement, where a system is known."""
    seat = auction.turn
    if seat is None:
        raise AdjudicatorError("the auction is over: nobody is to call")
    hand = deal[seat] if isinstance(deal, Deal) else deal
    chances = model.hand_probabilities(hand, auction, context)
    best = [Call(int(call)) for call in np.argsort(-chances)[:most] if chances[call] >= 0.01]
    kind = CLASS_NAMES[int(decision_classes(model.position(auction, context).states)[0])]
    candidates = tuple(
        _candidate(model, hand, auction.add(call), context, float(chances[call]), seat)
        if meaning is None
        else replace(
            _candidate(model, hand, auction.add(call), context, float(chances[call]), seat),
            meaning=meaning(auction, call),
        )
        for call in best
    )
    influences = _influences(model, hand, auction, context, chances, best)
    return Explanation(seat, kind, hand, shown_by(model, auction, context), candidates, influences)


def shown_by(model: CallModel, auction: Auction, context: TableContext) -> dict[Seat, Shown]:
    """What the calls so far have shown of each player."""
    lengths, points = model.shown(auction, context)
    return {seat: _shown(lengths[seat], points[seat]) for seat in Seat}


def _shown(lengths: NDArray[np.float32], points: NDArray[np.float32]) -> Shown:
    bins, worth = np.arange(LENGTH_BINS), np.array(POINT_BINS)
    mean = lengths @ bins
    spread = np.sqrt(np.maximum(lengths @ bins**2 - mean**2, 0))
    point = float(points @ worth)
    point_spread = float(np.sqrt(max(points @ worth**2 - point**2, 0)))
    a, b, c, d = (float(value) for value in mean)
    e, f, g, h = (float(value) for value in spread)
    return Shown(point, point_spread, (a, b, c, d), (e, f, g, h))


def _candidate(
    model: CallModel, hand: Hand, after: Auction, context: TableContext, chance: float, seat: Seat
) -> CandidateReason:
    shown = shown_by(model, after, context)[seat]
    gaps = [("points", (hand.hcp - shown.points) / max(shown.points_spread, 0.7))]
    for suit, name in enumerate(("clubs", "diamonds", "hearts", "spades")):
        gap = (hand.lengths[suit] - shown.lengths[suit]) / max(shown.lengths_spread[suit], 0.5)
        gaps.append((name, gap))
    worst = max(gaps, key=lambda item: abs(item[1]))
    promise = f"would show {shown.points:.0f} points, lengths {'-'.join(f'{x:.1f}' for x in reversed(shown.lengths))}"
    word = "fits" if abs(worst[1]) < 1.2 else f"{'more' if worst[1] > 0 else 'fewer'} {worst[0]} than usual"
    distance = float(np.sqrt(np.mean([gap**2 for _, gap in gaps])))
    return CandidateReason(after.calls[-1], chance, shown, distance, f"{promise} (S-H-D-C); {word}", "")


def _influences(
    model: CallModel,
    hand: Hand,
    auction: Auction,
    context: TableContext,
    chances: NDArray[np.float64],
    calls: list[Call],
) -> tuple[tuple[str, Call, float], ...]:
    """What the facts about the table do: the probability with the fact minus the probability with it changed."""
    changed = {
        "the systems of both pairs": replace(context, systems=(UNKNOWN_SYSTEM, UNKNOWN_SYSTEM)),
        "the vulnerability": replace(context, vulnerability=_opposite(context.vulnerability)),
        "the form of scoring": replace(context, scoring="MP" if context.scoring != "MP" else "IMP"),
        "the alerts": replace(context, alerts=frozenset()),
    }
    found = []
    for what, other in changed.items():
        if other == context:
            continue
        without = model.hand_probabilities(hand, auction, other)
        for call in calls:
            change = float(chances[call] - without[call])
            if abs(change) >= 0.02:
                found.append((what, call, change))
    return tuple(sorted(found, key=lambda item: -abs(item[2])))


def _opposite(vulnerability: Vulnerability) -> Vulnerability:
    return Vulnerability(3 - vulnerability.value)
