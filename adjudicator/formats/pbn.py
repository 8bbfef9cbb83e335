"""Portable Bridge Notation 2.1, import and export form.

`read` returns every board it can make sense of and every problem with its line; `write` gives the export
form, and `read(write(records))` is `records`. Order of play is rebuilt from card ownership, never taken from
columns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from adjudicator.bridge import (
    AdjudicatorError,
    Call,
    Card,
    Contract,
    Hand,
    Problem,
    Seat,
    Side,
    Vulnerability,
    dealer_of_board,
)
from adjudicator.formats.callwords import CallList, card_or_none, contract_of, number_in
from adjudicator.formats.checks import (
    Board,
    checked_calls,
    doubt_score,
    settle_contract,
    settle_play,
    settle_tricks,
    whole_hands,
)
from adjudicator.formats.pbn_text import Game, Tag, split_games
from adjudicator.formats.pbn_write import write as write
from adjudicator.formats.records import CallNote, GameRecord, Reading, with_hands

UNKNOWN = frozenset({"", "?", "-"})
TEXT_TAGS = {
    "event": "event",
    "site": "site",
    "date": "date",
    "scoring": "scoring",
    "room": "room",
    "table": "table",
    "round": "round",
    "section": "section",
    "hometeam": "home_team",
    "visitteam": "away_team",
}
INHERITED = ("Deal", "Dealer", "Vulnerable")
USED = frozenset(TEXT_TAGS) | {
    "board", "dealer", "vulnerable", "deal", "auction", "play", "contract", "declarer", "result", "score", "note",
    "north", "east", "south", "west", "openinglead",
}  # fmt: skip


def sniff(text: str, name: str = "") -> bool:
    """Whether the text looks like PBN."""
    return re.search(r'^\s*\[\w+\s+"', text[:20000], re.MULTILINE) is not None


def read(text: str, name: str = "") -> Reading:
    """Every board of a PBN text."""
    games, remarks = split_games(text)
    problems = [Problem(remark, "", name, line, "", "warning") for line, remark in remarks]
    if not games:
        problems.append(Problem("there is no board in this PBN file", "check that it has a Deal or Board tag", name))
    records: list[GameRecord] = []
    before: Game | None = None
    lasting: dict[str, str] = {}
    for game in games:
        inherit(game, before, lasting)
        board = Board(name, game.line, _name_of(game))
        records.append(read_game(game, board))
        problems += board.problems
        before = game
    return Reading(tuple(records), tuple(problems))


def inherit(game: Game, before: Game | None, lasting: dict[str, str]) -> None:
    """Take over values from the game before: "#" says so, and a further table of one board does so silently.

    A value that begins with "##" holds for this game and for all later ones that have no such tag.
    """
    for tag in game.tags:
        if tag.value.startswith("##") and len(tag.value) > 2:
            lasting[tag.name] = tag.value = tag.value[2:]
        elif tag.value.startswith(" #"):
            tag.value = tag.value[1:]
        elif tag.value.startswith("#"):
            earlier = before.find(tag.name) if before is not None else None
            tag.value = earlier.value if earlier else ""
    for name, value in lasting.items():
        if game.find(name) is None:
            game.tags.append(Tag(name, value, game.line or 0))
    if before is None:
        return
    own, earlier_board = game.find("Board"), before.find("Board")
    same = own is None or (earlier_board is not None and own.value == earlier_board.value)
    if not same or game.find("Deal") is not None:
        return
    for name in ("Board", *INHERITED):
        earlier = before.find(name)
        if earlier is not None and game.find(name) is None:
            game.tags.append(Tag(name, earlier.value, game.line or earlier.line))


def read_game(game: Game, board: Board) -> GameRecord:
    """One board at one table."""
    record = GameRecord(
        board=_number(game),
        players=_players(game),
        comments=tuple(comment for comment in game.comments if comment),
        tags=_other_tags(game),
        file=board.file,
        line=game.line,
    )
    texts = {field: _text(game, name) for name, field in TEXT_TAGS.items()}
    record = record.with_(
        **texts,
        dealer=_dealer(game, board, record.board),
        vulnerability=_vulnerability(game, board, record.board),
        hands=_hands(game, board),
    )
    record = _read_auction(game, record, board)
    record = settle_contract(record, _contract(game, board), board)
    record = replace(record, tricks=_tricks(game, record, board), score_ns=_score(game, board))
    record = _read_play(game, record, board)
    record = settle_tricks(record, board)
    doubt_score(record, board)
    return record


def _name_of(game: Game) -> str:
    tag = game.find("Board")
    return f"board {tag.value}" if tag is not None and tag.value else ""


def _value(game: Game, name: str) -> str:
    tag = game.find(name)
    return "" if tag is None or tag.value.strip() in UNKNOWN else tag.value.strip()


def _text(game: Game, name: str) -> str:
    tag = game.find(name)
    return "" if tag is None else tag.value


def _number(game: Game) -> int | None:
    return number_in(_value(game, "Board"))


def _players(game: Game) -> tuple[str, str, str, str]:
    north, east, south, west = (_text(game, seat.name) for seat in Seat)
    return north, east, south, west


def _other_tags(game: Game) -> tuple[tuple[str, str], ...]:
    tags = []
    for tag in game.tags:
        if tag.name.lower() == "note" and tag.section == "Play":
            tags.append(("PlayNote", tag.value))
        elif tag.name.lower() not in USED:
            tags.append((tag.name, "\n".join([tag.value, *(row for _, row in tag.rows)])))
    return tuple(tags)


def _dealer(game: Game, board: Board, number: int | None) -> Seat | None:
    for name in ("Auction", "Dealer"):
        tag = game.find(name)
        text = _value(game, name)
        if tag is not None and text:
            try:
                return Seat.parse(text)
            except AdjudicatorError as failure:
                board.warn(name, str(failure), line=tag.line)
    stated = game.find("Dealer") is not None
    return None if stated or number is None or number < 1 else dealer_of_board(number)


def _vulnerability(game: Game, board: Board, number: int | None) -> Vulnerability | None:
    tag = game.find("Vulnerable")
    if tag is None:
        return None if number is None or number < 1 else Vulnerability.for_board(number)
    text = tag.value.strip()
    if text in {"", "?"}:
        return None
    try:
        return Vulnerability.parse(text)
    except AdjudicatorError as failure:
        board.warn("Vulnerable", str(failure), line=tag.line)
        return None


def _hands(game: Game, board: Board) -> tuple[Hand | None, Hand | None, Hand | None, Hand | None]:
    tag = game.find("Deal")
    text = _value(game, "Deal")
    if tag is None or not text:
        return with_hands({})
    first, colon, rest = text.partition(":")
    words = rest.split()
    if not colon or len(words) > 4:
        step = "write a seat, a colon and four hands"
        board.error("Deal", f"'{text}' is no deal", step, tag.line)
        return with_hands({})
    hands: dict[Seat, Hand] = {}
    try:
        start = Seat.parse(first)
        for turn, word in enumerate(words):
            named, own_colon, cards = word.rpartition(":")
            if cards != "-":
                hands[Seat.parse(named) if own_colon else start.after(turn)] = Hand.parse(cards)
    except AdjudicatorError as failure:
        board.error("Deal", str(failure), "the hands of this board are left out", tag.line)
        return with_hands({})
    return whole_hands(hands, board, "Deal", tag.line)


def _read_auction(game: Game, record: GameRecord, board: Board) -> GameRecord:
    tag = game.find("Auction")
    if tag is None:
        return record
    found = CallList(record.dealer)
    for line, row in tag.rows:
        for word in row.split():
            if not found.take(word):
                board.error("Auction", f"'{word}' is no call", "the auction is kept up to there", line)
                found.finished = True
            if found.finished:
                break
        if found.finished:
            break
    calls = checked_calls(record.dealer, found.calls, board, tag.line)
    texts = {note.value.partition(":")[0].strip(): note.value.partition(":")[2].strip() for note in _notes(game)}
    notes = []
    for index in range(len(calls)):
        mark, references = found.marks.get(index, ""), found.references.get(index, [])
        text = "; ".join(texts[key] for key in references if texts.get(key))
        if mark or references:
            notes.append(CallNote(index, text, "!" in mark or bool(references and not text), mark))
    return replace(record, calls=calls, notes=tuple(notes))


def _notes(game: Game) -> list[Tag]:
    return [tag for tag in game.tags if tag.name.lower() == "note" and tag.section != "Play"]


def _contract(game: Game, board: Board) -> Contract | None:
    tag = game.find("Contract")
    text = _value(game, "Contract")
    if tag is None or not text:
        return None
    try:
        contract = contract_of(text)
    except AdjudicatorError as failure:
        board.error("Contract", str(failure), "the contract is left out", tag.line)
        return None
    declarer = _value(game, "Declarer").lstrip("^")
    if contract.is_passed_out or not declarer or contract.declarer is not None:
        return contract
    try:
        return replace(contract, declarer=Seat.parse(declarer))
    except AdjudicatorError as failure:
        board.warn("Declarer", str(failure), "", tag.line)
        return contract


def _tricks(game: Game, record: GameRecord, board: Board) -> int | None:
    """Declarer's tricks; a result may also be given by side, as in "EW 9"."""
    tag = game.find("Result")
    text = _value(game, "Result").lstrip("^")
    if tag is None or not text or (record.contract is not None and record.contract.is_passed_out):
        return None
    match = re.fullmatch(r"(?:(NS|EW)\s+)?([0-9]{1,2})(?:\s+(?:NS|EW)\s+[0-9]{1,2})?", text.upper())
    tricks = int(match.group(2)) if match else -1
    if not 0 <= tricks <= 13:
        board.error("Result", f"'{text}' is no number of tricks", "write 0 to 13", tag.line)
        return None
    declarer = record.declarer
    if match and match.group(1) and declarer is not None and Side.parse(match.group(1)) is not declarer.side:
        return 13 - tricks
    return tricks


def _score(game: Game, board: Board) -> int | None:
    """Total points for North-South from "NS -420", "EW 140", "NS +90", "-50"; a reading in other units is left out."""
    tag = game.find("Score")
    text = _value(game, "Score")
    if tag is None or not text:
        return None
    match = re.fullmatch(r"(?:(NS|EW)\s*)?([+-]?[0-9]{1,5})(?:\s+(?:NS|EW)\s*[+-]?[0-9]{1,5})?", text.upper())
    if match is None:
        board.warn("Score", f"'{text}' is no score in points", "write such as 'NS -420'", tag.line)
        return None
    points = int(match.group(2))
    return -points if match.group(1) == "EW" else points


def _read_play(game: Game, record: GameRecord, board: Board) -> GameRecord:
    lead = card_or_none(_value(game, "OpeningLead"))
    record = replace(record, lead=lead)
    tag = game.find("Play")
    if tag is None:
        return record
    try:
        leader = Seat.parse(_value(game, "Play")) if _value(game, "Play") else None
    except AdjudicatorError:
        leader = None
    return settle_play(record, _play_rows(tag, board), leader, board, tag.line)


def _play_rows(tag: Tag, board: Board) -> list[Sequence[Card | None]]:
    """The cards by trick: a line is a trick when no line has more than four cards, else every four cards are one."""
    lines: list[list[Card | None]] = []
    for line, row in tag.rows:
        cards: list[Card | None] = []
        for word in row.split():
            if word == "*":
                break
            if re.fullmatch(r"=\d+=|\$\d+|[!?]{1,2}|\^[A-Z]|\+", word):
                continue
            card = None if set(word) <= {"-"} else card_or_none(word.rstrip("!?"))
            if card is None and not set(word) <= {"-"}:
                board.error("Play", f"'{word}' is no card", "the play is kept up to there", line)
                return _tricks_of([*lines, cards])
            cards.append(card)
        lines.append(cards)
    return _tricks_of(lines)


def _tricks_of(lines: list[list[Card | None]]) -> list[Sequence[Card | None]]:
    if all(len(cards) <= 4 for cards in lines):
        return [cards for cards in lines if cards]
    flat = [card for cards in lines for card in cards]
    return [flat[start : start + 4] for start in range(0, len(flat), 4)]


__all__ = ["Call", "read", "sniff", "write"]
