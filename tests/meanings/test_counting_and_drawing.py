"""Exact counts against known numbers and against enumeration; draws uniform over the hands that are left."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from adjudicator.bridge import AdjudicatorError, Denomination, Hand, Suit
from adjudicator.meanings import (
    HANDS,
    CannotSatisfy,
    Features,
    Known,
    Meaning,
    boxes,
    count,
    denominations_shown,
    draw,
    draw_masks,
    parse,
    profile,
    share,
    suits_shown,
)
from adjudicator.meanings.counting import AT_ONCE, box_tables

PUBLISHED = [
    ("any", 635_013_559_600),
    ("hcp 15..17 & bal", 30_897_212_184),
    ("hcp 0", comb(36, 13)),
    ("hcp 37", 4),
    ("hcp 38..", 0),
    ("shape in (4333)", 66_905_856_160),
    ("shape in (4432)", 136_852_887_600),
    ("shape in (5332)", 98_534_079_072),
    ("shape in (4441)", 19_007_345_500),
    ("shape in (5=4=3=1)", comb(13, 5) * comb(13, 4) * comb(13, 3) * 13),
    ("!T(S) & !T(H) & !T(D) & !T(C) & hcp 0", comb(32, 13)),
    ("aces 4", comb(48, 9)),
    ("aces 1", 4 * comb(48, 12)),
    ("controls 0", comb(44, 13)),
    ("keycards(S) 5", comb(47, 8)),
    ("void(S)", comb(39, 13)),
    ("S = 13 | H = 13", 2),
    ("has(SA) & !has(HA)", comb(50, 12)),
    ("top5(D) 5", comb(47, 8)),
    ("losers 0 & S = 13", 1),
]  # fmt: skip


@pytest.mark.parametrize(("text", "hands"), PUBLISHED)
def test_counts_that_are_known(text, hands):
    assert count(parse(text)) == hands


def test_points_follow_the_published_distribution():
    """Shares of 0, 1, 2, 3 and 10 points as every textbook prints them."""
    found = profile(parse("any"))
    assert sum(found.points) == HANDS
    assert found.average_points == 10
    assert [round(100 * found.points[points] / HANDS, 4) for points in (0, 1, 2, 3, 10)] == [
        0.3639, 0.7884, 1.3561, 2.4624, 9.4051,
    ]  # fmt: skip
    assert [found.average_length(suit) for suit in Suit] == [Fraction(13, 4)] * 4


@pytest.mark.parametrize("cards", [33, 26])
def test_counts_given_the_cards_of_other_hands(cards, source, completions):
    """With 19 or 26 cards known to be elsewhere, the hand comes from 33 or 26 cards."""
    random = source(7).random
    pack = random.permutation(52).tolist()
    known = Known(elsewhere=Hand.of(pack[cards:]))
    assert count(parse("any"), known) == known.hands == comb(cards, 13)
    ace = next(card for card in pack[:cards])
    assert count(parse("any"), Known(Hand.of([ace]), known.elsewhere)) == comb(cards - 1, 12)
    tight = Known(Hand.of(pack[:11]), Hand.of(pack[24:]))
    hands = completions(tight.held, tight.elsewhere)
    assert len(hands) == comb(13, 2)
    for text in ("hcp 8..", "S >= 4 | H >= 4", "losers ..8 & bal", "pt 3.5.. & !stop(C)", "tp 10..13 & S >= H"):
        meaning = parse(text)
        assert count(meaning, tight) == meaning.mask(Features.of(hands)).sum()


def test_a_meaning_and_its_negation_share_out_all_hands(source):
    made = source(11)
    for _ in range(25):
        meaning = Meaning(made.expr(1))
        assert count(meaning) + count(~meaning) == HANDS


def test_known_cards_must_be_possible():
    ace = Hand.parse("A...")
    with pytest.raises(AdjudicatorError, match="both in the hand and elsewhere"):
        Known(ace, ace)
    assert share(parse("has(SA)"), Known(ace)) == 1
    assert share(parse("has(SA)"), Known(elsewhere=ace)) == 0


def test_many_sums_are_counted_in_parts_with_the_same_result(monkeypatch):
    meaning = parse("hcp 10.. & losers ..7 & controls 3.. & S >= 4")
    whole = count(meaning)
    assert [len(list(box_tables(box))) for box in boxes(meaning)] == [1]
    monkeypatch.setattr("adjudicator.meanings.counting.AT_ONCE", 10)
    assert sum(len(list(box_tables(box))) for box in boxes(meaning)) > 50
    assert count(meaning) == whole
    masks = draw_masks(meaning, 300, np.random.default_rng(1))
    assert meaning.mask(Features(masks)).all()
    assert AT_ONCE > 10


def test_draws_keep_the_promise_and_hold_the_known_cards():
    known = Known(Hand.parse("AK..."), Hand.parse("QJ.AK.."))
    meaning = parse("S >= 5 & hcp 9..12 | D >= 6 & losers ..6")
    masks = draw_masks(meaning, 500, np.random.default_rng(2), known)
    hands = [Hand.of_suits(*map(int, row)) for row in masks]
    assert meaning.mask(Features(masks)).all()
    assert all(len(hand) == 13 for hand in hands)
    assert all(hand.mask & known.held.mask == known.held.mask for hand in hands)
    assert not any(hand.mask & known.elsewhere.mask for hand in hands)


def test_draws_are_uniform_over_every_hand_that_is_left(completions):
    """Chi-square over all completions of ten known cards; 99.99 % bound by Wilson and Hilferty."""
    known = Known(Hand.parse("AK32.T98.32.K"), Hand.parse("QJT9.AKQJ.AKQJT9.AQJT98765"))
    meaning = parse("S >= 5 & hcp ..11 | H >= 5 | C = 3 & D >= 3")
    good = [hand for hand in completions(known.held, known.elsewhere) if meaning.holds(hand)]
    assert 30 < len(good) == count(meaning, known)
    size = 60 * len(good)
    seen = dict.fromkeys((hand.mask for hand in good), 0)
    for hand in draw(meaning, size, np.random.default_rng(3), known):
        seen[hand.mask] += 1
    chi = sum((times - 60) ** 2 / 60 for times in seen.values())
    freedom = len(good) - 1
    bound = freedom * (1 - 2 / (9 * freedom) + 3.719 * (2 / (9 * freedom)) ** 0.5) ** 3
    assert min(seen.values()) > 0
    assert chi < bound


def test_draws_follow_the_exact_distribution_of_points_and_lengths():
    meaning = parse("S >= 5 & rule20 20.. & hcp ..15")
    exact, size = profile(meaning), 30_000
    features = Features(draw_masks(meaning, size, np.random.default_rng(4)))
    points = features.value(parse("hcp 0..").formula().measure)
    assert abs(points.mean() - float(exact.average_points)) < 0.06
    spades = features.value(parse("S >= 0").formula().measure)
    for length in range(5, 9):
        wanted = exact.lengths[Suit.SPADES][length] / exact.count
        assert abs((spades == length).mean() - wanted) < 0.015


def test_nothing_to_draw_is_said():
    with pytest.raises(CannotSatisfy, match="no hand keeps the promise"):
        draw(parse("bal & S >= 6"), 1, np.random.default_rng(0))


SHOWN = [
    (["nat; S>=5; hcp 11-19"], "S", {Denomination.SPADES}),
    (["art; H>=5"], "H", {Denomination.HEARTS}),
    (["nat; C>=3; hcp 12-19"], "C", {Denomination.CLUBS}),
    (["nat; bal; hcp 12-14"], "", {Denomination.NOTRUMP}),
    (["nat; hcp 10-15"], "", {Denomination.NOTRUMP}),
    (["art; hcp 12+; S>=3; D>=3; C>=3"], "", set()),
    (["art; S>=5; H>=5"], "SH", {Denomination.SPADES, Denomination.HEARTS}),
    (["art; S>=5", "art; H>=5"], "", set()),
    (["hcp 0-11"], "", set()),
]


@pytest.mark.parametrize(("readings", "suits", "denominations"), SHOWN)
def test_suits_and_denominations_shown(readings, suits, denominations):
    meanings = [parse(text) for text in readings]
    assert suits_shown(meanings) == {Suit.parse(letter) for letter in suits}
    assert denominations_shown(meanings) == denominations
