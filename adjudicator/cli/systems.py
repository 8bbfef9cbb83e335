"""``adjudicator system NAME``: a bidding system as a convention summary, or its rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.systems.loader import known_systems, load_system
from adjudicator.systems.summary import sections, summary_html

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
        listed = [
            {"id": rule.id, "on": rule.on, "call": rule.call, "show": rule.show, "file": Path(rule.file).name}
            for rule in system.rules
        ]
        for item in [] if as_json else listed:
            print(f"{item['id']:28} {item['on']:28} {item['call']:5} {item['show']}")
        if as_json:
            print(json.dumps(listed, ensure_ascii=False))
        return
    found = sections(system)
    if as_json:
        print(
            json.dumps(
                [
                    {
                        "chapter": part.chapter,
                        "title": part.title,
                        "auction": part.auction,
                        "calls": [
                            {"call": str(call), "rule": one.rule, "meaning": one.text, "forcing": one.forcing}
                            for call, readings in part.rows
                            for one in readings
                        ],
                    }
                    for part in found
                ],
                ensure_ascii=False,
            )
        )
        return
    for part in found:
        print(f"\n{part.chapter}: {part.title}")
        for call, readings in part.rows:
            for reading in readings:
                print(f"  {call!s:4} {reading.text}")
