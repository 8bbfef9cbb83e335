"""What unauthorised information suggested: found by the director, presumed, or in dispute."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.bridge import Call, Seat
from adjudicator.cases import Fact, Standing, load_case
from adjudicator.reports.sentence import ruling_sentence
from adjudicator.rulings import Settings, rule
from adjudicator.rulings.model import By, CallShare, Decision
from adjudicator.rulings.suggestion import suggestion_of

SOURCE = Path(__file__).resolve().parents[1] / "cases" / "tempo-disputed-2007.toml"
SHARES = (CallShare(Call.parse("P"), 0.6, 0.5, 0.7, 1.0, None, True), CallShare(Call.parse("4NT"), 0.3, 0.2, 0.4, 0.5))


@pytest.mark.parametrize(
    ("fact", "by", "told"),
    [
        (Fact("suggested", True), By.DIRECTOR, "found by the director"),
        (Fact("suggested", True, Standing.DISPUTED), By.PROGRAM, "disputed and still to be found; presumed"),
    ],
)
def test_a_disputed_suggestion_is_no_finding_of_the_director(fact: Fact, by: By, told: str) -> None:
    case = load_case(SOURCE).case
    assert case is not None
    event = replace(case.events[0], facts=(fact,))
    threshold = None
    decision = Decision(9, Seat.WEST, Call.parse("4NT"), SHARES, threshold)  # type: ignore[arg-type]
    found = suggestion_of(event, decision, case)
    assert found.by is by
    assert found.ground.startswith(told)
    assert Call.parse("4NT") in found.calls


@pytest.mark.parametrize("key", ["suggested", "bit"])
def test_the_ruling_says_that_it_hangs_on_the_dispute(key: str) -> None:
    case = load_case(SOURCE).case
    assert case is not None
    event = replace(case.events[0], facts=(Fact(key, True, Standing.DISPUTED),))
    ruling = rule(replace(case, events=(event,)), Settings(quick=True))
    turn = next(turn for turn in ruling.turns if turn.key == f"events.1.{key}")
    assert turn.now == "disputed"
    assert ruling.adjusts is (key == "suggested")
    assert "hangs on a fact that is disputed" in ruling_sentence(ruling)
