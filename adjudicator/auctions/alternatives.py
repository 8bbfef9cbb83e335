"""Logical alternatives (Law 16B): what peers would call, and what they would seriously consider.

Two shares are estimated for each call. *Chosen*: the share of peers who would make it. *Considered*: the share
of peers who would make it at least once in five, each peer having his own habits around the common ones. The
spread of habits is the poll strength of :mod:`adjudicator.auctions.polls`: measured on boards that many tables bid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from adjudicator.auctions.classes import CLASS_NAMES, decision_classes
from adjudicator.auctions.context import TableContext
from adjudicator.auctions.enumeration import Information, LogFactors
from adjudicator.auctions.judgement import Evaluator, Judgement
from adjudicator.auctions.model import CallModel, Probabilities
from adjudicator.auctions.polls import STRENGTH, Poll, PollUpdate, update
from adjudicator.bridge import AdjudicatorError, Auction, Call, Deal, Hand

SERIOUS = 0.2
"""A peer seriously considers a call that he would make at least this often."""
_DRAWS = 4000


@dataclass(frozen=True)
class Threshold:
    """When a call is a logical alternative: share considering, share choosing, and whose rule that is.

    ``overwhelming``: no alternative exists when more than this share would make one and the same call.
    """

    considered: float
    chosen: float
    source: str
    overwhelming: float = 1.0


THRESHOLDS: dict[str, Threshold] = {
    "2017": Threshold(0.20, 0.01, "2017/16B1b: a significant proportion would consider it, some might select it"),
    "2007": Threshold(0.20, 0.01, "2007/16B1b: a significant proportion would consider it, some might select it"),
    "1997": Threshold(0.25, 0.0, "1997/16A: practice, about one in four would consider it"),
    "1987": Threshold(0.25, 0.0, "1987/16A: practice, about one in four would consider it"),
    "ACBL 1997": Threshold(0.25, 0.0, "ACBL practice under 1997: some number would seriously consider it"),
    "EBU 1997": Threshold(0.30, 0.0, "EBU practice under 1997: the seventy per cent rule", 0.70),
}


def threshold_for(edition: str, authority: str = "") -> Threshold:
    """The threshold of an authority under an edition, or of the edition alone.

    >>> threshold_for("1997", "EBU").overwhelming, threshold_for("2017", "EBU").considered
    (0.7, 0.2)
    """
    found = THRESHOLDS.get(f"{authority} {edition}".strip()) or THRESHOLDS.get(edition)
    if found is None:
        raise AdjudicatorError(f"no threshold for edition '{edition}'; write one of 1987, 1997, 2007, 2017")
    return found


@dataclass(frozen=True)
class Alternative:
    """One call at a decision. Intervals hold 90 % of the estimate."""

    call: Call
    chosen: float
    chosen_interval: tuple[float, float]
    considered: float
    considered_interval: tuple[float, float]
    logical: bool
    votes: float


@dataclass(frozen=True)
class AlternativesReport:
    """All calls with some support, likeliest first; what decided; the poll and the simulation, where there were."""

    auction: Auction
    threshold: Threshold
    strength: float
    calls: tuple[Alternative, ...]
    poll: PollUpdate | None
    judgement: Judgement | None = None

    @property
    def logical(self) -> tuple[Call, ...]:
        return tuple(item.call for item in self.calls if item.logical)


def logical_alternatives(
    model: CallModel,
    held: Deal | Hand,
    auction: Auction,
    context: TableContext,
    *,
    threshold: Threshold | None = None,
    polls: Sequence[Poll] = (),
    peers: str = "",
    factors: LogFactors | None = None,
    evaluator: Evaluator | None = None,
    rng: np.random.Generator | None = None,
) -> AlternativesReport:
    """Each call's share, considered and chosen, against the threshold (2017 when none is given).

    ``held``: the deal, or the hand of the player to call. ``factors``: stated agreements, as log factors.
    ``evaluator``: weighs the decision by simulation too, where that has proved to foretell calls better.
    """
    seat = auction.turn
    if seat is None:
        raise AdjudicatorError("the auction is over: there is nothing to decide")
    hand = held[seat] if isinstance(held, Deal) else held
    share = model.hand_probabilities(hand, auction, context)
    if factors is not None:
        share = share * np.exp(factors(auction, seat, hand))
        share /= share.sum()
    judgement = None
    if evaluator is not None:
        judgement = evaluator(model, hand, auction, context, share, information=Information(factors=factors))
        share = judgement.shares
    kind = int(decision_classes(model.position(auction, context).states)[0])
    strength, told = STRENGTH[CLASS_NAMES[kind]], None
    here = [poll for poll in polls if poll.auction == auction]
    evidence = strength
    if here:
        share, told = update(share, here, kind, peers)
        evidence += told.answers
    rule = threshold or THRESHOLDS["2017"]
    judged = _judge(share, strength, evidence, rule, told, rng or np.random.default_rng(0))
    return AlternativesReport(auction, rule, strength, judged, told, judgement)


def _judge(
    share: Probabilities,
    strength: float,
    evidence: float,
    rule: Threshold,
    told: PollUpdate | None,
    rng: np.random.Generator,
) -> tuple[Alternative, ...]:
    calls = [int(call) for call in np.argsort(-share) if share[call] >= 0.002]
    common = rng.dirichlet(np.maximum(evidence * share[calls], 1e-3), size=_DRAWS)
    clear = share.max() > rule.overwhelming
    found = []
    for column, call in enumerate(calls):
        means = common[:, column]
        considered = considered_share(float(share[call]), strength, rng)
        spread = [considered_share(mean, strength, rng, 200) for mean in np.quantile(means, [0.05, 0.95])]
        enough = considered >= rule.considered and share[call] > rule.chosen
        logical = bool(share[call] == share.max() or (enough and not clear))
        votes = 0.0 if told is None else float(told.counts.get(Call(call), 0.0))
        low, high = np.quantile(means, [0.05, 0.95])
        found.append(
            Alternative(
                Call(call), float(share[call]), (float(low), float(high)), considered, (spread[0], spread[1]),
                logical, votes,
            )
        )  # fmt: skip
    return tuple(found)


def considered_share(share: float, strength: float, rng: np.random.Generator, draws: int = _DRAWS) -> float:
    """The share of peers whose own chance of the call is at least :data:`SERIOUS`.

    >>> considered_share(0.5, 3.0, np.random.default_rng(0)) > 0.7
    True
    """
    own = rng.beta(max(strength * share, 1e-3), max(strength * (1 - share), 1e-3), size=draws)
    return float((own >= SERIOUS).mean())
