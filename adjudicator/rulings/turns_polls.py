"""Where a poll left no logical alternative: how many of the players asked would have had to answer otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil

from adjudicator.bridge import Call
from adjudicator.cases import Poll
from adjudicator.rulings.model import Turn, WorldView
from adjudicator.rulings.probe import Probe
from adjudicator.rulings.turn_words import found_otherwise


def poll_turns(probe: Probe) -> Iterator[Turn]:
    """For each turn that a poll decided: votes moved from the call made to the best other one, until it turns."""
    for view in probe.base.worlds:
        decision = view.decision
        if not view.world.polled_out or decision is None or decision.made is None:
            continue
        best = _best_other(view, decision.made)
        polls = [poll for poll in probe.case.poll_at(decision.call_index) if poll.informed is not True and poll.total]
        if best is None or not polls:
            continue
        poll = max(polls, key=lambda item: item.total)
        needed = max(1, ceil(decision.threshold.considered * poll.total - 1e-9))
        moved = with_votes(poll, decision.made, best, needed)
        after = probe.ruled(replace(probe.case, polls=tuple(moved if p is poll else p for p in probe.case.polls)))
        if probe.turns(after):
            now = f"{_votes(poll, best)} of {poll.total}"
            text = f"{needed} of the {poll.total} players asked would call {best}"
            change = f"poll.{decision.call_index}={' '.join(f'{call}:{count}' for call, count in moved.votes)}"
            yield found_otherwise(probe, f"poll.{decision.call_index}", text, now, change, after, 1 / (1 + needed))


def with_votes(poll: Poll, made: Call, best: Call, needed: int) -> Poll:
    """The poll as it would be with so many votes for another call, taken from the call that was made."""
    votes = dict(poll.votes)
    more = max(0, needed - votes.get(best, 0))
    votes |= {best: votes.get(best, 0) + more, made: max(0, votes.get(made, 0) - more)}
    considered = {call: max(count, votes.get(call, 0)) for call, count in poll.considered}
    return replace(poll, votes=tuple(votes.items()), considered=tuple(considered.items()))


def _best_other(view: WorldView, made: Call) -> Call | None:
    """The likeliest call that was not made."""
    assert view.decision is not None
    others = [share for share in view.decision.shares if share.call != made]
    return max(others, key=lambda share: ((share.votes or 0), share.share)).call if others else None


def _votes(poll: Poll, call: Call) -> int:
    return dict(poll.votes).get(call, 0)
