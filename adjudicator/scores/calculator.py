"""The director's calculator: weights he already knows, turned into the event's unit, with everything that hangs on
them.

`calculate` does the sum; `calculation_text` and `calculation_json` show it.  The same is used for the rulings that a
case file records.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from adjudicator.bridge import Problem, Side, Vulnerability
from adjudicator.scores.adjusted import AdjustedScore, BoardAward, OwnError, SideScore, award
from adjudicator.scores.artificial import Artificial, Average
from adjudicator.scores.errors import ScoringError, refuse
from adjudicator.scores.estimate import EstimateEffect, estimate_effect
from adjudicator.scores.likely import OlderCodeScore, likely_and_at_all_probable, weights_allowed
from adjudicator.scores.match import MatchResult, effect_of
from adjudicator.scores.outcomes import WeightedScore, WeightRange, parse_outcomes
from adjudicator.scores.pairs import ButlerScorer, CrossImpScorer, MatchpointScorer
from adjudicator.scores.penalties import Penalty
from adjudicator.scores.ranges import RangeEnds, range_ends
from adjudicator.scores.rescore import LinePoints, TableLine, board_effect
from adjudicator.scores.scorer import Scorer
from adjudicator.scores.shading import Shading, shade, step_weights
from adjudicator.scores.units import as_fraction
from adjudicator.scores.victory_points import scale_named

Entered = tuple[WeightedScore, ...] | tuple[WeightRange, ...] | Artificial


@dataclass(frozen=True)
class Match:
    """The match the board belongs to: boards in it, and North-South's lead in IMPs on the other boards."""

    boards: int
    lead: Fraction = Fraction(0)


@dataclass(frozen=True)
class Request:
    """What to calculate.

    `ns` and `ew`: what each side is given.  `table_score_ns`: the result obtained.  `nos`: the non-offending side,
    for shading and for the self-inflicted part (`without_error`: its result without its own error).  `lines` and
    `own_pair`: the whole field of the board, for what the other pairs get; `expected`: results it should have.
    """

    ns: Entered
    ew: Entered
    table_score_ns: int | None = None
    nos: Side | None = None
    without_error: tuple[WeightedScore, ...] = ()
    shade_for: Side | None = None
    match: Match | None = None
    lines: tuple[TableLine, ...] = ()
    own_pair: str = ""
    penalties: tuple[Penalty, ...] = ()
    expected: int = 0


@dataclass(frozen=True)
class Ends:
    """Both ends of what each side gets when weights were given as ranges."""

    ns: RangeEnds
    ew: RangeEnds


@dataclass(frozen=True)
class Calculation:
    """The result.  `award` is None where weights are ranges: then `ends` has both ends for each side, and
    `match_ends` the match at North-South's least and most."""

    scorer: Scorer
    request: Request
    score: AdjustedScore | None
    award: BoardAward | None
    ends: Ends | None = None
    table: BoardAward | None = None
    shading: Shading | None = None
    in_steps: tuple[WeightedScore, ...] = ()
    match_before: MatchResult | None = None
    match_after: MatchResult | None = None
    others: tuple[tuple[LinePoints, LinePoints], ...] = ()
    estimate: EstimateEffect | None = None
    older: OlderCodeScore | None = None
    problems: tuple[Problem, ...] = ()
    match_ends: tuple[MatchResult, MatchResult] | None = None


_AVERAGE = re.compile(
    r"^\s*A(?:V|VE|VG|VERAGE)?\s*(\+|-|=|plus|minus)?\s*(?:\(?\s*session\s+([+-]?[\d.,]+)\s*(%?)\)?)?\s*$", re.I
)
_FIXED = re.compile(r"^\s*(?:fixed\s+)?([+-]?[\d.,]+)\s*(%|IMPs?)\s*$", re.I)
_EXPORTED = re.compile(r"^\s*A\s*(\d{2})\s*/?\s*(\d{2})\s*$", re.I)
_KIND = {"+": Average.PLUS, "plus": Average.PLUS, "-": Average.MINUS, "minus": Average.MINUS}


def parse_entered(text: str, vulnerability: Vulnerability) -> Entered:
    """What one side is given: outcomes with weights, or `A+`, `A-`, `A+ session 63.5`, `60%`, `+3 IMPs`.

    >>> parse_entered("A+ session 63.5", Vulnerability.NONE).session
    Fraction(127, 2)
    """
    clean = text.replace("\u2212", "-")
    average = _AVERAGE.match(clean)
    if average:
        session = _figure(average[2], average[3] == "%") if average[2] else None
        return Artificial(_KIND.get((average[1] or "").lower(), Average.AVERAGE), session)
    fixed = _FIXED.match(clean)
    if fixed:
        percent = fixed[2] == "%"
        figure = _figure(fixed[1], percent)
        return Artificial(Average.AVERAGE, fixed=figure, unit="%" if percent else "IMPs")
    exported = _EXPORTED.match(clean)
    if exported:
        step = f"write {exported[1]}%/{exported[2]}% for fixed percentages, or such as A+/A- for averages"
        raise refuse(ScoringError, f"{text.strip()!r} has two meanings", step)
    return parse_outcomes(text, vulnerability)


def _figure(text: str, percent: bool) -> Fraction:
    try:
        figure = as_fraction(text)
    except ValueError:
        raise refuse(ScoringError, f"{text[:40]!r} is no number", "write such as 60% or +3 IMPs") from None
    if percent and not 0 <= figure <= 100:
        raise refuse(ScoringError, f"{text}% of a top", "write a percentage from 0 to 100")
    return figure


def parse_both(text: str, vulnerability: Vulnerability, ew: str = "") -> tuple[Entered, Entered]:
    """Both sides: one text for both, `A+/A-` or `60%/40%` for artificial scores, or a second text for East-West."""
    if ew:
        return parse_entered(text, vulnerability), parse_entered(ew, vulnerability)
    ns_text, slash, ew_text = text.replace("\u2212", "-").partition("/")
    if slash and all(_AVERAGE.match(part) or _FIXED.match(part) for part in (ns_text, ew_text)):
        return parse_entered(ns_text, vulnerability), parse_entered(ew_text, vulnerability)
    both = parse_entered(text, vulnerability)
    if isinstance(both, Artificial):
        step = "write both sides, such as A+/A-, or give --ew"
        raise refuse(ScoringError, f"{text.strip()!r} says what one side gets", step)
    return both, both


def calculate(request: Request, scorer: Scorer) -> Calculation:
    """Do the sum: what each side gets, and what follows for the field and the match.

    A board of a match that is converted to victory points is rounded to a whole IMP, unless `imp_unit` says
    otherwise.
    """
    if request.match is not None and scorer.config.imp_unit is None:
        scorer.config = scorer.config.with_(imp_unit=Fraction(1))
    ends = _ends(request, scorer)
    table = None
    if request.table_score_ns is not None:
        table = award(AdjustedScore.assigned(request.table_score_ns), scorer)
    if ends is not None:
        return Calculation(scorer, request, None, None, ends, table, match_ends=_match_ends(request, scorer, ends))
    score = AdjustedScore(_fixed(request.ns), _fixed(request.ew), request.nos)
    if request.without_error:
        score = _with_error(score, request)
    given = award(score, scorer)
    older, problems = _older_code(request, scorer)
    shading, steps = _shaded(request, scorer)
    before, after = _match(request, scorer, table, given)
    others: tuple[tuple[LinePoints, LinePoints], ...] = ()
    if request.lines and isinstance(scorer, (MatchpointScorer, CrossImpScorer, ButlerScorer)):
        others = board_effect(
            request.lines, request.own_pair, score, scorer.form, scorer.config, expected=request.expected
        )
    estimate = _estimated(score, scorer)
    return Calculation(
        scorer, request, score, given, None, table, shading, steps, before, after, others, estimate, older, problems
    )


def _older_code(request: Request, scorer: Scorer) -> tuple[OlderCodeScore | None, tuple[Problem, ...]]:
    """Where the edition has no weights: a warning, and the two assigned results in their place if a side is
    innocent.
    """
    config = scorer.config
    outcomes = () if isinstance(request.ns, Artificial) else request.ns
    weights = tuple(o for o in outcomes if isinstance(o, WeightedScore))
    if len(weights) < 2 or weights_allowed(config.edition, config.equity_clause):
        return None, ()
    text = f"the code of {config.edition} has no weighted scores unless the equity clause is in force"
    step = "set equity_clause=on, or take the likely and the at all probable result (give --nos)"
    told = (Problem(text, step, field="edition", severity="warning"),)
    if request.nos is None:
        return None, told
    return likely_and_at_all_probable(weights, scorer, request.nos), told


def _fixed(entered: Entered) -> SideScore:
    if isinstance(entered, Artificial):
        return entered
    return tuple(o for o in entered if isinstance(o, WeightedScore))


def _ends(request: Request, scorer: Scorer) -> Ends | None:
    """Both ends, if any weight is a range."""
    entered = (request.ns, request.ew)
    if not any(not isinstance(e, Artificial) and any(isinstance(o, WeightRange) for o in e) for e in entered):
        return None
    ranges: list[RangeEnds] = []
    for side, given in zip(Side, entered, strict=True):
        if isinstance(given, Artificial):
            figure = given.figure(scorer)
            ranges.append(RangeEnds(figure, figure, (), ()))
        else:
            ranges.append(range_ends(given, scorer, side))
    return Ends(*ranges)


def _with_error(score: AdjustedScore, request: Request) -> AdjustedScore:
    if request.nos is None or request.table_score_ns is None:
        step = "give the table result and the non-offending side"
        raise refuse(ScoringError, "a result without the error, but no table result or no innocent side", step)
    error = OwnError(request.table_score_ns, request.without_error)
    return AdjustedScore(score.ns, score.ew, request.nos, error)


def _shaded(request: Request, scorer: Scorer) -> tuple[Shading | None, tuple[WeightedScore, ...]]:
    if request.shade_for is None or isinstance(request.ns, Artificial):
        return None, ()
    outcomes = tuple(o for o in request.ns if isinstance(o, WeightedScore))
    shading = shade(outcomes, scorer, request.shade_for)
    return shading, step_weights(shading.shaded, scorer, request.shade_for)


def _match(
    request: Request, scorer: Scorer, table: BoardAward | None, given: BoardAward
) -> tuple[MatchResult | None, MatchResult | None]:
    if request.match is None:
        return None, None
    scale = scale_named(scorer.config.vp_scale)
    lead, boards = request.match.lead, scorer.config.vp_boards or request.match.boards
    before = None if table is None else effect_of(table, lead, scale, boards)
    return before, effect_of(given, lead, scale, boards)


def _match_ends(request: Request, scorer: Scorer, ends: Ends) -> tuple[MatchResult, MatchResult] | None:
    """The match when North-South get the least and East-West the most, and the other way round."""
    least, most = (
        AdjustedScore(ns_weights or _fixed(request.ns), ew_weights or _fixed(request.ew))
        for ns_weights, ew_weights in (
            (ends.ns.least_weights, ends.ew.most_weights),
            (ends.ns.most_weights, ends.ew.least_weights),
        )
    )
    (_, low), (_, high) = (_match(request, scorer, None, award(score, scorer)) for score in (least, most))
    return None if low is None or high is None else (low, high)


def _estimated(score: AdjustedScore, scorer: Scorer) -> EstimateEffect | None:
    """How much hangs on an estimated field."""
    if not isinstance(scorer, (MatchpointScorer, CrossImpScorer, ButlerScorer)) or not scorer.field.estimated:
        return None
    if isinstance(score.ns, Artificial):
        return None
    return estimate_effect(scorer.form, scorer.field, score.ns, Side.NS, config=scorer.config)


def outcome_values(scorer: Scorer, outcomes: Sequence[WeightedScore | WeightRange]) -> list[tuple[Fraction, Fraction]]:
    """What each outcome alone is worth to North-South and to East-West."""
    sure = [o for o in outcomes if isinstance(o, WeightedScore)]
    if len(sure) == len(outcomes):
        return list(zip(*(scorer.values(sure, side) for side in Side), strict=True))
    return [(scorer.value(o.score_ns, Side.NS), scorer.value(o.score_ns, Side.EW)) for o in outcomes]
