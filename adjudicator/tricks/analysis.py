"""A recorded play, card by card: what each was worth, who gave what, and who would have found better.

For self-inflicted damage (12C1e, in 2007 12C1b) the law asks whether an error was serious. Here are its cost in
tricks and how many of 100 players in the same seat would have avoided it; whether that is serious is the director's
to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from adjudicator.auctions.context import TableContext
from adjudicator.bridge import Auction, Card, Play, Seat, Side
from adjudicator.tricks.double_dummy import Solver, default_solver
from adjudicator.tricks.leads import LeadContext, lead_probabilities
from adjudicator.tricks.lines import INSIGHT, Goal, decide_at
from adjudicator.tricks.priors import priors
from adjudicator.tricks.scene import Scene


@dataclass(frozen=True)
class PlayedCard:
    """One card of the play: declarer's double-dummy tricks before and after it.

    found: of 100 players in this seat, how many would have kept the tricks; only for cards that cost.
    """

    index: int
    seat: Seat
    card: Card
    before: int
    after: int
    by_declarer: bool
    found: float | None = None

    @property
    def cost(self) -> int:
        """Tricks that the card gave to the other side."""
        return self.before - self.after if self.by_declarer else self.after - self.before

    @property
    def trick(self) -> int:
        """Number of the trick, from 1."""
        return self.index // 4 + 1


@dataclass(frozen=True)
class PlayAnalysis:
    """All cards of a play; ``start``: double-dummy tricks of declarer before the lead."""

    cards: tuple[PlayedCard, ...]
    start: int

    @property
    def gifts(self) -> tuple[PlayedCard, ...]:
        """Cards that cost a trick or more, in order of play."""
        return tuple(card for card in self.cards if card.cost > 0)

    def given_by(self, side: Side) -> int:
        """Tricks that a side gave away in all."""
        return sum(card.cost for card in self.gifts if card.seat.side is side)

    def serious(self, side: Side, *, found: float = 90, cost: int = 1) -> tuple[PlayedCard, ...]:
        """Errors of a side that cost so much and that so many of 100 players would have avoided."""
        return tuple(
            card
            for card in self.gifts
            if card.seat.side is side and card.cost >= cost and card.found is not None and card.found >= found
        )


def analyse(
    play: Play,
    *,
    auction: Auction | None = None,
    table: TableContext | None = None,
    solver: Solver | None = None,
    peers: bool = True,
    seed: int = 0,
) -> PlayAnalysis:
    """Follow a play card by card; ``peers``: also ask what other players would have done where a trick was given."""
    engine = solver or default_solver()
    declarer = play.contract.declarer
    assert declarer is not None  # a Play always has a declarer
    values = engine.trace(play)
    cards = []
    for index, (seat, card) in enumerate(_players(play)):
        played = PlayedCard(index, seat, card, values[index], values[index + 1], seat.side is declarer.side)
        if peers and played.cost > 0:
            found = _found(play, index, auction, table, engine, seed)
            played = PlayedCard(index, seat, card, played.before, played.after, played.by_declarer, found)
        cards.append(played)
    return PlayAnalysis(tuple(cards), values[0])


def _players(play: Play) -> Sequence[tuple[Seat, Card]]:
    return [(trick.leader.after(at), card) for trick in play.tricks for at, card in enumerate(trick.cards)]


def _found(
    play: Play, index: int, auction: Auction | None, table: TableContext | None, solver: Solver, seed: int
) -> float:
    """Of 100 players, how many would have played a card that keeps the tricks."""
    if index == 0:
        return _found_lead(play, auction, table, solver)
    scene = Scene.of_play(Play(play.deal, play.contract, play.cards[:index]))
    known = priors(play, auction, table)
    decision = decide_at(
        scene,
        solver=solver,
        prior=known(scene) if known else None,
        goal=Goal(),
        insight=INSIGHT if known else 0.0,
        rng=np.random.default_rng(seed),
    )
    best = (max if scene.by_declarer else min)(option.double_dummy for option in decision.options)
    return 100 * sum(option.probability for option in decision.options if option.double_dummy == best)


def _found_lead(play: Play, auction: Auction | None, table: TableContext | None, solver: Solver) -> float:
    contract = play.contract
    assert contract.leader is not None
    assert contract.declarer is not None
    tricks = solver.tricks_by_lead(play.deal, contract.denomination, contract.declarer)
    best = min(tricks.values())
    context = LeadContext.of(auction if auction is not None else Auction(contract.leader), contract, table)
    chances = lead_probabilities(play.deal[contract.leader], context)
    return 100 * sum(chance for card, chance in chances.items() if tricks[card] == best)
