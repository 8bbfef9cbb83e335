"""Endings in bulk against the library: the same endings in the same run, five cards a hand.

    python benchmarks/bench_endings.py [--count 5000] [--seed 1]

CPU microseconds an ending, one thread, and the ratio library / own, for endings that are all different, for
layouts of the same two visible hands (ten hidden cards, 252 ways), and for layouts of one visible hand. In the
second case the library is also given each distinct layout once, as the solver layer would. The compiled way
runs where numba is installed (extra `jit`).
"""

from __future__ import annotations

import argparse
import importlib.util
import time

import numpy as np

from adjudicator.tricks.double_dummy import Boards, DdsEngine, Engine
from adjudicator.tricks.double_dummy.reference import random_endings
from adjudicator.tricks.endings import EndingEngine

CARDS = 5


def same_visible_cards(count: int, visible: tuple[int, ...], generator: np.random.Generator) -> Boards:
    """Layouts that agree in the hands of the visible seats; the other cards are dealt at random."""
    pack = generator.permutation(52)[: 4 * CARDS]
    masks = np.zeros((count, 4, 4), np.uint16)
    hidden = [seat for seat in range(4) if seat not in visible]
    for row in range(count):
        rest = generator.permutation(pack[len(visible) * CARDS :])
        hands = {seat: pack[CARDS * i : CARDS * (i + 1)] for i, seat in enumerate(visible)}
        hands |= {seat: rest[CARDS * i : CARDS * (i + 1)] for i, seat in enumerate(hidden)}
        for seat, hand in hands.items():
            for card in hand.tolist():
                masks[row, seat, card // 13] |= 1 << card % 13
    return Boards.of(masks, int(generator.integers(0, 5)), int(generator.integers(0, 4)))


def distinct(boards: Boards) -> Boards:
    _, first = np.unique(boards.masks.reshape(len(boards), 16), axis=0, return_index=True)
    return boards.take(np.sort(first))


def timed(engine: Engine, boards: Boards, parts: int) -> tuple[np.ndarray, float]:
    """Tricks, and CPU seconds of the quickest of a few runs."""
    best = np.inf
    for _ in range(parts):
        start = time.process_time()
        tricks = engine.solve(boards).tricks
        best = min(best, time.process_time() - start)
    return tricks, best


def compare(name: str, cases: list[Boards], engines: dict[str, Engine]) -> None:
    count = sum(map(len, cases))
    spent = dict.fromkeys(engines, 0.0)
    for boards in cases:
        answers = []
        for way, engine in engines.items():
            tricks, seconds = timed(engine, boards, 2)
            spent[way] += seconds
            answers.append(tricks)
        if any((answer != answers[0]).any() for answer in answers):
            raise SystemExit(f"{name}: the ways disagree")
    base = spent["library"]
    parts = [f"{way} {1e6 * seconds / count:6.1f} us (x{base / seconds:.1f})" for way, seconds in spent.items()]
    print(f"{name:44} {count:6} endings  " + "  ".join(parts))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    generator = np.random.default_rng(chosen.seed)
    engines: dict[str, Engine] = {"library": DdsEngine(1), "numpy": EndingEngine()}
    if importlib.util.find_spec("numba") is not None:
        engines["numba"] = EndingEngine(compiled=True)
    for engine in engines.values():
        engine.solve(Boards.join([random_endings(40, cards, generator) for cards in (3, 4, 5)]))
    different = random_endings(chosen.count, CARDS, generator, start_of_trick=True)
    compare("all different", [different], engines)
    compare("all different, many", [random_endings(4 * chosen.count, CARDS, generator, True)], engines)
    seen = [same_visible_cards(chosen.count, (0, 2), generator) for _ in range(4)]
    compare("two hands visible, sampled layouts", seen, engines)
    compare("two hands visible, each layout once", [distinct(boards) for boards in seen], engines)
    compare("one hand visible", [same_visible_cards(chosen.count, (0,), generator) for _ in range(2)], engines)
    four = random_endings(chosen.count, 4, generator, start_of_trick=True)
    compare("all different, four cards", [four], engines)


if __name__ == "__main__":
    main()
