"""Every example case shipped with the rules, and that every rule that decides has one."""

from __future__ import annotations

import pytest

from adjudicator.laws.examples import covering, example_cases
from adjudicator.laws.lookup import all_rules
from adjudicator.laws.table import TableCase, compare, decide

ELECTED = "2007/12C1e"
"""Applies only where a regulation elected it; tested with the regulations."""


@pytest.mark.parametrize("case", example_cases(), ids=lambda case: case.id)
def test_example(case: TableCase) -> None:
    assert compare(decide(case), case.expect) == []


def test_every_deciding_rule_has_an_example() -> None:
    without = [rule.id for rule in all_rules() if rule.test and rule.id not in covering() and rule.id != ELECTED]
    assert without == []


def test_example_ids_are_unique() -> None:
    ids = [case.id for case in example_cases()]
    assert len(ids) == len(set(ids))


def test_a_wrong_expectation_is_reported_with_field_and_both_values() -> None:
    case = next(c for c in example_cases() if c.expect["rule"] == "2007/27B2")
    wrong = compare(decide(case), {**case.expect, "partner_pass": "once"})
    assert wrong == ["partner_pass: expected 'once', found 'rest'"]
