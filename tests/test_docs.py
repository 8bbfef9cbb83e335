"""What the documents show is what the program does."""

from __future__ import annotations

import doctest
import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])


def test_the_tour_can_be_walked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(ROOT / "docs" / "tour.md"), module_relative=False, verbose=False)
    assert result.attempted > 20
    assert result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not (page.parent / target).exists()] == []


def test_commands_in_the_readme_exist() -> None:
    from adjudicator.cli.main import COMMANDS

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"adjudicator ([a-z]+)\b", text)) - {"is", "the", "rules"}
    assert "rule" in named
    known = set(COMMANDS) | {path.name for path in (ROOT / "adjudicator").iterdir()}
    assert {name for name in named if name not in known} == set()
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_the_ruling_in_the_readme_is_the_golden_page() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = text.split("<!-- ruling:begin -->")[1].split("<!-- ruling:end -->")[0].strip().strip("`").splitlines()
    golden = (ROOT / "tests" / "cases" / "golden" / "slow_slam_try.txt").read_text(encoding="utf-8").splitlines()
    lines = [line for line in shown if line.strip()]
    assert len(lines) > 20
    assert [line for line in lines if line not in golden] == []
