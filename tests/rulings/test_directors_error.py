"""A director's error ruled right: who would have had to pass, what his partner then calls, and both sides' doubt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.bridge import DOUBLE, PASS, REDOUBLE, Seat, Side
from adjudicator.cases import Case, EventKind, Fact, parse_case
from adjudicator.laws import assess
from adjudicator.rulings.silenced import final_choice
from adjudicator.rulings.tools import Settings, Tools
from adjudicator.rulings.worlds import world_view

TEXT = """
law_edition = "{edition}"
scoring = "IMP teams"
dealer = "W"
vulnerability = "EW"
deal = "N:8.AKJT7.6.QT9732 QJT952.83.A974.5 43.Q9654.QJT8.84 AK76.2.K532.AKJ6"
auction = ["1D", "3C", "3S", "P", "4NT", "5H", "6D", "6H", "6S", "7H", "P", "P", "X", "P", "P", "P"]
table_result = "7HX N -4"
table_score_ns = -800
other_table = {{ score_ns = 100 }}

[[events]]
kind = "insufficient_bid"
call_index = 6
by = "E"
withdrawn_call = "5D"
replacement = "6D"
accepted = false
facts = {{ comparable = {comparable}, both_natural = false, same_denomination = false }}

[[events]]
kind = "director_error"
call_index = 6
"""


def the_case(edition: str = "2017", comparable: str = "false") -> Case:
    loaded = parse_case(TEXT.format(edition=edition, comparable=comparable), "error.toml")
    assert loaded.case is not None
    assert loaded.errors == ()
    return loaded.case


def the_world(case: Case):
    return next(world for world in assess(case).worlds if world.both_non_offending)


@pytest.mark.parametrize("edition", ["1997", "2007", "2017"])
def test_the_partner_of_the_offender_would_have_had_to_pass(edition: str) -> None:
    world = the_world(the_case(edition))
    assert world.rule == f"{edition}/82C"
    assert world.silenced == ((Seat.WEST, None),)
    assert set(world.barred) == {DOUBLE, REDOUBLE}


def test_nobody_is_silenced_where_the_replacement_was_comparable() -> None:
    world = the_world(the_case(comparable="true"))
    assert world.silenced == ()
    assert "nobody is silenced" in world.note


def test_the_director_may_say_who_had_to_pass() -> None:
    case = the_case(comparable="true")
    error = replace(case.events[1], facts=(Fact("must_pass", "W"),))
    world = the_world(replace(case, events=(case.events[0], error)))
    assert world.silenced == ((Seat.WEST, None),)


def test_an_error_that_names_no_call_has_no_world() -> None:
    case = the_case()
    nowhere = replace(case.events[1], call_index=-1)
    assert nowhere.kind is EventKind.DIRECTOR_ERROR
    assert [world.event_index for world in assess(replace(case, events=(case.events[0], nowhere))).worlds] == [0]


def test_the_silenced_player_never_bids_and_his_partner_does_not_leave_it_to_him() -> None:
    case = the_case()
    tools, world = Tools(case, Settings(quick=True)), the_world(case)
    view = world_view(case, world, tools)
    lines = [text.split() for contract in view.contracts for text, _ in contract.auctions]
    assert lines
    for calls in lines:
        assert {call for index, call in enumerate(calls) if index > 6 and index % 4 == 0} <= {"P"}
        assert calls[6] not in ("X", "XX")
    defended = sum(item.probability for item in view.contracts if item.contract.startswith("5H"))
    assert float(tools.chances(case.auction.prefix(6))[PASS]) > 0.3
    assert defended < 0.1
    assert "whose partner must pass" in view.reason
    assert {Side.NS, Side.EW} == {side for side in Side if view.expectation(side) is not None}


def test_where_partner_is_free_the_contracts_stay_as_they_are() -> None:
    case = the_case()
    tools = Tools(case, Settings(quick=True))
    start, free = case.auction.prefix(6), replace(the_world(case), silenced=())
    reached, _ = tools.reached(start, budget=200)
    assert final_choice(reached, start, free, frozenset(), tools) == (reached, "")
    once = replace(free, silenced=((Seat.WEST, 1),))
    assert final_choice(reached, start, once, frozenset(), tools)[1] == ""
