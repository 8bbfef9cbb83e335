"""How people would have played on: lines that branch where plausible plays differ on the actual deal.

Play comes in three kinds: `bridge.play` says what is legal, `tricks.double_dummy` what is perfect with all cards
seen, and this module what people do. The player to play sees his own hand and dummy (declarer: his two hands), draws
the rest from what he cannot see (`tricks.scene`), and asks of each plausible card what it is worth on average. He
does not always play the best one: his preference is softened as measured on real plays. Where every plausible
card leaves the same double-dummy tricks on the actual deal, nothing is decided and nothing is sampled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import Card, Seat
from adjudicator.tricks.double_dummy import Boards, Position, Solver, default_solver
from adjudicator.tricks.plausible import natural, plausible
from adjudicator.tricks.scene import Prior, Scene, Worlds, worlds

Floats = NDArray[np.float64]
Group = tuple[Card, ...]

TEMPERATURE, LAPSE = 0.2, 0.03
"""Softness of preferences in units of worth, and the share of choices that no worth explains: measured on 900
decisions of real plays (`lines_training`)."""
TRICK_WORTH = 1.0
"""Worth of a trick beside the contract, which is worth 1 (measured likewise)."""
INSIGHT = 0.2
"""Players know more than calls and cards tell this program (signals, tempo, habits): with an auction to think
about, the actual layout counts for this share of what they see. Measured likewise: with it, decisions that matter
are got right as often as in life (92 of 100). A bare ending has no such history, and a guess is a guess."""
SMALLEST_BRANCH = 0.04
BUDGET = 3000.0


@dataclass(frozen=True)
class Goal:
    """What a player wants: the contract counts 1, each trick ``trick``; the defenders want the opposite."""

    trick: float = TRICK_WORTH

    def worth(self, tricks: NDArray[np.int64], target: int) -> Floats:
        """Worth of declarer's tricks to declarer."""
        return np.asarray(self.trick * tricks + (tricks >= target), dtype=np.float64)


@dataclass(frozen=True)
class Option:
    """A plausible card (and its equals): how often it is chosen, declarer's tricks after it on the actual deal.

    ``worth``: mean worth over the sampled layouts to the player's side, best option 0. ``sure``: no sampled
    layout makes it worse than another card.
    """

    cards: Group
    probability: float
    double_dummy: int
    worth: float
    sure: bool


@dataclass(frozen=True)
class Decision:
    """A play that matters on the actual deal, with the chance that it is reached."""

    seat: Seat
    after: tuple[Card, ...]
    options: tuple[Option, ...]
    layouts: int
    reached: float = 1.0


@dataclass(frozen=True)
class Line:
    """One way the play goes: its chance, declarer's tricks, the cards up to its last decision."""

    probability: float
    tricks: int
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Lines:
    """All lines together. ``settled``: share of the chances that was followed to the end of all decisions."""

    lines: tuple[Line, ...]
    decisions: tuple[Decision, ...]
    settled: float

    @property
    def chances(self) -> dict[int, float]:
        """Declarer's tricks, lines of equal result merged."""
        found: dict[int, float] = {}
        for line in self.lines:
            found[line.tricks] = found.get(line.tricks, 0.0) + line.probability
        return dict(sorted(found.items()))

    @property
    def mean(self) -> float:
        return sum(line.tricks * line.probability for line in self.lines)


def play_on(
    scene: Scene,
    *,
    solver: Solver | None = None,
    prior: Callable[[Scene], Prior | None] | None = None,
    goal: Goal | None = None,
    insight: float | None = None,
    seed: int = 0,
    budget: float = BUDGET,
) -> Lines:
    """How the play goes on from a scene.

    prior: for the player to play, how likely the hidden hands are by auction and lead. insight: share of the
    actual layout in what he sees (`INSIGHT` with a prior, otherwise none). budget: work allowed, in thousandths
    of a second of double-dummy search on a usual processor; what it does not reach keeps the double-dummy result.

    >>> from adjudicator.bridge import Denomination, Hand
    >>> hands = tuple(map(Hand.parse, ("AJ3...", "Q65...", "KT2...", "987...")))
    >>> guess = Scene(Position(hands, Denomination.NOTRUMP, Seat.SOUTH), Seat.SOUTH, 3)
    >>> 0.3 < play_on(guess).chances[3] < 0.7
    True
    """
    known = insight if insight is not None else INSIGHT if prior is not None else 0.0
    search = _Search(solver or default_solver(), prior, goal or Goal(), known, np.random.default_rng(seed), budget)
    search.follow(scene, 1.0)
    lines = tuple(sorted(search.lines, key=lambda line: -line.probability))
    return Lines(lines, tuple(search.decisions), search.settled)


@dataclass(eq=False)
class _Search:
    solver: Solver
    prior: Callable[[Scene], Prior | None] | None
    goal: Goal
    insight: float
    rng: np.random.Generator
    budget: float
    lines: list[Line] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    settled: float = 0.0

    def follow(self, scene: Scene, chance: float) -> None:
        """Play on until something is decided; then each branch by itself."""
        value: int | None = None
        while not scene.is_over:
            if chance < SMALLEST_BRANCH or self.budget <= 0:
                self.end(scene, chance, value, settled=chance < SMALLEST_BRANCH)
                return
            groups = scene.position.touching()
            if len(groups) == 1:
                scene = scene.after(groups[0][-1])
                continue
            scores = self.scores(scene)
            choices = plausible(scene.position, groups, scores)
            value = scene.total(max(scores.values()))
            if len({scores[group[0]] for group in choices}) == 1:
                scene = scene.after(natural(scene.position, choices))
                continue
            self.branch(scene, chance, choices, scores)
            return
        self.end(scene, chance, scene.won, settled=True)

    def end(self, scene: Scene, chance: float, value: int | None, settled: bool) -> None:
        if scene.is_over:
            value = scene.won
        elif value is None:
            value = scene.total(self.solver.best(scene.position))
        self.lines.append(Line(chance, value, scene.history))
        self.settled += chance * settled

    def scores(self, scene: Scene) -> dict[Card, int]:
        self.budget -= _work(scene.position)
        return self.solver.all_cards(scene.position)

    def branch(self, scene: Scene, chance: float, choices: list[Group], scores: dict[Card, int]) -> None:
        decision = self.decide(scene, choices, scores, chance)
        self.decisions.append(decision)
        merged: dict[tuple[int, bool], list[Option]] = {}
        for option in decision.options:
            merged.setdefault((option.double_dummy, option.sure), []).append(option)
        for options in merged.values():
            share = sum(option.probability for option in options)
            likeliest = max(options, key=lambda option: option.probability)
            self.follow(scene.after(likeliest.cards[-1]), chance * share)

    def decide(self, scene: Scene, choices: list[Group], scores: dict[Card, int], chance: float) -> Decision:
        prior = self.prior(scene) if self.prior else None
        found = worlds(scene, layouts_for(scene.position), self.rng, prior)
        self.budget -= _work(scene.position) * len(found.weights)
        options = weighed(scene, choices, scores, found, self.goal, self.insight, self.solver)
        return Decision(scene.turn, scene.history, options, len(found.weights), chance)


def decide_at(
    scene: Scene, *, solver: Solver, prior: Prior | None, goal: Goal, insight: float, rng: np.random.Generator
) -> Decision:
    """What players in this seat would play here: every plausible card with its chance."""
    scores = solver.all_cards(scene.position)
    choices = plausible(scene.position, scene.position.touching(), scores)
    found = worlds(scene, layouts_for(scene.position), rng, prior)
    options = weighed(scene, choices, scores, found, goal, insight, solver)
    return Decision(scene.turn, scene.history, options, len(found.weights))


def weighed(
    scene: Scene,
    choices: list[Group],
    scores: dict[Card, int],
    found: Worlds,
    goal: Goal,
    insight: float,
    solver: Solver,
) -> tuple[Option, ...]:
    """The choices with how often each is made."""
    worth = worth_of(scene, choices, found, goal, solver)
    actual = np.array([scene.total(scores[group[0]]) for group in choices])
    now = goal.worth(actual, scene.target) * (1 if scene.by_declarer else -1)
    mean = (1 - insight) * (found.weights @ worth) + insight * now
    sure = (worth.max(axis=1, keepdims=True) - worth).max(axis=0) < 1e-9
    share = preference(mean.max() - mean)
    return tuple(
        Option(group, float(share[at]), int(actual[at]), float(mean[at] - mean.max()), bool(sure[at]))
        for at, group in enumerate(choices)
    )


def layouts_for(position: Position) -> int:
    """How many layouts a player looks at: few where each costs much."""
    cards = max(len(hand) for hand in position.hands)
    return 8 if cards > 11 else 12 if cards > 9 else 20 if cards > 7 else 48 if cards > 5 else 80


def _work(position: Position) -> float:
    """Thousandths of a second to solve every card of a position, about."""
    cards = max(len(hand) for hand in position.hands)
    return float(60 * 0.62 ** (13 - cards))


def worth_of(scene: Scene, choices: Sequence[Group], found: Worlds, goal: Goal, solver: Solver) -> Floats:
    """Worth of each choice in each layout to the side that plays, float64 (n layouts, choices)."""
    position = scene.position
    trick = np.full((len(found.masks), 3), -1, dtype=np.int8)
    trick[:, : len(position.trick)] = position.trick
    boards = Boards.of(found.masks, int(position.denomination), int(position.leader), trick=trick, every_card=True)
    scores = solver.solve(boards).scores[:, [int(group[0]) for group in choices]].astype(np.int64)
    declarer = scene.won + (scores if scene.by_declarer else position.tricks_left - scores)
    worth = goal.worth(declarer, scene.target)
    return worth if scene.by_declarer else -worth


def preference(regret: Floats, temperature: float = TEMPERATURE, lapse: float = LAPSE) -> Floats:
    """Chances of the choices from their mean regrets.

    >>> preference(np.array([0.0, 0.2])).round(2).tolist()
    [0.72, 0.28]
    """
    raw = np.exp(-(regret - regret.min()) / temperature)
    chances: Floats = (1 - lapse) * raw / raw.sum() + lapse / len(raw)
    return chances
