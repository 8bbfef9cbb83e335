"""Fields whose numbers or points mean something else than they seem to."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from adjudicator.bridge import AdjudicatorError, Side
from adjudicator.formats import csv_field, usebio
from adjudicator.formats.field import FieldReading, FieldResult
from adjudicator.scores import WeightedScore, scorer_for
from adjudicator.scores.adjusted import AdjustedScore, award
from adjudicator.scores.calculator import Calculation
from adjudicator.scores.field_file import board_field, session_figures, understand
from adjudicator.scores.file_points import pair_names, stated_top
from adjudicator.scores.options import Options, from_options
from adjudicator.scores.rescore import board_effect
from adjudicator.scores.write_back import write_back

TWO_WINNERS = "board,ns,ew,score,ns mp,ew mp\n" + "".join(
    f"{board},{ns},{(ns + board) % 3 + 1},{score},{points},{4 - points}\n"
    for board in (1, 2, 3)
    for ns, score, points in ((1, 420, 4), (2, -50, 2), (3, -100, 0))
)
AMERICAN = "board,ns,ew,score,ns mp,ew mp\n1,1,5,420,2.5,0.5\n1,2,6,420,2.5,0.5\n1,3,7,-50,1,2\n1,4,8,-100,0,3\n"
SECTIONS = "section,board,ns,ew,score\nA,1,1,2,420\nA,1,3,4,-50\nB,1,1,2,-100\nB,1,3,4,450\nA,2,1,4,620\nB,2,1,4,-100\n"


def scored(tmp_path: Path, text: str, weights: str, pair: str, form: str = "mp", *rules: str) -> Calculation:
    file = tmp_path / "field.csv"
    file.write_text(text, encoding="utf-8")
    return from_options(weights, Options(form=form, field=file, pair=pair, board=1, settings=rules))


def test_one_number_for_two_pairs_in_a_movement_with_two_winners() -> None:
    reading = csv_field.read(TWO_WINNERS)
    assert pair_names(reading.records)(reading.records[0]) == ("1 NS", "3 EW")
    sessions = session_figures(reading, "1")
    assert [sessions["1 NS"], sessions["3 NS"]] == [100, 0]
    with pytest.raises(AdjudicatorError, match="2 tables have pair 1") as refused:
        board_field(reading, 1, pair="1")
    assert "1 NS" in str(refused.value)
    for name in ("1 NS", "NS1", "3 ew", "1-3"):
        own = board_field(reading, 1, pair=name).own
        assert own is not None
        assert (own.ns, own.ew) == ("1", "3")


def test_average_plus_takes_the_session_of_the_right_pair(tmp_path: Path) -> None:
    done = scored(tmp_path, TWO_WINNERS, "A+/A-", "1 NS")
    assert done.award is not None
    assert done.award.ns == 4  # 100% on the other boards


def test_the_same_numbers_in_two_sections() -> None:
    reading = csv_field.read(SECTIONS)
    assert pair_names(reading.records)(reading.records[2]) == ("B 1", "B 2")
    board = board_field(reading, 1, pair="B1")
    assert board.own_names == ("B 1", "B 2")
    assert [line.ns for line in board.lines] == ["A 1", "A 3", "B 1", "B 3"]


def test_only_the_table_ruled_on_changes_in_a_file_with_sections(tmp_path: Path) -> None:
    done = scored(tmp_path, SECTIONS, "4S N =", "B 1")
    scores = [new.line.score for _, new in done.others]
    assert [isinstance(score, int) for score in scores] == [True, True, False, True]


def test_points_of_one_for_each_result_beaten(tmp_path: Path) -> None:
    assert stated_top(csv_field.read(AMERICAN), "1") == 3
    done = scored(tmp_path, AMERICAN, "+420", "3")
    assert done.scorer.config.mp_scale == "1-half-0"
    assert done.award is not None
    assert [done.award.ns, done.award.ew] == [2, 1]
    assert not [p for p in done.problems if "the file gives" in p.message]


def test_rules_that_are_not_the_events_are_told(tmp_path: Path) -> None:
    done = scored(tmp_path, AMERICAN, "+420", "3", "mp", "mp_scale=2-1-0")
    assert any("the file gives NS 1 2.5" in problem.message for problem in done.problems)
    percent = "board,ns,ew,score,ns%,ew%\n1,1,5,420,100,0\n1,2,6,-50,50,50\n1,3,7,-100,0,100\n"
    assert not [p for p in scored(tmp_path, percent, "+420", "3").problems if "the file gives" in p.message]
    imps = "board,ns,ew,score,ns imps,ew imps\n1,1,5,420,10.5,-10.5\n1,2,6,-50,-4,4\n1,3,7,-100,-5.5,5.5\n"
    assert not [p for p in scored(tmp_path, imps, "+420", "3", "cross-IMPs").problems if "the file" in p.message]
    summed = scored(tmp_path, imps, "+420", "3", "cross-IMPs", "xi_divisor=sum").problems
    assert any("xi_divisor" in problem.next_step for problem in summed)


def test_an_artificial_score_keeps_its_share_on_any_scale() -> None:
    half = csv_field.read(AMERICAN + "1,9,10,A6040,1.8,1.2\n")
    board = board_field(half, 1, pair="3")
    kept = next(line.score for line in board.lines if line.ns == "9")
    assert not isinstance(kept, int)
    assert [side.fixed for side in (kept.ns, kept.ew)] == [60, 40]  # type: ignore[union-attr]
    assert understand(half.records[-1], half).meaning.value == "fixed percentages"


def test_an_artificial_score_in_imps_stays_in_imps() -> None:
    text = "board,ns,ew,score,ns imps,ew imps\n1,1,5,420,5,-5\n1,2,6,-50,-5,5\n1,3,7,A+/A-,2,-2\n"
    board = board_field(csv_field.read(text), 1, pair="1", form="cross-IMPs")
    kept = next(line.score for line in board.lines if line.ns == "3")
    assert not isinstance(kept, int)
    assert [side.fixed for side in (kept.ns, kept.ew)] == [2, -2]  # type: ignore[union-attr]


def test_average_plus_at_cross_imps_follows_the_mean_and_not_a_percentage(tmp_path: Path) -> None:
    other = "2,1,5,420,,\n2,2,6,-50,,\n2,3,7,-50,,\n"
    text = "board,ns,ew,score,ns imps,ew imps\n1,1,5,420,,\n1,2,6,-50,,\n1,3,7,-100,,\n" + other
    done = scored(tmp_path, text, "A+/A-", "1", "cross-IMPs")
    assert done.award is not None
    assert [done.award.ns, done.award.ew] == [10, -10]
    modest = scored(tmp_path, text, "A+/A-", "2", "cross-IMPs").award
    assert modest is not None
    assert [modest.ns, modest.ew] == [3, -3]


def test_named_averages_at_other_tables_follow_their_sessions() -> None:
    other = "2,1,5,420\n2,2,6,-50\n2,3,7,-100\n"
    board = board_field(csv_field.read("board,ns,ew,score\n1,1,5,A+/A-\n1,2,6,-50\n1,3,7,-100\n" + other), 1, pair="3")
    kept = next(line.score for line in board.lines if line.ns == "1")
    assert not isinstance(kept, int)
    assert [side.session for side in (kept.ns, kept.ew)] == [100, 0]  # type: ignore[union-attr]


def test_a_table_without_a_result_so_far_compares_with_nobody(tmp_path: Path) -> None:
    text = "board,ns,ew,score\n1,1,5,420\n1,2,6,-50\n1,3,7,A5050\n"
    done = scored(tmp_path, text, "+420", "3")
    before = {old.line.ns: old.ns for old, _ in done.others}
    assert before["1"] > before["2"]
    assert before["1"] + before["2"] == 4  # two results scaled to three, no phantom score of 0 among them


def test_the_field_of_a_short_board_keeps_the_normal_top(tmp_path: Path) -> None:
    full = "".join(f"2,{ns},{ns + 5},{10 * ns}\n" for ns in range(1, 6))
    text = "board,ns,ew,score\n1,1,6,420\n1,2,7,420\n1,3,8,-50\n1,4,9,-100\n" + full
    done = scored(tmp_path, text, "+420", "3")
    assert done.award is not None
    assert done.award.ns + done.award.ew == 8
    own = next(new for _, new in done.others if new.line.ns == "3")
    assert (own.ns, own.ew) == (done.award.ns, done.award.ew)


def test_percentages_of_a_ranking_with_two_winners() -> None:
    pairs = "".join(
        f"<PAIR><PAIR_NUMBER>1</PAIR_NUMBER><PERCENTAGE>{p}</PERCENTAGE><DIRECTION>{d}</DIRECTION></PAIR>"
        for p, d in ((63.5, "NS"), (37, "EW"))
    )
    reading = usebio.read(f'<USEBIO Version="1.2"><EVENT EVENT_TYPE="PAIRS">{pairs}</EVENT></USEBIO>')
    assert reading.percentage_of("1", "NS") == Fraction("63.5")
    assert reading.percentage_of("1", "EW") == 37
    assert reading.percentage_of("1") is None


def test_the_file_is_written_back_on_its_own_scale_and_in_the_right_section(tmp_path: Path) -> None:
    source, target = tmp_path / "in.xml", tmp_path / "out.xml"
    line = (
        "<TRAVELLER_LINE><SECTION_ID>{}</SECTION_ID><NS_PAIR_NUMBER>{}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{}"
        "</EW_PAIR_NUMBER><SCORE>{}</SCORE><NS_MATCH_POINTS>{}</NS_MATCH_POINTS><EW_MATCH_POINTS>{}"
        "</EW_MATCH_POINTS></TRAVELLER_LINE>"
    )
    rows = (("A", 1, 2, 420, 2, 1), ("A", 3, 4, -50, 1, 2), ("B", 1, 2, -100, 0, 3), ("B", 3, 4, 450, 3, 0))
    lines = "".join(line.format(*row) for row in rows)
    head = '<USEBIO Version="1.2"><EVENT EVENT_TYPE="MP_PAIRS"><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>'
    source.write_text(f"{head}{lines}</BOARD></EVENT></USEBIO>", encoding="utf-8")
    done = from_options("+420", Options(field=source, pair="B 1", board=1))
    assert write_back(done, source, target, 1) == 3
    written = usebio.read(target.read_text(encoding="utf-8")).records
    assert [r.points_ns for r in written] == [Fraction("1.5"), 0, Fraction("1.5"), 3]
    assert [r.points_ew for r in written] == [Fraction("1.5"), 3, Fraction("1.5"), 0]


@pytest.mark.parametrize("form", ["MP pairs", "cross-IMPs", "Butler"])
def test_east_west_compare_with_their_half_of_a_split_score(form: str) -> None:
    lines = [FieldResult("1", f"n{i}", f"e{i}", score_ns=s, table=str(i)) for i, s in enumerate((420, 420, -50, 170))]
    halves = [
        FieldResult("1", "us", "them", score_ns=450, table="9", counts_for=Side.NS),
        FieldResult("1", "us", "them", score_ns=-1100, table="9", counts_for=Side.EW),
    ]
    board = board_field(FieldReading((*lines, *halves)), 1, pair="n0")
    ruling = AdjustedScore.weighted([WeightedScore(420, Fraction(1, 2)), WeightedScore(-500, Fraction(1, 2))])
    scorer = scorer_for(form, field=board.field, field_ew=board.field_ew)
    given = award(ruling, scorer)
    _, own = board_effect(board.lines, "n0", ruling, form, expected=board.expected)[0]
    assert [given.ns, given.ew] == [own.ns, own.ew]
    assert not given.balanced
