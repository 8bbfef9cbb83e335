"""The base tables of duplicate scoring: the IMP scale and the rounding rule.

Nothing in this room rounds inside a calculation.  `round_to` is called once per board, at the very end.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from fractions import Fraction
from typing import Literal, TypeAlias

Number: TypeAlias = int | Fraction
HalfRule: TypeAlias = Literal["away", "towards"]

#: Lower edge of each band of Law 78B, in total points: the n-th edge (from 1) is worth n IMPs.
IMP_EDGES: tuple[int, ...] = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip


def imp(difference: Number) -> int:
    """IMPs for a difference in total points (Law 78B, the same in all four editions).

    >>> [imp(d) for d in (10, 20, 420, 430, 2990, 3000, 4000)]
    [0, 1, 9, 10, 21, 22, 24]
    >>> imp(-470)
    -10
    """
    size: Number = difference if difference >= 0 else -difference
    bands = bisect_right(IMP_EDGES, size)
    return bands if difference >= 0 else -bands


def round_to(value: Fraction, unit: Number, average: Number = 0, half: HalfRule = "away") -> Fraction:
    """Round `value` to a multiple of `unit`, an exact half going away from (or towards) `average`.

    >>> round_to(Fraction(7, 2), 1), round_to(Fraction(-7, 2), 1)
    (Fraction(4, 1), Fraction(-4, 1))
    >>> round_to(Fraction(7, 2), 1, average=10)
    Fraction(3, 1)
    """
    step = Fraction(unit)
    if step <= 0:
        raise ValueError("the unit of rounding must be positive")
    count, rest = divmod(value, step)
    up = (value >= average) == (half == "away") if rest * 2 == step else rest * 2 > step
    return (count + int(up)) * step


def as_fraction(value: object) -> Fraction:
    """An exact fraction from what a file or a person writes: 0.6, "60%", "1/3", 3.

    A float is read by its shortest decimal text, so 0.1 is one tenth.  Anything else raises `ValueError`, powers
    of ten as in 1e9 and a division by nought among it.

    >>> as_fraction("60%"), as_fraction(0.1), as_fraction("1/3")
    (Fraction(3, 5), Fraction(1, 10), Fraction(1, 3))
    """
    if isinstance(value, Fraction):
        return value
    if isinstance(value, bool) or value is None:
        raise ValueError(f"{value!r} is not a number")
    if isinstance(value, int):
        return Fraction(value)
    text = (repr(value) if isinstance(value, float) else str(value)).strip().replace(" ", "").replace(",", ".")
    text = text.replace("\u2212", "-")
    if isinstance(value, float) and "e" in text:
        text = f"{value:.12f}"
    if not _NUMBER.match(text):
        raise ValueError(f"{text[:40]!r} is not a number")
    return Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)


_NUMBER = re.compile(r"^[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30}|\d{1,30}/0*[1-9]\d{0,30})%?$", re.ASCII)


def decimal_text(value: Fraction, places: int = 2, sign: bool = False) -> str:
    """A figure for people: exact when it has few decimals, else rounded half away from zero.

    >>> decimal_text(Fraction(69, 10)), decimal_text(Fraction(1, 3)), decimal_text(Fraction(5), sign=True)
    ('6.9', '0.33', '+5')
    """
    scaled = round_to(value, Fraction(1, 10**places))
    whole, part = divmod(abs(scaled) * 10**places, 10**places)
    digits = f"{int(part):0{places}d}".rstrip("0") if places else ""
    text = f"{int(whole)}.{digits}" if digits else str(int(whole))
    if scaled < 0:
        return "-" + text
    return "+" + text if sign and scaled > 0 else text
