"""A ruling as JSON: everything in it, by a versioned schema; fractions as strings, shares as numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum, IntEnum
from fractions import Fraction
from typing import Any

from adjudicator.bridge import Auction, Call, Card, Contract, Deal, Hand, Problem, Result, Seat, Side
from adjudicator.reports.sentence import ruling_sentence
from adjudicator.rulings import Ruling

SCHEMA = "adjudicator/ruling/1"
_AS_TEXT = (Auction, Call, Card, Contract, Deal, Hand, Result)


def ruling_json(ruling: Ruling) -> str:
    """The ruling as text; the same ruling gives the same bytes."""
    return json.dumps(ruling_data(ruling), ensure_ascii=False, indent=1, sort_keys=True)


def ruling_data(ruling: Ruling) -> dict[str, Any]:
    """The ruling as plain values for JSON."""
    data: dict[str, Any] = plain(ruling)
    data["schema"] = SCHEMA
    data["adjusts"] = ruling.adjusts
    data["sentence"] = ruling_sentence(ruling)
    return data


def plain(value: Any) -> Any:
    """Any value of a ruling as what JSON knows."""
    if value is None or isinstance(value, bool):
        return value
    simple = _simple(value)
    if simple is not None:
        return simple
    if is_dataclass(value) and not isinstance(value, type):
        return {item.name: plain(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(item) for key, item in value.items()}
    if isinstance(value, (frozenset, set)):
        return sorted((plain(item) for item in value), key=str)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return str(value)


def _simple(value: Any) -> Any:
    if isinstance(value, _AS_TEXT):
        return value.text if isinstance(value, (Deal, Hand)) else str(value)
    if isinstance(value, Seat):
        return value.letter
    if isinstance(value, (Side, Problem)):
        return str(value)
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, IntEnum):
        return value.name
    if isinstance(value, Enum):
        return value.value if isinstance(value.value, str) else value.name
    if isinstance(value, float):
        return round(value, 6)
    return value if isinstance(value, (int, str)) else None
