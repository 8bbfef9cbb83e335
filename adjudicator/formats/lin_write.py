"""Writing LIN: a single board (for a link), many boards one a line, or a vugraph match with two rooms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.bridge import Hand, Seat, Vulnerability
from adjudicator.formats.records import GameRecord

ORDER = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
VULNERABLE = {Vulnerability.NONE: "o", Vulnerability.NS: "n", Vulnerability.EW: "e", Vulnerability.BOTH: "b"}
CALLS = {"P": "p", "X": "d", "XX": "r"}


MOST_LISTED = 1000
"""Boards in the list of results; numbers far apart would fill it with nothing."""


def write(records: Iterable[GameRecord]) -> str:
    """All records: one board a line, or a vugraph match when they say in which room they were played."""
    boards = list(records)
    if any(record.room for record in boards):
        return write_match(boards)
    return "".join(write_board(record) + "\n" for record in boards)


def write_board(record: GameRecord) -> str:
    """One record as one line."""
    names = ",".join(clean(record.players[seat]).replace(",", ";") for seat in ORDER)
    return f"pn|{names}|st||{_board(record)}"


def write_match(records: Sequence[GameRecord]) -> str:
    """A match in two rooms: header, results of both rooms, then each board."""
    numbers = sorted({record.board for record in records if record.board is not None})
    first, last = (numbers[0], numbers[-1]) if numbers else (1, 1)
    top = records[0]
    fields = (top.event, top.round, "I", str(first), str(last), top.home_team, "0", top.away_team, "0")
    by_place = {(record.board, record.room[:1].lower()): record for record in records}
    last = min(last, first + MOST_LISTED - 1)
    results = [_listed(by_place.get((board, room))) for board in range(first, last + 1) for room in ("o", "c")]
    header = "vg|" + ",".join(clean(field).replace(",", ";") for field in fields) + "|\n"
    header += f"rs|{','.join(results)}|\npg||\n"
    return header + "".join(_in_room(record) for record in records)


def _in_room(record: GameRecord) -> str:
    room = "c" if record.room.lower().startswith("c") else "o"
    names = [clean(record.players[seat]).replace(",", ";") for seat in ORDER]
    listed = [""] * 4 + names if room == "c" else names
    return f"qx|{room}{record.board or ''}|pn|{','.join(listed)}|st||{_board(record)}\n"


def _board(record: GameRecord) -> str:
    parts = [f"md|{_dealer(record)}{','.join(_hand(record.hands[seat]) for seat in ORDER)}|rh||"]
    parts.append(f"ah|Board {record.board}|" if record.board is not None else "ah||")
    parts.append(f"sv|{VULNERABLE[record.vulnerability] if record.vulnerability is not None else ''}|")
    parts += [f"nt|{clean(comment)}|" for comment in record.comments]
    for index, call in enumerate(record.calls):
        note = record.note_of(index)
        mark = "" if note is None else note.mark or ("!" if note.alerted else "")
        parts.append(f"mb|{CALLS.get(str(call), str(call).replace('NT', 'N'))}{mark}|")
        if note is not None and note.text:
            parts.append(f"an|{clean(note.text)}|")
    parts.append("pg||")
    for number, card in enumerate(record.play):
        parts.append(f"pc|{card}|" + ("pg||" if number % 4 == 3 else ""))
    if record.tricks is not None:
        parts.append(f"mc|{record.tricks}|")
    return "".join(parts)


def _dealer(record: GameRecord) -> str:
    return "0" if record.dealer is None else str(ORDER.index(record.dealer) + 1)


def _hand(hand: Hand | None) -> str:
    if hand is None:
        return ""
    return "".join(f"{suit}{hand.ranks_of(number)[::-1]}" for number, suit in ((3, "S"), (2, "H"), (1, "D"), (0, "C")))


def _listed(record: GameRecord | None) -> str:
    """A result as the list of a match has it: `4HE=`, `4SWx-4`."""
    if record is None or record.contract is None:
        return ""
    contract = record.contract
    if contract.is_passed_out:
        return "PASS"
    if record.tricks is None or contract.declarer is None:
        return ""
    over = record.tricks - contract.target
    denomination = contract.denomination.text[:1]
    doubled = "x" * contract.doubling
    return f"{contract.level}{denomination}{contract.declarer.letter}{doubled}{'=' if over == 0 else f'{over:+d}'}"


def clean(text: str) -> str:
    """Text that cannot be taken for a command."""
    return " ".join(text.replace("|", "/").split())
