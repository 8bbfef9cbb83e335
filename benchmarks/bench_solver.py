"""The solver layer against direct library calls with packed arrays: the same boards in the same run.

    python benchmarks/bench_solver.py [--deals 200] [--seed 1]

CPU seconds of one thread; blocks of both ways alternate, each on deals of its own order so that neither
inherits the other's search. Prints the ratio direct / layer (1.00 = the layer costs nothing) and the overhead
of the layer in microseconds a board, measured with an engine that answers at once.
"""

from __future__ import annotations

import argparse
import ctypes
import time
from collections.abc import Callable

import numpy as np

from adjudicator.bridge import DealBatch, Denomination, Seat
from adjudicator.tricks.double_dummy import (
    Answers,
    Boards,
    DdsEngine,
    DealLeads,
    DealMakes,
    DealQuestion,
    DealTricks,
    Solver,
    WorkerPool,
)
from adjudicator.tricks.double_dummy.deals import boards_over
from adjudicator.tricks.double_dummy.library import MOST_BOARDS, Library, shared_library
from adjudicator.tricks.double_dummy.reference import random_endings

KINDS: dict[str, DealQuestion] = {
    "value": DealTricks(Denomination.NOTRUMP, Seat.SOUTH),
    "yes/no": DealMakes(Denomination.SPADES, Seat.SOUTH, 8),
    "all leads": DealLeads(Denomination.HEARTS, Seat.SOUTH),
}


class Instant:
    """Answers without searching: what is left is the layer's own work."""

    def solve(self, boards: Boards) -> Answers:
        return Answers(np.zeros(len(boards), np.int8), np.zeros((len(boards), 52), np.int8))


def cpu(action: Callable[[], object]) -> float:
    start = time.process_time()
    action()
    return time.process_time() - start


def packed_calls(library: Library, boards: Boards) -> list[np.ndarray]:
    """The packed input of each call, made outside the timing."""
    packed = []
    for start in range(0, len(boards), MOST_BOARDS):
        library._pack(boards.take(slice(start, start + MOST_BOARDS)))
        packed.append(library._boards.copy())
    return packed


def direct(library: Library, packed: list[np.ndarray]) -> None:
    for block in packed:
        library._dll.SolveAllBoardsBin(
            ctypes.c_void_p(block.ctypes.data), ctypes.c_void_p(library._solved.ctypes.data)
        )


def compare(deals: DealBatch, question: DealQuestion, block: int) -> tuple[float, float]:
    library = shared_library(1)
    spent = [0.0, 0.0]
    for number, start in enumerate(range(0, len(deals), block)):
        part = deals.take(slice(start, start + block))
        packed = packed_calls(library, boards_over(part, question))
        runs: list[Callable[[], object]] = [
            lambda packed=packed: direct(library, packed),
            lambda part=part: Solver(DdsEngine(1)).over(part, [question]),
        ]
        for way in (0, 1) if number % 2 == 0 else (1, 0):
            spent[way] += cpu(runs[way])
    return spent[0], spent[1]


def endings_compare(count: int, cards: int, seed: int) -> tuple[float, float]:
    library = shared_library(1)
    spent = [0.0, 0.0]
    for number in range(0, count, 1000):
        boards = random_endings(1000, cards, np.random.default_rng(seed + number), start_of_trick=True)
        packed = packed_calls(library, boards)
        spent[0] += cpu(lambda packed=packed: direct(library, packed))
        spent[1] += cpu(lambda boards=boards: Solver(DdsEngine(1)).solve(boards))
    return spent[0], spent[1]


def overhead(deals: DealBatch, question: DealQuestion) -> float:
    """Microseconds a board."""
    seconds = min(cpu(lambda: Solver(Instant()).over(deals, [question])) for _ in range(5))
    return 1e6 * seconds / len(deals)


def workers(deals: DealBatch, question: DealQuestion, count: int) -> tuple[float, float]:
    """Wall seconds of one process and of a pool (shows the gain; depends on idle processors)."""
    start = time.perf_counter()
    Solver(DdsEngine(1)).over(deals, [question])
    alone = time.perf_counter() - start
    with WorkerPool(count) as pool:
        pool.solve(random_endings(2 * count, 3, np.random.default_rng(0)))
        start = time.perf_counter()
        Solver(pool).over(deals, [question])
        return alone, time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    generator = np.random.default_rng(chosen.seed)
    deals = DealBatch(random_endings(chosen.deals, 13, generator, start_of_trick=True).masks)
    many = DealBatch(random_endings(2000, 13, generator, start_of_trick=True).masks)
    for name, question in KINDS.items():
        direct_time, layer_time = compare(deals, question, block=20)
        print(
            f"{name:10} direct {1e3 * direct_time / len(deals):7.2f} ms/board  layer "
            f"{1e3 * layer_time / len(deals):7.2f}  ratio {direct_time / layer_time:.3f}  "
            f"overhead {overhead(many, question):.1f} us/board"
        )
    direct_time, layer_time = endings_compare(4000, 5, chosen.seed)
    print(
        f"endings    direct {direct_time / 4:7.3f} ms/board  layer {layer_time / 4:7.3f}  "
        f"ratio {direct_time / layer_time:.3f}   (five cards a hand, the floor of the library)"
    )
    alone, together = workers(deals, KINDS["value"], chosen.workers)
    print(f"workers    one process {alone:.2f} s, {chosen.workers} workers {together:.2f} s (wall)")


if __name__ == "__main__":
    main()
