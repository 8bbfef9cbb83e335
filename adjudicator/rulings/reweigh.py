"""Numbers judged otherwise, worked in: shares of calls, chances of contracts, leads and tricks.

What is not named keeps its proportions; nothing here looks at a deal or asks the call model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

import numpy as np

from adjudicator.auctions.alternatives import Alternative, AlternativesReport, considered_share
from adjudicator.bridge import Call, Card, Contract
from adjudicator.rulings.judged import Judged
from adjudicator.tricks.forecast import TrickForecast

Chances = Mapping[int, float]


class Chance(Protocol):
    """A contract with a chance, and how much of it begins with each call."""

    @property
    def contract(self) -> Contract: ...

    @property
    def probability(self) -> float: ...

    @property
    def first(self) -> tuple[tuple[Call, float], ...]: ...


# --- calls ---------------------------------------------------------------------------------------------------


def with_shares(
    report: AlternativesReport,
    shares: Mapping[Call, float],
    considered: Mapping[Call, float],
    rng: Callable[[], np.random.Generator],
) -> AlternativesReport:
    """What peers would call and consider, with some shares judged otherwise."""
    found = {item.call: item for item in report.calls}
    for call in {*shares, *considered} - set(found):
        found[call] = Alternative(call, 0.0, (0.0, 0.0), 0.0, (0.0, 0.0), False, 0.0)
    factors = _factors({call: item.chosen for call, item in found.items()}, shares)
    items = []
    for call, item in found.items():
        chosen = shares.get(call, item.chosen * factors[call])
        serious = item.considered
        if shares:
            serious = considered_share(chosen, report.strength, rng())
            item = replace(item, chosen=chosen, chosen_interval=_scaled(item, chosen))
        items.append(replace(item, considered=considered.get(call, serious)))
    return replace(report, calls=_logical(report, items))


def _factors(before: Mapping[Call, float], wanted: Mapping[Call, float]) -> dict[Call, float]:
    """By how much each share changes when some are given."""
    left = 1 - sum(before.get(call, 0.0) for call in wanted)
    rest = (1 - sum(wanted.values())) / left if left > 1e-12 else 0.0
    return {
        call: (wanted[call] / share if share > 0 else 0.0) if call in wanted else rest for call, share in before.items()
    }


def _scaled(item: Alternative, chosen: float) -> tuple[float, float]:
    """A number that is judged has no interval; the others keep theirs in proportion."""
    low, high = item.chosen_interval
    factor = chosen / item.chosen if item.chosen > 0 else 0.0
    return (min(low * factor, chosen), min(max(high * factor, chosen), 1.0))


def _logical(report: AlternativesReport, items: Sequence[Alternative]) -> tuple[Alternative, ...]:
    """The threshold asked again, likeliest call first."""
    rule, most = report.threshold, max(item.chosen for item in items)
    clear = most > rule.overwhelming
    marked = [
        replace(
            item,
            logical=item.chosen == most
            or (item.considered >= rule.considered and item.chosen > rule.chosen and not clear),
        )
        for item in items
    ]
    return tuple(sorted(marked, key=lambda item: (-item.chosen, item.call)))


C = TypeVar("C", bound=Chance)


def follow_shares(
    reached: Sequence[C],
    before: Mapping[Call, float],
    wanted: Mapping[Call, float],
    after: Mapping[Call, Sequence[C]],
    put: Callable[[C, float], C],
) -> tuple[C, ...]:
    """Contracts when the player in turn makes some calls with other chances.

    ``before``: his chances so far over the calls he may make; ``after``: contracts followed from calls that
    ``reached`` hardly holds; ``put`` gives a contract another chance.
    """
    factors = _factors(before, wanted)
    weights: dict[Contract, float] = {}
    known: dict[Contract, C] = {}
    for item in reached:
        total = sum(chance for _, chance in item.first) or 1.0
        moved = sum(chance * factors.get(call, 1.0) for call, chance in item.first if call not in after)
        weights[item.contract] = item.probability * moved / total
        known[item.contract] = item
    for call, contracts in after.items():
        for item in contracts:
            weights[item.contract] = weights.get(item.contract, 0.0) + wanted[call] * item.probability
            known.setdefault(item.contract, item)
    whole = sum(weights.values())
    if whole <= 0:
        return tuple(reached)
    listed = [put(known[contract], weight / whole) for contract, weight in weights.items() if weight > 0]
    return tuple(sorted(listed, key=lambda item: (-item.probability, str(item.contract))))


# --- contracts, leads, tricks ---------------------------------------------------------------------------------


def weighed(reached: Sequence[C], judged: Judged, put: Callable[[C, float], C]) -> tuple[C, ...]:
    """Contracts with the chances that were judged, the others in proportion."""
    here = {item.contract: item.probability for item in reached}
    wanted = {contract: chance for contract, chance in judged.weights.items() if contract in here}
    left = 1 - sum(here[contract] for contract in wanted)
    if not wanted or left <= 1e-12:
        return tuple(reached)
    rest = (1 - sum(wanted.values())) / left
    return tuple(put(item, wanted.get(item.contract, item.probability * rest)) for item in reached)


def leads_judged(leads: Mapping[Card, float], judged: Judged, contract: Contract) -> dict[Card, float]:
    """Chances of the leads with those that were judged put in."""
    found = dict(leads)
    for item in judged.leads:
        held = [card for card in found if card in item.cards]
        others = [card for card in found if card not in item.cards]
        if item.contract not in (None, contract) or not held or not others:
            continue
        _share_out(found, held, item.chance)
        _share_out(found, others, 1 - item.chance)
    return found


def _share_out(leads: dict[Card, float], cards: Sequence[Card], chance: float) -> None:
    total = sum(leads[card] for card in cards)
    for card in cards:
        leads[card] = chance * (leads[card] / total if total > 0 else 1 / len(cards))


def forecast_judged(tricks: TrickForecast, judged: Judged) -> TrickForecast:
    """A forecast with chances of leads judged otherwise."""
    if not any(item.contract in (None, tricks.contract) for item in judged.leads):
        return tricks
    before = {lead.card: lead.probability for lead in tricks.leads}
    return with_leads(tricks, leads_judged(before, judged, tricks.contract))


def with_leads(tricks: TrickForecast, chosen: Mapping[Card, float]) -> TrickForecast:
    """A forecast with other chances of the leads: tricks after each lead stay as they are."""
    total = sum(chosen.values())
    if total <= 0 or len(tricks.after) < 2:
        return tricks
    leads = tuple(replace(lead, probability=chosen.get(lead.card, 0.0) / total) for lead in tricks.leads)
    moved: dict[int, float] = {}
    for old, new in zip(tricks.leads, leads, strict=True):
        moved[old.double_dummy] = moved.get(old.double_dummy, 0.0) + new.probability - old.probability
    chances = dict(tricks.chances)
    for value, change in moved.items():
        for taken, chance in tricks.after.get(value, {value: 1.0}).items():
            chances[taken] = chances.get(taken, 0.0) + change * chance
    positive = {taken: chance for taken, chance in chances.items() if chance > 1e-9}
    whole = sum(positive.values())
    return replace(tricks, leads=leads, chances={taken: chance / whole for taken, chance in positive.items()})


def made_judged(chances: Chances, contract: Contract, judged: Judged) -> dict[int, float]:
    """Chances of tricks with the chance that the contract makes as it was judged."""
    wanted = judged.makes.get(contract)
    made = sum(chance for tricks, chance in chances.items() if tricks >= contract.target)
    if wanted is None or not 0 < made < sum(chances.values()):
        return dict(chances)
    failed = sum(chances.values()) - made
    return {
        tricks: chance * (wanted / made if tricks >= contract.target else (1 - wanted) / failed)
        for tricks, chance in chances.items()
    }
