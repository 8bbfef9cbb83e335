"""The director is told where the table did not do what the law asked of it."""

from __future__ import annotations

import pytest

from adjudicator.cases import parse_case
from adjudicator.laws import assess
from adjudicator.laws.case_facts import happened
from adjudicator.reports.sentence import ruling_sentence
from adjudicator.rulings import Settings, rule
from adjudicator.rulings.obeyed import not_obeyed

BOARD = """
law_edition = "{edition}"
dealer = "{dealer}"
auction = {auction}
[[events]]
kind = "{kind}"
call_index = {index}
by = "{by}"
withdrawn_call = "{old}"
replacement = "{new}"
accepted = false
{more}
"""


def told(more: str = "", **facts: object) -> list[str]:
    loaded = parse_case(BOARD.format(more=more, **facts), "t.toml")
    assert loaded.case is not None, loaded.problems
    return [problem.message for problem in not_obeyed(loaded.case, assess(loaded.case))]


SILENCED = {
    "edition": "1997", "dealer": "E", "kind": "insufficient_bid", "index": 1, "by": "S", "old": "1C", "new": "1H",
}  # fmt: skip
REPEAT = {"edition": "2007", "dealer": "N", "kind": "call_out_of_turn", "index": 0, "by": "E", "old": "1H"}
TURN = 'turn = "N"'


def test_a_silenced_partner_who_bid_is_noticed() -> None:
    called = told(auction=["1D", "1H", "P", "4H", "P", "P", "P"], **SILENCED)
    assert called == ["by 1997/27B2 North had to pass, but call 3 is 4H"]
    assert told(auction=["1D", "1H", "P", "P", "P"], **SILENCED) == []


def test_an_error_that_the_case_names_is_not_told_twice() -> None:
    more = '[[events]]\nkind = "director_error"\ncall_index = 3\n'
    assert told(more, auction=["1D", "1H", "P", "4H", "P", "P", "P"], **SILENCED) == []


@pytest.mark.parametrize(("new", "count"), [("1H", 0), ("4H", 1)])
def test_a_call_that_had_to_be_repeated_and_was_not(new: str, count: int) -> None:
    called = told(TURN, auction=["P", new, "P", "P", "P"], new=new, **REPEAT)
    assert called == ["by 2007/31A1 1H had to be repeated, but East called 4H"] * count


@pytest.mark.parametrize(
    ("tempo", "expected"),
    [
        ('{ value = "slow", standing = "disputed" }', None),
        ('{ value = "slow", standing = "agreed" }', True),
        ('"normal"', False),
    ],
)
def test_tempo_as_it_was_found(tempo: str, expected: bool | None) -> None:
    text = f"""
dealer = "N"
auction = ["1S", "P", "2S", "P", "P", "P"]
[facts]
tempo = {tempo}
[[events]]
kind = "hesitation"
call_index = 2
by = "S"
"""
    case = parse_case(text, "t.toml").case
    assert case is not None
    assert happened(case, case.events[0]) is expected


ACCEPTED = """
law_edition = "2007"
scoring = "total points"
dealer = "N"
vulnerability = "None"
deal = "N:K97.985.KQ6.A653 6.AKJ7432.AT4.T4 JT83.T.J8732.987 AQ542.Q6.95.KQJ2"
auction = {auction}
table_result = "4H E ="
[[events]]
kind = "call_out_of_turn"
call_index = 0
by = "E"
turn = "N"
withdrawn_call = "1H"
accepted = {accepted}
"""


@pytest.mark.parametrize(
    ("auction", "accepted"),
    [
        (["1H", "P", "4H", "P", "P", "P"], "true"),
        (["P", "1H", "P", "4H", "P", "P", "P"], "false"),
    ],
)
def test_the_table_result_stands_after_a_call_accepted_or_repeated(auction: list[str], accepted: str) -> None:
    case = parse_case(ACCEPTED.format(auction=auction, accepted=accepted), "t.toml").case
    assert case is not None
    ruling = rule(case, Settings(quick=True))
    assert {str(item.weights[0].result) for item in ruling.proposals} == {"4H E ="}
    assert "Nothing more follows" in ruling_sentence(ruling)


def test_no_result_stands_after_a_call_that_should_have_been_repeated() -> None:
    auction = ["P", "4H", "P", "P", "P"]
    case = parse_case(ACCEPTED.format(auction=auction, accepted="false"), "t.toml").case
    assert case is not None
    assert rule(case, Settings(quick=True)).proposals == ()
