"""Game records: readers and writers, one module a format.

Each module has `sniff(text, name)`, `read(text, name)` and, where we write the format, `write(records)`.
Readers return records and problems: one bad board never loses the rest, and nothing that a file holds raises
an exception.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

from adjudicator.bridge import Problem
from adjudicator.formats.field import FieldReading, FieldResult
from adjudicator.formats.records import CallNote, GameRecord, Reading
from adjudicator.formats.textfile import read_text

RECORD_FORMATS = ("bbo", "lin", "pbn", "rbn")
FIELD_FORMATS = ("usebio", "bridgemate", "scoretable", "csv_field")
SUFFIXES = {".pbn": "pbn", ".lin": "lin", ".url": "bbo", ".rbn": "rbn", ".rbx": "rbn"}


def format_module(name: str) -> ModuleType:
    """The module of a format by its name, such as "pbn"."""
    return import_module(f"adjudicator.formats.{name}")


def sniff(text: str, name: str = "") -> str:
    """The format of a game record by its content, then by its name; "" when it is none that is known.

    >>> sniff('[Event "x"]'), sniff("pn|A,B,C,D|md|1"), sniff("hello")
    ('pbn', 'lin', '')
    """
    for format_name in RECORD_FORMATS:
        if format_module(format_name).sniff(text, name):
            return format_name
    return "" if sniff_field(text, name) else SUFFIXES.get(Path(name).suffix.lower(), "") if name else ""


def sniff_field(text: str, name: str = "") -> str:
    """The format of a file of results, for the field of an event; "" when it is none that is known.

    >>> sniff_field('<USEBIO Version="1.2">'), sniff_field("hello")
    ('usebio', '')
    """
    return next((found for found in FIELD_FORMATS if format_module(found).sniff(text, name)), "")


def read_field(path: Path | str) -> FieldReading:
    """The results of all tables in a file: USEBIO, Bridgemate, a PBN with results, CSV."""
    name = str(path)
    text, problems = read_text(Path(path))
    if problems:
        return FieldReading(problems=problems)
    found = sniff_field(text, name) or ("scoretable" if sniff(text, name) == "pbn" else "")
    if not found:
        step = "give USEBIO, CSV, a PBN with results, or the JSON of a Bridgemate"
        return FieldReading(problems=(Problem("this is no file of results that can be read", step, name),))
    reading: FieldReading = format_module(found).read(text, name)
    return reading


def read(text: str, name: str = "") -> Reading:
    """The boards of a text in any known format of game records."""
    found = sniff(text, name)
    if not found:
        step = "give PBN, LIN, RBN or a hand viewer link"
        return Reading((), (Problem("this is no game record that can be read", step, name),))
    reading: Reading = format_module(found).read(text, name)
    return reading


def read_file(path: Path | str) -> Reading:
    """The boards of a file, or of a hand viewer link given in place of a file name."""
    if "handviewer" in str(path) and "://" in str(path):
        return read(str(path), "")
    text, problems = read_text(Path(path))
    return Reading((), problems) if problems else read(text, str(path))


__all__ = [
    "CallNote", "FieldReading", "FieldResult", "GameRecord", "Reading", "format_module", "read", "read_field",
    "read_file", "sniff", "sniff_field",
]  # fmt: skip
