from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from adjudicator.auctions import CallModel, TableContext
from adjudicator.auctions.blend import GROUPS, Setting, read_settings, simulated_shares
from adjudicator.auctions.records import BidTable
from adjudicator.auctions.simulation_figures import (
    CHOICES,
    SURE,
    UNSURE,
    Judged,
    Plan,
    Turn,
    best_setting,
    cross_checked,
    drawn_turns,
    gain_of,
    judge_turn,
    judge_turns,
    worth_slope,
)
from adjudicator.auctions.training.simulation import write_results
from adjudicator.bridge import Call, Deal, suit_masks
from adjudicator.scores.comparison import imps
from adjudicator.tricks.card_guess import GuessedPoints

PLAN = Plan(unsure=3, sure=1, size=16, tried=60, sweeps=1, most=3)
AUCTION = "P 1D P 1H P 1S P 2C P 2D P 2H P 2NT P P P"


@pytest.fixture(scope="module")
def bid(deal: Deal, table: TableContext) -> BidTable:
    calls = tuple(int(Call.parse(word)) for word in AUCTION.split())
    return BidTable(deal.text, tuple(map(suit_masks, deal.hands)), calls, table)


def test_a_turn_is_judged_on_the_players_own_hand(model: CallModel, bid: BidTable) -> None:
    """The other three hands may change places: the simulation of South's second call does not."""
    north, east, south, west = bid.masks
    turn = Turn(0, 6, 0, 0.5)
    seen = [
        judge_turn(model, replace(bid, masks=masks), turn, GuessedPoints, imps, PLAN)
        for masks in ((north, east, south, west), (west, north, south, east), (north, south, east, west))
    ]
    assert np.array_equal(seen[0].worth, seen[1].worth)
    assert seen[0].candidates == seen[1].candidates
    assert not np.array_equal(seen[0].shares, seen[2].shares)


def test_turns_are_drawn_by_kind_and_doubt(model: CallModel, bid: BidTable) -> None:
    turns = drawn_turns(model, [bid] * 4, PLAN)
    assert turns == drawn_turns(model, [bid] * 4, PLAN)
    for group in range(len(GROUPS)):
        tops = [turn.top for turn in turns if turn.group == group]
        assert sum(top < UNSURE for top in tops) <= PLAN.unsure
        assert sum(top >= UNSURE for top in tops) <= PLAN.sure
    assert max(turn.top for turn in turns) < SURE
    rows = list(judge_turns([bid] * 4, turns[:2], GuessedPoints, imps, PLAN))
    assert [row.made for row in rows] == [bid.calls[turn.index] for turn in turns[:2]]


def made_up(truth: float, count: int = 300, seed: int = 0) -> list[Judged]:
    """Turns at which players follow the worth of the calls with this slope beside the model's shares."""
    rng = np.random.default_rng(seed)
    rows = []
    for number in range(count):
        candidates = tuple(Call(int(call)) for call in rng.choice(38, size=4, replace=False))
        shares = np.zeros(38)
        shares[list(candidates)] = rng.dirichlet(np.ones(4))
        worth = rng.normal(size=4) * 2
        chances = simulated_shares(shares, candidates, worth, Setting(1 / max(truth, 1e-9), 1.0, 1.0))
        made = int(candidates[rng.choice(4, p=chances)])
        turn = Turn(number, 0, number % len(GROUPS), 0.5)
        rows.append(Judged(turn, f"deal {number}", shares, candidates, worth, worth, made, bool(number % 5), 50.0))
    return rows


def test_a_real_influence_of_worth_is_found_and_its_size() -> None:
    slope, error = worth_slope(made_up(0.4))
    assert abs(slope - 0.4) < 3 * error
    found = best_setting(made_up(0.4))
    assert found.eta > 0
    gain = gain_of(made_up(0.4, seed=1), found)
    assert gain.gain > 2 * gain.gain_error > 0
    row, best = made_up(0.4)[0], CHOICES.index(found)
    assert row.losses[best] == pytest.approx(gain_of([row], found).loss_blended)
    assert gain.loss_alone - gain.loss_blended == pytest.approx(gain.gain)
    assert cross_checked(made_up(0.4)).gain > 0


def test_worth_that_tells_nothing_is_not_used(tmp_path: Path) -> None:
    slope, error = worth_slope(made_up(0.0))
    assert abs(slope) < 3 * error
    write_results(made_up(0.0, 300, 3), made_up(0.0, 300, 4), tmp_path, tmp_path, PLAN, ["made up"])
    useless = read_settings(tmp_path / "simulation.json")
    assert sum(setting.eta > 0 for setting in useless.values()) <= 1
    write_results(made_up(0.6, 600, 3), made_up(0.6, 600, 4), tmp_path, tmp_path, PLAN, ["made up"])
    useful = read_settings(tmp_path / "simulation.json")
    assert sum(setting.eta > 0 for setting in useful.values()) >= 7
    data = json.loads((tmp_path / "simulation.json").read_text())
    assert data["data"]["report_turns"] == 600
    page = (tmp_path / "simulation-figures.md").read_text()
    assert all(name in page for name in GROUPS)
