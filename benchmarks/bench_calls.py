"""Speed of the call model: batched with shared beginnings against one decision at a time, and enumeration.

Run as a script on one core (OPENBLAS_NUM_THREADS=1): prints decisions per second, and ratios within the same run.
"""

from __future__ import annotations

import time

import numpy as np

from adjudicator.auctions import TableContext, enumerate_auctions, load_model
from adjudicator.auctions.figures import score_calls
from adjudicator.auctions.records import BidTable
from adjudicator.bridge import Auction, Deal, DealBatch, Seat, Vulnerability

BOARDS = 300
SEED = 11


def random_tables(rng: np.random.Generator) -> list[BidTable]:
    """Random deals, each bid by the model itself."""
    model = load_model()
    tables = []
    for _ in range(BOARDS):
        cards = rng.permutation(52)
        masks = np.zeros((1, 4, 4), dtype=np.uint16)
        for place, card in enumerate(cards):
            masks[0, place // 13, card // 13] |= np.uint16(1 << int(card % 13))
        deal: Deal = DealBatch(masks)[0]
        context = TableContext(Seat(int(rng.integers(4))), Vulnerability(int(rng.integers(4))), "IMP")
        forest = enumerate_auctions(model, deal, Auction(context.dealer), context, budget=1, samples=1, rng=rng)
        calls = tuple(map(int, forest.contracts[0].lines[0].auction.calls))
        hands = tuple((int(a), int(b), int(c), int(d)) for a, b, c, d in masks[0])
        tables.append(BidTable(deal.text, hands, calls, context))
    return tables


def one_by_one(tables: list[BidTable]) -> int:
    """Every decision on its own, its auction replayed from the dealer."""
    model, count = load_model(), 0
    for table in tables:
        deal = Deal.parse(table.deal)
        for length in range(len(table.calls)):
            model._recent.clear()
            model.probabilities(deal, table.auction.prefix(length), table.context)
            count += 1
    return count


def main() -> None:
    rng = np.random.default_rng(SEED)
    tables = random_tables(rng)
    began = time.process_time()
    together = len(score_calls(load_model(), tables)[0])
    batched = together / (time.process_time() - began)
    began = time.process_time()
    single = one_by_one(tables[:20]) / (time.process_time() - began)
    print(f"decisions per CPU second: batched {batched:,.0f}, one by one {single:,.0f}, ratio {batched / single:.1f}")
    for name, cut in (("from the start of the deal", 0), ("after three calls", 3)):
        looked, spent, left = 0, 0.0, 0.0
        for table in tables[:20]:
            began = time.process_time()
            start = table.auction.prefix(min(cut, len(table.calls) - 1))
            forest = enumerate_auctions(load_model(), Deal.parse(table.deal), start, table.context, rng=rng)
            spent += time.process_time() - began
            looked += forest.looked
            left += forest.unexplored
        print(
            f"enumeration {name}: {looked / 20:,.0f} turns in {spent / 20:.2f} s, {looked / spent:,.0f} turns/s, "
            f"{left / 20:.2%} not followed up"
        )


if __name__ == "__main__":
    main()
