"""The unseen hands in a player's head: deals drawn by how well they explain the calls so far.

Posterior ∝ uniform over deals of the unseen cards × the model's probability of every call the other players made.
Three steps. Many uniform deals are thinned by what the calls have shown of lengths and points, which costs next to
nothing. Those kept are weighted by the calls themselves, the thinning divided out, and resampled. Then a few cards
are swapped between two unseen hands, accepted by the Metropolis rule, so that the sample neither degenerates in long
auctions nor demands an exact fit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.context import TableContext
from adjudicator.auctions.enumeration import LogFactors
from adjudicator.auctions.model import CallModel
from adjudicator.auctions.network import LENGTH_BINS, POINT_EDGES
from adjudicator.auctions.playout import with_factors
from adjudicator.bridge import AdjudicatorError, Auction, Call, DealBatch, Hand, Seat

LAPSE = 0.003
"""The least probability of any call: people misread, misbid and psyche."""
MOST_SWAPPED = 3
POOL = 15
"""Uniform deals for each one that is weighted by the calls."""
_RARE = 1e-3
_THINNING = 0.5
"""Power of the chances of lengths and points: players' suits are not independent, so the full power overdoes it."""

Owners = NDArray[np.int8]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class HiddenHands:
    """Deals with equal weight. ``effective``: effective size of the first, weighted sample (of ``tried``).

    ``moved``: share of accepted swaps. Few effective deals and few moves mean: cannot say.
    """

    deals: DealBatch
    effective: float
    tried: int
    moved: float

    @property
    def reliable(self) -> bool:
        """At least forty effective deals, or swaps that were accepted often enough to forget the start."""
        return self.effective >= 40 or self.moved >= 0.1


def hidden_hands(
    model: CallModel,
    hand: Hand,
    seat: Seat,
    auction: Auction,
    context: TableContext,
    *,
    size: int = 200,
    tried: int = 1000,
    sweeps: int = 15,
    factors: LogFactors | None = None,
    rng: np.random.Generator | None = None,
) -> HiddenHands:
    """Deals that the player in ``seat``, who holds ``hand`` and heard ``auction``, should have in mind.

    His own calls say nothing to him about the other hands, so only the others' calls count. ``factors``: stated
    agreements, as log factors.
    """
    if len(hand) != 13:
        raise AdjudicatorError(f"the player's own hand needs 13 cards, not {len(hand)}")
    generator = np.random.default_rng(0) if rng is None else rng
    weigher = _Weigher(model, seat, auction, context, factors)
    owners, thinning = _thinned(model, hand, seat, auction, context, tried, generator)
    score = weigher.log_likelihood(owners)
    weights = np.exp((score - thinning) - (score - thinning).max())
    weights /= weights.sum()
    effective = float(1 / (weights**2).sum())
    grid = (generator.random() + np.arange(size)) / size
    chosen = np.minimum(np.searchsorted(np.cumsum(weights), grid), len(owners) - 1)
    owners, score = owners[chosen], score[chosen]
    accepted = 0
    for _ in range(sweeps):
        proposal = _swapped(owners, seat, generator)
        new = weigher.log_likelihood(proposal)
        take = np.log(generator.random(size)) < new - score
        owners[take], score[take] = proposal[take], new[take]
        accepted += int(take.sum())
    return HiddenHands(DealBatch(_masks(owners)), effective, tried, accepted / max(1, sweeps * size))


def _thinned(
    model: CallModel,
    hand: Hand,
    seat: Seat,
    auction: Auction,
    context: TableContext,
    tried: int,
    rng: np.random.Generator,
) -> tuple[Owners, Floats]:
    """At most ``tried`` different deals that fit what was shown, and the log of how much each was favoured."""
    pool = _uniform(hand, seat, tried * (POOL if len(auction) else 1), rng)
    favour = _THINNING * _shown_fit(model, pool, seat, auction, context) if len(auction) else np.zeros(tried)
    share = np.exp(favour - favour.max())
    grid = (rng.random() + np.arange(tried)) / tried * share.sum()
    rows, times = np.unique(np.minimum(np.searchsorted(np.cumsum(share), grid), len(pool) - 1), return_counts=True)
    return pool[rows], favour[rows] - np.log(times)


def _shown_fit(model: CallModel, owners: Owners, seat: Seat, auction: Auction, context: TableContext) -> Floats:
    """How much likelier the calls made each deal's lengths and points, each taken alone: natural log."""
    before, after = model.shown(Auction(context.dealer), context), model.shown(auction, context)
    lengths, points = (np.log((new + _RARE) / (old + _RARE)) for new, old in zip(after, before, strict=True))
    deals = DealBatch(_masks(owners))
    length = np.minimum(deals.lengths(), LENGTH_BINS - 1)
    point = np.searchsorted(POINT_EDGES, deals.hcp(), side="right")
    fit = np.zeros(len(owners))
    for player in (other for other in range(4) if other != seat):
        fit += points[player][point[:, player]]
        for suit in range(4):
            fit += lengths[player, suit][length[:, player, suit]]
    return fit


class _Weigher:
    """Log likelihood of the calls that the other three players made."""

    def __init__(
        self, model: CallModel, seat: Seat, auction: Auction, context: TableContext, factors: LogFactors | None
    ) -> None:
        self.model, self.factors = model, factors
        self.turns = [
            (auction.prefix(index), int(call), model.position(auction.prefix(index), context))
            for index, call in enumerate(auction)
            if auction.seat_of(index) is not seat
        ]

    def log_likelihood(self, owners: Owners) -> Floats:
        masks = _masks(owners)
        players = {int(before.seat_of(len(before))) for before, _, _ in self.turns}
        held = {player: self.model.hold(masks[:, player]) for player in players}
        total = np.zeros(len(owners))
        for before, call, position in self.turns:
            hands = held[int(before.seat_of(len(before)))]
            chances = self.model.distribution(position.take(np.zeros(len(owners), dtype=np.intp)), hands)
            if self.factors is not None:
                chances = with_factors(chances, self.factors, before, hands.masks)
            total += np.log((1 - LAPSE) * chances[:, call] + LAPSE / 10)
        return total


def _uniform(hand: Hand, seat: Seat, size: int, rng: np.random.Generator) -> Owners:
    """Owners of the 52 cards, the unseen ones dealt at random: int8 (size, 52)."""
    owners = np.full((size, 52), int(seat), dtype=np.int8)
    unseen = np.array([card for card in range(52) if not hand.mask >> card & 1])
    others = np.repeat([player for player in range(4) if player != seat], 13).astype(np.int8)
    owners[:, unseen] = rng.permuted(np.tile(others, (size, 1)), axis=1)
    return owners


def _swapped(owners: Owners, seat: Seat, rng: np.random.Generator) -> Owners:
    """Each deal with one to three cards exchanged between two unseen hands."""
    out = owners.copy()
    others = np.array([player for player in range(4) if player != seat], dtype=np.int8)
    one, two = rng.permuted(np.tile(others, (len(owners), 1)), axis=1)[:, :2].T
    counts = rng.integers(1, MOST_SWAPPED + 1, len(owners))
    noise = rng.random(owners.shape)
    given, taken = (
        np.argsort(np.where(owners == player[:, None], noise, 2.0), axis=1)[:, :MOST_SWAPPED] for player in (one, two)
    )
    for card in range(MOST_SWAPPED):
        rows = np.flatnonzero(counts > card)
        out[rows, given[rows, card]] = two[rows]
        out[rows, taken[rows, card]] = one[rows]
    return out


def _masks(owners: Owners) -> NDArray[np.uint16]:
    """Suit masks (n, 4 seats, 4 suits) from the owners of the cards."""
    bits = (1 << np.arange(13)).astype(np.uint16)
    held = owners.reshape(-1, 4, 13)[:, None] == np.arange(4)[None, :, None, None]
    masks: NDArray[np.uint16] = (held * bits).sum(axis=3, dtype=np.uint16)
    return masks


# --- what extra information suggests ---------------------------------------------------------------

Values = Callable[[DealBatch, Call], NDArray[np.float64]]
"""What a call is worth to the player's side on each deal, in the event's unit."""
Evidence = Callable[[DealBatch], NDArray[np.float64]]
"""How likely the extra information is on each deal (a slow pass with values: high where partner has values)."""


@dataclass(frozen=True)
class SuggestedCall:
    """One candidate: expected worth and rank (1 = best) without and with the information.

    ``gain``: change relative to the mean of the candidates, with its standard error.
    """

    call: Call
    worth_without: float
    worth_with: float
    rank_without: int
    rank_with: int
    gain: float
    error: float

    @property
    def suggested(self) -> bool:
        """The information raised this call's rank, or its worth clearly more than the other candidates'."""
        return self.gain > 2 * self.error + 1e-9 and self.rank_with <= self.rank_without


def suggested_by(
    deals: DealBatch, candidates: list[Call], values: Values, evidence: Evidence
) -> tuple[SuggestedCall, ...]:
    """Which candidates the information favours (16B), over deals of :func:`hidden_hands`.

    The same deals serve all candidates, so that luck of the sample cancels.
    """
    worth = np.stack([values(deals, call) for call in candidates], axis=1)
    likely = evidence(deals)
    if not len(deals) or likely.sum() <= 0:
        raise AdjudicatorError("the information fits none of the sampled deals; nothing can be said about it")
    weight = likely / likely.sum()
    without, informed = worth.mean(axis=0), weight @ worth
    relative = worth - worth.mean(axis=1, keepdims=True)
    gain = weight @ relative - relative.mean(axis=0)
    error = np.sqrt((((weight - 1 / len(deals))[:, None] * (relative - relative.mean(axis=0))) ** 2).sum(axis=0))
    before, after = (1 + np.argsort(np.argsort(-means)) for means in (without, informed))
    columns = (without.tolist(), informed.tolist(), before.tolist(), after.tolist(), gain.tolist(), error.tolist())
    return tuple(SuggestedCall(call, *row) for call, row in zip(candidates, zip(*columns, strict=True), strict=True))
