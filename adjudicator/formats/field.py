"""One table's result on a board of an event, as a result file tells it: the field of a ruling.

A file of results (USEBIO, a PBN ScoreTable, CSV, Bridgemate) knows pairs, contracts and scores, and seldom
the auction or the play.  `FieldResult` holds what it says; nothing is recomputed here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from adjudicator.bridge import Card, Result


@dataclass(frozen=True)
class FieldResult:
    """A line of a traveller.  `None` and "" mean that the file does not say.

    `score_ns` is North-South's total points; `artificial` is the text of an artificial score ("A6040"), which
    has no total points.  `points_ns` and `points_ew` are what the file awards, in the unit of its event.
    """

    board: str
    ns: str = ""
    ew: str = ""
    result: Result | None = None
    score_ns: int | None = None
    lead: Card | None = None
    artificial: str = ""
    points_ns: Fraction | None = None
    points_ew: Fraction | None = None
    section: str = ""
    table: str = ""
    round: str = ""
    file: str = field(default="", compare=False)
    line: int | None = field(default=None, compare=False)

    @property
    def is_played(self) -> bool:
        """Whether there is a score that can be compared with other tables."""
        return self.score_ns is not None
