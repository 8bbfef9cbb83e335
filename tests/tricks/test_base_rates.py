"""The published tables of errors: shares, tilts, classes."""

from __future__ import annotations

import pytest

from adjudicator.bridge import Contract
from adjudicator.tricks.base_rates import ERRORS, contract_class, error_shares, flat_shares, spread, tilted


@pytest.mark.parametrize(
    ("contract", "row"),
    [("1NT S", "1NT"), ("2NT S", "notrump"), ("3NT E", "3NT"), ("4H N", "4M"), ("5S N", "major"), ("5C W", "5m"),
     ("2D W", "minor"), ("6NT S", "slam"), ("3SX N", "doubled")],
)  # fmt: skip
def test_classes(contract: str, row: str) -> None:
    assert contract_class(Contract.parse(contract)) == row


@pytest.mark.parametrize("double_dummy", [6, 9, 10, 11, 13])
def test_shares_sum_to_one(double_dummy: int) -> None:
    shares = error_shares(Contract.parse("4S N"), double_dummy)
    assert sum(shares.values()) == pytest.approx(1)
    assert tuple(shares) == ERRORS


def test_a_trick_to_spare_is_given_back_more_often() -> None:
    short, exact, over = (error_shares(Contract.parse("4S N"), tricks) for tricks in (9, 10, 12))
    means = [sum(error * share for error, share in shares.items()) for shares in (short, exact, over)]
    assert means == sorted(means, reverse=True)


def test_tilting_reaches_the_mean_asked_for() -> None:
    shares = tilted([0.02, 0.05, 0.15, 0.5, 0.2, 0.05, 0.03], -0.4)
    assert sum(error * share for error, share in zip(ERRORS, shares, strict=True)) == pytest.approx(-0.4, abs=1e-6)


def test_tricks_stay_on_the_board() -> None:
    chances = spread(13, flat_shares())
    assert len(chances) == 14
    assert sum(chances) == pytest.approx(1)
    assert chances[13] > 0.55
