"""Measure preferences on real plays: how much worse than the best a card may look and still be played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import Card
from adjudicator.tricks.double_dummy import Boards, Solver
from adjudicator.tricks.lines import layouts_for
from adjudicator.tricks.plausible import plausible
from adjudicator.tricks.played import PlayedTable
from adjudicator.tricks.scene import Scene, worlds

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Choice:
    """A decision at the table: declarer's tricks after each option in each layout, and what was played.

    tricks: (n layouts, options); chosen: the option; actual: declarer's tricks after each on the actual deal.
    """

    tricks: NDArray[np.int64]
    weights: Floats
    chosen: int
    actual: NDArray[np.int64]
    target: int
    by_declarer: bool
    cards_left: int

    def regret(self, trick: float) -> Floats:
        """Mean regret of each option when a trick is worth ``trick`` and the contract 1."""
        worth = trick * self.tricks + (self.tricks >= self.target)
        worth = worth if self.by_declarer else -worth
        found: Floats = self.weights @ (worth.max(axis=1, keepdims=True) - worth)
        return found


def choices_of(
    tables: Sequence[PlayedTable], solver: Solver, rng: np.random.Generator, *, a_table: int = 3, most_cards: int = 10
) -> Iterator[Choice]:
    """Decisions that matter on the actual deal, some at random places of each play."""
    for table in tables:
        found = 0
        places = [place for place in range(1, len(table.cards)) if 52 - place <= 4 * most_cards]
        for place in rng.permutation(places).tolist():
            if found == a_table:
                break
            choice = _choice(table, place, solver, rng)
            if choice is not None:
                found += 1
                yield choice


def _choice(table: PlayedTable, place: int, solver: Solver, rng: np.random.Generator) -> Choice | None:
    scene = Scene.opening(table.deal, table.contract)
    for card in table.cards[:place]:
        scene = scene.after(card)
    played: Card = table.cards[place]
    groups = scene.position.touching()
    if len(groups) < 2:
        return None
    scores = solver.all_cards(scene.position)
    options = plausible(scene.position, groups, scores)
    chosen = [at for at, group in enumerate(options) if played in group]
    if not chosen or len({scores[group[0]] for group in options}) == 1:
        return None
    found = worlds(scene, layouts_for(scene.position), rng)
    tricks = tricks_of(scene, options, found.masks, solver)
    actual = np.array([scene.total(scores[group[0]]) for group in options])
    left = scene.position.tricks_left
    return Choice(tricks, found.weights, chosen[0], actual, scene.target, scene.by_declarer, left)


def tricks_of(
    scene: Scene, options: Sequence[tuple[Card, ...]], masks: NDArray[np.uint16], solver: Solver
) -> NDArray[np.int64]:
    """Declarer's tricks after each option in each layout (n, options)."""
    position = scene.position
    trick = np.full((len(masks), 3), -1, dtype=np.int8)
    trick[:, : len(position.trick)] = position.trick
    boards = Boards.of(masks, int(position.denomination), int(position.leader), trick=trick, every_card=True)
    scores = solver.solve(boards).scores[:, [int(group[0]) for group in options]].astype(np.int64)
    left = scores if scene.by_declarer else position.tricks_left - scores
    return np.asarray(scene.won + left)


def log_likelihood(choices: Sequence[Choice], trick: float, temperature: float, lapse: float) -> float:
    """Mean log chance of what was played."""
    total = 0.0
    for choice in choices:
        regret = choice.regret(trick)
        raw = np.exp(-(regret - regret.min()) / temperature)
        total += float(np.log((1 - lapse) * raw[choice.chosen] / raw.sum() + lapse / len(raw)))
    return total / max(1, len(choices))
