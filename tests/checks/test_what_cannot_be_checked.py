"""A file that a check cannot use is told in one line, and nothing compared is no success."""

from pathlib import Path

import pytest

from adjudicator.bridge import AdjudicatorError
from adjudicator.checks import cases, json_records, law, outcomes, robots


def test_a_table_without_cases_is_a_failure(tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_text('dealer = "N"\n', encoding="utf-8")
    assert "no decision cases" in law.run([file]).failures[0]


def test_a_folder_without_cases_is_a_failure(tmp_path: Path) -> None:
    assert "to compare with" in cases.run([tmp_path], limit=None, seed=0).failures[0]


@pytest.mark.parametrize("check", [robots.run, outcomes.run])
def test_a_record_that_is_no_json_is_told_with_its_line(check: object, tmp_path: Path) -> None:
    file = tmp_path / "club.pbn"
    file.write_text('{"src": "bba"}\n[Event "x"]\n', encoding="utf-8")
    with pytest.raises(AdjudicatorError, match=r"club\.pbn:2: not JSON"):
        check([file], limit=None, seed=0)  # type: ignore[operator]


def test_records_are_read_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_text('{"a": 1}\n\n{"a": 2}\n', encoding="utf-8")
    assert [record["a"] for record in json_records(file)] == [1, 2]
    file.write_text("[1]\n", encoding="utf-8")
    with pytest.raises(AdjudicatorError, match="no JSON object"):
        list(json_records(file))
