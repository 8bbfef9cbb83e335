"""Every limit that a page states is true: just beyond it another ruling comes out, just inside it the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from adjudicator.bridge import Call, Result, Side
from adjudicator.cases import load_case
from adjudicator.cases.changes import load_changed
from adjudicator.rulings import Ruling, Settings, rule
from adjudicator.rulings.model import CallShare, Turn, Weight
from adjudicator.rulings.probe import Settled, differs, substance
from adjudicator.rulings.sensitivity import PLAUSIBLE
from adjudicator.rulings.standards import standards_for
from adjudicator.rulings.tools import Memory
from adjudicator.rulings.turn_words import beyond_of_chance, beyond_of_share

QUICK = Settings(seed=0, quick=True)
ROOT = Path(__file__).resolve().parents[2]
CASES = [
    ROOT / "examples" / "slow_slam_try.toml",
    ROOT / "examples" / "insufficient_3h_27b1a.toml",
    ROOT / "tests" / "cases" / "012-ui-slow-double-of-4s-pulled-to-5h.toml",
    ROOT / "tests" / "cases" / "009-mi-missing-alert-3c-raise-6h-sacrifice.toml",
]
MORE = [
    ROOT / "tests" / "cases" / f"{name}.toml"
    for name in (
        "007-mi-3d-transfer-or-natural-screens",
        "017-ui-slow-3nt-pulled-to-4d",
        "023-mi-negative-double-both-majors",
        "024-mi-2d-both-majors-not-alerted-5hx",
    )
]


def settled(ruling: Ruling) -> Settled:
    """What a ruling comes to, as turns compare it."""
    weights = standards_for(ruling.case).weights
    return Settled(ruling.findings, ruling.worlds, ruling.damage, ruling.proposals, weights, ruling.unit)


def again(path: Path, change: str, settings: Settings, memory: Memory) -> Ruling:
    """The ruling that ``adjudicator rule CASE --set CHANGE`` gives."""
    loaded = load_changed(path, [change])
    assert loaded.case is not None
    assert loaded.errors == (), change
    return rule(loaded.case, replace(settings, turns=False), memory=memory)


def worth(ruling: Ruling, side: str) -> Fraction | None:
    return next(item.value for item in ruling.proposals if item.side.name == side)


@cache
def ruled(path: Path, settings: Settings) -> tuple[Ruling, Memory]:
    """A ruling and what was worked out for it."""
    case, memory = load_case(path).case, Memory()
    assert case is not None
    return rule(case, settings, memory=memory), memory


def false_turns(path: Path, settings: Settings) -> Iterator[str]:
    """What is wrong with the limits of a ruling."""
    ruling, memory = ruled(path, settings)
    assert ruling.turns, "a ruling rests on something"
    for turn in ruling.turns:
        beyond = again(path, turn.change, settings, memory)
        if turn.key.startswith("serious_error"):
            side = turn.key.partition(".")[2]
            if not worth(beyond, side) < worth(ruling, side):
                yield f"{turn.change}: nothing is lost"
            continue
        if not differs(settled(ruling), settled(beyond)):
            yield f"{turn.change}: the same ruling"
        if turn.within and differs(settled(ruling), settled(again(path, turn.within, settings, memory))):
            yield f"{turn.within}: another ruling already"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_limit_is_true(path: Path) -> None:
    assert list(false_turns(path, QUICK)) == []


@pytest.mark.slow
@pytest.mark.parametrize("path", [*CASES, *MORE], ids=lambda path: path.stem)
def test_every_limit_is_true_of_full_rulings(path: Path) -> None:
    assert list(false_turns(path, Settings(seed=0))) == []


def test_a_ruling_that_nothing_turns_is_robust() -> None:
    """Even with help found, East-West lose nothing by it: the other side had done as well at the table."""
    path = ROOT / "examples" / "insufficient_keycard_27b1b.toml"
    ruling, memory = ruled(path, QUICK)
    assert ruling.turns == ()
    helped = again(path, "events.1.helped=yes", QUICK, memory)
    assert substance(settled(helped)) == substance(settled(ruling))


def test_a_disputed_break_in_tempo_settles_nothing_and_the_page_says_what_hangs_on_it() -> None:
    settings, (agreed, memory) = QUICK, ruled(CASES[0], QUICK)
    loaded = load_changed(CASES[0], ["facts.bit=disputed"])
    assert loaded.case is not None
    disputed = rule(loaded.case, settings, memory=memory)
    assert not disputed.adjusts
    first = disputed.turns[0]
    assert (first.change, first.now) == ("facts.bit=yes", "disputed")
    believed = again(CASES[0], first.change, settings, memory)
    assert substance(settled(believed)) == substance(settled(agreed))
    denied = again(CASES[0], "facts.bit=no", settings, memory)
    assert substance(settled(denied)) == substance(settled(disputed))


def test_the_most_plausible_change_stands_first() -> None:
    turns = ruled(CASES[0], QUICK)[0].turns
    ranked = [turn.plausibility for turn in turns]
    assert ranked == sorted(ranked, reverse=True)
    assert all(0 <= plausibility <= 1 for plausibility in ranked)
    assert ranked[0] >= PLAUSIBLE


@pytest.mark.slow
def test_other_laws_stand_last_and_cost_no_auctions() -> None:
    ruling, memory = ruled(CASES[2], Settings(seed=0))
    law = [turn.of_law for turn in ruling.turns]
    assert law == sorted(law)
    assert any(law)
    before = sum(key[0] == "auctions" for key in memory)
    again(CASES[2], "law_edition=1997", Settings(seed=0), memory)
    assert sum(key[0] == "auctions" for key in memory) == before


def test_a_number_judged_before_does_not_stand_in_the_way() -> None:
    loaded, memory = load_changed(CASES[0], ["shares.16.P=11%"]), ruled(CASES[0], QUICK)[1]
    assert loaded.case is not None
    turns = rule(loaded.case, QUICK, memory=memory).turns
    assert any(turn.key.startswith(("considered.16", "shares.16")) for turn in turns)


def test_another_result_of_the_same_worth_is_the_same_ruling() -> None:
    base = settled(ruled(CASES[0], QUICK)[0])

    def worth(more: int) -> Settled:
        other = Weight(Result.parse("5S N +2"), 710, Fraction(0), Fraction(1))
        moved = (replace(p, weights=(other,), value=p.value + more) for p in base.proposals if p.value is not None)
        return replace(base, proposals=tuple(moved))

    assert substance(base) != substance(worth(2))
    assert not differs(base, worth(2))
    assert differs(base, worth(6))


def test_consequences_name_what_a_side_would_get() -> None:
    turns: dict[str, Turn] = {turn.key: turn for turn in ruled(CASES[0], QUICK)[0].turns}
    assert turns["events.2.suggested"].consequence == "the table result stands"
    other = next(turn for turn in turns.values() if "get" in turn.consequence)
    assert any(f"{side} get " in other.consequence for side in Side)


def test_a_limit_in_the_tail_is_less_plausible_than_one_near_by() -> None:
    share = CallShare(Call.parse("4S"), 0.4, 0.1, 0.75)
    near, far = beyond_of_share(share, 0.3), beyond_of_share(share, 0.05)
    assert 0.5 > near > 0.05 > far > 0
    assert beyond_of_share(share, 0.75) == pytest.approx(0.05)
    assert beyond_of_chance(0.5, 0.45, 8) > beyond_of_chance(0.5, 0.2, 8) > beyond_of_chance(0.5, 0.02, 8)
