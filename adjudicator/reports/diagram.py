"""The hand diagram and the auction as text."""

from __future__ import annotations

from adjudicator.bridge import Auction, Seat, Suit
from adjudicator.cases import Case
from adjudicator.reports.texts import with_symbols

_WIDTH = 18


def hand_lines(case: Case, seat: Seat) -> list[str]:
    """One hand as four lines, spades first; spot cards that are not known as ``x``."""
    hand = case.hand(seat)
    if hand is None:
        return ["", "", "", ""]
    return [f"{suit.symbol} {ranks or '–'}" for suit, ranks in zip(reversed(Suit), hand.text.split("."), strict=True)]


def deal_lines(case: Case) -> list[str]:
    """The four hands around the table, as every book prints them."""
    north, east, south, west = (hand_lines(case, seat) for seat in Seat)
    known = any(case.hand(seat) is not None for seat in Seat)
    info = [
        f"Board {case.board}" if case.board is not None else "",
        f"Dealer {case.dealer}" if case.dealer is not None else "",
        f"Vul {case.vulnerability.text}" if case.vulnerability is not None else "Vul not known",
        case.scoring.raw if case.scoring.raw != "unknown" else "scoring not known",
    ]
    if not known:
        return [line for line in info if line]
    compass = ["       N", "     W   E", "       S", ""]
    lines = [f"{left:<{_WIDTH}}{middle}" for left, middle in zip(info, north, strict=True)]
    lines += [
        f"{left:<{_WIDTH}}{centre:<{_WIDTH}}{right}" for left, centre, right in zip(west, compass, east, strict=True)
    ]
    lines += [f"{'':<{_WIDTH}}{line}" for line in south]
    return [line.rstrip() for line in lines]


def event_marks(case: Case) -> dict[int, list[int]]:
    """Which events (numbered from 1) belong to which call of the auction."""
    marks: dict[int, list[int]] = {}
    for number, event in enumerate(case.events, start=1):
        if event.call_index >= 0:
            marks.setdefault(event.call_index, []).append(number)
    return marks


def auction_lines(case: Case) -> list[str]:
    """The auction in four columns West to South, calls with an event marked ``*1``."""
    if case.auction is None:
        return []
    return auction_table(case.auction, event_marks(case), case.auction_complete)


def auction_table(auction: Auction, marks: dict[int, list[int]], complete: bool) -> list[str]:
    """West, North, East, South; the first row is filled up to the dealer."""
    order = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
    cells = [""] * order.index(auction.dealer)
    calls = list(auction.calls)
    closing = 3 if auction.is_over and not auction.is_passed_out else 0
    shown = calls[: len(calls) - closing] if not any(i >= len(calls) - closing for i in marks) else calls
    for index, call in enumerate(shown):
        mark = "".join(f"*{number}" for number in marks.get(index, []))
        cells.append(with_symbols(str(call)).replace("P", "–") + mark if call == 0 else with_symbols(str(call)) + mark)
    cells.append("all pass" if closing and len(shown) < len(calls) else "" if complete else "…")
    rows = [cells[start : start + 4] for start in range(0, len(cells), 4)]
    head = "".join(f"{seat.name.capitalize():<9}" for seat in order)
    return [head.rstrip(), *("".join(f"{cell:<9}" for cell in row).rstrip() for row in rows)]
