"""What a sponsor chose about scoring: thresholds, artificial figures, rounding.  One table `[scoring]` of a
TOML file.

The laws say what follows; these keys say what a regulating authority or an event settled.  Every key has a
default, and `ScoringConfig.from_mapping` names the key it could not use.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from adjudicator.scores.errors import ScoringError, refuse
from adjudicator.scores.units import HalfRule, as_fraction

Triple = tuple[Fraction, Fraction, Fraction]


@dataclass(frozen=True)
class ScoringConfig:
    """The configuration keys of scoring.  Fractions are shares of 1 unless the comment says otherwise."""

    edition: str = "2017"
    equity_clause: bool = False  # weights allowed under the codes of 1987 and 1997 (12C3 and its forerunner)
    likely: Fraction = Fraction(1, 3)
    at_all_probable: Fraction = Fraction(1, 6)
    os_limited_by_irregularity: bool = True
    weights_step: Fraction = Fraction(1, 20)
    fold_below: Fraction = Fraction(1, 20)  # outcomes lighter than this join their neighbour in value
    shading: Fraction = Fraction(1, 10)  # points moved on an even two-way split
    ave_mp: Triple = (Fraction(60), Fraction(50), Fraction(40))  # per cent of a top: plus, average, minus
    ave_imps: Triple = (Fraction(3), Fraction(0), Fraction(-3))  # IMPs: plus, average, minus
    ave_session: bool = True  # Av+ and Av- follow the contestant's own session when that is better, or worse
    round_board: Literal["unit", "none"] = "unit"
    imp_unit: Fraction | None = None  # not set: 1 where IMPs are converted to victory points, else 1/10
    mp_decimals: int = 2
    half_rule: HalfRule = "away"
    vp_scale: str = "wbf-continuous"
    vp_boards: int | None = None
    mp_scale: Literal["2-1-0", "1-half-0"] = "2-1-0"
    bam_win: Fraction = Fraction(1)  # board-a-match: a win; a tie is half of it
    xi_divisor: Literal["sum", "r-1", "r", "sqrt"] = "r-1"
    butler_drop: Fraction = Fraction(1)  # results dropped at each end before the datum
    butler_datum_unit: int = 10  # 0: the datum is not rounded
    knockout_average: bool = True
    law_86b2: Literal["cancel", "protect"] = "protect"
    small_subfield: Literal["neuberg", "ebu"] = "ebu"
    neuberg_decimals: int = 4
    penalty_unit: Literal["top", "imps", "vp"] = "top"
    patton_board: Fraction = Fraction(2)  # a board won at Patton; a tie is half of it
    patton_table: str = ""  # name or path of the ratio table of the aggregate part

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any], *, file: str = "") -> ScoringConfig:
        """Read the keys; every unknown key and every unusable value is told, all at once."""
        known = {field.name for field in fields(cls)}
        found: dict[str, Any] = {}
        faults = []
        for key, value in values.items():
            name = _ALIASES.get(key, key)
            if name not in known:
                faults.append(refuse(ScoringError, f"unknown scoring key {key!r}", "see docs/scores.md", field=key))
                continue
            try:
                found[name] = _READERS.get(name, _same)(value)
            except (ValueError, ZeroDivisionError, TypeError) as fault:
                faults.append(refuse(ScoringError, f"{value!r} cannot be used: {fault}", "correct it", field=key))
        if faults:
            problems = [replace(problem, file=file) for fault in faults for problem in fault.problems]
            raise ScoringError(*problems)
        return cls(**found)

    @classmethod
    def load(cls, path: Path) -> ScoringConfig:
        """Read a TOML file: the keys stand at its top or in its table `[scoring]`."""
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
            raise refuse(ScoringError, f"{path}: {fault}", "give a readable TOML file") from fault
        values = data.get("scoring", data)
        if not isinstance(values, dict):
            raise refuse(ScoringError, f"{path}: `scoring` is no table", "write [scoring] and the keys below it")
        return cls.from_mapping(values, file=str(path))

    @staticmethod
    def key_of(name: str) -> str:
        """The name of a key in the program: `86B2` is no name there."""
        return _ALIASES.get(name, name)

    def with_(self, **changes: Any) -> ScoringConfig:
        """A copy with some keys changed."""
        return replace(self, **changes)


def _same(value: Any) -> Any:
    return value


def _flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if str(value).lower() in {"on", "yes", "true", "1"}:
        return True
    if str(value).lower() in {"off", "no", "false", "0"}:
        return False
    raise ValueError("write true or false")


def _share(value: Any) -> Fraction:
    share = as_fraction(value)
    if share > 1:  # 5 means 5 per cent, as in `weights_step = 5`
        share /= 100
    if not 0 <= share <= 1:
        raise ValueError("write a share of 1 or a percentage")
    return share


def _positive(value: Any) -> Fraction:
    number = as_fraction(value)
    if number <= 0:
        raise ValueError("write a number above 0")
    return number


def _not_negative(value: Any) -> Fraction:
    number = as_fraction(value)
    if number < 0:
        raise ValueError("write 0 or more")
    return number


def _count(value: Any) -> int:
    number = as_fraction(value)
    if number.denominator != 1 or not 0 <= number <= 1000:
        raise ValueError("write a whole number from 0 to 1000")
    return int(number)


def _decimals(value: Any) -> int:
    count = _count(value)
    if count > 12:
        raise ValueError("write at most 12 decimals")
    return count


def _triple(value: Any) -> Triple:
    if not isinstance(value, (list, tuple)) or len(value) != 3:
        raise ValueError("write three figures: plus, average, minus")
    plus, average, minus = (as_fraction(item) for item in value)
    if not plus >= average >= minus:
        raise ValueError("write the three figures from high to low")
    return plus, average, minus


def _choice(*names: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if str(value) not in names:
            raise ValueError("write one of " + ", ".join(names))
        return str(value)

    return read


_ALIASES = {"86B2": "law_86b2", "weight_step": "weights_step"}
_READERS: dict[str, Callable[[Any], Any]] = {
    "edition": _choice("1987", "1997", "2007", "2017"),
    "equity_clause": _flag,
    "likely": _share,
    "at_all_probable": _share,
    "os_limited_by_irregularity": _flag,
    "weights_step": _share,
    "fold_below": _share,
    "shading": _share,
    "ave_mp": _triple,
    "ave_imps": _triple,
    "ave_session": _flag,
    "round_board": _choice("unit", "none"),
    "imp_unit": _positive,
    "mp_decimals": _decimals,
    "half_rule": _choice("away", "towards"),
    "vp_scale": str,
    "vp_boards": _count,
    "mp_scale": _choice("2-1-0", "1-half-0"),
    "bam_win": _positive,
    "xi_divisor": _choice("sum", "r-1", "r", "sqrt"),
    "butler_drop": _not_negative,
    "butler_datum_unit": _count,
    "knockout_average": _flag,
    "law_86b2": _choice("cancel", "protect"),
    "small_subfield": _choice("neuberg", "ebu"),
    "neuberg_decimals": _decimals,
    "penalty_unit": _choice("top", "imps", "vp"),
    "patton_board": _positive,
    "patton_table": str,
}
