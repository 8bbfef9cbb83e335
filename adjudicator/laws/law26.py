"""Law 26: lead restrictions after a call was withdrawn."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.bridge import PASS, Auction, Call, Seat, Suit
from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Choice, Finding, Lead, Question, Status
from adjudicator.laws.questions import ask

__all__ = ["lead_after", "specified_suits", "usual_convention", "withdrawn_suits"]

WHILE_HE_KEEPS_THE_LEAD = "at his first turn to lead; a prohibition lasts while he keeps the lead, then ends for good"

LeadResult = tuple[Lead, tuple[Finding, ...], tuple[Question, ...]]


def lead_after(mark: str, facts: Facts, edition: Edition) -> LeadResult:
    """The lead restriction named by a rule's `lead` entry, with the clause of 26 that makes it."""
    if mark in {"none", "not_applicable"}:
        return Lead(mark), (), ()
    if mark == "any_one":
        return _by_clause(facts, edition, "26B", Lead("forbid_any_one", (), WHILE_HE_KEEPS_THE_LEAD))
    if mark == "by_26_open" and facts.final_call in {None, facts.replacement}:
        return Lead("by_final_call"), (), (ask("replacement"),)
    if mark == "by_26_if_configured" and _configured_off(facts, edition):
        return Lead("none"), (), ()
    return _withdrawn_call(facts, edition)


def _configured_off(facts: Facts, edition: Edition) -> bool:
    return facts.config.choice(edition.rule.choice).value == "off" or facts.what("comparable") is True


def _by_clause(facts: Facts, edition: Edition, clause: str, lead: Lead, choices: tuple[Choice, ...] = ()) -> LeadResult:
    """The restriction as the work of a clause of Law 26, with the disputed readings it turned on."""
    rule = edition.rules[clause]
    if rule.choice:
        choices = (*choices, facts.config.choice(rule.choice))
    finding = Finding(rule.id, Status.APPLIES, lead.in_words(), rule.text, rule.confidence, lead=lead, choices=choices)
    return lead, (finding,), ()


def _withdrawn_call(facts: Facts, edition: Edition) -> LeadResult:
    final = _final_call(facts)
    if final is None and facts.stated_suits("later_suits") is None:
        return Lead("by_final_call"), (), (ask("replacement"),)
    if edition.resolve("@lead_rule").endswith("one_unspecified"):
        return _one_unspecified(facts, edition)
    return _suits_or_any(facts, edition)


def _final_call(facts: Facts) -> Call | None:
    """The call that stands at the offender's turn; a pass is imposed after an action that was not allowed."""
    if facts.kind in {"silenced", "too_high", "after_final_pass"}:
        return PASS
    return facts.final_call


# ---- 1987, 1997, 2007: suits of the withdrawn call, or any one suit ----------------------------------


def _suits_or_any(facts: Facts, edition: Edition) -> LeadResult:
    withdrawn, questions = withdrawn_suits(facts, edition)
    if not withdrawn:
        if _repeated_unchanged(facts, edition):
            return Lead("none"), (), ()
        lead, children, _ = _by_clause(facts, edition, "26B", Lead("forbid_any_one", (), WHILE_HE_KEEPS_THE_LEAD))
        return lead, children, questions
    shown = specified_suits(facts, edition)
    missing = tuple(s for s in withdrawn if s not in shown)
    if not missing:
        return (*_by_clause(facts, edition, "26A1", Lead("none"))[:2], questions)
    lead = Lead("require_or_forbid", _scope(withdrawn, missing, facts, edition), WHILE_HE_KEEPS_THE_LEAD)
    choices = (_scope_choice(facts, edition),) if len(missing) < len(withdrawn) else ()
    return (*_by_clause(facts, edition, "26A2", lead, choices)[:2], questions)


def _scope(withdrawn: tuple[Suit, ...], missing: tuple[Suit, ...], facts: Facts, edition: Edition) -> tuple[Suit, ...]:
    return missing if _scope_choice(facts, edition).value == "unnamed" else withdrawn


def _scope_choice(facts: Facts, edition: Edition) -> Choice:
    return facts.config.choice("26A2_scope", edition.number("scope_26A2"))


def _repeated_unchanged(facts: Facts, edition: Edition) -> bool:
    """Whether the same call was made again with much the same meaning, so that nothing was changed."""
    if facts.replacement is None or facts.replacement != facts.call:
        return False
    same = facts.sameness
    return same is None or same.similar(edition.number("eps_similar"), _length(edition)) or same.contained("liberal")


def withdrawn_suits(facts: Facts, edition: Edition) -> tuple[tuple[Suit, ...], tuple[Question, ...]]:
    """The suits to which the withdrawn call was tied (category a), none for category b; what is presumed is asked."""
    stated = facts.stated_suits("withdrawn_suits")
    if stated is not None:
        return stated, ()
    shown = facts.presumed_old
    if shown is None:
        return (), ()
    questions = () if facts.old else (ask("withdrawn_suits"),)
    if facts.call is not None and not facts.call.is_bid and not facts.call.is_pass and not facts.what("tied"):
        return (), questions
    if edition.number("tied_solely") and not shown.solely(_length(edition)):
        return (), questions
    return shown.suits(_length(edition)), questions


# ---- 2017: any one suit the offender has not specified ------------------------------------------------


def _one_unspecified(facts: Facts, edition: Edition) -> LeadResult:
    if facts.what("comparable") is True:
        return _by_clause(facts, edition, "26A", Lead("none"))
    first_printing = facts.config.choice("26B_text").value == "first"
    type_ = "require_or_forbid" if first_printing else "forbid_one_unspecified"
    suits = specified_suits(facts, edition)
    if first_printing:
        suits = tuple(s for s in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS) if s not in suits)
    choices = (facts.config.choice("takeout_double_specifies"),) if _takeout_double(facts, edition) else ()
    return _by_clause(facts, edition, "26B", Lead(type_, suits, WHILE_HE_KEEPS_THE_LEAD), choices)


# ---- suits the offender specified -----------------------------------------------------------------------


def _length(edition: Edition) -> int:
    return int(edition.number("specified_length"))


def specified_suits(facts: Facts, edition: Edition) -> tuple[Suit, ...]:
    """Suits the offender specified himself: by his final call, later, and where the edition says so earlier too."""
    stated = facts.stated_suits("later_suits")
    if stated is not None:
        return stated if _counts(facts) else ()
    found = {*_by_final_call(facts, edition), *facts.bid_later}
    if edition.number("suits_counted") == "legal_auction":
        found |= presumed_suits(facts.auction, facts.offender)
    return tuple(sorted(found, reverse=True))


def _by_final_call(facts: Facts, edition: Edition) -> tuple[Suit, ...]:
    if _final_call(facts) == PASS and not (facts.final_call == PASS and facts.new):
        return ()
    shown = facts.presumed_new
    if shown is None:
        return ()
    if _takeout_double(facts, edition) and facts.config.choice("takeout_double_specifies").value == "no":
        return ()
    return shown.suits(_length(edition))


def _takeout_double(facts: Facts, edition: Edition) -> bool:
    """Whether the final call is a double that supports more than two suits."""
    shown = facts.shown_new
    double = shown is not None and shown.call is not None and not shown.call.is_bid and not shown.call.is_pass
    return double and shown is not None and len(shown.suits(_length(edition))) > 2


def presumed_suits(auction: Auction, seat: Seat | None, start: int = 0) -> frozenset[Suit]:
    """Suits a player bid in the legal auction from a call on, read as natural unless they are usual conventions."""
    found: set[Suit] = set()
    for index, call in enumerate(auction.calls):
        if index >= start and auction.seat_of(index) is seat and call.is_bid and not usual_convention(auction, index):
            suit = call.denomination.suit
            if suit is not None:
                found.add(suit)
    return frozenset(found)


def usual_convention(auction: Auction, index: int, *, unseen: bool = False) -> bool:
    """A strong 2C, Stayman or a transfer over partner's notrump, an answer to an ask, a bid of a suit opponents bid.

    `unseen`: the player may have missed what the opponent called in between, as with an insufficient bid.
    """
    call, seat = auction.calls[index], auction.seat_of(index)
    before = [(auction.seat_of(i), c) for i, c in enumerate(auction.calls[:index]) if c.is_bid]
    if not before:
        return call == Call.bid(2, Suit.CLUBS)
    ours = [c for s, c in before if s is seat.partner]
    over_partner = bool(ours) and (unseen or before[-1][0] is seat.partner)
    if over_partner and ours[-1].denomination.suit is None:
        step = call.level == ours[-1].level + 1 and call.denomination <= Suit.HEARTS
        if ours[-1].level >= 4 or step:
            return True
    theirs = {c.denomination for s, c in before if s.side is not seat.side}
    return call.denomination in theirs


def _counts(facts: Facts) -> bool:
    """Whether the way in which the suits were shown designates them beyond doubt."""
    return facts.what("how") not in {"lead_double", "convention_doubtful"}


# ---- the question of a lead penalty by itself ---------------------------------------------------------------


def _stage(facts: Facts, lead: Lead) -> tuple[Lead, dict[str, object], tuple[Question, ...]]:
    """What may still be chosen at this stage of the play, and the director's duty before it."""
    stage = facts.what("stage")
    if stage == "regained_lead":
        return Lead("none"), {}, ()
    if stage is None:
        return lead, {"granted_suits": 1}, (ask("stage"),)
    choice = {"auction_over": "deferred", "first_turn": "now", "kept_lead": "made"}[stage]
    extra: dict[str, object] = {"choice": choice, "granted_suits": 1}
    if stage == "auction_over":
        extra["duty"] = "explain_before_play"
    return lead, extra, ()


def _how_asked(facts: Facts) -> tuple[Question, ...]:
    """How a suit was shown matters once one was; it is taken to have been bid until the director tells."""
    return (ask("how"),) if facts.what("later_suits") and facts.what("how") is None else ()


def _restricted(facts: Facts, edition: Edition, lead: Lead, because: str) -> Finding:
    lead, extra, questions = _stage(facts, lead)
    notes = ["The choice binds at the partner's first turn to lead and need not be made before it."]
    if len(facts.what("wants_to_forbid") or ()) > 1:
        notes.append("Several suits may not be forbidden together: one only.")
    if lead.suits:
        questions = (*questions, *_how_asked(facts))
    return edition.applies(
        facts, because, lead=lead, extra=tuple(extra.items()), questions=questions, notes=tuple(notes)
    )


def _suits_known(facts: Facts) -> tuple[tuple[Suit, ...], tuple[Suit, ...]] | Question:
    """The suits of the withdrawn call and those of them not shown later, or the question that is still open."""
    withdrawn, later = facts.stated_suits("withdrawn_suits"), facts.stated_suits("later_suits")
    if withdrawn is None:
        return ask("withdrawn_suits")
    if withdrawn and later is None:
        return ask("later_suits")
    counted = (later or ()) if _counts(facts) else ()
    return withdrawn, tuple(s for s in withdrawn if s not in counted)


def all_suits_shown(facts: Facts, edition: Edition) -> Finding:
    """`*/26A1`: every suit of the withdrawn call was shown later by the same player, so there is no restriction."""
    known = _suits_known(facts)
    if isinstance(known, Question):
        return edition.needs(known)
    withdrawn, missing = known
    if not withdrawn or missing:
        return edition.does_not_apply("not every suit of the withdrawn call was shown in the legal auction")
    because = "every suit of the withdrawn call was shown later by the same player"
    return edition.applies(facts, because, questions=_how_asked(facts))


def some_suit_not_shown(facts: Facts, edition: Edition) -> Finding:
    """`*/26A2`: a suit of the withdrawn call was not shown, so declarer may require or forbid one suit."""
    known = _suits_known(facts)
    if isinstance(known, Question):
        return edition.needs(known)
    withdrawn, missing = known
    if not missing:
        return edition.does_not_apply("no suit of the withdrawn call is left that was not shown")
    lead = Lead("require_or_forbid", _scope(withdrawn, missing, facts, edition), WHILE_HE_KEEPS_THE_LEAD)
    choices = (_scope_choice(facts, edition),) if len(missing) < len(withdrawn) else ()
    because = "a suit of the withdrawn call was not shown in the legal auction"
    return replace(_restricted(facts, edition, lead, because), choices=choices)


def no_suit_specified(facts: Facts, edition: Edition) -> Finding:
    """`*/26B`: the withdrawn call was tied to no specified suit, so declarer may forbid any one suit."""
    known = _suits_known(facts)
    if isinstance(known, Question):
        return edition.needs(known)
    if known[0]:
        return edition.does_not_apply("the withdrawn call was tied to specified suits")
    lead = Lead("forbid_any_one", (), WHILE_HE_KEEPS_THE_LEAD)
    return _restricted(facts, edition, lead, "the withdrawn call was tied to no specified suit")


def comparable_call_made(facts: Facts, edition: Edition) -> Finding:
    """`2017/26A`: the withdrawn call was replaced by a comparable call, so there is no restriction."""
    if facts.what("comparable") is True:
        return edition.applies(facts, "the withdrawn call was replaced by a comparable call")
    return edition.does_not_apply("the withdrawn call was not replaced by a comparable call")


def not_comparable(facts: Facts, edition: Edition) -> Finding:
    """`2017/26B`: no comparable call, so declarer may forbid one suit the offender has not specified."""
    if facts.what("comparable") is True:
        return edition.does_not_apply("the replacement was comparable")
    if facts.stated_suits("later_suits") is None and facts.call is None:
        return edition.needs(ask("later_suits"))
    lead = _one_unspecified(facts, edition)[0]
    return _restricted(facts, edition, lead, "the withdrawn call was not replaced by a comparable call")
