"""Laws 70, 71 and 79: contested claims, concessions, disputed tricks."""

from __future__ import annotations

from typing import Any

from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding, Lead
from adjudicator.laws.questions import ask

__all__: list[str] = []


def _told(facts: Facts, edition: Edition, because: str, **extra: Any) -> Finding:
    return edition.applies(facts, because, lead=Lead("not_applicable"), extra=tuple(extra.items()))


def contested_claim(facts: Facts, edition: Edition) -> Finding:
    """`*/70A`: as equitable as can be, doubtful points against the claimer; never weighted."""
    return _told(facts, edition, "one resolved result, doubtful points against the claimer", weighted=False)


def concession(facts: Facts, edition: Edition) -> Finding:
    """`*/71`: a concession of a trick won, or that no normal play could lose, is cancelled."""
    lost = facts.what("lost")
    if lost is None:
        return edition.needs(ask("lost"))
    because = "the trick was won, or could not be lost" if lost else "the trick could be lost by a normal play"
    return _told(facts, edition, because, cancelled=bool(lost))


def tricks_disputed(facts: Facts, edition: Edition) -> Finding:
    """`*/79B`: a dispute about tricks won is one finding of fact; never weighted."""
    return _told(facts, edition, "the director decides how many tricks were won", weighted=False)
