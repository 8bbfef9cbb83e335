"""`adjudicator new RECORD`: a case file from a game record, with blanks for what only people know."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from adjudicator.bridge import AdjudicatorError, Problem
from adjudicator.cases.start import BLANKS, KIND_EXAMPLES, case_from_record, numbered_calls
from adjudicator.cases.vocabulary import SCORING_HELP
from adjudicator.formats import GameRecord, read_file

Record = Annotated[str, typer.Argument(help="A PBN or LIN file, or a hand viewer link in quotes.")]
BoardOption = Annotated[int | None, typer.Option("--board", help="The board, when the record holds several.")]
TableOption = Annotated[
    str, typer.Option("--table", help="The table: its number in the file, its room, or the name of a player or team.")
]
AskOption = Annotated[
    bool | None,
    typer.Option(
        "--ask/--no-ask", help="Ask for what is missing, or leave marked blanks; asks when a person sits there."
    ),
]


def command(record: Record, board: BoardOption = None, table: TableOption = "", ask: AskOption = None) -> None:
    """Start a case from a PBN or LIN file or a hand viewer link; the case file goes to standard output."""
    reading = read_file(record)
    for problem in reading.problems:
        sys.stderr.write(f"{problem.severity}: {problem}\n")
    if not reading.records and any(problem.is_error for problem in reading.problems):
        raise typer.Exit(2)
    if not reading.records:
        raise AdjudicatorError(Problem("there is no board to start a case from", "give PBN, LIN or a link", record))
    tables = choose_board(reading.records, board, record)
    chosen = choose_table(tables, table, record)
    others = [other for other in tables if other is not chosen and other.hands == chosen.hands]
    asking = (sys.stdin.isatty() and sys.stderr.isatty()) if ask is None else ask
    answers = ask_for_blanks(chosen) if asking else {}
    sys.stdout.write(case_from_record(chosen, others, answers))


def choose_board(records: Sequence[GameRecord], board: int | None, name: str) -> list[GameRecord]:
    """All tables of the board that is meant."""
    numbers = sorted({record.board for record in records if record.board is not None})
    if board is None:
        if len(numbers) > 1:
            raise AdjudicatorError(Problem(f"the record holds {_boards(numbers)}", "name one with --board", name))
        return list(records)
    found = [record for record in records if record.board == board]
    if not found:
        raise AdjudicatorError(Problem(f"there is no board {board}", f"the record holds {_boards(numbers)}", name))
    return found


def _boards(numbers: Sequence[int]) -> str:
    if not numbers:
        return "boards without numbers"
    listed = ", ".join(map(str, numbers[:40])) + (" …" if len(numbers) > 40 else "")
    return f"board{'s' if len(numbers) > 1 else ''} {listed}"


def choose_table(tables: Sequence[GameRecord], wanted: str, name: str) -> GameRecord:
    """The table that is meant: by number from 1, by room, by table, team or player; the first when none is named."""
    if not wanted.strip():
        return tables[0]
    if wanted.isdigit() and 1 <= int(wanted) <= len(tables) and not any(record.table for record in tables):
        return tables[int(wanted) - 1]
    key = wanted.strip().lower()
    for record in tables:
        labels = (record.table, record.room, record.home_team, *record.players)
        if any(label.lower().startswith(key) for label in labels if label):
            return record
    rooms = "; ".join(f"{number}: {describe(record)}" for number, record in enumerate(tables, start=1))
    raise AdjudicatorError(Problem(f"there is no table '{wanted}' for this board", f"choose from {rooms}", name))


def describe(record: GameRecord) -> str:
    """One table in a few words."""
    players = "/".join(player for player in record.players if player)
    return " ".join(part for part in (record.room, record.table, players, str(record.result or "")) if part)


def ask_for_blanks(record: GameRecord) -> dict[str, str]:
    """Put the questions whose answers no record holds; an empty answer leaves a blank."""
    questions = {
        "scoring": f"Form of scoring ({SCORING_HELP})",
        "authority": "Who regulates the event",
        "kind": f"What happened ({KIND_EXAMPLES})",
        "call_index": numbered_calls(record),
        "by": "Who did it (N, E, S, W, NS, EW)",
        "description": "Describe it in a sentence",
    }
    answers = {}
    for key in BLANKS:
        if key == "scoring" and record.scoring.strip() not in ("", "?"):
            continue
        try:
            answers[key] = str(typer.prompt(questions[key], default="", show_default=False, err=True))
        except typer.Abort:
            if sys.stdin.isatty():
                raise
            break  # the answers came from a pipe and have run out; the rest stays blank
    return answers
