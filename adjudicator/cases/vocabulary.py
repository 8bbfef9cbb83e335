"""Words of a case file that stand for something of the Laws: forms of scoring, editions, standing."""

from __future__ import annotations

import re
from datetime import date

from adjudicator.cases.model import EDITIONS, Scoring, ScoringUnit

NOT_KNOWN = frozenset(
    {"", "?", "unknown", "not stated", "not known", "unspecified", "none stated", "n/a", "tbd", "..."}
)
SCORING_HELP = (
    "MP pairs, MP teams, IMP teams, IMP pairs, cross-IMP pairs, Butler pairs, BAM teams, total points or unknown"
)

_UNITS: tuple[tuple[str, ScoringUnit], ...] = (
    (
        r"\bcross[\s-]*imps?\b|\bimp;cross|\bximps?\b|\bx-imps?\b|\bimps?[\s-]*(across|pairs?|cross)",
        ScoringUnit.CROSS_IMPS,
    ),
    (r"\bbutler\b|\bdatum\b", ScoringUnit.BUTLER),
    (r"\bbam\b|board[\s-]*a[\s-]*match|point[\s-]*a[\s-]*board", ScoringUnit.BOARD_A_MATCH),
    (r"\bimps?\b|\bvps?\b|victory points|\bknock-?out|\bswiss teams", ScoringUnit.IMPS),
    (r"\bmps?\b|match[\s-]*points?|match[\s-]*pointed", ScoringUnit.MATCHPOINTS),
    (r"\btotal\b|\baggregate\b|\brubber\b|\bchicago\b", ScoringUnit.TOTAL_POINTS),
    (r"^\s*(pairs|individual)\b", ScoringUnit.MATCHPOINTS),
    (r"^\s*teams\b", ScoringUnit.IMPS),
)


def find_scoring(text: str) -> Scoring | None:
    """The form of scoring meant by the words of a file; `None` when they mean none that is known.

    >>> find_scoring("IMP teams").unit.value, find_scoring("Matchpointed pairs").unit.value
    ('IMP', 'MP')
    """
    key = text.strip().lower()
    if key in NOT_KNOWN or key.startswith("___"):
        return Scoring(text.strip() or "unknown")
    contest = next((word for word in ("teams", "individual", "pairs") if word[:4] in key), "")
    for pattern, unit in _UNITS:
        if re.search(pattern, key):
            if unit is ScoringUnit.IMPS and contest == "pairs" and "imp" not in key:
                unit = ScoringUnit.MATCHPOINTS  # victory points of a pairs event come from matchpoints
            return Scoring(text.strip(), unit, contest or _contest(unit))
    return None


def _contest(unit: ScoringUnit) -> str:
    if unit in (ScoringUnit.IMPS, ScoringUnit.BOARD_A_MATCH):
        return "teams"
    if unit in (ScoringUnit.MATCHPOINTS, ScoringUnit.CROSS_IMPS, ScoringUnit.BUTLER):
        return "pairs"
    return ""


def find_edition(text: str) -> str | None:
    """The edition of the Laws meant by "2007", 2007, "Laws 2007" or a year in which it was current."""
    digits = re.search(r"(19|20)\d\d", text)
    return digits.group() if digits and digits.group() in EDITIONS else None


def edition_in_force(year: int | None, when: date | None, authority: str) -> tuple[str, str]:
    """The edition in force, and a doubt to mention ("" when there is none).

    A new edition begins at different days in different countries: the Laws of 1997 during that year, those
    of 2007 between January and October 2008 (North America in January), those of 2017 between January and
    October 2017 (England in August, North America in late September). In such a year the day decides when it
    is given.
    """
    if when is not None:
        return _by_day(when, authority), ""
    if year is None:
        return "2017", "neither law_edition nor year is given"
    if year >= 2018:
        return "2017", ""
    if year == 2017:
        return "2017", "the edition changed in 2017"
    if year >= 2008:
        return "2007", "the edition changed in 2008" if year == 2008 else ""
    if year >= 1997:
        return "1997", "the edition changed in 1997" if year == 1997 else ""
    return "1987", "" if year >= 1987 else "editions before 1987 are not held"


_CHANGES: tuple[tuple[str, date, date], ...] = (
    # edition, from when in North America, from when elsewhere
    ("2017", date(2017, 9, 25), date(2017, 8, 1)),
    ("2007", date(2008, 1, 1), date(2008, 8, 1)),
    ("1997", date(1997, 5, 27), date(1997, 9, 1)),
)


def _by_day(when: date, authority: str) -> str:
    american = bool(re.search(r"\b(ACBL|USBF|NABC)\b", authority, re.IGNORECASE))
    for edition, america, elsewhere in _CHANGES:
        if when >= (america if american else elsewhere):
            return edition
    return "1987"
