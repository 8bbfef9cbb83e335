"""A file from a club's computer as text: its size, its encoding and its line ends, without surprises.

Records arrive as UTF-8, UTF-8 with a byte order mark, UTF-16 from Windows programs, or Latin-1
(Windows-1252), whatever they declare. A file that is empty, too long or no text is one clear problem, never
an exception.
"""

from __future__ import annotations

from pathlib import Path

from adjudicator.bridge import Problem

SIZE_LIMIT = 20_000_000
SNIFFED = 65_536


def read_text(path: Path, limit: int = SIZE_LIMIT) -> tuple[str, tuple[Problem, ...]]:
    """The text of a file with "\\n" line ends, and what was wrong; the text is "" when nothing can be read."""
    name = str(path)
    try:
        if path.is_dir():
            return "", (Problem("this is a folder, not a file", "name one file", name),)
        size = path.stat().st_size
        if size > limit:
            return "", (too_large(size, name, limit),)
        data = path.read_bytes()
    except FileNotFoundError:
        return "", (Problem("there is no such file", "check the name", name),)
    except OSError as failure:
        reason = failure.strerror or "unknown reason"
        return "", (Problem(f"the file cannot be read: {reason}", "check its permissions", name),)
    return decode(data, name)


def decode(data: bytes, name: str = "") -> tuple[str, tuple[Problem, ...]]:
    """Bytes as text; an empty or binary input gives "" and a problem."""
    if not data.strip():
        return "", (Problem("the file is empty", "check that it is the file you meant", name),)
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        try:
            return normal_lines(data.decode("utf-16")), ()
        except UnicodeDecodeError:
            return "", (binary(name),)
    if looks_binary(data):
        return "", (binary(name),)
    try:
        return normal_lines(data.decode("utf-8-sig")), ()
    except UnicodeDecodeError:
        return normal_lines(data.decode("cp1252", errors="replace")), ()


def looks_binary(data: bytes) -> bool:
    """Whether the beginning of the data can be no text: a zero byte, or many control characters."""
    head = data[:SNIFFED]
    if b"\0" in head:
        return True
    control = sum(1 for byte in head if byte < 32 and byte not in b"\t\n\r\f\x1a\x1b")
    return control * 50 > len(head)


def normal_lines(text: str) -> str:
    """The same text with "\\n" at each line's end and without a DOS end-of-file mark."""
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\x1a")


def binary(name: str) -> Problem:
    return Problem("this is a binary file, not text", "give it as a text file", name)


def too_large(size: int, name: str, limit: int = SIZE_LIMIT) -> Problem:
    return Problem(
        f"the file has {size / 1e6:.0f} MB; files up to {limit / 1e6:.0f} MB are read",
        "give only the boards that matter",
        name,
    )
