"""`adjudicator check doubledummy` on deals with known values."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.bridge import AdjudicatorError
from adjudicator.checks.doubledummy import read_entries, run

BLOCK = """NUMBER 1
PBN 2 0 0 0 "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
FUT 1 0 14 16380 13
TABLE 13 0 13 0 0 13 0 13 13 0 13 0 0 13 0 13 0 0 0 0
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "deals.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_right_expectations_pass(tmp_path: Path) -> None:
    report = run([write(tmp_path, BLOCK)], limit=None, seed=0)
    assert report.ok
    assert (report.figures["passed"], report.figures["failed"], report.figures["deals"]) == (2, 0, 1)


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("FUT 1 0 14 16380 13", "FUT 1 0 14 16380 12", "FUT"),
        ("16380", "16376", "FUT"),
        ("13 0 13 0 0", "13 0 13 1 0", "TABLE"),
    ],
)
def test_wrong_expectations_fail_with_file_and_line(tmp_path: Path, old: str, new: str, kind: str) -> None:
    path = write(tmp_path, BLOCK.replace(old, new, 1))
    report = run([path], limit=None, seed=0)
    assert report.figures["failed"] == 1
    assert report.failures[0].startswith(f"{path}:2: {kind}: ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('PBN 2 0 9 0 "N:x"', "out of range"),
        ("PBN what", "not a deal line"),
        ("FUT 1 2 3 4 5", "before any deal"),
        ("WHAT 1", "unknown tag"),
        ('PBN 0 0 0 0 "N:AK... .. .. .."', "is no deal|suits|holds"),
    ],
)
def test_unreadable_lines_are_named(tmp_path: Path, text: str, message: str) -> None:
    path = write(tmp_path, "NUMBER 1\n" + text + "\n")
    with pytest.raises(AdjudicatorError, match=message) as caught:
        read_entries(path)
    assert caught.value.problems[0].line == 2
    assert caught.value.problems[0].file == str(path)


def test_an_expectation_that_is_no_list_of_numbers_fails_only_itself(tmp_path: Path) -> None:
    report = run([write(tmp_path, BLOCK.replace("FUT 1 0", "FUT one 0"))], limit=None, seed=0)
    assert (report.figures["passed"], report.figures["failed"]) == (1, 1)


def test_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_bytes(b"\xff\xfe\x00\x81" * 10)
    with pytest.raises(AdjudicatorError, match="cannot be read as text"):
        read_entries(path)


def test_known_deals_sample(shared: Path) -> None:
    report = run([shared / "data" / "dds" / "dds_boards_dev.txt"], limit=6, seed=1)
    assert report.failures == []
    assert report.figures["deals"] == 6


@pytest.mark.slow
def test_known_deals_whole(shared: Path) -> None:
    report = run([shared / "data" / "dds" / "dds_boards_dev.txt"], limit=None, seed=0)
    assert report.failures == []
    assert report.figures["passed"] == 845
