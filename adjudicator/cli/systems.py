"""``adjudicator system NAME``: a bidding system as a convention summary, or its rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.systems.loader import known_systems, load_system
from adjudicator.systems.model import System
from adjudicator.systems.summary import Section, sections, summary_html

Name = Annotated[str, typer.Argument(help=f"One of {', '.join(known_systems())}, or a system file (.yaml).")]
Html = Annotated[Path | None, typer.Option(help="Write the summary as an HTML page.")]
Rules = Annotated[bool, typer.Option("--rules", help="List the rules with their contexts.")]
AsJson = Annotated[bool, typer.Option("--json", help="Only machine-readable output.")]
Lang = Annotated[str, typer.Option(help="en or ru.")]


def command(
    name: Name = "sayc", html: Html = None, rules: Rules = False, as_json: AsJson = False, lang: Lang = "en"
) -> None:
    """What every first call means in this system, to be read against the pair's card."""
    system = load_system(name)
    if html is not None:
        html.write_text(summary_html(system, lang), encoding="utf-8")
        print(f"{system.name}: written to {html}")
        return
    if rules:
        _show_rules(system, as_json)
    else:
        _show_sections(system, as_json)


def _show_rules(system: System, as_json: bool) -> None:
    listed = [
        {"id": rule.id, "on": rule.on, "call": rule.call, "show": rule.show, "file": Path(rule.file).name}
        for rule in system.rules
    ]
    if as_json:
        print(json.dumps(listed, ensure_ascii=False))
        return
    for item in listed:
        print(f"{item['id']:28} {item['on']:28} {item['call']:5} {item['show']}")


def _show_sections(system: System, as_json: bool) -> None:
    found = sections(system)
    if as_json:
        print(json.dumps([_plain(part) for part in found], ensure_ascii=False))
        return
    for part in found:
        print(f"\n{part.chapter}: {part.title}")
        for call, readings in part.rows:
            for reading in readings:
                print(f"  {call!s:4} {reading.text}")


def _plain(part: Section) -> dict[str, object]:
    """A section as JSON holds it."""
    calls = [
        {"call": str(call), "rule": reading.rule, "meaning": reading.text, "forcing": reading.forcing}
        for call, readings in part.rows
        for reading in readings
    ]
    return {"chapter": part.chapter, "title": part.title, "auction": part.auction, "calls": calls}
