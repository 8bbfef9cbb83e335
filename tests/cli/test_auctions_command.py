"""`adjudicator auctions` as it is typed: candidates weighed by simulation beside the model's shares."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from adjudicator.cli import auctions as door

CASE = """
id = "pulled"
year = 2019
law_edition = "2017"
authority = "WBF"
scoring = "IMP teams"
dealer = "N"
vulnerability = "None"
deal = "N:QJT98765.2.A3.64 42.AQJ7.QT42.AKQ A.KT85.J976.JT82 K3.9643.K85.9753"
auction = ["4S", "X", "P", "P", "P"]
table_contract = "4SX N"

[[events]]
kind = "hesitation"
call_index = 1
by = "E"
description = "East doubled after a long pause."
"""


@pytest.fixture
def case(tmp_path: Path) -> Path:
    path = tmp_path / "case.toml"
    path.write_text(CASE, encoding="utf-8")
    return path


def run(*arguments: str) -> str:
    app = typer.Typer()
    app.command()(door.command)
    result: Any = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    text: str = result.stdout
    return text


def test_simulation_is_shown_only_when_asked_for(case: Path) -> None:
    plain = json.loads(run(str(case), "--at", "3", "--json"))
    assert "simulation" not in plain
    found = json.loads(run(str(case), "--at", "3", "--json", "--simulate"))["simulation"]
    worth = {item["call"]: item["worth"] for item in found["candidates"]}
    assert max(worth, key=worth.__getitem__) == "P"
    assert found["unit"] == "IMPs"
    assert found["layouts"] == 96
    for item in found["candidates"]:
        assert item["error"] > 0
        assert 0 < sum(item["contracts"].values()) <= 1.0001
    shares = {item["call"]: item["chosen"] for item in plain["calls"]}
    if not found["used"]:
        assert all(
            shares[item["call"]] == pytest.approx(item["model"])
            for item in found["candidates"]
            if item["call"] in shares
        )


def test_words_say_worth_error_and_contracts(case: Path) -> None:
    text = run(str(case), "--at", "3", "--simulate")
    assert "4SX N" in text
    assert "IMPs" in text
    assert "behind" in text
    assert "layouts of the unseen hands" in text
    assert text == run(str(case), "--at", "3", "--simulate")


def test_worth_is_told_in_the_unit_of_the_event(case: Path) -> None:
    case.write_text(CASE.replace("IMP teams", "matchpoints"), encoding="utf-8")
    text = run(str(case), "--at", "3", "--simulate")
    assert "% of a top" in text
    assert "IMPs" not in text
