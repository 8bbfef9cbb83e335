"""The field of results in PBN files."""

import random
from fractions import Fraction as F  # noqa: N817

import pytest

from adjudicator.formats import scoretable

QUOTED = r"""[Event "Open"]
[Board "28"]
[Vulnerable "NS"]
[Deal "W:J86.KJ75.A65.852 K7432.A6.42.QJ64 AT95.94.KT73.K97 Q.QT832.QJ98.AT3"]
[Scoring "MatchPoints;MP1"]
[ScoreTable "Table\2R;Round\2R;PairId_NS\2R;PairId_EW\2R;Contract\4L;Declarer\1R;Result\2R;Lead\3L;Score_NS\6R;Score_EW\6R;MP_NS\4R;MP_EW\4R;Percentage_NS\3R;Percentage_EW\3R"]
19 14  4 11 2HX  S  8 S6   "670"      - 42.0  0.0 100   0
20 14  5 10 Pass -  - -      "0"      - 20.0 22.0  48  52
21 14  6  9 2H   S  7 D2       -  "100"  6.0 36.0  14  86
22 14  7  8 -    -  - -   "A6040"     - 25.2 16.8  60  40
[OptimumScore "NS 110"]
"""
PLAIN = r"""[Board "1"]
[ScoreTable "PairId_NS\2R;PairId_EW\2R;Contract\6L;Declarer\1R;Result\2R"]
 7  8 4H     N 11
 9 12 3NT    N 11
[Board "2"]
[ScoreTable "Rank\3R;Contract\5L;Declarer\1;Result\2R;Score_NS\5R;IMP_NS\6R;Multiplicity"]
  1 6C    W  9   150   9.91 1
 14 6C    W 11    50   8.47 5
"""


def test_quoted_scores_and_missing_ones():
    reading = scoretable.read(QUOTED, "open.pbn")
    assert scoretable.sniff(QUOTED)
    assert (reading.event, reading.scoring, reading.problems) == ("Open", "MatchPoints;MP1", ())
    assert [r.score_ns for r in reading.records] == [670, 0, -100, None]
    assert [r.points_ns for r in reading.records] == [42, 20, 6, F("25.2")]
    first, _, _, artificial = reading.records
    assert (first.ns, first.ew, first.table, first.round, str(first.lead)) == ("4", "11", "19", "14", "S6")
    assert (artificial.artificial, artificial.result) == ("A6040", None)
    assert reading.deals[0].deal is not None


def test_several_boards_scores_computed_and_multiplicity():
    reading = scoretable.read(PLAIN)
    assert reading.boards == ("1", "2")
    assert [r.score_ns for r in reading.on_board(1)] == [450, 460]
    assert [r.score_ns for r in reading.on_board("2")] == [150] + [50] * 5
    assert reading.on_board(2)[0].points_ns == F("9.91")


def test_names_with_blanks():
    table = r"""[Board "1"]
[ScoreTable "PairId_NS;Contract;Declarer;Result;Score_NS;Names_NS\13;Names_EW"]
 1 4S N 10 420 Alfa Bravo    Charlie Delta
 2 3NT W -1 50 Echo-Fox      Golf-Hotel
"""
    reading = scoretable.read(table)
    assert [(r.ns, r.score_ns, str(r.result)) for r in reading.records] == [
        ("1", 420, "4S N ="), ("2", 50, "3NT W -1"),
    ]  # fmt: skip


def test_fixed_width_when_a_cell_is_empty():
    table = (
        '[Board "1"]\n'
        + r'[ScoreTable "PairId_NS\3R;PairId_EW\3R;Contract\5L;Declarer\1R;Result\2R;Lead\3L;Score_NS\5R"]'
    )
    reading = scoretable.read(table + "\n  1   2 4S    N 10       420\n")
    (record,) = reading.records
    assert (record.ns, record.ew, record.score_ns, record.lead) == ("1", "2", 420, None)


@pytest.mark.parametrize("row", [" 1 4Z N 10", "x", " 1 4S N 99"])
def test_one_bad_row_loses_only_itself(row: str):
    table = '[Board "1"]\n[ScoreTable "PairId_NS;Contract;Declarer;Result"]\n 5 4S N 10\n' + row + "\n 6 3NT S 9\n"
    reading = scoretable.read(table, "t.pbn")
    assert [r.ns for r in reading.records] == ["5", "6"]
    assert reading.problems
    assert reading.problems[0].line == 4


def test_tables_played_in_full_are_a_field():
    games = "".join(
        f'[Event ""]\n[Board "1"]\n[North "N{i}"]\n[South "S{i}"]\n[Contract "{c}"]\n[Declarer "N"]\n[Result "{t}"]\n\n'
        for i, (c, t) in enumerate([("4S", 10), ("3NT", 8)])
    )
    reading = scoretable.read(games)
    assert [(r.ns, r.score_ns) for r in reading.records] == [("N0+S0", 420), ("N1+S1", -50)]


def test_no_results_is_a_problem():
    assert scoretable.read('[Event "x"]\n').errors
    assert scoretable.read(b"").errors


def test_what_is_written_is_read():
    for text in (QUOTED, PLAIN):
        records = scoretable.read(text).records
        again = scoretable.read(scoretable.write(records)).records
        assert [(r.ns, r.ew, r.artificial, r.lead, r.table) for r in again] == [
            (r.ns, r.ew, r.artificial, r.lead, r.table) for r in records
        ]
        assert [(r.result, r.score_ns, r.points_ns) for r in again] == [
            (r.result, r.score_ns, r.points_ns) for r in records
        ]


def test_damaged_text_never_raises():
    rng = random.Random(9)
    text = QUOTED + PLAIN
    for _ in range(150):
        letters = list(text)
        for _ in range(rng.randint(1, 12)):
            place = rng.randrange(len(letters))
            if rng.random() < 0.5:
                letters[place] = rng.choice('0123456789ADHNSTX;:,.-+=!?"<>[]{}\\ \n')
            else:
                del letters[place : place + rng.randint(1, 6)]
        damaged = "".join(letters) or "x"
        reading = scoretable.read(damaged, "damaged")
        assert all(problem.message for problem in reading.problems)
        assert scoretable.read(damaged.encode(), "damaged").records == reading.records
