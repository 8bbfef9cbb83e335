"""The values of a bidding system: rules, a system, and what can go wrong with a system file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from adjudicator.bridge import AdjudicatorError
from adjudicator.systems.patterns import Pattern, parse_pattern, parse_token

__all__ = ["FORCES", "TIERS", "Rule", "System", "SystemFileError"]

TIERS = {"must": 6, "conv": 4, "major": 2, "nat": 0, "waste": -3}
FORCES = ("none", "f1", "gf", "slam", "inv", "so", "relay", "trf", "pen", "pre")


class SystemFileError(AdjudicatorError):
    """A system file that cannot be used; its problems name file, rule and field."""


@dataclass(frozen=True)
class Rule:
    """One agreement: in these contexts (`on`, `guard`) this `call` shows this hand.

    `show` is what partner may count on and what a director may attribute to the call; `when` is an extra
    condition that decides between calls and is not promised.  See docs/howto/add-a-system.md for the fields.
    """

    id: str
    call: str
    show: str
    on: str = "…"
    guard: str = ""
    when: str = ""
    deny: str = ""
    tier: int = 0
    force: str = "none"
    art: bool = False
    about: tuple[str, ...] = ()
    asks: str = ""
    raises: str = ""
    shows: str = ""
    purpose: tuple[str, ...] = ()
    alert: Mapping[str, str] = field(default_factory=dict, hash=False, compare=False)
    over: tuple[str, ...] = ()
    under: tuple[str, ...] = ()
    rare: bool = False
    balanced: bool = False
    style: float = 1.0
    freq: float = 0.0
    src: str = ""
    file: str = ""
    order: tuple[int, int] = (0, 0)
    layer: int = 2

    @cached_property
    def pattern(self) -> Pattern:
        """The compiled context pattern."""
        return parse_pattern(self.on)

    @cached_property
    def call_literal(self) -> int:
        """How much of the rule's call is fixed."""
        return max(token.literal for token in parse_token(self.call))


@dataclass(frozen=True)
class System:
    """A bidding system: parameters, named constraints and rules in order of precedence."""

    id: str
    name: str
    params: Mapping[str, object]
    lets: Mapping[str, str]
    rules: tuple[Rule, ...]
    sources: tuple[str, ...] = ()
    description: str = ""

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def rule(self, rule_id: str) -> Rule:
        """The rule with this id (KeyError when there is none)."""
        return self._by_id[rule_id]

    @cached_property
    def _by_id(self) -> dict[str, Rule]:
        return {rule.id: rule for rule in self.rules}
