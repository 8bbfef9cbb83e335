"""Richard Pavlicek's notation (RBN, and RBX without line ends): one line a label, a blank line between
boards.

Labels D T L E F S K N B H hold until they are given again; A C P R M I belong to one board.  Notes are lines
that begin with a digit; prose stands in braces.  Within a trick a rank alone is of the suit led.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from adjudicator.bridge import (
    PASS,
    AdjudicatorError,
    Auction,
    Call,
    Card,
    Contract,
    Hand,
    Problem,
    Seat,
    Suit,
    Vulnerability,
    dealer_of_board,
)
from adjudicator.formats.checks import (
    Board,
    checked_calls,
    doubt_score,
    settle_contract,
    settle_play,
    settle_tricks,
    whole_hands,
)
from adjudicator.formats.rbn_write import FORMS, VULNERABLE
from adjudicator.formats.rbn_write import write as write
from adjudicator.formats.records import CallNote, GameRecord, Reading, with_hands
from adjudicator.formats.textfile import decode

KEPT = "DTLESFKNBH"
OWN = "ACPRMI"
_LABEL = re.compile(r"^([DTLESFKNBHACPRMI0-9])(?:\s(.*))?$")


@dataclass
class Entry:
    """The labelled lines of one board: label to (line number, text); notes by (label they belong to,
    digit).
    """

    line: int
    lines: dict[str, tuple[int, str]] = field(default_factory=dict)
    notes: dict[tuple[str, str], str] = field(default_factory=dict)
    prose: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)


def sniff(data: str | bytes, name: str = "") -> bool:
    """Whether this looks like RBN or RBX."""
    head = data[:8000]
    text = head.decode("latin-1") if isinstance(head, bytes) else head
    hands = re.search(r"(?:^|\n|\})H[ {]\s*[NESW]:", text) is not None
    return hands or re.search(r"^A [NESW][ZNEB?]:", text, re.MULTILINE) is not None


def labels(text: str) -> list[str]:
    """The labels of the first board, in the order of the file."""
    entries, _ = _entries(text, "")
    return entries[0].labels if entries else []


def read(data: str | bytes, name: str = "") -> Reading:
    """Every board of an RBN or RBX text."""
    text, problems = decode(data, name) if isinstance(data, bytes) else (data, ())
    if not text:
        return Reading(problems=problems)
    entries, found = _entries(_from_rbx(text), name)
    found = [*problems, *found]
    records: list[GameRecord] = []
    kept: dict[str, tuple[int, str]] = {}
    for entry in entries:
        kept.update({label: value for label, value in entry.lines.items() if label in KEPT})
        entry.lines = {**kept, **entry.lines}
        board = Board(name, entry.line, f"board {entry.lines.get('B', (0, '?'))[1]}")
        records.append(_board(entry, board))
        found += board.problems
    if not entries:
        found.append(Problem("there is no board in this file", "check that it has lines labelled H or A", name))
    return Reading(tuple(records), tuple(found))


def _from_rbx(text: str) -> str:
    """RBX packs each label's text in braces on one line: `B{8}H{W:...}`; the same as RBN, a line a label."""
    if not re.match(r"\s*[A-Z0-9]\{", text):
        return text
    return "\n\n".join(
        "\n".join(f"{label} {value}" for label, value in re.findall(r"([A-Z0-9])\{([^{}]*)\}", record))
        for record in text.splitlines()
        if record.strip()
    )


def _entries(text: str, name: str) -> tuple[list[Entry], list[Problem]]:
    entries: list[Entry] = []
    problems: list[Problem] = []
    current: Entry | None = None
    prose = False
    for number, raw in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        line = raw.rstrip()
        if prose or line.startswith("{"):
            if current is not None:
                current.prose.append(line.strip("{}"))
            prose = not line.endswith("}")
            if not line:  # prose holds no blank line, so an open brace ends here
                prose, current = False, None
            continue
        if not line:
            current = None
            continue
        if line.startswith("%"):
            continue
        found = _LABEL.match(line)
        if found is None:
            problems.append(Problem(f"no label: {line[:30]!r}", "the line is left out", name, number, "", "warning"))
            continue
        if current is None:
            current = Entry(number)
            entries.append(current)
        _take(current, found[1], (found[2] or "").strip(), number)
    return [entry for entry in entries if set(entry.labels) & set("HAB")], problems


def _take(entry: Entry, label: str, text: str, number: int) -> None:
    if label.isdigit():
        owner = "P" if "P" in entry.lines else "A"
        entry.notes[owner, label] = text
        return
    entry.labels.append(label)
    if label == "I" and "I" in entry.lines:
        text = f"{entry.lines['I'][1]} {text}"
    entry.lines[label] = (number, text)


def _text(entry: Entry, label: str) -> str:
    return entry.lines.get(label, (0, ""))[1]


def _line(entry: Entry, label: str) -> int | None:
    return entry.lines[label][0] if label in entry.lines else None


def _board(entry: Entry, board: Board) -> GameRecord:
    number = re.match(r"\d{1,6}(?!\d)", _text(entry, "B"))
    record = GameRecord(
        board=int(number[0]) if number else None,
        hands=_hands(entry, board),
        event=_text(entry, "E"),
        site=_text(entry, "L"),
        date=_date(_text(entry, "D")),
        scoring=_form(_text(entry, "F")),
        round=_text(entry, "S"),
        comments=tuple(part for part in entry.prose if part),
        tags=tuple(
            (tag, _text(entry, label)) for tag, label in (("Title", "T"), ("Teams", "K")) if _text(entry, label)
        ),
        file=board.file,
        line=entry.line,
    )
    record = _names(record, _text(entry, "N"))
    teams = [part.strip() for part in _text(entry, "K").split(":")]
    if len(teams) > 1:
        record = record.with_(home_team=teams[0], away_team=teams[1])
    record = _auction(entry, record, board)
    stated = _contract(entry, board)
    record = settle_contract(record, stated, board)
    record = _play(entry, record, board)
    return _result(entry, record, board)


def _hands(entry: Entry, board: Board) -> tuple[Hand | None, Hand | None, Hand | None, Hand | None]:
    text = _text(entry, "H")
    if not text:
        return with_hands({})
    first, _, rest = text.partition(":")
    found: dict[Seat, Hand] = {}
    try:
        seat = Seat.parse(first)
        for part in re.split(r"[:;]", rest)[:4]:
            if part.strip():
                found[seat] = Hand.parse(part.strip().upper().replace("10", "T"))
            seat = seat.lho
    except AdjudicatorError as fault:
        board.error("hands", "; ".join(p.message for p in fault.problems), "the hands are left out", _line(entry, "H"))
        return with_hands({})
    return whole_hands(found, board, "hands", _line(entry, "H"))


def _date(text: str) -> str:
    found = re.match(r"(\d{4})(\d{2})?(\d{2})?", text)
    return ".".join(part for part in found.groups() if part) if found else text


def _form(text: str) -> str:
    letter, colon, more = text.partition(":")
    if letter.strip() == "X" and "butler" in more.lower():
        return "Butler"
    name = FORMS.get(letter.strip(), letter.strip())
    return f"{name} ({more.strip()})" if colon and more.strip() else name


def _names(record: GameRecord, text: str) -> GameRecord:
    """`North+South:West+East:room or table`."""
    parts = [*text.split(":"), "", "", ""]
    (north, south), (west, east) = (([*pair.split("+"), ""])[:2] for pair in parts[:2])
    place = parts[2].strip()
    room = {"O": "Open", "C": "Closed"}.get(place, "")
    players = tuple(name.strip() for name in (north, east, south, west))
    return record.with_(players=players, room=room, table="" if room else place)


_WORD = re.compile(r"([1-7](?:NT?|[CDHS])|[PXRAY])((?:[*!?]|\^\d|=\d)*)", re.IGNORECASE)


def _auction(entry: Entry, record: GameRecord, board: Board) -> GameRecord:
    text = _text(entry, "A")
    number = record.board
    dealer = dealer_of_board(number) if number else None
    vulnerability = Vulnerability.for_board(number) if number else None
    head = re.match(r"^([NESW])([ZNEB?]?):?", text)
    if head:
        dealer = Seat.parse(head[1])
        vulnerability = Vulnerability[VULNERABLE[head[2]]] if head[2] in VULNERABLE else vulnerability
        text = text[head.end() :]
    record = record.with_(dealer=dealer, vulnerability=vulnerability)
    calls: list[Call] = []
    notes: list[CallNote] = []
    place = 0
    clean = re.sub(r"[\s:;]", "", text)
    while place < len(clean):
        found = _WORD.match(clean, place)
        if found is None:
            board.warn("auction", f"{clean[place : place + 6]!r} is no call", "the rest is left out", _line(entry, "A"))
            break
        place = found.end()
        word, marks = found[1].upper(), found[2]
        if word == "Y":
            break
        if word == "A":
            calls += _all_pass(dealer, calls)
        else:
            calls.append(Call.parse({"R": "XX"}.get(word, word)))
        _note(marks, len(calls) - 1, entry, notes)
    return record.with_(calls=checked_calls(dealer, calls, board, _line(entry, "A")), notes=tuple(notes))


def _all_pass(dealer: Seat | None, calls: list[Call]) -> list[Call]:
    """The passes that end the auction: four at its start, else those that are still missing."""
    start = dealer or Seat.NORTH
    added: list[Call] = []
    while not Auction(start, (*calls, *added)).is_over and len(added) < 4:
        added.append(PASS)
    return added


def _note(marks: str, index: int, entry: Entry, notes: list[CallNote]) -> None:
    if not marks:
        return
    texts = [entry.notes.get(("A", digit), "") for digit in re.findall(r"[\^=](\d)", marks)]
    text = "; ".join(part for part in texts if part)
    mark = "".join(re.findall(r"[!?]", marks))
    notes.append(CallNote(index, text, alerted="*" in marks or bool(text), mark=mark))


def _contract(entry: Entry, board: Board) -> Contract | None:
    text = _text(entry, "C")
    if not text or text == "?":
        return None
    parts = [part.strip() for part in text.split(":")]
    contract = parts[0].upper()
    contract = re.sub(r"R$", "XX", contract)
    try:
        return Contract.parse(" ".join([contract, *parts[1:2]]).strip())
    except AdjudicatorError as fault:
        board.warn("contract", "; ".join(p.message for p in fault.problems), "it is left out", _line(entry, "C"))
        return None


def _play(entry: Entry, record: GameRecord, board: Board) -> GameRecord:
    text = _text(entry, "P")
    if not text:
        return record
    rows: list[list[Card | None]] = []
    for number, trick in enumerate(re.split(r"[:;]", text), start=1):
        cards = _trick(trick)
        if cards is None:
            board.warn("play", f"trick {number}: {trick!r} are no cards", "the rest is left out", _line(entry, "P"))
            break
        if cards:
            rows.append(cards)
    contract = record.contract
    leader = contract.leader if contract is not None else None
    stated = [part.strip() for part in _text(entry, "C").split(":")]
    if len(stated) > 2 and stated[2] in "NESW" and stated[2]:
        leader = Seat.parse(stated[2])
    return settle_play(record, rows, leader, board, _line(entry, "P"))


def _trick(text: str) -> list[Card | None] | None:
    """The cards of one trick in the order played; a rank alone is of the suit led."""
    clean = re.sub(r"[!?*\s]|[\^=]\d", "", text).upper().replace("10", "T")
    found = re.findall(r"([CDHS]?)([AKQJT2-9])", clean)
    if "".join(suit + rank for suit, rank in found) != clean:
        return None
    led: Suit | None = None
    cards: list[Card | None] = []
    for letter, rank in found:
        suit = Suit.parse(letter) if letter else led
        if suit is None:
            return None
        led = suit if led is None else led
        cards.append(Card.parse(suit.letter + rank))
    return cards


def _result(entry: Entry, record: GameRecord, board: Board) -> GameRecord:
    """Tricks and score; the score is taken for declarer's side or for North-South, whichever fits the
    result.
    """
    found = re.match(r"^(\d{1,2})?\s*([+-]\s*\d{1,5}(?!\d))?", _text(entry, "R"))
    tricks = int(found[1]) if found and found[1] else None
    if tricks is not None and tricks > 13:
        board.warn("result", f"{tricks} tricks", "they are left out", _line(entry, "R"))
        tricks = None
    record = settle_tricks(record.with_(tricks=tricks), board)
    if found is None or not found[2]:
        return record
    stated = int(found[2].replace(" ", ""))
    result, vulnerability = record.result, record.vulnerability
    try:
        computed = result.score_ns(vulnerability) if result is not None and vulnerability is not None else None
    except AdjudicatorError:
        computed = None
    if computed is not None and abs(computed) == abs(stated):
        stated = computed
    record = record.with_(score_ns=stated)
    doubt_score(record, board)
    return record
