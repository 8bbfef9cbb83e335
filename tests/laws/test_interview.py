"""The walk at the table and the command `law`: questions in order, a ruling to announce, a case file to keep."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from adjudicator.bridge import AdjudicatorError
from adjudicator.cases import load_case
from adjudicator.cli.law import command
from adjudicator.laws import assess
from adjudicator.laws.interview import Interview
from adjudicator.laws.text import announcement

OUT_OF_TURN = ("2017", "out_of_rotation", "N", "", "S", "1S", "N", "refuses", "1C P", "1S",
               "nat; S>=5; hcp 12-19", "nat; S>=4; hcp 6+")  # fmt: skip
INSUFFICIENT = ("1997", "insufficient", "S", "1NT 2S", "N", "2D", "refuses", "P")


def walked(*answers: str) -> Interview:
    walk = Interview()
    for answer in answers:
        walk = walk.answer(answer)
    return walk


def test_it_ends_in_the_ruling_to_announce() -> None:
    walk = walked(*OUT_OF_TURN)
    assert walk.next_question is None
    assert walk.ruling.rule == "2017/31B2"
    told = "\n".join(announcement(walk.ruling))
    assert "must pass at his next turn" in told
    assert "forbid the lead of one suit other than: S" in told


def test_a_slip_of_the_tongue_in_an_answer_is_told_with_the_choices() -> None:
    with pytest.raises(AdjudicatorError, match="1987, 1997, 2007, 2017"):
        Interview().answer("1996")
    with pytest.raises(AdjudicatorError, match="no call"):
        walked("2017", "insufficient", "N", "1S", "E", "9Z")


def test_the_beginning_of_an_answer_is_enough() -> None:
    assert walked("2007", "insuf").entry["kind"] == "insufficient"


def test_what_was_withdrawn_is_asked_where_the_lead_turns_on_it() -> None:
    walk = walked(*INSUFFICIENT)
    assert walk.next_question is not None
    assert walk.next_question.key == "withdrawn_suits"
    assert walk.answer("H").ruling.lead.suits[0].letter == "H"


def test_a_fact_may_stay_unknown() -> None:
    walk = walked("2007", "insufficient", "N", "1S", "E", "1H", "refuses", "2H", "?", "?")
    assert walk.next_question is None or walk.next_question.key not in {"meaning_old", "meaning_new"}
    assert walk.ruling.status == "needs a fact"


def test_cards_and_shares_and_yes_or_no_are_read() -> None:
    assert walked("2017", "exposed_card", "S7", "yes").ruling.rule == "2017/24B"
    assert walked("2007", "misinformation", "auction", "no", "yes").ruling.value("allowed") is True


def test_command_ask_is_scriptable_and_writes_a_case_that_is_ruled_alike(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(OUT_OF_TURN) + "\n"))
    path = tmp_path / "case.toml"
    command(["ask"], write=path)
    assert "Law 2017/31B2" in capsys.readouterr().out
    case = load_case(path).case
    assert case is not None
    assert assess(case).events[0].rule == "2017/31B2"


def test_command_ask_as_json_says_nothing_else(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(OUT_OF_TURN) + "\n"))
    command(["ask"], as_json=True)
    assert json.loads(capsys.readouterr().out)["rule"] == "2017/31B2"


def test_command_show_tells_rule_neighbours_and_history(capsys: pytest.CaptureFixture[str]) -> None:
    command(["show", "2017/27B1b"])
    told = capsys.readouterr().out
    for part in ("2017/27B1b", "neighbours:", "2017/27B1a", "over the editions:", "1987  -: not in this edition"):
        assert part in told
    command(["show", "2017/27B1b"], as_json=True)
    assert json.loads(capsys.readouterr().out)[0]["id"] == "2017/27B1b"


def test_command_table_lists_every_rule_with_its_examples(capsys: pytest.CaptureFixture[str]) -> None:
    command(["table", "2007/27"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [
        "2007/27A1", "2007/27A2", "2007/27B1a", "2007/27B1b", "2007/27B2", "2007/27B3", "2007/27B4", "2007/27C",
        "2007/27D"]  # fmt: skip
    assert all("2007-0" in line for line in lines)


def test_command_on_a_case_prints_findings_worlds_and_questions(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "case.toml"
    path.write_text(
        'law_edition = "2007"\ndealer = "N"\nauction = ["1S", "P", "2S", "P", "4S", "P", "P", "P"]\n'
        '[[events]]\nkind = "hesitation"\ncall_index = 2\nby = "S"\n'
    )
    command([str(path)])
    told = capsys.readouterr().out
    for part in ("2007/16B1a needs a fact", "without ui from call 5 (N), 4S in question", "For the director"):
        assert part in told
    command([str(path)], as_json=True)
    assert json.loads(capsys.readouterr().out)["worlds"][0]["actor"] == "N"


def test_command_without_a_rule_or_a_file_says_what_to_write() -> None:
    with pytest.raises(AdjudicatorError, match="law show 2017/27B1b"):
        command(["show"])


@pytest.mark.parametrize(
    ("answers", "rule", "lead"),
    [
        (("1987", "lead_penalty", "D H", "H", "bid", "first_turn"), "1987/26A2", "require_or_forbid"),
        (("2017", "lead_penalty", "no", "D", "", "auction_over"), "2017/26B", "forbid_one_unspecified"),
        (("2017", "too_high", "S", "7NT", "W", "8C", "no"), "2017/38", "forbid_one_unspecified"),
        (("2007", "silenced", "S", "1H", "W", "2C", "no", "C"), "2007/37B", "require_or_forbid"),
        (("2017", "change_of_call", "N", "1H P", "S", "2H", "4H", "no", "refuses"), "2017/25B2",
         "forbid_one_unspecified"),
        (("2017", "ui", "demonstrably", "25%"), "2017/16B1a", "not_applicable"),
        (("1987", "revoke", "2", "1", "5"), "1987/64C", "not_applicable"),
        (("2007", "appeal", "both_partners", "20"), "2007/92A", "not_applicable"),
        (("2017", "insufficient", "N", "1S", "E", "1H", "accepts"), "2017/27A1", "none"),
        (("2017", "out_of_rotation", "N", "1S", "S", "P", "E", "refuses", "2H"), "2017/30A", "none"),
    ],
)  # fmt: skip
def test_every_walk_ends_in_its_rule(answers: tuple[str, ...], rule: str, lead: str) -> None:
    ruling = walked(*answers).ruling
    assert (ruling.rule, ruling.lead.type) == (rule, lead)
    assert announcement(ruling)[0].startswith(f"Law {rule}")


def test_a_meaning_that_says_nothing_is_asked_again() -> None:
    walk = Interview()
    for text in ("2007", "insufficient", "N", "1S", "E", "1H", "refuses", "2H"):
        walk = walk.answer(text)
    with pytest.raises(AdjudicatorError, match="meaning language"):
        walk.answer("weak two")
    assert walk.answer("nat; H>=5").entry["meaning_old"] == ["nat; H>=5"]


def test_an_answer_out_of_range_is_refused_at_once() -> None:
    walk = Interview().answer("2017").answer("ui").answer("demonstrably")
    with pytest.raises(AdjudicatorError, match="from 0 to 1"):
        walk.answer("150%")
