"""Revokes, claims and concessions: the record of the play decides what the law awards."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.bridge import AdjudicatorError
from adjudicator.cases import OtherTable, Scoring, ScoringUnit, load_case, parse_case
from adjudicator.rulings import Settings, Verdict, rule
from adjudicator.rulings.played import awarded_tricks
from adjudicator.rulings.tools import Tools

REVOKE = Path(__file__).resolve().parents[1] / "cases" / "revoke-established-in-trumps.toml"
CASES = REVOKE.parent


def claim(side: str, claimed: int, kind: str = "claim") -> str:
    """The same board, the last five tricks claimed by a side before the revoke could happen."""
    source = REVOKE.read_text(encoding="utf-8")
    head, _, rest = source.partition("play = [")
    cards = rest.split("]", 1)[0].split(", ")
    after = rest.split("]", 1)[1]
    body = f"{head}play = [{', '.join(cards[:32])}]{after}"
    body = body[: body.index("[[events]]")]
    return f'{body}[[events]]\nkind = "{kind}"\nby = "{side}"\nfacts = {{ claimed = {claimed} }}\n'


def tricks_of(source: str) -> tuple[dict[int, float], str]:
    case = parse_case(source, "t.toml").case
    assert case is not None
    chances, reason = awarded_tricks(case, case.events[0], Tools(case, Settings()))
    return dict(chances), reason


def test_a_revoke_gives_the_better_of_transfer_and_equity() -> None:
    case = load_case(REVOKE).case
    assert case is not None
    ruling = rule(case, Settings())
    assert ruling.damage[0].verdict is Verdict.DAMAGE
    assert {str(weight.result) for proposal in ruling.proposals for weight in proposal.weights} == {"4S N +2"}
    assert "64A" in ruling.worlds[0].reason


def test_a_claim_stands_only_as_far_as_normal_play_cannot_lose_it() -> None:
    chances, reason = tricks_of(claim("N", 5))
    assert sum(chances.values()) == 1
    assert all(7 <= tricks <= 13 for tricks in chances)
    assert "70A" in reason


def test_a_concession_counts_for_the_other_side_as_far_as_normal_play_could_lose_it() -> None:
    none, one, two = (next(iter(tricks_of(claim("N", number, "concession"))[0])) for number in (0, 1, 2))
    assert (none, one, two) == (12, 11, 11)
    assert "1 given back" in tricks_of(claim("N", 2, "concession"))[1]


def test_the_statement_of_a_claim_is_followed() -> None:
    told = load_case(CASES / "claim-outstanding-trump-2017.toml").case
    assert told is not None
    silent = replace(told, events=(replace(told.events[0], cards=()),))
    results = [next(iter(awarded_tricks(case, case.events[0], Tools(case, Settings()))[0])) for case in (silent, told)]
    assert results[0] < results[1]


def test_without_the_play_the_director_has_to_judge() -> None:
    source = REVOKE.read_text(encoding="utf-8")
    start = source.index("play = [")
    bare = source[:start] + source[source.index("]", start) + 1 :]
    with pytest.raises(AdjudicatorError, match="not recorded"):
        tricks_of(bare)
    case = parse_case(bare, "t.toml").case
    assert case is not None
    ruling = rule(case, Settings())
    assert ruling.damage[0].verdict is Verdict.OPEN
    assert "the play has to be judged" in ruling.damage[0].reason
    assert ruling.proposals == ()


def test_a_trick_that_no_normal_play_could_lose_goes_back_to_the_side_that_conceded_it() -> None:
    case = load_case(CASES / "concession-of-a-trick-that-could-not-be-lost-2007.toml").case
    assert case is not None
    ruling = rule(case, Settings())
    assert [(item.side.name, item.verdict) for item in ruling.damage] == [("NS", Verdict.DAMAGE)]
    assert {(proposal.text.partition(":")[0], proposal.rule) for proposal in ruling.proposals} == {
        ("4S N +2", "2007/71")
    }


def test_where_the_law_finds_no_infraction_the_table_result_stands() -> None:
    case = load_case(CASES / "misbid-keycard-answer-2007.toml").case
    assert case is not None
    case = replace(case, other_table=OtherTable(-680), scoring=Scoring("IMP teams", ScoringUnit.IMPS, "teams"))
    ruling = rule(case, Settings(quick=True))
    assert not ruling.adjusts
    assert [proposal.kind for proposal in ruling.proposals] == ["table result", "table result"]
    assert ruling.damage == ()


def test_the_rest_is_claimed_in_words_and_the_auction_names_the_contract() -> None:
    """A claim that ended the play has no table result yet: the tricks awarded are the result, damage or not."""
    source = re.sub(r"^table_\w+ = .*\n", "", claim("N", 5), flags=re.MULTILINE)
    head, _, _ = source.partition("facts = {")
    told = f'{head}description = "North claimed the rest."\n'
    assert tricks_of(told) == tricks_of(claim("N", 5))
    case = parse_case(told, "t.toml").case
    assert case is not None
    proposals = rule(case, Settings(quick=True, turns=False)).proposals
    assert {item.kind for item in proposals} == {"assigned"}
    assert len({str(item.weights[0].result) for item in proposals}) == 1
