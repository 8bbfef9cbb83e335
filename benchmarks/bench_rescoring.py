"""Re-score a pairs event of 500 tables and 30 boards with one weighted board, against comparing every two
tables.

Both give exact fractions and must agree on every figure of the boards the peer does.  The peer is slow, so it
does a few boards and its time is scaled up.  Run: python benchmarks/bench_rescoring.py
"""

from __future__ import annotations

import time
from fractions import Fraction

import numpy as np

from adjudicator.bridge import Contract, Denomination, Seat, Vulnerability
from adjudicator.scores.adjusted import AdjustedScore
from adjudicator.scores.outcomes import WeightedScore
from adjudicator.scores.rescore import TableLine, rescore

TABLES, BOARDS, PEER_BOARDS, SEED = 500, 30, 3, 2026


def an_event(rng: np.random.Generator) -> list[TableLine]:
    """Results scattered about one contract a board; on board 1 one table has a weighted score."""
    lines = []
    for number in range(1, BOARDS + 1):
        vulnerability = Vulnerability.for_board(number)
        level, denomination = int(rng.integers(1, 7)), Denomination(int(rng.integers(0, 5)))
        for table in range(TABLES):
            bid = int(np.clip(level + rng.integers(-1, 2), 1, 7))
            tricks = int(np.clip(level + 6 + rng.integers(-3, 4), 0, 13))
            contract = Contract(bid, denomination, int(rng.random() < 0.05), Seat(int(rng.integers(0, 4))))
            ew = (table + number) % TABLES
            lines.append(
                TableLine(str(number), f"n{table}", f"e{ew}", contract.score_ns(tricks, vulnerability))
            )
    weighted = AdjustedScore.weighted(
        [WeightedScore(420, Fraction(3, 5)), WeightedScore(-50, Fraction(2, 5))]
    )
    lines[0] = lines[0]._replace(score=weighted)
    return lines


def peer_board(lines: list[TableLine]) -> list[Fraction]:
    """North-South's matchpoints by comparing every table with every other one, component by component."""
    components = [
        [(o.score_ns, o.weight) for o in line.score.ns]  # type: ignore[union-attr]
        if isinstance(line.score, AdjustedScore)
        else [(line.score, Fraction(1))]
        for line in lines
    ]
    figures = []
    for i, own in enumerate(components):
        total: Fraction | int = 0
        for j, other in enumerate(components):
            if i == j:
                continue
            if len(own) == len(other) == 1:
                mine, theirs = own[0][0], other[0][0]
                total += 2 if mine > theirs else int(mine == theirs)
                continue
            for mine, weight in own:
                for theirs, share in other:
                    total += weight * share * (2 if mine > theirs else int(mine == theirs))
        figures.append(Fraction(total))
    return figures


def main() -> None:
    lines = an_event(np.random.default_rng(SEED))
    own = []
    for _ in range(3):
        start = time.perf_counter()
        result = rescore(lines, "MP pairs")
        own.append(time.perf_counter() - start)
    boards = {str(n): [line for line in lines if line.board == str(n)] for n in range(1, PEER_BOARDS + 1)}
    start = time.perf_counter()
    peer = {board: peer_board(group) for board, group in boards.items()}
    slow = (time.perf_counter() - start) * BOARDS / PEER_BOARDS
    for board, figures in peer.items():
        assert [item.ns for item in result.boards[board]] == figures, f"board {board} differs"
    best = min(own)
    print(f"re-scoring {TABLES} tables x {BOARDS} boards, one weighted board (seed {SEED})")
    print(f"  frequency tables      {best:8.3f} s")
    print(f"  every two tables      {slow:8.3f} s (from {PEER_BOARDS} boards)")
    print(f"  ratio                 {slow / best:8.1f}")


if __name__ == "__main__":
    main()
