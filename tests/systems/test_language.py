"""The language of system files: patterns, guards, texts, loading and its errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.bridge import AdjudicatorError, Auction, Call, Hand, Seat
from adjudicator.systems import choose, load_system, meaning_of
from adjudicator.systems.guards import GuardError, compile_guard, split_guard
from adjudicator.systems.model import SystemFileError
from adjudicator.systems.patterns import FIRST_BID, PatternError, parse_pattern, parse_token
from adjudicator.systems.texts import TextError, finish

FIXTURES = Path(__file__).parent / "fixtures"


def calls(text: str) -> list[int]:
    return [int(call) for call in Auction.parse(Seat.NORTH, text).calls]


def test_unwritten_passes_must_be_passes() -> None:
    pattern = parse_pattern("1N 2C")
    assert pattern.match(calls("1NT P 2C P"), ours_first=True) is not None
    assert pattern.match(calls("1NT X 2C P"), ours_first=True) is None
    assert pattern.match(calls("1NT P 2C 2D"), ours_first=True) is None


def test_variables_bind_distinct_suits_and_the_other_major() -> None:
    assert parse_pattern("1x 1M").match(calls("1H P 1S P"), True) == {"x": 2, "M": 3}
    assert parse_pattern("1M 2oM").match(calls("1H P 2S P"), True) == {"M": 2}
    assert parse_pattern("1M 2oM").match(calls("1H P 2H P"), True) is None
    assert parse_pattern("1x (2x)").match(calls("1C 2C"), True) == {"x": 0}


def test_sides_are_read_from_the_acting_side() -> None:
    pattern = parse_pattern("(1x) X")
    assert pattern.match(calls("1H X P"), ours_first=False) == {"x": 2}
    assert pattern.match(calls("1H X P"), ours_first=True) is None


@pytest.mark.parametrize(
    ("token", "last", "expected"),
    [
        ("nx", "1H", {"1S", "2C", "2D", "2H"}),
        ("jM", "1D", {"2H", "2S"}),
        ("4M", "3S", {"4H", "4S"}),
        ("nN", "3C", {"3NT"}),
    ],
)
def test_relative_calls(token: str, last: str, expected: set[str]) -> None:
    found = parse_token(token)[0].candidates(int(Call.parse(last)), {})
    assert {str(Call(call)) for call, _ in found} == expected


def test_open_ended_patterns_match_the_tail() -> None:
    assert parse_pattern("… 4N").match(calls("1S P 3S P 4NT P"), True) == {}
    assert parse_pattern("… 4N").match(calls("1S P 3S P 4NT 5C"), True) is None


@pytest.mark.parametrize("text", ["1Q 2C", "… 1N … 2C", "8C"])
def test_bad_patterns_are_refused(text: str) -> None:
    with pytest.raises(PatternError):
        parse_pattern(text)


@pytest.mark.parametrize(
    "text", ["__import__('os')", "pd.__class__", "level ==", "[x for x in vul]", "nonsense > 2", "lambda: 1"]
)
def test_guards_are_a_closed_language(text: str) -> None:
    with pytest.raises(GuardError):
        compile_guard(text)


def test_guard_parts_that_wait_for_the_call() -> None:
    before, after = split_guard("gf & level <= 3 & !passed")
    assert before is not None
    assert after is not None
    assert "level" not in before.names
    assert after.holds({"level": 3})


def test_texts_take_parameters_names_numbers_and_suits() -> None:
    lets = (("good(s)", "top3(s) >= 2"),)
    text = finish("hcp $nt.lo..{20+1} & good(M) & oM <= 3", lets, {"nt": [15, 17]}, {}, {"M": 3})
    assert text == "hcp 15..21 & (top3(S) >= 2) & H <= 3"
    assert finish("hcp {12}..{10}", (), {}, {}, {}) is None
    with pytest.raises(TextError):
        finish("hcp $missing", (), {}, {}, {})


def test_a_variant_in_under_twenty_lines() -> None:
    path = FIXTURES / "weak_notrump.yaml"
    assert len(path.read_text().splitlines()) < 20
    system = load_system(str(path))
    assert meaning_of(Auction.parse(Seat.NORTH, "1NT"), 0, system).readings[0].text == "nat; hcp 12..14 & bal"
    assert "hcp 11..12" in meaning_of(Auction.parse(Seat.NORTH, "1NT P 2NT"), 2, system).readings[0].text
    both = Hand.parse("3.42.KJ875.QT864")
    assert str(choose(both, Auction.parse(Seat.NORTH, "1NT P"), system)[0].call) == "3C"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("schema: adjudicator/system/1\nid: a\nrulez: []\n", "rulez"),
        ("id: a\n", "schema"),
        ("schema: adjudicator/system/1\nid: a\nrules:\n- {on: '1N', show: bal}\n", "no id"),
        ("schema: adjudicator/system/1\nid: a\nrules:\n- {id: r, on: '1N', show: bal, teir: 2}\n", "teir"),
        ("schema: adjudicator/system/1\nid: a\nrules:\n- {id: r, on: '1N', show: bal, force: maybe}\n", "maybe"),
        ("schema: adjudicator/system/1\nid: a\nextends: [no_such]\n", "no_such"),
        ("schema: adjudicator/system/1\nid: a\nreplace: {nothing.*: {show: bal}}\n", "nothing.*"),
        ("schema: adjudicator/system/1\nrules: [\n", "not YAML"),
        ("schema: adjudicator/system/1\nid: a\nextends: [a]\n", "circle"),
    ],
)
def test_errors_name_the_file_and_the_fault(tmp_path: Path, body: str, message: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(body)
    with pytest.raises(SystemFileError) as caught:
        load_system(str(path))
    assert message in str(caught.value)
    assert "a.yaml" in str(caught.value) or "no_such" in str(caught.value)


def test_unknown_system_names_those_that_exist() -> None:
    with pytest.raises(AdjudicatorError, match="sayc"):
        load_system("goren")


def test_first_bid_is_the_lowest() -> None:
    assert int(Call.parse("1C")) == FIRST_BID


def test_the_template_is_a_sound_system() -> None:
    template = Path(__file__).parents[2] / "docs" / "howto" / "system-template.yaml"
    system = load_system(str(template))
    found = meaning_of(Auction.parse(Seat.NORTH, "1S P 3S"), 2, system).readings[0]
    assert (found.rule, found.forcing) == ("our.1M3M", "pre")


def test_over_deny_and_style(tmp_path: Path) -> None:
    path = tmp_path / "edges.yaml"
    path.write_text(
        "schema: adjudicator/system/1\nid: edges\nrules:\n"
        "- {id: high, on: '1C', show: 'hcp 12..', tier: 2}\n"
        "- {id: low, on: '1D', show: 'hcp 12.. & D >= 4', over: [high], deny: 'D >= 7', style: 0.5}\n"
        "- {id: pass, on: 'P', show: 'hcp ..11'}\n"
    )
    system, opening = load_system(str(path)), Auction.parse(Seat.NORTH, "")
    best = choose(Hand.parse("AQ3.K42.KJ84.T93"), opening, system)[0]
    assert best.rule == "low"
    assert best.utility < choose(Hand.parse("AQ32.K42.KJ8.T93"), opening, system)[0].utility
    found = meaning_of(Auction.parse(Seat.NORTH, "1D"), 0, system).readings[0]
    assert [denial.rule for denial in found.negative] == ["low.deny"]
    assert not found.with_denials.holds(Hand.parse("AQ.K4.KJ87432.T9"))
    clubs = meaning_of(Auction.parse(Seat.NORTH, "1C"), 0, system).readings[0]
    assert [(denial.rule, denial.strict) for denial in clubs.negative] == [("low", True)]
