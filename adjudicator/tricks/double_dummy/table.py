"""The full table of a deal, and par: what both sides would score with all cards seen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from adjudicator.bridge import Denomination, Seat, Vulnerability
from adjudicator.tricks.double_dummy.boards import Boards, Int, failure
from adjudicator.tricks.double_dummy.library import Library


@dataclass(frozen=True)
class Table:
    """Tricks of each declarer in each denomination: rows C D H S NT, columns N E S W.

    >>> Table(((13, 0, 13, 0),) * 5)[Denomination.NOTRUMP, Seat.EAST]
    0
    """

    rows: tuple[tuple[int, ...], ...]

    def __getitem__(self, key: tuple[Denomination, Seat]) -> int:
        denomination, declarer = key
        return self.rows[denomination][declarer]

    @classmethod
    def of(cls, tricks: Int) -> Table:
        """From an array (5 denominations, 4 declarers)."""
        return cls(tuple(tuple(int(value) for value in row) for row in tricks))


def table_boards(masks: Int) -> Boards:
    """The twenty boards of each deal: denomination by denomination, declarers N E S W."""
    count = len(masks)
    return Boards.of(
        np.repeat(masks, 20, axis=0),
        np.tile(np.repeat(np.arange(5), 4), count),
        np.tile((np.arange(4) + 1) % 4, 5 * count),
    )


def table_tricks(leader_tricks: Int) -> Int:
    """Declarer's tricks int8 (n, 5, 4) from the leaders' tricks on `table_boards`."""
    return np.asarray(13 - leader_tricks.reshape(-1, 5, 4)).astype(np.int8)


@dataclass(frozen=True)
class Par:
    """Par of a deal.

    score_ns: total points for North-South. contracts: par contracts given who deals, with the tricks over
    or under, such as "4H*-EW-1" ("pass" for a passed-out board). side_scores and side_contracts: the same for
    either side opening the auction, such as "NS 100" and "NS:EW 4Hx".
    """

    score_ns: int
    contracts: tuple[str, ...]
    side_scores: tuple[str, str]
    side_contracts: tuple[str, str]


_VULNERABILITY_CODES = {(False, False): 0, (True, True): 1, (True, False): 2, (False, True): 3}


def par_of(table: Table, dealer: Seat, vulnerability: Vulnerability, library: Library) -> Par:
    """Par from a full table (no search: the table holds all that matters)."""
    if len(table.rows) != 5 or any(len(row) != 4 for row in table.rows):
        raise failure("par needs the tricks of four declarers in five denominations")
    rows = np.array(table.rows, dtype=np.int32)
    in_order = np.ascontiguousarray(rows[[3, 2, 1, 0, 4]])
    code = _VULNERABILITY_CODES[(vulnerability.is_vulnerable(Seat.NORTH), vulnerability.is_vulnerable(Seat.EAST))]
    texts = library.par_texts(in_order, code)
    score, contracts = library.dealer_par(in_order, int(dealer), code)
    return Par(score, tuple(contracts), (texts[0], texts[1]), (texts[2], texts[3]))
