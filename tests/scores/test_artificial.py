"""Artificial scores, also as exported files write them, and boards without a comparison at the other table."""

from fractions import Fraction as F  # noqa: N817

import pytest

from adjudicator.bridge import Side
from adjudicator.scores import ScoringConfig, WeightedScore, scorer_for
from adjudicator.scores.adjusted import award
from adjudicator.scores.artificial import (
    Artificial,
    Average,
    Fault,
    Meaning,
    artificial_pair,
    read_artificial,
    session_mean,
)
from adjudicator.scores.other_table import favoured_side, not_comparable, one_table_missing

NS, EW = Side.NS, Side.EW


@pytest.mark.parametrize(
    ("form", "kind", "session", "figure"),
    [
        ("MP", Average.PLUS, None, 12), ("MP", Average.PLUS, 55, 12), ("MP", Average.PLUS, 70, 14),
        ("MP", Average.AVERAGE, 70, 10), ("MP", Average.MINUS, 70, 8), ("MP", Average.MINUS, 30, 6),
        ("IMP teams", Average.PLUS, None, 3), ("IMP teams", Average.PLUS, 4, 4), ("IMP teams", Average.AVERAGE, 9, 0),
        ("IMP teams", Average.MINUS, -5, -5), ("IMP teams", Average.MINUS, 1, -3),
        ("BAM", Average.PLUS, None, F(3, 5)), ("BAM", Average.MINUS, None, F(2, 5)),
        ("cross-IMPs", Average.PLUS, None, 3), ("Butler", Average.MINUS, None, -3),
    ],
)  # fmt: skip
def test_artificial_figures(form: str, kind: Average, session: int | None, figure: object):
    scorer = scorer_for(form, field=list(range(10)), other_score_ns=0)
    assert Artificial(kind, None if session is None else F(session)).figure(scorer) == figure


def test_1987_has_a_flat_average_minus():
    scorer = scorer_for("MP", field=list(range(10)), config=ScoringConfig(edition="1987"))
    assert Artificial(Average.MINUS, F(30)).figure(scorer) == 8
    assert Artificial(Average.PLUS, F(70)).figure(scorer) == 14


def test_figures_and_session_are_configuration():
    config = ScoringConfig(ave_imps=(F(2), F(0), F(-2)), ave_session=False)
    scorer = scorer_for("cross-IMPs", field=[0, 1], config=config)
    assert Artificial(Average.PLUS, F(9)).figure(scorer) == 2
    assert Artificial(Average.AVERAGE, fixed=F("1.5")).figure(scorer) == F("1.5")


def test_session_mean():
    assert session_mean([F(60), F(50)]) == 55
    assert session_mean([]) is None


def test_both_sides_plus_needs_an_outside_agency():
    ns, ew, problems = artificial_pair(Fault.NONE, Fault.NONE)
    assert (ns.kind, ew.kind) == (Average.PLUS, Average.PLUS)
    assert problems[0].severity == "warning"
    assert artificial_pair(Fault.NONE, Fault.NONE, outside_agency=True)[2] == ()
    assert artificial_pair(Fault.PARTLY, Fault.DIRECTLY)[1].kind is Average.MINUS


@pytest.mark.parametrize(
    ("text", "points", "sessions", "meaning"),
    [
        ("A6040", (12, 8), ("63.5", "37"), Meaning.FIXED),
        ("A6040", ("12.7", "7.4"), ("63.5", "37"), Meaning.VARIABLE),
        ("A6040", (12, 8), ("58", "44"), Meaning.EITHER),
        ("A6040", (12, 8), (None, None), Meaning.FIXED),
        ("A6040", (11, 9), ("63.5", "37"), Meaning.STATED),
        ("A6040", (None, None), ("63.5", "37"), Meaning.AMBIGUOUS),
        ("A6040", (None, None), (None, None), Meaning.AMBIGUOUS),
        ("A6040", (None, None), ("58", "44"), Meaning.EITHER),
        ("A5050", (None, None), (None, None), Meaning.EITHER),
        ("A6060", (12, "12.4"), ("51", "62"), Meaning.VARIABLE),
        ("A40/60", (8, 12), ("37", "63.5"), Meaning.FIXED),
        ("??", (None, None), (None, None), Meaning.AMBIGUOUS),
        ("??", (3, 17), (None, None), Meaning.STATED),
    ],
)
def test_artificial_scores_of_exported_files(
    text: str, points: tuple[object, object], sessions: tuple[object, object], meaning: Meaning
):
    reading = read_artificial(
        text, top=20, points_ns=points[0], points_ew=points[1], session_ns=sessions[0], session_ew=sessions[1]
    )
    assert reading.meaning is meaning
    if points[0] is not None:
        assert (reading.ns, reading.ew) == (F(str(points[0])), F(str(points[1])))  # points present win
    if meaning is Meaning.AMBIGUOUS:
        assert reading.ns is None
        assert reading.problems
    else:
        assert reading.problems == ()


EVEN = (WeightedScore(50, F(1, 2)), WeightedScore(-420, F(1, 2)))


@pytest.mark.parametrize(
    ("edition", "rule", "required"),
    [("1987", "1987/86A", True), ("1997", "1997/86A", True), ("2007", "2007/86D", False), ("2017", "2017/86B1", True)],
)
def test_result_at_the_other_table_by_edition(edition: str, rule: str, required: bool):
    scorer = scorer_for("IMP teams", other_score_ns=50, config=ScoringConfig(edition=edition))
    result = one_table_missing(scorer, EVEN, favourable_to=EW, outside_agency=True)
    assert (result.rule, result.required) == (rule, required)
    given = award(result.score, scorer)
    assert (given.ns, given.ew) == ((3, 3) if edition in ("1987", "1997") else (3, 5))


def test_a_guilty_opponent_gets_the_same_result():
    scorer = scorer_for("IMP teams", other_score_ns=50)
    result = one_table_missing(scorer, EVEN, favourable_to=EW, ns_fault=Fault.DIRECTLY)
    given = award(result.score, scorer)
    assert (given.ns, given.ew) == (-5, 5)


def test_2007_protects_only_the_innocent():
    scorer = scorer_for("IMP teams", other_score_ns=50, config=ScoringConfig(edition="2007"))
    result = one_table_missing(scorer, EVEN, favourable_to=EW, ew_fault=Fault.DIRECTLY)
    assert award(result.score, scorer).ew == -3


def test_neither_side_favoured():
    scorer = scorer_for("IMP teams", other_score_ns=50)
    assert favoured_side(scorer, EVEN) is EW
    assert favoured_side(scorer, (WeightedScore(50, F(1)),)) is None
    result = one_table_missing(scorer, EVEN, favourable_to=None, ns_fault=Fault.DIRECTLY)
    assert award(result.score, scorer).ew == 3


@pytest.mark.parametrize(
    ("outcome", "setting", "ns", "ew"),
    [(-420, "protect", -10, 10), (50, "protect", -3, 3), (-420, "cancel", -3, 3)],
)
def test_boards_that_cannot_be_compared(outcome: int, setting: str, ns: int, ew: int):
    scorer = scorer_for("IMP teams", other_score_ns=50, config=ScoringConfig(law_86b2=setting))  # type: ignore[arg-type]
    result = not_comparable(scorer, (WeightedScore(outcome, F(1)),), ns_fault=Fault.DIRECTLY, ew_fault=Fault.NONE)
    given = award(result.score, scorer)
    assert (given.ns, given.ew) == (ns, ew)


def test_nobody_or_both_at_fault_cancels_the_board():
    scorer = scorer_for("IMP teams", other_score_ns=50)
    for fault, figure in ((Fault.NONE, 3), (Fault.DIRECTLY, -3)):
        given = award(not_comparable(scorer, None, ns_fault=fault, ew_fault=fault).score, scorer)
        assert (given.ns, given.ew) == (figure, figure)
