"""The command as a director uses it: one clear message for bad input, the same bytes for the same seed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLE = ROOT / "examples" / "insufficient_keycard_27b1b.toml"


def adjudicator(*arguments: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "adjudicator", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        encoding="utf-8",
        timeout=300,
    )


def spoiled(tmp_path: Path, old: str, new: str) -> Path:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "case.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


BAD = {
    "duplicate card": ('"N:8.AKJT7', '"N:8.AKJTT', "twice"),
    "twelve cards": (".QT9732 QJT952", ".QT973 QJT952", "not 12"),
    "illegal auction": ('"1S", "4H"', '"1S", "1H"', "insufficient"),
    "contract does not follow": ('table_contract = "6S E"', 'table_contract = "6H E"', "6S"),
    "unknown scoring": ('scoring = "IMP teams"', 'scoring = "tiddlywinks"', "scoring"),
}


@pytest.mark.parametrize("fault", BAD)
def test_bad_cases_give_a_clear_message(fault: str, tmp_path: Path) -> None:
    old, new, word = BAD[fault]
    done = adjudicator("rule", spoiled(tmp_path, old, new), cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert word in done.stderr
    assert "case.toml:" in done.stderr
    assert "Traceback" not in done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"case.toml"}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.toml", b""),
        ("binary.toml", bytes(range(256)) * 40),
        ("absent.toml", None),
        ("large.toml", b"#" * 50_000_000),
    ],
    ids=["empty", "binary", "absent", "50 MB"],
)
def test_files_that_are_no_case(name: str, content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    done = adjudicator("rule", path)
    assert done.returncode == 2
    assert name in done.stderr
    assert 1 <= len(done.stderr.splitlines()) <= 2
    assert "Traceback" not in done.stderr


def test_the_same_seed_gives_the_same_bytes() -> None:
    first, second = (adjudicator("rule", EXAMPLE, "--json", "--quick", "--seed", "7") for _ in range(2))
    assert first.returncode == 0, first.stderr
    assert first.stdout == second.stdout
    data = json.loads(first.stdout)
    assert data["schema"] == "adjudicator/ruling/1"
    assert data["seed"] == 7
    assert data["worlds"]
    assert data["versions"]["adjudicator"]


def test_unknown_commands_and_checks_are_told() -> None:
    assert adjudicator("check", "weather", EXAMPLE).returncode == 2
    assert adjudicator("frobnicate").returncode == 2


def test_help_names_every_command() -> None:
    done = adjudicator("--help")
    assert done.returncode == 0
    for name in ("rule", "law", "auctions", "tricks", "score", "meaning", "new", "schema", "check"):
        assert name in done.stdout


def test_a_case_without_hands_is_answered_by_law(tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    path.write_text(
        'law_edition = "2017"\ndealer = "N"\nauction = ["1S", "P"]\n\n[[events]]\nkind = "insufficient_bid"\n'
        'call_index = 1\nby = "E"\nwithdrawn_call = "1H"\nreplacement = "P"\naccepted = false\n',
        encoding="utf-8",
    )
    done = adjudicator("rule", path)
    assert done.returncode == 0, done.stderr
    assert "2017/27B2" in done.stdout
    assert "Missing" in done.stdout
