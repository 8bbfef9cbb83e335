"""Law 47: cards played on a mistaken explanation."""

from __future__ import annotations

from typing import Any

from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding, Lead
from adjudicator.laws.questions import ask

__all__: list[str] = []


def _told(facts: Facts, edition: Edition, because: str, **extra: Any) -> Finding:
    return edition.applies(facts, because, lead=Lead("not_applicable"), extra=tuple(extra.items()))


def after_changed_explanation(facts: Facts, edition: Edition) -> Finding:
    """`47E2`: a card played on a wrong explanation may be taken back until the side's next card; else adjust."""
    played = facts.what("next_card_played")
    if played is None:
        return edition.needs(ask("next_card_played"))
    if played:
        return _told(facts, edition, "too late to take it back: the score may be adjusted", allowed=False)
    return _told(facts, edition, "it may be taken back", allowed=True)
