"""How well the model foretells real calls: rank, log loss, calibration, and the contract from any turn.

A *decision* is a call that is not one of the three closing passes; those flatter every predictor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions import features
from adjudicator.auctions.classes import CLASS_NAMES, decision_classes
from adjudicator.auctions.enumeration import enumerate_auctions
from adjudicator.auctions.model import CallModel, Probabilities, average, given_open, merge_passes
from adjudicator.auctions.records import BidTable
from adjudicator.bridge import Auction, Call, Contract, Deal

_CHUNK = 768
BINS = 10


@dataclass(frozen=True, eq=False)
class Scored:
    """One row for each call of an archive.

    ``chance``: probability given to the call made; ``rank``: calls thought likelier; ``best``: probability of
    the first choice; ``kind``: class of the decision; ``closing``: one of the three closing passes;
    ``table``: which auction.
    """

    chance: NDArray[np.float64]
    rank: NDArray[np.int64]
    best: NDArray[np.float64]
    kind: NDArray[np.int64]
    closing: NDArray[np.bool_]
    table: NDArray[np.int64]

    def where(self, rows: NDArray[np.bool_]) -> Scored:
        return Scored(*(getattr(self, name)[rows] for name in self.__dataclass_fields__))

    def __len__(self) -> int:
        return len(self.chance)


@dataclass(frozen=True, eq=False)
class Turns:
    """One turn of many auctions: ``table`` which auction, public ``states``, ``odds`` of each network, calls made."""

    table: NDArray[np.int64]
    states: features.States
    odds: list[NDArray[np.float32]]
    made: NDArray[np.int64]


def replay(model: CallModel, tables: Sequence[BidTable]) -> Iterator[Turns]:
    """Every turn of every auction, many tables at once."""
    order = sorted(range(len(tables)), key=lambda index: -len(tables[index].calls))
    for at in range(0, len(order), _CHUNK):
        chosen = np.array(order[at : at + _CHUNK])
        group = [tables[index] for index in chosen]
        masks = np.stack([np.roll(table.mask_array(), -int(table.context.dealer), axis=0) for table in group])
        hands = model.hold(masks.reshape(-1, 4))
        length = np.array([len(table.calls) for table in group])
        positions = model.open([table.context for table in group])
        for turn in range(int(length[0])):
            live = np.arange(int((length > turn).sum()))
            if turn:
                before = np.array([group[row].calls[turn - 1] for row in live])
                alerted = np.array([turn - 1 in group[row].context.alerts for row in live])
                positions = model.after(positions.take(live), before, alerted)
            made = np.array([group[row].calls[turn] for row in live])
            odds = model.log_odds(positions, hands.take(live * 4 + turn % 4))
            yield Turns(chosen[live], positions.states, odds, made)


def score_calls(model: CallModel, tables: Sequence[BidTable]) -> tuple[Scored, Scored]:
    """Hold the model against every call of these auctions: (all calls, decisions).

    All calls under the plain P(call); decisions, which leave the closing passes out, under P(call | it is not a
    closing pass). Leaving them out selects turns by what happened later; a probability that does not know of the
    selection cannot be calibrated on what is left (after 3NT it says pass, and the passes that ended the auction
    are not counted).
    """
    closing_from = np.array([table.closing for table in tables])
    plain, decisions = _Rows(), _Rows()
    for turns in replay(model, tables):
        closing = turns.states[:, features.TURN] >= closing_from[turns.table]
        temperature = model.temperatures[decision_classes(turns.states)][:, None]
        outputs = average([odds / temperature for odds in turns.odds])
        plain.add(merge_passes(outputs), turns, closing, np.arange(len(closing)))
        decisions.add(given_open(outputs), turns, closing, np.flatnonzero(~closing))
    return plain.scored(), decisions.scored()


class _Rows:
    """Collects columns of :class:`Scored`."""

    def __init__(self) -> None:
        self.parts: list[tuple[Any, ...]] = [tuple(np.zeros(0, kind) for kind in (float, int, float, int, bool, int))]

    def add(self, chances: Probabilities, turns: Turns, closing: NDArray[np.bool_], rows: NDArray[np.intp]) -> None:
        kept = chances[rows]
        chance = kept[np.arange(len(rows)), turns.made[rows]]
        rank = (kept > chance[:, None]).sum(1)
        kind = decision_classes(turns.states)[rows]
        best = kept.max(1) if len(rows) else np.zeros(0)
        self.parts.append((chance, rank, best, kind, closing[rows], turns.table[rows]))

    def scored(self) -> Scored:
        return Scored(*(np.concatenate(column) for column in zip(*self.parts, strict=True)))


def summary(rows: Scored) -> dict[str, float | int]:
    """top1, top3, log_loss (nats), ece and the number of calls."""
    if not len(rows):
        return {"decisions": 0, "top1": 0.0, "top3": 0.0, "log_loss": 0.0, "ece": 0.0}
    return {
        "decisions": len(rows),
        "top1": float((rows.rank == 0).mean()),
        "top3": float((rows.rank < 3).mean()),
        "log_loss": float(-np.log(np.maximum(rows.chance, 1e-9)).mean()),
        "ece": calibration_error(rows),
    }


def reliability(rows: Scored) -> list[dict[str, float | int]]:
    """Ten bins of the first choice's probability: how many, said, right."""
    bins = np.minimum((rows.best * BINS).astype(int), BINS - 1)
    out: list[dict[str, float | int]] = []
    for number in range(BINS):
        inside = bins == number
        if inside.any():
            said, right = float(rows.best[inside].mean()), float((rows.rank[inside] == 0).mean())
            out.append({"bin": number, "calls": int(inside.sum()), "said": said, "right": right})
    return out


def calibration_error(rows: Scored) -> float:
    """Expected calibration error of the first choice: mean gap between said and right over ten bins."""
    gaps = (cell["calls"] * abs(cell["said"] - cell["right"]) for cell in reliability(rows))
    return float(sum(gaps) / max(1, len(rows)))


def by_class(rows: Scored) -> dict[str, dict[str, float | int]]:
    """The summary of every class of decision."""
    return {name: summary(rows.where(rows.kind == number)) for number, name in enumerate(CLASS_NAMES)}


@dataclass(frozen=True)
class ContractFigures:
    """Enumeration against the table, over boards."""

    boards: int
    covered: float
    weight: float
    listed: float
    unexplored: float


def contract_figures(
    model: CallModel,
    tables: Sequence[BidTable],
    rng: np.random.Generator,
    *,
    from_start: bool = False,
    budget: int = 1500,
    samples: int = 250,
) -> ContractFigures:
    """From a random decision (or the start) of each board: is the actual contract listed with 2 %, and its weight."""
    covered, weight, listed, unexplored = [], [], [], []
    for table in tables:
        cut = 0 if from_start else int(rng.integers(max(1, table.closing)))
        auction = Auction(table.context.dealer, tuple(Call(call) for call in table.calls[:cut]))
        forest = enumerate_auctions(
            model, Deal.parse(table.deal), auction, table.context, budget=budget, samples=samples, rng=rng
        )
        actual: Contract = table.auction.standing
        found = forest.probability_of(actual)
        covered.append(found >= 0.02)
        weight.append(found)
        listed.append(len(forest.at_least(0.02)))
        unexplored.append(forest.unexplored)
    columns = (covered, weight, listed, unexplored)
    return ContractFigures(len(tables), *(float(np.mean(values)) if values else 0.0 for values in columns))
