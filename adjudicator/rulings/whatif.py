"""What if: two rulings on the same board, and what is different between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.bridge import Side
from adjudicator.rulings.model import Damage, Proposal, Ruling, WorldView

NOTICED = 0.02
"""Changes of a chance by less are not told."""


@dataclass(frozen=True)
class Difference:
    """One thing that is different: what, before, after."""

    what: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.what}: {self.before} → {self.after}"


def differences(before: Ruling, after: Ruling) -> tuple[Difference, ...]:
    """What a director would notice: law, damage, chances, expectations, proposal."""
    found = [
        *_law(before, after),
        *_worlds(before, after),
        *_damage(before, after),
        *_proposals(before, after),
    ]
    return tuple(found)


def _law(before: Ruling, after: Ruling) -> Iterator[Difference]:
    if before.findings.edition != after.findings.edition:
        yield Difference("edition", before.findings.edition, after.findings.edition)
    for number, (old, new) in enumerate(zip(before.findings.events, after.findings.events, strict=False), start=1):
        told = f"{old.rule} {old.status.value}", f"{new.rule} {new.status.value}"
        if told[0] != told[1]:
            yield Difference(f"law on event {number}", *told)


def _worlds(before: Ruling, after: Ruling) -> Iterator[Difference]:
    old = {_place(view): view for view in before.worlds}
    for view in after.worlds:
        earlier = old.get(_place(view))
        if earlier is None:
            yield Difference(f"world at call {view.world.from_call + 1}", "not examined", view.world.rule)
            continue
        if earlier.infraction != view.infraction:
            what = f"infraction at call {view.world.from_call + 1}"
            yield Difference(what, _word(earlier.infraction), _word(view.infraction))
        yield from _chances(earlier, view)


def _place(view: WorldView) -> tuple[str, int, int]:
    return view.world.kind, view.world.event_index, view.world.from_call


def _word(infraction: bool | None) -> str:
    return {True: "yes", False: "no", None: "not known"}[infraction]


def _chances(old: WorldView, new: WorldView) -> Iterator[Difference]:
    before = {contract.contract: contract.probability for contract in old.contracts}
    after = {contract.contract: contract.probability for contract in new.contracts}
    for contract in sorted(before | after):
        chances = before.get(contract, 0.0), after.get(contract, 0.0)
        if abs(chances[0] - chances[1]) >= NOTICED:
            yield Difference(f"chance of {contract}", f"{chances[0]:.0%}", f"{chances[1]:.0%}")


def _damage(before: Ruling, after: Ruling) -> Iterator[Difference]:
    def listed(items: tuple[Damage, ...]) -> str:
        return ", ".join(f"{item.side} {item.verdict.value}" for item in items) or "none examined"

    if listed(before.damage) != listed(after.damage):
        yield Difference("damage", listed(before.damage), listed(after.damage))


def _proposals(before: Ruling, after: Ruling) -> Iterator[Difference]:
    for side in Side:
        old, new = _text(before, side), _text(after, side)
        if old != new:
            yield Difference(f"proposal for {side}", old, new)


def _text(ruling: Ruling, side: Side) -> str:
    proposal: Proposal | None = next((item for item in ruling.proposals if item.side is side), None)
    if proposal is None:
        return "none"
    return proposal.text
