"""What the laws say about whole cases: findings, worlds to compare, questions that stay open."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.bridge import Call, Seat, Side
from adjudicator.cases import Case, load_case, parse_case
from adjudicator.laws import Config, Status, assess

DEAL = "N:KJT865.K8..AQT95 42.9765.542.KJ73 A93.AJ4.KQJT3.64 Q7.QT32.A9876.82"


def case(body: str, edition: str = "2007", auction: str = "", dealer: str = "N", head: str = "") -> Case:
    calls = ", ".join(f'"{word}"' for word in auction.split())
    text = f'law_edition = "{edition}"\ndealer = "{dealer}"\ndeal = "{DEAL}"\nvulnerability = "NS"\n{head}'
    loaded = parse_case(text + (f"\nauction = [{calls}]\n" if auction else "\n") + body)
    assert loaded.case is not None, loaded.problems
    return loaded.case


SLAM = "1S P 2D P 2S P 3S P 4C P 4NT P 5H P 5S P 6S P P P"


def test_a_hesitation_opens_a_world_at_partners_next_action() -> None:
    findings = assess(case('[[events]]\nkind = "hesitation"\ncall_index = 14\nby = "S"', auction=SLAM))
    (finding,), (world,) = findings.events, findings.worlds
    assert finding.rule == "2007/16B1a"
    assert finding.status is Status.NEEDS_FACT
    assert {q.key for q in findings.questions} == {"suggested", "alternative_share"}
    assert (world.kind, world.from_call, world.actor) == ("without_ui", 16, Seat.NORTH)
    assert (world.barred, world.bars_later_turns, world.offending) == ((Call.parse("6S"),), True, Side.NS)


def test_a_pass_in_between_does_not_count_as_the_action() -> None:
    auction = "1C P 1S P 1NT P P 2D P P 2NT P 3NT P P P"
    world = assess(case('[[events]]\nkind = "hesitation"\ncall_index = 4\nby = "N"', auction=auction)).worlds[0]
    assert (world.from_call, world.barred) == (10, (Call.parse("2NT"),))


def test_the_call_that_used_the_information_may_be_named() -> None:
    body = '[[events]]\nkind = "hesitation"\ncall_index = 4\nby = "N"\nfacts = { used_at = 6 }'
    world = assess(case(body, auction="1C P 1S P 1NT P P 2D P P 2NT P 3NT P P P")).worlds[0]
    assert (world.from_call, world.barred) == (6, (Call.parse("P"),))


def test_hesitations_of_both_partners_give_a_world_each_and_never_the_same_twice() -> None:
    body = '[[events]]\nkind = "hesitation"\ncall_index = 12\nby = "N"\n[[events]]\nkind = "hesitation"\ncall_index = 14\nby = "S"'
    worlds = assess(case(body, auction=SLAM)).worlds
    assert [(w.event_index, w.from_call) for w in worlds] == [(0, 14), (1, 16)]
    twice = '[[events]]\nkind = "hesitation"\ncall_index = 14\nby = "S"\n[[events]]\nkind = "remark"\ncall_index = 14\nby = "S"'
    assert len(assess(case(twice, auction=SLAM)).worlds) == 1


def test_information_that_suggested_nothing_takes_nothing_away() -> None:
    body = '[[events]]\nkind = "hesitation"\ncall_index = 14\nby = "S"\nfacts = { suggested = "no" }'
    findings = assess(case(body, auction=SLAM))
    assert findings.events[0].value("infraction") is False
    assert findings.worlds == ()


def test_information_after_the_last_call_is_a_question_of_play() -> None:
    body = '[[events]]\nkind = "hesitation"\ncall_index = 16\nby = "N"'
    world = assess(case(body, auction="1S P 2D P 2S P 3S P 4C P 4NT P 5H P 5S P 6S P P P")).worlds[0]
    assert world.kind == "without_ui"
    assert world.from_call == 18
    world = assess(case('[[events]]\nkind = "hesitation"\ncall_index = 19\nby = "W"', auction=SLAM)).worlds[0]
    assert (world.kind, world.actor) == ("play", Seat.EAST)


def test_a_poll_of_uninformed_players_tells_the_share_of_the_alternative() -> None:
    body = """[[events]]
kind = "hesitation"
call_index = 14
by = "S"
facts = { suggested = "demonstrably" }
[[polls]]
call_index = 16
votes = { P = 3, 6S = 7 }
"""
    finding = assess(case(body, auction=SLAM)).events[0]
    assert (finding.status, finding.value("infraction")) == (Status.APPLIES, True)


def test_the_threshold_of_the_authority_is_used() -> None:
    body = """[[events]]
kind = "hesitation"
call_index = 14
by = "S"
facts = { suggested = "demonstrably", alternative_share = 0.27 }
"""
    english = assess(case(body, "1997", SLAM, head='authority = "EBU"\nyear = 2003'))
    general = assess(case(body, "1997", SLAM))
    assert (english.regulation, general.regulation) == ("EBU 1997-2008", "general practice 1997")
    assert english.events[0].value("infraction") is False
    assert general.events[0].value("infraction") is True


def test_an_action_reasonably_suggested_is_an_infraction_in_1987_only() -> None:
    body = '[[events]]\nkind = "remark"\ncall_index = 14\nby = "S"\nfacts = { suggested = "reasonably", alternative_share = 0.4 }'
    told = {e: assess(case(body, e, SLAM)).events[0].value("infraction") for e in ("1987", "1997", "2007", "2017")}
    assert told == {"1987": True, "1997": False, "2007": False, "2017": False}


def test_a_wrong_explanation_informs_the_other_side_from_its_first_turn() -> None:
    body = '[[events]]\nkind = "misexplanation"\ncall_index = 4\nby = "S"'
    findings = assess(case(body, auction=SLAM))
    world = findings.worlds[0]
    assert (world.kind, world.rule, world.from_call) == ("true_information", "2007/21B3", 5)
    assert (world.offending, world.informed) == (Side.NS, (Seat.EAST, Seat.WEST))
    assert "2007/40B4" in findings.events[0].review


def test_a_call_that_was_mistaken_but_rightly_explained_is_no_infraction() -> None:
    for kind, facts in (("misbid", ""), ("explanation", "facts = { explained_as_agreed = true }")):
        findings = assess(case(f'[[events]]\nkind = "{kind}"\ncall_index = 4\nby = "N"\n{facts}', auction=SLAM))
        assert findings.events[0].value("infraction") is False
        assert findings.worlds == ()


def test_without_evidence_a_mistaken_explanation_is_presumed_and_the_agreement_asked_for() -> None:
    findings = assess(case('[[events]]\nkind = "explanation"\ncall_index = 4\nby = "S"', auction=SLAM))
    finding = findings.events[0]
    assert (finding.value("infraction"), finding.value("presumed")) == (True, True)
    assert "agreement_shown" in {q.key for q in findings.questions}
    assert findings.worlds


def test_misinformation_after_the_auction_is_a_question_of_the_lead() -> None:
    body = '[[events]]\nkind = "misexplanation"\ncall_index = 16\nby = "S"\nfacts = { explained_after = 20 }'
    head = 'table_contract = "6S N"'
    world = assess(case(body, auction=SLAM, head=head)).worlds[0]
    assert (world.kind, world.rule, world.actor) == ("play", "2007/47E2", Seat.EAST)


IB = """[[events]]
kind = "insufficient_bid"
call_index = 1
by = "E"
withdrawn_call = "1H"
replacement = "{new}"
accepted = false
"""


def test_an_insufficient_bid_is_ruled_on_the_stated_meanings() -> None:
    body = IB.format(new="2H") + 'meaning_old = ["nat; H>=5"]\nmeaning_new = ["nat; H>=5"]'
    findings = assess(case(body, auction="1S 2H P P P"))
    assert findings.events[0].rule == "2007/27B1a"
    world = findings.worlds[0]
    assert (world.kind, world.rule, world.from_call) == ("without_irregularity", "2007/27D", 1)
    assert (world.removed_call, world.actor) == (Call.parse("1H"), Seat.EAST)


def test_without_meanings_the_answer_branches_and_the_likely_one_comes_first() -> None:
    findings = assess(case(IB.format(new="2H"), auction="1S 2H P P P"))
    finding = findings.events[0]
    assert finding.status is Status.NEEDS_FACT
    assert {"meaning_old", "meaning_new"} <= {q.key for q in findings.questions}
    branches = [child for child in finding.children if child.status is Status.WOULD_APPLY]
    assert branches[0].value("proposed") is True
    assert "sayc" in branches[0].reason
    assert {child.rule for child in branches} >= {"2007/27B1a", "2007/27B2"}


def test_an_agreement_of_the_case_gives_the_meaning_of_the_replacement() -> None:
    body = IB.format(new="2H") + 'meaning_old = ["nat; H>=5"]\n'
    body += '[[agreements]]\nby = "EW"\nauction = "1S"\ncall = "2H"\nmeans = "art; C>=5; D>=5"'
    assert assess(case(body, auction="1S 2H P P P")).events[0].rule == "2007/27B2"


def test_an_accepted_insufficient_bid_opens_no_world() -> None:
    body = '[[events]]\nkind = "insufficient_bid"\ncall_index = 1\nby = "E"\naccepted = true'
    findings = assess(case(body, auction="1S 1H P P P"))
    assert findings.events[0].rule == "2007/27A1"
    assert findings.worlds == ()


def test_a_call_out_of_turn_is_placed_and_what_followed_is_read_from_the_auction() -> None:
    body = """[[events]]
kind = "call_out_of_turn"
by = "S"
withdrawn_call = "1H"
accepted = false
turn = "N"
meaning_old = ["nat; H>=5; hcp 12-19"]
meaning_new = ["nat; H>=4; hcp 6+"]
"""
    findings = assess(case(body, "2017", "1C P 1H P 2H P P P"))
    finding, world = findings.events[0], findings.worlds[0]
    assert (finding.rule, finding.partner_pass) == ("2017/31B2", "once")
    assert (world.rule, world.from_call, world.actor, world.removed_call) == (
        "2017/72C",
        0,
        Seat.NORTH,
        Call.parse("1H"),
    )
    old = assess(case(body, "1997", "1C P 1H P 2H P P P"))
    assert (old.events[0].rule, old.events[0].partner_pass, old.worlds[0].rule) == ("1997/31B", "rest", "1997/23")


def test_the_same_case_under_another_edition() -> None:
    body = IB.format(new="3D") + 'meaning_old = ["art; H>=5"]\nmeaning_new = ["art; H>=5"]'
    told = case(body.replace('"1H"', '"2D"').replace('"E"', '"S"').replace("call_index = 1", "call_index = 2"),
                "2017", "1NT 2S 3D P P P")  # fmt: skip
    assert assess(told).events[0].rule == "2017/27B1a"
    assert assess(told, edition="2007").events[0].rule == "2007/27B1b"
    assert assess(told, edition="1997").events[0].rule == "1997/27B2"


def test_a_change_of_call_that_was_accepted_was_an_intended_one() -> None:
    body = """[[events]]
kind = "change_of_call"
call_index = 0
by = "N"
withdrawn_call = "1NT"
replacement = "1D"
accepted = true
"""
    finding = assess(case(body, "2017", "1D P P P")).events[0]
    assert (finding.rule, finding.lead.type, [s.letter for s in finding.lead.suits]) == (
        "2017/25B1", "forbid_one_unspecified", ["D"])  # fmt: skip


def test_a_disputed_finding_is_as_good_as_unknown() -> None:
    body = IB.format(new="2H") + 'meaning_old = ["nat; H>=5"]\nmeaning_new = ["nat; H>=5"]\n'
    body += 'facts = { lho_called = { value = true, standing = "disputed" } }'
    assert assess(case(body, auction="1S 2H P P P")).events[0].rule == "2007/27B1a"


@pytest.mark.parametrize(
    ("kind", "edition", "rule"),
    [("revoke", "2017", "2017/64C1"), ("revoke", "1997", "1997/64C"), ("claim", "2007", "2007/70A"),
     ("deception", "2017", "2017/73E2"), ("deception", "1987", "1987/73F2")],
)  # fmt: skip
def test_events_of_the_play_open_a_world_of_play(kind: str, edition: str, rule: str) -> None:
    findings = assess(case(f'[[events]]\nkind = "{kind}"\nby = "E"', edition, SLAM))
    assert (findings.events[0].rule, findings.worlds[0].kind, findings.worlds[0].rule) == (rule, "play", rule)


@pytest.mark.parametrize(
    ("head", "edition", "rule"),
    [("", "1997", "12C2"), ("", "2017", "12C1c"), ('authority = "ACBL"\nyear = 2012', "2007", "12C1e"),
     ('authority = "ACBL"\nyear = 2016', "2007", "12C1c"),
     ('authority = "ACBL"\nyear = 2012\n[config.laws]\nscore_clause = "12C1c"\n', "2007", "12C1c")],
)  # fmt: skip
def test_the_kind_of_score_follows_edition_authority_date_and_setting(head: str, edition: str, rule: str) -> None:
    body = '[[events]]\nkind = "hesitation"\ncall_index = 14\nby = "S"'
    calls = ", ".join(f'"{word}"' for word in SLAM.split())
    text = f'law_edition = "{edition}"\ndealer = "N"\ntable_contract = "6S N"\nauction = [{calls}]\n{head}\n{body}'
    loaded = parse_case(text)
    assert loaded.case is not None, loaded.problems
    score = assess(loaded.case).score
    assert score is not None
    assert score.rule == f"{edition}/{rule}"


def test_settings_may_be_handed_in() -> None:
    body = IB.format(new="3H") + 'meaning_old = ["nat; H>=4; hcp 12-19"]\nmeaning_new = ["nat; H>=6; hcp 12-20"]'
    told = case(body, auction="1S 3H P P P")
    assert assess(told).events[0].rule == "2007/27B1b"
    assert assess(told, config=Config({"liberality": "strict"})).events[0].rule == "2007/27B2"


def test_a_case_without_auction_still_gets_its_law() -> None:
    findings = assess(parse_case('law_edition = "2007"\n[[events]]\nkind = "hesitation"\nby = "W"').case or Case())
    assert findings.events[0].rule == "2007/16B1a"
    assert findings.worlds == ()


def test_an_explanation_given_before_the_lead_leaves_the_auction_alone() -> None:
    body = '[[events]]\nkind = "explanation"\ncall_index = 4\nby = "S"'
    head = 'explanations = "Before the lead South explained the whole auction."\ntable_contract = "6S N"'
    world = assess(case(body, auction=SLAM, head=head)).worlds[0]
    assert (world.kind, world.actor) == ("play", Seat.EAST)


def test_a_poll_that_leaves_no_alternative_still_shows_its_world() -> None:
    source = Path(__file__).resolve().parents[1] / "cases" / "announced-transfer-forgotten-2019.toml"
    polled = load_case(source).case
    assert polled is not None
    findings = assess(polled)
    assert findings.events[0].value("infraction") is False
    assert [(world.kind, world.from_call, world.polled_out) for world in findings.worlds] == [("without_ui", 9, True)]
    assert assess(replace(polled, polls=())).events[0].value("infraction") is not False


@pytest.mark.parametrize(("later", "rule"), [("4H", "2007/26A1"), ("4S", "2007/26A2")])
def test_a_suit_that_the_offender_bids_later_lifts_the_lead_restriction(later: str, rule: str) -> None:
    source = Path(__file__).resolve().parents[1] / "cases" / "change-of-call-double-to-2h-2007.toml"
    changed = load_case(source).case
    assert changed is not None
    assert changed.auction is not None
    calls = list(changed.auction.calls)
    calls[5] = Call.parse(later)
    findings = assess(replace(changed, auction=replace(changed.auction, calls=tuple(calls[:6]))))
    assert [child.rule for child in findings.events[0].children if "/26A" in child.rule] == [rule]


@pytest.mark.parametrize(("agreement", "infraction"), [("Natural.", False), ("weak", True)])
def test_an_explanation_that_says_what_the_case_calls_the_agreement_is_right(agreement: str, infraction: bool) -> None:
    text = f"""
law_edition = "2017"
dealer = "N"
auction = ["1S", "P", "2D", "P", "P", "P"]
[[events]]
kind = "explanation"
call_index = 2
by = "N"
said = "natural"
agreement = "{agreement}"
"""
    case = parse_case(text, "t.toml").case
    assert case is not None
    assert assess(case).events[0].value("infraction") is infraction


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("call_index = 2", "a remark"),
        ("call_index = 2\nfacts = { used_at = 9 }", "a remark"),
        ('call_index = 0\nfacts = { used_at = "the lead" }', "a remark"),
        ("", "After the final pass South asked for a heart lead."),
    ],
)
def test_information_after_the_last_turn_can_only_be_used_in_the_play(more: str, words: str) -> None:
    text = f"""
law_edition = "2017"
dealer = "S"
auction = ["P", "1S", "P", "P", "P"]
[[events]]
kind = "remark"
by = "S"
{more}
description = "{words}"
"""
    case = parse_case(text, "t.toml").case
    assert case is not None
    assert [(world.kind, world.from_call, world.actor) for world in assess(case).worlds] == [("play", 5, Seat.NORTH)]
