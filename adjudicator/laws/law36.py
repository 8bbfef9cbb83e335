"""Laws 33 to 39: simultaneous calls, inadmissible doubles, calls of a silenced player, bids above seven, late calls."""

from __future__ import annotations

from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding, Lead
from adjudicator.laws.questions import ask

__all__: list[str] = []

AS_LHO_ACCEPTED = "A player barred for the rest of the auction stays barred at his later turns."


def simultaneous(facts: Facts, edition: Edition) -> Finding:
    """`*/33`: a call at the same moment as one in rotation counts as made after it."""
    return edition.applies(facts, "two calls at one moment: the one not in rotation counts as the later")


def auction_goes_back(facts: Facts, edition: Edition) -> Finding:
    """`*/34`: three passes of which one was out of rotation do not end the auction."""
    if facts.what("pass_out_of_rotation") is None:
        return edition.needs(ask("pass_out_of_rotation"))
    if facts.what("pass_out_of_rotation"):
        return edition.applies(facts, "one of the passes was out of rotation: back to the player who missed his turn")
    return edition.does_not_apply("all passes were in rotation")


def _lho_called(facts: Facts) -> bool | None:
    value = facts.what("lho_called")
    if value is None and (facts.replacement is not None or facts.then):
        return False  # it was cancelled and the auction went on
    return None if value is None else bool(value)


def inadmissible_lho_called(facts: Facts, edition: Edition) -> Finding:
    """`35A` of 1987 and 1997, `36A` since 2007: LHO called over it, so all is cancelled and nothing follows."""
    if facts.kind != "inadmissible" and not facts.inadmissible:
        return edition.does_not_apply("the double or redouble was admissible")
    if facts.what("lho_called") is True:
        return edition.applies(facts, "left-hand opponent called: the double and all calls after it are cancelled")
    return edition.does_not_apply("left-hand opponent has not called")


def inadmissible_replaced(facts: Facts, edition: Edition) -> Finding:
    """`36` of 1987 and 1997, `36B` since 2007: it is replaced by a legal call, partner passes for the rest."""
    if facts.kind != "inadmissible" and not facts.inadmissible:
        return edition.does_not_apply("the double or redouble was admissible")
    called = _lho_called(facts)
    if called is None:
        return edition.needs(ask("lho_called"))
    if called:
        return edition.does_not_apply("left-hand opponent called before the ruling")
    return edition.applies(facts, "an inadmissible double or redouble, left-hand opponent has not called")


def silenced_lho_called(facts: Facts, edition: Edition) -> Finding:
    """`35B` of 1987 and 1997, `37A` since 2007: LHO called over it, so the action stands."""
    called = facts.what("lho_called")
    if called is None:
        return edition.needs(ask("lho_called"))
    if called:
        return edition.applies(facts, "left-hand opponent called over the action", notes=(AS_LHO_ACCEPTED,))
    return edition.does_not_apply("left-hand opponent has not called")


def silenced_cancelled(facts: Facts, edition: Edition) -> Finding:
    """`37` of 1987 and 1997, `37B` since 2007: cancelled, and both members of the side pass for the rest."""
    called = facts.what("lho_called")
    if called is None:
        return edition.needs(ask("lho_called"))
    if called:
        return edition.does_not_apply("left-hand opponent called over the action")
    return edition.applies(facts, "a player bound to pass acted and left-hand opponent has not called")


def more_than_seven(facts: Facts, edition: Edition) -> Finding:
    """`*/38`: cancelled, a pass is substituted and the side passes for the rest; 26 unless LHO had called."""
    called = facts.what("lho_called")
    if called is None:
        return edition.needs(ask("lho_called"))
    facts = _with_suit_named(facts)
    if called:
        because = "more than seven; left-hand opponent had called, so lead restriction and review fall away"
        return edition.applies(facts, because, lead=Lead("none"), review=())
    return edition.applies(facts, "a bid of more than seven is cancelled")


def _with_suit_named(facts: Facts) -> Facts:
    """A bid above seven is no call of the game: it is read as naming its suit unless the director says otherwise."""
    if facts.what("withdrawn_suits") is not None:
        return facts
    letter = facts.call_text.strip().upper().lstrip("0123456789")[:2]
    suits = [letter[0]] if letter[:1] in {"C", "D", "H", "S"} else []
    return facts.redirected(known={**facts.known, "withdrawn_suits": suits})


def after_final_pass(facts: Facts, edition: Edition) -> Finding:
    """`39`, `39B`: a call after the final pass is cancelled; only a defender's bid or double has consequences."""
    defender = facts.what("defender")
    if facts.call is not None and facts.call.is_pass:
        return edition.applies(facts, "a pass after the final pass means nothing", lead=Lead("none"))
    if defender is None:
        return edition.needs(ask("defender"))
    if not defender:
        return edition.applies(facts, "the call was by declarer's side: nothing follows", lead=Lead("none"))
    return edition.applies(facts, "a defender's call after the final pass: lead restriction")
