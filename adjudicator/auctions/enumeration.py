"""Plausible auctions from any turn, by probability: best first, the long tail by sampling, merged by contract.

Half of all real auctions occur once only, so single auctions are never likely; contracts can be. The tree is
expanded where most of the mass is, until ``mass`` of it has ended in a contract or the budget is spent; what
is still open then is played out at random, with a seed, and counted in as sampled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions import features
from adjudicator.auctions.classes import decision_classes
from adjudicator.auctions.context import TableContext
from adjudicator.auctions.forest import ContractOutcome, Forest, Leaf, merge
from adjudicator.auctions.legal import LegalFilter, Removal, Turn
from adjudicator.auctions.model import CallModel, HeldHands, Positions, Probabilities, soften
from adjudicator.auctions.polls import Poll, PollUpdate, update
from adjudicator.bridge import AdjudicatorError, Auction, Call, Deal, Hand, Seat, hand_masks

__all__ = ["ContractOutcome", "Forest", "Information", "enumerate_auctions"]

Calls = tuple[int, ...]
_WAVE = 192
_FLOOR = 1e-9
"""A branch below this probability is counted as unexplored."""

_AGREED_FLOOR = 0.002
"""Agreements are asked at turns with at least this chance: below it they move no contract by more than the sampling."""

_NOTED = 0.0005
"""Calls taken away are shown where they would have had such a share."""

LogFactors = Callable[[Auction, Seat, Hand], NDArray[np.float64]]
"""Natural logarithms added to the 38 log probabilities of a player's call: a changed agreement, for instance."""


@dataclass(frozen=True)
class Information:
    """What players know where it differs from the table: the worlds of a ruling.

    ``views``: the table as one seat sees it (other system tags after misinformation, other alerts, other
    opponents' agreements). ``factors``: log factors from agreements (see :mod:`adjudicator.auctions.agreements`).
    ``peers``: class of each player, for polls. ``judged``: the 38 shares at single turns where something better
    than the model alone is known (a simulation); law and polls still follow.
    """

    views: Mapping[Seat, TableContext] = field(default_factory=dict)
    factors: LogFactors | None = None
    peers: Mapping[Seat, str] = field(default_factory=dict)
    judged: Mapping[Auction, Probabilities] = field(default_factory=dict)


def enumerate_auctions(
    model: CallModel,
    deal: Deal,
    start: Auction,
    context: TableContext,
    *,
    legal: LegalFilter | None = None,
    polls: Sequence[Poll] = (),
    information: Information | None = None,
    mass: float = 0.99,
    budget: int = 4000,
    samples: int = 600,
    rng: np.random.Generator | None = None,
) -> Forest:
    """The auctions that might follow ``start``, given the four hands.

    ``budget``: turns looked at, best first; ``samples``: auctions played out for what is left. The same seed
    gives the same forest.
    """
    if start.is_over:
        raise AdjudicatorError("the auction is over already; nothing can follow")
    search = _Search(model, deal, start, context, legal, tuple(polls), information or Information())
    search.expand(mass, budget)
    search.sample(mass, samples, np.random.default_rng(0) if rng is None else rng)
    return search.forest()


class _Search:
    """One enumeration. Expanded nodes keep their public states, so that children cost one network pass."""

    def __init__(
        self,
        model: CallModel,
        deal: Deal,
        start: Auction,
        context: TableContext,
        legal: LegalFilter | None,
        polls: tuple[Poll, ...],
        information: Information,
    ) -> None:
        self.model, self.deal, self.start_auction = model, deal, start
        self.legal, self.information = legal, information
        self.polls: dict[Calls, list[Poll]] = {}
        for poll in polls:
            self.polls.setdefault(tuple(map(int, poll.auction.calls)), []).append(poll)
        seats = [context.dealer.after(player) for player in range(4)]
        views = [information.views.get(seat, context) for seat in seats]
        self.tracks = list(dict.fromkeys(views))
        self.track_of = np.array([self.tracks.index(view) for view in views])
        self.hands = model.hold(hand_masks([deal[seat] for seat in seats]))
        self.removed: dict[tuple[Auction, Call], Removal] = {}
        self.updates: list[PollUpdate] = []
        self.leaves: list[Leaf] = []
        self.lost = 0.0
        self.looked = self.sampled = 0
        root = [model.position(start, view) for view in self.tracks]
        self.waves: list[list[Positions]] = []
        self.paths: list[list[Calls]] = []
        self.open_parent = np.zeros((0, 2), dtype=np.int64)
        self.open_call = np.zeros(0, dtype=np.int64)
        self.open_chance = np.zeros(0)
        self._branch(root, [tuple(map(int, start.calls))], np.ones(1))

    # --- best first --------------------------------------------------------------------------------

    def expand(self, mass: float, budget: int) -> None:
        """Look at the most probable open turns until enough mass has ended or the budget is spent."""
        ended = sum(leaf.chance for leaf in self.leaves)
        while len(self.open_call) and ended < mass and self.looked < budget:
            size = min(_WAVE, len(self.open_call), budget - self.looked)
            best = np.argpartition(-self.open_chance, size - 1)[:size]
            chosen = self.open_parent[best], self.open_call[best], self.open_chance[best]
            rest = np.ones(len(self.open_call), dtype=bool)
            rest[best] = False
            self.open_parent, self.open_call = self.open_parent[rest], self.open_call[rest]
            self.open_chance = self.open_chance[rest]
            before = len(self.leaves)
            positions, paths = self._children(chosen[0], chosen[1])
            self._branch(positions, paths, chosen[2])
            ended += sum(leaf.chance for leaf in self.leaves[before:])

    def _children(self, parent: NDArray[np.int64], calls: NDArray[np.int64]) -> tuple[list[Positions], list[Calls]]:
        """The positions after one call from expanded nodes (wave, row)."""
        order = np.argsort(parent[:, 0], kind="stable")
        back = np.empty_like(order)
        back[order] = np.arange(len(order))
        waves, starts = np.unique(parent[order, 0], return_index=True)
        parts = np.split(parent[order, 1], starts[1:])
        positions = []
        for track in range(len(self.tracks)):
            gathered = [self.waves[wave][track].take(rows) for wave, rows in zip(waves, parts, strict=True)]
            positions.append(self.model.after(_join(gathered).take(back), calls))
        paths = [(*self.paths[w][r], int(call)) for (w, r), call in zip(parent, calls, strict=True)]
        return positions, paths

    def _branch(self, positions: list[Positions], paths: list[Calls], chance: Probabilities) -> None:
        """Give every node of a wave its calls: ended auctions become leaves, the others open turns."""
        self.looked += len(paths)
        share = self.distribution(positions, paths, chance) * chance[:, None]
        self.waves.append([_slim(part) for part in positions])
        self.paths.append(paths)
        ending = _ends_with_pass(positions[0].states)
        for row in np.flatnonzero(ending & (share[:, 0] > 0)):
            self.leaves.append(Leaf((*paths[row], 0), float(share[row, 0]), False))
            share[row, 0] = 0
        self.lost += float(share[share < _FLOOR].sum())
        rows, calls = np.nonzero(share >= _FLOOR)
        parent = np.stack([np.full(len(rows), len(self.waves) - 1), rows], axis=1)
        self.open_parent = np.concatenate([self.open_parent, parent])
        self.open_call = np.concatenate([self.open_call, calls])
        self.open_chance = np.concatenate([self.open_chance, share[rows, calls]])

    # --- the tail ----------------------------------------------------------------------------------

    def sample(self, mass: float, samples: int, rng: np.random.Generator) -> None:
        """Play the open turns out at random, in proportion to their mass."""
        left = float(self.open_chance.sum())
        if not samples or left + self.lost <= 1 - mass or not left:
            return
        grid = (rng.random() + np.arange(samples)) / samples * left
        cumulative = np.cumsum(self.open_chance)
        picks = np.minimum(np.searchsorted(cumulative, grid), len(cumulative) - 1)
        nodes, which = np.unique(picks, return_inverse=True)
        positions, paths = self._children(self.open_parent[nodes], self.open_call[nodes])
        while len(which):  # one row for each path, however many samples are on it
            chances = np.cumsum(self.distribution(positions, paths), axis=1)[which]
            drawn = (rng.random(len(which))[:, None] * chances[:, -1:] > chances).sum(1)
            self.looked += len(paths)
            ended = _ends_with_pass(positions[0].states)[which] & (drawn == 0)
            self.leaves += [Leaf((*paths[row], 0), left / samples, True) for row in which[ended]]
            steps, which = np.unique(which[~ended] * features.CALLS + drawn[~ended], return_inverse=True)
            rows, calls = steps // features.CALLS, steps % features.CALLS
            paths = [(*paths[row], int(call)) for row, call in zip(rows, calls, strict=True)]
            positions = [self.model.after(part.take(rows), calls) for part in positions] if paths else []
        self.sampled = samples
        self.open_chance = self.open_chance[:0]

    # --- one turn ----------------------------------------------------------------------------------

    def distribution(
        self, positions: list[Positions], paths: list[Calls], chance: Probabilities | None = None
    ) -> Probabilities:
        """P(call) for a batch of turns: model, agreements, polls, then the law.

        Agreements are asked where the turn itself has a ``chance`` worth the time, never in the sampled tail.
        """
        player = positions[0].player
        chances = np.zeros((len(paths), features.CALLS))
        for track, part in enumerate(positions):
            rows = np.flatnonzero(self.track_of[player] == track)
            if len(rows):
                hands: HeldHands = self.hands.take(player[rows])
                chances[rows] = soften(self.model.distribution(part.take(rows), hands), self.tracks[track])
        known = self.information
        if known.factors is not None or known.judged or self.polls or self.legal is not None:
            for row, path in enumerate(paths):
                worth = chance is not None and bool(chance[row] >= _AGREED_FLOOR)
                chances[row] = self._evidence(chances[row], path, positions[0].states[row : row + 1], worth)
        return chances

    def _evidence(self, chances: Probabilities, path: Calls, state: features.States, worth: bool) -> Probabilities:
        auction = Auction(self.start_auction.dealer, tuple(map(Call, path)))
        seat = auction.seat_of(len(path))
        if auction in self.information.judged:
            chances = self.information.judged[auction]
        elif self.information.factors is not None and worth:
            chances = chances * np.exp(self.information.factors(auction, seat, self.deal[seat]))
            chances /= chances.sum()
        if path in self.polls:
            peers = self.information.peers.get(seat, "")
            chances, told = update(chances, self.polls[path], int(decision_classes(state)[0]), peers)
            if told not in self.updates:
                self.updates.append(told)
        if self.legal is not None:
            chances = self._lawful(chances, auction, seat, state)
        return chances

    def _lawful(self, chances: Probabilities, auction: Auction, seat: Seat, state: features.States) -> Probabilities:
        assert self.legal is not None
        barred = self.legal.barred(auction, seat, Turn(chances, state))
        if not barred:
            return chances
        kept = chances.copy()
        for call, reason in barred.items():
            if chances[call] >= _NOTED:
                self.removed.setdefault((auction, call), Removal(auction, seat, call, reason, float(chances[call])))
            kept[call] = 0.0
        if kept.sum() <= 0:
            left = [int(call) for call in auction.legal_calls() if call not in barred]
            kept[left or [0]] = 1.0
        kept /= kept.sum()
        return kept

    def forest(self) -> Forest:
        left = self.lost + float(self.open_chance.sum())
        return Forest(
            start=self.start_auction,
            contracts=merge(self.start_auction.dealer, self.leaves, len(self.start_auction)),
            unexplored=left,
            looked=self.looked,
            samples=self.sampled,
            removed=tuple(self.removed.values()),
            polls=tuple(self.updates),
        )


def _ends_with_pass(states: features.States) -> NDArray[np.bool_]:
    opened = states[:, features.LAST_BID] > 0
    return (opened & (states[:, features.PASSES] >= 2)) | (~opened & (states[:, features.TURN] >= 3))


def _slim(positions: Positions) -> Positions:
    """Without the parts that only the node itself needs."""
    return Positions(positions.states, positions.hidden)


def _join(parts: list[Positions]) -> Positions:
    if len(parts) == 1:
        return parts[0]
    hidden = tuple(np.concatenate(arrays) for arrays in zip(*(part.hidden for part in parts), strict=True))
    return Positions(np.concatenate([part.states for part in parts]), hidden)
