"""Auctions finished by the call model on many layouts at once: what follows each of a few beginnings.

Every player calls on his own hand and the auction alone, sampled by his chances, never argmaxed. The noise that
decides belongs to the layout, the turn and the call, and is the same for all beginnings (common random numbers,
by the Gumbel rule): what differs between two beginnings is what they changed. Auctions with the same calls share
one public state, however many layouts run through it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions import features
from adjudicator.auctions.context import TableContext
from adjudicator.auctions.enumeration import Information, LogFactors
from adjudicator.auctions.legal import LegalFilter
from adjudicator.auctions.model import CallModel, HeldHands, Positions, Probabilities, soften
from adjudicator.bridge import Auction, Call, Contract, DealBatch, Hand, Seat, SuitMasks

Rows = NDArray[np.intp]
_NEVER = -1e30
_AGREED_SHARE = 0.03
"""Agreements are asked about a turn that at least this share of the layouts has come to: rules take time."""


@dataclass(frozen=True)
class Branch:
    """One beginning: an auction as it stands from here on. ``legal``: bars in force on this line alone.

    After an irregularity partner may have to pass on one line and be free on the other.
    """

    name: str
    auction: Auction
    legal: LegalFilter | None = None


@dataclass(frozen=True, eq=False)
class Ended:
    """Finished auctions: ``which[d, b]`` is the auction (in ``auctions``) on layout d from branch b."""

    auctions: tuple[Auction, ...]
    which: NDArray[np.int64]

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """Final contract of each auction; a passed-out board has level 0."""
        return tuple(auction.standing for auction in self.auctions)


def play_out(
    model: CallModel,
    deals: DealBatch,
    branches: Sequence[Branch],
    context: TableContext,
    *,
    legal: LegalFilter | None = None,
    information: Information | None = None,
    seed: int = 0,
) -> Ended:
    """Finish the auction of every branch on every layout.

    ``legal``: bars on all branches; ``information``: what players know where it differs, and their agreements
    (as for enumerations). The same seed gives the same auctions, whatever other branches are asked about.
    """
    return _PlayOut(model, deals, branches, context, legal, information or Information(), seed).run()


@dataclass
class _Node:
    """One public auction on a branch's law."""

    auction: Auction
    legal: LegalFilter | None
    barred: list[int] = field(default_factory=list)


class _PlayOut:
    def __init__(
        self,
        model: CallModel,
        deals: DealBatch,
        branches: Sequence[Branch],
        context: TableContext,
        legal: LegalFilter | None,
        information: Information,
        seed: int,
    ) -> None:
        self.model, self.deals, self.branches, self.seed = model, deals, branches, seed
        self.information = information
        self.views = [information.views.get(seat, context) for seat in Seat]
        self.tracks = list(dict.fromkeys(self.views))
        self.hands: HeldHands = model.hold(deals.masks.reshape(-1, 4))
        self.which = np.full((len(deals), len(branches)), -1, dtype=np.int64)
        self.ended: dict[Auction, int] = {}
        self.noise: dict[int, NDArray[np.float64]] = {}
        self.nodes: list[_Node] = []
        starts: dict[tuple[Auction, LegalFilter | None], int] = {}
        deal_of, branch_of, node_of = [], [], []
        for number, branch in enumerate(branches):
            if branch.auction.is_over:
                self.which[:, number] = self._end(branch.auction)
                continue
            law = branch.legal if legal is None else legal if branch.legal is None else legal | branch.legal
            node = starts.setdefault((branch.auction, law), len(starts))
            if node == len(self.nodes):
                self.nodes.append(_Node(branch.auction, law))
            deal_of.append(np.arange(len(deals)))
            branch_of.append(np.full(len(deals), number))
            node_of.append(np.full(len(deals), node))
        self.row = np.stack([np.concatenate(part) for part in (deal_of, branch_of, node_of)]) if deal_of else None
        self.positions = [
            _join([model.position(node.auction, track) for node in self.nodes]) for track in self.tracks if self.nodes
        ]

    def run(self) -> Ended:
        while self.row is not None and self.row.shape[1]:
            self._turn()
        return Ended(tuple(self.ended), self.which)

    def _end(self, auction: Auction) -> int:
        return self.ended.setdefault(auction, len(self.ended))

    def _turn(self) -> None:
        """One call on every row that is still open."""
        assert self.row is not None
        deal, branch, node = self.row
        chances = self._chances(deal, node)
        with np.errstate(divide="ignore"):
            odds = np.maximum(np.log(chances), _NEVER)
        length = np.array([len(item.auction) for item in self.nodes])[node]
        for count in np.unique(length):
            here = length == count
            odds[here] += self._noise(int(count))[deal[here]]
        called = odds.argmax(axis=1)
        pairs, new = np.unique(np.stack([node, called]), axis=1, return_inverse=True)
        children = [self._child(self.nodes[parent], call) for parent, call in pairs.T.tolist()]
        over = np.array([child.auction.is_over for child in children])
        ends = np.array([self._end(c.auction) if c.auction.is_over else -1 for c in children])
        new = new.reshape(-1)
        done = over[new]
        self.which[deal[done], branch[done]] = ends[new[done]]
        alive = np.flatnonzero(~over)
        number = np.cumsum(~over) - 1
        self.row = np.stack([deal[~done], branch[~done], number[new[~done]]])
        self.nodes = [children[index] for index in alive]
        if len(alive):
            parents, calls = pairs[0, alive], pairs[1, alive]
            self.positions = [self.model.after(part.take(parents), calls) for part in self.positions]

    @staticmethod
    def _child(node: _Node, call: int) -> _Node:
        return replace(node, auction=node.auction.add(Call(call)), barred=[])

    def _noise(self, turn: int) -> NDArray[np.float64]:
        """Gumbel noise of one turn: one number for each layout and call, whatever the branch."""
        if turn not in self.noise:
            rng = np.random.default_rng([self.seed, turn])
            self.noise[turn] = rng.gumbel(size=(len(self.deals), features.CALLS))
        return self.noise[turn]

    def _chances(self, deal: Rows, node: Rows) -> Probabilities:
        """P(call) on every row: the hand of the player to call and the auction, then agreements, then the law."""
        seat = np.array([int(item.auction.seat_of(len(item.auction))) for item in self.nodes])
        hand = deal * 4 + seat[node]
        chances = np.zeros((len(deal), features.CALLS))
        track_of = np.array([self.tracks.index(view) for view in self.views])
        for number, part in enumerate(self.positions):
            rows = np.flatnonzero(track_of[seat[node]] == number)
            if len(rows):
                outputs = self.model.distribution(part.take(node[rows]), self.hands.take(hand[rows]))
                chances[rows] = soften(outputs, self.tracks[number])
        for number, item in enumerate(self.nodes):
            rows = np.flatnonzero(node == number)
            chances[rows] = self._judged(chances[rows], item, hand[rows])
        return chances

    def _judged(self, chances: Probabilities, node: _Node, hand: Rows) -> Probabilities:
        """Agreements (where the turn is worth the time) and law at one public auction, for all hands there."""
        if self.information.factors is not None and len(hand) >= _AGREED_SHARE * len(self.deals):
            chances = with_factors(chances, self.information.factors, node.auction, self.hands.masks[hand])
        if node.legal is not None:
            seat = node.auction.seat_of(len(node.auction))
            barred = [int(call) for call in node.legal.barred(node.auction, seat)]
            if barred:
                chances = _without(chances, barred, node.auction)
        return chances


def with_factors(chances: Probabilities, factors: LogFactors, auction: Auction, masks: SuitMasks) -> Probabilities:
    """The chances of many hands after one auction (n, 38), under stated agreements."""
    many = getattr(factors, "log_ratio", None)
    if many is not None:
        logs = many(masks, auction)
    else:
        seat = auction.seat_of(len(auction))
        logs = np.stack([factors(auction, seat, _hand(row)) for row in masks.tolist()])
    moved: Probabilities = chances * np.exp(logs)
    moved /= moved.sum(axis=1, keepdims=True)
    return moved


def _hand(masks: Sequence[int]) -> Hand:
    return Hand(sum(mask << 13 * suit for suit, mask in enumerate(masks)))


def _without(chances: Probabilities, barred: list[int], auction: Auction) -> Probabilities:
    """Barred calls at weight 0, the rest renormalised; where nothing is left, whatever is still allowed."""
    kept = chances.copy()
    kept[:, barred] = 0.0
    total = kept.sum(axis=1)
    left = [int(call) for call in auction.legal_calls() if int(call) not in barred]
    kept[np.ix_(np.flatnonzero(total <= 0), np.array(left or [0]))] = 1.0
    kept /= kept.sum(axis=1, keepdims=True)
    return kept


def _join(parts: Sequence[Positions]) -> Positions:
    if len(parts) == 1:
        return parts[0]
    columns = [
        tuple(np.concatenate(arrays) for arrays in zip(*(getattr(part, name) for part in parts), strict=True))
        for name in ("hidden", "embedded")
    ]
    return Positions(np.concatenate([part.states for part in parts]), columns[0], columns[1])
