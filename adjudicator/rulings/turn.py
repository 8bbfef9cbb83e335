"""One thing that would turn a ruling."""

from __future__ import annotations

from dataclasses import dataclass


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
