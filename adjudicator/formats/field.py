"""One table's result on a board of an event, as a result file tells it: the field of a ruling.

A file of results (USEBIO, a PBN ScoreTable, CSV, Bridgemate) knows pairs, contracts and scores, and seldom
the auction or the play.  `FieldResult` holds what it says.  Only a score that the file leaves out is filled
in from the contract.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction

from adjudicator.bridge import AdjudicatorError, Card, Problem, Result, Seat, Side, Vulnerability
from adjudicator.formats.records import GameRecord


@dataclass(frozen=True)
class FieldResult:
    """A line of a traveller.  `None` and "" mean that the file does not say.

    `score_ns` is North-South's total points; `artificial` is the text of an artificial score ("A6040"), which
    has no total points.  `points_ns` and `points_ew` are what the file awards, in the unit of its event.
    `counts_for` is a side when the line holds for that side alone (a split score).
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
    counts_for: Side | None = None
    file: str = field(default="", compare=False)
    line: int | None = field(default=None, compare=False)

    @property
    def is_played(self) -> bool:
        """Whether there is a score that can be compared with other tables."""
        return self.score_ns is not None


@dataclass(frozen=True)
class FieldReading:
    """What a reader found in a file of results.

    `scoring` is the event's form of scoring in the file's own word; `deals` are hand records that came with
    it.
    """

    records: tuple[FieldResult, ...] = ()
    problems: tuple[Problem, ...] = ()
    event: str = ""
    date: str = ""
    scoring: str = ""
    deals: tuple[GameRecord, ...] = ()

    def on_board(self, board: str | int) -> tuple[FieldResult, ...]:
        """The lines of one board."""
        wanted = str(board).lstrip("0")
        return tuple(record for record in self.records if record.board.lstrip("0") == wanted)

    @property
    def boards(self) -> tuple[str, ...]:
        """The boards with at least one line, in the order of the file."""
        return tuple(dict.fromkeys(record.board for record in self.records))

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that lost something, as opposed to warnings."""
        return tuple(problem for problem in self.problems if problem.is_error)


_ARTIFICIAL = re.compile(
    r"""^(?:A\s*\d{2,3}\s*[/-]?\s*\d{2}            # A6040
        |\d{2,3}\s*%?\s*[/-]\s*\d{2,3}\s*%         # 60%-40%
        |\d{2,3}\s*%                               # 60%
        |A\s*\d{1,3}(?:[.,]\d+)?\s*%?\s*[/-]\s*\d{1,3}(?:[.,]\d+)?\s*%?   # A62.5/37.5
        |(?:A|AV|AVE|AVG|AVERAGE)\s*[+=-]*(?:\s*[/,]?\s*(?:A|AV|AVE|AVG|AVERAGE)?\s*[+=-]*)?
        |(?:ARTIFICIAL|ADJUSTED|ADJ|ART)\b.*
        |N\.?\s?P\.?|NOT\s+PLAYED|NO\s*PLAY)$""",
    re.VERBOSE | re.IGNORECASE,
)
_PASSED = {"PASS", "P", "PASSED", "PASSED OUT", "ALL PASS", "ALLPASS", "AP", "PASSOUT", "PASSED-OUT", "PO"}
_NOTHING = {"", "-", "--", "---", "?", "*", "NULL", "NONE"}


def is_artificial(text: str) -> bool:
    """Whether a score or contract column holds an artificial score, or says that the board was not played.

    >>> [is_artificial(t) for t in ("A6040", "60%-40%", "AVE+", "NP", "4S", "-620")]
    [True, True, True, True, False, False]
    """
    return _ARTIFICIAL.match(text.strip()) is not None


def is_blank(text: str | None) -> bool:
    """Whether a column says nothing."""
    return text is None or text.strip().upper() in _NOTHING


def read_result(contract: str, declarer: str = "", tricks: str = "") -> Result | None:
    """A result from three columns: `4Hx`, `S`, `9` (or `-1`, `=`); None when the columns say nothing.

    The declarer and the tricks may stand in the contract column as well.  Raises `AdjudicatorError`.

    >>> str(read_result("4Hx", "s", "9")), str(read_result("3NT-W", "", "+1")), str(read_result("Pass"))
    ('4HX S -1', '3NT W +1', 'Pass')
    """
    if is_blank(contract):
        return None
    if contract.strip().upper() in _PASSED:
        return Result.parse("Pass")
    parts = [contract.strip(), *(part.strip() for part in (declarer, tricks) if not is_blank(part))]
    text = re.sub(r"^([+-])\s+", r"\1", " ".join(parts))
    result = Result.parse(text)
    if result.contract.level and result.contract.declarer is None:
        raise AdjudicatorError(f"'{contract}' has no declarer")
    return result


def read_seat(text: str) -> str:
    """A declarer column as one letter, "" when blank; `North`, `n` and `N/S` style words are understood."""
    return "" if is_blank(text) else text.strip()[0].upper()


def read_points(text: str | None) -> Fraction | None:
    """Matchpoints, IMPs or per cent as written, with a point or a comma; None when blank or no number."""
    if text is None or is_blank(text):
        return None
    clean = text.strip().strip('"').rstrip("%").strip().replace(",", ".").replace("½", ".5").replace("−", "-")
    clean = re.sub(r"^([+-])\s+", r"\1", clean)
    return Fraction(clean) if _FIGURE.match(clean) else None


_FIGURE = re.compile(r"^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15}|\d{1,15}/0*[1-9]\d{0,14})$", re.ASCII)


def read_whole(text: str | None) -> int | None:
    """A whole number such as total points, None when blank or no whole number."""
    number = read_points(text)
    return int(number) if number is not None and number.denominator == 1 else None


def read_score(text: str | None) -> int | None:
    """Total points; thousands may be set off by a comma, a point, an apostrophe or a blank.

    >>> [read_score(t) for t in ("1,430", "-1.100", "620", "+ 50", "5.5")]
    [1430, -1100, 620, 50, None]
    """
    found = _THOUSANDS.match((text or "").strip().replace("−", "-"))
    return int("".join(found.groups())) if found is not None else read_whole(text)


_THOUSANDS = re.compile(r"^([+-]?)\s*([1-9])[.,' \u00a0](\d{3})$")


def read_card(text: str | None) -> Card | None:
    """A card with its suit first or last (`DA`, `AD`, `10H`, `♥10`); None when blank or no card."""
    if text is None or is_blank(text):
        return None
    try:
        return Card.parse(text.strip().upper().replace("10", "T"))
    except AdjudicatorError:
        return None


def vulnerability_of(board: str) -> Vulnerability | None:
    """The vulnerability of a board number by the cycle of sixteen; None when the board has no number."""
    digits = re.search(r"(?<!\d)\d{1,6}(?!\d)", board)
    return Vulnerability.for_board(int(digits[0])) if digits and int(digits[0]) > 0 else None


def score_of(result: Result | None, vulnerability: Vulnerability | None) -> int | None:
    """North-South's total points of a result, None when it or the vulnerability is not known."""
    if result is None:
        return None
    if result.contract.is_passed_out:
        return 0
    return None if vulnerability is None else result.score_ns(vulnerability)


def settle_score(
    stated: int | None, result: Result | None, vulnerability: Vulnerability | None, place: Problem
) -> tuple[int | None, tuple[Problem, ...]]:
    """The score stated, else the one of the result; a difference between them is told at `place` (a
    warning).
    """
    computed = score_of(result, vulnerability)
    if stated is None:
        return computed, ()
    if computed is None or computed == stated:
        return stated, ()
    text = f"{result} scores {computed:+d} for North-South, the file says {stated:+d}"
    return stated, (
        Problem(text, "the file's score is kept; check both", place.file, place.line, place.field, "warning"),
    )


def seat_letter(seat: Seat | None) -> str:
    """One letter, "" for none."""
    return "" if seat is None else seat.letter
