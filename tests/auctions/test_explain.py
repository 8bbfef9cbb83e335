from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.auctions import CallModel, SystemTag, TableContext
from adjudicator.auctions.explain import explain, shown_by
from adjudicator.auctions.from_case import system_tag
from adjudicator.bridge import AdjudicatorError, Auction, Deal, Hand, Seat


def test_an_explanation_names_candidates_and_what_they_would_show(
    model: CallModel, deal: Deal, table: TableContext
) -> None:
    found = explain(model, deal, Auction.parse(Seat.NORTH, "P 1NT P"), table)
    assert found.seat is Seat.WEST
    assert found.kind == "response"
    shares = [item.probability for item in found.candidates]
    assert shares == sorted(shares, reverse=True)
    assert "would show" in "\n".join(found.lines())


def test_what_was_shown_follows_the_calls(model: CallModel, table: TableContext) -> None:
    shown = shown_by(model, Auction.parse(Seat.NORTH, "1NT P"), table)
    assert 13 < shown[Seat.NORTH].points < 17
    assert shown[Seat.EAST].points < 11
    assert sum(shown[Seat.NORTH].lengths) == pytest.approx(13, abs=0.5)


def test_a_hand_far_from_the_promise_is_said_to_be_far(model: CallModel, table: TableContext) -> None:
    auction = Auction.parse(Seat.NORTH, "")
    near = explain(model, Hand.parse("AQ4.KJ73.KT5.Q82"), auction, table, most=1).candidates[0]
    fits = {
        item.call: item.distance for item in explain(model, Hand.parse("AQ4.KJ73.KT5.J82"), auction, table).candidates
    }
    assert near.call in fits
    assert near.distance < 1.5


def test_the_agreement_in_words_is_carried_along(model: CallModel, deal: Deal, table: TableContext) -> None:
    found = explain(model, deal, Auction(Seat.NORTH), table, meaning=lambda auction, call: f"agreed: {call}")
    assert found.candidates[0].meaning == f"agreed: {found.candidates[0].call}"


def test_influences_are_differences_of_the_model_itself(model: CallModel, table: TableContext) -> None:
    weak = TableContext(Seat.NORTH, table.vulnerability, "IMP", "national", (SystemTag("12-14", "nat", "5"),) * 2)
    hand, auction = Hand.parse("A84.KJ73.KT5.Q82"), Auction(Seat.NORTH)
    found = explain(model, hand, auction, weak)
    plain = TableContext(Seat.NORTH, table.vulnerability, "IMP", "national")
    systems = [item for item in found.influences if item[0] == "the systems of both pairs"]
    assert systems
    for _, call, change in systems:
        with_tag = model.hand_probabilities(hand, auction, weak)[call]
        assert change == pytest.approx(with_tag - model.hand_probabilities(hand, auction, plain)[call], abs=1e-6)


def test_a_finished_auction_has_nothing_to_explain(model: CallModel, deal: Deal, table: TableContext) -> None:
    with pytest.raises(AdjudicatorError):
        explain(model, deal, Auction.parse(Seat.NORTH, "P P P P"), table)


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("15-17/short/5", "15-17/short/5"),
        ("Acol, 1NT 12-14", "12-14/nat/4"),
        ("Polish Club", "15-17/polish/5"),
        ("2/1 GF, 1NT = 14-16", "14-16/nat/5"),
        ("natural, five-card majors", "?/?/5"),
        ("", "?/?/?"),
        ("home-made", "?/?/?"),
    ],
)
def test_systems_in_the_words_of_a_case(text: str, tag: str) -> None:
    assert system_tag(text).text == tag


def test_the_auctions_command_studies_a_case(shared: Path) -> None:
    from adjudicator.cases import load_case
    from adjudicator.cli.auctions import study

    path = next((shared / "cases").glob("017-*.toml"))
    case = load_case(path).case
    assert case is not None
    found = study(case, None, 1)
    assert found["unexplored"] <= 0.01
    assert found["calls"]
    assert sum(item["probability"] for item in found["contracts"]) + found["others"] == pytest.approx(1, abs=0.01)
    with pytest.raises(AdjudicatorError, match="smaller number"):
        study(case, 99, 1)
