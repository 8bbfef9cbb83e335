"""What a player would call by the agreements alone: best rule per call, soft utilities, the top calls.

The utility follows the soft likelihood of the design: an exact fit earns, a fitting rule of higher precedence
for another call costs, and each point, card or honour of deviation costs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import Auction, Call, Hand, Vulnerability, hand_masks
from adjudicator.meanings import Features
from adjudicator.meanings.evaluate import deviation, distance
from adjudicator.meanings.formula import All, Formula, Some, Within
from adjudicator.systems.bounds import meaning_of_text
from adjudicator.systems.context import Instance, Node, Systems, node_after
from adjudicator.systems.model import System
from adjudicator.systems.views import Vul

__all__ = ["Candidate", "candidates", "choose", "node_of", "rule_scores", "systems_pair"]

CALLS = 38
FIT, FIRST_UNIT, PER_UNIT, OUTRANKED, NO_RULE, GENERAL = 1.2, 0.9, 0.55, 1.0, -9.0, 0.25
MAX_OUTRANKED = 4
LAST_RESORT = -1.6
LEAST_STYLE = 0.001
FAR = 99


@dataclass(frozen=True)
class Candidate:
    """A call with the rule that fits the hand best, how far the hand is from it, and its utility."""

    call: Call
    rule: str
    meaning: str
    deviation: int
    utility: float


def systems_pair(systems: System | tuple[System, System]) -> Systems:
    """(North-South's, East-West's); one system stands for both."""
    return systems if isinstance(systems, tuple) else (systems, systems)


def vul_pair(vulnerability: Vulnerability) -> Vul:
    """(North-South vulnerable, East-West vulnerable)."""
    from adjudicator.bridge import Side

    return vulnerability.is_vulnerable(Side.NS), vulnerability.is_vulnerable(Side.EW)


def node_of(auction: Auction, vulnerability: Vulnerability, systems: System | Systems) -> Node:
    """The position at the end of an auction."""
    calls = tuple(int(call) for call in auction.calls)
    return node_after(int(auction.dealer), calls, vul_pair(vulnerability), systems_pair(systems))


def node_scores(node: Node, features: Features) -> tuple[NDArray[np.float32], NDArray[np.int16], NDArray[np.int16]]:
    """Per hand and call: utility, least deviation (FAR where no rule speaks), index of the best instance (-1)."""
    size = len(features)
    utility = np.full((size, CALLS), NO_RULE, dtype=np.float32)
    least = np.full((size, CALLS), FAR, dtype=np.int16)
    best = np.full((size, CALLS), -1, dtype=np.int16)
    outranked = np.zeros(size, dtype=np.float32)
    seen: dict[object, NDArray[np.int16]] = {}
    for index, instance in enumerate(node.instances):
        away = _deviation(meaning_of_text(instance.select).formula(), features, seen)
        fits = away == 0
        last_resort = instance.rule.layer < 1
        score = _score(instance, away, fits, outranked)
        better = score > utility[:, instance.call]
        utility[better, instance.call] = score[better]
        best[better, instance.call] = index
        np.minimum(least[:, instance.call], away, out=least[:, instance.call])
        if not last_resort:
            outranked += np.float32(OUTRANKED) * fits
    return utility, least, best


def _score(
    instance: Instance, away: NDArray[np.int16], fits: NDArray[np.bool_], outranked: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The utility that one rule gives its call for each hand."""
    if instance.rule.layer < 1:
        return (np.float32(LAST_RESORT) - np.float32(PER_UNIT) * away).astype(np.float32)
    missed = np.float32(PER_UNIT - FIRST_UNIT - GENERAL * (instance.rule.layer < 2)) - np.float32(PER_UNIT) * away
    earned = FIT + instance.rule.freq + math.log(max(instance.rule.style, LEAST_STYLE))
    kept = np.float32(earned) - np.minimum(outranked, np.float32(MAX_OUTRANKED))
    return np.where(fits, kept, missed).astype(np.float32)


def _deviation(formula: Formula, features: Features, seen: dict[object, NDArray[np.int16]]) -> NDArray[np.int16]:
    """As `meanings.evaluate.deviation`, each leaf judged once for all rules of the position."""
    if isinstance(formula, Within):
        key = (id(formula.measure), formula.ranges)
        found = seen.get(key)
        if found is None:
            found = seen[key] = np.abs(distance(features.value(formula.measure), formula.ranges))
        return found
    if isinstance(formula, All) and formula.parts:
        total = _deviation(formula.parts[0], features, seen)
        for part in formula.parts[1:]:
            total = total + _deviation(part, features, seen)
        return total
    if isinstance(formula, Some) and formula.parts:
        least = _deviation(formula.parts[0], features, seen)
        for part in formula.parts[1:]:
            least = np.minimum(least, _deviation(part, features, seen))
        return least
    return deviation(formula, features)


def rule_scores(
    hands: NDArray[np.uint16], auction: Auction, vulnerability: Vulnerability, systems: System | Systems
) -> tuple[NDArray[np.float32], NDArray[np.int16]]:
    """Utilities and deviations (n, 38) of every call for many hands (suit masks (n, 4)) in one position.

    Calls without a rule have utility -9 and deviation 99; the call model adds its own terms to both.
    """
    node = node_of(auction, vulnerability, systems)
    utility, least, _ = node_scores(node, Features(hands))
    return utility, least


def candidates(
    auction: Auction, system: System | Systems, features: Features, vulnerability: Vulnerability = Vulnerability.NONE
) -> dict[Call, tuple[Instance, NDArray[np.int16]]]:
    """Per call the rule with the least total deviation over the hands, and each hand's deviation from it."""
    node = node_of(auction, vulnerability, system)
    found: dict[Call, tuple[Instance, NDArray[np.int16]]] = {}
    for instance in node.instances:
        deviation = meaning_of_text(instance.select).deviation(features)
        before = found.get(Call(instance.call))
        if before is None or int(deviation.sum()) < int(before[1].sum()):
            found[Call(instance.call)] = (instance, deviation)
    return found


def choose(
    hand: Hand,
    auction: Auction,
    system: System | Systems,
    vulnerability: Vulnerability = Vulnerability.NONE,
    top: int = 3,
) -> list[Candidate]:
    """The `top` legal calls by soft likelihood, best first.

    >>> from adjudicator.bridge import Seat
    >>> from adjudicator.systems import load_system
    >>> hand = Hand.parse("A65.KQ2.53.AQJ97")
    >>> str(choose(hand, Auction.parse(Seat.NORTH, ""), load_system("sayc"))[0].call)
    '1NT'
    """
    node = node_of(auction, vulnerability, system)
    utility, least, best = node_scores(node, Features(hand_masks([hand])))
    legal = sorted(auction.legal_calls(), key=lambda call: -float(utility[0, int(call)]))
    found = []
    for call in legal[:top]:
        index = int(best[0, int(call)])
        instance = node.instances[index] if index >= 0 else None
        found.append(
            Candidate(
                call,
                instance.rule.id if instance else "",
                instance.show if instance else "",
                int(least[0, int(call)]),
                float(utility[0, int(call)]),
            )
        )
    return found
