"""Law 23 of 2017: the comparable call. The containment test serves 2007/27B1b too."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from adjudicator.bridge import PASS
from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Choice, Finding, Question
from adjudicator.laws.questions import ask
from adjudicator.laws.sameness import MOST_LEAK, Sameness, Shown

__all__ = ["Comparability", "comparability"]


@dataclass(frozen=True)
class Comparability:
    """Whether a replacement compares with the withdrawn call, on which ground, with the figures behind it."""

    comparable: bool | None
    because: str
    via: str = ""
    questions: tuple[Question, ...] = ()
    figures: tuple[tuple[str, object], ...] = ()
    choices: tuple[Choice, ...] = ()


def comparability(facts: Facts, edition: Edition, *, purpose_alone: bool = True, similar: bool = True) -> Comparability:
    """The replacement against the withdrawn call: same purpose, similar, or contained; None while unknown.

    Before 2017 only containment counts (`purpose_alone` and `similar` off).
    """
    stated = facts.what("comparable")
    if isinstance(stated, bool):
        return Comparability(stated, "so found by the director", via=str(facts.what("via") or ""))
    if facts.replacement is None:
        return Comparability(None, "the replacement is not known", questions=(ask("replacement"),))
    facts, choices = _attributable(_with_presumptions(facts), edition)
    same = facts.sameness
    if same is None:
        return _without_meanings(facts)
    if purpose_alone and same.same_purpose:
        told = "both calls have the same purpose"
        return Comparability(True, told, "23A3", figures=_figures(same), choices=choices)
    verdict = _by_hands(same, facts, edition, similar)
    return replace(verdict, choices=(*choices, *verdict.choices))


def _attributable(facts: Facts, edition: Edition) -> tuple[Facts, tuple[Choice, ...]]:
    """Where the offender's intention is known: the readings that count, all attributable ones or that one."""
    intended = facts.what("meaning_intended")
    if not intended:
        return facts, ()
    readings = (intended,) if isinstance(intended, str) else tuple(str(text) for text in intended)
    choice = facts.config.choice("attributable_meaning", edition.number("attributable_meaning"))
    union = tuple(dict.fromkeys((*facts.old, *readings)))
    return facts.redirected(old=readings if choice.value == "intended" else union), (choice,)


_PASS_AS_OPENER = "hcp 0-11"
_PASS_AS_RESPONDER = "hcp 0-5"


def _with_presumptions(facts: Facts) -> Facts:
    """An opening pass of which nothing is known shows less than an opening bid, a pass of partner's one less still."""
    if facts.call != PASS or facts.a_bid_was_made:
        return facts
    old, new = facts.old or (_PASS_AS_OPENER,), facts.new
    if facts.replacement == PASS and not new:
        new = _pass_in_turn(facts)
    return facts.redirected(old=old, new=new)


def _pass_in_turn(facts: Facts) -> tuple[str, ...]:
    """What a pass in turn is presumed to show while nobody has bid, or over partner's bid of one in a suit."""
    bids = [call for call in facts.then if call.is_bid]
    if not bids:
        return (_PASS_AS_OPENER,)
    by_partner = len(facts.then) >= 2 and facts.then[-2] == bids[-1] and facts.then[-1] == PASS
    one_of_suit = bids[-1].level == 1 and bids[-1].denomination.suit is not None
    return (_PASS_AS_RESPONDER,) if by_partner and len(bids) == 1 and one_of_suit else ()


def _without_meanings(facts: Facts) -> Comparability:
    if facts.replacement == PASS and not facts.new and facts.call != PASS:
        return Comparability(False, "a pass shows nothing of what the withdrawn call showed")
    wanted = [key for key, known in (("meaning_old", facts.old), ("meaning_new", facts.new)) if not known]
    if facts.call is not None and not facts.call.is_bid and not facts.call.is_pass and not facts.old:
        told = "the meaning of the withdrawn double is not known"
    else:
        told = "comparable if the replacement shows no more than the withdrawn call could have shown"
    return Comparability(None, told, questions=tuple(ask(key) for key in wanted))


def _by_hands(same: Sameness, facts: Facts, edition: Edition, similar: bool) -> Comparability:
    liberality = facts.config.choice("liberality")
    choices = (liberality,) if 0 < same.leak <= MOST_LEAK else ()
    figures = _figures(same)
    if similar and same.similar(edition.number("eps_similar", facts), int(edition.number("specified_length"))):
        return Comparability(True, "the two calls have the same or a similar meaning", "23A1", (), figures, choices)
    if same.contained(liberality.value):
        told = "what the replacement shows is contained in what the withdrawn call could show"
        return Comparability(True, f"{told} (leak {same.leak:.1%})", "23A2", (), figures, choices)
    edge = facts.config.choice("strength_edge")
    if similar and _within_one_point(same, facts, edition, liberality.value):
        told = "the same suits, and the ranges differ by no more than a point at the end"
        if edge.value == "one_point":
            return Comparability(True, told, "23A1", (), figures, (*choices, edge))
        choices = (*choices, edge)
    if not same.purposes_agree:
        told = "one of the calls has a purpose that the other lacks"
    else:
        hand = same.counterexample
        told = f"the replacement may be made on hands the withdrawn call would not hold (leak {same.leak:.1%}"
        told += f", for example {hand})" if hand else ")"
    return Comparability(False, told, "", (), figures, choices)


def _within_one_point(same: Sameness, facts: Facts, edition: Edition, liberality: str) -> bool:
    """Whether two bids show the same suits, or notrump, and the new range goes a single point further at most."""
    old, new = same.old, same.new
    length = int(edition.number("specified_length"))
    if old.call is None or not old.call.is_bid or new.call is None or not new.call.is_bid:
        return False
    if not old.denominations(length) or old.denominations(length) != new.denominations(length):
        return False
    wider = Shown(old.call, tuple(_one_point_wider(text) for text in old.readings))
    return Sameness(wider, new).contained(liberality)


_RANGE = re.compile(r"\bhcp\s+(\d+)\s*(?:-|\.\.)\s*(\d+)")
_FROM = re.compile(r"\bhcp\s+(\d+)\+")


def _one_point_wider(reading: str) -> str:
    """A reading with its outermost point range stretched by one point at both ends."""
    head, sep, tail = reading.partition("not(")
    head = _RANGE.sub(lambda m: f"hcp {max(0, int(m[1]) - 1)}-{int(m[2]) + 1}", head)
    head = _FROM.sub(lambda m: f"hcp {max(0, int(m[1]) - 1)}+", head)
    return head + sep + tail


def _figures(same: Sameness) -> tuple[tuple[str, object], ...]:
    figures: list[tuple[str, object]] = [("leak", round(same.leak, 4))]
    if same.leak > 0 and same.counterexample:
        figures.append(("counterexample", same.counterexample))
    return tuple(figures)


# ---- the clauses asked by themselves ------------------------------------------------------------------


def _clause(facts: Facts, edition: Edition, via: str) -> Finding:
    verdict = comparability(facts, edition)
    if verdict.comparable is None:
        return edition.needs(*verdict.questions, because=verdict.because)
    if verdict.via != via:
        return edition.does_not_apply(verdict.because)
    return edition.applies(facts, verdict.because, comparable=True, extra=verdict.figures)


def similar_meaning(facts: Facts, edition: Edition) -> Finding:
    """`2017/23A1`: the replacement has the same or a similar meaning."""
    return _clause(facts, edition, "23A1")


def subset_of_meanings(facts: Facts, edition: Edition) -> Finding:
    """`2017/23A2`: the replacement defines a subset of the possible meanings of the withdrawn call."""
    return _clause(facts, edition, "23A2")


def same_purpose(facts: Facts, edition: Edition) -> Finding:
    """`2017/23A3`: the replacement has the same purpose as the withdrawn call."""
    return _clause(facts, edition, "23A3")


def auction_goes_on(facts: Facts, edition: Edition) -> Finding:
    """`2017/23B`: after a comparable call the auction goes on, the withdrawn call is authorised for both sides."""
    verdict = comparability(facts, edition)
    if verdict.comparable is None:
        return edition.needs(*verdict.questions, because=verdict.because)
    if not verdict.comparable:
        return edition.does_not_apply(verdict.because)
    return edition.applies(facts, verdict.because, comparable=True, extra=verdict.figures)
