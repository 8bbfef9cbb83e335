"""Laws 9 to 11: who rules, what players may do before and after, and when a right is lost."""

from __future__ import annotations

from typing import Any

from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding, Lead
from adjudicator.laws.questions import ask

__all__: list[str] = []


def _told(facts: Facts, edition: Edition, because: str, **extra: Any) -> Finding:
    return edition.applies(facts, because, lead=Lead("not_applicable"), extra=tuple(extra.items()))


def nobody_acts_before_the_director(facts: Facts, edition: Edition) -> Finding:
    """`9B`: after attention was drawn, nobody acts before the director has explained."""
    return _told(facts, edition, "attention was drawn: the director is called first", allowed=False)


def players_do_not_rule(facts: Facts, edition: Edition) -> Finding:
    """`10A`: a rectification by the players can be undone; only the director rules."""
    return _told(facts, edition, "the players ruled among themselves", can_be_undone=True)


def offenders_may_profit(facts: Facts, edition: Edition) -> Finding:
    """`10C`: after rectification any advantageous action is open, within the edition's limits."""
    limits = tuple(edition.resolve(mark) for mark in edition.number("profit_limits"))
    because = "after rectification the offenders may act to their advantage"
    return _told(facts, edition, because, allowed=True, limits=limits)


def right_may_be_lost(facts: Facts, edition: Edition) -> Finding:
    """`11A`: the right to rectification may be lost when the non-offenders acted first."""
    acted = facts.what("right_lost_by")
    if acted is None:
        return edition.needs(ask("right_lost_by"))
    because = "they acted before calling the director" if acted else "they called the director first"
    return _told(facts, edition, because, right_may_be_lost=bool(acted))
