"""Auctions that were really bid: one table, one deal, as the model reads them.

Sources: JSON lines (``.jsonl``, ``.jsonl.gz``; one table a line), and whatever the readers of
:mod:`adjudicator.formats` understand.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.context import LEVELS, SCORINGS, Scoring, SystemTag, TableContext
from adjudicator.bridge import AdjudicatorError, Auction, Call, Deal, Problem, Seat, Vulnerability, suit_masks

TRAIN, SELECT, REPORT = 0, 1, 2
SPLIT_NAMES = ("train", "select", "report")
SPLIT_SHARES = (0.90, 0.05, 0.05)


@dataclass(frozen=True)
class BidTable:
    """One auction at one table. ``source`` groups figures; ``robot`` tables never train the model."""

    deal: str
    masks: tuple[tuple[int, int, int, int], ...]
    calls: tuple[int, ...]
    context: TableContext
    source: str = ""
    robot: bool = False

    @property
    def auction(self) -> Auction:
        return Auction(self.context.dealer, tuple(Call(call) for call in self.calls))

    @property
    def closing(self) -> int:
        """Index of the first of the three closing passes: the decisions are the calls before it."""
        return len(self.calls) - 3

    def mask_array(self) -> NDArray[np.uint16]:
        """Suit masks of the four hands in the order N E S W: uint16 (4, 4)."""
        return np.array(self.masks, dtype=np.uint16)


def split_of(deal: str) -> int:
    """Train, select or report part of a deal, by the SHA-256 of its text: every table of a deal goes the same way.

    >>> split_of("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432") in {0, 1, 2}
    True
    """
    part = int.from_bytes(hashlib.sha256(deal.encode()).digest()[:8], "big") / 2**64
    return TRAIN if part < SPLIT_SHARES[0] else SELECT if part < SPLIT_SHARES[0] + SPLIT_SHARES[1] else REPORT


def read_tables(paths: Iterable[Path]) -> tuple[list[BidTable], list[Problem]]:
    """Every complete legal auction in these files, and a problem for each record that cannot be used."""
    tables: list[BidTable] = []
    problems: list[Problem] = []
    for path in paths:
        reader = _read_jsonl if path.name.endswith((".jsonl", ".jsonl.gz")) else _read_records
        for item in reader(path):
            if isinstance(item, Problem):
                problems.append(item)
            else:
                tables.append(item)
    return tables, problems


def _read_jsonl(path: Path) -> Iterator[BidTable | Problem]:
    opener: Any = gzip.open if path.name.endswith(".gz") else open
    try:
        with opener(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _table_of_line(line, path, number)
    except (OSError, EOFError, UnicodeDecodeError) as error:
        yield Problem(f"cannot be read: {error}", "check that it is a JSON lines file, plain or gzip", str(path))


def _table_of_line(line: str, path: Path, number: int) -> BidTable | Problem:
    try:
        return table_of_json(json.loads(line))
    except AdjudicatorError as error:
        first = error.problems[0]
        return Problem(first.message, first.next_step or "correct this record", str(path), number, first.field)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        return Problem(f"not a table record: {error}", "fields dlr, vul, deal, auc are needed", str(path), number)


def table_of_json(row: dict[str, Any]) -> BidTable:
    """One line of the auction archive (keys as in the archive's description)."""
    deal = Deal.parse(row["deal"])
    words = row["auc"].split()
    calls = tuple(int(Call.parse(word.rstrip("*!"))) for word in words)
    dealer = Seat.parse(row["dlr"])
    level = row.get("lvl") or "unknown"
    robot = level == "robot" or row.get("src") == "bba"
    context = TableContext(
        dealer=dealer,
        vulnerability=Vulnerability.parse(row["vul"]),
        scoring=scoring_of(row.get("sc")),
        level=level if level in LEVELS else "unknown",
        systems=(SystemTag.parse(row.get("sns")), SystemTag.parse(row.get("sew"))),
        year=row.get("yr"),
        alerts=frozenset(index for index, word in enumerate(words) if len(word) > 1 and word[-1] in "*!"),
    )
    check_auction(dealer, calls)
    return BidTable(deal.text, tuple(map(suit_masks, deal.hands)), calls, context, row.get("src") or "", robot)


def scoring_of(word: str | None) -> Scoring:
    """IMP, MP or BAM, else unknown."""
    for known in SCORINGS:
        if word == known:
            return known
    return "unknown"


def check_auction(dealer: Seat, calls: tuple[int, ...]) -> None:
    """Raise :class:`AdjudicatorError` unless the auction is legal and has come to its end."""
    auction = Auction(dealer, tuple(Call(call) for call in calls))
    wrong = auction.problems()
    if wrong:
        raise AdjudicatorError(f"call {wrong[0][0] + 1}: {wrong[0][1]}")
    if not auction.is_over:
        raise AdjudicatorError("the auction does not end with three passes")


def _read_records(path: Path) -> Iterator[BidTable | Problem]:
    from adjudicator.auctions.archives import tables_of_archive

    yield from tables_of_archive(path)
