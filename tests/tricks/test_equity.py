"""Revokes, leads on wrong information, penalty cards, claims: from a position to tricks."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from adjudicator.bridge import (
    AdjudicatorError,
    Auction,
    Card,
    Contract,
    Deal,
    Denomination,
    Hand,
    Play,
    Seat,
    Side,
    Suit,
)
from adjudicator.meanings import parse
from adjudicator.tricks.claims import claim, concession, normal
from adjudicator.tricks.double_dummy import Position
from adjudicator.tricks.equity import (
    automatic_tricks,
    forced_card,
    from_card,
    lead_on_information,
    restricted_leads,
    revoke,
)
from adjudicator.tricks.forecast import lead_chances
from adjudicator.tricks.leads import LeadContext, by_suit
from adjudicator.tricks.scene import Scene

SOLID = Deal.parse("N:AKQJ.AKQ.432.432 T98.J98.KQJ.KQJ5 765.7654.A65.A76 432.T32.T987.T98")
"""South in 3NT: four spades, three hearts (and a fourth by the fall of the knave), two aces."""


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def play(text: str, contract: str = "3NT S") -> Play:
    return Play(SOLID, Contract.parse(contract), cards(text))


class TestAutomaticTricks:
    REVOKE_AND_WIN = "DT D2 DJ DA S5 S2 SA S8 SK C5 S6 S3 SQ ST S7 S4"

    def test_east_revokes_and_his_side_takes_nothing_later(self) -> None:
        recorded = play(self.REVOKE_AND_WIN)
        assert automatic_tricks(recorded, 9, made=13) == 0

    def test_one_trick_when_his_side_wins_a_later_one(self) -> None:
        assert automatic_tricks(play(self.REVOKE_AND_WIN), 9, made=10) == 1

    def test_two_tricks_when_the_revoker_won_the_trick_and_another(self) -> None:
        deal = Deal.parse("N:AKQJ.AKQ2.432.43 T98.J98.KQJ.KQJ5 765.7654.A65.A76 432.T3.T987.T982")
        recorded = Play(deal, Contract.parse("4S N"), cards("DK DA D7 D2 D5 D8 D3 S8"))
        assert recorded.tricks[1].winner is Seat.EAST
        assert automatic_tricks(recorded, 7, made=10) == 2
        assert automatic_tricks(recorded, 7, made=12) == 1

    def test_dummy_and_the_twelfth_trick_pay_nothing(self) -> None:
        recorded = play("DT C2 DJ DA")
        assert automatic_tricks(recorded, 1, made=11) == 0

    def test_before_2007_a_trick_won_with_a_card_of_the_suit_counts_too(self) -> None:
        deal = Deal.parse("N:KQ2.AKQ2.432.432 AJ8.J98.KQJ.KQJ5 7653.765.A65.A76 T94.T43.T987.T98")
        recorded = Play(deal, Contract.parse("3NT S"), cards("DT D2 DJ DA S3 S4 SK C5"))
        later = Play(deal, Contract.parse("3NT S"), cards("DT D2 DJ DA S3 S4 SK C5 S2 SA S5 S9"))
        assert recorded.tricks[1].winner is Seat.NORTH
        assert automatic_tricks(later, 7, made=9, edition=1997) == 2
        assert automatic_tricks(later, 7, made=9, edition=2007) == 1

    BOTH = "DT D2 DJ DA S5 S2 SA S8 SK C5 S6 S3 C2 CQ H4 C8"

    def test_since_2007_nothing_moves_where_both_sides_revoked(self) -> None:
        recorded = play(self.BOTH)
        assert [index for index, _ in recorded.problems()] == [9, 14]
        assert automatic_tricks(recorded, 9, made=9, edition=2017) == 0
        assert automatic_tricks(recorded, 9, made=9, edition=2007) == 0
        assert automatic_tricks(recorded, 9, made=9, edition=1997) == 1

    def test_declarer_who_ruffs_in_dummy_has_not_won_the_trick_himself(self) -> None:
        deal = Deal.parse("N:AKQ2.AKQJ.432.43 T98.T98.QJT.KQJT 765.7654.A65.A76 J43.32.K987.9852")
        recorded = Play(deal, Contract.parse("3NT S"), cards("D7 D2 DT DA S5 S3 SA S8 HA HT C6 H2"))
        assert recorded.tricks[2].winner is Seat.NORTH
        assert automatic_tricks(recorded, 10, made=9) == 1

    @pytest.mark.parametrize("made", [-1, 2, 14])
    def test_tricks_that_the_record_rules_out_are_refused(self, made: int) -> None:
        with pytest.raises(AdjudicatorError, match="cannot have made"):
            automatic_tricks(play(self.REVOKE_AND_WIN), 9, made=made)


class TestRevokeEquity:
    def test_the_transfer_is_enough_or_the_lines_decide(self) -> None:
        recorded = play("DT D2 DJ DA S5 S2 SA S8 SK C5 S6 S3")
        found = revoke(recorded, made=10)
        assert (found.revoker, found.index, found.moved) == (Seat.EAST, 9, 1)
        assert found.after_transfer == 11
        assert sum(found.without.values()) == pytest.approx(1)
        assert min(found.adjusted) >= 11
        assert sum(found.adjusted.values()) == pytest.approx(1)

    def test_a_revoke_that_cost_more_than_the_transfer_is_adjusted(self) -> None:
        found = revoke(play("DT D2 DJ DA S5 S2 SA S8 SK C5 S6 S3"), made=6)
        assert found.after_transfer == 7
        assert not found.restores
        assert found.expected > 7
        assert {t: c for t, c in found.adjusted.items() if t > 7} == {t: c for t, c in found.without.items() if t > 7}

    def test_nobody_is_put_below_the_transfer(self) -> None:
        found = revoke(play("DT D2 DJ DA S5 S2 SA S8 SK C5 S6 S3"), made=6)
        worse = replace(found, without={6: 0.25, 7: 0.25, 10: 0.5})
        assert worse.adjusted == {7: 0.5, 10: 0.5}

    def test_a_play_without_revoke_is_refused(self) -> None:
        with pytest.raises(AdjudicatorError, match="nobody revoked"):
            revoke(play("DT D2 DJ DA"), made=10)


class TestLeads:
    def test_required_and_forbidden_suits(self) -> None:
        fan = {Card.parse("SA"): 0.5, Card.parse("H4"): 0.3, Card.parse("D2"): 0.2}
        assert restricted_leads(fan, required=Suit.HEARTS) == {Card.parse("H4"): 1.0}
        assert restricted_leads(fan, required=Suit.CLUBS) == fan
        assert restricted_leads(fan, card=Card.parse("D2")) == {Card.parse("D2"): 1.0}

    def test_what_the_leader_is_told_changes_the_lead(self) -> None:
        deal = Deal.parse("N:KQJ4.A32.KQ2.Q32 T98.QJT98.43.A54 A632.K4.A65.KJT9 75.765.JT987.876")
        auction = Auction.parse(Seat.NORTH, "1D P 1H P 2NT P 3NT P P P")
        assert auction.contract is not None
        contract = auction.contract
        change = lead_on_information(
            deal,
            auction,
            contract,
            explained={Seat.SOUTH: parse("H >= 5 & S <= 3")},
            agreed={Seat.SOUTH: parse("S >= 4 & H <= 3")},
        )
        hearts = [
            sum(lead.probability for lead in side.leads if lead.card.suit is Suit.HEARTS)
            for side in (change.wrong, change.right)
        ]
        assert hearts[1] > hearts[0]
        assert change.gain == pytest.approx(change.wrong.mean - change.right.mean)

    @pytest.mark.parametrize(
        ("asks", "does_not", "suit", "bids"),
        [
            ("D >= 5", "D <= 2 & S >= 4", Suit.DIAMONDS, "1NT P 2D X 2H P 4H P P P"),
            ("C >= 5", "C <= 2 & S >= 4", Suit.CLUBS, "1NT P 2C X 2D P 3NT P P P"),
        ],
    )
    def test_a_double_explained_as_takeout_asks_for_no_lead(
        self, asks: str, does_not: str, suit: Suit, bids: str
    ) -> None:
        auction = Auction.parse(Seat.SOUTH, bids)
        assert auction.contract is not None
        hand = Hand.parse("752.QJ8.K43.T964")
        chances = [
            by_suit(lead_chances(hand, auction, auction.contract, told=told))
            for told in ({Seat.EAST: parse(asks)}, None, {Seat.EAST: parse(does_not)})
        ]
        directed, silent, takeout = (chance[suit] for chance in chances)
        assert directed >= silent - 0.05
        assert directed > 0.8
        assert takeout < 0.3

    def test_strength_alone_leaves_a_double_what_it_was(self) -> None:
        auction = Auction.parse(Seat.SOUTH, "1NT P 2D X 2H P 4H P P P")
        assert auction.contract is not None
        for hand in ("752.QJ8.K43.T964", "75.Q8.K98432.T96"):
            held = Hand.parse(hand)
            context = LeadContext.of(auction, auction.contract).as_told(held, {Seat.EAST: parse("hcp 10..15")})
            assert context.doubled[Suit.DIAMONDS] == 1

    def test_a_penalty_card_is_compared_with_a_free_choice(self) -> None:
        hands = tuple(map(Hand.parse, ("AQ.2..", "K3.5..", "42.A..", "65.7..")))
        position = Position((hands[0], hands[1], hands[2], hands[3]), Denomination.NOTRUMP, Seat.SOUTH)
        scene = Scene(position, Seat.SOUTH, 3)
        for card in cards("HA H7 H2 H5 S2 S5 SQ"):
            scene = scene.after(card)
        found = forced_card(scene, Card.parse("S3"))
        assert found.cost > 0.9


class TestTempo:
    def test_the_guess_is_a_guess_again(self) -> None:
        lines = from_card(play("DT D2 DJ DA S5 S2 SA S8 SK ST S6 S3 SQ S9 S7 S4"), 12)
        assert sum(lines.chances.values()) == pytest.approx(1)

    @pytest.mark.parametrize("wrong", ["DT D2 DJ DA HK", "DT D2 DJ DA DA"])
    def test_a_record_with_cards_from_nowhere_is_refused(self, wrong: str) -> None:
        with pytest.raises(AdjudicatorError, match=r"South does not hold|played before"):
            from_card(play(wrong), 5)

    def test_a_card_outside_the_play_is_refused(self) -> None:
        with pytest.raises(AdjudicatorError, match="card number 9"):
            from_card(play("DT D2"), 9)


def ending(hands: str, lead: str, denomination: Denomination = Denomination.NOTRUMP) -> Scene:
    north, east, south, west = (Hand.parse(text) for text in hands.split())
    return Scene(Position((north, east, south, west), denomination, Seat.parse(lead)), Seat.SOUTH, 3)


class TestClaims:
    def test_winners_from_the_top_stand(self) -> None:
        found = claim(ending("432... 765... AKQ... JT9...", "S"), Side.NS, 3)
        assert (found.worst, found.stands, found.awarded) == (3, True, 3)

    def test_an_unmentioned_finesse_is_not_taken(self) -> None:
        found = claim(ending("AJ3... 987... K42... Q65...", "S"), Side.NS, 3)
        assert found.double_dummy == 3
        assert found.worst == 2
        assert found.awarded == 2

    def test_winners_are_not_crashed(self) -> None:
        assert claim(ending("AJ.2.. 43.5.. K2.A.. Q5.7..", "S"), Side.NS, 3).stands

    def test_a_forgotten_trump_takes_a_trick(self) -> None:
        scene = ending("3.2.A. 2..65. 4.A.3. .3.74.", "S", Denomination.SPADES)
        careless = claim(scene, Side.NS, 3)
        careful = claim(scene, Side.NS, 3, draws_trumps=True)
        assert careful.worst == 3
        assert careless.worst < 3

    def test_a_stated_line_is_followed(self) -> None:
        scene = ending("AJ.2.. 43.5.. K2.A.. Q5.7..", "S")
        found = claim(scene, Side.NS, 3, stated=cards("HA S2 SJ SA"))
        assert found.worst == 3

    def test_the_statement_cashes_winners_one_by_one(self) -> None:
        scene = ending("AJ.2.. 43.5.. K2.A.. Q5.7..", "S")
        assert claim(scene, Side.NS, 3, stated=cards("SK SA HA")).worst == 3

    def test_nobody_ruffs_the_winner_of_partner(self) -> None:
        scene = ending("..AK.2 ..QJ.9 4.3..5 .A.T.8", "N", Denomination.SPADES)
        assert claim(scene, Side.NS, 2).worst == 2

    def test_nobody_throws_a_winner_from_above_a_loser(self) -> None:
        scene = ending("..AK.2 ..QJT. .A3..5 .K4..8", "N")
        position = scene.after(Card.parse("DA")).after(Card.parse("DJ")).position
        assert set(normal(position, Side.NS)) == set(cards("H3 C5"))

    @pytest.mark.parametrize("claimed", [-1, 4])
    def test_more_than_there_is_cannot_be_claimed_or_conceded(self, claimed: int) -> None:
        scene = ending("432... 765... AKQ... JT9...", "S")
        with pytest.raises(AdjudicatorError, match="from 0 to 3"):
            claim(scene, Side.NS, claimed)
        with pytest.raises(AdjudicatorError, match="from 0 to 3"):
            concession(scene, Side.NS, claimed)

    def test_a_statement_names_cards_of_the_claiming_side(self) -> None:
        with pytest.raises(AdjudicatorError, match="SJ of the statement"):
            claim(ending("432... 765... AKQ... JT9...", "S"), Side.NS, 3, stated=cards("SA SJ"))

    def test_a_long_ending_is_refused(self) -> None:
        with pytest.raises(AdjudicatorError, match="too long"):
            claim(Scene.opening(SOLID, Contract.parse("3NT S")), Side.NS, 13)


class TestClaimsAtRandom:
    @pytest.mark.parametrize("seed", range(20))
    def test_worst_best_and_double_dummy_are_in_order(self, seed: int) -> None:
        chance = random.Random(seed)
        size = chance.choice([2, 3, 4])
        deck = chance.sample(range(52), 4 * size)
        north, east, south, west = (Hand.of(map(Card, deck[at::4])) for at in range(4))
        start = Position((north, east, south, west), Denomination(chance.randrange(5)), Seat(chance.randrange(4)))
        scene = Scene(start, Seat.SOUTH, 3)
        for _ in range(chance.randrange(4)):
            scene = scene.after(chance.choice(list(scene.position.legal)))
        for side in Side:
            found = claim(scene, side, 1)
            assert 0 <= found.worst <= found.best <= found.double_dummy <= size
            sure = concession(scene, side, 1).sure
            assert concession(scene, side, 1, any_legal_play=True).sure <= sure == found.worst


class TestConcessions:
    def test_a_trick_that_cannot_be_lost_comes_back(self) -> None:
        found = concession(ending("432... 765... AKQ... JT9...", "S"), Side.NS, 1)
        assert (found.sure, found.returned) == (3, 1)

    def test_a_trick_that_normal_play_loses_stays_conceded(self) -> None:
        found = concession(ending("AJ3... 987... K42... Q65...", "S"), Side.NS, 1)
        assert found.returned == 0
