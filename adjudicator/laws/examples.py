"""The example cases shipped with the rules: documentation, tests, and the list of rules with what covers them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

from adjudicator.laws.editions import EDITIONS
from adjudicator.laws.lookup import all_rules, find_rules
from adjudicator.laws.table import TableCase, read_table

__all__ = ["TableRow", "covering", "example_cases", "table_rows"]


@dataclass(frozen=True)
class TableRow:
    """One rule in the list of rules: who decides, how sure its text is, its function, and its example cases."""

    rule: str
    topic: str
    grade: str
    confidence: str
    function: str
    examples: tuple[str, ...]


@cache
def example_cases() -> tuple[TableCase, ...]:
    """All example cases, edition by edition (`laws/example_cases/*.toml`)."""
    folder = files("adjudicator.laws").joinpath("example_cases")
    found: list[TableCase] = []
    for name in EDITIONS:
        with as_file(folder.joinpath(f"{name}.toml")) as path:
            cases, problems = read_table(path)
        if problems:
            raise ValueError("; ".join(map(str, problems)))
        found += cases
    return tuple(found)


@cache
def covering() -> Mapping[str, tuple[str, ...]]:
    """For each rule id the example cases in which it decides, or is the way or the law of review."""
    found: dict[str, list[str]] = defaultdict(list)
    for case in example_cases():
        for rule in (case.expect.get("rule"), *case.expect.get("review", ())):
            if rule is not None:
                found[rule].append(case.id)
    return {rule: tuple(ids) for rule, ids in found.items()}


def table_rows(law: str = "") -> tuple[TableRow, ...]:
    """Every rule (of one law, such as `27` or `2017/27`) with its function and examples."""
    year, _, number = law.rpartition("/")
    if law and not number.isdigit():
        wanted = {rule.id for rule in find_rules(law)}
        return tuple(row for row in table_rows() if row.rule in wanted)
    return tuple(
        TableRow(r.id, r.topic, r.grade, r.confidence, r.test, covering().get(r.id, ()))
        for r in all_rules()
        if (not number or r.law == int(number)) and (not year or r.edition == year)
    )
