"""The lead model: what people lead, and that it heeds hand, auction and explanations."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.bridge import Auction, Card, Contract, Hand, Seat, Suit, Vulnerability, hand_masks
from adjudicator.meanings import parse
from adjudicator.tricks.lead_features import features
from adjudicator.tricks.lead_network import LeadNetwork, load_network, read_network, write_network
from adjudicator.tricks.lead_training import Fitting, Recipe, log_loss
from adjudicator.tricks.leads import (
    LeadContext,
    by_suit,
    equal_cards,
    lead_probabilities,
    merged,
    usual_card,
    usual_lead,
)

GAME = Auction.parse(Seat.SOUTH, "1NT P 3NT P P P")


def context(auction: Auction) -> LeadContext:
    assert auction.contract is not None
    return LeadContext.of(auction, auction.contract)


def chances(hand: str, auction: Auction = GAME) -> dict[Card, float]:
    return lead_probabilities(Hand.parse(hand), context(auction))


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=10, deadline=None)
def test_chances_of_thirteen_cards_sum_to_one(seed: int) -> None:
    hand = Hand.of(int(card) for card in np.random.default_rng(seed).permutation(52)[:13])
    found = lead_probabilities(hand, context(GAME))
    assert set(found) == set(hand)
    assert sum(found.values()) == pytest.approx(1)
    assert min(found.values()) > 0


class TestPractice:
    def test_against_notrump_from_length(self) -> None:
        assert by_suit(chances("KJ752.Q84.T9.843"))[Suit.SPADES] > 0.7

    def test_top_of_a_sequence(self) -> None:
        found = merged(chances("QJT94.84.A92.843"))
        assert Card.parse("SQ") in next(iter(found))

    def test_partners_suit(self) -> None:
        auction = Auction.parse(Seat.NORTH, "1C 1H 1NT P 3NT P P P")
        silent = Auction.parse(Seat.NORTH, "1C P 1NT P 3NT P P P")
        hand = "Q9752.84.J93.K42"
        assert by_suit(chances(hand, auction))[Suit.HEARTS] > by_suit(chances(hand, silent))[Suit.HEARTS] + 0.2

    def test_a_singleton_against_a_suit(self) -> None:
        auction = Auction.parse(Seat.SOUTH, "1S P 2S P 4S P P P")
        assert by_suit(chances("A73.8.J9752.Q843", auction))[Suit.HEARTS] > 0.4

    def test_ace_king_against_a_suit(self) -> None:
        auction = Auction.parse(Seat.SOUTH, "1S P 2S P 4S P P P")
        found = chances("73.AK84.J975.843", auction)
        assert found[Card.parse("HA")] + found[Card.parse("HK")] > 0.7


class TestInformation:
    HAND = Hand.parse("T9.QJ83.K964.753")
    AUCTION = Auction.parse(Seat.SOUTH, "1NT P 2C P 2D P 3NT P P P")

    def test_an_explanation_changes_the_lead(self) -> None:
        plain = context(self.AUCTION)
        hearts = plain.as_told(self.HAND, {Seat.NORTH: parse("H >= 5")})
        spades = plain.as_told(self.HAND, {Seat.NORTH: parse("S >= 5 & H <= 2")})
        first = by_suit(lead_probabilities(self.HAND, hearts))[Suit.HEARTS]
        second = by_suit(lead_probabilities(self.HAND, spades))[Suit.HEARTS]
        assert second > first + 0.1

    def test_what_is_told_is_what_the_context_says(self) -> None:
        told = context(self.AUCTION).as_told(self.HAND, {Seat.NORTH: parse("H >= 5 & hcp 10..12")})
        dummy = told.lengths[1, Suit.HEARTS]
        assert dummy[:5].sum() == 0
        assert dummy.sum() == pytest.approx(1)
        assert 10 <= told.expected_points[1] <= 12

    def test_the_passed_out_board_has_no_lead(self) -> None:
        with pytest.raises(ValueError, match="passed-out"):
            LeadContext.of(Auction.parse(Seat.NORTH, "P P P P"), Contract.parse("Pass"))


class TestRules:
    @pytest.mark.parametrize(
        ("hand", "suit", "trump", "card"),
        [
            ("KJ752.Q84.T9.843", "S", None, "S5"),
            ("KQT4.A92.74.8532", "S", "H", "SK"),
            ("KJT4.A92.74.8532", "S", None, "SJ"),
            ("A94.Q92.74.85322", "D", "H", "D7"),
            ("94.Q92.74.A85322", "H", "S", "H2"),
            ("94.872.74.A85322", "H", "S", "H8"),
        ],
    )
    def test_usual_card(self, hand: str, suit: str, trump: str | None, card: str) -> None:
        held = Hand.parse(hand.replace("85322", "8532"))
        found = usual_card(held, Suit.parse(suit), Suit.parse(trump) if trump else None)
        assert found == Card.parse(card)

    def test_no_card_of_a_void(self) -> None:
        assert usual_card(Hand.parse("AKQJT98765432..."), Suit.HEARTS, None) is None

    def test_trumps_are_led_only_when_there_is_nothing_else(self) -> None:
        assert usual_lead(Hand.parse("AKQJT98765432..."), Suit.SPADES).suit is Suit.SPADES
        assert usual_lead(Hand.parse("AKQJT9876543.2.."), Suit.SPADES).suit is Suit.HEARTS

    def test_equals_cover_the_hand_once(self) -> None:
        hand = Hand.parse("KQ5.A.T9.5432")
        assert sorted(card for group in equal_cards(hand) for card in group) == sorted(hand)


class TestFitting:
    def leads(self) -> tuple:
        rng = np.random.default_rng(3)
        hands = [Hand.of(int(card) for card in rng.permutation(52)[:13]) for _ in range(60)]
        found = features(hand_masks(hands), [context(GAME)] * 60)
        highest = np.append(np.flatnonzero(np.diff(found.board_of)), len(found.board_of) - 1)
        return found, highest

    def test_it_learns_a_rule_that_is_in_the_data(self) -> None:
        leads, led = self.leads()
        fitting = Fitting(leads, led, Recipe(epochs=30, batch=20, rate=0.01, wide=16, narrow=8))
        before = log_loss(fitting.network, leads, led)
        for _ in range(30):
            fitting.epoch()
        assert log_loss(fitting.network, leads, led) < before / 2

    def test_the_gradient_is_that_of_the_loss(self) -> None:
        leads, led = self.leads()
        fitting = Fitting(leads, led, Recipe(wide=8, narrow=4))
        network = fitting.network
        slopes = []
        for name in ("out", "middle", "suit", "card", "board"):
            weight = network.weights[name]
            place = np.unravel_index(np.abs(weight).argmax(), weight.shape)
            slopes.append((name, place))
        part, rows = fitting.batch(np.arange(60))
        first, second = network.hidden(part)
        chance = network.chances(part)
        slope = chance.copy()
        slope[rows] -= 1
        gradient = fitting._gradient(part, first, second, (slope / 60).astype(np.float32))
        for name, place in slopes:
            weight = network.weights[name]
            kept = weight[place].copy()
            weight[place] = kept + 1e-2
            above = log_loss(network, leads, led)
            weight[place] = kept - 1e-2
            below = log_loss(network, leads, led)
            weight[place] = kept
            assert gradient[name][place] == pytest.approx((above - below) / 2e-2, rel=0.1, abs=2e-3)

    def test_weights_survive_the_file(self, tmp_path) -> None:
        network = load_network()
        write_network(LeadNetwork(network.weights, {"date": "today"}), tmp_path)
        again = read_network(tmp_path)
        assert again.manifest == {"date": "today"}
        leads, led = self.leads()
        assert log_loss(again, leads, led) == pytest.approx(log_loss(network, leads, led))

    def test_the_manifest_says_where_the_weights_come_from(self) -> None:
        assert {"data", "split", "recipe", "report_log_loss"} <= set(load_network().manifest)


def test_vulnerability_and_system_may_be_told() -> None:
    from adjudicator.auctions import TableContext

    assert GAME.contract is not None
    table = TableContext(Seat.SOUTH, Vulnerability.BOTH, scoring="MP", year=1990)
    found = LeadContext.of(GAME, GAME.contract, table)
    assert found.matchpoints
    assert found.old
