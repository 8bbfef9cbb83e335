"""The solved deals of an estimate: what was asked of each, and what follows for the means.

For one alternative let y be its worth on a deal, m the answer to "at least t tricks?" for the t that tells
most about y, z = a + b m the best guess at y from m, and g = a + b p with p a guess at m from the cards alone.
Then mean(y) = mean(g) + mean(z - g) + mean(y - z): the first over many unsolved deals, the second over all solved
deals, the third over those solved for the number. Guesses serve only deals that they were not fitted on.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import DealBatch, Denomination, Seat
from adjudicator.tricks.double_dummy import DealMakes, DealQuestion, DealTricks, Solver
from adjudicator.tricks.estimate_predictor import Numbers, features, fitted_chance

FOLDS = 5
VALUE_COST = 3.0
"""Work of the number of tricks, in units of one yes-or-no question near the true number."""

_LEAST_SHARE, _MOST_SHARE = 0.05, 0.6
_UNKNOWN = -1


@dataclass(frozen=True)
class Line:
    """What the solver is asked about: a denomination and its declarer."""

    denomination: Denomination
    declarer: Seat


@dataclass(frozen=True, eq=False)
class Worth:
    """Worth by tricks on a line; no line for a passed-out board."""

    line: Line | None
    values: Numbers
    target: int

    @property
    def step(self) -> int | None:
        """The number of tricks at which the worth changes, when it changes only once."""
        changes = np.nonzero(np.diff(self.values))[0]
        return int(changes[0]) + 1 if len(changes) == 1 else None

    @property
    def constant(self) -> bool:
        return self.line is None or bool((self.values == self.values[0]).all())


@dataclass(frozen=True, eq=False)
class Guesses:
    """Guesses at a yes or no: on each solved deal from the other folds, on the control deals from each fold."""

    solved: Numbers
    control: list[Numbers]

    @classmethod
    def of(cls, rows: Numbers, unsolved: Numbers, makes: NDArray[np.bool_]) -> Guesses:
        solved, control = np.empty(len(rows)), []
        answers, folds = makes.astype(np.float64), np.arange(len(rows)) % FOLDS
        for fold in range(FOLDS):
            guess = fitted_chance(rows[folds != fold], answers[folds != fold])
            solved[folds == fold] = guess(rows[folds == fold])
            control.append(guess(unsolved))
        return cls(solved, control)


@dataclass(eq=False)
class LineAnswers:
    """Answers on one line, deal by deal.

    share: of the deals that are asked for the number; thresholds: asked of the others.
    """

    line: Line
    control: list[Numbers] = field(default_factory=list)
    share: float = 1.0
    thresholds: tuple[int, ...] = ()
    rows: list[Numbers] = field(default_factory=list)
    tricks: NDArray[np.int8] = field(default_factory=lambda: np.zeros(0, np.int8))
    makes: dict[int, NDArray[np.bool_]] = field(default_factory=dict)
    _guesses: dict[int, Guesses] = field(default_factory=dict)

    def guesses(self, threshold: int) -> Guesses:
        """Guesses at the answers to one threshold, made once a round."""
        known = self._guesses.get(threshold)
        if known is None or len(known.solved) != len(self.tricks) or len(known.control[0]) != self._unsolved():
            known = self._guesses[threshold] = Guesses.of(
                np.concatenate(self.rows), np.concatenate(self.control), self.makes[threshold]
            )
        return known

    def _unsolved(self) -> int:
        return sum(len(part) for part in self.control)

    def numbers_known(self) -> NDArray[np.bool_]:
        return np.asarray(self.tricks != _UNKNOWN)


class SolvedDeals:
    """Deals solved so far for some worths, with unsolved deals as control."""

    def __init__(
        self,
        solver: Solver,
        worths: list[Worth],
        generator: np.random.Generator,
    ) -> None:
        self.solver = solver
        self.worths = worths
        self.generator = generator
        self.control_weights = np.zeros(0)
        self.weights = np.zeros(0)
        self.values_asked = self.yes_no_asked = 0
        lines = dict.fromkeys(w.line for w in worths if w.line is not None and not w.constant)
        self.lines = {line: LineAnswers(line) for line in lines}
        self.thresholds: list[int] = [w.step or w.target for w in worths]
        self._plan_known_steps()

    def __len__(self) -> int:
        return len(self.weights)

    def _of(self, line: Line) -> list[int]:
        return [k for k, worth in enumerate(self.worths) if worth.line == line and not worth.constant]

    def _plan_known_steps(self) -> None:
        """Lines on which every worth is one step need no number at all."""
        for line, answers in self.lines.items():
            steps = {self.worths[k].step for k in self._of(line)}
            if None not in steps and len(steps) < VALUE_COST:
                answers.share, answers.thresholds = 0.0, tuple(sorted(s for s in steps if s is not None))

    @property
    def control_size(self) -> int:
        return len(self.control_weights)

    def add_control(self, deals: DealBatch, weights: Numbers) -> None:
        """Unsolved deals that carry the guess."""
        for line, answers in self.lines.items():
            answers.control.append(features(deals.masks, line.denomination, line.declarer))
        self.control_weights = np.concatenate([self.control_weights, weights])

    def add(self, deals: DealBatch, weights: Numbers) -> None:
        """Ask what the plan wants to know of further deals."""
        if len(deals) == 0:
            return
        first = len(self) == 0
        questions: list[DealQuestion] = []
        chosen: list[tuple[LineAnswers, NDArray[np.bool_]]] = []
        for answers in self.lines.values():
            full = self.generator.random(len(deals)) < answers.share
            chosen.append((answers, full))
            line = answers.line
            questions.append(DealTricks(line.denomination, line.declarer, np.nonzero(full)[0]))
            rest = np.nonzero(~full)[0]
            questions += [DealMakes(line.denomination, line.declarer, tricks, rest) for tricks in answers.thresholds]
        found = iter(self.solver.over(deals, questions))
        for answers, full in chosen:
            tricks = np.full(len(deals), _UNKNOWN, np.int8)
            tricks[full] = next(found)
            self._keep(answers, deals, tricks, [next(found) for _ in answers.thresholds])
        self.weights = np.concatenate([self.weights, weights])
        if first:
            self._plan_rest()

    def _keep(
        self,
        answers: LineAnswers,
        deals: DealBatch,
        tricks: NDArray[np.int8],
        yes: list[NDArray[np.bool_]],
    ) -> None:
        full = tricks != _UNKNOWN
        self.values_asked += int(full.sum())
        self.yes_no_asked += sum(len(each) for each in yes)
        answers.rows.append(features(deals.masks, answers.line.denomination, answers.line.declarer))
        for threshold, told in zip(answers.thresholds, yes, strict=True):
            fresh = tricks >= threshold
            fresh[~full] = told
            known = answers.makes.get(threshold, np.zeros(0, np.bool_))
            answers.makes[threshold] = np.concatenate([known, fresh])
        answers.tricks = np.concatenate([answers.tricks, tricks])

    def _plan_rest(self) -> None:
        """After the first deals, which all gave numbers: the best step for each worth, and the share of numbers."""
        for line, answers in self.lines.items():
            if answers.share < 1.0:
                continue
            members = self._of(line)
            for k in members:
                self.thresholds[k] = _telling_step(self.worths[k].values[answers.tricks], answers.tricks)
            steps = tuple(sorted({self.thresholds[k] for k in members}))
            for step in steps:
                answers.makes[step] = answers.tricks >= step
            answers.share = self._share(members, len(steps))
            answers.thresholds = () if answers.share == 1.0 else steps

    def _share(self, members: list[int], steps: int) -> float:
        """Share of deals asked for the number that makes the interval narrowest for the work (Cochran 12.2)."""
        extra = VALUE_COST - steps
        if extra <= 0:
            return 1.0
        best = 0.0
        for k in members:
            parts = self._parts(k)
            first, second = float(np.var(parts.told - parts.guess)), float(np.var(parts.worth - parts.told))
            best = max(best, np.sqrt(second * steps / (max(first, 1e-12) * extra)) if second > 0 else 0.0)
        return 1.0 if best > _MOST_SHARE else max(best, _LEAST_SHARE)

    def _parts(self, k: int) -> _Parts:
        worth = self.worths[k]
        assert worth.line is not None  # constants are never asked
        answers, threshold = self.lines[worth.line], self.thresholds[k]
        if threshold not in answers.makes:
            answers.makes[threshold] = answers.tricks >= threshold
        elif len(answers.makes[threshold]) < len(answers.tricks):
            fresh = answers.tricks[len(answers.makes[threshold]) :] >= threshold
            answers.makes[threshold] = np.concatenate([answers.makes[threshold], fresh])
        return _Parts.of(worth, threshold, answers)

    def contributions(self) -> tuple[Numbers, Numbers]:
        """For each worth, what each solved deal adds to the guess, and the guess on each control deal."""
        solved = np.zeros((len(self), len(self.worths)))
        control = np.zeros((len(self.control_weights), len(self.worths)))
        for k, worth in enumerate(self.worths):
            if worth.constant:
                control[:, k] = worth.values[0]
                continue
            parts = self._parts(k)
            solved[:, k] = parts.told - parts.guess + parts.correction()
            control[:, k] = parts.control
        return solved, control

    def summary(self) -> tuple[Numbers, Numbers]:
        """The mean of each worth; the standard error of each mean (diagonal) and of each difference."""
        solved, control = self.contributions()
        means = np.average(solved, axis=0, weights=self.weights)
        means = means + np.average(control, axis=0, weights=self.control_weights)
        size = len(self.worths)
        errors = np.zeros((size, size))
        for i in range(size):
            for j in range(i, size):
                pair = (solved[:, i], control[:, i])
                if i != j:
                    pair = (pair[0] - solved[:, j], pair[1] - control[:, j])
                least = self._least_variance(i, j)
                variance = _variance(pair[0], self.weights, least) + _variance(pair[1], self.control_weights, 0.0)
                errors[i, j] = errors[j, i] = np.sqrt(variance)
        return np.asarray(means), errors

    def _least_variance(self, i: int, j: int) -> float:
        """A floor for rare results that the sample may have missed: as if two more deals had shown one."""
        rare = 2 / (len(self) + 4)
        spans = [self._span(k) for k in ({i} if i == j else {i, j})]
        return float(sum(span**2 for span in spans)) * rare * (1 - rare)

    def _span(self, k: int) -> float:
        """How far the worth varies within one trick of what has been seen."""
        worth = self.worths[k]
        if worth.constant or worth.line is None:
            return 0.0
        tricks = self.lines[worth.line].tricks
        seen = tricks[tricks != _UNKNOWN]
        if len(seen) == 0:
            return float(np.ptp(worth.values))
        near = worth.values[max(0, int(seen.min()) - 1) : int(seen.max()) + 2]
        return float(np.ptp(near))


@dataclass(frozen=True, eq=False)
class _Parts:
    """For one alternative: worth where the number is known, told by the yes or no, guessed from the cards."""

    worth: Numbers
    told: Numbers
    guess: Numbers
    known: NDArray[np.bool_]
    control: Numbers

    @classmethod
    def of(cls, worth: Worth, threshold: int, answers: LineAnswers) -> _Parts:
        known = answers.numbers_known()
        value = np.where(known, worth.values[answers.tricks], 0.0)
        makes = answers.makes[threshold].astype(np.float64)
        guesses = answers.guesses(threshold)
        told, guess = np.empty(len(value)), np.empty(len(value))
        control = np.zeros(len(guesses.control[0]))
        folds = np.arange(len(value)) % FOLDS
        for fold in range(FOLDS):
            inside, outside = folds == fold, folds != fold
            base, step = _levels(worth, threshold, value[outside & known], makes[outside & known])
            told[inside] = base + step * makes[inside]
            guess[inside] = base + step * guesses.solved[inside]
            control += (base + step * guesses.control[fold]) * (inside.sum() / len(value))
        if worth.step == threshold:
            value = told
        return cls(value, told, guess, known, control)

    def correction(self) -> Numbers:
        """What the number adds to the yes or no, on the deals solved for it, spread over all deals."""
        if not self.known.any():
            return np.zeros(len(self.told))
        return np.asarray(np.where(self.known, self.worth - self.told, 0.0) / self.known.mean())


def _levels(worth: Worth, threshold: int, values: Numbers, makes: Numbers) -> tuple[float, float]:
    """Mean worth below the threshold, and how much more it is from there on."""
    if worth.step == threshold:
        return float(worth.values[threshold - 1]), float(worth.values[threshold] - worth.values[threshold - 1])
    yes = makes > 0.5
    low = float(values[~yes].mean()) if (~yes).any() else float(worth.values[threshold - 1])
    high = float(values[yes].mean()) if yes.any() else float(worth.values[threshold])
    return low, high - low


def _telling_step(values: Numbers, tricks: NDArray[np.int8]) -> int:
    """The threshold whose yes or no explains most of the worth."""
    best, chosen = -1.0, int(np.median(tricks)) or 1
    for threshold in range(max(1, int(tricks.min())), int(tricks.max()) + 1):
        yes = tricks >= threshold
        if yes.all() or not yes.any():
            continue
        share = yes.mean()
        between = float(share * (1 - share) * (values[yes].mean() - values[~yes].mean()) ** 2)
        if between > best:
            best, chosen = between, threshold
    return chosen


def _variance(values: Numbers, weights: Numbers, least: float) -> float:
    """Variance of a weighted mean; least: floor for the variance of one value."""
    total = float(weights.sum())
    count = len(values)
    mean = float(np.average(values, weights=weights))
    spread = float((weights**2 * (values - mean) ** 2).sum()) / total**2 * count / max(1, count - 1)
    return max(spread, least * float((weights**2).sum()) / total**2)
