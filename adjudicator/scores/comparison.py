"""Differences in points between two tables as units, many at a time: for simulations and their like."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from adjudicator.cases import ScoringUnit
from adjudicator.scores.units import IMP_EDGES

Floats = NDArray[np.float64]


def imps(difference: Floats) -> Floats:
    """IMPs for differences in total points (Law 78B), with their sign.

    >>> imps(np.array([10.0, -470.0, 20.0, 4000.0])).tolist()
    [0.0, -10.0, 1.0, 24.0]
    """
    found: Floats = np.sign(difference) * np.searchsorted(IMP_EDGES, np.abs(difference), side="right")
    return found


def top_share(difference: Floats) -> Floats:
    """Percent of a matchpoint top above average: 50 for a better score than the other table, -50 for a worse one."""
    found: Floats = 50.0 * np.sign(difference)
    return found


def points(difference: Floats) -> Floats:
    """Total points: the difference itself."""
    return difference


def comparison(unit: ScoringUnit) -> tuple[Callable[[Floats], Floats], str]:
    """How this form of scoring weighs a difference in points, and what its unit is called."""
    if unit in (ScoringUnit.MATCHPOINTS, ScoringUnit.BOARD_A_MATCH):
        return top_share, "% of a top"
    if unit in (ScoringUnit.IMPS, ScoringUnit.CROSS_IMPS, ScoringUnit.BUTLER):
        return imps, "IMPs"
    return points, "points"
