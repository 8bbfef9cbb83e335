"""Figures of forecasts against scores: a perfect forecaster is covered as often as the interval says."""

from __future__ import annotations

import numpy as np
import pytest

from adjudicator.checks.outcomes import energy, inside

SCORES = np.array([-620.0, -100.0, 110.0, 140.0, 420.0, 450.0])


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("level", [0.5, 0.9])
def test_a_perfect_forecaster_is_covered_just_as_often_as_said(seed: int, level: float) -> None:
    weights = np.random.default_rng(seed).dirichlet(np.full(len(SCORES), 0.7))
    assert weights @ inside(SCORES, weights, SCORES, level) == pytest.approx(level)


def test_scores_that_were_not_foreseen_count_by_their_place() -> None:
    weights = np.array([0.02, 0.28, 0.4, 0.2, 0.07, 0.03])
    assert inside(SCORES, weights, np.array([-1100.0, 120.0, 980.0])).tolist() == [0.0, 1.0, 0.0]
    assert inside(SCORES, weights, np.array([110.0])).tolist() == [1.0]


def test_a_forecast_that_is_too_narrow_covers_too_little() -> None:
    sharp = np.array([0.0, 0.0, 1.0, 0.0, 0.0, 0.0])
    assert inside(SCORES, sharp, SCORES).mean() < 0.2
    assert energy(SCORES, sharp, SCORES) > energy(SCORES, np.full(6, 1 / 6), SCORES)
