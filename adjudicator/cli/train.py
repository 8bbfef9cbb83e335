"""``adjudicator train calls|leads|tricks ARCHIVE…``: fit a model again on another archive."""

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
NetworkSeed = Annotated[int, typer.Option(help="Seed of the first network; each further one adds 1.", min=0)]
Seed = Annotated[int, typer.Option(help="Seed of all that is drawn at random.", min=0)]


@command.callback()
def _train() -> None:
    """Fit a model on an archive of real boards."""


@command.command("calls")
def calls(archives: Archives, to: Folder, networks: Networks = 1, epochs: Epochs = 10, seed: NetworkSeed = 1) -> None:
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


LeadEpochs = Annotated[int, typer.Option(help="Passes through the archive.", min=1)]


@command.command("leads")
def leads(archives: Archives, to: Folder, epochs: LeadEpochs = 8, seed: Seed = 1) -> None:
    """Fit P(card led | hand, auction, contract) on the human tables of these archives; numpy alone."""
    from adjudicator.tricks.lead_training import Recipe, train_leads

    manifest, problems = train_leads(archives, to, Recipe(epochs=epochs, seed=seed), _tell)
    tell(problems[:20])
    print(json.dumps(manifest, indent=1))


Boards = Annotated[int, typer.Option(help="Tables to solve, drawn by deal: some tenths of a second each.", min=50)]


@command.command("tricks")
def tricks(archives: Archives, to: Folder, boards: Boards = 3000, seed: Seed = 1) -> None:
    """Fit how tricks taken differ from double-dummy tricks after the lead, on solved boards of these archives."""
    from adjudicator.tricks.error_training import train_errors

    manifest, problems = train_errors(archives, to, boards, seed, _tell)
    tell(problems[:20])
    print(json.dumps(manifest, indent=1))


Solved = Annotated[int, typer.Option(help="Deals to solve besides, with declarer and trumps at random.", min=100)]


@command.command("guess")
def guess(archives: Archives, to: Folder, deals: Solved = 6000, seed: Seed = 1) -> None:
    """Fit tricks taken from the cards alone, for simulations, on played human tables of these archives."""
    from adjudicator.tricks.card_guess import train_guess

    manifest, problems = train_guess(archives, to, deals, seed, _tell)
    tell(problems[:20])
    print(json.dumps(manifest, indent=1))


Data = Annotated[Path, typer.Option("--to", help="Folder for the settings.")]
Page = Annotated[Path, typer.Option("--page", help="Folder for the page of figures.")]
Turns = Annotated[int, typer.Option(help="Turns of each kind in each part, where the model is unsure.", min=20)]
MostTurns = Annotated[int, typer.Option(help="Turns of each part at the most, drawn from all kinds.", min=20)]
Layouts = Annotated[int, typer.Option(help="Layouts of the unseen hands for each turn.", min=10)]
Workers = Annotated[int, typer.Option(help="Processes that share the work.", min=1)]


@command.command("simulation")
def simulation(
    archives: Archives,
    to: Data,
    page: Page,
    turns: Turns = 180,
    most: MostTurns = 1200,
    layouts: Layouts = 64,
    workers: Workers = 1,
    seed: Seed = 0,
) -> None:
    """Fit where and how much simulation improves the call model, and test it on other auctions (about half an hour)."""
    from adjudicator.auctions.simulation_figures import Plan
    from adjudicator.auctions.training.simulation import train_simulation
    from adjudicator.scores.comparison import imps
    from adjudicator.tricks.card_guess import GuessedPoints

    plan = Plan(unsure=turns, limit=most, size=layouts, seed=seed)
    tell(train_simulation(archives, to, page, GuessedPoints, imps, plan, workers, _tell)[:20])


Docs = Annotated[Path, typer.Option("--to", help="Folder for the page and the diagram.")]
ContractBoards = Annotated[int, typer.Option(help="Boards for the figures about contracts.", min=1)]
Part = Annotated[str, typer.Option(help="Part of the archive: train, select, report or all.")]


@command.command("figures")
def figures(archives: Archives, to: Docs, part: Part = "report", boards: ContractBoards = 300, seed: Seed = 0) -> None:
    """Measure the packaged call model on an archive and write per-class table and reliability diagram."""
    from adjudicator.auctions.model import load_model
    from adjudicator.auctions.records import SPLIT_NAMES, read_tables, split_of
    from adjudicator.auctions.training.tables import write_figures

    if part not in (*SPLIT_NAMES, "all"):
        raise AdjudicatorError(Problem(f"there is no part '{part}'", f"choose from {', '.join(SPLIT_NAMES)}, all"))
    tables, problems = read_tables(archives)
    chosen = [
        table for table in tables if not table.robot and (part == "all" or SPLIT_NAMES[split_of(table.deal)] == part)
    ]
    if not chosen:
        raise AdjudicatorError(*problems[:20], Problem("no human tables of that part", "give another archive or part"))
    names = ", ".join(path.name for path in archives)
    write_figures(
        load_model(), chosen, to, boards=boards, seed=seed, sample=f"{len(chosen)} tables, {part} part of {names}"
    )


def _tell(event: dict[str, Any]) -> None:
    print(json.dumps(event), flush=True)
