"""Findings and rules as plain text: for the terminal, and for announcing a ruling at the table."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.laws.editions import Rule
from adjudicator.laws.findings import Finding, Findings, Status
from adjudicator.laws.lookup import RuleCard

__all__ = ["announcement", "card_lines", "finding_lines", "findings_lines"]

LHO_OPTIONS = {
    "accept_or_reject": "left-hand opponent may accept the call or not",
    "deemed_accepted": "the call is accepted and stands",
    "cannot_accept": "the call cannot be accepted",
}
OFFENDER_MUST = {
    "free": "the offender may make any legal call",
    "repeat": "the offender must repeat the call",
    "pass_once": "the offender must pass at his next turn",
    "pass_rest": "the offender must pass for the rest of the auction",
    "replace_legal": "the call is cancelled; the offender must make another legal call",
    "replace_bid_or_pass": "the offender must make a sufficient bid or pass (no double or redouble)",
}
PARTNER_PASS = {
    "no": "the offender's partner is not silenced",
    "once": "the offender's partner must pass at his next turn",
    "rest": "the offender's partner must pass for the rest of the auction",
}
WITHDRAWN_INFO = {
    "nos_only": "the withdrawn call may be used by the non-offenders only",
    "both": "the withdrawn call may be used by both sides",
    "disputed": "whether the offenders may use the withdrawn call is disputed",
}
CONFIDENCE = {"unverified": "text not verified", "verified": "", "seed": ""}


def announcement(finding: Finding) -> tuple[str, ...]:
    """The ruling as the director announces it, one sentence a line; unknown facts come as questions."""
    if finding.status is not Status.APPLIES:
        return tuple(f"Before a ruling: {question}" for question in finding.open_questions) or (finding.reason,)
    because = [f"Because: {finding.reason}."] if finding.reason else []
    lines = [_clause(finding), *because, *_consequence_lines(finding)]
    lines += [f"Authorities differ: {c.text} Here: {c.value}." for c in finding.choices]
    return tuple(lines)


def _clause(finding: Finding) -> str:
    flag = f" [{CONFIDENCE[finding.confidence]}]" if CONFIDENCE.get(finding.confidence) else ""
    return f"Law {finding.rule}{flag}: {finding.text}"


def _call_lines(finding: Finding) -> Iterator[str]:
    """What players must do; nothing where the finding is about a score or an agreement."""
    if finding.lead.type == "not_applicable":
        return
    for table, value in (
        (LHO_OPTIONS, finding.lho_options),
        (OFFENDER_MUST, finding.offender_must),
        (PARTNER_PASS, finding.partner_pass),
        (WITHDRAWN_INFO, finding.withdrawn_info),
    ):
        if value in table:
            yield f"{_capital(table[value])}."
    words = _capital(finding.lead.in_words())
    yield f"{words}; {finding.lead.duration}." if finding.lead.duration else f"{words}."
    if finding.lead.type not in {"none", "penalty_card"}:
        yield "It binds the offender's partner, if the offender becomes a defender; explain it to all before play."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _other_lines(finding: Finding) -> Iterator[str]:
    if finding.comparable is not None:
        yield "The replacement is comparable." if finding.comparable else "The replacement is not comparable."
    for key, value in finding.extra:
        if key == "proposed":
            continue
        yield f"{_capital(key.replace('_', ' '))}: {_plain(value)}."


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.1%}"
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or "none"
    return str(value).replace("_", " ")


_GOVERNS = frozenset({Status.APPLIES, Status.WOULD_APPLY})


# ---- trees ------------------------------------------------------------------------------------------------


def finding_lines(finding: Finding, depth: int = 0, *, passed_over: bool = True) -> Iterator[str]:
    """A finding and what lies below it, indented; rules passed over come last, in one line each with the reason."""
    pad = "  " * depth
    flag = f" [{CONFIDENCE[finding.confidence]}]" if CONFIDENCE.get(finding.confidence) else ""
    yield f"{pad}{finding.rule} {finding.status.value}{flag}: {finding.reason or finding.text}"
    if finding.status in _GOVERNS and finding.rule.partition("/")[2][:2] != "26":
        yield from (f"{pad}    {line}" for line in _consequence_lines(finding))
    for question in finding.questions if finding.status is Status.NEEDS_FACT else ():
        yield f"{pad}    ? {question}  [{question.key}]"
    for child in finding.children:
        if child.status in _GOVERNS:
            yield from finding_lines(child, depth + 1, passed_over=False)
    for child in finding.children if passed_over else ():
        if child.status not in _GOVERNS:
            yield f"{pad}  - {child.rule} {child.status.value}: {child.reason}"


def _consequence_lines(finding: Finding) -> Iterator[str]:
    """What follows from a finding, without the clause itself and the disputed readings."""
    yield from _call_lines(finding)
    yield from _other_lines(finding)
    if finding.review:
        yield f"Laws under which the score may be looked at later: {', '.join(finding.review)}."
    yield from (f"Note: {note}" for note in finding.notes)


def findings_lines(findings: Findings) -> Iterator[str]:
    """All findings of a case, the worlds to be compared, and what the director is asked."""
    yield f"Laws of {findings.edition}; regulation: {findings.regulation}"
    for number, finding in enumerate(findings.events, start=1):
        yield ""
        yield f"Event {number}"
        yield from finding_lines(finding, 1)
    if findings.score is not None:
        yield ""
        yield "Score"
        yield from finding_lines(findings.score, 1)
    yield from _worlds(findings)
    yield from _asked(findings)


def _worlds(findings: Findings) -> Iterator[str]:
    if findings.worlds:
        yield ""
        yield "To be compared with the table"
    for world in findings.worlds:
        what = world.kind.replace("_", " ")
        taken = f", without {world.removed_call}" if world.removed_call is not None else ""
        barred = f", {' and '.join(map(str, world.barred))} in question" if world.barred else ""
        told = f", {' and '.join(s.letter for s in world.informed)} rightly informed" if world.informed else ""
        at = f"from call {world.from_call + 1} ({world.actor.letter})"
        yield f"  event {world.event_index + 1}: {what} {at}{taken}{barred}{told}: {world.rule}"


def _asked(findings: Findings) -> Iterator[str]:
    if findings.questions:
        yield ""
        yield "For the director to establish"
    for question in findings.questions:
        yield f"  {question}  [{question.key}]"
    for choice in findings.choices:
        yield f"Authorities differ ({choice.key} = {choice.value}): {choice.text}"


# ---- one rule ------------------------------------------------------------------------------------------------


def card_lines(card: RuleCard) -> Iterator[str]:
    """A rule in our own words with its consequences, neighbours and history."""
    rule = card.rule
    yield f"{rule.id}  ({card.edition.title})"
    yield f"  {rule.text}"
    yield from _consequences(card)
    yield f"  decided by: {_GRADES[rule.grade]}" + (f", {rule.test}" if rule.test else "")
    seen = card.edition.source_of(rule)
    source = f" ({seen})" if seen else ""
    yield f"  confidence: {rule.confidence}{source}"
    yield from _listed("see also", card.see)
    yield from _listed("neighbours", card.neighbours)
    yield "  over the editions:"
    for entry in card.history:
        clauses = ", ".join(r.clause for r in entry.rules)
        yield f"    {entry.edition}  {clauses or '-'}: {entry.change}"
        if entry.change not in {"unchanged", "gone", "not in this edition"} and entry.edition != rule.edition:
            yield from (f"      {r.text}" for r in entry.rules)


_GRADES = {
    "COMPUTE": "auction and table facts",
    "SOLVER": "constraint search once the meanings are given",
    "JUDGE": "the director's judgement",
}


def _consequences(card: RuleCard) -> Iterator[str]:
    rule, edition = card.rule, card.edition
    pairs = (LHO_OPTIONS, rule.lho_options), (OFFENDER_MUST, rule.offender_must)
    yield from (f"  - {table[value]}" for table, value in pairs if value in table)
    if rule.partner_pass != "no":
        yield f"  - {PARTNER_PASS[rule.partner_pass]}"
    info = rule.withdrawn_info
    used = edition.references[info[1:]] if info.startswith("@") else info
    if used in WITHDRAWN_INFO:
        yield f"  - {WITHDRAWN_INFO[used]}"
    if rule.lead in _LEADS:
        yield f"  - {_LEADS[rule.lead]}"
    review = [edition.resolve(mark) for mark in rule.review]
    if any(review):
        yield f"  - score reviewed under {', '.join(filter(None, review))}"


_LEADS = {
    "by_26": "a lead restriction may follow (Law 26)",
    "by_26_open": "a lead restriction may follow, depending on the final call (Law 26)",
    "by_26_if_configured": "a lead restriction follows where it is so read (Law 26)",
    "any_one": "declarer may forbid the lead of any one suit",
    "stated": "a lead restriction follows",
    "penalty_card": "the card becomes a penalty card if its owner defends",
}


def _listed(title: str, rules: tuple[Rule, ...]) -> Iterator[str]:
    if rules:
        yield f"  {title}:"
    for rule in rules:
        yield f"    {rule.id}  {rule.text}"
