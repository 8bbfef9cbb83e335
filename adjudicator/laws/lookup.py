"""Looking rules up: one rule with its neighbours, and how it changed over the editions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from adjudicator.bridge import AdjudicatorError
from adjudicator.laws.editions import EDITIONS, Edition, Rule, load_edition

__all__ = ["History", "RuleCard", "all_rules", "find_rules", "rule_card"]


@dataclass(frozen=True)
class History:
    """One edition's version of a provision; `change` says how it differs from the edition before."""

    edition: str
    rules: tuple[Rule, ...]
    change: str


@dataclass(frozen=True)
class RuleCard:
    """A rule with what stands around it and what became of it."""

    rule: Rule
    edition: Edition
    neighbours: tuple[Rule, ...]
    see: tuple[Rule, ...]
    history: tuple[History, ...]


def all_rules() -> Iterator[Rule]:
    """Every rule of every edition, in the order of the laws."""
    for name in EDITIONS:
        yield from sorted(load_edition(name).rules.values(), key=_place)


def _place(rule: Rule) -> tuple[int, str]:
    return rule.law, rule.clause


def find_rules(text: str) -> tuple[Rule, ...]:
    """The rules meant by an id such as `2017/27B1b` or `27B1(b)`; without an edition, of all that have it.

    A paragraph or a law that is no rule by itself stands for its parts.

    >>> [rule.id for rule in find_rules("27b1(b)")]
    ['1987/27B1b', '1997/27B1b', '2007/27B1b', '2017/27B1b']
    """
    year, _, clause = text.strip().rpartition("/")
    wanted = re.sub(r"[\s().]", "", clause or text).lower()
    if year and year not in EDITIONS:
        raise AdjudicatorError(f"'{year}' is no edition; write one of {', '.join(EDITIONS)}")
    editions = (year,) if year else EDITIONS
    found = [r for name in editions for r in load_edition(name).rules.values() if r.clause.lower() == wanted]
    found = found or [r for name in editions for r in load_edition(name).rules.values() if _below(r.clause, wanted)]
    if found:
        return tuple(found)
    known = sorted({r.clause for name in editions for r in load_edition(name).rules.values()})
    near = get_close_matches(wanted.upper(), known, n=4, cutoff=0.3)
    advice = f"near it: {', '.join(near)}" if near else "see `adjudicator law table`"
    raise AdjudicatorError(f"no rule '{text}' is in the edition files; {advice}")


def _below(clause: str, wanted: str) -> bool:
    """Whether a clause is a part of the law or paragraph that is wanted: 27B1a of 27B1 and of 27, but 12C1 not of 1."""
    rest = clause.lower().removeprefix(wanted)
    return bool(wanted) and len(rest) < len(clause) and not (wanted[-1].isdigit() and rest[:1].isdigit())


def rule_card(rule: Rule) -> RuleCard:
    """The rule with its neighbours in the same law, the rules it refers to, and its history."""
    edition = load_edition(rule.edition)
    law = sorted((r for r in edition.rules.values() if r.law == rule.law), key=_place)
    at = [r.clause for r in law].index(rule.clause)
    return RuleCard(
        rule,
        edition,
        tuple(law[max(0, at - 2) : at] + law[at + 1 : at + 3]),
        tuple(edition.rules[c] for c in _referred(rule, edition) if c in edition.rules),
        tuple(_history(rule.topic)),
    )


def _referred(rule: Rule, edition: Edition) -> tuple[str, ...]:
    named = [*rule.see, *(edition.resolve(mark).partition("/")[2] for mark in rule.review)]
    return tuple(dict.fromkeys(clause for clause in named if clause != rule.clause))


def _history(topic: str) -> Iterator[History]:
    before: tuple[Rule, ...] = ()
    for name in EDITIONS:
        rules = tuple(r for r in load_edition(name).rules.values() if r.topic and r.topic == topic)
        yield History(name, rules, _change(before, rules))
        before = rules or before


_SHOWN = ("text", "partner_pass", "offender_must", "lead", "withdrawn_info", "lho_options")


def _change(before: tuple[Rule, ...], now: tuple[Rule, ...]) -> str:
    if not now:
        return "not in this edition" if not before else "gone"
    if not before:
        return "new"
    if tuple(r.clause for r in before) != tuple(r.clause for r in now):
        moved = f"moved from {', '.join(r.clause for r in before)}"
        return moved if before[0].text == now[0].text else f"{moved} and changed"
    parts = [
        name for name in _SHOWN if any(getattr(a, name) != getattr(b, name) for a, b in zip(before, now, strict=True))
    ]
    resolved = [_resolved(r) for r in before] != [_resolved(r) for r in now]
    return (
        f"changed: {', '.join(parts).replace('_', ' ')}" if parts else "other references" if resolved else "unchanged"
    )


def _resolved(rule: Rule) -> tuple[str, ...]:
    """What the rule's references mean in its edition, without the year."""
    edition = load_edition(rule.edition)
    marks = [*rule.review, *([rule.withdrawn_info] if rule.withdrawn_info.startswith("@") else [])]
    return tuple(edition.references[m[1:]] if m.startswith("@") else m for m in marks)
