"""What the laws do not know is told, with the nearest thing that they do."""

import pytest

from adjudicator.cases import parse_case
from adjudicator.laws.doubts import case_doubts

CASE = """
law_edition = "2017"
dealer = "N"
authority = "{authority}"
{more}

[[events]]
kind = "hesitation"
by = "N"
facts = {{ {facts} }}
"""


def told(authority: str = "EBU", facts: str = "", more: str = "") -> list[str]:
    case = parse_case(CASE.format(authority=authority, facts=facts, more=more), "club.toml").case
    assert case is not None
    return [str(problem) for problem in case_doubts(case)]


@pytest.mark.parametrize("authority", ["", "___", "unknown", "EBU", "WBF", "English Bridge Union", "ACBL unit 390"])
def test_known_and_open_authorities_are_not_doubted(authority: str) -> None:
    assert told(authority) == []


def test_an_authority_without_a_regulation_is_told() -> None:
    (near,) = told("EBX")
    assert near.startswith("club.toml: authority: no regulation of 'EBX'")
    assert "'general practice 2017' applies; did you mean EBU" in near
    (far,) = told("Bridge Club of Thornham")
    assert "held are ABF, ACBL" in far
    assert told("EBX", more='config = { regulation = "EBU since 2017" }') == []


def test_a_misspelt_finding_is_told() -> None:
    assert told(facts="suggested = false, affected_call = 4, my_own_note = 'x'") == []
    (problem,) = told(facts="sugested = false")
    assert problem == "club.toml: events[0].facts.sugested: nothing asks for this finding; did you mean suggested?"
