from __future__ import annotations

import numpy as np
import pytest

from adjudicator.auctions import CallModel, Information, SystemTag, TableContext, enumerate_auctions
from adjudicator.auctions.agreements import Agreements, base_system, meaning_text, stated, variant
from adjudicator.bridge import Auction, Call, Deal, Hand, Seat, Vulnerability, hand_masks
from adjudicator.systems import System

TABLE = TableContext(Seat.NORTH, Vulnerability.NONE, "IMP", "national", (SystemTag.parse("15-17/nat/5"),) * 2)


def chances(
    model: CallModel, hand: str, auction: str, changed: System | None, side: str = "NS"
) -> tuple[np.ndarray, np.ndarray]:
    """P(call) under the base and under the changed agreements."""
    agreements = Agreements.of(TABLE, changed, None) if side == "NS" else Agreements.of(TABLE, None, changed)
    reached = Auction.parse(Seat.NORTH, auction)
    masks = hand_masks([Hand.parse(hand)])
    return model.next_call(masks, reached, TABLE)[0], agreements.next_call(model, masks, reached, TABLE)[0]


def at(row: np.ndarray, call: str) -> float:
    return float(row[Call.parse(call)])


def test_a_notrump_range_two_points_lower_moves_the_hands_it_touches(model: CallModel) -> None:
    lower = variant("two_over_one", {"nt": [13, 15]})
    before, after = chances(model, "A84.KJ73.KT5.Q82", "", lower)
    assert at(after, "1NT") > 0.6 > 0.2 > at(before, "1NT")
    before, after = chances(model, "AQ4.KJ73.KT5.QJ2", "", lower)
    assert at(before, "1NT") > 0.8
    assert at(after, "1NT") < at(before, "1NT") - 0.3


@pytest.mark.parametrize("hand", ["KQJT87.83.A42.62", "7632.984.J75.T82", "4.AKQJ4.KQ763.42", "2.3.AKQ8765.KJT2"])
def test_a_hand_that_the_change_does_not_concern_hardly_moves(model: CallModel, hand: str) -> None:
    before, after = chances(model, hand, "", variant("two_over_one", {"nt": [13, 15]}))
    assert np.abs(before - after).max() < 0.02


def test_without_transfers_hearts_are_bid_as_hearts(model: CallModel) -> None:
    natural = variant(
        "two_over_one",
        remove=["nt.trf.*"],
        rules=[{"id": "nt.weak.2H", "on": "1N", "call": "2H", "show": "hcp ..7 & H >= 5", "tier": 2}],
    )
    before, after = chances(model, "94.QJ873.K53.982", "1NT P", natural)
    assert at(before, "2D") > 0.7 > 0.2 > at(after, "2D")
    assert at(after, "2H") > 0.6
    before, after = chances(model, "K764.KQ53.T42.Q2", "1NT P", natural)
    assert abs(at(before, "2C") - at(after, "2C")) < 0.1


def test_without_weak_twos_the_weak_two_goes_down_and_others_stay(model: CallModel) -> None:
    none = variant("two_over_one", remove=["open.weak2*"])
    assert len(none.rules) < len(base_system(TABLE.systems[0]).rules)
    before, after = chances(model, "KQJT87.83.742.62", "", none)
    assert at(before, "2S") > 0.4
    assert at(after, "2S") < 0.5 * at(before, "2S")
    before, after = chances(model, "AQ4.KJ73.KT5.QJ2", "", none)
    assert np.abs(before - after).max() < 0.02


def test_without_michaels_the_cue_bid_goes_down_and_others_stay(model: CallModel) -> None:
    none = variant("two_over_one", remove=["mich*"])
    before, after = chances(model, "KQT84.AJ983.4.62", "1D", none, side="EW")
    assert at(before, "2D") > 0.3
    assert at(after, "2D") < 0.5 * at(before, "2D")
    before, after = chances(model, "KQJT7.83.AQ4.962", "1D", none, side="EW")
    assert np.abs(before - after).max() < 0.05


def test_the_same_agreements_change_nothing(model: CallModel) -> None:
    before, after = chances(model, "A84.KJ73.KT5.Q82", "", None)
    assert before == pytest.approx(after, abs=1e-12)


def test_agreements_of_one_side_do_not_touch_the_other(model: CallModel) -> None:
    before, after = chances(model, "A84.KJ73.KT5.Q82", "", variant("two_over_one", {"nt": [12, 14]}), side="EW")
    assert before == pytest.approx(after, abs=1e-12)


@pytest.mark.parametrize(
    ("tag", "name", "range_"),
    [
        ("14-16/short/5", "two_over_one", [14, 16]),
        ("13-15/strong/5", "precision_lite", [13, 15]),
        ("15-17/polish/5", "wj", [15, 17]),
        ("12-14/nat/4", "acol", [12, 14]),
    ],
)
def test_every_tag_has_a_base_system(tag: str, name: str, range_: list[int]) -> None:
    found = base_system(SystemTag.parse(tag))
    assert found.id == name
    assert found.params["nt"] == range_


def test_agreements_tilt_an_enumeration(model: CallModel) -> None:
    deal = Deal.parse("N:A84.KJ73.KT5.Q82 K95.A2.J942.KJ73 QJT7.Q84.AQ3.A95 632.T965.876.T64")
    lower = Agreements.of(TABLE, variant("two_over_one", {"nt": [12, 14]}), None)
    start = Auction(Seat.NORTH)

    def opened_one_notrump(information: Information | None) -> float:
        forest = enumerate_auctions(model, deal, start, TABLE, information=information, budget=120, samples=200)
        lines = [line for outcome in forest.contracts for line in outcome.lines]
        return sum(line.probability for line in lines if line.auction.calls[0] == Call.parse("1NT"))

    assert opened_one_notrump(Information(factors=lower)) > opened_one_notrump(None) + 0.3


def test_the_agreement_is_told_in_words() -> None:
    agreements = Agreements.of(TABLE)
    assert "15..17" in meaning_text(agreements, Auction(Seat.NORTH), Call.parse("1NT"))


def test_typed_lines_change_range_and_conventions(model: CallModel) -> None:
    context, agreements, problems = stated(TABLE, (("1NT is 12-14", "no Michaels"), ()))
    assert not problems
    assert context.systems[0].notrump == "12-14"
    assert context.systems[1] == TABLE.systems[1]
    assert agreements.systems[1] is agreements.base[1]
    thirteen = hand_masks([Hand.parse("A84.KJ73.KT5.Q82")])
    start = Auction(Seat.NORTH)
    before = model.next_call(thirteen, start, TABLE)[0]
    after = agreements.next_call(model, thirteen, start, context)[0]
    assert at(after, "1NT") > 0.4 > at(before, "1NT")


def test_nothing_typed_changes_nothing() -> None:
    context, agreements, problems = stated(TABLE, ((), ()))
    assert context == TABLE
    assert not agreements.changed
    assert not problems


def test_a_line_that_is_not_understood_comes_back() -> None:
    _, agreements, problems = stated(TABLE, (("we play good bridge",), ()))
    assert problems
    assert not agreements.changed
