"""Files that are no records: one clear problem, never an exception."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.formats import read_file
from adjudicator.formats.textfile import decode


def only_problem(path: Path) -> str:
    found = read_file(path)
    assert found.records == ()
    (problem,) = found.problems
    assert problem.file == str(path)
    assert problem.next_step
    return problem.message


def test_missing_file_and_folder(tmp_path: Path) -> None:
    assert "no such file" in only_problem(tmp_path / "none.pbn")
    assert "folder" in only_problem(tmp_path)


@pytest.mark.parametrize("content", [b"", b"\n \r\n"])
def test_empty_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "empty.pbn"
    path.write_bytes(content)
    assert "empty" in only_problem(path)


@pytest.mark.parametrize("content", [bytes(range(256)) * 8, b"\x89PNG\r\n\x1a\n" + b"\x00" * 50, b"\x01\x02\x03" * 100])
def test_binary_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "picture.pbn"
    path.write_bytes(content)
    assert "binary" in only_problem(path)


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.pbn"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    assert "50 MB" in only_problem(path)


def test_text_that_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear director, we were damaged.\n")
    assert "no game record" in only_problem(path)


def test_encodings() -> None:
    for encoding in ("utf-8", "utf-8-sig", "latin-1", "utf-16"):
        assert decode("é♠\n".encode(encoding) if encoding != "latin-1" else "é\r\n".encode(encoding))[0][0] == "é"
