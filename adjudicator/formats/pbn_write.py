"""Writing PBN 2.1 in export form: tags in the standard's order, one trick a row, columns from the opening leader."""

from __future__ import annotations

import re
from collections.abc import Iterable

from adjudicator.bridge import Card, Contract, Seat, trick_winner
from adjudicator.formats.pbn_text import escape
from adjudicator.formats.records import GameRecord

HEADER = "% PBN 2.1\n% EXPORT\n%Content-type: text/x-pbn; charset=UTF-8\n"
CALL_TEXT = {"P": "Pass", "X": "X", "XX": "XX"}


def write(records: Iterable[GameRecord]) -> str:
    """All records as one PBN text."""
    return HEADER + "\n".join(write_game(record) for record in records)


def write_game(record: GameRecord) -> str:
    """One record, ended by a line break.

    Tags that every reader expects are written even when they are not known, so that nothing is taken over
    from the board before.
    """
    lines = [
        tag("Event", record.event),
        tag("Site", record.site),
        tag("Date", record.date),
        tag("Board", "" if record.board is None else str(record.board)),
        *(tag(seat.name.capitalize(), record.players[seat]) for seat in (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)),
        tag("Dealer", "" if record.dealer is None else record.dealer.letter),
        tag("Vulnerable", "" if record.vulnerability is None else _vulnerable(record)),
        tag("Deal", _deal(record)),
        tag("Scoring", record.scoring),
        *_result(record),
        *_optional(record),
        *_comments(record),
        *_auction(record),
        *_play(record),
        *(line for name, value in record.tags for line in _other(name, value)),
    ]
    return "\n".join(lines) + "\n"


def tag(name: str, value: str) -> str:
    return f'[{name} "{escape(value)}"]'


def _vulnerable(record: GameRecord) -> str:
    text = record.vulnerability.text if record.vulnerability is not None else ""
    return "All" if text == "Both" else text


def _deal(record: GameRecord) -> str:
    if not any(record.hands):
        return ""
    return "N:" + " ".join("-" if hand is None else hand.text for hand in record.hands)


def _result(record: GameRecord) -> list[str]:
    contract = record.contract
    declarer = "" if contract is None or contract.declarer is None else contract.declarer.letter
    lines = [
        tag("Declarer", declarer),
        tag("Contract", "" if contract is None else contract.short),
        tag("Result", "" if record.tricks is None else str(record.tricks)),
    ]
    if record.score_ns is not None:
        lines.append(tag("Score", f"NS {record.score_ns}"))
    return lines


def _optional(record: GameRecord) -> list[str]:
    named = (
        ("HomeTeam", record.home_team),
        ("VisitTeam", record.away_team),
        ("Room", record.room),
        ("Round", record.round),
        ("Section", record.section),
        ("Table", record.table),
    )
    lines = [tag(name, value) for name, value in named if value]
    if record.lead is not None and (not record.play or _leader(record) is None):
        lines.append(tag("OpeningLead", str(record.lead)))
    return lines


def _comments(record: GameRecord) -> list[str]:
    return ["{" + comment.replace("{", "(").replace("}", ")") + "}" for comment in record.comments]


def _auction(record: GameRecord) -> list[str]:
    if not record.calls:
        return []
    numbers: dict[str, int] = {}
    words: list[str] = []
    for index, call in enumerate(record.calls):
        word = CALL_TEXT.get(str(call), str(call))
        note = record.note_of(index)
        if note is not None and note.mark:
            word += " " + note.mark
        if note is not None and (note.text or (note.alerted and "!" not in note.mark)):
            word += f" ={numbers.setdefault(note.text, len(numbers) + 1)}="
        words.append(word)
    rows = [" ".join(words[start : start + 4]) for start in range(0, len(words), 4)]
    if not record.auction_complete:
        rows.append("*")
    notes = [tag("Note", f"{number}:{text}") for text, number in numbers.items()]
    return [tag("Auction", "" if record.dealer is None else record.dealer.letter), *rows, *notes]


def _play(record: GameRecord) -> list[str]:
    contract, leader = record.contract, _leader(record)
    if not record.play or leader is None:
        return []
    if contract is None:
        rows = [" ".join(map(str, record.play[:4]))]  # who won the first trick is not known
    else:
        rows = [" ".join(row) for row in play_table(record.play, contract, leader)]
    if len(record.play) < 52:
        rows.append("*")
    return [tag("Play", leader.letter), *rows]


def _leader(record: GameRecord) -> Seat | None:
    """Who led: it follows from the contract, else from the hand that held the card."""
    contract, deal = record.contract, record.deal
    if contract is not None and contract.leader is not None:
        return contract.leader
    return deal.owner(record.play[0]) if contract is None and deal is not None and record.play else None


def play_table(cards: tuple[Card, ...], contract: Contract, first: Seat) -> list[list[str]]:
    """The cards as rows of tricks; the columns are the seats from the opening leader."""
    rows, leader = [], first
    for start in range(0, len(cards), 4):
        trick = cards[start : start + 4]
        row = ["- "] * 4
        for turn, card in enumerate(trick):
            row[(leader.after(turn) - first) % 4] = str(card)
        rows.append(row)
        if len(trick) == 4:
            leader = trick_winner(trick, leader, contract.trump)
    return rows


def _other(name: str, value: str) -> list[str]:
    head, *rows = value.split("\n")
    return [tag(re.sub(r"\W", "", name), head), *(row for row in rows if row.strip())]
