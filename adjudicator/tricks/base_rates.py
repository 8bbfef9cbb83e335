"""How far tricks at the table lie from the double-dummy value: the published tables, by contract and margin.

Plain tables to hold the fitted model (`human_error`) against: one flat for all contracts, one by denomination
and level, tilted exponentially until its mean is the one measured for the margin.
"""

from __future__ import annotations

import math
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from adjudicator.bridge import Contract, Denomination

ERRORS = tuple(range(-3, 4))
_SMALLEST_SHARE = 0.0005


@cache
def _tables() -> dict[str, Any]:
    text = files("adjudicator.tricks").joinpath("data/base_rates.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def contract_class(contract: Contract) -> str:
    """The row of the table that a contract belongs to.

    >>> contract_class(Contract.parse("4S N")), contract_class(Contract.parse("3C E"))
    ('4M', 'minor')
    """
    if contract.doubling:
        return "doubled"
    if contract.level >= 6:
        return "slam"
    if contract.denomination is Denomination.NOTRUMP:
        return f"{contract.level}NT" if contract.level in (1, 3) else "notrump"
    if contract.denomination >= Denomination.HEARTS:
        return f"{contract.level}M" if contract.level in (2, 3, 4) else "major"
    return "5m" if contract.level == 5 else "minor"


def flat_shares() -> dict[int, float]:
    """P(tricks taken minus double-dummy tricks before the lead), whatever the contract."""
    shares = _row("all")
    return dict(zip(ERRORS, (share / sum(shares) for share in shares), strict=True))


def error_shares(contract: Contract, double_dummy: int) -> dict[int, float]:
    """P(tricks taken minus double-dummy tricks before the lead), by denomination, level and margin."""
    tables = _tables()
    shares = _row(contract_class(contract))
    margin = max(-3, min(3, double_dummy - contract.target))
    class_mean = sum(error * share for error, share in zip(ERRORS, shares, strict=True)) / sum(shares)
    mean = float(tables["margin_mean"][str(margin)]) + class_mean - float(tables["overall_mean"])
    return dict(zip(ERRORS, tilted(shares, mean), strict=True))


def _row(name: str) -> list[float]:
    return [max(float(share), _SMALLEST_SHARE) for share in _tables()["shares"][name]]


def spread(double_dummy: int, shares: dict[int, float]) -> list[float]:
    """Chances of 0 … 13 tricks; what would fall outside counts to the nearest number."""
    chances = [0.0] * 14
    for error, share in shares.items():
        chances[min(13, max(0, double_dummy + error))] += share
    return chances


def tilted(shares: list[float], mean: float) -> list[float]:
    """Shares on ``ERRORS``, reweighted by exp(λ·error) so that their mean is as asked.

    >>> [round(share, 3) for share in tilted([0, 0, 1, 2, 1, 0, 0], 0.25)]
    [0.0, 0.0, 0.141, 0.469, 0.391, 0.0, 0.0]
    """
    low, high = -8.0, 8.0
    for _ in range(60):
        middle = (low + high) / 2
        if _mean(_tilt(shares, middle)) < mean:
            low = middle
        else:
            high = middle
    return _tilt(shares, (low + high) / 2)


def _tilt(shares: list[float], rate: float) -> list[float]:
    raw = [share * math.exp(rate * error) for error, share in zip(ERRORS, shares, strict=True)]
    total = sum(raw)
    return [share / total for share in raw]


def _mean(shares: list[float]) -> float:
    return sum(error * share for error, share in zip(ERRORS, shares, strict=True))
