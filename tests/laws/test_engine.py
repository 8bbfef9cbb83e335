"""The engine: order of exceptions, conflicts, gateways, and unknown facts that stay unknown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.bridge import AdjudicatorError, Auction, Call, Seat
from adjudicator.laws import EDITIONS, Config, ConflictError, Status, load_edition
from adjudicator.laws.engine import decide_facts
from adjudicator.laws.table import table_facts
from tests.laws.helpers import lead, ruling

IB = {"dealer": "N", "auction": ["1H"], "turn": "E", "offender": "E", "irregular_call": "1D"}


def test_two_rules_of_equal_rank_that_claim_one_case_are_an_error() -> None:
    edition = load_edition("2007")
    level = {**edition.rules, "27B2": replace(edition.rules["27B2"], rank=edition.rules["27B1a"].rank)}
    facts = table_facts({"kind": "insufficient", **IB, "replacement": "2D", "meaning_old": ["nat; D>=4"],
                         "meaning_new": ["nat; D>=4"]})  # fmt: skip
    with pytest.raises(ConflictError, match="27B1a and 2007/27B2"):
        decide_facts(facts, replace(edition, rules=level))


def test_the_rules_passed_over_are_shown_with_their_reasons() -> None:
    found = ruling("2007", "insufficient", **IB, replacement="2C", meaning_old=["nat; D>=4"], meaning_new=["nat; C>=5"])
    told = {child.rule: child for child in found.children if child.status is Status.DOES_NOT_APPLY}
    assert "not the lowest sufficient bid" in told["2007/27B1a"].reason
    assert "leak" in told["2007/27B1b"].reason


def test_a_missing_meaning_is_a_question_not_a_guess() -> None:
    found = ruling("2017", "insufficient", **IB, replacement="2C", meaning_old=["nat; D>=4"])
    assert found.status is Status.NEEDS_FACT
    assert "meaning_new" in {q.key for q in found.open_questions}


def test_a_kind_without_rules_says_so() -> None:
    found = ruling("2007", "earthquake")
    assert found.status is Status.DOES_NOT_APPLY
    assert "earthquake" in found.reason


def test_a_call_in_rotation_is_no_call_out_of_rotation() -> None:
    found = ruling("2007", "out_of_rotation_bid", dealer="N", auction=[], turn="N", offender="N", irregular_call="1D")
    assert "in rotation" in found.reason


def test_a_disputed_reading_changes_the_ruling_and_is_shown() -> None:
    entry = {"dealer": "N", "auction": ["1D", "P"], "turn": "S", "offender": "W", "at_turn_of": "RHO",
             "irregular_call": "P", "then": ["1H"], "replacement": "P"}  # fmt: skip
    usual = ruling("2017", "out_of_rotation_pass", **entry)
    other = ruling("2017", "out_of_rotation_pass", Config({"30A_26B": "on"}), **entry)
    assert (lead(usual)[0], lead(other)[0]) == ("none", "forbid_one_unspecified")
    assert [c.is_default for c in (*usual.choices, *other.choices)] == [True, False]


def test_26a2_scope_is_a_setting_with_a_default_by_edition() -> None:
    facts = {
        "question": "lead",
        "withdrawn_suits": ["D", "H"],
        "later_suits": ["H"],
        "how": "bid",
        "stage": "first_turn",
    }
    assert lead(ruling("1997", "lead_penalty", facts=facts))[1] == "DH"
    assert lead(ruling("2007", "lead_penalty", facts=facts))[1] == "D"
    assert lead(ruling("1997", "lead_penalty", Config({"26A2_scope": "unnamed"}), facts=facts))[1] == "D"


def test_the_first_printing_of_26b_may_be_asked_for() -> None:
    entry = {**IB, "replacement": "2C", "meaning_old": ["nat; D>=5; hcp 8-15"], "meaning_new": ["nat; C>=6; hcp 8-15"]}
    assert lead(ruling("2017", "insufficient", **entry)) == ("forbid_one_unspecified", "C")
    assert lead(ruling("2017", "insufficient", Config({"26B_text": "first"}), **entry)) == ("require_or_forbid", "SHD")


def test_an_unknown_setting_is_refused_with_the_known_ones() -> None:
    with pytest.raises(AdjudicatorError, match="liberality"):
        Config({"generosity": "much"})
    with pytest.raises(AdjudicatorError, match="strict, normal, liberal"):
        Config({"liberality": "much"})


def test_a_range_that_reaches_one_point_further_in_the_same_suit_is_similar_since_2017() -> None:
    entry = {"dealer": "N", "auction": [], "turn": "N", "offender": "E", "irregular_call": "1D", "then": ["1C"],
             "replacement": "1D", "meaning_old": ["nat; D>=4; hcp 12-19"]}  # fmt: skip
    near = ruling("2017", "out_of_rotation_bid", **entry, meaning_new=["nat; D>=5; hcp 11-16"])
    far = ruling("2017", "out_of_rotation_bid", **entry, meaning_new=["nat; D>=5; hcp 9-16"])
    assert (near.rule, far.rule) == ("2017/31A2a", "2017/31A2b")
    strict = Config({"strength_edge": "none"})
    again = ruling("2017", "out_of_rotation_bid", strict, **entry, meaning_new=["nat; D>=5; hcp 11-16"])
    assert again.rule == "2017/31A2b"
    assert "strength_edge" in {c.key for c in again.choices}


def test_suits_bid_earlier_count_as_specified_since_1997() -> None:
    entry = {"dealer": "S", "auction": ["1S", "P", "4NT", "P"], "turn": "S", "offender": "S", "irregular_call": "4H",
             "meaning_old": ["art; aces=2"], "replacement": "P"}  # fmt: skip
    assert lead(ruling("2017", "insufficient", **entry)) == ("forbid_one_unspecified", "S")


# ---- properties ---------------------------------------------------------------------------------------------

READINGS = ["nat; H>=5; hcp 8-15", "nat; D>=4; hcp 12-19", "art; S>=5", "nat; hcp 15-17; bal", "art; hcp 0-7",
            "art; purpose: ask(major4); hcp 8+", "art; C>=5; D>=5", "hcp 0-11; not opening"]  # fmt: skip
CALLS = ["P", "X", "XX", "1C", "1D", "1H", "1S", "1NT", "2C", "2H", "3D", "3NT"]
KINDS = ["insufficient", "out_of_rotation_bid", "out_of_rotation_double", "out_of_rotation_pass", "inadmissible",
         "silenced", "change_of_call"]  # fmt: skip
LHO_OPTIONS = {"accept_or_reject", "none", "deemed_accepted", "cannot_accept"}
MUST = {"free", "repeat", "pass_once", "pass_rest", "replace_legal", "replace_bid_or_pass", "none"}
LEADS = {"none", "require_or_forbid", "forbid_any_one", "forbid_one_unspecified", "by_final_call", "penalty_card",
         "not_applicable"}  # fmt: skip


@st.composite
def irregularities(draw: st.DrawFn) -> dict[str, Any]:
    """One irregular call after a short legal auction, with some of the facts known."""
    auction = Auction(draw(st.sampled_from(list(Seat))))
    for _ in range(draw(st.integers(0, 3))):
        legal = [c for c in map(Call.parse, CALLS) if auction.why_illegal(c) is None]
        auction = auction.add(draw(st.sampled_from(legal)))
    entry: dict[str, Any] = {
        "kind": draw(st.sampled_from(KINDS)),
        "dealer": auction.dealer.letter,
        "auction": [str(c) for c in auction.calls],
        "offender": draw(st.sampled_from("NESW")),
        "irregular_call": draw(st.sampled_from(CALLS)),
    }
    maybe = {
        "replacement": st.sampled_from(CALLS),
        "then": st.lists(st.sampled_from(CALLS), min_size=1, max_size=3),
        "meaning_old": st.lists(st.sampled_from(READINGS), min_size=1, max_size=2),
        "meaning_new": st.lists(st.sampled_from(READINGS), min_size=1, max_size=1),
    }
    entry |= {key: draw(values) for key, values in maybe.items() if draw(st.booleans())}
    known = {"lho": st.sampled_from(["accepts", "refuses"]), "lho_called": st.booleans(), "unintended": st.booleans(),
             "premature": st.booleans(), "time": st.sampled_from(["before_lho", "after_lho", "after_partner"]),
             "final": st.sampled_from(CALLS), "withdrawn_suits": st.sampled_from([[], ["H"], ["C", "D"]])}  # fmt: skip
    entry["facts"] = {key: draw(values) for key, values in known.items() if draw(st.booleans())}
    return entry


@settings(max_examples=120, deadline=None)
@given(irregularities(), st.sampled_from(EDITIONS))
def test_every_irregularity_gets_a_finding_in_the_vocabulary(entry: dict[str, Any], edition: str) -> None:
    found = decide_facts(table_facts(entry), load_edition(edition))
    for finding in found.walk():
        assert finding.lho_options in LHO_OPTIONS
        assert finding.offender_must in MUST
        assert finding.lead.type in LEADS
        assert finding.partner_pass in {"no", "once", "rest"}
        assert finding.withdrawn_info in {"nos_only", "both", "disputed", "none"}
        assert finding.rule.startswith(edition)
    if found.status is Status.NEEDS_FACT:
        assert found.questions
    if found.status is Status.APPLIES and found.partner_pass == "rest":
        assert found.review  # a silenced partner always opens the question whether the offender could have known


@settings(max_examples=60, deadline=None)
@given(irregularities(), st.sampled_from(EDITIONS))
def test_an_accepted_call_has_no_further_consequence(entry: dict[str, Any], edition: str) -> None:
    found = decide_facts(table_facts(entry), load_edition(edition))
    if found.status is Status.APPLIES and found.lho_options == "deemed_accepted":
        assert (found.partner_pass, found.lead.type, found.withdrawn_info) == ("no", "none", "none")


def test_the_intended_meaning_counts_where_the_edition_or_a_setting_says_so() -> None:
    entry = {
        **IB,
        "replacement": "3D",
        "meaning_old": ["nat; D>=4; hcp 12-19", "nat; D>=6; hcp 4-9"],
        "meaning_new": ["nat; D>=6; hcp 5-8"],
        "facts": {"meaning_intended": ["nat; D>=4; hcp 12-19"]},
    }
    usual = ruling("2017", "insufficient", **entry)
    intended = ruling("2017", "insufficient", Config({"attributable_meaning": "intended"}), **entry)
    assert (usual.rule, intended.rule) == ("2017/27B1b", "2017/27B2")
    assert "attributable_meaning" in {c.key for c in usual.choices}
    assert ruling("2007", "insufficient", **entry).rule == "2007/27B2"


def test_a_silenced_partner_brings_the_question_whether_that_may_be_known() -> None:
    found = ruling("2007", "insufficient", **IB, replacement="P", meaning_old=["nat; D>=4"])
    assert "silenced_partner" in {c.key for c in found.choices}


def test_a_takeout_double_specifies_no_suit_unless_it_is_so_configured() -> None:
    entry = {
        "dealer": "N",
        "auction": [],
        "turn": "N",
        "offender": "E",
        "irregular_call": "1D",
        "then": ["1C"],
        "replacement": "X",
        "meaning_old": ["nat; D>=4; hcp 12-19"],
        "meaning_new": ["art; S>=3; H>=3; D>=3; hcp 11+"],
    }
    assert lead(ruling("2017", "out_of_rotation_bid", **entry)) == ("forbid_one_unspecified", "")
    config = Config({"takeout_double_specifies": "yes"})
    assert lead(ruling("2017", "out_of_rotation_bid", config, **entry)) == ("forbid_one_unspecified", "SHD")
