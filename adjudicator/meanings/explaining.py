"""Why there is no such hand: the smallest sets of promises that contradict each other, and what a hand
breaks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from adjudicator.bridge import Hand
from adjudicator.meanings.classes import Exclusion, exclusions, require_expressible
from adjudicator.meanings.counting import NOTHING_KNOWN, Known, any_hand, count_formula
from adjudicator.meanings.errors import NotExpressible
from adjudicator.meanings.evaluate import Features, deviation
from adjudicator.meanings.expr import And, Expr, all_of
from adjudicator.meanings.formula import compiled
from adjudicator.meanings.wording import describe_expr

if TYPE_CHECKING:
    from adjudicator.meanings.meaning import Meaning


@dataclass(frozen=True, slots=True)
class Promise:
    """One promise, and where it comes from: a call such as ``1S``, or nothing."""

    expr: Expr
    source: str = ""

    def words(self, language: str = "en") -> str:
        told = describe_expr(self.expr, language)
        return f"{self.source}: {told}" if self.source else told


@dataclass(frozen=True, slots=True)
class Broken:
    """A promise that a hand does not keep, and by how many points, cards or honours."""

    promise: Promise
    deviation: int


@dataclass(frozen=True)
class Explanation:
    """``hands`` is how many hands keep every promise; when 0, ``contradictions`` lists minimal sets, smallest
    first.

    ``shapes`` tells for each generic shape which promises keep it out (by place); promises in ``silent`` look
    at single cards, so the finite classes cannot read them and they exclude no shape there.
    """

    promises: tuple[Promise, ...]
    hands: int
    contradictions: tuple[tuple[Promise, ...], ...]
    shapes: tuple[Exclusion, ...]
    silent: tuple[int, ...]


def promises_of(meaning: Meaning, source: str = "") -> tuple[Promise, ...]:
    """The promises of a meaning that must hold together, one by one."""
    promise = meaning.promise
    return tuple(Promise(part, source) for part in (promise.parts if isinstance(promise, And) else (promise,)))


def possible(promises: Iterable[Promise], known: Known = NOTHING_KNOWN) -> bool:
    """Whether some hand keeps all of them."""
    return any_hand(compiled(all_of(*(promise.expr for promise in promises))), known)


def contradictions(
    promises: Sequence[Promise], known: Known = NOTHING_KNOWN, limit: int = 5
) -> list[tuple[Promise, ...]]:
    """Minimal sets of promises that no hand keeps together, smallest first; at most ``limit``.

    A set that some hand keeps is grown as far as it goes, so that none of its subsets is tried again.

    >>> from adjudicator.meanings import parse
    >>> found = contradictions(promises_of(parse("bal & hcp 15..17 & S >= 6 & H >= 2")))
    >>> [[promise.words() for promise in group] for group in found]
    [['balanced', '6+ spades']]
    """
    found: list[frozenset[int]] = []
    kept: list[frozenset[int]] = []
    for size in range(1, len(promises) + 1):
        for group in combinations(range(len(promises)), size):
            chosen = frozenset(group)
            if any(chosen <= safe for safe in kept) or any(core <= chosen for core in found):
                continue
            if possible([promises[place] for place in group], known):
                kept.append(_grown(chosen, promises, known))
                continue
            found.append(chosen)
            if len(found) == limit:
                return [tuple(promises[place] for place in sorted(core)) for core in found]
    return [tuple(promises[place] for place in sorted(core)) for core in found]


def _grown(chosen: frozenset[int], promises: Sequence[Promise], known: Known) -> frozenset[int]:
    """A largest possible set around one that some hand keeps."""
    for place in range(len(promises)):
        larger = chosen | {place}
        if place not in chosen and possible([promises[each] for each in larger], known):
            chosen = larger
    return chosen


def explain(promises: Sequence[Promise], known: Known = NOTHING_KNOWN) -> Explanation:
    """All there is to say about promises made together."""
    hands = count_formula(compiled(all_of(*(promise.expr for promise in promises))), known)
    cores = () if hands else tuple(contradictions(promises, known))
    silent = tuple(place for place, promise in enumerate(promises) if not _readable(promise.expr))
    loud = [place for place in range(len(promises)) if place not in silent]
    shapes = tuple(
        Exclusion(found.pattern, tuple(loud[place] for place in found.excluded_by))
        for found in exclusions([promises[place].expr for place in loud])
    )
    return Explanation(tuple(promises), hands, cores, shapes, silent)


def _readable(expr: Expr) -> bool:
    try:
        require_expressible(expr)
    except NotExpressible:
        return False
    return True


def broken_by(hand: Hand, promises: Iterable[Promise]) -> list[Broken]:
    """The promises that this hand does not keep: each of them alone contradicts the hand.

    >>> from adjudicator.meanings import parse
    >>> hand = Hand.parse("AKQ2.T98.32.KJ54")
    >>> promises = promises_of(parse("S>=5; hcp 11-19"), "1S")
    >>> [(each.promise.words(), each.deviation) for each in broken_by(hand, promises)]
    [('1S: 5+ spades', 1)]
    """
    features = Features.of([hand])
    away = [(promise, int(deviation(compiled(promise.expr), features)[0])) for promise in promises]
    return [Broken(promise, distance) for promise, distance in away if distance]


@dataclass(frozen=True)
class CallCheck:
    """One call held against a hand: the reading nearest to the hand, and which of its promises the hand breaks."""

    call: str
    reading: Meaning
    broken: tuple[Broken, ...]


def calls_against(calls: Iterable[tuple[str, Sequence[Meaning]]], hand: Hand) -> list[CallCheck]:
    """What one player's calls, each with its alternative readings, say against the hand he holds.

    >>> from adjudicator.meanings import parse
    >>> calls = [("1S", [parse("S>=5; hcp 11-19")]), ("2NT", [parse("bal; hcp 18-19"), parse("H>=5; hcp 16+")])]
    >>> found = calls_against(calls, Hand.parse("AKQ32.T98.32.KJ5"))
    >>> [(each.call, [one.promise.words() for one in each.broken]) for each in found]
    [('1S', []), ('2NT', ['2NT: 18–19 HCP'])]
    """
    features = Features.of([hand])
    result = []
    for call, readings in calls:
        nearest = min(readings, key=lambda reading: int(reading.deviation(features)[0]))
        result.append(CallCheck(call, nearest, tuple(broken_by(hand, promises_of(nearest, call)))))
    return result
