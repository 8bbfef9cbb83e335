"""`adjudicator check system`: is a bidding system file sound?"""

from __future__ import annotations

from pathlib import Path

from adjudicator.checks import CheckReport
from adjudicator.systems.checking import check_system
from adjudicator.systems.loader import load_system


def run(paths: list[Path], *, limit: int | None = None, seed: int = 0) -> CheckReport:
    """Figures `rules`, `positions`, `errors`, `warnings`, `unreachable`, `overlaps`; failures are the errors.

    `limit` and `seed` are accepted for the common form of a check and not used: every rule is looked at.
    """
    figures: dict[str, int] = dict.fromkeys(("rules", "positions", "errors", "warnings", "unreachable", "overlaps"), 0)
    failures: list[str] = []
    notes: list[str] = []
    for path in paths:
        report = check_system(load_system(str(path)))
        figures["rules"] += report.rules
        figures["positions"] += report.positions
        figures["errors"] += len(report.errors)
        figures["warnings"] += len(report.problems) - len(report.errors)
        figures["unreachable"] += report.unreachable
        figures["overlaps"] += report.overlaps
        failures += [str(problem) for problem in report.errors]
        notes += [str(problem) for problem in report.problems if not problem.is_error]
    return CheckReport({**figures, "notes": notes}, failures)
