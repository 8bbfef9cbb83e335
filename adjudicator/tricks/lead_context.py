"""What an auction told the player on lead, as he understood it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.context import TableContext
from adjudicator.auctions.network import POINT_EDGES
from adjudicator.bridge import DOUBLE, SUIT_HCP, SUIT_LENGTH, Auction, Contract, Hand, Seat, SuitMasks, Vulnerability
from adjudicator.meanings import Meaning

Floats = NDArray[np.float32]
Weigh = Callable[[Seat, SuitMasks], NDArray[np.float64]]
"""For a player and many hands (n, 4 suits) that he may hold: how likely his other calls are on each."""
LENGTHS, POINTS = 9, 12
RELATIVE = ("leader", "dummy", "partner", "declarer")
"""Players from the leader on, as all arrays here count them."""
_DEALS = 2000
_ENOUGH = 30
"""Hands drawn from a meaning are weighted by other calls only where at least so many of them count."""
_OLD_STYLE = 2003
_SHORT = 0.8
"""A double of a suit in which the meaning has less than this share of an even split does not show it."""


@dataclass(frozen=True, eq=False)
class LeadContext:
    """The auction from the leader's chair; arrays count players as `RELATIVE`, suits C D H S.

    bids: times each player bid each suit (4, 4). doubled: suits in which partner doubled the last bid (4,).
    lengths: chances of 0 … 7, 8+ cards (4, 4, 9); points: chances of the classes of points (4, 12).
    """

    leader: Seat
    contract: Contract
    bids: NDArray[np.int8]
    doubled: NDArray[np.int8]
    partner_doubled_contract: bool
    lengths: Floats
    points: Floats
    matchpoints: bool = False
    old: bool = False

    @classmethod
    def of(cls, auction: Auction, contract: Contract, table: TableContext | None = None) -> LeadContext:
        """Read an auction; ``table`` (vulnerability, systems, scoring) makes the reading better.

        >>> auction = Auction.parse(Seat.SOUTH, "1NT P 3NT P P P")
        >>> context = LeadContext.of(auction, auction.contract)
        >>> bool(14 < context.expected_points[3] < 17)
        True
        """
        from adjudicator.auctions.model import load_model

        known = table or TableContext(auction.dealer, Vulnerability.NONE)
        return cls.with_beliefs(auction, contract, known, *load_model().shown(auction, known))

    @classmethod
    def with_beliefs(
        cls, auction: Auction, contract: Contract, table: TableContext, lengths: Floats, points: Floats
    ) -> LeadContext:
        """As `of`, with the beliefs at hand (by seat N E S W)."""
        leader = contract.leader
        if leader is None:
            raise ValueError("no lead is made on a passed-out board")
        bids = np.zeros((4, 4), dtype=np.int8)
        doubled = np.zeros(4, dtype=np.int8)
        last_suit, last_double = None, None
        for index, call in enumerate(auction.calls):
            seat = auction.seat_of(index)
            if call.is_bid:
                last_suit, last_double = call.denomination.suit, None
                if last_suit is not None:
                    bids[(seat - leader) % 4, last_suit] += 1
            elif call == DOUBLE:
                last_double = seat
                if last_suit is not None and seat is leader.partner:
                    doubled[last_suit] = 1
        return cls(
            leader,
            contract,
            bids,
            doubled,
            last_double is leader.partner and contract.doubling > 0,
            np.roll(lengths, -int(leader), axis=0),
            np.roll(points, -int(leader), axis=0),
            table.scoring in ("MP", "BAM"),
            table.year is not None and table.year < _OLD_STYLE,
        )

    def as_told(
        self, hand: Hand, meanings: Mapping[Seat, Meaning], seed: int = 0, weigh: Weigh | None = None
    ) -> LeadContext:
        """The same auction when the leader, who holds ``hand``, is told what some players have shown.

        Deals are drawn uniformly from the stated meanings; lengths and points of the players described are
        those of the draw, and bids in suits that the meaning does not hold no longer count as that suit; nor
        does partner's double of an artificial bid ask for a suit in which the meaning is short. ``weigh`` adds what
        else a player described has told: how likely his other calls are on each of the hands drawn.
        """
        from adjudicator.sampling import QUICK, Conditions, Sampler

        sample = Sampler(Conditions(known={self.leader: hand}, meanings=dict(meanings)), QUICK).draw(_DEALS, seed)
        lengths, points, bids, doubled = (
            self.lengths.copy(),
            self.points.copy(),
            self.bids.copy(),
            self.doubled.copy(),
        )
        for seat in meanings:
            place = (seat - self.leader) % 4
            held = sample.batch.masks[:, seat]
            if weigh is not None:
                held = _resampled(held, weigh(seat, held))
            lengths[place] = length_chances(held)
            points[place] = point_chances(held)
            mean = SUIT_LENGTH[held].mean(axis=0)
            bids[place] = np.where(mean >= 4.5, np.maximum(bids[place], 1), np.where(mean < 3.5, 0, bids[place]))
            if seat is self.leader.partner:
                even = (13 - np.array(hand.lengths)) / 3
                doubled = np.where(mean < _SHORT * even, 0, doubled).astype(np.int8)
        return replace(self, bids=bids, doubled=doubled, lengths=lengths, points=points)

    @property
    def expected_points(self) -> NDArray[np.float64]:
        """High-card points that each player is taken to hold (4,)."""
        from adjudicator.auctions.network import POINT_BINS

        return np.asarray(self.points @ np.array(POINT_BINS, dtype=np.float64))


def _resampled(held: SuitMasks, weights: NDArray[np.float64]) -> SuitMasks:
    """Hands in proportion to their weights; as they were where only a few of them count."""
    total = weights.sum()
    if total <= 0 or total**2 / (weights**2).sum() < _ENOUGH:
        return held
    grid = (np.arange(len(held)) + 0.5) / len(held)
    return held[np.minimum(np.searchsorted(np.cumsum(weights / total), grid), len(held) - 1)]


def length_chances(held: NDArray[np.uint16]) -> Floats:
    """Shares of 0 … 7, 8+ cards by suit, of one player's hands (n, 4 suits): (4, 9)."""
    length = np.minimum(SUIT_LENGTH[held], LENGTHS - 1)
    rows: list[Any] = [np.bincount(length[:, suit], minlength=LENGTHS) / len(held) for suit in range(4)]
    return np.array(rows, dtype=np.float32)


def point_chances(held: NDArray[np.uint16]) -> Floats:
    """Shares of the classes of points, of one player's hands (n, 4 suits): (12,)."""
    total = SUIT_HCP[held].sum(axis=1, dtype=np.int64)
    place = np.searchsorted(np.array(POINT_EDGES), total, side="right")
    return (np.bincount(place, minlength=POINTS) / len(held)).astype(np.float32)
