"""A system with one thing changed: parameters, or a convention module laid over it."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adjudicator.systems.loader import module_rules
from adjudicator.systems.model import System

__all__ = ["with_module", "with_params"]


def with_params(system: System, params: Mapping[str, object]) -> System:
    """The system with other parameters; every rule that names them follows."""
    return replace(system, params={**system.params, **params})


def with_module(system: System, entry: Mapping[str, Any]) -> System:
    """The system with a convention file laid over it as its youngest layer."""
    depth = 1 + max((rule.order[0] for rule in system.rules), default=0)
    for parent in entry["_parents"]:
        system = with_module(system, parent)
        depth += 1
    removed = {
        name
        for pattern in entry.get("remove") or ()
        for name in fnmatch.filter([rule.id for rule in system.rules], str(pattern))
    }
    own, changed = module_rules(entry, depth, system)
    ids = {rule.id for rule in own}
    kept = tuple(changed.get(rule.id, rule) for rule in system.rules if rule.id not in removed and rule.id not in ids)
    lets = {**system.lets, **{key: str(value) for key, value in (entry.get("let") or {}).items()}}
    return replace(
        system,
        rules=own + kept,
        lets=lets,
        params={**system.params, **(entry.get("params") or {})},
        sources=(*system.sources, str(entry["_file"])),
    )
