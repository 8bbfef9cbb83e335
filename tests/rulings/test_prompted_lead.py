"""The opening lead with unauthorised information: the suggested suit is taken away where another was an alternative."""

from __future__ import annotations

import pytest

from adjudicator.bridge import Suit
from adjudicator.cases import parse_case
from adjudicator.reports.sentence import ruling_sentence
from adjudicator.rulings import Settings, rule
from adjudicator.rulings.model import Ruling, Verdict

CASE = """
law_edition = "2017"
authority = "EBU"
year = 2020
scoring = "IMP teams"
dealer = "N"
vulnerability = "None"
deal = "N:KJT865.K8..AQT95 42.9765.542.KJ73 A93.AJ4.KQJT3.64 Q7.QT32.A9876.82"
auction = ["1S", "P", "2D", "P", "3C", "P", "3S", "P", "4S", "P", "P", "P"]
lead = "D5"
table_result = "4S N ="

[other_table]
score_ns = 450

[[events]]
kind = "remark"
by = "W"
call_index = 11
description = "{words}"
{facts}
"""


def ruled(words: str = "West said that he hoped for a good lead.", facts: str = "", lead: str = "D5") -> Ruling:
    loaded = parse_case(CASE.format(words=words, facts=facts).replace('"D5"', f'"{lead}"'), "t.toml")
    assert loaded.case is not None
    assert loaded.errors == (), loaded.problems
    return rule(loaded.case, Settings(quick=True, turns=False))


def test_a_suit_that_partner_named_is_taken_away() -> None:
    [view] = ruled("West said: lead a diamond.").worlds
    assert view.infraction
    assert "presumed: partner named the suit" in view.reason
    groups = view.contracts[0].leads
    assert sum(group.probability for group in groups) == pytest.approx(1)
    diamonds = [group for group in groups if {card.suit for card in group.cards} == {Suit.DIAMONDS}]
    assert all(group.probability == 0 for group in diamonds)


def test_whether_a_suit_was_suggested_is_for_the_director() -> None:
    opened = ruled()
    assert opened.worlds[0].infraction is None
    assert opened.damage[0].verdict is Verdict.OPEN
    assert ruling_sentence(opened).startswith("If the director finds an infraction")
    assert {proposal.kind for proposal in opened.proposals} == {"if damaged"}
    found = ruled(facts='facts = { suggested = "demonstrably" }')
    assert found.worlds[0].infraction
    denied = ruled("West said: lead a diamond.", facts="facts = { suggested = false }")
    assert {proposal.kind for proposal in denied.proposals} == {"table result"}


def test_another_suit_than_the_one_named_is_not_presumed() -> None:
    assert ruled("West said: lead a diamond.", lead="H7").worlds[0].infraction is None
