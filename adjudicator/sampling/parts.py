"""The parts that the unseen cards are dealt to: one for each constrained hand, one for all other hidden hands."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from adjudicator.bridge import Seat
from adjudicator.sampling.boxes import Boxes
from adjudicator.sampling.sizes import THOROUGH, Limits

SuitCards = tuple[int, int, int, int]
"""Four 13-bit masks: clubs, diamonds, hearts, spades."""


@dataclass(frozen=True, eq=False)
class Part:
    """A receiver of unseen cards: one constrained hand, or all hidden hands without a condition."""

    seats: tuple[Seat, ...]
    needs: tuple[int, ...]
    known: SuitCards
    allowed: SuitCards
    boxes: Boxes

    @property
    def need(self) -> int:
        return sum(self.needs)


@dataclass(frozen=True, eq=False)
class Layout:
    """Which cards are unseen and who waits for them."""

    unseen: SuitCards
    hands: tuple[Part, ...]
    """The constrained hands."""
    rest: Part | None
    """All other hidden hands together."""
    limits: Limits = THOROUGH

    @property
    def parts(self) -> tuple[Part, ...]:
        """The constrained hands, then the rest if there is any."""
        return self.hands if self.rest is None else (*self.hands, self.rest)


def arrangements(needs: tuple[int, ...]) -> int:
    """In how many ways so many cards can be dealt to hands that need so many each.

    >>> arrangements((13, 13)) == comb(26, 13)
    True
    """
    ways, left = 1, sum(needs)
    for need in needs:
        ways *= comb(left, need)
        left -= need
    return ways
