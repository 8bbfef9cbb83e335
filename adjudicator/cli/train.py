"""``adjudicator train calls ARCHIVE…``: fit the call model again on another archive."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from adjudicator.bridge import AdjudicatorError, Problem
from adjudicator.cli.main import tell

command = typer.Typer(help="Fit a model on an archive of real boards.", no_args_is_help=True)

Archives = Annotated[list[Path], typer.Argument(help="JSON lines (.jsonl, .jsonl.gz), PBN or LIN files.")]
Folder = Annotated[Path, typer.Option("--to", help="Folder for the weights and their manifest.")]
Networks = Annotated[int, typer.Option(help="How many networks to average.", min=1, max=4)]
Epochs = Annotated[int, typer.Option(help="Passes through the archive.", min=1)]
Seed = Annotated[int, typer.Option(help="Seed of the first network; each further one adds 1.")]


@command.callback()
def _train() -> None:
    """Fit a model on an archive of real boards."""


@command.command("calls")
def calls(archives: Archives, to: Folder, networks: Networks = 1, epochs: Epochs = 12, seed: Seed = 1) -> None:
    """Fit P(call | hand, auction, table) on the human tables of these archives; needs the extra `train`."""
    try:
        from adjudicator.auctions.training.fitting import Recipe
        from adjudicator.auctions.training.run import train_calls
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        raise AdjudicatorError(
            Problem("training needs torch, which is not installed", "pip install 'adjudicator[train]'")
        ) from None
    recipes = [replace(Recipe(), epochs=epochs, seed=seed + number) for number in range(networks)]
    manifest, problems = train_calls(archives, to, recipes, _tell)
    tell(problems[:20])
    print(json.dumps(manifest["metrics"], indent=1))


def _tell(event: dict[str, Any]) -> None:
    print(json.dumps(event), flush=True)
