"""What was judged in a ruling, and what would turn it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class By(StrEnum):
    """Who made a judgement."""

    PROGRAM = "program"
    DIRECTOR = "director"
    POLL = "poll"


@dataclass(frozen=True)
class Judgement:
    """Something that is not computed but judged: by whom, on what basis, and how to overrule it."""

    key: str
    question: str
    answer: str
    by: By
    basis: str


@dataclass(frozen=True)
class Turn:
    """A judgement or number the ruling rests on, and the value at which the ruling changes.

    ``text`` is the condition in words; ``change`` makes it with ``--set``, ``within`` is the last value before it that
    changes nothing ("" where it is the value now). ``plausibility``: how likely the condition holds, 0 to 1.
    """

    key: str
    text: str
    now: str
    turns_at: str
    consequence: str
    plausibility: float
    change: str
    within: str = ""

    @property
    def of_law(self) -> bool:
        """Whether it is about another edition or sponsor, which is told for the reader's sake."""
        return self.key.startswith(("law_edition", "config.regulation"))
