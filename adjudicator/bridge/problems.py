"""What is wrong with an input, told so that its reader knows where to look and what to do next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a record, a case or a request.

    >>> print(Problem("the queen of spades is held twice", "give each card once", "club.pbn", 12, "Deal"))
    club.pbn:12: Deal: the queen of spades is held twice; give each card once
    """

    message: str
    next_step: str = ""
    file: str = ""
    line: int | None = None
    field: str = ""
    severity: Severity = "error"

    @property
    def is_error(self) -> bool:
        return self.severity == "error"

    @property
    def place(self) -> str:
        """File and line as editors write them, ``""`` when neither is known."""
        if self.line is None:
            return self.file
        return f"{self.file}:{self.line}" if self.file else f"line {self.line}"

    def __str__(self) -> str:
        text = ": ".join(part for part in (self.place, self.field, self.message) if part)
        return f"{text}; {self.next_step}" if self.next_step else text


class AdjudicatorError(Exception):
    """A failure that a user can mend: it carries the problems, never a traceback."""

    def __init__(self, *problems: Problem | str) -> None:
        self.problems: tuple[Problem, ...] = tuple(
            problem if isinstance(problem, Problem) else Problem(problem) for problem in problems
        )
        super().__init__("\n".join(map(str, self.problems)))


def errors(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Those problems that stop a ruling; warnings are shown and the work goes on."""
    return tuple(problem for problem in problems if problem.is_error)
