"""Artificial scores (12C2 since 2007, 12C1 before): average plus, average, average minus.

Average plus is at least the printed figure and follows the contestant's own session when that is better;
average minus is at most the printed figure.  The session figure is over the OTHER boards of the session.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from adjudicator.bridge import Problem
from adjudicator.scores.config import ScoringConfig
from adjudicator.scores.errors import ScoringError, refuse
from adjudicator.scores.forms import Form
from adjudicator.scores.scorer import Scorer
from adjudicator.scores.units import as_fraction, decimal_text


class Fault(Enum):
    """How far a contestant was at fault for the board having no result."""

    NONE = "no fault"
    PARTLY = "partly at fault"
    DIRECTLY = "at fault"


class Average(Enum):
    """The three artificial scores."""

    PLUS = "average plus"
    AVERAGE = "average"
    MINUS = "average minus"

    @classmethod
    def for_fault(cls, fault: Fault) -> Average:
        """No fault: plus; partly: average; directly: minus."""
        return {Fault.NONE: cls.PLUS, Fault.PARTLY: cls.AVERAGE, Fault.DIRECTLY: cls.MINUS}[fault]


@dataclass(frozen=True)
class Artificial:
    """An artificial score for one side.

    `session`: the side's own figure on the other boards (per cent at matchpoints and board-a-match, mean IMPs
    at IMPs), if known.  `fixed`: a percentage or IMP figure that somebody set, which then is not looked up
    anywhere; `unit` says which of the two ("%" or "IMPs") where the text did.
    """

    kind: Average
    session: Fraction | None = None
    fixed: Fraction | None = None
    unit: str = field(default="", compare=False)

    def figure(self, scorer: Scorer) -> Fraction:
        """What the side gets, in the scorer's unit."""
        if scorer.form is Form.TOTAL_POINTS:
            raise refuse(
                ScoringError,
                "an artificial score at total points is whatever the regulations say",
                "assign a score instead, or give the figure the regulations print",
            )
        if self.unit and (self.unit == "%") != (scorer.top is not None):
            wanted = "IMPs, such as +3 IMPs" if scorer.top is None else "a percentage, such as 60%"
            raise refuse(
                ScoringError, f"an artificial score of {self._set()} at {scorer.form.value}", f"give it in {wanted}"
            )
        if scorer.top is not None:
            return self.printed(scorer.config.ave_mp, scorer.config) * scorer.top / 100
        return self.printed(scorer.config.ave_imps, scorer.config)

    def printed(self, printed: tuple[Fraction, Fraction, Fraction], config: ScoringConfig) -> Fraction:
        """The figure from the three printed ones (plus, average, minus), the session or what was fixed."""
        if self.fixed is not None:
            return self.fixed
        plus, average, minus = printed
        if self.kind is Average.AVERAGE:
            return average
        follows = config.ave_session and self.session is not None
        if self.kind is Average.PLUS:
            return max(plus, self.session) if follows and self.session is not None else plus
        if config.edition == "1987" or not follows or self.session is None:
            return minus  # the code of 1987 has a flat figure here
        return min(minus, self.session)

    def _set(self) -> str:
        """The figure that was set, with its unit where it has one."""
        figure = decimal_text(self.fixed or Fraction(0), sign=self.unit == "IMPs")
        return figure + {"%": "%", "IMPs": " IMPs"}.get(self.unit, "")

    def describe(self, config: ScoringConfig) -> str:
        """For the list of reasons."""
        if self.fixed is not None:
            return f"artificial score, fixed at {self._set()}"
        seen = f", own session {decimal_text(self.session)}" if self.session is not None else ""
        flat = " (flat)" if self.kind is Average.MINUS and config.edition == "1987" else ""
        return f"{self.kind.value}{flat}{seen}"


def session_mean(figures: Iterable[Fraction]) -> Fraction | None:
    """The mean over the other boards of the session; `None` when there is none."""
    known = list(figures)
    return sum(known, Fraction(0)) / len(known) if known else None


def artificial_pair(
    ns: Fault,
    ew: Fault,
    *,
    outside_agency: bool = False,
    ns_session: Fraction | None = None,
    ew_session: Fraction | None = None,
) -> tuple[Artificial, Artificial, tuple[Problem, ...]]:
    """Both sides' artificial scores from their faults.

    The two may exceed 100 per cent together only if somebody outside both contestants is at fault (the
    director, a previous table, the organiser); otherwise a warning is returned with them.
    """
    problems: tuple[Problem, ...] = ()
    if ns is Fault.NONE and ew is Fault.NONE and not outside_agency:
        problems = (
            Problem(
                "both sides get average plus, but no outside agency is named as being at fault",
                "say who was at fault, or that the director, another table or the organiser was",
                field="artificial",
                severity="warning",
            ),
        )
    return (
        Artificial(Average.for_fault(ns), ns_session),
        Artificial(Average.for_fault(ew), ew_session),
        problems,
    )


class Meaning(Enum):
    """What an artificial score in an exported file turned out to mean."""

    FIXED = "fixed percentages"
    VARIABLE = "average plus or minus with the own session"
    EITHER = "fixed and variable come to the same"
    STATED = "the points that the file states"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True)
class ArtificialReading:
    """An artificial score of a result file, understood as far as it can be.

    `ns` and `ew` are matchpoints, `None` when the file gives no points and the text alone is ambiguous;
    `fixed` and `variable` are the two readings (points for N/S and E/W), `variable` only with both session
    figures.
    """

    text: str
    meaning: Meaning
    ns: Fraction | None
    ew: Fraction | None
    fixed: tuple[Fraction, Fraction] | None
    variable: tuple[Fraction, Fraction] | None
    problems: tuple[Problem, ...] = ()


_SHARE = r"(100|\d{1,2}(?:[.,]\d{1,2})?)\s*%?"
_TEXT = re.compile(rf"^A?\s*(?:{_SHARE}\s*[/-]\s*{_SHARE}|(100|\d\d)\s*(100|\d\d))$", re.IGNORECASE)
_WORD = r"(?:A|AV|AVE|AVG|AVERAGE)"
_AVERAGES = re.compile(rf"^{_WORD}\s*([+=-]?)\s*(?:[/,]\s*|\s|(?<=[+=-]))(?=\S){_WORD}?\s*([+=-]?)$", re.IGNORECASE)
_SIGNS = {"+": Average.PLUS, "=": Average.AVERAGE, "": Average.AVERAGE, "-": Average.MINUS}


def averages_of(text: str) -> tuple[Artificial, Artificial] | None:
    """Averages named as such, North-South's first: `A+/A-`, `AVE/AVE-`; None for anything else.

    >>> [a.kind.value for a in averages_of("A+/A-")]
    ['average plus', 'average minus']
    """
    found = _AVERAGES.match(text.strip())
    return None if found is None else (Artificial(_SIGNS[found[1]]), Artificial(_SIGNS[found[2]]))


def read_artificial(
    text: str,
    *,
    top: Fraction | int | None = None,
    points_ns: object = None,
    points_ew: object = None,
    session_ns: object = None,
    session_ew: object = None,
) -> ArtificialReading:
    """Understand `A6040` in an exported result file.

    The text may stand for fixed percentages or for average plus / average minus.  Points present in the file
    win and tell which was meant; without them the score is ambiguous unless both readings agree, and that is
    reported.

    >>> r = read_artificial("A6040", top=20, points_ns=12, points_ew=8, session_ns=63.5, session_ew=37)
    >>> r.meaning.value, int(r.ns), int(r.ew)
    ('fixed percentages', 12, 8)
    """
    found = _TEXT.match(text.strip())
    stated = (_number(points_ns), _number(points_ew))
    shares = (as_fraction(found[1] or found[3]), as_fraction(found[2] or found[4])) if found else None
    fixed = _points(shares, top)
    variable = _points(_variable(shares, _number(session_ns), _number(session_ew)), top)
    if stated[0] is not None and stated[1] is not None:
        meaning = _meaning((stated[0], stated[1]), fixed, variable)
        return ArtificialReading(text, meaning, stated[0], stated[1], fixed, variable)
    if shares is None:
        problem = Problem(f"artificial score {text!r} is not understood", "give both sides' points", field="SCORE")
        return ArtificialReading(text, Meaning.AMBIGUOUS, stated[0], stated[1], fixed, variable, (problem,))
    settled = fixed is not None and (fixed == variable or set(shares) == {Fraction(50)})
    if settled and fixed is not None:
        return ArtificialReading(text, Meaning.EITHER, *fixed, fixed, variable)
    problem = Problem(
        f"{text} may be fixed percentages or average plus and minus, and the file gives no points",
        "ask which was meant, or take the points from the scoring program",
        field="SCORE",
        severity="warning",
    )
    return ArtificialReading(text, Meaning.AMBIGUOUS, stated[0], stated[1], fixed, variable, (problem,))


def _number(value: object) -> Fraction | None:
    return None if value is None or value == "" else as_fraction(value)


def _points(shares: tuple[Fraction, Fraction] | None, top: Fraction | int | None) -> tuple[Fraction, Fraction] | None:
    return None if shares is None or top is None else (shares[0] * top / 100, shares[1] * top / 100)


def _variable(
    shares: tuple[Fraction, Fraction] | None, session_ns: Fraction | None, session_ew: Fraction | None
) -> tuple[Fraction, Fraction] | None:
    """The percentages when the text means average plus, average or average minus; `None` when sessions are
    missing.
    """
    if shares is None:
        return None
    read: list[Fraction] = []
    for share, session in zip(shares, (session_ns, session_ew), strict=True):
        if share == 50:
            read.append(share)
        elif session is None:
            return None
        else:
            read.append(max(share, session) if share > 50 else min(share, session))
    return read[0], read[1]


def _meaning(
    stated: tuple[Fraction, Fraction],
    fixed: tuple[Fraction, Fraction] | None,
    variable: tuple[Fraction, Fraction] | None,
) -> Meaning:
    near = Fraction(1, 20)  # files print one decimal or two

    def agrees(reading: tuple[Fraction, Fraction] | None) -> bool:
        return reading is not None and all(abs(a - b) <= near for a, b in zip(stated, reading, strict=True))

    if agrees(fixed):
        return Meaning.EITHER if agrees(variable) else Meaning.FIXED
    return Meaning.VARIABLE if agrees(variable) else Meaning.STATED
