"""One board's conversion table: what each score that occurred is worth to either side.

This is the kernel of re-scoring.  Frequencies are kept as whole multiples of the smallest share that occurs
on the board, so a board without weights is scored in integers and only a weighted board has fractions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from adjudicator.bridge import Side
from adjudicator.scores.artificial import Artificial
from adjudicator.scores.config import ScoringConfig
from adjudicator.scores.errors import ScoringError, refuse
from adjudicator.scores.forms import Form
from adjudicator.scores.outcomes import WeightedScore
from adjudicator.scores.pairs import datum, xi_divisor
from adjudicator.scores.short_boards import is_small_subfield, scaled
from adjudicator.scores.units import Number, imp

if TYPE_CHECKING:
    from adjudicator.scores.rescore import TableLine

Frequencies = list[tuple[int, Number]]


@dataclass(frozen=True)
class Converter:
    """Points by score (for North-South's total points) for each side, and what an artificial score is
    worth.
    """

    ns: Mapping[int, Number]
    ew: Mapping[int, Number]
    top: Fraction | None
    unit: str
    config: ScoringConfig

    @property
    def session_weight(self) -> Number:
        """What a board adds to the divisor of a session figure: a hundredth of a top, or one board."""
        return 1 if self.top is None else self.top / 100

    @property
    def is_whole(self) -> bool:
        """Whether every figure is a whole number."""
        return all(isinstance(figure, int) for figure in (*self.ns.values(), *self.ew.values()))

    def table(self, side: Side) -> Mapping[int, Number]:
        """The conversion for a side."""
        return self.ns if side is Side.NS else self.ew

    def artificial(self, score: Artificial, session: Fraction | None) -> Fraction:
        """An artificial score with the pair's session figure, unless the ruling brought its own."""
        known = score if score.session is not None else replace(score, session=session)
        if self.top is None:
            return known.printed(self.config.ave_imps, self.config)
        return known.printed(self.config.ave_mp, self.config) * self.top / 100


def converter_for(form: Form, lines: Iterable[TableLine], config: ScoringConfig, expected: int) -> Converter:
    """The conversion table of a board at matchpoints, cross-IMPs or Butler."""
    ns, ew = _frequencies(lines)
    makers: dict[Form, Callable[[Frequencies, int, ScoringConfig], tuple[dict[int, Number], Fraction | None, str]]] = {
        Form.MATCHPOINTS: _matchpoints,
        Form.CROSS_IMPS: _cross_imps,
        Form.BUTLER: _butler,
    }
    if form not in makers:
        raise refuse(ScoringError, f"a field is not re-scored at {form.value}", "use matchpoints, cross-IMPs or Butler")
    for_ns, top, unit = makers[form](ns, expected, config)
    if form is Form.MATCHPOINTS and _is_small(ew, expected, config):  # the sides do not mirror each other there
        own = [(-score, frequency) for score, frequency in reversed(ew)]
        return Converter(for_ns, {-s: p for s, p in makers[form](own, expected, config)[0].items()}, top, unit, config)
    against = for_ns if ew == ns else makers[form](ew, expected, config)[0]
    whole = 0 if top is None else plain(top)  # whole numbers are added up faster than fractions
    for_ew: dict[int, Number] = {s: whole - p for s, p in against.items()}
    return Converter(for_ns, for_ew, top, unit, config)


def _is_small(frequencies: Frequencies, expected: int, config: ScoringConfig) -> bool:
    """Whether so few results are scored by fixed percentages, which both sides get by their own rank."""
    actual = sum(f for _, f in frequencies)
    return actual == 1 < expected or (actual in (2, 3) and is_small_subfield(int(actual), expected, config))


def plain(figure: Fraction) -> Number:
    """The same figure as a whole number where it is one."""
    return figure.numerator if figure.denominator == 1 else figure


def _frequencies(lines: Iterable[TableLine]) -> tuple[Frequencies, Frequencies]:
    """How often each score occurred in the N/S and in the E/W comparison; artificial scores do not occur."""
    ns: dict[int, Number] = defaultdict(int)
    ew: dict[int, Number] = defaultdict(int)
    for line in lines:
        score = line.score
        if isinstance(score, int):
            ns[score] += 1
            ew[score] += 1
            continue
        for side, table in ((score.ns, ns), (score.ew, ew)):
            if not isinstance(side, Artificial):
                for outcome in side:
                    table[outcome.score_ns] += outcome.weight
    return sorted(ns.items()), sorted(ew.items())


def _matchpoints(
    frequencies: Frequencies, expected: int, config: ScoringConfig
) -> tuple[dict[int, Number], Fraction | None, str]:
    actual = sum(f for _, f in frequencies)
    scale = 2 if config.mp_scale == "2-1-0" else 1
    field = max(expected, int(actual) if actual == int(actual) else int(actual) + 1, 1)
    top = Fraction(2 * (field - 1) * scale, 2)
    points: dict[int, Number] = {}
    below: Number = 0
    for score, frequency in frequencies:
        mine: Number = 2 * below + frequency - 1
        below += frequency
        if actual < field:
            mine = scaled(mine, actual, field, config)
        points[score] = mine if scale == 2 else Fraction(mine) / 2
    return points, top, "matchpoints"


def _cross_imps(
    frequencies: Frequencies, expected: int, config: ScoringConfig
) -> tuple[dict[int, Number], Fraction | None, str]:
    grain = lcm(*(Fraction(f).denominator for _, f in frequencies)) if frequencies else 1
    whole = [(score, int(f * grain)) for score, f in frequencies]
    results = Fraction(sum(f for _, f in whole), grain)
    divisor = xi_divisor(results, config) * grain
    points: dict[int, Number] = {}
    for score, _ in whole:
        total = sum(f * imp(score - other) for other, f in whole)
        points[score] = total if divisor == 1 else Fraction(total) / divisor
    return points, None, "cross-IMPs"


def _butler(
    frequencies: Frequencies, expected: int, config: ScoringConfig
) -> tuple[dict[int, Number], Fraction | None, str]:
    if not frequencies:
        return {}, None, "IMPs against the datum"
    middle = datum([WeightedScore(s, Fraction(f)) for s, f in frequencies], config, expected=expected)
    return {score: imp(score - middle) for score, _ in frequencies}, None, "IMPs against the datum"
