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
from adjudicator.formats.records import CallNote, GameRecord, Reading
from adjudicator.formats.textfile import read_text

RECORD_FORMATS = ("bbo", "lin", "pbn", "rbn")
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
    return SUFFIXES.get(Path(name).suffix.lower(), "") if name else ""


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


__all__ = ["CallNote", "GameRecord", "Reading", "format_module", "read", "read_file", "sniff"]
