"""The field of results in a PBN file: the `ScoreTable` of each board, or several tables of one board in full.

Rows have blanks between their columns, a fixed width, or both; text with blanks is in quotes.  A file has
one table a board, and several boards in a file.  Where there is no ScoreTable, the boards' own contracts and
results are the field.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from adjudicator.bridge import AdjudicatorError, Problem, Result, Vulnerability
from adjudicator.formats import pbn
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
from adjudicator.formats.pbn_text import Game, Tag, split_games
from adjudicator.formats.records import GameRecord
from adjudicator.formats.textfile import decode

_COLUMN = re.compile(r"^\s*([+-]?)([\w ()/%-]+?)\s*(?:\\(\d+)?([LR])?)?\s*$")
_TOKEN = re.compile(r'"([^"]*)"|(\S+)')
#: Kinds of points, best first; a table with more than one is read in this order.
_KINDS = ("mp", "imp", "percentage", "vp")
MANY = 10_000


@dataclass(frozen=True)
class Column:
    """A column of the table: its name in small letters; its width and alignment if the header gives them."""

    name: str
    width: int | None = None
    right: bool = False


def sniff(data: str | bytes, name: str = "") -> bool:
    """Whether this is PBN with a table of results."""
    text = data.decode("latin-1") if isinstance(data, bytes) else data
    return re.search(r"^\s*\[\s*(?:Total)?ScoreTable\s", text, re.MULTILINE | re.IGNORECASE) is not None


def read(data: str | bytes, name: str = "") -> FieldReading:
    """The results of all boards, and every problem; a row that cannot be read loses only itself."""
    text, problems = decode(data, name) if isinstance(data, bytes) else (data, ())
    if not text:
        return FieldReading(problems=problems)
    games, _ = split_games(text)
    found = list(problems)
    records: list[FieldResult] = []
    for game in games:
        tag = game.find("ScoreTable")
        if tag is not None:
            records += _table(tag, game, name, found)
    deals = pbn.read(text, name).records
    if not records:
        records = [result for record in deals if (result := _played(record, name)) is not None]
    if not records:
        found.append(Problem("no results in this PBN file", "give one with ScoreTable sections", name))
    first = games[0] if games else None
    return FieldReading(
        tuple(records),
        tuple(found),
        event=_value(first, "Event"),
        date=_value(first, "Date"),
        scoring=_value(first, "Scoring"),
        deals=tuple({record.board: record for record in deals if any(record.hands)}.values()),
    )


def _value(game: Game | None, tag: str) -> str:
    found = None if game is None else game.find(tag)
    return found.value if found is not None and found.value not in ("?", "#") else ""


def columns_of(header: str) -> tuple[Column, ...]:
    r"""The columns of a table tag: `PairId_NS\2R;Contract\5L;Score_NS\6R`.

    >>> [(c.name, c.width) for c in columns_of(r"PairId_NS\2R;Contract\5L;Names_EW")]
    [('pairid_ns', 2), ('contract', 5), ('names_ew', None)]
    """
    columns = []
    for part in header.split(";"):
        found = _COLUMN.match(part)
        if found is not None:
            width = int(found[3]) if found[3] else None
            columns.append(Column(found[2].strip().lower().replace(" ", "_"), width, found[4] == "R"))
    return tuple(columns)


def cells_of(row: str, columns: tuple[Column, ...]) -> dict[str, str] | None:
    """The cells of a row by column name: by blanks where their number fits, else by width, else None."""
    if not columns:
        return None
    tokens = [found[2] if found[1] is None else found[1] for found in _TOKEN.finditer(row)]
    if len(tokens) == len(columns):
        return {column.name: token for column, token in zip(columns, tokens, strict=True)}
    named = next((i for i, column in enumerate(columns) if column.name.startswith("names")), len(columns))
    if any(column.width is None for column in columns[:-1]):
        return _leading(row, columns[:named]) if 0 < named < len(columns) else None
    cells: dict[str, str] = {}
    place = 0
    if columns[0].right and columns[0].width and tokens:  # the blanks before the first cell may be gone
        row = " " * max(0, columns[0].width - len(tokens[0])) + row.lstrip()
    for column in columns:
        width = column.width if column.width is not None else len(row)
        cells[column.name] = row[place : place + width].strip().strip('"')
        place += width + 1
    return cells


def _leading(row: str, columns: tuple[Column, ...]) -> dict[str, str] | None:
    """The columns before the names, which may hold blanks and are not needed."""
    tokens = [found[2] if found[1] is None else found[1] for found in _TOKEN.finditer(row)]
    if len(tokens) < len(columns):
        return None
    return {column.name: token for column, token in zip(columns, tokens, strict=False)}


def _table(tag: Tag, game: Game, name: str, problems: list[Problem]) -> list[FieldResult]:
    columns = columns_of(tag.value)
    board = _value(game, "Board")
    stated = _value(game, "Vulnerable")
    try:
        vulnerability = Vulnerability.parse(stated) if stated else vulnerability_of(board)
    except AdjudicatorError:
        vulnerability = vulnerability_of(board)
    results: list[FieldResult] = []
    for line, row in tag.rows:
        if row.strip() in ("", "*"):
            continue
        place = Problem("", "", name, line, f"board {board}, ScoreTable")
        cells = cells_of(row, columns)
        if cells is None:
            text = f"this row does not have {len(columns)} columns"
            problems.append(Problem(text, "the row is left out", name, line, place.field))
            continue
        results += _row(cells, board, vulnerability, place, problems)
    return results


def _first(cells: Mapping[str, str], *names: str) -> str:
    return next((cells[name] for name in names if name in cells and not is_blank(cells[name])), "")


def _row(
    cells: Mapping[str, str], board: str, vulnerability: Vulnerability | None, place: Problem, problems: list[Problem]
) -> list[FieldResult]:
    contract = _first(cells, "contract")
    score_ns, score_ew = _first(cells, "score_ns", "score"), _first(cells, "score_ew")
    artificial = next((text for text in (contract, score_ns, score_ew) if is_artificial(text)), "")
    result = None
    if not artificial:
        try:
            result = read_result(contract, read_seat(_first(cells, "declarer")), _first(cells, "result"))
        except AdjudicatorError as fault:
            text = "; ".join(problem.message for problem in fault.problems)
            problems.append(Problem(text, "the score is kept", place.file, place.line, place.field, "warning"))
    score = _score(score_ns, score_ew, result, artificial, vulnerability, place, problems)
    if score is None and not artificial:
        text = "no score and no result"
        problems.append(Problem(text, "the row is left out", place.file, place.line, place.field, "warning"))
        return []
    kind = next((k for k in _KINDS if f"{k}_ns" in cells or f"{k}_ew" in cells), "mp")
    one = FieldResult(
        board,
        _first(cells, "pairid_ns", "pair_ns", "ns", "playerid_north", "pairnr_ns"),
        _first(cells, "pairid_ew", "pair_ew", "ew", "playerid_east", "pairnr_ew"),
        result,
        score,
        read_card(_first(cells, "lead")),
        artificial,
        read_points(_first(cells, f"{kind}_ns")),
        read_points(_first(cells, f"{kind}_ew")),
        section=_first(cells, "section", "setion"),
        table=_first(cells, "table"),
        round=_first(cells, "round"),
        file=place.file,
        line=place.line,
    )
    times = read_whole(_first(cells, "multiplicity")) or 1
    if not 1 <= times <= MANY:
        text = f"multiplicity {times}"
        problems.append(Problem(text, "one table is taken", place.file, place.line, place.field, "warning"))
        times = 1
    return [one] * times


def _score(
    score_ns: str,
    score_ew: str,
    result: Result | None,
    artificial: str,
    vulnerability: Vulnerability | None,
    place: Problem,
    problems: list[Problem],
) -> int | None:
    """North-South's points from either side's column, else from the result; none for an artificial score."""
    ns, ew = read_score(score_ns), read_score(score_ew)
    stated = ns if ns is not None else -ew if ew is not None else None
    score, warnings = settle_score(None if artificial else stated, result, vulnerability, place)
    problems += warnings
    return None if artificial else score


def _played(record: GameRecord, name: str) -> FieldResult | None:
    """A board at one table as a result of the field."""
    result, score = record.result, record.score_ns
    if result is not None and record.vulnerability is not None and score is None:
        score = result.score_ns(record.vulnerability)
    if score is None or record.board is None:
        return None
    north, east, south, west = record.players
    return FieldResult(
        str(record.board),
        "+".join(part for part in (north, south) if part),
        "+".join(part for part in (east, west) if part),
        result,
        score,
        record.lead,
        section=record.section,
        table=record.table or record.room,
        round=record.round,
        file=name,
        line=record.line,
    )


def write(records: Iterable[FieldResult], *, kind: str = "MP") -> str:
    """PBN with one ScoreTable a board; `kind` names the points: MP, IMP or Percentage."""
    boards: dict[str, list[FieldResult]] = {}
    for record in records:
        boards.setdefault(record.board, []).append(record)
    header = (
        r"Section\3L;Table\4R;Round\3R;PairId_NS\6R;PairId_EW\6R;Contract\6L;Declarer\1R;Result\2R;Lead\3L;Score_NS\8R;Score_EW\8R;"
        rf"{kind}_NS\8R;{kind}_EW\8R"
    )
    games = []
    for board, group in boards.items():
        rows = [_written(record) for record in group]
        games.append("\n".join([f'[Board "{board}"]', f'[ScoreTable "{header}"]', *rows]))
    return "\n\n".join(games) + "\n"


def _written(record: FieldResult) -> str:
    result = record.result
    played = result is not None and result.contract.level > 0
    cells = [
        (record.section or "-").ljust(3),
        (record.table or "-").rjust(4),
        (record.round or "-").rjust(3),
        (record.ns or "-").rjust(6),
        (record.ew or "-").rjust(6),
        (result.contract.short if result is not None else "-").ljust(6),
        seat_letter(result.contract.declarer) if played and result is not None else "-",
        (str(result.tricks) if played and result is not None else "-").rjust(2),
        (str(record.lead) if record.lead is not None else "-").ljust(3),
        _quoted(record.artificial or record.score_ns),
        _quoted(None if record.score_ns is None else -record.score_ns),
        _figure(record.points_ns),
        _figure(record.points_ew),
    ]
    return " ".join(cells)


def _figure(points: Fraction | None) -> str:
    return ("-" if points is None else f"{float(points):.4f}".rstrip("0").rstrip(".")).rjust(8)


def _quoted(value: object) -> str:
    return ("-" if value is None or value == "" else f'"{value}"').rjust(8)
