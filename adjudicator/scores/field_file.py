"""The field of a ruling out of a file of results: USEBIO, PBN score tables, CSV, or Bridgemate JSON.

The table under review must not compare with itself.  Its line is found by a pair number, or by its result.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as attribute
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Literal

from adjudicator.bridge import Problem
from adjudicator.formats.field import FieldReading, FieldResult
from adjudicator.formats.textfile import SIZE_LIMIT, too_large
from adjudicator.scores.adjusted import AdjustedScore
from adjudicator.scores.artificial import Artificial, ArtificialReading, Average, averages_of, read_artificial
from adjudicator.scores.config import ScoringConfig
from adjudicator.scores.errors import ScoringError, UnknownFormError, refuse
from adjudicator.scores.field import Field
from adjudicator.scores.file_points import Names, named, pair_names, stated_top
from adjudicator.scores.forms import Form, parse_form
from adjudicator.scores.outcomes import WeightedScore, certain
from adjudicator.scores.rescore import TableLine, rescore, whole_lines

NOT_PLAYED = re.compile(r"^(?:N\.?\s?P\.?|NOT\s+PLAYED|NO\s*PLAY)$", re.IGNORECASE)
READERS = ("usebio", "bridgemate", "scoretable", "pbn", "csv_field")


@dataclass(frozen=True)
class BoardField:
    """One board of an event: its table under review (if known), the others, and what was doubtful.

    `lines` are all tables that can be re-scored, with `own` among them; `expected` the number of results the board
    should have.  `own_names`: its pairs as `lines` and `sessions` name them.  `top`: what two sides share by the
    points of the file; `stated`: those points, line by line.
    """

    own: FieldResult | None
    others: tuple[FieldResult, ...]
    lines: tuple[TableLine, ...]
    expected: int
    source: str
    scoring: str = ""
    problems: tuple[Problem, ...] = ()
    sessions: Mapping[str, Fraction] = attribute(default_factory=dict)
    own_names: tuple[str, str] = ("", "")
    top: Fraction | None = None
    stated: tuple[tuple[Fraction | None, Fraction | None], ...] = ()

    @property
    def mp_scale(self) -> Literal["2-1-0", "1-half-0"]:
        """The scale of the file's matchpoints: one a result beaten where its tops are half as high."""
        return "1-half-0" if self.top is not None and self.top == self.expected - 1 > 0 else "2-1-0"

    @property
    def field(self) -> Field:
        """The other tables, as a scorer wants them."""
        return Field.of(self.others, source=self.source, expected=self.expected)

    @property
    def field_ew(self) -> Field | None:
        """The other tables as East-West compare with them; None where that is no different."""
        ours = None if self.own is None else self.own_names
        others = [line.score for line in self.lines if (line.ns, line.ew) != ours]
        if all(isinstance(score, int) or score.ns == score.ew for score in others):
            return None
        results: list[WeightedScore] = []
        for score in others:
            side = certain(score) if isinstance(score, int) else score.ew
            results += () if isinstance(side, Artificial) else side
        return Field(tuple(results), source=self.source, expected=self.expected)


def read_field_file(path: Path) -> FieldReading:
    """All results of a file, whatever its format.  Raises `ScoringError` when it holds none that can be read."""
    try:
        if path.stat().st_size > SIZE_LIMIT:
            raise ScoringError(too_large(path.stat().st_size, str(path)))
        data = path.read_bytes()
    except OSError as fault:
        raise refuse(ScoringError, f"{path}: {fault.strerror or fault}", "give a readable file") from fault
    for name in READERS:
        module = import_module(f"adjudicator.formats.{name}")
        text = data.decode("utf-8", errors="replace")
        if not module.sniff(data if name in ("usebio", "bridgemate") else text):
            continue
        reader = import_module("adjudicator.formats.scoretable") if name == "pbn" else module
        reading: FieldReading = reader.read(data, str(path))
        if not reading.records:
            raise ScoringError(*(reading.problems or (Problem("no results", "give a file with results", str(path)),)))
        return reading
    raise refuse(ScoringError, f"{path}: no known format of results", "give USEBIO, a PBN ScoreTable, CSV or JSON")


def board_field(
    reading: FieldReading,
    board: str | int | None = None,
    *,
    pair: str = "",
    own_score_ns: int | None = None,
    source: str = "",
    sessions: Mapping[str, Fraction] | None = None,
    form: str = "",
    config: ScoringConfig | None = None,
) -> BoardField:
    """The field of one board, the table under review taken out.

    `sessions` are the pairs' session figures where the caller knows them better than the file's other boards do;
    `form` and `config` say how the event is scored where that is not in the file.

    `pair` names it by either of its pairs; without it `own_score_ns` takes out one table with that score.  With
    neither, all tables are the others, and a warning says so.  `board` may be left out when the file has one board
    only.
    """
    tables = whole_lines(_on_board(reading, board))
    names = pair_names(reading.records)
    results = tuple(result for result, _ in tables)
    own, problems = _own(results, pair, own_score_ns)
    known = sessions if sessions is not None else session_figures(reading, results[0].board, form, config)
    others = tuple(result for result in results if result is not own)
    lines: list[TableLine] = []
    stated = []
    for result, split in tables:
        score: int | AdjustedScore | None = split if split is not None else result.score_ns
        if score is None:
            score, doubts = _artificial(result, reading, known, names)
            problems += () if result is own else doubts
        if score is None and result is own:  # without a result so far: it is in nobody's comparison
            score = AdjustedScore.artificial(Artificial(Average.AVERAGE), Artificial(Average.AVERAGE))
        if score is not None:
            lines.append(TableLine(result.board, *names(result), score))
            stated.append((result.points_ns, result.points_ew))
    most = max((len(reading.on_board(name)) for name in reading.boards), default=len(results))
    expected = max(most, len(others) + 1)
    own_names = names(own) if own is not None else ("", "")
    top = stated_top(reading, results[0].board)
    return BoardField(
        own, others, tuple(lines), expected, source, reading.scoring, problems, known, own_names, top, tuple(stated)
    )


def _on_board(reading: FieldReading, board: str | int | None) -> tuple[FieldResult, ...]:
    if board is None:
        if len(reading.boards) != 1:
            listed = ", ".join(reading.boards[:30])
            raise refuse(ScoringError, "the file has several boards", f"choose one of {listed}", field="board")
        board = reading.boards[0]
    results = reading.on_board(board)
    if not results and len(reading.boards) == 1 and all(not r.ns and not r.ew for r in reading.records):
        results = reading.records  # bare scores that name no board
    if not results:
        listed = ", ".join(reading.boards[:30])
        raise refuse(ScoringError, f"no results for board {board}", f"the file has boards {listed}", field="board")
    return results


def _own(
    results: Sequence[FieldResult], pair: str, own_score_ns: int | None
) -> tuple[FieldResult | None, tuple[Problem, ...]]:
    if pair:
        found = named(results, pair)
        if len(found) == 1:
            return found[0], ()
        both = ", ".join(f"{r.ns}-{r.ew}" for r in results)
        what = "no table has" if not found else f"{len(found)} tables have"
        step = f"the tables are {both}"
        if len(found) > 1:
            step += '; add the side, the section or the opponents, such as "1 NS", "A 1" or "1-8"'
        raise refuse(ScoringError, f"{what} pair {pair} on this board", step, field="pair")
    if own_score_ns is not None:
        same = next((result for result in results if result.score_ns == own_score_ns), None)
        if same is not None:
            return same, ()
    text = "the table under review was not found among the results; all of them are taken as other tables"
    return None, (Problem(text, "name one of its pairs", field="pair", severity="warning"),)


def _artificial(
    result: FieldResult, reading: FieldReading, sessions: Mapping[str, Fraction], names: Names
) -> tuple[AdjustedScore | None, tuple[Problem, ...]]:
    """Another table's artificial score: the points of the file are kept as they are; text alone is ambiguous."""
    if NOT_PLAYED.match(result.artificial):
        return None, ()
    understood = understand(result, reading, sessions, names)
    averages = averages_of(result.artificial)
    if averages is not None and understood.ns is None:
        own = (replace(score, session=sessions.get(name)) for score, name in zip(averages, names(result), strict=True))
        return AdjustedScore.artificial(*own), ()
    if understood.ns is None or understood.ew is None:
        return None, understood.problems
    top = _top(reading, result.board)
    if top is None:
        return None, understood.problems
    unit = top / 100 or Fraction(1)  # IMPs are no share of a top
    pair = (Artificial(Average.AVERAGE, fixed=figure / unit) for figure in (understood.ns, understood.ew))
    return AdjustedScore.artificial(*pair), understood.problems


def session_figures(
    reading: FieldReading, board: str, form: str = "", config: ScoringConfig | None = None
) -> dict[str, Fraction]:
    """Each pair's figure over the OTHER boards of a pairs event, from its real results there: the percentage at
    matchpoints, the mean at cross-IMPs and Butler.

    Empty when the event is of another form or has no other board.
    """
    try:
        kind = parse_form(form or reading.scoring or Form.MATCHPOINTS).form
    except UnknownFormError:
        return {}
    if kind not in (Form.MATCHPOINTS, Form.CROSS_IMPS, Form.BUTLER):
        return {}
    names = pair_names(reading.records)
    lines = [
        TableLine(result.board, *names(result), score)
        for result, split in whole_lines(r for r in reading.records if r.board != board)
        if (score := split if split is not None else result.score_ns) is not None
    ]
    standings = rescore(lines, kind, config).standings if lines else {}
    if kind is not Form.MATCHPOINTS:
        return {pair: s.total / s.boards for pair, s in standings.items()}
    return {pair: s.percentage for pair, s in standings.items() if s.percentage is not None}


def _top(reading: FieldReading, board: str) -> Fraction | None:
    """The top of the file's own points, 0 at IMPs; by the number of tables where it gives none."""
    stated = stated_top(reading, board)
    if stated is not None:
        return stated
    tables = max((len(reading.on_board(name)) for name in reading.boards), default=1)
    return Fraction(2 * (tables - 1)) if tables > 1 else None


def understand(
    result: FieldResult,
    reading: FieldReading,
    sessions: Mapping[str, Fraction] | None = None,
    names: Names | None = None,
) -> ArtificialReading:
    """What an artificial score of the file means; session figures come from its ranking where it has one."""
    ranked = getattr(reading, "percentage_of", lambda pair, direction="": None)
    known = sessions or {}
    ns, ew = (names or pair_names(reading.records))(result)
    top = _top(reading, result.board)
    return read_artificial(
        result.artificial,
        top=top or None,
        points_ns=result.points_ns,
        points_ew=result.points_ew,
        session_ns=known.get(ns, ranked(result.ns, "NS")),
        session_ew=known.get(ew, ranked(result.ew, "EW")),
    )
