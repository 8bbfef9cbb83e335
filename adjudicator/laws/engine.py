"""Deciding one irregularity: gateways first, then the rules in force by rank; a tie between claims is an error."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.laws.editions import Edition, Rule
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import ConflictError, Finding, Lead, Question, Status
from adjudicator.laws.questions import ask

__all__ = ["decide_facts"]

_TO = {
    "pass-artificial": "out_of_rotation_bid",
    "double-rho-passes-inadmissible": "inadmissible",
}


def _destination(rule: Rule, facts: Facts) -> str:
    """The kind of irregularity as which a gateway passes the case on."""
    if rule.topic == "change-first-call-illegal":
        return "insufficient" if facts.insufficient else "inadmissible"
    return _TO.get(rule.topic, facts.kind)


def decide_facts(facts: Facts, edition: Edition) -> Finding:
    """What the edition says about these facts: the deciding rule, with the rules considered below it.

    Raises ConflictError when two rules of equal rank claim the case.
    """
    unknown = _not_told(facts)
    if unknown:
        because = "; ".join(question.text for question in unknown)
        open_lead = Lead("by_final_call")
        return Finding(f"{edition.name}/-", Status.NEEDS_FACT, because, lead=open_lead, questions=unknown)
    contradiction = _contradiction(facts)
    if contradiction:
        return Finding(f"{edition.name}/-", Status.DOES_NOT_APPLY, contradiction)
    facts, gateways, passed = _through_gateways(facts, edition)
    rules = [r for r in edition.for_kind(facts.kind, facts.question) if not r.gateway]
    if not rules:
        return _no_rule(facts, edition, passed)
    considered = [(rule, _read(rule, facts, edition)) for rule in rules]
    deciding = _deciding(considered)
    if deciding is None:
        return _no_rule(facts, edition, (*passed, *(f for _, f in considered)))
    others = tuple(f for _, f in considered if f is not deciding)
    if deciding.status is Status.APPLIES:
        others = tuple(replace(f, status=Status.DOES_NOT_APPLY) if f.status is Status.APPLIES else f for f in others)
        others = tuple(_passed_over(f) for f in others)
    else:
        others = tuple(replace(f, status=Status.WOULD_APPLY) if f.status is Status.APPLIES else f for f in others)
    return replace(
        deciding,
        questions=tuple(dict.fromkeys((*deciding.questions, *_presumed(facts, deciding)))),
        review=(*gateways, *deciding.review),
        notes=(*deciding.notes, *_on_replacement(facts, deciding)),
        children=(*deciding.children, *passed, *others),
    )


def _not_told(facts: Facts) -> tuple[Question, ...]:
    """What must be known before any rule on a bid too low or a call out of rotation can be read."""
    out_of_rotation = facts.kind.startswith("out_of_rotation")
    if not out_of_rotation and facts.kind != "insufficient":
        return ()
    accepted = facts.what("lho") == "accepts" or facts.what("lho_called") is True
    wanted = {
        "irregular_call": facts.call is None and not facts.call_text,
        "offender": out_of_rotation and facts.offender is None,
        "turn": out_of_rotation and facts.turn is None,
        "auction": not out_of_rotation and not accepted and facts.auction.last_bid is None,
    }
    return tuple(ask(key) for key, missing in wanted.items() if missing)


def _contradiction(facts: Facts) -> str:
    """Why the facts cannot be what their kind says; empty if they can."""
    if facts.kind == "insufficient" and (facts.call is None or not facts.call.is_bid):
        return f"{facts.call_text or 'no call'} is no bid, so it cannot be an insufficient one"
    if facts.kind == "insufficient" and not facts.insufficient and facts.a_bid_was_made:
        return f"{facts.call} is sufficient over {facts.auction.last_bid}"
    if facts.kind.startswith("out_of_rotation") and facts.offender is not None and facts.at == "self":
        return "the call was made in rotation: it was the player's own turn"
    return ""


def _presumed(facts: Facts, deciding: Finding) -> tuple[Question, ...]:
    """What a ruling takes for granted: that the call was refused, that a pass was natural, what a bid shows."""
    if deciding.status is not Status.APPLIES:
        return ()
    asked = _presumed_meanings(facts, deciding)
    if not facts.kind.startswith("out_of_rotation"):
        return tuple(asked)
    refused = facts.then or facts.replacement is not None or facts.what("lho") == "refuses"
    if not refused and facts.what("lho_called") is None and deciding.lho_options == "accept_or_reject":
        asked.append(ask("lho"))
    if facts.kind == "out_of_rotation_pass" and facts.partner_bid and not facts.old:
        asked += [ask("artificial")] if facts.what("artificial") is None else []
    return tuple(asked)


def _on_replacement(facts: Facts, deciding: Finding) -> tuple[str, ...]:
    """What the director must add when the new call is not one that the law leaves open."""
    new = facts.replacement
    if new is None or deciding.status is not Status.APPLIES:
        return ()
    if deciding.offender_must == "repeat" and new != facts.call:
        return (f"The offender must repeat {facts.call}; {new} is not open to him.",)
    if deciding.offender_must == "pass_once" and not new.is_pass:
        return (f"The offender must pass; {new} is not open to him.",)
    if facts.kind != "insufficient" and facts.replacement_insufficient:
        return (f"{new} is itself insufficient: Law 27 governs it when it is made.",)
    return ()


def _presumed_meanings(facts: Facts, deciding: Finding) -> list[Question]:
    """Bids that were read as natural although nothing is known of them, where partner's silence or lead turns on it."""
    if deciding.partner_pass == "no" or deciding.withdrawn_info == "none":
        return []
    if deciding.lead.type == "forbid_any_one":
        return []
    new, asked = facts.replacement, []
    told = {question.key for question in deciding.questions}
    stated = facts.old or facts.what("withdrawn_suits") is not None or "withdrawn_suits" in told
    if facts.kind == "out_of_rotation_bid" and not stated:
        asked.append(ask("meaning_old"))
    if new is not None and new.is_bid and not facts.new and facts.what("later_suits") is None:
        asked.append(ask("meaning_new"))
    return asked


def _passed_over(finding: Finding) -> Finding:
    """A lower rule that would have claimed the case, or asked a question, behind the one that governs."""
    if finding.status is not Status.NEEDS_FACT:
        return finding
    return replace(finding, status=Status.DOES_NOT_APPLY, questions=(), reason=f"not reached ({finding.reason})")


def _read(rule: Rule, facts: Facts, edition: Edition) -> Finding:
    return rule.function()(facts, edition.open_at(rule.clause))


def _deciding(considered: list[tuple[Rule, Finding]]) -> Finding | None:
    """The finding of lowest rank that claims the case or waits for a fact."""
    live = [(r, f) for r, f in considered if f.status is not Status.DOES_NOT_APPLY]
    if not live:
        return None
    rank = min(r.rank for r, _ in live)
    first = [(r, f) for r, f in live if r.rank == rank]
    claims = [(r, f) for r, f in first if f.status is Status.APPLIES]
    if len(claims) > 1:
        told = " and ".join(r.id for r, _ in claims)
        raise ConflictError(f"{told} both claim the case at rank {rank}; order them in the edition file")
    return claims[0][1] if claims else first[0][1]


def _through_gateways(facts: Facts, edition: Edition) -> tuple[Facts, tuple[str, ...], tuple[Finding, ...]]:
    """Follow the rules that send the case to another law; their ids open the list of review laws."""
    ids: list[str] = []
    passed: list[Finding] = []
    seen: set[str] = set()
    while True:
        entry = _next_gateway(facts, edition, seen)
        if entry is None:
            return facts, tuple(ids), tuple(passed)
        rule, finding = entry
        seen.add(rule.clause)
        ids.append(rule.id)
        passed.append(finding)
        facts = facts.redirected(kind=_destination(rule, facts))


def _next_gateway(facts: Facts, edition: Edition, seen: set[str]) -> tuple[Rule, Finding] | None:
    for rule in edition.for_kind(facts.kind, facts.question):
        if rule.gateway and rule.clause not in seen:
            finding = _read(rule, facts, edition)
            if finding.status is Status.APPLIES:
                return rule, finding
    return None


def _no_rule(facts: Facts, edition: Edition, considered: tuple[Finding, ...]) -> Finding:
    told = f"no rule of the {edition.name} edition decides '{facts.kind}'"
    if facts.question:
        told += f", question '{facts.question}'"
    return Finding(f"{edition.name}/-", Status.DOES_NOT_APPLY, told, children=considered)
