"""``adjudicator check outcomes``: the predicted distribution of a board's score against what many tables scored.

For every board played at four or more human tables: the distribution X of North-South's score given the four hands
alone, against each table's score y. Figures in IMPs: the energy score E|X − y| − ½ E|X − X'| (lower is better), the
same for double-dummy par as a point and for the board's other tables (leave one out), bias, coverage of the 90 %
interval. Boards that the call model was fitted on are left out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.context import UNKNOWN_SYSTEM, TableContext
from adjudicator.auctions.enumeration import enumerate_auctions
from adjudicator.auctions.model import CallModel, load_model
from adjudicator.auctions.records import TRAIN, split_of, table_of_json
from adjudicator.bridge import AdjudicatorError, Auction, Contract, Deal, Problem, Result
from adjudicator.checks import CheckReport, Figure, json_records
from adjudicator.scores import imp
from adjudicator.tricks.double_dummy import default_solver
from adjudicator.tricks.forecast import forecast

FEWEST_TABLES = 4
BUDGET = 1000
SMALLEST = 0.004
DEFAULT_BOARDS = 130
Floats = NDArray[np.float64]
_IMPS = np.array([imp(10 * step) for step in range(2001)], dtype=np.float64)


@dataclass(frozen=True)
class Board:
    """One deal with the scores of its tables."""

    deal: Deal
    context: TableContext
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Measured:
    """One board: energy of the forecast, of par, of the other tables; bias; share inside the 90 % interval."""

    energy: float
    par: float
    tables: float
    bias: float
    inside: float
    count: int


def run(paths: list[Path], *, limit: int | None, seed: int) -> CheckReport:
    """``limit`` boards (130 unless more are asked for) drawn at random from those not used in fitting."""
    model = load_model()
    boards = [board for path in paths for board in read_boards(path, fitted=was_fitted_on(path, model))]
    if not boards:
        reason = f"no board with {FEWEST_TABLES} or more human tables outside the fitted part"
        raise AdjudicatorError(Problem(reason, "give an archive of JSON lines with several tables a board"))
    chosen = Random(seed).sample(boards, min(limit or DEFAULT_BOARDS, len(boards)))
    measured = [measure(board, distribution(board, model, seed)) for board in chosen]
    return CheckReport(figures_of(measured, len(boards)), [])


def was_fitted_on(path: Path, model: CallModel) -> bool:
    """Whether this very file was the archive that the shipped weights were fitted on."""
    fitted = model.manifest.get("data", {}).get("sha256")
    return bool(fitted) and hashlib.sha256(path.read_bytes()).hexdigest() == fitted


def read_boards(path: Path, *, fitted: bool) -> Iterator[Board]:
    """Boards with enough human tables of known result; of a fitted archive only those left out of the fit."""
    rows: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for row in json_records(path):
        if row.get("src") != "bba" and (row.get("tr") is not None or row.get("con") == "PASS"):
            rows.setdefault((row["deal"], row["dlr"], row["vul"]), []).append(row)
    for found in rows.values():
        if len(found) >= FEWEST_TABLES and not (fitted and split_of(table_of_json(found[0]).deal) == TRAIN):
            yield _board(found)


def _board(rows: Sequence[dict[str, Any]]) -> Board:
    table = table_of_json(rows[0])
    context = replace(table.context, alerts=frozenset(), systems=(UNKNOWN_SYSTEM, UNKNOWN_SYSTEM))
    scores = tuple(_score(row, context) for row in rows)
    return Board(Deal.parse(rows[0]["deal"]), context, scores)


def _score(row: dict[str, Any], context: TableContext) -> int:
    if row["con"] == "PASS":
        return 0
    contract = Contract.parse(row["con"].replace("-", " ").replace("x", "X"))
    return Result(contract, int(row["tr"])).score_ns(context.vulnerability)


def distribution(board: Board, model: CallModel, seed: int) -> tuple[Floats, Floats]:
    """Scores and their chances, given the four hands alone."""
    rng = np.random.default_rng(seed)
    start = Auction(board.context.dealer)
    forest = enumerate_auctions(model, board.deal, start, board.context, budget=BUDGET, rng=rng)
    chances: dict[int, float] = {}
    for item in forest.at_least(SMALLEST):
        tricks = forecast(board.deal, item.lines[0].auction, item.contract)
        for number, chance in tricks.chances.items():
            score = item.contract.score_ns(number, board.context.vulnerability)
            chances[score] = chances.get(score, 0.0) + chance * item.probability
    scores = np.array(sorted(chances), dtype=np.float64)
    weights = np.array([chances[int(score)] for score in scores])
    return scores, weights / weights.sum()


def measure(board: Board, forecast_of: tuple[Floats, Floats]) -> Measured:
    """One board's figures, means over its tables."""
    scores, weights = forecast_of
    seen = np.array(board.scores, dtype=np.float64)
    par = default_solver().par(board.deal, board.context.dealer, board.context.vulnerability).score_ns
    others = [energy(np.delete(seen, i), _even(len(seen) - 1), seen[i : i + 1]) for i in range(len(seen))]
    signed = imps(scores[:, None] - seen[None, :]) * np.sign(scores[:, None] - seen[None, :])
    return Measured(
        energy=energy(scores, weights, seen),
        par=float(imps(seen - par).mean()),
        tables=float(np.mean(others)),
        bias=float((weights[:, None] * signed).sum(axis=0).mean()),
        inside=float(inside(scores, weights, seen).mean()),
        count=len(seen),
    )


def inside(scores: Floats, weights: Floats, seen: Floats, level: float = 0.9) -> Floats:
    """How far each score seen lies inside the central part of a forecast: 1, 0, or a share at its ends.

    Scores are discrete: no interval has just 90 % of the chance, and one that takes its end scores in whole covers more
    even for a perfect forecaster. So a score at an end counts by the share of its chance that belongs to the central
    90 % (the randomised probability integral transform of Czado, Gneiting and Held, 2009, averaged).

    >>> inside(np.array([0.0, 1.0]), np.array([0.5, 0.5]), np.array([0.0, 1.0, 2.0]))
    array([0.9, 0.9, 0. ])
    """
    edge = (1 - level) / 2
    below = np.array([weights[scores < score].sum() for score in seen])
    upto = np.array([weights[scores <= score].sum() for score in seen])
    overlap = np.minimum(upto, 1 - edge) - np.maximum(below, edge)
    width = upto - below
    share = np.where(width > 0, overlap / np.where(width > 0, width, 1.0), (below >= edge) & (below <= 1 - edge))
    found: Floats = np.clip(share, 0.0, 1.0)
    return found


def energy(scores: Floats, weights: Floats, seen: Floats) -> float:
    """E|X − y| − ½ E|X − X'| in IMPs, mean over the y.

    >>> energy(np.array([420.0]), np.array([1.0]), np.array([420.0, -50.0]))
    5.0
    """
    away = weights @ imps(scores[:, None] - seen[None, :])
    spread = weights @ imps(scores[:, None] - scores[None, :]) @ weights
    return float(away.mean() - spread / 2)


def imps(difference: Floats) -> Floats:
    """IMPs of a difference in total points, without its sign."""
    steps = np.minimum(np.abs(difference) // 10, len(_IMPS) - 1).astype(np.int64)
    found: Floats = _IMPS[steps]
    return found


def _even(count: int) -> Floats:
    return np.full(count, 1.0 / count)


def figures_of(measured: Sequence[Measured], available: int) -> dict[str, Figure]:
    """Means over boards, each board counted once."""

    def mean(name: str) -> float:
        return float(np.mean([getattr(item, name) for item in measured]))

    energies = np.array([item.energy for item in measured])
    return {
        "energy": mean("energy"),
        "energy_error": float(energies.std() / np.sqrt(len(energies))),
        "energy_par": mean("par"),
        "energy_tables": mean("tables"),
        "bias": mean("bias"),
        "coverage90": mean("inside"),
        "boards": len(measured),
        "boards_available": available,
        "tables": sum(item.count for item in measured),
        "budget": BUDGET,
    }
