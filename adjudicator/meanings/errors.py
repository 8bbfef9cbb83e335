"""What can go wrong with a meaning: not written rightly, not bound to suits, not expressible in one
reading.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.bridge import AdjudicatorError, Problem

_SHOWN = 120
"""Characters of a meaning that an error quotes."""


class MeaningError(AdjudicatorError):
    """The text is no meaning: ``position`` (from 0), what was ``expected`` there, and the ``nearest`` known
    word.
    """

    def __init__(self, text: str, position: int, message: str, expected: str = "", nearest: str = "") -> None:
        self.text, self.position, self.expected, self.nearest = text, position, expected, nearest
        advice = f"did you mean '{nearest}'?" if nearest else f"write {expected}" if expected else ""
        super().__init__(
            Problem(f"{message} (column {position + 1} of '{_around(text, position)}')", advice, field="meaning")
        )


def _around(text: str, position: int) -> str:
    """The text, or of a long one what stands around the place."""
    if len(text) <= _SHOWN:
        return text
    begin = max(0, min(position - _SHOWN // 2, len(text) - _SHOWN))
    end = begin + _SHOWN
    return ("…" if begin else "") + text[begin:end] + ("…" if end < len(text) else "")


class UnboundSuit(AdjudicatorError):
    """A suit variable such as ``x`` or ``M`` still stands for no suit, so no hand can be judged."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(sorted(names))
        super().__init__(
            Problem(f"no suit is bound to {', '.join(self.names)}", "bind the suits first", field="meaning")
        )


class NotExpressible(AdjudicatorError):
    """One reading cannot say an atom exactly; ``hand_over`` names the reading that can."""

    def __init__(self, reading: str, atom: str, hand_over: str) -> None:
        self.reading, self.atom, self.hand_over = reading, atom, hand_over
        super().__init__(Problem(f"{reading} cannot express '{atom}' exactly", f"use {hand_over}", field="meaning"))


class CannotSatisfy(AdjudicatorError):
    """No hand meets the meaning with the cards that are known."""


class Undecided(AdjudicatorError):
    """The time allowed ended before anything was proved."""
