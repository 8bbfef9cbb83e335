"""``adjudicator tricks CASE``: tricks by opening lead, and their distribution at the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.auctions.from_case import context_of
from adjudicator.bridge import AdjudicatorError, Auction, Contract, Problem
from adjudicator.cases import Case, load_case
from adjudicator.tricks.forecast import TrickForecast, forecast

CaseFile = Annotated[Path, typer.Argument(help="A case file with the four hands.")]
Named = Annotated[str | None, typer.Option("--contract", help="Another contract, such as '5S N'.")]
AsJson = Annotated[bool, typer.Option("--json", help="Machine-readable figures on standard output.")]


def command(case_file: CaseFile, contract: Named = None, as_json: AsJson = False) -> None:
    """Tricks in a contract: double dummy for every lead, leads by chance, and what is taken at the table."""
    loaded = load_case(case_file)
    if loaded.case is None or loaded.errors:
        raise AdjudicatorError(*(loaded.errors or loaded.problems))
    found = _forecast(loaded.case, _contract(loaded.case, contract))
    if as_json:
        print(json.dumps(as_data(found), sort_keys=True))
    else:
        _show(found)


def _contract(case: Case, text: str | None) -> Contract:
    chosen = Contract.parse(text) if text else case.table_contract
    if chosen is None or chosen.declarer is None:
        raise AdjudicatorError(Problem("no contract with a declarer is known", "add --contract '4S N'", case.source))
    return chosen


def _forecast(case: Case, contract: Contract) -> TrickForecast:
    if case.deal is None:
        raise AdjudicatorError(Problem("the four hands are needed", "add the deal to the case", case.source))
    auction = case.auction or Auction(case.dealer or contract.declarer or 0)  # type: ignore[arg-type]
    table = context_of(case) if case.dealer is not None and case.vulnerability is not None else None
    return forecast(case.deal, auction, contract, table=table)


def as_data(found: TrickForecast) -> dict[str, object]:
    """The forecast for machines."""
    return {
        "contract": str(found.contract),
        "leads": {str(lead.card): [round(lead.probability, 4), lead.double_dummy] for lead in found.leads},
        "tricks": {str(tricks): round(chance, 4) for tricks, chance in found.chances.items()},
        "mean": round(found.mean, 3),
        "making": round(found.making, 4),
        "source": found.source,
    }


def _show(found: TrickForecast) -> None:
    from adjudicator.reports.texts import cards_in_short, percent, with_symbols

    print(with_symbols(f"{found.contract}: double dummy by lead"))
    for tricks, leads in found.by_tricks().items():
        chance = sum(lead.probability for lead in leads)
        print(f"  {tricks:2d} tricks  {cards_in_short(lead.card for lead in leads)}  ({percent(chance)} of leads)")
    print("at the table")
    for tricks, chance in sorted(found.chances.items(), reverse=True):
        print(f"  {tricks:2d} tricks  {percent(chance):>5}  {'█' * round(40 * chance)}")
    print(f"mean {found.mean:.2f}, makes {percent(found.making)} ({found.source})")
