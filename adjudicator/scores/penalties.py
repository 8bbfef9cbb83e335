"""Procedural penalties (Law 90), kept apart from rectification.

A penalty comes off one contestant's total, after everything else (after the conversion when it is in victory
points). It is never counted in the opponents' score, and no adjusted score is built from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from adjudicator.scores.errors import ScoringError, refuse
from adjudicator.scores.units import as_fraction, decimal_text

PenaltyUnit = Literal["top", "matchpoints", "imps", "vp"]


@dataclass(frozen=True)
class Penalty:
    """So much off one contestant's total.

    `amount` is positive, in `unit` ("top": a share of a top).  `carried` marks one brought forward from an
    earlier session: it counts in the carried total and not in the score of this session.
    """

    contestant: str
    amount: Fraction
    unit: PenaltyUnit
    reason: str = ""
    carried: bool = False

    def __post_init__(self) -> None:
        if self.amount < 0:
            raise refuse(ScoringError, f"penalty of {self.amount}", "give a positive amount; it is taken off")

    def in_points(self, top: Fraction | None = None) -> Fraction:
        """The amount in the unit of the total it comes off."""
        if self.unit != "top":
            return self.amount
        if top is None:
            raise refuse(ScoringError, "a penalty in tops where there is no top", "give it in IMPs or victory points")
        return self.amount * top

    def __str__(self) -> str:
        names = {"matchpoints": "matchpoints", "imps": "IMPs", "vp": "VP"}
        if self.unit == "top":
            shown = f"{decimal_text(self.amount * 100)}% of a top"
        else:
            shown = f"{decimal_text(self.amount)} {names[self.unit]}"
        return f"{self.contestant}: penalty {shown}" + (f" ({self.reason})" if self.reason else "")


_TEXT = re.compile(
    r"^\s*(\d{1,9}/\d{1,9}|\d{1,9}(?:[.,]\d{1,9})?)\s*(%|per cent)?\s*(?:of an?\s+)?([a-z]*)", re.IGNORECASE
)


def parse_penalty(text: str, contestant: str, unit: PenaltyUnit = "top") -> Penalty:
    """Read "20% of a top", "3 IMPs", "0.5 VP", "2.2 MP"; a bare number is in `unit` (a share of a top up to 1).

    >>> str(parse_penalty("20% of a top", "NS"))
    'NS: penalty 20% of a top'
    """
    found = _TEXT.match(text)
    if found and re.fullmatch(r"\d+/0+", found[1]):
        found = None
    word = found[3].lower().rstrip("s") if found else ""
    if found and not found[2] and not word and found.end() == len(text.rstrip()):
        amount = as_fraction(found[1])
        return Penalty(contestant, amount / 100 if unit == "top" and amount > 1 else amount, unit)
    if found and (found[2] or word in ("top", "board")):
        amount = as_fraction(found[1] + ("%" if found[2] else ""))
        return Penalty(contestant, amount, "top")
    units: dict[str, PenaltyUnit] = {
        "imp": "imps",
        "vp": "vp",
        "mp": "matchpoints",
        "matchpoint": "matchpoints",
    }
    if not found or word not in units:
        raise refuse(ScoringError, f"penalty {text[:60]!r}", 'write "10% of a top", "3 IMPs", "0.5 VP" or "2 MP"')
    return Penalty(contestant, as_fraction(found[1]), units[word])


@dataclass(frozen=True)
class Total:
    """A contestant's score with its penalties kept in a column of their own."""

    score: Fraction
    penalties: Fraction
    carried: Fraction

    @property
    def session(self) -> Fraction:
        """The session's result: the score less the penalties of the session."""
        return self.score - self.penalties

    @property
    def overall(self) -> Fraction:
        """With what was carried forward taken off as well."""
        return self.session - self.carried


def with_penalties(
    score: Fraction, contestant: str, penalties: Iterable[Penalty], top: Fraction | None = None
) -> Total:
    """Take a contestant's own penalties off its total; the others' do not touch it.

    >>> with_penalties(Fraction(1304, 100), "A", [Penalty("A", Fraction(1), "vp")]).session
    Fraction(301, 25)
    """
    own = [p for p in penalties if p.contestant == contestant]
    now = sum((p.in_points(top) for p in own if not p.carried), Fraction(0))
    before = sum((p.in_points(top) for p in own if p.carried), Fraction(0))
    return Total(score, now, before)
