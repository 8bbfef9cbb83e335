"""Laws 84, 85, 92 and 93: ruling on agreed and disputed facts, and appeals."""

from __future__ import annotations

from typing import Any

from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding, Lead
from adjudicator.laws.questions import ask

__all__: list[str] = []

_AGREED = {
    "none": ("84A", "play_on"),
    "prescribed": ("84B", "give_it"),
    "option": ("84C", "explain_options"),
    "doubtful": ("84D", "for_the_non_offenders"),
}


def _told(facts: Facts, edition: Edition, because: str, **extra: Any) -> Finding:
    return edition.applies(facts, because, lead=Lead("not_applicable"), extra=tuple(extra.items()))


def facts_agreed(facts: Facts, edition: Edition) -> Finding:
    """`*/84`: no infraction, a prescribed rectification, an option, or a doubtful point for the non-offenders."""
    kind = facts.what("rectification")
    if kind is None:
        return edition.needs(ask("rectification"))
    clause, then = _AGREED[str(kind)]
    return _told(facts, edition, f"facts agreed, {kind}", clause=clause, then=then)


def facts_disputed(facts: Facts, edition: Edition) -> Finding:
    """`*/85`: by the balance of probability; if it cannot be told, play on."""
    known = facts.what("probability")
    if known is None:
        return edition.needs(ask("probability"))
    then = "rule_as_found" if known else "play_on"
    return _told(facts, edition, "facts disputed", clause="85A" if known else "85B", then=then)


def appeal_admissible(facts: Facts, edition: Edition) -> Finding:
    """`*/92`: by a side concerned, together, within the time set."""
    who, minutes = facts.what("appellants"), facts.what("minutes")
    limit = int(edition.number("appeal_minutes", facts))
    if who in {"one_partner", "none"}:
        return _told(facts, edition, "both partners, or the captain, must appeal", admissible=False)
    if minutes is not None and float(minutes) > limit:
        return _told(facts, edition, f"later than {limit} minutes after the ruling", admissible=False)
    unknown = [k for k in ("appellants", "minutes") if facts.what(k) is None]
    if unknown:
        return edition.needs(*(ask(k) for k in unknown))
    return _told(facts, edition, f"by {who}, within {limit} minutes", admissible=True)


def committee_powers(facts: Facts, edition: Edition) -> Finding:
    """`*/93`: the committee may not overrule the director on law or discipline."""
    point = facts.what("point")
    if point is None:
        return edition.needs(ask("point"))
    may = point not in {"law", "discipline"}
    because = "a judgement or a finding of fact" if may else "law and discipline: it may only recommend"
    return _told(facts, edition, because, may_overrule=may)
