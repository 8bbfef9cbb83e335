"""Writing Richard Pavlicek's notation: one line a label."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.bridge import Contract, Seat
from adjudicator.formats.records import GameRecord

VULNERABLE = {"Z": "NONE", "N": "NS", "E": "EW", "B": "BOTH"}
FORMS = {
    "I": "IMP teams", "B": "BAM", "T": "total points", "X": "cross-IMPs", "M": "matchpoints",
    "N": "instant matchpoints", "R": "rubber", "C": "Chicago", "A": "Cavendish", "P": "plus or fishfood",
}  # fmt: skip


def write(records: Iterable[GameRecord]) -> str:
    """RBN text of the records: names, board, hands, auction, contract, play and result."""
    return "\n\n".join(_write_one(record) for record in records) + "\n"


def _write_one(record: GameRecord) -> str:
    north, east, south, west = record.players
    place = {"Open": "O", "Closed": "C"}.get(record.room, record.table)
    vulnerable = {name: letter for letter, name in VULNERABLE.items()}
    mark = vulnerable[record.vulnerability.name] if record.vulnerability else "?"
    form = {name: letter for letter, name in FORMS.items()}.get(record.scoring, record.scoring)
    names = f"{north}+{south}:{west}+{east}" + (f":{place}" if place else "")
    contract = record.contract
    values = {
        "D": record.date.replace(".", ""),
        "T": record.tag("Title"),
        "L": record.site,
        "E": record.event,
        "F": form,
        "S": record.round,
        "K": f"{record.home_team}:{record.away_team}" if record.home_team or record.away_team else "",
        "N": names if any(record.players) or place else "",
        "B": str(record.board or ""),
        "H": _hands_text(record),
        "A": f"{record.dealer.letter}{mark}:{_calls_text(record)}" if record.dealer else "",
        "C": "" if contract is None else _contract_text(contract),
        "P": _play_text(record),
        "R": _result_text(record),
    }
    lines = [f"{label} {value}" for label, value in values.items() if value]
    notes = [note for note in record.notes if note.text][:9]
    at = next((i for i, line in enumerate(lines) if line.startswith("A ")), len(lines) - 1) + 1
    numbered = [f"{i} {note.text}" for i, note in enumerate(notes, start=1)]
    prose = ["{" + text.replace("\n", " ").strip("{}") + "}" for text in record.comments]
    return "\n".join([*lines[:at], *numbered, *lines[at:], *prose])


def _hands_text(record: GameRecord) -> str:
    if not any(record.hands):
        return ""
    order = [Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH]
    return "W:" + ":".join(hand.text if (hand := record.hands[seat]) is not None else "" for seat in order)


def _calls_text(record: GameRecord) -> str:
    numbers = {note.index: i for i, note in enumerate((n for n in record.notes if n.text), start=1) if i < 10}
    words = []
    for index, call in enumerate(record.calls):
        word = {"XX": "R"}.get(str(call), str(call).replace("NT", "N"))
        note = record.note_of(index)
        alerted = "*" if note is not None and note.alerted and index not in numbers else ""
        number = f"^{numbers[index]}" if index in numbers else ""
        words.append(word + alerted + number + (note.mark if note is not None else ""))
    return ":".join("".join(words[i : i + 4]) for i in range(0, len(words), 4))


def _contract_text(contract: Contract) -> str:
    if contract.is_passed_out:
        return "P"
    short = contract.short.replace("NT", "N")
    short = short[:-2] + "R" if contract.doubling == 2 else short
    return f"{short}:{contract.declarer.letter}" if contract.declarer is not None else short


def _play_text(record: GameRecord) -> str:
    tricks = []
    for i in range(0, len(record.play), 4):
        led = record.play[i].suit
        parts = [
            str(card) if card.suit != led or j == 0 else str(card)[1] for j, card in enumerate(record.play[i : i + 4])
        ]
        tricks.append("".join(parts))
    return ":".join(tricks)


def _result_text(record: GameRecord) -> str:
    if record.tricks is None or record.contract is None or record.contract.is_passed_out:
        return ""
    return f"{record.tricks}{record.score_ns:+d}" if record.score_ns is not None else str(record.tricks)
