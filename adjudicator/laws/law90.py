"""Law 90: procedural penalties, which stand beside every rectification and are part of none."""

from __future__ import annotations

from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding, Lead

__all__: list[str] = []


def procedural_penalty(facts: Facts, edition: Edition) -> Finding:
    """`90A`: the director may penalise a breach of procedure; the assigned score is not touched by it."""
    because = "a breach of procedure: a penalty is the director's to give, apart from any adjusted score"
    return edition.applies(facts, because, lead=Lead("not_applicable"), extra=(("apart", True),))
