"""`adjudicator check formats`: figures over files, and a failure for every expectation that does not hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.bridge import AdjudicatorError
from adjudicator.checks.formats import run

FIXTURES = Path(__file__).parent.parent / "formats" / "fixtures"
FILES = [FIXTURES / "pbn_straight_rows.pbn", FIXTURES / "lin_played_out.lin"]
EXPECTED = {
    "pbn_straight_rows.pbn": {
        "counts": {"Deal": 1, "Auction": 1, "Play": 1},
        "games": [{"board": "1", "result_tag": "8", "tricks_replayed": 8, "complete_tricks": 13}],
    },
    "lin_played_out.lin": {
        "counts": {"mb": 8, "pc": 52},
        "games": [{"dealer": "N", "contract": "4S", "declarer": "N", "declarer_tricks": 8, "mc": None, "cards": 52}],
    },
}


def expected(folder: Path, changes: dict[str, object]) -> Path:
    table = json.loads(json.dumps(EXPECTED))
    table["lin_played_out.lin"]["games"][0].update(changes)
    path = folder / "expected.json"
    path.write_text(json.dumps(table))
    return path


def test_all_expectations_hold(tmp_path: Path) -> None:
    report = run([*FILES, expected(tmp_path, {})], limit=None, seed=0)
    assert report.ok
    assert report.figures["read"] == 2
    assert report.figures["round_trips"] == 2
    assert report.figures["mismatches"] == 0
    assert report.figures["compared"] == 13


@pytest.mark.parametrize("change", [{"declarer_tricks": 9}, {"dealer": "S"}, {"contract": "4H"}, {"cards": 51}])
def test_a_wrong_expectation_fails(tmp_path: Path, change: dict[str, object]) -> None:
    report = run([*FILES, expected(tmp_path, change)], limit=None, seed=0)
    assert not report.ok
    assert report.figures["mismatches"] == 1
    assert next(iter(change)) in report.failures[0]


def test_files_without_expectations_are_read_and_written_back() -> None:
    report = run(sorted(FIXTURES.glob("pbn_*.pbn")), limit=None, seed=0)
    assert report.ok
    assert report.figures["round_trips_failed"] == 0
    assert report.figures["round_trips"] == report.figures["read"]


def test_a_limit_draws_files() -> None:
    report = run(sorted(FIXTURES.glob("pbn_*.pbn")), limit=3, seed=1)
    assert report.figures["files"] == 3


def test_a_file_that_cannot_be_read_fails(tmp_path: Path) -> None:
    path = tmp_path / "picture.pbn"
    path.write_bytes(b"\x00" * 100)
    assert not run([path], limit=None, seed=0).ok
    with pytest.raises(AdjudicatorError):
        run([expected(tmp_path, {})], limit=None, seed=0)
