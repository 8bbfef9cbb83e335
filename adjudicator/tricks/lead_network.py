"""The choice among thirteen leads in numpy: scores by a small network, chances by softmax over the hand."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import AdjudicatorError
from adjudicator.tricks.lead_features import Leads

Floats = NDArray[np.float32]
FOLDER = Path(__file__).parent / "data"
WEIGHTS, MANIFEST = "leads.npz", "leads.json"
NAMES = ("board", "suit", "card", "first", "middle", "second", "out")


@dataclass(frozen=True, eq=False)
class LeadNetwork:
    """Weights of the network: three inputs meet in one hidden layer, a second one follows, then a score."""

    weights: dict[str, Floats]
    manifest: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def fresh(cls, leads: Leads, rng: np.random.Generator, wide: int, narrow: int) -> LeadNetwork:
        """Small random weights for features of these widths."""
        sizes = [part.shape[1] for part in (leads.board, leads.suit, leads.card)]
        scale = np.sqrt(2 / 40)
        weights: dict[str, Any] = {
            name: rng.normal(0, scale / 2, (size, wide)) for name, size in zip(NAMES, sizes, strict=False)
        }
        weights["first"] = np.zeros(wide)
        weights["middle"] = rng.normal(0, np.sqrt(2 / wide), (wide, narrow))
        weights["second"] = np.zeros(narrow)
        weights["out"] = rng.normal(0, np.sqrt(1 / narrow), narrow)
        return cls({name: weight.astype(np.float32) for name, weight in weights.items()})

    def hidden(self, leads: Leads) -> tuple[Floats, Floats]:
        """Both hidden layers, one row a card."""
        w = self.weights
        first: Floats = leads.card @ w["card"]
        first += (leads.suit @ w["suit"])[leads.suit_of]
        first += (leads.board @ w["board"] + w["first"])[leads.board_of]
        np.maximum(first, 0, out=first)
        second: Floats = first @ w["middle"] + w["second"]
        np.maximum(second, 0, out=second)
        return first, second

    def chances(self, leads: Leads) -> NDArray[np.float64]:
        """The chance of each card among those of its hand, row by row (m,)."""
        return softmax(self.hidden(leads)[1] @ self.weights["out"], leads.board_of)


def softmax(scores: Floats, board_of: NDArray[np.int64]) -> NDArray[np.float64]:
    """Chances within each board; rows of a board are adjacent."""
    starts = np.flatnonzero(np.diff(board_of, prepend=-1))
    scores = scores.astype(np.float64)
    raw = np.exp(scores - np.maximum.reduceat(scores, starts)[board_of - board_of[0]])
    chances: NDArray[np.float64] = raw / np.add.reduceat(raw, starts)[board_of - board_of[0]]
    return chances


def read_network(folder: Path = FOLDER) -> LeadNetwork:
    """Weights and manifest from a folder."""
    path = folder / WEIGHTS
    try:
        with np.load(path, allow_pickle=False) as file:
            weights = {name: file[name].astype(np.float32) for name in NAMES}
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyError) as error:
        raise AdjudicatorError(f"{path}: the lead model cannot be read ({error}); install the package again") from None
    return LeadNetwork(weights, manifest)


def write_network(network: LeadNetwork, folder: Path) -> None:
    """Half-precision weights, and the manifest beside them."""
    folder.mkdir(parents=True, exist_ok=True)
    halves: dict[str, Any] = {name: weight.astype(np.float16) for name, weight in network.weights.items()}
    np.savez_compressed(folder / WEIGHTS, allow_pickle=False, **halves)
    text = json.dumps(network.manifest, indent=1, sort_keys=True) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")


@cache
def load_network() -> LeadNetwork:
    """The network that ships with the package (loaded once)."""
    return read_network()
