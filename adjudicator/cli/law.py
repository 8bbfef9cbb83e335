"""``adjudicator law``: what the laws say of a case; one rule; all rules; a walk through the questions at the table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.bridge import AdjudicatorError, Problem

Words = Annotated[
    list[str],
    typer.Argument(
        help="A case file; or: show RULE (such as 2017/27B1b), table [LAW], ask.", metavar="CASE|show|table|ask"
    ),
]
Edition = Annotated[str, typer.Option(help="Look at the case under another edition: 1987, 1997, 2007 or 2017.")]
AsJson = Annotated[bool, typer.Option("--json", help="Machine-readable, and nothing else, on standard output.")]
Write = Annotated[Path | None, typer.Option(help="After `ask`: write the case to this file.")]


def command(words: Words, edition: Edition = "", as_json: AsJson = False, write: Write = None) -> None:
    """What the law says, without any simulation."""
    first, rest = words[0], words[1:]
    if first == "show":
        _show(rest, as_json)
    elif first == "table":
        _table(rest, as_json)
    elif first == "ask":
        _ask(write, as_json)
    else:
        _case(Path(first), edition, as_json)


def _case(path: Path, edition: str, as_json: bool) -> None:
    from adjudicator.cases import load_case
    from adjudicator.cli.main import tell
    from adjudicator.laws import assess
    from adjudicator.laws.doubts import case_doubts
    from adjudicator.laws.serial import findings_json
    from adjudicator.laws.text import findings_lines

    loaded = load_case(path)
    if loaded.case is None or loaded.errors:
        raise AdjudicatorError(*loaded.problems)
    tell((*loaded.problems, *case_doubts(loaded.case)))
    findings = assess(loaded.case, edition=edition or None)
    _print(findings_json(findings) if as_json else "\n".join(findings_lines(findings)))


def _show(words: list[str], as_json: bool) -> None:
    from adjudicator.laws.lookup import find_rules, rule_card
    from adjudicator.laws.serial import card_json
    from adjudicator.laws.text import card_lines

    if not words:
        raise AdjudicatorError(Problem("which rule?", "write for example: adjudicator law show 2017/27B1b"))
    cards = [rule_card(rule) for word in words for rule in find_rules(word)]
    if as_json:
        _print(card_json(cards))
    else:
        _print("\n\n".join("\n".join(card_lines(card)) for card in cards))


def _table(words: list[str], as_json: bool) -> None:
    from adjudicator.laws.examples import table_rows
    from adjudicator.laws.serial import as_json_text

    rows = table_rows(words[0] if words else "")
    if not rows:
        raise AdjudicatorError(Problem(f"no rule belongs to '{words[0]}'", "name a law, such as 27 or 2017/27"))
    if as_json:
        _print(as_json_text(rows))
        return
    for row in rows:
        _print(f"{row.rule:18} {row.grade:8} {row.confidence:11} {row.function:38} {' '.join(row.examples)}")


def _ask(write: Path | None, as_json: bool) -> None:
    from adjudicator.laws.interview import Interview
    from adjudicator.laws.serial import as_json_text, case_toml, finding_data
    from adjudicator.laws.text import announcement, finding_lines

    walk = Interview()
    shown = sys.stderr if as_json else sys.stdout
    while (question := walk.next_question) is not None:
        print(f"{question}", file=shown, flush=True)
        line = sys.stdin.readline()
        if not line:
            break
        try:
            walk = walk.answer(line)
        except AdjudicatorError as error:
            if not sys.stdin.isatty():
                raise
            print(str(error), file=shown)
    if walk.next_question is not None and "irregular_call" not in walk.entry and "facts" not in walk.entry:
        raise AdjudicatorError(
            Problem("the answers ended before there was anything to rule on", "answer all questions")
        )
    ruling = walk.ruling
    told = announcement(ruling) if not ruling.children or ruling.status == "applies" else tuple(finding_lines(ruling))
    _print(as_json_text(finding_data(ruling)) if as_json else "\nRuling\n  " + "\n  ".join(told))
    if write is not None:
        write.write_text(case_toml(walk.table_entry), encoding="utf-8")


def _print(text: str) -> None:
    print(text)
