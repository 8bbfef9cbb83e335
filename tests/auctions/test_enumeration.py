from __future__ import annotations

import numpy as np
import pytest

from adjudicator.auctions import (
    CallModel,
    Information,
    LegalFilter,
    Poll,
    SystemTag,
    TableContext,
    enumerate_auctions,
)
from adjudicator.bridge import AdjudicatorError, Auction, Call, Deal, Seat


def test_all_the_mass_ends_in_contracts(model: CallModel, deal: Deal, table: TableContext) -> None:
    forest = enumerate_auctions(model, deal, Auction.parse(Seat.NORTH, "P 1NT P"), table)
    assert forest.unexplored <= 0.01
    assert forest.accounted + forest.unexplored == pytest.approx(1, abs=1e-6)
    assert [c.probability for c in forest.contracts] == sorted((c.probability for c in forest.contracts), reverse=True)


def test_every_line_is_a_whole_legal_auction_to_its_contract(model: CallModel, deal: Deal, table: TableContext) -> None:
    start = Auction.parse(Seat.NORTH, "P 1C 1D")
    forest = enumerate_auctions(model, deal, start, table, budget=300, samples=100)
    for outcome in forest.contracts:
        for line in outcome.lines:
            assert line.auction.contract == outcome.contract
            assert not line.auction.problems()
            assert line.auction.prefix(3) == start


def test_enumeration_agrees_with_plain_simulation(model: CallModel, deal: Deal, table: TableContext) -> None:
    start = Auction.parse(Seat.NORTH, "P 1C 1D X")
    fine = enumerate_auctions(model, deal, start, table, budget=1500, samples=300)
    drawn = enumerate_auctions(model, deal, start, table, budget=1, samples=1500)
    assert drawn.samples == 1500
    for outcome in fine.at_least(0.02):
        spread = 4 * np.sqrt(outcome.probability / 1500)
        assert drawn.probability_of(outcome.contract) == pytest.approx(outcome.probability, abs=spread)


def test_the_same_seed_gives_the_same_forest(model: CallModel, deal: Deal, table: TableContext) -> None:
    first, second = (
        enumerate_auctions(
            model, deal, Auction(Seat.NORTH), table, budget=200, samples=50, rng=np.random.default_rng(7)
        )
        for _ in range(2)
    )
    assert first == second


def test_the_order_of_probabilities_is_that_of_the_model(model: CallModel, deal: Deal, table: TableContext) -> None:
    start = Auction.parse(Seat.NORTH, "P 1NT P P")
    forest = enumerate_auctions(model, deal, start, table)
    passed = model.probabilities(deal, start, table)[0]
    assert forest.contracts[0].lines[0].auction.text == "P 1NT P P P"
    assert forest.contracts[0].lines[0].probability == pytest.approx(passed, abs=1e-5)


def test_a_forced_pass_has_no_other_branch(model: CallModel, deal: Deal, table: TableContext) -> None:
    start = Auction.parse(Seat.NORTH, "P 1C 1D")
    legal = LegalFilter.must_pass(Seat.WEST, "West must pass throughout")
    forest = enumerate_auctions(model, deal, start, table, legal=legal, budget=400, samples=100)
    for outcome in forest.contracts:
        for line in outcome.lines:
            assert all(call.is_pass for i, call in enumerate(line.auction) if line.auction.seat_of(i) is Seat.WEST)
    assert forest.removed
    assert all(removal.seat is Seat.WEST and removal.weight > 0 for removal in forest.removed)
    assert forest.accounted + forest.unexplored == pytest.approx(1, abs=1e-6)


def test_a_barred_call_gets_nothing_and_the_rest_keeps_its_proportions(
    model: CallModel, deal: Deal, table: TableContext
) -> None:
    start = Auction.parse(Seat.NORTH, "P 1C 1D")
    double = Call.parse("X")
    legal = LegalFilter.at(start, frozenset({double}), "16B1a")
    plain = model.probabilities(deal, start, table)
    forest = enumerate_auctions(model, deal, start, table, legal=legal, budget=1, samples=600)
    assert forest.removed[0].weight == pytest.approx(plain[double], abs=1e-6)
    counts = np.zeros(38)
    for outcome in forest.contracts:
        for line in outcome.lines:
            counts[line.auction.calls[3]] += line.probability
    assert counts[double] == 0


def test_when_everything_but_pass_is_barred_the_auction_still_ends(
    model: CallModel, deal: Deal, table: TableContext
) -> None:
    legal = LegalFilter()
    for seat in Seat:
        legal |= LegalFilter.must_pass(seat, "all must pass")
    forest = enumerate_auctions(model, deal, Auction.parse(Seat.NORTH, "1S"), table, legal=legal)
    assert [str(c.contract) for c in forest.contracts] == ["1S N"]
    assert forest.contracts[0].probability == pytest.approx(1)


def test_a_poll_moves_the_node_where_it_was_taken(model: CallModel, deal: Deal, table: TableContext) -> None:
    start = Auction.parse(Seat.NORTH, "P 1NT P")
    transfer, passing = Call.parse("2H"), Call.parse("P")
    polled = enumerate_auctions(
        model, deal, start, table, polls=[Poll(start, {transfer: 9, passing: 1})], budget=600, samples=100
    )
    told = polled.polls[0]
    assert told.posterior[transfer] > told.prior[transfer]
    assert told.counts[transfer] == 9
    assert sum(told.posterior.values()) == pytest.approx(1, abs=0.05)


def test_each_seat_may_know_another_table(model: CallModel, deal: Deal, table: TableContext) -> None:
    start = Auction.parse(Seat.NORTH, "P")
    weak = TableContext(
        Seat.NORTH, table.vulnerability, "IMP", "national", (SystemTag(), SystemTag("12-14", "nat", "5"))
    )
    seen = Information(views={Seat.EAST: weak})
    plain = enumerate_auctions(model, deal, start, table, budget=200, samples=100)
    other = enumerate_auctions(model, deal, start, table, information=seen, budget=200, samples=100)
    assert plain.contracts[0].probability != other.contracts[0].probability
    assert other.accounted + other.unexplored == pytest.approx(1, abs=1e-6)


def test_log_factors_tilt_the_odds(model: CallModel, deal: Deal, table: TableContext) -> None:
    start = Auction.parse(Seat.NORTH, "P 1NT P")

    def never_passes(auction: Auction, seat: Seat, hand: object) -> np.ndarray:
        factors = np.zeros(38)
        if auction == start:
            factors[0] = -50.0
        return factors

    forest = enumerate_auctions(
        model, deal, start, table, information=Information(factors=never_passes), budget=200, samples=50
    )
    assert all(line.auction.calls[3] != 0 for outcome in forest.contracts for line in outcome.lines)


def test_nothing_follows_a_finished_auction(model: CallModel, deal: Deal, table: TableContext) -> None:
    with pytest.raises(AdjudicatorError, match="over"):
        enumerate_auctions(model, deal, Auction.parse(Seat.NORTH, "P P P P"), table)
