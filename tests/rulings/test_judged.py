"""Numbers judged otherwise have to be about calls, turns and cards that there are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator.bridge import AdjudicatorError, Call
from adjudicator.cases import Case, load_case, parse_case
from adjudicator.rulings import Settings, rule
from adjudicator.rulings.judged import judged_of

TEXT = """
year = 2020
scoring = "IMP teams"
dealer = "N"
vulnerability = "None"
deal = "N:KJT865.K8..AQT95 42.9765.542.KJ73 A93.AJ4.KQJT3.64 Q7.QT32.A9876.82"
auction = ["1S", "P", "3S", "P", "4S", "P", "P", "P"]
"""


def case(**judged: Any) -> Case:
    loaded = parse_case(TEXT, "t.toml")
    assert loaded.case is not None
    return replace(loaded.case, config={"judged": judged})


@pytest.mark.parametrize(
    ("judged", "told"),
    [
        ({"shares": {"9": {"P": 0.5}}}, "8 calls"),
        ({"shares": {"8": {"P": 0.5}}}, "8 calls"),
        ({"considered": {"4": {"2H": 0.5}}}, "insufficient"),
        ({"lead": {"4S N": {"SA": 0.5}}}, "East holds"),
    ],
)
def test_what_cannot_be_is_refused(judged: dict[str, Any], told: str) -> None:
    with pytest.raises(AdjudicatorError, match=told):
        judged_of(case(**judged))


def test_what_can_be_is_read() -> None:
    found = judged_of(case(shares={"4": {"P": "40%"}}, lead={"4S N": {"CK": 0.5, "H": 0.2}}))
    assert found.shares == {4: {Call.parse("P"): 0.4}}
    assert len(found.leads) == 2


@pytest.mark.parametrize(
    ("name", "config"),
    [
        ("023-mi-negative-double-both-majors", {"judged": {"as_played": "50%"}}),
        ("012-ui-slow-double-of-4s-pulled-to-5h", {"scoring": {"shading": "7/100"}}),
    ],
)
def test_numbers_in_any_form_are_read_again_for_what_would_turn_it(name: str, config: dict[str, Any]) -> None:
    board = load_case(Path(__file__).resolve().parents[1] / "cases" / f"{name}.toml").case
    assert board is not None
    assert rule(replace(board, config={**board.config, **config}), Settings(quick=True)).proposals
