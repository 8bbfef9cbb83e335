"""``adjudicator auctions CASE``: what might have been called, and the contracts that follow."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from adjudicator.auctions import Information, enumerate_auctions, load_model
from adjudicator.auctions.agreements import meaning_text
from adjudicator.auctions.alternatives import AlternativesReport, logical_alternatives, threshold_for
from adjudicator.auctions.explain import explain
from adjudicator.auctions.forest import Forest
from adjudicator.auctions.from_case import deal_of, polls_of, table_of, turn_of_interest
from adjudicator.auctions.judgement import Evaluator, Judgement
from adjudicator.bridge import AdjudicatorError, Call, Problem, Vulnerability
from adjudicator.cases import Case, ScoringUnit, load_case
from adjudicator.cli.main import tell

CaseFile = Annotated[Path, typer.Argument(help="A case file (TOML or JSON) with four hands and an auction.")]
At = Annotated[int | None, typer.Option(help="Start after so many calls (default: the first irregularity).", min=0)]
AsJson = Annotated[bool, typer.Option("--json", help="Only machine-readable figures on standard output.")]
Seed = Annotated[int, typer.Option(help="Seed of the sampled tail.")]
Simulate = Annotated[bool, typer.Option("--simulate", help="Weigh the candidate calls by simulation (some seconds).")]
Exact = Annotated[bool, typer.Option("--exact", help="With --simulate: tricks by double dummy, which takes longer.")]


def command(
    case_file: CaseFile,
    at: At = None,
    as_json: AsJson = False,
    seed: Seed = 0,
    simulate: Simulate = False,
    exact: Exact = False,
) -> None:
    """The calls of the player to call with their shares, and the final contracts with their chances."""
    loaded = load_case(case_file)
    if loaded.case is None or loaded.errors:
        raise AdjudicatorError(*(loaded.errors or loaded.problems))
    tell(loaded.warnings)
    found = study(loaded.case, at, seed, simulation="exact" if exact else "quick" if simulate else "")
    if as_json:
        print(json.dumps(found, ensure_ascii=False))
        return
    print(f"after {found['start'] or 'no call'}:")
    for line in found["why"] + found.get("simulation", {}).get("lines", []):
        print(f"  {line}")
    for item in found["calls"]:
        mark = "logical alternative" if item["logical"] else ""
        low, high = item["chosen_interval"]
        print(f"  {item['call']:>4} {item['chosen']:6.1%} ({low:.0%}-{high:.0%})  {mark}")
    for item in found["contracts"]:
        print(f"  {item['contract']:>7} {item['probability']:6.1%}  {item['auction']}")
    print(f"  other contracts {found['others']:.1%}, not followed up {found['unexplored']:.2%}; seed {seed}")


def study(case: Case, at: int | None, seed: int, *, simulation: str = "") -> dict[str, Any]:
    """Everything the command shows, as plain values. ``simulation``: ``quick``, ``exact`` or none."""
    deal, start = deal_of(case), turn_of_interest(case)
    context, agreements, problems = table_of(case)
    tell(problems)
    information = Information(factors=agreements if agreements.changed else None)
    if at is not None:
        if case.auction is None or at > len(case.auction) or case.auction.prefix(at).is_over:
            raise AdjudicatorError(Problem(f"nobody is to call after {at} calls", "choose a smaller number for --at"))
        start = case.auction.prefix(at)
    model, polls = load_model(), polls_of(case)
    rule = threshold_for(case.edition, case.authority)
    shares = logical_alternatives(
        model, deal, start, context, threshold=rule, polls=polls, factors=information.factors,
        evaluator=_evaluator(context.vulnerability, simulation, seed), rng=np.random.default_rng(seed),
    )  # fmt: skip
    judgement = shares.judgement
    if judgement is not None and judgement.used:
        information = replace(information, judged={start: judgement.shares})
    forest = enumerate_auctions(
        model, deal, start, context, polls=polls, information=information, rng=np.random.default_rng(seed)
    )
    why = explain(model, deal, start, context, meaning=partial(meaning_text, agreements)).lines()
    found = {"start": start.text, "seed": seed, "why": why, "calls": _calls(shares), **_contracts(forest)}
    return found if judgement is None else {**found, "simulation": _simulation(judgement, case.scoring.unit)}


def _evaluator(vulnerability: Vulnerability, simulation: str, seed: int) -> Evaluator | None:
    if not simulation:
        return None
    from adjudicator.scores.comparison import imps
    from adjudicator.tricks.card_guess import GuessedPoints
    from adjudicator.tricks.worth import PlayedPoints

    points = PlayedPoints(vulnerability) if simulation == "exact" else GuessedPoints(vulnerability)
    return Evaluator(points, imps, seed=seed, always=True)


def _simulation(judgement: Judgement, unit: ScoringUnit) -> dict[str, Any]:
    """The judgement with its worths in the unit of the event (they count in IMPs)."""
    if judgement.simulation is not None and unit is not ScoringUnit.UNKNOWN:
        from adjudicator.scores.comparison import comparison

        judgement = replace(judgement, simulation=judgement.simulation.within(*comparison(unit)))
    found = judgement.simulation
    told = {} if found is None else {item.name: item for item in found.summary()}
    return {
        "kind": judgement.group,
        "used": judgement.used,
        "why": judgement.why,
        "unit": "" if found is None else found.unit,
        "layouts": 0 if found is None else len(found.deals),
        "effective": 0.0 if found is None else found.effective,
        "candidates": [
            {
                "call": name,
                "model": float(judgement.model[Call.parse(name)]),
                "share": float(judgement.shares[Call.parse(name)]),
                "worth": item.mean,
                "error": item.error,
                "contracts": {str(contract): share for contract, share in item.contracts},
            }
            for name, item in told.items()
        ],
        "lines": judgement.lines(),
    }


def _calls(shares: AlternativesReport) -> list[dict[str, Any]]:
    return [
        {
            "call": str(item.call),
            "chosen": item.chosen,
            "chosen_interval": list(item.chosen_interval),
            "considered": item.considered,
            "considered_interval": list(item.considered_interval),
            "logical": item.logical,
            "votes": item.votes,
        }
        for item in shares.calls
        if item.chosen >= 0.01 or item.votes
    ]


def _contracts(forest: Forest) -> dict[str, Any]:
    listed = forest.at_least(0.01)
    return {
        "contracts": [
            {
                "contract": str(item.contract),
                "probability": item.probability,
                "sampled": item.sampled,
                "auction": item.lines[0].auction.text,
            }
            for item in listed
        ],
        "others": forest.accounted - sum(item.probability for item in listed),
        "unexplored": forest.unexplored,
        "turns": forest.looked,
        "samples": forest.samples,
    }
