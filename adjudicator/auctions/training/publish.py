"""From trained networks to a weights file: temperatures on the selection part, figures, manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.classes import TEMPERED, decision_classes
from adjudicator.auctions.figures import by_class, replay, score_calls, summary
from adjudicator.auctions.model import CallModel, average, merge_passes
from adjudicator.auctions.network import Network
from adjudicator.auctions.records import REPORT, SELECT, SPLIT_NAMES, SPLIT_SHARES, BidTable, split_of
from adjudicator.auctions.weights import packed, unpacked, write_model

Arrays = dict[str, NDArray[Any]]
TEMPERATURES = np.round(np.arange(0.88, 1.161, 0.04), 2)


def part_of(tables: Sequence[BidTable], part: int) -> list[BidTable]:
    """The human tables of one part of the split."""
    return [table for table in tables if not table.robot and split_of(table.deal) == part]


def fit_temperatures(model: CallModel, tables: Sequence[BidTable]) -> NDArray[np.float32]:
    """For each class of decision the temperature with the least log loss over all calls of these tables."""
    losses = np.zeros((len(TEMPERATURES), TEMPERED))
    for turns in replay(model, tables):
        kind = decision_classes(turns.states)
        for row, temperature in enumerate(TEMPERATURES):
            chances = merge_passes(average([odds / np.float32(temperature) for odds in turns.odds]))
            loss = -np.log(np.maximum(chances[np.arange(len(kind)), turns.made], 1e-9))
            losses[row] += np.bincount(kind, loss, TEMPERED)
    best: NDArray[np.float32] = TEMPERATURES[losses.argmin(axis=0)].astype(np.float32)
    return best


def publish(
    folder: Path,
    networks: Sequence[Arrays],
    tables: Sequence[BidTable],
    details: dict[str, Any],
    *,
    with_report: bool = False,
) -> dict[str, Any]:
    """Write weights and manifest; returns the manifest. The report part is looked at only when asked for."""
    stored = [packed(network) for network in networks]
    model = CallModel(tuple(Network.of(unpacked(part)) for part in stored))
    model = replace(model, temperatures=fit_temperatures(model, part_of(tables, SELECT)))
    manifest: dict[str, Any] = {
        "model": "public sequence network joined with the player's own hand",
        "date": datetime.now(UTC).date().isoformat(),
        "split": {
            "method": "SHA-256 of the deal, first 8 bytes as a fraction",
            "shares": dict(zip(SPLIT_NAMES, SPLIT_SHARES, strict=True)),
        },
        "networks": len(networks),
        "parameters": int(sum(array.size for network in networks for array in network.values())),
        "temperatures": [round(float(value), 3) for value in model.temperatures],
        "metrics": {"select": part_figures(model, part_of(tables, SELECT))},
        **details,
    }
    if with_report:
        manifest["metrics"]["report"] = part_figures(model, part_of(tables, REPORT))
    write_model(folder, stored, model.temperatures, manifest)
    return manifest


def part_figures(model: CallModel, tables: Sequence[BidTable]) -> dict[str, Any]:
    """Figures of one part: decisions (as such, and under plain probabilities), all calls, decisions by class."""
    scored, decisions = score_calls(model, tables)
    return {
        "tables": len(tables),
        "decisions": _rounded(summary(decisions)),
        "unconditional": _rounded(summary(scored.where(~scored.closing))),
        "all_calls": _rounded(summary(scored)),
        "by_class": {name: _rounded(values) for name, values in by_class(decisions).items()},
    }


def _rounded(values: dict[str, float | int]) -> dict[str, float | int]:
    return {name: round(value, 4) for name, value in values.items()}


def data_hash(paths: Sequence[Path]) -> str:
    """SHA-256 over the bytes of the archive files, in the order given."""
    found = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                found.update(block)
    return found.hexdigest()
