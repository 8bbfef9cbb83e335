"""Did the withdrawn call help? Partner's calls compared with what peers would call without having heard it.

The question of 27D, 23C and of 27B1b in the older codes: partner heard the irregular call; had he only heard the
call that replaced it, would he have called the same?
"""

from __future__ import annotations

from adjudicator.cases import Case
from adjudicator.laws import ReferenceWorld
from adjudicator.rulings.damage import affirmed
from adjudicator.rulings.model import Assistance
from adjudicator.rulings.tools import Tools

NORMAL = 0.25
"""A call that this share of peers would make without the information needed no help."""

_CLAUSES = ("27D", "23C", "27B1b")


def asks_for_assistance(world: ReferenceWorld) -> bool:
    """Whether the law under which the score is reviewed asks if the irregularity helped."""
    return world.kind == "without_irregularity" and world.rule.partition("/")[2].startswith(_CLAUSES)


def assistance(case: Case, world: ReferenceWorld, tools: Tools) -> Assistance | None:
    """Partner's least usual call after the replacement; ``None`` when he had none to make."""
    assert case.auction is not None
    said = affirmed(case.events[world.event_index].fact("helped") or case.fact("helped"))
    offender = case.events[world.event_index].seat or case.auction.seat_of(world.from_call)
    found: list[Assistance] = []
    for index in range(world.from_call + 1, len(case.auction)):
        if case.auction.seat_of(index) is offender.partner:
            start, call = case.auction.prefix(index), case.auction.calls[index]
            share = float(tools.chances(start)[call])
            helped = share < NORMAL if said is None else said
            found.append(Assistance(index, offender.partner, call, share, helped))
    return min(found, key=lambda item: item.share, default=None)
