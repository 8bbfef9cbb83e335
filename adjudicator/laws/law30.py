"""Law 30: pass out of rotation."""

from __future__ import annotations

from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding
from adjudicator.laws.law23 import comparability

__all__: list[str] = []

PARTNER_MAY_NOT_DOUBLE = "Partner may bid or pass but not double or redouble at this turn."


def artificial_pass(facts: Facts, edition: Edition) -> Finding:
    """`*/30C`: an artificial pass, or a pass of partner's artificial call, is treated as a bid out of rotation."""
    if facts.shown_old is not None and facts.shown_old.artificial:
        return edition.applies(facts, "the pass was artificial, or passed partner's artificial call")
    if facts.what("artificial") is True:
        return edition.applies(facts, "the director found the pass artificial")
    return edition.does_not_apply("the pass was not known to be artificial")


# ---- 1987 to 2007: before or after the first bid ---------------------------------------------------------


def before_any_bid(facts: Facts, edition: Edition) -> Finding:
    """`30A` to 2007: before anybody has bid, the offender passes once whoever was to call."""
    if facts.a_bid_was_made:
        return edition.does_not_apply("a bid had been made")
    return edition.applies(facts, "nobody had bid yet")


def _after_a_bid(facts: Facts, edition: Edition, at: str, notes: tuple[str, ...] = ()) -> Finding:
    if not facts.a_bid_was_made:
        return edition.does_not_apply("nobody had bid yet")
    if facts.at != at:
        return edition.does_not_apply(f"it was not {at}'s turn")
    return edition.applies(facts, f"after a bid, at {at}'s turn", notes=notes)


def after_a_bid_at_rho(facts: Facts, edition: Edition) -> Finding:
    """`30B1` to 2007: after a bid, at RHO's turn, the offender passes once."""
    return _after_a_bid(facts, edition, "RHO")


def after_a_bid_at_partner(facts: Facts, edition: Edition) -> Finding:
    """`30B2` to 2007: after a bid, at partner's turn, the offender passes for the rest; partner may not double."""
    return _after_a_bid(facts, edition, "partner", (PARTNER_MAY_NOT_DOUBLE,))


def after_a_bid_at_lho(facts: Facts, edition: Edition) -> Finding:
    """`30B3` to 2007: after a bid, at LHO's turn, the pass is a change of call."""
    return _after_a_bid(facts, edition, "LHO")


# ---- 2017: by seat, and by comparability -------------------------------------------------------------------


def at_rho(facts: Facts, edition: Edition) -> Finding:
    """`2017/30A`: at RHO's turn the offender passes once, also before any bid."""
    if facts.at != "RHO":
        return edition.does_not_apply("it was not right-hand opponent's turn")
    return edition.applies(facts, "at right-hand opponent's turn")


def _not_partners_turn(facts: Facts, edition: Edition) -> Finding | None:
    if facts.at == "partner" or (facts.at == "LHO" and not facts.has_called_before):
        return None
    return edition.does_not_apply("neither partner's turn nor left-hand opponent's before the offender had called")


def at_partner_comparable(facts: Facts, edition: Edition) -> Finding:
    """`2017/30B1bi`: at partner's turn and replaced by a comparable call: the auction goes on."""
    obstacle = _not_partners_turn(facts, edition)
    if obstacle is not None:
        return obstacle
    verdict = comparability(facts, edition)
    if verdict.comparable is None:
        return edition.needs(*verdict.questions, because=verdict.because)
    if not verdict.comparable:
        return edition.does_not_apply(verdict.because)
    extra = (("via", verdict.via), *verdict.figures)
    return edition.applies(facts, verdict.because, comparable=True, extra=extra, choices=verdict.choices)


def at_partner_not_comparable(facts: Facts, edition: Edition) -> Finding:
    """`2017/30B1bii`: the same, replaced by a call that is not comparable: partner passes once."""
    obstacle = _not_partners_turn(facts, edition)
    if obstacle is not None:
        return obstacle
    verdict = comparability(facts, edition)
    if verdict.comparable is None:
        return edition.needs(*verdict.questions, because=verdict.because)
    if verdict.comparable:
        return edition.does_not_apply(verdict.because)
    return edition.applies(facts, verdict.because, comparable=False, extra=verdict.figures, choices=verdict.choices)


def at_lho_later(facts: Facts, edition: Edition) -> Finding:
    """`2017/30B2`: at LHO's turn when the offender has called before: a change of call."""
    if facts.at == "LHO" and facts.has_called_before:
        return edition.applies(facts, "at left-hand opponent's turn, the offender had called before")
    return edition.does_not_apply("not left-hand opponent's turn after the offender had called")
