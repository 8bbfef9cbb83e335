"""Archive → arrays: every auction replayed once, so that an epoch only gathers rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions import features
from adjudicator.auctions.records import BidTable, split_of


@dataclass(frozen=True, eq=False)
class Packed:
    """Auctions of one archive. Rows of ``states`` are decisions, auction after auction.

    ``first``/``length``: where each auction's rows lie. ``calls``: the call made, ``closing``: whether it is
    one of the three closing passes. ``hands``: the four hands of each auction, players from the dealer.
    """

    states: NDArray[np.int8]
    calls: NDArray[np.int8]
    closing: NDArray[np.bool_]
    hands: NDArray[np.uint16]
    first: NDArray[np.int64]
    length: NDArray[np.int64]
    split: NDArray[np.int8]

    @property
    def owner(self) -> NDArray[np.int64]:
        """The auction of each row."""
        return np.repeat(np.arange(len(self.length)), self.length)


def pack(tables: Sequence[BidTable]) -> Packed:
    """Replay every auction; the state before each call becomes one row."""
    length = np.array([len(table.calls) for table in tables], dtype=np.int64)
    first = np.concatenate([[0], np.cumsum(length)[:-1]])
    longest = int(length.max())
    calls = np.zeros((len(tables), longest), dtype=np.int8)
    alerts = np.zeros((len(tables), longest), dtype=np.int8)
    for row, table in enumerate(tables):
        calls[row, : len(table.calls)] = table.calls
        alerts[row, [index for index in table.context.alerts if index < len(table.calls)]] = 1
    states = np.zeros((int(length.sum()), features.WIDTH), dtype=np.int8)
    state = features.start([table.context for table in tables])
    for turn in range(longest):
        live = length > turn
        states[first[live] + turn] = state[live]
        state = features.step(state, calls[:, turn], alerts[:, turn])
    inside = np.arange(longest) < length[:, None]
    closing = np.arange(longest) >= (length - 3)[:, None]
    hands = np.stack([np.roll(table.mask_array(), -int(table.context.dealer), axis=0) for table in tables])
    split = np.array([split_of(table.deal) for table in tables], dtype=np.int8)
    return Packed(states, calls[inside], closing[inside], hands, first, length, split)
