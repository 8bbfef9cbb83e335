"""What a slow call or an explanation tells, and what the figures do to the question of 16B."""

from __future__ import annotations

import numpy as np
import pytest

from adjudicator.auctions.alternatives import THRESHOLDS
from adjudicator.auctions.hidden import hidden_hands
from adjudicator.bridge import PASS, Call, Seat, Side
from adjudicator.cases import parse_case
from adjudicator.laws import ReferenceWorld
from adjudicator.rulings.model import By, CallShare, Decision, InformationGain, InformationValue
from adjudicator.rulings.suggestion import suggestion_of
from adjudicator.rulings.tempo import _gain, evidence, information_value, tempo_of
from adjudicator.rulings.tools import Settings, Tools

FIVE_DIAMONDS = Call.parse("5D")
SLOW_PASS = """
law_edition = "2017"
scoring = "IMP teams"
dealer = "N"
vulnerability = "None"
deal = "N:KQJT7.A2.432.A43 A2.43.AKQJ987.72 9865.KQ65.T.KQJ5 43.JT987.65.T986"
auction = ["1S", "2D", "4S", "P", "P", "5D", "P", "P", "P"]

[[events]]
kind = "hesitation"
call_index = 3
by = "W"
description = "{words}"
{facts}
"""


def asked(text: str, words: str = "a pause", facts: str = "", quick: bool = False):
    board = parse_case(text.replace("{words}", words).replace("{facts}", facts), "t.toml").case
    assert board is not None
    return board, Tools(board, Settings(quick=quick))


WORLD = ReferenceWorld(0, "without_ui", "2017/16B1a", Side.EW, 5, Seat.EAST)


def decision(actor: Seat, index: int, made: Call, *others: Call, information: InformationValue | None = None):
    shares = tuple(CallShare(call, 0.4, 0.3, 0.5, 0.6, alternative=True) for call in (made, *others))
    return Decision(index, actor, made, shares, THRESHOLDS["2017"], information)


def likelihood(text: str, words: str, actor: Seat, index: int, made: str, size: int = 80):
    board, tools = asked(text, words)
    tempo = tempo_of(board.events[0], decision(actor, index, Call.parse(made), PASS), tools)
    assert tempo is not None
    start = board.auction.prefix(index)
    layouts = hidden_hands(tools.model, tools.deal[actor], actor, start, tools.context, size=size, tried=300, sweeps=2)
    return layouts.deals, evidence(tempo, layouts.deals, tools)


@pytest.mark.parametrize(("words", "sign"), [("a long pause", 1), ("a very quick pass", -1)])
def test_a_slow_pass_tells_values_and_a_quick_one_tells_none(words: str, sign: int) -> None:
    deals, likely = likelihood(SLOW_PASS, words, Seat.EAST, 5, "5D")
    points = deals.hcp()[:, Seat.WEST]
    told = float(np.average(points, weights=likely))
    assert sign * (told - points.mean()) > 0.2


def test_gain_is_the_change_of_the_advantage() -> None:
    advantage = np.array([4.0, 4.0, -2.0, -2.0])
    even = _gain(PASS, advantage, np.ones(4))
    assert (even.advantage, even.gain) == (1.0, 0.0)
    told = _gain(PASS, advantage, np.array([3.0, 3.0, 1.0, 1.0]))
    assert told.gain == pytest.approx(0.75 * 4 - 0.25 * 2 - 1)
    assert told.error > 0


def measured(*gains: tuple[str, float, float], reliable: bool = True) -> InformationValue:
    listed = tuple(InformationGain(Call.parse(over), 0.0, gain, error) for over, gain, error in gains)
    return InformationValue("the slow pass", FIVE_DIAMONDS, "IMPs", listed, (2, 1), 64, reliable)


def test_figures_in_words() -> None:
    both = measured(("P", 2.25, 0.6), ("X", 1.0, 0.5))
    assert (
        both.reason
        == "the slow pass raises 5D by 2.2 ± 0.6 IMPs over pass and by 1.0 ± 0.5 over X, rank 2 to 1 (64 layouts)"
    )
    apart = measured(("P", 2.25, 0.6), ("X", -1.0, 0.5))
    assert "over pass and lowers 5D by 1.0 ± 0.5 over X" in apart.reason


@pytest.mark.parametrize(
    ("value", "suggests"),
    [
        (measured(("P", 2.0, 0.6), ("X", 0.1, 0.6)), True),
        (measured(("P", 0.4, 0.1)), None),
        (measured(("P", 2.0, 1.2)), None),
        (measured(("P", -2.0, 0.5)), False),
        (measured(("P", -2.0, 0.5), ("X", 0.0, 0.5)), None),
        (measured(("P", 9.0, 0.5), reliable=False), None),
    ],
    ids=["over one of them", "too little", "luck", "against", "against one only", "no sample"],
)
def test_figures_settle_it_only_where_they_are_clear(value: InformationValue, suggests: bool | None) -> None:
    assert value.suggests is suggests
    board, _ = asked(SLOW_PASS)
    logical = [gain.over for gain in value.gains]
    found = suggestion_of(board.events[0], decision(Seat.EAST, 5, FIVE_DIAMONDS, *logical, information=value), board)
    presumed = suggestion_of(board.events[0], decision(Seat.EAST, 5, FIVE_DIAMONDS, *logical), board)
    if suggests is None:
        assert found.calls == presumed.calls
        assert "does not settle it" in found.ground
    else:
        assert (FIVE_DIAMONDS in found.calls) is suggests
        assert "presumed" not in found.ground


@pytest.mark.parametrize("gain", [("P", 0.05, 0.1), ("P", 0.6, 0.9), ("P", 0.1, 0.05)])
def test_figures_that_say_nothing_are_not_told(gain: tuple[str, float, float]) -> None:
    board, _ = asked(SLOW_PASS)
    told = decision(Seat.EAST, 5, FIVE_DIAMONDS, PASS, information=measured(gain))
    assert (
        suggestion_of(board.events[0], told, board).ground
        == suggestion_of(board.events[0], decision(Seat.EAST, 5, FIVE_DIAMONDS, PASS), board).ground
    )


def test_figures_about_a_call_that_is_no_logical_alternative_are_left_out() -> None:
    board, _ = asked(SLOW_PASS)
    value = measured(("X", 9.0, 0.1))
    found = suggestion_of(board.events[0], decision(Seat.EAST, 5, FIVE_DIAMONDS, PASS, information=value), board)
    assert "slow pass" not in found.ground


def test_the_directors_finding_stands_above_the_figures() -> None:
    board, tools = asked(SLOW_PASS, facts='facts = { suggested = "no" }')
    value = measured(("P", 2.0, 0.5))
    found = suggestion_of(board.events[0], decision(Seat.EAST, 5, FIVE_DIAMONDS, PASS, information=value), board)
    assert (found.calls, found.by) == (frozenset(), By.DIRECTOR)
    assert information_value(board, WORLD, decision(Seat.EAST, 5, FIVE_DIAMONDS, PASS), tools) is None


def test_not_measured_in_haste() -> None:
    board, tools = asked(SLOW_PASS, quick=True)
    assert information_value(board, WORLD, decision(Seat.EAST, 5, FIVE_DIAMONDS, PASS), tools) is None


def test_a_remark_is_left_to_the_director() -> None:
    board, tools = asked(SLOW_PASS.replace('"hesitation"', '"remark"'))
    assert tempo_of(board.events[0], decision(Seat.EAST, 5, FIVE_DIAMONDS, PASS), tools) is None
