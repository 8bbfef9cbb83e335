"""Scorers of team events: IMPs, board-a-match, Patton, total points.  They compare with one other table.

`other` is what North-South scored at the other table, as an outcome set: one sure result, or several when
that table is adjusted as well (the product of both distributions, the two adjustments being independent).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from adjudicator.bridge import Side
from adjudicator.scores.config import ScoringConfig
from adjudicator.scores.forms import Form
from adjudicator.scores.outcomes import WeightedScore
from adjudicator.scores.scorer import Scorer
from adjudicator.scores.units import imp


class _AgainstOneTable(Scorer):
    def __init__(
        self, other: tuple[WeightedScore, ...], config: ScoringConfig, note: str, estimated: bool = False
    ) -> None:
        self.other = other
        self.config = config
        self.note = note
        self.estimated = estimated
        self._known: dict[int, Fraction] = {}  # a ruling asks for the same few scores thousands of times

    def _mean(self, score_ns: int, convert: Callable[[int], int | Fraction]) -> Fraction:
        return sum((item.weight * convert(score_ns - item.score_ns) for item in self.other), Fraction(0))


class TeamScorer(_AgainstOneTable):
    """IMPs of a team match: knockout, Swiss or round robin."""

    unit = "IMPs"

    def __init__(
        self,
        other: tuple[WeightedScore, ...],
        config: ScoringConfig,
        note: str,
        estimated: bool = False,
        form: Form = Form.TEAMS_IMPS,
        knockout: bool = False,
    ) -> None:
        super().__init__(other, config, note, estimated)
        self.form = form
        self.knockout = knockout

    def value(self, score_ns: int, side: Side) -> Fraction:
        if score_ns not in self._known:
            self._known[score_ns] = self._mean(score_ns, imp)
        figure = self._known[score_ns]
        return figure if side is Side.NS else -figure

    def describe(self) -> str:
        mark = " (ESTIMATED)" if self.estimated else ""
        return f"IMPs, {self.note}{mark}"


class BamScorer(_AgainstOneTable):
    """Board-a-match: a board is won, tied or lost."""

    form = Form.BAM
    unit = "board points"

    @property
    def top(self) -> Fraction:
        return self.config.bam_win

    @property
    def rounding_unit(self) -> Fraction:
        return Fraction(1, 10**self.config.mp_decimals)

    def value(self, score_ns: int, side: Side) -> Fraction:
        figure = self._mean(score_ns, lambda swing: board_result(swing, self.config.bam_win))
        return figure if side is Side.NS else self.top - figure

    def describe(self) -> str:
        mark = " (ESTIMATED)" if self.estimated else ""
        return f"board-a-match, {float(self.config.bam_win):g} for a win, {self.note}{mark}"


def board_result(swing: int, win: Fraction) -> Fraction:
    """What a swing in total points is worth at board-a-match: all, half or nothing."""
    return win if swing > 0 else win / 2 if swing == 0 else Fraction(0)


class PattonScorer(_AgainstOneTable):
    """The board part of Patton; the aggregate part belongs to the set: see `adjudicator.scores.patton`."""

    form = Form.PATTON
    unit = "Patton board points"

    @property
    def top(self) -> Fraction:
        return self.config.patton_board

    @property
    def rounding_unit(self) -> Fraction:
        return Fraction(1, 10**self.config.mp_decimals)

    def value(self, score_ns: int, side: Side) -> Fraction:
        figure = self._mean(score_ns, lambda swing: board_result(swing, self.config.patton_board))
        return figure if side is Side.NS else self.top - figure

    def swing(self, outcomes: tuple[WeightedScore, ...]) -> Fraction:
        """The board's share of the set's total-point swing for North-South: linear, so weights apply to it
        directly.
        """
        return sum((o.weight * self._mean(o.score_ns, lambda points: points) for o in outcomes), Fraction(0))

    def describe(self) -> str:
        mark = " (ESTIMATED)" if self.estimated else ""
        return f"Patton, board part ({float(self.config.patton_board):g} for a win), {self.note}{mark}"


class TotalPointScorer(Scorer):
    """Aggregate scoring: total points are the unit, so a weighted mean of them is right here and only
    here.
    """

    form = Form.TOTAL_POINTS
    unit = "total points"

    def __init__(self, config: ScoringConfig) -> None:
        self.config = config

    @property
    def rounding_unit(self) -> Fraction:
        return Fraction(10)

    def value(self, score_ns: int, side: Side) -> Fraction:
        return Fraction(score_ns if side is Side.NS else -score_ns)

    def describe(self) -> str:
        return "total points (aggregate)"
