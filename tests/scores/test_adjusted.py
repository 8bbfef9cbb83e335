"""Adjusted scores of every kind: what each side gets, self-inflicted damage, knockout, rounding, penalties."""

from fractions import Fraction as F  # noqa: N817

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.bridge import Side
from adjudicator.scores import ScoringConfig, ScoringError, WeightedScore, certain, scorer_for
from adjudicator.scores.adjusted import AdjustedScore, award, knockout_average
from adjudicator.scores.artificial import Artificial, Average
from adjudicator.scores.penalties import Penalty, parse_penalty, with_penalties
from adjudicator.scores.self_inflicted import reduce_for_own_error

NS, EW = Side.NS, Side.EW
EVEN = (WeightedScore(420, F(1, 2)), WeightedScore(-50, F(1, 2)))
PLUS, MINUS = Artificial(Average.PLUS), Artificial(Average.MINUS)


@pytest.mark.parametrize(
    ("score", "kind"),
    [
        (AdjustedScore.assigned(420), "assigned"),
        (AdjustedScore.weighted(EVEN), "weighted"),
        (AdjustedScore.split(certain(420), certain(-50)), "split"),
        (AdjustedScore.split(EVEN, certain(-50)), "split weighted"),
        (AdjustedScore.split(EVEN, EVEN[::-1]), "weighted"),
        (AdjustedScore.split(certain(420), PLUS), "split"),
        (AdjustedScore.artificial(PLUS, MINUS), "artificial"),
    ],
)
def test_kinds(score: AdjustedScore, kind: str):
    assert score.kind == kind


def test_a_split_score_need_not_balance():
    scorer = scorer_for("MP pairs", field=[420, 420, -50, -50])
    result = award(AdjustedScore.split(certain(420), certain(-50)), scorer)
    assert (result.ns, result.ew) == (6, 6)
    assert not result.balanced
    assert result.ns + result.ew != scorer.top


def test_assigned_against_artificial():
    scorer = scorer_for("MP pairs", field=[420, 420, -50, -50])
    result = award(AdjustedScore.split(certain(420), MINUS), scorer)
    assert (result.ns, result.ew) == (6, F("3.2"))


@pytest.mark.parametrize(
    ("config", "ns", "ew"),
    [
        (ScoringConfig(imp_unit=F(1)), 4, -4),
        (ScoringConfig(imp_unit=F(1), half_rule="towards"), 3, -3),
        (ScoringConfig(imp_unit=F(1, 4)), F(7, 2), F(-7, 2)),
        (ScoringConfig(round_board="none"), F(7, 2), F(-7, 2)),
    ],
)
def test_rounding_is_the_last_step(config: ScoringConfig, ns: object, ew: object):
    scorer = scorer_for("IMP teams", other_score_ns=420, config=config)
    # 0 and +7 IMPs: 3.5
    result = award(AdjustedScore.weighted([WeightedScore(420, F(1, 2)), WeightedScore(690, F(1, 2))]), scorer)
    assert result.ns == F(7, 2)
    assert (result.ns_rounded, result.ew_rounded) == (ns, ew)


def test_half_an_imp_from_averaging_stands_at_knockout():
    scorer = scorer_for("knockout", other_score_ns=0, config=ScoringConfig(imp_unit=F(1)))
    result = award(AdjustedScore.split(certain(420), certain(430)), scorer)  # +9 and -10
    assert (result.ns_rounded, result.ew_rounded) == (F(19, 2), F(-19, 2))


def test_a_balanced_board_is_not_averaged():
    scorer = scorer_for("knockout", other_score_ns=0)
    result = award(AdjustedScore.assigned(420), scorer)
    assert result.ns == 9
    assert not any("average" in step for step in result.steps)
    off = scorer_for("knockout", other_score_ns=0, config=ScoringConfig(knockout_average=False))
    assert not award(AdjustedScore.split(certain(420), certain(-50)), off).balanced


@given(st.fractions(-24, 24), st.fractions(-24, 24))
def test_the_knockout_average_balances(a: F, b: F):
    ours, theirs = knockout_average(a, b)
    assert ours == -theirs
    assert ours == (a - b) / 2


A_B_C = st.fractions(-24, 24)


@given(a=A_B_C, b=A_B_C, c=A_B_C)
def test_self_inflicted_damage(a: F, b: F, c: F):
    result = reduce_for_own_error(a, b, c, os_table=-a, os_adjusted=-b)
    assert result.total == result.own + result.caused
    if b <= a:
        assert (result.nos, result.os) == (a, -a)
    else:
        assert a <= result.nos <= b
        assert result.os == -b  # the offenders never profit from the error
    if a < c < b:
        assert result.nos == a + b - c


def test_an_error_that_cost_nothing():
    assert reduce_for_own_error(F(2), F(9), F(1), os_table=F(-2), os_adjusted=F(-9)).nos == 9


def test_no_damage_leaves_the_table_result():
    scorer = scorer_for("IMP teams", other_score_ns=420)
    result = award(AdjustedScore.assigned(420).with_own_error(NS, 450, 480), scorer)
    assert (result.ns, result.ew) == (scorer.value(450, NS), scorer.value(450, EW))


def test_self_inflicted_for_east_west():
    scorer = scorer_for("IMP teams", other_score_ns=-50)
    result = award(AdjustedScore.assigned(-420).with_own_error(EW, -100, -300), scorer)
    assert (result.ew, result.ns) == (5, -9)


def test_the_steps_tell_what_was_done():
    scorer = scorer_for("IMP teams", other_score_ns=140)
    result = award(
        AdjustedScore.weighted([WeightedScore(620, F(3, 5), "4S N ="), WeightedScore(-100, F(2, 5))]), scorer
    )
    assert "60% x 10 (4S N =) + 40% x -6 (-100) = 3.6 IMPs" in result.steps[0]


def test_artificial_scores_have_no_default_at_total_points():
    with pytest.raises(ScoringError, match="regulations"):
        award(AdjustedScore.artificial(PLUS, MINUS), scorer_for("total points"))


@pytest.mark.parametrize(
    ("text", "amount", "unit"),
    [
        ("20% of a top", F(1, 5), "top"), ("25 % of a top", F(1, 4), "top"), ("10%", F(1, 10), "top"),
        ("3 IMPs", F(3), "imps"), ("0.5 VP", F(1, 2), "vp"), ("1 VPs", F(1), "vp"), ("2,2 MP", F("2.2"), "matchpoints"),
        ("1/2 of a top", F(1, 2), "top"),
    ],
)  # fmt: skip
def test_penalties_as_written(text: str, amount: F, unit: str):
    penalty = parse_penalty(text, "NS")
    assert (penalty.amount, penalty.unit) == (amount, unit)


def test_a_bare_number_is_in_the_unit_of_the_event():
    assert parse_penalty("10", "NS") == parse_penalty("10% of a top", "NS")
    assert parse_penalty("0.25", "NS").amount == F(1, 4)
    assert parse_penalty("0.5", "NS", "vp") == parse_penalty("0.5 VP", "NS")


@pytest.mark.parametrize("text", ["", "warning", "3 apples", "-1 VP"])
def test_no_penalty(text: str):
    with pytest.raises(ScoringError):
        parse_penalty(text, "NS")


def test_penalties_stay_in_a_column_of_their_own():
    top = F(20)
    penalties = [
        Penalty("5", F(1, 10), "top"),
        Penalty("5", F(1), "matchpoints", carried=True),
        Penalty("8", F(5), "vp"),
    ]
    total = with_penalties(F(120), "5", penalties, top)
    assert (total.score, total.penalties, total.carried) == (120, 2, 1)
    assert (total.session, total.overall) == (118, 117)
    assert with_penalties(F(80), "7", penalties, top).overall == 80


def test_a_share_of_a_top_needs_a_top():
    with pytest.raises(ScoringError):
        with_penalties(F(0), "A", [Penalty("A", F(1, 10), "top")])
    with pytest.raises(ScoringError):
        Penalty("A", F(-1), "vp")
