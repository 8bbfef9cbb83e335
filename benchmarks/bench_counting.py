"""Counting hands exactly against enumeration by python-constraint and against rejection by sampling.

    python benchmarks/bench_counting.py [--hands 400000] [--seed 1]

All three run in the same process, in CPU seconds. Enumeration lists every way to give each suit a length and points
and adds up the hands of each way (hands themselves are far too many to list); it must arrive at the same number.
Rejection deals random hands and keeps those that fit; its cost is what a standard error of one per cent of the share
takes, from the measured time per hand: it never becomes exact.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import TypeVar

import numpy as np
from constraint import ExactSumConstraint, FunctionConstraint, MaxSumConstraint, MinSumConstraint, Problem

from adjudicator.bridge import SUIT_HCP, SUIT_LENGTH
from adjudicator.meanings import HANDS, Features, Known, Meaning, count, parse
from adjudicator.meanings.counting import forget_tables

T = TypeVar("T")


@dataclass(frozen=True)
class Condition:
    """A meaning, and the same for the peer: a test of lengths (C D H S) and a range of points."""

    text: str
    shape: Callable[[int, int, int, int], bool]
    points: tuple[int, int]


BALANCED = ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])
CONDITIONS = (
    Condition("hcp 15..17 & bal", lambda *lengths: sorted(lengths) in BALANCED, (15, 17)),
    Condition("S >= 6 & hcp 5..10", lambda c, d, h, s: s >= 6, (5, 10)),
    Condition(
        "hcp 12..15 & D <= 2 & C >= 3 & H >= 4 & S >= 4",
        lambda c, d, h, s: d <= 2 and c >= 3 and min(h, s) >= 4,
        (12, 15),
    ),
)
MORE = (
    "tp 13.. & losers ..6",
    "S >= 6 & (top3(S) >= 2 | top5(S) >= 3) & hcp 5..10",
    "hcp 12.. | rule20 20.. & controls 3..",
    "stop(S) & bal & hcp 15..18 & !(H >= 5)",
)


def random_hands(number: int, random: np.random.Generator) -> np.ndarray:
    cards = np.argsort(random.random((number, 52)), axis=1)[:, :13]
    masks = [np.where(cards // 13 == suit, 1 << (cards % 13), 0).sum(axis=1) for suit in range(4)]
    return np.stack(masks, axis=1).astype(np.uint16)


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """The result, and the CPU seconds it took."""
    start = time.process_time()
    result = work()
    return result, max(time.process_time() - start, 1e-9)


def own(text: str, known: Known | None = None) -> tuple[int, float]:
    parse(text).formula()
    forget_tables()
    return timed(lambda: count(parse(text), known))


def enumerated(condition: Condition) -> tuple[int, float]:
    table = np.zeros((14, 11), dtype=np.int64)
    np.add.at(table, (SUIT_LENGTH, SUIT_HCP), 1)
    ways = {(length, points): int(table[length, points]) for length, points in np.argwhere(table).tolist()}

    def work() -> int:
        problem = Problem()
        lengths, points = [f"l{suit}" for suit in range(4)], [f"p{suit}" for suit in range(4)]
        problem.addVariables(lengths, list(range(14)))
        problem.addVariables(points, list(range(11)))
        problem.addConstraint(ExactSumConstraint(13), lengths)
        problem.addConstraint(FunctionConstraint(condition.shape), lengths)
        for length, point in zip(lengths, points, strict=True):
            problem.addConstraint(FunctionConstraint(lambda held, value: (held, value) in ways), (length, point))
        problem.addConstraint(MinSumConstraint(condition.points[0]), points)
        problem.addConstraint(MaxSumConstraint(condition.points[1]), points)
        return sum(
            prod(ways[found[length], found[point]] for length, point in zip(lengths, points, strict=True))
            for found in problem.getSolutionIter()
        )

    return timed(work)


def rejected(text: str, number: int, share: float, random: np.random.Generator) -> float:
    """CPU seconds for a standard error of one per cent of the share."""
    meaning = parse(text)
    _, seconds = timed(lambda: int(meaning.mask(Features(random_hands(number, random))).sum()))
    return seconds / number * (1 - share) / share * 10_000


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--hands", type=int, default=400_000, help="random hands to time rejection with")
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    random = np.random.default_rng(options.seed)
    count(parse("any"))
    print(
        f"{'condition':52} {'hands':>15} {'own ms':>8} {'enumeration':>14} {'rejection 1 %':>14}   (ratio: peer / own)"
    )
    for condition in CONDITIONS:
        hands, seconds = own(condition.text)
        same, slow = enumerated(condition)
        if same != hands:
            raise SystemExit(f"enumeration counts {same}, not {hands}: {condition.text}")
        rejection = rejected(condition.text, options.hands, hands / HANDS, random)
        print(
            f"{condition.text:52} {hands:>15} {1000 * seconds:8.2f}"
            f" {slow / seconds:11.0f}x {rejection / seconds:13.0f}x"
        )
    for text in MORE:
        hands, seconds = own(text)
        rejection = rejected(text, options.hands, hands / HANDS, random)
        print(f"{text:52} {hands:>15} {1000 * seconds:8.2f} {'cannot':>12} {rejection / seconds:13.0f}x")
    batch = random_hands(options.hands, random)
    meanings = [parse(text) for text in [*MORE, *(condition.text for condition in CONDITIONS)]]
    _, seconds = timed(lambda: sum(int(meaning.mask(Features(batch)).sum()) for meaning in meanings))
    shared = Features(batch)
    _, together = timed(lambda: sum(int(meaning.mask(shared).sum()) for meaning in meanings))
    rate = len(meanings) * options.hands / together
    print(f"mask: {rate / 1e6:.1f} M hand-meanings a CPU second; sharing features {seconds / together:.1f}x quicker")
    print(f"deviation: {deviation_rate(meanings, batch) / 1e6:.1f} M hand-meanings a CPU second")


def deviation_rate(meanings: list[Meaning], batch: np.ndarray) -> float:
    shared = Features(batch)
    _, seconds = timed(lambda: sum(int(meaning.deviation(shared).sum()) for meaning in meanings))
    return len(meanings) * len(batch) / seconds


if __name__ == "__main__":
    main()
