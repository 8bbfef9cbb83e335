"""Forecasts of the tricks taken: sums, sources, and what they must heed."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pytest

from adjudicator.bridge import AdjudicatorError, Auction, Card, Contract, Deal, Seat
from adjudicator.tricks.error_training import Taken, fit_errors, rows_of
from adjudicator.tricks.forecast import distribution, forecast
from adjudicator.tricks.human_error import (
    ERRORS,
    BoardValues,
    ErrorModel,
    features,
    load_errors,
    read_errors,
    write_errors,
)

DEAL = Deal.parse("N:KQJ2.A32.K32.Q32 T98.QJT9.QJT.A54 A643.K4.A654.KJ9 75.8765.987.T876")
AUCTION = Auction.parse(Seat.SOUTH, "1NT P 2C P 2S P 4S P P P")
SPADES = Contract.parse("4S S")


def test_chances_sum_to_one_and_mean_is_theirs() -> None:
    found = forecast(DEAL, AUCTION, SPADES)
    assert sum(found.chances.values()) == pytest.approx(1)
    assert found.mean == pytest.approx(sum(t * c for t, c in found.chances.items()))
    assert sum(lead.probability for lead in found.leads) == pytest.approx(1)
    assert {lead.card for lead in found.leads} == set(DEAL[Seat.WEST])


def test_leads_are_grouped_by_what_they_leave() -> None:
    groups = forecast(DEAL, AUCTION, SPADES).by_tricks()
    assert list(groups) == sorted(groups, reverse=True)
    assert sum(len(leads) for leads in groups.values()) == 13


def test_a_known_lead_overrules_the_model() -> None:
    card = Card.parse("H8")
    found = forecast(DEAL, AUCTION, SPADES, leads={card: 1.0})
    assert [lead.card for lead in found.leads if lead.probability > 0] == [card]


def test_a_card_the_leader_does_not_hold_is_refused() -> None:
    with pytest.raises(AdjudicatorError, match="not in the hand"):
        forecast(DEAL, AUCTION, SPADES, leads={Card.parse("SA"): 1.0})


def test_votes_of_a_poll_count_by_their_shares() -> None:
    votes = forecast(DEAL, AUCTION, SPADES, leads={Card.parse("H8"): 3, Card.parse("C8"): 1})
    shares = forecast(DEAL, AUCTION, SPADES, leads={Card.parse("H8"): 0.75, Card.parse("C8"): 0.25})
    assert votes == shares


@pytest.mark.parametrize("chance", [0.0, -1.0, float("nan"), float("inf")])
def test_leads_without_chances_are_refused(chance: float) -> None:
    with pytest.raises(AdjudicatorError, match="no chances"):
        forecast(DEAL, AUCTION, SPADES, leads={Card.parse("H8"): chance})


def test_a_better_position_after_the_lead_never_promises_fewer_tricks() -> None:
    deal = Deal.parse("N:KQ4.A32.KQ32.Q32 T98.QJT9.J4.A654 AJ32.K4.A65.KJ9T 765.8765.T987.87")
    for text in ("3NT S", "5NT S", "4S S", "5D N"):
        contract = Contract.parse(text)
        assert contract.leader is not None
        made_up = {card: 8 + at % 3 for at, card in enumerate(deal[contract.leader])}
        means = {}
        for card, tricks in made_up.items():
            chances = distribution(deal, contract, BoardValues(made_up), {card: 1.0})
            assert chances.shape == (14,)
            assert chances.min() >= 0
            assert chances.sum() == pytest.approx(1)
            means[tricks] = float(chances @ np.arange(14))
        assert means[8] < means[9] < means[10]


def test_passed_out() -> None:
    found = forecast(DEAL, Auction.parse(Seat.NORTH, "P P P P"), Contract.parse("Pass"))
    assert (found.chances, found.leads) == ({0: 1.0}, ())


def test_an_auction_that_broke_off_is_read_as_far_as_it_goes() -> None:
    empty = forecast(DEAL, Auction(Seat.SOUTH), SPADES)
    assert sum(empty.chances.values()) == pytest.approx(1)


def test_thirteen_cold_tricks_are_the_mode_and_never_passed() -> None:
    deal = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 7654.8765.765.76 32.432.432.85432")
    found = forecast(deal, Auction.parse(Seat.SOUTH, "P P 7NT P P P"), Contract.parse("7NT N"))
    assert max(found.chances, key=lambda tricks: found.chances[tricks]) == 13
    assert max(found.chances) == 13


def values(tricks: dict[str, int]) -> BoardValues:
    return BoardValues({Card.parse(card): number for card, number in tricks.items()})


class TestErrors:
    LEADS: ClassVar = {Card.parse("H8"): 0.6, Card.parse("C6"): 0.4}

    def test_better_values_are_better(self) -> None:
        means = []
        for tricks in (8, 9, 10, 11):
            board = values({"H8": tricks, "C6": tricks})
            means.append(float(distribution(DEAL, SPADES, board, self.LEADS) @ np.arange(14)))
        assert means == sorted(means)

    def test_the_lead_mixes_what_it_leaves(self) -> None:
        board = values({"H8": 9, "C6": 11})
        both = distribution(DEAL, SPADES, board, self.LEADS)
        assert both.sum() == pytest.approx(1)
        assert both[9] > 0.2
        assert both[11] > 0.1

    def test_errors_that_would_leave_the_board_are_impossible(self) -> None:
        model = load_errors()
        rows = features(DEAL, Contract.parse("7S S"), values({"H8": 13, "C6": 13}), self.LEADS, [13])
        shares = model.shares(rows, np.array([13]))[0]
        assert shares[ERRORS > 0].sum() == 0
        assert shares.sum() == pytest.approx(1)

    def test_fitting_finds_a_constant_habit(self) -> None:
        board = values({"H8": 10, "C6": 10})
        tables = [
            Taken(DEAL, SPADES, board, self.LEADS, Card.parse("H8"), 10 - (number % 4 == 0)) for number in range(80)
        ]
        model = fit_errors(tables)
        rows, value, _ = rows_of(tables[:1])
        share = model.shares(rows, value)[0]
        assert share[ERRORS == -1][0] == pytest.approx(0.25, abs=0.05)

    def test_weights_survive_the_file(self, tmp_path) -> None:
        model = load_errors()
        write_errors(ErrorModel(model.base, model.weights, {"date": "today"}), tmp_path)
        again = read_errors(tmp_path)
        assert np.allclose(again.weights, model.weights, atol=1e-6)
        assert again.manifest == {"date": "today"}

    def test_a_missing_file_is_told_plainly(self, tmp_path) -> None:
        with pytest.raises(AdjudicatorError, match="cannot be read"):
            read_errors(tmp_path)


@pytest.mark.slow
def test_lines_join_the_base_rates() -> None:
    found = forecast(DEAL, AUCTION, SPADES, lines=True)
    assert found.lines is not None
    assert sum(found.chances.values()) == pytest.approx(1)
    assert 0 < found.lines.followed <= 1
    for _, _, lines in found.lines.leads:
        assert sum(lines.chances.values()) == pytest.approx(1)
