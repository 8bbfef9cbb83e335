"""What a case names and the laws do not know: an authority without a regulation here, a misspelt finding."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from adjudicator.bridge import Problem
from adjudicator.cases import Case
from adjudicator.laws.case_facts import HAPPENED
from adjudicator.laws.known import known_keys
from adjudicator.laws.regulations import regulation_for, regulations

__all__ = ["case_doubts"]

_OF_A_RULING = frozenset(
    {
        *HAPPENED,
        *("affected", "affected_call", "claimed", "could_have_known", "draws_trumps", "explained_after", "helped"),
        *("leads", "misled", "must_pass", "penalty", "suggested", "tempo", "used_at"),
    }
)
"""Findings that are read beside those of the rules."""
_LIKENESS = 0.8


def case_doubts(case: Case) -> tuple[Problem, ...]:
    """Warnings: what would be passed over without a word, though the director may have meant something by it.

    >>> from adjudicator.cases import parse_case
    >>> print(*case_doubts(parse_case('authority = "EBX"\\nlaw_edition = "2017"').case))
    authority: no regulation of 'EBX' is held here, so 'general practice 2017' applies; did you mean EBU, EBL?
    """
    return (*_authority(case), *_findings(case))


def _authority(case: Case) -> Iterator[Problem]:
    if not case.authority or "regulation" in case.config:
        return
    held = [r for r in regulations() if r.authority != "general"]
    if any(r.concerns(case.authority) for r in held):
        return
    names = sorted({name for r in held for name in r.names if name.isupper()})
    near = get_close_matches(case.authority.upper(), names, n=2) if len(case.authority) <= 6 else []
    step = f"did you mean {', '.join(near)}?" if near else f"held are {', '.join(names)}"
    used = regulation_for(case).name
    message = f"no regulation of '{case.authority}' is held here, so '{used}' applies"
    yield Problem(message, step, case.source, field="authority", severity="warning")


def _findings(case: Case) -> Iterator[Problem]:
    known = sorted({*known_keys(), *_OF_A_RULING})
    named = [("facts", fact.key) for fact in case.facts]
    named += [(f"events[{n}].facts", fact.key) for n, event in enumerate(case.events) for fact in event.facts]
    for place, key in named:
        near = [] if key in known else get_close_matches(key, known, n=1, cutoff=_LIKENESS)
        if near:
            step = f"did you mean {near[0]}?"
            yield Problem(
                "nothing asks for this finding", step, case.source, field=f"{place}.{key}", severity="warning"
            )
