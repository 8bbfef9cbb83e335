"""The simulation evaluator: tricks guessed from the cards against double dummy, thinned layouts against uniform ones.

Run as a script on one core (OPENBLAS_NUM_THREADS=1). Prints, in the same run: CPU time of both ways to score the
same auctions, how well the worths of the candidates agree, and effective layouts for the same number of weighted
deals. Turns are taken from auctions that the model bids on random deals.
"""

from __future__ import annotations

import time

import numpy as np
from bench_calls import random_tables

from adjudicator.auctions import hidden as room
from adjudicator.auctions import load_model
from adjudicator.auctions.hidden import hidden_hands
from adjudicator.auctions.playout import Branch
from adjudicator.auctions.simulation import candidate_calls, simulate_branches
from adjudicator.bridge import Hand
from adjudicator.scores.comparison import imps
from adjudicator.tricks.card_guess import GuessedPoints
from adjudicator.tricks.worth import PlayedPoints

TURNS, LAYOUTS, SEED = 30, 24, 5


def main() -> None:
    rng = np.random.default_rng(SEED)
    model, tables = load_model(), random_tables(rng)
    quick, exact, spent, sizes = [], [], np.zeros(2), []
    for table in tables:
        index = int(rng.integers(2, max(3, table.closing)))
        auction = table.auction.prefix(index)
        if auction.is_over or len(quick) == TURNS:
            continue
        seat = auction.seat_of(index)
        hand = Hand.of_suits(*table.masks[seat])
        calls = candidate_calls(model.hand_probabilities(hand, auction, table.context), most=4)
        if len(calls) < 2:
            continue
        layouts = hidden_hands(model, hand, seat, auction, table.context, size=LAYOUTS, tried=400, sweeps=4)
        sizes.append((layouts.effective, uniform(model, hand, seat, auction, table.context)))
        branches = [Branch(str(call), auction.add(call)) for call in calls]
        ways = (GuessedPoints(table.context.vulnerability), PlayedPoints(table.context.vulnerability))
        found = []
        for number, points in enumerate(ways):
            began = time.process_time()
            found.append(simulate_branches(model, branches, seat.side, layouts, table.context, points, compare=imps))
            spent[number] += time.process_time() - began
        for worths, one in zip((quick, exact), found, strict=True):
            worths.append(one.mean() - one.mean().mean())
    first, second = np.concatenate(quick), np.concatenate(exact)
    print(f"{len(quick)} turns, {LAYOUTS} layouts: exact / guessed CPU {spent[1] / spent[0]:.1f}")
    print(f"worths agree: correlation {np.corrcoef(first, second)[0, 1]:.3f}, ", end="")
    print(f"root mean square difference {np.sqrt(np.mean((first - second) ** 2)):.2f} IMPs")
    ratio = np.exp(np.mean([np.log(thin / plain) for thin, plain in sizes]))
    print(f"effective layouts of 400 weighted: thinned / uniform {ratio:.1f} (geometric mean)")


def uniform(*question: object) -> float:
    """Effective layouts without thinning."""
    power, room._THINNING = room._THINNING, 0.0
    try:
        return hidden_hands(*question, size=LAYOUTS, tried=400, sweeps=0).effective  # type: ignore[arg-type]
    finally:
        room._THINNING = power


if __name__ == "__main__":
    main()
