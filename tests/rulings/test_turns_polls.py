"""A poll that leaves no logical alternative: the ruling follows it, and tells how many answers would turn it."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.bridge import Call
from adjudicator.cases import Poll, load_case
from adjudicator.rulings import Settings, rule
from adjudicator.rulings.turns_polls import with_votes

SOURCE = Path(__file__).resolve().parents[1] / "cases" / "announced-transfer-forgotten-2019.toml"
MADE, OTHER = Call.parse("3NT"), Call.parse("4D")


@pytest.mark.parametrize(("votes", "needed", "moved"), [((8, 1), 2, (7, 2)), ((9, 0), 2, (7, 2)), ((5, 4), 2, (5, 4))])
def test_votes_are_moved_from_the_call_made(votes: tuple[int, int], needed: int, moved: tuple[int, int]) -> None:
    poll = Poll(9, ((MADE, votes[0]), (OTHER, votes[1])), ((OTHER, 1),), 9)
    found = with_votes(poll, MADE, OTHER, needed)
    assert dict(found.votes) == {MADE: moved[0], OTHER: moved[1]}
    assert dict(found.considered)[OTHER] == max(1, moved[1])


def test_the_ruling_follows_the_poll_and_tells_what_would_turn_it() -> None:
    case = load_case(SOURCE).case
    assert case is not None
    ruling = rule(case, Settings(quick=True))
    assert not ruling.adjusts
    assert ruling.worlds[0].reason == "the poll leaves no logical alternative to 3NT"
    turn = next(turn for turn in ruling.turns if turn.key == "poll.9")
    assert (turn.now, turn.change) == ("1 of 9", "poll.9=3NT:7 4D:2")
    assert turn.text == "2 of the 9 players asked would call 4D"
