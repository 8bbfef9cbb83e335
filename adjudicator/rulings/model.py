"""The ruling as a tree of reasons: frozen values, no formatting."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from adjudicator.auctions.alternatives import Threshold
from adjudicator.bridge import Call, Card, Problem, Result, Seat, Side
from adjudicator.cases import Case
from adjudicator.laws import Findings, ReferenceWorld
from adjudicator.rulings.turn import By as By
from adjudicator.rulings.turn import Judgement as Judgement
from adjudicator.rulings.turn import Turn as Turn


class Verdict(StrEnum):
    """Whether the non-offending side was damaged (2007/12B1, 2017/12B1)."""

    DAMAGE = "damage"
    NONE = "no damage"
    CLOSE = "too close to call"
    OPEN = "cannot say"


@dataclass(frozen=True)
class Interval:
    """A figure with its 90 % interval, in the event's unit."""

    value: Fraction
    low: Fraction
    high: Fraction


@dataclass(frozen=True)
class CallShare:
    """How many of a player's peers would make a call and how many would seriously consider it, polls included.

    ``low`` and ``high`` hold 90 % of the estimate of those who would make it.
    """

    call: Call
    share: float
    low: float
    high: float
    considered: float = 0.0
    votes: int | None = None
    alternative: bool = False
    barred: bool = False


@dataclass(frozen=True)
class InformationGain:
    """What information did for a call over one alternative: its advantage without it, the change, standard error."""

    over: Call
    advantage: float
    gain: float
    error: float


@dataclass(frozen=True)
class InformationValue:
    """What extra information did for the call that was made, in expected score and in rank among the candidates."""

    what: str
    made: Call
    unit: str
    gains: tuple[InformationGain, ...]
    ranks: tuple[int, int]
    layouts: int
    reliable: bool

    def among(self, calls: Collection[Call]) -> InformationValue | None:
        """The same for these alternatives only; ``None`` where none of them was weighed."""
        gains = tuple(gain for gain in self.gains if gain.over in calls)
        return replace(self, gains=gains) if gains else None

    def _clear(self, gain: InformationGain) -> int:
        enough = max(CLEAR * gain.error, NOTABLE.get(self.unit, NOTABLE_POINTS) / 2)
        return int(gain.gain > enough) - int(gain.gain < -enough)

    @property
    def suggested_over(self) -> frozenset[Call]:
        """The alternatives over which the information clearly favours the call."""
        return frozenset(gain.over for gain in self.gains if self.reliable and self._clear(gain) > 0)

    @property
    def suggests(self) -> bool | None:
        """Whether the call was suggested over a logical alternative; no where the information clearly favours each
        of them over it; ``None`` where the figures do not settle it."""
        if self.suggested_over:
            return True
        against = self.reliable and all(self._clear(gain) < 0 for gain in self.gains)
        return False if against else None

    @property
    def leans(self) -> bool:
        """Whether any figure is worth telling: larger than its error and than a quarter of what is noticed."""
        least = NOTABLE.get(self.unit, NOTABLE_POINTS) / 4
        return any(abs(gain.gain) > max(gain.error, least) for gain in self.gains)

    @property
    def reason(self) -> str:
        """The figures, in words."""
        parts, verb, unit = [], "", f" {self.unit}"
        for gain in self.gains:
            said = "lowers" if gain.gain < 0 else "raises"
            start = "by" if said == verb else f"{said} {self.made} by"
            over = "pass" if gain.over.is_pass else gain.over
            parts.append(f"{start} {abs(gain.gain):.1f} ± {gain.error:.1f}{unit} over {over}")
            verb, unit = said, ""
        rank = f", rank {self.ranks[0]} to {self.ranks[1]}" if self.ranks[0] != self.ranks[1] else ""
        text = f"{self.what} {' and '.join(parts)}{rank} ({self.layouts} layouts)"
        return text if self.reliable else f"{text}, but the layouts fit the calls badly"


@dataclass(frozen=True)
class Decision:
    """The turn at which the worlds part: who decides, what he would call, what the law takes away.

    ``information``: what the extra information did for the call that was made, where it was measured.
    """

    call_index: int
    actor: Seat
    made: Call | None
    shares: tuple[CallShare, ...]
    threshold: Threshold
    information: InformationValue | None = None

    @property
    def alternatives(self) -> tuple[CallShare, ...]:
        """Logical alternatives to the call that was made."""
        return tuple(share for share in self.shares if share.alternative and share.call != self.made)


@dataclass(frozen=True)
class Assistance:
    """The call of the offender's partner that is least like his peers', and whether that speaks for help."""

    index: int
    partner: Seat
    call: Call
    share: float
    helped: bool

    @property
    def reason(self) -> str:
        told = (
            f"{self.share:.0%} of {self.partner}'s peers would call {self.call} without having heard the withdrawn call"
        )
        return f"{told}: {'the irregular call may well have helped' if self.helped else 'it did not help'}"


CLEAR = 2.0
"""Standard errors: what a difference must be worth to be more than the luck of the sample."""

NOTABLE = {"IMPs": 1.0, "% of a top": 5.0}
"""Less than this on one layout is neither gain nor loss, nor is half of it on average; in total points it is
`NOTABLE_POINTS`."""
NOTABLE_POINTS = 50.0


@dataclass(frozen=True)
class Foresight:
    """What an irregularity promised to the offender, judged from his own hand and the auction before it.

    ``gain``: worth of the irregular line less that of the best lawful one, with its standard error, over layouts
    of the unseen hands; ``better`` and ``worse``: shares of the layouts on which it gains and loses.
    """

    offender: Seat
    lawful: str
    gain: float
    error: float
    better: float
    worse: float
    unit: str
    layouts: int
    reliable: bool

    @property
    def known(self) -> bool | None:
        """Whether he could have known that it might well gain; ``None`` where the sample says too little."""
        if not self.reliable:
            return None
        enough = max(CLEAR * self.error, NOTABLE.get(self.unit, NOTABLE_POINTS) / 2)
        return self.gain > enough and self.better >= self.worse

    @property
    def reason(self) -> str:
        """The figures, in words."""
        named = {"in turn": "calling in turn", "P": "passing"}
        against = named.get(self.lawful, f"calling {self.lawful}")
        word = "more" if self.gain >= 0 else "less"
        text = (
            f"from {self.offender}'s own hand and the auction before it, what the irregularity brought about is worth "
            f"{abs(self.gain):.1f} ± {self.error:.1f} {self.unit} {word} than {against}: better on {self.better:.0%} "
            f"and worse on {self.worse:.0%} of {self.layouts} layouts"
        )
        if not self.reliable:
            return f"{text}, which fit the calls badly, so this says little"
        return f"{text}; no clear gain" if self.gain > 0 and not self.known else text


@dataclass(frozen=True)
class LeadGroup:
    """Opening leads that leave declarer the same tricks, double dummy."""

    cards: tuple[Card, ...]
    probability: float
    tricks: int


@dataclass(frozen=True)
class ContractView:
    """A final contract that might have been reached: its chance, auctions, leads and tricks."""

    contract: str
    probability: float
    auctions: tuple[tuple[str, float], ...]
    leads: tuple[LeadGroup, ...]
    tricks: Mapping[int, float]
    source: str


@dataclass(frozen=True)
class Outcome:
    """One bridge result in a world: chance, score for North-South, worth to each side."""

    result: Result
    probability: float
    score_ns: int
    value_ns: Fraction
    value_ew: Fraction

    def value(self, side: Side) -> Fraction:
        return self.value_ns if side is Side.NS else self.value_ew


@dataclass(frozen=True)
class Contrast:
    """The same position WITH the irregularity, gone through again from the table's own call.

    ``difference`` is what each side has without the irregularity less what it has with it; the two are drawn
    together, so that its interval is that of the difference itself.
    """

    prefix: str
    expected: tuple[Interval, Interval]
    difference: tuple[Interval, Interval]
    outcomes: tuple[Outcome, ...] = ()


@dataclass(frozen=True)
class WorldView:
    """A reference world worked out: the position without the irregularity and what comes of it.

    ``caused`` tells whether the irregularity can have brought about what the player concerned did, ``cause`` why.
    ``contrast`` is the position with the irregularity, where it can be gone through again.
    """

    world: ReferenceWorld
    prefix: str
    decision: Decision | None
    contracts: tuple[ContractView, ...]
    outcomes: tuple[Outcome, ...]
    unexplored: float
    infraction: bool | None
    expected: tuple[Interval, Interval] | None
    reason: str
    caused: bool = True
    cause: str = ""
    assistance: Assistance | None = None
    contrast: Contrast | None = None
    foresight: Foresight | None = None

    def expectation(self, side: Side) -> Interval | None:
        return None if self.expected is None else self.expected[side]


@dataclass(frozen=True)
class Damage:
    """Table result against the expectation without the infraction, for one non-offending side.

    ``shaded`` is the expectation with the benefit of the doubt in the weights; it decides what is too close to call.
    ``award`` is what this side would be given if this were the only infraction, ``award_other`` what the other side
    would; both are ``None`` where the law gives nothing. ``table_other`` is the other side's table result.
    """

    side: Side
    verdict: Verdict
    table: Fraction | None
    expected: Interval | None
    reason: str
    world: int | None = None
    shaded: Fraction | None = None
    award: Fraction | None = None
    award_other: Fraction | None = None
    table_other: Fraction | None = None


@dataclass(frozen=True)
class Weight:
    """One result in an adjusted score: as estimated and as proposed."""

    result: Result
    score_ns: int
    unbiased: Fraction
    proposed: Fraction


@dataclass(frozen=True)
class OwnPart:
    """Damage that a side brought on itself: A at the table, B by the adjustment, C with the infraction but without
    its own error, all in the event's unit; ``net`` is what it gets."""

    a: Fraction
    b: Fraction
    c: Fraction
    net: Fraction
    rule: str
    reason: str

    @property
    def own(self) -> Fraction:
        """What the error cost."""
        return self.c - self.a

    @property
    def caused(self) -> Fraction:
        """What the infraction cost."""
        return self.b - self.c


@dataclass(frozen=True)
class AppliedPenalty:
    """A penalty of Law 90 beside the score: never part of it, and nothing to the other side.

    ``amount`` is in ``unit``, that of the event where it can be told, else as the penalty was given.
    """

    side: Side | Seat
    amount: Fraction | None
    unit: str
    rule: str
    text: str


@dataclass(frozen=True)
class Proposal:
    """The score proposed for one side."""

    side: Side
    kind: str
    weights: tuple[Weight, ...]
    value: Fraction | None
    unbiased_value: Fraction | None
    rule: str
    text: str
    own_part: OwnPart | None = None


@dataclass(frozen=True)
class Ruling:
    """Everything a director needs: law, worlds, damage, proposal, sensitivity, judgements, sources.

    ``together`` tells how several infractions were put together; ``penalties`` stand beside the score.
    """

    case: Case
    findings: Findings
    unit: str
    scorer: str
    table_values: tuple[Fraction, Fraction] | None
    worlds: tuple[WorldView, ...]
    damage: tuple[Damage, ...]
    proposals: tuple[Proposal, ...]
    turns: tuple[Turn, ...]
    judgements: tuple[Judgement, ...]
    missing: tuple[str, ...]
    seed: int
    versions: Mapping[str, str] = field(hash=False)
    warnings: tuple[Problem, ...] = ()
    together: tuple[str, ...] = ()
    penalties: tuple[AppliedPenalty, ...] = ()

    @property
    def adjusts(self) -> bool:
        """Whether any side's score is changed."""
        return any(proposal.kind in ("assigned", "weighted") for proposal in self.proposals)
