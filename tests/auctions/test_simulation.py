from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from adjudicator.auctions import CallModel, Information, LegalFilter, TableContext
from adjudicator.auctions.hidden import hidden_hands
from adjudicator.auctions.playout import Branch, play_out
from adjudicator.auctions.simulation import candidate_calls, simulate, simulate_branches
from adjudicator.bridge import AdjudicatorError, Auction, Call, Contract, DealBatch, Hand, Seat, Side

HAND = Hand.parse("K942.A3.QT95.J72")
RAISED = Auction.parse(Seat.NORTH, "1S 2H")


def by_points(deals: DealBatch, rows: np.ndarray, contracts: Sequence[Contract]) -> np.ndarray:
    """A plain stand-in for the tricks room: declarer's side takes a trick for each three points."""
    found = []
    for row, contract in zip(rows.tolist(), contracts, strict=True):
        if contract.declarer is None:
            found.append([0.0])
            continue
        points = sum(int(deals.hcp()[row, seat]) for seat in contract.declarer.side.seats)
        sign = 1 if contract.declarer.side is Side.NS else -1
        found.append([sign * (100.0 if points >= 3 * contract.target else -100.0)])
    return np.array(found)


@pytest.fixture(scope="module")
def layouts(model: CallModel, table: TableContext) -> DealBatch:
    return hidden_hands(model, HAND, Seat.SOUTH, RAISED, table, size=24, tried=200, sweeps=3).deals


def branches(*calls: str) -> list[Branch]:
    return [Branch(call, RAISED.add(Call.parse(call))) for call in calls]


def test_one_candidate_given_twice_has_one_column(model: CallModel, table: TableContext, layouts: DealBatch) -> None:
    found = simulate_branches(model, branches("3S", "4S", "3S"), Side.NS, layouts, table, by_points)
    assert np.array_equal(found.worth[:, 0], found.worth[:, 2])
    assert np.array_equal(found.ended.which[:, 0], found.ended.which[:, 2])


def test_other_candidates_do_not_change_what_follows_one(
    model: CallModel, table: TableContext, layouts: DealBatch
) -> None:
    alone = play_out(model, layouts, branches("3S"), table, seed=5)
    among = play_out(model, layouts, branches("X", "4S", "3S"), table, seed=5)
    assert [alone.auctions[leaf] for leaf in alone.which[:, 0]] == [among.auctions[leaf] for leaf in among.which[:, 2]]


def test_the_seed_decides(model: CallModel, table: TableContext, layouts: DealBatch) -> None:
    first, same, other = (play_out(model, layouts, branches("2S", "X"), table, seed=seed) for seed in (1, 1, 2))
    assert first.auctions == same.auctions
    assert np.array_equal(first.which, same.which)
    assert {*first.auctions} != {*other.auctions}


def test_a_barred_partner_passes_on_his_line_only(model: CallModel, table: TableContext, layouts: DealBatch) -> None:
    silent = LegalFilter.must_pass(Seat.NORTH, "partner must pass throughout")
    made = RAISED.add(Call.parse("X"))
    found = play_out(model, layouts, [Branch("barred", made, silent), Branch("free", made)], table)
    own = {0: set(), 1: set()}
    for column in own:
        for leaf in found.which[:, column]:
            auction = found.auctions[leaf]
            own[column] |= {
                auction.calls[i] for i in range(len(made), len(auction)) if auction.seat_of(i) is Seat.NORTH
            }
    assert own[0] == {Call.parse("P")}
    assert len(own[1]) > 1


def test_nobody_sees_another_hand(model: CallModel, table: TableContext, layouts: DealBatch) -> None:
    """East acts on his own cards: whatever North and South hold, his call on the same noise is the same."""
    start = [Branch("3S", RAISED.add(Call.parse("3S")))]
    swapped = layouts.masks.copy()
    swapped[:, [Seat.NORTH, Seat.SOUTH]] = swapped[:, [Seat.SOUTH, Seat.NORTH]]
    found = [play_out(model, deals, start, table, seed=3) for deals in (layouts, DealBatch(swapped))]
    west = [[one.auctions[leaf].calls[3] for leaf in one.which[:, 0]] for one in found]
    assert west[0] == west[1]
    west_hands = layouts.masks.copy()
    west_hands[:, [Seat.NORTH, Seat.WEST]] = west_hands[:, [Seat.WEST, Seat.NORTH]]
    other = play_out(model, DealBatch(west_hands), start, table, seed=3)
    assert [other.auctions[leaf].calls[3] for leaf in other.which[:, 0]] != west[0]


def test_agreements_enter_the_rest_of_the_auction(model: CallModel, table: TableContext, layouts: DealBatch) -> None:
    def always_pass(auction: Auction, seat: Seat, hand: Hand) -> np.ndarray:
        del auction, hand
        return np.where(np.arange(38) == 0, 0.0, -40.0) if seat is Seat.WEST else np.zeros(38)

    found = play_out(model, layouts, branches("2S"), table, information=Information(factors=always_pass))
    for auction in found.auctions:
        assert {auction.calls[i] for i in range(3, len(auction)) if auction.seat_of(i) is Seat.WEST} <= {Call(0)}


def test_what_cannot_be_weighed_is_refused(model: CallModel, table: TableContext, layouts: DealBatch) -> None:
    with pytest.raises(AdjudicatorError, match="cannot be weighed"):
        simulate(model, HAND, Seat.SOUTH, RAISED, table, [Call.parse("1NT")], by_points, layouts=layouts)
    with pytest.raises(AdjudicatorError, match="turn"):
        simulate(model, HAND, Seat.WEST, RAISED, table, [Call.parse("P")], by_points, layouts=layouts)
    with pytest.raises(AdjudicatorError, match="no call"):
        simulate(model, HAND, Seat.SOUTH, RAISED, table, [], by_points, layouts=layouts)


def test_worth_is_told_to_the_players_side(model: CallModel, table: TableContext, layouts: DealBatch) -> None:
    pair = branches("P", "4S")
    north, west = (simulate_branches(model, pair, side, layouts, table, by_points) for side in Side)
    assert np.allclose(north.points, -west.points)
    mean, error = north.difference("P", "4S")
    assert mean == pytest.approx(float(np.mean(north.worth[:, 0] - north.worth[:, 1])))
    spread = np.std(north.points[:, 0] - north.points[:, 1], ddof=1)
    assert error == pytest.approx(spread / np.sqrt(len(layouts)))
    heavy = np.zeros(len(layouts))
    heavy[3] = 1.0
    assert north.mean(heavy)[1] == pytest.approx(north.worth[3, 1])


def test_candidates_are_near_the_likeliest(model: CallModel, table: TableContext) -> None:
    shares = model.hand_probabilities(HAND, RAISED, table)
    found = candidate_calls(shares)
    assert found[0] == int(shares.argmax())
    assert all(shares[call] > 0 for call in found)
    assert len(candidate_calls(shares, most=2)) <= 4
