"""Lines of play: work saved by deciding only where plausible plays differ on the actual deal.

    python benchmarks/bench_lines.py [--deals 6] [--seed 1] [--cards 8]

The same endings in the same run, twice: as `tricks.lines` plays them, and with every card chosen from samples. Printed:
boards given to the double-dummy engine each way, CPU seconds, the ratio, and how far the two distributions differ.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from adjudicator.bridge import Denomination, Hand, Seat
from adjudicator.tricks import lines
from adjudicator.tricks.double_dummy import Answers, Boards, DdsEngine, Position, Solver
from adjudicator.tricks.scene import Scene


class Counting:
    """An engine that counts the boards it is given."""

    def __init__(self) -> None:
        self.engine, self.boards = DdsEngine(), 0

    def solve(self, boards: Boards) -> Answers:
        self.boards += len(boards)
        return self.engine.solve(boards)


class Everywhere(lines._Search):
    """The peer: every card with an alternative is chosen from samples."""

    def follow(self, scene: Scene, chance: float) -> None:
        while not scene.is_over and chance >= lines.SMALLEST_BRANCH:
            groups = scene.position.touching()
            if len(groups) == 1:
                scene = scene.after(groups[0][-1])
                continue
            scores = self.scores(scene)
            self.branch(scene, chance, lines.plausible(scene.position, groups, scores), scores)
            return
        self.end(scene, chance, None, settled=True)


def ending(cards: int, rng: np.random.Generator) -> Scene:
    pack = rng.permutation(52)[: 4 * cards].tolist()
    north, east, south, west = (Hand.of(pack[cards * seat : cards * (seat + 1)]) for seat in range(4))
    position = Position((north, east, south, west), Denomination(int(rng.integers(0, 5))), Seat.WEST)
    return Scene(position, Seat.SOUTH, cards // 2)


def run(scene: Scene, search: type[lines._Search], seed: int) -> tuple[lines.Lines, int, float]:
    counting = Counting()
    begun = time.process_time()
    found = search(Solver(counting), None, lines.Goal(), 0.0, np.random.default_rng(seed), 1e9)
    found.follow(scene, 1.0)
    played = lines.Lines(tuple(found.lines), tuple(found.decisions), found.settled)
    return played, counting.boards, time.process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=6)
    parser.add_argument("--cards", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    total = np.zeros((2, 2))
    apart = []
    for number in range(options.deals):
        scene = ending(options.cards, rng)
        own, own_boards, own_time = run(scene, lines._Search, number)
        peer, peer_boards, peer_time = run(scene, Everywhere, number)
        total += [[own_boards, own_time], [peer_boards, peer_time]]
        apart.append(abs(own.mean - peer.mean))
    (boards, seconds), (all_boards, all_seconds) = total
    print(f"critical decisions only: {boards:.0f} boards, {seconds:.2f} s CPU")
    print(f"every card sampled:      {all_boards:.0f} boards, {all_seconds:.2f} s CPU")
    print(f"ratio: {all_boards / boards:.1f} boards, {all_seconds / seconds:.1f} time")
    print(f"mean tricks apart: {np.mean(apart):.2f}")


if __name__ == "__main__":
    main()
