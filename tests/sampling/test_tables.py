"""The tables under the sampler, each against a plain computation."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from plain_enumeration import chi_square_excess

from adjudicator.bridge import SUIT_LENGTH, Hand, Seat, hand_masks
from adjudicator.meanings import Features, parse
from adjudicator.sampling import Conditions, Sampler
from adjudicator.sampling.hypergeometric import length_table
from adjudicator.sampling.joint import exact_dot
from adjudicator.sampling.meanings import boxes_of
from adjudicator.sampling.ragged import Chooser, Groups, offsets, row_ids, spans
from adjudicator.sampling.subsets import subset_table

PROMISES = (
    "any", "hcp 15..17 & bal", "(hcp 12..14 & bal) | S >= 6", "tp 12..20 & S >= 5", "sp(H) 8..10 & H >= 3",
    "losers ..6 & controls 4..", "stop(H) & top3(S) >= 2", "rule20 20.. & !(bal)", "S > H & H >= D",
    "atleast 2 of [hcp 10.., S >= 5, controls 3..]", "shape in (4441, 55xx) & hcp 7..", "pt(S) 6.. | qt 3..",
)  # fmt: skip


@pytest.mark.parametrize("text", PROMISES)
def test_boxes_accept_what_the_meaning_accepts(text):
    hands = Sampler(Conditions()).draw(4_000, 31).batch.masks.reshape(-1, 4)
    meaning = parse(text)
    assert np.array_equal(boxes_of(meaning).mask(hands), meaning.mask(Features(hands)))


@pytest.mark.parametrize("text", PROMISES)
def test_the_sampler_counts_as_many_hands_as_the_meaning(text):
    meaning = parse(text)
    share = Sampler(Conditions(meanings={Seat.SOUTH: meaning})).acceptance()
    assert share * comb(52, 13) == meaning.count()


def test_every_subset_of_every_holding_is_listed_once():
    table = subset_table()
    for holding in (0, 1, 0b1000000000001, 0b1011001110101, 8191):
        size = 1 << holding.bit_count()
        parts = table.parts[table.start[holding] : table.start[holding] + size]
        assert len(set(parts.tolist())) == size
        assert not (parts & ~np.uint16(holding)).any()
        assert (np.diff(SUIT_LENGTH[parts]) >= 0).all()


def test_subsets_are_drawn_equally_often():
    holding = np.full(30_000, 0b1011001110101, dtype=np.uint16)
    length, size = np.full(30_000, 8, dtype=np.int8), np.full(30_000, 3, dtype=np.int8)
    drawn = subset_table().pick(holding, length, size, np.random.default_rng(1).random(30_000))
    found, times = np.unique(drawn, return_counts=True)
    assert len(found) == comb(8, 3)
    assert (SUIT_LENGTH[found] == 3).all()
    assert chi_square_excess(times, np.full(56, 30_000 / 56)) < 4


@pytest.mark.parametrize(("remaining", "length", "wanted"), [(52, 13, 13), (26, 7, 13), (9, 9, 4), (20, 0, 6)])
def test_alias_tables_hold_the_hypergeometric_law(remaining, length, wanted):
    """The probability of each length, read off the table, equals the binomial quotient."""
    table = length_table(13)
    row = ((remaining * 14 + length) * 14 + wanted) * 16
    law = np.zeros(16)
    for column in range(16):
        keep = table.keep[row + column]
        law[column] += keep / 16
        law[table.other[row + column]] += (1 - keep) / 16
    whole = comb(remaining, wanted)
    exact = [comb(length, k) * comb(remaining - length, wanted - k) / whole if k <= wanted else 0 for k in range(16)]
    assert law == pytest.approx(exact, abs=1e-14)


def test_exact_sums_beyond_floating_point():
    rng = np.random.default_rng(2)
    one = rng.integers(0, 2**52, 3_000).astype(float)
    other = rng.integers(0, 2**52, 3_000).astype(float)
    assert exact_dot(one, other) == sum(int(a) * int(b) for a, b in zip(one, other, strict=True))
    assert exact_dot(np.zeros(3), np.ones(3)) == 0


def test_groups_draw_by_weight_however_unlike_the_groups():
    """A group of weights near 1 beside one of weights near 2 to the 100th: neither is blurred."""
    groups = Groups.of(np.array([3, 2]), np.array([1.0, 0.0, 3.0, 2.0**100, 2.0**100]))
    rng = np.random.default_rng(3)
    first = np.bincount(groups.pick(np.zeros(40_000, dtype=np.int64), rng.random(40_000)), minlength=5)
    assert first[1] == first[3] == first[4] == 0
    assert chi_square_excess(first[[0, 2]], np.array([10_000.0, 30_000.0])) < 4
    second = np.bincount(groups.pick(np.ones(40_000, dtype=np.int64), rng.random(40_000)), minlength=5)
    assert chi_square_excess(second[3:], np.array([20_000.0, 20_000.0])) < 4


def test_tabulated_and_lazy_choosers_agree():
    counts, rng = np.array([3, 1, 4]), np.random.default_rng(4)
    starts, weights = offsets(counts), rng.integers(1, 9, 8).astype(float)

    def expand(keys):
        place = spans(starts[keys], counts[keys])
        return counts[keys], place, weights[place]

    keys, uniform = rng.integers(0, 3, 5_000), rng.random(5_000)
    lazy, tabulated = Chooser(3, 10**9, expand), Chooser(3, 8, expand)
    many_keys = Chooser(10**6, 10**9, expand)
    assert np.array_equal(lazy.pick(keys, uniform), tabulated.pick(keys, uniform))
    assert np.array_equal(lazy.pick(keys, uniform), many_keys.pick(keys, uniform))


def test_row_numbers_survive_wide_values():
    rows = np.array([[0, 0, 0], [2**40, 2**40, 2**40], [0, 0, 0]])
    distinct, number = row_ids(rows)
    assert np.array_equal(distinct[number], rows)


def test_boxes_join_and_accept_by_hand():
    hands = hand_masks([Hand.parse("AKQJ2.A32.432.32"), Hand.parse("J5432.432.432.32")])
    union = boxes_of(parse("hcp 14")) | boxes_of(parse("hcp 1"))
    assert union.mask(hands).tolist() == [True, True]
