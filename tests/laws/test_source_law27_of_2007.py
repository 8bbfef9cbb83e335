"""Law 27 of 2007 as the source text has it: one test for each provision, and for the footnote on "meaning"."""

from __future__ import annotations

from typing import Any

from adjudicator.laws import Config, Finding
from tests.laws.helpers import lead, ruling

OVER_1S = {"dealer": "W", "auction": ["1S"], "turn": "N", "offender": "N"}


def insufficient(**entry: Any) -> Finding:
    return ruling("2007", "insufficient", **{**OVER_1S, "irregular_call": "1H", **entry})


def test_27a1_any_insufficient_bid_in_rotation_may_be_accepted_by_calling_over_it() -> None:
    found = insufficient(then=["2C"])
    assert (found.rule, found.lho_options, found.partner_pass) == ("2007/27A1", "deemed_accepted", "no")
    assert found.review == ()
    assert lead(found) == ("none", "")


def test_27a1_left_hand_opponent_is_asked_before_anything_else_is_ruled() -> None:
    found = insufficient()
    assert found.rule == "2007/27A1"
    assert [q.key for q in found.questions] == ["lho"]


def test_27a2_out_of_rotation_it_is_treated_as_a_bid_out_of_rotation() -> None:
    entry = {"dealer": "W", "auction": ["1S"], "turn": "N", "offender": "S", "at_turn_of": "partner"}
    found = ruling(
        "2007", "out_of_rotation_bid", **entry, irregular_call="1H", meaning_old=["nat; H>=5"], then=["P", "2C"],
        replacement="P",
    )  # fmt: skip
    assert found.rule == "2007/31B"
    assert found.review == ("2007/27A2", "2007/23")


def test_27b1a_lowest_sufficient_bid_in_the_denomination_when_both_are_natural() -> None:
    found = insufficient(replacement="2H", meaning_old=["nat; H>=5"], meaning_new=["nat; H>=5; hcp 10+"])
    assert (found.rule, found.partner_pass, found.withdrawn_info) == ("2007/27B1a", "no", "both")
    assert found.review == ("2007/27D",)


def test_27b1a_fails_when_either_bid_may_be_artificial() -> None:
    found = insufficient(replacement="2H", meaning_old=["nat; H>=5"], meaning_new=["art; S>=5"])
    assert found.rule == "2007/27B2"
    found = insufficient(replacement="2H", meaning_old=["nat; H>=5", "art; S>=5"], meaning_new=["nat; H>=5"])
    assert found.rule != "2007/27B1a"


def test_27b1a_is_not_the_rule_for_a_jump_in_the_same_denomination() -> None:
    found = insufficient(replacement="3H", meaning_old=["nat; H>=5; hcp 8-15"], meaning_new=["nat; H>=6; hcp 3-7"])
    assert found.rule == "2007/27B2"


def test_27b1b_any_legal_call_with_the_same_or_a_more_precise_meaning() -> None:
    found = insufficient(replacement="3H", meaning_old=["nat; H>=4; hcp 12-19"], meaning_new=["nat; H>=6; hcp 13-15"])
    assert (found.rule, found.comparable, found.partner_pass) == ("2007/27B1b", True, "no")


def test_27b1b_covers_a_double_and_a_pass() -> None:
    same = {"meaning_old": ["nat; hcp 15-17; bal"], "meaning_new": ["nat; hcp 15-17; bal"]}
    found = ruling("2007", "insufficient", dealer="W", auction=["1NT"], turn="N", offender="N",
                   irregular_call="1NT", replacement="X", **same)  # fmt: skip
    assert found.rule == "2007/27B1b"
    assert insufficient(replacement="P", meaning_old=["hcp 0-9"], meaning_new=["hcp 0-7"]).rule == "2007/27B1b"


def test_27b1b_whether_the_withdrawn_bid_may_be_used_is_shown_as_disputed() -> None:
    found = insufficient(replacement="3H", meaning_old=["nat; H>=4; hcp 12-19"], meaning_new=["nat; H>=6; hcp 13-15"])
    assert found.withdrawn_info == "disputed"
    assert [(c.key, c.value) for c in found.choices] == [("27B1b_16D", "off")]


def test_27b1b_strict_liberality_allows_no_hand_outside() -> None:
    entry = {"replacement": "3H", "meaning_old": ["nat; H>=4; hcp 12-19"], "meaning_new": ["nat; H>=6; hcp 12-20"]}
    assert insufficient(**entry).rule == "2007/27B1b"
    assert insufficient(config=Config({"liberality": "strict"}), **entry).rule == "2007/27B2"


def test_27b2_any_other_sufficient_bid_silences_partner_for_the_rest() -> None:
    found = insufficient(replacement="2C", meaning_old=["nat; H>=5"], meaning_new=["nat; C>=5"])
    assert (found.rule, found.partner_pass, lead(found)) == ("2007/27B2", "rest", ("require_or_forbid", "H"))
    assert found.review == ("2007/23",)
    assert found.withdrawn_info == "nos_only"


def test_27b2_so_does_a_pass() -> None:
    found = insufficient(replacement="P", meaning_old=["nat; H>=5"])
    assert (found.rule, found.partner_pass) == ("2007/27B2", "rest")


def test_27b3_a_double_not_covered_is_cancelled_and_must_be_replaced() -> None:
    found = insufficient(replacement="X", meaning_old=["nat; H>=5"], meaning_new=["art; hcp 12+; S<=2"])
    assert (found.rule, found.offender_must, lead(found)) == ("2007/27B3", "replace_legal", ("by_final_call", ""))


def test_27b3_the_lead_follows_once_the_final_call_is_known() -> None:
    found = insufficient(replacement="X", meaning_old=["nat; H>=5"], meaning_new=["art; hcp 12+; S<=2"],
                         facts={"final": "P"})  # fmt: skip
    assert lead(found)[0] == "require_or_forbid"


def test_27b4_a_second_insufficient_bid_may_be_accepted_or_is_treated_as_a_double() -> None:
    found = ruling("2007", "insufficient", dealer="W", auction=["2S"], turn="N", offender="N",
                   irregular_call="1H", meaning_old=["nat; H>=5"], replacement="2H")  # fmt: skip
    assert (found.rule, found.lho_options, found.partner_pass) == ("2007/27B4", "accept_or_reject", "rest")


def test_27c_a_premature_replacement_stands_and_is_judged_by_the_paragraph_that_fits() -> None:
    entry = {"replacement": "2H", "meaning_old": ["nat; H>=5"], "meaning_new": ["nat; H>=5"]}
    found = insufficient(facts={"premature": True, "lho": "refuses"}, **entry)
    assert (found.rule, found.review) == ("2007/27B1a", ("2007/27C", "2007/27D"))


def test_27c_unless_the_insufficient_bid_is_accepted() -> None:
    found = insufficient(facts={"premature": True, "lho": "accepts", "replaced_by": "2H"})
    assert (found.rule, found.review) == ("2007/27A1", ())


def test_27d_adjusts_only_when_the_infraction_helped_and_the_others_are_damaged() -> None:
    for helped, damaged, adjust in ((True, True, True), (False, True, False), (True, False, False)):
        found = ruling("2007", "score", facts={"question": "after_27B1", "helped": helped, "damaged": damaged})
        assert (found.rule, found.value("adjust")) == ("2007/27D", adjust)


def test_27d_unknown_help_stays_a_question() -> None:
    found = ruling("2007", "score", facts={"question": "after_27B1", "damaged": True})
    assert found.status == "needs a fact"
    assert [q.key for q in found.questions] == ["helped"]


def test_footnote_meaning_is_what_a_call_shows_and_what_it_excludes() -> None:
    old = ["nat; H>=5; hcp 11-19; not(H>=7; hcp 11-14)"]
    inside = insufficient(replacement="3H", meaning_old=old, meaning_new=["nat; H=6; hcp 12-15"])
    outside = insufficient(replacement="3H", meaning_old=old, meaning_new=["nat; H>=6; hcp 12-15"])
    assert (inside.rule, outside.rule) == ("2007/27B1b", "2007/27B2")
