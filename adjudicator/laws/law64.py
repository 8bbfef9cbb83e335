"""Law 64: equity after a revoke."""

from __future__ import annotations

from typing import Any

from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding, Lead
from adjudicator.laws.questions import ask

__all__: list[str] = []


def _told(facts: Facts, edition: Edition, because: str, **extra: Any) -> Finding:
    return edition.applies(facts, because, lead=Lead("not_applicable"), extra=tuple(extra.items()))


def equity_after_revoke(facts: Facts, edition: Edition) -> Finding:
    """`64C`, `2017/64C1`: the better of the tricks after the transfer and those without the revoke."""
    made, moved, without = (facts.what(k) for k in ("tricks_made", "tricks_moved", "tricks_without"))
    unknown = [k for k in ("tricks_made", "tricks_moved", "tricks_without") if facts.what(k) is None]
    if unknown:
        return edition.needs(*(ask(k) for k in unknown))
    after = int(made) + int(moved)
    adjust = int(without) > after
    because = "the transfer does not restore equity" if adjust else "the transfer restores equity or better"
    return _told(facts, edition, because, adjust=adjust, tricks=max(after, int(without)))


def repeated_revoke(facts: Facts, edition: Edition) -> Finding:
    """`2017/64C2`: later revokes by the same player in the suit are not covered by the first transfer."""
    times = facts.what("revokes_in_suit")
    if times is None or int(times) < 2:
        return edition.does_not_apply("one revoke in the suit by this player")
    return equity_after_revoke(facts, edition)
