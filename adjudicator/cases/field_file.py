"""The results of the field out of a file that the case names."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from adjudicator.bridge import Result
from adjudicator.cases.collector import Collector
from adjudicator.cases.model import Case, FieldScore
from adjudicator.formats import read_field


def with_field_of_file(case: Case, folder: Path, found: Collector) -> Case:
    """The case with the scores of its board in the file that `field` names (beside the case, or a full path).

    Lines without a total score (artificial scores, boards not played) do not count. One line with the result obtained
    at this table is taken out: a table does not compare with itself.
    """
    if not case.field_file:
        return case
    reading = read_field(folder / case.field_file)
    for problem in reading.errors:
        found.error(("field",), f"{problem.place or case.field_file}: {problem.message}", problem.next_step)
    if not reading.records:
        return case
    if case.board is None:
        found.error(("field",), "the file of the field is of no use without a board number", "add board")
        return case
    counts: Counter[tuple[int, Result | None]] = Counter()
    for line in reading.on_board(case.board):
        if line.score_ns is not None and line.counts_for is None:
            counts[(line.score_ns, line.result)] += 1
    own = next((key for key in counts if key == (case.table_score_ns, case.table_result)), None) or next(
        (key for key in counts if key[0] == case.table_score_ns), None
    )
    if own is not None:
        counts[own] -= 1
        counts += Counter()
    elif counts:
        what = "the result obtained is not among the results of the file, so all of them count as other tables"
        found.warn(("field",), what, "check table_result and file")
    else:
        found.warn(("field",), f"{case.field_file} has no results of board {case.board}", "check board and file")
    ordered = sorted(counts.items(), key=lambda item: (-item[0][0], str(item[0][1])))
    return replace(case, field=tuple(FieldScore(score, Fraction(n), result) for (score, result), n in ordered))
