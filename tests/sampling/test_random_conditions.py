"""Random conditions on random endings: the count and the drawn deals against plain enumeration."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_enumeration import all_deals, deal_keys

from adjudicator.bridge import Card, Seat
from adjudicator.sampling import HCP, Box, Boxes, Conditions, Feature, NoSuchDeal, Sampler, holding_set

ACES = Feature.same_in_every_suit("aces", np.arange(8192) >> 12 & 1)
WEIGHED = Feature("weighed", np.stack([np.arange(8192) % (suit + 2) for suit in range(4)]).astype(np.int16))
TOP_HELD = holding_set(lambda mask: mask >= 1 << 10)
LOW_ONLY = holding_set(lambda mask: mask < 1 << 9)

ranges = st.tuples(st.integers(-1, 6), st.integers(2, 12))


@st.composite
def boxes(draw) -> Boxes:
    parts = []
    for _ in range(draw(st.integers(1, 3))):
        shapes = None
        if draw(st.booleans()):
            one, other = draw(st.permutations(range(4)))[:2]
            lengths = np.indices((14,) * 4)
            shapes = (lengths[one] >= lengths[other]) | (lengths[other] == draw(st.integers(0, 3)))
        holdings = draw(st.dictionaries(st.integers(0, 3), st.sampled_from([TOP_HELD, LOW_ONLY]), max_size=2))
        asked = draw(st.dictionaries(st.sampled_from([HCP, ACES, WEIGHED]), ranges, max_size=2))
        parts.append(Box(shapes, holdings, asked))
    return Boxes(tuple(parts))


@st.composite
def endings(draw) -> Conditions:
    """Up to nine unseen cards, some known ones, conditions and shut-out cards on any hands."""
    cards = draw(st.permutations(range(52)))
    hidden = draw(st.lists(st.sampled_from(list(Seat)), min_size=1, max_size=4, unique=True))
    needs = {seat: draw(st.integers(1, {1: 4, 2: 4, 3: 3, 4: 2}[len(hidden)])) for seat in hidden}
    unseen = cards[: sum(needs.values())]
    left = cards[len(unseen) :]
    known, sizes = {}, {}
    for seat in Seat:
        shown = draw(st.integers(0, 2))
        known[seat], left = [Card(card) for card in left[:shown]], left[shown:]
        sizes[seat] = shown + needs.get(seat, 0)
    meanings = draw(st.dictionaries(st.sampled_from(hidden), boxes(), max_size=4))
    without = draw(st.dictionaries(st.sampled_from(hidden), st.just([Card(c) for c in unseen[:1]]), max_size=1))
    gone = [Card(card) for card in left]
    return Conditions(known, meanings, without=without, sizes=sizes, gone=gone)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(endings())
def test_counted_and_drawn_as_enumerated(conditions):
    deals = all_deals(conditions)
    if not len(deals):
        try:
            Sampler(conditions)
        except NoSuchDeal:
            return
        raise AssertionError("the sampler found a deal where there is none")
    sampler = Sampler(conditions)
    assert sampler.count() == len(deals)
    assert set(deal_keys(sampler.draw(200, 1).batch.masks).tolist()) <= set(deal_keys(deals).tolist())
