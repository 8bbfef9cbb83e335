"""What the laws say about a case: a finding for every event, the worlds to compare, and what must be asked."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.cases import IRREGULAR_CALLS, MISINFORMING, UNAUTHORISED, Case, Event
from adjudicator.laws.case_facts import case_facts, happened
from adjudicator.laws.config import Config
from adjudicator.laws.editions import Edition, load_edition
from adjudicator.laws.engine import decide_facts
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding, Findings, Status
from adjudicator.laws.regulations import config_for, regulation_for
from adjudicator.laws.worlds import worlds_of

__all__ = ["assess"]


def assess(case: Case, *, edition: str | None = None, config: Config | None = None) -> Findings:
    """Everything the laws say about a case, by the edition in force at the time unless another is asked for.

    Unknown facts come back as questions (`Findings.questions`), never as guesses. `Findings.worlds` says what
    is to be compared with the table result.
    """
    laws = load_edition(edition or case.edition)
    settings = config or config_for(case, laws.name)
    events = tuple(assess_event(case, event, laws, settings) for event in case.events)
    return Findings(
        edition=laws.name,
        events=events,
        worlds=worlds_of(case, events, laws),
        score=_score(case, laws, settings),
        regulation=regulation_for(case, laws.name).name,
    )


def assess_event(case: Case, event: Event, edition: Edition, config: Config) -> Finding:
    """The finding for one event, with the laws of review and the neighbours the director should look at."""
    took_place = happened(case, event)
    if took_place is not True:
        return _not_found(took_place, edition)
    finding = decide_facts(case_facts(case, event, config), edition)
    if event.kind in UNAUTHORISED:
        return _with_review(finding, edition, ("73C", "73C1"), NOT_FOR_PARTNER)
    if event.kind in MISINFORMING and finding.value("infraction") is not False:
        return _with_review(finding, edition, ("21B3", "47E2", "40C", "40B4"), NOT_THE_HAND)
    if event.kind in IRREGULAR_CALLS:
        return _branches(finding, case, event, case_facts(case, event, config), edition)
    return finding


def _not_found(took_place: bool | None, edition: Edition) -> Finding:
    """An event that is disputed, or that did not happen as the director found."""
    if took_place is None:
        reason = "whether it happened is disputed: the director finds the facts first, and nothing follows until then"
    else:
        reason = "it did not happen, as the director found"
    return Finding(f"{edition.name}/85", Status.DOES_NOT_APPLY, reason, extra=(("infraction", False),))


NOT_FOR_PARTNER = "What a tempo, remark or question tells is not for partner; opponents may use it at their own risk."
NOT_THE_HAND = (
    "The other side is entitled to the agreement, not to the hand; the explanation itself is not for the partner "
    "of the player who gave it."
)


def _with_review(finding: Finding, edition: Edition, clauses: tuple[str, ...], note: str) -> Finding:
    """The finding with the clauses of review that this edition has, and for whom the information is authorised."""
    found = tuple(edition.rules[c].id for c in clauses if c in edition.rules and edition.rules[c].id != finding.rule)
    return replace(finding, review=tuple(dict.fromkeys((*finding.review, *found))), notes=(*finding.notes, note))


def _branches(finding: Finding, case: Case, event: Event, facts: Facts, edition: Edition) -> Finding:
    """A finding that waits for a meaning, with what follows from each answer to it, the likely one first."""
    if finding.status is not Status.NEEDS_FACT or facts.replacement is None:
        return finding
    likely = _as_proposed(case, event, facts, edition)
    outcomes: dict[tuple[object, ...], Finding] = {}
    for told, findings in _ANSWERS:
        branch = decide_facts(facts.redirected(known={**facts.known, **findings}), edition)
        if branch.status is Status.APPLIES:
            key = (branch.rule, branch.partner_pass, branch.lead)
            outcomes.setdefault(key, replace(branch, status=Status.WOULD_APPLY, reason=told))
    others = tuple(f for f in finding.children if f.status is not Status.WOULD_APPLY)
    return replace(finding, children=(*likely, *outcomes.values(), *others))


def _as_proposed(case: Case, event: Event, facts: Facts, edition: Edition) -> tuple[Finding, ...]:
    """What follows if the two calls show what the case's words, or a standard system, make likely."""
    from adjudicator.laws.proposals import propose  # the bidding systems are read only when they are needed

    proposal = propose(case, event, facts)
    if not proposal.old or not proposal.new:
        return ()
    branch = decide_facts(facts.redirected(old=proposal.old, new=proposal.new), edition)
    if branch.status is not Status.APPLIES:
        return ()
    told = f"{proposal.condition} (proposed: {'; '.join(proposal.sources)}): {branch.reason}"
    extra = (*branch.extra, ("proposed", True))
    return (replace(branch, status=Status.WOULD_APPLY, reason=told, extra=extra),)


_ANSWERS: tuple[tuple[str, dict[str, bool]], ...] = (
    ("if both bids are natural, or show the same denomination", {"both_natural": True, "same_denomination": True}),
    ("if it shows nothing more", {"both_natural": False, "same_denomination": False, "comparable": True}),
    ("if it shows something else", {"both_natural": False, "same_denomination": False, "comparable": False}),
)


def _score(case: Case, edition: Edition, config: Config) -> Finding | None:
    """Which kind of score may be adjusted, when the case tells whether a result was obtained."""
    obtained = case.table_result is not None or case.table_score_ns is not None or case.table_contract is not None
    known = {fact.key: fact.value for fact in case.facts}
    if "results" not in known and not obtained:
        return None
    known.setdefault("results", "this_table")
    known.setdefault("event", case.scoring.contest or "pairs")
    known.pop("question", None)
    finding = decide_facts(Facts("score", "score", known=known, config=config), edition)
    return finding if finding.status is not Status.DOES_NOT_APPLY else None
