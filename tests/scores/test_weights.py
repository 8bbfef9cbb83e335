"""Weights: likely and at all probable, shading both ways, steps, ranges."""

from fractions import Fraction as F  # noqa: N817

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.bridge import Side
from adjudicator.scores import ScoringConfig, ScoringError, WeightedScore, WeightRange, normalised, scorer_for
from adjudicator.scores.likely import best_with_probability, likely_and_at_all_probable, weights_allowed
from adjudicator.scores.ranges import range_ends
from adjudicator.scores.shading import shade, shade_both, step_weights, strength_of

NS, EW = Side.NS, Side.EW
TEAMS = scorer_for("IMP teams", other_score_ns=140)
OUTCOMES = st.lists(
    st.tuples(st.sampled_from([-800, -100, 50, 140, 170, 420, 620, 1430]), st.integers(1, 20)), min_size=1, max_size=6
).map(lambda pairs: normalised(WeightedScore(score, F(count)) for score, count in pairs))
SIDES = st.sampled_from([NS, EW])


def weighted(*pairs: tuple[int, str]) -> tuple[WeightedScore, ...]:
    return tuple(WeightedScore(score, F(weight)) for score, weight in pairs)


def test_the_quantile_does_not_depend_on_how_outcomes_are_split():
    coarse = weighted((620, "0.3"), (170, "0.3"), (-100, "0.4"))
    fine = weighted((620, "0.1"), (620, "0.2"), (170, "0.15"), (170, "0.15"), (-100, "0.4"))
    for threshold in ("0.3", "0.31", "0.6", "0.61", "1"):
        a, b = (best_with_probability(o, TEAMS, NS, F(threshold)) for o in (coarse, fine))
        assert a.score_ns == b.score_ns


@given(outcomes=OUTCOMES, nos=SIDES)
def test_the_offenders_never_fare_better_than_the_others_result(outcomes: tuple[WeightedScore, ...], nos: Side):
    result = likely_and_at_all_probable(outcomes, TEAMS, nos)
    assert TEAMS.value(result.os.score_ns, nos) >= TEAMS.value(result.nos.score_ns, nos)


def test_thresholds_and_the_limit_on_the_offenders_half():
    legal = weighted((620, "0.4"), (-100, "0.6"))
    everything = weighted((1430, "0.2"), (620, "0.3"), (-100, "0.5"))
    limited = likely_and_at_all_probable(legal, TEAMS, NS, os_outcomes=everything)
    assert (limited.nos.score_ns, limited.os.score_ns) == (620, 620)
    wide = likely_and_at_all_probable(
        legal, TEAMS, NS, ScoringConfig(os_limited_by_irregularity=False), os_outcomes=everything
    )
    assert wide.os.score_ns == 1430
    strict = likely_and_at_all_probable(legal, TEAMS, NS, ScoringConfig(likely=F(1, 2)))
    assert strict.nos.score_ns == -100


def test_when_weights_may_be_given():
    allowed = {edition: weights_allowed(edition) for edition in ("1987", "1997", "2007", "2017")}
    assert allowed == {"1987": False, "1997": False, "2007": True, "2017": True}
    assert weights_allowed("1987", equity_clause=True)


@given(outcomes=OUTCOMES, nos=SIDES, points=st.integers(0, 20))
def test_shading_never_favours_the_offenders(outcomes: tuple[WeightedScore, ...], nos: Side, points: int):
    result = shade(outcomes, TEAMS, nos, F(points, 100))
    assert sum(o.weight for o in result.shaded) == 1
    assert result.mean_after >= result.mean_before - F(1, 10**4)
    assert [o.score_ns for o in result.shaded] == [o.score_ns for o in outcomes]
    stronger = shade(outcomes, TEAMS, nos, F(points + 5, 100))
    assert stronger.mean_after >= result.mean_after - F(1, 10**4)


def test_an_even_split_moves_by_the_points_given():
    for points in (5, 10, 15):
        result = shade(weighted((620, "1/2"), (-100, "1/2")), TEAMS, NS, F(points, 100))
        assert float(result.shaded[0].weight) == pytest.approx(0.5 + points / 100, abs=1e-5)
        for_them = shade(weighted((620, "1/2"), (-100, "1/2")), TEAMS, EW, F(points, 100))
        assert float(for_them.shaded[0].weight) == pytest.approx(0.5 - points / 100, abs=1e-5)


def test_both_sides_alike_or_harsher_for_the_offenders():
    even = weighted((620, "1/2"), (-100, "1/2"))
    assert not shade_both(even, TEAMS, NS).is_split
    split = shade_both(even, TEAMS, NS, points=F(5, 100), os_points=F(15, 100))
    assert split.is_split
    assert split.os.shaded[0].weight > split.nos.shaded[0].weight
    with pytest.raises(ScoringError, match="kinder"):
        shade_both(even, TEAMS, NS, points=F(15, 100), os_points=F(5, 100))
    with pytest.raises(ScoringError):
        strength_of(F(1, 2))


@given(outcomes=OUTCOMES, nos=SIDES, step=st.sampled_from([F(1, 20), F(1, 10), F(1, 3)]))
def test_weights_in_steps(outcomes: tuple[WeightedScore, ...], nos: Side, step: F):
    stepped = step_weights(outcomes, TEAMS, nos, step=step)
    assert sum(o.weight for o in stepped) == 1
    assert all((o.weight / step).denominator == 1 and o.weight > 0 for o in stepped)
    assert {o.score_ns for o in stepped} <= {o.score_ns for o in outcomes}


def test_small_outcomes_join_their_neighbour():
    outcomes = weighted((620, "0.5"), (650, "0.04"), (-100, "0.46"))
    assert [(o.score_ns, o.weight) for o in step_weights(outcomes, TEAMS, NS)] == [(620, F("0.55")), (-100, F("0.45"))]
    assert [o.weight for o in step_weights(outcomes, TEAMS, NS, step=F(1, 10))] == [F("0.5"), F("0.5")]
    kept = step_weights(weighted((620, "0.5"), (-100, "0.5")), TEAMS, NS, step=F(1, 3))
    assert [(o.score_ns, o.weight) for o in kept] == [(620, F(2, 3)), (-100, F(1, 3))]  # the doubt goes to them
    theirs = step_weights(weighted((620, "0.5"), (-100, "0.5")), TEAMS, EW, step=F(1, 3))
    assert {o.score_ns: o.weight for o in theirs} == {620: F(1, 3), -100: F(2, 3)}


def test_a_step_must_divide_one():
    with pytest.raises(ScoringError, match="divides"):
        step_weights(weighted((620, "1")), TEAMS, NS, step=F(3, 10))


@given(
    st.lists(
        st.tuples(st.sampled_from([-100, 140, 170, 620]), st.integers(0, 10), st.integers(0, 10)),
        min_size=1,
        max_size=4,
    )
)
def test_ends_of_ranges_hold_every_weighting_between(entries: list[tuple[int, int, int]]):
    ranges = [WeightRange(s, F(min(a, b), 20), F(max(a, b), 20)) for s, a, b in entries]
    low, high = sum(r.low for r in ranges), sum(r.high for r in ranges)
    if not low <= 1 <= high:
        return
    ends = range_ends(ranges, TEAMS, NS)
    share = (1 - low) / (high - low) if high > low else F(0)
    between = [WeightedScore(r.score_ns, r.low + share * (r.high - r.low)) for r in ranges]
    assert ends.least <= TEAMS.expected(between, NS) <= ends.most
    assert ends.least == TEAMS.expected(ends.least_weights, NS)
    other = range_ends(ranges, TEAMS, EW)
    assert (other.least, other.most) == (-ends.most, -ends.least)


def test_ranges_written_with_few_decimals():
    thirds = [WeightRange(420, F("0.25"), F("0.333")), WeightRange(-50, F("0.667"), F("0.75"))]
    ends = range_ends(thirds, TEAMS, NS)
    assert sum(o.weight for o in ends.least_weights) == 1
    nearly = [WeightRange(420, F("0.333"), F("0.333")), WeightRange(-50, F("0.666"), F("0.666"))]
    assert sum(o.weight for o in range_ends(nearly, TEAMS, NS).most_weights) == 1


def test_ranges_that_cannot_sum_to_one():
    with pytest.raises(ScoringError, match="widen"):
        range_ends([WeightRange(420, F("0.1"), F("0.2")), WeightRange(-50, F("0.1"), F("0.2"))], TEAMS, NS)
    with pytest.raises(ScoringError):
        WeightRange(420, F(1, 2), F(1, 4))
