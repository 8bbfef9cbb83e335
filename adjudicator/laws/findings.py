"""What a law says about one irregularity: findings, lead restrictions, questions and reference worlds.

A finding is a value that explains itself: the rule, whether it applies, and why. Findings form a tree;
"needs a fact" is a result like any other, and names the fact in the words a director would use.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from adjudicator.bridge import Call, Seat, Side, Suit

__all__ = [
    "Choice",
    "ConflictError",
    "Finding",
    "Findings",
    "Lead",
    "Question",
    "ReferenceWorld",
    "Status",
]


class Status(StrEnum):
    """Whether a rule governs the case, does not, cannot be decided on the facts given, or would govern it if the
    missing fact were as the finding supposes."""

    APPLIES = "applies"
    WOULD_APPLY = "would apply"
    DOES_NOT_APPLY = "does not apply"
    NEEDS_FACT = "needs a fact"


class ConflictError(Exception):
    """Two rules of equal rank claim the same case: a fault of the edition file, never settled by order."""


@dataclass(frozen=True)
class Question:
    """A fact that only the director can establish: its key in the case file and the question to ask."""

    key: str
    text: str
    answers: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} ({' / '.join(self.answers)})" if self.answers else self.text


@dataclass(frozen=True)
class Lead:
    """A lead restriction on the offender's partner (type and suits as in the law tables).

    It binds only if the offender becomes a defender, at his partner's first turn to lead.
    """

    type: str = "none"
    suits: tuple[Suit, ...] = ()
    duration: str = ""

    def in_words(self) -> str:
        """The restriction as the director announces it."""
        suits = ", ".join(s.letter for s in self.suits)
        return {
            "none": "no lead restriction",
            "not_applicable": "no call was withdrawn",
            "require_or_forbid": f"declarer may require or forbid the lead of one suit out of: {suits}",
            "forbid_any_one": "declarer may forbid the lead of any one suit",
            "forbid_one_unspecified": "declarer may forbid the lead of one suit"
            + (f" other than: {suits}" if suits else " of his choice"),
            "by_final_call": "depends on the call that is made in the end (Law 26)",
            "penalty_card": f"penalty card in: {suits} (the penalty-card law governs the lead)",
        }[self.type]


@dataclass(frozen=True)
class Choice:
    """A point on which authorities disagree: the reading in use and where it came from."""

    key: str
    value: str
    default: str
    text: str

    @property
    def is_default(self) -> bool:
        """Whether the stated default is in use."""
        return self.value == self.default


@dataclass(frozen=True)
class Finding:
    """What one rule says about the case, with all that follows from it."""

    rule: str
    status: Status
    reason: str = ""
    text: str = ""
    confidence: str = ""
    lho_options: str = "none"
    offender_must: str = "none"
    partner_pass: str = "no"
    lead: Lead = field(default_factory=Lead)
    withdrawn_info: str = "none"
    review: tuple[str, ...] = ()
    comparable: bool | None = None
    extra: tuple[tuple[str, object], ...] = ()
    questions: tuple[Question, ...] = ()
    notes: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    children: tuple[Finding, ...] = ()

    def value(self, key: str) -> object:
        """An answer field by its name in the law tables (`allowed`, `via`, `choice`, ...); None if absent."""
        return dict(self.extra).get(key)

    def walk(self) -> Iterator[Finding]:
        """This finding and all below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def rules(self) -> tuple[str, ...]:
        """Gateways, the deciding rule and the laws of review, in that order without repeats."""
        return tuple(dict.fromkeys((self.rule, *self.review)))

    @property
    def open_questions(self) -> tuple[Question, ...]:
        """Every question of the tree, once."""
        seen: dict[str, Question] = {}
        for finding in self.walk():
            if finding.status is not Status.DOES_NOT_APPLY:
                for question in finding.questions:
                    seen.setdefault(question.key, question)
        return tuple(seen.values())


@dataclass(frozen=True)
class ReferenceWorld:
    """What is taken away to see what would have happened: where enumeration starts and who knows what."""

    event_index: int
    kind: str  # "without_irregularity" | "without_ui" | "true_information" | "play"
    rule: str  # the law under which the score is reviewed
    offending: Side
    from_call: int
    actor: Seat
    barred: tuple[Call, ...] = ()
    bars_later_turns: bool = False
    removed_call: Call | None = None
    informed: tuple[Seat, ...] = ()
    note: str = ""
    both_non_offending: bool = False  # a director's error (82C): the doubt is each side's, one after the other
    silenced: tuple[tuple[Seat, int | None], ...] = ()  # who must pass in this world, for how many turns (None: all)
    stands_to: int | None = None  # how many calls of the table's auction belong to the position WITH the irregularity
    silenced_with: tuple[tuple[Seat, int | None], ...] = ()  # who had to pass after it
    polled_out: bool = False  # a poll leaves no logical alternative: no infraction, but the shares are shown


@dataclass(frozen=True)
class Findings:
    """All that the laws say about one case: a finding per event, the worlds to compare, what is not known."""

    edition: str
    events: tuple[Finding, ...]
    worlds: tuple[ReferenceWorld, ...] = ()
    score: Finding | None = None
    regulation: str = ""

    def walk(self) -> Iterator[Finding]:
        """Every finding of the case, parents first."""
        for finding in self.events:
            yield from finding.walk()
        if self.score is not None:
            yield from self.score.walk()

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions only a director can answer, each once."""
        seen: dict[str, Question] = {}
        for top in (*self.events, *((self.score,) if self.score else ())):
            for question in top.open_questions:
                seen.setdefault(question.key, question)
        return tuple(seen.values())

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The disputed readings that this case turned on, each once."""
        seen = {choice.key: choice for finding in self.walk() for choice in finding.choices}
        return tuple(seen.values())
