"""Plain data as TOML text: keys in the order given, tables of tables where people would write them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(data: Mapping[str, Any]) -> str:
    """The data as TOML; `None` values are left out.

    >>> print(toml_text({"id": "7", "events": [{"kind": "revoke"}]}), end="")
    id = "7"
    <BLANKLINE>
    [[events]]
    kind = "revoke"
    """
    return _table(data, ())


def _table(data: Mapping[str, Any], path: tuple[str, ...]) -> str:
    lines, tables = [], []
    for key, value in data.items():
        if value is None:
            continue
        if _is_tables(value) and not path:
            tables += [f"\n[[{_name((key,))}]]\n{_table(item, (key,))}" for item in value]
        elif isinstance(value, Mapping) and not path:
            tables.append(f"\n[{_name((key,))}]\n{_table(value, (key,))}")
        else:
            lines.append(f"{_key(key)} = {toml_value(value)}\n")
    return "".join(lines + tables)


def _is_tables(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _name(path: tuple[str, ...]) -> str:
    return ".".join(_key(part) for part in path)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else toml_string(key)


def toml_string(text: str) -> str:
    """A basic string."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def toml_value(value: Any) -> str:
    """One value on one line, or a list of tables with one entry a line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Fraction):
        return toml_value(plain_number(value))
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(key)} = {toml_value(item)}" for key, item in value.items() if item is not None)
        return f"{{ {inside} }}" if inside else "{}"
    if _is_tables(value):
        return "[\n" + "".join(f"  {toml_value(item)},\n" for item in value) + "]"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    return toml_string(str(value))


def plain_number(value: Fraction) -> int | float | str:
    """A fraction as a whole number, a decimal when it is one, else as text such as "1/3"."""
    if value.denominator == 1:
        return int(value)
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    decimal = float(value)
    return decimal if rest == 1 and Fraction(str(decimal)) == value else f"{value.numerator}/{value.denominator}"
