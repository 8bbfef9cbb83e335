"""Bridgemate Data Connector (BCS 5): results, hand records and director calls as JSON inside JSON.

A response holds its data as text in `SerializedData`.  A negative `Level` is an artificial score for both
sides; weights have no place in it.  Nothing here talks to a server: text comes in and text goes out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.bridge import (
    AdjudicatorError,
    Card,
    Contract,
    Denomination,
    Hand,
    Problem,
    Result,
    Seat,
    Side,
    Suit,
    dealer_of_board,
)
from adjudicator.formats.checks import Board, whole_hands
from adjudicator.formats.field import FieldReading, FieldResult, score_of, vulnerability_of
from adjudicator.formats.records import GameRecord
from adjudicator.formats.textfile import decode

PUT_RESULTS = 10
RESULTS_DATA = 12
_SHORT = ("-", "=", "+")
#: Level -1 to -9: average minus, average, average plus of North-South, each with the same three of East-West.
ARTIFICIAL = {-(1 + 3 * ns + ew): (_SHORT[ns], _SHORT[ew]) for ns in range(3) for ew in range(3)}
NOT_PLAYED = -10
_SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")
_CALL_STATUS = {1: "called", 2: "director at the table", 3: "resolved", 4: "deferred"}


@dataclass(frozen=True)
class DirectorCall:
    """A call for the director: where and when, and how far it has come."""

    section: str
    table: str
    round: str
    time: str
    status: str


@dataclass(frozen=True)
class BridgemateReading(FieldReading):
    """Results, hand records and director calls of one response; `session` is its identifier."""

    calls: tuple[DirectorCall, ...] = ()
    session: str = ""
    last_item: int | None = None


def sniff(data: str | bytes, name: str = "") -> bool:
    """Whether this looks like a message of the Data Connector, or a list of its results."""
    head = data[:4000]
    text = head.decode("latin-1") if isinstance(head, bytes) else head
    return '"SerializedData"' in text or ('"BoardNumber"' in text and '"SectionLetters"' in text)


def read(data: str | bytes, name: str = "") -> BridgemateReading:
    """Every result, hand record and director call, and every problem."""
    text, problems = decode(data, name) if isinstance(data, bytes) else (data, ())
    if not text:
        return BridgemateReading(problems=problems)
    found = list(problems)
    message, items = _items(text, name, found)
    records: list[FieldResult] = []
    deals: list[GameRecord] = []
    calls: list[DirectorCall] = []
    for index, item in enumerate(items, start=1):
        if not isinstance(item, dict):
            found.append(Problem("this item is no object", "leave it out", name, None, f"item {index}"))
            continue
        place = f"item {index}"
        if "NorthSpades" in item:
            _add(deals, _deal(item, name, place, found))
        elif "Status" in item and "Hour" in item:
            calls.append(_call(item))
        elif item.get("IsDeleted"):
            records = [record for record in records if _key(record) != _key_of(item)]
        else:
            _add(records, _result(item, name, place, found))
        remarks = item.get("ValidationMessages") or ()
        for remark in remarks if isinstance(remarks, list) else (remarks,) if remarks else ():
            found.append(Problem(str(remark), "", name, None, place, "warning"))
    return BridgemateReading(
        tuple(_without_repeats(records, name, found)),
        tuple(found),
        deals=tuple(deals),
        calls=tuple(calls),
        session=str(
            message.get("SessionGuid") or next((i.get("SessionGuid") for i in items if isinstance(i, dict)), "")
        ),
        last_item=message.get("LastQueueItemId"),
    )


def _items(text: str, name: str, problems: list[Problem]) -> tuple[Mapping[str, Any], list[Any]]:
    """The message around the data, and the data as a list; the data may be JSON text inside the JSON."""
    try:
        outer: Any = json.loads(text)
        inner: Any = outer
        if isinstance(outer, dict) and "SerializedData" in outer:
            inner = outer["SerializedData"]
            inner = json.loads(inner) if isinstance(inner, str) and inner.strip() else inner or []
    except (json.JSONDecodeError, RecursionError) as fault:
        line = fault.lineno if isinstance(fault, json.JSONDecodeError) else None
        problems.append(Problem(f"no readable JSON: {fault}", "save the response again", name, line))
        return {}, []
    message = outer if isinstance(outer, dict) else {}
    if message.get("ErrorType"):
        problems.append(Problem(f"the connector reports error {message['ErrorType']}", "ask it again", name))
    return message, inner if isinstance(inner, list) else [inner]


def _add(values: list[Any], value: Any) -> None:
    if value is not None:
        values.append(value)


def _number(item: Mapping[str, Any], key: str) -> int:
    return _whole_or_none(item.get(key)) or 0


def _whole_or_none(value: object) -> int | None:
    """A whole number, also as text or as 4.0; None for anything else."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and re.fullmatch(r"\s*-?\d{1,9}\s*", value):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _word(item: Mapping[str, Any], key: str) -> str:
    value = item.get(key)
    return "" if value is None else str(value)


def _key_of(item: Mapping[str, Any]) -> tuple[str, ...]:
    """Section, table, round and board of an item."""
    names = ("SectionLetters", "TableNumber", "RoundNumber")
    return (*(_word(item, name) for name in names), str(_number(item, "BoardNumber")))


def _key(record: FieldResult) -> tuple[str, ...]:
    return record.section, record.table, record.round, record.board


def _result(item: Mapping[str, Any], name: str, place: str, problems: list[Problem]) -> FieldResult | None:
    board, level = _number(item, "BoardNumber"), _number(item, "Level")
    if board < 1:
        problems.append(Problem("no board number", "this result is left out", name, None, place))
        return None
    if _whole_or_none(item.get("Level")) is None:
        text = f"level {item.get('Level')!r} is no number"
        problems.append(Problem(text, "this result is left out", name, None, f"{place}, board {board}"))
        return None
    direction = _number(item, "ScoringDirection")
    counts_for = {1: Side.NS, 2: Side.EW}.get(direction)
    artificial, result = "", None
    if level == NOT_PLAYED:
        artificial = "not played"
    elif level in ARTIFICIAL:
        ns, ew = ARTIFICIAL[level]
        artificial = f"A{ns}/A{ew}" if direction != 2 else f"A{ew}/A{ns}"
    else:
        result = _contract(item, level, name, place, problems)
        if result is None:
            return None
    return FieldResult(
        str(board),
        _word(item, "PairNorthSouth"),
        _word(item, "PairEastWest"),
        result,
        score_of(result, vulnerability_of(str(board))),
        _lead(item, name, place, problems),
        artificial,
        section=_word(item, "SectionLetters"),
        table=_word(item, "TableNumber"),
        round=_word(item, "RoundNumber"),
        counts_for=counts_for,
        file=name,
    )


def _contract(item: Mapping[str, Any], level: int, name: str, place: str, problems: list[Problem]) -> Result | None:
    if level == 0:
        return Result(Contract(0), 0)
    denomination, direction = _number(item, "Denomination"), _number(item, "DeclarerDirection")
    stake, tricks = _number(item, "Stake"), _number(item, "TotalTricks")
    faults = [
        text
        for text, wrong in (
            (f"level {level}", not 1 <= level <= 7),
            (f"denomination {denomination}", not 1 <= denomination <= 5),
            (f"declarer direction {direction}", not 1 <= direction <= 4),
            (f"stake {stake}", not 0 <= stake <= 2),
            (f"{tricks} tricks", not 0 <= tricks <= 13),
        )
        if wrong
    ]
    if faults:
        text = ", ".join(faults) + ": no such contract"
        problems.append(Problem(text, "this result is left out", name, None, place))
        return None
    return Result(Contract(level, Denomination(denomination - 1), stake, Seat(direction - 1)), tricks)


def _lead(item: Mapping[str, Any], name: str, place: str, problems: list[Problem]) -> Card | None:
    rank, suit = _number(item, "LeadCardRank"), _number(item, "LeadCardSuit")
    if not rank and not suit:
        return None
    if not (2 <= rank <= 14 and 1 <= suit <= 4):
        text = f"no card has rank {rank} and suit {suit}"
        problems.append(Problem(text, "the lead is left out", name, None, place, "warning"))
        return None
    return Card.of(Suit(suit - 1), rank)


def _deal(item: Mapping[str, Any], name: str, place: str, problems: list[Problem]) -> GameRecord | None:
    number = _number(item, "BoardNumber")
    try:
        hands = {
            seat: Hand.parse(".".join(str(item.get(f"{seat.name.title()}{suit}") or "") for suit in _SUITS))
            for seat in Seat
        }
    except AdjudicatorError as fault:
        text = "; ".join(problem.message for problem in fault.problems)
        problems.append(Problem(text, "these hands are left out", name, None, f"{place}, board {number}"))
        return None
    board = Board(name, None, f"{place}, board {number}")
    record = GameRecord(number or None, hands=whole_hands(hands, board, "hands"), file=name)
    problems += board.problems
    if number < 1:
        return record
    return record.with_(dealer=dealer_of_board(number), vulnerability=vulnerability_of(str(number)))


def _call(item: Mapping[str, Any]) -> DirectorCall:
    return DirectorCall(
        str(item.get("SectionLetters") or ""),
        str(item.get("TableNumber", "")),
        str(item.get("RoundNumber", "")),
        f"{_number(item, 'Hour'):02d}:{_number(item, 'Minute'):02d}",
        _CALL_STATUS.get(_number(item, "Status"), "unknown"),
    )


def _without_repeats(records: list[FieldResult], name: str, problems: list[Problem]) -> list[FieldResult]:
    """The last word on each table and board: a later result replaces an earlier one of the same table."""
    latest: dict[tuple[object, ...], FieldResult] = {}
    for record in records:
        key = (record.section, record.table, record.round, record.board, record.counts_for)
        old = latest.pop(key, None)
        if old is not None and old != record:
            text = f"table {record.table} has sent board {record.board} again"
            problems.append(Problem(text, "the later result is taken", name, None, f"board {record.board}", "warning"))
        latest[key] = record
    return list(latest.values())


def write(records: Iterable[FieldResult], *, session: str = "") -> str:
    """A PutResults request with these results.

    Results and the nine combinations of average minus, average and average plus can be written, each for both
    sides or for one.  Raises `AdjudicatorError` for a record that is neither (a weighted score has no place
    in this format: put in the artificial score or the result nearest to it by hand, and the figures into the
    scoring program).
    """
    data = json.dumps([_item(record, session) for record in records])
    return json.dumps({"RequestCommand": PUT_RESULTS, "SessionGuid": session, "SerializedData": data})


def _item(record: FieldResult, session: str) -> dict[str, object]:
    result = record.result
    contract = result.contract if result is not None else None
    declarer = contract.declarer if contract is not None else None
    pair = {Side.NS: record.ns, Side.EW: record.ew}
    return {
        "SessionGuid": session,
        "SectionLetters": record.section,
        "TableNumber": _whole(record.table),
        "RoundNumber": _whole(record.round),
        "BoardNumber": _whole(record.board),
        "ScoringDirection": 3 if record.counts_for is None else int(record.counts_for) + 1,
        "IsDeleted": False,
        "PairNorthSouth": _whole(record.ns),
        "PairEastWest": _whole(record.ew),
        "DeclaringPair": _whole(pair[declarer.side]) if declarer is not None else 0,
        "DeclarerDirection": int(declarer) + 1 if declarer is not None else 0,
        "Level": contract.level if contract is not None else _level(record),
        "Denomination": int(contract.denomination) + 1 if contract is not None and contract.level else 0,
        "Stake": contract.doubling if contract is not None else 0,
        "TotalTricks": result.tricks if result is not None else 0,
        "LeadCardRank": record.lead.rank if record.lead is not None else 0,
        "LeadCardSuit": int(record.lead.suit) + 1 if record.lead is not None else 0,
        "ValidationMessages": None,
    }


def _level(record: FieldResult) -> int:
    if record.artificial == "not played":
        return NOT_PLAYED
    reverse = record.counts_for is Side.EW
    for level, (ns, ew) in ARTIFICIAL.items():
        text = f"A{ew}/A{ns}" if reverse else f"A{ns}/A{ew}"
        if text == record.artificial:
            return level
    raise AdjudicatorError(
        Problem(
            f"board {record.board}: {record.artificial or 'no result'} cannot be written",
            "give a result, or an average such as A+/A- (the format has no weights)",
            field="Level",
        )
    )


def _whole(text: str) -> int:
    return int(text) if text.isdigit() else 0
