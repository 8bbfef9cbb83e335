"""Editions of the laws as data: which rules are in force, what follows from each, and the numbers they use."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from importlib.resources import files
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from adjudicator.bridge import AdjudicatorError
from adjudicator.laws.findings import Choice, Finding, Lead, Question, Status

if TYPE_CHECKING:
    from adjudicator.laws.facts import Facts

__all__ = ["EDITIONS", "Edition", "Rule", "RuleFunction", "load_edition"]

EDITIONS = ("1987", "1997", "2007", "2017")

CALL_KINDS = frozenset(
    {
        "insufficient",
        "out_of_rotation_bid",
        "out_of_rotation_double",
        "out_of_rotation_pass",
        "inadmissible",
        "silenced",
        "too_high",
        "change_of_call",
        "after_final_pass",
    }
)
"""Kinds of irregularity in which a call may be withdrawn, so that a lead restriction may follow."""

RuleFunction = Callable[["Facts", "Edition"], Finding]


@dataclass(frozen=True)
class Rule:
    """One rule as an edition has it: where it applies, in which order, and what follows from it.

    `rank` orders exceptions before the general rule: the lowest rank that claims a case governs it.
    """

    clause: str
    edition: str
    topic: str = ""
    text: str = ""
    confidence: str = "unverified"
    source: str = ""
    kinds: tuple[str, ...] = ()
    question: str = ""
    rank: int = 50
    test: str = ""
    gateway: bool = False
    lho_options: str = "none"
    offender_must: str = "none"
    partner_pass: str = "no"
    lead: str = "none"
    withdrawn_info: str = "none"
    review: tuple[str, ...] = ()
    choice: str = ""
    see: tuple[str, ...] = ()
    grade: str = "JUDGE"

    @property
    def id(self) -> str:
        """The rule id, for example `2007/27B1b`."""
        return f"{self.edition}/{self.clause.partition('_')[0]}"

    @property
    def law(self) -> int:
        """The number of the law the clause belongs to."""
        return int("".join(takewhile(str.isdigit, self.clause)))

    @property
    def lead_if_open(self) -> str:
        """The lead restriction while a fact is missing: open where a call was withdrawn, otherwise no question."""
        return "by_final_call" if CALL_KINDS & set(self.kinds) else "not_applicable"

    def function(self) -> RuleFunction:
        """The function that tests the rule, as named in the edition file."""
        module, _, name = self.test.partition(".")
        found: RuleFunction = getattr(import_module(f"adjudicator.laws.{module}"), name)
        return found


@dataclass(frozen=True)
class Edition:
    """One edition of the laws, opened (`here`) at the rule that is being read."""

    name: str
    title: str
    dates: Mapping[str, str]
    numbers: Mapping[str, Any]
    references: Mapping[str, str]
    sources: Mapping[str, str]
    rules: Mapping[str, Rule]
    here: str = ""
    _order: tuple[str, ...] = field(default=(), repr=False)

    def open_at(self, clause: str) -> Edition:
        """The edition opened at a clause, as rule functions receive it."""
        if clause not in self.rules:
            raise AdjudicatorError(f"the {self.name} edition has no rule {clause} in force")
        return replace(self, here=clause)

    @property
    def rule(self) -> Rule:
        """The rule at which the edition is open."""
        return self.rules[self.here]

    def source_of(self, rule: Rule) -> str:
        """Where the content of a rule was seen: its own note, else the text reference for its law."""
        return rule.source or self.sources.get(str(rule.law), "")

    def number(self, key: str, facts: Facts | None = None) -> Any:
        """A number of this edition, unless the case or its regulation sets another."""
        if facts is not None and key in facts.config.numbers:
            return facts.config.numbers[key]
        return self.numbers[key]

    def resolve(self, mark: str) -> str:
        """A reference such as `@could_have_known` as a rule id of this edition."""
        clause = self.references[mark[1:]] if mark.startswith("@") else mark
        return f"{self.name}/{clause}" if clause else ""

    def applies(self, facts: Facts, because: str, **changes: Any) -> Finding:
        """A finding that the open rule governs the case, with the consequences its data file states."""
        from adjudicator.laws.law26 import lead_after

        rule = self.rule
        info = rule.withdrawn_info
        review = tuple(filter(None, (self.resolve(mark) for mark in rule.review)))
        base: dict[str, Any] = {
            "text": rule.text,
            "confidence": rule.confidence,
            "lho_options": rule.lho_options,
            "offender_must": rule.offender_must,
            "partner_pass": rule.partner_pass,
            "withdrawn_info": self.references[info[1:]] if info.startswith("@") else info,
            "review": review,
        }
        base.update(changes)
        choices = (*self._choices(facts, base["partner_pass"]), *changes.get("choices", ()))
        base["choices"] = tuple(dict.fromkeys(choices))
        if "lead" not in base:
            lead, children, questions = lead_after(rule.lead, facts, self)
            base["lead"] = lead
            base["children"] = (*base.get("children", ()), *children)
            base["questions"] = (*base.get("questions", ()), *questions)
        return Finding(rule.id, Status.APPLIES, because, **base)

    def _choices(self, facts: Facts, partner_pass: str) -> tuple[Choice, ...]:
        """The disputed readings of the open rule, and the one about a partner who must pass."""
        keys = (
            *((self.rule.choice,) if self.rule.choice else ()),
            *(("silenced_partner",) if partner_pass != "no" else ()),
        )
        return tuple(facts.config.choice(key) for key in keys)

    def does_not_apply(self, because: str) -> Finding:
        """A finding that the open rule has nothing to say here, and why."""
        return Finding(self.rule.id, Status.DOES_NOT_APPLY, because, self.rule.text, self.rule.confidence)

    def needs(self, *questions: Question, because: str = "") -> Finding:
        """A finding that the open rule waits for facts only the director can establish."""
        return Finding(
            self.rule.id,
            Status.NEEDS_FACT,
            because or "; ".join(q.text for q in questions),
            self.rule.text,
            self.rule.confidence,
            lead=Lead(self.rule.lead_if_open),
            questions=questions,
        )

    def for_kind(self, kind: str, question: str) -> tuple[Rule, ...]:
        """The rules that may have something to say on a question, lowest rank first."""
        found = [r for r in self.rules.values() if kind in r.kinds and r.question == question]
        return tuple(sorted(found, key=lambda r: r.rank))


def _rule(clause: str, edition: str, entry: Mapping[str, Any]) -> Rule:
    lists = {"kinds", "review", "see"}
    values: dict[str, Any] = {k: tuple(v) if k in lists else v for k, v in entry.items()}
    return Rule(clause, edition, **values)


def _read(name: str) -> dict[str, Any]:
    path = files("adjudicator.laws").joinpath("editions", f"{name}.toml")
    if not path.is_file():
        raise AdjudicatorError(f"there is no edition '{name}' of the laws; known: {', '.join(EDITIONS)}")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _merged(name: str) -> dict[str, Any]:
    """The edition file laid over the one it extends: only what changed is written down."""
    data = _read(name)
    parent = data["edition"].get("extends")
    if not parent:
        return data
    base = _merged(parent)
    gone = set(data["edition"].get("repealed", ()))
    rules = {k: dict(v) for k, v in base["rule"].items() if k not in gone}
    for clause, entry in data["rule"].items():
        rules[clause] = {**rules.get(clause, {}), **entry}
    merged = {key: {**base[key], **data.get(key, {})} for key in ("numbers", "references")}
    merged["sources"] = data.get("sources", {})
    return {"edition": data["edition"], "rule": rules, **merged}


@cache
def load_edition(name: str) -> Edition:
    """An edition of the laws by its year.

    >>> load_edition("2007").rules["27B1b"].id
    '2007/27B1b'
    """
    data = _merged(str(name))
    head = data["edition"]
    return Edition(
        name=head["name"],
        title=head["title"],
        dates={k: str(v) for k, v in head["dates"].items()},
        numbers=data["numbers"],
        references=data["references"],
        sources=data["sources"],
        rules={c: _rule(c, head["name"], e) for c, e in data["rule"].items()},
    )
