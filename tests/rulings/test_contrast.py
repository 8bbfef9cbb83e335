"""With and without the irregularity on the same samples, and figures that other events do not touch."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from adjudicator.bridge import Side
from adjudicator.cases import Event, EventKind, Fact, parse_case
from adjudicator.laws import ReferenceWorld, assess
from adjudicator.reports.as_json import plain
from adjudicator.reports.terminal import ruling_text
from adjudicator.rulings import Settings, rule
from adjudicator.rulings.bars import EventBar
from adjudicator.rulings.contrast import _compared, contrast
from adjudicator.rulings.tools import Tools
from adjudicator.rulings.worlds import barred_calls, world_view
from tests.rulings.by_hand import _outcomes, board, world

CASE = """
law_edition = "2017"
scoring = "IMP teams"
dealer = "E"
vulnerability = "Both"
deal = "N:KT852.KJ962.76.J J63.A.KT85.K9876 Q97.QT8743.93.A4 A4.5.AQJ42.QT532"
auction = ["P", "P", "1D", "2D", "P", "4H", "P", "P", "5D", "P", "P", "P"]
table_result = "5D W ="
table_score_ns = -600
other_table = { score_ns = -600 }

[[events]]
kind = "misexplanation"
call_index = 3
by = "S"
said = "nat; D>=5; hcp 8-15"
agreement = "both majors"

[[events]]
kind = "hesitation"
call_index = 6
by = "W"
"""


def two_events():
    loaded = parse_case(CASE, "two.toml")
    assert loaded.case is not None
    assert loaded.errors == ()
    return loaded.case


def views(case, *indexes):
    """The worlds of these events, worked out from nothing that was remembered."""
    tools = Tools(case, Settings(seed=5, quick=True))
    asked = assess(case).worlds
    tools.bars = tuple(EventBar.of(case, item, barred_calls(case, item, tools)) for item in asked)
    return [world_view(case, item, tools) for item in asked if item.event_index in indexes], tools


def figures(view):
    assert view.expected is not None
    return view.expected, [(item.contract, item.probability) for item in view.contracts]


def test_the_facts_of_one_event_do_not_move_the_figures_of_another() -> None:
    case = two_events()
    (second,), _ = views(case, 1)
    first_event = replace(case.events[0], said="nat; C>=5", description="told otherwise")
    (told_otherwise,), _ = views(replace(case, events=(first_event, case.events[1])), 1)
    assert figures(told_otherwise) == figures(second)


def test_an_event_that_bars_nothing_leaves_the_first_world_as_it_was() -> None:
    case = two_events()
    (alone,), _ = views(replace(case, events=case.events[:1]), 0)
    harmless = Event(EventKind.PROCEDURE, by=Side.EW, facts=(Fact("penalty", "1 VP"),))
    (beside,), _ = views(replace(case, events=(case.events[0], harmless)), 0)
    assert figures(beside) == figures(alone)


def test_the_position_with_the_irregularity_starts_with_the_call_of_the_table() -> None:
    case = two_events()
    (view,), tools = views(case, 1)
    found = contrast(case, view, tools)
    assert found is not None
    assert found.prefix.split() == [str(call) for call in case.auction.calls[:9]]
    assert {outcome.result.contract.denomination.text for outcome in found.outcomes} >= {"D"}
    assert view.expected is not None
    for side in Side:
        gap = found.difference[side]
        assert gap.value == view.expected[side].value - found.expected[side].value
        assert gap.low <= gap.value <= gap.high
    assert found.difference[Side.NS].value == -found.difference[Side.EW].value
    assert contrast(case, view, tools) == found


def paired(chances, after, seed=1):
    """Two positions compared on a board made by hand."""
    case = board()
    tools = Tools(case, Settings(seed=seed))
    view = world(case, chances, Side.NS, 4)
    contracts, outcomes = _outcomes(case, after)
    return _compared(view, case.auction.prefix(5), contracts, outcomes, tools)


def test_the_same_position_twice_differs_by_nothing() -> None:
    found = paired({"4S N =": 0.6, "4S N -1": 0.4}, {"4S N =": 0.6, "4S N -1": 0.4})
    gap = found.difference[Side.NS]
    assert (gap.value, gap.low, gap.high) == (0, 0, 0)
    assert found.expected[Side.NS].low < found.expected[Side.NS].high


def test_what_two_positions_share_does_not_blur_their_difference() -> None:
    """One more trick in 4S: the chance of going down is in both, and the difference hardly varies."""
    found = paired({"4S N =": 0.5, "4S N -2": 0.5}, {"4S N +1": 0.5, "4S N -1": 0.5})
    gap, alone = found.difference[Side.NS], found.expected[Side.NS]
    assert gap.high - gap.low < (alone.high - alone.low) / 4
    assert gap.high < 0


def test_the_interval_is_that_of_so_many_players() -> None:
    """Eight players, even chances of +6 and -6: the mean of eight has a deviation of 12 / (2 sqrt 8) = 2.1."""
    found = paired({"3S N +1": 1.0}, {"4S N =": 0.5, "4S N -1": 0.5})
    alone = found.expected[Side.NS]
    assert float(alone.high - alone.low) == pytest.approx(2 * 1.645 * 12 / (2 * np.sqrt(8)), rel=0.35)


@pytest.mark.parametrize(
    "changes",
    [{"kind": "play"}, {"both_non_offending": True}, {"from_call": 12, "stands_to": None}],
)
def test_no_comparison_where_there_is_no_other_auction(changes) -> None:
    case = two_events()
    reference = ReferenceWorld(1, "without_ui", "2017/16B1a", Side.EW, 8, case.auction.seat_of(8))
    view = replace(world(board(), {"4S N =": 1.0}, Side.EW, 8), world=replace(reference, **changes))
    assert contrast(case, view, Tools(case, Settings(quick=True))) is None


def test_the_page_and_the_json_tell_what_the_irregularity_was_worth() -> None:
    case = replace(two_events(), events=two_events().events[1:])
    (view,), tools = views(case, 0)
    found = contrast(case, view, tools)
    assert found is not None
    law_only = rule(replace(case, deal=None, hands=(None,) * 4), Settings(quick=True))
    ruling = replace(law_only, unit="IMPs", worlds=(replace(view, contrast=found),))
    page = " ".join(ruling_text(ruling).split())
    assert "after 5♦ as at the table NS would expect" in page
    told = plain(found)
    assert Fraction(told["difference"][0]["value"]) == found.difference[Side.NS].value
    assert set(told) == {"prefix", "expected", "difference", "outcomes"}
