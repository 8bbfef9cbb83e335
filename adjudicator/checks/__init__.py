"""The engine held against tables of expectations: one module for each kind of ``adjudicator check``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Figure = int | float | str | Sequence[object] | Mapping[str, object] | None


@dataclass(frozen=True)
class CheckReport:
    """Figures for machines and one line per expectation that failed for people."""

    figures: dict[str, Figure] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.failures
