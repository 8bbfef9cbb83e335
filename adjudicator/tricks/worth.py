"""What final contracts are worth as people play them: double-dummy tricks, bent by what players really take.

Each denomination and declarer is solved once on a deal, whatever was bid; the result is spread by the measured
errors of the contract (`base_rates`), as equally likely results of the play, from bad luck to good.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import AdjudicatorError, Contract, DealBatch, Denomination, Seat, Vulnerability
from adjudicator.tricks.base_rates import error_shares, spread
from adjudicator.tricks.double_dummy import DealTricks, Solver, default_solver

Floats = NDArray[np.float64]
LUCK = 8
"""Equally likely results of the play that stand for the errors of both sides."""


@dataclass(frozen=True, eq=False)
class PlayedPoints:
    """Points to North-South of contracts on deals: call with deals, a deal's row and a contract for each pair.

    >>> from adjudicator.bridge import Deal
    >>> deal = Deal.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    >>> worth = PlayedPoints(Vulnerability.NONE, luck=4)
    >>> worth(DealBatch.of([deal]), np.array([0, 0]), [Contract.parse("7S N"), Contract(0)]).tolist()
    [[-50.0, 1510.0, 1510.0, 1510.0], [0.0, 0.0, 0.0, 0.0]]

    Slams that cannot fail double dummy are lost about once in seven at the table.
    """

    vulnerability: Vulnerability
    solver: Solver = field(default_factory=default_solver)
    luck: int = LUCK

    def __call__(self, deals: DealBatch, rows: NDArray[np.intp], contracts: Sequence[Contract]) -> Floats:
        """Float64 (pairs, luck): equally likely results, the luckiest for declarer last."""
        lines: dict[tuple[Denomination, Seat], list[int]] = {}
        for pair, contract in enumerate(contracts):
            if contract.is_passed_out:
                continue
            if contract.declarer is None:
                raise AdjudicatorError(f"{contract} needs a declarer to be scored")
            lines.setdefault((contract.denomination, contract.declarer), []).append(pair)
        asked = [np.unique(rows[pairs]) for pairs in lines.values()]
        questions = [DealTricks(*line, deal) for line, deal in zip(lines, asked, strict=True)]
        found = np.zeros((len(contracts), self.luck))
        answers = self.solver.over(deals, questions) if questions else []
        for pairs, deal, tricks in zip(lines.values(), asked, answers, strict=True):
            for pair in pairs:
                taken = int(tricks[np.searchsorted(deal, rows[pair])])
                found[pair] = played_points(contracts[pair], taken, self.vulnerability, self.luck)
        return found


@lru_cache(maxsize=20_000)
def played_points(contract: Contract, double_dummy: int, vulnerability: Vulnerability, luck: int = LUCK) -> Floats:
    """Points to North-South at equally likely results of the play, declarer's worst first: float64 (luck,).

    >>> played_points(Contract.parse("4S N"), 10, Vulnerability.NONE, 4).tolist()
    [-50.0, 420.0, 420.0, 450.0]
    """
    chances = np.array(spread(double_dummy, error_shares(contract, double_dummy)))
    at = (np.arange(luck) + 0.5) / luck
    tricks = np.searchsorted(np.cumsum(chances / chances.sum()), at)
    points: Floats = np.array([contract.score_ns(int(taken), vulnerability) for taken in tricks], dtype=np.float64)
    points.setflags(write=False)
    return points
