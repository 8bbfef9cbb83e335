"""What two calls show, compared: the suits specified, containment, leak, purpose (all from `meanings`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from operator import or_

from adjudicator.bridge import Call, Suit
from adjudicator.meanings import Meaning, parse
from adjudicator.meanings.profile import profile

__all__ = ["LEAK_ALLOWED", "Sameness", "Shown"]

LEAK_ALLOWED = {"strict": 0.0, "normal": 0.05, "liberal": 0.15}
"""Largest share of the new call's hands that may lie outside the withdrawn call, by liberality."""


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Meaning:
    """A reading ready to be compared; an agreed trump suit that is not named is the same for both calls."""
    meaning = parse(text)
    return meaning.bind(dict.fromkeys(meaning.variables, Suit.SPADES))


@lru_cache(maxsize=4096)
def _promised(meaning: Meaning, length: int) -> frozenset[Suit]:
    lengths = profile(meaning)
    return frozenset(suit for suit in Suit if lengths.length_range(suit)[0] >= length)


@dataclass(frozen=True)
class Shown:
    """What a call shows: the call and the readings that may be attributed to it, in the meaning language.

    >>> Shown(Call.parse("2D"), ("art; H>=5",)).suits(3)
    (<Suit.HEARTS: 2>,)
    """

    call: Call | None
    readings: tuple[str, ...]

    @cached_property
    def meanings(self) -> tuple[Meaning, ...]:
        """The readings, parsed."""
        return tuple(_parsed(text) for text in self.readings)

    @property
    def natural(self) -> bool:
        """Whether every attributable reading is natural."""
        return all(m.natural is True for m in self.meanings)

    @property
    def artificial(self) -> bool:
        """Whether some attributable reading is artificial."""
        return any(m.natural is False for m in self.meanings)

    @property
    def purposes(self) -> frozenset[str]:
        """The purposes shared by all readings (an ask, a relay); empty if there is none."""
        sets = [frozenset(m.purposes) for m in self.meanings]
        return frozenset.intersection(*sets) if sets else frozenset()

    def _suits_of(self, meaning: Meaning, length: int) -> frozenset[Suit]:
        named = set()
        if meaning.natural and self.call is not None and self.call.is_bid:
            suit = self.call.denomination.suit
            named = {suit} if suit is not None else set()
        return frozenset(named | set(_promised(meaning, length)))

    def suits(self, length: int) -> tuple[Suit, ...]:
        """The suits specified in every reading, spades first: promised `length` cards, or named naturally."""
        sets = [self._suits_of(m, length) for m in self.meanings]
        common = frozenset.intersection(*sets) if sets else frozenset()
        return tuple(sorted(common, reverse=True))

    def solely(self, length: int) -> bool:
        """Whether every reading ties the call to the same suits and to nothing vaguer."""
        sets = {self._suits_of(m, length) for m in self.meanings}
        return len(sets) == 1 and not self.notrump

    @property
    def notrump(self) -> bool:
        """Whether the call is a natural bid in notrump."""
        call = self.call
        return call is not None and call.is_bid and call.denomination.suit is None and self.natural

    def denominations(self, length: int) -> frozenset[str]:
        """The denominations the call specifies: suit letters, or NT for a natural notrump bid."""
        suits = {s.letter for s in self.suits(length)}
        return frozenset(suits | ({"NT"} if self.notrump else set()))


@dataclass(frozen=True)
class Sameness:
    """How a replacement relates to the withdrawn call."""

    old: Shown
    new: Shown

    @cached_property
    def _hands(self) -> tuple[int, int, int]:
        """Hands of the new call, of the old one, and of both."""
        old, new = reduce(or_, self.old.meanings), reduce(or_, self.new.meanings)
        return new.count(), old.count(), (new & old).count()

    @property
    def leak(self) -> float:
        """Share of the hands of the new call that the withdrawn call would not hold."""
        new, _, both = self._hands
        return (new - both) / new if new else 0.0

    @property
    def difference(self) -> float:
        """Share of all hands of either call that only one of them holds."""
        new, old, both = self._hands
        either = new + old - both
        return (either - both) / either if either else 0.0

    @property
    def counterexample(self) -> str:
        """A hand that fits the new call and not the withdrawn one, or an empty text."""
        return ""

    @property
    def same_purpose(self) -> bool:
        """Whether both calls share a purpose such as an ask (23A3)."""
        return bool(self.old.purposes & self.new.purposes)

    @property
    def purposes_agree(self) -> bool:
        """Whether neither call has a purpose that the other lacks: hands alone never make calls alike."""
        return self.same_purpose or not (self.old.purposes or self.new.purposes)

    def contained(self, liberality: str) -> bool:
        """Whether the new call is as precise or more so, within the leak that the setting allows."""
        return self.purposes_agree and self.leak <= LEAK_ALLOWED[liberality]

    def similar(self, eps: float, length: int) -> bool:
        """Whether the calls show the same suits and differ in few hands (23A1)."""
        alike = self.old.suits(length) == self.new.suits(length)
        return self.purposes_agree and alike and self.difference <= eps
