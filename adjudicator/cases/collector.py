"""Problems of one case file, gathered so that all can be reported at once, each with its line and field."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from adjudicator.bridge import AdjudicatorError, Problem
from adjudicator.cases.sourcelines import Path, dotted, line_of

T = TypeVar("T")


@dataclass
class Collector:
    """Takes problems while a case is read; `lines` maps paths of the file to lines."""

    file: str = ""
    lines: dict[Path, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def error(self, path: Path, message: str, next_step: str = "") -> None:
        """Something that must be put right before a ruling."""
        self._add(path, message, next_step, warning=False)

    def warn(self, path: Path, message: str, next_step: str = "") -> None:
        """Something to tell; the case is ruled all the same."""
        self._add(path, message, next_step, warning=True)

    def parse(self, path: Path, read: Callable[[str], T], text: str, *, warning: bool = False) -> T | None:
        """What `read` makes of the text; `None` and a problem when it refuses."""
        try:
            return read(text)
        except AdjudicatorError as failure:
            for problem in failure.problems:
                self._add(path, problem.message, problem.next_step, warning=warning)
        return None

    def _add(self, path: Path, message: str, next_step: str, *, warning: bool) -> None:
        found = Problem(
            message,
            next_step,
            self.file,
            line_of(self.lines, path),
            dotted(path),
            "warning" if warning else "error",
        )
        if found not in self.problems:
            self.problems.append(found)
