"""The same board ruled again with one thing changed, and the value of a number at which the ruling changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import Any

from adjudicator.bridge import AdjudicatorError, Side
from adjudicator.cases import Case, Fact, Standing
from adjudicator.laws import Findings
from adjudicator.rulings.model import Damage, Proposal, WorldView
from adjudicator.rulings.proposal import TABLE

STANDS = "the table result stands"


@dataclass(frozen=True)
class Settled:
    """What a ruling comes to, without its reasons; ``weights``: weighted scores are in force."""

    findings: Findings
    worlds: tuple[WorldView, ...] = ()
    damage: tuple[Damage, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    weights: bool = True
    unit: str = ""

    def of(self, side: Side) -> Proposal | None:
        """The score of one side."""
        return next((item for item in self.proposals if item.side is side), None)


Again = Callable[[Case, Findings | None], Settled]
"""Rule again on a changed case; with the findings, where the law cannot have changed."""


def substance(found: Settled) -> tuple[str, str]:
    """What the ruling is for each side: the table stands, an adjustment by weights, or an assigned result.

    Two rulings of the same substance differ at most in their weights.
    """
    north_south, east_west = (_of_side(found, side) for side in Side)
    return north_south, east_west


def _of_side(found: Settled, side: Side) -> str:
    proposal = found.of(side)
    if proposal is None or proposal.kind == TABLE:
        return STANDS
    if found.weights:
        return proposal.kind if proposal.kind not in ("assigned", "weighted") else "adjusted"
    return ", ".join(str(weight.result) for weight in proposal.weights)


MATERIAL = {"IMPs": Fraction(1, 2), "per cent of a top": Fraction(5)}
"""One assigned result instead of another is another ruling where it moves a side by this much; else by anything."""


def differs(one: Settled, other: Settled) -> bool:
    """Whether two rulings are of another substance, and not only another result that is worth the same."""
    if substance(one) == substance(other):
        return False
    for side, before, after in zip(Side, substance(one), substance(other), strict=True):
        if before != after and (STANDS in (before, after) or _moved(one, other, side)):
            return True
    return False


def _moved(one: Settled, other: Settled, side: Side) -> bool:
    before, after = one.of(side), other.of(side)
    if before is None or after is None or before.value is None or after.value is None:
        return True
    least = MATERIAL.get(one.unit, Fraction(0)) if one.unit == other.unit else Fraction(0)
    return abs(before.value - after.value) >= least


@dataclass(frozen=True)
class Limit:
    """A whole percentage at which the ruling is another, and the last one before it at which it is not.

    ``within`` is ``None`` where no whole percentage lies between the value now and the limit.
    """

    beyond: int
    within: int | None
    after: Settled

    def below(self, now: float) -> bool:
        """Whether the number has to fall."""
        return self.beyond < now * 100


class Probe:
    """Rulings on a case with one thing changed; every answer is worked out once."""

    def __init__(self, case: Case, base: Settled, again: Again) -> None:
        self.case, self.base, self._again = case, base, again
        self.asked = 0

    def ruled(self, case: Case, *, same_law: bool = False) -> Settled:
        """The ruling on a changed case; ``same_law``: the change cannot touch what the law says."""
        self.asked += 1
        return self._again(case, self.base.findings if same_law else None)

    def turns(self, found: Settled) -> bool:
        """Whether this is another ruling."""
        return differs(self.base, found)

    def limits(self, now: float, changed: Callable[[float], Case]) -> Iterator[Limit]:
        """Where the ruling changes as a number falls to 0 and rises to 1, by whole percentages."""
        for end in (0, 100):
            limit = self._limit(now, end, changed)
            if limit is not None:
                yield limit

    def _limit(self, now: float, end: int, changed: Callable[[float], Case]) -> Limit | None:
        first = floor(now * 100 - 1e-9) if end == 0 else ceil(now * 100 + 1e-9)
        if (end == 0 and first < 0) or (end == 100 and first > 100):
            return None

        def at(percentage: int) -> Settled | None:
            try:
                found = self.ruled(changed(percentage / 100), same_law=True)
            except AdjudicatorError:  # it cannot stand beside another number that was judged
                return None
            return found if self.turns(found) else None

        after = at(end)
        if after is None:
            return None
        if first != end and (near := at(first)) is not None:
            return Limit(first, None, near)
        within, beyond = first, end
        while abs(within - beyond) > 1:
            middle = (within + beyond) // 2
            found = at(middle)
            if found is None:
                within = middle
            else:
                beyond, after = middle, found
        return Limit(beyond, None if beyond == within else within, after)


# --- changed cases --------------------------------------------------------------------------------------------


def with_number(case: Case, path: tuple[str, ...], value: object) -> Case:
    """The case with one entry of its ``config`` changed.

    >>> with_number(Case(), ("judged", "weights", "3NT E"), 0.4).config
    {'judged': {'weights': {'3NT E': 0.4}}}
    """
    return replace(case, config=_put(case.config, path, value))


def _put(table: Mapping[str, Any], path: tuple[str, ...], value: object) -> dict[str, Any]:
    head, *rest = path
    old = table.get(head)
    return {**table, head: _put(old if isinstance(old, Mapping) else {}, tuple(rest), value) if rest else value}


def with_fact(case: Case, index: int, key: str, value: object) -> Case:
    """The case with the director's finding of that name about one event."""
    event = case.events[index]
    facts = (*(fact for fact in event.facts if fact.key != key), Fact(key, value, Standing.ESTABLISHED))
    changed = replace(event, facts=facts)
    if key == "suggested" and isinstance(value, bool):
        changed = replace(changed, suggested=())
    return replace(case, events=(*case.events[:index], changed, *case.events[index + 1 :]))


def with_case_fact(case: Case, key: str, value: object) -> Case:
    """The case with a finding about the whole of it."""
    return replace(case, facts=(*(fact for fact in case.facts if fact.key != key), Fact(key, value)))
