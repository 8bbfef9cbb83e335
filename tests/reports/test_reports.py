"""Reports: symbols, diagrams, and nothing lost between ruling and JSON."""

from __future__ import annotations

import json
from enum import Enum
from fractions import Fraction

from adjudicator.bridge import Auction, Card, Seat
from adjudicator.cases import parse_case
from adjudicator.reports.as_json import plain
from adjudicator.reports.diagram import auction_table, deal_lines
from adjudicator.reports.texts import cards_in_short, figure, percent, with_symbols


def test_symbols_only_where_a_call_or_card_is_meant() -> None:
    assert with_symbols("4S N, 3NT, HK, CASE, Side S") == "4♠ N, 3NT, ♥K, CASE, Side S"
    assert with_symbols("2HX E, 7NTXX") == "2♥X E, 7NTXX"


def test_auction_columns_start_at_the_dealer_and_mark_events() -> None:
    lines = auction_table(Auction.parse(Seat.EAST, "1S P 2H P P P"), {2: [1]}, True)
    assert lines[0].split() == ["West", "North", "East", "South"]
    assert lines[1].split() == ["1♠", "–"]
    assert lines[1].index("1♠") == lines[0].index("East")
    assert lines[2].split() == ["2♥*1", "all", "pass"]


def test_an_event_on_a_closing_pass_is_shown() -> None:
    lines = auction_table(Auction.parse(Seat.NORTH, "1NT P P P"), {3: [2]}, True)
    assert "–*2" in lines[2]


def test_hands_with_unknown_spot_cards_are_drawn() -> None:
    loaded = parse_case('dealer = "N"\nauction = ["P"]\n[hands]\nN = "Kxxxxx.xx.xx.Qxx"\n', "t.toml")
    assert loaded.case is not None, loaded.problems
    lines = deal_lines(loaded.case)
    assert "♠ Kxxxxx" in lines[0]
    assert len(lines) == 12


def test_cards_and_figures_in_short() -> None:
    cards = [Card.parse(text) for text in ("S7", "DA", "SK", "H2")]
    assert cards_in_short(cards) == "♠K7 ♥2 ♦A"
    assert [percent(share) for share in (0, 0.004, 0.5, 1)] == ["0 %", "<1 %", "50 %", "100 %"]
    assert [figure(value) for value in (Fraction(1, 3), Fraction(0), Fraction(-5), None)] == ["0.33", "0", "-5", "–"]


class Kind(Enum):
    ONE = "one"


def test_plain_values_go_through_json() -> None:
    value = {Seat.EAST: (Fraction(1, 3), Kind.ONE, Card.parse("SA"), None, 0.1234567891, {3, 1})}
    assert json.loads(json.dumps(plain(value))) == {"E": ["1/3", "one", "SA", None, 0.123457, [1, 3]]}
