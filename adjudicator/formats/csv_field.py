"""The field of results as a table of text: CSV with commas, semicolons, tabs, bars or blanks, from any scoring
program.

The heading line tells which column is which; the names of programs in use are understood, and lines above it are
passed over.  A file with scores alone, one a line, is a field as well.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from adjudicator.bridge import AdjudicatorError, Problem, Vulnerability
from adjudicator.formats.field import (
    FieldReading,
    FieldResult,
    is_artificial,
    is_blank,
    read_card,
    read_points,
    read_result,
    read_score,
    read_seat,
    read_whole,
    seat_letter,
    settle_score,
    vulnerability_of,
)
from adjudicator.formats.textfile import decode

_NAMES: dict[str, tuple[str, ...]] = {
    "board": ("board", "bd", "boardnumber", "boardno", "deal", "brd", "сдача"),
    "ns": ("ns", "nspair", "pairns", "pairidns", "nspairnumber", "nsno", "nspairno", "northsouth"),
    "ew": ("ew", "ewpair", "pairew", "pairidew", "ewpairnumber", "ewno", "ewpairno", "eastwest"),
    "contract": ("contract", "bid", "контракт"),
    "declarer": ("declarer", "by", "playedby", "decl", "dec"),
    "tricks": ("tricks", "result", "made", "res", "trickstaken"),
    "lead": ("lead", "openinglead", "ld"),
    "score": ("score", "scorens", "nsscore", "ns+", "nsplus", "points", "totalpoints", "result(ns)", "очки"),
    "score_ew": ("scoreew", "ewscore", "ew+", "ewplus"),
    "points_ns": (
        "nsmp",
        "mpns",
        "nsmatchpoints",
        "nspoints",
        "nsimps",
        "impns",
        "nsimp",
        "ns%",
        "percentagens",
        "nspct",
    ),
    "points_ew": (
        "ewmp",
        "mpew",
        "ewmatchpoints",
        "ewpoints",
        "ewimps",
        "impew",
        "ewimp",
        "ew%",
        "percentageew",
        "ewpct",
    ),
    "section": ("section", "sec"),
    "table": ("table", "tbl"),
    "round": ("round", "rnd"),
    "vulnerability": ("vul", "vulnerable", "vulnerability"),
    "count": ("count", "frequency", "freq", "times", "multiplicity", "number", "n"),
}
_WIDE = 10_000


def sniff(data: str | bytes, name: str = "") -> bool:
    """Whether the heading names at least a score or a contract, or every line is a score."""
    text = data[:20_000].decode("latin-1") if isinstance(data, bytes) else data[:20_000]
    if "<" in text[:200] or re.search(r'^\s*\[\w+ "', text, re.MULTILINE):
        return False
    lines = _lines(text)
    if not lines:
        return False
    return _layout(lines) is not None or all(_bare(line) for _, line in lines[:20])


def read(data: str | bytes, name: str = "") -> FieldReading:
    """Every line as a result of the field, and every problem; a bad line loses only itself."""
    text, problems = decode(data, name) if isinstance(data, bytes) else (data, ())
    if not text.strip():
        return FieldReading(problems=problems or (Problem("the file is empty", "give results", name),))
    found = list(problems)
    lines = _lines(text)
    layout = _layout(lines)
    if layout is None and lines and _bare(lines[0][1]):
        layout = _Layout(0, ",", {0: "score"})
    if layout is None:
        text = f"no column is named score or contract in {lines[0][1][:80]!r}" if lines else "the file has no results"
        found.append(Problem(text, "name the columns, such as board,ns,ew,contract,declarer,tricks,score", name, 1))
        return FieldReading(problems=tuple(found))
    records: list[FieldResult] = []
    for number, line in lines[layout.first :]:
        try:
            row = _split(line, layout.delimiter)
        except csv.Error as fault:
            found.append(Problem(str(fault), "the line is left out", name, number))
            continue
        cells = {layout.heading[i]: cell.strip() for i, cell in enumerate(row) if i in layout.heading}
        if any(cells.values()):
            records += _line(cells, name, number, found)
    return FieldReading(tuple(records), tuple(found))


@dataclass(frozen=True)
class _Layout:
    """Where the results begin (a place in the list of lines), what separates cells, and the columns' names."""

    first: int
    delimiter: str
    heading: dict[int, str]


#: One character, or a pattern for tables set with blanks.
_DELIMITERS = (",", ";", "\t", "|", r"\s{2,}", r"\s+", ":")
_ABOVE = 12  # lines searched for the heading


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines that say something, with their numbers; a comment begins with #, a spreadsheet's hint with sep=."""
    numbered = enumerate(text.replace("\r\n", "\n").split("\n"), start=1)
    hint = re.compile(r"^\s*sep=.?\s*$", re.IGNORECASE)
    return [(n, line) for n, line in numbered if line.strip() and not line.startswith("#") and not hint.match(line)]


def _layout(lines: list[tuple[int, str]]) -> _Layout | None:
    """The first line that names a score or a contract, read with the separator that names most columns."""
    for place, (_, line) in enumerate(lines[:_ABOVE]):
        if len(line) > _WIDE:
            continue
        read = ((delimiter, _split(line, delimiter)) for delimiter in _DELIMITERS)
        delimiter, cells = max(read, key=lambda pair: len(_heading(pair[1])))
        heading = _heading(cells)
        prose = len(heading) < 2 or 2 * len(heading) < len(cells)  # a sentence may well say "score"
        if prose and (place or delimiter not in ",;\t|"):
            continue
        if {"score", "contract", "score_ew"} & set(heading.values()):
            return _Layout(place + 1, delimiter, heading)
    return None


def _split(line: str, delimiter: str) -> list[str]:
    """One line as cells; no cell runs on into the next line, so a quote left open costs one line at most."""
    if len(delimiter) > 1:
        return re.split(delimiter, line.strip())
    return next(csv.reader([line], delimiter=delimiter), [])


def _heading(row: list[str]) -> dict[int, str]:
    """Column number to the name used here; names are compared without case, blanks and signs."""
    found: dict[int, str] = {}
    for index, cell in enumerate(row):
        key = re.sub(r"[^\w%+()]|_", "", cell.strip().lower())
        for name, spellings in _NAMES.items():
            if key in spellings and name not in found.values():
                found[index] = name
    return found


def _bare(line: str) -> bool:
    return read_score(line) is not None


def _line(cells: Mapping[str, str], name: str, number: int, problems: list[Problem]) -> list[FieldResult]:
    board = cells.get("board", "") or "1"
    place = Problem("", "", name, number, f"board {board}")
    contract, score_text = cells.get("contract", ""), cells.get("score", "")
    artificial = next((t for t in (score_text, contract, cells.get("score_ew", "")) if is_artificial(t)), "")
    result = None
    vulnerability = vulnerability_of(board) if "board" in cells else None
    try:
        if not is_blank(cells.get("vulnerability")):
            vulnerability = Vulnerability.parse(cells["vulnerability"])
        if not artificial:
            result = read_result(contract, read_seat(cells.get("declarer", "")), cells.get("tricks", ""))
    except AdjudicatorError as fault:
        text = "; ".join(problem.message for problem in fault.problems)
        problems.append(Problem(text, "the score is kept", name, number, place.field, "warning"))
    ns, ew = read_score(score_text), read_score(cells.get("score_ew"))
    stated = ns if ns is not None else -ew if ew is not None else None
    score, warnings = settle_score(None if artificial else stated, result, vulnerability, place)
    problems += warnings
    if score is None and not artificial:
        problems.append(Problem("no score and no result", "the line is left out", name, number, place.field))
        return []
    one = FieldResult(
        board, cells.get("ns", ""), cells.get("ew", ""), result, score, read_card(cells.get("lead")), artificial,
        read_points(cells.get("points_ns")), read_points(cells.get("points_ew")), cells.get("section", ""),
        cells.get("table", ""), cells.get("round", ""), file=name, line=number,
    )  # fmt: skip
    times = 1 if is_blank(cells.get("count")) else read_whole(cells.get("count"))
    if times is None or not 0 <= times <= _WIDE:
        problems.append(
            Problem(f"count {cells['count']!r}", "one table is taken", name, number, place.field, "warning")
        )
        times = 1
    return [one] * times


def write(records: Iterable[FieldResult]) -> str:
    """CSV with a heading: board, pairs, contract, declarer, tricks, lead, score and points."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["board", "ns", "ew", "contract", "declarer", "tricks", "lead", "score", "ns mp", "ew mp"])
    for record in records:
        result = record.result
        played = result is not None and result.contract.level > 0
        writer.writerow([
            record.board, record.ns, record.ew,
            "" if result is None else result.contract.short,
            seat_letter(result.contract.declarer) if played and result is not None else "",
            result.tricks if played and result is not None else "",
            "" if record.lead is None else str(record.lead),
            record.artificial or ("" if record.score_ns is None else record.score_ns),
            _figure(record.points_ns),
            _figure(record.points_ew),
        ])  # fmt: skip
    return out.getvalue()


def _figure(points: Fraction | None) -> str:
    return "" if points is None else f"{float(points):.4f}".rstrip("0").rstrip(".")
