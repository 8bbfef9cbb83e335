"""Two calls side by side: does the new one show no hand that the old one did not? (2007/27B1b, 2017/23A)

The exact count decides; the proof with CP-SAT gives a second opinion on request. The report says what the new
call adds and drops, which suits both show, and their purposes. What the law makes of it is the law room's
affair.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from adjudicator.bridge import AdjudicatorError, Hand, Suit
from adjudicator.meanings.counting import NOTHING_KNOWN, Known, count
from adjudicator.meanings.drawing import draw
from adjudicator.meanings.expr import any_of
from adjudicator.meanings.meaning import Meaning
from adjudicator.meanings.profiles import suits_shown

BINDING_PURPOSES = ("ask", "relay", "puppet")
"""Purposes that are part of what a call means: without the same one, no call is contained in the other."""


@dataclass(frozen=True, slots=True)
class Practice:
    """How softly containment is read: the ``leak`` allowed, and the ``difference`` of calls that are still
    similar.
    """

    name: str
    leak: Fraction
    difference: Fraction = Fraction(15, 100)


STRICT = Practice("strict", Fraction(0))
NORMAL = Practice("normal", Fraction(5, 100))
LIBERAL = Practice("liberal", Fraction(15, 100))
PRACTICES = {practice.name: practice for practice in (STRICT, NORMAL, LIBERAL)}


@dataclass(frozen=True, slots=True)
class Masses:
    """Counts of hands: of either call, of both, and of each alone."""

    old: int
    new: int
    both: int

    @property
    def leak(self) -> Fraction:
        """P(not old | new): the part of the new call's hands that the old call did not show."""
        return Fraction(self.new - self.both, self.new) if self.new else Fraction(0)

    @property
    def drop(self) -> Fraction:
        """P(not new | old): the part of the old call's hands that the new call leaves out."""
        return Fraction(self.old - self.both, self.old) if self.old else Fraction(0)

    @property
    def difference(self) -> Fraction:
        """Hands of one call alone, as a part of the hands of either."""
        either = self.old + self.new - self.both
        return Fraction(either - self.both, either) if either else Fraction(0)


@dataclass(frozen=True)
class Comparison:
    """What a replacement shows against what the withdrawn call showed.

    ``everywhere`` counts all hands; ``here`` those consistent with the auction and the known cards, or None
    when nothing was given. ``contained`` is the exact answer over all hands; ``added`` a hand that the new
    call may hold and the old could not, ``dropped`` one the other way round.

    An ask, relay or puppet is part of what a call means: ``matched`` are the old readings that share it with the
    new call, and only their hands (and suits) are compared; where none does, those of all old readings.
    """

    old: tuple[Meaning, ...]
    matched: tuple[Meaning, ...]
    new: tuple[Meaning, ...]
    everywhere: Masses
    here: Masses | None
    added: Hand | None
    dropped: Hand | None
    suits_old: frozenset[Suit]
    suits_new: frozenset[Suit]
    purposes_new: frozenset[str]

    @property
    def contained(self) -> bool:
        """Every hand of the new call is a hand of the old one."""
        return self.everywhere.both == self.everywhere.new

    @property
    def same_hands(self) -> bool:
        return self.everywhere.difference == 0

    @property
    def masses(self) -> Masses:
        """Those that practice looks at: the hands consistent with the auction when it is given."""
        return self.here or self.everywhere

    @property
    def leak(self) -> Fraction:
        return self.masses.leak

    @property
    def purposes_agree(self) -> bool:
        """Some old reading has the same asks, relays and puppets as the new call, or both have none."""
        return bool(self.matched)

    @property
    def same_purpose(self) -> bool:
        """The new call has a purpose, and some reading of the old one has the same (2017/23A3)."""
        return bool(self.purposes_new) and any(set(reading.purposes) == self.purposes_new for reading in self.old)

    @property
    def same_suits(self) -> bool:
        return self.suits_old == self.suits_new

    @property
    def both_natural(self) -> bool:
        """Every reading on both sides is natural (27B1a of 1987 to 2007)."""
        return all(reading.natural for reading in (*self.old, *self.new))

    def precise(self, practice: Practice = NORMAL) -> bool:
        """The same or a more precise meaning, fully contained as the practice reads it (2007/27B1b,
        2017/23A2).
        """
        return self.masses.new > 0 and self.purposes_agree and self.leak <= practice.leak

    def similar(self, practice: Practice = NORMAL) -> bool:
        """The same or a similar meaning: little on either side alone, the same suits, the same purposes
        (2017/23A1).
        """
        close = self.masses.new > 0 and self.masses.difference <= practice.difference
        return close and self.same_suits and self.purposes_agree

    def ground(self, practice: Practice = NORMAL) -> str:
        """Why the calls are comparable under the 2017 laws: ``23A3``, ``23A1``, ``23A2``, or "" when they are
        not.

        A shared purpose is named first since it needs no count; a similar meaning before a more precise one.
        """
        if self.same_purpose:
            return "23A3"
        if self.similar(practice):
            return "23A1"
        return "23A2" if self.precise(practice) else ""


def _binding(purposes: Iterable[str]) -> frozenset[str]:
    return frozenset(purpose for purpose in purposes if purpose.partition("(")[0] in BINDING_PURPOSES)


def compare(
    old: Sequence[Meaning],
    new: Sequence[Meaning],
    *,
    consistent: Meaning | None = None,
    known: Known | None = None,
) -> Comparison:
    """Compare the readings of a withdrawn call with those of its replacement; several readings are
    alternatives.

    ``consistent`` is what the player's hand must be by his legal calls so far; ``known`` the cards that are
    known. A trump suit that is not bound (key cards) is taken as each suit in turn, and the worst answer
    stands.

    >>> from adjudicator.meanings import parse
    >>> report = compare([parse("nat; D>=4; hcp 12-19")], [parse("nat; D>=6; hcp 13-15")])
    >>> report.contained, report.ground()
    (True, '23A2')
    """
    if not old or not new:
        raise AdjudicatorError("a comparison needs at least one reading of each call")
    if any("trump" in reading.variables for reading in (*old, *new)):
        found = [_compare(_bound(old, suit), _bound(new, suit), consistent, known) for suit in Suit]
        return max(found, key=lambda report: (report.leak, report.masses.difference))
    return _compare(old, new, consistent, known)


def _bound(readings: Sequence[Meaning], trump: Suit) -> list[Meaning]:
    return [reading.bind({"trump": trump}) for reading in readings]


def _compare(
    old: Sequence[Meaning], new: Sequence[Meaning], consistent: Meaning | None, known: Known | None
) -> Comparison:
    purposes = frozenset(purpose for reading in new for purpose in reading.purposes)
    matched = [reading for reading in old if _binding(reading.purposes) == _binding(purposes)]
    counted = matched or old
    one, two = _union(counted), _union(new)
    here = None
    if consistent is not None or known is not None:
        frame = _union([consistent]) if consistent is not None else Meaning()
        here = _masses(one & frame, two & frame, known or NOTHING_KNOWN)
    everywhere = _masses(one, two, NOTHING_KNOWN)
    return Comparison(
        tuple(old),
        tuple(matched),
        tuple(new),
        everywhere,
        here,
        _example(two & ~one) if everywhere.leak else None,
        _example(one & ~two) if everywhere.drop else None,
        suits_shown(counted),
        suits_shown(new),
        purposes,
    )


def _union(readings: Sequence[Meaning]) -> Meaning:
    return Meaning(any_of(*(reading.promise for reading in readings)))


def _masses(one: Meaning, two: Meaning, known: Known) -> Masses:
    return Masses(count(one, known), count(two, known), count(one & two, known))


def _example(meaning: Meaning) -> Hand:
    """One hand, the same each time."""
    return draw(meaning, 1, np.random.default_rng(0))[0]


@dataclass(frozen=True)
class Containment:
    """Whether every hand of one meaning is a hand of the others, with a hand that is not, and the leak.

    ``proved_by`` is ``count``, or ``both`` when CP-SAT was asked too.
    """

    contained: bool
    counterexample: Hand | None
    leak: Fraction
    proved_by: str


def contained(new: Meaning, old: Sequence[Meaning], known: Known | None = None, *, prove: bool = False) -> Containment:
    """Whether ``new`` lies within the union of ``old``; ``prove`` asks CP-SAT too, and the two must agree.

    >>> from adjudicator.meanings import parse
    >>> contained(parse("hcp 20.. & bal"), [parse("hcp 18..")]).contained
    True
    """
    given = known or NOTHING_KNOWN
    outside = _union([new]) & ~_union(old)
    leaking, total = count(outside, given), count(new, given)
    example = draw(outside, 1, np.random.default_rng(0), given)[0] if leaking else None
    if prove:
        from adjudicator.meanings.proof import prove_contained

        proof = prove_contained(new, old, given)
        if proof.proved != (leaking == 0):
            raise AdjudicatorError(f"count and proof disagree about '{new.text}': please report this meaning")
    leak = Fraction(leaking, total) if total else Fraction(0)
    return Containment(leaking == 0, example, leak, "both" if prove else "count")


def equivalent(one: Meaning, two: Meaning, known: Known | None = None) -> bool:
    """Whether the two have the same hands.

    >>> from adjudicator.meanings import parse
    >>> equivalent(parse("unbal"), parse("!bal")), equivalent(parse("S+H >= 9"), parse("C+D <= 4"))
    (True, True)
    """
    given = known or NOTHING_KNOWN
    return not count(one & ~two, given) and not count(two & ~one, given)
