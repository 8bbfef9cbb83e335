"""``adjudicator rule CASE``: the main job."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.bridge import AdjudicatorError
from adjudicator.cases import load_case
from adjudicator.cli.main import tell
from adjudicator.rulings import Settings, rule

CaseFile = Annotated[Path, typer.Argument(help="A case file (TOML or JSON); start one with `adjudicator new`.")]
AsJson = Annotated[bool, typer.Option("--json", help="The whole ruling as JSON on standard output.")]
Seed = Annotated[int | None, typer.Option(help="Seed of all sampling; the same seed gives the same ruling.")]
Quick = Annotated[bool, typer.Option("--quick", help="Save time: follow fewer auctions.")]


def command(case_file: CaseFile, as_json: AsJson = False, seed: Seed = None, quick: Quick = False) -> None:
    """Rule on a case: the law, what would have happened, damage, and the score proposed for each side."""
    loaded = load_case(case_file)
    if loaded.case is None or loaded.errors:
        raise AdjudicatorError(*(loaded.errors or loaded.problems))
    chosen = seed if seed is not None else loaded.case.seed or 0
    ruling = rule(loaded.case, Settings(chosen, quick), loaded.warnings)
    tell(ruling.warnings)
    from adjudicator.reports import print_ruling, ruling_json

    if as_json:
        print(ruling_json(ruling))
    else:
        print_ruling(ruling)
