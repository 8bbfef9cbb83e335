"""A call out of turn that was accepted and stands in the auction of a case file: Law 29A, not a call in rotation."""

from __future__ import annotations

import pytest

from adjudicator.cases import parse_case
from adjudicator.laws import assess

CASE = """\
year = 2019
dealer = "N"
vulnerability = "None"
auction = ["1S", "2H", "P", "P", "P"]
[[events]]
kind = "call_out_of_turn"
call_index = 1
by = "{by}"
accepted = true
"""


@pytest.mark.parametrize("by", ["S", "W", "N"])
def test_it_stands(by: str) -> None:
    loaded = parse_case(CASE.format(by=by))
    assert loaded.case is not None
    assert not loaded.errors
    (finding,) = assess(loaded.case).events
    assert (finding.rule, finding.status) == ("2017/29A", "applies")
