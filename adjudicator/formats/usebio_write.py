"""The writing half of USEBIO: one adjusted traveller line in an existing file, or a small file from results."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any
from xml.sax.saxutils import escape, unescape

from adjudicator.bridge import AdjudicatorError, Problem
from adjudicator.formats.field import FieldResult

#: Kinds of points that a traveller line may hold, each with NS_ or EW_ before it.
POINTS = ("MATCH_POINTS", "CROSS_IMP_POINTS", "BUTLER_POINTS", "IMPS", "IMP_POINTS", "POINTS", "VICTORY_POINTS")


def blocks(text: str, tag: str) -> Iterator[tuple[int, str]]:
    """Each element of that name with its place in the text; one that is never closed is passed over."""
    opening, closing = re.compile(rf"<{tag}(?=[\s>])"), re.compile(rf"</{tag}\s*>")
    place = 0
    while (end := closing.search(text, place)) is not None:
        starts = [found.start() for found in opening.finditer(text, place, end.start())]
        if starts:
            yield starts[-1], text[starts[-1] : end.end()]
        place = end.end()


def write_adjusted(
    text: str,
    board: str | int,
    ns: str,
    *,
    points_ns: Fraction,
    points_ew: Fraction,
    artificial: str = "",
    note: str = "",
) -> str:
    """The same file with one traveller line changed to adjusted points.

    `ns` is the North-South pair of the line.  With `artificial` ("A6040") the contract goes and the score is
    that text; otherwise contract and score stay as they were, since the format has no place for weights.
    `note` becomes a comment that points to the ruling.  Raises `AdjudicatorError` when there is no such line.
    """
    for place, block in blocks(text, "BOARD"):
        if _inner(block, "BOARD_NUMBER").lstrip("0") != str(board).lstrip("0"):
            continue
        for offset, line in blocks(block, "TRAVELLER_LINE"):
            section = _inner(line, "SECTION_ID")
            pair = _inner(line, "NS_PAIR_NUMBER")
            if ns in (name + side for name in (pair, f"{section} {pair}") for side in ("", " NS")):
                changed = _adjusted_line(line, points_ns, points_ew, artificial, note)
                start = place + offset
                return text[:start] + changed + text[start + len(line) :]
    raise AdjudicatorError(
        Problem(f"no line of board {board} has North-South pair {ns}", "check board and pair", field="TRAVELLER_LINE")
    )


def _inner(block: str, tag: str) -> str:
    """The text of the first element of that name, "" when there is none."""
    found = re.search(rf"<{tag}(?:\s[^<>]*)?>\s*([^<]*?)\s*</{tag}\s*>", block)
    return unescape(found[1]) if found is not None else ""


def _adjusted_line(line: str, ns: Fraction, ew: Fraction, artificial: str, note: str) -> str:
    kind = next((kind for kind in POINTS if f"<NS_{kind}>" in line), POINTS[0])
    changed = line
    if artificial:
        for tag in ("CONTRACT", "PLAYED_BY", "LEAD", "TRICKS"):
            changed = re.sub(rf"\s*<{tag}\b[^>]*?(?:/>|>.*?</{tag}\s*>)", "", changed, flags=re.DOTALL)
        changed = _with(changed, "SCORE", escape(artificial))
    changed = _with(changed, f"NS_{kind}", points_text(ns))
    changed = _with(changed, f"EW_{kind}", points_text(ew))
    if note:
        clean = note.replace("--", "- -")
        changed = _before_end(changed, f"<!-- {clean} -->")
    return changed


def _with(line: str, tag: str, value: str) -> str:
    """The line with the element's text replaced, or with the element added at its end."""
    pattern = rf"<{tag}\b[^>]*?(?:/>|>.*?</{tag}\s*>)"
    if re.search(pattern, line, re.DOTALL):
        return re.sub(pattern, lambda _: f"<{tag}>{value}</{tag}>", line, count=1, flags=re.DOTALL)
    return _before_end(line, f"<{tag}>{value}</{tag}>")


def _before_end(line: str, text: str) -> str:
    found = re.search(r"(\s*)</TRAVELLER_LINE\s*>$", line)
    assert found is not None
    inner = re.search(r"\n([ \t]*)<NS_PAIR_NUMBER>", line)
    indent = "\n" + inner[1] if inner else ""
    return line[: found.start()] + indent + text + line[found.start() :]


def points_text(points: Fraction) -> str:
    """Points in at most four decimals, without trailing zeros."""
    text = f"{float(points):.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def write(records: Iterable[FieldResult], *, event: str = "", event_type: str = "PAIRS") -> str:
    """A small USEBIO 1.3 file with the traveller lines of the results."""
    kind = "CROSS_IMP_POINTS" if "IMP" in event_type.upper() else "MATCH_POINTS"
    boards: dict[str, list[FieldResult]] = {}
    for record in records:
        boards.setdefault(record.board, []).append(record)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<USEBIO Version="1.3">', f'<EVENT EVENT_TYPE="{event_type}">']
    if event:
        lines.append(f"  <EVENT_DESCRIPTION>{escape(event)}</EVENT_DESCRIPTION>")
    for board, group in boards.items():
        lines += ["  <BOARD>", f"    <BOARD_NUMBER>{escape(board)}</BOARD_NUMBER>"]
        for record in group:
            values = _values(record, kind)
            lines += ["    <TRAVELLER_LINE>"]
            lines += [f"      <{tag}>{escape(str(value))}</{tag}>" for tag, value in values if value not in (None, "")]
            lines += ["    </TRAVELLER_LINE>"]
        lines.append("  </BOARD>")
    return "\n".join([*lines, "</EVENT>", "</USEBIO>", ""])


def _values(record: FieldResult, kind: str) -> list[tuple[str, Any]]:
    result = record.result
    played = result is not None and result.contract.level > 0
    return [
        ("NS_PAIR_NUMBER", record.ns),
        ("EW_PAIR_NUMBER", record.ew),
        ("CONTRACT", (result.contract.short if played else "PASS") if result is not None else None),
        (
            "PLAYED_BY",
            result.contract.declarer.letter
            if played and result is not None and result.contract.declarer is not None
            else None,
        ),
        ("LEAD", str(record.lead)[::-1] if record.lead is not None else None),
        ("TRICKS", result.tricks if played and result is not None else None),
        ("SCORE", record.artificial or record.score_ns),
        (f"NS_{kind}", None if record.points_ns is None else points_text(record.points_ns)),
        (f"EW_{kind}", None if record.points_ew is None else points_text(record.points_ew)),
    ]
