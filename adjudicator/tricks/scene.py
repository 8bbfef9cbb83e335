"""A play in progress as the players at the table see it, and the layouts each of them must reckon with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import Card, Contract, Deal, Hand, Play, Seat, Suit, suit_masks, trick_winner
from adjudicator.sampling import QUICK, Conditions, Sampler
from adjudicator.tricks.double_dummy import Position

Masks = NDArray[np.uint16]
Floats = NDArray[np.float64]
Prior = Callable[[Masks, tuple[Seat, ...]], Floats]
"""How likely the hands of the hidden seats are, by auction and lead: masks (n, 4, 4) of the hands at the start."""

DRAWN = 400
_TEN = 8
LOW_CARD, WINNING_CARD, OTHER_CARD = 1.0, 0.6, 0.08
"""How often a hidden hand that follows suit plays low, plays a card that wins so far, or neither: relative."""


@dataclass(frozen=True)
class Scene:
    """Cards at the start, what has been played since, and what counts.

    won: declarer's tricks so far; target: tricks that fulfil the contract. Play since ``start`` is in
    ``history``; an ending is a scene whose hands hold fewer than thirteen cards.
    """

    start: Position
    declarer: Seat
    target: int
    won: int = 0
    history: tuple[Card, ...] = ()
    now: Position | None = None

    @classmethod
    def of_play(cls, play: Play) -> Scene:
        """A whole deal with the cards played so far, from the opening lead on."""
        scene = cls.opening(play.deal, play.contract)
        for card in play.cards:
            scene = scene.after(card)
        return scene

    @classmethod
    def opening(cls, deal: Deal, contract: Contract) -> Scene:
        """Before the opening lead."""
        declarer = contract.declarer
        assert declarer is not None
        return cls(Position.opening(deal, contract.denomination, declarer), declarer, contract.target)

    @property
    def position(self) -> Position:
        return self.now or self.start

    @property
    def dummy(self) -> Seat:
        return self.declarer.partner

    @property
    def turn(self) -> Seat:
        return self.position.turn

    @property
    def is_over(self) -> bool:
        return self.position.tricks_left == 0

    @property
    def by_declarer(self) -> bool:
        """Whether declarer's side plays the next card."""
        return self.turn.side is self.declarer.side

    def after(self, card: Card) -> Scene:
        """The scene with one more card played."""
        position = self.position
        won = self.won
        if len(position.trick) == 3:
            winner = trick_winner((*position.trick, card), position.leader, position.denomination.suit)
            won += winner.side is self.declarer.side
        return Scene(self.start, self.declarer, self.target, won, (*self.history, card), position.after(card))

    def total(self, tricks: int) -> int:
        """Declarer's tricks in the end, when the side to play takes ``tricks`` of those left."""
        return self.won + (tricks if self.by_declarer else self.position.tricks_left - tricks)

    def seen(self) -> tuple[Seat, ...]:
        """Hands that the player who decides can see: declarer's two, or a defender's own and dummy."""
        if self.by_declarer:
            return (self.declarer, self.dummy)
        return (self.turn, self.dummy)

    def plays(self) -> list[tuple[Seat, Card, Suit | None, tuple[Card, ...], Seat]]:
        """Who played which card, on which suit led, after which cards of the trick, led by whom."""
        found = []
        position = self.start
        for card in self.history:
            found.append((position.turn, card, position.led, position.trick, position.leader))
            position = position.after(card)
        return found


@dataclass(frozen=True, eq=False)
class Worlds:
    """Layouts of the cards still held, uint16 (n, 4 seats, 4 suits), with weights that sum to 1.

    ``effective``: how many equally likely draws the weighted sample behind them is worth.
    """

    masks: Masks
    weights: Floats
    effective: float


def worlds(scene: Scene, number: int, rng: np.random.Generator, prior: Prior | None = None) -> Worlds:
    """Layouts that the player to play must reckon with: drawn uniformly from what he cannot see, weighted by how
    likely the others' play (and by ``prior`` their calls and lead) was with such hands.

    At most ``number`` different layouts are kept, with the weight of their repeats.
    """
    seen = scene.seen()
    hidden = tuple(seat for seat in Seat if seat not in seen)
    plays = scene.plays()
    held = {seat: scene.start.hands[seat] for seat in seen}
    void: dict[Seat, Hand] = {}
    for seat in hidden:
        played = [card for who, card, *_ in plays if who is seat]
        held[seat] = Hand.of(played)
        void[seat] = _shown_out(seat, plays)
    gone = Hand(((1 << 52) - 1) & ~sum(hand.mask for hand in scene.start.hands))
    sizes = {seat: len(scene.start.hands[seat]) for seat in Seat}
    conditions = Conditions(known=held, without=void, sizes=sizes, gone=gone)
    start = Sampler(conditions, QUICK).draw(DRAWN, rng, at_least=1).batch.masks
    start, count = np.unique(start.reshape(len(start), 16), axis=0, return_counts=True)
    start = start.reshape(-1, 4, 4)
    weights = count * likelihood(start, hidden, plays)
    if prior is not None:
        weights = weights * prior(start, hidden)
    if weights.sum() <= 0:
        weights = count.astype(np.float64)
    weights /= weights.sum()
    effective = float(1 / (weights**2).sum())
    suit = scene.position.led if scene.position.led is not None else _last_suit(plays)
    order = np.argsort(start[:, hidden[0], suit], kind="stable")
    return Worlds(*_kept(_left(start, plays)[order], weights[order], number, rng), effective)


def _last_suit(plays: list[tuple[Seat, Card, Suit | None, tuple[Card, ...], Seat]]) -> Suit:
    return plays[-1][1].suit if plays else Suit.SPADES


def _shown_out(seat: Seat, plays: list[tuple[Seat, Card, Suit | None, tuple[Card, ...], Seat]]) -> Hand:
    mask = 0
    for who, card, led, _, _ in plays:
        if who is seat and led is not None and card.suit is not led:
            mask |= 0x1FFF << 13 * led
    return Hand(mask)


def _left(start: Masks, plays: list[tuple[Seat, Card, Suit | None, tuple[Card, ...], Seat]]) -> Masks:
    left = start.copy()
    for seat, card, *_ in plays:
        left[:, seat, card.suit] &= np.uint16(0x1FFF & ~(1 << card % 13))
    return left


def _kept(masks: Masks, weights: Floats, number: int, rng: np.random.Generator) -> tuple[Masks, Floats]:
    """Evenly spaced draws: layouts that lie together (alike in the suit in play) are drawn in proportion."""
    if len(masks) <= number:
        return masks, weights
    grid = (rng.random() + np.arange(number)) / number
    rows, repeats = np.unique(np.minimum(np.searchsorted(np.cumsum(weights), grid), len(masks) - 1), return_counts=True)
    return masks[rows], repeats / number


def likelihood(
    start: Masks, hidden: tuple[Seat, ...], plays: list[tuple[Seat, Card, Suit | None, tuple[Card, ...], Seat]]
) -> Floats:
    """How likely the hidden hands' cards were, hand by hand: a choice among equals is a free choice.

    Only following suit tells: the queen from queen-knave is played half the time, the bare queen always.
    """
    found = np.ones(len(start))
    played = np.zeros(4, dtype=np.int64)
    for seat, card, led, trick, leader in plays:
        if seat in hidden and led is not None and card.suit is led:
            found *= _follow(start[:, seat, led].astype(np.int64), played, card, trick, leader)
        played[card.suit] |= 1 << card % 13
    return found


def _follow(
    holding: NDArray[np.int64], played: NDArray[np.int64], card: Card, trick: tuple[Card, ...], leader: Seat
) -> Floats:
    suit = card.suit
    rank = card % 13
    gone = int(played[suit])
    own = holding & ~gone
    bridge = own | gone
    top = max((each % 13 for each in trick if each.suit is suit), default=-1)
    found = np.zeros(len(own))
    for value in np.unique(own):
        groups = _groups(int(value), int(bridge[np.flatnonzero(own == value)[0]]))
        weights = [_weight(group, at, groups, top) for at, group in enumerate(groups)]
        mine = next(at for at, group in enumerate(groups) if rank in group)
        found[own == value] = weights[mine] / sum(weights) / len(groups[mine])
    return found


def _weight(group: list[int], at: int, groups: list[list[int]], top: int) -> float:
    if at == 0:
        return LOW_CARD
    cheapest = next((number for number, other in enumerate(groups) if other[0] > top), None)
    return WINNING_CARD if at == cheapest else OTHER_CARD


def _groups(own: int, bridge: int) -> list[list[int]]:
    """Ranks held, from the bottom, in groups of equals: no card of another hand between them.

    Spot cards make one group: which of them is played tells of habits and signals, not of honours.
    """
    spots = [rank for rank in range(_TEN) if own >> rank & 1]
    groups: list[list[int]] = [spots] if spots else []
    broken = True
    for rank in range(_TEN, 13):
        if own >> rank & 1:
            if broken:
                groups.append([])
            groups[-1].append(rank)
            broken = False
        elif not bridge >> rank & 1:
            broken = True
    return groups


def scene_masks(position: Position) -> Masks:
    """The cards still held as one row of suit masks, uint16 (1, 4, 4)."""
    return np.array([[suit_masks(hand) for hand in position.hands]], dtype=np.uint16)
