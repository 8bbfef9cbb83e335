"""Many deals at once, as numpy arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge.cards import Hand
from adjudicator.bridge.deals import Deal
from adjudicator.bridge.problems import AdjudicatorError

SuitMasks = NDArray[np.uint16]
_ALL_MASKS = np.arange(1 << 13)

SUIT_LENGTH: NDArray[np.int8] = np.array([int(mask).bit_count() for mask in _ALL_MASKS], dtype=np.int8)
"""Cards in each of the 8192 suit holdings."""

SUIT_HCP: NDArray[np.int8] = np.array(
    [sum(points * (mask >> 8 + points & 1) for points in range(1, 5)) for mask in range(1 << 13)],
    dtype=np.int8,
)
"""High-card points of each of the 8192 suit holdings."""


def suit_masks(hand: Hand) -> tuple[int, int, int, int]:
    """Clubs, diamonds, hearts, spades of one hand as 13-bit masks."""
    return (hand.suit_mask(0), hand.suit_mask(1), hand.suit_mask(2), hand.suit_mask(3))


def hand_masks(hands: Sequence[Hand]) -> SuitMasks:
    """Hands as an array (n, 4 suits)."""
    return np.array([suit_masks(hand) for hand in hands], dtype=np.uint16).reshape(len(hands), 4)


@dataclass(frozen=True, eq=False)
class DealBatch:
    """Deals as suit masks: uint16 (n, 4 seats N E S W, 4 suits C D H S), bit 0 the deuce, bit 12 the ace."""

    masks: SuitMasks

    def __post_init__(self) -> None:
        if self.masks.ndim != 3 or self.masks.shape[1:] != (4, 4) or self.masks.dtype != np.uint16:
            found = f"{self.masks.dtype} {self.masks.shape}"
            raise AdjudicatorError(f"a batch is uint16 of shape (n, 4, 4), not {found}")

    @classmethod
    def of(cls, deals: Sequence[Deal]) -> DealBatch:
        masks = np.array([[suit_masks(hand) for hand in deal.hands] for deal in deals], dtype=np.uint16)
        return cls(masks.reshape(len(deals), 4, 4))

    def __len__(self) -> int:
        return len(self.masks)

    def __getitem__(self, index: int) -> Deal:
        return Deal.of([Hand.of_suits(*map(int, suits)) for suits in self.masks[index]])

    def take(self, index: NDArray[np.intp] | NDArray[np.bool_] | Sequence[int] | slice) -> DealBatch:
        return DealBatch(self.masks[index])

    @cached_property
    def _lengths(self) -> NDArray[np.int8]:
        return SUIT_LENGTH[self.masks]

    def lengths(self) -> NDArray[np.int8]:
        """Suit lengths, int8 (n, 4 seats, 4 suits)."""
        return self._lengths

    def hcp(self) -> NDArray[np.int8]:
        """High-card points, int8 (n, 4 seats)."""
        points: NDArray[np.int8] = SUIT_HCP[self.masks].sum(axis=2, dtype=np.int8)
        return points
