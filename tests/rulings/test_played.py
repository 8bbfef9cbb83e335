"""Revokes, claims and concessions: the record of the play decides what the law awards."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.bridge import AdjudicatorError
from adjudicator.cases import load_case, parse_case
from adjudicator.rulings import Settings, Verdict, rule
from adjudicator.rulings.played import awarded_tricks
from adjudicator.rulings.tools import Tools

REVOKE = Path(__file__).resolve().parents[1] / "cases" / "revoke-established-in-trumps.toml"


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


def test_a_concession_counts_for_the_other_side() -> None:
    one, two = tricks_of(claim("N", 1, "concession"))[0], tricks_of(claim("N", 2, "concession"))[0]
    assert next(iter(one)) == next(iter(two)) + 1


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
