"""Damage, proposal and what would turn it, on small worlds made by hand."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from adjudicator.bridge import Contract, Result, Seat, Side
from adjudicator.cases import Fact, Standing, parse_case
from adjudicator.laws import ReferenceWorld
from adjudicator.rulings.damage import affirmed, better_chance, damage_of
from adjudicator.rulings.model import ContractView, Verdict, WorldView
from adjudicator.rulings.outcomes import expectation, valued, weighted_scores
from adjudicator.rulings.proposal import proposals_for
from adjudicator.rulings.settle import decisive
from adjudicator.rulings.standards import standards_for
from adjudicator.scores import scorer_for

CASE = """
law_edition = "{edition}"
authority = "{authority}"
year = {year}
scoring = "IMP teams"
dealer = "N"
vulnerability = "None"
deal = "N:KJT865.K8..AQT95 42.9765.542.KJ73 A93.AJ4.KQJT3.64 Q7.QT32.A9876.82"
auction = ["1S", "P", "3S", "P", "4S", "P", "P", "P"]
table_contract = "4S N"
table_result = "4S N {over}"
table_score_ns = {score}

[other_table]
score_ns = 170

[[events]]
kind = "hesitation"
call_index = 2
by = "S"
{facts}
"""


def case(over="=", score=420, edition="2017", authority="EBU", year=2020, facts=""):
    loaded = parse_case(
        CASE.format(over=over, score=score, edition=edition, authority=authority, year=year, facts=facts), "t.toml"
    )
    assert loaded.case is not None, loaded.problems
    assert loaded.errors == ()
    return loaded.case


WORLD = ReferenceWorld(0, "without_ui", "2017/16B3", Side.NS, 4, Seat.NORTH)


def view(board, chances, **changes):
    """A world with the given chances of results."""
    scorer = scorer_for("IMP teams", other_score_ns=170)
    results = {Result.parse(text): chance for text, chance in chances.items()}
    outcomes = valued(board, results, scorer)
    contracts: dict[Contract, dict[int, float]] = {}
    for result, chance in results.items():
        contracts.setdefault(result.contract, {})[result.tricks] = chance
    views = tuple(
        ContractView(str(contract), sum(t.values()), (), (), {n: c / sum(t.values()) for n, c in t.items()}, "test")
        for contract, t in contracts.items()
    )
    rng = np.random.default_rng(1)
    pair = tuple(expectation(views, outcomes, side, rng, 8.0) for side in Side)
    values = {"world": WORLD, "infraction": True, "reason": "test", **changes}
    return WorldView(
        values["world"], "", None, views, outcomes, 0.0, values["infraction"], pair, values["reason"],
        values.get("caused", True),
    )  # fmt: skip


def judged(board, world_view):
    scorer = scorer_for("IMP teams", other_score_ns=170)
    table = (scorer.value(board.table_score_ns, Side.NS), scorer.value(board.table_score_ns, Side.EW))
    standards = standards_for(board)
    damage = damage_of(board, 0, world_view, table, standards, scorer)
    return damage, proposals_for(board, [damage], [world_view], scorer, standards), standards


def test_outcomes_are_converted_before_they_are_weighed() -> None:
    """170 at the other table: +620 in 4S is 6 IMPs not vulnerable …, never the IMPs of a mean of raw points."""
    board = case()
    world = view(board, {"3S N +1": 0.5, "4S N -1": 0.5})
    expected = world.expectation(Side.NS)
    assert expected is not None
    assert expected.value == Fraction(0 + -6, 2)
    assert expected.low <= expected.value <= expected.high


def test_damage_and_a_weighted_score_for_both_sides() -> None:
    board = case()
    damage, proposals, _ = judged(board, view(board, {"3S N +1": 0.9, "4S N =": 0.1}))
    assert damage.side is Side.EW
    assert damage.verdict is Verdict.DAMAGE
    assert {proposal.kind for proposal in proposals} <= {"weighted", "assigned"}
    assert all(sum(w.proposed for w in proposal.weights) == 1 for proposal in proposals)
    ns, ew = proposals
    assert ns.value is not None
    assert ew.value == -ns.value


def test_shading_never_favours_the_offenders() -> None:
    board = case()
    _, proposals, _ = judged(board, view(board, {"3S N +1": 0.5, "4S N =": 0.5}))
    offenders = next(proposal for proposal in proposals if proposal.side is Side.NS)
    assert offenders.value is not None
    assert offenders.unbiased_value is not None
    assert offenders.value <= offenders.unbiased_value


def test_no_damage_when_the_table_result_was_no_worse() -> None:
    board = case(over="-1", score=-50)
    damage, proposals, _ = judged(board, view(board, {"3S N +1": 0.9, "4S N =": 0.1}))
    assert damage.verdict is Verdict.NONE
    assert {proposal.kind for proposal in proposals} == {"table result"}


def test_no_infraction_means_no_damage() -> None:
    board = case()
    damage, proposals, _ = judged(board, view(board, {"3S N +1": 1.0}, infraction=False))
    assert damage.verdict is Verdict.NONE
    assert "no infraction" in damage.reason
    assert not any(proposal.kind != "table result" for proposal in proposals)


def test_a_call_nobody_would_make_was_not_caused_by_the_information() -> None:
    world = ReferenceWorld(0, "true_information", "2017/21B3", Side.NS, 4, Seat.EAST)
    board = case()
    damage, _, _ = judged(board, view(board, {"3S N +1": 1.0}, world=world, caused=False))
    assert damage.verdict is Verdict.NONE
    found = case(facts="facts = { misled = true }")
    damage, _, _ = judged(found, view(found, {"3S N +1": 1.0}, world=world, caused=False))
    assert damage.verdict is Verdict.DAMAGE


def test_a_director_who_finds_that_nobody_was_misled_overrules_what_was_measured() -> None:
    world = ReferenceWorld(0, "true_information", "2017/21B3", Side.NS, 4, Seat.EAST)
    text = CASE.format(
        over="=", score=420, edition="2017", authority="EBU", year=2020, facts="facts = { misled = false }"
    )
    loaded = parse_case(text.replace('"hesitation"', '"misexplanation"'), "t.toml")
    assert loaded.case is not None
    damage, _, _ = judged(loaded.case, view(loaded.case, {"3S N +1": 1.0}, world=world, caused=True))
    assert damage.verdict is Verdict.NONE
    assert "the director found" in damage.reason


def test_could_have_known_is_presumed_not_and_can_be_found() -> None:
    world = ReferenceWorld(0, "without_irregularity", "2017/72C", Side.NS, 4, Seat.NORTH)
    board = case()
    assert judged(board, view(board, {"3S N +1": 1.0}, world=world))[0].verdict is Verdict.NONE
    known = case(facts="facts = { could_have_known = true }")
    assert judged(known, view(known, {"3S N +1": 1.0}, world=world))[0].verdict is Verdict.DAMAGE


def test_older_code_gives_each_side_its_own_result() -> None:
    board = case(edition="1997", authority="ACBL", year=2003)
    world = ReferenceWorld(0, "without_ui", "1997/16A", Side.NS, 4, Seat.NORTH)
    _, proposals, standards = judged(board, view(board, {"4S N =": 0.45, "3S N +1": 0.35, "4S N -1": 0.2}, world=world))
    assert not standards.weights
    by_side = {proposal.side: str(proposal.weights[0].result) for proposal in proposals}
    assert by_side == {Side.EW: "3S N +1", Side.NS: "4S N -1"}
    assert all(proposal.kind == "assigned" for proposal in proposals)


def test_self_inflicted_damage_is_taken_off_the_non_offenders_only() -> None:
    text = CASE.format(over="=", score=420, edition="2017", authority="EBU", year=2020, facts="")
    text += '\n[[serious_errors]]\nby = "EW"\ndescription = "revoke"\ninstead_score_ns = 200\n'
    loaded = parse_case(text, "t.toml")
    assert loaded.case is not None, loaded.problems
    damage, proposals, _ = judged(loaded.case, view(loaded.case, {"4S N -1": 1.0}))
    assert damage.verdict is Verdict.DAMAGE
    ns, ew = proposals
    scorer = scorer_for("IMP teams", other_score_ns=170)
    a, b, c = (scorer.value(score, Side.EW) for score in (420, -50, 200))
    assert ew.value == a + b - c
    assert ns.value == scorer.value(-50, Side.NS)


def test_decisive_is_the_earliest_infraction_that_hurt() -> None:
    board = case()
    late = view(board, {"3S N +1": 1.0}, world=ReferenceWorld(0, "without_ui", "2017/16B3", Side.NS, 6, Seat.NORTH))
    early = view(board, {"3S N +1": 1.0})
    standards, table = standards_for(board), (Fraction(6), Fraction(-6))
    damage = [
        damage_of(board, i, v, table, standards, scorer_for("IMP teams", other_score_ns=170))
        for i, v in enumerate((late, early))
    ]
    assert decisive(damage, [late, early]) is damage[1]


def test_exact_weights_sum_to_one() -> None:
    board = case()
    world = view(board, {"3S N +1": 1 / 3, "4S N =": 1 / 3, "4S N -1": 1 / 3})
    assert sum(item.weight for item in weighted_scores(world.outcomes)) == 1
    assert better_chance(world, Side.EW, Fraction(-6)) > 0


@pytest.mark.parametrize(
    ("value", "standing", "found"),
    [(True, "established", True), ("no", "agreed", False), ("yes", "assumed", True), (True, "disputed", None)],
)
def test_findings_are_read_as_words_and_disputed_ones_settle_nothing(
    value: object, standing: str, found: object
) -> None:
    assert affirmed(Fact("helped", value, Standing(standing))) is found
