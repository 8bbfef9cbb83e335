"""Loading a system, and all rules of a position on 10,000 hands against a Python loop over the hands.

Run as a script; prints times and the ratio of the loop to the arrays in the same run (seed 1).
"""

from __future__ import annotations

import time

import numpy as np

from adjudicator.bridge import Auction, Seat, Vulnerability
from adjudicator.meanings import Features
from adjudicator.systems import loader, rule_scores
from adjudicator.systems.choice import node_of, node_scores

HANDS, LOOPED = 10_000, 200


def random_hands(count: int, seed: int) -> np.ndarray:
    """Suit masks (count, 4) of random hands."""
    order = np.random.default_rng(seed).permuted(np.tile(np.arange(52), (count, 1)), axis=1)[:, :13]
    return np.stack([np.where(order // 13 == s, 1 << (order % 13), 0).sum(axis=1) for s in range(4)], axis=1).astype(
        np.uint16
    )


def main() -> None:
    start = time.process_time()
    system = loader.load_system("two_over_one")
    print(f"load two_over_one: {time.process_time() - start:.3f} s, {len(system.rules)} rules")
    masks = random_hands(HANDS, 1)
    for text in ("", "1S P", "1H", "1S 2H X P 2S P"):
        auction = Auction.parse(Seat.NORTH, text)
        start = time.process_time()
        node = node_of(auction, Vulnerability.NONE, system)
        built = time.process_time() - start
        rule_scores(masks[:1], auction, Vulnerability.NONE, system)
        start = time.process_time()
        rule_scores(masks, auction, Vulnerability.NONE, system)
        arrays = time.process_time() - start
        start = time.process_time()
        for row in masks[:LOOPED]:
            node_scores(node, Features(row[None, :]))
        loop = (time.process_time() - start) * HANDS / LOOPED
        print(
            f"{text or 'opening':16} {len(node.instances):4} rules, position {built * 1e3:6.1f} ms, "
            f"{HANDS} hands {arrays * 1e3:6.1f} ms, per-hand loop / arrays {loop / arrays:6.0f}"
        )


if __name__ == "__main__":
    main()
