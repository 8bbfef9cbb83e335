"""Law tables: cases of one irregularity each, read from TOML, decided, and held against what is expected."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudicator.bridge import AdjudicatorError, Auction, Call, Problem, Seat
from adjudicator.laws.config import Config
from adjudicator.laws.editions import load_edition
from adjudicator.laws.engine import decide_facts
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding
from adjudicator.laws.known import checked_facts, checked_readings

__all__ = ["TableCase", "compare", "decide", "read_table"]

ABOVE_SEVEN = re.compile(r"(?:[89]|1\d)(?:NT?|[CDHS])", re.IGNORECASE)


@dataclass(frozen=True)
class TableCase:
    """One case of a law table: the edition, the facts, and the answers it expects."""

    id: str
    edition: str
    facts: Facts
    expect: Mapping[str, Any]
    note: str = ""


def read_table(path: Path) -> tuple[list[TableCase], list[Problem]]:
    """The cases of a law table and what is wrong with the others; one bad case never loses the rest."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        return [], [Problem(f"not a readable TOML file: {error}", "check the file", str(path))]
    cases, problems = [], []
    entries = data.get("case", [])
    if not isinstance(entries, list):
        return [], [Problem("case is no list of tables", "head every case with [[case]]", str(path), field="case")]
    for index, entry in enumerate(entries):
        if not isinstance(entry, Mapping):
            problems.append(Problem(f"case {index + 1} is no table", "head it with [[case]]", str(path), field="case"))
            continue
        name = str(entry.get("id", f"case {index + 1}"))
        try:
            cases.append(_case(name, entry))
        except AdjudicatorError as error:
            problems += [Problem(p.message, p.next_step, str(path), field=f"{name} {p.field}") for p in error.problems]
        except (KeyError, TypeError, ValueError) as error:
            problems.append(Problem(f"cannot be read: {error!r}", "compare with a sound case", str(path), field=name))
    return cases, problems


def _case(name: str, entry: Mapping[str, Any]) -> TableCase:
    return TableCase(name, str(entry["edition"]), table_facts(entry), entry.get("expect", {}), entry.get("note", ""))


def table_facts(entry: Mapping[str, Any], config: Config | None = None) -> Facts:
    """The facts of a table entry: strings become seats, calls and auctions here and nowhere else."""
    known = checked_facts(_table(entry, "facts"), only_known=True)
    auction = Auction.parse(Seat.parse(str(entry.get("dealer", "N"))), [str(c) for c in entry.get("auction", ())])
    offender = Seat.parse(str(entry["offender"])) if "offender" in entry else None
    text = str(entry.get("irregular_call", ""))
    kind = str(entry["kind"])
    return Facts(
        kind=kind,
        question=str(known.pop("question", "")),
        auction=auction,
        turn=_turn(entry, auction, offender),
        offender=offender,
        call=_call(text),
        call_text=text,
        then=tuple(Call.parse(str(c)) for c in entry.get("then", ())),
        replacement=_replacement(entry, known),
        old=checked_readings(entry.get("meaning_old", ()), "meaning_old"),
        new=checked_readings(entry.get("meaning_new", ()), "meaning_new"),
        known=known,
        config=config or Config(),
    )


def _table(entry: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = entry.get(key, {})
    if not isinstance(value, Mapping):
        raise AdjudicatorError(Problem(f"{key} is no table", f"write {key} = {{ key = value }}", field=key))
    return value


def _call(text: str) -> Call | None:
    """A call of the game; a bid above seven is none (Law 38)."""
    if not text or ABOVE_SEVEN.fullmatch(text.strip()):
        return None
    return Call.parse(text)


def _replacement(entry: Mapping[str, Any], known: Mapping[str, Any]) -> Call | None:
    """The replacement, or the premature one if left-hand opponent did not accept the insufficient bid."""
    premature = "" if known.get("lho") == "accepts" else known.get("replaced_by", "")
    return _call(str(entry.get("replacement", premature)))


def _turn(entry: Mapping[str, Any], auction: Auction, offender: Seat | None) -> Seat | None:
    if "turn" in entry:
        return Seat.parse(str(entry["turn"]))
    relative = {"LHO": 1, "partner": 2, "RHO": 3}.get(str(entry.get("at_turn_of", "")))
    if relative is not None and offender is not None:
        return offender.after(relative)
    return auction.turn


def decide(case: TableCase, config: Config | None = None) -> Finding:
    """What the edition of a table case says about it."""
    facts = case.facts if config is None else case.facts.redirected(config=config)
    return decide_facts(facts, load_edition(case.edition))


# ---- holding a finding against an expectation ------------------------------------------------------------


def compare(finding: Finding, expect: Mapping[str, Any]) -> list[str]:
    """Every expected field that the finding does not meet, as text; an empty list when all hold."""
    wrong = []
    for key, wanted in expect.items():
        if key == "note":
            continue
        found = answer_field(finding, key)
        if _normal(key, found) != _normal(key, wanted):
            wrong.append(f"{key}: expected {wanted!r}, found {_plain(found)!r}")
    return wrong


def answer_field(finding: Finding, key: str) -> Any:
    """A field of a finding by its name in the law tables."""
    if key == "lead":
        return {"type": finding.lead.type, "suits": [s.letter for s in finding.lead.suits]}
    if key in {"rule", "lho_options", "offender_must", "partner_pass", "withdrawn_info", "comparable"}:
        return getattr(finding, key)
    if key == "review":
        return list(finding.review)
    return finding.value(key)


def _normal(key: str, value: Any) -> Any:
    if key == "lead" and isinstance(value, Mapping):
        return value.get("type"), frozenset(value.get("suits", ()))
    return list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
