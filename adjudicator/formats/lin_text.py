"""The outer form of a LIN text: pairs of a two-letter command and a value, cut into boards.

A file may hold one board, one board a line, or a vugraph match whose header lists the results of both rooms.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_COMMAND = re.compile(r"[a-z][a-z0-9]")
HEADER = frozenset({"vg", "rs", "pw", "bn", "bt", "mp"})


@dataclass(frozen=True)
class Pair:
    """One command, its value and its line."""

    command: str
    value: str
    line: int


@dataclass
class LinBoard:
    """The pairs of one board in the order of the file."""

    pairs: list[Pair] = field(default_factory=list)

    @property
    def line(self) -> int | None:
        return self.pairs[0].line if self.pairs else None

    def value(self, command: str) -> str | None:
        """The first value of a command, or `None` when it does not occur."""
        return next((pair.value for pair in self.pairs if pair.command == command), None)

    def has(self, command: str) -> bool:
        return any(pair.command == command for pair in self.pairs)


def split_pairs(text: str) -> list[Pair]:
    """All commands with their values; line breaks inside a value become blanks.

    What is no command where one is due (a bar too many or too few) is passed over until the next command.
    """
    pairs: list[Pair] = []
    line, place = 1, 0
    pieces = text.split("|")
    while place < len(pieces) - 1:
        command, value = pieces[place], pieces[place + 1]
        line += command.count("\n")
        name = command.strip().lower()
        if _COMMAND.fullmatch(name):
            pairs.append(Pair(name, re.sub(r"\s*\n\s*", " ", value), line))
            line += value.count("\n")
            place += 1
        place += 1
    return pairs


def split_boards(pairs: list[Pair]) -> tuple[LinBoard, list[LinBoard]]:
    """The header of a vugraph file (empty elsewhere) and the boards."""
    header, boards = LinBoard(), [LinBoard()]
    for pair in pairs:
        if pair.command in HEADER:
            header.pairs.append(pair)
            continue
        if _begins(pair, boards[-1]):
            boards.append(LinBoard())
        boards[-1].pairs.append(pair)
    return header, [board for board in boards if board.pairs]


def _begins(pair: Pair, board: LinBoard) -> bool:
    """Whether a pair opens the next board: a new `qx`, or a second deal, or names after the first deal."""
    if pair.command == "qx":
        return bool(board.pairs)
    if pair.command == "md":
        return board.has("md")
    return pair.command == "pn" and board.has("md") and not board.has("qx")
