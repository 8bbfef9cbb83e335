"""What a pair has agreed, carried into the learned model as a ratio of rule likelihoods.

The network knows how people bid who play about what the system tag says. When a case states agreements, each
candidate call's log odds gain

    log p(call | hand, the pair's agreements) - log p(call | hand, base agreements)

where p is the soft likelihood of the rules and the base is the system file that stands for the tag. A hand that
both treat alike is not moved at all; a hand that fits a changed agreement moves by the ratio.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions import features
from adjudicator.auctions.context import SystemTag, TableContext
from adjudicator.auctions.model import CallModel, Probabilities
from adjudicator.bridge import Auction, Call, Hand, Problem, Seat, Side, SuitMasks, Vulnerability, hand_masks
from adjudicator.systems import System, load_system, meaning_of_next, rule_scores, system_for_tag
from adjudicator.systems.alterations import altered

DOUBT = 0.01
"""Share of the rule likelihood that is spread over all legal calls: nobody follows his rules always."""
TEMPERATURE = 0.6
STRONGEST = 6.0
"""No ratio moves log odds by more than this."""
_NOTRUMP_PARAMETER = "nt"


@dataclass(frozen=True)
class Agreements:
    """The systems of both sides (North-South, East-West) and the base that the network stands for."""

    systems: tuple[System, System]
    base: tuple[System, System]
    vulnerability: Vulnerability

    @classmethod
    def of(
        cls, context: TableContext, north_south: System | None = None, east_west: System | None = None
    ) -> Agreements:
        """Stated systems over the base that the context's tags name; a side without one keeps its base."""
        base = base_system(context.systems[0]), base_system(context.systems[1])
        return cls((north_south or base[0], east_west or base[1]), base, context.vulnerability)

    @property
    def changed(self) -> bool:
        return self.systems != self.base

    def log_ratio(self, hands: SuitMasks, auction: Auction) -> NDArray[np.float64]:
        """Log factors for each hand and call of the player to call: float64 (n, 38)."""
        if not self.changed:
            return np.zeros((len(hands), features.CALLS))
        ours = rule_likelihood(hands, auction, self.vulnerability, self.systems)
        usual = rule_likelihood(hands, auction, self.vulnerability, self.base)
        ratio: NDArray[np.float64] = np.clip(np.log(ours / usual), -STRONGEST, STRONGEST)
        return ratio

    def __call__(self, auction: Auction, seat: Seat, hand: Hand) -> NDArray[np.float64]:
        """As ``Information.factors``: the log factors of one hand."""
        del seat
        return _remembered(self, auction, hand)

    def next_call(self, model: CallModel, hands: SuitMasks, auction: Auction, context: TableContext) -> Probabilities:
        """P(call) under these agreements, for many hands of the player to call: (n, 38)."""
        chances = model.next_call(hands, auction, context) * np.exp(self.log_ratio(hands, auction))
        chances /= chances.sum(axis=1, keepdims=True)
        return chances


@lru_cache(maxsize=32768)
def _remembered(agreements: Agreements, auction: Auction, hand: Hand) -> NDArray[np.float64]:
    row: NDArray[np.float64] = agreements.log_ratio(hand_masks([hand]), auction)[0]
    return row


def stated(
    context: TableContext, lines: tuple[Sequence[str], Sequence[str]]
) -> tuple[TableContext, Agreements, list[Problem]]:
    """Context and agreements after the lines that a case states for North-South and for East-West.

    A new 1NT range goes into the system tag, which the network knows; everything else becomes a ratio. Lines that
    are not understood come back as problems.
    """
    problems: list[Problem] = []
    tags, systems = list(context.systems), []
    for side in Side:
        system = base_system(tags[side])
        if lines[side]:
            system, found = altered(system, lines[side])
            problems += found
            tags[side] = _with_range(tags[side], base_system(tags[side]), system)
        systems.append(system)
    changed = replace(context, systems=(tags[0], tags[1]))
    base = base_system(tags[0]), base_system(tags[1])
    chosen = tuple(system if lines[side] else base[side] for side, system in zip(Side, systems, strict=True))
    return changed, Agreements((chosen[0], chosen[1]), base, context.vulnerability), problems


def _with_range(tag: SystemTag, base: System, system: System) -> SystemTag:
    before, after = base.params.get(_NOTRUMP_PARAMETER), system.params.get(_NOTRUMP_PARAMETER)
    if before == after or not isinstance(after, list):
        return tag
    return SystemTag(SystemTag.parse(f"{after[0]}-{after[-1]}/?/?").notrump, tag.club, tag.major)


def rule_likelihood(
    hands: SuitMasks, auction: Auction, vulnerability: Vulnerability, systems: tuple[System, System]
) -> NDArray[np.float64]:
    """Soft likelihood of the rules over the legal calls, one in calls that are not legal: float64 (n, 38)."""
    utility, _ = rule_scores(hands, auction, vulnerability, systems)
    legal = np.zeros(features.CALLS, dtype=bool)
    legal[[int(call) for call in auction.legal_calls()]] = True
    odds = utility[:, legal].astype(np.float64) / TEMPERATURE
    share = np.exp(odds - odds.max(axis=1, keepdims=True))
    share /= share.sum(axis=1, keepdims=True)
    out = np.ones((len(hands), features.CALLS))
    out[:, legal] = (1 - DOUBT) * share + DOUBT / legal.sum()
    return out


@lru_cache(maxsize=64)
def base_system(tag: SystemTag) -> System:
    """The system file that stands for a pair's tag, its 1NT range put in.

    >>> base_system(SystemTag.parse("14-16/short/5")).params["nt"]
    [14, 16]
    """
    found = system_for_tag(tag.text)
    return load_system(found.id) if tag.notrump == "?" else found


def variant(
    name: str,
    params: Mapping[str, Any] | None = None,
    *,
    remove: Sequence[str] = (),
    extends: Sequence[str] = (),
    rules: Sequence[Mapping[str, Any]] = (),
) -> System:
    """A shipped system with parameters changed, rules removed by id or glob, modules and single rules added.

    >>> variant("sayc", {"nt": [12, 14]}).params["nt"]
    [12, 14]
    """
    from adjudicator.systems.loader import SCHEMA, build_system, check_outline

    data: dict[str, Any] = {"schema": SCHEMA, "id": name, "extends": [name, *extends]}
    if params:
        data["params"] = dict(params)
    if remove:
        data["remove"] = list(remove)
    if rules:
        data["rules"] = [dict(rule) for rule in rules]
    return build_system(check_outline(data, f"{name} as altered", None))


def meaning_text(agreements: Agreements, auction: Auction, call: Call) -> str:
    """What a call would show by the agreements of the player to call, in the notation of the meaning language."""
    found = meaning_of_next(auction, call, agreements.systems, agreements.vulnerability)
    return "; ".join(reading.text for reading in found.readings if not reading.fallback)
