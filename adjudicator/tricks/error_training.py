"""Fit the error model on real boards, solved: penalised maximum likelihood of the tricks taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import Card, Contract, Deal
from adjudicator.tricks.human_error import ERRORS, HEADS, BoardValues, ErrorModel, Floats, features

_STEPS, _RATE = 1500, 0.02


@dataclass(frozen=True)
class Taken:
    """One table: its board's values, the chances of the leads, the lead made and the tricks taken."""

    deal: Deal
    contract: Contract
    values: BoardValues
    leads: dict[Card, float]
    lead: Card
    tricks: int


def rows_of(tables: Sequence[Taken]) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    """Features, value after the lead, and column of the error, for tables whose error is within four tricks."""
    kept = [t for t in tables if abs(t.tricks - t.values.by_lead[t.lead]) <= ERRORS[-1]]
    rows = [features(t.deal, t.contract, t.values, t.leads, [t.values.by_lead[t.lead]])[0] for t in kept]
    value = np.array([t.values.by_lead[t.lead] for t in kept])
    column = np.array([t.tricks for t in kept]) - value + ERRORS[-1]
    return np.array(rows), value, column


def fit_errors(tables: Sequence[Taken], penalty: float = 30.0) -> ErrorModel:
    """The model that makes these tables likeliest, weights held small by ``penalty`` (a Gaussian prior)."""
    rows, value, column = rows_of(tables)
    scale = np.maximum(rows.std(axis=0), 0.05)
    scale[0] = 1.0
    scaled = rows / scale
    hit = np.eye(len(ERRORS))[column]
    base = np.log(hit.mean(axis=0) + 1e-3)
    weights = np.zeros((rows.shape[1], HEADS.shape[1]))
    state = [np.zeros_like(base), np.zeros_like(base), np.zeros_like(weights), np.zeros_like(weights)]
    for step in range(1, _STEPS + 1):
        miss = ErrorModel(base, weights).shares(scaled, value) - hit
        slopes = (miss.mean(axis=0), (scaled.T @ miss @ HEADS + penalty * weights) / len(rows))
        rate = _RATE * (1 - step / (_STEPS + 1))
        for place, (parameter, slope) in enumerate(zip((base, weights), slopes, strict=True)):
            first, second = state[2 * place], state[2 * place + 1]
            first += 0.1 * (slope - first)
            second += 0.01 * (slope**2 - second)
            parameter -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    return ErrorModel(base, weights / scale[:, None])
