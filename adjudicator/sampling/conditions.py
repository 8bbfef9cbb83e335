"""What is known of a deal, as the user says it, and as the counting tables want it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import Card, DealBatch, Hand, Problem, Seat
from adjudicator.meanings import Meaning
from adjudicator.sampling.boxes import Boxes
from adjudicator.sampling.errors import SamplingError
from adjudicator.sampling.parts import SuitCards

Cards = Hand | Iterable[Card]
Filter = Callable[[DealBatch], NDArray[np.bool_]]
Weight = Callable[[DealBatch], NDArray[np.float64]]


@dataclass(frozen=True, eq=False)
class Conditions:
    """All that is asked of a deal.

    * ``known``: cards of each seat that are known: a whole hand, dummy, cards played so far, or any others.
    * ``meanings``: what each seat's hand of dealt cards must be.
    * ``without``: cards the seat holds none of beyond its known ones, such as a suit in which it showed out.
    * ``filters``: joint conditions on whole deals, each a function of a batch that says which deals pass.
    * ``weights``: a likelihood for each deal of a batch.
    * ``sizes``: cards of each hand, 13 unless said; fewer for an ending, with ``gone`` the cards out of play.

    Meanings, filters and weights see hands of ``sizes`` cards.  To judge hands as dealt, give the cards
    played so far as ``known`` and leave the sizes at 13.
    """

    known: Mapping[Seat, Cards] = field(default_factory=dict)
    meanings: Mapping[Seat, Meaning | Boxes] = field(default_factory=dict)
    filters: tuple[Filter, ...] = ()
    weights: Weight | None = None
    without: Mapping[Seat, Cards] = field(default_factory=dict)
    sizes: Mapping[Seat, int] = field(default_factory=dict)
    gone: Cards = ()


@dataclass(frozen=True, eq=False)
class Position:
    """The cards of a set of conditions, checked: four masks by seat, cards needed by seat, cards unseen."""

    known: tuple[SuitCards, SuitCards, SuitCards, SuitCards]
    allowed: tuple[SuitCards, SuitCards, SuitCards, SuitCards]
    needs: tuple[int, int, int, int]
    unseen: SuitCards

    @property
    def hidden(self) -> tuple[Seat, ...]:
        """Seats that still wait for cards."""
        return tuple(seat for seat in Seat if self.needs[seat])


def suit_cards(mask: int) -> SuitCards:
    """A 52-bit set of cards as clubs, diamonds, hearts, spades."""
    return (mask & 8191, mask >> 13 & 8191, mask >> 26 & 8191, mask >> 39 & 8191)


def position(conditions: Conditions) -> Position:
    """Check the cards of the conditions; every fault is reported at once."""
    gone = _mask(conditions.gone)
    held = {seat: _mask(conditions.known.get(seat, ())) for seat in Seat}
    faults = _twice(held, gone)
    needs = {seat: conditions.sizes.get(seat, 13) - held[seat].bit_count() for seat in Seat}
    for seat, need in needs.items():
        if need < 0:
            size = conditions.sizes.get(seat, 13)
            faults.append(_fault(seat, f"more than {size} cards are known", "leave some out"))
    unseen = (1 << 52) - 1 & ~gone
    for mask in held.values():
        unseen &= ~mask
    if not faults and unseen.bit_count() != sum(needs.values()):
        faults.append(
            Problem(
                f"{unseen.bit_count()} cards are unseen, but the hands need {sum(needs.values())} more",
                "make sizes and gone come to 52 cards",
            )
        )
    if faults:
        raise SamplingError(*faults)
    allowed = [suit_cards(unseen & ~_mask(conditions.without.get(seat, ()))) for seat in Seat]
    known = [suit_cards(held[seat]) for seat in Seat]
    return Position(
        (known[0], known[1], known[2], known[3]), (allowed[0], allowed[1], allowed[2], allowed[3]),
        (needs[Seat.NORTH], needs[Seat.EAST], needs[Seat.SOUTH], needs[Seat.WEST]), suit_cards(unseen),
    )  # fmt: skip


def _mask(cards: Cards) -> int:
    if isinstance(cards, Hand):
        return cards.mask
    mask = 0
    for card in cards:
        mask |= 1 << int(card)
    return mask


def _twice(held: Mapping[Seat, int], gone: int) -> list[Problem]:
    faults, seen = [], gone
    for seat, mask in held.items():
        for card in Hand(mask & seen):
            faults.append(_fault(seat, f"{card} is known elsewhere too", "give each card once"))
        seen |= mask
    return faults


def _fault(seat: Seat, message: str, advice: str) -> Problem:
    return Problem(message, advice, field=f"known.{seat.letter}")
