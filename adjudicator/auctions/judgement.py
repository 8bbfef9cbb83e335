"""A decision weighed by simulation: what each call is worth, and the shares of the calls with that counted in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from adjudicator.auctions.agreements import Agreements, base_system
from adjudicator.auctions.blend import GROUPS, NEVER, UNCOVERED, Setting, blended, decision_groups, load_settings
from adjudicator.auctions.context import TableContext
from adjudicator.auctions.enumeration import Information
from adjudicator.auctions.hidden import HiddenHands, hidden_hands
from adjudicator.auctions.legal import LegalFilter
from adjudicator.auctions.model import CallModel, Probabilities
from adjudicator.auctions.simulation import Compare, Points, Simulation, candidate_calls, simulate
from adjudicator.bridge import Auction, Hand, hand_masks
from adjudicator.systems import rule_scores

THINKABLE = 0.05
TRUSTED = 15.0
"""Effective layouts below which more are tried; if they are still fewer, and swaps did not help, nothing is counted."""


@dataclass(frozen=True, eq=False)
class Judgement:
    """One decision: the model's shares, the shares with simulation counted in, and the simulation (if one was made).

    ``used``: whether it moved the shares; ``why``: in words; ``covered``: whether the hand fits a rule of the pair's
    system for one of the thinkable calls (``None``: not asked).
    """

    group: str
    setting: Setting
    model: Probabilities
    shares: Probabilities
    simulation: Simulation | None
    used: bool
    why: str
    covered: bool | None = None

    def lines(self) -> list[str]:
        """For people: each candidate with its worth beside the model's share, and what was made of it."""
        agreed = "; no agreement fits this hand" if self.covered is False else ""
        out = [f"simulation, {self.group}: {self.why}{agreed}"]
        if self.simulation is None:
            return out
        told = dict(zip((item.name for item in self.simulation.summary()), self.simulation.lines(), strict=False))
        for branch in self.simulation.branches:
            call = branch.auction.calls[-1]
            moved = f" → {self.shares[call]:.0%}" if self.used else ""
            out.append(f"{self.model[call]:4.0%}{moved} {told[branch.name].strip()}")
        out.append(self.simulation.lines()[-1])
        return out


@dataclass(frozen=True)
class Evaluator:
    """Weighs decisions by simulation where that has proved to foretell calls better, and nowhere else.

    ``points`` and ``compare`` come from the tricks and scores rooms (IMPs: the settings were fitted in them).
    ``settings``: by group of decision, the packaged ones when not given. ``always``: simulate and show every
    decision asked about, though only the settings decide whether it counts.
    """

    points: Points
    compare: Compare
    settings: Mapping[str, Setting] | None = None
    size: int = 96
    tried: int = 600
    sweeps: int = 8
    most: int = 5
    seed: int = 0
    always: bool = False

    def __call__(
        self,
        model: CallModel,
        hand: Hand,
        auction: Auction,
        context: TableContext,
        shares: Probabilities,
        *,
        information: Information | None = None,
        legal: LegalFilter | None = None,
    ) -> Judgement:
        """Judge the decision of the player to call, who holds ``hand``; ``shares``: the model's, agreements in it."""
        settings = load_settings() if self.settings is None else self.settings
        group = GROUPS[int(decision_groups(model.position(auction, context).states)[0])]
        setting, covered = settings.get(group, NEVER), None
        uncovered = settings.get(UNCOVERED, NEVER)
        if self.always or uncovered.applies(shares):
            covered = is_covered(hand, auction, context, shares, information)
            setting = uncovered if not covered and uncovered.eta else setting
        told = partial(Judgement, group, setting, shares, covered=covered)
        if not setting.applies(shares) and not self.always:
            return told(shares, None, False, _why_not(setting))
        found = self._simulated(model, hand, auction, context, shares, information, legal)
        if not setting.applies(shares):
            return told(shares, found, False, _why_not(setting))
        if found.effective < TRUSTED and not found.reliable:
            return told(shares, found, False, "too few layouts fit the calls to count")
        calls = [branch.auction.calls[-1] for branch in found.branches]
        return told(blended(shares, calls, found.mean(), setting), found, True, f"counts {setting.eta:.0%} here")

    def _simulated(
        self,
        model: CallModel,
        hand: Hand,
        auction: Auction,
        context: TableContext,
        shares: Probabilities,
        information: Information | None,
        legal: LegalFilter | None,
    ) -> Simulation:
        seat = auction.seat_of(len(auction))
        layouts = self._layouts(model, hand, auction, context, information or Information())
        calls = candidate_calls(shares, most=self.most)
        return simulate(
            model, hand, seat, auction, context, calls, self.points, layouts=layouts, compare=self.compare,
            unit="IMPs", field=[float(shares[call]) for call in calls], legal=legal, information=information,
            seed=self.seed,
        )  # fmt: skip

    def _layouts(
        self, model: CallModel, hand: Hand, auction: Auction, context: TableContext, known: Information
    ) -> HiddenHands:
        """Layouts of the unseen hands; where few of those tried fit the calls, four times as many are tried."""
        seat = auction.seat_of(len(auction))
        draw = partial(
            hidden_hands, model, hand, seat, auction, known.views.get(seat, context), size=self.size,
            sweeps=self.sweeps, factors=known.factors,
        )  # fmt: skip
        found = draw(tried=self.tried, rng=np.random.default_rng([self.seed, 1]))
        if found.effective < TRUSTED:
            found = draw(tried=4 * self.tried, rng=np.random.default_rng([self.seed, 2]))
        return found


def is_covered(
    hand: Hand, auction: Auction, context: TableContext, shares: Probabilities, information: Information | None = None
) -> bool:
    """Whether the hand fits a rule of the pair's system for one of the calls that the model thinks of."""
    factors = None if information is None else information.factors
    systems = (
        factors.systems
        if isinstance(factors, Agreements)
        else (base_system(context.systems[0]), base_system(context.systems[1]))
    )
    _, misfit = rule_scores(hand_masks([hand]), auction, context.vulnerability, systems)
    return bool((misfit[0][shares >= THINKABLE] == 0).any())


def _why_not(setting: Setting) -> str:
    if setting.eta == 0:
        return "shown only, for calls of this kind it is not proved to foretell better"
    return f"shown only, it counts where no call has a share of {setting.unsure:.0%}"
