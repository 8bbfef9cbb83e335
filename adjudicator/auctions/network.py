"""The network in numpy: inference only, many rows at once.

Three parts, so that shared work is done once: :func:`advance` moves the public state by one decision,
:func:`table_part` prepares everything that does not depend on the hand, :func:`decide` joins a hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions import features

Floats = NDArray[np.float32]

OUTPUTS = 39
"""The 38 calls and, last, the pass that will prove to be one of the closing passes."""
CLOSING = 38
LENGTH_BINS = 9
"""0 … 7 cards, 8 or more."""
POINT_BINS = (1.3, 4.2, 6.5, 8.5, 10.5, 12.0, 13.0, 14.0, 15.0, 16.4, 18.4, 21.2)
"""Mean points of the bins 0-2, 3-5, 6-7, 8-9, 10-11, 12, 13, 14, 15, 16-17, 18-19, 20+."""
POINT_EDGES = (3, 6, 8, 10, 12, 13, 14, 15, 16, 18, 20)
SHOWN = 16 * LENGTH_BINS + 4 * len(POINT_BINS)
"""Side outputs: lengths of 4 players × 4 suits, then points of 4 players; players from the one to call."""


@dataclass(frozen=True, eq=False)
class Network:
    """One set of weights (float32 in memory)."""

    weights: dict[str, Floats]

    @classmethod
    def of(cls, arrays: dict[str, NDArray[Any]]) -> Network:
        return cls({name: np.ascontiguousarray(array, dtype=np.float32) for name, array in arrays.items()})

    @property
    def state_width(self) -> int:
        return int(self.weights["across_weight"].shape[0])

    @property
    def wide(self) -> int:
        return int(self.weights["own_weight"].shape[1])

    def _linear(self, name: str, x: Floats) -> Floats:
        out: Floats = x @ self.weights[f"{name}_weight"]
        out += self.weights[f"{name}_bias"]
        return out

    def initial(self, n: int) -> Floats:
        """Recurrent states before the first decision."""
        return np.zeros((n, self.state_width), dtype=np.float32)

    def advance(self, public: Floats, hidden: Floats) -> tuple[Floats, Floats]:
        """Embedded public features of a decision, and the recurrent state that includes it."""
        embedded = self._linear("public", public)
        np.maximum(embedded, 0, out=embedded)
        inputs, across = self._linear("into", embedded), self._linear("across", hidden)
        n = self.state_width
        gates = _sigmoid(inputs[:, : 2 * n] + across[:, : 2 * n])
        fresh: Floats = np.tanh(inputs[:, 2 * n :] + gates[:, :n] * across[:, 2 * n :])
        moved: Floats = fresh + gates[:, n:] * (hidden - fresh)
        return embedded, moved

    def shown(self, hidden: Floats) -> tuple[Floats, Floats]:
        """What each player has shown: P(length) (n, 4 players, 4 suits, bins), P(points) (n, 4, bins)."""
        logits = self._linear("shown", hidden)
        cut = 16 * LENGTH_BINS
        return (
            _softmax(logits[:, :cut].reshape(-1, 4, 4, LENGTH_BINS)),
            _softmax(logits[:, cut:].reshape(-1, 4, len(POINT_BINS))),
        )

    def table_part(self, embedded: Floats, hidden: Floats) -> Floats:
        """Everything about a decision that no card changes."""
        lengths, points = self.shown(hidden)
        mean_length = (lengths @ np.arange(LENGTH_BINS, dtype=np.float32)).reshape(-1, 16) / np.float32(4)
        mean_points = (points @ np.array(POINT_BINS, dtype=np.float32)) / np.float32(10)
        return self._linear("table", np.concatenate([hidden, embedded, mean_length, mean_points], axis=1))

    def hand_part(self, hand: Floats) -> tuple[Floats, Floats]:
        """What depends on a hand alone; the same at every turn of its owner."""
        held: Floats = np.maximum(self._linear("hand2", np.maximum(self._linear("hand1", hand), 0)), 0)
        rows = features.HAND_WIDTH
        weight = self.weights["own_weight"]
        own: Floats = hand @ weight[:rows] + held @ weight[rows + features.MEETING_WIDTH :] + self.weights["own_bias"]
        return held, own

    def decide(self, table: Floats, held: Floats, own: Floats, meeting: Floats) -> Floats:
        """Log odds (n, OUTPUTS) of decisions whose table, hand and meeting parts are given."""
        wide, rows = self.wide, features.HAND_WIDTH
        middle = self.weights["own_weight"][rows : rows + features.MEETING_WIDTH]
        hidden = table[:, :wide] + own + meeting @ middle + self._linear("join", held * table[:, wide:])
        np.maximum(hidden, 0, out=hidden)
        deep = self._linear("deep", hidden)
        np.maximum(deep, 0, out=deep)
        return self._linear("calls", deep)


def _sigmoid(x: Floats) -> Floats:
    out: Floats = np.float32(0.5) * (np.tanh(np.float32(0.5) * x) + np.float32(1))
    return out


def _softmax(x: Floats) -> Floats:
    out: Floats = np.exp(x - x.max(axis=-1, keepdims=True))
    out /= out.sum(axis=-1, keepdims=True)
    return out
