"""The choice of a player whose partner has to pass: what he calls is the last word of his side.

The call model knows nothing of such a restriction. A pass that leaves the decision to partner is no choice of his
then; of his passes only those count after which partner would have passed as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.bridge import PASS, Auction, Call
from adjudicator.laws import ReferenceWorld
from adjudicator.rulings.outcomes import Reached
from adjudicator.rulings.reweigh import follow_shares
from adjudicator.rulings.tools import Tools

NOTICED = 0.02
"""A share of passes that is smaller is not worth a word."""


def final_choice(
    reached: Sequence[Reached], start: Auction, world: ReferenceWorld, barred: frozenset[Call], tools: Tools
) -> tuple[tuple[Reached, ...], str]:
    """The contracts reached when the player in turn knows that his partner must pass throughout; the reason.

    Nothing changes, and the reason is empty, where partner is free or the player would hardly pass.
    """
    seat = start.seat_of(len(start))
    if (seat.partner, None) not in world.silenced or start.add(PASS).is_over:
        return tuple(reached), ""
    shares = tools.chances(start)
    free = {call: float(shares[call]) for call in start.legal_calls() if call not in barred}
    total = sum(free.values())
    passes = free.get(PASS, 0.0) / total if total > 0 else 0.0
    meant = _partner_passes(start, tools)
    final = passes * meant / (passes * meant + 1 - passes) if passes < 1 else 1.0
    if passes - final < NOTICED:
        return tuple(reached), ""
    before = {call: share / total for call, share in free.items()}
    kept = follow_shares(reached, before, {PASS: final}, {}, _with_chance)
    told = (
        f"{seat}, whose partner must pass, passes for good with a chance of {final:.0%} "
        f"(a pass that left it to {seat.partner} would have had {passes:.0%})"
    )
    return kept, told


def _partner_passes(start: Auction, tools: Tools) -> float:
    """The chance that partner would have passed too, had he been free, after two passes."""
    later = start.add(PASS)
    later = later if later.is_over else later.add(PASS)
    return 1.0 if later.is_over else float(tools.chances(later)[PASS])


def _with_chance(item: Reached, chance: float) -> Reached:
    return replace(item, probability=chance)
