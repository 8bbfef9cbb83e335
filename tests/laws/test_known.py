"""The director's findings at the border: every answer is of the kind its question asks for."""

from typing import Any

import pytest

from adjudicator.bridge import AdjudicatorError, Call, Seat
from adjudicator.cases import parse_case
from adjudicator.laws import assess
from adjudicator.laws.config import Config
from adjudicator.laws.editions import load_edition
from adjudicator.laws.engine import decide_facts
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding
from adjudicator.laws.known import checked_facts, checked_readings
from adjudicator.laws.table import read_table, table_facts

INSUFFICIENT = {"kind": "insufficient", "dealer": "S", "auction": ["1S"], "offender": "W", "irregular_call": "1H"}


def found(edition: str, **entry: Any) -> Finding:
    return decide_facts(table_facts(entry), load_edition(edition))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("fault", "neither"),
        ("fault", True),
        ("results", "table"),
        ("suggested", "strongly"),
        ("alternative_share", "a third"),
        ("alternative_share", 30),
        ("alternative_share", True),
        ("cards", "HK"),
        ("cards", ["ZZ"]),
        ("led", "perhaps"),
        ("stage", "later"),
        ("stage", []),
        ("how", 3),
        ("withdrawn_suits", True),
        ("withdrawn_suits", ["X"]),
        ("period", "play"),
        ("level", "one"),
        ("time", "too late"),
        ("lho", "accepted"),
        ("final", 3),
        ("lho_called", "maybe"),
        ("tricks_made", -1),
    ],
)
def test_an_answer_of_another_kind_is_refused_and_the_fact_is_named(key: str, value: Any) -> None:
    with pytest.raises(AdjudicatorError) as error:
        checked_facts({key: value})
    assert error.value.problems[0].field == f"facts.{key}"
    assert error.value.problems[0].next_step or "write" in error.value.problems[0].message


def test_yes_and_no_in_words_are_yes_and_no() -> None:
    assert checked_facts({"lho_called": "yes", "influenced": "No", "suggested": True}) == {
        "lho_called": True,
        "influenced": False,
        "suggested": True,
    }


def test_an_unknown_fact_is_an_error_in_a_table_and_the_near_ones_are_named() -> None:
    with pytest.raises(AdjudicatorError, match="lho_called"):
        found("2017", **INSUFFICIENT, facts={"lho_call": True})
    assert checked_facts({"helped_how": "much"}) == {"helped_how": "much"}  # may belong to another question of a case


def test_all_bad_facts_are_told_at_once() -> None:
    with pytest.raises(AdjudicatorError) as error:
        checked_facts({"lho": "yes", "time": 3})
    assert [p.field for p in error.value.problems] == ["facts.lho", "facts.time"]


def test_a_reading_that_is_only_a_comment_leaves_the_meaning_open() -> None:
    assert checked_readings(["weak two"], "meaning_new") == ()
    assert checked_readings("nat; seat 4", "meaning_new") == ("nat; seat 4",)
    assert checked_readings(["any"], "meaning_new") == ("any",)
    with pytest.raises(AdjudicatorError):
        checked_readings(True, "meaning_new")
    ruling = found("2017", **INSUFFICIENT, replacement="3H", meaning_old=["an opening bid"], meaning_new=["nat; H>=6"])
    assert ruling.status == "needs a fact"
    assert [q.key for q in ruling.questions] == ["meaning_old"]


def test_a_table_that_is_no_table_is_told(tmp_path: Any) -> None:
    path = tmp_path / "table.toml"
    for text in ('case = "D1"\n', "case = [1]\n", "[case]\nid = 1\n"):
        path.write_text(text, encoding="utf-8")
        cases, problems = read_table(path)
        assert not cases
        assert "[[case]]" in problems[0].next_step


# ---- what is left out is asked, never taken for no ---------------------------------------------------------


def asked(finding: Finding) -> list[str]:
    return [q.key for q in finding.questions]


def test_a_lead_penalty_waits_for_the_suits_shown_later() -> None:
    for edition in ("1987", "1997", "2007", "2017"):
        ruling = found(
            edition, kind="lead_penalty", facts={"question": "lead", "withdrawn_suits": ["H"], "stage": "first_turn"}
        )
        assert ruling.status == "needs a fact"
        assert asked(ruling) == ["later_suits"]


def test_how_a_suit_was_shown_is_asked() -> None:
    facts = {"question": "lead", "withdrawn_suits": ["H"], "later_suits": ["H"], "stage": "first_turn"}
    ruling = found("1987", kind="lead_penalty", facts=facts)
    assert ruling.rule == "1987/26A1"
    assert asked(ruling) == ["how"]


def test_a_change_by_the_offenders_waits_for_whether_it_compares() -> None:
    question = {"question": "change_after_opponents_change"}
    ruling = found("2017", kind="misinformation", facts=question)
    assert ruling.status == "needs a fact"
    assert asked(ruling) == ["comparable", "later_suits"]
    assert found("2007", kind="misinformation", facts=question).status == "applies"


def test_whether_a_call_out_of_rotation_was_accepted_is_asked() -> None:
    entry = {"dealer": "W", "auction": ["1H"], "turn": "N", "offender": "S", "irregular_call": "X"}
    ruling = found("1987", kind="out_of_rotation_double", **entry)
    assert "lho" in asked(ruling)
    refused = found("1987", kind="out_of_rotation_double", **entry, then=["P", "2H"], replacement="P")
    assert "lho" not in asked(refused)


def test_whether_a_pass_of_partners_bid_was_artificial_is_asked() -> None:
    entry = {"dealer": "N", "auction": ["1C"], "turn": "E", "offender": "S", "irregular_call": "P", "then": ["1S"]}
    ruling = found("2007", kind="out_of_rotation_pass", **entry, replacement="P")
    assert (ruling.rule, asked(ruling)) == ("2007/30B1", ["artificial"])
    artificial = found("2007", kind="out_of_rotation_pass", **entry, replacement="P", facts={"artificial": True})
    assert artificial.rule == "2007/31A2b"


def test_what_a_bid_shows_is_asked_where_silence_or_lead_turns_on_it() -> None:
    entry = {"dealer": "W", "auction": ["P"], "turn": "N", "offender": "E", "irregular_call": "2D", "then": ["1S"]}
    ruling = found("1997", kind="out_of_rotation_bid", **entry, replacement="3D")
    assert (ruling.rule, asked(ruling)) == ("1997/31A2a", ["meaning_old", "meaning_new"])


def test_a_sufficient_bid_is_no_insufficient_one() -> None:
    ruling = found("2017", **{**INSUFFICIENT, "irregular_call": "2H"}, replacement="3H")
    assert ruling.status == "does not apply"
    assert "sufficient over 1S" in ruling.reason


def test_a_disputed_reading_is_told_once() -> None:
    ruling = found(
        "2017", kind="out_of_rotation_bid", dealer="N", turn="N", offender="S", irregular_call="1S", then=["1D", "P"],
        replacement="1S", meaning_old=["nat; S>=5; hcp 12-19"], meaning_new=["nat; S>=4; hcp 6+"],
    )  # fmt: skip
    assert [c.key for c in ruling.choices].count("silenced_partner") == 1


@pytest.mark.parametrize(
    ("left_out", "wanted"),
    [("offender", ["offender"]), ("turn", ["turn"]), ("irregular_call", ["irregular_call"])],
)
def test_who_called_what_at_whose_turn_is_asked(left_out: str, wanted: list[str]) -> None:
    facts = Facts("out_of_rotation_bid", turn=Seat.NORTH, offender=Seat.SOUTH, call=Call.parse("1S"))
    empty = {"offender": {"offender": None}, "turn": {"turn": None}, "irregular_call": {"call": None}}[left_out]
    ruling = decide_facts(facts.redirected(**empty), load_edition("2017"))
    assert ruling.status == "needs a fact"
    assert asked(ruling) == wanted


def test_the_calls_before_an_insufficient_bid_are_asked_unless_it_was_accepted() -> None:
    entry = {**INSUFFICIENT, "auction": []}
    assert asked(found("2017", **entry, replacement="2H")) == ["auction"]
    assert found("2017", **entry, facts={"lho": "accepts"}).rule == "2017/27A1"


@pytest.mark.parametrize("place", ["", "call_index = 1\n"])
def test_an_insufficient_bid_of_unknown_place_is_found_where_its_replacement_stands(place: str) -> None:
    text = f"""law_edition = "2017"
dealer = "N"
auction = ["1S", "2H", "P"]
[[events]]
kind = "insufficient_bid"
{place}by = "E"
withdrawn_call = "1H"
replacement = "2H"
accepted = false
"""
    case = parse_case(text).case
    assert case is not None
    assert assess(case).events[0].rule == "2017/27B1a"


# ---- disputed points: set otherwise, they change the ruling and are told ------------------------------------


def settled(edition: str, config: Config, **entry: Any) -> Finding:
    return decide_facts(table_facts(entry, config), load_edition(edition))


def told(finding: Finding) -> set[str]:
    return {choice.key for part in finding.walk() for choice in part.choices}


def test_the_withdrawn_bid_after_27b1b_may_be_ruled_unauthorised() -> None:
    entry = {**INSUFFICIENT, "replacement": "3H", "meaning_old": ["nat; H>=5"], "meaning_new": ["nat; H>=6"]}
    usual = settled("2007", Config(), **entry)
    strict = settled("2007", Config({"27B1b_16D": "on"}), **entry)
    assert (usual.rule, usual.withdrawn_info) == ("2007/27B1b", "disputed")
    assert strict.withdrawn_info == "nos_only"
    assert "27B1b_16D" in told(usual)


def test_the_scope_of_a_lead_penalty_is_told_where_it_matters() -> None:
    facts = {
        "question": "lead",
        "withdrawn_suits": ["D", "H"],
        "later_suits": ["H"],
        "how": "bid",
        "stage": "first_turn",
    }
    usual = settled("1987", Config(), kind="lead_penalty", facts=facts)
    narrow = settled("1987", Config({"26A2_scope": "unnamed"}), kind="lead_penalty", facts=facts)
    assert [s.letter for s in usual.lead.suits] == ["D", "H"]
    assert [s.letter for s in narrow.lead.suits] == ["D"]
    assert "26A2_scope" in told(usual)


def test_whether_a_takeout_double_specifies_suits_is_told() -> None:
    entry: dict[str, Any] = {
        "kind": "out_of_rotation_bid", "dealer": "N", "turn": "N", "offender": "E", "irregular_call": "1D",
        "then": ["1S"], "replacement": "X", "meaning_old": ["nat; D>=4; hcp 12-19"],
        "meaning_new": ["art; hcp 12+; H>=3; D>=3; C>=3"],
    }  # fmt: skip
    usual = settled("2017", Config(), **entry)
    wide = settled("2017", Config({"takeout_double_specifies": "yes"}), **entry)
    assert usual.lead.suits == ()
    assert [s.letter for s in wide.lead.suits] == ["H", "D", "C"]
    assert "takeout_double_specifies" in told(usual)


@pytest.mark.parametrize(
    ("old", "new", "comparable"),
    [
        ("art; purpose: raise; hcp 6-9; H>=3", "art; purpose: raise; hcp 10-12; H>=3", False),
        ("art; purpose: takeout; hcp 12+; H>=4", "art; purpose: takeout; hcp 12+; S>=4", False),
        ("art; purpose: relay; hcp 12+", "art; purpose: relay; hcp 15+", True),
    ],
)
def test_only_asks_and_relays_compare_by_their_purpose_alone(old: str, new: str, comparable: bool) -> None:
    entry = {"dealer": "N", "turn": "N", "offender": "E", "irregular_call": "2C", "then": ["1S"], "replacement": "3C"}
    ruling = found("2017", kind="out_of_rotation_bid", **entry, meaning_old=[old], meaning_new=[new])
    assert ruling.comparable is comparable
    assert ruling.value("via") == ("23A3" if comparable else None)


@pytest.mark.parametrize(
    ("suits", "again", "rule", "review"),
    [
        (["H"], "2H", "1997/31A2a", ["1997/29C", "1997/23"]),
        (["H"], "2D", "1997/31A2b", ["1997/29C", "1997/23"]),
        (["D"], "2D", "1997/31A2a", ["1997/23"]),
        ([], "2D", "1997/31A2b", ["1997/23"]),
    ],
)
def test_the_suits_a_call_showed_may_be_told_instead_of_its_meaning(
    suits: list[str], again: str, rule: str, review: list[str]
) -> None:
    entry = {"dealer": "N", "turn": "N", "offender": "E", "irregular_call": "2D", "then": ["1C"], "replacement": again}
    ruling = found("1997", kind="out_of_rotation_bid", **entry, facts={"withdrawn_suits": suits})
    assert (ruling.rule, list(ruling.review)) == (rule, review)


@pytest.mark.parametrize(
    ("then", "again", "note"),
    [(["P"], "2H", "must repeat 1H"), (["1S"], "1H", "itself insufficient"), (["1D"], "1H", "")],
)
def test_a_new_call_that_is_not_open_is_told(then: list[str], again: str, note: str) -> None:
    entry = {"dealer": "N", "turn": "N", "offender": "E", "irregular_call": "1H", "then": then, "replacement": again}
    ruling = found("2017", kind="out_of_rotation_bid", **entry, meaning_old=["nat; H>=5"], meaning_new=["nat; H>=5"])
    assert any(note in text for text in ruling.notes) if note else ruling.notes == ()


def test_the_lead_turns_on_the_call_that_stands_in_the_end() -> None:
    entry = {**INSUFFICIENT, "replacement": "X", "meaning_old": ["nat; H>=5"], "meaning_new": ["art; hcp 12+"]}
    ruling = found("2017", **entry, facts={"final": "3C"})
    assert ruling.rule == "2017/27B3"
    assert [suit.letter for suit in ruling.lead.suits] == ["C"]
