"""Fit how much simulation counts in each kind of decision, test it on other auctions, and write settings and page."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from adjudicator.auctions.blend import GROUPS, UNCOVERED, Setting
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
    gain_of,
    judge_turns,
    worth_slope,
)
from adjudicator.bridge import AdjudicatorError, Problem

SETTINGS, PAGE = "simulation.json", "simulation-figures.md"
PROVED = 2.0
"""Standard errors by which turns that were not fitted on must confirm a gain (one in forty would by luck)."""


LEAST = 40
"""Turns without which nothing is confirmed."""


@dataclass(frozen=True)
class Verdict:
    """One kind of decision, tested twice on turns that its setting was not fitted on.

    ``own``: fitted on its select part (``select``: gain there by ten folds), tested on its ``report`` part.
    ``borrowed``: fitted on all other kinds, tested on all turns of this one (``everywhere``).
    """

    name: str
    own: Setting
    select: Gain
    report: Gain
    slope: tuple[float, float]
    borrowed: Setting | None = None
    everywhere: Gain | None = None

    @property
    def chosen(self) -> Setting | None:
        """The setting that was confirmed, the one with the surer gain; ``None`` when neither was."""
        tests = [(self.own, self.report)] if self.select.gain > 0 else []
        if self.borrowed is not None and self.everywhere is not None:
            tests.append((self.borrowed, self.everywhere))
        sure = [
            (tested.gain / max(tested.gain_error, 1e-9), setting)
            for setting, tested in tests
            if setting.eta > 0 and tested.turns >= LEAST and tested.gain > PROVED * tested.gain_error
        ]
        return max(sure, key=lambda item: item[0])[1] if sure else None


def verdict(name: str, select: Sequence[Judged], report: Sequence[Judged], others: Sequence[Judged] = ()) -> Verdict:
    """Fit and test one kind of decision; ``others``: turns of all other kinds."""
    own, both = best_setting(select), [*select, *report]
    found = Verdict(name, own, cross_checked(select), gain_of(report, own), worth_slope(both))
    if not others:
        return found
    borrowed = best_setting(others)
    return replace(found, borrowed=borrowed, everywhere=gain_of(both, borrowed))


def verdicts(select: Sequence[Judged], report: Sequence[Judged]) -> tuple[list[Verdict], list[Verdict]]:
    """Turns where the model is unsure, by kind and where no rule fits the hand; and for comparison other cuts."""
    unsure, sure = (
        [[row for row in part if (row.turn.top < UNSURE) == wanted] for part in (select, report)]
        for wanted in (True, False)
    )
    kinds: dict[str, Callable[[Judged], bool]] = {
        name: partial(lambda row, number: bool(row.turn.group == number), number=number)
        for number, name in enumerate(GROUPS)
    }
    kinds[UNCOVERED] = lambda row: not row.covered
    groups = []
    for name, belongs in kinds.items():
        chosen = [[row for row in part if belongs(row)] for part in unsure]
        others = [row for part in unsure for row in part if not belongs(row)]
        if all(chosen):
            groups.append(verdict(name, chosen[0], chosen[1], others))
    cuts = [verdict("all unsure turns", unsure[0], unsure[1])] if all(unsure) else []
    if all(sure):
        cuts.append(verdict(f"one call between {UNSURE:.0%} and {SURE:.0%}", sure[0], sure[1]))
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
    found = {item.name: item.chosen for item in groups}
    settings = {name: replace(found.get(name) or Setting(2.5, 0.0), unsure=UNSURE) for name in (*GROUPS, UNCOVERED)}
    data = {
        "date": datetime.now(UTC).date().isoformat(),
        "data": {"files": files, "select_turns": len(select), "report_turns": len(report)},
        "split": "select and report parts, by SHA-256 of the deal; used where turns not fitted on confirm it",
        "plan": asdict(plan),
        "model": {"networks": len(load_model().networks), "date": load_model().manifest.get("date", "")},
        "figures": {item.name: _figures(item) for item in groups},
        "settings": {name: asdict(setting) for name, setting in settings.items()},
    }
    folder.mkdir(parents=True, exist_ok=True)
    page_folder.mkdir(parents=True, exist_ok=True)
    (folder / SETTINGS).write_text(json.dumps(data, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    (page_folder / PAGE).write_text(page(groups, cuts, plan, files), encoding="utf-8")


def _figures(item: Verdict) -> dict[str, Any]:
    return {
        "own": asdict(item.own),
        "report": _rounded(item.report),
        "borrowed": None if item.borrowed is None else asdict(item.borrowed),
        "everywhere": None if item.everywhere is None else _rounded(item.everywhere),
        "nats_per_imp": [round(value, 3) for value in item.slope],
        "used": item.chosen is not None,
    }


def _rounded(gain: Gain) -> dict[str, float]:
    return {name: round(value, 4) for name, value in asdict(gain).items()}


def page(groups: Sequence[Verdict], cuts: Sequence[Verdict], plan: Plan, files: list[str]) -> str:
    """The figures as Markdown."""
    sample = f"Sample: turns of human tables of {', '.join(files)}, closing passes among them; {plan.size} layouts each"
    parts = [
        "# Simulation: measured figures",
        f"Made by `adjudicator train simulation`. {sample}; seed {plan.seed}.",
        f"Only turns where no call has a share of {UNSURE:.0%}. *Nats for one IMP*: what an IMP more adds to a call's "
        "log odds beside the model's own; 0 would mean that simulation tells nothing new. *Own*: tau, eta, prior "
        "fitted on the select part, gain on the report part. *Borrowed*: fitted on all other kinds, gain on all "
        f"turns of this one. Used where one of the two gains is more than {PROVED:g} standard errors.",
        "\n".join([_HEAD, *map(_row, groups)]),
        "## What that does to the first choice",
        "\n".join([_TOPS, *map(_top_row, groups)]),
        "## Other cuts",
        "\n".join([_HEAD, *map(_row, cuts)]),
    ]
    return "\n\n".join(parts) + "\n"


_HEAD = (
    "| | turns | log loss alone | nats for one IMP | own | its gain, report | borrowed | its gain, all | used |\n"
    "|---|---|---|---|---|---|---|---|---|"
)
_TOPS = "| | top 1 alone, report | change, own | top 1 alone, all | change, borrowed |\n|---|---|---|---|---|"


def _row(item: Verdict) -> str:
    cells = [
        item.name,
        f"{item.select.turns} + {item.report.turns}",
        f"{item.report.loss_alone:.3f}",
        f"{item.slope[0]:+.2f} ± {item.slope[1]:.2f}",
        _setting(item.own),
        _gain(item.report, item.own),
        _setting(item.borrowed),
        _gain(item.everywhere, item.borrowed),
        "no" if item.chosen is None else "yes",
    ]
    return f"| {' | '.join(cells)} |"


def _setting(setting: Setting | None) -> str:
    return f"{setting.tau:g}, {setting.eta:g}, {setting.prior:g}" if setting is not None and setting.eta else "–"


def _gain(gain: Gain | None, setting: Setting | None) -> str:
    if gain is None or setting is None or not setting.eta:
        return "–"
    return f"{gain.gain:+.3f} ± {gain.gain_error:.3f}"


def _top_row(item: Verdict) -> str:
    cells = [item.name]
    for gain in (item.report, item.everywhere):
        if gain is None:
            cells += ["–", "–"]
        else:
            cells += [f"{gain.top_alone:.3f}", f"{gain.top_blended - gain.top_alone:+.3f} ± {gain.top_error:.3f}"]
    return f"| {' | '.join(cells)} |"
