"""``adjudicator check KIND FILE…``: the engine against a table of expectations."""

from __future__ import annotations

import json
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.bridge import AdjudicatorError, Problem
from adjudicator.checks import CheckReport

KINDS = {
    "law": "law_table.toml: rules against decision cases",
    "calls": "auctions .jsonl.gz, .pbn, .lin: the call model",
    "expectations": "expected calls .jsonl: a bidding system",
    "robots": "auctions of robots with a stated system .jsonl.gz",
    "leads": "auctions with play: opening leads",
    "tricks": "auctions with play: tricks taken",
    "doubledummy": "boards .txt with TABLE, FUT, PAR, TRACE lines",
    "cases": "a folder of case files with published rulings or answers",
    "outcomes": "auctions with several tables a board .jsonl, .jsonl.gz",
    "preferans": "preferans_table.toml, preferans_dd.jsonl",
    "formats": "game records and their expected.json",
    "system": "a bidding system file: gaps, overlaps, unreachable rules",
}


_HERE = [kind for kind in KINDS if find_spec(f"adjudicator.checks.{kind}")]
_LISTED = "\n\n".join(f"{kind}: {KINDS[kind]}" for kind in _HERE)
Kind = Annotated[str, typer.Argument(help=f"One of these, with what it reads:\n\n{_LISTED}")]
Files = Annotated[list[Path], typer.Argument(help="Tables or records to hold the engine against.")]
AsJson = Annotated[bool, typer.Option("--json", help="Only machine-readable figures on standard output.")]
Limit = Annotated[int | None, typer.Option(help="A random sample of so many, drawn by deal.", min=1)]
Seed = Annotated[int, typer.Option(help="Seed of the sample and of any simulation.", min=0)]


def command(kind: Kind, files: Files, as_json: AsJson = False, limit: Limit = None, seed: Seed = 0) -> None:
    """Hold the engine against a table of expectations; exit status 0 only when all hold."""
    report = _run(kind, files, limit, seed)
    if as_json:
        print(json.dumps(report.figures, ensure_ascii=False, sort_keys=True))
    else:
        for failure in report.failures:
            print(failure)
        figures = dict(report.figures)
        notes = figures.pop("notes", None)
        for note in notes if isinstance(notes, list) else ():
            print(note)
        print("  ".join(f"{key} {_short(value)}" for key, value in figures.items()))
    if not report.ok:
        raise typer.Exit(1)


def _run(kind: str, files: list[Path], limit: int | None, seed: int) -> CheckReport:
    if kind not in KINDS:
        raise AdjudicatorError(Problem(f"there is no check '{kind}'", f"choose from {', '.join(_HERE)}"))
    absent = [path for path in files if not path.exists()]
    if absent:
        raise AdjudicatorError(*(Problem("no such file", "check the name", str(path)) for path in absent))
    try:
        module = import_module(f"adjudicator.checks.{kind}")
    except ModuleNotFoundError as error:
        if error.name != f"adjudicator.checks.{kind}":
            raise
        raise AdjudicatorError(Problem(f"the check '{kind}' is not part of this version")) from None
    report: CheckReport = module.run(files, limit=limit, seed=seed)
    return report


def _short(value: object) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)
