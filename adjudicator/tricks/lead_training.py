"""Fit the lead model on an archive of real boards: ``adjudicator train leads``.

Maximum likelihood of the card led, Adam on batches of boards, the best pass on the `select` part kept. Robots
are left out. Plain numpy: a quarter of an hour on one core for 70,000 leads.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.model import load_model
from adjudicator.auctions.records import REPORT, SELECT, SPLIT_NAMES, TRAIN, split_of
from adjudicator.bridge import AdjudicatorError, Problem, hand_masks
from adjudicator.tricks.lead_context import LeadContext
from adjudicator.tricks.lead_features import Leads, features
from adjudicator.tricks.lead_network import LeadNetwork, softmax, write_network
from adjudicator.tricks.played import PlayedTable, read_played

Tell = Callable[[dict[str, Any]], None]
_TOGETHER = 1000


@dataclass(frozen=True)
class Recipe:
    """How to fit; ``decay`` is the weight decay of Adam per step."""

    epochs: int = 8
    batch: int = 256
    rate: float = 3e-3
    decay: float = 1e-5
    wide: int = 96
    narrow: int = 48
    seed: int = 1


def contexts_of(tables: Sequence[PlayedTable]) -> list[LeadContext]:
    """Contexts of many leads; auctions of one length go through the call model together."""
    model = load_model()
    found: list[LeadContext | None] = [None] * len(tables)
    by_length: dict[int, list[int]] = {}
    for row, played in enumerate(tables):
        by_length.setdefault(len(played.table.calls), []).append(row)
    for length, rows in by_length.items():
        for start in range(0, len(rows), _TOGETHER):
            part = rows[start : start + _TOGETHER]
            lengths, points = _beliefs(model, [tables[row] for row in part], length)
            for at, row in enumerate(part):
                played = tables[row]
                found[row] = LeadContext.with_beliefs(
                    played.auction, played.contract, played.table.context, lengths[at], points[at]
                )
    return [context for context in found if context is not None]


def _beliefs(model: Any, tables: Sequence[PlayedTable], length: int) -> tuple[Any, Any]:
    positions = model.open([played.table.context for played in tables])
    calls = np.array([played.table.calls for played in tables])
    for turn in range(length):
        alerted = np.array([turn in played.table.context.alerts for played in tables])
        positions = model.after(positions, calls[:, turn], alerted)
    parts = [network.shown(hidden) for network, hidden in zip(model.networks, positions.hidden, strict=True)]
    lengths = np.mean([length_part for length_part, _ in parts], axis=0)
    points = np.mean([point_part for _, point_part in parts], axis=0)
    callers = [(int(played.table.context.dealer) + length) % 4 for played in tables]
    turned = [(np.roll(lengths[at], c, axis=0), np.roll(points[at], c, axis=0)) for at, c in enumerate(callers)]
    return [pair[0] for pair in turned], [pair[1] for pair in turned]


def leads_of(tables: Sequence[PlayedTable], contexts: Sequence[LeadContext]) -> Leads:
    """Features of the leads of these tables."""
    return features(hand_masks([played.leader_hand for played in tables]), contexts)


def rows_led(tables: Sequence[PlayedTable], leads: Leads) -> NDArray[np.int64]:
    """Row of the card that was led, for each board."""
    led = np.array([int(played.lead) for played in tables])
    return np.flatnonzero(leads.number == led[leads.board_of])


class Fitting:
    """Adam on the log likelihood of the cards led."""

    def __init__(self, leads: Leads, led: NDArray[np.int64], recipe: Recipe) -> None:
        self.leads, self.led, self.recipe = leads, led, recipe
        self.rng = np.random.default_rng(recipe.seed)
        self.network = LeadNetwork.fresh(leads, self.rng, recipe.wide, recipe.narrow)
        self.starts = np.append(np.flatnonzero(np.diff(leads.board_of, prepend=-1)), len(leads.board_of))
        self.first = {name: np.zeros_like(weight) for name, weight in self.network.weights.items()}
        self.second = {name: np.zeros_like(weight) for name, weight in self.network.weights.items()}
        self.steps = 0
        self.total = recipe.epochs * (len(led) // recipe.batch + 1)

    def epoch(self) -> float:
        """One pass over all boards; the mean log loss on the way."""
        order = self.rng.permutation(len(self.led))
        losses = []
        for start in range(0, len(order), self.recipe.batch):
            part, led = self.batch(order[start : start + self.recipe.batch])
            losses.append(self.step(part, led))
        return float(np.mean(losses))

    def batch(self, boards: NDArray[np.int64]) -> tuple[Leads, NDArray[np.int64]]:
        """The chosen boards as features of their own, and the rows of the cards led."""
        sizes = self.starts[boards + 1] - self.starts[boards]
        rows = np.concatenate([np.arange(self.starts[b], self.starts[b + 1]) for b in boards])
        board_of = np.repeat(np.arange(len(boards)), sizes)
        suit_rows = (boards[:, None] * 4 + np.arange(4)).ravel()
        whole = self.leads
        part = Leads(
            whole.board[boards],
            whole.suit[suit_rows],
            whole.card[rows],
            board_of,
            board_of * 4 + whole.suit_of[rows] % 4,
            whole.number[rows],
        )
        offset = np.cumsum(sizes) - sizes
        return part, self.led[boards] - self.starts[boards] + offset

    def step(self, part: Leads, led: NDArray[np.int64]) -> float:
        first, second = self.network.hidden(part)
        chances = softmax(second @ self.network.weights["out"], part.board_of)
        slope = chances.copy()
        slope[led] -= 1
        self._move(self._gradient(part, first, second, (slope / len(led)).astype(np.float32)))
        return float(-np.log(chances[led]).mean())

    def _gradient(self, part: Leads, first: Any, second: Any, slope: Any) -> dict[str, Any]:
        weights = self.network.weights
        back = slope[:, None] * weights["out"] * (second > 0)
        deep = (back @ weights["middle"].T) * (first > 0)
        by_suit = np.zeros((len(part.suit), deep.shape[1]), dtype=np.float32)
        starts = np.flatnonzero(np.diff(part.suit_of, prepend=-1))
        by_suit[part.suit_of[starts]] = np.add.reduceat(deep, starts)
        by_board = by_suit.reshape(-1, 4, deep.shape[1]).sum(axis=1)
        return {
            "out": second.T @ slope,
            "second": back.sum(axis=0),
            "middle": first.T @ back,
            "first": deep.sum(axis=0),
            "card": part.card.T @ deep,
            "suit": part.suit.T @ by_suit,
            "board": part.board.T @ by_board,
        }

    def _move(self, gradient: dict[str, Any]) -> None:
        self.steps += 1
        warm = min(1.0, self.steps / 200)
        rate = self.recipe.rate * warm * 0.5 * (1 + np.cos(np.pi * min(1.0, self.steps / self.total)))
        for name, weight in self.network.weights.items():
            self.first[name] += 0.1 * (gradient[name] - self.first[name])
            self.second[name] += 0.001 * (gradient[name] ** 2 - self.second[name])
            mean = self.first[name] / (1 - 0.9**self.steps)
            spread = np.sqrt(self.second[name] / (1 - 0.999**self.steps)) + 1e-8
            weight -= (rate * mean / spread + self.recipe.decay * weight).astype(np.float32)


def log_loss(network: LeadNetwork, leads: Leads, led: NDArray[np.int64]) -> float:
    """Mean log loss of the cards led."""
    return float(-np.log(network.chances(leads)[led]).mean())


def fit(
    train: tuple[Leads, NDArray[np.int64]], select: tuple[Leads, NDArray[np.int64]], recipe: Recipe, tell: Tell
) -> LeadNetwork:
    """The network of the pass that is best on the boards for selection."""
    fitting = Fitting(*train, recipe)
    best: tuple[float, dict[str, Any]] | None = None
    for epoch in range(recipe.epochs):
        loss = fitting.epoch()
        chosen = log_loss(fitting.network, *select)
        tell({"epoch": epoch + 1, "train": round(loss, 4), "select": round(chosen, 4)})
        if best is None or chosen < best[0]:
            best = chosen, {name: weight.copy() for name, weight in fitting.network.weights.items()}
    assert best is not None
    return LeadNetwork(best[1])


def train_leads(
    archives: Sequence[Path], folder: Path, recipe: Recipe, tell: Tell
) -> tuple[dict[str, Any], list[Problem]]:
    """Read, split by deal, fit, measure and write; the manifest and the problems of reading."""
    tables, problems = read_played(archives)
    human = [table for table in tables if not table.table.robot]
    parts = {part: [t for t in human if split_of(t.table.deal) == part] for part in (TRAIN, SELECT, REPORT)}
    lacking = [SPLIT_NAMES[part] for part, chosen in parts.items() if not chosen]
    if lacking:
        raise AdjudicatorError(
            *problems[:20],
            Problem(f"no leads for the part {', '.join(lacking)}", "give an archive of a few thousand boards"),
        )
    ready = {}
    for part, chosen in parts.items():
        leads = leads_of(chosen, contexts_of(chosen))
        ready[part] = (leads, rows_led(chosen, leads))
    network = fit(ready[TRAIN], ready[SELECT], recipe, tell)
    manifest = {
        "date": datetime.now(UTC).date().isoformat(),
        "data": {"files": [path.name for path in archives], "sha256": digest(archives), "leads": len(human)},
        "split": "by SHA-256 of the deal: train 90 %, select 5 %, report 5 %",
        "recipe": vars(recipe),
        "report_log_loss": round(log_loss(network, *ready[REPORT]), 4),
        "report_leads": len(parts[REPORT]),
    }
    write_network(LeadNetwork(network.weights, manifest), folder)
    return manifest, problems


def digest(archives: Sequence[Path]) -> str:
    """SHA-256 of the files, one after the other."""
    found = hashlib.sha256()
    for path in archives:
        found.update(path.read_bytes())
    return found.hexdigest()
