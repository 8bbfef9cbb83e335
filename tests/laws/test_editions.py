"""The edition files: every reference resolves, every function exists, and rules never look at the year."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.bridge import AdjudicatorError
from adjudicator.laws import EDITIONS, load_edition
from adjudicator.laws import editions as editions_module
from adjudicator.laws.editions import Rule
from adjudicator.laws.lookup import all_rules, find_rules, rule_card

LAW_MODULES = sorted(Path(editions_module.__file__).parent.glob("law[0-9]*.py"))
WHOLE_LAWS = {"12", "25", "31"}
RULES = list(all_rules())


def test_the_function_of_a_rule_names_the_law_in_its_docstring() -> None:
    for rule in RULES:
        if rule.test:
            told = inspect.getdoc(rule.function()) or ""
            assert told.startswith("`"), rule.id
            assert str(rule.law) in told, rule.id


@pytest.mark.parametrize("name", EDITIONS)
def test_every_rule_has_words_a_confidence_and_laws_of_review_that_exist(name: str) -> None:
    for rule in load_edition(name).rules.values():
        _check(rule)


def _check(rule: Rule) -> None:
    edition = load_edition(rule.edition)
    assert rule.text.endswith(".")
    assert rule.topic
    assert rule.confidence in {"seed", "verified", "unverified"}
    assert rule.grade in {"COMPUTE", "SOLVER", "JUDGE"}
    for mark in rule.review:
        clause = edition.resolve(mark).partition("/")[2]
        assert clause in edition.rules or clause in WHOLE_LAWS, clause


@pytest.mark.parametrize("name", EDITIONS)
def test_references_lead_to_rules_in_force(name: str) -> None:
    edition = load_edition(name)
    for key in ("could_have_known", "withdrawn", "natural_score_question", "score_law"):
        assert edition.references[key] in edition.rules, key


@pytest.mark.parametrize("path", LAW_MODULES, ids=lambda p: p.stem)
def test_no_rule_looks_at_the_year(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    years = [n.value for n in _constants(tree) if isinstance(n.value, str) and n.value in EDITIONS]
    named = [n for n in ast.walk(tree) if isinstance(n, ast.Attribute) and n.attr == "name" and _is_edition(n.value)]
    assert years == []
    assert named == []


def _constants(tree: ast.AST) -> Iterator[ast.Constant]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Constant))


def _is_edition(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "edition"


def test_an_edition_that_does_not_exist_is_told_with_those_that_do() -> None:
    with pytest.raises(AdjudicatorError, match="1987, 1997, 2007, 2017"):
        load_edition("1975")


def test_rules_are_found_however_they_are_written() -> None:
    assert {r.id for r in find_rules("2017/27b1(b)")} == {"2017/27B1b"}
    assert {r.edition for r in find_rules("26B")} == set(EDITIONS)
    with pytest.raises(AdjudicatorError, match="near it"):
        find_rules("2017/27B9")


def test_a_rule_card_shows_neighbours_and_history() -> None:
    card = rule_card(find_rules("2017/27A2")[0])
    assert [h.rules[0].clause for h in card.history] == ["27C", "27C", "27A2", "27A2"]
    assert [h.change for h in card.history] == ["new", "unchanged", "moved from 27C", "unchanged"]
    assert "2017/27A1" in {r.id for r in card.neighbours}


def test_each_edition_is_written_as_what_changed() -> None:
    counts = {name: len(load_edition(name).rules) for name in EDITIONS}
    assert all(count > 70 for count in counts.values())
    unverified = {r.id for r in RULES if r.confidence == "unverified"}
    assert {"1987/27B2", "1987/12C2", "2017/12C2b", "1997/29C"} <= unverified


def test_a_law_or_paragraph_stands_for_its_parts() -> None:
    from adjudicator.laws.lookup import find_rules

    assert [r.id for r in find_rules("2007/27B1")] == ["2007/27B1a", "2007/27B1b"]
    assert {r.law for r in find_rules("2017/27")} == {27}
