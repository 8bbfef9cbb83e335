"""``adjudicator meaning``: sheets, proofs, calls of a system, JSON and nothing else."""

from __future__ import annotations

import json

import pytest
import typer
from typer.testing import CliRunner

from adjudicator.bridge import Hand
from adjudicator.cli import meaning as door
from adjudicator.cli.main import run
from adjudicator.meanings import parse


@pytest.fixture
def call():
    app = typer.Typer()
    app.command()(door.command)

    def invoke(*arguments: str) -> str:
        result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.stdout

    return invoke


def test_sheet(call):
    text = call("nat; hcp 15-17; bal")
    assert "30,897,212,184 of 635,013,559,600 (4.866 %)" in text
    assert text.count("for example:") == 3
    assert "15.80 HCP (15–17)" in text


def test_sheet_as_json_is_json_alone(call):
    data = json.loads(call("S>=5; hcp 11-19", "--json", "--hands", "5", "--seed", "7"))
    meaning = parse("S>=5; hcp 11-19")
    assert data["count"] == meaning.count()
    assert len(data["examples"]) == 5
    assert all(meaning.holds(Hand.parse(text)) for text in data["examples"])
    assert sum(data["lengths"]["S"].values()) == data["count"] == sum(data["hcp"].values())
    assert data == json.loads(call("S>=5; hcp 11-19", "--json", "--hands", "5", "--seed", "7"))


def test_known_cards(call):
    data = json.loads(call("aces 4", "--json", "--held", "A...", "--elsewhere", ".A.."))
    assert data["count"] == 0
    assert data["contradictions"] == [["4 aces"]]


def test_contained_in(call):
    assert call("D>=6; hcp 13-15", "--contained-in", "D>=4; hcp 12-19").startswith("contained")
    text = call("D>=6; hcp 11-15", "--contained-in", "D>=4; hcp 12-19", "--contained-in", "hcp 16+")
    assert text.startswith("not contained")
    assert "  11 HCP" in text
    assert call("D>=4; hcp 12-19", "--contains", "D>=6; hcp 13-15").startswith("contained")


def test_contained_in_as_json(call):
    data = json.loads(call("H>=6; hcp 12-15", "--contained-in", "H>=5; hcp 12-19", "--json", "--no-prove"))
    assert data["contained"] is True
    assert data["counterexample"] is None
    assert data["leak"] == 0
    assert data["settled_by"] == "count"
    assert data["ground_2017"] == "23A2"


def test_contradictions_are_told_in_russian(call):
    assert "равномерный расклад + пики: от 6" in call("bal; S>=6", "--lang", "ru")


def test_shapes(call):
    text = call("bal; S>=5", "--shapes")
    assert "5-3-3-2   yes" in text
    assert "4-4-4-1   no: balanced + 5+ spades" in text


def test_last_of_some_calls(call):
    text = call("1NT (P) 2D", "--system", "sayc")
    assert text.startswith("N 1NT  E P  S 2D")
    assert "5+ hearts" in text
    data = json.loads(call("1NT (P) 2D", "--system", "sayc", "--json"))
    assert data["readings"][0]["purposes"] == ["transfer(H)"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["hpc 12+"], "did you mean 'hcp'?"),
        (["x >= 5"], "--bind x=S"),
        (["1S"], "--system sayc"),
        (["bal", "--lang", "de"], "en, ru"),
        (["bal", "--contained-in", "hcp 0+", "--practice", "soft"], "strict, normal, liberal"),
        (["bal", "--held", "AX..."], "is no rank"),
        (["bal", "--bind", "x"], "write --bind x=H"),
        (["bal", "--hand", "AKQ..."], "write thirteen"),
        (["1S 1S", "--system", "sayc"], "call 2"),
    ],
)
def test_errors_are_told_with_the_next_step(arguments, told, capsys):
    with pytest.raises(SystemExit) as caught:
        run(["meaning", *arguments])
    assert caught.value.code == 2
    assert told in capsys.readouterr().err


def test_a_hand_against_a_meaning(call):
    hand = "AKQ2.T98.32.KJ54"
    assert "breaks: 5+ spades (1)" in call("S>=5; hcp 11-19", "--hand", hand)
    assert "keeps every promise" in call("S>=4; hcp 11-19", "--hand", hand)
    data = json.loads(call("1S P 2S P 3H", "--system", "sayc", "--hand", hand, "--json"))
    assert [each["call"] for each in data["calls"]] == ["1S", "3H"]
    assert "1S: 5+ spades" in [one["promise"] for one in data["calls"][0]["broken"]]
    assert data["holds"] is False


def test_binding(call):
    assert json.loads(call("x>=5; keycards=2", "--bind", "x=H", "--bind", "trump=H", "--json"))["text"] == (
        "H >= 5 & keycards(H) 2"
    )


def test_only_readings_with_the_same_ask_are_compared(call):
    text = call("nat; hcp 5+", "--contained-in", "ask(major4); any", "--contained-in", "nat; hcp 12+", "--no-prove")
    assert "not contained" in text
    assert "ask" not in text


def test_contained_hands_are_no_contained_call_when_one_is_a_relay(call):
    text = call("relay; any", "--contained-in", "nat; any", "--no-prove")
    assert "as calls they are not" in text
    assert "27B1b (2007): no" in text
