"""`adjudicator check tricks`: forecasts of the tricks taken, held against what was taken.

Files: auctions with play and result. The score is the mean natural logarithm of the chance that the forecast gave
to the tricks taken (higher is better). The lead is not known to the forecast; `lead_known` tells it. Every board
is solved, so without a limit a sample of boards is drawn.

Compared with two tables that see the double-dummy value before the lead: one flat, one by denomination, level
and margin.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from adjudicator.bridge import AdjudicatorError, Problem
from adjudicator.checks import CheckReport, Figure
from adjudicator.checks.leads import GROUPS, chances_of, groups_of
from adjudicator.tricks.base_rates import error_shares, flat_shares, spread
from adjudicator.tricks.double_dummy import default_solver
from adjudicator.tricks.forecast import distribution
from adjudicator.tricks.human_error import BoardValues, board_values
from adjudicator.tricks.played import PlayedTable, read_sample

USUAL_LIMIT = 300
LEAST = 1e-4
"""Every forecast gives each number of tricks at least this chance."""


def run(paths: Sequence[Path], *, limit: int | None = None, seed: int = 0) -> CheckReport:
    """Forecast the tricks of a sample of tables (300 unless said), drawn by deal."""
    tables, problems = read_sample(paths, limit or USUAL_LIMIT, seed, with_tricks=True)
    if not tables:
        raise AdjudicatorError(
            *problems[:20] or [Problem("no boards with play and result here", "give records with play, .jsonl, .pbn")]
        )
    figures = figures_of(tables, solved(tables))
    figures["unread"] = len(problems)
    return CheckReport(figures, [])


def solved(tables: Sequence[PlayedTable]) -> list[BoardValues]:
    """Double-dummy values of every table's contract."""
    solver = default_solver()
    found = []
    for table in tables:
        assert table.contract.declarer is not None
        found.append(board_values(table.deal, table.contract.denomination, table.contract.declarer, solver))
    return found


def figures_of(tables: Sequence[PlayedTable], values: Sequence[BoardValues]) -> dict[str, Figure]:
    """All figures over these tables."""
    scores = scores_of(tables, values)
    figures: dict[str, Figure] = dict(_means(scores))
    figures["boards"] = len(tables)
    figures["better_than_table"] = _difference(scores)
    figures |= _calibration(tables, values)
    groups = {group: [at for at, table in enumerate(tables) if group in groups_of(table.contract)] for group in GROUPS}
    figures["by_group"] = {
        name: {**_means({key: score[rows] for key, score in scores.items()}), "boards": len(rows)}
        for name, rows in groups.items()
        if rows
    }
    return figures


Scores = Mapping[str, np.ndarray[tuple[int], np.dtype[np.float64]]]


def scores_of(tables: Sequence[PlayedTable], values: Sequence[BoardValues]) -> Scores:
    """Log scores table by table, under each forecast."""
    rows: list[tuple[float, ...]] = []
    for table, value, leads in zip(tables, values, chances_of(tables), strict=True):
        tricks = table.tricks
        assert tricks is not None
        forecasts = (
            distribution(table.deal, table.contract, value, leads).tolist(),
            distribution(table.deal, table.contract, value, {table.lead: 1.0}).tolist(),
            spread(value.best, error_shares(table.contract, value.best)),
            spread(value.best, flat_shares()),
        )
        rows.append(tuple(float(np.log(_floored(chances)[tricks])) for chances in forecasts))
    columns = np.array(rows).T
    names = ("log_score", "lead_known_log_score", "baseline_log_score", "dd_log_score")
    return dict(zip(names, columns, strict=True))


def _floored(chances: Sequence[float]) -> list[float]:
    return [(1 - 14 * LEAST) * chance + LEAST for chance in chances]


def _means(scores: Scores) -> dict[str, float]:
    return {name: float(column.mean()) for name, column in scores.items()}


def _difference(scores: Scores) -> dict[str, float]:
    """How much the forecast is better than the table by denomination, level and margin, with a standard error."""
    gain = scores["log_score"] - scores["baseline_log_score"]
    return {"mean": float(gain.mean()), "standard_error": float(gain.std() / np.sqrt(len(gain)))}


def _calibration(tables: Sequence[PlayedTable], values: Sequence[BoardValues]) -> dict[str, Figure]:
    """Mean tricks and share of contracts made, foretold and found; cover of the central 90 %."""
    mean, made, inside = [], [], []
    for table, value, leads in zip(tables, values, chances_of(tables), strict=True):
        chances = distribution(table.deal, table.contract, value, leads)
        mean.append(float(chances @ np.arange(14)))
        made.append(float(chances[table.contract.target :].sum()))
        below = np.cumsum(chances)
        assert table.tricks is not None
        low, high = np.searchsorted(below, 0.05), np.searchsorted(below, 0.95)
        inside.append(low <= table.tricks <= high)
    taken = np.array([table.tricks for table in tables])
    fulfilled = np.array([table.tricks is not None and table.tricks >= table.contract.target for table in tables])
    return {
        "tricks_expected": float(np.mean(mean)),
        "tricks_taken": float(taken.mean()),
        "made_expected": float(np.mean(made)),
        "made": float(fulfilled.mean()),
        "brier_made": float(((np.array(made) - fulfilled) ** 2).mean()),
        "coverage90": float(np.mean(inside)),
    }
