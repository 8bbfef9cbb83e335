"""`adjudicator check formats`: readers and writers held against an independent reading of the same files.

Give any game records and result files, and perhaps an `expected.json`: for each file name what an independent script
found (counts of tags or commands, and for each board contract, calls, cards, tricks replayed by card ownership).
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudicator.bridge import AdjudicatorError, Problem
from adjudicator.checks import CheckReport
from adjudicator.formats import FieldReading, GameRecord, format_module, sniff, sniff_field
from adjudicator.formats.lin_text import split_pairs
from adjudicator.formats.pbn_text import split_games
from adjudicator.formats.playrows import replay
from adjudicator.formats.textfile import read_text

WRITERS = {"pbn": "pbn", "lin": "lin", "bbo": "bbo"}
NOTHING = (None, "", "?", "-")


@dataclass
class Tally:
    """What has been found over all files."""

    figures: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    not_compared: set[str] = field(default_factory=set)

    def compare(self, place: str, key: str, expected: object, found: object) -> None:
        """Hold one value against what is expected."""
        self.figures["compared"] += 1
        if expected != found:
            self.figures["mismatches"] += 1
            self.failures.append(f"{place}: {key} is {found!r}, expected {expected!r}")


def run(paths: list[Path], *, limit: int | None, seed: int) -> CheckReport:
    """Read, write and read again every file; `limit` draws so many files."""
    tables = [path for path in paths if path.suffix == ".json" and not _is_results(path)]
    files = [path for path in paths if path not in tables]
    expected: dict[str, Any] = {}
    for path in tables:
        expected.update(_read_table(path))
    if limit is not None and limit < len(files):
        files = sorted(random.Random(seed).sample(files, limit))
    if not files:
        raise AdjudicatorError(Problem("no game record is given", "name the files, and expected.json beside them"))
    tally = Tally()
    for path in files:
        _check_file(path, expected.get(path.name), tally)
    keys = (
        "files",
        "read",
        "results",
        "problems",
        "errors",
        "round_trips",
        "round_trips_failed",
        "compared",
        "mismatches",
    )
    figures: dict[str, Any] = {key: tally.figures[key] for key in keys}
    figures["not_compared"] = sorted(tally.not_compared)
    return CheckReport(figures, tally.failures)


def _is_results(path: Path) -> bool:
    text, problems = read_text(path)
    return not problems and sniff_field(text, path.name) == "bridgemate"


def _read_table(path: Path) -> dict[str, Any]:
    try:
        table = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as failure:
        raise AdjudicatorError(Problem(f"no table of expectations: {failure}", "give valid JSON", str(path))) from None
    if not isinstance(table, dict):
        raise AdjudicatorError(Problem("a table of expectations has one entry a file name", "", str(path)))
    return table


def _check_file(path: Path, expected: Mapping[str, Any] | None, tally: Tally) -> None:
    tally.figures["files"] += 1
    text, problems = read_text(path)
    kind = "" if problems else sniff(text, path.name)
    if kind:
        _check_records(kind, text, path.name, expected or {}, tally)
    elif not problems and (found := sniff_field(text, path.name)):
        _check_results(found, text, path.name, expected or {}, tally)
    else:
        reason = problems[0].message if problems else "this is no record that can be read"
        tally.figures["errors"] += 1
        tally.failures.append(f"{path.name}: {reason}")


def _check_records(kind: str, text: str, name: str, expected: Mapping[str, Any], tally: Tally) -> None:
    reading = format_module(kind).read(text, name)
    records = reading.records
    tally.figures["read"] += len(records)
    tally.figures["problems"] += len(reading.problems)
    tally.figures["errors"] += len(reading.errors)
    if kind in WRITERS:
        _check_round_trip(kind, records, name, tally)
    for key, value in expected.items():
        if key == "games":
            tally.compare(name, "boards", len(value), len(records))
            for number, (record, game) in enumerate(zip(records, value, strict=False), start=1):
                _check_game(record, game, f"{name} game {number}", tally)
        elif key == "counts" and kind in COUNTERS:
            counts = COUNTERS[kind](text)
            tally.compare(name, "counts", value, {label: counts[label] for label in value})
        elif key == "labels" and kind == "rbn":
            tally.compare(name, "labels", value, format_module("rbn").labels(text))
        else:
            tally.not_compared.add(key)


def _check_round_trip(kind: str, records: tuple[GameRecord, ...], name: str, tally: Tally) -> None:
    module = format_module(WRITERS[kind])
    if kind == "lin" and any(record.room for record in records):
        return  # the list of results of a match adds boards that were not shown
    again = module.read(module.write(records), name).records
    if again == records:
        tally.figures["round_trips"] += len(records)
        return
    wrong = sum(one != other for one, other in zip(records, again, strict=False)) + abs(len(records) - len(again))
    tally.figures["round_trips_failed"] += wrong
    tally.failures.append(f"{name}: {wrong} boards differ after writing and reading")


def _count_tags(text: str) -> Counter[str]:
    games, _ = split_games(text)
    return Counter(tag.name for game in games for tag in game.tags)


def _count_commands(text: str) -> Counter[str]:
    return Counter(pair.command for pair in split_pairs(text))


COUNTERS: dict[str, Callable[[str], Counter[str]]] = {"pbn": _count_tags, "lin": _count_commands}


def _denomination(record: GameRecord) -> str | None:
    return None if record.contract is None else record.contract.short.replace("NT", "N")


def _letter(seat: Any) -> str | None:
    return None if seat is None else str(seat.letter)


GAME_KEYS: dict[str, Callable[[GameRecord], object]] = {
    "board": lambda record: None if record.board is None else str(record.board),
    "room": lambda record: record.room,
    "dealer": lambda record: _letter(record.dealer),
    "calls": lambda record: len(record.calls),
    "cards": lambda record: len(record.play),
    "alert_marks": lambda record: sum(note.alerted for note in record.notes),
    "explanations": lambda record: sum(bool(note.text) for note in record.notes),
    "hands_ok": lambda record: record.deal is not None,
    "contract": _denomination,
    "declarer": lambda record: _letter(record.declarer),
    "declarer_tricks": lambda record: record.tricks,
}


def _check_game(record: GameRecord, game: Mapping[str, Any], place: str, tally: Tally) -> None:
    counted = replay(record.deal, record.contract, record.play)
    for key, value in game.items():
        if key in GAME_KEYS:
            found = GAME_KEYS[key](record)
            if key == "contract" and isinstance(value, str):
                value = value.upper().replace("NT", "N")
            tally.compare(place, key, _plain(value, key), _plain(found, key))
        elif key in ("tricks_replayed", "complete_tricks"):
            if value is not None:
                tally.compare(place, key, value, None if counted is None else counted[key == "complete_tricks"])
        elif key == "result_tag":
            _check_result_tag(record, value, place, tally)
        elif key == "mc":
            if value is not None:
                tally.compare(place, key, value, record.tricks)
        elif key == "deal_inherited":
            if value:
                tally.compare(place, key, True, record.deal is not None)
        else:
            tally.not_compared.add(key)


def _plain(value: object, key: str) -> object:
    """Board numbers are compared as text, everything unknown as None."""
    if value in NOTHING:
        return None
    return str(value) if key == "board" else value


def _check_result_tag(record: GameRecord, value: object, place: str, tally: Tally) -> None:
    digits = re.fullmatch(r"\d+", str(value).strip())
    if digits:
        tally.compare(place, "result_tag", int(digits.group()), record.tricks)


def _check_results(kind: str, text: str, name: str, expected: Mapping[str, Any], tally: Tally) -> None:
    reading: FieldReading = format_module(kind).read(text, name)
    tally.figures["results"] += len(reading.records)
    tally.figures["problems"] += len(reading.problems)
    tally.figures["errors"] += len(reading.errors)
    found = _result_figures(reading, text)
    for key, value in expected.items():
        if key in found:
            tally.compare(name, key, value, found[key])
        else:
            tally.not_compared.add(key)


def _result_figures(reading: FieldReading, text: str) -> dict[str, object]:
    """The figures of a file of results as the table of expectations names them."""
    event_type = re.search(r'EVENT_TYPE\s*=\s*"([^"]*)"', text)
    lines = reading.records
    figures: dict[str, object] = {
        "boards_with_results": len(reading.boards),
        "traveller_lines": len(lines),
        "artificial": sorted({line.artificial for line in lines if line.artificial}),
        "no_contract": sum(line.result is None for line in lines),
        "no_lead": sum(line.lead is None for line in lines),
        "passed_out": sum(line.result is not None and line.result.contract.is_passed_out for line in lines),
    }
    if event_type:
        figures["event_type"] = event_type.group(1)
    for key in ("pairs", "hands"):
        value = getattr(reading, key, None)
        if value is not None:
            figures[key] = value if isinstance(value, int) else len(value)
    return figures
