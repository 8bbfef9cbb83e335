"""The first line of a page, the words of a reason, intervals without false precision."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from adjudicator.bridge import Result, Side
from adjudicator.cases import load_case
from adjudicator.reports import ruling_data, ruling_text
from adjudicator.reports.sentence import ruling_sentence
from adjudicator.reports.texts import interval, prose
from adjudicator.rulings import Ruling, Settings, rule
from adjudicator.rulings.model import Damage, Proposal, Turn, Verdict, Weight

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "slow_slam_try.toml"


@pytest.fixture(scope="module")
def ruling() -> Ruling:
    case = load_case(EXAMPLE).case
    assert case is not None
    return rule(case, Settings(quick=True, turns=False))


def proposal(side: Side, result: str, value: int, kind: str = "assigned", rule_id: str = "2007/12C1e") -> Proposal:
    weight = Weight(Result.parse(result), 0, Fraction(1), Fraction(1))
    return Proposal(side, kind, (weight,), Fraction(value), Fraction(value), rule_id, f"{result}: {value} IMPs")


def test_the_same_result_for_both_sides_is_told_once(ruling: Ruling) -> None:
    both = (proposal(Side.NS, "5S N +1", 3), proposal(Side.EW, "5S N +1", -3))
    told = ruling_sentence(replace(ruling, proposals=both, unit="IMPs"))
    assert told == "The score is adjusted to 5S N +1 (2007/12C1e): NS 3, EW -3 IMPs."


def test_different_results_are_told_by_side(ruling: Ruling) -> None:
    both = (proposal(Side.NS, "5S N -1", -4), proposal(Side.EW, "5S N +1", -3))
    told = ruling_sentence(replace(ruling, proposals=both, unit="IMPs"))
    assert told == "The score is adjusted (2007/12C1e): NS 5S N -1, -4 IMPs; EW 5S N +1, -3 IMPs."


def test_a_score_of_many_results_is_told_by_the_heaviest(ruling: Ruling) -> None:
    shares = {"6S N =": 1, "5S N +1": 5, "5S N =": 3, "5S N -1": 1}
    weights = tuple(Weight(Result.parse(text), 0, Fraction(0), Fraction(n, 10)) for text, n in shares.items())
    both = tuple(replace(proposal(side, "6S N =", 0, "weighted"), weights=weights) for side in Side)
    told = ruling_sentence(replace(ruling, proposals=both, unit="IMPs"))
    assert "to a weighted score, 50 % 5S N +1 and 30 % 5S N = among 4 results (2007/12C1e)" in told


def test_one_side_alone(ruling: Ruling) -> None:
    both = (proposal(Side.NS, "5S N -1", -4), proposal(Side.EW, "6S N =", -3, "table result", ""))
    assert ruling_sentence(replace(ruling, proposals=both)).startswith("The score is adjusted for NS alone")


def test_the_table_result_stands_with_its_reason(ruling: Ruling) -> None:
    both = tuple(proposal(side, "6S N =", value, "table result", "") for side, value in ((Side.NS, 2), (Side.EW, -2)))
    told = ruling_sentence(replace(ruling, proposals=both, damage=(), unit="IMPs"))
    assert told == "The table result stands: NS 2, EW -2 IMPs. The law finds no infraction."


def test_what_hangs_on_a_disputed_fact_is_in_the_first_line(ruling: Ruling) -> None:
    turn = Turn("facts.bit", "the break in tempo is found to have happened", "disputed", "yes", "it is adjusted", 0.5,
                "facts.bit=yes")  # fmt: skip
    told = ruling_sentence(replace(ruling, turns=(turn,)))
    assert told.endswith("disputed: if the break in tempo is found to have happened, it is adjusted.")


def test_a_case_without_outcomes_says_what_is_missing(ruling: Ruling) -> None:
    told = ruling_sentence(replace(ruling, proposals=(), missing=("hands",)))
    assert "no score is proposed" in told
    assert "hands" in told


def test_what_could_not_be_worked_out_is_told_beside_a_result_that_stands(ruling: Ruling) -> None:
    both = tuple(proposal(side, "6S N =", value, "table result", "") for side, value in ((Side.NS, 2), (Side.EW, -2)))
    left = Damage(Side.EW, Verdict.OPEN, None, None, "the play has to be judged", 0)
    none = Damage(Side.EW, Verdict.NONE, None, None, "no damage to speak of", 0)
    rule = ruling.worlds[0].world.rule
    told = ruling_sentence(replace(ruling, proposals=both, damage=(left, none)))
    assert told.endswith(f"EW were not damaged. Still to be judged: {rule}.")
    assert "judged" not in ruling_sentence(replace(ruling, proposals=both, damage=(none,)))


def test_what_is_only_estimated_is_not_asked_for(ruling: Ruling) -> None:
    told = ruling_sentence(
        replace(ruling, proposals=(), missing=("results of the field (the scale is then estimated)",))
    )
    assert "a score needs" not in told
    assert "nothing to compare" in told


def test_page_and_json_begin_with_the_sentence(ruling: Ruling) -> None:
    assert ruling_data(ruling)["sentence"] == ruling_sentence(ruling)
    assert " ".join(ruling_text(ruling).split("\n")[4:6]).startswith(prose(ruling_sentence(ruling))[:60])


@pytest.mark.parametrize(
    ("share", "low", "high", "told"),
    [
        (0.4, 0.1, 0.75, "10 – 75 %"),
        (0.01, 0.0, 0.0004, "up to 1 %"),
        (0.02, 0.001, 0.07, "up to 7 %"),
        (0.003, 0.0, 0.001, "<1 %"),
        (0.999, 0.998, 1.0, "100 %"),
    ],
)
def test_an_interval_holds_its_share_and_starts_at_a_figure(share: float, low: float, high: float, told: str) -> None:
    assert interval(share, low, high) == told


def test_passes_in_reasons_are_written_out_and_those_of_auctions_are_not() -> None:
    assert prose("P (88%) was a logical alternative") == "Pass (88 %) was a logical alternative"
    assert prose("1S P 2D P:") == "1♠ P 2♦ P:"
    assert prose("would seriously consider P instead; P 5%") == "would seriously consider Pass instead; Pass 5 %"
