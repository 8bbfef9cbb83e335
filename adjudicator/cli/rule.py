"""``adjudicator rule CASE``: the main job."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.bridge import AdjudicatorError
from adjudicator.cases import LoadedCase, load_case
from adjudicator.cases.changes import load_changed
from adjudicator.cli.main import tell
from adjudicator.laws.doubts import case_doubts
from adjudicator.rulings import Ruling, Settings, rule
from adjudicator.rulings.tools import Memory
from adjudicator.rulings.whatif import Difference, differences

CaseFile = Annotated[Path, typer.Argument(help="A case file (TOML or JSON); start one with `adjudicator new`.")]
AsJson = Annotated[bool, typer.Option("--json", help="The whole ruling as JSON on standard output.")]
Seed = Annotated[int | None, typer.Option(help="Seed of all sampling; the same seed gives the same ruling.")]
Quick = Annotated[bool, typer.Option("--quick", help="Save time: follow fewer auctions.")]


Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        help="Judge one thing otherwise; may be repeated. Findings: events.1.suggested=no, facts.bit=disputed, "
        "serious_error.EW=-620. Numbers: poll.16=P:5,6S:2, shares.16.P=30%, considered.16.P=10%, threshold=25%, "
        "weights.'3NT E'=40%, lead.HK=50%, makes.'3NT E'=50%, as_played=50%. Law: law_edition=1997, authority=EBU. "
        "All of them: docs/howto/what-if.md.",
    ),
]


def command(
    case_file: CaseFile, as_json: AsJson = False, seed: Seed = None, quick: Quick = False, changes: Changes = None
) -> None:
    """Rule on a case: the law, what would have happened, damage, and the score proposed for each side.

    With --set the ruling is given again with something judged otherwise, and what that changes is told first.
    """
    from adjudicator.reports import print_differences, print_ruling, ruling_data

    memory: Memory = {}
    ruling = _ruled(load_case(case_file), seed, quick, memory)
    told: tuple[Difference, ...] = ()
    if changes:
        changed = _ruled(load_changed(case_file, changes), seed, quick, memory)
        ruling, told = changed, differences(ruling, changed)
    tell(ruling.warnings)
    if as_json:
        data = ruling_data(ruling)
        data["changes"] = [str(item) for item in told]
        print(json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True))
        return
    if changes:
        print_differences(changes, told)
    print_ruling(ruling)


def _ruled(loaded: LoadedCase, seed: int | None, quick: bool, memory: Memory) -> Ruling:
    if loaded.case is None or loaded.errors:
        raise AdjudicatorError(*(loaded.errors or loaded.problems))
    chosen = seed if seed is not None else loaded.case.seed or 0
    return rule(loaded.case, Settings(chosen, quick), (*loaded.warnings, *case_doubts(loaded.case)), memory)
