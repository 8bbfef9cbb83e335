"""What a file of results leaves unsaid: which pairs its numbers name, and on which scale its points are.

Numbers repeat where a movement has two winners, or several sections; points may count one or two for a result
beaten, be percentages, or IMPs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeAlias

from adjudicator.formats.field import FieldReading, FieldResult

Names: TypeAlias = Callable[[FieldResult], tuple[str, str]]


def pair_names(results: Iterable[FieldResult]) -> Names:
    """Names of North-South and East-West of a line that no two pairs of the event share.

    The numbers themselves where no pair would meet a board twice under its number; else with the section before
    them, the direction behind them, or both.
    """
    lines = list(results)
    return next((names for names in _WAYS if _is_unique(lines, names)), _plain)


def _plain(line: FieldResult) -> tuple[str, str]:
    return line.ns, line.ew


def _by_section(line: FieldResult) -> tuple[str, str]:
    return f"{line.section} {line.ns}".strip(), f"{line.section} {line.ew}".strip()


def _by_direction(line: FieldResult) -> tuple[str, str]:
    return f"{line.ns} NS", f"{line.ew} EW"


def _by_both(line: FieldResult) -> tuple[str, str]:
    ns, ew = _by_section(line)
    return f"{ns} NS", f"{ew} EW"


_WAYS: tuple[Names, ...] = (_plain, _by_section, _by_direction, _by_both)


def _is_unique(lines: list[FieldResult], names: Names) -> bool:
    """Whether every name is at one table of a board only; both halves of a split score are one table."""
    tables: dict[tuple[str, str], set[tuple[str, ...]]] = {}
    for line in lines:
        if not line.ns or not line.ew:
            continue
        table = (line.section, line.table, line.round, line.ns, line.ew)
        ns, ew = names(line)
        if ns == ew:
            return False
        for name in (ns, ew):
            tables.setdefault((line.board, name), set()).add(table)
    return all(len(found) == 1 for found in tables.values())


def named(lines: Iterable[FieldResult], pair: str) -> list[FieldResult]:
    """The lines that a director means by `5`, `5 NS`, `EW 8`, `B 5`, `B 5 NS` or `5-8`; the number alone first."""
    found = [line for line in lines if pair in (line.ns, line.ew)]
    if len(found) == 1:
        return found
    key = _bare(pair)
    return [line for line in lines if key in _keys(line)] or found


def _bare(text: str) -> str:
    return re.sub(r"\s", "", text).upper()


def _keys(line: FieldResult) -> set[str]:
    section, ns, ew = _bare(line.section), _bare(line.ns), _bare(line.ew)
    keys = {f"{ns}-{ew}", f"{section}{ns}-{ew}", f"{section}{ns}-{section}{ew}"}
    for number, side in ((ns, "NS"), (ew, "EW")):
        for name in (number, f"{section}{number}"):
            keys |= {name + side, side + name}
        keys |= {f"{section}{number}"} if section else set()
    return keys


def stated_top(reading: FieldReading, board: str) -> Fraction | None:
    """What the two sides of a table share by the file's own points: on this board, else on the others.

    0 where the points are IMPs; None where the file gives no points.
    """
    played = [line for line in reading.records if line.score_ns is not None and line.counts_for is None]
    for lines in ([line for line in played if line.board == board], played):
        sums = Counter(
            line.points_ns + line.points_ew
            for line in lines
            if line.points_ns is not None and line.points_ew is not None
        )
        if sums:
            return sums.most_common(1)[0][0]
    return None
