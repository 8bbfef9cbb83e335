"""Fit how much simulation counts in each kind of decision, test it on other auctions, and write settings and page."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from adjudicator.auctions.blend import GROUPS, Setting
from adjudicator.auctions.model import load_model
from adjudicator.auctions.records import REPORT, SELECT, BidTable, read_tables, split_of
from adjudicator.auctions.simulation import Compare
from adjudicator.auctions.simulation_figures import (
    SURE,
    UNSURE,
    Gain,
    Judged,
    Plan,
    PointsAt,
    best_setting,
    cross_checked,
    drawn_turns,
    fits_no_rule,
    gain_of,
    judge_turns,
    of_group,
    worth_slope,
)
from adjudicator.bridge import AdjudicatorError, Problem

SETTINGS, PAGE = "simulation.json", "simulation-figures.md"
PROVED = 1.64
"""Standard errors by which the report part must confirm a gain (one in twenty would by luck)."""


@dataclass(frozen=True)
class Verdict:
    """One kind of decision: the setting fitted, its gain on both parts, and whether it is used."""

    name: str
    setting: Setting
    select: Gain
    report: Gain
    slope: tuple[float, float]

    @property
    def used(self) -> bool:
        """A gain on turns that neither fold of the select part nor the report part was fitted on."""
        return self.setting.eta > 0 and self.select.gain > 0 and self.report.gain > PROVED * self.report.gain_error


def verdict(name: str, select: Sequence[Judged], report: Sequence[Judged]) -> Verdict:
    """Fit on the select part (its own gain by ten folds), measure on the report part."""
    setting = best_setting(select)
    return Verdict(name, setting, cross_checked(select), gain_of(report, setting), worth_slope([*select, *report]))


def verdicts(select: Sequence[Judged], report: Sequence[Judged]) -> tuple[list[Verdict], list[Verdict]]:
    """By group over turns where the model is unsure; and for comparison over other cuts of the same turns."""
    parts = [[row for row in part if row.turn.top < UNSURE] for part in (select, report)]
    groups = [verdict(name, *chosen) for name in GROUPS if all(chosen := [of_group(part, name) for part in parts])]
    cuts = [verdict("all unsure turns", parts[0], parts[1])]
    cuts += [
        verdict(words, *chosen)
        for words, wanted in (("no rule fits the hand", True), ("a rule fits the hand", False))
        if all(chosen := [[row for row in part if fits_no_rule(row) == wanted] for part in parts])
    ]
    sure = [[row for row in part if row.turn.top >= UNSURE] for part in (select, report)]
    if all(sure):
        cuts.append(verdict(f"turns with one call between {UNSURE:.0%} and {SURE:.0%}", sure[0], sure[1]))
    return groups, cuts


def train_simulation(
    archives: Sequence[Path],
    folder: Path,
    page_folder: Path,
    points_at: PointsAt,
    compare: Compare,
    plan: Plan,
    workers: int,
    tell: Callable[[dict[str, Any]], None],
) -> list[Problem]:
    """Simulate turns of both parts, write settings and page; problems of reading."""
    tables, problems = read_tables(archives)
    judged = []
    for part in (SELECT, REPORT):
        own = [table for table in tables if not table.robot and split_of(table.deal) == part]
        if not own:
            raise AdjudicatorError(
                *problems[:20], Problem("no human tables in a part of the archive", "give more boards")
            )
        judged.append(simulated_part(own, points_at, compare, plan, workers, tell))
    write_results(judged[0], judged[1], folder, page_folder, plan, [path.name for path in archives])
    return problems


def simulated_part(
    tables: Sequence[BidTable],
    points_at: PointsAt,
    compare: Compare,
    plan: Plan,
    workers: int,
    tell: Callable[[dict[str, Any]], None],
) -> list[Judged]:
    """The turns drawn from these tables, simulated."""
    turns = drawn_turns(load_model(), tables, plan)
    rows: list[Judged] = []
    for row in judge_turns(tables, turns, points_at, compare, plan, workers=workers):
        rows.append(row)
        if len(rows) % 100 == 0:
            tell({"simulated": len(rows), "of": len(turns)})
    return rows


def write_results(
    select: Sequence[Judged], report: Sequence[Judged], folder: Path, page_folder: Path, plan: Plan, files: list[str]
) -> None:
    """Settings (``simulation.json``) and page (``simulation-figures.md``)."""
    groups, cuts = verdicts(select, report)
    never = Setting(2.5, 0.0, 0.0, UNSURE)
    found = {item.name: item for item in groups}
    settings: dict[str, Setting] = {}
    for name in GROUPS:
        item = found.get(name)
        used = item is not None and item.used
        settings[name] = Setting(item.setting.tau, item.setting.eta, item.setting.prior, UNSURE) if used else never  # type: ignore[union-attr]
    data = {
        "date": datetime.now(UTC).date().isoformat(),
        "data": {"files": files, "select_turns": len(select), "report_turns": len(report)},
        "split": "fitted on the select part, used where the report part confirms it; by SHA-256 of the deal",
        "plan": asdict(plan),
        "figures": {item.name: {**asdict(item.report), "used": item.used} for item in groups},
        "settings": {name: asdict(setting) for name, setting in settings.items()},
    }
    folder.mkdir(parents=True, exist_ok=True)
    page_folder.mkdir(parents=True, exist_ok=True)
    (folder / SETTINGS).write_text(json.dumps(data, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    (page_folder / PAGE).write_text(page(groups, cuts, plan, files), encoding="utf-8")


def page(groups: Sequence[Verdict], cuts: Sequence[Verdict], plan: Plan, files: list[str]) -> str:
    """The figures as Markdown."""
    sample = f"Sample: turns of human tables of {', '.join(files)}, closing passes among them; {plan.size} layouts each"
    parts = [
        "# Simulation: measured figures",
        f"Made by `adjudicator train simulation`. {sample}; seed {plan.seed}.",
        f"## By kind of decision, where no call has a share of {UNSURE:.0%}",
        "\n".join([_HEAD, *map(_row, groups)]),
        "## Other cuts of the same turns",
        "\n".join([_HEAD, *map(_row, cuts)]),
    ]
    return "\n\n".join(parts) + "\n"


_HEAD = (
    "| | turns | tau, eta, prior | gain, select (ten folds) | log loss alone | gain, report | top 1 alone | change "
    "| nats for one IMP | used |\n|---|---|---|---|---|---|---|---|---|---|"
)


def _row(item: Verdict) -> str:
    fitted = f"{item.setting.tau:g}, {item.setting.eta:g}, {item.setting.prior:g}" if item.setting.eta else "none"
    cells = [
        item.name,
        f"{item.select.turns} + {item.report.turns}",
        fitted,
        f"{item.select.gain:+.3f} ± {item.select.gain_error:.3f}",
        f"{item.report.loss_alone:.3f}",
        f"{item.report.gain:+.3f} ± {item.report.gain_error:.3f}",
        f"{item.report.top_alone:.3f}",
        f"{item.report.top_blended - item.report.top_alone:+.3f} ± {item.report.top_error:.3f}",
        f"{item.slope[0]:+.2f} ± {item.slope[1]:.2f}",
        "yes" if item.used else "no",
    ]
    return f"| {' | '.join(cells)} |"
