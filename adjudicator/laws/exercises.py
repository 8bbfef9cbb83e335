"""The answer of the law engine to a case, and how it agrees with a published one."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from adjudicator.bridge import Auction, Call, Seat
from adjudicator.cases import IRREGULAR_CALLS, AnsweredCall, Case, Event
from adjudicator.laws.assess import assess
from adjudicator.laws.case_facts import case_facts
from adjudicator.laws.config import Config
from adjudicator.laws.editions import Edition, load_edition
from adjudicator.laws.engine import decide_facts
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding, Findings, Status
from adjudicator.laws.proposals import propose
from adjudicator.laws.regulations import config_for

__all__ = ["Agreement", "CallAnswer", "LawAnswer", "answer", "compare_answer"]

_SILENCED = {"no": "no", "once": "once", "rest": "throughout"}
_LEAD = {
    "none": "none",
    "not_applicable": "none",
    "forbid_any_one": "prohibit_one_suit",
    "forbid_one_unspecified": "prohibit_one_suit",
    "require_or_forbid": "require_or_prohibit_suit",
}
_RESTRICTIONS = frozenset(kind for kind, told in _LEAD.items() if told != "none")


@dataclass(frozen=True)
class CallAnswer:
    """One possible call of the offender: comparable or not, and how long partner is silenced.

    `condition` is set where the answer depends on an agreement that the case does not state.
    """

    call: Call
    comparable: bool | None
    partner_silenced: str
    rule: str
    condition: str = ""
    lead: str = "none"


@dataclass(frozen=True)
class LawAnswer:
    """What the laws say of a case in the terms of a published answer. `adjust` None: not for the laws alone."""

    calls: tuple[CallAnswer, ...] = ()
    lead_restriction: str = ""
    restricted_player: Seat | None = None
    suits_available: tuple[str, ...] = ()
    adjust: bool | None = None
    laws: tuple[str, ...] = ()
    both_sides_non_offending: bool | None = None
    disputes: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Agreement:
    """One point of a published answer against the engine's; `agrees` None: the engine leaves it open."""

    point: str
    expected: str
    found: str
    agrees: bool | None


def answer(case: Case, *, config: Config | None = None) -> LawAnswer:
    """The engine's answer to a case, from its facts and, conditionally, from proposed meanings.

    The candidate calls are those that the published answer names (what it says of them is not read) and the call
    made at the table.
    """
    edition = load_edition(case.edition)
    settings = config or config_for(case)
    findings = assess(case, config=settings)
    event = next((e for e in case.events if e.kind in IRREGULAR_CALLS), None)
    calls: tuple[CallAnswer, ...] = ()
    found: list[Finding] = []
    if event is not None:
        facts = case_facts(case, event, settings)
        tried = [_candidate(case, event, facts, call, edition) for call in _candidates(case, facts)]
        calls = tuple(entry for entry, _ in tried)
        found = [finding for _, finding in tried]
    return _whole(case, findings, calls, found, event, edition)


def _candidates(case: Case, facts: Facts) -> tuple[tuple[Call, str], ...]:
    named = [(c.call, c.condition) for c in case.answer.calls] if case.answer else []
    if facts.replacement is not None and all(call != facts.replacement for call, _ in named):
        named.append((facts.replacement, ""))
    return tuple(named)


def _candidate(
    case: Case, event: Event, facts: Facts, candidate: tuple[Call, str], edition: Edition
) -> tuple[CallAnswer, Finding]:
    """What follows if the offender makes this call."""
    call, condition = candidate
    facts = _where(facts, condition)
    if call != facts.replacement:
        facts = facts.redirected(replacement=call, new=())
    finding = decide_facts(facts, edition)
    presumed = call.is_pass and not facts.new and finding.comparable is False
    if finding.status is not Status.NEEDS_FACT and not presumed:
        return _call_answer(call, finding, ""), finding
    proposal = propose(case, event, facts)
    proposed = decide_facts(facts.redirected(old=proposal.old, new=proposal.new), edition)
    if presumed and not proposed.comparable:
        return _call_answer(call, finding, ""), finding
    return _call_answer(call, proposed, proposal.condition), proposed


def _call_answer(call: Call, finding: Finding, condition: str) -> CallAnswer:
    if finding.status is not Status.APPLIES:
        return CallAnswer(call, None, "", finding.rule, condition or "comparable if it shows nothing more")
    comparable = finding.comparable
    if comparable is None:
        comparable = finding.partner_pass == "no" and finding.lead.type == "none"
    silenced = _SILENCED[finding.partner_pass]
    return CallAnswer(call, comparable, silenced, finding.rule, condition, _LEAD.get(finding.lead.type, ""))


_OVER = re.compile(r"\bover ((?:[1-7](?:NT|[CDHSN])|P|X)(?:[ -](?:[1-7](?:NT|[CDHSN])|P|X))*)\b")


def _where(facts: Facts, condition: str) -> Facts:
    """The facts with the other auction that a condition such as 'over 1D' supposes."""
    found = _OVER.search(condition)
    if found is None or not facts.then:
        return facts
    calls = Auction.parse(facts.auction.dealer, re.split(r"[ -]", found[1])).calls
    return facts.redirected(then=(*calls, *facts.then[len(calls) :]))


def _whole(
    case: Case,
    findings: Findings,
    calls: tuple[CallAnswer, ...],
    found: list[Finding],
    event: Event | None,
    edition: Edition,
) -> LawAnswer:
    tops = (*findings.events, *found)
    lead = next(
        (f for f in found if f.lead.type in {"forbid_one_unspecified", "forbid_any_one", "require_or_forbid"}), None
    )
    if lead is None:
        lead = next(
            (f for f in findings.events if f.lead.type not in {"none", "not_applicable", "by_final_call"}), None
        )
    error = _rectification_not_given(case, event, found, edition)
    laws = [rule for f in tops for rule in _rules_either_way(f)] + [w.rule for w in findings.worlds]
    laws += [findings.score.rule] if findings.score else []
    laws += [error] if error else []
    offender = None if event is None else event.seat
    return LawAnswer(
        calls=calls,
        lead_restriction="" if not tops else _LEAD.get(lead.lead.type, "none") if lead else "none",
        restricted_player=None if lead is None or offender is None else offender.partner,
        suits_available=() if lead is None else _available(lead),
        adjust=_adjust(findings),
        laws=tuple(dict.fromkeys(law for law in laws if not law.endswith("/-"))),
        both_sides_non_offending=True if error else None,
        disputes=tuple(c.text for f in tops for x in f.walk() for c in x.choices),
        questions=tuple(q.text for q in findings.questions),
    )


def _rules_either_way(finding: Finding) -> tuple[str, ...]:
    """The rules of a finding and, while it waits for a fact, of what follows from each answer."""
    open_ends = finding.children if finding.status is Status.NEEDS_FACT else ()
    branches = tuple(rule for f in open_ends if f.status is Status.WOULD_APPLY for rule in f.rules)
    return (*finding.rules, *branches)


def _available(finding: Finding) -> tuple[str, ...]:
    """The suits declarer may choose from."""
    named = {s.letter for s in finding.lead.suits}
    if finding.lead.type == "require_or_forbid":
        return tuple(s for s in "SHDC" if s in named)
    return tuple(s for s in "SHDC" if s not in named)


def _adjust(findings: Findings) -> bool | None:
    """Only a case without any infraction is decided by the laws alone; all else turns on outcomes or judgement."""
    told = [f.value("infraction") for f in findings.events]
    return False if told and all(value is False for value in told) else None


def _rectification_not_given(case: Case, event: Event | None, found: list[Finding], edition: Edition) -> str:
    """82C when the auction shows that partner acted although the law silenced him: the director's error."""
    if event is None or event.call_index < 0 or case.auction is None or event.replacement is None or not found:
        return ""
    made = next((f for f in reversed(found) if f.status is Status.APPLIES), None)
    if made is None or made.partner_pass == "no":
        return ""
    partner = event.call_index + 2
    acted = partner < len(case.auction.calls) and not case.auction.calls[partner].is_pass
    return edition.rules["82C"].id if acted else ""


# ---- against a published answer -------------------------------------------------------------------------------


def compare_answer(case: Case) -> list[Agreement]:
    """Every point of the case's published answer that the laws can speak about, with what the engine says."""
    published = case.answer
    if published is None:
        return []
    ours = answer(case)
    points = [point for expected in published.calls for point in _call_point(expected, ours)]
    if published.lead_restriction:
        points.append(_point("lead restriction", published.lead_restriction, ours.lead_restriction))
    if published.restricted_player is not None:
        found = "" if ours.restricted_player is None else ours.restricted_player.letter
        points.append(_point("restricted player", published.restricted_player.letter, found))
    if published.suits_available:
        points.append(_point("suits available", _sorted(published.suits_available), _sorted(ours.suits_available)))
    if published.adjust_law:
        points.append(_law_point(published.adjust_law, ours))
    points += _adjust_points(case, ours)
    return points


def _sorted(suits: tuple[str, ...]) -> str:
    return " ".join(s for s in "SHDC" if s in suits)


def _point(name: str, expected: str, found: str) -> Agreement:
    return Agreement(name, expected, found or "open", None if not found else expected == found)


def _call_point(expected: AnsweredCall, ours: LawAnswer) -> list[Agreement]:
    found = next((entry for entry in ours.calls if entry.call == expected.call), None)
    if found is None:
        return []
    because = f" {found.condition}" if found.condition else f" ({found.rule})"
    points = []
    if expected.comparable is not None:
        told = {True: "comparable", False: "not comparable", None: "open"}
        agrees = None if found.comparable is None else found.comparable == expected.comparable
        name, wanted = f"{expected.call} comparable", told[expected.comparable]
        points.append(Agreement(name, wanted, told[found.comparable] + because, agrees))
    if expected.partner_silenced:
        point = _point(f"{expected.call} silences partner", expected.partner_silenced, found.partner_silenced)
        points.append(replace(point, found=point.found + because))
    return points


def _law_point(expected: str, ours: LawAnswer) -> Agreement:
    """Whether the law under which the score is adjusted is among those the engine names."""
    wanted = re.sub(r"[().\s]", "", expected)
    clauses = [law.partition("/")[2] for law in ours.laws]
    named = any(clause.startswith(wanted) or wanted.startswith(clause) for clause in clauses)
    return Agreement("law of adjustment", expected, ", ".join(ours.laws) or "open", named if clauses else None)


def _adjust_points(case: Case, ours: LawAnswer) -> list[Agreement]:
    published = case.answer
    assert published is not None
    points = []
    if published.adjust_text or published.adjust is not None:
        expected = published.adjust_text or str(published.adjust).lower()
        if published.adjust is None:
            agrees: bool | None = ours.adjust is None
        else:
            agrees = None if ours.adjust is None else ours.adjust == published.adjust
        found = "open: turns on outcomes and judgement" if ours.adjust is None else str(ours.adjust).lower()
        points.append(Agreement("adjust", expected, found, agrees))
    if published.extra.get("both_sides_non_offending"):
        found = "true" if ours.both_sides_non_offending else "open"
        points.append(Agreement("both sides non-offending", "true", found, ours.both_sides_non_offending))
    return points
