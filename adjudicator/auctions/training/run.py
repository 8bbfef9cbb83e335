"""The whole way from archive files to a weights file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from adjudicator.auctions.records import REPORT, SELECT, TRAIN, read_tables, split_of
from adjudicator.auctions.training.fitting import Arrays, Recipe, Rows, fit
from adjudicator.auctions.training.packing import pack
from adjudicator.auctions.training.publish import data_hash, publish
from adjudicator.bridge import AdjudicatorError, Problem

Tell = Callable[[dict[str, Any]], None]


def train_calls(
    archives: Sequence[Path], folder: Path, recipes: Sequence[Recipe], tell: Tell
) -> tuple[dict[str, Any], list[Problem]]:
    """Fit one network for each recipe, keep each at its best epoch on the selection part, publish them together.

    Returns the manifest and the problems met in the archives. Raises :class:`AdjudicatorError` when there are
    too few human tables to split.
    """
    tables, problems = read_tables(archives)
    human = [table for table in tables if not table.robot]
    parts = {split_of(table.deal) for table in human}
    if parts != {TRAIN, SELECT, REPORT}:
        raise AdjudicatorError(
            *problems[:20], Problem(f"{len(human)} human tables are too few to train on", "give a larger archive")
        )
    rows = Rows(pack(human))
    networks = [_best(rows, recipe, folder, tell) for recipe in recipes]
    details = {
        "data": {"files": [path.name for path in archives], "sha256": data_hash(archives), "human_tables": len(human)},
        "recipes": [asdict(recipe) for recipe in recipes],
        "seeds": [recipe.seed for recipe in recipes],
    }
    return publish(folder, networks, human, details, with_report=True), problems


def _best(rows: Rows, recipe: Recipe, folder: Path, tell: Tell) -> Arrays:
    """Train; every epoch leaves a checkpoint, the best on the selection part is returned."""
    best: dict[str, Any] = {"loss": float("inf"), "arrays": {}}
    folder.mkdir(parents=True, exist_ok=True)

    def keep(epoch: int, arrays: Arrays, found: dict[str, float]) -> None:
        del epoch
        if found["all_log_loss"] < best["loss"]:
            best.update(loss=found["all_log_loss"], arrays={name: array.copy() for name, array in arrays.items()})
            np.savez(folder / f"checkpoint_{recipe.seed}.npz", allow_pickle=False, **arrays)

    fit(rows, recipe, tell, keep)
    arrays: Arrays = best["arrays"]
    return arrays
