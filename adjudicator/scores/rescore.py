"""Re-scoring an event: every board of every table, with adjusted scores among them.

A board's results are put into a frequency table once, its distinct scores are converted once, and every table
looks its figure up; weighted results enter with their fractions.  A split score has one result for the
North-South comparison and another for the East-West comparison, so two tables are kept where they differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from adjudicator.bridge import Side
from adjudicator.formats.field import FieldResult
from adjudicator.scores.adjusted import AdjustedScore, SideScore
from adjudicator.scores.artificial import Artificial, averages_of
from adjudicator.scores.config import ScoringConfig
from adjudicator.scores.conversion import Converter, converter_for, plain
from adjudicator.scores.errors import ScoringError, refuse
from adjudicator.scores.forms import Form, parse_form
from adjudicator.scores.outcomes import certain
from adjudicator.scores.short_boards import lone_result
from adjudicator.scores.units import Number


class TableLine(NamedTuple):
    """One table's score on a board: the pairs, and N/S total points or an adjusted score."""

    board: str
    ns: str
    ew: str
    score: int | AdjustedScore


class LinePoints(NamedTuple):
    """What a table's two pairs get on the board, in the event's unit (exact)."""

    line: TableLine
    ns: Number
    ew: Number

    @property
    def ns_artificial(self) -> bool:
        """Whether North-South have an artificial score here."""
        return isinstance(self.line.score, AdjustedScore) and isinstance(self.line.score.ns, Artificial)

    @property
    def ew_artificial(self) -> bool:
        """Whether East-West have an artificial score here."""
        return isinstance(self.line.score, AdjustedScore) and isinstance(self.line.score.ew, Artificial)


@dataclass(frozen=True)
class Standing:
    """A pair's total over the boards it has a score for, and its top over them (None where there is no
    top).
    """

    pair: str
    total: Fraction
    boards: int
    top: Fraction | None

    @property
    def percentage(self) -> Fraction | None:
        """Of the tops of its boards."""
        return self.total * 100 / self.top if self.top else None


@dataclass(frozen=True)
class Rescored:
    """All boards and all pairs of the event."""

    boards: Mapping[str, tuple[LinePoints, ...]]
    standings: Mapping[str, Standing]
    unit: str

    def ranking(self) -> tuple[Standing, ...]:
        """The pairs, best first (by percentage where there is one: pairs may have played different
        boards).
        """

        def key(standing: Standing) -> Fraction:
            return standing.total if standing.percentage is None else standing.percentage

        return tuple(sorted(self.standings.values(), key=key, reverse=True))


def whole_lines(results: Iterable[FieldResult]) -> list[tuple[FieldResult, AdjustedScore | None]]:
    """Lines that hold for one side alone put together: one line a table, with a split score where there were two.

    A side for which the file has no line of its own gets what the other line says.
    """
    tables: dict[tuple[str, ...], list[FieldResult]] = {}
    for number, result in enumerate(results):
        key = (result.board, result.section, result.table, result.round, result.ns, result.ew)
        own = key if result.counts_for is not None else (*key, str(number))
        tables.setdefault(own, []).append(result)
    found: list[tuple[FieldResult, AdjustedScore | None]] = []
    for group in tables.values():
        by_side = {result.counts_for: result for result in group}
        ns = by_side.get(Side.NS, group[0])
        ew = by_side.get(Side.EW, group[0])
        for_ns, for_ew = _score_of_line(ns, Side.NS), _score_of_line(ew, Side.EW)
        split = None
        if ns is not ew and for_ns is not None and for_ew is not None:
            split = AdjustedScore.split(for_ns, for_ew)
        found.append((ns, split))
    return found


def _score_of_line(result: FieldResult, side: Side) -> SideScore | None:
    if result.score_ns is not None:
        return certain(result.score_ns, str(result.result or ""))
    named = averages_of(result.artificial)
    return None if named is None else named[side]


def lines_of(
    results: Iterable[FieldResult], adjusted: Mapping[tuple[str, str], AdjustedScore] | None = None
) -> list[TableLine]:
    """Lines to re-score from what a reader returned.

    `adjusted` gives a ruling by (board, N/S pair).  A line without a score and without a ruling is left out:
    artificial scores that a file only names as text are ambiguous and must be given as a ruling.
    """
    rulings = adjusted or {}
    lines = []
    for result, split in whole_lines(results):
        ruling = rulings.get((result.board, result.ns)) or split
        score = ruling if ruling is not None else result.score_ns
        if score is not None:
            lines.append(TableLine(result.board, result.ns, result.ew, score))
    return lines


def rescore(
    lines: Iterable[TableLine],
    form: str | Form = Form.MATCHPOINTS,
    config: ScoringConfig | None = None,
    *,
    expected: int = 0,
    two_winners: bool = False,
) -> Rescored:
    """Score all boards of a pairs event anew.

    `expected`: results a board should have (boards with fewer are scaled up); 0 takes the board with most.
    `two_winners`: North-South and East-West pairs carry the same numbers and are different pairs.
    """
    settings = config or ScoringConfig()
    kind = parse_form(form).form
    boards: dict[str, list[TableLine]] = {}
    for line in lines:
        boards.setdefault(line.board, []).append(line)
    most = expected or max((len(group) for group in boards.values()), default=0)
    if kind is Form.MATCHPOINTS and most > 1:
        boards = {board: _lone_result(group) for board, group in boards.items()}
    converters = {board: converter_for(kind, group, settings, most) for board, group in boards.items()}
    points = {board: _board_points(group, converters[board]) for board, group in boards.items()}
    sessions = _sessions(points, converters, two_winners)
    final = {
        board: tuple(_fill(item, converters[board], sessions, two_winners) for item in group)
        for board, group in points.items()
    }
    unit = next((c.unit for c in converters.values()), kind.value)
    return Rescored(final, _standings(final, converters, two_winners), unit)


def _lone_result(group: list[TableLine]) -> list[TableLine]:
    """A board with one result has no comparison: both sides get average plus, by their sessions if better."""
    played = [line for line in group if isinstance(line.score, int)]
    adjusted = [line.score for line in group if isinstance(line.score, AdjustedScore)]
    compared = any(not isinstance(side, Artificial) for score in adjusted for side in (score.ns, score.ew))
    if len(played) != 1 or compared:
        return group
    plus = AdjustedScore.artificial(lone_result(), lone_result())
    return [line._replace(score=plus) if line is played[0] else line for line in group]


def board_effect(
    lines: Sequence[TableLine],
    pair_ns: str,
    ruling: AdjustedScore,
    form: str | Form,
    config: ScoringConfig | None = None,
    *,
    expected: int = 0,
) -> tuple[tuple[LinePoints, LinePoints], ...]:
    """What every pair of the field gets on one board, before and after the ruling at the table of N/S pair
    `pair_ns`.  `expected`: results the board should have, if more than its lines.
    """
    if not any(line.ns == pair_ns for line in lines):
        raise refuse(
            ScoringError,
            f"no table of this board has North-South pair {pair_ns!r}",
            "give a pair that played it",
        )
    after = [line._replace(score=ruling) if line.ns == pair_ns else line for line in lines]
    old, new = (rescore(group, form, config, expected=expected).boards for group in (lines, after))
    pairs: list[tuple[LinePoints, LinePoints]] = []
    for board, group in old.items():
        pairs.extend(zip(group, new[board], strict=True))
    return tuple(pairs)


def _board_points(group: list[TableLine], converter: Converter) -> list[LinePoints]:
    """Every line's points; artificial scores wait for the session figures and stand at 0 meanwhile."""
    found = []
    for line in group:
        score = line.score
        if isinstance(score, int):
            found.append(LinePoints(line, converter.ns[score], converter.ew[score]))
        else:
            ns, ew = (_side_points(score.for_side(side), converter.table(side)) for side in Side)
            found.append(LinePoints(line, ns, ew))
    return found


def _side_points(score: SideScore, table: Mapping[int, Number]) -> Number:
    if isinstance(score, Artificial):
        return 0
    return sum((o.weight * table[o.score_ns] for o in score), Fraction(0))


def _names(line: TableLine, two_winners: bool) -> tuple[str, str]:
    return (f"{line.ns} NS", f"{line.ew} EW") if two_winners else (line.ns, line.ew)


def _sessions(
    points: Mapping[str, list[LinePoints]], converters: Mapping[str, Converter], two_winners: bool
) -> dict[str, Fraction]:
    """Each pair's session figure over its boards without an artificial score, if any pair needs one."""
    needed = {
        name
        for group in points.values()
        for item in group
        if isinstance(item.line.score, AdjustedScore)
        for name, is_artificial in zip(
            _names(item.line, two_winners), (item.ns_artificial, item.ew_artificial), strict=True
        )
        if is_artificial
    }
    sums: dict[str, Number] = dict.fromkeys(needed, 0)
    tops: dict[str, Number] = dict.fromkeys(needed, 0)
    if not needed:
        return {}
    for board, group in points.items():
        weight = converters[board].session_weight
        for item in group:
            names = _names(item.line, two_winners)
            scores = ((item.ns, item.ns_artificial), (item.ew, item.ew_artificial))
            for name, (figure, is_artificial) in zip(names, scores, strict=True):
                if name in needed and not is_artificial:
                    sums[name] += figure
                    tops[name] += weight
    return {name: Fraction(sums[name]) / tops[name] for name in needed if tops[name]}


def _fill(item: LinePoints, converter: Converter, sessions: Mapping[str, Fraction], two_winners: bool) -> LinePoints:
    """The line with its artificial scores filled in."""
    score = item.line.score
    if isinstance(score, int) or not (item.ns_artificial or item.ew_artificial):
        return item
    ns_name, ew_name = _names(item.line, two_winners)
    ns = converter.artificial(score.ns, sessions.get(ns_name)) if isinstance(score.ns, Artificial) else item.ns
    ew = converter.artificial(score.ew, sessions.get(ew_name)) if isinstance(score.ew, Artificial) else item.ew
    return LinePoints(item.line, ns, ew)


def _standings(
    boards: Mapping[str, tuple[LinePoints, ...]], converters: Mapping[str, Converter], two_winners: bool
) -> dict[str, Standing]:
    totals: dict[str, Number] = {}
    counts: dict[str, int] = {}
    tops: dict[str, Number] = {}
    for board in sorted(boards, key=lambda name: not converters[name].is_whole):  # whole numbers first: faster
        group = boards[board]
        top = plain(converters[board].top or Fraction(0))
        for item in group:
            for name, figure in zip(_names(item.line, two_winners), (item.ns, item.ew), strict=True):
                if name in totals:
                    totals[name] += figure
                    counts[name] += 1
                    tops[name] += top
                else:
                    totals[name], counts[name], tops[name] = figure, 1, top
    has_top = any(converter.top is not None for converter in converters.values())
    return {
        name: Standing(name, Fraction(total), counts[name], Fraction(tops[name]) if has_top else None)
        for name, total in totals.items()
    }
