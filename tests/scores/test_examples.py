"""The twenty-eight worked examples of the specification, each with the figures it states."""

from fractions import Fraction as F  # noqa: N817

import pytest

from adjudicator.bridge import Side, Vulnerability
from adjudicator.scores import (
    ScoringConfig,
    WeightedScore,
    certain,
    imp,
    normalised,
    parse_outcomes,
    round_to,
    scorer_for,
)
from adjudicator.scores.adjusted import AdjustedScore, award, knockout_average
from adjudicator.scores.artificial import Artificial, Average
from adjudicator.scores.likely import likely_and_at_all_probable
from adjudicator.scores.match import match_result
from adjudicator.scores.other_table import one_table_missing
from adjudicator.scores.pairs import ButlerScorer
from adjudicator.scores.penalties import Penalty, with_penalties
from adjudicator.scores.rescore import TableLine, board_effect, rescore
from adjudicator.scores.self_inflicted import self_inflicted
from adjudicator.scores.shading import shade, strength_of
from adjudicator.scores.short_boards import hand_method, neuberg, score_groups
from adjudicator.scores.victory_points import ContinuousScale, DiscreteScale

NS, EW = Side.NS, Side.EW
NS_VUL = Vulnerability.NS
EXACT = ScoringConfig(round_board="none")


def weighted(*pairs: tuple[int, str]) -> tuple[WeightedScore, ...]:
    return tuple(WeightedScore(score, F(weight)) for score, weight in pairs)


E1_FIELD = [650, -100, -100, -200, -200]
E1_OURS = weighted((650, "3/10"), (-100, "7/10"))


def e1_lines() -> list[TableLine]:
    others = [TableLine("1", f"N{i}", f"E{i}", score) for i, score in enumerate(E1_FIELD)]
    return [*others, TableLine("1", "us", "them", -200)]


def test_e1_weighted_matchpoints():
    scorer = scorer_for("MP pairs", field=E1_FIELD)
    assert scorer.top == 10
    assert scorer.expected(E1_OURS, NS) == F("6.9")
    assert scorer.expected(E1_OURS, EW) == F("3.1")
    after = board_effect(e1_lines(), "us", AdjustedScore.weighted(E1_OURS), "MP pairs")
    mine = next(new for _, new in after if new.line.ns == "us")
    assert (mine.ns, mine.ew) == (F("6.9"), F("3.1"))


def test_e2_components_against_the_others_alone():
    scorer = scorer_for("MP pairs", field=E1_FIELD)
    assert (scorer.value(650, NS), scorer.value(-100, NS)) == (9, 6)
    assert F(3, 10) * 9 + F(7, 10) * 6 == F("6.9")


def test_e3_effect_on_the_field():
    after = {new.line.ns: new.ns for _, new in board_effect(e1_lines(), "us", AdjustedScore.weighted(E1_OURS), "MP")}
    assert [after[f"N{i}"] for i in range(5)] == [F("9.7"), F("5.7"), F("5.7"), 1, 1]
    assert sum(after.values()) == 30


def test_e4_matchpoints_are_weighted_not_points():
    # +620 worth 18 of 24 and -200 worth 3: thirteen tables.
    scorer = scorer_for("MP pairs", field=[800] * 3 + [-100] * 7 + [-200] + [-800])
    assert scorer.top == 24
    assert (scorer.value(620, NS), scorer.value(-200, NS)) == (18, 3)
    even = scorer.expected(weighted((620, "1/2"), (-200, "1/2")), NS)
    assert even == F("10.5")
    assert scorer.value(210, NS) != even


def test_e5_imps_are_weighted_not_points():
    scorer = scorer_for("IMP teams", other_score_ns=200)
    assert (scorer.value(620, NS), scorer.value(-200, NS)) == (9, -9)
    assert scorer.expected(weighted((620, "1/2"), (-200, "1/2")), NS) == 0
    assert scorer.expected(weighted((620, "0.6"), (-200, "0.4")), NS) == F("1.8")


def test_e6_weighted_teams_board():
    ours = parse_outcomes("60% 4S N = ; 40% 4S N -1", NS_VUL)
    for unit, rounded in (("1", F(4)), ("0.1", F("3.6"))):
        scorer = scorer_for("IMP teams", other_score_ns=140, config=ScoringConfig(imp_unit=F(unit)))
        assert [scorer.value(o.score_ns, NS) for o in ours] == [10, -6]
        result = award(AdjustedScore.weighted(ours), scorer)
        assert (result.ns, result.ns_rounded, result.ew_rounded) == (F("3.6"), rounded, -rounded)


def test_e7_four_way_weights():
    scorer = scorer_for("IMP teams", other_score_ns=680, config=ScoringConfig(imp_unit=F(1)))
    ours = weighted((1430, "0.25"), (680, "0.4"), (650, "0.2"), (-100, "0.15"))
    assert [scorer.value(o.score_ns, NS) for o in ours] == [13, 0, -1, -13]
    result = award(AdjustedScore.weighted(ours), scorer)
    assert (result.ns, result.ns_rounded) == (F("1.1"), 1)


def test_e8_likely_and_at_all_probable():
    ten = weighted(
        (300, "0.3"), (400, "0.15"), (400, "0.13"), (500, "0.07"), (800, "0.1"),
        (1100, "0.05"), (1100, "0.07"), (1400, "0.03"), (1400, "0.07"), (1700, "0.03"),
    )  # fmt: skip
    scorer = scorer_for("total points")
    result = likely_and_at_all_probable(ten, scorer, NS)
    assert (result.nos.score_ns, result.os.score_ns) == (800, 1100)
    assert result.is_split
    # The published comparison says +640; these weights give 640 as well.
    assert scorer.expected(ten, NS) == 640


def test_e9_self_inflicted_at_imps():
    scorer = scorer_for("IMP teams", other_score_ns=50)
    result = self_inflicted(scorer, NS, table_score_ns=100, without_error=300, adjustment=certain(420))
    assert (result.a, result.b, result.c) == (2, 9, 6)
    assert (result.total, result.caused, result.own) == (7, 3, 4)
    assert (result.nos, result.os) == (5, -9)
    ruling = AdjustedScore.assigned(420).with_own_error(NS, 100, 300)
    assert (award(ruling, scorer).ns, award(ruling, scorer).ew) == (5, -9)


def test_e10_self_inflicted_at_matchpoints():
    field = [450, 420, 420, 420, 420, 300, 170, 170, -50, -50]
    scorer = scorer_for("MP pairs", field=field)
    assert scorer.top == 20
    result = self_inflicted(scorer, NS, table_score_ns=100, without_error=300, adjustment=certain(420))
    assert (result.a, result.c, result.b) == (4, 9, 14)
    assert (result.nos, result.os) == (9, 6)


def test_e11_all_damage_self_inflicted():
    scorer = scorer_for("IMP teams", other_score_ns=100)
    result = self_inflicted(scorer, NS, table_score_ns=-620, without_error=100, adjustment=certain(110))
    assert (result.a, result.b, result.c) == (-12, 0, 0)
    assert (result.nos, result.os) == (-12, 0)


def test_e12_short_board():
    assert round_to(neuberg(4, 6, 7), F(1, 10**4)) == F("4.8333")
    assert round_to(neuberg(9, 6, 7), F(1, 10**4)) == F("10.6667")


def test_e13_fouled_board():
    seven, three = score_groups([[7, 6, 5, 4, 3, 2, 1], [3, 2, 1]], ScoringConfig(small_subfield="neuberg"))
    assert [round_to(x, F(1, 100)) for x in seven] == [
        F(s) for s in ["17.57", "14.71", "11.86", "9", "6.14", "3.29", "0.43"]
    ]
    assert [round_to(x, F(1, 100)) for x in three] == [F(s) for s in ["15.67", "9", "2.33"]]
    tenths, _ = score_groups(
        [[7, 6, 5, 4, 3, 2, 1], [3, 2, 1]], ScoringConfig(small_subfield="neuberg", neuberg_decimals=1)
    )
    assert tenths == [F(s) for s in ["17.6", "14.7", "11.9", "9", "6.1", "3.3", "0.4"]]
    assert abs(sum(seven) - 63) < F(1, 1000)


def test_e14_small_subfield():
    _, three = score_groups([[1, 2, 3, 4, 5, 6, 7], [9, 5, 1]])
    assert three == [F("12.6"), F("10.8"), 9]


def test_e15_average_plus_with_a_good_session():
    scorer = scorer_for("MP pairs", field=list(range(0, 110, 10)))
    assert scorer.top == 22
    assert Artificial(Average.PLUS, F("63.5")).figure(scorer) == F("13.97")
    assert Artificial(Average.MINUS, F(37)).figure(scorer) == F("8.14")
    flat = scorer_for("MP pairs", field=list(range(0, 110, 10)), config=ScoringConfig(edition="1987"))
    assert Artificial(Average.MINUS, F(37)).figure(flat) == F("8.8")


def test_e15_the_real_results_are_scaled_and_never_touch_the_artificial_ones():
    real = [TableLine("5", f"N{i}", f"E{i}", 10 * i) for i in range(11)]
    averages = AdjustedScore.artificial(Artificial(Average.PLUS, F("63.5")), Artificial(Average.MINUS, F(37)))
    board = rescore([*real, TableLine("5", "us", "them", averages)]).boards["5"]
    assert (board[-1].ns, board[-1].ew) == (F("13.97"), F("8.14"))
    assert [item.ns for item in board[:-1]] == [neuberg(2 * i, 11, 12) for i in range(11)]
    assert sum(item.ns + item.ew for item in board[:-1]) == 11 * 22


def test_e16_average_plus_in_a_match():
    scorer = scorer_for("IMP teams", other_score_ns=0)
    result = award(AdjustedScore.artificial(Artificial(Average.PLUS), Artificial(Average.MINUS)), scorer)
    match = match_result(23, result.ns, result.ew, ContinuousScale(), 16)
    assert (match.ns_margin, match.balances) == (26, True)
    assert match.ns_vp == F("16.09")
    assert ContinuousScale().vps(23, 16) == F("15.56")


E17 = AdjustedScore.split(
    weighted((420, "0.7"), (-50, "0.3")),
    weighted((420, "0.3"), (-50, "0.7")),
)


def test_e17_both_sides_innocent():
    open_event = award(E17, scorer_for("Swiss teams", other_score_ns=420))
    assert (open_event.ns, open_event.ew, open_event.balanced) == (-3, 7, False)
    knockout = award(E17, scorer_for("Knockout teams", other_score_ns=420))
    assert (knockout.ns, knockout.ew, knockout.balanced) == (-5, 5, True)
    assert E17.kind == "split weighted"


def test_e18_knockout_after_self_inflicted_damage():
    assert knockout_average(F(5), F(-9)) == (7, -7)
    ruling = AdjustedScore.assigned(420).with_own_error(NS, 100, 300)
    assert award(ruling, scorer_for("KO", other_score_ns=50)).ns == 7


def test_e19_result_at_the_other_table():
    # North-South of our team scored +50 there; here their East-West partners would hold 4S to half.
    scorer = scorer_for("IMP teams", other_score_ns=50)
    even = weighted((50, "1/2"), (-420, "1/2"))
    assert scorer.expected(even, EW) == 5
    result = one_table_missing(scorer, even, favourable_to=EW, outside_agency=True)
    assert (result.rule, result.required) == ("2017/86B1", True)
    given = award(result.score, scorer)
    assert (given.ew, given.ns) == (5, 3)


def test_e20_victory_points():
    assert ContinuousScale().vps(10, 16) == F("12.80")
    assert ContinuousScale().vps(-10, 16) == F("7.20")
    assert (DiscreteScale().vps(10, 16), DiscreteScale().vps(-10, 16)) == (13, 7)
    assert ContinuousScale().vps(F("10.6"), 16) == F("12.95")
    assert ContinuousScale().vps(round_to(F("10.6"), 1), 16) == F("13.04")
    assert (DiscreteScale().vps(12, 8), DiscreteScale().vps(-12, 8)) == (14, 6)


def test_e21_victory_points_that_do_not_add_up():
    match = match_result(4, F(5), F(-9), ContinuousScale(), 20)
    assert (match.ns_vp, match.ew_vp) == (F("12.30"), F("6.80"))
    assert match.ns_vp + match.ew_vp == F("19.10")


def test_e22_cross_imps():
    summed = scorer_for("cross-IMPs", field=[400, 150, -50], config=ScoringConfig(xi_divisor="sum"))
    assert summed.value(430, NS) == 18
    mean = scorer_for("cross-IMPs", field=[400, 150, -50])
    assert mean.value(430, NS) == 6
    even = weighted((430, "1/2"), (180, "1/2"))
    assert round_to(mean.expected(even, NS), F(1, 100)) == F("3.17")
    assert F(1, 2) * imp(-30) + F(1, 2) * imp(220) == F("2.5")
    root = scorer_for("cross-IMPs", field=[400, 150, -50], config=ScoringConfig(xi_divisor="sqrt"))
    assert round_to(root.value(430, NS), F(1, 100)) == F("7.35")


def test_e22_the_comparison_of_another_pair():
    lines = [TableLine("1", str(s), f"e{s}", s) for s in (430, 400, 150, -50)]
    even = AdjustedScore.weighted(weighted((430, "1/2"), (180, "1/2")))
    config = ScoringConfig(xi_divisor="sum")
    after = {new.line.ns: new.ns for _, new in board_effect(lines, "430", even, "cross-IMPs", config)}
    assert after["400"] - imp(400 - 150) - imp(400 + 50) == F("2.5")


def test_e23_butler_with_a_weighted_board():
    scorer = scorer_for("Butler", field=[-100, 140, 170, 170, 620, 620, 650])
    ours = weighted((620, "0.6"), (-100, "0.4"))
    assert isinstance(scorer, ButlerScorer)
    assert scorer.datum_with(ours) == 340
    assert scorer.expected(ours, NS) == F("0.2")


def test_e24_board_a_match():
    scorer = scorer_for("BAM", other_score_ns=620)
    ours = weighted((650, "0.6"), (620, "0.3"), (-100, "0.1"))
    assert (scorer.expected(ours, NS), scorer.expected(ours, EW)) == (F("0.75"), F("0.25"))


def test_e25_illegal_line_removed():
    # +620 worth 17, -100 worth 5 of 24
    scorer = scorer_for("MP pairs", field=[650] * 3 + [620] + [300] * 3 + [170] * 2 + [-100] + [-200] * 2)
    assert (scorer.value(620, NS), scorer.value(-100, NS)) == (17, 5)
    legal = normalised(weighted((620, "0.3"), (-100, "0.2")))
    assert [o.weight for o in legal] == [F("0.6"), F("0.4")]
    assert scorer.expected(legal, NS) == F("12.2")


def test_e26_shading():
    assert round(strength_of(F(1, 10)), 3) == 0.203
    scorer = scorer_for("MP pairs", field=[650] * 3 + [620] + [300] * 3 + [170] * 2 + [-100] + [-200] * 2)
    even = shade(weighted((620, "1/2"), (-100, "1/2")), scorer, NS)
    assert even.mean_before == 11
    assert abs(even.mean_after - F("12.2")) < F(1, 10**4)
    assert [round(float(o.weight), 5) for o in even.shaded] == [0.6, 0.4]
    teams = scorer_for("IMP teams", other_score_ns=680)
    four = shade(weighted((1430, "0.25"), (680, "0.4"), (650, "0.2"), (-100, "0.15")), teams, NS)
    assert [round(100 * float(o.weight)) for o in four.shaded] == [33, 38, 19, 10]
    assert four.mean_before == F("1.1")
    assert round(float(four.mean_after), 2) == 2.75


def test_e27_procedural_penalty():
    top = F(22)
    penalty = Penalty("7", F(1, 10), "top")
    assert penalty.in_points(top) == F("2.2")
    assert with_penalties(F(100), "7", [penalty], top).session == F("97.8")
    assert with_penalties(F(100), "8", [penalty], top).session == 100
    fine = Penalty("A", F(1), "vp")
    assert with_penalties(F("13.04"), "A", [fine]).session == F("12.04")
    assert with_penalties(F("6.96"), "B", [fine]).session == F("6.96")


def test_e28_hand_method():
    assert hand_method([(500, 1), (450, 2), (420, 5)], 430) == 9


@pytest.mark.parametrize(("score", "points"), [(9999, 14), (-9999, 0), (450, 11), (420, 4)])
def test_hand_method_stays_inside(score: int, points: int):
    assert hand_method([(500, 1), (450, 2), (420, 5)], score) == points
