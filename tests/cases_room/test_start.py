"""A case started from a record: what is known is filled in, the rest is a marked blank, and it loads."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.bridge import Seat
from adjudicator.cases import parse_case
from adjudicator.cases.schema import json_schema
from adjudicator.cases.start import case_from_record
from adjudicator.formats import pbn, read_file

FIXTURES = Path(__file__).parent.parent / "formats" / "fixtures"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "adjudicator.cli.main", *arguments], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.*")), ids=lambda path: path.name)
def test_every_record_starts_a_case_that_loads(path: Path) -> None:
    for record in read_file(path).records:
        loaded = parse_case(case_from_record(record))
        assert loaded.case is not None
        known = ("ends in", "tricks in the play", "scores")
        assert all(any(word in problem.message for word in known) for problem in loaded.errors)
        assert loaded.case.deal == record.deal
        assert loaded.case.dealer == record.dealer
        assert loaded.case.vulnerability == record.vulnerability
        illegal = [] if record.auction is None else [index for index, _ in record.auction.problems()]
        assert [event.call_index for event in loaded.case.events] == illegal
        if record.contract is not None and not loaded.errors:
            assert loaded.case.table_contract == record.contract


def test_explanations_keep_their_words() -> None:
    record = read_file(FIXTURES / "pbn_calls.pbn").records[0]
    case = parse_case(case_from_record(record)).case
    assert case is not None
    assert 'asks !S, "forcing"' in case.explanations


def test_answers_fill_the_blanks() -> None:
    record = read_file(FIXTURES / "pbn_straight_rows.pbn").records[0]
    given = {"kind": "hesitation", "call_index": "2", "by": "S", "scoring": "MP pairs", "description": "slow"}
    case = parse_case(case_from_record(record, given=given)).case
    assert case is not None
    assert case.events[0].kind.value == "hesitation"
    assert "unit" in case.can()


def test_the_other_room_is_the_other_table() -> None:
    open_room, closed_room = read_file(FIXTURES / "lin_vugraph.lin").records[3:5]
    case = parse_case(case_from_record(open_room, [closed_room])).case
    assert case is not None
    assert case.other_table is not None
    assert case.other_table.score_ns == closed_room.result.score_ns(closed_room.vulnerability)  # type: ignore[union-attr, arg-type]


def test_the_other_tables_of_a_pairs_event_are_the_field() -> None:
    first, second, third = read_file(FIXTURES / "pbn_deal_inherited.pbn").records[:3]
    case = parse_case(case_from_record(first, [second, third, second])).case
    assert case is not None
    assert [(score.score_ns, score.count) for score in case.field] == [(400, 2), (-50, 1)]


def test_the_command_writes_the_case_and_nothing_else() -> None:
    done = run("new", str(FIXTURES / "lin_vugraph.lin"), "--board", "19", "--table", "closed")
    assert done.returncode == 0
    case = parse_case(done.stdout).case
    assert case is not None
    assert str(case.table_result) == "3NTXX N +1"
    assert case.other_table is not None


@pytest.mark.parametrize(("answers", "kinds"), [("", []), ("MP pairs\nEBU\nhesitation\n2\nS\nslow\n", ["hesitation"])])
def test_the_command_asks_for_what_no_record_holds(answers: str, kinds: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator.cli.main", "new", str(FIXTURES / "pbn_straight_rows.pbn"), "--ask"],
        input=answers,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = parse_case(done.stdout)
    assert loaded.errors == ()
    assert loaded.case is not None
    assert [event.kind.value for event in loaded.case.events] == kinds


def test_the_command_asks_for_the_board() -> None:
    done = run("new", str(FIXTURES / "lin_vugraph.lin"))
    assert done.returncode == 2
    assert "17, 18, 19" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("options", [["--board", "3"], ["--board", "19", "--table", "cellar"]])
def test_a_board_or_table_that_is_not_there(options: list[str]) -> None:
    done = run("new", str(FIXTURES / "lin_vugraph.lin"), *options)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_the_schema_command_gives_valid_json() -> None:
    done = run("schema")
    assert json.loads(done.stdout) == json_schema()
    assert json_schema()["properties"]["events"]["type"] == "array"


def test_an_illegal_call_that_stands_in_the_record_is_an_accepted_one() -> None:
    text = '[Board "1"]\n[Dealer "N"]\n[Auction "N"]\n2NT 1S Pass Pass\nPass\n'
    (record,) = pbn.read(text).records
    loaded = parse_case(case_from_record(record))
    assert loaded.case is not None
    assert not loaded.errors
    (event,) = loaded.case.events
    assert (event.kind.value, event.call_index, event.by, event.accepted) == ("insufficient_bid", 1, Seat.EAST, True)
    answers = {"kind": "insufficient_bid", "call_index": "1", "by": "E"}
    loaded = parse_case(case_from_record(record, (), answers))
    assert loaded.case is not None
    assert len(loaded.case.events) == 1
