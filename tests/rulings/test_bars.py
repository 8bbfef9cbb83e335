"""What one event bars is barred in the worlds of the others: no weight on a line that the law takes away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.auctions.enumeration import enumerate_auctions
from adjudicator.bridge import PASS, Auction, Call, Seat
from adjudicator.cases import parse_case
from adjudicator.laws import assess
from adjudicator.rulings.bars import EventBar, in_force
from adjudicator.rulings.tools import Settings, Tools
from adjudicator.rulings.worlds import barred_calls, world_view

CASE = """
law_edition = "{edition}"
scoring = "IMP teams"
dealer = "E"
vulnerability = "Both"
deal = "N:KT852.KJ962.76.J J63.A.KT85.K9876 Q97.QT8743.93.A4 A4.5.AQJ42.QT532"
auction = ["P", "P", "1D", "2D", "P", "4H", "P", "P", "5D", "P", "P", "P"]
table_result = "5D W ="
table_score_ns = -600
other_table = {{ score_ns = -600 }}
agreements = ["NS: 1D-(2D) is art; S>=5; H>=5"]

[[events]]
kind = "hesitation"
call_index = 3
by = "N"
suggested = ["4H", "5H"]
alternatives = ["3H"]

[[events]]
kind = "remark"
call_index = {told}
by = "W"
suggested = {suggested}
alternatives = ["P"]
facts = {{ used_at = 8 }}
"""
FOUND = '["5D", "X", "4NT", "5C"]'


def tools_of(edition="2017", told=2, suggested=FOUND):
    loaded = parse_case(CASE.format(edition=edition, told=told, suggested=suggested), "two.toml")
    assert loaded.case is not None, loaded.problems
    assert loaded.errors == (), loaded.errors
    tools = Tools(loaded.case, Settings(seed=3, quick=True))
    worlds = assess(loaded.case).worlds
    tools.bars = tuple(EventBar.of(loaded.case, world, barred_calls(loaded.case, world, tools)) for world in worlds)
    return tools, worlds


def forest_of(tools, world, budget=80):
    start = tools.auction.prefix(world.from_call)
    barred = barred_calls(tools.case, world, tools)
    legal = tools.legal_filter(world, start, barred)
    forest = enumerate_auctions(
        tools.model, tools.deal, start, tools.context, legal=legal, budget=budget, samples=20, rng=tools.rng("test")
    )
    return forest, barred


def turns(forest, seat):
    """Every call of a player in the auctions found, with the auction before it."""
    for contract in forest.contracts:
        for line in contract.lines:
            for index in range(len(forest.start), len(line.calls)):
                if line.auction.seat_of(index) is seat:
                    yield line.auction.prefix(index), line.calls[index]


@pytest.mark.parametrize("edition", ["1997", "2017"])
def test_calls_of_two_players_are_barred_in_one_world(edition: str) -> None:
    """South may not jump on North's slow 2D; East, who heard West's remark before, may not act where pass will do."""
    tools, worlds = tools_of(edition)
    first = next(world for world in worlds if world.event_index == 0)
    forest, barred = forest_of(tools, first)
    assert {removal.seat for removal in forest.removed} == {Seat.SOUTH, Seat.EAST}
    assert all(call not in barred for auction, call in turns(forest, Seat.SOUTH) if auction == forest.start)
    acted = [(auction, call) for auction, call in turns(forest, Seat.EAST) if call != PASS]
    assert [item for item in acted if PASS in tools.alternatives(item[0]).logical] == []
    assert sum(contract.probability for contract in forest.contracts) == pytest.approx(1 - forest.unexplored)


def test_without_the_second_event_east_is_free() -> None:
    tools, worlds = tools_of()
    tools.bars = tools.bars[:1]
    forest, _ = forest_of(tools, worlds[0])
    assert {removal.seat for removal in forest.removed} == {Seat.SOUTH}
    free = [auction for auction, call in turns(forest, Seat.EAST) if call != PASS]
    assert any(PASS in tools.alternatives(auction).logical for auction in free)


def test_information_that_came_later_binds_only_where_it_comes_again() -> None:
    """West's remark over 4H exists on branches with 4H by South and West's pass, which the first event takes away."""
    tools, worlds = tools_of(told=6)
    first = next(world for world in worlds if world.event_index == 0)
    forest, _ = forest_of(tools, first)
    assert {removal.seat for removal in forest.removed} == {Seat.SOUTH}
    bar = next(bar for bar in tools.bars if bar.event_index == 1)
    assert bar.reaches(tools.auction.prefix(8))
    assert not bar.reaches(Auction.parse(Seat.EAST, "P P 1D 2D P 3H P P"))


def test_a_legal_way_to_the_same_contract_counts() -> None:
    """South may not bid 3H at once, but may compete to it later: 3H keeps weight, and never by the barred call."""
    tools, worlds = tools_of()
    tools.bars = ()
    first = next(world for world in worlds if world.event_index == 0)
    start, barred = tools.auction.prefix(first.from_call), frozenset({Call.parse("3H")})
    reached, _ = tools.reached(start, tools.legal_filter(first, start, barred), law="3H barred", budget=600)
    contract = next(item for item in reached if str(item.contract) == "3H S")
    assert contract.probability > 0.05
    assert {calls[5] for item in reached for calls, _ in item.auctions} & barred == set()


def test_at_the_turn_of_the_table_exactly_the_suggested_calls_are_barred() -> None:
    bar = EventBar(1, "2017/16B1a", Seat.EAST, (PASS,), (PASS, PASS), frozenset({Call.parse("1S"), Call.parse("1H")}))
    ask = bar.bar(lambda auction, turn: True)
    at = Auction.parse(Seat.SOUTH, "P P")
    assert set(ask(at, Seat.EAST)) == bar.barred
    assert ask(at, Seat.WEST) == {}
    later = Auction.parse(Seat.SOUTH, "P P P 1C P P")
    assert set(ask(later, Seat.EAST)) == set(later.legal_calls()) - {PASS}
    assert bar.bar(lambda auction, turn: False)(later, Seat.EAST) == {}
    assert ask(Auction.parse(Seat.SOUTH, "1C P"), Seat.EAST) == {}


def test_only_bars_that_a_branch_can_reach_are_in_force() -> None:
    bar = EventBar(1, "r", Seat.EAST, (PASS, PASS, PASS), (PASS,) * 3, frozenset({Call.parse("1S"), Call.parse("1H")}))
    assert in_force((bar,), Auction.parse(Seat.SOUTH, "P"), 0) == (bar,)
    assert in_force((bar,), Auction.parse(Seat.SOUTH, "1C"), 0) == ()
    assert in_force((bar,), Auction.parse(Seat.SOUTH, "P"), 1) == ()
    assert in_force((replace(bar, barred=frozenset()),), Auction.parse(Seat.SOUTH, "P"), 0) == ()


def test_the_page_marks_what_another_event_bars() -> None:
    """In the world of East's remark nothing changes for East; in a world at his own turn both sets are barred."""
    tools, worlds = tools_of()
    second = next(world for world in worlds if world.event_index == 1)
    view = world_view(tools.case, second, tools)
    assert view.decision is not None
    assert {share.call for share in view.decision.shares if share.barred} <= set(
        barred_calls(tools.case, second, tools)
    )
