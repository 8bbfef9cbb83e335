"""The effect of a ruling on a match: margins of both teams and their victory points.

Where a board does not balance, each team has a margin of its own, each is converted, and the two need not add
up.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from adjudicator.scores.adjusted import BoardAward
from adjudicator.scores.units import decimal_text, round_to
from adjudicator.scores.victory_points import VictoryPointScale


@dataclass(frozen=True)
class MatchResult:
    """Margins seen by each team, and victory points (`ns`: the team sitting North-South at this table)."""

    ns_margin: Fraction
    ew_margin: Fraction
    ns_vp: Fraction
    ew_vp: Fraction

    @property
    def balances(self) -> bool:
        """Whether the two margins are each other's negative."""
        return self.ns_margin == -self.ew_margin

    def __str__(self) -> str:
        return f"{decimal_text(self.ns_vp)}-{decimal_text(self.ew_vp)}"


def match_result(
    margin_without_board: Fraction | int,
    ns: Fraction,
    ew: Fraction,
    scale: VictoryPointScale,
    boards: int,
    *,
    whole: bool = False,
) -> MatchResult:
    """The match with the board scored `ns` and `ew`; North-South lead by `margin_without_board` on the others.

    `whole`: the match total is rounded to a whole IMP before the conversion, as at cross-IMPs.

    >>> from adjudicator.scores.victory_points import ContinuousScale
    >>> r = match_result(4, Fraction(5), Fraction(-9), ContinuousScale(), 20)
    >>> str(r), r.balances
    ('12.3-6.8', False)
    """
    ns_margin = Fraction(margin_without_board) + ns
    ew_margin = ew - margin_without_board
    if whole:
        ns_margin, ew_margin = round_to(ns_margin, 1), round_to(ew_margin, 1)
    return MatchResult(ns_margin, ew_margin, scale.vps(ns_margin, boards), scale.vps(ew_margin, boards))


def effect_of(
    award: BoardAward, margin_without_board: Fraction | int, scale: VictoryPointScale, boards: int
) -> MatchResult:
    """The match with the board as ruled, rounded as the event rounds boards."""
    whole = award.unit.startswith("cross-IMPs")
    return match_result(margin_without_board, award.ns_rounded, award.ew_rounded, scale, boards, whole=whole)
