"""A walk through the questions at the table: each answer leads to the next, until the law can be announced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from adjudicator.bridge import AdjudicatorError, Auction, Call, Seat, Suit
from adjudicator.laws.config import Config
from adjudicator.laws.editions import EDITIONS, load_edition
from adjudicator.laws.engine import decide_facts
from adjudicator.laws.findings import Finding, Question, Status
from adjudicator.laws.known import checked_facts, checked_readings
from adjudicator.laws.questions import ask
from adjudicator.laws.table import ABOVE_SEVEN, table_facts

__all__ = ["KINDS", "Interview"]

KINDS: dict[str, str] = {
    "insufficient": "insufficient bid",
    "out_of_rotation": "call out of rotation",
    "change_of_call": "call changed",
    "inadmissible": "inadmissible double or redouble",
    "silenced": "action by a player bound to pass",
    "too_high": "bid of more than seven",
    "exposed_card": "card exposed during the auction",
    "misinformation": "misinformation, a call to be changed",
    "lead_penalty": "lead restriction after a withdrawn call",
    "ui": "action suggested by unauthorised information",
    "explanation": "explanation or call mistaken",
    "agreement": "agreement not fully explained",
    "tempo": "opponent misled by tempo or manner",
    "revoke": "equity after a revoke",
    "appeal": "is an appeal admissible",
}
_QUESTION_OF = {
    "exposed_card": "exposed",
    "misinformation": "change_of_call",
    "lead_penalty": "lead",
    "ui": "infraction",
    "explanation": "infraction",
    "agreement": "remedy",
    "tempo": "false_inference",
    "revoke": "equity",
    "appeal": "admissible",
}
_MAY_BE_ACCEPTED = frozenset({"insufficient", "out_of_rotation"})
_NO_AUCTION = frozenset(_QUESTION_OF)
UNKNOWN = frozenset({"?", "unknown", "не знаю"})

_OPENING: tuple[Question, ...] = (
    Question("edition", "Which edition of the laws is in force?", EDITIONS),
    Question("kind", "What happened?", tuple(KINDS)),
)
_TABLE: tuple[Question, ...] = (
    Question("dealer", "Who was the dealer?", ("N", "E", "S", "W")),
    Question("auction", "Which calls stood before it? (for example: 1S P 2H; empty if none)"),
    Question("offender", "Who offended?", ("N", "E", "S", "W")),
    Question("irregular_call", "Which call was it?"),
)
_TOP_LEVEL = frozenset({"replacement", "meaning_old", "meaning_new"})


@dataclass(frozen=True)
class Interview:
    """What has been answered so far. `next_question` is None when the ruling is ready or a fact stays unknown.

    >>> walk = Interview()
    >>> for answer in ("2007", "insufficient", "N", "1S", "E", "1H", "refuses", "2H", "nat; H>=5", "nat; H>=5"):
    ...     walk = walk.answer(answer)
    >>> walk.ruling.rule
    '2007/27B1a'
    """

    entry: Mapping[str, Any] = field(default_factory=dict)
    skipped: frozenset[str] = frozenset()
    config: Config = field(default_factory=Config)

    @property
    def next_question(self) -> Question | None:
        """The next thing to ask, in a director's words."""
        for question in self._opening():
            if question.key not in self.entry:
                return question
        wanted = [q for q in self.ruling.open_questions if q.key not in self.skipped]
        if self.ruling.status is Status.APPLIES:
            wanted = [q for q in wanted if q.key not in self._known()]
        return wanted[0] if wanted else None

    def _opening(self) -> tuple[Question, ...]:
        kind = str(self.entry.get("kind", ""))
        if kind == "lead_penalty":
            return (*_OPENING, *self._about_the_lead())
        if kind in _NO_AUCTION or not kind:
            return _OPENING
        extra = []
        if kind.startswith("out_of_rotation"):
            extra.append(Question("turn", "Whose turn was it?", ("N", "E", "S", "W")))
        if kind == "change_of_call":
            extra.append(Question("tried", "Which call did he try to put in its place?"))
        if kind in _MAY_BE_ACCEPTED:
            extra.append(ask("lho"))
        if kind == "out_of_rotation" and self.entry.get("lho") == "refuses":
            extra.append(ask("then"))
        return (*_OPENING, *_TABLE, *extra)

    def _about_the_lead(self) -> tuple[Question, ...]:
        """Which suits were withdrawn and shown; how they were shown matters once there are any."""
        keys = ["withdrawn_suits", "later_suits"]
        if load_edition(str(self.entry["edition"])).references["lead_rule"] == "one_unspecified":
            keys.insert(0, "comparable")
        if self.entry.get("later_suits"):
            keys.append("how")
        return tuple(ask(key) for key in keys)

    def _known(self) -> frozenset[str]:
        return frozenset(self.entry) | frozenset(self.entry.get("facts", {}))

    def answer(self, text: str) -> Interview:
        """The walk with one more answer; `?` leaves the fact unknown. Raises AdjudicatorError with what is wrong."""
        question = self.next_question
        if question is None:
            raise AdjudicatorError("there is no question left")
        text = text.strip()
        if text in UNKNOWN and question not in self._opening():
            return replace(self, skipped=self.skipped | {question.key})
        return replace(self, entry=self._with(question, text))

    def _with(self, question: Question, text: str) -> dict[str, Any]:
        key, entry = question.key, dict(self.entry)
        if question in (*_OPENING, *_TABLE) or key == "turn":
            entry[key] = _opening_value(question, text)
        elif key in _TOP_LEVEL:
            entry[key] = str(Call.parse(text)) if key == "replacement" else _readings(question, text)
        elif key == "then":
            entry["then"] = [str(Call.parse(word)) for word in text.split()]
        else:
            entry["facts"] = {**entry.get("facts", {}), **checked_facts({key: _fact(question, text)})}
            if question in self._opening():
                entry[key] = entry["facts"][key]
        return entry

    @property
    def table_entry(self) -> dict[str, Any]:
        """The answers in the form of a law-table entry."""
        facts = self.entry.get("facts", {})
        entry = {k: v for k, v in self.entry.items() if k not in facts}
        kind = str(entry["kind"])
        if kind == "out_of_rotation":
            call = Call.parse(str(entry["irregular_call"]))
            entry["kind"] = f"out_of_rotation_{'bid' if call.is_bid else 'pass' if call.is_pass else 'double'}"
        if kind in _QUESTION_OF:
            entry["facts"] = {"question": _QUESTION_OF[kind], **entry.get("facts", {})}
        return entry

    @property
    def ruling(self) -> Finding:
        """What the law says on the answers so far."""
        return decide_facts(table_facts(self.table_entry, self.config), load_edition(str(self.entry["edition"])))


def _opening_value(question: Question, text: str) -> Any:
    if question.key == "auction":
        return [str(call) for call in Auction.parse(Seat.NORTH, text).calls]
    if question.key in {"dealer", "offender", "turn"}:
        return Seat.parse(text).letter
    if question.key == "irregular_call":
        return text if ABOVE_SEVEN.fullmatch(text) else str(Call.parse(text))
    return _one_of(question, text)


def _one_of(question: Question, text: str) -> str:
    """The answer meant: its beginning is enough."""
    fitting = [a for a in question.answers if a == text] or [a for a in question.answers if text and a.startswith(text)]
    if len(fitting) != 1:
        raise AdjudicatorError(
            f"'{text}' is no answer to '{question.text}'; choose from: {', '.join(question.answers)}"
        )
    return fitting[0]


_SUITS = frozenset({"withdrawn_suits", "later_suits", "wants_to_forbid"})
_NUMBERS = frozenset(
    {"alternative_share", "choosing_share", "minutes", "level", "tricks_made", "tricks_moved", "tricks_without"}
)


def _fact(question: Question, text: str) -> Any:
    if question.answers == ("yes", "no"):
        return {"yes": True, "no": False}[_one_of(question, text.lower())]
    if question.answers:
        return _one_of(question, text)
    if question.key in _SUITS:
        return [Suit.parse(word).letter for word in text.replace(",", " ").split()]
    if question.key == "cards":
        return text.replace(",", " ").split()
    if question.key in _NUMBERS:
        return _number(question, text)
    return str(Call.parse(text)) if question.key in {"final", "tried"} else text


def _readings(question: Question, text: str) -> list[str]:
    readings = [reading.strip() for reading in text.split("|")]
    if not checked_readings(readings, question.key):
        raise AdjudicatorError(
            f"'{text}' says nothing in the meaning language; write for example: nat; H>=5; hcp 11-19, or ? if not known"
        )
    return readings


def _number(question: Question, text: str) -> float:
    try:
        return float(text.rstrip("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        raise AdjudicatorError(f"'{text}' is no number; {question.text}") from None
