"""Answers in the terms of published ones: conditional where an agreement is not known, open where judgement decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.bridge import Call
from adjudicator.cases import Case, load_case, parse_case
from adjudicator.laws import answer, compare_answer
from adjudicator.laws.prose import remarks


def read(text: str) -> Case:
    loaded = parse_case(text)
    assert loaded.case is not None, loaded.problems
    return loaded.case


OUT_OF_TURN = """law_edition = "2017"
dealer = "N"
auction = ["1C", "P"]
systems = "{systems}"
[[events]]
kind = "call_out_of_turn"
by = "S"
withdrawn_call = "{call}"
accepted = false
turn = "N"
[answer]
status = "consensus"
calls = [{calls}]
"""


def test_a_standard_meaning_is_proposed_and_the_answer_says_on_which_condition() -> None:
    case = read(OUT_OF_TURN.format(systems="none", call="1S", calls='{ call = "1S" }'))
    (found,) = answer(case).calls
    assert (found.comparable, found.partner_silenced, found.rule) == (False, "once", "2017/31B2")
    assert found.condition.startswith("if the withdrawn call shows 'nat")


def test_the_words_of_the_case_come_before_the_standard_meaning() -> None:
    text = OUT_OF_TURN.format(systems="1H over 1C shows 13-15 and 6 hearts. 1H opening 12-19.", call="1H",
                              calls='{ call = "2H" }, { call = "1H" }')  # fmt: skip
    strong = text.replace("none", "2H over 1C strong")
    told = {entry.call: entry for entry in answer(read(strong)).calls}
    assert told[Call.parse("1H")].condition


def test_a_pass_needs_no_meaning_to_be_unlike_a_preempt() -> None:
    text = OUT_OF_TURN.format(systems="2S opening weak", call="2S", calls='{ call = "P" }')
    found = answer(read(text))
    assert (found.calls[0].comparable, found.calls[0].condition) == (False, "")
    assert found.lead_restriction == "prohibit_one_suit"
    assert found.suits_available == ("S", "H", "D", "C")


def test_what_the_answer_says_of_a_call_is_not_read() -> None:
    for claimed in ("true", "false"):
        text = OUT_OF_TURN.format(systems="", call="1S", calls=f'{{ call = "1S", comparable = {claimed} }}')
        case = read(text)
        assert answer(case).calls[0].comparable is False
        (point,) = [p for p in compare_answer(case) if p.point == "1S comparable"]
        assert point.agrees is (claimed == "false")


def test_damage_is_left_open_by_the_laws() -> None:
    text = OUT_OF_TURN.format(systems="", call="1S", calls='{ call = "1S" }') + 'adjust = false\nadjust_law = "72C"\n'
    points = {p.point: p for p in compare_answer(read(text))}
    assert points["adjust"].agrees is None
    assert "judgement" in points["adjust"].found
    assert points["law of adjustment"].agrees is True


def test_a_disputed_adjustment_is_answered_by_leaving_it_open() -> None:
    text = OUT_OF_TURN.format(systems="", call="1S", calls='{ call = "1S" }') + 'adjust = "possible"\n'
    points = {p.point: p for p in compare_answer(read(text))}
    assert points["adjust"].agrees is True


@pytest.mark.parametrize(
    ("words", "call", "reading"),
    [
        ("2S opening weak.", "2S", "nat; hcp 5-10; S>=6"),
        ("2NT 15-17 balanced.", "2NT", "nat; hcp 15-17; bal"),
        ("2C strong, 2D negative.", "2D", "art; hcp 0-7"),
        ("2D a transfer to hearts.", "2D", "art; H>=5"),
        ("2NT over a weak two an enquiry.", "2NT", "art; purpose: ask(strength)"),
        ("Double of 1NT about 15+, no spades promised.", "X", "nat; hcp 15+"),
        ("Over 2D South bid 1H, artificial, showing a balanced 13-17.", "1H", "art; hcp 13-17"),
        ("Negative double shows four hearts.", "X", "art; hcp 6+; H>=4"),
        ("Double 15-17 balanced.", "X", "nat; hcp 15-17; bal"),
        ("2C by a passed hand is Drury.", "2C", "art; hcp 9-11"),
    ],
)
def test_usual_phrases_are_understood(words: str, call: str, reading: str) -> None:
    assert reading in {r.reading for r in remarks(words) if r.call == Call.parse(call)}


def test_words_about_the_response_say_nothing_of_the_opening_bid() -> None:
    told = {r.opening: r.reading for r in remarks("2S opening weak; 2S response strong.")}
    assert told == {True: "nat; hcp 5-10; S>=6", False: "nat; hcp 16+; S>=5"}
    assert {r.opening: r.reading for r in remarks("1NT opening 15-17, overcall 15-18.")} == {
        True: "nat; hcp 15-17; (bal | semi)",
        False: "nat; hcp 15-18; (bal | semi)",
    }


def test_words_that_are_not_understood_propose_nothing() -> None:
    assert remarks("Natural bidding. They play 4NT in the usual way.") == ()


def test_published_answers_are_met_where_the_laws_can_speak(shared: Path) -> None:
    wrong, met = [], 0
    for path in sorted((shared / "cases").glob("2*.toml")):
        case = load_case(path).case
        assert case is not None
        points = compare_answer(case)
        wrong += [f"{path.stem}: {p.point}: {p.expected} / {p.found}" for p in points if p.agrees is False]
        met += sum(p.agrees is True for p in points)
    assert wrong == []
    assert met >= 40


def test_the_pairs_own_agreements_change_what_is_proposed() -> None:
    strong = '[[agreements]]\nby = "NS"\nauction = "1C P"\ncall = "1S"\nmeans = "nat; S>=5; hcp 12-17"\n'
    text = OUT_OF_TURN.format(systems="", call="1S", calls='{ call = "1S" }')
    head, answered = text.split("[answer]")
    plain, agreed = read(text), read(f"{head}{strong}[answer]{answered}")
    assert [answer(c).calls[0].comparable for c in (plain, agreed)] == [False, True]


def test_an_answer_made_a_level_too_low_shows_what_the_answer_would_have_shown() -> None:
    text = """law_edition = "2007"
dealer = "S"
auction = ["1S", "P", "4NT", "P"]
[[events]]
kind = "insufficient_bid"
call_index = 4
by = "S"
withdrawn_call = "4H"
accepted = false
[answer]
status = "consensus"
calls = [{ call = "5H" }, { call = "5D" }]
"""
    told = {str(entry.call): (entry.comparable, entry.rule) for entry in answer(read(text)).calls}
    assert told == {"5H": (True, "2007/27B1b"), "5D": (False, "2007/27B2")}


@pytest.mark.parametrize(("call", "comparable"), [("2S", True), ("1NT", True), ("2NT", False), ("2C", False)])
def test_after_a_pass_out_of_turn_only_calls_that_show_less_than_an_opening_compare(
    call: str, comparable: bool
) -> None:
    text = OUT_OF_TURN.format(systems="", call="P", calls=f'{{ call = "{call}" }}').replace('"1C", "P"', '"1S", "P"')
    assert answer(read(text)).calls[0].comparable is comparable


@pytest.mark.parametrize(
    ("withdrawn", "systems", "call", "comparable"),
    [
        ("2S", "2S opening weak; 2S response strong", "2S", False),
        ("3C", "3C response natural and invitational", "3C", False),
        ("1H", "2H over 1C strong jump shift", "2H", True),
        ("P", "2C by a passed hand is Drury", "2C", True),
    ],
)
def test_words_about_one_place_are_not_read_in_another(
    withdrawn: str, systems: str, call: str, comparable: bool
) -> None:
    text = OUT_OF_TURN.format(systems=systems, call=withdrawn, calls=f'{{ call = "{call}" }}')
    assert answer(read(text)).calls[0].comparable is comparable


def test_an_overcall_in_notrump_a_point_wider_than_the_opening_compares() -> None:
    text = OUT_OF_TURN.format(systems="1NT 15-17", call="1NT", calls='{ call = "1NT" }')
    text = text.replace('auction = ["1C", "P"]', 'auction = ["1D"]').replace('by = "S"', 'by = "E"')
    assert answer(read(text)).calls[0].comparable is True


def test_answers_that_differ_never_have_the_same_purpose() -> None:
    text = """law_edition = "2017"
dealer = "N"
auction = ["1S", "P", "4NT", "P"]
systems = "4NT keycard, 5H two keycards"
[[events]]
kind = "insufficient_bid"
call_index = 4
by = "N"
withdrawn_call = "4H"
accepted = false
[answer]
status = "consensus"
calls = [{ call = "5H" }, { call = "5D" }]
"""
    assert [entry.comparable for entry in answer(read(text)).calls] == [True, False]
