"""Regulations: by authority and date, over general practice, under the case's own settings."""

from __future__ import annotations

import pytest

from adjudicator.bridge import AdjudicatorError
from adjudicator.cases import Case
from adjudicator.laws import config_for, regulation_for, regulations


@pytest.mark.parametrize(
    ("authority", "year", "edition", "name", "weights"),
    [
        ("ACBL", 2015, "2007", "ACBL 2008-2015", False),
        ("ACBL", 2016, "2007", "ACBL 2016-2017", True),
        ("USBF", 2012, "2007", "ACBL 2008-2015", False),
        ("American Contract Bridge League", 2019, "2017", "ACBL since 2017", True),
        ("EBU", 2010, "2007", "EBU 2008-2017", True),
        ("WBF", 1998, "1997", "EBL and WBF 1997-2008", True),
        ("Our club", 2010, "2007", "general practice 2007", True),
        ("", None, "1987", "general practice 1987", False),
    ],
)
def test_who_weights_and_who_uses_likely(
    authority: str, year: int | None, edition: str, name: str, weights: bool
) -> None:
    found = regulation_for(Case(authority=authority, year=year, edition=edition))
    assert (found.name, found.numbers["weights"]) == (name, weights)


def test_the_day_decides_in_a_year_of_change() -> None:
    before = Case(authority="ACBL", year=2015, date="2015-12-31", edition="2007")
    after = Case(authority="ACBL", year=2016, date="2016-01-01", edition="2007")
    assert [regulation_for(c).numbers["weights"] for c in (before, after)] == [False, True]


def test_a_regulation_may_be_named_in_the_case_and_numbers_overridden() -> None:
    named = Case(edition="2007", config={"regulation": "ACBL 2008-2015", "laws": {"la_considered": 0.4}})
    found = regulation_for(named)
    assert (found.name, found.numbers["la_considered"]) == ("ACBL 2008-2015", 0.4)
    assert config_for(named).choice("score_clause").value == "12C1e"
    assert config_for(named).numbers["la_consider"] == 0.4


def test_an_unknown_regulation_is_told_with_those_known() -> None:
    with pytest.raises(AdjudicatorError, match="EBU since 2017"):
        regulation_for(Case(config={"regulation": "the boss"}))


def test_every_regulation_says_what_a_ruling_needs_and_where_it_is_from() -> None:
    for regulation in regulations():
        assert regulation.source
        assert regulation.editions
        assert regulation.confidence in {"verified", "unverified"}
        assert isinstance(regulation.numbers["weights"], bool)
        assert 0 < regulation.numbers["la_considered"] < 1


def test_each_edition_has_one_general_practice() -> None:
    for edition in ("1987", "1997", "2007", "2017"):
        general = [r for r in regulations() if r.authority == "general" and edition in r.editions]
        assert len(general) == 1
        assert general[0].numbers["appeal_minutes"] == 30


def test_periods_of_an_authority_do_not_overlap() -> None:
    for one in regulations():
        for other in regulations():
            if one is not other and one.authority == other.authority != "general":
                same = set(one.editions) & set(other.editions)
                assert not same or one.until < other.since or other.until < one.since
