"""Contracts, results, rulings given and answers: from the border models to frozen values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from adjudicator.bridge import AdjudicatorError, Contract, Result, Seat, Vulnerability
from adjudicator.cases import schema
from adjudicator.cases.collector import Collector
from adjudicator.cases.model import (
    Answer,
    AnsweredCall,
    FieldScore,
    OtherTable,
    Outcome,
    RecordedRuling,
)
from adjudicator.cases.sourcelines import Path
from adjudicator.cases.words import is_known, read_call

_SIDE_ONLY = re.compile(r"^(.*?)\s+(NS|EW|N-S|E-W|N/S|E/W)$", re.IGNORECASE)


def read_contract(text: str) -> Contract:
    """A contract; "3NT EW" says the side and leaves the declarer open.

    >>> str(read_contract("3NT EW"))
    '3NT'
    """
    side = _SIDE_ONLY.match(text.strip())
    return Contract.parse(side.group(1) if side else text)


def read_result(text: str) -> Result:
    """A result in the usual notation, or with "made" for exactly made."""
    bare = re.sub(r"\s+made\s*$", " =", text.strip(), flags=re.IGNORECASE)
    side = re.match(r"^(.*?)\s+(?:NS|EW)\s+(\S+)$", bare, re.IGNORECASE)
    return Result.parse(f"{side.group(1)} {side.group(2)}" if side else bare)


def exact(value: float | int | str | None, path: Path, found: Collector) -> Fraction | None:
    """A weight as an exact fraction: 0.25, "1/3", "25%", 25.

    >>> exact("25%", (), Collector()), exact(0.1, (), Collector())
    (Fraction(1, 4), Fraction(1, 10))
    """
    if value is None or value == "":
        return None
    text = str(value).strip()
    percent = text.endswith("%")
    try:
        weight = Fraction(text.rstrip("% "))
    except (ValueError, ZeroDivisionError):
        found.warn(path, f"'{text}' is no weight", "write such as 0.25, 1/3 or 25%")
        return None
    return weight / 100 if percent else weight


def make_outcomes(models: list[schema.OutcomeModel], path: Path, found: Collector) -> tuple[Outcome, ...]:
    """The lines of an adjusted score; doubts are warnings, for these values are only compared with."""
    return tuple(_outcome(model, (*path, number), found) for number, model in enumerate(models))


def _outcome(model: schema.OutcomeModel, path: Path, found: Collector) -> Outcome:
    text = model.contract or model.result
    contract, tricks = None, model.tricks
    if is_known(model.contract):
        contract = found.parse((*path, "contract"), read_contract, model.contract, warning=True)
    elif is_known(model.result):
        result = found.parse((*path, "result"), read_result, model.result, warning=True)
        if result is not None:
            contract, tricks = result.contract, result.tricks
    return Outcome(
        contract=contract,
        contract_text=text,
        tricks=tricks,
        score_ns=model.score_ns,
        weight=exact(model.weight, (*path, "weight"), found),
        weight_min=exact(model.weight_min, (*path, "weight_min"), found),
        weight_max=exact(model.weight_max, (*path, "weight_max"), found),
        imps=None if model.imps is None else Fraction(str(model.imps)),
    )


def make_ruling(
    model: schema.RulingModel | None, name: str, extra: Mapping[str, Any], found: Collector
) -> RecordedRuling | None:
    """A ruling that was given; weights of a side that do not add up to one are a warning."""
    if model is None:
        return None
    sides = {}
    for side, models in (("ns", model.ns), ("ew", model.ew)):
        sides[side] = make_outcomes(models, (name, side), found)
        weights = [line.weight for line in sides[side] if line.weight is not None]
        total = sum(weights, Fraction(0))
        if weights and len(weights) == len(sides[side]) and total != 1:
            found.warn((name, side), f"the weights add up to {float(total):g}, not 1", "put the weights right")
    known = {key: value for key, value in (("law", model.law), ("by", model.by)) if value}
    return RecordedRuling(
        model.summary,
        sides["ns"],
        sides["ew"],
        model.artificial_ns,
        model.artificial_ew,
        model.penalty_ns,
        model.penalty_ew,
        {**known, **extra},
    )


def make_answer(model: schema.AnswerModel | None, extra: Mapping[str, Any], found: Collector) -> Answer | None:
    """The published answer."""
    if model is None:
        return None
    path: Path = ("answer",)
    calls = []
    for number, line in enumerate(model.calls):
        call = found.parse((*path, "calls", number), read_call, line.call, warning=True)
        if call is not None:
            calls.append(AnsweredCall(call, line.comparable, line.partner_silenced, line.condition))
    player = model.restricted_player
    known = {
        key: value
        for key, value in (("imps_ns", model.imps_ns), ("both_sides_non_offending", model.both_sides_non_offending))
        if value is not None
    }
    return Answer(
        status=model.status,
        who=model.who,
        summary=model.summary,
        adjust=model.adjust if isinstance(model.adjust, bool) else None,
        adjust_text=model.adjust if isinstance(model.adjust, str) else "",
        adjust_law=model.adjust_law,
        calls=tuple(calls),
        candidates=make_outcomes(model.candidates, (*path, "candidates"), found),
        lead_restriction=model.lead_restriction,
        restricted_player=found.parse((*path, "restricted_player"), Seat.parse, player, warning=True)
        if player
        else None,
        suits_available=tuple(model.suits_available),
        extra={**known, **extra},
    )


def score_of(
    result: Result | None, score_ns: int | None, vulnerability: Vulnerability | None, path: Path, found: Collector
) -> int | None:
    """The score for North-South of a result at another table; an error when both are given and differ."""
    if result is None:
        return score_ns
    if vulnerability is None or (result.contract.declarer is None and not result.contract.is_passed_out):
        if score_ns is None:
            found.error(path, "the score cannot be worked out from this result", "add score_ns")
        return score_ns
    own = result.score_ns(vulnerability)
    if score_ns is not None and score_ns != own:
        found.error(path, f"{result} scores {own:+d} for North-South, not {score_ns:+d}", "put result or score right")
    return own


def make_other_table(
    value: schema.OtherTableModel | int | str | None, vulnerability: Vulnerability | None, found: Collector
) -> OtherTable | None:
    """The result at the other table: a table, a score for North-South, or a result."""
    path: Path = ("other_table",)
    if value is None or (isinstance(value, str) and not is_known(value)):
        return None
    if isinstance(value, str):
        try:
            value = int(value)
        except ValueError:
            value = schema.OtherTableModel(result=str(value))
    model = schema.OtherTableModel(score_ns=value) if isinstance(value, int) else value
    result = found.parse((*path, "result"), read_result, model.result) if is_known(model.result) else None
    score = score_of(result, model.score_ns, vulnerability, path, found)
    return None if score is None else OtherTable(score, result)


def make_field(
    value: list[schema.FieldModel] | str, vulnerability: Vulnerability | None, found: Collector
) -> tuple[tuple[FieldScore, ...], str]:
    """The results of the field, or the name of a file that has them."""
    if isinstance(value, str):
        return (), value
    made = []
    for number, model in enumerate(value):
        path: Path = ("field", number)
        result = found.parse((*path, "result"), read_result, model.result) if is_known(model.result) else None
        score = score_of(result, model.score_ns, vulnerability, path, found)
        if score is not None:
            made.append(FieldScore(score, Fraction(str(model.count)), result))
        elif not is_known(model.result):
            found.error(path, "a result of the field needs result or score_ns", "add one of them")
    return tuple(made), ""


def readable(read: Any, text: str) -> bool:
    """Whether a text can be read at all."""
    try:
        read(text)
    except AdjudicatorError:
        return False
    return True
