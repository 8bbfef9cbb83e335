"""What partner's tempo tells: the worth of each call with it and without it (16A, 16B1).

Layouts of the unseen hands as the player should imagine them from the calls alone; the same layouts weighted by how
well they explain what he should not know. A slow call is likelier the nearer partner was to another one, a quick call
the farther. The same layouts and the same luck serve both, so that only the information differs. Remarks, questions
and explanations are not measured: what they tell is in words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.enumeration import Information
from adjudicator.auctions.hidden import HiddenHands, hidden_hands
from adjudicator.auctions.simulation import Simulation, simulate
from adjudicator.bridge import PASS, Auction, Call, DealBatch
from adjudicator.cases import Case, Event, EventKind, Standing
from adjudicator.laws import ReferenceWorld
from adjudicator.rulings.model import Decision, InformationGain, InformationValue
from adjudicator.rulings.tools import Tools
from adjudicator.scores.comparison import comparison
from adjudicator.tricks.worth import PlayedPoints

LAYOUTS, TRIED, SWEEPS = 64, 600, 8
MOST_ALTERNATIVES, LEAST_USUAL = 2, 0.03
"""So many other calls are weighed beside the one that was made, each the choice of such a share of peers."""
FOR_NO_REASON = 0.1
"""Chance of a change of tempo that tells nothing of the hand, beside one that is sure to."""
_QUICK = re.compile(r"\b(?:quick|fast|swift|prompt|instant|rapid)", re.IGNORECASE)

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Tempo:
    """A call of partner's, slow or quick."""

    index: int
    call: Call
    quick: bool

    @property
    def words(self) -> str:
        return f"the {'quick' if self.quick else 'slow'} {'pass' if self.call == PASS else self.call}"


def information_value(case: Case, world: ReferenceWorld, decision: Decision, tools: Tools) -> InformationValue | None:
    """What the information did for the call that was made; ``None`` where it cannot be measured.

    Not asked in quick rulings, nor where the director has found what was suggested.
    """
    event = case.events[world.event_index]
    fact = event.fact("suggested") or case.fact("suggested")
    found = bool(event.suggested) or (fact is not None and fact.standing is not Standing.DISPUTED)
    made, start = decision.made, tools.auction.prefix(decision.call_index)
    if tools.settings.quick or world.kind != "without_ui" or found or made is None:
        return None
    tempo, over = tempo_of(event, decision, tools), others(made, start, tools)
    if tempo is None or not over:
        return None
    key = ("tempo", *tools.table_key, start, tempo, made, over, case.scoring.unit)
    return tools.recall(key, lambda: _measured(tempo, start, (made, *over), tools))


def others(made: Call, start: Auction, tools: Tools) -> tuple[Call, ...]:
    """The calls to compare with: those that most peers would make, pass before all others."""
    shares = tools.chances(start, judged=False)
    usual = [Call(call) for call in np.argsort(-shares, kind="stable").tolist() if shares[call] >= LEAST_USUAL]
    usual.sort(key=lambda call: call != PASS)
    return tuple(call for call in usual if call != made)[:MOST_ALTERNATIVES]


def tempo_of(event: Event, decision: Decision, tools: Tools) -> Tempo | None:
    """The change of tempo that the player had noticed; ``None`` where the event is another."""
    index = event.call_index
    if event.kind is not EventKind.HESITATION or not 0 <= index < decision.call_index:
        return None
    if tools.auction.seat_of(index) is not decision.actor.partner:
        return None
    found = event.fact("tempo")
    words = f"{found.value if found is not None else ''} {event.description}"
    return Tempo(index, tools.auction.calls[index], _QUICK.search(words) is not None)


def _measured(tempo: Tempo, start: Auction, calls: tuple[Call, ...], tools: Tools) -> InformationValue:
    actor = start.seat_of(len(start))
    layouts = hidden_hands(
        tools.model, tools.deal[actor], actor, start, tools.context, size=LAYOUTS, tried=TRIED, sweeps=SWEEPS,
        factors=tools.factors(), rng=tools.rng("extra information"),
    )  # fmt: skip
    found = _simulated(layouts, start, calls, tools)
    likely = evidence(tempo, layouts.deals, tools)
    apart = found.worth[:, [0]] - found.worth[:, 1:]
    gains = tuple(_gain(call, apart[:, place], likely) for place, call in enumerate(calls[1:]))
    before, after = (int((means > means[0]).sum()) + 1 for means in (found.mean(), found.mean(likely)))
    return InformationValue(
        what=tempo.words,
        made=calls[0],
        unit=found.unit,
        gains=gains,
        ranks=(before, after),
        layouts=LAYOUTS,
        reliable=layouts.reliable,
    )


def _simulated(layouts: HiddenHands, start: Auction, calls: Sequence[Call], tools: Tools) -> Simulation:
    compare, unit = comparison(tools.case.scoring.unit)
    actor = start.seat_of(len(start))
    return simulate(
        tools.model,
        tools.deal[actor],
        actor,
        start,
        tools.context,
        calls,
        PlayedPoints(tools.vulnerability, tools.solver),
        layouts=layouts,
        compare=compare,
        unit=unit,
        information=Information(factors=tools.factors()),
        seed=tools.settings.seed,
    )


def evidence(tempo: Tempo, deals: DealBatch, tools: Tools) -> Floats:
    """How likely the tempo is on each layout, up to a factor: by how near partner was to another call."""
    before = tools.auction.prefix(tempo.index)
    held = deals.masks[:, before.seat_of(tempo.index)]
    chance = tools.agreements.next_call(tools.model, held, before, tools.context)[:, int(tempo.call)]
    likely: Floats = FOR_NO_REASON + (chance if tempo.quick else 1 - chance)
    return likely


def _gain(over: Call, apart: Floats, likely: Floats) -> InformationGain:
    """Change of the advantage over one alternative, and its standard error on the common layouts."""
    weight, advantage = likely / likely.sum(), float(apart.mean())
    parts = (weight - 1 / len(likely)) * (apart - advantage)
    return InformationGain(over, advantage, float(parts.sum()), float(np.sqrt((parts**2).sum())))
