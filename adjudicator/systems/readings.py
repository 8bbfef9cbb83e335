"""What a call means for this pair: promises, what it denies, forcing status, suits, purpose.

A call may have several readings (alternatives).  Negative inferences are computed from the rules that the player
passed over, never typed: strict ones (a rule of a higher tier would have been chosen) can be used in proofs,
soft ones say how much less likely a hand becomes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import Auction, Call, Seat, Suit, Vulnerability
from adjudicator.meanings import Features, Meaning, parse
from adjudicator.systems.bounds import meaning_of_text
from adjudicator.systems.choice import OUTRANKED, node_of, systems_pair
from adjudicator.systems.context import Instance, Node, Systems
from adjudicator.systems.model import System

__all__ = ["CallMeaning", "NegativeInference", "Reading", "meaning_of", "meaning_of_next"]

BANK = 20_000
NEGLIGIBLE = 0.003


@dataclass(frozen=True)
class NegativeInference:
    """A hand that fits `meaning` would have called `call` (by `rule`): the call made denies it.

    `factor` is what is left of such a hand's likelihood; `strict` inferences hold by order of precedence.
    """

    rule: str
    call: Call
    meaning: Meaning
    strict: bool
    factor: float


@dataclass(frozen=True)
class Reading:
    """One meaning of a call, with the rule that gives it."""

    rule: str
    meaning: Meaning
    forcing: str
    suits: tuple[Suit, ...]
    purposes: tuple[str, ...]
    rare: bool
    selecting: Meaning
    negative: tuple[NegativeInference, ...] = ()
    alert: Mapping[str, str] = field(default_factory=dict, hash=False)
    source: str = ""
    fallback: bool = False

    @property
    def natural(self) -> bool:
        """True when the call means what it says."""
        return self.meaning.natural is not False

    @property
    def text(self) -> str:
        """The promise in the notation of the meaning language, tags first."""
        return self.meaning.text

    @cached_property
    def with_denials(self) -> Meaning:
        """The promise together with the strict negative inferences."""
        result = self.meaning
        for denial in self.negative:
            if denial.strict:
                result = replace(result, expr=(result & ~denial.meaning).expr)
        return result

    def likelihood(self, features: Features) -> NDArray[np.float32]:
        """Soft form: 1 where the promise holds and nothing better fitted, less for each rule passed over."""
        weight = np.where(self.meaning.mask(features), np.float32(1), np.float32(0))
        for denial in self.negative:
            weight = np.where(denial.meaning.mask(features), weight * np.float32(denial.factor), weight)
        return weight


@dataclass(frozen=True)
class CallMeaning:
    """A call in its auction with every reading the pair's agreements give it, most likely first."""

    call: Call
    seat: Seat
    system: str
    readings: tuple[Reading, ...]

    @property
    def fallback(self) -> bool:
        """True when no rule covers the call and the reading is only the natural sense of it."""
        return self.readings[0].fallback

    @property
    def forcing(self) -> str:
        return self.readings[0].forcing

    @property
    def natural(self) -> bool:
        """True when every usual reading is natural."""
        return all(reading.natural for reading in self.readings if not reading.rare)

    @cached_property
    def meaning(self) -> Meaning:
        """All readings as one disjunction (tags of the first)."""
        result = self.readings[0].meaning
        for reading in self.readings[1:]:
            result = replace(self.readings[0].meaning, expr=(result | reading.meaning).expr)
        return result


def meaning_of(
    auction: Auction, index: int, systems: System | Systems, vulnerability: Vulnerability = Vulnerability.NONE
) -> CallMeaning:
    """What the call at `index` of the auction means.

    >>> from adjudicator.systems import load_system
    >>> auction = Auction.parse(Seat.NORTH, "1NT P 2D")
    >>> meaning_of(auction, 2, load_system("sayc")).readings[0].text
    'art; purpose: transfer(H); H >= 5'
    """
    return meaning_of_next(auction.prefix(index), auction.calls[index], systems, vulnerability)


def meaning_of_next(
    auction: Auction, call: Call, systems: System | Systems, vulnerability: Vulnerability = Vulnerability.NONE
) -> CallMeaning:
    """What `call` would mean as the next call of the auction."""
    node = node_of(auction, vulnerability, systems)
    seat = Seat(node.state.turn)
    system = systems_pair(systems)[seat % 2]
    found = node.of_call(int(call))
    ordered = sorted(found, key=lambda instance: instance.rule.rare)
    readings = tuple(_reading(node, instance) for instance in ordered) or (_fallback(node, call),)
    return CallMeaning(call, seat, system.id, readings)


def _reading(node: Node, instance: Instance) -> Reading:
    rule = instance.rule
    purposes = _purposes(instance)
    meaning = replace(
        meaning_of_text(instance.show),
        natural=not rule.art,
        purposes=purposes,
        forcing={"f1": "f1", "gf": "gf", "inv": "inv", "pre": "pre", "so": "signoff"}.get(rule.force, ""),
    )
    suits = tuple(Suit(suit) for suit in instance.about) or _named_suit(instance)
    return Reading(
        rule.id,
        meaning,
        rule.force,
        suits,
        purposes,
        rule.rare,
        meaning_of_text(instance.select),
        _denials(node, instance),
        rule.alert,
        rule.src,
    )


def _named_suit(instance: Instance) -> tuple[Suit, ...]:
    """The suit of a natural suit bid (a raise shows the suit raised)."""
    call = Call(instance.call)
    if instance.rule.art or not call.is_bid or int(call.denomination) > 3:
        return ()
    return (Suit(int(call.denomination)),)


def _purposes(instance: Instance) -> tuple[str, ...]:
    """What the call is for, where hands alone do not tell (Law 23A3 needs it)."""
    rule = instance.rule
    if rule.purpose:
        return rule.purpose
    if rule.asks:
        return (f"ask({rule.asks})",)
    if rule.force == "trf":
        return (f"transfer({Suit(instance.about[0]).letter})",) if len(instance.about) == 1 else ("puppet",)
    if rule.force == "pen":
        return ("penalty",)
    if instance.call == 1 and rule.art:
        return ("takeout",)
    if rule.art and instance.raises >= 0 and not rule.shows:
        return (f"raise({Suit(instance.raises).letter})",)
    if rule.shows:
        return (f"shows({rule.shows})",)
    return ()


def _fallback(node: Node, call: Call) -> Reading:
    """The natural sense of a call that no rule covers; it says so."""
    if call.is_bid and int(call.denomination) < 4:
        suit = Suit(int(call.denomination))
        suits: tuple[Suit, ...] = (suit,)
        least = max(4, node.state.shown[node.state.turn].lo[suit])
        meaning = parse(f"nat; {suit.letter} >= {least}")
    else:
        meaning, suits = parse("nat; any"), ()
    return Reading(
        "fallback",
        meaning,
        "none",
        suits,
        (),
        False,
        meaning,
        fallback=True,
        source="no agreement covers this call; natural sense assumed",
    )


def _denials(node: Node, instance: Instance) -> tuple[NegativeInference, ...]:
    """The rules for other calls that come before this one and that hands of this reading could meet."""
    found = []
    reading = meaning_of_text(instance.show)
    if instance.deny:
        found.append(
            NegativeInference(
                f"{instance.rule.id}.deny", Call(instance.call), meaning_of_text(instance.deny), True, 0.0
            )
        )
    for other in node.instances[: node.instances.index(instance)]:
        if other.call == instance.call or other.rule.layer < 1:
            continue
        select = meaning_of_text(other.select)
        if _overlap(reading, select) <= NEGLIGIBLE:
            continue
        strict = other.rank[:2] > instance.rank[:2] or instance.rule.id in other.rule.over
        factor = math.exp(-OUTRANKED * (2 if strict else 1))
        found.append(NegativeInference(other.rule.id, Call(other.call), select, strict, factor))
    return tuple(found)


@lru_cache(maxsize=1)
def hand_bank() -> Features:
    """Random hands on which overlaps of meanings are judged (fixed seed)."""
    order = np.random.default_rng(20260).permuted(np.tile(np.arange(52), (BANK, 1)), axis=1)[:, :13]
    masks = np.zeros((BANK, 4), dtype=np.uint16)
    for suit in range(4):
        bits = np.where(order // 13 == suit, np.left_shift(1, order % 13), 0)
        masks[:, suit] = bits.sum(axis=1)
    return Features(masks)


@lru_cache(maxsize=2_048)
def _mask(meaning: Meaning) -> NDArray[np.bool_]:
    return meaning.mask(hand_bank())


def _overlap(reading: Meaning, other: Meaning) -> float:
    """Share of the reading's hands that meet the other meaning too (1 when too few hands were seen to tell)."""
    held = _mask(reading)
    seen = int(held.sum())
    return 1.0 if seen < 50 else float((held & _mask(other)).sum()) / seen
