"""Does simulation foretell calls better than the model alone? Turns of real auctions, by kind of decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.blend import GROUPS, Setting, blended, decision_groups
from adjudicator.auctions.classes import decision_classes
from adjudicator.auctions.figures import replay
from adjudicator.auctions.hidden import hidden_hands
from adjudicator.auctions.judgement import is_covered
from adjudicator.auctions.model import CallModel, Probabilities, average, load_model, merge_passes
from adjudicator.auctions.records import BidTable
from adjudicator.auctions.simulation import Compare, Points, candidate_calls, simulate
from adjudicator.bridge import Call, Hand, Vulnerability

Floats = NDArray[np.float64]
PointsAt = Callable[[Vulnerability], Points]
UNSURE, SURE = 0.6, 0.9
"""Turns at which no call has the first share, and those at which one has it but none the second."""


@dataclass(frozen=True)
class Turn:
    """One turn drawn from an archive: which table, how many calls before it, group, and share of the likeliest call."""

    table: int
    index: int
    group: int
    top: float


@dataclass(frozen=True, eq=False)
class Judged:
    """A turn after simulation. ``covered``: whether the hand fits a rule for one of the thinkable calls."""

    turn: Turn
    deal: str
    shares: Probabilities
    candidates: tuple[Call, ...]
    worth: Floats
    error: Floats
    made: int
    covered: bool
    effective: float

    @cached_property
    def losses(self) -> Floats:
        """Log loss of the call made under each of the :data:`CHOICES`: nats."""
        before = float(self.shares[self.made])
        chances = np.full(len(CHOICES), before)
        if self.made in self.candidates:
            place, weight = self.candidates.index(Call(self.made)), self.shares[list(self.candidates)].sum()
            base = np.log(np.maximum(self.shares[list(self.candidates)], 1e-6))
            odds = self.worth / _TAU[:, None] + _PRIOR[:, None] * base
            raw = np.exp(odds - odds.max(axis=1, keepdims=True))
            chances = (1 - _ETA) * before + _ETA * weight * raw[:, place] / raw.sum(axis=1)
        found: Floats = -np.log(np.maximum(chances, 1e-9))
        return found


@dataclass(frozen=True)
class Plan:
    """How many turns of each group (unsure and others), at the most in all, and how hard each is simulated."""

    unsure: int = 150
    sure: int = 40
    limit: int = 1200
    size: int = 64
    tried: int = 400
    sweeps: int = 6
    most: int = 5
    seed: int = 0


def drawn_turns(model: CallModel, tables: Sequence[BidTable], plan: Plan) -> list[Turn]:
    """Turns at random from all calls, closing passes among them, so many for each group and degree of doubt.

    Closing passes stay in: leaving them out would select turns by what happened later, and any change that takes
    weight from a pass would look good.
    """
    pools: dict[tuple[int, bool], list[Turn]] = {}
    for turns in replay(model, tables):
        temperature = model.temperatures[decision_classes(turns.states)][:, None]
        shares = merge_passes(average([odds / temperature for odds in turns.odds]))
        top, group = shares.max(axis=1), decision_groups(turns.states)
        index = int(turns.states[0, 0]) if len(turns.states) else 0
        for row in np.flatnonzero(top < SURE):
            turn = Turn(int(turns.table[row]), index, int(group[row]), float(top[row]))
            pools.setdefault((turn.group, turn.top < UNSURE), []).append(turn)
    rng = np.random.default_rng(plan.seed)
    chosen: list[Turn] = []
    for key in sorted(pools):
        pool, wanted = pools[key], plan.unsure if key[1] else plan.sure
        chosen += [pool[index] for index in rng.permutation(len(pool))[:wanted]]
    return [chosen[index] for index in rng.permutation(len(chosen))[: plan.limit]]


def judge_turn(
    model: CallModel, table: BidTable, turn: Turn, points_at: PointsAt, compare: Compare, plan: Plan
) -> Judged:
    """Simulate one turn: the player's hand and the calls before it, nothing else of the table."""
    auction = table.auction.prefix(turn.index)
    seat = auction.seat_of(turn.index)
    hand, context = Hand.of_suits(*table.masks[seat]), table.context
    shares = model.hand_probabilities(hand, auction, context)
    calls = candidate_calls(shares, most=plan.most)
    rng = np.random.default_rng([plan.seed, turn.table, turn.index])
    layouts = hidden_hands(
        model, hand, seat, auction, context, size=plan.size, tried=plan.tried, sweeps=plan.sweeps, rng=rng
    )
    found = simulate(
        model, hand, seat, auction, context, calls, points_at(context.vulnerability), layouts=layouts,
        compare=compare, unit="IMPs", field=[float(shares[call]) for call in calls], seed=plan.seed,
    )  # fmt: skip
    worth = found.mean()
    made, covered = table.calls[turn.index], is_covered(hand, auction, context, shares)
    return Judged(turn, table.deal, shares, calls, worth, found.error(), made, covered, found.effective)


def judge_turns(
    tables: Sequence[BidTable],
    turns: Sequence[Turn],
    points_at: PointsAt,
    compare: Compare,
    plan: Plan,
    *,
    workers: int = 1,
) -> Iterator[Judged]:
    """Every turn simulated, in order; ``workers`` processes share the work."""
    work = partial(_judge, points_at=points_at, compare=compare, plan=plan)
    jobs = ((tables[turn.table], turn) for turn in turns)
    if workers == 1:
        yield from map(work, jobs)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(work, jobs, chunksize=8)


def _judge(job: tuple[BidTable, Turn], *, points_at: PointsAt, compare: Compare, plan: Plan) -> Judged:
    return judge_turn(load_model(), job[0], job[1], points_at, compare, plan)


# --- fitting and figures ---------------------------------------------------------------------------

TAUS = (0.5, 1.0, 1.5, 2.5, 4.0, 6.0, 10.0, 16.0)
ETAS = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)
PRIORS = (0.0, 1.0)


CHOICES = [Setting(tau, eta, prior) for prior in PRIORS for tau in TAUS for eta in ETAS if eta or tau == TAUS[0]]


_TAU, _ETA, _PRIOR = (np.array([getattr(choice, name) for choice in CHOICES]) for name in ("tau", "eta", "prior"))


def best_setting(rows: Sequence[Judged]) -> Setting:
    """The setting with the least log loss on these turns (eta 0 when none is better than the model alone)."""
    return CHOICES[int(np.mean([row.losses for row in rows], axis=0).argmin())]


@dataclass(frozen=True)
class Gain:
    """Turns not used in fitting: log loss and first choices right, alone and blended, with paired standard errors."""

    turns: int
    loss_alone: float
    loss_blended: float
    gain: float
    gain_error: float
    top_alone: float
    top_blended: float
    top_error: float


def gain_of(rows: Sequence[Judged], setting: Setting) -> Gain:
    """What the setting does to these turns. Positive ``gain``: nats saved a call."""
    return _gain([(row, setting) for row in rows])


def _gain(blend: Sequence[tuple[Judged, Setting]]) -> Gain:
    made = [row.made for row, _ in blend]
    alone = np.array([row.shares for row, _ in blend])
    mixed = np.array([blended(row.shares, row.candidates, row.worth, setting) for row, setting in blend])
    loss = [-np.log(np.maximum(part[np.arange(len(made)), made], 1e-9)) for part in (alone, mixed)]
    right = [(part.argmax(axis=1) == made).astype(float) for part in (alone, mixed)]
    saved, root = loss[0] - loss[1], np.sqrt(max(1, len(made) - 1))
    return Gain(
        len(made), float(loss[0].mean()), float(loss[1].mean()), float(saved.mean()), float(saved.std() / root),
        float(right[0].mean()), float(right[1].mean()), float((right[1] - right[0]).std() / root),
    )  # fmt: skip


def cross_checked(rows: Sequence[Judged], folds: int = 10) -> Gain:
    """The gain on turns of each fold with the setting of the other folds; tables of one deal share a fold."""
    deals = sorted({row.deal for row in rows})
    fold = {deal: number % folds for number, deal in enumerate(deals)}
    blend: list[tuple[Judged, Setting]] = []
    for number in range(folds):
        inside = [row for row in rows if fold[row.deal] == number]
        outside = [row for row in rows if fold[row.deal] != number]
        if inside:
            setting = best_setting(outside) if outside else Setting(1.0, 0.0)
            blend += [(row, setting) for row in inside]
    return _gain(blend)


def worth_slope(rows: Sequence[Judged]) -> tuple[float, float]:
    """How many nats one IMP more adds to a call's odds beside the model's own, and the standard error.

    Conditional logit on the candidates, by Newton's rule; 0 means that simulation tells nothing new.
    """
    kept = [row for row in rows if row.made in row.candidates]
    slope, curve = 0.0, 1e-9
    for _ in range(25):
        push, curve = 0.0, 1e-9
        for row in kept:
            chance = row.shares[list(row.candidates)] * np.exp(slope * (row.worth - row.worth.mean()))
            chance /= chance.sum()
            mean = float(chance @ row.worth)
            push += float(row.worth[row.candidates.index(Call(row.made))]) - mean
            curve += float(chance @ row.worth**2) - mean**2
        change = float(np.clip(push / curve, -1.0, 1.0))
        slope += change
        if abs(change) < 1e-4:
            break
    return slope, float(1 / np.sqrt(curve))


def of_group(rows: Sequence[Judged], group: str) -> list[Judged]:
    """Rows of one group by name."""
    return [row for row in rows if GROUPS[row.turn.group] == group]
