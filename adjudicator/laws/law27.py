"""Law 27: the insufficient bid."""

from __future__ import annotations

from typing import Any

from adjudicator.bridge import DOUBLE, REDOUBLE, Auction, Call, Denomination
from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding, Lead, Question
from adjudicator.laws.law23 import comparability
from adjudicator.laws.law26 import usual_convention
from adjudicator.laws.questions import ask

__all__: list[str] = []


# ---- gateways ------------------------------------------------------------------------------------


def insufficient_out_of_rotation(facts: Facts, edition: Edition) -> Finding:
    """`27C` of 1987 and 1997, `27A2` since 2007: insufficient and out of rotation goes to Law 31."""
    if facts.insufficient:
        return edition.applies(facts, "the bid was insufficient and out of rotation")
    return edition.does_not_apply("the bid out of rotation was not insufficient")


def replaced_before_the_ruling(facts: Facts, edition: Edition) -> Finding:
    """`27C` since 2007: a premature replacement stands unless LHO accepts the insufficient bid."""
    if facts.what("premature") is not True:
        return edition.does_not_apply("the bid was not replaced before the ruling")
    if _accepted(facts):
        return edition.does_not_apply("left-hand opponent accepts the insufficient bid")
    return edition.applies(facts, "the bid was replaced before the ruling and not accepted")


# ---- acceptance -----------------------------------------------------------------------------------


def _accepted(facts: Facts) -> bool:
    called_over = bool(facts.then) and facts.replacement is None
    return facts.what("lho") == "accepts" or facts.what("lho_called") is True or called_over


def accepted(facts: Facts, edition: Edition) -> Finding:
    """`*/27A1`: left-hand opponent accepts the insufficient bid, for example by calling over it."""
    if _accepted(facts):
        return edition.applies(facts, "left-hand opponent accepted the insufficient bid")
    if facts.replacement is None and facts.what("lho") is None:
        return edition.needs(ask("lho"))
    return edition.does_not_apply("left-hand opponent did not accept the insufficient bid")


# ---- what the replacement is ------------------------------------------------------------------------


def _doubles(call: Call | None) -> bool:
    return call in {DOUBLE, REDOUBLE}


def _lowest_in_same_denomination(facts: Facts) -> bool:
    new, old = facts.replacement, facts.call
    if new is None or old is None or not new.is_bid:
        return False
    return new.denomination == old.denomination and new == facts.lowest_sufficient(old.denomination)


def _meanings_wanted(facts: Facts) -> tuple[Question, ...]:
    wanted = (("meaning_old", facts.old), ("meaning_new", facts.new))
    return tuple(ask(key) for key, readings in wanted if not readings)


def natural_lowest_sufficient(facts: Facts, edition: Edition) -> Finding:
    """`27B1a` to 2007: lowest sufficient bid in the same denomination, both beyond doubt natural."""
    if facts.replacement is None:
        return edition.needs(ask("replacement"))
    if not _lowest_in_same_denomination(facts):
        return edition.does_not_apply("not the lowest sufficient bid in the same denomination")
    artificial = _may_be_artificial(facts)
    if artificial:
        return edition.does_not_apply(artificial)
    found = facts.what("both_natural")
    if found is False:
        return edition.does_not_apply("the director does not find both bids natural beyond doubt")
    wanted = _meanings_wanted(facts)
    if wanted and found is None:
        return edition.needs(*wanted, because="it must be beyond doubt that both bids are natural")
    return edition.applies(facts, "lowest sufficient bid in the same denomination, both bids natural")


def _may_be_artificial(facts: Facts) -> str:
    """Which of the two bids may be artificial, and why; empty if neither is known to be."""
    for shown in (facts.shown_old, facts.shown_new):
        if shown is not None and not shown.natural:
            return f"{shown.call} may be artificial ({'; or '.join(shown.readings)})"
    open_question = facts.shown_old is None and facts.what("both_natural") is None
    if open_question and facts.call is not None and _usually_artificial(facts.auction, facts.call):
        return f"{facts.call} is an answer or another convention in most systems: not beyond doubt natural"
    return ""


def _usually_artificial(auction: Auction, call: Call) -> bool:
    return usual_convention(auction.add(call, accepted=True), len(auction.calls), unseen=True)


def lowest_specifying_the_same(facts: Facts, edition: Edition) -> Finding:
    """`2017/27B1a`: the lowest sufficient bid that specifies the same denomination or denominations."""
    new = facts.replacement
    if new is None:
        return edition.needs(ask("replacement"))
    if not new.is_bid or facts.replacement_insufficient:
        return edition.does_not_apply("not a sufficient bid")
    found = facts.what("same_denomination")
    if found is not None:
        told = "found by the director to specify the same denomination" if found else "found to specify another"
        return edition.applies(facts, told) if found else edition.does_not_apply(told)
    if facts.shown_old is None or facts.shown_new is None:
        return edition.needs(*_meanings_wanted(facts), because="which denominations do the two bids specify?")
    length = int(edition.number("specified_length"))
    old_set, new_set = facts.shown_old.denominations(length), facts.shown_new.denominations(length)
    if not old_set or old_set != new_set:
        before, after = (", ".join(sorted(s)) or "none" for s in (old_set, new_set))
        return edition.does_not_apply(f"specified denominations differ: {before} against {after}")
    bound = _lowest_for(facts, old_set)
    if bound is not None and new > bound:
        return edition.does_not_apply(f"{bound} was a lower sufficient bid in the denomination specified")
    return edition.applies(facts, f"lowest sufficient bid specifying {', '.join(sorted(new_set))}")


def _lowest_for(facts: Facts, specified: frozenset[str]) -> Call | None:
    """The bid above which a replacement cannot be the lowest that specifies the same denominations.

    Lower bids count only if they show the same; without other agreements the bid that names the denomination is
    taken to show it, and for several denominations the lowest bid of the same name as the withdrawn one; three
    notrump is to play, so a notrump bid for two suits goes on to four.
    """
    if len(specified) == 1:
        return facts.lowest_sufficient(Denomination.parse(next(iter(specified))))
    lowest = facts.lowest_sufficient(facts.call.denomination) if facts.call is not None else None
    return Call.bid(4, Denomination.NOTRUMP) if lowest == Call.bid(3, Denomination.NOTRUMP) else lowest


def same_or_more_precise(facts: Facts, edition: Edition) -> Finding:
    """`2007/27B1b`: a legal call whose meaning is fully contained in what the insufficient bid could mean."""
    verdict = comparability(facts, edition, purpose_alone=False, similar=False)
    if verdict.comparable is None:
        return edition.needs(*verdict.questions, because=verdict.because)
    if facts.replacement_insufficient:
        return edition.does_not_apply("the replacement is insufficient again")
    if not verdict.comparable:
        return edition.does_not_apply(verdict.because)
    changes: dict[str, Any] = {"comparable": True, "choices": verdict.choices, "extra": verdict.figures}
    if facts.config.choice(edition.rule.choice).value == "on":
        changes["withdrawn_info"] = "nos_only"
    return edition.applies(facts, verdict.because, **changes)


def comparable_call(facts: Facts, edition: Edition) -> Finding:
    """`2017/27B1b`: corrected by a comparable call, a double included."""
    verdict = comparability(facts, edition)
    if verdict.comparable is None:
        return edition.needs(*verdict.questions, because=verdict.because)
    if facts.replacement_insufficient:
        return edition.does_not_apply("the replacement is insufficient again")
    if not verdict.comparable:
        return edition.does_not_apply(verdict.because)
    extra = (("via", verdict.via), *verdict.figures)
    return edition.applies(facts, verdict.because, comparable=True, choices=verdict.choices, extra=extra)


def second_insufficient(facts: Facts, edition: Edition) -> Finding:
    """`27B4` since 2007: a second insufficient bid in place of the first; LHO may accept that one."""
    if not facts.replacement_insufficient:
        return edition.does_not_apply("the replacement is not insufficient")
    return edition.applies(facts, "a second insufficient bid; left-hand opponent accepts neither")


def double_or_redouble_tried(facts: Facts, edition: Edition) -> Finding:
    """`27B3` of 1987 and 1997: a double or redouble may not replace the insufficient bid."""
    if not _doubles(facts.replacement):
        return edition.does_not_apply("the replacement is not a double or redouble")
    return edition.applies(facts, "a double or redouble may not replace an insufficient bid")


def double_not_covered(facts: Facts, edition: Edition) -> Finding:
    """`27B3` since 2007: a double or redouble that 27B1b does not cover is cancelled."""
    if not _doubles(facts.replacement):
        return edition.does_not_apply("the replacement is not a double or redouble")
    return edition.applies(facts, "the double or redouble is not covered by 27B1b", comparable=False)


def other_sufficient_bid_or_pass(facts: Facts, edition: Edition) -> Finding:
    """`*/27B2`: any other sufficient bid, or a pass, silences partner for the rest of the auction."""
    new = facts.replacement
    if new is None:
        return edition.needs(ask("replacement"))
    if _doubles(new) or (facts.replacement_insufficient and "27B4" in edition.rules):
        return edition.does_not_apply("the replacement is neither a sufficient bid nor a pass")
    turned_on_meaning = "27B4" in edition.rules
    return edition.applies(
        facts, "a sufficient bid or a pass that no exception covers", comparable=False if turned_on_meaning else None
    )


# ---- the score afterwards --------------------------------------------------------------------------------


def conveyed_damaging_information(facts: Facts, edition: Edition) -> Finding:
    """`27B1b` of 1987 and 1997: assigned score if the bid conveyed information that damaged the other side."""
    return _score_question(facts, edition, "the insufficient bid conveyed information that damaged the other side")


def helped_by_the_infraction(facts: Facts, edition: Edition) -> Finding:
    """`27D` and `2017/23C`: adjust if the outcome was helped by the infraction and the others are damaged."""
    return _score_question(facts, edition, "the outcome was helped by the infraction and the other side is damaged")


def _score_question(facts: Facts, edition: Edition, because: str) -> Finding:
    helped, damaged = facts.what("helped"), facts.what("damaged")
    if False in {helped, damaged}:
        told = "no help from the infraction" if helped is False else "no damage"
        return edition.applies(facts, f"{told}: the result stands", lead=_no_lead(), extra=(("adjust", False),))
    if None in {helped, damaged}:
        return edition.needs(*(ask(k) for k in ("helped", "damaged") if facts.what(k) is None))
    return edition.applies(facts, because, lead=_no_lead(), extra=(("adjust", True),))


def _no_lead() -> Lead:
    return Lead("not_applicable")
