"""Law 32: double or redouble out of rotation."""

from __future__ import annotations

from adjudicator.laws import law31
from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding
from adjudicator.laws.questions import ask

__all__: list[str] = []


def _cannot_accept(facts: Facts) -> dict[str, str]:
    return {"lho_options": "cannot_accept"} if facts.inadmissible else {}


def _not_at_rho(facts: Facts, edition: Edition) -> Finding | None:
    if facts.at != "RHO":
        return edition.does_not_apply("it was not right-hand opponent's turn")
    return edition.needs(ask("then")) if facts.rho_acts is None else None


def partner_turn(facts: Facts, edition: Edition) -> Finding:
    """`32A` to 2007: at partner's turn (or LHO's first): any legal call, partner passes for the rest, 26B."""
    if not law31.partner_or_first_lho(facts):
        return edition.does_not_apply("it was not partner's turn")
    return edition.applies(facts, "a double or redouble at partner's turn", **_cannot_accept(facts))


def rho_passes(facts: Facts, edition: Edition) -> Finding:
    """`32B1` to 2007, `2017/32A1`: at RHO's turn, who passes: the double or redouble is repeated."""
    obstacle = _not_at_rho(facts, edition)
    if obstacle is not None:
        return obstacle
    if facts.rho_acts:
        return edition.does_not_apply("right-hand opponent acted")
    if facts.inadmissible:
        return edition.does_not_apply("an inadmissible double or redouble cannot be repeated")
    return edition.applies(facts, "at right-hand opponent's turn, who passes")


def rho_passes_inadmissible(facts: Facts, edition: Edition) -> Finding:
    """`32B1` to 2007, second half: RHO passes but the double is inadmissible, so Law 36 governs."""
    passed = facts.at == "RHO" and facts.rho_acts is False
    if passed and facts.inadmissible and facts.what("lho_called") is not True:
        return edition.applies(facts, "right-hand opponent passes, but the double is inadmissible")
    return edition.does_not_apply("not an inadmissible double at the turn of a right-hand opponent who passes")


def rho_acts(facts: Facts, edition: Edition) -> Finding:
    """`32B2` to 2007: at RHO's turn, who acts: any legal call, partner passes for the rest, 26B."""
    obstacle = _not_at_rho(facts, edition)
    if obstacle is not None:
        return obstacle
    if not facts.rho_acts:
        return edition.does_not_apply("right-hand opponent passed")
    return edition.applies(facts, "at right-hand opponent's turn, who acts", **_cannot_accept(facts))


def rho_acts_comparable(facts: Facts, edition: Edition) -> Finding:
    """`2017/32A2a`: RHO acts and the offender makes a comparable call."""
    return law31.rho_acts_comparable(facts, edition)


def rho_acts_not_comparable(facts: Facts, edition: Edition) -> Finding:
    """`2017/32A2b`: RHO acts and the offender's call is not comparable: partner passes once."""
    return law31.rho_acts_not_comparable(facts, edition)


def as_after_an_action(facts: Facts, edition: Edition) -> Finding:
    """`2017/32B2`: at partner's turn the call is judged as in 32A2a and 32A2b."""
    if not law31.partner_or_first_lho(facts):
        return edition.does_not_apply("it was not partner's turn")
    return law31.judged_by_branch(facts, edition, "32A2a", "32A2b")
