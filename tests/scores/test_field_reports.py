"""Problems that users of other programs reported, and others of their kind."""

from fractions import Fraction as F  # noqa: N817

import pytest

from adjudicator.bridge import Result, Side, Vulnerability
from adjudicator.scores import ScoringConfig, WeightedScore, certain, imp, scorer_for
from adjudicator.scores.adjusted import AdjustedScore, award
from adjudicator.scores.artificial import Meaning, read_artificial
from adjudicator.scores.match import effect_of, match_result
from adjudicator.scores.penalties import Penalty, with_penalties
from adjudicator.scores.victory_points import ContinuousScale, DiscreteScale


def test_report_1_the_exported_points_win():
    facts = {"top": 20, "session_ns": "63.5", "session_ew": "37.0"}
    fixed = read_artificial("A6040", points_ns="12.0", points_ew="8.0", **facts)  # type: ignore[arg-type]
    assert (fixed.ns, fixed.ew, fixed.meaning) == (12, 8, Meaning.FIXED)
    assert fixed.variable == (F("12.7"), F("7.4"))
    variable = read_artificial("A6040", points_ns="12.7", points_ew="7.4", **facts)  # type: ignore[arg-type]
    assert (variable.ns, variable.ew, variable.meaning) == (F("12.7"), F("7.4"), Meaning.VARIABLE)
    silent = read_artificial("A6040", **facts)  # type: ignore[arg-type]
    assert silent.meaning is Meaning.AMBIGUOUS
    assert silent.ns is None
    assert "ask" in silent.problems[0].next_step


@pytest.mark.parametrize(
    ("contract", "none", "both"),
    [
        ("7C N =", 1440, 2140), ("7S N =", 1510, 2210), ("7NT N =", 1520, 2220), ("7SX N =", 1770, 2470),
        ("6S N +1", 1010, 1460), ("6C N =", 920, 1370), ("6NT N =", 990, 1440), ("3NT N =", 400, 600),
        ("2SX N =", 470, 670), ("2CX N =", 180, 180), ("1NTXX N +1", 760, 1160), ("2D N +4", 170, 170),
        ("4SX N -4", -800, -1100), ("4SXX N -4", -1600, -2200), ("7NTXX N -13", -7000, -7600),
    ],
)  # fmt: skip
def test_report_2_bonuses(contract: str, none: int, both: int):
    result = Result.parse(contract)
    assert (result.score_ns(Vulnerability.NONE), result.score_ns(Vulnerability.BOTH)) == (none, both)


def test_report_3_the_imp_scale_has_no_step_missing():
    assert [imp(d) for d in (2490, 2500, 2990, 3000, 3490, 3500, 3990, 4000)] == [20, 21, 21, 22, 22, 23, 23, 24]


def test_averaging_points_first_is_another_answer():
    scorer = scorer_for("IMP teams", other_score_ns=200)
    outcomes = (WeightedScore(620, F(3, 5)), WeightedScore(-200, F(2, 5)))
    assert scorer.expected(outcomes, Side.NS) == F("1.8")
    assert imp(F(3, 5) * 620 + F(2, 5) * -200 - 200) == 3


def test_victory_points_after_a_split_adjustment_need_not_add_up():
    scorer = scorer_for("Swiss teams", other_score_ns=50, config=ScoringConfig(imp_unit=F(1)))
    ruling = AdjustedScore.assigned(420).with_own_error(Side.NS, 100, 300)
    match = effect_of(award(ruling, scorer), 4, ContinuousScale(), 20)
    assert (match.ns_vp, match.ew_vp) == (F("12.30"), F("6.80"))


def test_victory_points_after_a_balanced_adjustment_add_up():
    match = match_result(F(-3), F("3.6"), F("-3.6"), ContinuousScale(), 24)
    assert match.balances
    assert match.ns_vp + match.ew_vp == 20


def test_a_penalty_in_victory_points_comes_after_the_conversion():
    scale = DiscreteScale()
    ours, theirs = scale.vps(10, 16), scale.vps(-10, 16)
    fine = Penalty("A", F(1, 2), "vp")
    assert with_penalties(ours, "A", [fine]).session == F("12.5")
    assert with_penalties(theirs, "B", [fine]).session == 7


def test_the_same_split_board_in_every_form():
    ruling = AdjustedScore.split(certain(420), certain(-50))
    for form in ("MP", "cross-IMPs", "Butler", "IMP teams", "BAM"):
        scorer = scorer_for(form, field=[420, 420, -50, 170], other_score_ns=170)
        given = award(ruling, scorer)
        assert given.ns == scorer.expected(certain(420), Side.NS)
        assert given.ew == scorer.expected(certain(-50), Side.EW)
        assert not given.balanced
