"""Laws 23, 72 and 73: gains the offender could have foreseen, and deception by tempo."""

from __future__ import annotations

from typing import Any

from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding, Lead
from adjudicator.laws.questions import ask

__all__: list[str] = []


def _told(facts: Facts, edition: Edition, because: str, adjust: bool) -> Finding:
    extra: tuple[tuple[str, Any], ...] = (("adjust", adjust),)
    return edition.applies(facts, because, lead=Lead("not_applicable"), extra=extra)


def could_have_known(facts: Facts, edition: Edition) -> Finding:
    """`1987/23A`, `1997/23`, `2007/23`, `2017/72C`, `72B1`: gain first, then whether it could be foreseen."""
    gained, known = facts.what("gained"), facts.what("could_have_known")
    if gained is False:
        return _told(facts, edition, "the offenders did not gain by it", False)
    if known is False:
        return _told(facts, edition, "the offender could not have known at the time", False)
    unknown = [k for k in ("gained", "could_have_known") if facts.what(k) is None]
    if unknown:
        return edition.needs(*(ask(k) for k in unknown))
    return _told(facts, edition, "a gain that the offender could have foreseen; intent is not asked", True)


def tempo_deception(facts: Facts, edition: Edition) -> Finding:
    """`73F2` to 2007, `2017/73E2`: a false inference from a variation without a bridge reason."""
    inference, reason = facts.what("false_inference"), facts.what("bridge_reason")
    known = facts.what("could_have_known")
    if inference is False:
        return _told(facts, edition, "no false inference was drawn", False)
    if reason is True:
        return _told(facts, edition, "there was a bridge reason: inferences are at one's own risk", False)
    if known is False:
        return _told(facts, edition, "the player could not have known that it might help him", False)
    keys = ("false_inference", "bridge_reason", "could_have_known")
    unknown = [k for k in keys if facts.what(k) is None]
    if unknown:
        return edition.needs(*(ask(k) for k in unknown))
    return _told(facts, edition, "a false inference from a variation without a bridge reason", True)
