"""LIN, the record of Bridge Base Online: single boards, many in a file, vugraph matches with two rooms.

Seats run South, West, North, East whoever deals; the fourth hand may be missing. Cards come in the order of
play, and are held against the owners all the same. In a vugraph file the list of results may be the only
trace of a board.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from adjudicator.bridge import (
    AdjudicatorError,
    Card,
    Contract,
    Hand,
    Problem,
    Result,
    Seat,
    Suit,
    Vulnerability,
    dealer_of_board,
)
from adjudicator.formats.callwords import CallList, card_or_none, contract_of, number_in, tricks_in
from adjudicator.formats.checks import (
    Board,
    checked_calls,
    settle_contract,
    settle_play,
    settle_tricks,
    whole_hands,
)
from adjudicator.formats.lin_text import LinBoard, Pair, split_boards, split_pairs
from adjudicator.formats.lin_write import write as write
from adjudicator.formats.lin_write import write_board as write_board
from adjudicator.formats.records import CallNote, GameRecord, Reading, with_hands

ORDER = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
ROOMS = {"o": "Open", "c": "Closed"}
_CALLS = re.compile(r"\s*(-{1,2}|ap|pass|p|rdbl|dbl|xx|x|r|d|[1-7](?:nt|n|[cdhs]))([!?*]*)", re.IGNORECASE)
_RESULT = re.compile(r"^(.+?)([+-]\d{1,2}|=)$")


def sniff(text: str, name: str = "") -> bool:
    """Whether the text looks like LIN."""
    head = text[:20000].lower()
    return re.search(r"(^|\||\s)(pn|md|vg|qx|st|mb|rs)\|", head) is not None and "|" in head


@dataclass(frozen=True)
class Match:
    """What the header of a vugraph file says: event, teams, first board, results by room and board."""

    event: str = ""
    round: str = ""
    home: str = ""
    away: str = ""
    first: int = 1
    results: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    line: int | None = None

    def result(self, board: int, closed: bool) -> str:
        """The result of a board in one room, "" when the list has none."""
        place = 2 * (board - self.first) + closed
        return self.results[place] if 0 <= place < len(self.results) else ""


def read(text: str, name: str = "") -> Reading:
    """Every board of a LIN text."""
    header, boards = split_boards(split_pairs(text))
    problems: list[Problem] = []
    match = read_header(header, boards)
    if any((number := _number(board)) is not None and number < match.first for board in boards):
        match = replace(match, first=1)  # the boards are counted, whatever numbers the header gives them
    records: list[GameRecord] = []
    for board in boards:
        if not any(board.has(command) for command in ("md", "mb", "pc", "qx", "sv")):
            continue
        place = Board(name, board.line, _name_of(board))
        record = read_board(board, match, place)
        if record.calls or any(record.hands) or record.contract is not None or not match.results:
            records.append(record)
        problems += place.problems
    records = add_unseen(records, match, name)
    if not records:
        problems.append(Problem("there is no board in this LIN text", "check that it has md|…|", name))
    return Reading(tuple(share_hands(records)), tuple(problems))


def read_header(header: LinBoard, boards: list[LinBoard]) -> Match:
    """The match that a `vg` header describes."""
    value = header.value("vg")
    fields = [part.strip() for part in (value or "").split(",")] + [""] * 9
    results = [part.strip() for part in (header.value("rs") or "").split(",")] if header.has("rs") else []
    names = _split_names(header.value("pw"))
    in_rooms = value is not None or any(board.has("qx") for board in boards)
    if in_rooms and boards and boards[0].has("pn") and not boards[0].has("md"):
        names = _split_names(boards[0].value("pn"))
    return Match(
        fields[0],
        fields[1],
        fields[5],
        fields[7],
        number_in(fields[3]) or 1,
        tuple(results),
        names,
        header.line,
    )


def _name_of(board: LinBoard) -> str:
    number = _number(board)
    return f"board {number}" if number is not None else ""


def _number(board: LinBoard) -> int | None:
    for command in ("ah", "qx"):
        number = number_in(board.value(command) or "")
        if number is not None:
            return number
    return None


def _room(board: LinBoard) -> str:
    return ROOMS.get((board.value("qx") or "")[:1].lower(), "")


def _split_names(value: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (value or "").split(","))


def _players(names: tuple[str, ...], closed: bool) -> tuple[str, str, str, str]:
    """North, East, South, West out of a list S, W, N, E of the open and perhaps of the closed room."""
    own = names[4:8] if closed and len(names) > 4 else names[:4]
    south, west, north, east = (*own, "", "", "", "")[:4]
    return north, east, south, west


def read_board(board: LinBoard, match: Match, place: Board) -> GameRecord:
    """One board in one room."""
    number, room = _number(board), _room(board)
    closed = room == "Closed"
    dealer, hands = _deal(board, place)
    names = _split_names(board.value("pn")) if board.has("pn") else match.names
    record = GameRecord(
        board=number,
        dealer=dealer if dealer is not None or number is None or number < 1 else dealer_of_board(number),
        vulnerability=_vulnerability(board, number, place),
        hands=hands,
        players=_players(names, closed),
        event=match.event,
        round=match.round,
        room=room,
        home_team=match.home,
        away_team=match.away,
        scoring="IMP" if match.home or match.away else "",
        file=place.file,
        line=board.line,
    )
    record = _read_calls(board, record, place)
    stated = _result_in_list(match.result(number, closed), place, match) if number is not None else None
    record = settle_contract(record, None, place)
    if stated is not None and record.contract not in (None, stated.contract):
        place.warn("rs", f"the list says {stated}, the auction ended in {record.contract}", "the auction is taken")
        stated = None
    elif stated is not None:
        record = replace(record, contract=stated.contract)
    tricks = _claimed(board, place)
    if tricks is None and stated is not None and not stated.contract.is_passed_out:
        tricks = stated.tricks
    record = replace(record, tricks=None if record.contract and record.contract.is_passed_out else tricks)
    cards, line = _cards(board, place)
    rows = [cards[start : start + 4] for start in range(0, len(cards), 4)]
    return settle_tricks(settle_play(record, rows, None, place, line), place)


def _deal(
    board: LinBoard, place: Board
) -> tuple[Seat | None, tuple[Hand | None, Hand | None, Hand | None, Hand | None]]:
    pair = next((pair for pair in board.pairs if pair.command == "md"), None)
    text = pair.value.strip() if pair is not None else ""
    digit = re.match(r"\d", text)
    dealer = ORDER[int(digit.group()) - 1] if digit and digit.group() in "1234" else None
    hands: dict[Seat, Hand] = {}
    words = text[1 if digit else 0 :].split(",")
    if len(words) > 4:
        place.error("md", f"{len(words)} hands in one deal", "give South, West, North and East")
        return dealer, with_hands({})
    for seat, word in zip(ORDER, words, strict=False):
        if not word.strip():
            continue
        try:
            hands[seat] = read_hand(word)
        except AdjudicatorError as failure:
            place.error("md", f"{seat}: {failure}", "the hands of this board are left out")
            return dealer, with_hands({})
    return dealer, whole_hands(hands, place, "md", pair.line if pair is not None else None)


def read_hand(text: str) -> Hand:
    """A hand such as `SKH4579QKAD69C58K`: suits in any order and case, a void suit simply missing.

    >>> read_hand("skH4579qkad69C58K").text
    'K.AKQ9754.96.K85'
    """
    suit: Suit | None = None
    cards: list[Card] = []
    for letter in text.upper().replace("10", "T").replace(" ", "").replace(".", "").replace("-", ""):
        if letter in "SHDC":
            suit = Suit.parse(letter)
            continue
        if suit is None:
            raise AdjudicatorError(f"the hand '{text}' begins without a suit; write such as SAKH2D345C67")
        card = card_or_none(suit.letter + letter)
        if card is None:
            raise AdjudicatorError(f"'{letter}' in the hand '{text}' is no rank; use A K Q J T 9 … 2")
        if card in cards:
            raise AdjudicatorError(f"the hand '{text}' holds {card} twice")
        cards.append(card)
    return Hand.of(cards)


def _vulnerability(board: LinBoard, number: int | None, place: Board) -> Vulnerability | None:
    value = board.value("sv")
    if value is None:
        return Vulnerability.for_board(number) if number else None
    if not value.strip():
        return None
    try:
        return Vulnerability.parse(value)
    except AdjudicatorError as failure:
        place.warn("sv", str(failure))
        return None


def _read_calls(board: LinBoard, record: GameRecord, place: Board) -> GameRecord:
    """The auction, its explanations and the chat; an explanation belongs to the call before it."""
    found = CallList(record.dealer)
    texts: dict[int, list[str]] = {}
    comments: list[str] = []
    line = board.line
    for pair in board.pairs:
        if pair.command == "mb" and not found.finished:
            line = pair.line
            if not _take_calls(pair, found):
                place.error("mb", f"'{pair.value}' is no call", "the auction is kept up to there", pair.line)
                found.finished = True
        elif pair.command == "an" and pair.value.strip():
            if found.calls:
                texts.setdefault(len(found.calls) - 1, []).append(pair.value.strip())
            else:
                comments.append(pair.value.strip())
        elif pair.command == "nt" and pair.value.strip():
            comments.append(pair.value.strip())
    calls = checked_calls(record.dealer, found.calls, place, line)
    notes = tuple(
        CallNote(index, "; ".join(texts.get(index, [])), "!" in found.marks.get(index, ""), found.marks.get(index, ""))
        for index in range(len(calls))
        if index in texts or index in found.marks
    )
    return replace(record, calls=calls, notes=notes, comments=tuple(comments))


def _take_calls(pair: Pair, found: CallList) -> bool:
    """One value may hold several calls (`-1Cp1Hp`), each with its marks; a dash alone is a pass."""
    text = pair.value.strip()
    if set(text) == {"-"}:
        return found.take("P")
    text = text.lstrip("-")
    place = 0
    while place < len(text):
        match = _CALLS.match(text, place)
        if match is None:
            return not text[place:].strip()
        word, marks = match.group(1), match.group(2).replace("*", "!")
        found.take("AP" if word.lower() == "ap" else word)
        if marks:
            found.take(marks)
        place = match.end()
    return True


def _claimed(board: LinBoard, place: Board) -> int | None:
    """Total tricks of declarer after a claim."""
    value = (board.value("mc") or "").strip()
    if not value:
        return None
    tricks = tricks_in(value)
    if tricks is not None:
        return tricks
    place.error("mc", f"'{value}' is no number of tricks", "write 0 to 13")
    return None


def _cards(board: LinBoard, place: Board) -> tuple[list[Card], int | None]:
    cards: list[Card] = []
    line: int | None = None
    for pair in board.pairs:
        if pair.command == "up":
            del cards[max(0, len(cards) - (number_in(pair.value) or 0)) :]  # cards shown and taken back
        if pair.command != "pc":
            continue
        line = pair.line if line is None else line
        text = pair.value.replace(" ", "").replace("10", "T")
        for start in range(0, len(text), 2):
            card = card_or_none(text[start : start + 2])
            if card is None:
                place.error("pc", f"'{pair.value}' is no card", "the play is kept up to there", pair.line)
                return cards, line
            cards.append(card)
    return cards, line


def _result_in_list(text: str, place: Board, match: Match) -> Result | None:
    """A result such as `4HE=`, `4SWx-4`, `PASS`."""
    if not text:
        return None
    if text.upper() in {"P", "PASS", "PASSED"}:
        return Result(Contract(0))
    parts = _RESULT.match(text.replace(" ", ""))
    try:
        contract = contract_of(parts.group(1) if parts else text)
        if parts is None or contract.declarer is None:
            return None
        return Result.parse(f"{contract} {parts.group(2)}")
    except AdjudicatorError:
        place.warn("rs", f"'{text}' is no result", "write such as 4HE= or 4SWx-4", match.line)
        return None


def add_unseen(records: list[GameRecord], match: Match, name: str) -> list[GameRecord]:
    """Boards that were not shown and stand in the list of results alone."""
    seen = {(record.board, record.room) for record in records}
    added = list(records)
    for place, text in enumerate(match.results):
        board, room = match.first + place // 2, ("Open", "Closed")[place % 2]
        result = _result_in_list(text, Board(name), match) if (board, room) not in seen else None
        if result is None:
            continue
        added.append(
            GameRecord(
                board=board,
                dealer=dealer_of_board(board),
                vulnerability=Vulnerability.for_board(board),
                contract=result.contract,
                tricks=None if result.contract.is_passed_out else result.tricks,
                players=_players(match.names, room == "Closed"),
                event=match.event,
                round=match.round,
                room=room,
                home_team=match.home,
                away_team=match.away,
                scoring="IMP" if match.home or match.away else "",
                file=name,
                line=match.line,
            )
        )
    return added


def share_hands(records: list[GameRecord]) -> list[GameRecord]:
    """In a match both rooms play the same hands: a record without any takes those of the other room."""
    known = {record.board: record.hands for record in records if record.room and any(record.hands)}
    return [
        replace(record, hands=known[record.board])
        if record.room and not any(record.hands) and record.board in known
        else record
        for record in records
    ]
