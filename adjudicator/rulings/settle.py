"""Several infractions in one case: which of them each side's score is adjusted for.

Each infraction is taken away in turn, the last one first, so that an earlier one is held against what is left when
the later ones are gone. What follows from that:

* two infractions of one side that hurt separately: the other side gets the more favourable of the two adjustments;
* an infraction whose line is not reached when an earlier one is taken away has no say beside it;
* both sides offending: each is the non-offending side to the other's infraction; the side that offended first gets
  no more than it would have had without its own, the one that offended later is not asked to bear the first one;
* a director's error makes both sides non-offending: the doubt is resolved for each in its own score.

No law of any edition says how several infractions go together; this is what redress of damage (12B1, 12C2) and
"no side profits from its own infraction" come to when they are applied to each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from adjudicator.bridge import Side
from adjudicator.cases import Case
from adjudicator.rulings.damage import rough
from adjudicator.rulings.model import Damage, Verdict, WorldView


@dataclass(frozen=True)
class Share:
    """What a side's score rests on: the world of an infraction, or the table result where ``item`` is ``None``."""

    side: Side
    value: Fraction | None
    item: Damage | None = None
    offender: bool = False


Shares = tuple[Share, Share]


@dataclass(frozen=True)
class Settlement:
    """The two sides' shares, and how they were arrived at where more than one infraction was considered."""

    shares: Shares
    together: tuple[str, ...] = ()


def calls_for_adjustment(item: Damage) -> bool:
    """Damage, or too close to call and in doubt for the side that did not offend (84D)."""
    if item.verdict is Verdict.DAMAGE:
        return True
    best = item.shaded if item.shaded is not None else item.expected.value if item.expected is not None else None
    return item.verdict is Verdict.CLOSE and best is not None and item.table is not None and best > item.table


def settle(case: Case, damage: Sequence[Damage], worlds: Sequence[WorldView]) -> Settlement:
    """Every infraction taken away in turn, the last first."""
    groups = list(_infractions(damage, worlds))
    shares = _at_table(damage)
    told = [_take_away(shares, group, worlds) for group in groups]
    if len(groups) > 1:
        told.append(_in_the_end(case, shares, groups, worlds))
        return Settlement((shares[0], shares[1]), tuple(told))
    return Settlement((shares[0], shares[1]))


def decisive(damage: Sequence[Damage], worlds: Sequence[WorldView]) -> Damage | None:
    """The damage that the score of the side that did not offend is adjusted for; ``None`` where nothing is."""
    shares = _at_table(damage)
    for group in _infractions(damage, worlds):
        _take_away(shares, group, worlds)
    found = [(share.offender, _place(share.item, worlds), share.item) for share in shares if share.item is not None]
    return min(found, key=lambda entry: entry[:2], default=(None, None, None))[2]


def _at_table(damage: Sequence[Damage]) -> list[Share]:
    """The table result of each side, as far as the damage found tells it."""
    known: dict[Side, Fraction] = {}
    for item in damage:
        for side, value in ((item.side, item.table), (item.side.other, item.table_other)):
            if value is not None:
                known.setdefault(side, value)
    return [Share(side, known.get(side)) for side in Side]


def _infractions(damage: Sequence[Damage], worlds: Sequence[WorldView]) -> Iterator[list[Damage]]:
    """The damage items by event, the last event first; only what the law would adjust for in some case."""
    by_event: dict[int, list[Damage]] = {}
    for item in damage:
        if item.award is not None and item.world is not None:
            by_event.setdefault(worlds[item.world].world.event_index, []).append(item)
    groups = [sorted(group, key=lambda item: _place(item, worlds)) for group in by_event.values()]
    yield from sorted(groups, key=lambda group: _place(group[0], worlds), reverse=True)


def _place(item: Damage | None, worlds: Sequence[WorldView]) -> tuple[int, int]:
    """Where in the course of the board a world begins; one event before another by the order of the file."""
    assert item is not None
    assert item.world is not None
    world = worlds[item.world].world
    return world.from_call, world.event_index


def _take_away(shares: list[Share], group: list[Damage], worlds: Sequence[WorldView]) -> str:
    """Hold one infraction against what the sides have so far; the line that tells what came of it."""
    item = group[0]
    assert item.world is not None
    world = worlds[item.world].world
    name = f"*{world.event_index + 1} ({world.rule})"
    if world.both_non_offending:
        return _director_erred(shares, [other for other in group if other.world == item.world], name)
    hurt = next((item for item in group if _hurts(item, shares)), None)
    if hurt is None:
        return f"{name}: {item.side} would have had no more without it"
    before = [share.value for share in shares]
    _give(shares, hurt)
    listed = ", ".join(
        f"{share.side} {_figure(share.value)} instead of {_figure(old)}"
        for share, old in zip(shares, before, strict=True)
        if share.value != old
    )
    return f"{name} taken away: {listed}"


def _hurts(item: Damage, shares: list[Share]) -> bool:
    """Whether a side is worse off than without the infraction: against the table, or against what is left of it."""
    mine, theirs = shares[item.side], shares[item.side.other]
    if mine.item is None and theirs.item is None:
        return calls_for_adjustment(item)
    return _more(item.award, mine.value) or (item.shaded is None and _more(theirs.value, item.award_other))


def _more(one: Fraction | None, other: Fraction | None) -> bool:
    return one is not None and (other is None or one > other)


def _give(shares: list[Share], item: Damage) -> None:
    """Adjust both sides for one infraction; each half alone where likely and at all probable are in force."""
    side = item.side
    weighted = item.shaded is not None
    if weighted or _more(item.award, shares[side].value):
        shares[side] = Share(side, item.award, item)
    if item.award_other is not None and (weighted or _more(shares[side.other].value, item.award_other)):
        shares[side.other] = Share(side.other, item.award_other, item, offender=True)


def _director_erred(shares: list[Share], items: list[Damage], name: str) -> str:
    """Both sides non-offending: where the error hurt either, both scores are those of a right ruling (82C)."""
    if not any(_hurts(item, shares) for item in items):
        return f"{name}: neither side would have had more after a right ruling"
    for item in items:
        shares[item.side] = Share(item.side, item.award, item)
    listed = ", ".join(f"{item.side} {_figure(item.award)}" for item in items)
    return f"{name}: after a right ruling, each with the doubt in its favour, {listed}"


def _in_the_end(case: Case, shares: list[Share], groups: list[list[Damage]], worlds: Sequence[WorldView]) -> str:
    """Which infraction governs, and what becomes of the others."""
    governing = {_event(share.item, worlds) for share in shares if share.item is not None}
    if not governing:
        return "no infraction hurt: the table result stands"
    names = " and ".join(f"*{index + 1}" for index in sorted(governing))
    lines = [f"{names} {'governs' if len(governing) == 1 else 'govern'}"]
    for group in groups:
        index = _event(group[0], worlds)
        if index not in governing:
            lines.append(_passed_over(group[0], governing, worlds))
    if len({item.side for group in groups for item in group}) > 1 and not _all_errors(groups, worlds):
        lines.append(f"both sides offended: {_BOTH[case.edition]}")
    return "; ".join(lines)


_BOTH = {
    "1987": "each side is looked at separately and the scores need not balance (1987/12C2)",
    "1997": "each side is looked at separately and the scores need not balance (1997/12C2)",
    "2007": "each is redressed for the other's infraction and gains nothing by its own (2007/12B1, 12C1f)",
    "2017": "each is redressed for the other's infraction and gains nothing by its own (2017/12B1)",
}


def _all_errors(groups: list[list[Damage]], worlds: Sequence[WorldView]) -> bool:
    return all(worlds[item.world or 0].world.both_non_offending for group in groups for item in group)


def _passed_over(item: Damage, governing: set[int], worlds: Sequence[WorldView]) -> str:
    """Why an infraction does not decide: its line is gone, or the other side had no more without it."""
    assert item.world is not None
    own, name = worlds[item.world], f"*{worlds[item.world].world.event_index + 1}"
    for view in worlds:
        if view.world.event_index in governing and view.world.from_call < own.world.from_call:
            if _line_is_gone(view):
                return f"{name} is not reached once *{view.world.event_index + 1} is taken away"
            return f"{name} stays barred on the branches that remain without *{view.world.event_index + 1}"
    return f"{name} does not add to it"


def _line_is_gone(view: WorldView) -> bool:
    """Whether the table's call is taken away where this world begins."""
    decision = view.decision
    return decision is not None and any(share.barred and share.call == decision.made for share in decision.shares)


def _event(item: Damage | None, worlds: Sequence[WorldView]) -> int:
    return _place(item, worlds)[1]


def _figure(value: Fraction | None) -> str:
    return "nothing" if value is None else rough(value)
