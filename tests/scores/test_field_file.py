"""The field of a ruling out of result files."""

from fractions import Fraction as F  # noqa: N817
from pathlib import Path

import pytest

from adjudicator.bridge import Side
from adjudicator.formats import csv_field, usebio
from adjudicator.formats.field import FieldReading, FieldResult
from adjudicator.scores import Field, ScoringError, scorer_for
from adjudicator.scores.field_file import board_field, read_field_file, session_figures, understand
from adjudicator.scores.rescore import lines_of, rescore

CSV = "board,ns,ew,score\n" + "".join(
    f"{b},{i},{10 + i},{score}\n" for b, scores in {1: [420, 420, -50, -50], 2: [110, 140, 140, -50]}.items()
    for i, score in enumerate(scores)
)  # fmt: skip


def test_the_table_under_review_is_not_in_its_own_field():
    board = board_field(csv_field.read(CSV), 1, pair="2", source="f.csv")
    assert board.own is not None
    assert (board.own.ns, board.own.ew) == ("2", "12")
    assert sorted(o.score_ns for o in board.others if o.score_ns is not None) == [-50, 420, 420]
    assert len(board.lines) == 4
    scorer = scorer_for("MP", field=board.field)
    assert (scorer.top, scorer.value(420, Side.NS)) == (6, 4)
    assert "f.csv" in scorer.describe()
    assert board_field(csv_field.read(CSV), 1, pair="12").own == board.own


def test_one_table_with_the_result_obtained_is_taken_out():
    board = board_field(csv_field.read(CSV), 1, own_score_ns=420)
    assert len(board.others) == 3
    assert board.problems == ()


def test_without_a_pair_or_a_result_all_are_others():
    board = board_field(csv_field.read(CSV), 1)
    assert (board.own, len(board.others)) == (None, 4)
    assert board.problems[0].severity == "warning"


@pytest.mark.parametrize(("board", "pair", "word"), [(3, "", "board 3"), (None, "", "several"), (1, "77", "pair 77")])
def test_wrong_boards_and_pairs(board: int | None, pair: str, word: str):
    with pytest.raises(ScoringError, match=word):
        board_field(csv_field.read(CSV), board, pair=pair)


def test_bare_scores_serve_any_board():
    reading = csv_field.read("420\n-50\n")
    assert len(board_field(reading, 17).others) == 2
    assert len(board_field(reading).others) == 2


def test_session_figures_leave_the_board_out():
    sessions = session_figures(csv_field.read(CSV), "1")
    # Board 2: 110 1.. of 6 among 140, 140, -50
    assert sessions["0"] == F(2 * 100, 6)
    assert sessions["13"] == 100
    assert session_figures(csv_field.read("420\n-50\n"), "1") == {}


USEBIO = """<USEBIO Version="1.2"><EVENT EVENT_TYPE="MP_PAIRS"><PARTICIPANTS>
<PAIR><PAIR_NUMBER>5</PAIR_NUMBER><PERCENTAGE>63.5</PERCENTAGE></PAIR>
<PAIR><PAIR_NUMBER>8</PAIR_NUMBER><PERCENTAGE>37.0</PERCENTAGE></PAIR></PARTICIPANTS>
<BOARD><BOARD_NUMBER>7</BOARD_NUMBER>{lines}</BOARD></EVENT></USEBIO>"""
LINE = "<TRAVELLER_LINE><NS_PAIR_NUMBER>{0}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{1}</EW_PAIR_NUMBER><SCORE>{2}</SCORE>{3}</TRAVELLER_LINE>"


def event(points: str) -> usebio.UsebioReading:
    real = "".join(LINE.format(f"n{i}", f"e{i}", 10 * i, "") for i in range(10))
    return usebio.read(USEBIO.format(lines=real + LINE.format("5", "8", "A6040", points)))


def test_report_1_in_a_file():
    with_points = event("<NS_MATCH_POINTS>12.0</NS_MATCH_POINTS><EW_MATCH_POINTS>8.0</EW_MATCH_POINTS>")
    reading = understand(with_points.records[-1], with_points)
    assert (reading.ns, reading.ew, reading.meaning.value) == (12, 8, "fixed percentages")
    board = board_field(with_points, 7, pair="n0")
    kept = next(line for line in board.lines if line.ns == "5")
    assert not isinstance(kept.score, int)
    assert board.expected == 11
    silent = event("")
    doubtful = board_field(silent, 7, pair="n0")
    assert any("ambiguous" in str(p) or "may be fixed" in str(p) for p in doubtful.problems)
    assert not any(line.ns == "5" for line in doubtful.lines)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x.csv", CSV),
        ("x.xml", USEBIO.format(lines=LINE.format("1", "2", 420, ""))),
        ("x.pbn", '[Board "1"]\n[ScoreTable "PairId_NS;Score_NS"]\n 1 420\n'),
        ("x.json", '{"SerializedData": "[{\\"BoardNumber\\": 1, \\"ScoringDirection\\": 3, \\"Level\\": 0}]"}'),
    ],
)
def test_every_format_of_results(tmp_path: Path, name: str, text: str):
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    assert read_field_file(file).records


@pytest.mark.parametrize("text", ["", "hello", "a,b\n1,2\n", "<USEBIO></USEBIO>"])
def test_files_without_results(tmp_path: Path, text: str):
    file = tmp_path / "x.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ScoringError):
        read_field_file(file)
    with pytest.raises(ScoringError):
        read_field_file(tmp_path / "absent.csv")


def test_a_field_from_lines_counts_missing_results():
    lines = [FieldResult("1", score_ns=420), FieldResult("1", artificial="A5050")]
    field = Field.of(lines)
    assert (field.tables, field.expected) == (1, 3)
    with pytest.raises(ScoringError):
        Field.of(["4S"])  # type: ignore[list-item]


def split_event() -> list[FieldResult]:
    real = [FieldResult("1", f"n{i}", f"e{i}", score_ns=s, table=str(i)) for i, s in enumerate((420, 420, -50, -50))]
    halves = [
        FieldResult("1", "us", "them", score_ns=450, table="9", counts_for=Side.NS),
        FieldResult("1", "us", "them", score_ns=-100, table="9", counts_for=Side.EW),
    ]
    return [*real, *halves]


def test_two_half_lines_are_one_split_score():
    lines = lines_of(split_event())
    assert len(lines) == 5
    board = rescore(lines, "MP").boards["1"]
    assert (board[-1].ns, board[-1].ew) == (8, 8)
    assert Field.of(split_event()).tables == 5
    found = board_field(FieldReading(tuple(split_event())), 1, pair="n0")
    assert (len(found.others), len(found.lines)) == (4, 5)


def test_averages_of_a_bridgemate_file():
    averages = FieldResult("1", "us", "them", artificial="A+/A-")
    reading = FieldReading((*split_event()[:4], averages, FieldResult("1", "x", "y", artificial="not played")))
    found = board_field(reading, 1, pair="n0")
    assert found.problems == ()
    last = rescore(found.lines, "MP", expected=6).boards["1"][-1]
    assert (last.line.ns, last.ns, last.ew) == ("us", 6, 4)
    alone = FieldResult("1", "us", "them", artificial="A=/A+", counts_for=Side.NS, table="4")
    assert board_field(FieldReading((*split_event()[:4], alone)), 1, pair="n0").lines[-1].ns == "us"
