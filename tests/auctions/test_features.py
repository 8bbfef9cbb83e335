from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.auctions import SystemTag, TableContext, features
from adjudicator.auctions.classes import CLASS_NAMES, decision_classes
from adjudicator.bridge import Auction, Hand, Seat, Vulnerability, hand_masks


def state_of(text: str, dealer: Seat = Seat.NORTH, vulnerability: Vulnerability = Vulnerability.NONE) -> np.ndarray:
    state = features.start([TableContext(dealer, vulnerability)])
    for call in Auction.parse(dealer, text):
        state = features.step(state, np.array([int(call)]))
    return state


@st.composite
def auctions(draw: st.DrawFn) -> Auction:
    auction = Auction(draw(st.sampled_from(list(Seat))))
    for _ in range(draw(st.integers(0, 14))):
        if auction.is_over:
            break
        auction = auction.add(draw(st.sampled_from(auction.legal_calls())))
    return auction


@settings(max_examples=150, deadline=None)
@given(auctions())
def test_the_arrays_know_the_law_of_calls(auction: Auction) -> None:
    state = state_of(auction.text, auction.dealer)
    assert bool(features.is_over(state)[0]) == auction.is_over
    if not auction.is_over:
        legal = {int(call) for call in auction.legal_calls()}
        assert set(np.flatnonzero(features.legal_mask(state)[0])) == legal


@settings(max_examples=50, deadline=None)
@given(auctions())
def test_public_features_do_not_depend_on_where_the_dealer_sits(auction: Auction) -> None:
    north = features.public_features(state_of(auction.text, Seat.NORTH))
    assert (north == features.public_features(state_of(auction.text, Seat.WEST))).all()


def test_vulnerability_is_seen_from_the_player_to_call() -> None:
    ours = features.public_features(state_of("1C", Seat.NORTH, Vulnerability.EW))[0, -2:]
    theirs = features.public_features(state_of("1C P", Seat.NORTH, Vulnerability.EW))[0, -2:]
    assert list(ours) == [1, 0]
    assert list(theirs) == [0, 1]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "opening"),
        ("P P P", "opening"),
        ("1C", "overcall"),
        ("P 1H", "overcall"),
        ("1C P 1H", "both opponents have bid"),
        ("1NT P", "response"),
        ("P P 1H P", "response"),
        ("1C P 1H P", "opener's rebid"),
        ("1C P 1H P 1NT P", "later uncontested"),
        ("1C 1H", "first action in competition"),
        ("1C X", "first action in competition"),
        ("1H X P", "first action in competition"),
        ("1H 1S 2H 2S", "later contested"),
        ("1H 1S P P", "later contested"),
    ],
)
def test_classes_of_decisions(text: str, kind: str) -> None:
    assert CLASS_NAMES[int(decision_classes(state_of(text))[0])] == kind


def test_hand_features_count_points_and_lengths() -> None:
    row = features.hand_features(hand_masks([Hand.parse("AKQ2.T98.J543.87")]))[0]
    assert row[:52].sum() == 13
    assert list(np.flatnonzero(row[140:170])) == [10]
    assert list(np.rint(row[128:132] * 4)) == [2, 4, 3, 4]


def test_meeting_features_look_at_the_suit_that_partner_bid() -> None:
    state = state_of("1H P")
    suits = features.meeting_suits(state)
    assert list(suits[0]) == [4, 4, 2, 2, 4, 4]
    meeting = features.meeting_features(state, hand_masks([Hand.parse("32.AKQ54.432.432")]))[0, :72].reshape(6, 12)
    assert meeting[2, 5] == 1
    assert meeting[2, 9] == pytest.approx(9 / 5)
    assert not meeting[0].any()


def test_a_call_leaves_the_earlier_state_alone() -> None:
    before = state_of("1C")
    kept = before.copy()
    features.step(before, np.array([0]))
    assert (before == kept).all()


@pytest.mark.parametrize(
    ("tag", "place"),
    [("15-17/nat/5", 5), ("14-16/nat/5", 6), ("12-14/nat/5", 8), ("?/?/?", 0)],
)
def test_points_are_counted_from_the_bottom_of_the_notrump_range(tag: str, place: int) -> None:
    context = TableContext(Seat.NORTH, Vulnerability.NONE, systems=(SystemTag.parse(tag), SystemTag()))
    fifteen = hand_masks([Hand.parse("AQ4.KJ73.KT5.Q82")])
    row = features.meeting_features(features.start([context]), fifteen)[0, 72:]
    assert list(np.flatnonzero(row)) == [place]
