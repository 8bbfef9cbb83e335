"""Law 25: changes of call, unintended and intended."""

from __future__ import annotations

from adjudicator.bridge import Call
from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding, Lead
from adjudicator.laws.questions import ask

__all__: list[str] = []

_IN_TIME = {"before_lho": ("before_lho",), "before_partner": ("before_lho", "after_lho")}


def _limit(edition: Edition) -> tuple[str, ...]:
    return _IN_TIME[edition.number("unintended_until")]


def unintended(facts: Facts, edition: Edition) -> Finding:
    """`*/25A`: a slip of hand or tongue may be put right until the limit of the edition; then it stands."""
    slip = facts.what("unintended")
    if slip is None:
        return edition.needs(ask("unintended"))
    if not slip:
        return edition.does_not_apply("the call was intended when it was made")
    time = facts.what("time")
    if time is None:
        return edition.needs(ask("time"))
    if time in _limit(edition):
        return edition.applies(facts, "unintended, and noticed in time: the intended call stands", lead=Lead("none"))
    because = "unintended, but noticed too late: the call made stands and nothing is withdrawn"
    return edition.applies(facts, because, lead=Lead("none"), withdrawn_info="none")


def first_call_illegal(facts: Facts, edition: Edition) -> Finding:
    """`25B2a` of 1987 and 1997: an illegal first call goes to its own law."""
    if facts.what("unintended") is not False or facts.what("lho") == "accepts":
        return edition.does_not_apply("the change was accepted or the first call was a slip")
    if facts.insufficient or facts.inadmissible:
        return edition.applies(facts, "the first call was illegal: its own law governs", lead=Lead("none"))
    return edition.does_not_apply("the first call was legal")


def _intended(facts: Facts, edition: Edition) -> Finding | None:
    """Why Law 25B cannot be read yet or at all: the call was a slip, or it is not known whether it was."""
    slip = facts.what("unintended")
    if slip is None:
        return edition.needs(ask("unintended"))
    if slip:
        return edition.does_not_apply("the first call was unintended")
    if facts.what("lho") is None:
        return edition.needs(ask("lho"))
    return None


def _final(facts: Facts) -> Call | None:
    return None if facts.what("final") is None else Call.parse(str(facts.what("final")))


def _tried(facts: Facts) -> Call | None:
    return None if facts.what("tried") is None else Call.parse(str(facts.what("tried")))


def _as_withdrawn(facts: Facts, withdrawn: Call | None, final: Call | None) -> Facts:
    """The facts for the lead law: which of the two calls was withdrawn, and which one stands."""
    if withdrawn == facts.call:
        return facts.redirected(replacement=final, kind="change_of_call")
    return facts.redirected(call=withdrawn, replacement=final, old=facts.new, new=facts.old)


def change_accepted(facts: Facts, edition: Edition) -> Finding:
    """`*/25B1`: an intended change that left-hand opponent accepts; the second call stands."""
    obstacle = _intended(facts, edition)
    if obstacle is not None:
        return obstacle
    if facts.what("lho") != "accepts":
        return edition.does_not_apply("left-hand opponent did not accept the change")
    withdrawn = _as_withdrawn(facts, facts.call, _tried(facts))
    return edition.applies(withdrawn, "intended change, accepted by left-hand opponent")


def _refused(facts: Facts, edition: Edition) -> Finding | None:
    obstacle = _intended(facts, edition)
    if obstacle is not None:
        return obstacle
    if facts.what("lho") == "accepts":
        return edition.does_not_apply("left-hand opponent accepted the change")
    return None


def first_call_kept(facts: Facts, edition: Edition) -> Finding:
    """`25B2b1` of 1987 and 1997: not accepted, and the offender lets his first call stand."""
    obstacle = _refused(facts, edition)
    if obstacle is not None:
        return obstacle
    final = _final(facts)
    if final is None:
        return edition.needs(ask("final"))
    if final != facts.call:
        return edition.does_not_apply("the offender made another call in the end")
    withdrawn = _as_withdrawn(facts, _tried(facts), facts.call)
    return edition.applies(withdrawn, "change not accepted, the first call stands")


def third_call(facts: Facts, edition: Edition) -> Finding:
    """`25B2b2` of 1987 and 1997: not accepted, and the offender makes another legal call."""
    obstacle = _refused(facts, edition)
    if obstacle is not None:
        return obstacle
    final = _final(facts)
    if final is None:
        return edition.needs(ask("final"))
    if final == facts.call:
        return edition.does_not_apply("the offender let his first call stand")
    withdrawn = _as_withdrawn(facts, facts.call, final)
    return edition.applies(withdrawn, "change not accepted, the offender made another call")


def first_call_stands(facts: Facts, edition: Edition) -> Finding:
    """`25B2` since 2007: not accepted, so the first call stands and the change is cancelled."""
    obstacle = _refused(facts, edition)
    if obstacle is not None:
        return obstacle
    withdrawn = _as_withdrawn(facts, _tried(facts), facts.call)
    return edition.applies(withdrawn, "change not accepted: the first call stands")
