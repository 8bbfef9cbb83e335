"""From double-dummy tricks after the lead to the tricks that people take: P(taken | value, board, contract).

A contract that is cold on every lead is made far more often than one that hangs on the lead: the value after each
lead is taken as it is, and what follows depends on contract, margin, strength and on what other leads would have
left. Fitted on real boards (`error_training`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import AdjudicatorError, Card, Contract, Deal, Denomination, Seat
from adjudicator.tricks.double_dummy import Solver

Floats = NDArray[np.float64]
ERRORS = np.arange(-4, 5)
FOLDER = Path(__file__).parent / "data"
WEIGHTS, MANIFEST = "human_error.npz", "human_error.json"
HEADS = np.stack([ERRORS / 2, (ERRORS / 2) ** 2, ERRORS == 0, np.sign(ERRORS)], axis=1).astype(np.float64)
"""What a feature can do to the shares of the errors: shift, spread, certainty, better or worse."""


@dataclass(frozen=True)
class BoardValues:
    """Double-dummy tricks of declarer after each opening lead."""

    by_lead: Mapping[Card, int]

    @property
    def best(self) -> int:
        """Tricks against the best lead."""
        return min(self.by_lead.values())


def board_values(deal: Deal, denomination: Denomination, declarer: Seat, solver: Solver) -> BoardValues:
    """Solve a board for every lead."""
    return BoardValues(solver.tricks_by_lead(deal, denomination, declarer))


def features(
    deal: Deal, contract: Contract, values: BoardValues, leads: Mapping[Card, float], tricks: Sequence[int]
) -> Floats:
    """One row for each number of double-dummy tricks after the lead, float64 (n, columns)."""
    assert contract.declarer is not None
    of_board = _of_board(deal, contract, values)
    expected = sum(chance * values.by_lead[card] for card, chance in leads.items())
    rows = []
    for value in tricks:
        margin = min(4, max(-4, value - contract.target))
        below = sum(chance for card, chance in leads.items() if values.by_lead[card] < value)
        row = [
            *(margin == step for step in range(-4, 5)),
            contract.denomination == Denomination.NOTRUMP and margin < 0,
            contract.denomination == Denomination.NOTRUMP and margin > 0,
            contract.level >= 6 and margin < 0,
            contract.level >= 6 and margin > 0,
            bool(contract.doubling) and margin < 0,
            bool(contract.doubling) and margin > 0,
            value / 13,
            min(2, value - values.best),
            max(-2.0, min(2.0, expected - value)),
            below,
        ]
        rows.append([*of_board, *map(float, row)])
    return np.array(rows, dtype=np.float64)


def _of_board(deal: Deal, contract: Contract, values: BoardValues) -> list[float]:
    """Contract, strength and fit of declarer's side."""
    declarer = contract.declarer
    assert declarer is not None
    own, dummy = deal[declarer], deal[declarer.partner]
    trump = contract.trump
    points = sum(deal[seat].hcp for seat in declarer.side.seats)
    fit = 7 if trump is None else own.length(trump) + dummy.length(trump)
    notrump = trump is None
    row = [
        1.0,
        *(contract.level == level for level in range(1, 8)),
        notrump,
        trump is not None and trump.is_major,
        notrump and contract.level == 1,
        notrump and contract.level == 3,
        contract.doubling > 0,
        (points - 22) / 8,
        ((points - 22) / 8) ** 2,
        (points - 22) / 8 * notrump,
        (fit - 8) / 2,
        points - 2.6 * values.best > 0,
        (points - 20 - 3 * (values.best - 7)) / 8,
    ]
    return [float(number) for number in row]


@dataclass(frozen=True, eq=False)
class ErrorModel:
    """Shares of the errors from features: base odds, and what each feature does through the `HEADS`."""

    base: Floats
    weights: Floats
    manifest: dict[str, Any] = field(default_factory=dict)

    def shares(self, rows: Floats, tricks: NDArray[np.int64]) -> Floats:
        """P(taken minus value) for each row, (n, 9); impossible numbers of tricks have none."""
        odds = self.base + rows @ self.weights @ HEADS.T
        taken = tricks[:, None] + ERRORS
        odds = np.where((taken >= 0) & (taken <= 13), odds, -np.inf)
        raw = np.exp(odds - odds.max(axis=1, keepdims=True))
        falling = _falling_away(raw)
        shares: Floats = falling / falling.sum(axis=1, keepdims=True)
        return shares


def _falling_away(odds: Floats) -> Floats:
    """No number of tricks likelier than one nearer to the likeliest.

    On boards unlike those of the fit (a slam in a five-card fit) the curve would turn up again at its ends.
    """
    found = odds.copy()
    for row, top in zip(found, odds.argmax(axis=1).tolist(), strict=True):
        row[top:] = np.minimum.accumulate(row[top:])
        row[: top + 1] = np.minimum.accumulate(row[top::-1])[::-1]
    return found


def read_errors(folder: Path = FOLDER) -> ErrorModel:
    """Weights and manifest from a folder."""
    path = folder / WEIGHTS
    try:
        with np.load(path, allow_pickle=False) as file:
            base, weights = file["base"].astype(np.float64), file["weights"].astype(np.float64)
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyError) as error:
        raise AdjudicatorError(f"{path}: the error model cannot be read ({error}); install the package again") from None
    return ErrorModel(base, weights, manifest)


def write_errors(model: ErrorModel, folder: Path) -> None:
    """Single-precision weights, and the manifest beside them."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, Any] = {"base": model.base.astype(np.float32), "weights": model.weights.astype(np.float32)}
    np.savez_compressed(folder / WEIGHTS, allow_pickle=False, **arrays)
    text = json.dumps(model.manifest, indent=1, sort_keys=True) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")


@cache
def load_errors() -> ErrorModel:
    """The model that ships with the package (loaded once)."""
    return read_errors()
