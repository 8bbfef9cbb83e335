"""What stands beside the assigned score: the self-inflicted part, and penalties of Law 90."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from adjudicator.bridge import Side
from adjudicator.cases import ProceduralPenalty, parse_case
from adjudicator.cases.write import case_to_toml
from adjudicator.laws import assess
from adjudicator.rulings import Settings, rule
from adjudicator.rulings.penalised import penalties_of
from adjudicator.rulings.proposal import own_error
from adjudicator.scores import Field, scorer_for
from tests.rulings.by_hand import board, ruled, scorer_of, world

DOWN = {"4S N -1": 1.0}
ERROR = '[[serious_errors]]\nby = "EW"\ndescription = "revoke"\n{instead}\n'
RULES = {"1997": "1997/12C2", "2007": "2007/12C1b", "2017": "2017/12C1e"}


@pytest.mark.parametrize("edition", RULES)
@pytest.mark.parametrize("instead", ['instead = "3S N +2"', "instead_score_ns = 200"])
def test_the_self_inflicted_part_is_told_with_its_three_figures(edition: str, instead: str) -> None:
    """A -6 at the table, C -1 without the revoke, B +6 by the adjustment: EW get -6 + 6 + 1 = +1, NS -6."""
    case = board(edition=edition, extra=ERROR.format(instead=instead))
    _, proposals = ruled(case, world(case, DOWN, Side.NS, 4))
    part = proposals[Side.EW].own_part
    assert part is not None
    assert (part.a, part.b, part.c, part.net) == (-6, 6, -1, 1)
    assert (part.own, part.caused) == (5, 7)
    assert part.rule == RULES[edition]
    assert (proposals[Side.EW].value, proposals[Side.NS].value) == (1, -6)
    assert proposals[Side.NS].own_part is None


def test_an_error_without_its_cost_is_asked_for_and_takes_nothing_off() -> None:
    case = board(extra=ERROR.format(instead=""))
    _, proposals = ruled(case, world(case, DOWN, Side.NS, 4))
    assert proposals[Side.EW].value == 6
    assert "say in serious_errors" in proposals[Side.EW].text


def test_an_error_that_the_edition_redresses_takes_nothing_off() -> None:
    """Since 2017 the error must be extremely serious; before, serious was enough."""
    told = '[[events]]\nkind = "serious_error"\nby = "EW"\nfacts = { error_kind = "serious", unrelated = true }\n'
    found = {}
    for edition in ("2007", "2017"):
        case = board(edition=edition, extra=told + ERROR.format(instead="instead_score_ns = 200"))
        found[edition] = own_error(case, Side.EW, assess(case))
    assert found["2007"] is not None
    assert found["2017"] is None


PENALTY = '[[penalties]]\nby = "EW"\namount = "{amount}"\nlaw = "90B1"\nreason = "late again"\n'


def test_a_penalty_is_listed_apart_and_changes_no_score() -> None:
    plain = board()
    fined = board(extra=PENALTY.format(amount="3 IMPs"))
    worlds = [world(case, DOWN, Side.NS, 4) for case in (plain, fined)]
    assert ruled(plain, worlds[0])[1] == ruled(fined, worlds[1])[1]
    (penalty,), problems = penalties_of(fined, scorer_of(fined))
    assert problems == ()
    assert (penalty.side, penalty.amount, penalty.unit, penalty.rule) == (Side.EW, 3, "IMPs", "2017/90B1")
    assert "late again" in penalty.text


def test_a_share_of_a_top_is_told_in_the_units_of_the_event() -> None:
    case = board(extra=PENALTY.format(amount="10% of a top"))
    scorer = scorer_for("MP pairs", field=Field.of({420: 6, 450: 6}))
    (penalty,), _ = penalties_of(case, scorer)
    assert (penalty.amount, penalty.unit) == (Fraction(1, 10) * scorer.top, "matchpoints")
    (beside,), _ = penalties_of(case, scorer_of(case))
    assert (beside.amount, beside.unit) == (Fraction(1, 10), "of a top")
    assert "10% of a top" in beside.text
    guessed = scorer_for("MP pairs", field=replace(Field.of({420: 6, 450: 6}), estimated=True))
    (share,), _ = penalties_of(case, guessed)
    assert share.text.count("of a top") == 1


def test_a_warning_has_no_amount_and_nonsense_is_a_warning_to_the_reader() -> None:
    case = replace(board(), penalties=(ProceduralPenalty(Side.NS), ProceduralPenalty(Side.NS, "a lot")))
    found, problems = penalties_of(case, scorer_of(case))
    assert [item.text for item in found] == ["NS: a warning"]
    assert [problem.severity for problem in problems] == ["warning"]
    assert problems[0].field == "penalties[1].amount"


def test_a_breach_of_procedure_is_ruled_under_law_90_and_has_no_world() -> None:
    case = board(second="procedure", by="NS", extra='[events.facts]\npenalty = "0.5 VP"\n')
    findings = assess(case)
    assert findings.events[1].rule == "2017/90A"
    assert {world.event_index for world in findings.worlds} == {0}
    (penalty,), _ = penalties_of(case, scorer_of(case))
    assert (penalty.amount, penalty.unit, penalty.rule) == (Fraction(1, 2), "VP", "2017/90A")


def test_penalties_of_a_file_are_read_written_and_named_when_nobody_is_meant() -> None:
    case = board(extra=PENALTY.format(amount="10% of a top"))
    again = parse_case(case_to_toml(replace(case, source="")), "again.toml").case
    assert again is not None
    assert again.penalties == case.penalties == (ProceduralPenalty(Side.EW, "10% of a top", "90B1", "late again"),)
    loaded = parse_case('[[penalties]]\namount = "3 IMPs"\n', "nobody.toml")
    assert any(problem.field == "penalties[0].by" for problem in loaded.errors)


def test_a_ruling_on_the_law_alone_lists_penalties_too() -> None:
    loaded = parse_case('law_edition = "2007"\n[[penalties]]\nby = "N"\namount = "1 VP"\n', "law.toml")
    assert loaded.case is not None
    ruling = rule(loaded.case, Settings())
    assert [penalty.rule for penalty in ruling.penalties] == ["2007/90A"]
    assert ruling.proposals == ()
