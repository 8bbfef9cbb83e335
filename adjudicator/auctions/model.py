"""The call model: P(call | own hand, auction so far, systems, vulnerability, seat, scoring, level).

A :class:`Positions` holds many auctions at the same time, each waiting for its next call; advancing all of
them by one call is one pass through the network, so auctions with a common beginning pay for it once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions import features
from adjudicator.auctions.classes import TEMPERED, decision_classes
from adjudicator.auctions.context import TableContext
from adjudicator.auctions.network import CLOSING, Floats, Network
from adjudicator.bridge import AdjudicatorError, Auction, Deal, Hand, SuitMasks, hand_masks

Probabilities = NDArray[np.float64]
_REMEMBERED = 2048


@dataclass(frozen=True, eq=False)
class Positions:
    """Auctions waiting for their next call: public states and what the networks made of them.

    ``table``, what a decision rests on beside the hand, is worked out when a call is asked for
    (:meth:`CallModel.prepared`); an auction that only goes on, or is asked what it has shown, needs none.
    """

    states: features.States
    hidden: tuple[Floats, ...]
    embedded: tuple[Floats, ...] = ()
    table: tuple[Floats, ...] = ()

    def __len__(self) -> int:
        return len(self.states)

    def take(self, rows: NDArray[np.intp] | Sequence[int]) -> Positions:
        parts = (tuple(part[rows] for part in group) for group in (self.hidden, self.embedded, self.table))
        return Positions(self.states[rows], *parts)

    @property
    def player(self) -> NDArray[np.int64]:
        """Who is to call, counted from the dealer."""
        return self.states[:, features.TURN].astype(np.int64) % 4


@dataclass(frozen=True, eq=False)
class HeldHands:
    """Hands and what the networks made of them, once for all turns."""

    masks: SuitMasks
    held: tuple[Floats, ...]
    own: tuple[Floats, ...]

    def take(self, rows: NDArray[np.intp] | Sequence[int]) -> HeldHands:
        return HeldHands(
            self.masks[rows], tuple(part[rows] for part in self.held), tuple(part[rows] for part in self.own)
        )


@dataclass(eq=False)
class CallModel:
    """A fitted model. Build with :func:`adjudicator.auctions.load_model`."""

    networks: tuple[Network, ...]
    temperatures: Floats = field(default_factory=lambda: np.ones(TEMPERED, dtype=np.float32))
    manifest: dict[str, Any] = field(default_factory=dict)
    _recent: OrderedDict[tuple[Auction, TableContext], Positions] = field(default_factory=OrderedDict, repr=False)

    # --- many at once -------------------------------------------------------------------------------

    def open(self, contexts: Sequence[TableContext]) -> Positions:
        """Auctions before the first call, one for each context."""
        states = features.start(list(contexts))
        return self._look(states, tuple(network.initial(len(states)) for network in self.networks))

    def after(
        self, positions: Positions, calls: NDArray[Any] | Sequence[int], alerted: NDArray[Any] | None = None
    ) -> Positions:
        """Each auction with one more call."""
        return self._look(features.step(positions.states, np.asarray(calls), alerted), positions.hidden)

    def _look(self, states: features.States, hidden: tuple[Floats, ...]) -> Positions:
        public = features.public_features(states).astype(np.float32) * features.PUBLIC_SCALE
        seen = [network.advance(public, before) for network, before in zip(self.networks, hidden, strict=True)]
        return Positions(states, tuple(state for _, state in seen), tuple(embedded for embedded, _ in seen))

    def prepared(self, positions: Positions) -> Positions:
        """The same positions with everything about their decisions that no card changes."""
        if positions.table:
            return positions
        parts = zip(self.networks, positions.embedded, positions.hidden, strict=True)
        return replace(positions, table=tuple(net.table_part(embedded, state) for net, embedded, state in parts))

    def hold(self, masks: SuitMasks) -> HeldHands:
        """Prepare hands (suit masks C, D, H, S: uint16 (n, 4))."""
        hand = features.hand_features(masks)
        parts = [network.hand_part(hand) for network in self.networks]
        return HeldHands(masks, tuple(held for held, _ in parts), tuple(own for _, own in parts))

    def outputs(self, positions: Positions, hands: HeldHands) -> Probabilities:
        """Row i: chances of the calls of hand i in auction i, a closing pass apart: float64 (n, 39)."""
        temperature = self.temperatures[decision_classes(positions.states)][:, None]
        return average([odds / temperature for odds in self.log_odds(positions, hands)])

    def log_odds(self, positions: Positions, hands: HeldHands) -> list[Floats]:
        """What each network says before temperatures: float32 (n, 39), minus infinity where not legal."""
        positions = self.prepared(positions)
        meeting = features.meeting_features(positions.states, hands.masks)
        legal = features.legal_mask(positions.states)
        legal = np.concatenate([legal, legal[:, :1]], axis=1)
        found = []
        for number, network in enumerate(self.networks):
            odds = network.decide(positions.table[number], hands.held[number], hands.own[number], meeting)
            found.append(np.where(legal, odds, np.float32(-np.inf)))
        return found

    def distribution(self, positions: Positions, hands: HeldHands) -> Probabilities:
        """Row i: P(call) of hand i in auction i over the 38 calls, zero where not legal: float64 (n, 38)."""
        return merge_passes(self.outputs(positions, hands))

    # --- one auction -------------------------------------------------------------------------------

    def position(self, auction: Auction, context: TableContext) -> Positions:
        """One auction, replayed; common beginnings of recent questions are remembered.

        >>> from adjudicator.auctions import load_model
        >>> from adjudicator.bridge import Seat, Vulnerability
        >>> table = TableContext(Seat.NORTH, Vulnerability.NONE)
        >>> len(load_model().position(Auction.parse(Seat.NORTH, "1NT P"), table))
        1
        """
        if auction.dealer is not context.dealer:
            raise AdjudicatorError(f"the auction is dealt by {auction.dealer}, the table by {context.dealer}")
        known, reached = None, len(auction)
        while known is None and reached > 0:
            known = self._recent.get((auction.prefix(reached), context))
            reached -= known is None
        position = self.open([context]) if known is None else known
        for index in range(reached, len(auction)):
            alerted = np.array([index in context.alerts])
            position = self.after(position, [int(auction.calls[index])], alerted)
            self._recent[auction.prefix(index + 1), context] = position
            while len(self._recent) > _REMEMBERED:
                self._recent.popitem(last=False)
        return position

    def next_call(self, hands: SuitMasks, auction: Auction, context: TableContext) -> Probabilities:
        """P(call) of the player to call for each of many hands he might hold: (n, 4 suits) → (n, 38)."""
        if auction.is_over:
            raise AdjudicatorError("the auction is over: nobody is to call")
        position = self.prepared(self.position(auction, context))
        if (auction, context) in self._recent:
            self._recent[auction, context] = position
        return soften(self.distribution(position.take([0] * len(hands)), self.hold(hands)), context)

    def probabilities(self, deal: Deal, auction: Auction, context: TableContext) -> Probabilities:
        """P(call) of the player to call with the hand he holds: (38,)."""
        seat = auction.turn
        if seat is None:
            raise AdjudicatorError("the auction is over: nobody is to call")
        return self.hand_probabilities(deal[seat], auction, context)

    def hand_probabilities(self, hand: Hand, auction: Auction, context: TableContext) -> Probabilities:
        """As :meth:`probabilities`, for one hand given alone."""
        row: Probabilities = self.next_call(hand_masks([hand]), auction, context)[0]
        return row

    def shown(self, auction: Auction, context: TableContext) -> tuple[Floats, Floats]:
        """What the public calls have shown of each player, by seat N E S W.

        Chances of 0 … 7, 8+ cards of each suit (4, 4 suits, 9) and of the classes of points (4, 12).
        """
        position = self.position(auction, context)
        parts = [network.shown(hidden) for network, hidden in zip(self.networks, position.hidden, strict=True)]
        lengths = np.mean([length[0] for length, _ in parts], axis=0, dtype=np.float32)
        points = np.mean([point[0] for _, point in parts], axis=0, dtype=np.float32)
        caller = auction.seat_of(len(auction))
        return np.roll(lengths, int(caller), axis=0), np.roll(points, int(caller), axis=0)


def merge_passes(outputs: Probabilities) -> Probabilities:
    """The 38 calls: a closing pass is a pass."""
    merged = outputs[..., :CLOSING].copy()
    merged[..., 0] += outputs[..., CLOSING]
    return merged


def soften(chances: Probabilities, context: TableContext) -> Probabilities:
    """Chances made less sharp for players of a class that the archive does not hold."""
    if context.sharpness == 1.0 and not context.lapse:
        return chances
    soft = chances**context.sharpness
    soft /= soft.sum(axis=1, keepdims=True)
    legal = chances > 0
    out: Probabilities = (1 - context.lapse) * soft + context.lapse * legal / legal.sum(axis=1, keepdims=True)
    return out


def given_open(outputs: Probabilities) -> Probabilities:
    """P(call | it is not one of the closing passes) over the 38 calls."""
    chances: Probabilities = outputs[..., :CLOSING] / np.maximum(1 - outputs[..., CLOSING:], 1e-12)
    return chances


def average(odds: Sequence[Floats]) -> Probabilities:
    """Mean over the networks of their probabilities."""
    total = np.zeros(odds[0].shape)
    for one in odds:
        chances = np.exp(one.astype(np.float64) - one.max(axis=1, keepdims=True))
        total += chances / chances.sum(axis=1, keepdims=True)
    return total / len(odds)


@cache
def load_model() -> CallModel:
    """The model that ships with the package (loaded once)."""
    from adjudicator.auctions.weights import read_model

    return read_model()
