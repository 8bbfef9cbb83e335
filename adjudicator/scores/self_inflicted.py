"""The part of the damage that the non-offending side brought on itself (2007/12C1b, 2017/12C1e).

Three figures for the non-offenders, all in the event's unit: A what they got at the table, B what the
adjustment gives without their error, C what they would have got, infraction included, without their error.
The director judges whether the error was of the kind that counts; this module only does the sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from adjudicator.bridge import Side
from adjudicator.scores.outcomes import WeightedScore, certain
from adjudicator.scores.scorer import Scorer


@dataclass(frozen=True)
class SelfInflicted:
    """The sum, and what each side gets.

    `total` damage B - A, `own` part C - A, `caused` by the infraction B - C; `nos` and `os` are the sides'
    figures.
    """

    a: Fraction
    b: Fraction
    c: Fraction
    nos: Fraction
    os: Fraction
    reason: str

    @property
    def total(self) -> Fraction:
        return self.b - self.a

    @property
    def own(self) -> Fraction:
        return self.c - self.a

    @property
    def caused(self) -> Fraction:
        return self.b - self.c


def reduce_for_own_error(
    a: Fraction, b: Fraction, c: Fraction, *, os_table: Fraction, os_adjusted: Fraction
) -> SelfInflicted:
    """What each side gets from A, B and C; the offenders never profit from the error.

    `os_table` and `os_adjusted` are the offenders' own figures for the table result and for the adjustment.

    >>> a, b, c = Fraction(2), Fraction(9), Fraction(6)
    >>> r = reduce_for_own_error(a, b, c, os_table=-a, os_adjusted=-b)
    >>> int(r.nos), int(r.os), int(r.caused), int(r.own)
    (5, -9, 3, 4)
    """
    if b <= a:
        return SelfInflicted(a, b, c, a, os_table, "no damage: the table result stands for both sides")
    if c <= a:
        return SelfInflicted(a, b, c, b, os_adjusted, "the error cost nothing: both sides get the adjustment")
    if b <= c:
        reason = "all the damage was self-inflicted: the non-offenders keep the table result"
        return SelfInflicted(a, b, c, a, os_adjusted, reason)
    reason = "the non-offenders get the adjustment less what their error cost"
    return SelfInflicted(a, b, c, a + b - c, os_adjusted, reason)


def self_inflicted(
    scorer: Scorer,
    nos: Side,
    *,
    table_score_ns: int,
    without_error: Sequence[WeightedScore] | int,
    adjustment: Sequence[WeightedScore],
    os_adjustment: Sequence[WeightedScore] | None = None,
) -> SelfInflicted:
    """The same from results: each converted to the event's unit before anything is subtracted."""
    table = certain(table_score_ns)
    clean = certain(without_error) if isinstance(without_error, int) else without_error
    return reduce_for_own_error(
        scorer.expected(table, nos),
        scorer.expected(adjustment, nos),
        scorer.expected(clean, nos),
        os_table=scorer.expected(table, nos.other),
        os_adjusted=scorer.expected(os_adjustment or adjustment, nos.other),
    )
