"""The estimator holds its level, is unbiased whatever the guess is worth, and asks few questions."""

from __future__ import annotations

import numpy as np
import pytest

from adjudicator.bridge import SUIT_HCP, SUIT_LENGTH, Contract, DealBatch, Denomination, Hand, Seat, Side, Vulnerability
from adjudicator.sampling import Conditions, Sampler
from adjudicator.tricks import estimate_rows
from adjudicator.tricks.double_dummy import VALUE, Answers, Boards, DoubleDummyError, Solver
from adjudicator.tricks.estimate import (
    Aim,
    Alternative,
    Estimate,
    GivenDeals,
    SampledDeals,
    estimate,
    trick_distribution,
)
from adjudicator.tricks.estimate_predictor import features, fitted, fitted_chance

KNOWN = {Seat.SOUTH: Hand.parse("A7.KQJ84.K93.A72"), Seat.NORTH: Hand.parse("964.A73.AJ52.Q64")}
FOUR_HEARTS, THREE_NOTRUMP = Contract.parse("4H S"), Contract.parse("3NT S")
TWO = (
    Alternative.scoring(FOUR_HEARTS, Vulnerability.NS),
    Alternative.scoring(THREE_NOTRUMP, Vulnerability.NS),
)


def pretended_tricks(masks: np.ndarray, denomination: np.ndarray, declarer: np.ndarray) -> np.ndarray:
    """Tricks by a made-up rule: partly what the cards show, partly a lottery that no guess can see."""
    rows = np.arange(len(masks))
    left, right = masks[rows, (declarer + 1) % 4], masks[rows, (declarer + 3) % 4]
    finesses = sum(((left >> rank & 1) * 1.0).sum(axis=1) for rank in (11, 10))
    breaks = np.abs(SUIT_LENGTH[left].astype(int) - SUIT_LENGTH[right]).max(axis=1)
    mixed = masks.reshape(len(masks), 16).astype(np.int64) @ (np.arange(1, 17) * 7919)
    lottery = ((mixed + 31 * denomination.astype(np.int64)) % 1009) / 1009
    points = SUIT_HCP[right].sum(axis=1)
    tricks = 9.2 + 0.6 * finesses - 0.35 * breaks - 0.05 * points + 1.6 * (lottery - 0.5) + 0.4 * (denomination == 2)
    return np.clip(np.floor(tricks + 0.5), 0, 13).astype(np.int8)


class Pretended:
    """An engine that answers by the made-up rule and counts."""

    def __init__(self) -> None:
        self.boards = 0

    def solve(self, boards: Boards) -> Answers:
        self.boards += len(boards)
        answers = Answers.blank(len(boards))
        declarer = (boards.leader.astype(int) + 3) % 4
        leader_tricks = 13 - pretended_tricks(boards.masks, boards.denomination, declarer)
        answers.tricks[:] = np.where(boards.target == VALUE, leader_tricks, leader_tricks >= boards.target)
        return answers


@pytest.fixture(scope="module")
def population() -> DealBatch:
    return Sampler(Conditions(known=KNOWN)).draw(6000, 3).batch


def truth(population: DealBatch, alternative: Alternative) -> float:
    declarer = alternative.contract.declarer
    assert declarer is not None
    count = len(population)
    tricks = pretended_tricks(
        population.masks, np.full(count, int(alternative.contract.denomination)), np.full(count, int(declarer))
    )
    return float(np.array(alternative.values)[tricks].mean())


def repeated(population: DealBatch, alternatives: tuple[Alternative, ...], aim: Aim, count: int) -> list[Estimate]:
    source = GivenDeals(population)
    return [estimate(source, alternatives, aim, seed, Solver(Pretended())) for seed in range(count)]


def covered(found: list[Estimate], number: int, value: float) -> float:
    return float(np.mean([low <= value <= high for low, high in (e.figures[number].interval for e in found)]))


MAKING = (Alternative.making(FOUR_HEARTS), Alternative.making(THREE_NOTRUMP))
CASES = {
    "scores": (TWO, Aim(half_width=55.0, control=1000)),
    "chances": (MAKING, Aim(half_width=0.07, control=1000)),
    "difference": (TWO, Aim(difference=60.0, control=1000)),
}


def check_level(population: DealBatch, case: str, repeats: int, low: float, high: float) -> None:
    alternatives, aim = CASES[case]
    found = repeated(population, alternatives, aim, repeats)
    assert all(each.reached for each in found)
    for number, alternative in enumerate(alternatives):
        value = truth(population, alternative)
        assert low <= covered(found, number, value) <= high
        means = np.array([each.figures[number].mean for each in found])
        assert abs(means.mean() - value) < 4 * means.std() / np.sqrt(repeats)
    apart = truth(population, alternatives[0]) - truth(population, alternatives[1])
    differences = [each.difference(0, 1) for each in found]
    inside = [abs(each.mean - apart) <= each.half_width for each in differences]
    assert low <= np.mean(inside) <= high


@pytest.mark.parametrize("case", CASES)
def test_intervals_hold_their_level(population: DealBatch, case: str) -> None:
    """A few repeats, three standard errors below 95 %; the slow test has a thousand."""
    check_level(population, case, 25, 0.8, 1.0)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_intervals_hold_their_level_in_a_thousand_repeats(population: DealBatch, case: str) -> None:
    check_level(population, case, 1000, 0.93, 0.97)


def test_a_useless_guess_costs_only_work(population: DealBatch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Features that are noise, then features that mislead: still unbiased, still at its level."""
    generator = np.random.default_rng(0)

    def noise(masks: np.ndarray, *_: object) -> np.ndarray:
        return generator.normal(size=(len(masks), 5))

    good = np.mean([each.deals for each in repeated(population, *CASES["chances"], 10)])
    monkeypatch.setattr(estimate_rows, "features", noise)
    alternatives, aim = CASES["chances"]
    found = repeated(population, alternatives, aim, 20)
    for number, alternative in enumerate(alternatives):
        value = truth(population, alternative)
        means = np.array([each.figures[number].mean for each in found])
        assert abs(means.mean() - value) < 4 * means.std() / np.sqrt(len(found))
        assert covered(found, number, value) >= 0.8
    assert np.mean([each.deals for each in found]) > 1.2 * good


def test_a_misleading_guess_does_not_bias(population: DealBatch, monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong:
        def __call__(self, rows: np.ndarray) -> np.ndarray:
            return 0.3 - 2.0 * rows[:, -1] + 0.2 * rows[:, 1]

    monkeypatch.setattr(estimate_rows, "fitted_chance", lambda rows, values: Wrong())
    alternatives = CASES["chances"][0]
    found = repeated(population, alternatives, Aim(half_width=0.5, least=100, most=100, control=1000), 60)
    for number, alternative in enumerate(alternatives):
        means = np.array([each.figures[number].mean for each in found])
        assert abs(means.mean() - truth(population, alternative)) < 4 * means.std() / np.sqrt(len(found))
        assert covered(found, number, truth(population, alternative)) >= 0.9


def test_few_questions_are_for_the_number(population: DealBatch) -> None:
    engine = Pretended()
    found = estimate(GivenDeals(population), TWO, Aim(half_width=25.0, control=3000), 1, Solver(engine))
    assert found.reached
    assert found.values < 0.6 * found.yes_no
    assert engine.boards <= found.values + found.yes_no


def test_chances_to_make_need_no_number(population: DealBatch) -> None:
    found = estimate(GivenDeals(population), MAKING, Aim(half_width=0.05), 1, Solver(Pretended()))
    assert found.values == 0
    assert found.yes_no == 2 * found.deals


def test_two_levels_of_one_line_share_their_deals(population: DealBatch) -> None:
    game, slam = Alternative.making(FOUR_HEARTS), Alternative.making(Contract.parse("6H S"))
    found = estimate(GivenDeals(population), [game, slam], Aim(half_width=0.05), 2, Solver(Pretended()))
    assert found.figures[0].mean > found.figures[1].mean
    assert abs(found.figures[1].mean - truth(population, slam)) <= 2 * found.figures[1].half_width


def test_same_seed_same_answer(population: DealBatch) -> None:
    aim = Aim(half_width=60.0, control=2000)
    one, two = (estimate(GivenDeals(population), TWO, aim, 5, Solver(Pretended())) for _ in range(2))
    other = estimate(GivenDeals(population), TWO, aim, 6, Solver(Pretended()))
    assert one.figures == two.figures
    assert one.figures != other.figures


def test_narrower_intervals_take_more_deals(population: DealBatch) -> None:
    source = GivenDeals(population)
    widths = [80.0, 50.0, 30.0]
    found = [estimate(source, TWO, Aim(half_width=width), 7, Solver(Pretended())) for width in widths]
    assert [each.deals for each in found] == sorted(each.deals for each in found)
    assert all(f.half_width <= w for each, w in zip(found, widths, strict=True) for f in each.figures)


def test_too_few_deals_is_said(population: DealBatch) -> None:
    found = estimate(GivenDeals(population), TWO, Aim(half_width=0.5, most=200), 8, Solver(Pretended()))
    assert not found.reached
    assert found.deals == 200


def test_certain_contracts_keep_an_honest_interval(population: DealBatch) -> None:
    """All deals seen make: the interval still leaves room for what was not seen."""
    sure = Alternative.making(Contract.parse("1H S"))
    found = estimate(GivenDeals(population), [sure], Aim(half_width=0.05), 9, Solver(Pretended()))
    assert found.figures[0].mean == pytest.approx(1.0)
    assert 0 < found.figures[0].half_width <= 0.05


def test_passed_out_is_worth_nothing_and_costs_nothing(population: DealBatch) -> None:
    passed = Alternative.scoring(Contract.parse("Pass"), Vulnerability.NONE)
    found = estimate(GivenDeals(population), [passed, *TWO], Aim(difference=40.0), 10, Solver(Pretended()))
    assert (found.figures[0].mean, found.figures[0].half_width) == (0.0, 0.0)
    assert found.difference(1, 0).mean == found.figures[1].mean


def test_weights_of_deals_count(population: DealBatch) -> None:
    """Weights that favour some deals: the estimate follows the weighted truth."""
    weights = np.where(SUIT_HCP[population.masks[:, 3]].sum(axis=1) >= 7, 3.0, 0.5)

    class Weighted:
        def draw(self, count: int, generator: np.random.Generator) -> tuple[DealBatch, np.ndarray]:
            rows = generator.integers(0, len(population), count)
            return population.take(rows), weights[rows]

    alternative = MAKING[0]
    tricks = pretended_tricks(population.masks, np.full(len(population), 2), np.full(len(population), 2))
    value = float(np.average(np.array(alternative.values)[tricks], weights=weights))
    plain = truth(population, alternative)
    found = [
        estimate(Weighted(), [alternative], Aim(half_width=0.06, control=3000), seed, Solver(Pretended()))
        for seed in range(12)
    ]
    means = np.array([each.figures[0].mean for each in found])
    assert abs(means.mean() - value) < 4 * means.std() / np.sqrt(len(means))
    assert abs(plain - value) > 4 * means.std() / np.sqrt(len(means))
    by_chance = estimate(GivenDeals(population, weights), [alternative], Aim(half_width=0.03), 1, Solver(Pretended()))
    assert abs(by_chance.figures[0].mean - value) < 0.06


def test_distribution_of_tricks(population: DealBatch) -> None:
    found = trick_distribution(
        GivenDeals(population), Denomination.HEARTS, Seat.SOUTH, Aim(half_width=0.05), 1, Solver(Pretended())
    )
    assert sum(figure.mean for figure in found) == pytest.approx(1.0, abs=0.03)
    tricks = pretended_tricks(population.masks, np.full(len(population), 2), np.full(len(population), 2))
    shares = np.bincount(tricks, minlength=14) / len(population)
    assert all(abs(f.mean - share) <= 1.7 * f.half_width for f, share in zip(found, shares, strict=True))


def test_watch_is_told_how_far_it_is(population: DealBatch) -> None:
    seen: list[tuple[int, float]] = []
    estimate(
        GivenDeals(population),
        TWO,
        Aim(half_width=15.0),
        3,
        Solver(Pretended()),
        lambda n, ratio: seen.append((n, ratio)),
    )
    assert seen[-1][1] <= 1 < seen[0][1]


def test_scores_in_another_unit_and_for_the_other_side() -> None:
    points = Alternative.scoring(FOUR_HEARTS, Vulnerability.NONE)
    other = Alternative.scoring(FOUR_HEARTS, Vulnerability.NONE, Side.EW, lambda score: score / 10)
    assert points.values[10] == 420
    assert other.values[10] == -42


@pytest.mark.parametrize(
    "make",
    [
        lambda: Aim(),
        lambda: Aim(half_width=0.0),
        lambda: Aim(half_width=1.0, level=1.5),
        lambda: Aim(half_width=1.0, least=10),
        lambda: Alternative("short", FOUR_HEARTS, (1.0,)),
        lambda: Alternative.making(Contract.parse("4H")),
        lambda: estimate(GivenDeals(DealBatch(np.zeros((1, 4, 4), np.uint16))), [], Aim(half_width=1.0)),
        lambda: GivenDeals(DealBatch(np.zeros((0, 4, 4), np.uint16))),
    ],
)
def test_requests_without_sense_are_refused(make) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(DoubleDummyError):
        make()


def test_sampler_and_solver_together() -> None:
    """Real deals, real solver: both notrump game and heart game on two known hands."""
    source = SampledDeals(Sampler(Conditions(known=KNOWN)))
    found = estimate(source, MAKING, Aim(half_width=0.2, least=50, most=50, control=2000), 1)
    assert all(0 <= figure.mean <= 1.05 for figure in found.figures)
    assert found.reached


def test_guess_learns_what_the_cards_show(population: DealBatch) -> None:
    rows = features(population.masks, Denomination.HEARTS, Seat.SOUTH)
    tricks = pretended_tricks(population.masks, np.full(len(population), 2), np.full(len(population), 2)).astype(float)
    guess = fitted(rows[:1000], tricks[:1000])(rows[1000:])
    missed = np.var(tricks[1000:] - guess) / np.var(tricks[1000:])
    assert missed < 0.6


def test_guess_at_a_chance_stays_a_chance(population: DealBatch) -> None:
    rows = features(population.masks, Denomination.HEARTS, Seat.SOUTH)
    tricks = pretended_tricks(population.masks, np.full(len(population), 2), np.full(len(population), 2))
    yes = (tricks >= 10).astype(float)
    guess = fitted_chance(rows[:600], yes[:600])(rows[600:])
    assert ((guess >= 0) & (guess <= 1)).all()
    assert np.var(yes[600:] - guess) < 0.75 * np.var(yes[600:])
    assert abs(guess.mean() - yes.mean()) < 0.06
    for answer in (0.0, 1.0):
        assert fitted_chance(rows[:200], np.full(200, answer))(rows) == pytest.approx(answer, abs=0.02)


def test_guess_on_constant_answers_is_that_constant(population: DealBatch) -> None:
    rows = features(population.masks[:200], Denomination.NOTRUMP, Seat.WEST)
    assert fitted(rows, np.ones(200))(rows) == pytest.approx(np.ones(200))
