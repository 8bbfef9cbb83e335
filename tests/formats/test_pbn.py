"""PBN: each oddity of real files has a small file of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.bridge import Seat, Side, Vulnerability
from adjudicator.formats import Reading, pbn, read_file
from adjudicator.formats.playrows import replay

FIXTURES = Path(__file__).parent / "fixtures"


def reading(name: str) -> Reading:
    return read_file(FIXTURES / name)


def test_tags_in_any_order_and_after_the_play() -> None:
    (record,) = reading("pbn_tags_after_play.pbn").records
    assert str(record.contract) == "4S N"
    assert record.tricks == 8
    assert len(record.play) == 52
    assert (record.home_team, record.away_team, record.room) == ("Kites", "Owls", "Closed")
    assert record.deal is not None
    assert record.deal[Seat.NORTH].text == "AKQJ63.AQ3.A7.KJ"


def test_rows_that_were_turned_are_put_right_by_the_owners_of_the_cards() -> None:
    turned, straight = reading("pbn_rotated_rows.pbn"), reading("pbn_straight_rows.pbn")
    assert turned.problems == ()
    assert turned.records[0].play == straight.records[0].play
    assert turned.records[0].tricks == 8


def test_the_columns_alone_would_be_wrong() -> None:
    text = (FIXTURES / "pbn_rotated_rows.pbn").read_text()
    without_deal = pbn.read(text.replace('[Deal "', '[NoDeal "'))
    assert without_deal.records[0].play != reading("pbn_straight_rows.pbn").records[0].play


def test_a_deal_is_inherited_with_and_without_a_number_sign() -> None:
    records = reading("pbn_deal_inherited.pbn").records
    assert [record.players[Seat.WEST] for record in records] == ["Ann", "Bea", "Cat", "Dot"]
    assert [record.deal is not None for record in records] == [True, True, True, False]
    assert records[0].deal == records[1].deal == records[2].deal
    assert [str(record.contract) for record in records] == ["4S N", "3NT S", "6S N", "1NT N"]


def test_a_value_that_lasts_for_all_later_games() -> None:
    text = (
        '[Event "##Cup"]\n[Board "1"]\n[Deal ""]\n\n[Board "2"]\n[Deal ""]\n\n[Event "Plate"]\n[Board "3"]\n[Deal ""]\n'
    )
    assert [record.event for record in pbn.read(text).records] == ["Cup", "Cup", "Plate"]


def test_a_deal_that_names_the_seat_of_every_hand() -> None:
    record = reading("pbn_straight_rows.pbn").records[0]
    north, east, south, west = (hand.text for hand in record.hands if hand is not None)
    found = pbn.read(f'[Board "1"]\n[Deal "N:{north} W:{west} E:{east} S:{south}"]\n')
    assert found.records[0].hands == record.hands


def test_a_turn_that_was_passed_over_keeps_the_seats_right() -> None:
    text = '[Board "1"]\n[Dealer "N"]\n[Auction "N"]\n1C - 1H ^S Pass\nPass Pass - -\n'
    record = pbn.read(text).records[0]
    assert " ".join(map(str, record.calls)) == "1C P 1H P P P"
    assert str(record.contract) == "1H S"


def test_calls_with_marks_tabs_notes_and_all_pass() -> None:
    first, second, third, fourth = reading("pbn_calls.pbn").records
    assert " ".join(map(str, first.calls)) == "1S P 1NT P 2NT X 3S P 4S P P P"
    assert [(note.index, note.text, note.alerted) for note in first.notes] == [
        (0, "5+ ♠, 11-19", False),
        (2, "", True),
        (4, 'asks !S, "forcing"', True),
        (5, "", False),
        (6, "", True),
    ]
    assert not second.auction_complete
    assert len(second.calls) == 2
    assert third.contract is not None
    assert third.contract.is_passed_out
    assert str(fourth.contract) == "1HXX S"


def test_spellings_of_contract_declarer_and_result() -> None:
    records = reading("pbn_contracts.pbn").records
    assert [str(record.contract) for record in records] == [
        "2DX E", "6NT S", "Pass", "None", "None", "5DXX W", "4HX N", "1NT S"
    ]  # fmt: skip
    assert [record.tricks for record in records] == [7, 12, None, None, None, 11, 9, 7]


def test_spellings_of_vulnerability() -> None:
    found = [record.vulnerability for record in reading("pbn_vulnerable.pbn").records]
    none, ns, ew, both = Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.BOTH
    assert found == [none, none, none, both, both, ns, ns, ew, both]


def test_latin_1_with_dos_line_ends() -> None:
    (record,) = reading("pbn_latin1_crlf.pbn").records
    assert record.event == "Café Zürich"
    assert record.notes[0].text == "très fort"


def test_utf_8_declared_as_latin_1_with_byte_order_mark() -> None:
    (record,) = reading("pbn_utf8_declared_latin1.pbn").records
    assert record.event == "Café Zürich"
    assert record.notes[0].text == "très ♠"


def test_braces_over_lines_nested_and_after_a_tag_and_directives() -> None:
    found = reading("pbn_braces.pbn")
    assert [record.board for record in found.records] == [1, 2]
    assert "after a tag" in found.records[0].comments
    assert str(found.records[0].contract) == "4S N"
    assert found.problems == ()


def test_tables_and_scores_of_both_sides() -> None:
    first, second = reading("pbn_tables.pbn").records
    assert first.tag("OptimumResultTable").count("\n") == 4
    assert first.tag("OptimumScore") == "NS -420"
    assert (first.score_ns, second.score_ns) == (420, -100)


def test_statistics_after_the_games_are_left_out() -> None:
    found = reading("pbn_statistics_tail.pbn")
    assert len(found.records) == 1
    assert len(found.records[0].play) == 8
    assert [problem.line for problem in found.problems] == [15]


def test_play_that_stops_within_a_trick() -> None:
    (record,) = reading("pbn_half_played.pbn").records
    assert len(record.play) == 14
    assert record.play == reading("pbn_straight_rows.pbn").records[0].play[:14]
    counted = replay(record.deal, record.contract, record.play)
    assert counted is not None
    assert counted[1] == 3


def test_one_bad_board_never_loses_the_rest() -> None:
    found = reading("pbn_one_bad_board.pbn")
    assert [record.board for record in found.records] == [1, 2, 3, 4]
    assert [str(record.contract) for record in found.records] == ["4S N", "None", "None", "4S N"]
    told = {(problem.line, problem.severity) for problem in found.problems}
    assert {(14, "error"), (15, "error"), (17, "error"), (19, "error"), (25, "error")} <= told
    assert all(problem.file.endswith("pbn_one_bad_board.pbn") and problem.line for problem in found.problems)
    assert any("SA is held by North and West" in problem.message for problem in found.problems)
    assert any("12 cards" in problem.message for problem in found.problems)
    assert any("insufficient" in problem.message for problem in found.problems)


def test_a_revoke_is_told_and_the_play_kept() -> None:
    record = reading("pbn_straight_rows.pbn").records[0]
    assert record.deal is not None
    lines = pbn.write([record]).split("\n")
    first_row = next(number for number, line in enumerate(lines) if line.startswith("[Play")) + 1
    led = record.play[0]
    leader = record.deal.owner(led)
    hand = record.deal[leader.lho]
    other = next(card for card in hand if card.suit != led.suit and hand.length(led.suit))
    lines[first_row] = f"{led} {other} - -"
    lines[first_row + 1 : first_row + 13] = ["*"]
    found = pbn.read("\n".join(lines))
    assert any("revoked" in problem.message for problem in found.problems)
    assert found.records[0].play == (led, other)


@pytest.mark.parametrize("result", ["14", "-1", "ten", "NS 99"])
def test_a_result_that_is_no_number_of_tricks(result: str) -> None:
    found = pbn.read(f'[Board "1"]\n[Contract "4S"]\n[Declarer "N"]\n[Result "{result}"]\n')
    assert found.records[0].tricks is None
    assert found.errors[0].line == 4


def test_a_full_play_is_recounted_against_the_result() -> None:
    text = (FIXTURES / "pbn_straight_rows.pbn").read_text().replace('[Contract "4S"]', '[Contract "4S"]\n[Result "10"]')
    found = pbn.read(text)
    assert any("8 tricks" in problem.message for problem in found.problems)


def test_a_score_that_does_not_follow_is_doubted() -> None:
    text = '[Board "1"]\n[Vulnerable "None"]\n[Contract "4S"]\n[Declarer "N"]\n[Result "10"]\n[Score "NS 620"]\n'
    assert any("+420" in problem.message for problem in pbn.read(text).problems)


def test_declarer_and_doubling_come_from_the_auction_when_the_tag_is_short() -> None:
    text = '[Board "1"]\n[Dealer "N"]\n[Auction "N"]\n1NT X Pass Pass\nPass\n[Contract "1NT"]\n[Declarer "N"]\n'
    found = pbn.read(text)
    assert str(found.records[0].contract) == "1NTX N"
    assert found.records[0].contract is not None
    assert found.records[0].contract.declarer is not None
    assert found.records[0].contract.declarer.side is Side.NS


def test_a_comment_never_closed_loses_no_later_board():
    text = '[Board "1"]\n[Auction "N"]\n1NT AP\n{never closed\n\n[Board "2"]\n[Auction "E"]\nPass 1S AP\n'
    reading = pbn.read(text)
    assert [(record.board, len(record.calls)) for record in reading.records] == [(1, 4), (2, 5)]
    assert reading.records[0].comments == ("never closed",)
    assert [problem.line for problem in reading.problems] == [4]


def test_a_first_trick_without_a_contract_comes_back():
    deal = "N:AKQ2.T98.32.KJ54 JT98.AKQ.K54.A32 7654.J76.AQJ.T98 3.5432.T9876.Q76"
    text = f'[Board "1"]\n[Deal "{deal}"]\n[Play "W"]\nS3 SQ S8 S4\n*\n'
    (record,) = pbn.read(text).records
    assert len(record.play) == 4
    assert pbn.read(pbn.write([record])).records == (record,)


def test_calls_without_a_dealer_come_back():
    (record,) = pbn.read(
        '[Board "x"]\n[Dealer "?"]\n[Auction "?"]\n1NT Pass =1= Pass Pass\n[Note "1:no idea"]\n'
    ).records
    assert (record.dealer, len(record.calls)) == (None, 4)
    assert pbn.read(pbn.write([record])).records == (record,)
