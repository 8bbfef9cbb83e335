"""Sympathetic weighting, and weights in the steps that directors use.

The benefit of the doubt goes to the non-offending side: unbiased probabilities p are tilted to w ~ p *
exp(lambda * z), z being the non-offenders' standardised figure in the event's unit.  Lambda is such that an
even two-way split moves by the configured number of points (50/50 becomes 60/40 by default).  It is never
tilted in favour of the offenders.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log, sqrt

from adjudicator.bridge import Side
from adjudicator.scores.errors import ScoringError, refuse
from adjudicator.scores.outcomes import WeightedScore, checked
from adjudicator.scores.scorer import Scorer

_GRAIN = 10**6


@dataclass(frozen=True)
class Shading:
    """Unbiased and shaded weights side by side, and the non-offenders' mean under each."""

    unbiased: tuple[WeightedScore, ...]
    shaded: tuple[WeightedScore, ...]
    strength: float
    mean_before: Fraction
    mean_after: Fraction


@dataclass(frozen=True)
class BothSides:
    """Weights for each side: the same where the sponsor shades both alike, harsher ones for the offenders
    otherwise.
    """

    nos: Shading
    os: Shading

    @property
    def is_split(self) -> bool:
        """Whether the sides get different weights."""
        return self.nos.shaded != self.os.shaded


def strength_of(points: Fraction) -> float:
    """The tilt (lambda) that moves an even two-way split by so many points (a share of 1).

    >>> round(strength_of(Fraction(1, 10)), 3)
    0.203
    """
    if not 0 <= points < Fraction(1, 2):
        raise refuse(ScoringError, f"shading by {points}", "give 0 or more and less than 0.5 (10 points are 0.1)")
    return log((0.5 + float(points)) / (0.5 - float(points))) / 2


def shade(outcomes: Sequence[WeightedScore], scorer: Scorer, nos: Side, points: Fraction | None = None) -> Shading:
    """Tilt the weights towards the non-offending side by the equivalent of `points` on an even two-way
    split.
    """
    unbiased = checked(outcomes)
    strength = strength_of(scorer.config.shading if points is None else points)
    values = _values(unbiased, scorer, nos)
    mean = sum((o.weight * v for o, v in zip(unbiased, values, strict=True)), Fraction(0))
    variance = sum((o.weight * (v - mean) ** 2 for o, v in zip(unbiased, values, strict=True)), Fraction(0))
    if variance == 0 or strength == 0:
        return Shading(unbiased, unbiased, strength, mean, mean)
    deviation = sqrt(float(variance))
    raw = [float(o.weight) * exp(strength * float(v - mean) / deviation) for o, v in zip(unbiased, values, strict=True)]
    weights = largest_remainder([Fraction(w) for w in raw], Fraction(1, _GRAIN), values)
    shaded = tuple(WeightedScore(o.score_ns, w, o.label) for o, w in zip(unbiased, weights, strict=True))
    after = sum((w * v for w, v in zip(weights, values, strict=True)), Fraction(0))
    return Shading(unbiased, shaded, strength, mean, after)


def shade_both(
    outcomes: Sequence[WeightedScore],
    scorer: Scorer,
    nos: Side,
    *,
    points: Fraction | None = None,
    os_points: Fraction | None = None,
) -> BothSides:
    """Shaded weights for both sides.

    Without `os_points` both get the same (the usual way).  With it the offenders' weights are tilted by that
    much, which must be at least the shading of the non-offenders: a split weighted score, never in the
    offenders' favour.
    """
    ours = shade(outcomes, scorer, nos, points)
    if os_points is None:
        return BothSides(ours, ours)
    theirs = shade(outcomes, scorer, nos, os_points)
    if theirs.strength < ours.strength:
        raise refuse(
            ScoringError,
            "the offenders' weights would be kinder to them than the non-offenders' weights",
            "shade the offenders by at least as many points",
        )
    return BothSides(ours, theirs)


def step_weights(
    outcomes: Sequence[WeightedScore],
    scorer: Scorer,
    nos: Side,
    *,
    step: Fraction | None = None,
    fold_below: Fraction | None = None,
) -> tuple[WeightedScore, ...]:
    """Weights in steps of 5 or 10 per cent or thirds, summing to 1; small outcomes join the nearest in value.

    Results with the same score are put together first.  A doubtful step goes to the outcome that is better
    for the non-offending side.  `step` is a share that divides 1, such as 1/20 or 1/3.
    """
    size = scorer.config.weights_step if step is None else step
    smallest = scorer.config.fold_below if fold_below is None else fold_below
    if size <= 0 or (1 / size).denominator != 1:
        raise refuse(ScoringError, f"weights in steps of {size}", "give a step that divides 1, such as 1/20 or 1/3")
    kept = _folded(checked(outcomes), scorer, nos, smallest)
    values = _values(kept, scorer, nos)
    weights = largest_remainder([o.weight for o in kept], size, values)
    return tuple(WeightedScore(o.score_ns, w, o.label) for o, w in zip(kept, weights, strict=True) if w > 0)


def largest_remainder(weights: Sequence[Fraction], step: Fraction, values: Sequence[Fraction]) -> list[Fraction]:
    """Weights scaled to sum to 1 and rounded to `step`; what is left goes to the largest remainders, then the
    best values.

    >>> thirds = [Fraction(33), Fraction(38), Fraction(29)]
    >>> [str(w) for w in largest_remainder(thirds, Fraction(1, 20), [Fraction(0)] * 3)]
    ['7/20', '7/20', '3/10']
    """
    total = sum(weights, Fraction(0))
    parts = [weight / total / step for weight in weights]
    counts = [int(part) for part in parts]
    left = int(1 / step) - sum(counts)
    order = sorted(range(len(parts)), key=lambda i: (parts[i] - counts[i], values[i]), reverse=True)
    for i in order[:left]:
        counts[i] += 1
    return [count * step for count in counts]


def _values(outcomes: Sequence[WeightedScore], scorer: Scorer, side: Side) -> list[Fraction]:
    return scorer.values(outcomes, side)


def _folded(outcomes: tuple[WeightedScore, ...], scorer: Scorer, nos: Side, smallest: Fraction) -> list[WeightedScore]:
    """The outcomes in order of value, each too light one folded into its nearest neighbour (better one in a
    tie).  What is put together goes by the name of its likeliest result.
    """
    joined = _joined(outcomes)
    worth = {o.score_ns: scorer.value(o.score_ns, nos) for o in joined}
    kept = sorted(joined, key=lambda o: worth[o.score_ns])
    own = {o.score_ns: o.weight for o in kept}
    while len(kept) > 1:
        light = min(kept, key=lambda o: o.weight)
        if light.weight >= smallest:
            break
        kept.remove(light)
        value = worth[light.score_ns]
        near = min(
            range(len(kept)),
            key=lambda i: (abs(worth[kept[i].score_ns] - value), -worth[kept[i].score_ns]),
        )
        host = kept[near]
        name = light if own[light.score_ns] > own[host.score_ns] else host
        kept[near] = WeightedScore(name.score_ns, host.weight + light.weight, name.label)
    return sorted(kept, key=lambda o: worth[o.score_ns], reverse=True)


def _joined(outcomes: tuple[WeightedScore, ...]) -> list[WeightedScore]:
    found: dict[int, WeightedScore] = {}
    for o in outcomes:
        old = found.get(o.score_ns)
        found[o.score_ns] = o if old is None else WeightedScore(o.score_ns, old.weight + o.weight, old.label)
    return list(found.values())
