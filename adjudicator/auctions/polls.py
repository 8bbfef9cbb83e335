"""What peers said they would call: a Dirichlet update of the model's distribution.

The strength (how many polled players the model is worth) is fitted on boards that many tables bid: twelve for
openings, three for uncontested turns, four for overcalls, two for contested ones. Prior, counts and posterior
are kept; a call that the poll did not offer keeps its prior share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.classes import CLASS_NAMES
from adjudicator.bridge import AdjudicatorError, Auction, Call

Probabilities = NDArray[np.float64]

STRENGTH: Mapping[str, float] = {
    "opening": 12.0,
    "overcall": 4.0,
    "both opponents have bid": 4.0,
    "response": 3.0,
    "opener's rebid": 3.0,
    "later uncontested": 3.0,
    "first action in competition": 2.0,
    "later contested": 2.0,
}
OTHER_CLASS_WEIGHT = 0.5
"""What the answer of a player of another class counts, when the player's own class is known."""


@dataclass(frozen=True)
class Poll:
    """Answers at one turn. ``peers`` names the class of player asked; ``offered``: the calls put to them."""

    auction: Auction
    counts: Mapping[Call, float]
    peers: str = ""
    offered: frozenset[Call] | None = None

    def __post_init__(self) -> None:
        for call, count in self.counts.items():
            reason = self.auction.why_illegal(call)
            if reason is not None:
                raise AdjudicatorError(f"poll: {call} was answered, but {reason}")
            if count < 0:
                raise AdjudicatorError(f"poll: {call} cannot have {count} answers")
            if self.offered is not None and call not in self.offered:
                raise AdjudicatorError(f"poll: {call} was answered but not offered; add it to the calls offered")

    @property
    def answers(self) -> float:
        return float(sum(self.counts.values()))


@dataclass(frozen=True)
class PollUpdate:
    """Before and after, at one turn. ``strength``: players the prior is worth."""

    auction: Auction
    strength: float
    answers: float
    prior: Mapping[Call, float]
    counts: Mapping[Call, float]
    posterior: Mapping[Call, float]


def update(
    prior: Probabilities, polls: Sequence[Poll], class_number: int, peers: str = ""
) -> tuple[Probabilities, PollUpdate]:
    """Posterior distribution over the 38 calls from all polls taken at one turn.

    ``peers`` is the class of the player himself; answers of another class count half when both are named.
    """
    if not polls:
        raise AdjudicatorError("no poll was taken at this turn")
    strength = STRENGTH[CLASS_NAMES[class_number]]
    counts = np.zeros(len(prior))
    offered = np.zeros(len(prior), dtype=bool)
    for poll in polls:
        weight = OTHER_CLASS_WEIGHT if peers and poll.peers and poll.peers != peers else 1.0
        for call, count in poll.counts.items():
            counts[call] += weight * count
        offered |= True if poll.offered is None else np.isin(np.arange(len(prior)), [int(c) for c in poll.offered])
    posterior = _posterior(prior, counts, offered, strength)
    shown = np.flatnonzero((prior >= 0.001) | (counts > 0))
    before, answers, after = (_named(values, shown) for values in (prior, counts, posterior))
    return posterior, PollUpdate(polls[0].auction, strength, float(counts.sum()), before, answers, after)


def _named(values: NDArray[np.float64], shown: NDArray[np.intp]) -> dict[Call, float]:
    return {Call(call): float(values[call]) for call in shown}


def _posterior(
    prior: Probabilities, counts: NDArray[Any], offered: NDArray[np.bool_], strength: float
) -> Probabilities:
    """Dirichlet mean inside the calls offered; the others keep what they had."""
    answers = counts.sum()
    share = prior[offered].sum()
    if answers == 0 or share <= 0:
        return prior.copy()
    out = prior.copy()
    inside = strength * prior[offered] / share + counts[offered]
    out[offered] = share * inside / (strength + answers)
    return out


def interval(
    share: float, strength: float, level: float = 0.9, rng: np.random.Generator | None = None
) -> tuple[float, float]:
    """Credible interval of a call's share when the whole distribution is worth ``strength`` players.

    >>> low, high = interval(0.5, 4.0)
    >>> 0.05 < low < 0.3 and 0.7 < high < 0.95
    True
    """
    generator = np.random.default_rng(0) if rng is None else rng
    draws = generator.beta(max(strength * share, 1e-6), max(strength * (1 - share), 1e-6), size=20_000)
    low, high = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
