"""Laws 28 and 29: calls considered to be in rotation, and calls out of rotation that are accepted."""

from __future__ import annotations

from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding

__all__: list[str] = []


def rho_bound_to_pass(facts: Facts, edition: Edition) -> Finding:
    """`*/28A`: a call at the turn of a right-hand opponent who is bound to pass is in rotation."""
    if facts.what("rho_bound_to_pass") is True and facts.at == "RHO":
        return edition.applies(facts, "right-hand opponent was bound to pass: the call is in rotation")
    return edition.does_not_apply("right-hand opponent was not bound to pass")


def player_in_turn_called(facts: Facts, edition: Edition) -> Finding:
    """`*/28B`: the player in turn called before rectification, so the wrong call is as if not made."""
    if facts.what("player_in_turn_called") is True:
        return edition.applies(facts, "the player whose turn it was called before rectification")
    return edition.does_not_apply("the player in turn had not called before the ruling")


def accepted_by_next_opponent(facts: Facts, edition: Edition) -> Finding:
    """`*/29A`: left-hand opponent of the offender accepts a call out of rotation; never an inadmissible one."""
    if facts.inadmissible:
        return edition.does_not_apply("an inadmissible double or redouble can never be accepted")
    if facts.what("lho_called") is True or facts.what("lho") == "accepts":
        return edition.applies(facts, "the next opponent accepted the call out of rotation")
    return edition.does_not_apply("the next opponent did not accept the call")


def artificial_call(facts: Facts, edition: Edition) -> Finding:
    """`*/29C`: an artificial bid out of rotation counts by the denominations it specifies, not the one named."""
    shown = facts.presumed_old
    if shown is None or not shown.artificial or facts.call is None or not facts.call.is_bid:
        return edition.does_not_apply("the call out of rotation was not known to be an artificial bid")
    specified = shown.suits(int(edition.number("specified_length")))
    if not specified or specified == (facts.call.denomination.suit,):
        return edition.does_not_apply("the call specifies no denomination other than the one it names")
    told = ", ".join(suit.letter for suit in specified)
    return edition.applies(facts, f"artificial: it specifies {told}, not {facts.call.denomination.text}")
