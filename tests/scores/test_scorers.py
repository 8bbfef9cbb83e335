"""The scorers: conventions, symmetry, weights after conversion, estimated fields."""

from dataclasses import replace
from fractions import Fraction as F  # noqa: N817

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.bridge import Side, Vulnerability
from adjudicator.formats.field import FieldResult
from adjudicator.scores import (
    Field,
    Scorer,
    ScoringConfig,
    ScoringError,
    WeightedScore,
    certain,
    imp,
    normalised,
    parse_outcomes,
    scorer_for,
)
from adjudicator.scores.estimate import estimate_effect
from adjudicator.scores.pairs import ButlerScorer, datum
from adjudicator.scores.shading import step_weights

NS, EW = Side.NS, Side.EW
SCORES = st.sampled_from([-1400, -800, -620, -420, -200, -140, -100, -50, 0, 50, 110, 140, 170, 420, 450, 620, 1430])
FORMS = ["MP pairs", "cross-IMPs", "Butler", "IMP teams", "BAM", "Patton", "total points", "unknown"]


def made(form: str, field: list[int], other: int) -> Scorer:
    return scorer_for(form, field=field, other_score_ns=other)


@pytest.mark.parametrize("form", FORMS)
@given(field=st.lists(SCORES, min_size=3, max_size=9), other=SCORES, score=SCORES)
def test_the_two_sides_balance(form: str, field: list[int], other: int, score: int):
    scorer = made(form, field, other)
    ns, ew = scorer.value(score, NS), scorer.value(score, EW)
    assert scorer.mirror(ns) == ew
    assert scorer.mirror(ew) == ns
    if scorer.top is not None:
        assert 0 <= ns <= scorer.top


@pytest.mark.parametrize("form", FORMS)
@given(field=st.lists(SCORES, min_size=3, max_size=9), other=SCORES, a=SCORES, b=SCORES)
def test_a_better_result_is_never_worth_less(form: str, field: list[int], other: int, a: int, b: int):
    scorer = made(form, field, other)
    low, high = sorted((a, b))
    assert scorer.value(low, NS) <= scorer.value(high, NS)
    assert scorer.value(low, EW) >= scorer.value(high, EW)


@pytest.mark.parametrize("form", [f for f in FORMS if f != "Butler"])
@given(
    field=st.lists(SCORES, min_size=2, max_size=9),
    other=SCORES,
    outcomes=st.lists(st.tuples(SCORES, st.integers(1, 9)), min_size=1, max_size=5),
)
def test_outcomes_are_converted_before_they_are_weighed(
    form: str, field: list[int], other: int, outcomes: list[tuple[int, int]]
):
    scorer = made(form, field, other)
    weighted = normalised(WeightedScore(score, F(count)) for score, count in outcomes)
    expected = sum(o.weight * scorer.value(o.score_ns, NS) for o in weighted)
    assert scorer.expected(weighted, NS) == expected
    assert scorer.expected(weighted, EW) == scorer.mirror(expected)


def test_both_counting_conventions_of_matchpoints():
    field = [620, 620, 170, -100]
    two = scorer_for("MP", field=field)
    one = scorer_for("MP", field=field, config=ScoringConfig(mp_scale="1-half-0"))
    assert (two.top, one.top) == (8, 4)
    assert (two.value(620, NS), one.value(620, NS)) == (6, 3)
    assert (two.value(170, NS), one.value(170, NS)) == (3, F(3, 2))


def test_fractional_frequencies_and_frequencies_by_count():
    assert scorer_for("MP", field={620: F(3, 10), -100: F(27, 10)}).value(620, NS) == F("5.7")
    assert scorer_for("MP", field={620: 2, -100: 3}).value(0, NS) == 6


def test_a_board_with_too_few_results_is_scaled():
    played = [FieldResult("1", str(i), str(i), score_ns=s) for i, s in enumerate((50, 100, 150, 200, 250))]
    artificial = FieldResult("1", "9", "9", artificial="A5050")
    scorer = scorer_for("MP", field=[*played, artificial])
    assert scorer.top == 12
    assert scorer.value(130, NS) == F(5 * 7, 6) - 1  # 4 matchpoints among 6 results of 7
    assert scorer.value(130, NS) + scorer.value(130, EW) == 12


def test_cross_imp_conventions():
    values = {
        divisor: scorer_for("cross-IMPs", field=[400, 150, -50], config=ScoringConfig(xi_divisor=divisor)).value(
            430, NS
        )
        for divisor in ("sum", "r-1", "r")
    }
    assert values == {"sum": 18, "r-1": 6, "r": F(9, 2)}
    root = scorer_for("cross-IMPs", field=[400, 150, -50], config=ScoringConfig(xi_divisor="sqrt"))
    assert abs(root.value(430, NS) ** 2 * 6 - 18**2) < F(1, 10**30)


@pytest.mark.parametrize(
    ("results", "drop", "expected"),
    [
        ([100, 110], 0, 110),  # 105: an exact 5 away from zero
        ([-100, -110], 0, -110),
        ([620, -100, 140, 170], 1, 160),
        ([620, -100], 1, 260),  # too few to drop any
    ],
)
def test_datum(results: list[int], drop: object, expected: int):
    config = ScoringConfig(butler_drop=F(drop))  # type: ignore[arg-type]
    entries = [WeightedScore(score) for score in results]
    assert datum(entries, config) == expected


def test_part_of_a_result_may_be_dropped():
    entries = [WeightedScore(score) for score in (50, 50, 50, 1430)]
    # Half a 50 and half of the 1430 go: (2.5 x 50 + 0.5 x 1430) / 3 = 280.
    assert datum(entries, ScoringConfig(butler_drop=F(1, 2))) == 280


def test_one_datum_with_the_weighted_result_in_it():
    scorer = scorer_for("Butler", field=[-100, 140, 170, 170, 620, 620, 650])
    ours = parse_outcomes("60% 4S N = ; 40% 4S N -1", Vulnerability.NS)
    assert isinstance(scorer, ButlerScorer)
    middle = scorer.datum_with(ours)
    assert scorer.expected(ours, NS) == F(3, 5) * imp(620 - middle) + F(2, 5) * imp(-100 - middle)


def test_datum_not_rounded():
    scorer = scorer_for("Butler", field=[100, 100], config=ScoringConfig(butler_drop=F(0), butler_datum_unit=0))
    assert isinstance(scorer, ButlerScorer)
    assert scorer.datum_with(certain(120)) == F(320, 3)


def test_both_tables_adjusted():
    there = (WeightedScore(620, F(1, 2)), WeightedScore(-100, F(1, 2)))
    scorer = scorer_for("IMP teams", other_score_ns=there)
    here = (WeightedScore(620, F(1, 4)), WeightedScore(-100, F(3, 4)))
    product = sum(a.weight * b.weight * imp(a.score_ns - b.score_ns) for a in here for b in there)
    assert scorer.expected(here, NS) == product
    assert "adjusted other table" in scorer.describe()


def test_an_unknown_other_table_is_said_to_be_unknown():
    relative = scorer_for("IMP teams", table_score_ns=-620)
    assert relative.value(-620, NS) == 0
    assert relative.estimated
    assert "not known" in relative.describe()
    from_field = scorer_for("IMP teams", field={620: 1, -100: 1})
    assert from_field.value(620, NS) == F(imp(720), 2)
    assert from_field.estimated


def test_patton_board_and_board_a_match():
    patton = scorer_for("Patton", other_score_ns=140)
    assert [patton.value(score, NS) for score in (170, 140, -50)] == [2, 1, 0]
    bam = scorer_for("BAM", other_score_ns=140, config=ScoringConfig(bam_win=F(2)))
    assert [bam.value(score, EW) for score in (170, 140, -50)] == [0, 1, 2]


def test_an_estimated_field_is_marked_and_in_per_cent():
    field = Field.estimate([WeightedScore(620, F(3)), WeightedScore(-100, F(1))])
    scorer = scorer_for("MP pairs", field=field)
    assert (scorer.top, scorer.unit, scorer.estimated) == (100, "per cent of a top", True)
    assert scorer.value(170, NS) == 25
    assert "ESTIMATED" in scorer.describe()


@pytest.mark.parametrize("form", ["MP pairs", "cross-IMPs", "Butler"])
def test_what_hangs_on_an_estimate(form: str):
    field = Field.estimate([WeightedScore(620, F(3)), WeightedScore(-100, F(1))])
    effect = estimate_effect(form, field, certain(170), NS, tables=4)
    assert effect.least <= effect.figure <= effect.most
    assert effect.least < effect.most
    assert effect.spread > estimate_effect(form, field, certain(170), NS, tables=16).spread
    assert "ESTIMATED" in str(effect)


def test_matchpoint_spread_is_the_binomial_one():
    field = Field.estimate([WeightedScore(620, F(3)), WeightedScore(-100, F(1))])
    effect = estimate_effect("MP", field, certain(170), NS, tables=4)
    assert effect.spread == pytest.approx(100 * (0.25 * 0.75 / 4) ** 0.5)


def test_a_played_field_is_no_estimate():
    with pytest.raises(ScoringError):
        estimate_effect("MP", Field.of([1, 2]), certain(3), NS)


@pytest.mark.parametrize("text", ["", "60% 4S N =", "4S", "50% 4S N =; 50%", "150% 4S N =", "x% 4S N ="])
def test_weights_that_do_not_work(text: str):
    from adjudicator.bridge import AdjudicatorError

    with pytest.raises(AdjudicatorError):
        parse_outcomes(text, Vulnerability.NONE)


def test_weights_as_typed():
    for text in ("60% 4S N =; 40% 4S N -1", "3/5 4S N =; 2/5 4S N -1", "0.6 4S N =; 0,4 4S N -1", "60% +420; 40% -50"):
        outcomes = parse_outcomes(text, Vulnerability.NONE)
        assert [(o.score_ns, o.weight) for o in outcomes] == [(420, F(3, 5)), (-50, F(2, 5))]
    assert parse_outcomes("Pass", Vulnerability.NONE) == (WeightedScore(0, F(1), "Pass"),)


def test_negative_weights_and_wrong_sums_are_refused():
    with pytest.raises(ScoringError, match="negative"):
        WeightedScore(1, F(-1, 2))
    scorer = scorer_for("IMP teams", other_score_ns=0)
    with pytest.raises(ScoringError, match="90 per cent"):
        scorer.expected([WeightedScore(50, F(9, 10))], NS)


@pytest.mark.parametrize("estimated", [False, True])
def test_a_butler_datum_is_worked_out_once_for_each_result(estimated: bool, monkeypatch: pytest.MonkeyPatch):
    """Folding a long list of outcomes asks for the same few values again and again."""
    rows = Field.of([-100, 140, 170, 170, 620, 620, 650])
    scorer = ButlerScorer(replace(rows, estimated=estimated), ScoringConfig())
    asked: list[int] = []

    def counted(*args: object, **named: object) -> F:
        asked.append(1)
        return datum(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr("adjudicator.scores.pairs.datum", counted)
    scores = [50 * step for step in range(-20, 20)]
    outcomes = [WeightedScore(score, F(1, len(scores))) for score in scores]
    step_weights(outcomes, scorer, NS)
    step_weights(outcomes, scorer, NS)
    assert len(asked) <= (1 if estimated else len(scores) + 2)
