"""How a change of the ruling is told: the limit, what follows, and how plausible the change is."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from adjudicator.bridge import Side
from adjudicator.rulings.damage import figure
from adjudicator.rulings.model import CallShare, Proposal, Turn
from adjudicator.rulings.probe import STANDS, Limit, Probe, Settled
from adjudicator.rulings.proposal import TABLE

PLAUSIBLE = 0.1
"""A change that is less likely than this is not one that a director would expect."""

_SEED = 41
_DRAWS = 4000


def consequence(probe: Probe, after: Settled) -> str:
    """What the ruling would be instead, for the sides that it is another for."""
    if not after.proposals or all(item.kind == TABLE for item in after.proposals):
        return STANDS
    new = {side: proposal for side in Side if (proposal := after.of(side)) is not None}
    results = {_results(proposal) for proposal in new.values()}
    changed = [side for side in new if _value(probe.base, side) != _value(after, side)]
    if len(results) == 1 and len(changed) == 2 and len(new) == 2:
        worths = ", ".join(f"{side} {_worth(new[side].value)}" for side in changed)
        return f"{results.pop()} for both sides, {worths} {after.unit}"
    told = [f"{side} get {_results(new[side])}, {_worth(new[side].value)} {after.unit}" for side in changed]
    return "; ".join(told) or "the score is adjusted"


def _value(found: Settled, side: Side) -> str:
    proposal = found.of(side)
    return "" if proposal is None else _worth(proposal.value)


def _results(proposal: Proposal) -> str:
    if proposal.kind == TABLE:
        return "the table result"
    return str(proposal.weights[0].result) if len(proposal.weights) == 1 else "a weighted score"


def _worth(value: Fraction | None) -> str:
    return "" if value is None else figure(value)


def numbered(probe: Probe, key: str, words: tuple[str, str], now: float, limit: Limit, plausibility: float) -> Turn:
    """A number that turns the ruling: ``words`` are what stands before and after its limit."""
    falls = limit.below(now)
    bound = f"{limit.beyond} % or {'less' if falls else 'more'}"
    if limit.beyond in (0, 100):
        bound = f"{limit.beyond} %"
    before, behind = words
    return Turn(
        key=key,
        text=f"{before} {bound} {behind}".strip(),
        now=f"{now:.0%}".replace("%", " %"),
        turns_at=bound,
        consequence=consequence(probe, limit.after),
        plausibility=round(plausibility, 3),
        change=f"{key}={limit.beyond}%",
        within="" if limit.within is None else f"{key}={limit.within}%",
    )


def found_otherwise(
    probe: Probe, key: str, text: str, now: str, change: str, after: Settled, plausibility: float
) -> Turn:
    """A finding that turns the ruling."""
    at = change.partition("=")[2]
    return Turn(key, text, now, at, consequence(probe, after), round(plausibility, 3), change)


def beyond_of_share(share: CallShare, limit: float) -> float:
    """How likely the share of a call lies beyond a limit, by its 90 % interval."""
    return _beyond(share.share, share.low, share.high, limit)


def _beyond(now: float, low: float, high: float, limit: float) -> float:
    edge, end = (low, 0.0) if limit < now else (high, 1.0)
    inside = (limit - edge) * (limit - now) < 0 or limit == now
    if inside:
        return 0.05 + 0.45 * (abs(limit - edge) / abs(now - edge) if now != edge else 0.0)
    return 0.05 * (abs(end - limit) / abs(end - edge) if end != edge else 0.0)


def beyond_of_chance(now: float, limit: float, evidence: float) -> float:
    """How likely a chance that is as firm as so many answers lies beyond a limit."""
    rng = np.random.default_rng(_SEED)
    drawn = rng.beta(max(evidence * now, 1e-3), max(evidence * (1 - now), 1e-3), size=_DRAWS)
    return float((drawn <= limit).mean() if limit < now else (drawn >= limit).mean())
