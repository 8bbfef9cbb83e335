"""Findings, rules and interviews as JSON or as a case file: plain data, no bridge objects."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from adjudicator.bridge import Call, Seat, Side, Suit
from adjudicator.laws.findings import Finding, Findings
from adjudicator.laws.lookup import RuleCard

__all__ = ["as_json_text", "card_json", "case_toml", "finding_data", "findings_json"]


def plain(value: Any) -> Any:
    """Bridge values as their letters, dataclasses and mappings as tables, sequences as lists."""
    if isinstance(value, Call):
        return str(value)
    if isinstance(value, Seat | Suit):
        return value.letter
    if isinstance(value, Side):
        return value.name
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return float(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {k: plain(getattr(value, k)) for k in value.__dataclass_fields__ if not k.startswith("_")}
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(item) for item in value]
    return value


def as_json_text(value: Any) -> str:
    """Readable JSON of any value of the laws room."""
    return json.dumps(plain(value), ensure_ascii=False, indent=2)


def finding_data(finding: Finding) -> dict[str, Any]:
    """A finding as plain data; `extra` becomes a table."""
    data: dict[str, Any] = plain(finding)
    data["extra"] = {key: plain(value) for key, value in finding.extra}
    data["children"] = [finding_data(child) for child in finding.children]
    return data


def findings_json(findings: Findings) -> str:
    """All findings of a case, with worlds and questions, as JSON."""
    data = {
        "edition": findings.edition,
        "regulation": findings.regulation,
        "events": [finding_data(finding) for finding in findings.events],
        "score": None if findings.score is None else finding_data(findings.score),
        "worlds": plain(findings.worlds),
        "questions": plain(findings.questions),
        "choices": plain(findings.choices),
    }
    return as_json_text(data)


def card_json(cards: Sequence[RuleCard]) -> str:
    """Rules with neighbours and history as JSON."""
    return as_json_text(
        [
            {
                "id": card.rule.id,
                **asdict(card.rule),
                "neighbours": [rule.id for rule in card.neighbours],
                "see": [rule.id for rule in card.see],
                "history": [
                    {"edition": h.edition, "rules": [r.id for r in h.rules], "change": h.change} for h in card.history
                ],
            }
            for card in cards
        ]
    )


# ---- an interview as a case file ---------------------------------------------------------------------------

_EVENT_KIND = {
    "insufficient": "insufficient_bid",
    "out_of_rotation_bid": "call_out_of_turn",
    "out_of_rotation_double": "call_out_of_turn",
    "out_of_rotation_pass": "call_out_of_turn",
}


def case_toml(entry: Mapping[str, Any]) -> str:
    """The answers of an interview as a case file that can be filled in and ruled on."""
    facts = dict(entry.get("facts", {}))
    lho = facts.pop("lho", None)
    calls = [*entry.get("auction", ()), *entry.get("then", ())]
    stands = entry["irregular_call"] if lho == "accepts" else entry.get("replacement")
    if stands is not None and entry.get("irregular_call"):
        calls.append(stands)
    lines = [f'law_edition = "{entry["edition"]}"']
    if "dealer" in entry:
        lines += [f'dealer = "{entry["dealer"]}"', f"auction = {_toml(calls)}"]
    lines += ["", "[[events]]", f'kind = "{_EVENT_KIND.get(entry["kind"], entry["kind"])}"']
    lines += _event(entry, facts, lho)
    return "\n".join(lines) + "\n"


def _event(entry: Mapping[str, Any], facts: dict[str, Any], lho: str | None) -> list[str]:
    out_of_turn = str(entry["kind"]).startswith("out_of_rotation")
    event: dict[str, Any] = {
        "call_index": len(entry.get("auction", ())) if "dealer" in entry else -1,
        "by": entry.get("offender"),
        "withdrawn_call": None if lho == "accepts" else entry.get("irregular_call"),
        "replacement": None if lho == "accepts" else entry.get("replacement"),
        "accepted": None if lho is None else lho == "accepts",
        "turn": entry.get("turn") if out_of_turn else None,
        "meaning_old": entry.get("meaning_old"),
        "meaning_new": entry.get("meaning_new"),
        "facts": {k: v for k, v in facts.items() if k != "question"} or None,
    }
    return [f"{key} = {_toml(value)}" for key, value in event.items() if value is not None]


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{k} = {_toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return json.dumps(str(value), ensure_ascii=False)
