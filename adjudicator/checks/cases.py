"""``adjudicator check cases``: rulings and answers that were published, the engine not told the director's ruling.

A case with a ``final_ruling`` is ruled on as it stands; a case with an ``answer`` is held against what the laws
say. Two simple policies are counted beside the engine: uphold the director, and let the table result stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from adjudicator.bridge import AdjudicatorError, Contract, Side
from adjudicator.cases import Case, Outcome, RecordedRuling, load_case
from adjudicator.checks import CheckReport, Figure
from adjudicator.laws.exercises import compare_answer
from adjudicator.rulings import Ruling, Settings, Verdict, rule


@dataclass(frozen=True)
class Compared:
    """One case: what was decided, what the engine says, whether they agree (``None``: the engine leaves it open)."""

    case: str
    kind: str
    status: str
    expected: str
    found: str
    agrees: bool | None
    with_director: bool | None = None
    director: bool | None = None
    table: bool | None = None


def run(paths: list[Path], *, limit: int | None, seed: int) -> CheckReport:
    """Every case file in the folders and files named."""
    cases, broken = _load(paths)
    if limit is not None and limit < len(cases):
        cases = sorted(Random(seed).sample(cases, limit), key=lambda case: case.id)
    compared = [item for case in cases for item in compare(case, seed)]
    failures = [*broken, *(_line(item) for item in compared if item.agrees is False)]
    if not compared and not failures:
        failures = [f"{', '.join(map(str, paths))}: no case with a ruling or an answer to compare with"]
    return CheckReport(_figures(compared, broken), failures)


def _load(paths: Sequence[Path]) -> tuple[list[Case], list[str]]:
    files: list[Path] = []
    for path in paths:
        files += sorted(p for p in path.iterdir() if p.suffix in (".toml", ".json")) if path.is_dir() else [path]
    cases, broken = [], []
    for file in files:
        loaded = load_case(file)
        if loaded.case is None or loaded.errors:
            broken += [str(problem) for problem in loaded.errors or loaded.problems]
        elif loaded.case.final_ruling is not None or loaded.case.answer is not None:
            cases.append(loaded.case)
    return cases, broken


def compare(case: Case, seed: int = 0) -> Iterator[Compared]:
    """The engine against the final ruling and against the published answer, each where there is one."""
    kind = case.events[0].kind.value if case.events else "no event"
    try:
        if case.final_ruling is not None and "damage" in case.can():
            yield _against_ruling(case, case.final_ruling, kind, seed)
        if case.answer is not None:
            status = case.answer.status or "answer"
            for point in compare_answer(case):
                name = f"{case.id} {point.point}"
                yield Compared(name, kind, status, point.expected, point.found, point.agrees)
    except AdjudicatorError as error:
        yield Compared(case.id, kind, "error", "a ruling", str(error), False)


def _against_ruling(case: Case, final: RecordedRuling, kind: str, seed: int) -> Compared:
    ruling = rule(_without_rulings(case), Settings(seed=seed, turns=False))
    status = str(case.info.get("final_level", "final ruling"))
    agrees = agrees_with(ruling, case, final)
    director = case.director_ruling
    close = any(item.verdict is Verdict.CLOSE for item in ruling.damage)
    upheld = None if director is None else _same(case, director, final)
    known = upheld if close and upheld is not None else agrees
    table = not is_adjusted(case, final)
    return Compared(case.id, kind, status, _told(case, final), _found(ruling), agrees, known, upheld, table)


def _without_rulings(case: Case) -> Case:
    """What the engine is told: nothing that anybody decided."""
    return replace(case, director_ruling=None, final_ruling=None, answer=None)


def is_adjusted(case: Case, final: RecordedRuling) -> bool:
    """Whether a ruling changed the score of either side."""
    if final.artificial_ns or final.artificial_ew:
        return True
    return any(_scores(outcomes) != {case.table_score_ns} for outcomes in (final.ns, final.ew) if outcomes)


def _scores(outcomes: Sequence[Outcome]) -> set[int | None]:
    return {outcome.score_ns for outcome in outcomes}


def agrees_with(ruling: Ruling, case: Case, final: RecordedRuling) -> bool:
    """Both let the result stand, or both adjust to the same main contract for the side that did not offend."""
    if not is_adjusted(case, final):
        return not ruling.adjusts
    if not ruling.adjusts:
        return False
    return any(_shares_contract(ruling, side, outcomes) for side, outcomes in _sides(final) if outcomes)


def _sides(final: RecordedRuling) -> tuple[tuple[Side, tuple[Outcome, ...]], ...]:
    return ((Side.NS, final.ns), (Side.EW, final.ew))


def _shares_contract(ruling: Ruling, side: Side, outcomes: Sequence[Outcome]) -> bool:
    main = max(outcomes, key=lambda outcome: outcome.weight or 0).contract
    proposal = next((item for item in ruling.proposals if item.side is side), None)
    if proposal is None or main is None:
        return False
    weights: dict[Contract, float] = {}
    for weight in proposal.weights:
        weights[weight.result.contract] = weights.get(weight.result.contract, 0.0) + float(weight.proposed)
    return bool(weights) and max(weights, key=lambda contract: weights[contract]) == main


def _same(case: Case, one: RecordedRuling, other: RecordedRuling) -> bool:
    if is_adjusted(case, one) != is_adjusted(case, other):
        return False
    return _scores(one.ns) == _scores(other.ns) and _scores(one.ew) == _scores(other.ew)


def _told(case: Case, final: RecordedRuling) -> str:
    if not is_adjusted(case, final):
        return "the table result stands"
    given = (("NS", final.ns, final.artificial_ns), ("EW", final.ew, final.artificial_ew))
    told = [
        f"{side} {_listed(outcomes) or artificial}" for side, outcomes, artificial in given if outcomes or artificial
    ]
    if len(told) == 2 and told[0][3:] == told[1][3:]:
        told = [told[0][3:]]
    return f"adjusted: {'; '.join(told)}"


def _listed(outcomes: Sequence[Outcome]) -> str:
    return ", ".join(f"{outcome.contract or outcome.contract_text} {outcome.score_ns}" for outcome in outcomes)


def _found(ruling: Ruling) -> str:
    if not ruling.adjusts:
        return "the table result stands"
    return "adjusted: " + "; ".join(f"{proposal.side} {proposal.text}" for proposal in ruling.proposals)


def _line(item: Compared) -> str:
    return f"{item.case} ({item.kind}, {item.status}): expected {item.expected}; found {item.found}"


def _shares(judged: Sequence[Compared], labels: Sequence[str]) -> dict[str, object]:
    """Agreements out of all, for each label."""
    found: dict[str, object] = {}
    for label in sorted(set(labels)):
        group = [item for item, own in zip(judged, labels, strict=True) if own == label]
        found[label] = f"{sum(item.agrees is True for item in group)}/{len(group)}"
    return found


def _figures(compared: Sequence[Compared], broken: Sequence[str]) -> dict[str, Figure]:
    ruled = [item for item in compared if item.table is not None]
    answered = [item for item in compared if item.table is None]
    judged = [item for item in compared if item.agrees is not None]
    per_case: dict[str, object] = {item.case: item.agrees for item in compared}
    kinds = _shares(judged, [item.kind for item in judged])
    statuses = _shares(judged, [item.status for item in judged])
    return {
        "agree": sum(item.agrees is True for item in compared),
        "disagree": sum(item.agrees is False for item in compared),
        "open": sum(item.agrees is None for item in compared),
        "rulings": len(ruled),
        "rulings_agree": sum(item.agrees is True for item in ruled),
        "rulings_agree_director_known": sum(item.with_director is True for item in ruled),
        "rulings_uphold_director": sum(item.director is True for item in ruled),
        "rulings_table_stands": sum(item.table is True for item in ruled),
        "answers": len(answered),
        "answers_agree": sum(item.agrees is True for item in answered),
        "unreadable": len(broken),
        "by_kind": kinds,
        "by_status": statuses,
        "per_case": per_case,
    }
