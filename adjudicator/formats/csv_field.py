"""The field of results as a table of text: CSV with commas, semicolons or tabs, from any scoring program.

The heading line tells which column is which; the names of programs in use are understood.  A file with
scores alone, one a line, is a field as well.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
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
    rows = _rows(text)
    if not rows:
        return False
    heading = _heading(rows[0])
    return bool({"score", "contract", "score_ew"} & set(heading.values())) or all(_bare(row) for row in rows[:20])


def read(data: str | bytes, name: str = "") -> FieldReading:
    """Every line as a result of the field, and every problem; a bad line loses only itself."""
    text, problems = decode(data, name) if isinstance(data, bytes) else (data, ())
    if not text.strip():
        return FieldReading(problems=problems or (Problem("the file is empty", "give results", name),))
    found = list(problems)
    rows = _rows(text)
    heading = _heading(rows[0])
    if not {"score", "contract", "score_ew"} & set(heading.values()):
        if not _bare(rows[0]):
            text = f"no column is named score or contract in {', '.join(rows[0])[:80]!r}"
            found.append(Problem(text, "name the columns, such as board,ns,ew,contract,declarer,tricks,score", name, 1))
            return FieldReading(problems=tuple(found))
        rows, heading = [["score"], *rows], {0: "score"}
    records: list[FieldResult] = []
    offset = 0 if rows[0] == ["score"] else 1
    for number, row in enumerate(rows[1:], start=1 + offset):
        cells = {heading[i]: cell.strip() for i, cell in enumerate(row) if i in heading}
        if any(cells.values()):
            records += _line(cells, name, number, found)
    return FieldReading(tuple(records), tuple(found))


def _rows(text: str) -> list[list[str]]:
    lines = [line for line in text.replace("\r\n", "\n").split("\n") if line.strip() and not line.startswith("#")]
    if not lines:
        return []
    delimiter = max(",;\t|", key=lines[0].count)
    return [row for row in csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter) if row]


def _heading(row: list[str]) -> dict[int, str]:
    """Column number to the name used here; names are compared without case, blanks and signs."""
    found: dict[int, str] = {}
    for index, cell in enumerate(row):
        key = re.sub(r"[^\w%+()]|_", "", cell.strip().lower())
        for name, spellings in _NAMES.items():
            if key in spellings and name not in found.values():
                found[index] = name
    return found


def _bare(row: list[str]) -> bool:
    return len(row) == 1 and read_whole(row[0]) is not None


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
    ns, ew = read_whole(score_text), read_whole(cells.get("score_ew"))
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
