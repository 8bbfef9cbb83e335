"""What was not used, or was not lawful, stands on the page."""

from __future__ import annotations

from pathlib import Path

from adjudicator.bridge import Problem
from adjudicator.cases import load_case
from adjudicator.reports.terminal import ruling_text
from adjudicator.rulings import Settings, rule

CASE = Path(__file__).resolve().parents[1] / "cases" / "insufficient-1h-no-hands-2017.toml"


def test_doubts_are_told_after_the_law() -> None:
    case = load_case(CASE).case
    assert case is not None
    doubt = Problem("North had to pass, but call 3 is 4H", "look at call 3")
    told = ruling_text(rule(case, Settings(quick=True), (doubt,)))
    assert "To be checked" in told
    assert told.index("Law\n") < told.index("North had to pass, but call 3 is 4♥; look at call 3")
    assert "To be checked" not in ruling_text(rule(case, Settings(quick=True)))
