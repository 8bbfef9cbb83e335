"""Golden rulings: every case here and in ``examples`` against the page it gave before, as readable text.

Words, calls, contracts and law ids have to be the same; shares may differ by two points and figures by two per
cent of their size, since matrix products differ in the last digit between processors. To accept a change, run
with ``ADJUDICATOR_UPDATE_GOLDEN=1`` and read the difference.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from adjudicator.cases import load_case
from adjudicator.reports import ruling_text
from adjudicator.rulings import Settings, rule

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent / "examples"
CASES = sorted([*HERE.glob("*.toml"), *EXAMPLES.glob("*.toml")])
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def page_of(path: Path) -> str:
    """The page without its foot, which names versions."""
    loaded = load_case(path)
    assert loaded.case is not None
    assert loaded.errors == ()
    lines = ruling_text(rule(loaded.case, Settings(seed=0))).splitlines()
    foot = max(index for index, line in enumerate(lines) if not line.strip())
    return "\n".join(lines[:foot]) + "\n"


def words(text: str) -> list[str]:
    """Everything but numbers, blanks and rules of tables."""
    return re.sub(r"[─━│┃\s]+", " ", _NUMBER.sub("#", text)).split()


def close(old: float, new: float) -> bool:
    return abs(old - new) <= max(2.0, 0.02 * abs(old))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_golden_ruling(path: Path) -> None:
    golden = HERE / "golden" / f"{path.stem}.txt"
    page = page_of(path)
    if os.environ.get("ADJUDICATOR_UPDATE_GOLDEN"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(page, encoding="utf-8")
    old = golden.read_text(encoding="utf-8")
    assert words(page) == words(old)
    numbers = [[float(text) for text in _NUMBER.findall(version)] for version in (old, page)]
    far = [(before, after) for before, after in zip(*numbers, strict=True) if not close(before, after)]
    assert far == []


def test_every_golden_page_has_its_case() -> None:
    assert {path.stem for path in (HERE / "golden").glob("*.txt")} == {path.stem for path in CASES}
