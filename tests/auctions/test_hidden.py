from __future__ import annotations

import numpy as np
import pytest

from adjudicator.auctions import CallModel, TableContext
from adjudicator.auctions.hidden import hidden_hands, suggested_by
from adjudicator.bridge import AdjudicatorError, Auction, Call, DealBatch, Hand, Seat

HAND = Hand.parse("K942.A3.QT95.J72")


def test_sampled_deals_are_whole_and_keep_the_players_own_hand(model: CallModel, table: TableContext) -> None:
    auction = Auction.parse(Seat.NORTH, "1NT P")
    found = hidden_hands(model, HAND, Seat.SOUTH, auction, table, size=40, tried=400, sweeps=3)
    assert len(found.deals) == 40
    for index in range(40):
        deal = found.deals[index]
        assert deal[Seat.SOUTH] == HAND
        assert all(len(hand) == 13 for hand in deal.hands)


def test_partner_holds_what_he_showed(model: CallModel, table: TableContext) -> None:
    quiet = hidden_hands(model, HAND, Seat.SOUTH, Auction(Seat.NORTH), table, size=100, tried=100, sweeps=0)
    opened = hidden_hands(
        model, HAND, Seat.SOUTH, Auction.parse(Seat.NORTH, "1NT P"), table, size=100, tried=1500, sweeps=4
    )
    assert opened.deals.hcp()[:, Seat.NORTH].mean() > quiet.deals.hcp()[:, Seat.NORTH].mean() + 2.5
    assert opened.deals.hcp()[:, Seat.EAST].mean() < quiet.deals.hcp()[:, Seat.EAST].mean()


def test_swaps_agree_with_weighting_alone(model: CallModel, table: TableContext) -> None:
    auction = Auction.parse(Seat.NORTH, "1S P")
    weighted = hidden_hands(model, HAND, Seat.SOUTH, auction, table, size=400, tried=6000, sweeps=0)
    swapped = hidden_hands(
        model, HAND, Seat.SOUTH, auction, table, size=400, tried=400, sweeps=12, rng=np.random.default_rng(3)
    )
    spades = [found.deals.lengths()[:, Seat.NORTH, 3].mean() for found in (weighted, swapped)]
    assert spades[0] == pytest.approx(spades[1], abs=0.25)
    assert swapped.moved > 0.1
    assert weighted.reliable


def test_thinning_saves_work_and_moves_nothing(
    model: CallModel, table: TableContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    auction = Auction.parse(Seat.NORTH, "1S")
    draw = {"size": 1500, "sweeps": 0}
    thinned = hidden_hands(model, HAND, Seat.SOUTH, auction, table, tried=800, **draw)
    monkeypatch.setattr("adjudicator.auctions.hidden._THINNING", 0.0)
    plain = hidden_hands(model, HAND, Seat.SOUTH, auction, table, tried=3000, **draw)
    for figure, tolerance in ((lambda deals: deals.hcp(), 1.0), (lambda deals: deals.lengths(), 0.5)):
        first, second = (figure(found.deals).astype(float).mean(axis=0) for found in (thinned, plain))
        assert np.abs(first - second).max() < tolerance
    assert thinned.effective / 800 > 2 * plain.effective / 3000


def test_agreements_weigh_the_calls_heard(model: CallModel, table: TableContext) -> None:
    """A pair whose 1S shows long clubs (as a made-up agreement) is credited with clubs."""

    def clubs(auction: Auction, seat: Seat, hand: Hand) -> np.ndarray:
        del auction, seat
        logs = np.zeros(38)
        logs[int(Call.parse("1S"))] = 2.0 * (hand.lengths[0] - 3)
        return logs

    auction = Auction.parse(Seat.NORTH, "1S")
    question = (model, Hand.parse("K942.A3.QT95.J72"), Seat.EAST, auction, table)
    usual = hidden_hands(*question, size=100, tried=300, sweeps=2)
    agreed = hidden_hands(*question, size=100, tried=300, sweeps=2, factors=clubs)
    mean = [found.deals.lengths()[:, Seat.NORTH, 0].mean() for found in (usual, agreed)]
    assert mean[1] > mean[0] + 0.6


def test_a_short_hand_is_refused(model: CallModel, table: TableContext) -> None:
    with pytest.raises(AdjudicatorError, match="13 cards"):
        hidden_hands(model, Hand.parse("A.K.Q.J"), Seat.SOUTH, Auction(Seat.NORTH), table)


def deals(size: int = 400) -> DealBatch:
    rng = np.random.default_rng(2)
    owners = rng.permuted(np.tile(np.repeat(np.arange(4), 13), (size, 1)), axis=1)
    held = owners.reshape(-1, 4, 13)[:, None] == np.arange(4)[None, :, None, None]
    return DealBatch((held * (1 << np.arange(13)).astype(np.uint16)).sum(axis=3, dtype=np.uint16))


def test_values_in_partners_hand_suggest_the_bid_that_needs_them() -> None:
    game, stop = Call.parse("4S"), Call.parse("P")

    def values(batch: DealBatch, call: Call) -> np.ndarray:
        strong = batch.hcp()[:, Seat.NORTH] >= 10
        return np.where(strong, 5.0, -5.0) if call == game else np.zeros(len(batch))

    found = suggested_by(deals(), [game, stop], values, lambda batch: batch.hcp()[:, Seat.NORTH] / 10.0)
    by_call = {item.call: item for item in found}
    assert by_call[game].suggested
    assert not by_call[stop].suggested
    assert by_call[game].gain == pytest.approx(-by_call[stop].gain)


def test_information_that_says_nothing_suggests_nothing() -> None:
    game, stop = Call.parse("4S"), Call.parse("P")

    def values(batch: DealBatch, call: Call) -> np.ndarray:
        return batch.hcp()[:, Seat.NORTH] - 10.0 if call == game else np.zeros(len(batch))

    found = suggested_by(deals(), [game, stop], values, lambda batch: np.ones(len(batch)))
    assert not any(item.suggested for item in found)
    with pytest.raises(AdjudicatorError, match="fits none"):
        suggested_by(deals(), [game], values, lambda batch: np.zeros(len(batch)))
