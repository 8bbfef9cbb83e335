"""The commentary on Law 26 of 1987, paragraphs 26.3 to 26.10: one test for each point it makes."""

from __future__ import annotations

from typing import Any

from adjudicator.laws import Finding
from adjudicator.laws.text import announcement
from tests.laws.helpers import lead, ruling


def penalty(**known: Any) -> Finding:
    return ruling("1987", "lead_penalty", facts={"question": "lead", **known})


def test_26_3_category_a_is_a_withdrawn_call_tied_to_a_suit() -> None:
    found = penalty(withdrawn_suits=["H"], later_suits=[], stage="first_turn")
    assert (found.rule, lead(found)) == ("1987/26A2", ("require_or_forbid", "H"))


def test_26_4_category_b_is_every_other_withdrawn_call() -> None:
    found = penalty(withdrawn_suits=[], later_suits=["H"], stage="first_turn")
    assert (found.rule, lead(found)) == ("1987/26B", ("forbid_any_one", ""))


def test_26_4_notrump_a_pass_and_a_double_are_category_b() -> None:
    notrump = ruling("1987", "out_of_rotation_bid", dealer="N", auction=[], turn="N", offender="S",
                     irregular_call="1NT", meaning_old=["nat; hcp 15-17; bal"], then=["1H", "P"],
                     replacement="2C")  # fmt: skip
    assert lead(notrump) == ("forbid_any_one", "")
    double = ruling("1987", "out_of_rotation_double", dealer="W", auction=["1H"], turn="N", offender="S",
                    irregular_call="X", then=["P", "2H"], replacement="2S")  # fmt: skip
    assert lead(double) == ("forbid_any_one", "")


def test_26_5_later_specified_means_bid_by_the_same_player() -> None:
    found = penalty(withdrawn_suits=["H"], later_suits=["H"], how="bid", stage="first_turn")
    assert (found.rule, lead(found)) == ("1987/26A1", ("none", ""))


def test_26_5_or_designated_beyond_doubt_by_a_natural_double_or_a_convention() -> None:
    for how in ("natural_double", "convention_undeniable"):
        assert penalty(withdrawn_suits=["H"], later_suits=["H"], how=how, stage="first_turn").rule == "1987/26A1"


def test_26_5_a_doubtful_convention_or_a_lead_directing_double_does_not_designate() -> None:
    for how in ("convention_doubtful", "lead_double"):
        found = penalty(withdrawn_suits=["H"], later_suits=["H"], how=how, stage="first_turn")
        assert lead(found) == ("require_or_forbid", "H")


def test_26_6_a_withdrawn_call_about_two_known_suits_is_category_a() -> None:
    found = ruling("1987", "out_of_rotation_bid", dealer="N", auction=[], turn="N", offender="E",
                   irregular_call="2NT", meaning_old=["art; C>=5; D>=5"], then=["1S"], replacement="P")  # fmt: skip
    assert lead(found) == ("require_or_forbid", "DC")


def test_26_6_one_of_several_suits_named_later_leaves_the_choice_among_all_of_them() -> None:
    found = penalty(withdrawn_suits=["D", "H"], later_suits=["H"], how="bid", stage="first_turn")
    assert lead(found) == ("require_or_forbid", "DH")


def test_26_7_only_one_suit_may_be_required_or_forbidden() -> None:
    found = penalty(withdrawn_suits=["S", "H"], later_suits=[], stage="first_turn", wants_to_forbid=["S", "H"])
    assert found.value("granted_suits") == 1
    assert any("one only" in note for note in found.notes)


def test_26_8_the_prohibition_lasts_while_the_lead_is_kept() -> None:
    found = penalty(withdrawn_suits=[], later_suits=[], stage="kept_lead")
    assert (lead(found), found.value("choice")) == (("forbid_any_one", ""), "made")


def test_26_8_and_is_gone_for_good_once_the_lead_was_lost() -> None:
    for suits in ([], ["H"]):
        assert lead(penalty(withdrawn_suits=suits, later_suits=[], stage="regained_lead")) == ("none", "")


def test_26_9_declarer_need_not_choose_before_the_partner_is_first_to_lead() -> None:
    assert penalty(withdrawn_suits=["D"], later_suits=[], stage="auction_over").value("choice") == "deferred"
    assert penalty(withdrawn_suits=["D"], later_suits=[], stage="first_turn").value("choice") == "now"


def test_26_10_the_director_explains_the_coming_restriction_before_play() -> None:
    found = penalty(withdrawn_suits=["D"], later_suits=[], stage="auction_over")
    assert found.value("duty") == "explain_before_play"
    assert any("explain it to all before play" in line for line in announcement(found))


def test_26_10_where_the_play_is_unknown_the_director_is_asked() -> None:
    assert "stage" in {q.key for q in penalty(withdrawn_suits=["D"], later_suits=[]).questions}
