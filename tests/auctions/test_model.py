from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from adjudicator.auctions import CallModel, SystemTag, TableContext
from adjudicator.auctions.weights import FOLDER, MANIFEST, WEIGHTS, packed, read_model, unpacked
from adjudicator.bridge import AdjudicatorError, Auction, Call, Deal, Hand, Seat, hand_masks

ONE_NOTRUMP = Call.parse("1NT")


def test_probabilities_are_a_distribution_over_legal_calls(model: CallModel, deal: Deal, table: TableContext) -> None:
    auction = Auction.parse(Seat.NORTH, "P 1C 1D")
    chances = model.probabilities(deal, auction, table)
    assert chances.shape == (38,)
    assert chances.sum() == pytest.approx(1)
    assert set(np.flatnonzero(chances)) <= {int(call) for call in auction.legal_calls()}


def test_many_hands_at_once_are_the_same_as_one_by_one(model: CallModel, deal: Deal, table: TableContext) -> None:
    auction = Auction.parse(Seat.NORTH, "1H P")
    together = model.next_call(hand_masks(list(deal.hands)), auction, table)
    for row, hand in zip(together, deal.hands, strict=True):
        assert model.hand_probabilities(hand, auction, table) == pytest.approx(row, abs=1e-5)


def test_no_other_hand_is_seen(model: CallModel, deal: Deal, table: TableContext) -> None:
    north, east, south, west = deal.hands
    other = Deal((north, south, east, west))
    auction = Auction.parse(Seat.NORTH, "")
    assert (model.probabilities(deal, auction, table) == model.probabilities(other, auction, table)).all()


def test_a_replayed_beginning_changes_nothing(deal: Deal, table: TableContext) -> None:
    long = Auction.parse(Seat.NORTH, "1C P 1H P 1NT P")
    fresh, used = read_model(), read_model()
    for length in range(len(long)):
        used.probabilities(deal, long.prefix(length), table)
    assert used.probabilities(deal, long, table) == pytest.approx(fresh.probabilities(deal, long, table), abs=1e-9)


@pytest.mark.parametrize(
    ("hand", "auction", "call"),
    [
        ("AKQ52.K7.A8532.2", "", "1S"),
        ("7632.984.J75.T82", "", "P"),
        ("AQ4.KJ73.KT5.Q82", "", "1NT"),
        ("AKQ94.AK3.AQ5.A2", "", "2C"),
        ("K82.Q4.T9854.K73", "1S P", "2S"),
        ("KQJT7.83.AQ4.962", "1D", "1S"),
        ("T84.KQ75.9863.J2", "P P 1C P", "1H"),
    ],
)
def test_what_everybody_would_call_is_likeliest(
    model: CallModel, table: TableContext, hand: str, auction: str, call: str
) -> None:
    table = replace(table, systems=(SystemTag.parse("15-17/nat/5"),) * 2)
    chances = model.hand_probabilities(Hand.parse(hand), Auction.parse(Seat.NORTH, auction), table)
    assert Call(int(chances.argmax())) == Call.parse(call)


def test_a_lower_notrump_range_moves_the_hand_that_fits_it(model: CallModel, table: TableContext) -> None:
    thirteen, fifteen = Hand.parse("A84.KJ73.KT5.Q82"), Hand.parse("AQ4.KJ73.KT5.Q82")
    weak = replace(table, systems=(SystemTag("12-14", "nat", "5"),) * 2)
    strong = replace(table, systems=(SystemTag("15-17", "nat", "5"),) * 2)
    auction = Auction.parse(Seat.NORTH, "")
    opens = lambda hand, context: model.hand_probabilities(hand, auction, context)[ONE_NOTRUMP]  # noqa: E731
    assert opens(thirteen, weak) > 0.5 > 0.1 > opens(thirteen, strong)
    assert opens(fifteen, strong) > 0.8
    assert opens(fifteen, weak) < opens(fifteen, strong) - 0.2
    six_spades = Hand.parse("KQJT87.83.A42.62")
    shift = model.hand_probabilities(six_spades, auction, weak) - model.hand_probabilities(six_spades, auction, strong)
    assert np.abs(shift).max() < 0.2


def test_a_finished_auction_and_a_wrong_dealer_are_refused(model: CallModel, deal: Deal, table: TableContext) -> None:
    with pytest.raises(AdjudicatorError, match="over"):
        model.probabilities(deal, Auction.parse(Seat.NORTH, "P P P P"), table)
    with pytest.raises(AdjudicatorError, match="dealt by"):
        model.probabilities(deal, Auction.parse(Seat.EAST, "P"), table)


def test_side_outputs_learn_what_was_shown(model: CallModel, table: TableContext) -> None:
    lengths, points = model.shown(Auction.parse(Seat.NORTH, "1S P"), table)
    spades = lengths[:, 3] @ np.arange(9)
    assert spades[Seat.NORTH] > 4.8
    assert spades[Seat.SOUTH] < 4
    assert points.sum(axis=1) == pytest.approx(np.ones(4), abs=1e-4)


def test_the_weights_are_small_and_their_origin_is_told() -> None:
    assert (FOLDER / WEIGHTS).stat().st_size < 10_000_000
    manifest = json.loads((FOLDER / MANIFEST).read_text(encoding="utf-8"))
    assert {"data", "split", "seeds", "date", "metrics", "parameters", "recipes"} <= set(manifest)
    assert len(manifest["data"]["sha256"]) == 64


def test_a_missing_weights_file_is_told_by_name(tmp_path: Path) -> None:
    with pytest.raises(AdjudicatorError, match=r"call_model\.npz"):
        read_model(tmp_path)


def test_club_players_are_less_of_one_mind(model: CallModel, deal: Deal, table: TableContext) -> None:
    auction = Auction.parse(Seat.NORTH, "P 1NT P")
    other = model.probabilities(deal, auction, replace(table, level="other"))
    club = model.probabilities(deal, auction, replace(table, level="club"))
    assert club.max() < other.max()
    assert club.argmax() == other.argmax()
    assert club.sum() == pytest.approx(1)
    assert set(np.flatnonzero(club)) == set(np.flatnonzero(other))


def test_packed_weights_stay_within_half_a_step() -> None:
    array = np.random.default_rng(4).normal(size=(50, 30)).astype(np.float32)
    stored = packed({"a_weight": array, "a_bias": array[0]})
    assert stored["a_weight"].dtype == np.int8
    back = unpacked(stored)
    assert set(back) == {"a_weight", "a_bias"}
    step = np.abs(array).max(axis=0) / 127
    assert (np.abs(back["a_weight"] - array) <= step / 2 + 1e-6).all()
