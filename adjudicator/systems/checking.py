"""Is a system file sound?  Every rule readable, legal and possible; every covered position has its Pass.

Exact questions go to the card model: a `show` that no hand meets, a rule whose hands all belong to rules of higher
precedence.  Overlaps of equal precedence are reported as a count per position, since natural systems have many.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.bridge import AdjudicatorError, Problem
from adjudicator.meanings import Meaning
from adjudicator.meanings.proof import find_hand, prove_contained
from adjudicator.systems.bounds import meaning_of_text
from adjudicator.systems.context import Instance, node_after
from adjudicator.systems.guards import split_guard
from adjudicator.systems.model import Rule, System
from adjudicator.systems.patterns import CALLS, FIRST_BID, PASS, CallToken
from adjudicator.systems.readings import hand_bank
from adjudicator.systems.state import initial_state
from adjudicator.systems.texts import finish, guard_with_params
from adjudicator.systems.views import call_text, environment

__all__ = ["SystemReport", "check_system"]

Tokens = tuple[tuple[bool, tuple[CallToken, ...]], ...]
QUIET = (False, False)
MAX_POSITIONS = 400
_FORCING = ("f1", "gf", "relay", "trf", "slam")


@dataclass(frozen=True)
class SystemReport:
    """What the check found: `problems` (errors stop a release, warnings are for the author) and figures."""

    problems: tuple[Problem, ...]
    rules: int
    positions: int
    unreachable: int
    overlaps: int

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.is_error)


def check_system(system: System, *, prove: bool = True) -> SystemReport:
    """Check a system; with `prove` unreachable rules and unsatisfiable promises are proved by the solver."""
    problems = [problem for rule in system.rules for problem in _readable(rule, system)]
    problems += _precedence_cycles(system)
    if any(problem.is_error for problem in problems):
        return SystemReport(tuple(problems), len(system.rules), 0, 0, 0)
    overlaps, unreachable, reached = 0, 0, set[str]()
    positions = list(_positions(system))
    for calls in positions:
        node = node_after(0, calls, QUIET, (system, system))
        reached |= {instance.rule.id for instance in node.instances}
        problems += _gaps(calls, node.instances, system)
        found, dominated = _rivals(calls, node.instances, prove)
        overlaps += found
        unreachable += len(dominated)
        problems += dominated
    return SystemReport(tuple(problems), len(system.rules), len(positions), unreachable, overlaps)


def _problem(rule: Rule, message: str, next_step: str, severity: str = "error") -> Problem:
    return Problem(message, next_step, rule.file, None, rule.id, "error" if severity == "error" else "warning")


def _readable(rule: Rule, system: System) -> Iterator[Problem]:
    """Patterns, guards and texts can be read; references exist."""
    try:
        _ = rule.pattern, rule.call_literal
        guard = guard_with_params(rule.guard, system.params)
        _ = split_guard(guard) if guard else None
    except AdjudicatorError as error:
        yield _problem(rule, error.problems[0].message, "correct the rule")
        return
    for name in (*rule.over, *rule.under):
        if name not in {other.id for other in system.rules}:
            yield _problem(rule, f"refers to a rule that does not exist: {name!r}", "correct over: or under:")
    values = _sample_values()
    for text in (rule.show, rule.when):
        if not text:
            continue
        try:
            finished = finish(text, tuple(system.lets.items()), system.params, values, _SAMPLE)
            meaning = None if finished is None else meaning_of_text(finished)
        except AdjudicatorError as error:
            yield _problem(rule, error.problems[0].message, "correct show: or when:")
            continue
        fixed = "{" not in text and "@" not in text
        if meaning is not None and fixed and not _possible(meaning):
            yield _problem(rule, f"no hand can hold this: {finished}", "correct show: or when:")


_SAMPLE = {"x": 0, "y": 1, "z": 2, "w": 3, "M": 2, "m": 0, "q": 1}


def _sample_values() -> dict[str, object]:
    """An auction's values with every variable and role bound, to read texts that need them."""
    roles = {"trump": 3, "pdsuit": 2, "mysuit": 1, "theirsuit": 0, "lastden": 1, "level": 2, "den": 1, "jump": 0}
    return {**environment(initial_state(0), QUIET), **roles, **_SAMPLE, "oM": 3, "om": 1}


def _possible(meaning: Meaning) -> bool:
    """A hand of the bank meets it, or the card model finds one."""
    return bool(meaning.mask(hand_bank()).any()) or find_hand(meaning) is not None


def _precedence_cycles(system: System) -> list[Problem]:
    """`over` and `under` must not run in a circle."""
    edges: dict[str, set[str]] = defaultdict(set)
    for rule in system.rules:
        edges[rule.id] |= set(rule.over)
        for name in rule.under:
            edges[name].add(rule.id)
    for start in list(edges):
        seen, queue = set[str](), list(edges[start])
        while queue:
            name = queue.pop()
            if name == start:
                return [_problem(system.rule(start), "over and under run in a circle", "remove one of them")]
            if name not in seen:
                seen.add(name)
                queue += edges.get(name, ())
    return []


def _positions(system: System) -> Iterator[tuple[int, ...]]:
    """Auctions that reach the literal contexts of the system's tables, dealer North, nobody vulnerable."""
    seen = set[str]()
    for rule in system.rules:
        pattern = rule.pattern
        if pattern.open_ended or rule.on in seen:
            continue
        seen.add(rule.on)
        for calls in _spelled(pattern.head, (), {}):
            yield calls
            break
        if len(seen) >= MAX_POSITIONS:
            return


def _spelled(tokens: Tokens, calls: tuple[int, ...], bound: dict[str, int]) -> Iterator[tuple[int, ...]]:
    """Every way to spell a pattern with real calls (the first is enough for a check)."""
    if not tokens:
        yield calls
        return
    last = next((call for call in reversed(calls) if call >= FIRST_BID), None)
    for token in tokens[0][1]:
        options = (
            token.candidates(last, bound)
            if token.kind != "bids"
            else ((call, bound) for call in range((last or 2) + 1, CALLS))
        )
        for call, after in options:
            yield from _spelled(tokens[1:], (*calls, call), after)


def _gaps(calls: tuple[int, ...], instances: tuple[Instance, ...], system: System) -> list[Problem]:
    """A covered position needs a Pass, unless partner's call forces."""
    state = node_after(0, calls, QUIET, (system, system)).state
    partner = next((info for info in reversed(state.infos) if info.seat == (state.turn + 2) % 4), None)
    forced = partner is not None and partner.force in _FORCING
    if instances and not forced and all(instance.call != PASS for instance in instances):
        shown = " ".join(call_text(call) for call in calls) or "opening"
        return [Problem(f"no rule for Pass after {shown}", "write what Pass shows", system.id, None, shown, "warning")]
    return []


def _rivals(calls: tuple[int, ...], instances: tuple[Instance, ...], prove: bool) -> tuple[int, list[Problem]]:
    """(pairs of equal precedence that share hands, rules that can never be chosen)."""
    bank = hand_bank()
    masks = [meaning_of_text(instance.select).mask(bank) for instance in instances]
    overlaps, dominated = 0, []
    for index, instance in enumerate(instances):
        if instance.rule.layer < 2:
            continue
        for other in range(index):
            equal = instances[other].rank[:2] == instance.rank[:2] and instances[other].call != instance.call
            overlaps += bool(equal and (masks[other] & masks[index]).any())
        higher = [i for i in range(index) if instances[i].call != instance.call]
        uncovered = masks[index].copy()
        for other in higher:
            uncovered &= ~masks[other]
        if uncovered.any() or not prove or not higher:
            continue
        above = [meaning_of_text(instances[i].select) for i in higher]
        if prove_contained(meaning_of_text(instance.select), above).proved:
            shown = " ".join(call_text(call) for call in calls) or "opening"
            dominated.append(
                _problem(
                    instance.rule,
                    f"can never be chosen after {shown}: every hand prefers another call",
                    "change its tier, its place or its when:",
                    "warning",
                )
            )
    return overlaps, dominated
