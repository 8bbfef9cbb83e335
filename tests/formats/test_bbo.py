"""Links to the hand viewer."""

from __future__ import annotations

from pathlib import Path

from adjudicator.bridge import Seat
from adjudicator.formats import bbo, read, read_file

FIXTURES = Path(__file__).parent / "fixtures"


def test_links_of_every_kind() -> None:
    found = read_file(FIXTURES / "links.txt")
    encoded, plain, blanks, older = found.records
    assert encoded.deal is not None
    assert encoded.deal == plain.deal == blanks.deal == older.deal
    assert [note.text for note in (encoded.notes[0], plain.notes[0], older.notes[0])] == ["5+ cards"] * 3
    assert plain.tricks == 11
    assert encoded.tricks is None
    assert older.play[0] == encoded.play[0]
    assert older.notes[1].alerted


def test_commas_and_ampersands_inside_names() -> None:
    names = read_file(FIXTURES / "links.txt").records[2].players
    assert names[Seat.NORTH] == "O,Hara"
    assert names[Seat.EAST] == "A&B"


def test_links_that_need_the_network_are_refused_politely() -> None:
    problems = read_file(FIXTURES / "links.txt").problems
    assert [problem.line for problem in problems] == [4, 5]
    assert all("LIN" in problem.next_step for problem in problems)


def test_a_link_is_read_like_a_file() -> None:
    link = (FIXTURES / "links.txt").read_text().split("\n")[0]
    assert read_file(link).records == read(link).records
    assert bbo.links_in(f"<a href='{link}'>board 1</a>") == (link,)


def test_a_link_without_cards() -> None:
    found = bbo.read("https://www.bridgebase.com/tools/handviewer.html")
    assert found.records == ()
    assert len(found.errors) == 1


def test_hyphens_of_explanations_stay_and_those_between_calls_part_them():
    link = "https://x/handviewer.html?n=sakq2ht98d32ckj54&s=s7654hj76daqjct98&w=s3h5432dt9876cq76&d=n&a=1N(15-17)-p-p-p"
    (record,) = bbo.read(link).records
    assert (len(record.calls), record.notes[0].text) == (4, "15-17")


def test_a_link_encoded_twice_is_read():
    text = "pn%257CS,W,N,E%257Cmd%257C3%257Cmb%257C1N%257Cmb%257Cp%257C"
    (record,) = bbo.read(f"https://x/handviewer.html?lin={text}").records
    assert (record.players, len(record.calls)) == (("N", "E", "S", "W"), 2)
