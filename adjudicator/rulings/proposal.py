"""The score proposed for each side: weights unbiased and shaded, or likely and at all probable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from adjudicator.bridge import Result, Side
from adjudicator.cases import Case, SeriousError
from adjudicator.rulings.damage import figure
from adjudicator.rulings.model import Damage, Proposal, Verdict, Weight, WorldView
from adjudicator.rulings.outcomes import weighted_scores
from adjudicator.rulings.standards import Standards
from adjudicator.scores import Scorer, WeightedScore, certain
from adjudicator.scores.adjusted import AdjustedScore, BoardAward, award
from adjudicator.scores.likely import likely_and_at_all_probable
from adjudicator.scores.shading import shade, step_weights

TABLE = "table result"
CONDITIONAL = "if damaged"


@dataclass(frozen=True)
class _SideWeights:
    """Unbiased chances and proposed weights for one side."""

    unbiased: tuple[WeightedScore, ...]
    proposed: tuple[WeightedScore, ...]


def decisive(damage: Sequence[Damage], worlds: Sequence[WorldView]) -> Damage | None:
    """The damage that the score is adjusted for: the earliest infraction that hurt, doubt resolved for the
    side that did not offend (84D)."""
    hurt = [item for item in damage if calls_for_adjustment(item)]
    return min(hurt, key=lambda item: worlds[item.world or 0].world.from_call, default=None)


def calls_for_adjustment(item: Damage) -> bool:
    """Damage, or too close to call and in doubt for the side that did not offend."""
    if item.verdict is Verdict.DAMAGE:
        return True
    best = item.shaded if item.shaded is not None else item.expected.value if item.expected is not None else None
    return item.verdict is Verdict.CLOSE and best is not None and item.table is not None and best > item.table


def proposals_for(
    case: Case, damage: Sequence[Damage], worlds: Sequence[WorldView], scorer: Scorer, standards: Standards
) -> tuple[Proposal, ...]:
    """What each side should get; the table result where nobody was damaged."""
    chosen = decisive(damage, worlds)
    conditional = chosen is None and case.table_score_ns is None
    if conditional:
        chosen = next((item for item in damage if item.verdict is Verdict.OPEN and item.expected is not None), None)
    if chosen is None or chosen.world is None:
        return _table_result(case, scorer)
    return _adjustment(case, chosen, worlds[chosen.world], scorer, standards, conditional)


def _adjustment(
    case: Case, chosen: Damage, view: WorldView, scorer: Scorer, standards: Standards, conditional: bool
) -> tuple[Proposal, ...]:
    """The adjusted score; conditional where the table result is not known, so that damage is still to be found."""
    outcomes = weighted_scores(view.outcomes)
    if standards.weights:
        nos_weights = os_weights = _weighted(outcomes, scorer, chosen.side, standards)
        rule = "12C1c"
    else:
        nos_weights, os_weights = _older(outcomes, scorer, chosen.side)
        rule = "12C1e" if case.edition == "2007" else "12C2"
    by_side = {chosen.side: nos_weights, chosen.side.other: os_weights}
    adjusted = AdjustedScore.split(by_side[Side.NS].proposed, by_side[Side.EW].proposed)
    error = own_error(case, chosen.side)
    if error is not None and case.table_score_ns is not None and error.instead_score_ns is not None:
        adjusted = adjusted.with_own_error(chosen.side, case.table_score_ns, error.instead_score_ns)
    awarded = award(adjusted, scorer)
    rule_id = f"{case.edition}/{rule}"
    proposals = (_proposal(side, by_side[side], awarded, scorer, view, rule_id, error) for side in Side)
    if not conditional:
        return tuple(proposals)
    return tuple(replace(item, kind=CONDITIONAL, text=f"if there was damage: {item.text}") for item in proposals)


def _weighted(outcomes: tuple[WeightedScore, ...], scorer: Scorer, nos: Side, standards: Standards) -> _SideWeights:
    shaded = shade(outcomes, scorer, nos, standards.scoring.shading).shaded
    steps = step_weights(
        shaded, scorer, nos, step=standards.scoring.weights_step, fold_below=standards.scoring.fold_below
    )
    return _SideWeights(outcomes, steps)


def _older(outcomes: tuple[WeightedScore, ...], scorer: Scorer, nos: Side) -> tuple[_SideWeights, _SideWeights]:
    assigned = likely_and_at_all_probable(outcomes, scorer, nos)
    return (
        _SideWeights(outcomes, certain(assigned.nos.score_ns, assigned.nos.label)),
        _SideWeights(outcomes, certain(assigned.os.score_ns, assigned.os.label)),
    )


def own_error(case: Case, side: Side) -> SeriousError | None:
    """The serious error of a non-offending side that the director found, if any."""
    for error in case.serious_errors:
        if error.by is None or error.by == side or getattr(error.by, "side", None) is side:
            return error
    return None


def _proposal(
    side: Side,
    weights: _SideWeights,
    awarded: BoardAward,
    scorer: Scorer,
    view: WorldView,
    rule: str,
    error: SeriousError | None,
) -> Proposal:
    unbiased = {item.score_ns: item.weight for item in weights.unbiased}
    results = {outcome.score_ns: outcome.result for outcome in reversed(view.outcomes)}
    listed = tuple(
        Weight(results[item.score_ns], item.score_ns, unbiased.get(item.score_ns, Fraction(0)), item.weight)
        for item in weights.proposed
    )
    kind = "assigned" if len(listed) == 1 else "weighted"
    worth = awarded.for_side(side)
    text = f"{weights_text(listed)}: {figure(worth)} {scorer.unit}"
    if error is not None and error.instead_score_ns is not None:
        text += " (less the part of the damage that was self-inflicted)"
    return Proposal(side, kind, listed, worth, scorer.expected(weights.unbiased, side), rule, text)


def _table_result(case: Case, scorer: Scorer) -> tuple[Proposal, ...]:
    result, score = case.table_result, case.table_score_ns
    if result is None or score is None:
        return ()
    weight = (Weight(result, score, Fraction(1), Fraction(1)),)
    return tuple(_stands(side, weight, scorer, result) for side in Side)


def _stands(side: Side, weight: tuple[Weight, ...], scorer: Scorer, result: Result) -> Proposal:
    worth = scorer.value(weight[0].score_ns, side)
    return Proposal(side, TABLE, weight, worth, worth, "", f"{result} stands: {figure(worth)} {scorer.unit}")


def weights_text(weights: Sequence[Weight]) -> str:
    """``60 % 4S N =, 40 % 4S N -1``; one result alone without its weight."""
    if len(weights) == 1:
        return str(weights[0].result)
    return ", ".join(f"{float(weight.proposed):.0%} {weight.result}" for weight in weights)
