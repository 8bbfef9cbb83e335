"""Boards and worlds made by hand: figures that can be worked out on paper.

North-South scored +170 at the other table, nobody vulnerable: 4S making is +6 IMPs to North-South, 4S+1 +7, 4S one
down -6, 3S+1 0, 4SX making +9, 4SX+1 +11.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from adjudicator.bridge import Contract, Result, Seat, Side
from adjudicator.cases import Case, parse_case
from adjudicator.laws import ReferenceWorld
from adjudicator.rulings.damage import damage_of
from adjudicator.rulings.model import ContractView, Contrast, Damage, Outcome, Proposal, WorldView
from adjudicator.rulings.outcomes import expectation, valued
from adjudicator.rulings.proposal import proposals_for
from adjudicator.rulings.settle import Settlement, settle
from adjudicator.rulings.standards import standards_for
from adjudicator.scores import Scorer, scorer_for

BOARD = """
law_edition = "{edition}"
authority = "{authority}"
scoring = "IMP teams"
dealer = "N"
vulnerability = "None"
deal = "N:KJT865.K8..AQT95 42.9765.542.KJ73 A93.AJ4.KQJT3.64 Q7.QT32.A9876.82"
auction = ["1S", "P", "3S", "P", "4S", "P", "P", "P"]
other_table = {{ score_ns = 170 }}

[[events]]
kind = "hesitation"
call_index = 2
by = "S"

[[events]]
kind = "{second}"
call_index = 3
by = "{by}"

{extra}
"""


def board(
    result: str = "4S N =",
    edition: str = "2017",
    authority: str = "EBU",
    second: str = "hesitation",
    by: str = "W",
    extra: str = "",
) -> Case:
    """A board on which two things happened; its score follows from the result."""
    text = BOARD.format(edition=edition, authority=authority, second=second, by=by, extra=extra)
    loaded = parse_case(text, "board.toml")
    assert loaded.case is not None, loaded.problems
    assert loaded.errors == (), loaded.errors
    assert loaded.case.vulnerability is not None
    made = Result.parse(result)
    return replace(
        loaded.case,
        table_result=made,
        table_contract=made.contract,
        table_score_ns=made.score_ns(loaded.case.vulnerability),
    )


def scorer_of(case: Case) -> Scorer:
    return scorer_for("IMP teams", other_score_ns=170, config=standards_for(case).scoring)


def world(
    case: Case,
    chances: Mapping[str, float],
    offending: Side,
    from_call: int,
    event: int = 0,
    after: Mapping[str, float] | None = None,
    both: bool = False,
) -> WorldView:
    """A world with the given chances of results; ``after``: results of the position with the irregularity."""
    rule = f"{case.edition}/82C" if both else f"{case.edition}/16B1a"
    seat = Seat.NORTH if offending is Side.NS else Seat.EAST
    reference = ReferenceWorld(event, "without_ui", rule, offending, from_call, seat, both_non_offending=both)
    views, outcomes = _outcomes(case, chances)
    pair = [expectation(views, outcomes, side, np.random.default_rng(1), 8.0) for side in Side]
    expected = (pair[0], pair[1])
    found = WorldView(reference, "", None, views, outcomes, 0.0, True, expected, "by hand")
    if after is None:
        return found
    return replace(found, contrast=Contrast("", expected, expected, _outcomes(case, after)[1]))


def _outcomes(case: Case, chances: Mapping[str, float]) -> tuple[tuple[ContractView, ...], tuple[Outcome, ...]]:
    results = {Result.parse(text): chance for text, chance in chances.items()}
    tricks: dict[Contract, dict[int, float]] = {}
    for result, chance in results.items():
        tricks.setdefault(result.contract, {})[result.tricks] = chance
    views = tuple(
        ContractView(str(contract), sum(t.values()), (), (), {n: c / sum(t.values()) for n, c in t.items()}, "by hand")
        for contract, t in tricks.items()
    )
    return views, valued(case, results, scorer_of(case))


def damages(case: Case, worlds: Sequence[WorldView]) -> list[Damage]:
    """Damage in every world, to both sides after a director's error."""
    scorer = scorer_of(case)
    assert case.table_score_ns is not None
    table = scorer.value(case.table_score_ns, Side.NS), scorer.value(case.table_score_ns, Side.EW)
    return [
        damage_of(case, index, view, table, standards_for(case), scorer, side)
        for index, view in enumerate(worlds)
        for side in (Side if view.world.both_non_offending else (view.world.offending.other,))
    ]


def ruled(case: Case, *worlds: WorldView) -> tuple[Settlement, dict[Side, Proposal]]:
    """How the infractions were put together, and what each side gets."""
    found = damages(case, worlds)
    proposals = proposals_for(case, found, worlds, scorer_of(case), standards_for(case))
    return settle(case, found, worlds), {proposal.side: proposal for proposal in proposals}
