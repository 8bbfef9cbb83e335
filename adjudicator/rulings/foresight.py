"""Could the offender have known? The irregular line against the lawful one, from his own chair (72C; 23 before 2017).

Nobody asks what he intended. He holds his thirteen cards and heard the auction before his irregularity; layouts of the
other hands are drawn on that alone. On each of them the auction is finished twice: once as the law leaves it after
the irregularity (his new call, his partner silenced), once as if he had called in turn. The same layouts, the same
noise, the same luck in the play: what differs is what the irregularity brings about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from adjudicator.auctions.enumeration import Information
from adjudicator.auctions.hidden import hidden_hands
from adjudicator.auctions.legal import LegalFilter
from adjudicator.auctions.simulation import Branch, Simulation, candidate_calls, simulate_branches
from adjudicator.bridge import ALL_CALLS, Auction, Call, Seat
from adjudicator.cases import Case
from adjudicator.laws import ReferenceWorld
from adjudicator.laws.case_facts import Place, place_of
from adjudicator.rulings.damage import affirmed
from adjudicator.rulings.model import NOTABLE, NOTABLE_POINTS, Foresight, WorldView
from adjudicator.rulings.tools import Tools
from adjudicator.scores.comparison import comparison
from adjudicator.tricks.worth import PlayedPoints

LAYOUTS, MORE_LAYOUTS = 48, 96
DOUBT = (0.5, 3.0)
"""A gain of so many standard errors on the first layouts is looked at on more of them."""
MOST_LAWFUL = 3
LEAST_LAWFUL = 0.1
"""A lawful call counts when so many peers would make it: nobody has to find an unusual one."""
_IRREGULAR = "irregular"


def asks_what_he_knew(world: ReferenceWorld) -> bool:
    """Whether the law under which the score is reviewed asks what the offender could have known."""
    clause = world.rule.partition("/")[2]
    asks = clause.startswith(("72C", "72B", "23")) and not clause.startswith("23C")
    return asks and world.kind == "without_irregularity"


def foresight(case: Case, world: ReferenceWorld, tools: Tools) -> Foresight | None:
    """What the irregularity promised to the offender; ``None`` where nothing that follows from it is known.

    Not asked in quick rulings, nor where the director has answered.
    """
    told = case.events[world.event_index].fact("could_have_known") or case.fact("could_have_known")
    if tools.settings.quick or affirmed(told) is not None:
        return None
    place = place_of(case, case.events[world.event_index])
    if place is None or case.auction is None:
        return None
    before = case.auction.prefix(place.kept)
    bars = [_silence(seat, turns, len(before)) for seat, turns in world.silenced_with]
    lawful, irregular = _branches(place, before, bars, tools)
    if irregular is None:
        return None
    asked = (*((branch.name, share) for branch, share in lawful.items()), irregular.auction)
    key = ("foresight", *tools.table_key, before, asked, place, world.silenced_with, case.scoring.unit)
    return tools.recall(key, lambda: _measured(place.offender, lawful, irregular, before, tools))


def may_have_gained(case: Case, view: WorldView, tools: Tools) -> bool:
    """Whether the other side may have lost by it, as far as the case tells: else nobody asks what he knew."""
    if view.expected is None or case.table_score_ns is None:
        return view.expected is not None
    side = view.world.offending.other
    return view.expected[side].high > tools.scorer.value(case.table_score_ns, side)


def _silence(seat: Seat, turns: int | None, start: int) -> LegalFilter:
    return LegalFilter.must_pass(seat, "silenced by the irregularity", start=start, turns=turns)


def _branches(
    place: Place, before: Auction, bars: list[LegalFilter], tools: Tools
) -> tuple[dict[Branch, float], Branch | None]:
    """The lawful lines with the share of peers who take them, and the irregular one."""
    if place.turn is place.offender:
        shares = tools.chances(before, judged=False)
        usual = [call for call in candidate_calls(shares)[:MOST_LAWFUL] if shares[call] >= LEAST_LAWFUL]
        lawful = {Branch(str(call), before.add(call)): float(shares[call]) for call in usual or [Call(shares.argmax())]}
        made = place.replacement
        if made is None or before.why_illegal(made) is not None:
            return lawful, None
        return lawful, Branch(_IRREGULAR, before.add(made), _all(bars))
    lawful = {Branch("in turn", before): 1.0}
    if place.replacement is not None:
        bars = [*bars, _must_call(place.offender, place.replacement, len(before))]
    return lawful, Branch(_IRREGULAR, before, _all(bars)) if bars else None


def _all(bars: list[LegalFilter]) -> LegalFilter | None:
    found: LegalFilter | None = None
    for bar in bars:
        found = bar if found is None else found | bar
    return found


def _must_call(seat: Seat, made: Call, start: int) -> LegalFilter:
    """At his first turn from here on the offender makes the call that he made at the table, where he may."""

    def bar(auction: Auction, who: Seat) -> Mapping[Call, str]:
        if who is not seat or not start <= len(auction) < start + 4 or auction.why_illegal(made) is not None:
            return {}
        return {call: "his call at the table" for call in ALL_CALLS if call != made}

    return LegalFilter((bar,))


def _measured(
    offender: Seat, lawful: dict[Branch, float], irregular: Branch, before: Auction, tools: Tools
) -> Foresight:
    """By few layouts, or by more where few of them leave a gain in doubt."""
    found = [_simulated(offender, lawful, irregular, before, tools, LAYOUTS, "foresight")]
    first = _compared(offender, found)
    low, high = (factor * first.error for factor in DOUBT)
    if first.reliable and low < first.gain < high:
        found.append(_simulated(offender, lawful, irregular, before, tools, MORE_LAYOUTS, "more foresight"))
    return _compared(offender, found)


def _simulated(
    offender: Seat,
    lawful: dict[Branch, float],
    irregular: Branch,
    before: Auction,
    tools: Tools,
    size: int,
    purpose: str,
) -> Simulation:
    compare, unit = comparison(tools.case.scoring.unit)
    factors = tools.factors()
    layouts = hidden_hands(
        tools.model, tools.deal[offender], offender, before, tools.context, size=size, factors=factors,
        rng=tools.rng(purpose),
    )  # fmt: skip
    return simulate_branches(
        tools.model,
        [*lawful, irregular],
        offender.side,
        layouts,
        tools.context,
        PlayedPoints(tools.vulnerability, tools.solver),
        compare=compare,
        unit=unit,
        field=[*lawful.values(), 0.0],
        information=Information(factors=factors),
        seed=int(tools.rng(purpose).integers(2**31)),
    )


def _compared(offender: Seat, found: Sequence[Simulation]) -> Foresight:
    """The irregular line against the lawful one that is worth most."""
    worth = np.concatenate([part.worth for part in found])
    best, unit = int(worth[:, :-1].mean(axis=0).argmax()), found[0].unit
    apart = worth[:, -1] - worth[:, best]
    notable = NOTABLE.get(unit, NOTABLE_POINTS)
    return Foresight(
        offender=offender,
        lawful=found[0].names[best],
        gain=float(apart.mean()),
        error=float(apart.std(ddof=1) / np.sqrt(len(apart))),
        better=float((apart >= notable).mean()),
        worse=float((apart <= -notable).mean()),
        unit=unit,
        layouts=len(apart),
        reliable=all(part.reliable for part in found),
    )
