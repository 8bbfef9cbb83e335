"""Tricks that people take, guessed from the four hands: thousands of contracts in the time of one double-dummy answer.

A ridge regression on lengths, breaks, honours and who holds them, fitted on tricks that were really taken, notrump
and suit contracts apart, with the spread of what it missed. Human play is in it already. Nobody plays in a 4-1 fit
of his own will, so double-dummy tricks of random declarers in random denominations teach it what happens there.
For one board it is no match for double dummy; over a sample of layouts its errors average out, and the layouts that
its speed pays for tell more than exact answers on fewer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.records import SPLIT_NAMES, split_of
from adjudicator.bridge import (
    SUIT_LENGTH,
    AdjudicatorError,
    Contract,
    DealBatch,
    Denomination,
    Problem,
    Seat,
    Vulnerability,
)
from adjudicator.tricks.double_dummy import DealTricks, default_solver
from adjudicator.tricks.estimate_predictor import Predictor, features, fitted
from adjudicator.tricks.played import PlayedTable, read_played

Floats = NDArray[np.float64]
Masks = NDArray[np.uint16]
Solved = tuple[Floats, Floats, NDArray[np.bool_]]
"""Features, tricks, and whether it is notrump."""
FOLDER = Path(__file__).parent / "data"
WEIGHTS, MANIFEST = "card_guess.npz", "card_guess.json"
LUCK = 8
"""Equally likely results of the play around the guess."""
KINDS = ("suit", "notrump")
_LEAST = 500
_DECLARERS_GAIN = 0.1
"""Tricks that declarers take beyond double dummy, on the average."""
_WEIGHT = 3
"""A solved deal counts as so many tables."""


@dataclass(frozen=True, eq=False)
class CardGuess:
    """Mean tricks of declarer from the cards, and ``misses``: LUCK equally likely errors of it, by kind."""

    predictors: tuple[Predictor, Predictor]
    misses: tuple[Floats, Floats]
    manifest: dict[str, Any] = field(default_factory=dict)

    def mean(self, masks: NDArray[np.uint16], denomination: Denomination, declarer: Seat) -> Floats:
        """Expected tricks on many deals (suit masks (n, 4 seats, 4 suits)): float64 (n,)."""
        return self.predictors[denomination == Denomination.NOTRUMP](columns_of(masks, denomination, declarer))

    def tricks(self, masks: NDArray[np.uint16], denomination: Denomination, declarer: Seat) -> NDArray[np.int64]:
        """Equally likely numbers of tricks, the fewest first: int64 (n, LUCK)."""
        about = self.mean(masks, denomination, declarer)[:, None] + self.misses[denomination == Denomination.NOTRUMP]
        return np.clip(np.rint(about), 0, 13).astype(np.int64)


@dataclass(frozen=True)
class GuessedPoints:
    """Points to North-South of contracts on deals, as `tricks.worth.PlayedPoints`, without a solver."""

    vulnerability: Vulnerability

    def __call__(self, deals: DealBatch, rows: NDArray[np.intp], contracts: Sequence[Contract]) -> Floats:
        """Float64 (pairs, LUCK): equally likely results, the luckiest for declarer last."""
        guess, found = load_guess(), np.zeros((len(contracts), LUCK))
        lines: dict[Contract, list[int]] = {}
        for pair, contract in enumerate(contracts):
            lines.setdefault(contract, []).append(pair)
        for contract, pairs in lines.items():
            if contract.is_passed_out:
                continue
            if contract.declarer is None:
                raise AdjudicatorError(f"{contract} needs a declarer to be scored")
            points = np.array([contract.score_ns(tricks, self.vulnerability) for tricks in range(14)], dtype=np.float64)
            found[pairs] = points[guess.tricks(deals.masks[rows[pairs]], contract.denomination, contract.declarer)]
        return found


def columns_of(masks: Masks, denomination: Denomination, declarer: Seat) -> Floats:
    """What bears on declarer's tricks, and how far trumps fall short: float64 (n, columns)."""
    rows = features(masks, denomination, declarer)
    if denomination == Denomination.NOTRUMP:
        return np.concatenate([rows, np.zeros((len(rows), 4))], axis=1)
    length = SUIT_LENGTH[masks[:, :, int(denomination)]].astype(np.float64)
    own, theirs = ([int(declarer.after(turn)) for turn in turns] for turns in ((0, 2), (1, 3)))
    fit, ours, against = length[:, own].sum(axis=1), length[:, own].max(axis=1), length[:, theirs].max(axis=1)
    short = [np.maximum(0, 8 - fit), np.maximum(0, 7 - fit), np.maximum(0, 5 - fit), np.maximum(0, against - ours)]
    return np.concatenate([rows, np.stack(short, axis=1)], axis=1)


def rows_of(tables: Sequence[PlayedTable]) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Features, tricks taken and whether it was notrump, of tables whose tricks are known."""
    masks = np.array([table.table.masks for table in tables], dtype=np.uint16)
    lines = [(table.contract.denomination, table.contract.declarer) for table in tables]
    rows = np.zeros((len(tables), columns_of(masks[:1], Denomination.NOTRUMP, Seat.NORTH).shape[1]))
    for denomination, declarer in set(lines):
        assert declarer is not None  # a played contract has a declarer
        here = np.array([line == (denomination, declarer) for line in lines])
        rows[here] = columns_of(masks[here], denomination, declarer)
    taken = np.array([table.tricks for table in tables], dtype=np.float64)
    return rows, taken, np.array([line[0] == Denomination.NOTRUMP for line in lines])


def fit_guess(tables: Sequence[PlayedTable], solved: Solved | None = None) -> CardGuess:
    """The regressions on these tables and on solved deals, and the quantiles of what is missed at the tables."""
    for kind in (False, True):
        count = sum((table.contract.denomination == Denomination.NOTRUMP) == kind for table in tables)
        if count < _LEAST:
            raise AdjudicatorError(
                Problem(f"only {count} {KINDS[kind]} contracts with tricks", "give an archive of some thousand boards")
            )
    rows, taken, notrump = rows_of(tables)
    predictors, misses = [], []
    for kind in (False, True):
        here = notrump == kind
        known, tricks = [rows[here]], [taken[here]]
        if solved is not None:
            known += [solved[0][solved[2] == kind]] * _WEIGHT
            tricks += [solved[1][solved[2] == kind]] * _WEIGHT
        predictors.append(fitted(np.concatenate(known), np.concatenate(tricks)))
        missed = taken[here] - predictors[-1](rows[here])
        misses.append(np.quantile(missed, (np.arange(LUCK) + 0.5) / LUCK))
    return CardGuess((predictors[0], predictors[1]), (misses[0], misses[1]))


def solved_at_random(tables: Sequence[PlayedTable], number: int, seed: int) -> Solved:
    """Deals of these tables, each with declarer and denomination drawn at random: double-dummy tricks and a little
    more, as people take them."""
    rng = np.random.default_rng(seed)
    chosen = rng.choice(len(tables), size=number)
    deals = DealBatch(np.array([tables[index].table.masks for index in chosen], dtype=np.uint16))
    lines = rng.integers(20, size=number)
    rows = np.zeros((number, columns_of(deals.masks[:1], Denomination.NOTRUMP, Seat.NORTH).shape[1]))
    places = [np.flatnonzero(lines == line) for line in range(20)]
    asked = [DealTricks(Denomination(line // 4), Seat(line % 4), place) for line, place in enumerate(places)]
    answers = default_solver().over(deals, asked)
    taken = np.zeros(number)
    for question, place, tricks in zip(asked, places, answers, strict=True):
        rows[place] = columns_of(deals.masks[place], question.denomination, question.declarer)
        taken[place] = tricks + _DECLARERS_GAIN
    return rows, taken, lines // 4 == Denomination.NOTRUMP


def train_guess(
    archives: Sequence[Path], folder: Path, deals: int, seed: int, tell: Callable[[dict[str, Any]], None]
) -> tuple[dict[str, Any], list[Problem]]:
    """Fit on the human tables of the training part, measure on the report part, write; manifest and problems."""
    from adjudicator.tricks.lead_training import digest

    played, problems = read_played(archives)
    parts: dict[str, list[PlayedTable]] = {name: [] for name in SPLIT_NAMES}
    for table in played:
        if not table.table.robot and table.tricks is not None:
            parts[SPLIT_NAMES[split_of(table.table.deal)]].append(table)
    tell({name: len(tables) for name, tables in parts.items()})
    solved = solved_at_random(parts["train"], deals, seed)
    tell({"solved": deals})
    guess = fit_guess(parts["train"], solved)
    manifest = {
        "date": datetime.now(UTC).date().isoformat(),
        "data": {"files": [path.name for path in archives], "sha256": digest(archives), "tables": len(parts["train"])},
        "solved": {"deals": deals, "seed": seed},
        "split": "train part, by SHA-256 of the deal; figures on the report part",
        "report": figures_of(guess, parts["report"]) if parts["report"] else {},
    }
    write_guess(CardGuess(guess.predictors, guess.misses, manifest), folder)
    return manifest, problems


def figures_of(guess: CardGuess, tables: Sequence[PlayedTable]) -> dict[str, dict[str, float]]:
    """Mean and root mean square of tricks taken less guessed, by kind."""
    rows, taken, notrump = rows_of(tables)
    found = {}
    for kind in (False, True):
        here = notrump == kind
        missed = taken[here] - guess.predictors[kind](rows[here])
        found[KINDS[kind]] = {
            "tables": int(here.sum()),
            "mean_error": round(float(missed.mean()), 3),
            "rms_error": round(float(np.sqrt((missed**2).mean())), 3),
        }
    return found


def write_guess(guess: CardGuess, folder: Path) -> None:
    """Single-precision weights, and the manifest beside them."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, Any] = {}
    for name, predictor, misses in zip(KINDS, guess.predictors, guess.misses, strict=True):
        arrays[f"{name}.columns"] = predictor.columns.astype(np.int16)
        arrays[f"{name}.slopes"] = predictor.slopes.astype(np.float32)
        arrays[f"{name}.centre"] = predictor.centre.astype(np.float32)
        arrays[f"{name}.base"] = np.float32(predictor.base)
        arrays[f"{name}.misses"] = misses.astype(np.float32)
    np.savez_compressed(folder / WEIGHTS, allow_pickle=False, **arrays)
    (folder / MANIFEST).write_text(json.dumps(guess.manifest, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def read_guess(folder: Path = FOLDER) -> CardGuess:
    """Weights and manifest from a folder."""
    path = folder / WEIGHTS
    try:
        with np.load(path, allow_pickle=False) as file:
            predictors, misses = zip(*(_read_kind(file, name) for name in KINDS), strict=True)
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyError) as error:
        raise AdjudicatorError(f"{path}: the guess cannot be read ({error}); install the package again") from None
    return CardGuess(predictors, misses, manifest)


def _read_kind(file: Any, name: str) -> tuple[Predictor, Floats]:
    predictor = Predictor(
        file[f"{name}.columns"].astype(np.intp),
        file[f"{name}.centre"].astype(np.float64),
        file[f"{name}.slopes"].astype(np.float64),
        float(file[f"{name}.base"]),
    )
    return predictor, file[f"{name}.misses"].astype(np.float64)


@cache
def load_guess() -> CardGuess:
    """The guess that ships with the package (loaded once)."""
    return read_guess()
