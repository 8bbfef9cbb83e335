"""Conditions, refusals, filters, weights and what a sample says of itself."""

from __future__ import annotations

import numpy as np
import pytest
from plain_enumeration import all_deals, chi_square_excess, deal_keys, ending

from adjudicator.bridge import AdjudicatorError, Card, Deal, Hand, Seat
from adjudicator.meanings import Features, parse
from adjudicator.sampling import (
    Conditions,
    Limits,
    NoSuchDeal,
    NotCountable,
    Sampler,
    SamplingError,
    TooFewDeals,
    box,
)

N, E, S, W = Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST
EAST_HAND = Hand.parse("KT83.AJ4.QT96.J7")


def fit_of_nine(batch):
    return (batch.lengths()[:, N] + batch.lengths()[:, S]).max(axis=1) >= 9


def test_filters_leave_uniform_deals():
    position = ending({"N": "A.K.Q."}, "KQ7.A32.J.T9", 3)

    def south_outranks_east(batch):
        return batch.masks[:, S, 3] > batch.masks[:, E, 3]

    every = Conditions(meanings={S: box((1, 9))}, **position)
    conditions = Conditions(meanings={S: box((1, 9))}, filters=(south_outranks_east,), **position)
    deals = all_deals(every)
    deals = deals[deals[:, S, 3] > deals[:, E, 3]]
    sample = Sampler(conditions).draw(40 * len(deals), 4)
    found, times = np.unique(deal_keys(sample.batch.masks), return_counts=True)
    assert set(found.tolist()) == set(deal_keys(deals).tolist())
    assert chi_square_excess(times, np.full(len(deals), 40.0)) < 4
    estimate = sample.passed * Sampler(conditions).table_count()
    assert estimate == pytest.approx(len(deals), rel=0.05)


def test_a_filter_makes_the_count_an_estimate():
    sampler = Sampler(Conditions(known={E: EAST_HAND}, filters=(fit_of_nine,)))
    assert not sampler.is_exact
    for question in (sampler.count, sampler.acceptance):
        with pytest.raises(NotCountable, match="table_count"):
            question()
    sample = sampler.draw(2_000, 1)
    assert fit_of_nine(sample.batch).all()
    assert sample.complete
    assert 0.1 < sample.passed < 0.9
    assert sample.tried > sample.accepted >= 2_000
    few = sampler.draw(10, 1)
    assert few.passed == pytest.approx(sample.passed, abs=0.15)


def test_too_few_deals_is_an_answer():
    def never(batch):
        return np.zeros(len(batch), dtype=bool)

    def one_in_many(batch):
        return (batch.masks[:, S, 3] & 0b1111100000000) == 0b1111100000000

    with pytest.raises(TooFewDeals, match="cannot say: 0 of"):
        Sampler(Conditions(filters=(never,))).draw(10, 1, patience=20_000)
    sampler = Sampler(Conditions(filters=(one_in_many,)))
    with pytest.raises(TooFewDeals, match="100 are needed"):
        sampler.draw(1_000, 1, patience=500)
    few = sampler.draw(1_000, 1, patience=500, at_least=0)
    assert len(few) < 100
    assert not few.complete


def test_weights_and_effective_size():
    def by_spades(batch):
        return 2.0 ** batch.lengths()[:, S, 3]

    sampler = Sampler(Conditions(known={E: EAST_HAND}, weights=by_spades))
    sample = sampler.draw(20_000, 6)
    assert sample.weights is not None
    assert 1_000 < sample.ess < 20_000
    spades = sample.batch.lengths()[:, S, 3].astype(float)
    counts = [Sampler(Conditions(known={E: EAST_HAND}, meanings={S: box(spades=(k, k))})).count() for k in range(10)]
    exact = sum(k * c * 2**k for k, c in enumerate(counts)) / sum(c * 2**k for k, c in enumerate(counts))
    assert sample.mean(spades) == pytest.approx(exact, abs=0.06)


def test_weights_that_leave_too_little_are_refused():
    def one_deal_only(batch):
        return (np.arange(len(batch)) == 0).astype(float)

    sampler = Sampler(Conditions(weights=one_deal_only))
    with pytest.raises(TooFewDeals, match=r"worth 1\.0"):
        sampler.draw(500, 1)
    assert sampler.draw(500, 1, at_least=1).ess == pytest.approx(1)


@pytest.mark.parametrize(
    ("conditions", "words"),
    [
        (Conditions(known={N: EAST_HAND, E: EAST_HAND}), "SK is known elsewhere too"),
        (Conditions(known={N: [Card(card) for card in range(14)]}), "more than 13 cards are known"),
        (Conditions(sizes={N: 12}), "52 cards are unseen, but the hands need 51 more"),
        (Conditions(known={E: EAST_HAND}, gone=[Card.parse("SK")]), "SK is known elsewhere too"),
    ],
)
def test_faulty_cards_are_named(conditions, words):
    with pytest.raises(SamplingError, match=words):
        Sampler(conditions)


@pytest.mark.parametrize(
    "meanings",
    [{S: "hcp 31.."}, {S: "hcp 20..", W: "hcp 12.."}, {E: "hcp 12.."}, {S: "S >= 10"}, {S: "hcp 38.."}],
)
def test_impossible_conditions_are_refused(meanings):
    with pytest.raises(NoSuchDeal):
        Sampler(Conditions({E: EAST_HAND}, {seat: parse(text) for seat, text in meanings.items()}))


def test_a_known_hand_that_fits_is_accepted():
    sampler = Sampler(Conditions({E: EAST_HAND}, {E: parse("hcp 10..12")}))
    assert sampler.draw(5, 1).batch[0][E] == EAST_HAND


def test_filters_must_answer_for_every_deal():
    for wrong in (lambda batch: batch.hcp()[:, S], lambda batch: np.ones(3, dtype=bool)):
        with pytest.raises(SamplingError, match=r"filters\[0\]"):
            Sampler(Conditions(filters=(wrong,))).draw(50, 1)


def test_bad_weights_are_refused():
    for bad in (lambda b: np.full(len(b), np.nan), lambda b: -np.ones(len(b)), lambda b: np.ones(3)):
        with pytest.raises(SamplingError, match="weight"):
            Sampler(Conditions(weights=bad)).draw(200, 1)


def test_a_seed_repeats_the_deals():
    sampler = Sampler(Conditions({E: EAST_HAND}, {S: parse("hcp 12..14 & bal")}))
    first, second = sampler.draw(300, 9), sampler.draw(300, 9)
    assert first.seed == 9
    assert np.array_equal(first.batch.masks, second.batch.masks)
    assert not np.array_equal(first.batch.masks, sampler.draw(300, 10).batch.masks)
    drawn = sampler.draw(300, np.random.default_rng(9))
    assert drawn.seed is None
    assert np.array_equal(first.batch.masks, drawn.batch.masks)


def test_drawn_deals_are_deals_and_keep_every_promise():
    texts = {S: "tp 12..20 & S >= 5 & losers ..7", N: "sp(S) 6..10 & S >= 3 | hcp 14..", W: "!(hcp 14..) & H <= 6"}
    meanings = {seat: parse(text) for seat, text in texts.items()}
    sample = Sampler(Conditions({E: EAST_HAND}, meanings)).draw(400, 2)
    for deal in (sample.batch[index] for index in range(400)):
        assert isinstance(deal, Deal)
        assert deal[E] == EAST_HAND
        assert all(meaning.holds(deal[seat]) for seat, meaning in meanings.items())


def test_mid_play_with_a_void_shown():
    """East has followed to two rounds of spades, West showed out on the second."""
    known = {
        N: Hand.parse("AQ4.K963.K82.A52"),
        S: Hand.parse("J9762.QT8.A5.KQ3"),
        E: Hand.parse("K8..."),
        W: Hand.parse("T..7."),
    }
    spades = Hand.parse("AKQJT98765432...")
    sample = Sampler(Conditions(known, {W: parse("hcp 5..9")}, without={W: spades})).draw(2_000, 12)
    assert (sample.batch.masks[:, W, 3] == Hand.parse("T...").suit_mask(3)).all()
    assert (sample.batch.masks[:, E, 3] == Hand.parse("K853...").suit_mask(3)).all()
    points = sample.batch.hcp()[:, W]
    assert points.min() >= 5
    assert points.max() <= 9


def test_large_tables_leave_the_loosest_hand_to_the_filter():
    """Too little room for the tables changes the work, never the deals' law."""
    texts = {S: "hcp 11..21 & S >= 5", N: "hcp 6..12 & S >= 3", E: "hcp ..11"}
    meanings = {seat: parse(text) for seat, text in texts.items()}
    roomy = Sampler(Conditions({W: Hand.parse("T3.AJ64.QT96.J72")}, meanings))
    narrow = Sampler(Conditions({W: Hand.parse("T3.AJ64.QT96.J72")}, meanings), Limits(half=2_000))
    assert roomy.is_exact
    assert not narrow.is_exact
    sample = narrow.draw(20_000, 3)
    for seat, meaning in meanings.items():
        assert meaning.mask(Features(sample.batch.masks[:, seat])).all()
    estimate = sample.passed * narrow.table_count()
    assert estimate == pytest.approx(roomy.count(), rel=0.05)
    exact = roomy.draw(20_000, 4)
    for seat in (N, E, S):
        assert sample.batch.hcp()[:, seat].mean() == pytest.approx(exact.batch.hcp()[:, seat].mean(), abs=0.1)


def test_no_room_at_all_is_said():
    shut_out = {W: [Card.parse("S3"), Card.parse("H5")]}
    with pytest.raises(AdjudicatorError, match="shut out"):
        Sampler(Conditions(without=shut_out), Limits(entries=10))
