"""Boards that were really played: deal, auction, contract, the cards played and the tricks taken.

Sources are those of `auctions.records`: JSON lines, and whatever the readers of `formats` understand.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudicator.auctions.archives import table_of_record
from adjudicator.auctions.records import BidTable, table_of_json
from adjudicator.bridge import AdjudicatorError, Auction, Card, Contract, Deal, Hand, Play, Problem
from adjudicator.formats import GameRecord, read_file


@dataclass(frozen=True)
class PlayedTable:
    """One table of one board: the auction, its contract, the play as recorded and declarer's tricks.

    ``tricks`` is ``None`` where the record does not say.
    """

    table: BidTable
    contract: Contract
    cards: tuple[Card, ...]
    tricks: int | None

    @property
    def deal(self) -> Deal:
        north, east, south, west = (Hand.of_suits(*masks) for masks in self.table.masks)
        return Deal((north, east, south, west))

    @property
    def auction(self) -> Auction:
        return self.table.auction

    @property
    def lead(self) -> Card:
        return self.cards[0]

    @property
    def leader_hand(self) -> Hand:
        assert self.contract.leader is not None
        return Hand.of_suits(*self.table.masks[self.contract.leader])

    def play(self) -> Play:
        return Play(self.deal, self.contract, self.cards)


def read_played(paths: Iterable[Path]) -> tuple[list[PlayedTable], list[Problem]]:
    """Tables with at least an opening lead; a problem for each record that is broken, none for one without play."""
    tables: list[PlayedTable] = []
    problems: list[Problem] = []
    for path in paths:
        reader = _of_lines if path.name.endswith((".jsonl", ".jsonl.gz")) else _of_records
        for item in reader(path):
            if isinstance(item, Problem):
                problems.append(item)
            elif item is not None:
                tables.append(item)
    return tables, problems


def read_sample(
    paths: Sequence[Path], limit: int | None, seed: int, *, with_tricks: bool = False
) -> tuple[list[PlayedTable], list[Problem]]:
    """As `read_played`, human tables of deals drawn at random until there are ``limit``; robots where there is
    nobody else. A large JSON lines archive is read in full but parsed only as far as needed.
    """
    lines = {path for path in paths if path.name.endswith((".jsonl", ".jsonl.gz"))}
    if limit is not None and lines == set(paths):
        found = _drawn_lines(paths, limit, seed, with_tricks)
        if found is not None:
            return found
    tables, problems = read_played(paths)
    known = [table for table in tables if table.tricks is not None or not with_tricks]
    human = [table for table in known if not table.table.robot] or known
    return sample_of_deals(human, limit, seed), problems


def _drawn_lines(
    paths: Sequence[Path], limit: int, seed: int, with_tricks: bool
) -> tuple[list[PlayedTable], list[Problem]] | None:
    """Human tables of deals in random order, parsed until there are enough; ``None`` when there are too few."""
    by_deal: dict[str, list[tuple[str, Path, int]]] = {}
    for path in paths:
        for number, line in _lines(path):
            if isinstance(line, Problem):
                return None
            by_deal.setdefault(line.partition('"deal"')[2][:90], []).append((line, path, number))
    deals = sorted(by_deal)
    random.Random(seed).shuffle(deals)
    tables: list[PlayedTable] = []
    problems: list[Problem] = []
    for deal in deals:
        for item in (_of_line(*row) for row in by_deal[deal]):
            if isinstance(item, Problem):
                problems.append(item)
            elif item is not None and not item.table.robot and (item.tricks is not None or not with_tricks):
                tables.append(item)
        if len(tables) >= limit:
            return tables[:limit], problems
    return None


def sample_of_deals(tables: Sequence[PlayedTable], limit: int | None, seed: int) -> list[PlayedTable]:
    """All tables of deals drawn at random until there are ``limit`` tables."""
    if limit is None or limit >= len(tables):
        return list(tables)
    by_deal: dict[str, list[PlayedTable]] = {}
    for table in tables:
        by_deal.setdefault(table.table.deal, []).append(table)
    deals = sorted(by_deal)
    random.Random(seed).shuffle(deals)
    chosen: list[PlayedTable] = []
    for deal in deals:
        if len(chosen) >= limit:
            break
        chosen += by_deal[deal]
    return chosen[:limit]


def _of_lines(path: Path) -> Iterator[PlayedTable | Problem | None]:
    for number, line in _lines(path):
        yield line if isinstance(line, Problem) else _of_line(line, path, number)


def _lines(path: Path) -> Iterator[tuple[int, str | Problem]]:
    """Numbered lines that are not empty; a problem at the end when the file cannot be read."""
    opener: Any = gzip.open if path.name.endswith(".gz") else open
    number = 0
    try:
        with opener(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield number, line
    except (OSError, EOFError, UnicodeDecodeError) as error:
        advice = "check that it is a JSON lines file, plain or gzip"
        yield number, Problem(f"cannot be read: {error}", advice, str(path))


def _of_line(line: str, path: Path, number: int) -> PlayedTable | Problem | None:
    try:
        row = json.loads(line)
        text = str(row.get("pl") or row.get("ld") or "")
        if not text or row.get("con") == "PASS":
            return None
        cards = tuple(Card.parse(text[at : at + 2]) for at in range(0, len(text), 2))
        return _checked(table_of_json(row), cards, _tricks(row.get("tr")))
    except AdjudicatorError as error:
        first = error.problems[0]
        return Problem(first.message, first.next_step or "correct this record", str(path), number, first.field)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        return Problem(f"not a table record: {error}", "fields dlr, vul, deal, auc, pl, tr", str(path), number)


def _tricks(value: Any) -> int | None:
    if value is None or (type(value) is int and 0 <= value <= 13):
        return value
    raise AdjudicatorError(Problem(f"{value!r} is no number of tricks", "write declarer's tricks, 0 to 13", field="tr"))


def _of_records(path: Path) -> Iterator[PlayedTable | Problem | None]:
    reading = read_file(path)
    yield from reading.problems
    for record in reading.records:
        try:
            yield _of_record(record)
        except AdjudicatorError as error:
            first = error.problems[0]
            yield Problem(first.message, first.next_step, record.file or str(path), record.line, severity="warning")


def _of_record(record: GameRecord) -> PlayedTable | None:
    cards = record.play or ((record.lead,) if record.lead is not None else ())
    if not cards or record.deal is None or not record.auction_complete:
        return None
    return _checked(table_of_record(record), cards, record.tricks)


def _checked(table: BidTable, cards: tuple[Card, ...], tricks: int | None) -> PlayedTable | None:
    contract = table.auction.contract
    if contract is None or contract.leader is None:
        return None
    played = PlayedTable(table, contract, cards, tricks)
    if played.lead not in played.leader_hand:
        raise AdjudicatorError(
            Problem(f"the lead {cards[0]} is not in the hand of {contract.leader}", "correct the play", field="play")
        )
    return played
