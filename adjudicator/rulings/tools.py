"""What a ruling works with: call model, solver, scorer, standards and the seed, gathered once per case."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from adjudicator.auctions import (
    CallModel,
    Forest,
    LegalFilter,
    SystemTag,
    TableContext,
    enumerate_auctions,
    load_model,
    poll_update,
)
from adjudicator.bridge import PASS, Auction, Call, Deal, Side, Vulnerability
from adjudicator.cases import Case, Poll, ScoringUnit
from adjudicator.laws import ReferenceWorld
from adjudicator.rulings.outcomes import Reached, valued, weighted_scores, work_out
from adjudicator.rulings.standards import Standards, standards_for
from adjudicator.scores import Field, Scorer, WeightedScore, scorer_for
from adjudicator.tricks.double_dummy import Solver, default_solver

EVIDENCE = 25.0
"""The call model counts like a poll of so many players when intervals are drawn."""

SMALLEST_CONTRACT = 0.005
MOST_CONTRACTS = 14
_SCORINGS = {
    ScoringUnit.MATCHPOINTS: "MP",
    ScoringUnit.IMPS: "IMP",
    ScoringUnit.CROSS_IMPS: "IMP",
    ScoringUnit.BUTLER: "IMP",
    ScoringUnit.BOARD_A_MATCH: "BAM",
}


@dataclass(frozen=True)
class Settings:
    """How a ruling is worked out: the seed, and whether to save time at the cost of width."""

    seed: int = 0
    quick: bool = False


@dataclass(eq=False)
class Tools:
    """Lazily made, used by every world of one case."""

    case: Case
    settings: Settings
    evidence: float = EVIDENCE
    sides: tuple[Side, Side] = (Side.NS, Side.EW)

    @cached_property
    def standards(self) -> Standards:
        return standards_for(self.case)

    @cached_property
    def model(self) -> CallModel:
        return load_model()

    @cached_property
    def solver(self) -> Solver:
        return default_solver()

    @property
    def deal(self) -> Deal:
        assert self.case.deal is not None
        return self.case.deal

    @property
    def vulnerability(self) -> Vulnerability:
        assert self.case.vulnerability is not None
        return self.case.vulnerability

    @cached_property
    def context(self) -> TableContext:
        """The table as the call model knows it."""
        case = self.case
        assert case.dealer is not None
        return TableContext(
            dealer=case.dealer,
            vulnerability=self.vulnerability,
            scoring=_SCORINGS.get(case.scoring.unit, "unknown"),  # type: ignore[arg-type]
            systems=(system_tag(case.system_ns), system_tag(case.system_ew)),
            year=case.year,
        )

    def rng(self, purpose: str) -> np.random.Generator:
        """A generator of its own for each purpose: adding one question changes no other answer."""
        return np.random.default_rng([self.settings.seed, zlib.crc32(purpose.encode())])

    # --- auctions ------------------------------------------------------------------------------------

    def poll_at(self, index: int) -> Poll | None:
        """Answers of players who did not have what the law forbids."""
        return next((poll for poll in self.case.poll_at(index) if not poll.informed and poll.votes), None)

    def shares(self, start: Auction) -> list[tuple[Call, float, float, float, int | None]]:
        """Call, share of peers, 90 % interval, votes: the model's share, updated by a poll where one was taken."""
        prior = self.model.probabilities(self.deal, start, self.context)
        poll = self.poll_at(len(start))
        votes = dict(poll.votes) if poll else {}
        share = poll_update(prior, {int(call): count for call, count in votes.items()})
        evidence = self.evidence + sum(votes.values())
        draws = self.rng(f"shares {len(start)}").dirichlet(np.maximum(evidence * share, 1e-4), size=2000)
        low, high = np.quantile(draws, [0.05, 0.95], axis=0)
        return [
            (Call(i), float(share[i]), float(low[i]), float(high[i]), votes.get(Call(i)))
            for i in range(38)
            if share[i] > 0
        ]

    def legal_filter(self, world: ReferenceWorld, start: Auction, barred: frozenset[Call]) -> LegalFilter | None:
        """Barred calls at the turn where the worlds part, and again wherever the same player still has the
        information and could leave well alone."""
        if not barred:
            return None
        return LegalFilter(self._barring(world, start, barred))

    def _barring(
        self, world: ReferenceWorld, start: Auction, barred: frozenset[Call]
    ) -> Callable[[Auction, int], frozenset[Call]]:
        acting = len(barred) > 1 and PASS not in barred

        def bar(auction: Auction, seat: int) -> frozenset[Call]:
            if seat != world.actor:
                return frozenset()
            if len(auction) == len(start):
                return barred
            if not (world.bars_later_turns and acting):
                return frozenset()
            share = float(self.model.probabilities(self.deal, auction, self.context)[PASS])
            return (
                frozenset(set(auction.legal_calls()) - {PASS}) if self.standards.is_alternative(share) else frozenset()
            )

        return bar

    def reached(self, start: Auction, legal: LegalFilter | None = None) -> tuple[tuple[Reached, ...], float]:
        """Final contracts from an auction on, with chances that sum to 1; and the mass not followed up."""
        polls = {
            poll.call_index: {int(call): count for call, count in poll.votes}
            for poll in self.case.polls
            if poll.votes and not poll.informed and poll.call_index >= len(start)
        }
        forest = enumerate_auctions(
            self.model,
            self.deal,
            start,
            self.context,
            legal=legal,
            polls=polls or None,
            mass=0.95 if self.settings.quick else 0.99,
            rng=self.rng(f"auctions {len(start)}"),
        )
        return _contracts(forest)

    # --- scores --------------------------------------------------------------------------------------

    @cached_property
    def scorer(self) -> Scorer:
        """The scorer of the event: real results of the field where the case has them, else an estimate."""
        case = self.case
        other = case.other_table.score_ns if case.other_table else None
        field = self._real_field()
        if field is None and other is None and case.scoring.unit is not ScoringUnit.TOTAL_POINTS:
            field = self.estimated_field
        return scorer_for(
            case.scoring.raw,
            field=field,
            other_score_ns=other,
            config=self.standards.scoring,
            table_score_ns=case.table_score_ns,
        )

    def _real_field(self) -> Field | None:
        if not self.case.field:
            return None
        results = tuple(WeightedScore(item.score_ns, item.count, str(item.result or "")) for item in self.case.field)
        return Field(results, source="results given in the case")

    @cached_property
    def estimated_field(self) -> Field:
        """What other tables would score on this deal, by the call model from the first call on."""
        assert self.case.dealer is not None
        reached, _ = self.reached_from_start
        plain = self.case
        _, chances = work_out(plain, reached, self.solver, with_play=False)
        neutral = scorer_for("total points")
        return Field.estimate(
            weighted_scores(valued(plain, chances, neutral)), "the call model's auctions on this deal"
        )

    @cached_property
    def reached_from_start(self) -> tuple[tuple[Reached, ...], float]:
        assert self.case.dealer is not None
        return self.reached(Auction(self.case.dealer))


def _contracts(forest: Forest) -> tuple[tuple[Reached, ...], float]:
    kept = [item for item in forest.contracts if item.probability >= SMALLEST_CONTRACT][:MOST_CONTRACTS]
    total = sum(item.probability for item in kept)
    reached = tuple(
        Reached(
            item.contract,
            item.probability / total,
            tuple((line.calls, line.probability) for line in item.lines[:3]),
        )
        for item in kept
    )
    return reached, 1.0 - total


_RANGE = re.compile(r"1\s*NT?\D{0,20}?(\d{2})\s*[-–]\s*(\d{2})", re.IGNORECASE)


def system_tag(text: str) -> SystemTag:
    """The pair's basic system from the words of the case: a tag, a system's name, or a 1NT range in prose."""
    tag = SystemTag.parse(text)
    if tag == SystemTag():
        found = _RANGE.search(text)
        if found is not None:
            return SystemTag.parse(f"{found[1]}-{found[2]}/?/?")
    return tag
