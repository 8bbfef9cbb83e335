from __future__ import annotations

import numpy as np
import pytest

from adjudicator.auctions import CallModel, Poll, TableContext
from adjudicator.auctions.alternatives import considered_share, logical_alternatives, threshold_for
from adjudicator.auctions.classes import CLASS_NAMES
from adjudicator.auctions.polls import STRENGTH, interval, update
from adjudicator.bridge import AdjudicatorError, Auction, Call, Deal, Seat

START = Auction.parse(Seat.NORTH, "1S P")
PASS, TWO, FOUR = Call.parse("P"), Call.parse("2S"), Call.parse("4S")
RESPONSE = CLASS_NAMES.index("response")


def prior() -> np.ndarray:
    chances = np.zeros(38)
    chances[[PASS, TWO, FOUR]] = 0.5, 0.3, 0.2
    return chances


def test_the_posterior_is_the_dirichlet_mean() -> None:
    strength = STRENGTH["response"]
    after, told = update(prior(), [Poll(START, {TWO: 4, PASS: 1})], RESPONSE)
    assert after[TWO] == pytest.approx((strength * 0.3 + 4) / (strength + 5))
    assert after[PASS] == pytest.approx((strength * 0.5 + 1) / (strength + 5))
    assert after.sum() == pytest.approx(1)
    assert (told.strength, told.answers) == (strength, 5)
    assert told.prior[TWO] == pytest.approx(0.3)


def test_a_call_that_nobody_was_offered_keeps_its_prior() -> None:
    poll = Poll(START, {TWO: 5}, offered=frozenset({PASS, TWO}))
    after, _ = update(prior(), [poll], RESPONSE)
    assert after[FOUR] == pytest.approx(0.2)
    assert after.sum() == pytest.approx(1)


def test_two_polls_add_up_and_another_class_of_player_counts_half() -> None:
    both, _ = update(prior(), [Poll(START, {TWO: 2}), Poll(START, {TWO: 3})], RESPONSE)
    one, _ = update(prior(), [Poll(START, {TWO: 5})], RESPONSE)
    assert both == pytest.approx(one)
    expert, _ = update(prior(), [Poll(START, {TWO: 4}, "expert")], RESPONSE, "club")
    half, _ = update(prior(), [Poll(START, {TWO: 2}, "club")], RESPONSE, "club")
    assert expert == pytest.approx(half)


def test_an_unsupported_call_never_passes_the_dirichlet_bound() -> None:
    after, _ = update(prior(), [Poll(START, {PASS: 5})], RESPONSE)
    kappa = STRENGTH["response"]
    assert after[FOUR] <= kappa * 0.2 / (kappa + 5) + 1e-12


def test_answers_that_cannot_be_are_refused() -> None:
    with pytest.raises(AdjudicatorError, match="insufficient"):
        Poll(START, {Call.parse("1H"): 1})
    with pytest.raises(AdjudicatorError, match="not offered"):
        Poll(START, {TWO: 1}, offered=frozenset({PASS}))


def test_more_answers_narrow_the_interval() -> None:
    low, high = interval(0.5, 3)
    tight_low, tight_high = interval(0.5, 30)
    assert low < tight_low < 0.5 < tight_high < high


def test_considered_rises_with_the_share() -> None:
    rng = np.random.default_rng(1)
    shares = [considered_share(share, 3.0, rng) for share in (0.02, 0.1, 0.3, 0.7)]
    assert shares == sorted(shares)


def test_logical_alternatives_follow_the_poll(model: CallModel, deal: Deal, table: TableContext) -> None:
    auction = Auction.parse(Seat.NORTH, "P 1NT P")
    quiet = logical_alternatives(model, deal, auction, table)
    assert sum(item.chosen for item in quiet.calls) == pytest.approx(1, abs=0.05)
    three = Call.parse("3NT")
    polled = logical_alternatives(model, deal, auction, table, polls=[Poll(auction, {three: 6, PASS: 4})])
    assert three in polled.logical
    found = next(item for item in polled.calls if item.call == three)
    low, high = found.chosen_interval
    assert low < found.chosen < high
    assert found.votes == 6


def test_the_seventy_per_cent_rule_leaves_no_alternative(model: CallModel, deal: Deal, table: TableContext) -> None:
    auction = Auction.parse(Seat.NORTH, "P 1NT P")
    polls = [Poll(auction, {PASS: 28, Call.parse("2C"): 7})]
    seventy = logical_alternatives(model, deal, auction, table, threshold=threshold_for("1997", "EBU"), polls=polls)
    assert seventy.logical == (PASS,)


def test_an_unknown_edition_is_told() -> None:
    with pytest.raises(AdjudicatorError, match="1987, 1997"):
        threshold_for("1963")
