"""Victory points: the tables, other scales as data, shape for any number of boards."""

import tomllib
from fractions import Fraction as F  # noqa: N817
from itertools import pairwise
from pathlib import Path

import pytest

from adjudicator.scores import ScoringError
from adjudicator.scores.victory_points import (
    ContinuousScale,
    DiscreteScale,
    TableScale,
    continuous_table,
    discrete_limits,
    scale_named,
    shipped_scales,
)

TABLES = tomllib.loads((Path(__file__).parent / "fixtures" / "vp_tables.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("boards", TABLES["continuous"])
def test_continuous_tables(boards: str):
    assert [int(vp * 100) for vp in continuous_table(int(boards))] == TABLES["continuous"][boards]


@pytest.mark.parametrize("boards", TABLES["discrete"])
def test_discrete_tables(boards: str):
    assert list(discrete_limits(int(boards))) == TABLES["discrete"][boards]


@pytest.mark.parametrize("boards", [1, 2, 3, 5, 11, 13, 22, 30, 44, 60, 64, 96, 128])
def test_any_number_of_boards(boards: int):
    table = continuous_table(boards)
    steps = [b - a for a, b in pairwise(table)]
    assert (table[0], table[-1]) == (10, 20)
    assert all(a >= b > 0 for a, b in pairwise(steps))
    limits = discrete_limits(boards)
    bands = [b - a for a, b in pairwise(limits)]
    assert len(limits) == 10
    assert all(a <= b for a, b in pairwise(bands))


@pytest.mark.parametrize("scale", [ContinuousScale(), DiscreteScale(), ContinuousScale(10), DiscreteScale(10)])
def test_both_teams_share_the_total(scale: ContinuousScale | DiscreteScale):
    for margin in (0, 1, 7, F(21, 2), 33, 300):
        assert scale.vps(margin, 8) + scale.vps(-margin, 8) == scale.total
    assert scale.vps(300, 8) == scale.total


def test_a_margin_with_a_fraction_uses_the_formula():
    scale = ContinuousScale()
    assert scale.vps(10, 16) < scale.vps(F(21, 2), 16) < scale.vps(11, 16)
    assert DiscreteScale().vps(F(25, 2), 16) == DiscreteScale().vps(13, 16)


def test_published_blitz_margins():
    assert len(continuous_table(20)) - 1 == 68
    assert len(continuous_table(32)) - 1 == 85


@pytest.mark.parametrize(
    ("name", "boards", "margin", "ours", "theirs"),
    [
        ("acbl-20", 7, 0, 10, 10), ("acbl-20", 7, 2, 11, 9), ("acbl-20", 7, 28, 20, 0), ("acbl-20", 9, 9, 13, 7),
        ("acbl-30", 8, 0, 15, 15), ("acbl-30", 8, 1, 18, 12), ("acbl-30", 8, -1, 12, 18), ("acbl-30", 10, 36, 30, 0),
    ],
)  # fmt: skip
def test_scales_shipped_as_data(name: str, boards: int, margin: int, ours: int, theirs: int):
    scale = scale_named(name)
    assert (scale.vps(margin, boards), scale.vps(-margin, boards)) == (ours, theirs)


def test_every_shipped_scale_can_be_named():
    for name in shipped_scales():
        assert scale_named(name).vps(0, 7) == scale_named(name).total / 2


def test_a_scale_of_ones_own(tmp_path: Path):
    file = tmp_path / "old.toml"
    file.write_text(
        'name = "old"\ntotal = 25\n[[match]]\nboards = [4, 6]\nup_to = [1, 9]\nwinner = [15, 20, 25]\nloser = [15, 10, 0]\n',
        encoding="utf-8",
    )
    scale = scale_named(str(file))
    assert (scale.vps(9, 5), scale.vps(-9, 5), scale.vps(-10, 5)) == (20, 10, 0)
    with pytest.raises(ScoringError, match="7 boards"):
        scale.vps(1, 7)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"name": "x", "total": 20, "match": [{"boards": [1, 2], "up_to": [3, 3], "winner": [10, 11, 12]}]},
        {"name": "x", "total": 20, "match": [{"boards": [1, 2], "up_to": [3], "winner": [10]}]},
    ],
)
def test_a_broken_scale_is_refused(data: dict[str, object]):
    with pytest.raises(ScoringError):
        TableScale(data)


def test_unknown_scales_and_impossible_matches():
    with pytest.raises(ScoringError, match="wbf-discrete"):
        scale_named("wbf-odd")
    with pytest.raises(ScoringError):
        ContinuousScale().vps(3, 0)


def test_a_scale_of_percentages():
    data = {"name": "swiss pairs", "total": 20, "round": 0,
            "match": [{"boards": [1, 99], "up_to": ["0.49", "2.5"], "winner": [10, 11, 12]}]}  # fmt: skip
    scale = TableScale(data)
    assert [scale.vps(F(x), 6) for x in ("0.4", "0.5", "2.5", "2.51", "-1")] == [10, 11, 11, 12, 9]
