"""Re-scoring a whole event: against comparing every two tables, with short, split and artificial boards."""

from fractions import Fraction as F  # noqa: N817
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.bridge import Side
from adjudicator.formats import usebio
from adjudicator.scores import ScoringConfig, ScoringError, WeightedScore, certain, imp, normalised, scorer_for
from adjudicator.scores.adjusted import AdjustedScore
from adjudicator.scores.artificial import Artificial, Average
from adjudicator.scores.rescore import LinePoints, TableLine, board_effect, lines_of, rescore
from adjudicator.scores.short_boards import group_points, lone_result, neuberg, score_groups

SCORES = st.sampled_from([-620, -420, -100, -50, 50, 140, 170, 420, 620])
WEIGHTED = st.lists(st.tuples(SCORES, st.integers(1, 9)), min_size=1, max_size=3).map(
    lambda pairs: AdjustedScore.weighted(normalised(WeightedScore(s, F(c)) for s, c in pairs))
)
BOARD = st.lists(st.one_of(SCORES, WEIGHTED), min_size=2, max_size=8).map(
    lambda scores: [TableLine("1", f"n{i}", f"e{i}", score) for i, score in enumerate(scores)]
)


def parts(line: TableLine, side: Side = Side.NS) -> list[tuple[int, F]]:
    score = line.score
    if isinstance(score, int):
        return [(score, F(1))]
    given_ = score.for_side(side)
    assert not isinstance(given_, Artificial)
    return [(o.score_ns, o.weight) for o in given_]


def pairwise_sum(lines: list[TableLine], own: int, side: Side, convert: object) -> F:
    total = F(0)
    for j, other in enumerate(lines):
        if j != own:
            for a, w in parts(lines[own], side):
                for b, v in parts(other, side):
                    total += w * v * convert(a - b)  # type: ignore[operator]
    return total


def beats(difference: int) -> int:
    return 2 if difference > 0 else int(difference == 0)


@given(BOARD)
def test_matchpoints_are_comparisons_of_every_two_tables(lines: list[TableLine]):
    board = rescore(lines, "MP").boards["1"]
    for i, item in enumerate(board):
        assert item.ns == pairwise_sum(lines, i, Side.NS, beats)
        assert item.ns + item.ew == 2 * (len(lines) - 1)
    assert sum(item.ns for item in board) == len(lines) * (len(lines) - 1)


@given(BOARD)
def test_cross_imps_are_comparisons_of_every_two_tables(lines: list[TableLine]):
    board = rescore(lines, "cross-IMPs", ScoringConfig(xi_divisor="sum")).boards["1"]
    for i, item in enumerate(board):
        assert item.ns == pairwise_sum(lines, i, Side.NS, imp) == -item.ew
    assert sum(item.ns for item in board) == 0


@given(BOARD)
def test_a_scorer_gives_what_re_scoring_gives(lines: list[TableLine]):
    board = rescore(lines, "MP").boards["1"]
    own = parts(lines[0])
    others: dict[int, F] = {}
    for line in lines[1:]:
        for score, weight in parts(line):
            others[score] = others.get(score, F(0)) + weight
    scorer = scorer_for("MP", field=others)
    assert scorer.expected([WeightedScore(s, w) for s, w in own], Side.NS) == board[0].ns


def test_butler_uses_one_datum():
    scores = [-100, 140, 170, 170, 620, 620, 650]
    lines = [TableLine("1", str(i), str(i), s) for i, s in enumerate(scores)]
    ours = AdjustedScore.weighted([WeightedScore(620, F(3, 5)), WeightedScore(-100, F(2, 5))])
    board = rescore([*lines, TableLine("1", "us", "them", ours)], "Butler").boards["1"]
    assert board[-1].ns == F("0.2")
    assert [item.ns for item in board[:-1]] == [imp(s - 340) for s in scores]


def test_a_split_board_keeps_two_tables():
    lines = [TableLine("1", f"n{i}", f"e{i}", s) for i, s in enumerate((420, 420, -50, -50))]
    split = AdjustedScore.split(certain(450), certain(-100))
    board = rescore([*lines, TableLine("1", "us", "them", split)], "MP").boards["1"]
    assert (board[-1].ns, board[-1].ew) == (8, 8)
    assert [item.ns for item in board[:-1]] == [5, 5, 1, 1]  # against +450
    assert [item.ew for item in board[:-1]] == [1, 1, 5, 5]  # against -100


def test_one_side_artificial():
    lines = [TableLine("1", f"n{i}", f"e{i}", s) for i, s in enumerate((420, 420, -50, -50))]
    half = AdjustedScore.split(certain(420), Artificial(Average.MINUS))
    board = rescore([*lines, TableLine("1", "us", "them", half)], "MP").boards["1"]
    assert (board[-1].ns, board[-1].ew) == (6, F("3.2"))
    assert board[2].ew == 8 - (neuberg(1, 4, 5))


def test_average_plus_takes_the_session_of_the_other_boards():
    lines = [TableLine(str(b), f"n{i}", f"e{i}", 10 * i) for b in (1, 2) for i in range(3)]
    averages = AdjustedScore.artificial(Artificial(Average.PLUS), Artificial(Average.MINUS))
    done = rescore(
        [*lines, *(TableLine("3", f"n{i}", f"e{i}", 10 * i) for i in (0, 1)), TableLine("3", "n2", "e2", averages)]
    )
    last = done.boards["3"][-1]
    assert (last.ns, last.ew) == (4, 0)  # n2 has 100 per cent elsewhere, e2 none
    assert done.standings["n2"].percentage == 100
    assert next(s.pair for s in done.ranking()) in {"n2", "e0"}


def test_boards_played_less_often_are_scaled():
    lines = [TableLine("1", f"n{i}", f"e{i}", 10 * i) for i in range(7)]
    lines += [TableLine("2", f"n{i}", f"e{i}", 10 * i) for i in range(6)]
    assert rescore(lines).boards["2"][2].ns == neuberg(4, 6, 7)


def test_numbers_of_a_two_winner_movement():
    lines = [TableLine("1", "1", "1", 420), TableLine("1", "2", "2", -50)]
    assert set(rescore(lines, two_winners=True).standings) == {"1 NS", "2 NS", "1 EW", "2 EW"}
    assert set(rescore(lines).standings) == {"1", "2"}


def test_teams_are_not_re_scored_as_a_field():
    with pytest.raises(ScoringError):
        rescore([TableLine("1", "1", "2", 420)], "IMP teams")
    with pytest.raises(ScoringError, match="pair"):
        board_effect([TableLine("1", "1", "2", 420)], "9", AdjustedScore.assigned(1), "MP")


def test_fouled_boards_and_lone_results():
    assert score_groups([[420, -50], [170, 50]]) == [[5, 1], [5, 1]]
    assert lone_result().kind is Average.PLUS
    assert group_points(0, 1, 10) == F("10.8")
    assert group_points(2, 2, 10) == F("0.65") * 18
    assert group_points(0, 2, 10) == F("0.55") * 18
    assert group_points(2, 2, 5) == neuberg(2, 2, 5)
    assert group_points(2, 2, 10, ScoringConfig(small_subfield="neuberg")) == neuberg(2, 2, 10)
    assert neuberg(F(1, 2), 2, 4, half_scale=True) == F(3, 2)
    with pytest.raises(ScoringError):
        neuberg(1, 5, 4)


@given(st.integers(1, 12), st.integers(0, 12))
def test_scaling_keeps_the_average(actual: int, more: int):
    expected = actual + more
    points = [neuberg(m, actual, expected) for m in range(0, 2 * actual - 1)]
    assert sum(points) / len(points) == expected - 1
    assert points == sorted(points)


def test_a_real_club_evening_comes_out_as_its_program_scored_it(shared: Path):
    file = shared / "data" / "formats" / "usebio_02_mp_howell_a5050.xml"
    reading = usebio.read(file.read_bytes(), file.name)
    average = AdjustedScore.artificial(Artificial(Average.AVERAGE), Artificial(Average.AVERAGE))
    rulings = {(r.board, r.ns): average for r in reading.records if r.artificial}
    done = rescore(lines_of(reading.records, rulings), "MP_PAIRS")
    for pair in reading.pairs:
        percentage = done.standings[pair.number].percentage
        assert percentage is not None
        assert pair.percentage is not None
        assert abs(percentage - pair.percentage) <= F(1, 100)
    full = [b for b in reading.boards if len(reading.on_board(b)) == 6]
    scored: list[LinePoints] = [item for b in full for item in done.boards[b]]
    filed = [r for b in full for r in reading.on_board(b)]
    assert [item.ns for item in scored] == [r.points_ns for r in filed]
