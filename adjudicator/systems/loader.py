"""Reading system files: inheritance, parameters, removal and replacement, with problems named by rule.

`extends` merges by rule id, left to right, and a child's rules stand before its parents'.  Parameters and
named constraints are late-bound: a parent's rule sees the child's value.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from adjudicator.bridge import Problem
from adjudicator.systems.model import FORCES, TIERS, Rule, System, SystemFileError

__all__ = ["DATA", "build_system", "known_systems", "load_system"]

DATA = Path(__file__).parent / "data"
SCHEMA = "adjudicator/system/1"
_BASE: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_BASE):  # type: ignore[misc]
    """YAML where ``on`` is the field of a rule, not the truth value."""


_Loader.yaml_implicit_resolvers = {
    key: [entry for entry in value if not (key in "oOyYnN" and entry[0] == "tag:yaml.org,2002:bool")]
    for key, value in _BASE.yaml_implicit_resolvers.items()
}

_TOP = {
    "schema",
    "id",
    "name",
    "description",
    "extends",
    "params",
    "let",
    "remove",
    "replace",
    "rules",
    "tables",
    "overlay",
}
_FIELDS = {
    "id",
    "on",
    "if",
    "call",
    "show",
    "when",
    "deny",
    "tier",
    "over",
    "under",
    "force",
    "art",
    "about",
    "asks",
    "raises",
    "shows",
    "alert",
    "style",
    "freq",
    "src",
    "rare",
    "bal",
    "layer",
    "purpose",
}


def known_systems() -> list[str]:
    """The names of the shipped systems."""
    return sorted(path.stem for path in (DATA / "systems").glob("*.yaml"))


@lru_cache(maxsize=64)
def load_system(name: str) -> System:
    """A shipped system by name, or a system file by path.

    >>> load_system("sayc").params["nt"]
    [15, 17]
    """
    return build_system(read_file(_find(name, None)))


def _find(name: str, beside: Path | None) -> Path:
    """The file that `name` means: a path, a name beside the file that mentions it, or a shipped file."""
    places = [Path(name)] if name.endswith((".yaml", ".yml")) else []
    if beside is not None:
        places += [beside.parent / f"{name}.yaml"]
    places += [DATA / f"{name}.yaml", DATA / "systems" / f"{name}.yaml"]
    for place in places:
        if place.is_file():
            return place
    shipped = ", ".join(known_systems())
    raise SystemFileError(
        Problem(f"no bidding system {name!r}", next_step=f"use one of {shipped}, or the path of a .yaml file")
    )


_READ: dict[Path, Mapping[str, Any]] = {}


def read_file(path: Path, trail: tuple[Path, ...] = ()) -> Mapping[str, Any]:
    """The mapping in a system file, checked for its outer form, with its parents under ``_parents``."""
    if path in trail:
        raise SystemFileError(
            Problem(
                "files extend each other in a circle",
                file=str(path),
                field="extends",
                next_step="remove one of the extends",
            )
        )
    if path.is_relative_to(DATA) and path in _READ:
        return _READ[path]
    found = _READ[path] = check_outline(_parsed(path), str(path), path, trail)
    return found


def _parsed(path: Path) -> Any:
    try:
        return yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        raise SystemFileError(
            Problem(
                f"not YAML: {getattr(error, 'problem', error)}",
                file=str(path),
                line=mark.line + 1 if mark else None,
                next_step="see docs/howto/add-a-system.md",
            )
        ) from None


def check_outline(data: Any, file: str, path: Path | None, trail: tuple[Path, ...] = ()) -> Mapping[str, Any]:
    """Top-level keys in order, parents read; raises SystemFileError with every problem at once."""
    if not isinstance(data, dict):
        raise SystemFileError(
            Problem("a system file is a mapping", file=file, next_step=f"begin with schema: {SCHEMA}")
        )
    problems = [
        Problem(f"unknown key {key!r}", file=file, field=str(key), next_step=f"use {', '.join(sorted(_TOP))}")
        for key in data
        if key not in _TOP
    ]
    if data.get("schema") != SCHEMA:
        problems.append(
            Problem("schema is missing or unknown", file=file, field="schema", next_step=f"write schema: {SCHEMA}")
        )
    if problems:
        raise SystemFileError(*problems)
    below = trail if path is None else (*trail, path)
    parents = [read_file(_find(str(name), path), below) for name in data.get("extends") or ()]
    return {**data, "_parents": parents, "_file": file}


def _lineage(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The files that make up `data`, ancestors first, each once."""
    found: list[Mapping[str, Any]] = []
    for parent in data["_parents"]:
        for entry in _lineage(parent):
            if all(entry is not other for other in found):
                found.append(entry)
    return [*found, data]


def build_system(data: Mapping[str, Any]) -> System:
    """Merge a checked mapping with its ancestors into a System."""
    params: dict[str, object] = {}
    lets: dict[str, str] = {}
    rules: dict[str, Rule] = {}
    lineage = _lineage(data)
    for depth, entry in enumerate(lineage):
        params.update(entry.get("params") or {})
        lets.update({key: str(value) for key, value in (entry.get("let") or {}).items()})
        for pattern in entry.get("remove") or ():
            for rule_id in fnmatch.filter(list(rules), str(pattern)):
                del rules[rule_id]
        own = list(_rules_of(entry, depth))
        for rule in own:
            rules[rule.id] = rule
        for rule_id, changes in (entry.get("replace") or {}).items():
            rules.update(_replaced(rules, str(rule_id), changes, entry["_file"]))
    ordered = sorted(rules.values(), key=lambda rule: (-rule.order[0], rule.order[1]))
    return System(
        str(data.get("id") or Path(data["_file"]).stem),
        str(data.get("name") or data.get("id") or ""),
        params,
        lets,
        tuple(ordered),
        tuple(str(entry["_file"]) for entry in lineage),
        str(data.get("description") or ""),
    )


def _replaced(rules: Mapping[str, Rule], rule_id: str, changes: Mapping[str, Any], file: str) -> dict[str, Rule]:
    """Inherited rules with some fields changed; `rule_id` may be a glob."""
    names = fnmatch.filter(list(rules), rule_id)
    if not names:
        raise SystemFileError(
            Problem(
                f"replace names no inherited rule: {rule_id!r}",
                file=file,
                field="replace",
                next_step="list the ids with: adjudicator systems --rules",
            )
        )
    return {name: replace(rules[name], **_fields(changes, file, name)) for name in names}


def _rules_of(entry: Mapping[str, Any], depth: int) -> Iterable[Rule]:
    """The rules of one file, from its `rules` and its `tables`."""
    file, position = str(entry["_file"]), 0
    seen: set[str] = set()
    sections = [*(entry.get("tables") or ()), *({"rules": [rule]} for rule in entry.get("rules") or ())]
    for section in sections:
        for raw in _rows(section, file):
            for number, on in enumerate(_patterns(raw, file)):
                fields = _fields(raw, file, str(raw.get("id")))
                rule_id = str(raw["id"]) + (f"@{number}" if number else "")
                if rule_id in seen:
                    raise SystemFileError(
                        Problem(
                            f"rule id {rule_id!r} is used twice",
                            file=file,
                            field=rule_id,
                            next_step="give each rule its own id",
                        )
                    )
                seen.add(rule_id)
                position += 1
                fields.update(id=rule_id, on=on, file=file, order=(depth, position))
                fields.setdefault("layer", 1 if on.strip() == "…" else 2)
                yield Rule(**fields)


def _patterns(raw: Mapping[str, Any], file: str) -> list[str]:
    """The context patterns of a rule; the call is the last token unless it stands on its own."""
    on = raw.get("on", "…")
    return [str(one) for one in (on if isinstance(on, list) else [on])]


def _rows(section: Mapping[str, Any], file: str) -> Iterable[dict[str, Any]]:
    """A section's rules as full mappings: a table row is [id, call, show] or [id, call, show, {more}]."""
    if "rules" in section:
        for rule in section["rules"]:
            if "id" not in rule:
                raise SystemFileError(Problem("a rule has no id", file=file, field=str(rule)[:60], next_step="add id:"))
            full = dict(rule)
            if "call" not in full:
                *context, call = str(full.get("on", "")).split() or [""]
                full.update(call=call, on=" ".join(context))
            yield full
        return
    common = {key: value for key, value in section.items() if key not in ("id", "rows")}
    for row in section.get("rows") or ():
        if not isinstance(row, list) or not 3 <= len(row) <= 4:
            raise SystemFileError(
                Problem(
                    f"a table row is [id, call, show] or [id, call, show, {{…}}], not {row!r}",
                    file=file,
                    field=str(section.get("id")),
                    next_step="correct the row",
                )
            )
        more = dict(row[3]) if len(row) == 4 else {}
        guards = [str(part) for part in (common.get("if"), more.get("if")) if part]
        yield {
            **common,
            **more,
            "id": f"{section['id']}.{row[0]}",
            "call": str(row[1]),
            "show": str(row[2]),
            "if": " & ".join(f"({guard})" for guard in guards),
        }


def _tuple(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    return tuple(str(part) for part in value) if isinstance(value, list) else (str(value),)


_TEXTS = ("call", "show", "when", "deny", "asks", "raises", "shows", "src")


def _fields(raw: Mapping[str, Any], file: str, rule_id: str) -> dict[str, Any]:
    """A rule's mapping as constructor arguments, with unknown fields and values refused."""

    def refuse(key: str, what: str, choices: Iterable[str]) -> SystemFileError:
        step = f"use one of {', '.join(sorted(choices))}"
        return SystemFileError(Problem(what, file=file, field=f"{rule_id}.{key}", next_step=step))

    for key in raw:
        if key not in _FIELDS:
            raise refuse(key, f"unknown field {key!r}", _FIELDS)
    result: dict[str, Any] = {key: str(raw[key]) for key in _TEXTS if key in raw}
    tier = raw.get("tier", 0)
    if not isinstance(tier, int) and tier not in TIERS:
        raise refuse("tier", f"unknown tier {tier!r}", (*TIERS, "a number from -9 to 9"))
    if raw.get("force", "none") not in FORCES:
        raise refuse("force", f"unknown forcing status {raw['force']!r}", FORCES)
    if "tier" in raw:
        result["tier"] = tier if isinstance(tier, int) else TIERS[tier]
    for key, name, kind in _CONVERTED:
        if key in raw:
            result[name] = kind(raw[key])
    return result


def _texts_of(value: Any) -> dict[str, str]:
    return {str(key): str(text) for key, text in dict(value).items()}


_CONVERTED: tuple[tuple[str, str, Callable[[Any], Any]], ...] = (
    ("if", "guard", str),
    ("bal", "balanced", bool),
    ("force", "force", str),
    ("art", "art", bool),
    ("rare", "rare", bool),
    ("about", "about", _tuple),
    ("over", "over", _tuple),
    ("under", "under", _tuple),
    ("purpose", "purpose", _tuple),
    ("style", "style", float),
    ("freq", "freq", float),
    ("layer", "layer", int),
    ("alert", "alert", _texts_of),
)


def module_rules(entry: Mapping[str, Any], depth: int, system: System) -> tuple[tuple[Rule, ...], dict[str, Rule]]:
    """A file's own rules at a given depth, and the inherited rules of `system` that it changes."""
    changed: dict[str, Rule] = {}
    by_id = {rule.id: rule for rule in system.rules}
    for rule_id, changes in (entry.get("replace") or {}).items():
        if fnmatch.filter(list(by_id), str(rule_id)):
            changed.update(_replaced(by_id, str(rule_id), changes, str(entry["_file"])))
    return tuple(_rules_of(entry, depth)), changed
