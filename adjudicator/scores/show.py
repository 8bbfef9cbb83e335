"""A calculation as lines for a terminal and as plain values for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.bridge import Side
from adjudicator.scores.artificial import Artificial
from adjudicator.scores.calculator import Calculation, Entered, outcome_values
from adjudicator.scores.match import MatchResult
from adjudicator.scores.outcomes import WeightedScore, WeightRange
from adjudicator.scores.rescore import LinePoints
from adjudicator.scores.shading import Shading
from adjudicator.scores.units import Number, decimal_text


def calculation_text(done: Calculation) -> list[str]:
    """What the director reads, line by line."""
    lines = [done.scorer.describe()]
    lines += _outcome_lines(done)
    if done.table is not None:
        lines.append(f"table result: NS {_signed(done.table.ns, done)}, EW {_signed(done.table.ew, done)}")
    if done.ends is not None:
        for name, ends in (("NS", done.ends.ns), ("EW", done.ends.ew)):
            low, high = _signed(ends.least, done), _signed(ends.most, done)
            lines.append(
                f"{name}: {low} to {high} {done.scorer.unit}" + _weights_at(ends.least_weights, ends.most_weights)
            )
    if done.award is not None:
        lines += [f"  {step}" for step in done.award.steps]
        kind = done.score.kind if done.score is not None else ""
        for side in Side:
            exact, rounded = done.award.for_side(side), done.award.rounded_for(side)
            shown = "" if exact == rounded else f", rounded {_signed(rounded, done)}"
            lines.append(
                f"{side} {_signed(exact, done)} {done.award.unit}{shown}" + (f"   [{kind}]" if side is Side.NS else "")
            )
        if not done.award.balanced:
            lines.append("the two sides' scores do not balance")
    lines += _shading_lines(done) + _older_lines(done) + _match_lines(done) + _field_lines(done)
    if done.estimate is not None:
        lines.append(str(done.estimate))
    lines += [f"{penalty}; not part of the score above" for penalty in done.request.penalties]
    return lines + [str(problem) for problem in done.problems]


def _signed(figure: Number, done: Calculation) -> str:
    return decimal_text(Fraction(figure), 4, sign=done.scorer.top is None)


def _given(done: Calculation) -> Iterable[tuple[str, Entered]]:
    if done.request.ns == done.request.ew:
        return (("both sides", done.request.ns),)
    return (("NS", done.request.ns), ("EW", done.request.ew))


def _outcome_lines(done: Calculation) -> list[str]:
    lines = []
    for who, entered in _given(done):
        if isinstance(entered, Artificial):
            lines.append(f"{who}: {entered.describe(done.scorer.config)}")
            continue
        lines.append(f"{who}:")
        outcomes: Sequence[WeightedScore | WeightRange] = entered
        for outcome, (ns, ew) in zip(outcomes, outcome_values(done.scorer, outcomes), strict=True):
            values = f"NS {_signed(ns, done)}, EW {_signed(ew, done)}"
            lines.append(f"  {_weight_text(outcome):>10}  {outcome.text:<12} {outcome.score_ns:+6d}  {values}")
    return lines


def _weight_text(outcome: WeightedScore | WeightRange) -> str:
    if isinstance(outcome, WeightRange):
        return f"{decimal_text(outcome.low * 100)}-{decimal_text(outcome.high * 100)}%"
    return f"{decimal_text(outcome.weight * 100)}%"


def _weights_at(low: tuple[WeightedScore, ...], high: tuple[WeightedScore, ...]) -> str:
    if not low or not high:
        return ""
    return f"   (at {', '.join(map(str, low))}; at {', '.join(map(str, high))})"


def _shading_lines(done: Calculation) -> list[str]:
    if done.shading is None:
        return []
    pairs = zip(done.shading.unbiased, done.shading.shaded, strict=True)
    shown = ", ".join(f"{p.text} {float(p.weight):.0%} -> {float(w.weight):.0%}" for p, w in pairs)
    before, after = _signed(done.shading.mean_before, done), _signed(done.shading.mean_after, done)
    steps = ", ".join(str(outcome) for outcome in done.in_steps)
    side = done.request.shade_for
    return [f"in {side}'s favour: {shown}", f"  mean for {side} {before} -> {after}; in steps: {steps}"]


def _older_lines(done: Calculation) -> list[str]:
    if done.older is None or done.request.nos is None:
        return []
    nos, older = done.request.nos, done.older
    mine = _signed(done.scorer.value(older.nos.score_ns, nos), done)
    theirs = _signed(done.scorer.value(older.os.score_ns, nos.other), done)
    return [
        f"the most favourable likely result: {nos} get {older.nos.text}, {mine} {done.scorer.unit}",
        f"the most unfavourable at all probable: {nos.other} get {older.os.text}, {theirs} {done.scorer.unit}",
    ]


def _match_lines(done: Calculation) -> list[str]:
    if done.request.match is None or (done.match_after is None and done.match_ends is None):
        return []
    lines = []
    config = done.scorer.config
    name, boards = config.vp_scale, config.vp_boards or done.request.match.boards
    low, high = done.match_ends or (None, None)
    named = (
        ("with the table result", done.match_before),
        ("as ruled", done.match_after),
        ("at NS's least", low),
        ("at NS's most", high),
    )
    for what, result in named:
        if result is not None:
            margins = f"{decimal_text(result.ns_margin, sign=True)}/{decimal_text(result.ew_margin, sign=True)} IMPs"
            note = "" if result.balances else " (each team by its own margin; they need not add up)"
            lines.append(f"match {what}: {margins}, {result} VP{note}")
    return [*lines, f"  scale {name}, {boards} boards"]


def _field_lines(done: Calculation) -> list[str]:
    changed = [(old, new) for old, new in done.others if (old.ns, old.ew) != (new.ns, new.ew)]
    if not done.others:
        return []
    lines = [f"the field ({done.scorer.unit}): {len(done.others)} tables, {len(changed)} changed"]
    for old, new in changed:
        ns = f"{_signed(old.ns, done)} -> {_signed(new.ns, done)}"
        ew = f"{_signed(old.ew, done)} -> {_signed(new.ew, done)}"
        mark = "  (the table ruled on)" if old.line.ns == done.request.own_pair else ""
        lines.append(f"  NS {old.line.ns:>4} {ns:<20} EW {old.line.ew:>4} {ew}{mark}")
    return lines


def calculation_json(done: Calculation) -> dict[str, Any]:
    """Plain values: every exact figure as `{"exact": "18/5", "value": 3.6}`."""
    out: dict[str, Any] = {
        "form": done.scorer.form.value,
        "unit": done.scorer.unit,
        "basis": done.scorer.describe(),
        "estimated": done.scorer.estimated,
        "kind": done.score.kind if done.score is not None else "weights as ranges",
        "balanced": done.award.balanced if done.award is not None else None,
        "steps": list(done.award.steps) if done.award is not None else [],
    }
    out |= {side.name.lower(): _side_json(done, side) for side in Side}
    if done.shading is not None:
        out["shading"] = _shading_json(done.shading, done.in_steps)
    if done.older is not None:
        out["older_code"] = {"nos": _outcome_json(done.older.nos), "os": _outcome_json(done.older.os)}
    low, high = done.match_ends or (None, None)
    matches = (("table", done.match_before), ("ruled", done.match_after), ("ruled_least", low), ("ruled_most", high))
    out["match"] = {name: _match_json(result) for name, result in matches if result is not None}
    out["field"] = [_change_json(old, new) for old, new in done.others]
    if done.estimate is not None:
        e = done.estimate
        figures = {"figure": number(e.figure), "least": number(e.least), "most": number(e.most)}
        out["estimate"] = figures | {"spread": e.spread, "tables": e.tables}
    out["penalties"] = [str(penalty) for penalty in done.request.penalties]
    out["problems"] = [str(problem) for problem in done.problems]
    return out


def _side_json(done: Calculation, side: Side) -> dict[str, Any]:
    entered = done.request.ns if side is Side.NS else done.request.ew
    entry: dict[str, Any] = {"given": _entered_json(entered, done, side)}
    if done.award is not None:
        entry["award"] = number(done.award.for_side(side))
        entry["rounded"] = number(done.award.rounded_for(side))
    if done.ends is not None:
        ends = done.ends.ns if side is Side.NS else done.ends.ew
        entry |= {"least": number(ends.least), "most": number(ends.most)}
    if done.table is not None:
        entry["table"] = number(done.table.for_side(side))
    return entry


def _shading_json(shading: Shading, in_steps: tuple[WeightedScore, ...]) -> dict[str, Any]:
    return {
        "unbiased": [_outcome_json(o) for o in shading.unbiased],
        "shaded": [_outcome_json(o) for o in shading.shaded],
        "in_steps": [_outcome_json(o) for o in in_steps],
        "mean_before": number(shading.mean_before),
        "mean_after": number(shading.mean_after),
    }


def _change_json(old: LinePoints, new: LinePoints) -> dict[str, Any]:
    return {
        "ns": old.line.ns,
        "ew": old.line.ew,
        "before": {"ns": number(old.ns), "ew": number(old.ew)},
        "after": {"ns": number(new.ns), "ew": number(new.ew)},
    }


def number(figure: Number) -> dict[str, Any]:
    """An exact figure and its decimal value."""
    return {"exact": str(Fraction(figure)), "value": round(float(figure), 6)}


def _outcome_json(outcome: WeightedScore) -> dict[str, Any]:
    return {"result": outcome.text, "score_ns": outcome.score_ns, "weight": number(outcome.weight)}


def _entered_json(entered: Entered, done: Calculation, side: Side) -> Any:
    if isinstance(entered, Artificial):
        return {"artificial": entered.describe(done.scorer.config)}
    items = []
    outcomes: Sequence[WeightedScore | WeightRange] = entered
    for outcome, values in zip(outcomes, outcome_values(done.scorer, outcomes), strict=True):
        item: dict[str, Any] = {"result": outcome.text, "score_ns": outcome.score_ns}
        if isinstance(outcome, WeightRange):
            item |= {"weight_min": number(outcome.low), "weight_max": number(outcome.high)}
        else:
            item["weight"] = number(outcome.weight)
        items.append(item | {"value": number(values[side])})
    return items


def _match_json(result: MatchResult) -> dict[str, Any]:
    return {
        "ns_margin": number(result.ns_margin),
        "ew_margin": number(result.ew_margin),
        "ns_vp": number(result.ns_vp),
        "ew_vp": number(result.ew_vp),
    }
