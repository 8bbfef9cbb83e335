"""`adjudicator tricks` as it is typed: contracts that cannot be played, records of play, machine-readable output."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from adjudicator.bridge import AdjudicatorError
from adjudicator.cli import tricks as door

CASE = """
id = "play"
year = 2019
law_edition = "2017"
authority = "WBF"
scoring = "IMP teams"
dealer = "N"
vulnerability = "None"
deal = "N:AKQJ.AKQ.432.432 T98.J98.KQJ.KQJ5 765.7654.A65.A76 432.T32.T987.T98"
auction = ["1C", "P", "1H", "P", "2NT", "P", "3NT", "P", "P", "P"]
table_contract = "3NT N"
play = [PLAY]

[[events]]
kind = "revoke"
call_index = -1
by = "E"
description = "East did not follow to the second spade."
"""
SOUND = '"DK", "D5", "D7", "D2", "DQ", "D6", "D8", "D3"'
GIFT = '"C5", "C6", "CT", "C2"'
REVOKE = '"DK", "DA", "D7", "D2", "S5", "S2", "SA", "S8", "SK", "C5", "S6", "S3"'


@pytest.fixture
def case(tmp_path: Path) -> Path:
    return written(tmp_path, SOUND)


def written(folder: Path, play: str) -> Path:
    path = folder / "case.toml"
    path.write_text(CASE.replace("PLAY", play), encoding="utf-8")
    return path


def invoke(*arguments: str) -> Any:
    app = typer.Typer()
    app.command()(door.command)
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False)


def run(*arguments: str) -> str:
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_machine_readable_output_is_one_document_and_the_seed_decides_it(case: Path) -> None:
    first = run(str(case), "--json", "--seed", "3")
    assert first == run(str(case), "--json", "--seed", "3")
    data = json.loads(first)
    assert data["contract"] == "3NT N"
    assert sum(data["tricks"].values()) == pytest.approx(1, abs=0.001)
    assert len(data["play"]["cards"]) == 8


def test_who_gave_what(tmp_path: Path) -> None:
    shown = run(str(written(tmp_path, GIFT)))
    assert "the play:" in shown
    data = json.loads(run(str(written(tmp_path, GIFT)), "--json"))["play"]
    for gift in data["gifts"]:
        assert f"trick {gift['trick']}, " in shown
        assert 0 <= gift["found"] <= 100
    costs = [before != after for _, _, before, after in data["cards"]]
    assert sum(costs) == len(data["gifts"])


def test_a_play_with_a_revoke_is_followed_up_to_it(tmp_path: Path) -> None:
    result = invoke(str(written(tmp_path, REVOKE)), "--json")
    assert result.exit_code == 0
    assert len(json.loads(result.stdout)["play"]["cards"]) == 9
    assert "East revoked" in result.stderr


def test_a_play_that_began_in_the_wrong_hand_is_not_followed(tmp_path: Path) -> None:
    path = written(tmp_path, '"S2", "ST", "S5", "SA"')
    path.write_text(path.read_text(encoding="utf-8").replace('kind = "revoke"', 'kind = "lead_out_of_turn"'))
    result = invoke(str(path), "--json")
    assert result.exit_code == 0
    assert "play" not in json.loads(result.stdout)
    assert "the play is not followed" in result.stderr


@pytest.mark.parametrize(
    ("contract", "message"), [("Pass", "no play"), ("4S", "no declarer"), ("", "no contract"), ("8NT N", "no contract")]
)
def test_what_cannot_be_played_is_said(case: Path, contract: str, message: str) -> None:
    with pytest.raises(AdjudicatorError, match=message):
        run(str(case), "--contract", contract)


@pytest.mark.parametrize("contract", ["3NTXX W", "7SXX N", "1CX E"])
def test_any_contract_may_be_asked_for(case: Path, contract: str) -> None:
    data = json.loads(run(str(case), "--contract", contract, "--json"))
    assert data["contract"] == contract
    assert "play" not in data
    assert all(0 <= int(tricks) <= 13 for tricks in data["tricks"])


def test_a_negative_seed_is_refused(case: Path) -> None:
    assert invoke(str(case), "--seed", "-1").exit_code == 2
