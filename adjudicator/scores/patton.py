"""Patton: board-a-match points on every board of a set, and a share of the set's total points.

The aggregate part is linear up to its conversion table, so here, as at total points, weights apply to the
swing itself. The conversion differs from event to event and is data: see docs/scores.md for the shape of the
table.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from adjudicator.bridge import Side
from adjudicator.scores.config import ScoringConfig
from adjudicator.scores.errors import ScoringError, refuse
from adjudicator.scores.outcomes import WeightedScore
from adjudicator.scores.teams import PattonScorer
from adjudicator.scores.units import as_fraction


@dataclass(frozen=True)
class AggregateTable:
    """What the aggregate part of a set is worth.

    `measure` is "difference" (net total points) or "ratio" (net total points over the sum of the swings'
    sizes). `at_least[i]` is the least measure worth `winner[i]`; the loser gets `total` less that.
    """

    name: str
    total: Fraction
    measure: str
    at_least: tuple[Fraction, ...]
    winner: tuple[Fraction, ...]

    @classmethod
    def from_mapping(cls, data: dict[str, Any], *, file: str = "") -> AggregateTable:
        """Read `name`, `total`, `measure`, `at_least` (from 0, rising) and `winner`."""
        try:
            table = cls(
                str(data["name"]),
                as_fraction(data["total"]),
                str(data["measure"]),
                tuple(as_fraction(x) for x in data["at_least"]),
                tuple(as_fraction(x) for x in data["winner"]),
            )
        except (KeyError, TypeError, ValueError) as fault:
            raise refuse(
                ScoringError, f"{file or 'Patton table'}: {fault}", "see docs/scores.md for its shape"
            ) from fault
        rising = all(a < b for a, b in zip(table.at_least, table.at_least[1:], strict=False))
        if len(table.at_least) != len(table.winner) or not rising or table.at_least[:1] != (Fraction(0),):
            raise refuse(
                ScoringError,
                f"{file or table.name}: `at_least` must rise from 0",
                "one figure for each winner",
            )
        if table.measure not in ("difference", "ratio"):
            raise refuse(
                ScoringError,
                f"{file or table.name}: measure {table.measure!r}",
                'write "difference" or "ratio"',
            )
        return table

    @classmethod
    def of(cls, config: ScoringConfig) -> AggregateTable:
        """The table that the event's rules name (`patton_table`, the path of a TOML file)."""
        if not config.patton_table:
            step = "give patton_table, the path of the event's table"
            raise refuse(ScoringError, "no table of the aggregate part is named", step, field="patton_table")
        return cls.load(Path(config.patton_table))

    @classmethod
    def load(cls, path: Path) -> AggregateTable:
        """Read the TOML file of an event's table."""
        try:
            return cls.from_mapping(tomllib.loads(path.read_text(encoding="utf-8")), file=str(path))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
            raise refuse(ScoringError, f"{path}: {fault}", "give a readable TOML file") from fault

    def share(self, net: Fraction, size: Fraction) -> Fraction:
        """North-South's aggregate points for a net swing; `size` is the sum of the sizes of all swings."""
        measure = abs(net) if self.measure == "difference" else abs(net) / size if size else Fraction(0)
        points = [won for least, won in zip(self.at_least, self.winner, strict=True) if measure >= least][-1]
        return points if net > 0 else self.total / 2 if net == 0 else self.total - points


@dataclass(frozen=True)
class PattonBoard:
    """One board of a set: its scorer (which knows the other table) and the outcomes here."""

    scorer: PattonScorer
    outcomes: tuple[WeightedScore, ...]


@dataclass(frozen=True)
class PattonScore:
    """North-South's points for a set: the boards, the aggregate part, and the net swing behind it."""

    boards: Fraction
    aggregate: Fraction
    net_swing: Fraction

    @property
    def total(self) -> Fraction:
        return self.boards + self.aggregate


def patton_set(boards: Sequence[PattonBoard], table: AggregateTable) -> PattonScore:
    """Score a set for North-South of this table's team."""
    points = sum((b.scorer.expected(b.outcomes, Side.NS) for b in boards), Fraction(0))
    swings = [b.scorer.swing(b.outcomes) for b in boards]
    net, size = sum(swings, Fraction(0)), sum((abs(s) for s in swings), Fraction(0))
    return PattonScore(points, table.share(net, size), net)
