"""One judgement changed: the file is read again with the change, and the difference is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.bridge import AdjudicatorError
from adjudicator.cases import load_case
from adjudicator.cases.changes import apply_change, load_changed
from adjudicator.rulings import Settings, rule
from adjudicator.rulings.tools import Memory
from adjudicator.rulings.whatif import differences

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "slow_slam_try.toml"
QUICK = Settings(seed=0, quick=True, turns=False)


def test_changes_reach_the_case() -> None:
    changed = load_changed(EXAMPLE, ["poll.16=P:9,6S:1", "events.2.suggested=no", "law_edition=2017"]).case
    assert changed is not None
    assert changed.edition == "2017"
    assert {str(call): count for call, count in changed.poll_at(16)[0].votes} == {"P": 9, "6S": 1}
    fact = changed.events[1].fact("suggested")
    assert fact is not None
    assert fact.value is False
    original = load_case(EXAMPLE).case
    assert original is not None
    assert original.polls == ()


def test_a_standing_keeps_the_value() -> None:
    raw = {"facts": {"bit": "agreed by both"}}
    apply_change(raw, "facts.bit=disputed")
    assert raw["facts"]["bit"] == {"value": "agreed by both", "standing": "disputed"}


@pytest.mark.parametrize("change", ["poll", "poll.x=P:1", "poll.3=P", "events.9.suggested=no", "=3", "dealer.x=1"])
def test_changes_that_cannot_be_made_are_told(change: str) -> None:
    with pytest.raises(AdjudicatorError, match="cannot be made"):
        load_changed(EXAMPLE, [change])


def test_a_poll_that_finds_no_alternative_lets_the_result_stand() -> None:
    memory: Memory = {}
    before_case, after_case = load_case(EXAMPLE).case, load_changed(EXAMPLE, ["poll.16=6S:60"]).case
    assert before_case is not None
    assert after_case is not None
    before = rule(before_case, QUICK, memory=memory)
    enumerated = sum(key[0] == "auctions" for key in memory)
    after = rule(after_case, QUICK, memory=memory)
    assert before.adjusts
    assert not after.adjusts
    told = [item.what for item in differences(before, after)]
    assert "damage" in told
    assert "proposal for EW" in told
    assert sum(key[0] == "auctions" for key in memory) == enumerated, (
        "what did not depend on the poll was worked out again"
    )


def test_no_change_makes_no_difference() -> None:
    memory: Memory = {}
    case = load_case(EXAMPLE).case
    assert case is not None
    assert differences(rule(case, QUICK, memory=memory), rule(case, QUICK, memory=memory)) == ()
