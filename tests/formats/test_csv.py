"""The field of results as CSV."""

import random

import pytest

from adjudicator.formats import csv_field

SEMICOLONS = """Board;NS;EW;Contract;By;Tricks;Score
1;1;2;4H;N;10;420
1;3;4;3NT-S;;-1;
1;5;6;;;;A6040
2;7;8;Pass;;;0
2;9;10;4SX;W;+1;-990
"""


def test_columns_by_their_names():
    reading = csv_field.read(SEMICOLONS, "field.csv")
    assert [r.score_ns for r in reading.records] == [420, -50, None, 0, -990]
    assert reading.records[2].artificial == "A6040"
    # Board 2: East-West not vulnerable, doubled with an overtrick 690, not 990.
    assert [p.line for p in reading.problems] == [6]
    assert not reading.errors


@pytest.mark.parametrize("delimiter", [",", "\t", "|"])
def test_other_delimiters(delimiter: str):
    text = SEMICOLONS.replace(";", delimiter)
    assert csv_field.read(text).records == csv_field.read(SEMICOLONS).records
    assert csv_field.sniff(text)


def test_frequencies_and_east_west_scores():
    reading = csv_field.read("NS score,EW score,Count\n620,,3\n,100,2\n,,0\n170,,0\n")
    assert [r.score_ns for r in reading.records] == [620] * 3 + [-100] * 2


def test_scores_alone():
    text = "420\n-50\n+420\n"
    assert csv_field.sniff(text)
    assert [r.score_ns for r in csv_field.read(text).records] == [420, -50, 420]


def test_vulnerability_column_wins():
    reading = csv_field.read("board,vul,contract,declarer,tricks\n1,Both,4S,N,10\n")
    assert reading.records[0].score_ns == 620


def test_one_bad_line_loses_only_itself():
    reading = csv_field.read("board,contract,declarer,tricks\n1,4S,N,10\n1,9Z,N,10\n1,4S,,10\n1,3NT,S,9\n", "f.csv")
    assert [r.score_ns for r in reading.records] == [420, 400]
    assert [p.line for p in reading.errors] == [3, 4]


def test_a_file_without_a_known_heading_says_what_to_write():
    reading = csv_field.read("a,b\n1,2\n", "f.csv")
    assert reading.records == ()
    assert "contract" in reading.errors[0].next_step
    assert not csv_field.sniff("a,b\n1,2\n")
    assert csv_field.read(b"").errors


def test_what_is_written_is_read():
    records = csv_field.read(SEMICOLONS).records
    assert csv_field.read(csv_field.write(records)).records == records


def test_other_formats_are_not_csv():
    assert not csv_field.sniff('[Event "x"]\n[Board "1"]\n')
    assert not csv_field.sniff("<?xml version='1.0'?><USEBIO/>")


def test_damaged_text_never_raises():
    rng = random.Random(9)
    text = SEMICOLONS
    for _ in range(150):
        letters = list(text)
        for _ in range(rng.randint(1, 12)):
            place = rng.randrange(len(letters))
            if rng.random() < 0.5:
                letters[place] = rng.choice('0123456789ADHNSTX;:,.-+=!?"<>[]{}\\ \n')
            else:
                del letters[place : place + rng.randint(1, 6)]
        damaged = "".join(letters) or "x"
        reading = csv_field.read(damaged, "damaged")
        assert all(problem.message for problem in reading.problems)
        assert csv_field.read(damaged.encode(), "damaged").records == reading.records
