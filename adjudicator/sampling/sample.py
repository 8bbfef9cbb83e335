"""What a draw gives back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import DealBatch


@dataclass(frozen=True, eq=False)
class Sample:
    """Deals that meet the conditions, each equally likely; or weighted, when the conditions weigh deals.

    ``asked`` deals were wanted; ``tried`` were drawn from the tables, of which filters passed ``accepted``.
    ``seed`` is set when the draw was asked with a seed.
    """

    batch: DealBatch
    weights: NDArray[np.float64] | None
    asked: int
    tried: int
    accepted: int
    seed: int | None

    def __len__(self) -> int:
        return len(self.batch)

    @property
    def complete(self) -> bool:
        """Whether all deals asked for are here."""
        return len(self.batch) >= self.asked

    @property
    def passed(self) -> float:
        """Share of the drawn deals that passed the filters."""
        return self.accepted / self.tried if self.tried else 0.0

    @property
    def ess(self) -> float:
        """Effective sample size: how many equally weighted deals tell as much (Kish 1965)."""
        return float(len(self.batch)) if self.weights is None else effective_size(self.weights)

    def mean(self, values: NDArray[np.float64]) -> float:
        """Mean over the deals, weighted when they are."""
        return float(np.average(values, weights=self.weights))


def effective_size(weights: NDArray[np.float64]) -> float:
    """(sum of weights) squared over the sum of squared weights.

    >>> effective_size(np.array([1.0, 1.0, 0.0]))
    2.0
    """
    squares = float((weights**2).sum())
    return float(weights.sum()) ** 2 / squares if squares else 0.0
