"""The estimator against the plain way, full tables of independent deals, at equal interval width.

    python benchmarks/bench_estimate.py [--seed 1] [--tables 60] [--cases 5]

Solver CPU seconds, one library thread, both ways in the same run. The plain way takes each table whole, as one
writes it with a general double-dummy package; its time a table and its spread are measured on some tables, and
the number of tables that gives the same interval width follows from the spread (n = (1.96 sd / half-width)^2; for
the widest of the figures asked for). The estimator runs to the end. Prints the ratio plain / estimator.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import numpy as np

from adjudicator.bridge import Contract, Hand, Seat, Vulnerability
from adjudicator.meanings import parse
from adjudicator.sampling import Conditions, Sampler
from adjudicator.tricks.double_dummy import Answers, Boards, DdsEngine, Solver
from adjudicator.tricks.estimate import Aim, Alternative, SampledDeals, estimate


class Timed:
    """The library with one thread, and the CPU time spent in it."""

    def __init__(self) -> None:
        self.engine = DdsEngine(1)
        self.seconds = 0.0

    def solve(self, boards: Boards) -> Answers:
        start = time.process_time()
        answers = self.engine.solve(boards)
        self.seconds += time.process_time() - start
        return answers


@dataclass(frozen=True, eq=False)
class Case:
    name: str
    conditions: Conditions
    alternatives: tuple[Alternative, ...]
    aim: Aim


def scoring(*contracts: str) -> tuple[Alternative, ...]:
    return tuple(Alternative.scoring(Contract.parse(text), Vulnerability.NONE) for text in contracts)


def making(*contracts: str) -> tuple[Alternative, ...]:
    return tuple(Alternative.making(Contract.parse(text)) for text in contracts)


def cases() -> list[Case]:
    both = {Seat.SOUTH: Hand.parse("A7.KJ842.K93.A72"), Seat.NORTH: Hand.parse("964.A73.AJ52.J64")}
    own = {Seat.SOUTH: Hand.parse("5.KQ9864.A82.K73")}
    slam = {Seat.SOUTH: Hand.parse("AKJ76.KQ5.A83.K4"), Seat.NORTH: Hand.parse("Q985.A4.KJ72.A65")}
    overcall = Conditions(known=both, meanings={Seat.WEST: parse("S >= 5 & hcp 5..11")})
    competing = Conditions(
        known=own,
        meanings={
            Seat.WEST: parse("S >= 5 & hcp 11..16"),
            Seat.NORTH: parse("H >= 3 & hcp 8..12"),
            Seat.EAST: parse("S >= 3 & hcp 5..10"),
        },
    )
    chance, points = Aim(half_width=0.05), Aim(half_width=20.0)
    return [
        Case("two hands seen, 4H or 3NT, chances", overcall, making("4H S", "3NT S"), chance),
        Case("two hands seen, 4H or 3NT, points", overcall, scoring("4H S", "3NT S"), points),
        Case("two hands seen, 6S, 6NT or 7S, chances", Conditions(known=slam), making("6S S", "6NT S", "7S S"), chance),
        Case("one hand seen, 4H or 4S doubled, points", competing, scoring("4H S", "4SX W"), Aim(half_width=25.0)),
        Case("one hand seen, 4H, 5H or 4S, chances", competing, making("4H S", "5H S", "4S W"), chance),
    ]


def plain(case: Case, tables: int, seed: int) -> tuple[float, float]:
    """CPU seconds a table, and tables needed for the width asked for."""
    deals = Sampler(case.conditions).draw(tables, seed, at_least=0).batch
    timed = Timed()
    found = Solver(timed).tables(deals)
    needed = 0.0
    for alternative in case.alternatives:
        contract = alternative.contract
        assert contract.declarer is not None
        worth = np.array(alternative.values)[found[:, int(contract.denomination), int(contract.declarer)]]
        needed = max(needed, (1.96 * float(worth.std(ddof=1)) / (case.aim.half_width or 1.0)) ** 2)
    return timed.seconds / tables, needed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--cases", type=int, default=5)
    chosen = parser.parse_args()
    ratios = []
    for case in cases()[: chosen.cases]:
        a_table, needed = plain(case, chosen.tables, chosen.seed)
        timed = Timed()
        start = time.process_time()
        found = estimate(
            SampledDeals(Sampler(case.conditions)), case.alternatives, case.aim, chosen.seed, Solver(timed)
        )
        rest = time.process_time() - start - timed.seconds
        ratios.append(a_table * needed / timed.seconds)
        figures = ", ".join(f"{figure.mean:.3g} ± {figure.half_width:.2g}" for figure in found.figures)
        print(
            f"{case.name:42} plain {needed:5.0f} tables {a_table * needed:7.1f} s   own {found.deals:5} deals "
            f"({found.values} numbers, {found.yes_no} yes/no) {timed.seconds:6.1f} s + {rest:.1f} s beside   "
            f"ratio {ratios[-1]:.1f}   {figures}",
            flush=True,
        )
    print(f"geometric mean of the ratios {float(np.exp(np.mean(np.log(ratios)))):.1f}")


if __name__ == "__main__":
    main()
