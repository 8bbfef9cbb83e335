"""The number of deals, exactly."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from plain_enumeration import all_deals, ending

from adjudicator.bridge import Card, Hand, Seat
from adjudicator.meanings import parse
from adjudicator.sampling import Box, Boxes, Conditions, NoSuchDeal, Sampler, balanced, box
from adjudicator.sampling.meanings import boxes_of

N, E, S, W = Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST
EAST_HAND = Hand.parse("KT83.AJ4.QT96.J7")
NORTH_HAND = Hand.parse("AQ4.K963.K82.A52")
DUMMY_AND_OWN = {N: NORTH_HAND, E: EAST_HAND}

ACCEPTANCE = {
    "c2": ({S: "hcp 15..17 & bal"}, "0.048656"),
    "c3": ({S: "hcp 15..17 & bal", N: "hcp 8..9 & (S = 4 | H = 4) & S <= 4 & H <= 4"}, "0.00391275"),
    "c4": ({N: "hcp 6..10 & S = 6 & H <= 3 & D <= 4 & C <= 4", S: "hcp 22.."}, "6.25216e-05"),
    "c5": ({S: "hcp 22..", N: "hcp 0..3"}, "0.00102997"),
}


@pytest.mark.parametrize(
    ("known", "deals"),
    [
        ({}, comb(52, 13) * comb(39, 13) * comb(26, 13)),
        ({E: EAST_HAND}, comb(39, 13) * comb(26, 13)),
        (DUMMY_AND_OWN, comb(26, 13)),
        ({**DUMMY_AND_OWN, S: [Card.parse("S2"), Card.parse("HA")][:1]}, comb(25, 12)),
        ({**DUMMY_AND_OWN, S: Hand.parse("J9762.QT8.A5.KQ3")}, 1),
    ],
)
def test_known_cards_alone(known, deals):
    assert Sampler(Conditions(known=known)).count() == deals


def test_a_meaning_that_accepts_every_hand_changes_no_count():
    everything = {seat: box((0, 37)) for seat in Seat}
    assert Sampler(Conditions(known=DUMMY_AND_OWN, meanings=everything)).count() == comb(26, 13)
    three = {seat: box() for seat in (N, S, W)}
    assert Sampler(Conditions(known={E: EAST_HAND}, meanings=three)).count() == comb(39, 13) * comb(26, 13)


@pytest.mark.parametrize("name", ACCEPTANCE)
def test_published_acceptance_to_six_digits(name):
    meanings, share = ACCEPTANCE[name]
    sampler = Sampler(Conditions(meanings={seat: parse(text) for seat, text in meanings.items()}))
    assert f"{float(sampler.acceptance()):.6g}" == share
    assert isinstance(sampler.acceptance(), Fraction)


def test_balanced_notrump_hands_are_those_of_the_books():
    sampler = Sampler(Conditions(meanings={S: box((15, 17), shapes=balanced())}))
    assert sampler.acceptance() == Fraction(30_897_212_184, comb(52, 13))


def test_four_constrained_hands_are_counted_exactly():
    meanings = {
        S: "hcp 11..15 & S >= 5 & H < S & D <= S & C <= S", W: "hcp 10..15 & H >= 5 & S <= 4",
        N: "hcp 8..10 & S >= 3", E: "hcp 0..7",
    }  # fmt: skip
    sampler = Sampler(Conditions(meanings={seat: parse(text) for seat, text in meanings.items()}))
    assert sampler.is_exact
    published, error = 6.088e-4, 0.055e-4
    assert abs(float(sampler.acceptance()) - published) < 3 * error
    assert sampler.draw(20_000, 1).batch.hcp()[:, S].mean() == pytest.approx(12.94, abs=0.03)


@pytest.mark.parametrize(("name", "points"), [("c2", 15.80), ("c5", 23.14)])
def test_published_mean_points(name, points):
    meanings = {seat: parse(text) for seat, text in ACCEPTANCE[name][0].items()}
    sample = Sampler(Conditions(meanings=meanings)).draw(100_000, 2)
    assert sample.batch.hcp()[:, S].mean() == pytest.approx(points, abs=0.015)


def test_one_hidden_hand_and_none():
    """Three known hands leave one deal, four leave that deal, and a meaning may rule it out."""
    west = Hand.parse("5.752.J743.T9864")
    known = {**DUMMY_AND_OWN, S: Hand.parse("J9762.QT8.A5.KQ3")}
    sampler = Sampler(Conditions(known, {W: parse("hcp 1 & C >= 5")}))
    assert sampler.count() == 1
    assert sampler.draw(3, 1).batch[2][W] == west
    assert Sampler(Conditions({**known, W: west})).count() == 1
    assert Sampler(Conditions({**known, W: west})).draw(2, 1).batch[1][W] == west
    with pytest.raises(NoSuchDeal):
        Sampler(Conditions(known, {W: parse("hcp 2..")}))
    with pytest.raises(NoSuchDeal, match="known hand"):
        Sampler(Conditions({**known, W: west}, {W: parse("hcp 2..")}))


def test_disjoint_meanings_add_up():
    whole = {S: parse("(hcp 12..14 & bal) | (hcp 15..21 & C >= 5) | S >= 6"), N: parse("hcp 6.. | S >= 4")}
    first = {**whole, S: parse("((hcp 12..14 & bal) | (hcp 15..21 & C >= 5) | S >= 6) & hcp ..16")}
    second = {**whole, S: parse("((hcp 12..14 & bal) | (hcp 15..21 & C >= 5) | S >= 6) & hcp 17..")}
    counts = [Sampler(Conditions(known={E: EAST_HAND}, meanings=m)).count() for m in (whole, first, second)]
    assert counts[0] == counts[1] + counts[2]


ENDINGS = {
    "two hands of five": ending({"N": "AK.Q.J2.", "E": "QJ.K.A3."}, "T987.J2.Q4.52", 5),
    "three hands of three": ending({"N": "A.K.Q."}, "KQ7.A32.J.T9", 3),
    "four hands of three": ending({"N": "T...", "E": ".Q.."}, "AKQ7.AJ3.J.T9", 3),
}


C, D, H, SP = np.indices((14,) * 4)


def on_holdings(text: str) -> Boxes:
    """A meaning without its shapes: the language speaks of thirteen cards, an ending has fewer."""
    return Boxes(tuple(Box(None, each.holdings, each.ranges) for each in boxes_of(parse(text)).boxes))


SHORT_HANDS = {
    "points": {S: box((3, 8))},
    "a disjunction against lengths": {S: box((1, 9), spades=(1, 5)), W: box((2, 40)) | box(shapes=H >= 2)},
    "lengths compared": {S: box(shapes=SP > H) | box((0, 4), clubs=(1, 5)), W: box((0, 2)) | box((7, 40))},
    "sums and holdings": {S: on_holdings("top3(S) >= 1 | controls 3.."), W: on_holdings("losers ..3 | stop(H)")},
    "all hidden hands": {seat: box((0, 9)) | box(hearts=(0, 0)) for seat in Seat},
}


@pytest.mark.parametrize("meanings", SHORT_HANDS.values(), ids=SHORT_HANDS)
@pytest.mark.parametrize("position", ENDINGS.values(), ids=ENDINGS)
def test_endings_equal_plain_enumeration(position, meanings):
    conditions = Conditions(meanings=meanings, **position)
    try:
        counted = Sampler(conditions).count()
    except NoSuchDeal:
        counted = 0
    assert counted == len(all_deals(conditions))


def test_cards_shut_out_of_a_hand():
    hearts = Hand.parse(".AKQJT98765432..")
    conditions = Conditions(meanings={S: box((3, 20))}, without={W: hearts}, **ENDINGS["three hands of three"])
    assert Sampler(conditions).count() == len(all_deals(conditions))
    one_card = Conditions(without={W: [Card.parse("SK")], E: [Card.parse("C9")]}, **ENDINGS["four hands of three"])
    assert Sampler(one_card).count() == len(all_deals(one_card))
