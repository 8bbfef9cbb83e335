"""Where in the text of a case file a key stands, so that a problem can name its line."""

from __future__ import annotations

import re
from collections.abc import Sequence

Path = tuple[str | int, ...]
_TABLE = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"^\s*([A-Za-z0-9_\-\"'.]+)\s*=\s*(.*)$")


def toml_lines(text: str) -> dict[Path, int]:
    """The line of every table, key and array entry of a TOML text, by path.

    Array entries are found when they begin a line of their own, which is how people write them.

    >>> toml_lines('id = "1"\\n[[events]]\\nkind = "revoke"\\n')[("events", 0, "kind")]
    3
    """
    lines: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    base: Path = ()
    entry: Path | None = None
    index = 0
    quoted = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if quoted:
            quoted = "" if quoted in line else quoted
            continue
        table = _TABLE.match(line)
        if table and entry is None:
            base = _table_path(table.group(1), table.group(2), counts)
            lines.setdefault(base, number)
            continue
        key = _KEY.match(line)
        if entry is not None:
            stripped = line.strip()
            if stripped[:1] in {"{", '"', "'", "["}:
                lines[(*entry, index)] = number
                index += 1
            if stripped.startswith("]"):
                entry = None
            continue
        if key:
            path = (*base, *(part.strip().strip("\"'") for part in key.group(1).split(".")))
            lines[path] = number
            value = key.group(2)
            quoted = _opened_quote(value)
            if value.strip().startswith("[") and _depth(value) > 0:
                entry, index = path, 0
    return lines


def json_lines(text: str) -> dict[Path, int]:
    """The line of every key and array entry of a JSON text, by path."""
    lines: dict[Path, int] = {}
    stack: list[list[str | int]] = []
    key: str | None = None
    number = 1
    for token in re.finditer(r'\n|"(?:[^"\\]|\\.)*"\s*:|"(?:[^"\\]|\\.)*"|[{}\[\],]|[^\s{}\[\],:"]+', text):
        word = token.group()
        if word == "\n":
            number += 1
        elif word.endswith(":") and word.startswith('"'):
            key = word[1 : word.rindex('"')]
            if stack:
                stack[-1] = [key]
            lines.setdefault(_stack_path(stack), number)
            number += word.count("\n")
        elif word == ",":
            if stack and isinstance(stack[-1][0], int):
                stack[-1][0] += 1
        elif word in "}]":
            if stack:
                stack.pop()
        else:
            lines.setdefault(_stack_path(stack), number)
            if word in "{[":
                stack.append([0 if word == "[" else ""])
            number += word.count("\n")
    return lines


def line_of(lines: dict[Path, int], path: Sequence[str | int]) -> int | None:
    """The line of a path, or of the nearest thing around it whose line is known."""
    for length in range(len(path), 0, -1):
        line = lines.get(tuple(path[:length]))
        if line is not None:
            return line
    return None


def dotted(path: Sequence[str | int]) -> str:
    """A path as people read it: `events[0].call_index`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def _table_path(bracket: str, name: str, counts: dict[Path, int]) -> Path:
    path: Path = ()
    parts = [part.strip().strip("\"'") for part in name.split(".")]
    for depth, part in enumerate(parts):
        path = (*path, part)
        last = depth == len(parts) - 1
        if last and bracket == "[[":
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


def _opened_quote(value: str) -> str:
    for quote in ('"""', "'''"):
        if value.strip().startswith(quote) and value.count(quote) == 1:
            return quote
    return ""


def _depth(value: str) -> int:
    bare = re.sub(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*', "", value)
    return bare.count("[") - bare.count("]")


def _stack_path(stack: list[list[str | int]]) -> Path:
    return tuple(item[0] for item in stack if item[0] != "")
