"""Reliability diagrams of leads and tricks: when the model says 30 %, does it happen 30 times in 100?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import Card
from adjudicator.tricks.forecast import distribution
from adjudicator.tricks.human_error import BoardValues
from adjudicator.tricks.leads import merged
from adjudicator.tricks.played import PlayedTable

Said = tuple[NDArray[np.float64], NDArray[np.bool_]]
"""Chances that were given, and whether the thing happened."""
_BINS = 10
_SIZE, _EDGE = 300, 46


def leads_said(tables: Sequence[PlayedTable], chances: Sequence[Mapping[Card, float]]) -> Said:
    """Every card of every leader (equals merged)."""
    said, came = [], []
    for played, own in zip(tables, chances, strict=True):
        for group, chance in merged(own).items():
            said.append(chance)
            came.append(played.lead in group)
    return np.array(said), np.array(came)


def making_said(
    tables: Sequence[PlayedTable], values: Sequence[BoardValues], chances: Sequence[Mapping[Card, float]]
) -> Said:
    """That the contract is made."""
    said, came = [], []
    for played, value, own in zip(tables, values, chances, strict=True):
        found = distribution(played.deal, played.contract, value, own)
        said.append(float(found[played.contract.target :].sum()))
        came.append(played.tricks is not None and played.tricks >= played.contract.target)
    return np.array(said), np.array(came)


def bins(said: Said) -> list[tuple[float, float, int]]:
    """Mean chance given, share that happened, number; by tenths of the chance."""
    chance, came = said
    place = np.minimum((chance * _BINS).astype(np.int64), _BINS - 1)
    rows = []
    for tenth in range(_BINS):
        inside = place == tenth
        if inside.any():
            rows.append((float(chance[inside].mean()), float(came[inside].mean()), int(inside.sum())))
    return rows


def diagram(title: str, said: Said) -> str:
    """An SVG: chance given across, share that happened up; the area of a dot is the number of cases."""
    rows = bins(said)
    most = max(number for *_, number in rows)
    inner = _SIZE - 2 * _EDGE

    def x(value: float) -> float:
        return _EDGE + value * inner

    def y(value: float) -> float:
        return _SIZE - _EDGE - value * inner

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_SIZE}" height="{_SIZE}" font-family="sans-serif" '
        f'font-size="11" role="img"><title>{escape(title)}</title>',
        f'<rect width="{_SIZE}" height="{_SIZE}" fill="white"/>',
        f'<text x="{_SIZE / 2}" y="24" text-anchor="middle" font-size="13">{escape(title)}</text>',
        f'<path d="M{x(0)} {y(1)}V{y(0)}H{x(1)}" fill="none" stroke="black"/>',
        f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="#999" stroke-dasharray="4 3"/>',
        f'<text x="{_SIZE / 2}" y="{_SIZE - 8}" text-anchor="middle">chance given</text>',
    ]
    for mark in (0.0, 0.5, 1.0):
        parts.append(f'<text x="{x(mark)}" y="{y(0) + 15}" text-anchor="middle">{mark:.0%}</text>')
        parts.append(f'<text x="{x(0) - 6}" y="{y(mark) + 4}" text-anchor="end">{mark:.0%}</text>')
    for given, share, number in rows:
        radius = 2 + 9 * (number / most) ** 0.5
        parts.append(
            f'<circle cx="{x(given):.1f}" cy="{y(share):.1f}" r="{radius:.1f}" fill="#2a6f97" fill-opacity="0.75">'
            f"<title>given {given:.1%}, happened {share:.1%}, {number} cases</title></circle>"
        )
    return "".join(parts) + "</svg>\n"
