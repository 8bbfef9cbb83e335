"""Oddities of result files that were met: each costs at most itself, and is told."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from adjudicator.formats import bridgemate, csv_field, rbn, usebio
from adjudicator.formats.field import read_points, read_score, vulnerability_of

LINE = "<TRAVELLER_LINE><NS_PAIR_NUMBER>{}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{}</EW_PAIR_NUMBER>{}</TRAVELLER_LINE>"


def event(lines: str, board: int = 1, opening: str = '<USEBIO Version="1.2">') -> str:
    return (
        f'<?xml version="1.0"?>{opening}<EVENT EVENT_TYPE="PAIRS"><BOARD><BOARD_NUMBER>{board}</BOARD_NUMBER>'
        f"{lines}</BOARD></EVENT></USEBIO>"
    )


@pytest.mark.parametrize("text", ["1e999999999", "nan", "inf", "1/0", "--5", "9" * 400, "1_0"])
def test_what_is_no_number_of_a_file(text: str) -> None:
    assert read_points(text) is None
    assert read_score(text) is None


def test_points_and_scores_as_programs_write_them() -> None:
    assert [read_points(t) for t in ("55,5 %", "+ 3", "7½", "29/6")] == [
        Fraction(111, 2), Fraction(3), Fraction(15, 2), Fraction(29, 6),
    ]  # fmt: skip
    assert [read_score(t) for t in ("1,430", "-1.100", "1 100", "620.0", "\u2212100", "5.5", "")] == [
        1430, -1100, 1100, 620, -100, None, None,
    ]  # fmt: skip


def test_names_with_html_letters_lose_no_board() -> None:
    reading = usebio.read(event(LINE.format(1, 2, "<SCORE>620</SCORE><NAME>Andr&eacute; &amp; J&unknown; & x</NAME>")))
    assert [record.score_ns for record in reading.records] == [620]
    assert not reading.errors


def test_a_namespace_and_small_letters_change_nothing() -> None:
    spaced = event(
        LINE.format(1, 2, "<SCORE>620</SCORE>"), opening='<USEBIO xmlns="http://www.usebio.org" Version="1.3">'
    )
    assert usebio.sniff(spaced)
    for text in (spaced, spaced.lower().replace('event_type="pairs"', 'EVENT_TYPE="PAIRS"')):
        assert [record.score_ns for record in usebio.read(text).records] == [620]


def test_a_board_that_is_never_closed_costs_only_itself() -> None:
    whole = event(LINE.format(1, 2, "<SCORE>620</SCORE>"), 2)
    torn = whole.replace("<BOARD>", "<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE><BOARD>", 1)
    reading = usebio.read(torn)
    assert [(record.board, record.score_ns) for record in reading.records] == [("2", 620)]
    assert reading.problems


def test_many_openings_without_an_end_are_read_in_one_pass() -> None:
    reading = usebio.read("<USEBIO>" + "<BOARD>" * 200_000)
    assert not reading.records
    assert reading.problems


def test_an_adjusted_line_of_one_section_among_two() -> None:
    lines = "".join(
        LINE.format(1, 2, f"<SECTION_ID>{section}</SECTION_ID><SCORE>620</SCORE><NS_MATCH_POINTS>1</NS_MATCH_POINTS>")
        for section in "AB"
    )
    changed = usebio.write_adjusted(event(lines), 1, "B 1", points_ns=Fraction(3, 2), points_ew=Fraction(1, 2))
    assert [record.points_ns for record in usebio.read(changed).records] == [1, Fraction(3, 2)]


@pytest.mark.parametrize(
    "text",
    [
        "sep=;\nBoard;NS;EW;Contract;By;Tricks;Score\n1;1;2;4S;N;10;420\n",
        "Tuesday pairs, 12 tables\n\nBoard,NS,EW,Contract,By,Tricks,Score\n1,1,2,4S,N,10,420\n",
        "Board  NS  EW  Contract  By  Tricks  Score\n1  1  2  4S  N  10  420\n",
        "Board NS EW Contract By Tricks Score\n1 1 2 4S N 10 420\n",
        "Board|NS|EW|Contract|By|Tricks|Score\n1|1|2|4S|N|10|420\n",
        'Board,NS,EW,Contract,By,Tricks,Score\n1,1,2,4S,N,10,"420\n',
        "# exported\nBoard:NS:EW:Contract:By:Tricks:Score\n1:1:2:4S:N:10:420\n",
    ],
)
def test_tables_with_odd_separators(text: str) -> None:
    assert csv_field.sniff(text)
    reading = csv_field.read(text)
    assert [(r.board, r.ns, r.ew, str(r.result), r.score_ns) for r in reading.records] == [
        ("1", "1", "2", "4S N =", 420)
    ]
    assert not reading.problems


def test_prose_is_no_table() -> None:
    assert not csv_field.sniff("North bid two spades.\nThe score was plus 140.\n")
    assert not csv_field.sniff("What was the contract, and who made the lead?\n")


def test_a_quote_left_open_and_an_endless_cell_cost_one_line() -> None:
    reading = csv_field.read('board,score\n1,"620\n2,420\n3,"' + "x" * 200_000 + '"\n4,-50\n')
    assert [(record.board, record.score_ns) for record in reading.records] == [("1", 620), ("2", 420), ("4", -50)]
    assert [problem.line for problem in reading.problems] == [4]


def test_problems_name_the_line_of_the_file() -> None:
    reading = csv_field.read("# a comment\n\nboard,score\n1,620\n\n2,nonsense\n")
    assert [problem.line for problem in reading.problems] == [6]


def played(**changes: Any) -> dict[str, Any]:
    return {
        "SectionLetters": "A", "TableNumber": 1, "RoundNumber": 1, "BoardNumber": 3, "ScoringDirection": 3,
        "PairNorthSouth": 1, "PairEastWest": 2, "DeclarerDirection": 1, "Level": 4, "Denomination": 4, "Stake": 0,
        "TotalTricks": 10, **changes,
    }  # fmt: skip


def response(*items: dict[str, Any]) -> str:
    return json.dumps({"SerializedData": json.dumps(items)})


@pytest.mark.parametrize("level", ["4", 4.0, " 4 "])
def test_numbers_sent_as_text_or_with_a_point(level: object) -> None:
    (record,) = bridgemate.read(response(played(Level=level, BoardNumber="3"))).records
    assert (str(record.result), record.score_ns) == ("4S N =", 420)


def test_a_missing_level_is_not_a_passed_out_board() -> None:
    item = played()
    del item["Level"]
    for broken in (item, played(Level=None), played(Level="four"), played(Level=4.5)):
        reading = bridgemate.read(response(broken))
        assert not reading.records
        assert "level" in str(reading.errors[0])


def test_a_later_deletion_takes_the_result_back() -> None:
    assert not bridgemate.read(response(played(), played(IsDeleted=True))).records
    again = bridgemate.read(response(played(), played(IsDeleted=True), played(TotalTricks=9))).records
    assert [record.score_ns for record in again] == [-50]


def test_odd_remarks_and_missing_pairs() -> None:
    reading = bridgemate.read(response(played(PairNorthSouth=None, ValidationMessages="check the lead")))
    assert [(r.ns, r.ew) for r in reading.records] == [("", "2")]
    assert "check the lead" in str(reading.problems[0])


def test_numbers_of_thousands_of_digits_in_rbn() -> None:
    reading = rbn.read(f"B {'9' * 5000}\nA N:1SA\nR 7 +{'9' * 5000}\n")
    (record,) = reading.records
    assert (record.board, record.tricks, record.score_ns) == (None, 7, None)
    assert vulnerability_of("9" * 5000) is None
