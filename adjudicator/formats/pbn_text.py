"""The outer form of a PBN file: games made of tags, sections below tags, and comments, each with its line.

What real files do and this reader bears: tags in any order and after the play; games that are not parted by
an empty line; braces within braces, over lines, after a tag; directives with `%`; quotes inside a value;
text that is not PBN after the games.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_TAG = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
_LOOSE_TAG = re.compile(r'\[\s*(\w+)\s+"?(.*?)"?\s*\](?=\s*(?:$|[{;\[]))')
STARTERS = frozenset({"Event", "Board", "Deal"})
CONTENT = frozenset({"Board", "Deal", "Auction", "Play", "Contract", "Result", "ScoreTable", "TotalScoreTable"})
REPEATED = frozenset({"Note"})
MOST_UNCLOSED = 20
"""Comments left open that are mended; a text with more of them is hardly PBN."""


@dataclass
class Tag:
    """One tag, the lines of the section below it, and the tag of the section it belongs to (for notes)."""

    name: str
    value: str
    line: int
    rows: list[tuple[int, str]] = field(default_factory=list)
    section: str = ""


@dataclass
class Game:
    """The tags of one board at one table."""

    tags: list[Tag] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    @property
    def line(self) -> int | None:
        return self.tags[0].line if self.tags else None

    def find(self, name: str) -> Tag | None:
        """The first tag of that name, in any case."""
        return next((tag for tag in self.tags if tag.name.lower() == name.lower()), None)

    def has_content(self) -> bool:
        return any(tag.name in CONTENT for tag in self.tags)


@dataclass
class Scan:
    """State of the reader between lines."""

    games: list[Game] = field(default_factory=lambda: [Game()])
    remarks: list[tuple[int, str]] = field(default_factory=list)
    comment: list[str] | None = None
    comment_line: int = 0
    gap: bool = False
    in_section: bool = False
    section: str = ""
    loose: int | None = None

    @property
    def game(self) -> Game:
        return self.games[-1]


def split_games(text: str) -> tuple[list[Game], list[tuple[int, str]]]:
    """All games of the text that say something about a board, and remarks as (line, text)."""
    lines = text.split("\n")
    scan = _scanned(lines)
    unclosed: list[int] = []
    while scan.comment is not None and len(unclosed) < MOST_UNCLOSED:
        unclosed.append(scan.comment_line)
        lines = _closed(lines, scan.comment_line)
        scan = _scanned(lines)
    if scan.comment is not None:
        scan.game.comments.append("\n".join(scan.comment).strip())
    scan.remarks += [(line, "a comment is opened with { and never closed") for line in unclosed]
    if scan.loose is not None:
        scan.remarks.append((scan.loose, "text outside tags and comments is left out"))
    return [game for game in scan.games if game.has_content()], scan.remarks


def _scanned(lines: list[str]) -> Scan:
    scan = Scan()
    for number, line in enumerate(lines, start=1):
        if scan.comment is None and line.startswith("%"):
            continue
        if scan.comment is None and not line.strip():
            scan.gap, scan.in_section = True, False
            continue
        _read_line(scan, line, number)
    return scan


def _closed(lines: list[str], opened: int) -> list[str]:
    """The lines with the comment of that line ended before the next tag, so that no later board is lost in it."""
    end = next((place for place in range(opened, len(lines)) if _TAG.match(lines[place].lstrip())), len(lines))
    return [*lines[: end - 1], lines[end - 1] + "}", *lines[end:]]


def _read_line(scan: Scan, line: str, number: int) -> None:
    rest = line
    while rest.strip():
        if scan.comment is not None:
            rest = _continue_comment(scan, rest)
            continue
        rest = rest.lstrip()
        if rest[0] == "{":
            scan.comment, scan.comment_line, rest = [], number, rest[1:]
            if not rest.strip():
                return
        elif rest[0] == ";":
            scan.game.comments.append(rest[1:].strip())
            return
        elif rest[0] == "}":
            rest = rest[1:]
        elif rest[0] == "[" and (match := _TAG.match(rest) or _LOOSE_TAG.match(rest)):
            _add_tag(scan, match.group(1), unescape(match.group(2)), number)
            rest = rest[match.end() :]
        else:
            rest = _add_text(scan, rest, number)
    if scan.comment is not None and not rest.strip() and rest:
        scan.comment.append("")


def _continue_comment(scan: Scan, rest: str) -> str:
    assert scan.comment is not None
    inside, brace, after = rest.partition("}")
    scan.comment.append(inside.strip())
    if not brace:
        return ""
    scan.game.comments.append("\n".join(scan.comment).strip().replace("{", "("))
    scan.comment = None
    return after


def _add_tag(scan: Scan, name: str, value: str, number: int) -> None:
    if _begins_game(scan, name):
        scan.games.append(Game())
        scan.section = ""
    if name not in REPEATED:
        scan.section = name if name in ("Auction", "Play") else ""
    scan.game.tags.append(Tag(name, value, number, section=_section_of(scan, name)))
    scan.gap, scan.in_section = False, name not in REPEATED


def _section_of(scan: Scan, name: str) -> str:
    if name not in REPEATED:
        return name
    last = [tag.name for tag in scan.game.tags if tag.name in ("Auction", "Play")]
    return last[-1] if last else "Auction"


def _begins_game(scan: Scan, name: str) -> bool:
    """Whether this tag opens the next game.

    It does when it repeats a tag of the game at hand, and, after an empty line, when it is one with which
    games begin.
    """
    game = scan.game
    if name in REPEATED or not game.tags:
        return False
    repeated = any(tag.name == name for tag in game.tags)
    if repeated and game.has_content():
        return True
    return scan.gap and name in STARTERS and game.has_content()


def _add_text(scan: Scan, rest: str, number: int) -> str:
    """Text that is neither tag nor comment: a row of the section at hand, or something that is no PBN."""
    cut = min((place for mark in "{;" if (place := rest.find(mark)) > 0), default=len(rest))
    text, after = rest[:cut], rest[cut:]
    if text.startswith("["):
        scan.remarks.append((number, f"this tag cannot be read: {text.strip()[:40]}"))
    elif scan.in_section and scan.game.tags:
        owner = next(tag for tag in reversed(scan.game.tags) if tag.name not in REPEATED)
        owner.rows.append((number, text.rstrip()))
    elif not after and text.rstrip().endswith("}"):
        pass  # the tail of a comment that held braces
    elif scan.loose is None and scan.game.tags:
        scan.loose = number
    return after


def unescape(value: str) -> str:
    """The value of a tag without the backslashes that protect quotes and backslashes."""
    return re.sub(r'\\(["\\])', r"\1", value)


def escape(value: str) -> str:
    """The value of a tag as it stands between quotes; a blank keeps "#" from meaning "as in the game before"."""
    value = re.sub(r"[\r\n]+", " ", value).replace("\\", "\\\\").replace('"', '\\"')
    return f" {value}" if value.startswith("#") else value
