from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from adjudicator.bridge import AdjudicatorError, Contract, Deal, DealBatch, Denomination, Seat, Vulnerability
from adjudicator.scores.comparison import comparison, imps, points, top_share
from adjudicator.scores.units import imp
from adjudicator.tricks.card_guess import LUCK, GuessedPoints, fit_guess, load_guess, read_guess, write_guess
from adjudicator.tricks.double_dummy import Solver
from adjudicator.tricks.worth import PlayedPoints, played_points

DEALS = DealBatch.of(
    [
        Deal.parse("N:Q864.KJ86.J76.42 K95.A3.K542.KQJ3 T7.Q72.AQT83.A95 AJ32.T954.9.T876"),
        Deal.parse("N:AKQJ98.A3.K42.K3 7.Q864.J876.J764 T65.K972.AQ5.AQ5 432.JT5.T93.T982"),
    ]
)


class CountingSolver(Solver):
    asked = 0

    def over(self, deals, questions, progress=None):  # type: ignore[no-untyped-def]
        self.asked += sum(len(question.rows) for question in questions)
        return super().over(deals, questions, progress)


def test_each_line_is_solved_once_on_a_deal_whatever_was_bid() -> None:
    solver = CountingSolver()
    contracts = [Contract.parse(text) for text in ("4S N", "5SX N", "6S N", "3NT S", "Pass")]
    found = PlayedPoints(Vulnerability.NONE, solver)(DEALS, np.array([1, 1, 1, 0, 0]), contracts)
    assert solver.asked == 2
    assert found.shape == (5, 8)
    assert (found[4] == 0).all()
    assert found[2].mean() > found[0].mean() > 0


@pytest.mark.parametrize("text", ["4S N", "3NTX E", "1NT W", "6H S"])
def test_luck_runs_from_declarers_worst_to_his_best(text: str) -> None:
    contract = Contract.parse(text)
    sign = 1 if contract.declarer in (Seat.NORTH, Seat.SOUTH) else -1
    for double_dummy in range(14):
        results = sign * played_points(contract, double_dummy, Vulnerability.BOTH)
        assert (np.diff(results) >= 0).all()
    means = [sign * played_points(contract, tricks, Vulnerability.BOTH).mean() for tricks in range(1, 13)]
    assert (np.diff(means) > 0).all()


def test_the_guess_knows_strength_and_fit() -> None:
    guess = load_guess()
    spades = guess.mean(DEALS.masks, Denomination.SPADES, Seat.NORTH)
    assert spades[1] > 11 > spades[0]
    assert guess.mean(DEALS.masks, Denomination.HEARTS, Seat.WEST)[1] < 5
    tricks = guess.tricks(DEALS.masks, Denomination.SPADES, Seat.NORTH)
    assert tricks.shape == (2, LUCK)
    assert (np.diff(tricks, axis=1) >= 0).all()
    assert tricks.max() <= 13
    assert tricks.min() >= 0


def test_the_guess_scores_like_the_exact_worth_on_the_average() -> None:
    rng = np.random.default_rng(7)
    owners = rng.permuted(np.tile(np.repeat(np.arange(4), 13), (40, 1)), axis=1).reshape(-1, 4, 13)
    held = owners[:, None] == np.arange(4)[None, :, None, None]
    deals = DealBatch((held * (1 << np.arange(13)).astype(np.uint16)).sum(axis=3, dtype=np.uint16))
    rows, contracts = np.arange(40), [Contract.parse("2H S")] * 40
    exact = PlayedPoints(Vulnerability.NONE)(deals, rows, contracts).mean(axis=1)
    quick = GuessedPoints(Vulnerability.NONE)(deals, rows, contracts).mean(axis=1)
    assert np.corrcoef(exact, quick)[0, 1] > 0.85
    assert abs(exact.mean() - quick.mean()) < 40


@pytest.mark.parametrize("worth", [PlayedPoints(Vulnerability.NONE), GuessedPoints(Vulnerability.NONE)])
def test_a_contract_without_declarer_is_refused(worth: PlayedPoints | GuessedPoints) -> None:
    with pytest.raises(AdjudicatorError, match="declarer"):
        worth(DEALS, np.array([0]), [Contract.parse("4S")])


def test_the_guess_reads_back_what_was_written(tmp_path: Path) -> None:
    write_guess(load_guess(), tmp_path)
    again = read_guess(tmp_path)
    assert np.allclose(
        again.mean(DEALS.masks, Denomination.NOTRUMP, Seat.EAST),
        load_guess().mean(DEALS.masks, Denomination.NOTRUMP, Seat.EAST),
    )
    (tmp_path / "card_guess.npz").write_bytes(b"no archive")
    with pytest.raises(AdjudicatorError, match="cannot be read"):
        read_guess(tmp_path)
    with pytest.raises(AdjudicatorError, match="only 0 suit"):
        fit_guess([])


def test_many_differences_are_weighed_as_single_ones() -> None:
    differences = np.arange(-4200, 4210, 10)
    assert imps(differences.astype(float)).tolist() == [imp(int(one)) for one in differences]
    assert top_share(np.array([-20.0, 0.0, 450.0])).tolist() == [-50.0, 0.0, 50.0]
    from adjudicator.cases import ScoringUnit

    kinds = {unit: comparison(unit)[0] for unit in ScoringUnit}
    assert kinds[ScoringUnit.MATCHPOINTS] is top_share
    assert kinds[ScoringUnit.CROSS_IMPS] is imps
    assert kinds[ScoringUnit.TOTAL_POINTS] is points
