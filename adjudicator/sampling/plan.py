"""Which conditions go into the tables, and which are left to a filter because the tables would grow too large."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import Problem, Seat
from adjudicator.sampling.boxes import HCP, Box, Boxes
from adjudicator.sampling.conditions import Position
from adjudicator.sampling.errors import SamplingError
from adjudicator.sampling.joint import Joint, joint
from adjudicator.sampling.parts import Layout, Part
from adjudicator.sampling.sizes import NothingFits, TableTooLarge

HandTest = Callable[[NDArray[np.uint16]], NDArray[np.bool_]]

ANY_HAND = Boxes((Box(),))


@dataclass(frozen=True, eq=False)
class Plan:
    """The layout of the tables (none when nothing is constrained), and tests for the filter stage."""

    layout: Layout
    tables: Joint | None
    tests: tuple[tuple[Seat, HandTest], ...]


def plan(position: Position, meanings: Mapping[Seat, Boxes]) -> Plan:
    """Table as much as fits; the loosest hands are the first to be left to the filter."""
    wanted = {seat: meanings.get(seat, ANY_HAND) for seat in _constrained(position, meanings)}
    for tabled in _attempts(position, wanted):
        layout = _layout(position, tabled)
        try:
            tables = joint(layout) if tabled else None
            if tables is not None and tables.count == 0:
                raise NothingFits
        except TableTooLarge:
            continue
        tests = [(seat, wanted[seat].mask) for seat in wanted if tabled.get(seat) is not wanted[seat]]
        return Plan(layout, tables, tuple(tests))
    advice = "name whole suits in without, or leave some cards to a filter"
    raise SamplingError(Problem("too many single cards are shut out of hands", advice, field="without"))


def _constrained(position: Position, meanings: Mapping[Seat, Boxes]) -> list[Seat]:
    """Hidden seats with a meaning, or that cannot hold some of the unseen cards."""
    return [seat for seat in position.hidden if seat in meanings or position.allowed[seat] != position.unseen]


def _attempts(position: Position, wanted: dict[Seat, Boxes]) -> Iterator[dict[Seat, Boxes]]:
    yield wanted
    coarse = {seat: coarsened(boxes) for seat, boxes in wanted.items()}
    if any(coarse[seat] is not wanted[seat] for seat in wanted):
        yield coarse
    barred = [seat for seat in wanted if position.allowed[seat] != position.unseen]
    free = [seat for seat in wanted if seat not in barred]
    order = sorted(free, key=lambda seat: _share(position, seat, coarse[seat]))
    for kept in range(len(order) - 1, -1, -1):
        yield {seat: coarse[seat] for seat in wanted if seat in order[:kept] or seat in barred}
    yield dict.fromkeys(barred, ANY_HAND)


def _share(position: Position, seat: Seat, boxes: Boxes) -> float:
    """How much of all hands of one seat its meaning accepts."""
    return float(joint(_layout(position, {seat: boxes})).count)


def coarsened(boxes: Boxes) -> Boxes:
    """A wider union that looks at shape and high-card points only; the same object when nothing is lost."""
    if all(not box.holdings and set(box.ranges) <= {HCP} for box in boxes.boxes):
        return boxes
    kept = [Box(b.shapes, {}, {f: r for f, r in b.ranges.items() if f is HCP}) for b in boxes.boxes]
    return Boxes(tuple(kept))


def _layout(position: Position, tabled: Mapping[Seat, Boxes]) -> Layout:
    parts = [
        Part((seat,), (position.needs[seat],), position.known[seat], position.allowed[seat], boxes)
        for seat, boxes in tabled.items()
    ]
    rest = tuple(seat for seat in position.hidden if seat not in tabled)
    if rest:
        needs = tuple(position.needs[seat] for seat in rest)
        parts.append(Part(rest, needs, (0, 0, 0, 0), position.unseen, None))
    return Layout(position.unseen, tuple(parts))
