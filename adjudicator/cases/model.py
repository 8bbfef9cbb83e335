"""The case as frozen values: what happened, what was agreed, what the director found. No conclusions.

`None` always means "not known". `adjudicator.cases.load_case` makes these values from a case file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as attribute
from enum import StrEnum
from fractions import Fraction
from typing import Any

from adjudicator.bridge import Auction, Call, Card, Contract, Deal, Problem, Result, Seat, Side, Vulnerability
from adjudicator.cases.hands import HandPattern
from adjudicator.cases.kinds import EventKind

EDITIONS = ("1987", "1997", "2007", "2017")
HandPatterns = tuple[HandPattern | None, HandPattern | None, HandPattern | None, HandPattern | None]


class Standing(StrEnum):
    """How firm a fact is."""

    AGREED = "agreed"
    ESTABLISHED = "established"
    ASSUMED = "assumed"
    DISPUTED = "disputed"


class ScoringUnit(StrEnum):
    """The unit in which the event compares results."""

    MATCHPOINTS = "MP"
    IMPS = "IMP"
    CROSS_IMPS = "cross-IMP"
    BUTLER = "Butler"
    BOARD_A_MATCH = "BAM"
    TOTAL_POINTS = "total"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Scoring:
    """The form of scoring: as the file says it, its unit, and the kind of contestant when known."""

    raw: str = "unknown"
    unit: ScoringUnit = ScoringUnit.UNKNOWN
    contest: str = ""  # "pairs", "teams", "individual" or ""


@dataclass(frozen=True)
class Fact:
    """One finding of the director: a key of the laws room, its value, and how firm it is."""

    key: str
    value: Any
    standing: Standing = Standing.ESTABLISHED
    note: str = ""


@dataclass(frozen=True)
class Event:
    """Something that happened at the table.

    `call_index` counts the calls of the case's auction from 0; -1 means that it belongs to no call that
    stands. `withdrawn_calls` were made and taken back and are not in the auction; `replacement` is what was
    called instead at that turn. `turn` is the player whose turn it was. `said`, `meant` and `agreement` are
    words; `meaning_old` and `meaning_new` are readings, in the meaning language, of the withdrawn call and
    of its replacement.
    """

    kind: EventKind
    call_index: int = -1
    by: Seat | Side | None = None
    withdrawn_calls: tuple[Call, ...] = ()
    withdrawn_text: str = ""
    replacement: Call | None = None
    accepted: bool | None = None
    turn: Seat | None = None
    said: str = ""
    meant: str = ""
    agreement: str = ""
    meaning_old: tuple[str, ...] = ()
    meaning_new: tuple[str, ...] = ()
    suggested: tuple[Call, ...] = ()
    alternatives: tuple[Call, ...] = ()
    cards: tuple[Card, ...] = ()
    trick: int | None = None
    description: str = ""
    facts: tuple[Fact, ...] = ()
    extra: Mapping[str, Any] = attribute(default_factory=dict, hash=False)

    @property
    def withdrawn_call(self) -> Call | None:
        """The (first) call taken back."""
        return self.withdrawn_calls[0] if self.withdrawn_calls else None

    @property
    def seat(self) -> Seat | None:
        """The player, when a single player did it."""
        return self.by if isinstance(self.by, Seat) else None

    @property
    def side(self) -> Side | None:
        """The side that did it."""
        return self.by.side if isinstance(self.by, Seat) else self.by

    def fact(self, key: str) -> Fact | None:
        """The director's finding of that name about this event."""
        return next((fact for fact in self.facts if fact.key == key), None)


@dataclass(frozen=True)
class Agreement:
    """One agreement of a pair that the case states: what a call shows, or a line that changes its system.

    `auction` is the auction before the call ("" = any); `call` is the call; `by` the side or player; `means` is the
    text in the meaning language; `text` is a line such as "1NT is 12-14" or "no Drury", which needs no call; `note`
    keeps the words of the source.
    """

    means: str = ""
    call: Call | None = None
    auction: str = ""
    by: Seat | Side | None = None
    standing: Standing = Standing.ESTABLISHED
    note: str = ""
    text: str = ""

    @property
    def line(self) -> str:
        """The agreement as one line that `adjudicator.systems.altered` understands; "" when it says nothing.

        >>> Agreement("hcp 8..10 & C >= 6", Call.parse("3C"), "1NT P").line
        '1NT-3C is hcp 8..10 & C >= 6'
        """
        if self.text or self.call is None or not self.means:
            return self.text
        before = self.auction.split()
        ours = [word if (len(before) - place) % 2 == 0 else f"({word})" for place, word in enumerate(before)]
        made = [word for word in ours if word.strip("()") != "P"]
        return f"{'-'.join([*made, str(self.call)])} is {self.means}"

    def is_of(self, side: Side) -> bool:
        """Whether the agreement is one of this side; one that names nobody is taken to be of both."""
        return self.by is None or (self.by.side if isinstance(self.by, Seat) else self.by) is side


@dataclass(frozen=True)
class Poll:
    """Answers of players who were given the hand and the auction up to call number `call_index`.

    `votes` say what they would call, `considered` how many seriously thought of a call, `out_of` how many
    were asked. `informed` tells whether they knew what the player at the table should not have known.
    """

    call_index: int
    votes: tuple[tuple[Call, int], ...] = ()
    considered: tuple[tuple[Call, int], ...] = ()
    out_of: int | None = None
    players: str = ""
    informed: bool | None = None
    question: str = ""

    @property
    def total(self) -> int:
        """How many players answered."""
        return self.out_of if self.out_of is not None else sum(count for _, count in self.votes)


@dataclass(frozen=True)
class FieldScore:
    """A result reached at other tables, and at how many of them."""

    score_ns: int
    count: Fraction = Fraction(1)
    result: Result | None = None


@dataclass(frozen=True)
class OtherTable:
    """The result at the other table of a team match."""

    score_ns: int
    result: Result | None = None


@dataclass(frozen=True)
class SeriousError:
    """A finding that a non-offending side hurt itself: who, what, and which part of the loss it was."""

    by: Seat | Side | None
    kind: str = "serious_error"
    description: str = ""
    instead: Result | None = None
    instead_score_ns: int | None = None


@dataclass(frozen=True)
class ProceduralPenalty:
    """A penalty that the director gave beside the score: whom, how much ("10% of a top", "3 IMPs"), by which law."""

    by: Seat | Side | None
    amount: str = ""
    law: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Outcome:
    """One line of a recorded adjusted score or of an answer."""

    contract: Contract | None
    contract_text: str = ""
    tricks: int | None = None
    score_ns: int | None = None
    weight: Fraction | None = None
    weight_min: Fraction | None = None
    weight_max: Fraction | None = None
    imps: Fraction | None = None


@dataclass(frozen=True)
class RecordedRuling:
    """A ruling somebody gave, kept for comparison only; it never enters a computation."""

    summary: str = ""
    ns: tuple[Outcome, ...] = ()
    ew: tuple[Outcome, ...] = ()
    artificial_ns: str = ""
    artificial_ew: str = ""
    penalty_ns: str = ""
    penalty_ew: str = ""
    extra: Mapping[str, Any] = attribute(default_factory=dict, hash=False)


@dataclass(frozen=True)
class AnsweredCall:
    """What an answer says about one possible call of the offender."""

    call: Call
    comparable: bool | None = None
    partner_silenced: str = ""  # "no", "once", "throughout" or ""
    condition: str = ""


@dataclass(frozen=True)
class Answer:
    """The published answer to a case, for comparison only. `adjust` is None when the source calls it possible."""

    status: str = ""
    who: str = ""
    summary: str = ""
    adjust: bool | None = None
    adjust_text: str = ""
    adjust_law: str = ""
    calls: tuple[AnsweredCall, ...] = ()
    candidates: tuple[Outcome, ...] = ()
    lead_restriction: str = ""
    restricted_player: Seat | None = None
    suits_available: tuple[str, ...] = ()
    extra: Mapping[str, Any] = attribute(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Case:
    """Everything a director can put on paper about one board at one table.

    `hands` hold what is known of each hand (N, E, S, W); `deal` is there when all 52 cards are. `auction`
    has the calls that stand; `skipped` are indexes of passes that nobody made, filled in where an accepted
    call out of turn went past a player. `info` keeps keys of the file that only inform the reader.
    """

    id: str = ""
    title: str = ""
    edition: str = "2017"
    edition_source: str = "stated"
    authority: str = ""
    year: int | None = None
    date: str = ""
    event: str = ""
    scoring: Scoring = Scoring()
    board: int | None = None
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    deal: Deal | None = None
    hands: HandPatterns = (None, None, None, None)
    auction: Auction | None = None
    auction_complete: bool = False
    skipped: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()
    systems: str = ""
    system_ns: str = ""
    system_ew: str = ""
    explanations: str = ""
    agreements: tuple[Agreement, ...] = ()
    lead: Card | None = None
    play: tuple[Card, ...] = ()
    table_contract: Contract | None = None
    table_contract_text: str = ""
    table_result: Result | None = None
    table_result_text: str = ""
    table_score_ns: int | None = None
    other_table: OtherTable | None = None
    field: tuple[FieldScore, ...] = ()
    field_file: str = ""
    polls: tuple[Poll, ...] = ()
    facts: tuple[Fact, ...] = ()
    serious_errors: tuple[SeriousError, ...] = ()
    penalties: tuple[ProceduralPenalty, ...] = ()
    director_ruling: RecordedRuling | None = None
    final_ruling: RecordedRuling | None = None
    answer: Answer | None = None
    config: Mapping[str, Any] = attribute(default_factory=dict, hash=False)
    seed: int | None = None
    players: tuple[str, str, str, str] = ("", "", "", "")
    law_cited: tuple[str, ...] = ()
    info: Mapping[str, Any] = attribute(default_factory=dict, hash=False)
    source: str = attribute(default="", compare=False)

    def fact(self, key: str) -> Fact | None:
        """The director's finding of that name, or `None` when he has not said."""
        return next((fact for fact in self.facts if fact.key == key), None)

    def hand(self, seat: Seat) -> HandPattern | None:
        """What is known of one hand."""
        return self.hands[seat]

    def events_of(self, *kinds: EventKind) -> tuple[Event, ...]:
        """The events of these kinds, in the order of the file."""
        return tuple(event for event in self.events if event.kind in kinds)

    def alterations(self, side: Side) -> tuple[str, ...]:
        """The stated agreements of a side as lines for `adjudicator.systems.altered`."""
        return tuple(agreement.line for agreement in self.agreements if agreement.is_of(side) and agreement.line)

    def poll_at(self, call_index: int) -> tuple[Poll, ...]:
        """The polls taken about call number `call_index`."""
        return tuple(poll for poll in self.polls if poll.call_index == call_index)

    def missing(self) -> tuple[str, ...]:
        """What the case does not say and a full ruling would need, in plain words."""
        from adjudicator.cases.completeness import missing_facts  # it needs Case itself

        return missing_facts(self)

    def can(self) -> frozenset[str]:
        """What can be done all the same: a set of "law", "auctions", "tricks", "scores", "unit", "damage"."""
        from adjudicator.cases.completeness import possible_stages

        return possible_stages(self)


@dataclass(frozen=True)
class LoadedCase:
    """A case and everything found wrong with its file; `case` is `None` when nothing could be read at all."""

    case: Case | None
    problems: tuple[Problem, ...] = ()

    @property
    def errors(self) -> tuple[Problem, ...]:
        """Problems that forbid a ruling until they are put right."""
        return tuple(problem for problem in self.problems if problem.severity == "error")

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Problems to tell the reader about; the case is ruled all the same."""
        return tuple(problem for problem in self.problems if problem.severity != "error")
