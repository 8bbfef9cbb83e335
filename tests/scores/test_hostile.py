"""What people mistype: one clear refusal each, and never a hang or a fault of the program."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from adjudicator.bridge import AdjudicatorError, Side, Vulnerability
from adjudicator.formats.field import is_artificial
from adjudicator.scores import FieldNeededError, ScoringConfig, ScoringError, WeightedScore, scorer_for
from adjudicator.scores.adjusted import AdjustedScore, award
from adjudicator.scores.artificial import Artificial, Average, averages_of, read_artificial
from adjudicator.scores.calculator import parse_both, parse_entered
from adjudicator.scores.options import Options, from_case, from_options
from adjudicator.scores.outcomes import parse_outcomes
from adjudicator.scores.pairs import xi_divisor
from adjudicator.scores.penalties import parse_penalty
from adjudicator.scores.rescore import TableLine, board_effect, rescore
from adjudicator.scores.show import calculation_json, calculation_text
from adjudicator.scores.units import as_fraction

NINES = "9" * 6000


@pytest.mark.parametrize(
    "text",
    [
        "1/0 4S N = ; 40% 4S N -1",
        "1/3-1/0 4S N = ; 40% 4S N -1",
        f"+{NINES}",
        f"{NINES}% 4S N =",
        "60% +99999999 ; 40% +100",
        "60% +625 ; 40% +100",
        "4S N =" * 5000,
    ],
)
def test_impossible_outcomes_are_refused_in_a_short_line(text: str) -> None:
    with pytest.raises(AdjudicatorError) as refused:
        parse_outcomes(text, Vulnerability.NONE)
    assert all(len(str(problem)) < 250 and problem.next_step for problem in refused.value.problems)


@pytest.mark.parametrize(
    "text",
    [
        "60% 4♠ N = ; 40% 4♠ N \u22121",
        "60%4SN= ; 40%4SN-1",
        "60% 4S N =\n40% 4S N -1",
        "60%: 4S N = ; 40% x 4S N -1",
        "0.6 +420 ; 2/5 \u221250",
    ],
)
def test_spellings_of_the_same_weights(text: str) -> None:
    outcomes = parse_outcomes(text, Vulnerability.NONE)
    assert all(isinstance(outcome, WeightedScore) for outcome in outcomes)
    assert [(o.score_ns, o.weight) for o in outcomes if isinstance(o, WeightedScore)] == [
        (420, Fraction(3, 5)),
        (-50, Fraction(2, 5)),
    ]


def test_a_range_from_a_fraction_to_a_percentage() -> None:
    low, high = parse_outcomes("1/3-50% 4S N = ; 50%-2/3 4S N -1", Vulnerability.NONE)
    assert [(str(r.low), str(r.high)) for r in (low, high)] == [("1/3", "1/2"), ("1/2", "2/3")]  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["1e999999999", "nan", "1/0", "0x10", "1_000", "--3", "", "%", "9" * 40])
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(ValueError, match="number"):
        as_fraction(text)


@pytest.mark.parametrize("text", ["A+ session ..", "1.2.3%", "140%", "-20%", "A+ session 140%", "A6040", "A 60/40"])
def test_artificial_scores_that_cannot_be(text: str) -> None:
    with pytest.raises(ScoringError):
        parse_entered(text, Vulnerability.NONE)


def test_an_exported_text_names_both_its_meanings() -> None:
    with pytest.raises(ScoringError, match="two meanings") as refused:
        parse_both("A6040", Vulnerability.NONE)
    assert "60%/40%" in str(refused.value)
    assert "A+/A-" in str(refused.value)


def test_both_sides_percentages_and_imps_with_a_slash() -> None:
    ns, ew = parse_both("60%/40%", Vulnerability.NONE)
    assert (ns, ew) == tuple(Artificial(Average.AVERAGE, fixed=Fraction(f)) for f in (60, 40))
    ns, ew = parse_both("+3 IMPs/\u22123 IMPs", Vulnerability.NONE)
    assert isinstance(ns, Artificial)
    assert isinstance(ew, Artificial)
    assert (ns.fixed, ew.fixed) == (Fraction(3), Fraction(-3))


@pytest.mark.parametrize(
    ("text", "form"),
    [("60%/40%", "IMP teams"), ("60%/40%", "Butler"), ("+3 IMPs/-3 IMPs", "MP pairs"), ("3 IMPs/-3 IMPs", "BAM")],
)
def test_an_artificial_score_in_the_unit_of_another_form(text: str, form: str) -> None:
    ns, ew = parse_both(text, Vulnerability.NONE)
    assert isinstance(ns, Artificial)
    assert isinstance(ew, Artificial)
    scorer = scorer_for(form, field=[620, -100, 620], other_score_ns=620)
    with pytest.raises(ScoringError, match="artificial score of"):
        award(AdjustedScore.artificial(ns, ew), scorer)


@pytest.mark.parametrize("text", ["1/0", "NS", "-3 IMPs", NINES])
def test_penalties_that_cannot_be(text: str) -> None:
    with pytest.raises(ScoringError):
        parse_penalty(text, "NS")


@pytest.mark.parametrize(
    ("key", "value"),
    [("edition", "2099"), ("mp_decimals", "999999999"), ("neuberg_decimals", "13"), ("shading", "1e999999999"),
     ("butler_datum_unit", "1/2"), ("weights_step", "-1")],
)  # fmt: skip
def test_settings_that_cannot_be(key: str, value: str) -> None:
    with pytest.raises(ScoringError, match="cannot be used"):
        ScoringConfig.from_mapping({key: value})


def test_a_scoring_key_that_is_no_table(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text("scoring = 5\n", encoding="utf-8")
    with pytest.raises(ScoringError, match="no table"):
        ScoringConfig.load(file)


def test_two_results_of_six_are_65_and_55_per_cent_for_both_sides() -> None:
    lines = [TableLine("1", "1", "7", 620), TableLine("1", "2", "8", -100)]
    first, second = rescore(lines, expected=6).boards["1"]
    top = 10
    assert [p * 100 / top for p in (first.ns, first.ew, second.ns, second.ew)] == [65, 55, 55, 65]
    scorer = scorer_for("MP pairs", field=[-100])
    alone = scorer_for("MP pairs", field=type(scorer.field).of([-100], expected=6))  # type: ignore[attr-defined]
    assert (alone.value(620, Side.NS), alone.value(620, Side.EW)) == (first.ns, first.ew)


def test_three_results_of_ten_have_60_per_cent_on_average_on_either_side() -> None:
    scores = (620, 620, -100)
    lines = [TableLine("1", f"{i}", f"{i + 10}", score) for i, score in enumerate(scores)]
    points = rescore(lines, expected=10).boards["1"]
    assert [p.ns * 100 / 18 for p in points] == [65, 65, 50]
    assert [p.ew * 100 / 18 for p in points] == [55, 55, 70]


def test_a_lone_result_is_average_plus_for_both_and_follows_the_session() -> None:
    other = [TableLine("2", "1", "4", 620), TableLine("2", "2", "5", -100), TableLine("2", "3", "6", -200)]
    lone = rescore([TableLine("1", "1", "4", 620), *other]).boards["1"][0]
    assert (lone.ns, lone.ew) == (4, Fraction(60, 100) * 4)  # 100% on the other board; 0% there, so the printed 60%


def test_nobody_to_compare_with_at_cross_imps() -> None:
    for divisor in ("sum", "r-1", "r", "sqrt"):
        assert xi_divisor(Fraction(0), ScoringConfig().with_(xi_divisor=divisor)) > 0
        assert xi_divisor(Fraction(1, 2), ScoringConfig().with_(xi_divisor=divisor)) > 0
        rules = ScoringConfig().with_(xi_divisor=divisor)
        assert rescore([TableLine("1", "1", "2", 620)], "cross-IMPs", rules).boards["1"][0].ns == 0


def test_the_others_on_a_short_board_are_scaled_like_the_pair_ruled_on() -> None:
    lines = [TableLine("1", f"{i}", f"{i + 10}", score) for i, score in enumerate((620, 620, -100, 170))]
    ruling = AdjustedScore.weighted([WeightedScore(620, Fraction(1, 2)), WeightedScore(-100, Fraction(1, 2))])
    changes = board_effect(lines, "3", ruling, "MP pairs", expected=5)
    field = type(scorer_for("MP pairs", field=[1]).field).of([620, 620, -100], expected=5)  # type: ignore[attr-defined]
    assert changes[3][1].ns == award(ruling, scorer_for("MP pairs", field=field)).ns


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("A+/A-", ("PLUS", "MINUS")),
        ("AVE+ AVE-", ("PLUS", "MINUS")),
        ("A+A-", ("PLUS", "MINUS")),
        ("A+/-", ("PLUS", "MINUS")),
        ("AVERAGE", None),
        ("A+", None),
        ("A-", None),
        ("AVE/AVE+", ("AVERAGE", "PLUS")),
    ],
)
def test_averages_named_for_both_sides_or_not_at_all(text: str, kinds: tuple[str, str] | None) -> None:
    averages = averages_of(text)
    assert (averages and tuple(a.kind.name for a in averages)) == kinds
    assert is_artificial(text)


@pytest.mark.parametrize(
    ("text", "points"),
    [("A62.5/37.5", (12.5, 7.5)), ("A100/0", (20, 0)), ("A10000", (20, 0)), ("A 60 40", (12, 8)), ("60%-40%", (12, 8))],
)
def test_texts_of_fixed_percentages(text: str, points: tuple[float, float]) -> None:
    reading = read_artificial(text, top=20)
    assert reading.fixed is not None
    assert [float(figure) for figure in reading.fixed] == list(points)
    assert is_artificial(text)


@pytest.mark.parametrize("text", ["A150/20", "A655", "A", "A-5050", "A6040X"])
def test_texts_that_are_no_percentages(text: str) -> None:
    reading = read_artificial(text, top=20)
    assert reading.ns is None
    assert reading.problems


def test_the_steps_of_a_weighted_butler_board_add_up() -> None:
    """One datum with the whole weighted result in it: 60% of 7 and 40% of -10, not of 6 and -9."""
    scorer = scorer_for("Butler", field=[-100, 140, 170, 170, 620, 620, 650])
    outcomes = [WeightedScore(620, Fraction(6, 10)), WeightedScore(-100, Fraction(4, 10))]
    assert [int(v) for v in scorer.values(outcomes, Side.NS)] == [7, -10]
    given = award(AdjustedScore.weighted(outcomes), scorer)
    assert given.ns == Fraction(1, 5)
    assert "60% x 7 (+620) + 40% x -10 (-100) = 0.2" in given.steps[0]


def test_a_range_of_weights_shows_the_match_at_both_ends() -> None:
    done = from_options(
        "60-70% +620; 30-40% -100", Options(form="imps", other_ns=140, match_boards=16, lead=Fraction(4))
    )
    assert done.match_ends is not None
    low, high = done.match_ends
    assert [low.ns_margin, high.ns_margin] == [4 + 4, 4 + 5]  # 3.6 and 4.8 in whole IMPs
    assert low.ns_vp < high.ns_vp
    assert "match at NS's least" in "\n".join(calculation_text(done))
    assert set(calculation_json(done)["match"]) == {"ruled_least", "ruled_most"}


def test_artificial_scores_at_matchpoints_need_no_field() -> None:
    for text, figures in (
        ("A+/A-", [60, 40]),
        ("62.5%/37.5%", [62.5, 37.5]),
        ("A+ session 63.5/A- session 35", [63.5, 35]),
    ):
        done = from_options(text, Options(form="mp", table="4S N -1", vulnerability=Vulnerability.NONE))
        assert done.award is not None
        assert [float(done.award.ns), float(done.award.ew)] == figures
        assert done.scorer.unit == "per cent of a top"
        assert "field" not in " ".join(str(p) for p in done.problems)
        assert not done.problems
    imps = from_options("A+/A- session -4", Options(form="cross-IMPs"))
    assert imps.award is not None
    assert [int(imps.award.ns), int(imps.award.ew)] == [3, -4]
    assert not imps.problems
    with pytest.raises(FieldNeededError):
        from_options("A+", Options(form="mp", ew="4S N -1", vulnerability=Vulnerability.NONE))


CASE = """
law_edition = "2017"
scoring = "MP pairs"
dealer = "S"
vulnerability = "None"
table_result = "4S N ="
table_score_ns = 420
[director_ruling]
{ruling}
"""


def test_a_case_with_artificial_scores_and_no_field_is_told_in_per_cent(tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_text(CASE.format(ruling='artificial_ns = "A+"\nartificial_ew = "40%"'), encoding="utf-8")
    ((name, done),) = from_case(file, "", Options())
    assert done.award is not None
    assert (name, int(done.award.ns), int(done.award.ew)) == ("director's ruling", 60, 40)
    assert not [p for p in done.problems if "IMPs" in p.message]


def test_what_a_case_leaves_out_is_told(tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    lines = 'ns = [{contract = "4S N", tricks = 9, weight = nan}, {contract = "4S N", tricks = 10, weight = 0.5}]'
    file.write_text(CASE.format(ruling=lines), encoding="utf-8")
    told = " ".join(str(p) for _, done in from_case(file, "", Options()) for p in done.problems)
    assert "no weight" in told
    assert "not scored" in told
    file.write_text(file.read_text(encoding="utf-8").replace("table_", "# "), encoding="utf-8")
    with pytest.raises(ScoringError, match="no ruling with results") as refused:
        from_case(file, "", Options())
    assert "not scored" in str(refused.value)


@pytest.mark.parametrize("other", [99999999, -625, 10**12])
def test_no_table_scores_that(other: int) -> None:
    with pytest.raises(ScoringError, match="no board scores"):
        from_options("4S N =", Options(form="imps", other_ns=other))
