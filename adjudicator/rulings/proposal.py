"""The score proposed for each side: weights unbiased and shaded, or likely and at all probable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from adjudicator.bridge import Result, Side
from adjudicator.cases import Case, EventKind, SeriousError
from adjudicator.laws import Findings
from adjudicator.rulings.damage import figure, older_scores
from adjudicator.rulings.model import Damage, OwnPart, Proposal, Verdict, Weight, WorldView
from adjudicator.rulings.outcomes import weighted_scores
from adjudicator.rulings.settle import Share, Shares, settle
from adjudicator.rulings.standards import Standards
from adjudicator.scores import Scorer, WeightedScore, certain
from adjudicator.scores.adjusted import AdjustedScore, BoardAward, award
from adjudicator.scores.self_inflicted import self_inflicted
from adjudicator.scores.shading import shade, step_weights

TABLE = "table result"
CONDITIONAL = "if damaged"

OWN_PART_RULE = {"1987": "1987/12C2", "1997": "1997/12C2", "2007": "2007/12C1b", "2017": "2017/12C1e"}
"""Where the self-inflicted part is not redressed; before 2007 by practice under the law of assigned scores."""

WEIGHTED_RULE = {"1987": "1987/12C2", "1997": "1997/12C3", "2007": "2007/12C1c", "2017": "2017/12C1c"}
LIKELY_RULE = {"1987": "1987/12C2", "1997": "1997/12C2", "2007": "2007/12C1e", "2017": "2017/12C1c"}

NOT_ASSIGNED = ("70", "71")
"""Claims and concessions: the tricks are awarded by these laws, no score is assigned."""


@dataclass(frozen=True)
class _SideWeights:
    """Unbiased chances and proposed weights for one side, and the results that the scores stand for."""

    unbiased: tuple[WeightedScore, ...]
    proposed: tuple[WeightedScore, ...]
    results: dict[int, Result]
    rule: str = ""


def proposals_for(
    case: Case,
    damage: Sequence[Damage],
    worlds: Sequence[WorldView],
    scorer: Scorer,
    standards: Standards,
    findings: Findings | None = None,
) -> tuple[Proposal, ...]:
    """What each side should get; the table result where nobody was damaged."""
    shares = settle(case, damage, worlds).shares
    if case.table_score_ns is None or (damage and all(item.verdict is Verdict.OPEN for item in damage)):
        chosen = next((item for item in damage if item.verdict is Verdict.OPEN and item.expected is not None), None)
        if chosen is None:
            return ()  # nothing could be worked out: whether the table result stands is still to be judged
        proposals = _adjustment(case, _if_damaged(chosen, worlds), worlds, scorer, standards, findings)
        if _is_claim(case, chosen, worlds):
            return proposals  # the tricks that are awarded are the result; no damage is asked for
        return tuple(replace(item, kind=CONDITIONAL, text=f"{condition(case)}: {item.text}") for item in proposals)
    if all(share.item is None for share in shares):
        return _table_result(case, scorer)
    return _adjustment(case, shares, worlds, scorer, standards, findings)


def condition(case: Case) -> str:
    """What has still to be found before a conditional score is given."""
    return "if there was damage" if case.table_score_ns is None else "if the director finds an infraction"


def _is_claim(case: Case, item: Damage, worlds: Sequence[WorldView]) -> bool:
    assert item.world is not None
    event = case.events[worlds[item.world].world.event_index]
    return event.kind in (EventKind.CLAIM, EventKind.CONCESSION)


def _if_damaged(item: Damage, worlds: Sequence[WorldView]) -> Shares:
    """The shares where the table result is not known, so that damage is still to be found."""
    assert item.world is not None
    both = worlds[item.world].world.both_non_offending
    north_south, east_west = (
        Share(side, None, replace(item, side=side) if both else item, side is not item.side and not both)
        for side in Side
    )
    return north_south, east_west


def _adjustment(
    case: Case,
    shares: Shares,
    worlds: Sequence[WorldView],
    scorer: Scorer,
    standards: Standards,
    findings: Findings | None,
) -> tuple[Proposal, ...]:
    """The adjusted score of each side, less what the non-offenders' own error cost them."""
    sides = [_weights_of(case, share, worlds, scorer, standards) for share in shares]
    adjusted = AdjustedScore.split(sides[0].proposed, sides[1].proposed)
    part: OwnPart | None = None
    error, erring = _error_of(case, shares, findings)
    without = None if error is None else score_without_error(case, error)
    if erring is not None and without is not None and case.table_score_ns is not None:
        part = _own_part(case, adjusted, scorer, erring, without)
        adjusted = adjusted.with_own_error(erring, case.table_score_ns, without)
    awarded = award(adjusted, scorer)
    found = []
    for share, weights in zip(shares, sides, strict=True):
        proposal = _proposal(share, weights, awarded, scorer)
        if share.side is erring:
            proposal = _with_own_part(proposal, part)
        found.append(proposal)
    return tuple(found)


def _weights_of(
    case: Case, share: Share, worlds: Sequence[WorldView], scorer: Scorer, standards: Standards
) -> _SideWeights:
    """What one side is given by its share: the doubt is resolved for the side that did not offend."""
    item = share.item
    if item is None or item.world is None:
        assert case.table_score_ns is not None
        result = case.table_result
        table = certain(case.table_score_ns, str(result or ""))
        return _SideWeights(table, table, {case.table_score_ns: result} if result is not None else {})
    view = worlds[item.world]
    outcomes = weighted_scores(view.outcomes)
    results = _results(view)
    if standards.weights:
        nos, rule = item.side, WEIGHTED_RULE[case.edition]
        proposed = _in_steps(outcomes, scorer, nos, standards)
    else:
        found, rule = older_scores(view, scorer, item.side, standards), LIKELY_RULE[case.edition]
        one = found.os if share.offender else found.nos
        proposed = certain(one.score_ns, one.label)
    if view.world.both_non_offending or view.world.rule.partition("/")[2].startswith(NOT_ASSIGNED):
        rule = view.world.rule
    return _SideWeights(outcomes, proposed, results, rule)


def _in_steps(
    outcomes: tuple[WeightedScore, ...], scorer: Scorer, nos: Side, standards: Standards
) -> tuple[WeightedScore, ...]:
    """Shaded weights in the steps in use; what is too light for half a step joins its neighbour in value."""
    scoring = standards.scoring
    shaded = shade(outcomes, scorer, nos, scoring.shading).shaded
    light = max(scoring.fold_below, scoring.weights_step / 2)
    return step_weights(shaded, scorer, nos, step=scoring.weights_step, fold_below=light)


def _results(view: WorldView) -> dict[int, Result]:
    """The likeliest result for each score, of the world and of the position with the irregularity."""
    after = () if view.contrast is None else view.contrast.outcomes
    return {outcome.score_ns: outcome.result for outcome in (*reversed(after), *reversed(view.outcomes))}


# ---- self-inflicted damage -----------------------------------------------------------------------------------


def own_error(case: Case, side: Side, findings: Findings | None = None) -> SeriousError | None:
    """The serious error of a non-offending side that the director found, if any; first one whose cost is known.

    An error that the law in force does not count (a finding says so) is none.
    """
    if _not_counted(case, findings):
        return None
    errors = [error for error in case.serious_errors if _is_of(error, side)]
    known = [error for error in errors if score_without_error(case, error) is not None]
    return next(iter((*known, *errors)), None)


def _is_of(error: SeriousError, side: Side) -> bool:
    return error.by is None or error.by == side or getattr(error.by, "side", None) is side


def _not_counted(case: Case, findings: Findings | None) -> bool:
    """Whether every error reported as an event is one that this edition redresses in full."""
    if findings is None:
        return False
    kinds = (EventKind.SERIOUS_ERROR, EventKind.GAMBLING_ACTION)
    told = [
        found.value("denied") for event, found in zip(case.events, findings.events, strict=True) if event.kind in kinds
    ]
    return bool(told) and all(denied is False for denied in told)


def score_without_error(case: Case, error: SeriousError) -> int | None:
    """North-South's score had the error not been made, the infraction included; ``None`` where nobody said."""
    if error.instead_score_ns is not None or error.instead is None or case.vulnerability is None:
        return error.instead_score_ns
    return error.instead.score_ns(case.vulnerability)


def _error_of(case: Case, shares: Shares, findings: Findings | None) -> tuple[SeriousError | None, Side | None]:
    """The error that counts, of a side whose score is adjusted as that of a non-offending one."""
    for share in shares:
        if share.item is not None and not share.offender:
            error = own_error(case, share.side, findings)
            if error is not None:
                return error, share.side
    return None, None


def _own_part(case: Case, adjusted: AdjustedScore, scorer: Scorer, side: Side, without: int) -> OwnPart:
    """A, B and C of the side that erred, each converted to the event's unit first."""
    assert case.table_score_ns is not None
    score = adjusted.for_side(side)
    other = adjusted.for_side(side.other)
    assert isinstance(score, tuple)
    assert isinstance(other, tuple)
    found = self_inflicted(
        scorer, side, table_score_ns=case.table_score_ns, without_error=without, adjustment=score, os_adjustment=other
    )
    return OwnPart(found.a, found.b, found.c, found.nos, OWN_PART_RULE[case.edition], found.reason)


def _with_own_part(proposal: Proposal, part: OwnPart | None) -> Proposal:
    if part is None:
        unknown = "the self-inflicted part is not worked out; say in serious_errors what the result would have been"
        return replace(proposal, text=f"{proposal.text} ({unknown} without the error)")
    text = f"{proposal.text} (less the part of the damage that was self-inflicted)"
    return replace(proposal, text=text, own_part=part)


# ---- in words ------------------------------------------------------------------------------------------------


def _proposal(share: Share, weights: _SideWeights, awarded: BoardAward, scorer: Scorer) -> Proposal:
    worth = awarded.for_side(share.side)
    if share.item is None:
        return _stands(share.side, weights, scorer, worth)
    unbiased = {item.score_ns: item.weight for item in weights.unbiased}
    listed = tuple(
        Weight(weights.results[item.score_ns], item.score_ns, unbiased.get(item.score_ns, Fraction(0)), item.weight)
        for item in weights.proposed
    )
    kind = "assigned" if len(listed) == 1 else "weighted"
    text = f"{weights_text(listed)}: {figure(worth)} {scorer.unit}"
    expected = scorer.expected(weights.unbiased, share.side)
    return Proposal(share.side, kind, listed, worth, expected, weights.rule, text)


def _stands(side: Side, weights: _SideWeights, scorer: Scorer, worth: Fraction) -> Proposal:
    """The table result for one side, worth what it is once both scores are entered."""
    score = weights.proposed[0].score_ns
    result = weights.results.get(score)
    listed = () if result is None else (Weight(result, score, Fraction(1), Fraction(1)),)
    told = f"{result or f'{score:+d}'} stands: {figure(worth)} {scorer.unit}"
    return Proposal(side, TABLE, listed, worth, scorer.value(score, side), "", told)


def _table_result(case: Case, scorer: Scorer) -> tuple[Proposal, ...]:
    result, score = case.table_result, case.table_score_ns
    if result is None or score is None:
        return ()
    weights = _SideWeights(certain(score), certain(score), {score: result})
    return tuple(_stands(side, weights, scorer, scorer.value(score, side)) for side in Side)


def weights_text(weights: Sequence[Weight]) -> str:
    """``60 % 4S N =, 40 % 4S N -1``; one result alone without its weight."""
    if len(weights) == 1:
        return str(weights[0].result)
    return ", ".join(f"{float(weight.proposed):.0%} {weight.result}" for weight in weights)
