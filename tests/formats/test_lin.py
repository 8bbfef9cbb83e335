"""LIN: each oddity of real files has a small file of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.bridge import Seat, Vulnerability
from adjudicator.formats import Reading, lin, read_file

FIXTURES = Path(__file__).parent / "fixtures"


def reading(name: str) -> Reading:
    return read_file(FIXTURES / name)


def test_dealer_digits_missing_fourth_hands_and_cards_in_any_case_and_order() -> None:
    records = reading("lin_hands.lin").records
    assert [record.dealer for record in records] == [
        Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.WEST, Seat.WEST
    ]  # fmt: skip
    deals = {record.deal for record in records if record.board in (1, 2, 4, 6)}
    assert len(deals) == 1
    assert None not in deals


def test_vulnerability_letters_and_zero() -> None:
    none, ew, both = Vulnerability.NONE, Vulnerability.EW, Vulnerability.BOTH
    assert [record.vulnerability for record in reading("lin_hands.lin").records] == [none, none, ew, both, both, both]


def test_a_bad_hand_and_a_bad_call_lose_neither_board_nor_file() -> None:
    found = reading("lin_hands.lin")
    assert [problem.line for problem in found.errors] == [5, 5]
    assert found.records[4].calls != ()
    assert found.records[4].deal is None
    assert found.records[5].deal is not None


def test_passed_out_and_half_finished_boards() -> None:
    records = reading("lin_hands.lin").records
    assert records[1].contract is not None
    assert records[1].contract.is_passed_out
    assert records[5].calls == (0,)
    assert records[5].contract is None


def test_words_for_calls() -> None:
    (record,) = reading("lin_calls.lin").records
    assert " ".join(map(str, record.calls)) == "1S P 1NT P 2C X XX P 2D P 3S P P P"
    assert [(note.index, note.text, note.alerted) for note in record.notes] == [
        (2, "", True), (4, "asks", True), (10, "", False)
    ]  # fmt: skip
    third = reading("lin_hands.lin").records[2]
    assert " ".join(map(str, third.calls)) == "P P 1S X XX 1NT 2NT P P P"


def test_chat_before_the_first_call_and_between_a_call_and_its_explanation() -> None:
    (record,) = reading("lin_played_out.lin").records
    assert [(note.index, note.text) for note in record.notes] == [(0, "five cards")]
    assert record.comments == ("before the first call", "nobody's", "chat in between")


def test_a_board_played_out_without_a_claim_is_counted() -> None:
    (record,) = reading("lin_played_out.lin").records
    assert len(record.play) == 52
    assert record.tricks == 8


def test_vugraph_with_two_rooms_and_boards_that_were_not_shown() -> None:
    records = reading("lin_vugraph.lin").records
    told = [(record.board, record.room, str(record.result)) for record in records]
    assert told == [
        (17, "Open", "4S N ="),
        (17, "Closed", "4SX W -4"),
        (18, "Open", "Pass"),
        (19, "Open", "3NT E -1"),
        (19, "Closed", "3NTXX N +1"),
    ]
    assert records[0].deal == records[1].deal != None  # noqa: E711
    assert records[0].players == ("n1", "e1", "s1", "w1")
    assert records[1].players == ("n3", "e3", "s3", "w3")
    assert records[2].players == ("", "", "", "")
    assert (records[0].home_team, records[0].away_team, records[0].event) == ("Kites", "Owls", "Test Cup")


def test_a_result_in_the_list_that_contradicts_the_auction_is_told() -> None:
    text = (FIXTURES / "lin_vugraph.lin").read_text().replace("rs|4SN=", "rs|4HS=")
    found = lin.read(text)
    assert str(found.records[0].contract) == "4S N"
    assert any("the list says 4H S" in problem.message for problem in found.problems)


def test_a_match_is_written_and_read_back() -> None:
    records = reading("lin_vugraph.lin").records
    again = lin.read(lin.write(records))
    assert again.problems == ()
    assert [(one.board, one.room, one.result, one.hands, one.calls, one.players) for one in again.records] == [
        (one.board, one.room, one.result, one.hands, one.calls, one.players) for one in records
    ]


@pytest.mark.parametrize("text", ["", "md|", "pn|a|md", "|||||", "md|3SAK|mb|", "hello | world |"])
def test_fragments_raise_nothing(text: str) -> None:
    found = lin.read(text, "x.lin")
    assert found.records or found.problems


def test_a_claim_that_is_no_number() -> None:
    found = lin.read("md|3||ah|Board 1|mb|1N|mb|p|mb|p|mb|p|mc|fourteen|")
    assert found.records[0].tricks is None
    assert "fourteen" in found.errors[0].message


def test_calls_run_together_behind_a_dash_and_cards_taken_back() -> None:
    text = (FIXTURES / "lin_played_out.lin").read_text()
    cards = reading("lin_played_out.lin").records[0].play
    head = text[: text.index("nt|")]
    first, rest = "".join(f"pc|{card}|" for card in cards[:4]), "".join(f"pc|{card}|" for card in cards[4:8])
    found = lin.read(f"{head}mb|-1Sp1Np4Sppp|{first}up|4|{first}{rest}")
    assert found.problems == ()
    assert " ".join(map(str, found.records[0].calls)) == "1S P 1NT P 4S P P P"
    assert len(found.records[0].play) == 8


def test_a_header_that_numbers_other_boards_than_are_shown() -> None:
    text = (FIXTURES / "lin_vugraph.lin").read_text().replace("qx|o17", "qx|o1").replace("qx|c17", "qx|c1")
    records = lin.read(text.replace("qx|o18", "qx|o2")).records
    assert [(record.board, record.room) for record in records][:3] == [(1, "Open"), (1, "Closed"), (2, "Open")]
    assert str(records[0].result) == "4S N ="
    assert len(records) == 5
