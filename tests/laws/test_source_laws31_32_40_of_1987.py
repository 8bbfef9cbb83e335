"""Laws 27C, 31, 32 and 40B to 40E of the older code, one test for each provision of the source text."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.laws import Finding
from tests.laws.helpers import lead, ruling

AT_PARTNER = {"dealer": "W", "auction": ["1H"], "turn": "N", "offender": "S", "at_turn_of": "partner"}
AT_RHO = {"dealer": "W", "auction": ["1H", "P"], "turn": "E", "offender": "S", "at_turn_of": "RHO"}
DOUBLES_PARTNER = {"dealer": "N", "auction": ["1H"], "turn": "E", "offender": "S", "at_turn_of": "RHO"}


def double(**entry: Any) -> Finding:
    return ruling("1987", "out_of_rotation_double", irregular_call="X", **entry)


def test_27c_and_31_insufficient_and_out_of_rotation_goes_to_31() -> None:
    found = ruling("1987", "out_of_rotation_bid", dealer="N", auction=["1S"], turn="E", offender="S",
                   irregular_call="1H", meaning_old=["nat; H>=4"], meaning_new=["nat; H>=5"], then=["2C"],
                   replacement="2H")  # fmt: skip
    assert (found.rule, found.review) == ("1987/31A2a", ("1987/27C", "1987/23A"))


def test_31_at_partners_turn_partner_passes_for_the_rest() -> None:
    found = ruling("1987", "out_of_rotation_bid", dealer="N", auction=["1S"], turn="E", offender="W",
                   irregular_call="1H", meaning_old=["nat; H>=4"], then=["P", "2S"], replacement="P")  # fmt: skip
    assert (found.rule, found.partner_pass, lead(found)) == ("1987/31B", "rest", ("require_or_forbid", "H"))


def test_32a_a_double_at_partners_turn_silences_him_and_lets_declarer_forbid_one_suit() -> None:
    found = double(**AT_PARTNER, then=["P", "2H"], replacement="P")
    assert (found.rule, found.partner_pass, lead(found)) == ("1987/32A", "rest", ("forbid_any_one", ""))
    assert found.review == ("1987/23A",)


def test_32b1_right_hand_opponent_passes_so_the_double_is_repeated_without_penalty() -> None:
    found = double(**AT_RHO, then=["P"], replacement="X")
    assert (found.rule, found.offender_must, found.partner_pass) == ("1987/32B1", "repeat", "no")
    assert found.review == ()
    assert found.withdrawn_info == "none"


def test_32b1_an_inadmissible_double_cannot_be_repeated_and_goes_to_36() -> None:
    found = double(**DOUBLES_PARTNER, then=["P"], replacement="2H", facts={"lho_called": False})
    assert (found.rule, found.review) == ("1987/36", ("1987/32B1", "1987/23A"))
    assert (found.offender_must, lead(found)) == ("replace_legal", ("forbid_any_one", ""))


def test_32b2_right_hand_opponent_bids_so_partner_is_silenced_even_if_the_double_is_repeated() -> None:
    for again in ("X", "2S", "P"):
        found = double(**AT_RHO, then=["2H"], replacement=again)
        assert (found.rule, found.partner_pass, lead(found)) == ("1987/32B2", "rest", ("forbid_any_one", ""))


def test_29_a_double_out_of_rotation_may_be_accepted_by_the_next_opponent() -> None:
    found = double(**AT_PARTNER, facts={"lho_called": True})
    assert (found.rule, found.lho_options, found.review) == ("1987/29A", "deemed_accepted", ())


def test_29_except_an_inadmissible_one_which_35a_cancels() -> None:
    found = double(**DOUBLES_PARTNER, facts={"lho_called": True})
    assert (found.rule, found.lho_options, found.partner_pass) == ("1987/35A", "cannot_accept", "no")
    assert lead(found) == ("none", "")


@pytest.mark.parametrize(
    ("expected", "disclosed", "allowed"), [(False, False, False), (True, False, True), (False, True, True)]
)
def test_40b_a_special_agreement_must_be_expected_or_disclosed(expected: bool, disclosed: bool, allowed: bool) -> None:
    known = {"special": True, "expected_by_opponents": expected, "disclosed": disclosed}
    found = ruling("1987", "agreement", facts={"question": "may_be_used", **known})
    assert (found.rule, found.value("allowed")) == ("1987/40B", allowed)


def test_40b_what_is_not_known_is_asked() -> None:
    found = ruling("1987", "agreement", facts={"question": "may_be_used", "special": True})
    assert {q.key for q in found.questions} == {"expected_by_opponents", "disclosed"}


@pytest.mark.parametrize(
    ("fully", "damage", "remedy"), [(False, True, "adjusted_score"), (False, False, "none"), (True, True, "none")]
)
def test_40c_damage_through_incomplete_explanation_may_be_redressed(fully: bool, damage: bool, remedy: str) -> None:
    found = ruling("1987", "agreement", facts={"question": "remedy", "explained_fully": fully, "damage": damage})
    assert (found.rule, found.value("remedy")) == ("1987/40C", remedy)


@pytest.mark.parametrize(
    ("known", "by"),
    [
        ({"what": "convention"}, "sponsor"),
        ({"what": "light_opening", "level": 1, "king_below_average": True}, "zone"),
        ({"what": "light_opening", "level": 1, "king_below_average": False}, "none"),
        ({"what": "light_opening", "level": 2, "king_below_average": True}, "none"),
    ],
)
def test_40d_conventions_by_the_sponsor_very_light_openings_by_the_zone(known: dict[str, Any], by: str) -> None:
    found = ruling("1987", "agreement", facts={"question": "who_regulates", **known})
    assert (found.rule, found.value("by")) == ("1987/40D", by)


def test_40e_the_convention_card_is_the_sponsors_affair() -> None:
    found = ruling("1987", "agreement", facts={"question": "convention_card"})
    assert (found.rule, found.value("by")) == ("1987/40E", "sponsor")
