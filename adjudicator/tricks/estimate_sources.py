"""Where the deals of an estimate come from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from adjudicator.bridge import DealBatch
from adjudicator.sampling import Sampler
from adjudicator.tricks.double_dummy.boards import failure
from adjudicator.tricks.estimate_predictor import Numbers

Drawn = tuple[DealBatch, Numbers]
"""Deals and their weights (1 where all count alike)."""


class DealSource(Protocol):
    """Independent deals, each with a weight."""

    def draw(self, count: int, generator: np.random.Generator) -> Drawn:
        """So many deals and their weights."""
        ...


@dataclass(frozen=True, eq=False)
class SampledDeals:
    """Deals from the exact sampler."""

    sampler: Sampler

    def draw(self, count: int, generator: np.random.Generator) -> Drawn:
        """Fresh deals; fewer than asked for is an error of the sampler, never a silent guess."""
        sample = self.sampler.draw(count, generator, at_least=0 if count < 100 else None)
        if len(sample) < count:
            raise failure(
                f"only {len(sample)} of {count} deals met the conditions", "loosen them, or ask for fewer deals"
            )
        return sample.batch, np.ones(count) if sample.weights is None else sample.weights


@dataclass(frozen=True, eq=False)
class GivenDeals:
    """Deals drawn with replacement from a given batch, each as likely as its weight says."""

    batch: DealBatch
    weights: Numbers | None = None

    def __post_init__(self) -> None:
        if len(self.batch) == 0:
            raise failure("there are no deals to draw from")
        if self.weights is not None and (
            len(self.weights) != len(self.batch) or not (self.weights >= 0).all() or self.weights.sum() <= 0
        ):
            raise failure("give each deal a weight of 0 or more, not all 0")

    def draw(self, count: int, generator: np.random.Generator) -> Drawn:
        """Rows at random; the drawn deals count alike."""
        chance = None if self.weights is None else self.weights / self.weights.sum()
        rows = generator.choice(len(self.batch), size=count, p=chance)
        return self.batch.take(rows), np.ones(count)
