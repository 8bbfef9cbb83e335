"""Could the offender have known: figures from his own chair, and what they do to the ruling."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from adjudicator.bridge import Call, Contract, Result, Seat, Side
from adjudicator.cases import parse_case
from adjudicator.laws import ReferenceWorld, assess
from adjudicator.rulings import foresight as room
from adjudicator.rulings.damage import damage_of
from adjudicator.rulings.foresight import asks_what_he_knew, foresight
from adjudicator.rulings.model import ContractView, Foresight, Verdict, WorldView
from adjudicator.rulings.outcomes import expectation, valued
from adjudicator.rulings.standards import standards_for
from adjudicator.rulings.tools import Settings, Tools
from adjudicator.scores import scorer_for

CASE = """
law_edition = "2007"
scoring = "IMP teams"
dealer = "S"
vulnerability = "None"
deal = "N:{north} J97.864.T753.J93 AQ5.KT92.KQ9.Q74 T3.A75.J6.KT8652"
auction = ["1NT", "P", "{made}", "P", "P", "P"]

[[events]]
kind = "insufficient_bid"
call_index = 2
by = "N"
withdrawn_call = "1S"
replacement = "{made}"
accepted = false
meaning_old = ["nat; hcp 11-20; S>=5"]
meaning_new = ["nat; hcp 8-9; bal"]
{facts}
"""

SLAM_INTEREST = "K8642.QJ3.A842.A"


def measured(gain: float, error: float = 0.4, *, better: float = 0.5, worse: float = 0.2, reliable: bool = True):
    return Foresight(Seat.NORTH, "2H", gain, error, better, worse, "IMPs", 48, reliable)


@pytest.mark.parametrize(
    ("found", "known"),
    [
        (measured(2.0), True),
        (measured(2.0, 1.5), False),
        (measured(0.4, 0.1), False),
        (measured(2.0, better=0.1, worse=0.3), False),
        (measured(-3.0), False),
        (measured(5.0, reliable=False), None),
    ],
    ids=["clear", "luck of the sample", "too little to notice", "a rare gain", "a loss", "no sample"],
)
def test_a_clear_gain_is_what_could_be_foreseen(found: Foresight, known: bool | None) -> None:
    assert found.known is known


TABLE = """
law_edition = "2017"
authority = "EBU"
scoring = "IMP teams"
dealer = "N"
vulnerability = "None"
deal = "N:KJT865.K8..AQT95 42.9765.542.KJ73 A93.AJ4.KQJT3.64 Q7.QT32.A9876.82"
auction = ["1S", "P", "3S", "P", "4S", "P", "P", "P"]
table_contract = "4S N"
table_result = "4S N {over}"
table_score_ns = {score}

[other_table]
score_ns = 170

[[events]]
kind = "insufficient_bid"
call_index = 4
by = "N"
withdrawn_call = "2S"
replacement = "4S"
{facts}
"""


def ruled(found: Foresight | None, facts: str = "", over: str = "=", score: int = 420):
    """Damage where nine in ten would have made an overtrick in 3S, and the table scored ``score`` in game."""
    board = parse_case(TABLE.format(over=over, score=score, facts=facts), "t.toml").case
    assert board is not None
    scorer = scorer_for("IMP teams", other_score_ns=170)
    values = scorer.value(score, Side.NS), scorer.value(score, Side.EW)
    contract = Contract.parse("3S N")
    chances = {Result(contract, 10): 0.9, Result(contract, 9): 0.1}
    outcomes = valued(board, chances, scorer)
    views = (ContractView("3S N", 1.0, (), (), {10: 0.9, 9: 0.1}, "test"),)
    rng = np.random.default_rng(1)
    north_south, east_west = (expectation(views, outcomes, side, rng, 8.0) for side in Side)
    world = ReferenceWorld(0, "without_irregularity", "2017/72C", Side.NS, 4, Seat.NORTH)
    shown = WorldView(world, "", None, views, outcomes, 0.0, True, (north_south, east_west), "test", foresight=found)
    return damage_of(board, 0, shown, values, standards_for(board), scorer)


def test_figures_decide_where_the_director_has_not_said() -> None:
    yes, no, unsaid = ruled(measured(3.0)), ruled(measured(-3.0)), ruled(measured(3.0, reliable=False))
    assert yes.verdict is Verdict.DAMAGE
    assert "could have known: from North's own hand" in yes.reason
    assert no.verdict is Verdict.NONE
    assert "by the figures the offender could not have known" in no.reason
    assert unsaid.verdict is Verdict.NONE
    assert "presumed" in unsaid.reason
    assert "presumed" in ruled(None).reason


def test_the_director_stands_above_the_figures() -> None:
    assert ruled(measured(-3.0), "facts = { could_have_known = true }").verdict is Verdict.DAMAGE
    assert ruled(measured(3.0), "facts = { could_have_known = false }").verdict is Verdict.NONE


def test_nobody_asks_what_he_knew_where_nothing_was_gained() -> None:
    found = ruled(measured(3.0), over="-1", score=-50)
    assert found.verdict is Verdict.NONE
    assert "known" not in found.reason


def asked(monkeypatch, made: str, *, layouts: int, silenced: bool = True, facts: str = "", quick: bool = False):
    monkeypatch.setattr(room, "LAYOUTS", layouts)
    text = CASE.format(north=SLAM_INTEREST, made=made, facts=facts)
    board = parse_case(text, "t.toml").case
    assert board is not None
    world = next(world for world in assess(board).worlds if asks_what_he_knew(world))
    assert world.silenced_with == ((Seat.SOUTH, None),)
    world = world if silenced else replace(world, silenced_with=())
    return foresight(board, world, Tools(board, Settings(quick=quick)))


def test_the_same_line_twice_is_worth_the_same(monkeypatch) -> None:
    monkeypatch.setattr(room, "candidate_calls", lambda shares: (Call.parse("2NT"),))
    monkeypatch.setattr(room, "LEAST_LAWFUL", 0.0)
    found = asked(monkeypatch, "2NT", layouts=6, silenced=False)
    assert found is not None
    assert (found.gain, found.error, found.better, found.worse) == (0, 0, 0, 0)


def test_a_part_score_opposite_a_silenced_strong_hand_is_no_gain(monkeypatch) -> None:
    found = asked(monkeypatch, "2NT", layouts=12)
    assert found is not None
    assert found.gain < -2 * found.error
    assert found.known is False


LONG_DIAMONDS = """
law_edition = "2007"
scoring = "IMP teams"
dealer = "S"
vulnerability = "None"
deal = "N:5.3.QJT987532.87 KJT9.Q64.A4.KQ92 A86.AKJ95.K.AJT4 Q7432.T872.6.653"
auction = ["1H", "P", "3D", "P", "P", "P"]

[[events]]
kind = "insufficient_bid"
call_index = 2
by = "N"
withdrawn_call = "1C"
replacement = "3D"
accepted = false
meaning_old = ["nat; C>=3; hcp 12-21"]
meaning_new = ["nat; D>=7; hcp 0-9"]
"""


@pytest.mark.slow
def test_nine_diamonds_and_a_partner_who_must_let_him_play_them() -> None:
    board = parse_case(LONG_DIAMONDS, "t.toml").case
    assert board is not None
    found = foresight(board, assess(board).worlds[0], Tools(board, Settings()))
    assert found is not None
    assert found.gain > found.error
    assert found.better > found.worse


def test_doubt_is_met_with_more_layouts(monkeypatch) -> None:
    """Ten standard errors are never reached, so the second sample is drawn; where nothing is in doubt it is not."""
    monkeypatch.setattr(room, "MORE_LAYOUTS", 6)
    monkeypatch.setattr(room, "DOUBT", (-10.0, 10.0))
    with_doubt = asked(monkeypatch, "3NT", layouts=12)
    monkeypatch.setattr(room, "DOUBT", (0.0, 0.0))
    without = asked(monkeypatch, "3NT", layouts=12)
    assert with_doubt is not None
    assert without is not None
    assert without.layouts == 12
    assert with_doubt.layouts == 18


def test_not_asked_in_haste_or_after_the_director(monkeypatch) -> None:
    assert asked(monkeypatch, "2NT", layouts=4, quick=True) is None
    assert asked(monkeypatch, "2NT", layouts=4, facts="facts = { could_have_known = false }") is None
