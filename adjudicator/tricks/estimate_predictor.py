"""A cheap guess at declarer's tricks: ridge regression on the cards, fitted on solved boards.

The guess serves as control variate (`tricks.estimate`), so it may be poor without doing harm: it only decides
how much is saved. Features see the four hands from declarer's seat: lengths, breaks, honours and who holds them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import SUIT_HCP, SUIT_LENGTH, Denomination, Seat

Numbers = NDArray[np.float64]
Masks = NDArray[np.uint16]

_HONOURS = (12, 11, 10, 9, 8)
_NEWTON_STEPS = 4
_PENALTIES = np.array([0.01, 0.05, 0.2, 1.0, 5.0])


def features(masks: Masks, denomination: Denomination, declarer: Seat) -> Numbers:
    """What bears on declarer's tricks, float64 (n, columns), the first column constant.

    masks: uint16 (n, 4 seats, 4 suits). Suits are ordered trumps first.
    """
    first = int(denomination) if denomination != Denomination.NOTRUMP else 0
    suits = [(first + step) % 4 for step in range(4)]
    seats = [int(declarer.after(turn)) for turn in range(4)]
    hands = masks[:, seats][:, :, suits]
    length = SUIT_LENGTH[hands].astype(np.float64)
    points = SUIT_HCP[hands].sum(axis=2, dtype=np.float64)
    own_length = length[:, 0] + length[:, 2]
    gap = length[:, 1] - length[:, 3]
    long = np.maximum(length[:, 0], length[:, 2])
    columns = [
        np.ones((len(masks), 1)),
        length[:, :3].reshape(len(masks), 12),
        own_length**2,
        gap**2,
        long,
        (length == 0).sum(axis=2),
        points[:, :3],
        ((points[:, 0] + points[:, 2]) ** 2)[:, None],
    ]
    for rank in _HONOURS:
        held = (hands >> np.uint16(rank) & 1).astype(np.float64)
        columns += [held[:, 0] + held[:, 2], held[:, 1] - held[:, 3]]
    return np.concatenate(columns, axis=1)


@dataclass(frozen=True, eq=False)
class Predictor:
    """A linear guess at a number, or, bent by the logistic curve, at a chance."""

    columns: NDArray[np.intp]
    centre: Numbers
    slopes: Numbers
    base: float
    bent: bool = False

    def __call__(self, rows: Numbers) -> Numbers:
        line = self.base - float(self.centre @ self.slopes) + rows[:, self.columns] @ self.slopes
        guess: Numbers = _logistic(line) if self.bent else line
        return guess


def _logistic(line: Numbers) -> Numbers:
    return np.asarray(1 / (1 + np.exp(-np.clip(line, -30, 30))))


def fitted(rows: Numbers, values: Numbers) -> Predictor:
    """Ridge regression; the penalty is the one that generalised cross-validation prefers.

    Reference: Golub, Heath and Wahba, Technometrics 21 (1979).
    """
    columns, spread, centre, scale = _standardised(rows)
    base = float(values.mean())
    weights, _ = _ridge(spread, values - base)
    return Predictor(columns, centre, weights / scale, base)


def fitted_chance(rows: Numbers, yes: Numbers) -> Predictor:
    """Logistic ridge regression for answers 0 and 1, with the penalty that suits the linear one."""
    columns, spread, centre, scale = _standardised(rows)
    mean = float(np.clip(yes.mean(), 0.5 / len(yes), 1 - 0.5 / len(yes)))
    _, penalty = _ridge(spread, yes - yes.mean())
    penalty *= mean * (1 - mean)
    base, weights = float(np.log(mean / (1 - mean))), np.zeros(spread.shape[1])
    for _ in range(_NEWTON_STEPS):
        chance = _logistic(base + spread @ weights)
        width = np.maximum(chance * (1 - chance), 1e-4)
        centred = spread - (width @ spread) / width.sum()
        slope = centred.T @ (yes - chance) - penalty * weights
        curve = (centred * width[:, None]).T @ centred + penalty * np.eye(len(weights))
        weights = weights + np.linalg.solve(curve, slope)
        base += float((yes - _logistic(base + spread @ weights)).sum() / width.sum())
    return Predictor(columns, centre, weights / scale, base, bent=True)


def _standardised(rows: Numbers) -> tuple[NDArray[np.intp], Numbers, Numbers, Numbers]:
    """Columns that vary, those columns with mean 0 and spread 1, and what takes them there."""
    columns = np.nonzero(rows.std(axis=0) > 1e-9)[0]
    chosen = rows[:, columns]
    centre, scale = chosen.mean(axis=0), chosen.std(axis=0)
    return columns, (chosen - centre) / scale, centre, scale


def _ridge(spread: Numbers, left: Numbers) -> tuple[Numbers, float]:
    """Weights and the penalty chosen."""
    count, size = spread.shape
    gram, inside = spread.T @ spread, spread.T @ left
    best, weights, chosen = np.inf, np.zeros(size), float(count)
    for penalty in (_PENALTIES * count).tolist():
        inverse = np.linalg.inv(gram + penalty * np.eye(size))
        tried = inverse @ inside
        freedom = count - 1 - size + penalty * float(np.trace(inverse))
        missed = float(((left - spread @ tried) ** 2).sum())
        if freedom > 1 and missed / freedom**2 < best:
            best, weights, chosen = missed / freedom**2, tried, penalty
    return weights, chosen
