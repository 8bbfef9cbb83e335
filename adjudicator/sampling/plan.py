"""Which conditions go into the tables, and which are left to a filter because the tables would grow too large."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from adjudicator.bridge import Problem, Seat
from adjudicator.sampling.boxes import Box, Boxes, Feature
from adjudicator.sampling.conditions import Position
from adjudicator.sampling.errors import SamplingError
from adjudicator.sampling.joint import Joint, joint
from adjudicator.sampling.parts import Layout, Part
from adjudicator.sampling.sizes import Limits, NothingFits, TableTooLarge

ANY_HAND = Boxes((Box(),))


@dataclass(frozen=True, eq=False)
class Plan:
    """The layout of the tables (none when nothing is constrained), and the seats whose meaning needs a filter."""

    layout: Layout
    tables: Joint | None
    filtered: tuple[Seat, ...]


def plan(position: Position, meanings: Mapping[Seat, Boxes], limits: Limits) -> Plan:
    """Table as much as fits; what costs the filter least is left to it first."""
    wanted = {seat: meanings.get(seat, ANY_HAND) for seat in _constrained(position, meanings)}
    for tabled in _attempts(position, wanted, limits):
        layout = _layout(position, tabled, limits)
        try:
            tables = joint(layout) if tabled else None
        except TableTooLarge:
            continue
        if tables is not None and tables.count == 0:
            raise NothingFits
        return Plan(layout, tables, tuple(seat for seat in wanted if tabled.get(seat) is not wanted[seat]))
    advice = "name whole suits in without, or leave some cards to a filter"
    raise SamplingError(Problem("too many single cards are shut out of hands", advice, field="without"))


def _constrained(position: Position, meanings: Mapping[Seat, Boxes]) -> list[Seat]:
    """Hidden seats with a meaning, or that cannot hold some of the unseen cards."""
    return [seat for seat in position.hidden if seat in meanings or position.allowed[seat] != position.unseen]


def _attempts(position: Position, wanted: dict[Seat, Boxes], limits: Limits) -> Iterator[dict[Seat, Boxes]]:
    """The wanted tables, then wider and wider ones: each step takes the widening that lets in fewest new hands."""
    yield wanted
    ladders = {seat: _ladder(position, seat, boxes, limits) for seat, boxes in wanted.items()}
    step = dict.fromkeys(wanted, 0)

    def loss(seat: Seat) -> float:
        return ladders[seat][step[seat] + 1].hands / ladders[seat][step[seat]].hands

    while open_seats := [seat for seat in wanted if step[seat] + 1 < len(ladders[seat])]:
        step[min(open_seats, key=loss)] += 1
        rungs = {seat: ladders[seat][step[seat]].boxes for seat in wanted}
        yield {seat: boxes for seat, boxes in rungs.items() if boxes is not None}


@dataclass(frozen=True, eq=False)
class _Rung:
    """A meaning widened, ``None`` for any hand at all, and how many hands of the seat it accepts."""

    boxes: Boxes | None
    hands: float


def _ladder(position: Position, seat: Seat, boxes: Boxes, limits: Limits) -> list[_Rung]:
    """The meaning, then with its best two features, its best, without holdings, and as no condition at all."""

    def rung(wider: Boxes, kept: Boxes | None) -> _Rung:
        return _Rung(kept, _hands(position, seat, wider, limits))

    rungs = [rung(boxes, boxes)]
    alone = {f: rung(widened(boxes, {f}), None).hands for f in boxes.features}
    best = sorted(alone, key=lambda feature: alone[feature])
    for kept in (2, 1):
        if len(best) > kept:
            wide = widened(boxes, set(best[:kept]))
            rungs.append(rung(wide, wide))
    if any(box.holdings for box in boxes.boxes):
        wide = widened(boxes, set(best[:1]), holdings=False)
        rungs.append(rung(wide, wide))
    barred = position.allowed[seat] != position.unseen
    rungs.append(rung(ANY_HAND, ANY_HAND if barred else None))
    return rungs


def _hands(position: Position, seat: Seat, boxes: Boxes, limits: Limits) -> float:
    """How many hands of one seat a union accepts, never below 1; infinite when even that is too much to count."""
    try:
        return max(float(joint(_layout(position, {seat: boxes}, limits)).count), 1.0)
    except TableTooLarge:
        return math.inf


def widened(boxes: Boxes, features: Collection[Feature], holdings: bool = True) -> Boxes:
    """The union with only some of its features, and with or without its conditions on holdings."""
    return Boxes(
        tuple(
            Box(
                box.shapes,
                box.holdings if holdings else {},
                {feature: ends for feature, ends in box.ranges.items() if feature in features},
            )
            for box in boxes.boxes
        )
    )


def _layout(position: Position, tabled: Mapping[Seat, Boxes], limits: Limits) -> Layout:
    hands = [
        Part((seat,), (position.needs[seat],), position.known[seat], position.allowed[seat], boxes)
        for seat, boxes in tabled.items()
    ]
    others = tuple(seat for seat in position.hidden if seat not in tabled)
    needs = tuple(position.needs[seat] for seat in others)
    rest = Part(others, needs, (0, 0, 0, 0), position.unseen, ANY_HAND) if others else None
    return Layout(position.unseen, tuple(hands), rest, limits)
