"""`adjudicator check expectations`: expected calls held against a bidding system (SAYC unless the record names one)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np

from adjudicator.bridge import AdjudicatorError, Auction, Call, Hand, Problem, Seat, Vulnerability
from adjudicator.checks import CheckReport, Figure
from adjudicator.systems import choose, load_system


def run(paths: list[Path], *, limit: int | None = None, seed: int = 0) -> CheckReport:
    """Figures `top1`, `top3`, `count`, `by group` (top1 of each) and one line per expectation not met."""
    records = [record for path in paths for record in _records(path)]
    if limit is not None and limit < len(records):
        chosen = np.random.default_rng(seed).choice(len(records), size=limit, replace=False)
        records = [records[i] for i in sorted(chosen)]
    failures: list[str] = []
    first, third, groups, met = 0, 0, Counter[str](), Counter[str]()
    for record in records:
        group = str(record.get("group", ""))
        found = choose(
            Hand.parse(str(record["hand"])),
            Auction.parse(Seat.parse(str(record["dealer"])), [str(call) for call in record["auction"]]),  # type: ignore[attr-defined]
            load_system(str(record.get("system", "sayc"))),
            Vulnerability.parse(str(record["vul"])),
        )
        wanted = Call.parse(str(record["expected_call"]))
        calls = [candidate.call for candidate in found]
        groups[group] += 1
        met[group] += calls[0] == wanted
        first += calls[0] == wanted
        third += wanted in calls
        if calls[0] != wanted:
            failures.append(
                f"{record['id']} {' '.join(record['auction']) or 'opening'} {record['hand']}: "  # type: ignore[arg-type]
                f"expected {wanted}, chosen {calls[0]} ({found[0].rule or 'no rule'})"
            )
    count = max(1, len(records))
    figures: dict[str, Figure] = {
        "top1": first / count,
        "top3": third / count,
        "count": len(records),
        "by group": {name: met[name] / groups[name] for name in sorted(groups)},
    }
    return CheckReport(figures, failures)


def _records(path: Path) -> list[dict[str, object]]:
    """The records of a .jsonl file of expected calls."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise AdjudicatorError(Problem(f"not JSON: {error.msg}", "one record a line", str(path), number)) from None
        missing = {"dealer", "vul", "auction", "hand", "expected_call"} - set(record)
        if missing:
            raise AdjudicatorError(Problem(f"keys are missing: {', '.join(sorted(missing))}", "", str(path), number))
        record.setdefault("id", f"line {number}")
        found.append(record)
    return found
