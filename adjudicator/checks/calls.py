"""`adjudicator check calls`: the call model held against auctions that were really bid.

Files: JSON lines (`.jsonl`, `.jsonl.gz`), PBN, LIN. Figures are over decisions (calls without the three closing
passes) of human tables; robots are counted apart, under their source. Leaving closing passes out selects turns by
what happened later, so the flat figures use P(call | it is not a closing pass); `unconditional` holds the same
decisions under the plain probabilities, `all_calls` every call under the plain probabilities.

Contracts: from a random decision of a random sample of boards, is the contract reached at the table listed with at
least 2 %, and what is the mean weight on it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from adjudicator.auctions.figures import (
    Scored,
    by_class,
    contract_figures,
    reliability,
    score_calls,
    summary,
)
from adjudicator.auctions.model import CallModel, load_model
from adjudicator.auctions.records import BidTable, read_tables
from adjudicator.bridge import AdjudicatorError, Problem
from adjudicator.checks import CheckReport, Figure

CONTRACT_BOARDS = 500


def run(paths: Sequence[Path], *, limit: int | None = None, seed: int = 0) -> CheckReport:
    """Score every decision of the files; limit: a random sample of so many deals."""
    tables, problems = read_tables(paths)
    if not tables:
        raise AdjudicatorError(
            *problems[:20] or [Problem("no auctions in these files", "give .jsonl.gz, .pbn or .lin")]
        )
    tables = sample_deals(tables, limit, seed)
    figures = figures_of(load_model(), tables, seed)
    figures["unread"] = len(problems)
    return CheckReport(figures, [])


def sample_deals(tables: Sequence[BidTable], limit: int | None, seed: int) -> list[BidTable]:
    """All tables of a random sample of deals."""
    deals = sorted({table.deal for table in tables})
    if limit is None or limit >= len(deals):
        return list(tables)
    chosen = set(random.Random(seed).sample(deals, limit))
    return [table for table in tables if table.deal in chosen]


def figures_of(model: CallModel, tables: Sequence[BidTable], seed: int) -> dict[str, Figure]:
    """All figures; the flat ones are over human tables, or over robots where there are no others."""
    human = [table for table in tables if not table.robot] or list(tables)
    plain, decisions = score_calls(model, human)
    figures: dict[str, Figure] = dict(summary(decisions))
    figures["tables"] = len(human)
    figures |= _contracts(model, human, seed)
    figures["unconditional"] = summary(plain.where(~plain.closing))
    figures["all_calls"] = summary(plain)
    figures["by_class"] = by_class(decisions)
    figures["by_source"] = _by_source(model, tables, human, decisions)
    figures["reliability"] = reliability(decisions)
    return figures


def _contracts(model: CallModel, tables: Sequence[BidTable], seed: int) -> dict[str, Figure]:
    by_deal: dict[str, BidTable] = {}
    for table in random.Random(seed).sample(list(tables), len(tables)):
        by_deal.setdefault(table.deal, table)
    boards = list(by_deal.values())[:CONTRACT_BOARDS]
    random_turn = contract_figures(model, boards, np.random.default_rng(seed))
    from_start = contract_figures(model, boards, np.random.default_rng(seed), from_start=True)
    return {
        "contract_covered": random_turn.covered,
        "contract_weight": random_turn.weight,
        "contracts_listed": random_turn.listed,
        "contract_unexplored": random_turn.unexplored,
        "contract_boards": random_turn.boards,
        "start_contract_covered": from_start.covered,
        "start_contract_weight": from_start.weight,
        "start_contracts_listed": from_start.listed,
    }


def _by_source(
    model: CallModel, tables: Sequence[BidTable], human: Sequence[BidTable], decisions: Scored
) -> dict[str, dict[str, float | int]]:
    source = np.array([table.source for table in human])
    found = {
        str(name) or "unnamed": summary(decisions.where(source[decisions.table] == name)) for name in np.unique(source)
    }
    robots = [table for table in tables if table.robot]
    if robots and len(robots) < len(tables):
        found["robots"] = summary(score_calls(model, robots)[1])
    return found
