"""The IMP scale at both ends of every step, rounding, and numbers as people write them."""

from fractions import Fraction as F  # noqa: N817

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.scores.units import IMP_EDGES, as_fraction, decimal_text, imp, round_to


def test_the_scale_has_twenty_four_rising_steps():
    assert len(IMP_EDGES) == 24
    assert list(IMP_EDGES) == sorted(set(IMP_EDGES))
    assert all(edge % 10 == 0 for edge in IMP_EDGES)


@pytest.mark.parametrize(("index", "edge"), list(enumerate(IMP_EDGES, start=1)))
def test_both_ends_of_each_step(index: int, edge: int):
    assert (imp(edge - 10), imp(edge)) == (index - 1, index)
    assert (imp(10 - edge), imp(-edge)) == (1 - index, -index)


def test_published_differences():
    differences = [10, 20, 420, 430, 890, 900, 2490, 2500, 2990, 3000, 3490, 3500, 4000]
    assert [imp(d) for d in differences] == [0, 1, 9, 10, 13, 14, 20, 21, 21, 22, 22, 23, 24]
    assert imp(0) == 0
    assert imp(7600) == 24


@given(st.integers(-8000, 8000), st.integers(-8000, 8000))
def test_more_points_never_fewer_imps(a: int, b: int):
    assert imp(-a) == -imp(a)
    assert (a <= b) <= (imp(a) <= imp(b))


@pytest.mark.parametrize(
    ("value", "unit", "average", "half", "expected"),
    [
        ("7/2", 1, 0, "away", 4), ("-7/2", 1, 0, "away", -4),
        ("7/2", 1, 0, "towards", 3), ("-7/2", 1, 0, "towards", -3),
        ("7/2", 1, 10, "away", 3), ("7/2", 1, 10, "towards", 4),
        ("33/2", 1, 10, "away", 17), ("33/2", 1, 10, "towards", 16),
        ("0.125", "0.05", 0, "away", "0.15"), ("3.62", "0.1", 0, "away", "3.6"), ("5", 1, 0, "away", 5),
    ],
)  # fmt: skip
def test_halves_go_away_from_average(value: str, unit: object, average: int, half: str, expected: object):
    assert round_to(F(value), F(str(unit)), average, half) == F(str(expected))  # type: ignore[arg-type]


@given(st.fractions(-100, 100), st.sampled_from([F(1), F(1, 10), F(1, 4), F(1, 100)]))
def test_rounding_goes_to_the_nearest(value: F, unit: F):
    rounded = round_to(value, unit)
    assert (rounded / unit).denominator == 1
    assert abs(rounded - value) <= unit / 2


def test_a_unit_must_be_positive():
    with pytest.raises(ValueError, match="positive"):
        round_to(F(1), 0)


@pytest.mark.parametrize(
    ("text", "value"), [("60%", "3/5"), (0.1, "1/10"), ("1/3", "1/3"), (3, "3"), ("0,25", "1/4"), (" 12.5 % ", "1/8")]
)
def test_numbers_as_written(text: object, value: str):
    assert as_fraction(text) == F(value)


@pytest.mark.parametrize("text", ["", "abc", None, True, "1/0"])
def test_no_number(text: object):
    with pytest.raises((ValueError, ZeroDivisionError)):
        as_fraction(text)


@pytest.mark.parametrize(
    ("value", "text"), [("6.9", "6.9"), ("1/3", "0.33"), ("5", "5"), ("-3.999", "-4"), ("-0.125", "-0.13"), ("0", "0")]
)
def test_decimal_text(value: str, text: str):
    assert decimal_text(F(value)) == text
