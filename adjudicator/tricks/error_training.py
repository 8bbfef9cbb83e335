"""Fit the error model on real boards, solved: penalised maximum likelihood of the tricks taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.records import TRAIN, split_of
from adjudicator.bridge import AdjudicatorError, Card, Contract, Deal, Problem
from adjudicator.tricks.double_dummy import default_solver
from adjudicator.tricks.human_error import (
    ERRORS,
    HEADS,
    BoardValues,
    ErrorModel,
    Floats,
    board_values,
    features,
    write_errors,
)
from adjudicator.tricks.lead_network import load_network
from adjudicator.tricks.lead_training import contexts_of, digest, leads_of
from adjudicator.tricks.played import PlayedTable, read_played, sample_of_deals

_STEPS, _RATE = 1500, 0.02


@dataclass(frozen=True)
class Taken:
    """One table: its board's values, the chances of the leads, the lead made and the tricks taken."""

    deal: Deal
    contract: Contract
    values: BoardValues
    leads: dict[Card, float]
    lead: Card
    tricks: int


def rows_of(tables: Sequence[Taken]) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    """Features, value after the lead, and column of the error, for tables whose error is within four tricks."""
    kept = [t for t in tables if abs(t.tricks - t.values.by_lead[t.lead]) <= ERRORS[-1]]
    rows = [features(t.deal, t.contract, t.values, t.leads, [t.values.by_lead[t.lead]])[0] for t in kept]
    value = np.array([t.values.by_lead[t.lead] for t in kept])
    column = np.array([t.tricks for t in kept]) - value + ERRORS[-1]
    return np.array(rows), value, column


def fit_errors(tables: Sequence[Taken], penalty: float = 30.0) -> ErrorModel:
    """The model that makes these tables likeliest, weights held small by ``penalty`` (a Gaussian prior)."""
    rows, value, column = rows_of(tables)
    scale = np.maximum(rows.std(axis=0), 0.05)
    scale[0] = 1.0
    scaled = rows / scale
    hit = np.eye(len(ERRORS))[column]
    base = np.log(hit.mean(axis=0) + 1e-3)
    weights = np.zeros((rows.shape[1], HEADS.shape[1]))
    state = [np.zeros_like(base), np.zeros_like(base), np.zeros_like(weights), np.zeros_like(weights)]
    for step in range(1, _STEPS + 1):
        miss = ErrorModel(base, weights).shares(scaled, value) - hit
        slopes = (miss.mean(axis=0), (scaled.T @ miss @ HEADS + penalty * weights) / len(rows))
        rate = _RATE * (1 - step / (_STEPS + 1))
        for place, (parameter, slope) in enumerate(zip((base, weights), slopes, strict=True)):
            first, second = state[2 * place], state[2 * place + 1]
            first += 0.1 * (slope - first)
            second += 0.01 * (slope**2 - second)
            parameter -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    return ErrorModel(base, weights / scale[:, None])


def train_errors(
    archives: Sequence[Path], folder: Path, number: int, seed: int, tell: Callable[[dict[str, Any]], None]
) -> tuple[dict[str, Any], list[Problem]]:
    """Read, draw tables of the training part by deal, solve, fit and write; the manifest and reading problems."""
    tables, problems = read_played(archives)
    usable = [
        played
        for played in tables
        if not played.table.robot and played.tricks is not None and split_of(played.table.deal) == TRAIN
    ]
    if not usable:
        raise AdjudicatorError(
            *problems[:20], Problem("no tables with play and result", "give an archive of a few thousand boards")
        )
    taken = solved(sample_of_deals(usable, number, seed), tell)
    model = fit_errors(taken)
    manifest = {
        "date": datetime.now(UTC).date().isoformat(),
        "data": {"files": [path.name for path in archives], "sha256": digest(archives), "tables": len(taken)},
        "split": "train part, by SHA-256 of the deal",
        "seed": seed,
    }
    write_errors(ErrorModel(model.base, model.weights, manifest), folder)
    return manifest, problems


def solved(tables: Sequence[PlayedTable], tell: Callable[[dict[str, Any]], None]) -> list[Taken]:
    """Tables with their double-dummy values by lead and the chances of their leads."""
    leads = leads_of(tables, contexts_of(tables))
    chances: list[dict[Card, float]] = [{} for _ in tables]
    found = load_network().chances(leads)
    for board, card, chance in zip(leads.board_of.tolist(), leads.number.tolist(), found.tolist(), strict=True):
        chances[board][Card(card)] = chance
    taken = []
    for at, (played, own) in enumerate(zip(tables, chances, strict=True)):
        contract = played.contract
        assert contract.declarer is not None
        assert played.tricks is not None
        values = board_values(played.deal, contract.denomination, contract.declarer, default_solver())
        taken.append(Taken(played.deal, contract, values, own, played.lead, played.tricks))
        if at % 100 == 99:
            tell({"solved": at + 1})
    return taken
