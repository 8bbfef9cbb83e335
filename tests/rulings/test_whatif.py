"""One judgement changed: the file is read again with the change, and the difference is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.bridge import AdjudicatorError
from adjudicator.cases import load_case
from adjudicator.cases.changes import apply_change, load_changed
from adjudicator.rulings import Settings, rule
from adjudicator.rulings.judged import judged_of
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


def test_a_fault_of_a_change_is_told_as_one_of_the_change() -> None:
    (problem,) = load_changed(EXAMPLE, ["poll.40=P:5"]).errors
    assert (problem.file, problem.line, problem.field) == ("--set", None, "polls[0].call_index")


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


def counted(memory: Memory) -> dict[str, int]:
    """How much has been worked out, by kind."""
    kinds = [str(key[0]) for key in memory]
    return {kind: kinds.count(kind) for kind in ("auctions", "field")}


@pytest.fixture(scope="module")
def worked_out() -> Memory:
    """The memory after the example has been ruled once."""
    memory: Memory = {}
    case = load_case(EXAMPLE).case
    assert case is not None
    rule(case, QUICK, memory=memory)
    return memory


@pytest.mark.parametrize(
    ("change", "auctions", "field"),
    [
        ("poll.16=P:9,6S:1", 1, 0),
        ("poll.14=5S:9,6S:1", 0, 0),
        ("facts.bit=disputed", 0, 0),
        ("events.2.suggested=no", 0, 0),
        ("law_edition=2017", 0, 0),
        ("authority=EBU", 0, 0),
        ("threshold=30%", 1, 0),
        ("shares.16.P=0.5", 0, 0),
        ('weights."5S N"=0.5', 0, 0),
        ('makes."5S N"=0.5', 0, 0),
        ("lead.CKJ73=0.9", 0, 0),
        ("as_played=20%", 0, 0),
        ("serious_error.EW=680", 0, 0),
        ("config.scoring.shading=0.05", 0, 0),
        ("seed=7", 2, 1),
        ('agreements=[{ text = "1NT is 12-14", by = "NS" }]', 2, 1),
        ("scoring=IMP teams", 2, 1),
    ],
)
def test_only_what_depends_on_a_change_is_worked_out_again(
    worked_out: Memory, change: str, auctions: int, field: int
) -> None:
    memory = dict(worked_out)
    before = counted(memory)
    loaded = load_changed(EXAMPLE, [change])
    assert loaded.case is not None
    assert loaded.errors == ()
    settings = QUICK if loaded.case.seed is None else replace(QUICK, seed=loaded.case.seed)
    rule(loaded.case, settings, memory=memory)
    after = counted(memory)
    assert {kind: after[kind] - before[kind] for kind in after} == {"auctions": auctions, "field": field}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("poll.16=6S:60", "proposal for EW"),
        ("facts.bit=disputed", "law on event 2"),
        ("law_edition=2017", "edition"),
        ('makes."5S N"=0.1', "proposal for NS"),
        ("serious_error.EW=680", "proposal for EW"),
        ("config.laws.weights=true", "proposal for EW"),
    ],
)
def test_the_difference_is_told(worked_out: Memory, change: str, told: str) -> None:
    memory = dict(worked_out)
    before, after = load_case(EXAMPLE).case, load_changed(EXAMPLE, [change]).case
    assert before is not None
    assert after is not None
    found = differences(rule(before, QUICK, memory=memory), rule(after, QUICK, memory=memory))
    assert told in [item.what for item in found]


@pytest.mark.parametrize(
    "change",
    [
        "shares.16.P=2",
        "weights.5S=0.5",
        "lead.Z=1",
        "makes=0.4x",
        "threshold=lots",
        "serious_error.N=4",
        "shares.x.P=1",
    ],
)
def test_numbers_that_cannot_be_used_are_told_with_their_field(change: str) -> None:
    with pytest.raises(AdjudicatorError) as told:
        used(change)
    assert all(problem.next_step and problem.field for problem in told.value.problems)


def used(change: str) -> None:
    """Read a changed case and the numbers judged in it."""
    loaded = load_changed(EXAMPLE, [change])
    if loaded.case is None or loaded.errors:
        raise AdjudicatorError(*loaded.problems)
    judged_of(loaded.case)
