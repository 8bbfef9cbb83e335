"""The lead on wrong information: the same leader asked with what was agreed and with what he was told."""

from __future__ import annotations

import pytest

from adjudicator.bridge import AdjudicatorError, Call, Card, Contract, Result, Suit
from adjudicator.cases import parse_case
from adjudicator.rulings.information import told_meaning, true_meaning
from adjudicator.rulings.judged import AS_PLAYED
from adjudicator.rulings.opening_lead import InformedLead, _votes, informed_lead
from adjudicator.rulings.outcomes import Reached, work_out
from adjudicator.rulings.spoken import meaning_said
from adjudicator.rulings.tools import Settings, Tools
from adjudicator.tricks.leads import by_suit

CASE = """
law_edition = "2017"
scoring = "MP pairs"
dealer = "E"
vulnerability = "None"
deal = "N:J972.A74.Q95.Q42 AQ5.K52.K3.AJT87 84.QJT93.J8642.5 KT63.86.AT7.K963"
auction = ["1NT", "P", "2C", "P", "2D", "P", "3NT", "P", "P", "P"]
lead = "D4"
table_contract = "3NT E"
table_result = "3NT E +1"
table_score_ns = -430
{more}

[[events]]
kind = "{kind}"
call_index = {index}
by = "EW"
{words}
"""


def board(kind="misexplanation", index=4, words="", more=""):
    loaded = parse_case(CASE.format(kind=kind, index=index, words=words, more=more), "t.toml")
    assert loaded.case is not None, loaded.problems
    return loaded.case


def asked(case) -> InformedLead:
    found = informed_lead(case, case.events[0], Contract.parse("3NT E"), Tools(case, Settings()))
    assert found is not None
    return found


def test_a_transfer_told_takes_away_a_heart_lead() -> None:
    lead = asked(board(words='said = "transfer to hearts"\nagreement = "natural"'))
    assert lead.told is not None
    right, told = by_suit(lead.right), by_suit(lead.told)
    assert right[Suit.HEARTS] > told[Suit.HEARTS] + 0.2
    assert told[Suit.DIAMONDS] > right[Suit.DIAMONDS] + 0.2
    assert lead.caused, "a diamond was led"
    assert "with what was told" in lead.words


def test_the_truth_told_in_other_words_changes_nothing() -> None:
    lead = asked(board(words='said = "diamonds"\nagreement = "nat; D >= 4"'))
    assert lead.told is not None
    assert by_suit(lead.told) == pytest.approx(by_suit(lead.right))
    assert not lead.caused


def test_words_that_nobody_can_read_leave_the_cause_open() -> None:
    lead = asked(board(words='said = "sort of asking"\nagreement = "natural"'))
    assert lead.told is None
    assert lead.caused


def test_players_asked_overrule_the_lead_model() -> None:
    words = 'said = "transfer to hearts"\nagreement = "natural"\nfacts = { leads = { HQ = 1, D4 = 3 } }'
    lead = asked(board(words=words))
    assert lead.polled
    assert lead.right[Card.parse("D4")] == 0.75
    assert not lead.caused, "no fewer would lead a diamond with the right information"


def test_a_lead_by_the_offending_side_is_not_asked() -> None:
    case = board(words='said = "hearts"')
    assert informed_lead(case, case.events[0], Contract.parse("3NT N"), Tools(case, Settings())) is None


def test_an_artificial_bid_not_alerted_is_taken_for_its_suit() -> None:
    stated = '[[agreements]]\nauction = "1NT P"\ncall = "2C"\nby = "EW"\nmeans = "art; D >= 6"'
    case = board("failure_to_alert", 2, "", stated)
    tools = Tools(case, Settings())
    agreed, heard = true_meaning(case.events[0], case, tools), told_meaning(case.events[0], case, tools)
    assert agreed is not None
    assert heard is not None
    assert agreed.text.startswith("art")
    assert heard == meaning_said("natural", Call.parse("2C"))


def test_an_unknown_system_gives_no_right_information_to_compare_with() -> None:
    case = board(words='said = "hearts"')
    assert true_meaning(case.events[0], case, Tools(case, Settings())) is None


@pytest.mark.parametrize("words", ["", "some sort of raise", "natural or a transfer", "asks", "weak with hearts"])
def test_vague_words_are_no_meaning(words: str) -> None:
    assert meaning_said(words, Call.parse("2NT")) is None


@pytest.mark.parametrize(("lead", "chance"), [("D4", AS_PLAYED), ("HQ", 0.0)])
def test_the_tricks_of_the_table_are_evidence_for_its_own_lead_only(lead: str, chance: float) -> None:
    case = board(words='said = "hearts"')
    tools = Tools(case, Settings())
    contract = Contract.parse("3NT E")
    reached = [Reached(contract, 1.0, ((case.auction.calls, 1.0),))]
    _, free = work_out(case, reached, tools.solver, with_play=False, leads={Card.parse(lead): 1.0})
    _, found = work_out(case, reached, tools.solver, leads={Card.parse(lead): 1.0})
    played = Result(contract, 10)
    assert found[played] == pytest.approx((1 - chance) * free[played] + chance)


@pytest.mark.parametrize("number", ["x", -3, True, float("nan")])
def test_votes_for_a_lead_are_numbers(number: object) -> None:
    with pytest.raises(AdjudicatorError, match="no number of votes"):
        _votes("H5", number)
