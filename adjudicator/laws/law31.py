"""Law 31: bid out of rotation."""

from __future__ import annotations

from adjudicator.bridge import PASS
from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding
from adjudicator.laws.law23 import comparability
from adjudicator.laws.questions import ask

__all__ = ["partner_or_first_lho"]


def partner_or_first_lho(facts: Facts) -> bool:
    """Whether it was partner's turn, or LHO's when the offender had not called before."""
    return facts.at == "partner" or (facts.at == "LHO" and not facts.has_called_before)


def rho_passes(facts: Facts, edition: Edition) -> Finding:
    """`*/31A1`: at RHO's turn, who passes: the offender must repeat, and nothing else follows."""
    if facts.at != "RHO":
        return edition.does_not_apply("it was not right-hand opponent's turn")
    if facts.rho_acts is None:
        return edition.needs(ask("then"))
    if facts.rho_acts:
        return edition.does_not_apply("right-hand opponent acted")
    notes = ("The bid is insufficient: Law 27 governs when it is repeated.",) if facts.insufficient else ()
    return edition.applies(facts, "at right-hand opponent's turn, who passes", notes=notes)


def _rho_did_not_act(facts: Facts, edition: Edition) -> Finding | None:
    if facts.at != "RHO":
        return edition.does_not_apply("it was not right-hand opponent's turn")
    if facts.rho_acts is None:
        return edition.needs(ask("then"))
    return None if facts.rho_acts else edition.does_not_apply("right-hand opponent passed")


# ---- 1987 to 2007: the denomination repeated ---------------------------------------------------------------


def _denomination_repeated(facts: Facts, edition: Edition) -> bool | None:
    """Whether the new bid repeats the denominations that the first one specified; None while unknown."""
    if facts.replacement is None:
        return None
    if facts.call == PASS or not facts.replacement.is_bid:
        return False
    old, new = facts.presumed_old, facts.presumed_new
    if old is None or new is None:
        return None
    length = int(edition.number("specified_length"))
    before, after = old.denominations(length), new.denominations(length)
    named = facts.replacement.denomination.text
    return bool(before) and (before == after or (before <= after and named in before))


def rho_acts_denomination_repeated(facts: Facts, edition: Edition) -> Finding:
    """`31A2a` to 2007: RHO acts and the offender repeats the denomination: partner passes once."""
    obstacle = _rho_did_not_act(facts, edition)
    if obstacle is not None:
        return obstacle
    repeated = _denomination_repeated(facts, edition)
    if repeated is None:
        return edition.needs(ask("replacement"))
    if not repeated:
        return edition.does_not_apply("the denomination specified was not repeated")
    return edition.applies(facts, "right-hand opponent acted, the denomination was repeated")


def rho_acts_other_call(facts: Facts, edition: Edition) -> Finding:
    """`31A2b` to 2007: RHO acts and the denomination is not repeated: partner passes for the rest, Law 26."""
    obstacle = _rho_did_not_act(facts, edition)
    if obstacle is not None:
        return obstacle
    repeated = _denomination_repeated(facts, edition)
    if repeated is None:
        return edition.needs(ask("replacement"))
    if repeated:
        return edition.does_not_apply("the denomination specified was repeated")
    return edition.applies(facts, "right-hand opponent acted, the denomination was not repeated")


def partner_or_first_turn_of_lho(facts: Facts, edition: Edition) -> Finding:
    """`31B` to 2007: at partner's turn, or LHO's before the offender called: partner passes for the rest."""
    if not partner_or_first_lho(facts):
        return edition.does_not_apply("neither partner's turn nor left-hand opponent's first turn")
    return edition.applies(facts, f"at {facts.at}'s turn, the offender had not called before")


def lho_later(facts: Facts, edition: Edition) -> Finding:
    """`25` (`31C` of 2017): at LHO's turn when the offender has called before, a change of call."""
    if facts.at == "LHO" and facts.has_called_before:
        return edition.applies(facts, "at left-hand opponent's turn, the offender had called before")
    return edition.does_not_apply("not left-hand opponent's turn after the offender had called")


# ---- 2017: comparable or not --------------------------------------------------------------------------------


def _comparable(facts: Facts, edition: Edition) -> Finding:
    verdict = comparability(facts, edition)
    if verdict.comparable is None:
        return edition.needs(*verdict.questions, because=verdict.because)
    if not verdict.comparable:
        return edition.does_not_apply(verdict.because)
    extra = (("via", verdict.via), *verdict.figures)
    return edition.applies(facts, verdict.because, comparable=True, extra=extra, choices=verdict.choices)


def _not_comparable(facts: Facts, edition: Edition) -> Finding:
    verdict = comparability(facts, edition)
    if verdict.comparable is None:
        return edition.needs(*verdict.questions, because=verdict.because)
    if verdict.comparable:
        return edition.does_not_apply(verdict.because)
    return edition.applies(facts, verdict.because, comparable=False, extra=verdict.figures, choices=verdict.choices)


def rho_acts_comparable(facts: Facts, edition: Edition) -> Finding:
    """`2017/31A2a`: RHO acts and the offender makes a comparable call."""
    return _rho_did_not_act(facts, edition) or _comparable(facts, edition)


def rho_acts_not_comparable(facts: Facts, edition: Edition) -> Finding:
    """`2017/31A2b`: RHO acts and the offender's call is not comparable: partner passes once."""
    return _rho_did_not_act(facts, edition) or _not_comparable(facts, edition)


def as_after_an_action(facts: Facts, edition: Edition) -> Finding:
    """`2017/31B2`: at partner's turn, or LHO's first, the call is judged as in 31A2a and 31A2b."""
    if not partner_or_first_lho(facts):
        return edition.does_not_apply("neither partner's turn nor left-hand opponent's first turn")
    return judged_by_branch(facts, edition, "31A2a", "31A2b")


def judged_by_branch(facts: Facts, edition: Edition, comparable: str, other: str) -> Finding:
    """A clause that sends the call to one of two branches of another, and reviews through it."""
    branch = _comparable(facts, edition.open_at(comparable))
    if branch.status == "does not apply":
        branch = _not_comparable(facts, edition.open_at(other))
    if branch.status == "needs a fact":
        return edition.needs(*branch.questions, because=branch.reason)
    return edition.applies(
        facts,
        branch.reason,
        partner_pass=branch.partner_pass,
        lead=branch.lead,
        withdrawn_info=branch.withdrawn_info,
        review=(branch.rule, *branch.review),
        comparable=branch.comparable,
        extra=branch.extra,
        choices=branch.choices,
        children=(branch,),
        notes=("Partner may make any legal call, without using the withdrawn one.",),
    )
