"""What a ruling works with: call model, solver, scorer, standards and the seed, gathered once per case."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from dataclasses import field as attribute
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.agreements import Agreements
from adjudicator.auctions.alternatives import AlternativesReport, considered_share, logical_alternatives
from adjudicator.auctions.classes import CLASS_NAMES, decision_classes
from adjudicator.auctions.context import TableContext
from adjudicator.auctions.enumeration import Information, LogFactors, enumerate_auctions
from adjudicator.auctions.forest import Forest
from adjudicator.auctions.from_case import polls_of, table_of
from adjudicator.auctions.legal import LegalFilter, Turn
from adjudicator.auctions.model import CallModel, load_model
from adjudicator.auctions.polls import STRENGTH, Poll
from adjudicator.bridge import PASS, Auction, Call, Deal, Problem, Side, Vulnerability
from adjudicator.cases import Case, ScoringUnit
from adjudicator.laws import ReferenceWorld
from adjudicator.rulings.bars import EventBar, in_force
from adjudicator.rulings.judged import Judged, judged_of
from adjudicator.rulings.outcomes import Reached, valued, weighted_scores, work_out
from adjudicator.rulings.reweigh import follow_shares, with_shares
from adjudicator.rulings.standards import Standards, standards_for
from adjudicator.scores import Field, Scorer, WeightedScore, scorer_for
from adjudicator.tricks.double_dummy import Solver, default_solver

EVIDENCE = 8.0
"""The chances of contracts and tricks count like the answers of so many players when intervals are drawn."""

FIELD_BUDGET = 1200
"""Turns looked at for the field of other tables, which needs the shape of the scores and no single auction."""

SMALLEST_CONTRACT = 0.005
MOST_CONTRACTS = 14


SAMPLES, QUICK_SAMPLES = 600, 150
"""Auctions played out at random for what the budget leaves open."""

NO_MASS = 0.01
"""A call that so few of the auctions followed begin with is followed by itself when its share is judged otherwise."""

Memory = dict[tuple[object, ...], Any]
"""What has been worked out, by what it is ("auctions", "alternatives", "field") and by everything it depends on."""

T = TypeVar("T")


@dataclass(frozen=True)
class Settings:
    """How a ruling is worked out: the seed, whether to save time at the cost of width, and whether to ask what
    would turn it."""

    seed: int = 0
    quick: bool = False
    turns: bool = True


@dataclass(eq=False)
class Tools:
    """Lazily made, used by every world of one case."""

    case: Case
    settings: Settings
    memory: Memory = attribute(default_factory=dict)
    evidence: float = EVIDENCE
    sides: tuple[Side, Side] = (Side.NS, Side.EW)
    bars: tuple[EventBar, ...] = ()
    _passable: dict[Auction, bool] = attribute(default_factory=dict)

    def recall(self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """Something worked out once for all rulings that share the memory."""
        if key not in self.memory:
            self.memory[key] = make()
        found: T = self.memory[key]
        return found

    @cached_property
    def judged(self) -> Judged:
        """Numbers that the director judged otherwise."""
        return judged_of(self.case)

    @cached_property
    def table_key(self) -> tuple[object, ...]:
        """What every question to the call model depends on."""
        lines = (self.case.alterations(Side.NS), self.case.alterations(Side.EW))
        return (self.deal.text, self.context, lines, self.settings.seed, self.settings.quick)

    def _judged_at(self, start: Auction) -> bool:
        """Whether shares were judged at this turn of the table."""
        index = len(start)
        given = index in self.judged.shares or index in self.judged.considered
        return given and start.calls == self.auction.calls[:index]

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
    def _stated(self) -> tuple[TableContext, Agreements, list[Problem]]:
        return table_of(self.case)

    @property
    def context(self) -> TableContext:
        """The table as the call model knows it, a stated 1NT range put in."""
        return self._stated[0]

    @property
    def agreements(self) -> Agreements:
        """The agreements that the case states, over the systems that the table's tags stand for."""
        return self._stated[1]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Stated agreements that were not understood."""
        return tuple(replace(item, severity="warning", file=self.case.source) for item in self._stated[2])

    def factors(self, agreements: Agreements | None = None) -> LogFactors | None:
        """What stated agreements add to the log odds of each call; ``None`` where they change nothing."""
        chosen = agreements or self.agreements
        return chosen if chosen.changed else None

    def chances(
        self,
        start: Auction,
        context: TableContext | None = None,
        agreements: Agreements | None = None,
        *,
        judged: bool = True,
    ) -> NDArray[np.float64]:
        """P(call) of the player to call over the 38 calls, with the agreements of the case; ``judged=False``: as the
        model has it, whatever shares were judged otherwise."""
        key = ("chances", *self.table_key, start, context, agreements)
        share = self.recall(key, lambda: self._chances(start, context, agreements))
        wanted = self.judged.shares.get(len(start), {})
        if not (wanted and judged and self._judged_at(start)) or (context is None and agreements is not None):
            return share
        changed = share.copy()
        left = 1 - sum(share[call] for call in wanted)
        changed *= (1 - sum(wanted.values())) / left if left > 0 else 0.0
        for call, chance in wanted.items():
            changed[call] = chance
        return changed

    def _chances(
        self, start: Auction, context: TableContext | None, agreements: Agreements | None
    ) -> NDArray[np.float64]:
        seat = start.seat_of(len(start))
        share = self.model.probabilities(self.deal, start, context or self.context)
        factors = self.factors(agreements)
        if factors is not None:
            share = share * np.exp(factors(start, seat, self.deal[seat]))
            share /= share.sum()
        return share

    def rng(self, purpose: str) -> np.random.Generator:
        """A generator of its own for each purpose: adding one question changes no other answer."""
        return np.random.default_rng([self.settings.seed, zlib.crc32(purpose.encode())])

    # --- auctions ------------------------------------------------------------------------------------

    def polls_from(self, index: int) -> tuple[Poll, ...]:
        """Polls about this turn and later ones, of players who did not have what the law forbids."""
        return tuple(poll for poll in polls_of(self.case) if len(poll.auction) >= index)

    @property
    def auction(self) -> Auction:
        assert self.case.auction is not None
        return self.case.auction

    def alternatives(self, start: Auction) -> AlternativesReport:
        """What peers would call and consider at this turn: the model, updated by polls where any was taken."""
        report = self._alternatives(start)
        if not self._judged_at(start):
            return report
        shares, considered = (given.get(len(start), {}) for given in (self.judged.shares, self.judged.considered))
        return with_shares(report, shares, considered, lambda: self.rng("considered"))

    def _alternatives(self, start: Auction) -> AlternativesReport:
        polls = tuple(poll for poll in self.polls_from(len(start)) if poll.auction == start)
        key = ("alternatives", *self.table_key, start, repr(polls), self.standards.threshold)
        return self.recall(key, lambda: self._asked(start, polls))

    def _asked(self, start: Auction, polls: tuple[Poll, ...]) -> AlternativesReport:
        return logical_alternatives(
            self.model,
            self.deal,
            start,
            self.context,
            threshold=self.standards.threshold,
            polls=polls,
            factors=self.factors(),
            rng=self.rng(f"alternatives {len(start)}"),
        )

    def legal_filter(
        self, world: ReferenceWorld, start: Auction, barred: frozenset[Call], *, own: bool = True
    ) -> LegalFilter | None:
        """What nobody may call in this world: barred at the turn where the worlds part, and again wherever the
        same player still has the information and could leave well alone; by other events; by a player who has to
        pass. ``own=False``: the position with the irregularity of this world, the others still taken away."""
        bars = [*in_force(self.bars, start, world.event_index)]
        if own and barred:
            bars.insert(0, EventBar.of(self.case, world, barred))
        found = LegalFilter(tuple(bar.bar(self._can_pass) for bar in bars))
        for seat, turns in world.silenced if own else world.silenced_with:
            found |= LegalFilter.must_pass(seat, world.rule, start=len(start), turns=turns)
        return found if found.bars else None

    def law_of(self, world: ReferenceWorld, start: Auction, barred: frozenset[Call], *, own: bool = True) -> object:
        """Everything that `legal_filter` depends on; ``None`` where nothing is barred. Rule ids change nothing."""
        bars = in_force(self.bars, start, world.event_index)
        silenced = world.silenced if own else world.silenced_with
        if not (bars or silenced or (own and barred)):
            return None
        mine = EventBar.of(self.case, world, barred) if own and barred else None
        named = tuple(replace(bar, rule="") for bar in ((mine, *bars) if mine is not None else bars))
        rule = self.standards.threshold
        return named, silenced, (rule.considered, rule.chosen, rule.overwhelming)

    def _can_pass(self, auction: Auction, turn: Turn | None = None) -> bool:
        """Whether pass is a logical alternative, which is all that is asked at later turns; worked out once."""
        if auction not in self._passable:
            self._passable[auction] = self._could_pass(auction, turn)
        return self._passable[auction]

    def _could_pass(self, auction: Auction, turn: Turn | None) -> bool:
        """As `alternatives` has it, without the intervals of all calls; ``turn``: shares that are known already."""
        if any(poll.auction == auction for poll in self.polls_from(len(auction))) or self._judged_at(auction):
            return PASS in self.alternatives(auction).logical
        rule, share = self.standards.threshold, self.chances(auction) if turn is None else turn.shares
        most = float(share.max())
        if share[PASS] == most or share[PASS] <= rule.chosen or most > rule.overwhelming:
            return bool(share[PASS] == most)
        known = turn.kind if turn is not None else None
        kind = int(decision_classes(self.model.position(auction, self.context).states)[0]) if known is None else known
        considered = considered_share(float(share[PASS]), STRENGTH[CLASS_NAMES[kind]], self.rng("pass"))
        return considered >= rule.considered

    def reached(
        self, start: Auction, legal: LegalFilter | None = None, *, law: object = None, budget: int = 3000
    ) -> tuple[tuple[Reached, ...], float]:
        """Final contracts from an auction on, with chances that sum to 1; and the mass not followed up.

        Asked twice for the same thing, also by another ruling that shares ``memory``, it answers at once. ``law``
        names what the filter bars.
        """
        reached, left = self._followed(start, legal, law, budget)
        wanted = self.judged.shares.get(len(start), {})
        if not wanted or not self._judged_at(start):
            return reached, left
        barred = legal.barred(start, start.seat_of(len(start))) if legal is not None else {}
        asked = {item.call: item.chosen for item in self._alternatives(start).calls}
        held = [sum(chance for item in reached for first, chance in item.first if first == call) for call in wanted]
        after = {
            call: self._followed(start.add(call), legal, (law, "after", call), budget)[0]
            for call, mass in zip(wanted, held, strict=True)
            if mass < NO_MASS and call not in barred and start.why_illegal(call) is None
        }
        return follow_shares(reached, asked, wanted, after, _with_chance), left

    def _followed(
        self, start: Auction, legal: LegalFilter | None, law: object, budget: int
    ) -> tuple[tuple[Reached, ...], float]:
        """The auctions from here on, enumerated once."""
        if start.is_over:
            contract = start.standing
            return (Reached(contract, 1.0, ((start.calls, 1.0),)),), 0.0
        polls = self.polls_from(len(start)) if len(start) else ()
        key = ("auctions", *self.table_key, start, repr(polls), law, budget)
        return self.recall(key, lambda: self._reached(start, legal, polls, budget))

    def _reached(
        self, start: Auction, legal: LegalFilter | None, polls: tuple[Poll, ...], budget: int
    ) -> tuple[tuple[Reached, ...], float]:
        forest = enumerate_auctions(
            self.model,
            self.deal,
            start,
            self.context,
            legal=legal,
            polls=polls,
            information=Information(factors=self.factors()),
            mass=0.95 if self.settings.quick else 0.99,
            budget=budget // 4 if self.settings.quick else budget,
            samples=QUICK_SAMPLES if self.settings.quick else SAMPLES,
            rng=self.rng("auctions"),  # the same for every start, so that two positions differ by nothing but the play
        )
        return _contracts(forest)

    # --- scores --------------------------------------------------------------------------------------

    @cached_property
    def scorer(self) -> Scorer:
        """The scorer of the event: real results of the field where the case has them, else an estimate.

        Rulings that share the memory share it, and with it what scores have been converted already.
        """
        case = self.case
        known = (case.scoring, repr(case.other_table), repr(case.field), case.table_score_ns, self.standards.scoring)
        return self.recall(("scorer", *self.table_key, *known), self._scorer)

    def _scorer(self) -> Scorer:
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
        return self.recall(("field", *self.table_key), self._estimated)

    def _estimated(self) -> Field:
        reached, _ = self.reached_from_start
        plain = replace(self.case, config={})
        _, chances = work_out(plain, reached, self.solver, with_play=False)
        neutral = scorer_for("total points")
        return Field.estimate(
            weighted_scores(valued(plain, chances, neutral)), "the call model's auctions on this deal"
        )

    @cached_property
    def reached_from_start(self) -> tuple[tuple[Reached, ...], float]:
        assert self.case.dealer is not None
        return self._followed(Auction(self.case.dealer), None, None, FIELD_BUDGET)


def _with_chance(item: Reached, chance: float) -> Reached:
    return replace(item, probability=chance)


def _contracts(forest: Forest) -> tuple[tuple[Reached, ...], float]:
    kept = [item for item in forest.contracts if item.probability >= SMALLEST_CONTRACT][:MOST_CONTRACTS]
    total = sum(item.probability for item in kept)
    reached = tuple(
        Reached(
            item.contract,
            item.probability / total,
            tuple((line.calls, line.probability) for line in item.lines[:3]),
            tuple((call, chance / total) for call, chance in item.first),
        )
        for item in kept
    )
    return reached, 1.0 - total
