"""Game records (PBN, LIN and whatever :mod:`adjudicator.formats` reads) as auctions for the model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from adjudicator.auctions.context import Scoring, TableContext
from adjudicator.auctions.records import BidTable, check_auction
from adjudicator.bridge import AdjudicatorError, Problem, Vulnerability, suit_masks
from adjudicator.formats import GameRecord, read_file

_ROBOT_NAMES = ("robot", "gib", "bba", "~~")


def tables_of_archive(path: Path) -> Iterator[BidTable | Problem]:
    """Every board of a file that has four hands and a complete legal auction; a problem for every other one."""
    reading = read_file(path)
    yield from reading.problems
    for record in reading.records:
        try:
            yield table_of_record(record)
        except AdjudicatorError as error:
            first = error.problems[0]
            yield Problem(first.message, first.next_step, record.file or str(path), record.line, severity="warning")


def table_of_record(record: GameRecord) -> BidTable:
    """One record; :class:`AdjudicatorError` says why it cannot be used."""
    deal = record.deal
    if deal is None or record.dealer is None or not record.calls:
        raise AdjudicatorError("no use for the call model: four hands, a dealer and an auction are needed")
    calls = tuple(map(int, record.calls))
    check_auction(record.dealer, calls)
    year = record.date[:4]
    context = TableContext(
        dealer=record.dealer,
        vulnerability=record.vulnerability or Vulnerability.NONE,
        scoring=_scoring(record.scoring),
        year=int(year) if year.isdigit() else None,
        alerts=frozenset(note.index for note in record.notes if note.alerted),
    )
    robots = sum(any(word in name.lower() for word in _ROBOT_NAMES) for name in record.players)
    suffix = Path(record.file).suffix.lstrip(".").lower()
    return BidTable(deal.text, tuple(map(suit_masks, deal.hands)), calls, context, suffix, robots >= 2)


def _scoring(text: str) -> Scoring:
    """The form of scoring from the words of the record.

    >>> _scoring("IMP;Cross"), _scoring("Matchpoints"), _scoring("Rubber")
    ('IMP', 'MP', 'unknown')
    """
    word = text.upper()
    if "IMP" in word or "BUTLER" in word:
        return "IMP"
    if "MATCHPOINT" in word or word.startswith("MP") or word == "PAIRS":
        return "MP"
    return "BAM" if "BAM" in word or "BOARD-A-MATCH" in word or "BOARD A MATCH" in word else "unknown"
