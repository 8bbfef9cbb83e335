"""Regulations beside the laws: what an authority chose, by date; every number can be overridden in the case."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from adjudicator.bridge import AdjudicatorError
from adjudicator.laws.config import Config, disagreements

if TYPE_CHECKING:
    from adjudicator.cases import Case

__all__ = ["Regulation", "config_for", "regulation_for", "regulations"]


@dataclass(frozen=True)
class Regulation:
    """What an authority chose for a time: weights or not, thresholds, shading, artificial scores, appeal time."""

    name: str
    authority: str
    editions: tuple[str, ...]
    since: str
    until: str
    numbers: Mapping[str, Any]
    scoring: Mapping[str, Any] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    source: str = ""
    confidence: str = "unverified"
    names: tuple[str, ...] = ()

    def in_force(self, edition: str, when: str) -> bool:
        """Whether it belongs to that edition and, when a date or year is known, to that time."""
        if edition not in self.editions:
            return False
        return not when or (self.since[: len(when)] <= when and (not self.until or when <= self.until))

    def concerns(self, authority: str) -> bool:
        """Whether the authority of a case is the one that made it."""
        words = set(re.findall(r"[a-z]+", authority.lower()))
        return any(set(re.findall(r"[a-z]+", name.lower())) <= words for name in self.names)


@cache
def regulations() -> tuple[Regulation, ...]:
    """All regulations shipped with the package (`laws/regulations/*.toml`), in order of name.

    >>> any(r.name == "ACBL 2008-2015" for r in regulations())
    True
    """
    folder = files("adjudicator.laws").joinpath("regulations")
    found: list[Regulation] = []
    for path in sorted(folder.iterdir(), key=lambda p: p.name):
        if path.name.endswith(".toml"):
            found += _read(tomllib.loads(path.read_text(encoding="utf-8")))
    return tuple(found)


def _read(data: Mapping[str, Any]) -> Iterator[Regulation]:
    head = data["authority"]
    for entry in data["period"]:
        yield Regulation(
            name=entry["name"],
            authority=head["name"],
            names=tuple(head["names"]),
            editions=tuple(entry["editions"]),
            since=str(entry.get("from", "")),
            until=str(entry.get("until", "")),
            numbers=entry.get("numbers", {}),
            scoring=entry.get("scoring", {}),
            choices=entry.get("choices", {}),
            source=entry.get("source", ""),
            confidence=entry.get("confidence", "unverified"),
        )


def _general(edition: str) -> Regulation:
    return next(r for r in regulations() if r.authority == "general" and edition in r.editions)


def regulation_for(case: Case, edition: str | None = None) -> Regulation:
    """The regulation in force for a case: by authority and date, over the general defaults, under the case's own.

    `config.regulation` of the case names one outright; `config.laws` overrides single numbers.
    """
    name = edition or case.edition
    chosen = _named(case) or _by_authority(case, name)
    base = _general(name)
    merged = chosen or base
    own = {k: v for k, v in _own(case).items() if k not in disagreements()}
    return replace(
        merged,
        numbers={**base.numbers, **merged.numbers, **own},
        scoring={**base.scoring, **merged.scoring},
        choices={**base.choices, **merged.choices},
    )


def _named(case: Case) -> Regulation | None:
    wanted = case.config.get("regulation")
    if wanted is None:
        return None
    found = next((r for r in regulations() if r.name == wanted), None)
    if found is None:
        known = ", ".join(r.name for r in regulations())
        raise AdjudicatorError(f"config.regulation = '{wanted}' is not known; choose from: {known}")
    return found


def _by_authority(case: Case, edition: str) -> Regulation | None:
    when = case.date or ("" if case.year is None else str(case.year))
    fitting = [r for r in regulations() if r.authority != "general" and r.concerns(case.authority)]
    return next((r for r in fitting if r.in_force(edition, when)), None)


def _own(case: Case) -> Mapping[str, Any]:
    own = case.config.get("laws", {})
    if not isinstance(own, Mapping):
        raise AdjudicatorError('config.laws must be a table, for example { liberality = "strict" }')
    return own


def config_for(case: Case, edition: str | None = None) -> Config:
    """Disputed readings and numbers for a case: regulation first, the case's own `config.laws` above it."""
    regulation = regulation_for(case, edition)
    own = _own(case)
    choices = {k: str(v) for k, v in own.items() if k in disagreements()}
    numbers = {"la_consider": regulation.numbers["la_considered"], "la_choose": regulation.numbers["la_chosen"]}
    numbers["appeal_minutes"] = regulation.numbers["appeal_minutes"]
    numbers |= {k: v for k, v in own.items() if k not in disagreements()}
    return Config({**regulation.choices, **choices}, numbers)
