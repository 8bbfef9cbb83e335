"""Law 40: partnership agreements, their disclosure and their regulation."""

from __future__ import annotations

from typing import Any

from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding
from adjudicator.laws.questions import ask

__all__: list[str] = []


def _told(facts: Facts, edition: Edition, because: str, **extra: Any) -> Finding:
    return edition.applies(facts, because, extra=tuple(extra.items()))


def may_be_used(facts: Facts, edition: Edition) -> Finding:
    """`1987/40B`, `2007/40A3`: a special agreement must be expected by the opponents, or disclosed."""
    special = facts.what("special")
    if special is False:
        return _told(facts, edition, "no special agreement: any call or play is free", allowed=True)
    expected, disclosed = facts.what("expected_by_opponents"), facts.what("disclosed")
    if expected is True:
        return _told(facts, edition, "the opponents can be expected to understand it", allowed=True)
    if disclosed is True:
        return _told(facts, edition, "it was disclosed as regulations ask", allowed=True)
    unknown = [k for k in ("special", "expected_by_opponents", "disclosed") if facts.what(k) is None]
    if unknown:
        return edition.needs(*(ask(k) for k in unknown))
    return _told(facts, edition, "neither to be expected nor disclosed", allowed=False)


def remedy(facts: Facts, edition: Edition) -> Finding:
    """`1987/40C`, `2007/40B4`: a side damaged by incomplete explanation may get an adjusted score."""
    explained, damage = facts.what("explained_fully"), facts.what("damage")
    if explained is True:
        return _told(facts, edition, "it was fully explained", remedy="none")
    if damage is False:
        return _told(facts, edition, "there was no damage", remedy="none")
    unknown = [k for k in ("explained_fully", "damage") if facts.what(k) is None]
    if unknown:
        return edition.needs(*(ask(k) for k in unknown))
    return _told(facts, edition, "not fully explained, and damage followed", remedy="adjusted_score")


def who_regulates(facts: Facts, edition: Edition) -> Finding:
    """`1987/40D`: conventions by the sponsor, very light one-level openings by the zone, the rest by nobody."""
    what = facts.what("what")
    if what is None:
        return edition.needs(ask("what"))
    if what == "convention":
        return _told(facts, edition, "a convention", by="sponsor")
    if what != "light_opening":
        return _told(facts, edition, "neither a convention nor a light opening", by="none")
    level, light = facts.what("level"), facts.what("king_below_average")
    if light is False or (level is not None and int(level) != 1):
        return _told(facts, edition, "natural, and not so light at the one level", by="none")
    unknown = [k for k in ("level", "king_below_average") if facts.what(k) is None]
    if unknown:
        return edition.needs(*(ask(k) for k in unknown))
    return _told(facts, edition, "a one-level opening a king or more below average strength", by="zone")


def authority_regulates(facts: Facts, edition: Edition) -> Finding:
    """`40B2a` since 2007: the regulating authority may restrict special agreements, conventional or not."""
    if facts.what("what") is None:
        return edition.needs(ask("what"))
    return _told(facts, edition, "special agreements are for the regulating authority", by="sponsor")


def convention_card(facts: Facts, edition: Edition) -> Finding:
    """`1987/40E`, `2007/40B2b`: the convention card and its use are the sponsor's affair."""
    return _told(facts, edition, "the card and the rules for its use", by="sponsor")


def illegal_method(facts: Facts, edition: Edition) -> Finding:
    """`40B5` since 2007: a side damaged by an agreement against laws or regulations gets an adjusted score."""
    complies, damage = facts.what("complies"), facts.what("damage")
    if complies is True or damage is False:
        return _told(facts, edition, "the agreement complies, or did no damage", remedy="none")
    unknown = [k for k in ("complies", "damage") if facts.what(k) is None]
    if unknown:
        return edition.needs(*(ask(k) for k in unknown))
    return _told(facts, edition, "an agreement that does not comply did damage", remedy="adjusted_score")
