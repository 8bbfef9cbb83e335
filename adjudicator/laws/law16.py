"""Law 16: unauthorised information."""

from __future__ import annotations

from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding, Lead
from adjudicator.laws.questions import ask

__all__ = ["is_alternative"]

_STRENGTH = {"no": 0, "reasonably": 1, "demonstrably": 2}
_SCORE_ONLY = Lead("not_applicable")


def is_alternative(facts: Facts, edition: Edition) -> bool | None:
    """Whether the other action is a logical alternative by the shares of the player's class; None if unknown."""
    considering, choosing = facts.what("alternative_share"), facts.what("choosing_share")
    if considering is None:
        return None
    enough = float(considering) >= float(edition.number("la_consider", facts))
    chosen = choosing is None or float(choosing) > float(edition.number("la_choose", facts))
    return enough and chosen


def suggested_over_an_alternative(facts: Facts, edition: Edition) -> Finding:
    """`16A` (1987, 1997), `16B1a` since: the action was suggested over another that is a logical alternative."""
    suggested, alternative = facts.what("suggested"), is_alternative(facts, edition)
    needed = str(edition.number("suggestion_needed", facts))
    enough = None if suggested is None else _strength(suggested) >= _STRENGTH[needed]
    if enough is False:
        return _verdict(facts, edition, False, f"the action was not {needed} suggested")
    if alternative is False:
        return _verdict(facts, edition, False, "there was no other logical alternative")
    if enough is None or alternative is None:
        unknown = [k for k in ("suggested", "alternative_share") if facts.what(k) is None]
        return edition.needs(*(ask(k) for k in unknown))
    return _verdict(facts, edition, True, f"{needed} suggested over a logical alternative")


def _strength(suggested: object) -> int:
    """How far the action was suggested; a plain yes is as much as any edition asks for."""
    if isinstance(suggested, bool):
        return _STRENGTH["demonstrably" if suggested else "no"]
    return _STRENGTH.get(str(suggested), _STRENGTH["demonstrably"])


def _verdict(facts: Facts, edition: Edition, infraction: bool, because: str) -> Finding:
    share = float(edition.number("la_consider", facts))
    notes = (f"Threshold in use: an alternative is one that {share:.0%} of the class seriously consider.",)
    return edition.applies(facts, because, lead=_SCORE_ONLY, extra=(("infraction", infraction),), notes=notes)


def is_logical_alternative(facts: Facts, edition: Edition) -> Finding:
    """`16B1b` since 2007: seriously considered by a significant proportion of the class, and chosen by some."""
    verdict = is_alternative(facts, edition)
    if verdict is None:
        return edition.needs(ask("alternative_share"))
    because = "enough of the class would seriously consider it" if verdict else "too few would consider or choose it"
    return edition.applies(facts, because, lead=_SCORE_ONLY, extra=(("logical_alternative", verdict),))


def other_source(facts: Facts, edition: Edition) -> Finding:
    """`16B` (1987, 1997), `16C` (2007), `16D` (2017): information from elsewhere is reported at once."""
    affected = facts.what("affected")
    if affected is None:
        return edition.needs(ask("affected"))
    because = "a player who had yet to act knows more than he may" if affected else "nobody who had yet to act heard it"
    remedy = "substitute_or_artificial_score" if affected else "play_on"
    return edition.applies(facts, because, lead=_SCORE_ONLY, extra=(("remedy", remedy),))
