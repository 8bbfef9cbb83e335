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
    """A linear guess at a number."""

    columns: NDArray[np.intp]
    centre: Numbers
    scale: Numbers
    weights: Numbers
    base: float

    def __call__(self, rows: Numbers) -> Numbers:
        slopes = self.weights / self.scale
        guess: Numbers = self.base - float(self.centre @ slopes) + rows[:, self.columns] @ slopes
        return guess


def fitted(rows: Numbers, values: Numbers) -> Predictor:
    """Ridge regression; the penalty is the one that generalised cross-validation prefers.

    Reference: Golub, Heath and Wahba, Technometrics 21 (1979).
    """
    varied = np.nonzero(rows.std(axis=0) > 1e-9)[0]
    chosen = rows[:, varied]
    centre, scale = chosen.mean(axis=0), chosen.std(axis=0)
    base, count = float(values.mean()), len(values)
    spread, left = (chosen - centre) / scale, values - base
    gram, inside = spread.T @ spread, spread.T @ left
    best, weights = np.inf, np.zeros(len(varied))
    for penalty in _PENALTIES * count:
        inverse = np.linalg.inv(gram + penalty * np.eye(len(varied)))
        tried = inverse @ inside
        freedom = count - 1 - len(varied) + penalty * float(np.trace(inverse))
        missed = float(((left - spread @ tried) ** 2).sum())
        if freedom > 1 and missed / freedom**2 < best:
            best, weights = missed / freedom**2, tried
    return Predictor(varied, centre, scale, weights, base)
