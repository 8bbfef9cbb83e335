"""Team boards that were not played at one table, or cannot be compared (Law 86).

The editions differ.  1987 and 1997: artificial scores only.  2007/86D: the director may assign a score when
the other result looks favourable to the non-offending side.  2017/86B1: when it is clearly favourable to one
side, he shall; the assigned score may be weighted.  2017/86B2 (results at both tables, or several boards): as
configured in `86B2`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from adjudicator.bridge import Problem, Side
from adjudicator.scores.adjusted import AdjustedScore
from adjudicator.scores.artificial import Artificial, Average, Fault, artificial_pair
from adjudicator.scores.outcomes import WeightedScore, checked
from adjudicator.scores.scorer import Scorer


@dataclass(frozen=True)
class OtherTableScore:
    """The score of the board with the rule it rests on.

    `required`: the law leaves no choice.  `expected_ns` is what the outcomes are worth to North-South here.
    """

    score: AdjustedScore
    rule: str
    required: bool
    reason: str
    expected_ns: Fraction
    problems: tuple[Problem, ...] = ()


def favoured_side(scorer: Scorer, outcomes: Sequence[WeightedScore]) -> Side | None:
    """The side that would on average gain more than an average plus, if there is one: a hint, not a
    judgement.
    """
    for side in Side:
        if scorer.expected(outcomes, side) > Artificial(Average.PLUS).figure(scorer):
            return side
    return None


def one_table_missing(
    scorer: Scorer,
    outcomes: Sequence[WeightedScore],
    *,
    favourable_to: Side | None,
    ns_fault: Fault = Fault.NONE,
    ew_fault: Fault = Fault.NONE,
    outside_agency: bool = False,
) -> OtherTableScore:
    """The board has a result at the other table only.

    `outcomes`: what would have happened here (from the field or the solver).  `favourable_to`: the side for
    which the director finds the other result (clearly) favourable, `None` for neither.
    """
    edition = scorer.config.edition
    kept = checked(outcomes)
    expected = scorer.expected(kept, Side.NS)
    ns, ew, problems = artificial_pair(ns_fault, ew_fault, outside_agency=outside_agency)
    faults = {Side.NS: ns_fault, Side.EW: ew_fault}
    plain = AdjustedScore.artificial(ns, ew)
    if edition in ("1987", "1997"):
        return OtherTableScore(
            plain, f"{edition}/86A", True, "this code has artificial scores only", expected, problems
        )
    if favourable_to is None:
        reason = "the result at the other table favours neither side clearly"
        return OtherTableScore(plain, f"{edition}/12C2", False, reason, expected, problems)
    if edition == "2007" and faults[favourable_to] is not Fault.NONE:
        reason = "the result at the other table does not favour a non-offending side"
        return OtherTableScore(plain, "2007/12C2", False, reason, expected, problems)
    score = _assigned(kept, favourable_to, faults, {Side.NS: ns, Side.EW: ew})
    rule, required = ("2007/86D", False) if edition == "2007" else ("2017/86B1", True)
    reason = f"the result at the other table favours {favourable_to}: assigned, so that it keeps its worth"
    return OtherTableScore(score, rule, required, reason, expected)


def not_comparable(
    scorer: Scorer,
    outcomes: Sequence[WeightedScore] | None,
    *,
    ns_fault: Fault,
    ew_fault: Fault,
) -> OtherTableScore:
    """Results at both tables that cannot be compared (2017/86B2).

    Nobody or both at fault: the board is cancelled, artificial scores unless there is time for a substitute.
    One side at fault (`86B2 = "protect"`): the other gets the better of average plus and the assigned score,
    the side at fault the complement; `86B2 = "cancel"`: artificial scores by fault.
    """
    ns, ew, problems = artificial_pair(ns_fault, ew_fault, outside_agency=True)
    plain = AdjustedScore.artificial(ns, ew)
    one = (ns_fault is Fault.DIRECTLY) != (ew_fault is Fault.DIRECTLY)
    expected = Fraction(0) if outcomes is None else scorer.expected(outcomes, Side.NS)
    if not one or scorer.config.law_86b2 == "cancel":
        reason = "the board is cancelled; a substitute board may be played if there is time"
        return OtherTableScore(plain, "2017/86B2", True, reason, expected, problems)
    innocent = Side.EW if ns_fault is Fault.DIRECTLY else Side.NS
    plus = (ns if innocent is Side.NS else ew).figure(scorer)
    if outcomes is not None and scorer.expected(outcomes, innocent) > plus:
        reason = f"{innocent} are protected by an assigned score better than average plus"
        return OtherTableScore(AdjustedScore.weighted(outcomes), "2017/86B2b", True, reason, expected, problems)
    fixed = Artificial(Average.MINUS, fixed=_share_of(scorer.mirror(plus), scorer))
    mine = ns if innocent is Side.NS else ew
    pair = (mine, fixed) if innocent is Side.NS else (fixed, mine)
    reason = f"{innocent} get average plus, the side at fault the complement"
    return OtherTableScore(AdjustedScore.artificial(*pair), "2017/86B2b", True, reason, expected, problems)


def _assigned(
    outcomes: tuple[WeightedScore, ...], good: Side, faults: dict[Side, Fault], plain: dict[Side, Artificial]
) -> AdjustedScore:
    """The favoured side gets the assigned score; an innocent opponent average plus, a guilty one the same
    result.
    """
    bad = good.other
    theirs = plain[bad] if faults[bad] is Fault.NONE else outcomes
    return AdjustedScore(outcomes, theirs) if good is Side.NS else AdjustedScore(theirs, outcomes)


def _share_of(figure: Fraction, scorer: Scorer) -> Fraction:
    """A figure as the printed figure of an artificial score: per cent where there is a top, IMPs where there
    is none.
    """
    return figure if scorer.top is None else figure * 100 / scorer.top
