"""`adjudicator check law`: law tables held against the law engine."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from adjudicator.bridge import AdjudicatorError
from adjudicator.checks import CheckReport, Figure
from adjudicator.laws.findings import ConflictError
from adjudicator.laws.table import TableCase, compare, decide, read_table


def run(paths: list[Path], *, limit: int | None = None, seed: int = 0) -> CheckReport:
    """Figures `passed`, `failed`, `ids` (of the cases that failed) and one line per expectation not met."""
    cases: list[TableCase] = []
    failures: list[str] = []
    for path in paths:
        found, problems = read_table(path)
        cases += found
        failures += [str(problem) for problem in problems]
    if limit is not None and limit < len(cases):
        chosen = np.random.default_rng(seed).choice(len(cases), size=limit, replace=False)
        cases = [cases[i] for i in sorted(chosen)]
    if not cases and not failures:
        failures.append(f"{', '.join(map(str, paths))}: no decision cases; head every case with [[case]]")
    unread = len(failures)
    ids = []
    for case in cases:
        wrong = _wrong(case)
        if wrong:
            ids.append(case.id)
            failures += [f"{case.id} ({case.edition} {case.facts.kind}): {line}" for line in wrong]
    figures: dict[str, Figure] = {"passed": len(cases) - len(ids), "failed": len(ids) + unread, "ids": ids}
    return CheckReport(figures, failures)


def _wrong(case: TableCase) -> list[str]:
    try:
        return compare(decide(case), case.expect)
    except (ConflictError, AdjudicatorError) as error:
        return [str(error)]
