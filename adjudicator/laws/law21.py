"""Laws 20, 21 and 75: explanations, misinformation, and whether call or explanation was mistaken."""

from __future__ import annotations

from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding, Lead
from adjudicator.laws.questions import ask

__all__: list[str] = []

_NO_CALL_WITHDRAWN = Lead("not_applicable")


def own_misunderstanding(facts: Facts, edition: Edition) -> Finding:
    """`*/21A`: no redress for a call that rested on the player's own misunderstanding."""
    if facts.what("own_misunderstanding") is True:
        because = "the player misunderstood by himself"
        return edition.applies(facts, because, lead=_NO_CALL_WITHDRAWN, extra=(("allowed", False),))
    return edition.does_not_apply("the player was misinformed by the opponents")


def _too_late(facts: Facts) -> bool | None:
    period, since = facts.what("period"), facts.what("partner_called_since")
    if period == "lead_faced" or since is True:
        return True
    return None if period is None or since is None else False


def may_change_call(facts: Facts, edition: Edition) -> Finding:
    """`21B1` (1987, 1997), `21B1a` (2007, 2017): a call based on misinformation may be changed in time."""
    late = _too_late(facts)
    if late is None:
        return edition.needs(*(ask(k) for k in ("period", "partner_called_since") if facts.what(k) is None))
    if late:
        return edition.does_not_apply("the auction period is over or partner has called since")
    influenced = facts.what("influenced")
    if influenced is None:
        return edition.needs(ask("influenced"))
    because = "in time, and influenced by the misinformation" if influenced else "not influenced by it"
    return edition.applies(facts, because, lead=_NO_CALL_WITHDRAWN, extra=(("allowed", bool(influenced)),))


def too_late_to_change(facts: Facts, edition: Edition) -> Finding:
    """`*/21B3`: too late to change the call; the score may be adjusted if the offenders gained."""
    late = _too_late(facts)
    if late is None:
        return edition.needs(*(ask(k) for k in ("period", "partner_called_since") if facts.what(k) is None))
    if not late:
        return edition.does_not_apply("the call may still be changed")
    because = "the auction period is over, or partner has called since: only the score can be adjusted"
    return edition.applies(facts, because, lead=_NO_CALL_WITHDRAWN, extra=(("allowed", False),))


def counter_change(facts: Facts, edition: Edition) -> Finding:
    """`*/21B2`: after a change by the non-offenders the offenders may change calls made since."""
    because = "the offending side changes a call after the non-offenders changed theirs"
    if edition.rule.lead == "none" or facts.what("comparable") is True:
        return edition.applies(facts, because)
    unknown = [key for key in ("comparable", "later_suits") if facts.what(key) is None]
    return edition.needs(*(ask(key) for key in unknown)) if unknown else edition.applies(facts, because)


# ---- call or explanation ------------------------------------------------------------------------------------


def misexplanation_presumed(facts: Facts, edition: Edition) -> Finding:
    """`75D` and its footnote (1987, 1997), `21B1b` and `75C` since: in doubt the explanation was mistaken."""
    as_agreed = facts.what("explained_as_agreed")
    if as_agreed is None and facts.what("agreement_shown") is None:
        because = "no evidence of the agreement: a mistaken explanation is presumed"
        return edition.applies(
            facts,
            because,
            lead=_NO_CALL_WITHDRAWN,
            extra=(("infraction", True), ("presumed", True)),
            questions=(ask("agreement_shown"), ask("explained_as_agreed")),
        )
    wrong = as_agreed is False or (as_agreed is None and facts.what("agreement_shown") is False)
    because = "the explanation was not the agreement" if wrong else "the agreement was explained as it is"
    return edition.applies(facts, because, lead=_NO_CALL_WITHDRAWN, extra=(("infraction", wrong), ("presumed", False)))


def correction_duty(facts: Facts, edition: Edition) -> Finding:
    """`75C`, `75D` (1987, 1997), `20F5` since: when partner's mistaken explanation must be corrected."""
    side = facts.what("becomes")
    if side is None:
        return edition.needs(ask("becomes"))
    when = {"declarer": "after_final_pass", "defender": "after_play"}.get(str(side))
    if when is None:
        return edition.needs(ask("becomes"))
    return edition.applies(facts, "not during the auction", lead=_NO_CALL_WITHDRAWN, extra=(("when", when),))
