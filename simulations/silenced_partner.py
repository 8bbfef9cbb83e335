"""What does silencing the partner cost? A study on synthetic insufficient bids (27B2).

On random deals the call model bids a few calls; then the player in turn makes an insufficient bid that no call of his
methods repeats, so that he replaces it by the final bid or pass that the model finds best for a player whose partner
must pass. The same board without the irregularity is the reference world. For each board: expected score in IMPs
against the reference, seen by the side that did not offend. The mean over boards says whether the law on average
restores, enriches or impoverishes them; the share of boards on which they lose says how often 27D or 72C matters.

    python simulations/silenced_partner.py --boards 200 --seed 1 --jobs 2 --out silenced.csv

One row a board; the same seed gives the same rows, however many jobs share the work.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np

from adjudicator.auctions.context import TableContext
from adjudicator.auctions.enumeration import enumerate_auctions
from adjudicator.auctions.forest import Forest
from adjudicator.auctions.legal import LegalFilter
from adjudicator.auctions.model import load_model
from adjudicator.bridge import PASS, Auction, Call, Deal, Seat, Side, Vulnerability, dealer_of_board
from adjudicator.sampling import Conditions, Sampler
from adjudicator.scores import imp
from adjudicator.tricks.forecast import forecast

BUDGET = 300
SAMPLES = 120


@dataclass(frozen=True)
class Row:
    """One synthetic irregularity. ``imps`` is the non-offenders' expected swing against the reference world."""

    board: int
    dealer: str
    vulnerability: str
    deal: str
    auction: str
    offender: str
    replacement: str
    expected_reference: float
    expected_silenced: float
    imps: float


def study_board(seed: int, board: int) -> Row | None:
    """One board; ``None`` where the auction ended before anything insufficient could be bid."""
    rng = np.random.default_rng([seed, board])
    deal = Sampler(Conditions()).draw(1, rng).batch[0]
    context = TableContext(dealer_of_board(board), Vulnerability.for_board(board), scoring="IMP")
    start = _bid_until(deal, context, int(rng.integers(2, 7)), rng)
    if start is None:
        return None
    offender = start.seat_of(len(start))
    nos = offender.side.other
    reference = expected_scores(_enumerated(deal, start, context, None, rng), deal, context)
    replacement, silenced = _best_replacement(deal, start, context, offender, rng)
    swing = expected_imps(silenced, reference) * (1 if nos is Side.NS else -1)
    return Row(
        board, start.dealer.letter, context.vulnerability.text, deal.text, start.text, offender.letter,
        str(replacement), mean(reference), mean(silenced), round(swing, 4),
    )  # fmt: skip


def _bid_until(deal: Deal, context: TableContext, calls: int, rng: np.random.Generator) -> Auction | None:
    """The model's auction up to a turn at which an insufficient bid is possible."""
    auction, model = Auction(context.dealer), load_model()
    while len(auction) < calls or auction.last_bid is None or auction.last_bid == Call.bid(1, 0):
        share = model.probabilities(deal, auction, context)
        auction = auction.add(Call(int(rng.choice(38, p=share / share.sum()))))
        if auction.is_over:
            return None
    return auction


def _enumerated(
    deal: Deal, start: Auction, context: TableContext, legal: LegalFilter | None, rng: np.random.Generator
) -> Forest:
    return enumerate_auctions(load_model(), deal, start, context, legal=legal, budget=BUDGET, samples=SAMPLES, rng=rng)


def _best_replacement(
    deal: Deal, start: Auction, context: TableContext, offender: Seat, rng: np.random.Generator
) -> tuple[Call, dict[int, float]]:
    """Of the model's likeliest calls the one with the best prospects when partner must pass throughout."""
    share = load_model().probabilities(deal, start, context)
    candidates = [Call(int(i)) for i in np.argsort(-share) if share[i] > 0.02 and (i == 0 or i >= 3)][:4] or [PASS]
    silence = LegalFilter.must_pass(offender.partner, "27B2", start=len(start) + 1)
    sign = 1 if offender.side is Side.NS else -1
    worth: list[tuple[float, int, dict[int, float]]] = []
    for call in candidates:
        after = start.add(call)
        scores = (
            {0: 1.0}
            if after.is_passed_out
            else expected_scores(_enumerated(deal, after, context, silence, rng), deal, context)
            if not after.is_over
            else _final(deal, after, context)
        )
        worth.append((sign * mean(scores), -int(call), scores))
    _, number, scores = max(worth, key=lambda item: item[:2])
    return Call(-number), scores


def _final(deal: Deal, auction: Auction, context: TableContext) -> dict[int, float]:
    contract = auction.standing
    tricks = forecast(deal, auction, contract)
    return {contract.score_ns(n, context.vulnerability): chance for n, chance in tricks.chances.items()}


def expected_scores(forest: Forest, deal: Deal, context: TableContext) -> dict[int, float]:
    """N/S scores with their chances, which sum to 1."""
    scores: dict[int, float] = {}
    for item in forest.at_least(0.01) or forest.contracts[:1]:
        for number, chance in forecast(deal, item.lines[0].auction, item.contract).chances.items():
            score = item.contract.score_ns(number, context.vulnerability)
            scores[score] = scores.get(score, 0.0) + item.probability * chance
    total = sum(scores.values())
    return {score: chance / total for score, chance in scores.items()}


def mean(scores: dict[int, float]) -> float:
    """Mean N/S score, only to look at: nothing is awarded from it."""
    return round(sum(score * chance for score, chance in scores.items()), 2)


def expected_imps(ours: dict[int, float], theirs: dict[int, float]) -> float:
    """Expected IMPs to N/S when one table has the first distribution and the other table the second."""
    return sum(p * q * imp(score - other) for score, p in ours.items() for other, q in theirs.items())


def study(boards: int, seed: int, jobs: int) -> Iterator[Row]:
    """Rows in order of boards."""
    numbers = range(1, boards + 1)
    if jobs == 1:
        found = (study_board(seed, board) for board in numbers)
        yield from (row for row in found if row is not None)
        return
    with ProcessPoolExecutor(jobs) as pool:
        for row in pool.map(study_board, [seed] * boards, numbers, chunksize=4):
            if row is not None:
                yield row


def summary(rows: Sequence[Row]) -> str:
    """Mean swing with its 95 % interval, and how often the non-offenders lose."""
    swings = np.array([row.imps for row in rows])
    error = swings.std(ddof=1) / np.sqrt(len(swings)) if len(swings) > 1 else float("nan")
    low, high = swings.mean() - 1.96 * error, swings.mean() + 1.96 * error
    return (
        f"{len(rows)} irregularities: non-offenders gain {swings.mean():+.2f} IMPs a board "
        f"(95 % interval {low:+.2f} to {high:+.2f}); they lose on {float((swings < 0).mean()):.0%} of boards"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--boards", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, help="write one row a board as CSV")
    chosen = parser.parse_args(arguments)
    rows = list(study(chosen.boards, chosen.seed, chosen.jobs))
    if not rows:
        sys.exit("no board gave an irregularity; ask for more boards")
    if chosen.out:
        with chosen.out.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, [field.name for field in fields(Row)])
            writer.writeheader()
            writer.writerows(asdict(row) for row in rows)
    print(summary(rows))


if __name__ == "__main__":
    main()
