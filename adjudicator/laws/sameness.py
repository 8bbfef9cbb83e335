"""What two calls show, compared: the suits specified, containment, leak, purpose (all from `meanings`)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from adjudicator.bridge import Call, Suit
from adjudicator.meanings import PRACTICES, Comparison, Meaning, Practice, compare, parse, profile

__all__ = ["MOST_LEAK", "Sameness", "Shown"]

MOST_LEAK = float(PRACTICES["liberal"].leak)
"""Above this share of hands outside the withdrawn call no practice finds the calls alike."""


_SUFFICIENT = frozenset({"ask", "relay", "negative", "puppet"})
"""Purposes that alone make calls comparable: two raises, takeout doubles or answers differ by what they show."""


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Meaning:
    """A reading ready to be compared; an agreed trump suit that is not named is the same for both calls."""
    meaning = parse(text, comments=True)
    return meaning.bind(dict.fromkeys(meaning.variables, Suit.SPADES))


@lru_cache(maxsize=4096)
def _promised(meaning: Meaning, length: int) -> frozenset[Suit]:
    lengths = profile(meaning)
    return frozenset(suit for suit in Suit if lengths.length_range(suit)[0] >= length)


@lru_cache(maxsize=1024)
def _compared(old: tuple[str, ...], new: tuple[str, ...]) -> Comparison:
    return compare([parse(text, comments=True) for text in old], [parse(text, comments=True) for text in new])


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
    def _comparison(self) -> Comparison:
        return _compared(self.old.readings, self.new.readings)

    @property
    def leak(self) -> float:
        """Share of the hands of the new call that the withdrawn call would not hold."""
        return float(self._comparison.leak)

    @property
    def counterexample(self) -> str:
        """A hand that fits the new call and not the withdrawn one, or an empty text."""
        hand = self._comparison.added
        return "" if hand is None else hand.text

    @property
    def same_purpose(self) -> bool:
        """Whether both calls have the same purpose, such as an ask (23A3)."""
        purposes = {purpose.partition("(")[0] for meaning in self.new.meanings for purpose in meaning.purposes}
        return self._comparison.same_purpose and purposes <= _SUFFICIENT

    @property
    def purposes_agree(self) -> bool:
        """Whether neither call has a purpose that the other lacks: hands alone never make calls alike."""
        return self._comparison.purposes_agree

    def contained(self, liberality: str) -> bool:
        """Whether the new call is as precise or more so, within the leak that the setting allows."""
        return self._comparison.precise(PRACTICES[liberality])

    def similar(self, eps: float, length: int) -> bool:
        """Whether the calls specify the same suits and differ in few hands (23A1)."""
        alike = self.old.suits(length) == self.new.suits(length)
        practice = Practice("edition", PRACTICES["strict"].leak, Fraction(str(eps)))
        return alike and self._comparison.similar(practice)
