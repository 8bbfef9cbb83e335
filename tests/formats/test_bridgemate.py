"""Bridgemate Data Connector: JSON inside JSON, artificial scores as negative levels."""

import json
import random
from pathlib import Path

import pytest

from adjudicator.bridge import AdjudicatorError, Seat, Side
from adjudicator.formats import bridgemate
from adjudicator.formats.field import FieldResult

PLAYED = {
    "SessionGuid": "AB", "SectionLetters": "A", "TableNumber": 3, "RoundNumber": 2, "BoardNumber": 2,
    "ScoringDirection": 3, "IsDeleted": False, "PairNorthSouth": 5, "PairEastWest": 8, "DeclaringPair": 5,
    "DeclarerDirection": 1, "Level": 4, "Denomination": 4, "Stake": 1, "TotalTricks": 9,
    "LeadCardRank": 14, "LeadCardSuit": 2, "ValidationMessages": None,
}  # fmt: skip


def message(*items: object) -> str:
    return json.dumps({"RequestCommand": 19, "ErrorType": 0, "SessionGuid": "AB", "SerializedData": json.dumps(items)})


def test_a_result():
    (record,) = bridgemate.read(message(PLAYED)).records
    assert (str(record.result), record.score_ns, str(record.lead)) == ("4SX N -1", -200, "DA")
    assert (record.board, record.ns, record.ew, record.section, record.table, record.round) == (
        "2", "5", "8", "A", "3", "2",
    )  # fmt: skip
    assert record.counts_for is None


@pytest.mark.parametrize(
    ("level", "text"),
    [(-1, "A-/A-"), (-2, "A-/A="), (-3, "A-/A+"), (-4, "A=/A-"), (-5, "A=/A="), (-6, "A=/A+"), (-7, "A+/A-"),
     (-8, "A+/A="), (-9, "A+/A+"), (-10, "not played")],
)  # fmt: skip
def test_artificial_scores(level: int, text: str):
    (record,) = bridgemate.read(message(PLAYED | {"Level": level})).records
    assert (record.artificial, record.result, record.score_ns) == (text, None, None)


def test_for_east_west_alone_the_pair_is_turned_round():
    (record,) = bridgemate.read(message(PLAYED | {"Level": -3, "ScoringDirection": 2})).records
    assert (record.artificial, record.counts_for) == ("A+/A-", Side.EW)


def test_a_split_score_is_two_lines():
    ns = PLAYED | {"ScoringDirection": 1}
    ew = PLAYED | {"ScoringDirection": 2, "TotalTricks": 10}
    first, second = bridgemate.read(message(ns, ew)).records
    assert (first.counts_for, second.counts_for) == (Side.NS, Side.EW)
    assert (first.score_ns, second.score_ns) == (-200, 790)


def test_a_later_result_replaces_an_earlier_one():
    reading = bridgemate.read(message(PLAYED, PLAYED | {"TotalTricks": 10}))
    assert [str(r.result) for r in reading.records] == ["4SX N ="]
    assert reading.problems[0].severity == "warning"


def test_deleted_results_are_left_out():
    assert bridgemate.read(message(PLAYED | {"IsDeleted": True})).records == ()


@pytest.mark.parametrize(
    "fault",
    [
        {"Level": 8},
        {"Denomination": 0},
        {"DeclarerDirection": 9},
        {"Stake": 3},
        {"TotalTricks": 14},
        {"BoardNumber": 0},
    ],
)
def test_a_bad_result_loses_only_itself(fault: dict[str, int]):
    reading = bridgemate.read(message(PLAYED | fault, PLAYED | {"BoardNumber": 5}, "rubbish"))
    assert [r.board for r in reading.records] == ["5"]
    assert len(reading.errors) == 2


def test_hand_records_and_director_calls():
    hands = {f"{seat}{suit}": "" for seat in ("North", "East", "South", "West")
             for suit in ("Spades", "Hearts", "Diamonds", "Clubs")}  # fmt: skip
    for seat, suit in (("North", "Spades"), ("East", "Hearts"), ("South", "Diamonds"), ("West", "Clubs")):
        hands[seat + suit] = "AKQJT98765432"
    call = {"SectionLetters": "B", "TableNumber": 7, "RoundNumber": 1, "Hour": 20, "Minute": 5, "Status": 1}
    reading = bridgemate.read(message(hands | {"BoardNumber": 3}, call))
    assert reading.deals[0].deal is not None
    assert reading.deals[0].dealer is Seat.SOUTH
    assert reading.calls == (bridgemate.DirectorCall("B", "7", "1", "20:05", "called"),)
    assert bridgemate.read(message(hands | {"BoardNumber": 3, "NorthSpades": "AA"})).errors


def test_what_is_written_is_read():
    records = bridgemate.read(
        message(PLAYED, PLAYED | {"BoardNumber": 3, "Level": -7}, PLAYED | {"BoardNumber": 4, "Level": 0},
                PLAYED | {"BoardNumber": 5, "Level": -3, "ScoringDirection": 2})
    ).records  # fmt: skip
    text = bridgemate.write(records, session="AB")
    assert json.loads(text)["RequestCommand"] == 10
    assert bridgemate.sniff(text)
    assert bridgemate.read(text).records == records


def test_a_weighted_score_has_no_place():
    with pytest.raises(AdjudicatorError, match="no weights"):
        bridgemate.write([FieldResult("1", "1", "2", artificial="60% 4S, 40% 3S")])


@pytest.mark.parametrize(
    "text", ["", "{", "[1, 2]", '{"SerializedData": "nonsense"}', '{"ErrorType": 3, "SerializedData": null}']
)
def test_rubbish_is_a_problem(text: str):
    reading = bridgemate.read(text.encode())
    assert reading.records == ()
    assert reading.errors


def test_the_vendors_sample(shared: Path):
    data = (shared / "data" / "formats" / "bridgemate_01_poll_results.json").read_bytes()
    reading = bridgemate.read(data, "poll.json")
    assert bridgemate.sniff(data)
    assert reading.errors == ()
    assert (reading.last_item, reading.session[:4]) == (42, "A1B2")
    assert [str(r.result) for r in reading.records] == ["1CX N -6"]


def test_damaged_text_never_raises():
    rng = random.Random(9)
    text = message(PLAYED, PLAYED | {"BoardNumber": 3, "Level": -7})
    for _ in range(150):
        letters = list(text)
        for _ in range(rng.randint(1, 12)):
            place = rng.randrange(len(letters))
            if rng.random() < 0.5:
                letters[place] = rng.choice('0123456789ADHNSTX;:,.-+=!?"<>[]{}\\ \n')
            else:
                del letters[place : place + rng.randint(1, 6)]
        damaged = "".join(letters) or "x"
        reading = bridgemate.read(damaged, "damaged")
        assert all(problem.message for problem in reading.problems)
        assert bridgemate.read(damaged.encode(), "damaged").records == reading.records
