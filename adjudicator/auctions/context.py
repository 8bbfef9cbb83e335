"""What is known about the table before a card is seen: vulnerability, form of scoring, level, systems."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.bridge import AdjudicatorError, Seat, Side, Vulnerability

NOTRUMP_RANGES = ("?", "10-12", "11-13", "12-14", "13-15", "14-16", "15-17", "16-18")
CLUBS = ("?", "nat", "nat?", "short", "polish", "strong")
MAJORS = ("?", "5", "4")
CLUB = "club"
"""Club players are not in the archive: the model answers as for other tables, its choices less sharp."""
CLUB_SHARPNESS, CLUB_LAPSE = 0.8, 0.015
LEVELS = ("unknown", "world", "continental", "invitational", "national", "youth", "other", "online")
Scoring = Literal["IMP", "MP", "BAM", "unknown"]
SCORINGS: tuple[Scoring, ...] = ("unknown", "IMP", "MP", "BAM")


@dataclass(frozen=True)
class SystemTag:
    """A pair's basic system in three words: 1NT range, meaning of 1C, length of a 1H/1S opening.

    Either stated (convention card) or inferred from the pair's openings on other deals. ``?`` is unknown.

    >>> SystemTag.parse("15-17/short/5")
    SystemTag(notrump='15-17', club='short', major='5')
    >>> SystemTag.parse(None).text
    '?/?/?'
    """

    notrump: str = "?"
    club: str = "?"
    major: str = "?"

    def __post_init__(self) -> None:
        for value, known, what in (
            (self.notrump, NOTRUMP_RANGES, "1NT range"),
            (self.club, CLUBS, "kind of 1C opening"),
            (self.major, MAJORS, "length of a major opening"),
        ):
            if value not in known:
                raise AdjudicatorError(f"'{value}' is no known {what}; write one of {', '.join(known)}")

    @classmethod
    def parse(cls, text: str | None) -> SystemTag:
        """Read ``nt/club/major``; SAYC and 2/1 by name; anything else is unknown."""
        if not text:
            return UNKNOWN_SYSTEM
        named = _NAMED.get(text.strip().lower())
        if named is not None:
            return named
        parts = [part.strip() for part in text.split("/")]
        if len(parts) != 3:
            return UNKNOWN_SYSTEM
        notrump, club, major = parts
        return cls(
            notrump if notrump in NOTRUMP_RANGES else _nearest_range(notrump),
            club if club in CLUBS else "?",
            major if major in MAJORS else "?",
        )

    @property
    def text(self) -> str:
        return f"{self.notrump}/{self.club}/{self.major}"

    @property
    def indices(self) -> tuple[int, int, int]:
        """The three words as numbers, for the feature arrays."""
        return NOTRUMP_RANGES.index(self.notrump), CLUBS.index(self.club), MAJORS.index(self.major)


def _nearest_range(text: str) -> str:
    """The known 1NT range with the nearest middle, or unknown when the text is no range of points.

    >>> _nearest_range("15-18"), _nearest_range("good 14")
    ('16-18', '?')
    """
    try:
        low, high = (int(part) for part in text.split("-"))
    except ValueError:
        return "?"
    return min(NOTRUMP_RANGES[1:], key=lambda known: (abs(_middle(known) - (low + high)), -_middle(known)))


def _middle(text: str) -> int:
    low, high = text.split("-")
    return int(low) + int(high)


UNKNOWN_SYSTEM = SystemTag()
_NAMED = {
    "sayc": SystemTag("15-17", "nat", "5"),
    "2/1": SystemTag("15-17", "nat", "5"),
    "two_over_one": SystemTag("15-17", "nat", "5"),
    "acol": SystemTag("12-14", "nat", "4"),
    "wj": SystemTag("15-17", "polish", "5"),
    "precision": SystemTag("13-15", "strong", "5"),
    "precision_lite": SystemTag("13-15", "strong", "5"),
}


@dataclass(frozen=True)
class TableContext:
    """Everything the model is told besides hand and auction.

    ``year`` (of the event; ``None`` unknown) tells an old style from a recent one. ``alerts`` are the
    indices of calls in the auction that were alerted, where the record shows it.

    >>> TableContext(Seat.NORTH, Vulnerability.NONE).system_of(Seat.EAST).text
    '?/?/?'
    """

    dealer: Seat
    vulnerability: Vulnerability
    scoring: Scoring = "unknown"
    level: str = "unknown"
    systems: tuple[SystemTag, SystemTag] = (UNKNOWN_SYSTEM, UNKNOWN_SYSTEM)
    year: int | None = None
    alerts: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if self.scoring not in SCORINGS:
            raise AdjudicatorError(f"'{self.scoring}' is no form of scoring; write one of {', '.join(SCORINGS)}")

    def system_of(self, seat: Seat) -> SystemTag:
        return self.systems[0 if seat.side is Side.NS else 1]

    @property
    def sharpness(self) -> float:
        """Power to which the chances of calls are raised: below one, players differ more among themselves."""
        return CLUB_SHARPNESS if self.level == CLUB else 1.0

    @property
    def lapse(self) -> float:
        """Share of calls that no judgement explains, spread over all legal calls."""
        return CLUB_LAPSE if self.level == CLUB else 0.0

    def columns(self) -> tuple[int, ...]:
        """The context as small numbers, dealer's side first (see :data:`features.CONTEXT`)."""
        ours, theirs = self.dealer, self.dealer.lho
        return (
            int(self.vulnerability.is_vulnerable(ours)),
            int(self.vulnerability.is_vulnerable(theirs)),
            SCORINGS.index(self.scoring),
            _level_number(self.level),
            era_of(self.year),
            *self.system_of(ours).indices,
            *self.system_of(theirs).indices,
        )


def _level_number(level: str) -> int:
    level = "other" if level == CLUB else level
    return LEVELS.index(level) if level in LEVELS else 0


def era_of(year: int | None) -> int:
    """0 unknown, 1 before 2009, 2 later: enough to tell the two styles of the archive apart."""
    return 0 if year is None else 1 + int(year >= 2009)
