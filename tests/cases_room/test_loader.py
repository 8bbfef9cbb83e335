"""Case files: every problem at once, with its line and the next step; incomplete cases are valid."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.bridge import Seat, Side, Vulnerability
from adjudicator.cases import Case, EventKind, LoadedCase, ScoringUnit, Standing, load_case, parse_case
from adjudicator.cases.write import case_to_data, case_to_toml

WHOLE = """\
id = "1"
year = 2019
authority = "EBU"
scoring = "MP pairs"
board = 1
dealer = "N"
vulnerability = "None"
deal = "N:AKQJ63.AQ3.A7.KJ .T8742.T9863.A64 85.KJ6.KQ2.T9872 T9742.95.J54.Q53"
auction = ["1S", "P", "1NT", "P", "4S", "P", "P", "P"]
lead = "D8"
table_contract = "4S N"
table_result = "4S N ="
table_tricks = 10
table_score_ns = 420

[[events]]
kind = "hesitation"
call_index = 2
by = "S"
description = "A long pause before 1NT."
"""


def change(old: str, new: str) -> LoadedCase:
    assert old in WHOLE
    return parse_case(WHOLE.replace(old, new), "case.toml")


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(WHOLE.split("\n"), start=1) if line.startswith(f"{text} ="))


def the_case(loaded: LoadedCase) -> Case:
    assert loaded.case is not None
    return loaded.case


def test_a_whole_case() -> None:
    loaded = parse_case(WHOLE, "case.toml")
    case = the_case(loaded)
    assert loaded.problems == ()
    assert case.edition == "2017"
    assert case.scoring.unit is ScoringUnit.MATCHPOINTS
    assert case.vulnerability is Vulnerability.NONE
    assert case.auction_complete
    assert str(case.table_result) == "4S N ="
    assert case.events[0].kind is EventKind.HESITATION
    assert case.events[0].by is Seat.SOUTH
    assert case.can() == {"law", "auctions", "tricks", "scores", "unit", "damage"}
    assert len(case.missing()) == 1


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("T9742.95.J54.Q53", "T9742.95.J54.K53", "deal", "CK is held by North and West"),
        ("T9742.95.J54.Q53", "T9742.95.J54.Q5", "deal", "13 cards, not 12"),
        ("T9742.95.J54.Q53", "T9742.95.J54.Q52", "deal", "no hand has C3"),
        ("T9742.95.J54.Q53", "T9742.95.J54.Q5Z", "deal", "no rank"),
        ("N:AKQ", "Z:AKQ", "deal", "no seat"),
        ('"1NT", "P", "4S"', '"1NT", "2D", "2C"', "auction", "insufficient"),
        ('"1NT", "P", "4S"', '"1NT", "XX", "4S"', "auction", "redouble"),
        ('"1NT", "P", "4S"', '"1NT", "P", "8S"', "auction", "no call"),
        ('"P", "P", "P"]', '"P", "P", "P", "P"]', "auction", "over"),
        ('table_contract = "4S N"', 'table_contract = "4S S"', "table_contract", "ends in 4S N"),
        ('table_contract = "4S N"', 'table_contract = "4X N"', "table_contract", "no contract"),
        ('table_result = "4S N ="', 'table_result = "4S N +1"', "table_tricks", "11 tricks, not 10"),
        ('table_result = "4S N ="', 'table_result = "4H N ="', "table_result", "the contract was 4S N"),
        ("table_score_ns = 420", "table_score_ns = 620", "table_score_ns", "+420"),
        ("table_score_ns = 420", 'table_score_ns = "lots"', "table_score_ns", "integer"),
        ("table_tricks = 10", "table_tricks = 14", "table_tricks", "13"),
        ("MP pairs", "lucky dip", "scoring", "form of scoring"),
        ("year = 2019", 'law_edition = "1963"', "year", "no edition"),
        ("year = 2019", 'year = "last"', "year", "integer"),
        ('lead = "D8"', 'lead = "DA"', "lead", "does not hold DA"),
        ('lead = "D8"', 'lead = "D1"', "lead", "no card"),
        ('dealer = "N"', 'dealer = "Q"', "dealer", "no seat"),
        ("vulnerability = ", 'vulnerability = "red"#', "vulnerability", "no vulnerability"),
        ('"hesitation"', '"insuficient_bid"', "kind", "no kind of event"),
        ("call_index = 2", "call_index = 8", "call_index", "no call 8"),
        ("call_index = 2", "call_index = -2", "call_index", "greater than or equal to -1"),
        ('by = "S"', 'by = "E"', "by", "South's"),
        ('by = "S"', 'by = "NSE"', "by", "no seat and no side"),
        ("vulnerability =", "vulnerabilty =", "vulnerability", "no key"),
        ('by = "S"', 'by = "S"\nturn = "opponent"', "by", "no seat"),
    ],
)
def test_each_fault_is_told_with_its_line(old: str, new: str, line: str, words: str) -> None:
    loaded = change(old, new)
    told = [problem for problem in loaded.errors if words in problem.message]
    assert told, [str(problem) for problem in loaded.problems]
    assert told[0].file == "case.toml"
    assert told[0].line is not None
    assert abs(told[0].line - line_of(line)) <= 1
    assert told[0].field
    assert told[0].next_step or "no seat" in words or "no " in words or "13" in words
    assert isinstance(loaded.case, Case)


def test_all_problems_at_once() -> None:
    text = WHOLE.replace("Q53", "K53").replace("MP pairs", "lucky dip").replace("call_index = 2", "call_index = 20")
    text = text.replace("table_tricks = 10", 'table_tricks = "many"').replace('by = "S"', 'by = "Q"')
    loaded = parse_case(text, "case.toml")
    fields = {problem.field for problem in loaded.errors}
    assert {"deal", "scoring", "events[0].call_index", "table_tricks", "events[0].by"} <= fields
    assert [problem.line for problem in loaded.problems] == sorted(problem.line or 0 for problem in loaded.problems)


def test_the_next_step_names_the_nearest_word() -> None:
    (problem,) = change('"hesitation"', '"insuficient_bid"').errors
    assert "insufficient_bid" in problem.next_step
    (problem,) = change("vulnerability =", "vulnerabilty =").errors
    assert "vulnerability" in problem.next_step


def test_a_hand_with_its_suits_in_another_order_is_one_problem() -> None:
    (problem,) = (p for p in change("T9742.95.J54.Q53", "Q53.J54.95.T9742").errors if p.field == "deal")
    assert "cards are held by two hands" in problem.message
    assert "spades.hearts.diamonds.clubs" in problem.next_step


def test_an_unknown_key_is_a_warning_and_kept() -> None:
    loaded = parse_case('weather = "fine"\ndeal_note = "from memory"\n' + WHOLE)
    assert loaded.errors == ()
    assert [problem.field for problem in loaded.warnings] == ["weather"]
    assert the_case(loaded).info["weather"] == "fine"
    assert the_case(loaded).info["deal_note"] == "from memory"


@pytest.mark.parametrize(
    "more",
    ["[answer]\ncalls = 3\n", "[answer]\nimps_ew = -5\n", "[final_ruling]\npenalty_ns = 3\nns = [{ contract = 4 }]\n"],
)
def test_what_others_ruled_never_forbids_a_ruling(more: str) -> None:
    assert parse_case(WHOLE + more).errors == ()


def test_a_slip_in_a_key_for_the_reader_is_a_warning() -> None:
    loaded = parse_case('system = "Acol"\n' + WHOLE)
    assert loaded.errors == ()
    assert "systems" in loaded.warnings[0].next_step


def test_a_kind_in_words_of_its_own_is_understood() -> None:
    loaded = change('"hesitation"', '"slow_signoff"')
    assert loaded.errors == ()
    assert the_case(loaded).events[0].kind is EventKind.HESITATION


@pytest.mark.parametrize(
    ("year", "date", "authority", "edition"),
    [
        ("1990", "", "", "1987"),
        ("1996", "", "", "1987"),
        ("1998", "", "", "1997"),
        ("2007", "", "", "1997"),
        ("2009", "", "", "2007"),
        ("2016", "", "", "2007"),
        ("2019", "", "", "2017"),
        ("2017", "2017-07-20", "EBU", "2007"),
        ("2017", "2017-08-10", "EBU", "2017"),
        ("2017", "2017-08-10", "ACBL", "2007"),
        ("2008", "2008-03-01", "ACBL", "2007"),
        ("2008", "2008-03-01", "EBU", "1997"),
    ],
)
def test_the_edition_in_force(year: str, date: str, authority: str, edition: str) -> None:
    text = f'year = {year}\nauthority = "{authority}"\n' + (f"date = {date}\n" if date else "")
    assert the_case(parse_case(text)).edition == edition


def test_in_a_year_of_change_the_edition_is_asked_for() -> None:
    assert any(problem.field == "law_edition" for problem in parse_case("year = 2017\n").warnings)


INSUFFICIENT = """\
dealer = "N"
vulnerability = "None"
auction = ["1S", "2H", "{call}", "P", "P", "P"]
[[events]]
kind = "insufficient_bid"
call_index = 2
by = "S"
withdrawn_call = "{withdrawn}"
replacement = "{replacement}"
accepted = {accepted}
"""


def insufficient(call: str, withdrawn: str, replacement: str, accepted: str) -> LoadedCase:
    return parse_case(INSUFFICIENT.format(call=call, withdrawn=withdrawn, replacement=replacement, accepted=accepted))


def test_an_insufficient_bid_that_was_replaced() -> None:
    assert insufficient("2S", "1S", "2S", "false").errors == ()


def test_an_accepted_insufficient_bid_stands_in_the_auction() -> None:
    loaded = insufficient("1S", "", "", "true")
    assert loaded.errors == ()
    assert the_case(loaded).auction_complete


def test_a_withdrawn_call_is_not_listed_in_the_auction() -> None:
    (problem,) = insufficient("1S", "1S", "", "false").errors
    assert "not accepted" in problem.message


def test_the_replacement_stands_in_the_auction_and_is_another_call() -> None:
    assert any("is 3S" in problem.message for problem in insufficient("3S", "1S", "2S", "false").errors)
    assert any("withdrawn call itself" in p.message for p in insufficient("1S", "1S", "1S", "false").errors)


def test_a_sufficient_bid_is_no_insufficient_bid() -> None:
    assert any("not an insufficient bid" in p.message for p in insufficient("3S", "2S", "3S", "false").errors)


def test_the_replacement_is_what_stands_in_its_place() -> None:
    text = INSUFFICIENT.format(call="2S", withdrawn="1S", replacement="", accepted="false")
    assert str(the_case(parse_case(text)).events[0].replacement) == "2S"


@pytest.mark.parametrize(("stands", "sound"), [("1H", True), ("1S", True), ("2C", False)])
def test_after_a_change_of_call_the_first_or_the_second_call_stands(stands: str, sound: bool) -> None:
    loaded = parse_case(
        f'''dealer = "S"
auction = ["{stands}"]
[[events]]
kind = "change_of_call"
call_index = 0
by = "S"
withdrawn_call = "1H"
replacement = "1S"
'''
    )
    assert (loaded.errors == ()) is sound


OUT_OF_TURN = """\
dealer = "N"
vulnerability = "None"
auction = {auction}
{more}
[[events]]
kind = "call_out_of_turn"
call_index = {index}
by = "{by}"
accepted = true
[[events]]
kind = "hesitation"
call_index = {later}
by = "{who}"
"""


def test_after_an_accepted_call_out_of_turn_the_auction_goes_on_from_there() -> None:
    # North deals, East opens in front of him, South accepts by passing, West raises.
    text = OUT_OF_TURN.format(
        auction='["1H", "P", "2H", "P", "P", "P"]', more='table_contract = "2H E"', index=0, by="E", later=2, who="W"
    )
    loaded = parse_case(text)
    case = the_case(loaded)
    assert loaded.errors == ()
    assert case.auction is not None
    assert case.auction.text == "P 1H P 2H P P P"
    assert case.skipped == (0,)
    assert [event.call_index for event in case.events] == [1, 3]
    assert case.events[0].turn is Seat.NORTH
    assert the_case(parse_case(case_to_toml(case))) == case


def test_without_the_event_the_seats_would_not_fit() -> None:
    text = OUT_OF_TURN.format(
        auction='["1H", "P", "2H", "P", "P", "P"]', more='table_contract = "2H E"', index=0, by="N", later=2, who="S"
    )
    assert any(problem.field == "table_contract" for problem in parse_case(text).errors)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"\x00\x01\x02\x03" * 100, "binary"),
        (b"dealer = N\n", "TOML"),
        (b'{"dealer": }', "JSON"),
        (b"# nothing\n", "says nothing"),
        (b"[1, 2]", "TOML"),
        (b"[" * 100_000, "TOML"),
        (b'{"a":' * 100_000, "JSON"),
    ],
)
def test_files_that_are_no_case(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "case.toml"
    path.write_bytes(content)
    loaded = load_case(path)
    assert loaded.case is None
    (problem,) = loaded.problems
    assert problem.file == str(path)
    assert problem.next_step
    assert words in problem.message or "deep" in problem.message


def test_a_file_of_50_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    (problem,) = load_case(path).problems
    assert "50 MB" in problem.message


def test_a_missing_file() -> None:
    assert "no such file" in load_case("nowhere/case.toml").problems[0].message


def test_the_line_of_a_syntax_error() -> None:
    assert parse_case('id = "1"\ndealer = N\n', "x.toml").problems[0].line == 2
    assert parse_case('{"id": "1",\n "dealer": N}', "x.json").problems[0].line == 2


def test_json_has_the_same_keys_and_its_own_lines() -> None:
    case = the_case(parse_case(WHOLE))
    text = json.dumps(case_to_data(case), indent=1)
    assert the_case(parse_case(text, "x.json")) == case
    wrong = text.replace('"by": "S"', '"by": "E"')
    (problem,) = parse_case(wrong, "x.json").errors
    assert problem.line == next(n for n, line in enumerate(wrong.split("\n"), start=1) if '"by"' in line)


def test_the_smallest_cases_are_valid_and_say_what_they_lack() -> None:
    loaded = parse_case('id = "x"\nlaw_edition = "2017"\n')
    case = the_case(loaded)
    assert loaded.problems == ()
    assert case.can() == frozenset()
    assert "hands" in case.missing()
    assert "auction" in case.missing()


def test_single_hands_with_spot_cards() -> None:
    case = the_case(parse_case('hands = { N = "Kxxxxx.xx.xx.Qxx", S = "AQJ.?.?.?" }\n'))
    north, south = case.hand(Seat.NORTH), case.hand(Seat.SOUTH)
    assert north is not None
    assert south is not None
    assert north.lengths == (3, 2, 2, 6)
    assert north.hcp == 5
    assert south.lengths == (None, None, None, 3)
    assert "spot cards of N, S" in case.missing()


def test_three_hands_give_the_fourth() -> None:
    loaded = parse_case(WHOLE.replace("T9742.95.J54.Q53", "-"))
    assert loaded.errors == ()
    assert the_case(loaded).deal == the_case(parse_case(WHOLE)).deal


def test_too_many_spot_cards_in_a_suit() -> None:
    loaded = parse_case('hands = { N = "xxxxx.xxx.xxx.xx", S = "xxxx.xxx.xxx.xxx" }\n')
    assert any("below the ten" in problem.message for problem in loaded.errors)


def test_facts_polls_agreements_and_other_results() -> None:
    more = """
[facts]
damage = true
tempo = { value = "slow", standing = "disputed", note = "West denies it" }
[[polls]]
call_index = 4
players = "peers"
votes = { "4S" = 3, P = 2 }
out_of = 6
[[agreements]]
side = "NS"
auction = "1S P 1NT"
means = "nat; hcp 6-9"
[[serious_errors]]
by = "EW"
description = "discarded an ace"
instead = "4S N -1"
[[field]]
result = "4S N ="
count = 3
[[field]]
score_ns = -50
"""
    loaded = parse_case(WHOLE + more)
    case = the_case(loaded)
    assert loaded.errors == ()
    damage, tempo = case.fact("damage"), case.fact("tempo")
    assert damage is not None
    assert tempo is not None
    assert damage.standing is Standing.ESTABLISHED
    assert tempo.standing is Standing.DISPUTED
    assert case.polls[0].total == 6
    assert case.agreements[0].by is Side.NS
    assert str(case.agreements[0].call) == "1NT"
    assert case.agreements[0].auction == "1S P"
    assert case.serious_errors[0].by is Side.EW
    assert [(score.score_ns, score.count) for score in case.field] == [(420, 3), (-50, 1)]
    assert the_case(parse_case(case_to_toml(case))) == case


def test_the_field_out_of_a_file(tmp_path: Path) -> None:
    table = ['[Event "x"]']
    for number, (declarer, result) in enumerate((("N", 10), ("N", 10), ("S", 9)), start=1):
        table.append(
            f'\n[Board "1"]\n[Table "{number}"]\n[Vulnerable "None"]\n[Contract "4S"]\n[Declarer "{declarer}"]'
        )
        table.append(f'[Result "{result}"]\n')
    (tmp_path / "results.pbn").write_text("\n".join(table))
    path = tmp_path / "case.toml"
    path.write_text('field = "results.pbn"\n' + WHOLE)
    loaded = load_case(path)
    assert loaded.errors == ()
    assert [(score.score_ns, score.count) for score in the_case(loaded).field] == [(420, 1), (-50, 1)]
    path.write_text('field = "lost.pbn"\n' + WHOLE)
    (problem,) = load_case(path).errors
    assert problem.line == 1
    assert "no such file" in problem.message


def test_agreements_as_lines_for_the_systems_room() -> None:
    more = """
[[agreements]]
by = "EW"
auction = "1NT X"
call = "2C"
means = "C >= 5"
[[agreements]]
by = "N"
text = "1NT is 12-14"
"""
    case = the_case(parse_case(WHOLE + more))
    assert case.alterations(Side.NS) == ("1NT is 12-14",)
    assert case.alterations(Side.EW) == ("1NT-(X)-2C is C >= 5",)
    lines = 'agreements = ["NS: 1NT is 12-14", "no Drury"]\n'
    plain = the_case(parse_case(lines + WHOLE))
    assert plain.alterations(Side.NS) == ("1NT is 12-14", "no Drury")
    assert plain.alterations(Side.EW) == ("no Drury",)
    assert the_case(parse_case(case_to_toml(plain))) == plain


@pytest.mark.parametrize("other", ['"3NT W ="', "-400", "{ score_ns = -400 }", '{ result = "3NT W =" }'])
def test_the_other_table(other: str) -> None:
    case = the_case(parse_case(f"other_table = {other}\n" + WHOLE))
    assert case.other_table is not None
    assert case.other_table.score_ns == -400


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ('[[field]]\nresult = "4S N ="\nscore_ns = 450\n', "field[0]"),
        ("[[field]]\ncount = 2\n", "field[0]"),
        ('[facts]\nx = { value = 1, standing = "maybe" }\n', "facts.x"),
        ("[[polls]]\ncall_index = 40\nvotes = { P = 1 }\n", "polls[0].call_index"),
        ("[[polls]]\ncall_index = 2\nvotes = { P = 9 }\nout_of = 3\n", "polls[0].votes"),
        ('[[agreements]]\nmeans = "nat"\n', "agreements[0]"),
        ('[[events]]\ndescription = "no kind"\n', "events[1]"),
        ("[[polls]]\ncall_index = 2\nvotes = 3\n", "polls[0].votes"),
    ],
)
def test_faults_in_lists_and_tables(more: str, field: str) -> None:
    loaded = parse_case(WHOLE + more)
    assert field in {problem.field for problem in loaded.errors}, [str(problem) for problem in loaded.problems]


def test_a_contract_by_side_leaves_the_declarer_open() -> None:
    case = the_case(parse_case('table_contract = "3NT EW"\ntable_result = "3NT made"\n'))
    assert case.table_contract is not None
    assert case.table_contract.declarer is None
    assert "declarer" in case.missing()


def test_the_sample_cases_load_without_an_error_and_are_written_back(shared: Path) -> None:
    paths = sorted((shared / "cases").glob("[02]*.toml"))
    assert len(paths) >= 31
    for path in paths:
        loaded = load_case(path)
        case = the_case(loaded)
        assert loaded.errors == (), path.name
        assert case.events
        assert "law" in case.can()
        assert the_case(parse_case(case_to_toml(case))) == case
        if path.name.startswith("0"):
            assert case.can() >= {"damage", "unit"}
            assert loaded.warnings == ()


@pytest.mark.parametrize(
    ("date", "edition", "warned"),
    [
        ("30.09.2005", "1997", False),
        ("3/5/2005", "1997", True),
        ("May 2009", "2007", True),
        ("last week", "2017", True),
        ("2009-07-04", "2007", False),
    ],
)
def test_a_date_that_is_no_day_is_told_and_its_year_used(date: str, edition: str, warned: bool) -> None:
    loaded = change("year = 2019", f'date = "{date}"')
    assert the_case(loaded).edition == edition
    assert any(problem.field == "date" for problem in loaded.warnings) is warned
    assert not loaded.errors


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = 1\nseed = " + "9" * 5000, "too long"),
        ('{"x": 1,\n"seed": ' + "9" * 5000 + "}", "too long"),
        ('{"dealer": "N", "dealer": "S"}', "'dealer' is given twice"),
    ],
)
def test_numbers_too_long_and_keys_given_twice(text: str, words: str) -> None:
    (problem,) = parse_case(text).problems
    assert words in problem.message
    assert problem.line in (2, None)


@pytest.mark.parametrize(("result", "score"), [("4S N =", 420), ("4S N -1", -50), ("4SX N +1", 690), ("3NT E =", -400)])
def test_the_score_of_the_table_follows_from_the_result_where_it_is_not_stated(result: str, score: int) -> None:
    text = WHOLE.replace("table_score_ns = 420\n", "").replace("table_tricks = 10\n", "")
    text = text.replace('table_contract = "4S N"\n', "").replace(
        'table_result = "4S N ="', f'table_result = "{result}"'
    )
    assert the_case(parse_case(text, "case.toml")).table_score_ns == score


def test_without_vulnerability_the_score_of_the_table_stays_open() -> None:
    text = (
        WHOLE.replace("table_score_ns = 420\n", "").replace("board = 1\n", "").replace('vulnerability = "None"\n', "")
    )
    assert the_case(parse_case(text, "case.toml")).table_score_ns is None
