from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from adjudicator.auctions import CallModel, Information, TableContext, enumerate_auctions
from adjudicator.auctions.alternatives import logical_alternatives
from adjudicator.auctions.blend import (
    GROUPS,
    HIGH,
    UNCOVERED,
    Setting,
    blended,
    decision_groups,
    load_settings,
    read_settings,
)
from adjudicator.auctions.hidden import hidden_hands
from adjudicator.auctions.judgement import Evaluator, is_covered
from adjudicator.auctions.simulation import Simulation, simulate
from adjudicator.bridge import AdjudicatorError, Auction, Call, Deal, Hand, Seat, Vulnerability
from adjudicator.scores.comparison import imps
from adjudicator.tricks.card_guess import GuessedPoints


def calls(text: str) -> list[Call]:
    return [Call.parse(word) for word in text.split()]


def weighed(model: CallModel, table: TableContext, hand: str, heard: str, candidates: str) -> Simulation:
    auction, held = Auction.parse(table.dealer, heard), Hand.parse(hand)
    seat = auction.seat_of(len(auction))
    rng = np.random.default_rng(4)
    layouts = hidden_hands(model, held, seat, auction, table, size=64, tried=400, sweeps=5, rng=rng)
    return simulate(
        model, held, seat, auction, table, calls(candidates), GuessedPoints(table.vulnerability), layouts=layouts,
        compare=imps, unit="IMPs",
    )  # fmt: skip


def test_no_slam_when_partner_has_one_key_card_of_the_three_missing(model: CallModel, table: TableContext) -> None:
    found = weighed(model, table, "KQJ963.KQ4.KQ5.7", "1S P 3S P 4NT P 5D P", "5S 6S")
    better, error = found.difference("5S", "6S")
    assert better > 4 * error > 0
    assert found.summary()[0].contracts[0][0].level == 5


def test_a_flat_hand_stands_partners_double_of_game(model: CallModel, table: TableContext) -> None:
    found = weighed(model, table, "K43.9643.K85.973", "4S X P", "P 5D 5H")
    for pulled in ("5D", "5H"):
        better, error = found.difference("P", pulled)
        assert better > 2 * error > 0


def test_game_values_opposite_a_strong_notrump_are_not_passed(model: CallModel, table: TableContext) -> None:
    found = weighed(model, table, "AQ98.KJ3.K85.973", "1NT P", "P 3NT")
    better, error = found.difference("3NT", "P")
    assert better > 4 * error > 0
    assert any("3NT" in line and "IMPs" in line for line in found.lines())


HAND = Hand.parse("64.KQ7532.A5.K84")
HEARD = "1S 2H 3S"


def evaluator(eta: float, **more: object) -> Evaluator:
    setting = Setting(2.0, eta, 1.0, 0.99)
    points = GuessedPoints(Vulnerability.NONE)
    return Evaluator(points, imps, dict.fromkeys(GROUPS, setting), size=24, tried=150, sweeps=2, **more)  # type: ignore[arg-type]


def test_an_evaluator_that_does_not_count_costs_nothing(model: CallModel, table: TableContext) -> None:
    auction = Auction.parse(table.dealer, HEARD)
    shares = model.hand_probabilities(HAND, auction, table)
    quiet = evaluator(0.0)(model, HAND, auction, table, shares)
    assert quiet.simulation is None
    assert not quiet.used
    assert np.array_equal(quiet.shares, shares)
    shown = evaluator(0.0, always=True)(model, HAND, auction, table, shares)
    assert shown.simulation is not None
    assert np.array_equal(shown.shares, shares)
    assert len(shown.lines()) == len(shown.simulation.branches) + 2


def test_where_it_counts_better_calls_gain(model: CallModel, table: TableContext) -> None:
    auction = Auction.parse(table.dealer, HEARD)
    shares = model.hand_probabilities(HAND, auction, table)
    found = evaluator(1.0)(model, HAND, auction, table, shares)
    assert found.used
    assert found.simulation is not None
    assert found.shares.sum() == pytest.approx(1)
    worth = dict(zip(found.simulation.names, found.simulation.mean(), strict=True))
    ratio = {name: found.shares[Call.parse(name)] / shares[Call.parse(name)] for name in worth}
    assert max(worth, key=worth.__getitem__) == max(ratio, key=ratio.__getitem__)
    assert min(worth, key=worth.__getitem__) == min(ratio, key=ratio.__getitem__)
    report = logical_alternatives(model, HAND, auction, table, evaluator=evaluator(1.0))
    assert report.judgement is not None
    assert report.calls[0].chosen == pytest.approx(found.shares.max())


def test_an_enumeration_takes_the_judged_shares_at_that_turn_alone(
    model: CallModel, deal: Deal, table: TableContext
) -> None:
    start = Auction.parse(Seat.NORTH, "P 1D P")
    only = np.zeros(38)
    only[int(Call.parse("1H"))] = 1.0
    plain = enumerate_auctions(model, deal, start, table, budget=200, samples=50)
    judged = enumerate_auctions(
        model, deal, start, table, information=Information(judged={start: only}), budget=200, samples=50
    )
    assert {line.calls[3] for item in judged.contracts for line in item.lines} == {Call.parse("1H")}
    assert {line.calls[3] for item in plain.contracts for line in item.lines} != {Call.parse("1H")}


def test_calls_that_were_not_weighed_keep_their_shares() -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        shares = rng.dirichlet(np.ones(38))
        chosen = [Call(int(call)) for call in rng.choice(38, size=4, replace=False)]
        for prior in (0.0, 1.0):
            moved = blended(shares, chosen, rng.normal(size=4), Setting(1.5, 0.4, prior))
            others = [call for call in range(38) if call not in chosen]
            assert np.allclose(moved[others], shares[others])
            assert moved.sum() == pytest.approx(1)


def test_high_contested_decisions_stand_apart(model: CallModel, table: TableContext) -> None:
    groups = {
        text: GROUPS[int(decision_groups(model.position(Auction.parse(Seat.NORTH, text), table).states)[0])]
        for text in ("1S 2H 3S", "1S 2H 2S", "1S P 3S", "1S 2H 3S P P")
    }
    assert [name == HIGH for name in groups.values()] == [True, False, False, True]


def test_the_packaged_settings_name_every_kind_of_decision(tmp_path: Path) -> None:
    settings = load_settings()
    assert set(settings) == {*GROUPS, UNCOVERED}
    assert all(0 <= setting.eta <= 1 and setting.tau > 0 for setting in settings.values())
    (tmp_path / "simulation.json").write_text("{}")
    with pytest.raises(AdjudicatorError, match="cannot be read"):
        read_settings(tmp_path / "simulation.json")


def test_a_decision_is_covered_where_the_hand_fits_a_rule(model: CallModel, table: TableContext) -> None:
    opening = Auction(table.dealer)
    notrump, freak = Hand.parse("AQ3.KJ6.KT84.Q95"), Hand.parse("5432.5432.5432.2")
    for hand in (notrump, freak):
        shares = model.hand_probabilities(hand, opening, table)
        assert is_covered(hand, opening, table, shares)
    only_bid = np.zeros(38)
    only_bid[int(Call.parse("1NT"))] = 1.0
    assert is_covered(notrump, opening, table, only_bid)
    assert not is_covered(freak, opening, table, only_bid)


def test_an_uncovered_decision_has_a_setting_of_its_own(model: CallModel, table: TableContext) -> None:
    shares = np.zeros(38)
    shares[[int(Call.parse("1NT")), int(Call.parse("2NT"))]] = 0.55, 0.45
    freak, opening = Hand.parse("5432.5432.5432.2"), Auction(table.dealer)
    settings = {**dict.fromkeys(GROUPS, Setting(2.0, 0.0)), UNCOVERED: Setting(2.0, 1.0, 1.0, 0.99)}
    asked = replace(evaluator(0.0), settings=settings)
    found = asked(model, freak, opening, table, shares)
    assert found.covered is False
    assert found.used
    plain = asked(model, Hand.parse("AQ3.KJ6.KT84.Q95"), opening, table, shares)
    assert plain.covered
    assert plain.simulation is None
