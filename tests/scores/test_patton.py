"""Patton: board points on every board and a share of the set's total points, from a table that is data."""

from fractions import Fraction as F  # noqa: N817
from pathlib import Path

import pytest

from adjudicator.scores import ScoringConfig, ScoringError, WeightedScore, certain, scorer_for
from adjudicator.scores.patton import AggregateTable, PattonBoard, patton_set
from adjudicator.scores.teams import PattonScorer

TABLE = {"name": "club", "total": 8, "measure": "ratio", "at_least": ["0", "0.1", "0.5"], "winner": [4, 5, 7]}


def board(other: int, *outcomes: WeightedScore) -> PattonBoard:
    scorer = scorer_for("Patton", other_score_ns=other)
    assert isinstance(scorer, PattonScorer)
    return PattonBoard(scorer, outcomes)


def test_a_set_of_four_boards():
    boards = [
        board(420, *certain(450)),  # won by 30
        board(140, *certain(140)),  # tied
        board(-50, *certain(-100)),  # lost by 50
        board(620, WeightedScore(620, F(3, 5)), WeightedScore(-100, F(2, 5))),  # tied, or lost by 720
    ]
    result = patton_set(boards, AggregateTable.from_mapping(TABLE))
    assert result.boards == 2 + 1 + 0 + F(3, 5)
    assert result.net_swing == 30 - 50 - F(2, 5) * 720
    # The measure is 308 over 30 + 0 + 50 + 288: more than half.
    assert result.aggregate == 8 - 7
    assert result.total == F("4.6")


def test_difference_tables_and_a_tied_aggregate(tmp_path: Path):
    file = tmp_path / "patton.toml"
    file.write_text(
        'name = "x"\ntotal = 6\nmeasure = "difference"\nat_least = [0, 100]\nwinner = [4, 6]\n', encoding="utf-8"
    )
    table = AggregateTable.of(ScoringConfig(patton_table=str(file)))
    with pytest.raises(ScoringError, match="patton_table"):
        AggregateTable.of(ScoringConfig())
    assert [table.share(F(net), F(500)) for net in (0, 90, 100, -90, -100)] == [3, 4, 6, 2, 0]
    assert patton_set([board(420, *certain(420))], AggregateTable.from_mapping(TABLE)).aggregate == 4


@pytest.mark.parametrize(
    "fault", [{"measure": "median"}, {"at_least": ["0.1", "0.2", "0.3"]}, {"winner": [4, 5]}, {"total": "x"}]
)
def test_a_broken_table_is_refused(fault: dict[str, object]):
    with pytest.raises(ScoringError):
        AggregateTable.from_mapping(TABLE | fault)
