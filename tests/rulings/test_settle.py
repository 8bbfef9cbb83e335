"""Several infractions on one board, both sides offending, and a director's error; likely and at all probable."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from adjudicator.bridge import Side
from adjudicator.rulings.damage import older_scores
from adjudicator.rulings.model import Verdict
from adjudicator.rulings.settle import decisive
from adjudicator.rulings.standards import standards_for
from tests.rulings.by_hand import board, damages, ruled, scorer_of, world

DOWN, PARTSCORE, GAME = {"4S N -1": 1.0}, {"3S N +1": 1.0}, {"4S N =": 1.0}


def worth(proposals, side=Side.EW):
    return proposals[side].value


# ---- two infractions of one side -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "east_west", "governs"),
    [
        (DOWN, PARTSCORE, 6, "*1 governs"),
        (PARTSCORE, DOWN, 6, "*2 governs"),
        (PARTSCORE, GAME, 0, "*1 governs"),
        (GAME, PARTSCORE, 0, "*2 governs"),
    ],
)
def test_the_side_that_did_not_offend_gets_the_more_favourable_of_two_adjustments(
    first, second, east_west, governs
) -> None:
    case = board()
    worlds = world(case, first, Side.NS, 2), world(case, second, Side.NS, 4, event=1)
    found, proposals = ruled(case, *worlds)
    assert (worth(proposals), worth(proposals, Side.NS)) == (east_west, -east_west)
    assert governs in found.together[-1]
    assert {line[:2] for line in found.together[:2]} == {"*1", "*2"}
    chosen = decisive(damages(case, worlds), worlds)
    assert chosen is not None
    assert f"*{worlds[chosen.world or 0].world.event_index + 1} governs" == governs


def test_two_worlds_of_one_event_are_one_infraction() -> None:
    """Wrong information asked again in the auction and for the lead: had it not been given, the auction decides."""
    case = board()
    worlds = world(case, PARTSCORE, Side.NS, 3), world(case, DOWN, Side.NS, 8)
    found, proposals = ruled(case, *worlds)
    assert worth(proposals) == 0
    assert found.together == ()


def test_the_order_of_the_file_does_not_matter() -> None:
    case = board()
    one, two = world(case, PARTSCORE, Side.NS, 2), world(case, DOWN, Side.NS, 4, event=1)
    assert ruled(case, one, two)[1] == ruled(case, two, one)[1]


def test_a_table_result_worth_nothing_is_known() -> None:
    """Zero at the table is a figure: what was likely is worse for EW, and they keep it."""
    case = board("3S N +1", edition="1997", authority="ACBL")
    hurt = world(case, {"4S N =": 0.8, "4S N -1": 0.2}, Side.NS, 4)
    harmless = replace(world(case, PARTSCORE, Side.EW, 5, event=1), infraction=False)
    found, proposals = ruled(case, hurt, harmless)
    assert [share.value for share in found.shares] == [-6, 0]
    assert (proposals[Side.EW].kind, worth(proposals)) == ("table result", 0)


# ---- both sides offending ------------------------------------------------------------------------------------


def test_what_the_first_offender_lost_by_the_second_is_no_more_than_it_had_without_its_own() -> None:
    """NS offend, then EW: without EW's infraction NS would have had +7, without their own 0. NS get 0."""
    case = board()
    worlds = world(case, PARTSCORE, Side.NS, 2), world(case, {"4S N +1": 1.0}, Side.EW, 5, event=1)
    found, proposals = ruled(case, *worlds)
    assert (worth(proposals, Side.NS), worth(proposals)) == (0, 0)
    assert "both sides offended" in found.together[-1]
    assert "2017/12B1" in found.together[-1]


def test_an_infraction_that_did_its_own_side_no_good_is_not_taken_away() -> None:
    """NS would have had +9 without their own infraction, +7 with it and without EW's: they get the +7."""
    case = board()
    worlds = world(case, {"4SX N =": 1.0}, Side.NS, 2), world(case, {"4S N +1": 1.0}, Side.EW, 5, event=1)
    _, proposals = ruled(case, *worlds)
    assert (worth(proposals, Side.NS), worth(proposals)) == (7, -7)


def test_damage_hidden_by_an_infraction_of_ones_own_is_seen_when_that_is_taken_away() -> None:
    """At the table EW have -6, better than the -9 without NS's infraction, but only by an infraction of their own.

    Without their own they would have -11: NS's infraction cost them two.
    """
    case = board()
    worlds = world(case, {"4SX N =": 1.0}, Side.NS, 2), world(case, {"4SX N +1": 1.0}, Side.EW, 5, event=1)
    assert [item.verdict for item in damages(case, worlds)] == [Verdict.NONE, Verdict.DAMAGE]
    _, proposals = ruled(case, *worlds)
    assert (worth(proposals, Side.NS), worth(proposals)) == (9, -9)


def test_an_irregularity_whose_gain_could_not_be_foreseen_is_no_second_infraction() -> None:
    """Before EW's own infraction NS were irregular; 72C gives nothing unless they could have known."""
    worlds = {}
    for extra in ("", "[facts]\ncould_have_known = true\n"):
        case = board(extra=extra)
        first = world(case, {"4SX N =": 1.0}, Side.NS, 2)
        first = replace(first, world=replace(first.world, rule="2017/72C"))
        worlds[extra] = ruled(case, first, world(case, {"4SX N +1": 1.0}, Side.EW, 5, event=1))[1]
    assert [worth(proposals) for proposals in worlds.values()] == [-11, -9]


TWO_SIDED = (
    {"4S N =": 0.6, "3S N +1": 0.2, "4S N -1": 0.2},
    {"4SX N =": 0.6, "4SX N +1": 0.2, "4S N =": 0.2},
)


def test_both_sides_offending_in_1997_need_not_balance() -> None:
    """EW: likely without NS's infraction 0. NS: at all probable without it -6, whatever EW's infraction cost them."""
    case = board(edition="1997", authority="")
    worlds = world(case, TWO_SIDED[0], Side.NS, 2), world(case, TWO_SIDED[1], Side.EW, 5, event=1)
    found, proposals = ruled(case, *worlds)
    assert (str(proposals[Side.NS].weights[0].result), worth(proposals, Side.NS)) == ("4S N -1", -6)
    assert (str(proposals[Side.EW].weights[0].result), worth(proposals)) == ("3S N +1", 0)
    assert {proposal.rule for proposal in proposals.values()} == {"1997/12C2"}
    assert "1997/12C2" in found.together[-1]


def test_the_same_board_in_2017_is_weighted_and_balances() -> None:
    case = board()
    worlds = world(case, TWO_SIDED[0], Side.NS, 2), world(case, TWO_SIDED[1], Side.EW, 5, event=1)
    _, proposals = ruled(case, *worlds)
    assert worth(proposals, Side.NS) == -worth(proposals)
    assert {str(w.result) for w in proposals[Side.NS].weights} == set(TWO_SIDED[0])
    first_only = ruled(case, worlds[0])[1]
    assert worth(proposals) == worth(first_only)


# ---- director's error ----------------------------------------------------------------------------------------

EVEN = {"4S N =": 0.5, "4S N -1": 0.5}


def test_after_a_directors_error_each_side_has_the_doubt_in_its_own_score() -> None:
    case = board("3S N +1", second="director_error")
    _, proposals = ruled(case, world(case, EVEN, Side.NS, 3, event=1, both=True))
    assert {side: proposal.value for side, proposal in proposals.items()} == {
        Side.NS: Fraction(6, 5), Side.EW: Fraction(6, 5),
    }  # fmt: skip
    assert {proposal.rule for proposal in proposals.values()} == {"2017/82C"}
    for side, best in ((Side.NS, "4S N ="), (Side.EW, "4S N -1")):
        shares = {str(weight.result): weight.proposed for weight in proposals[side].weights}
        assert shares[best] == Fraction(3, 5)


def test_before_weights_a_directors_error_gives_each_side_its_likely_result() -> None:
    case = board("3S N +1", edition="1987", authority="", second="director_error")
    _, proposals = ruled(case, world(case, EVEN, Side.NS, 3, event=1, both=True))
    assert [str(proposals[side].weights[0].result) for side in Side] == ["4S N =", "4S N -1"]


def test_the_side_that_gained_by_the_error_does_not_keep_the_result() -> None:
    case = board("4SX N +1", second="director_error")
    _, proposals = ruled(case, world(case, EVEN, Side.NS, 3, event=1, both=True))
    assert proposals[Side.NS].value == Fraction(6, 5)


def test_an_error_that_changed_nothing_leaves_the_result() -> None:
    case = board("3S N +1", second="director_error", extra="[events.facts]\naffected = false\n")
    found = damages(case, [world(case, EVEN, Side.NS, 3, event=1, both=True)])
    assert {item.verdict for item in found} == {Verdict.NONE}


# ---- likely and at all probable ------------------------------------------------------------------------------


def test_each_half_of_the_older_score_is_looked_at_alone() -> None:
    """A better result for EW had one chance in five: not likely, so they keep the table result; at all probable,
    so NS lose. What was likely is even worse for EW than the table, and must not lower their score."""
    case = board(edition="1997", authority="ACBL")
    one = world(case, {"4S N +1": 0.8, "4S N -1": 0.2}, Side.NS, 4)
    found, proposals = ruled(case, one)
    assert (proposals[Side.EW].kind, worth(proposals)) == ("table result", -6)
    assert (str(proposals[Side.NS].weights[0].result), worth(proposals, Side.NS)) == ("4S N -1", -6)
    assert "keep the table result" in damages(case, [one])[0].reason
    assert found.shares[Side.NS].offender


def test_one_in_seven_is_neither_likely_nor_at_all_probable() -> None:
    case = board(edition="1997", authority="ACBL")
    _, proposals = ruled(case, world(case, {"4S N =": 0.86, "4S N -1": 0.14}, Side.NS, 4))
    assert {proposal.kind for proposal in proposals.values()} == {"table result"}


@pytest.mark.parametrize(
    ("extra", "authority", "expected"),
    [
        ("", "ACBL", "3S N +1"),
        ("", "", "4S N -1"),
        ('[config.laws]\nos_limited_by_irregularity = "yes"', "", "3S N +1"),
        ('[config.laws]\nos_limited_by_irregularity = "no"', "ACBL", "4S N -1"),
        ("[config.scoring]\nos_limited_by_irregularity = true", "", "3S N +1"),
    ],
)
def test_the_disputed_reading_of_the_offenders_half_is_a_setting(extra, authority, expected) -> None:
    """One down was at all probable after the irregularity only: it counts where the body reads no limit in."""
    case = board(edition="1997", authority=authority, extra=extra)
    one = world(case, PARTSCORE, Side.NS, 4, after={"4S N =": 0.8, "4S N -1": 0.2})
    assert older_scores(one, scorer_of(case), Side.EW, standards_for(case)).os.label == expected
    assert str(ruled(case, one)[1][Side.NS].weights[0].result) == expected


def test_thresholds_are_settings() -> None:
    case = board(edition="1997", authority="ACBL", extra='[config.scoring]\nlikely = "1/5"\n')
    _, proposals = ruled(case, world(case, {"4S N =": 0.8, "4S N -1": 0.2}, Side.NS, 4))
    assert str(proposals[Side.EW].weights[0].result) == "4S N -1"


@pytest.mark.parametrize(
    ("edition", "authority", "extra", "weights", "rule"),
    [
        ("1987", "", "", False, "1987/12C2"),
        ("1997", "", "", False, "1997/12C2"),
        ("1997", "EBL", "", True, "1997/12C3"),
        ("1997", "", "[config.scoring]\nequity_clause = true\n", True, "1997/12C3"),
        ("2007", "EBU", "", True, "2007/12C1c"),
        ("2007", "", '[config.laws]\nscore_clause = "12C1e"\n', False, "2007/12C1e"),
        ("2017", "", "", True, "2017/12C1c"),
    ],
)
def test_who_weights_and_by_which_rule(edition, authority, extra, weights, rule) -> None:
    case = board(edition=edition, authority=authority, extra=extra)
    assert standards_for(case).weights is weights
    _, proposals = ruled(case, world(case, {"3S N +1": 0.5, "4S N -1": 0.5}, Side.NS, 4))
    assert {proposal.rule for proposal in proposals.values()} == {rule}
    assert (len(proposals[Side.EW].weights) > 1) is weights


# ---- weights -------------------------------------------------------------------------------------------------

MANY = {"4S N -1": 0.33, "3S N +1": 0.33, "4S N =": 0.2, "3S N =": 0.08, "4S N +1": 0.04, "4S N -2": 0.02}


@pytest.mark.parametrize("step", ["1/20", "1/10", "1/3"])
def test_weights_come_in_steps_and_small_outcomes_join_their_neighbours(step: str) -> None:
    case = board(extra=f'[config.scoring]\nweights_step = "{step}"\n')
    _, proposals = ruled(case, world(case, MANY, Side.NS, 4))
    shares = [weight.proposed for weight in proposals[Side.EW].weights]
    assert sum(shares) == 1
    assert all((share / Fraction(step)).denominator == 1 for share in shares)
    assert len(shares) < len(MANY)
    exact = proposals[Side.EW].unbiased_value
    assert exact is not None
    assert abs(worth(proposals) - exact) < 2


def test_what_thirds_cannot_show_is_folded_not_lost() -> None:
    """40, 35, 13 and 12 per cent: three thirds, and the two small ones go to their neighbours in value."""
    case = board(extra='[config.scoring]\nweights_step = "1/3"\nshading = 0\n')
    _, proposals = ruled(
        case, world(case, {"4S N -1": 0.4, "3S N +1": 0.12, "3S N =": 0.13, "4S N =": 0.35}, Side.NS, 4)
    )
    shares = {str(weight.result): weight.proposed for weight in proposals[Side.EW].weights}
    assert set(shares.values()) == {Fraction(1, 3)}
    assert set(shares) in ({"4S N -1", "3S N =", "4S N ="}, {"4S N -1", "3S N +1", "4S N ="})


def test_what_is_put_together_goes_by_the_name_of_its_likeliest_result() -> None:
    """Doubled and with an overtrick join first and are together the heavier; the likeliest result is still 4S+1."""
    case = board(extra="[config.scoring]\nshading = 0\nweights_step = 0.2\n")
    chances = {"4S N -1": 0.81, "4SX N +1": 0.05, "4SX N =": 0.05, "4S N +1": 0.09}
    _, proposals = ruled(case, world(case, chances, Side.NS, 4))
    shares = {str(weight.result): weight.proposed for weight in proposals[Side.EW].weights}
    assert shares == {"4S N -1": Fraction(4, 5), "4S N +1": Fraction(1, 5)}
