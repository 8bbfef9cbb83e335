"""The command line: a thin door that imports only the room it opens."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import typer

from adjudicator import __version__
from adjudicator.bridge import AdjudicatorError, Problem

BAD_INPUT = 2
INTERNAL = 70

COMMANDS: dict[str, tuple[str, str]] = {
    "rule": ("rule", "Rule on a case: law, auctions, tricks, score, proposal (the main job)."),
    "law": ("law", "What the law says of a case, without any simulation; show, table, ask."),
    "auctions": ("auctions", "The auctions that might have been, with their chances."),
    "tricks": ("tricks", "Tricks by opening lead and their distribution."),
    "score": ("score", "Score a case, or weights that the director already knows."),
    "meaning": ("meaning", "What a call shows: text, count, hands; is one meaning contained in another?"),
    "system": ("systems", "A bidding system as a convention summary."),
    "new": ("new", "Start a case from a PBN or LIN file or a handviewer link."),
    "schema": ("schema", "The JSON schema of the case file, for editors."),
    "check": ("check", "Hold the engine against a table of expectations."),
    "train": ("train", "Fit the call model on another archive."),
}


def run(argv: Sequence[str] | None = None) -> None:
    """Entry point of the ``adjudicator`` command."""
    _speak_utf8()
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        _app_for(arguments)(args=arguments)
    except AdjudicatorError as error:
        tell(error.problems)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        _close_quietly()
    except OSError as error:
        place = str(error.filename or "")
        tell([Problem(f"{error.strerror or error}", "check the name and the permissions", place)])
        sys.exit(BAD_INPUT)
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        if os.environ.get("ADJUDICATOR_DEBUG"):
            raise
        tell([Problem(f"internal fault: {type(error).__name__}: {error}", _REPORT)])
        sys.exit(INTERNAL)


_REPORT = "this is a fault of the program; run again with ADJUDICATOR_DEBUG=1 and report what it prints"


def tell(problems: Sequence[Problem]) -> None:
    """One line per problem on standard error."""
    for problem in problems:
        sys.stderr.write(f"{problem.severity}: {problem}\n")


def _close_quietly() -> None:
    """The reader of a pipe has gone (``… | head``); that is no fault."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(0)


def _speak_utf8() -> None:
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")


def _app_for(arguments: Sequence[str]) -> typer.Typer:
    """All commands by name and help; only the one that is called is imported."""
    wanted = next((word for word in arguments if not word.startswith("-")), None)
    app = typer.Typer(
        name="adjudicator",
        help="Adjusted scores in bridge. The machine proposes, the director decides.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        add_completion=False,
    )
    app.callback()(_callback)
    for name, (module, help_text) in COMMANDS.items():
        if name != wanted:
            app.command(name, help=help_text)(_closed_door)
            continue
        command: Any = import_module(f"adjudicator.cli.{module}").command
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name, help=help_text)
        else:
            app.command(name)(command)
    return app


def _closed_door() -> None:
    """Stands for a command that this call does not use."""


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"adjudicator {__version__}")
        raise typer.Exit


_VERSION = typer.Option(False, "--version", callback=_print_version, is_eager=True, help="Show the version.")


def _callback(version: bool = _VERSION) -> None:
    del version


if __name__ == "__main__":
    run()
