"""Every deal that meets the conditions is drawn equally often."""

from __future__ import annotations

import numpy as np
import pytest
from plain_enumeration import all_deals, chi_square_excess, deal_keys, ending

from adjudicator.bridge import SUIT_HCP, SUIT_LENGTH, Hand, Seat
from adjudicator.meanings import parse
from adjudicator.sampling import Conditions, Sampler, balanced, box

N, E, S, W = Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST
C, D, H, SP = np.indices((14,) * 4)
EAST_HAND = Hand.parse("KT83.AJ4.QT96.J7")
NORTH_HAND = Hand.parse("AQ4.K963.K82.A52")
LIMIT = 4.0
"""Chi-square this many standard deviations high comes once in thirty thousand honest runs; the seeds are fixed."""

SMALL = {
    "two hands": Conditions(**ending({"N": "AK.Q.J2.", "E": "QJ.K.A3."}, "T987.J2.Q4.52", 5)),
    "two hands, disjunction": Conditions(
        meanings={S: box((0, 1)) | box((4, 9), hearts=(1, 5)) | box(spades=(4, 5))},
        **ending({"N": "AK.Q.J2.", "E": "QJ.K.A3."}, "T987.J2.Q4.52", 5),
    ),
    "three hands": Conditions(
        meanings={S: box((1, 9)), W: box((2, 40)) | box(shapes=H >= 2)},
        **ending({"N": "A.K.Q."}, "KQ7.A32.J.T9", 3),
    ),
    "three hands, one void": Conditions(
        meanings={S: box((4, 12))},
        without={W: Hand.parse(".AKQJT98765432..")},
        **ending({"N": "A.K.Q."}, "KQ7.A32.J.T9", 3),
    ),
    "four hands": Conditions(
        meanings={seat: box((0, 9)) | box(hearts=(0, 0)) for seat in Seat},
        **ending({"N": "T...", "E": ".Q.."}, "AKQ.AJ3.J.T9", 3) | {"sizes": {N: 3, E: 3, S: 3, W: 2}},
    ),
    "four hands, one constrained": Conditions(
        meanings={E: box(shapes=(SP > C) | (D == 1))},
        **ending({"N": "T...", "E": ".Q.."}, "AKQ.AJ3.J.T9", 3) | {"sizes": {N: 3, E: 3, S: 3, W: 2}},
    ),
}


@pytest.mark.parametrize("conditions", SMALL.values(), ids=SMALL)
def test_each_deal_of_a_small_position_comes_equally_often(conditions):
    deals = all_deals(conditions)
    sample = Sampler(conditions).draw(40 * len(deals), 11)
    found, times = np.unique(deal_keys(sample.batch.masks), return_counts=True)
    assert set(found.tolist()) == set(deal_keys(deals).tolist())
    assert chi_square_excess(times, np.full(len(deals), 40.0)) < LIMIT


def classes(masks: np.ndarray, seat: Seat) -> np.ndarray:
    """Points and pattern of one hand, in one number."""
    points = SUIT_HCP[masks[:, seat]].sum(axis=1).astype(np.int64)
    lengths = np.sort(SUIT_LENGTH[masks[:, seat]], axis=1).astype(np.int64)
    return points * 10_000 + lengths[:, 3] * 196 + lengths[:, 2] * 14 + lengths[:, 1]


WHOLE = {
    "four hidden hands": ({}, {S: "hcp 15..17 & bal", N: "hcp 8..9 & (S = 4 | H = 4) & S <= 4 & H <= 4"}),
    "three hidden hands": ({E: EAST_HAND}, {S: "(hcp 12..14 & bal) | hcp 18..20", W: "hcp ..9 & H <= 5"}),
    "two hidden hands": ({E: EAST_HAND, N: NORTH_HAND}, {S: "S >= 4 | hcp 9..", W: "H >= 3 & top3(H) = 1"}),
    "some cards known": (
        {E: EAST_HAND, S: Hand.parse("A.9..Q2"), W: Hand.parse("Q7...K")}, {S: "losers 5..8", W: "hcp 6..12"}
    ),
}  # fmt: skip


@pytest.mark.parametrize(("known", "texts"), WHOLE.values(), ids=WHOLE)
def test_classes_of_whole_deals_come_as_often_as_counted(known, texts):
    """Each high-card count of a constrained hand has its exact share, by a second, narrower count."""
    meanings = {seat: parse(text) for seat, text in texts.items()}
    sampler = Sampler(Conditions(known=known, meanings=meanings))
    drawn = sampler.draw(60_000, 5).batch.hcp()
    for seat, text in texts.items():
        observed, expected = [], []
        for points in np.unique(drawn[:, seat]).tolist():
            narrow = {**meanings, seat: parse(f"({text}) & hcp {points}..{points}")}
            share = Sampler(Conditions(known=known, meanings=narrow)).count() / sampler.count()
            observed.append(int((drawn[:, seat] == points).sum()))
            expected.append(60_000 * share)
        common = np.array(expected) >= 5
        assert abs(sum(expected) - 60_000) < 5
        assert chi_square_excess(np.array(observed)[common], np.array(expected)[common]) < LIMIT


@pytest.mark.parametrize("known", [{}, {E: EAST_HAND}, {N: Hand.parse("AQJ..."), E: EAST_HAND}])
def test_unconstrained_hands_follow_their_exact_law(known):
    """Points of South and of West against the exact law counted hand by hand."""
    masks = Sampler(Conditions(known=known)).draw(100_000, 8).batch.masks
    points = SUIT_HCP[masks].sum(axis=2)
    for seat in (S, W):
        counts = [Sampler(Conditions(known=known, meanings={seat: box((p, p))})).acceptance() for p in range(21)]
        expected = np.array([float(share) * 100_000 for share in counts])
        observed = np.bincount(points[:, seat], minlength=38)[:21]
        common = expected >= 5
        assert chi_square_excess(observed[common], expected[common]) < LIMIT


def test_patterns_of_an_unconstrained_hand():
    """Pattern frequencies of thirteen cards, as published in every handbook."""
    published = {"4432": 21.551, "5332": 15.517, "5431": 12.931, "5422": 10.580, "4333": 10.536, "6322": 5.642}
    masks = Sampler(Conditions()).draw(200_000, 21).batch.masks
    for seat in Seat:
        lengths = np.sort(SUIT_LENGTH[masks[:, seat]], axis=1)[:, ::-1]
        for pattern, percent in published.items():
            share = float((lengths == [int(n) for n in pattern]).all(axis=1).mean())
            assert abs(share - percent / 100) < 4 * (percent / 100 / 200_000) ** 0.5


def test_single_cards_within_a_class():
    """Given that South is a balanced 15-17, each deuce is his equally often, and each card's mate East's."""
    masks = Sampler(Conditions(meanings={S: box((15, 17), shapes=balanced())})).draw(80_000, 3).batch.masks
    spots = np.array([[(masks[:, S, suit] >> rank & 1).sum() for rank in range(9)] for suit in range(4)])
    expected = np.full(36, spots.mean())
    observed = spots.reshape(-1)
    assert float(((observed - expected) ** 2 / expected).sum()) < 36 + 4 * 72**0.5
    aces = np.array([(masks[:, seat, 3] >> 12 & 1).sum() for seat in (N, E, W)])
    assert chi_square_excess(aces, np.full(3, aces.mean())) < LIMIT


def test_neighbouring_deals_are_independent():
    """The order of a sample tells nothing: points of one deal and of the next are uncorrelated."""
    points = Sampler(Conditions(meanings={S: box((12, 37))})).draw(50_000, 17).batch.hcp()[:, S].astype(float)
    assert abs(np.corrcoef(points[:-1], points[1:])[0, 1]) < 4 / 50_000**0.5
    assert abs(np.corrcoef(points, np.arange(50_000))[0, 1]) < 4 / 50_000**0.5
