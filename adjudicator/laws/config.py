"""Settings for the points on which authorities disagree: every one has a stated default and is shown."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from adjudicator.bridge import AdjudicatorError
from adjudicator.laws.findings import Choice

__all__ = ["Config", "Disagreement", "disagreements"]


@dataclass(frozen=True)
class Disagreement:
    """One disputed point: its key, the readings in use, the default and the question in short."""

    key: str
    values: tuple[str, ...]
    default: str
    text: str


@cache
def disagreements() -> Mapping[str, Disagreement]:
    """The disputed points shipped with the package, by key (`laws/disagreements.toml`).

    >>> disagreements()["liberality"].default
    'normal'
    """
    source = files("adjudicator.laws").joinpath("disagreements.toml").read_text(encoding="utf-8")
    return MappingProxyType(
        {
            key: Disagreement(key, tuple(entry["values"]), entry["default"], entry["text"])
            for key, entry in tomllib.loads(source).items()
        }
    )


@dataclass(frozen=True)
class Config:
    """Choices among disputed readings and numbers that override edition and regulation.

    >>> Config().choice("30A_26B").value
    'off'
    >>> Config({"30A_26B": "on"}).choice("30A_26B").is_default
    False
    """

    choices: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for key, value in self.choices.items():
            point = disagreements().get(key)
            if point is None:
                raise AdjudicatorError(f"setting '{key}' is unknown; known: {', '.join(disagreements())}")
            if value not in point.values:
                raise AdjudicatorError(f"setting {key} = '{value}': choose one of {', '.join(point.values)}")

    def choice(self, key: str, default: str | None = None) -> Choice:
        """The reading in force of a disputed point; `default` is what edition or regulation set."""
        point = disagreements()[key]
        usual = default or point.default
        return Choice(key, self.choices.get(key, usual), usual, point.text)

    def with_choices(self, **choices: str) -> Config:
        """The same settings with some disputed points decided otherwise."""
        return Config({**self.choices, **choices}, self.numbers)
