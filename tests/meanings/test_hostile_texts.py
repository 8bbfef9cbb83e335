"""Texts that nobody should write: each is read as it is meant, or gives one error that points to the place."""

from __future__ import annotations

import pytest

from adjudicator.bridge import Hand
from adjudicator.meanings import Features, MeaningError, count, parse

NESTED = [
    ("(" * 200 + "bal" + ")" * 200, 41),
    ("atleast 1 of [" * 200 + "bal" + "]" * 200, 14 * 40),
    ("all(y): " * 30 + "y >= 3", 8 * 4),
    ("all(y unbid): " * 300 + "y >= 3", 14 * 4),
    ("other_major(" * 200 + "M" + ")" * 200 + " >= 3", 12 * 40),
    ("hcp 12-(" * 60 + "bal" + ")..)" * 60, 8),
]
LONG = {
    "word": "a" * 90_000,
    "comments": "bal; " + "foo " * 20_000,
    "factors": "hcp " + "9*" * 20_000 + "9",
    "number": "hcp " + "9" * 5000,
    "cost": "bal~" + "9" * 5000,
    "costs": "bal" + "~0.001" * 40,
    "atleast": "atleast " + "9" * 5000 + " of [bal]",
    "conditions": "hcp 12" + "".join(f"-(S >= {length})" for length in range(14)),
    "beyond": "bal" + " " * 200_000,
}


@pytest.mark.parametrize(("text", "place"), NESTED, ids=range(len(NESTED)))
def test_too_deep_is_one_error_at_its_place(text, place):
    with pytest.raises(MeaningError) as failure:
        parse(text)
    assert abs(failure.value.position - place) <= 14
    assert len(str(failure.value)) < 300


@pytest.mark.parametrize("text", [LONG[name] for name in LONG if name != "comments"], ids=lambda text: text[:8])
def test_too_long_or_too_large_is_one_short_error(text):
    with pytest.raises(MeaningError) as failure:
        parse(text)
    assert len(str(failure.value)) < 300


def test_long_comments_are_read():
    assert parse(LONG["comments"]).expr == parse("bal").expr


@pytest.mark.parametrize("text", ["hcp 1.5/2", "bal~1.5/2", "S+H in 9..4", "S-H in 3..1", "other_major(D) >= 3"])
def test_what_cannot_be_meant_is_an_error(text):
    with pytest.raises(MeaningError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("hcp 12..14 !bal", "hcp 12..14 & !bal"),
        ("hcp 12.. !bal", "hcp 12.. & !bal"),
        ("S >= 5 !H = 4", "S >= 5 & !(H = 4)"),
        ("A(S) ! A(H)", "A(S) & !A(H)"),
        ("bal~2 !A(S)", "bal~2 & !A(S)"),
        ("hcp 12..14! !bal", "hcp 12..14! & !bal"),
        ("bal ! & S >= 4", "bal! & S >= 4"),
    ],
)
def test_a_blank_parts_a_denial_from_the_promise_before(text, canonical):
    assert parse(text).text == canonical


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("nat; S>=5 H4", "nat; S >= 5 & H = 4"),
        ("nat; S5+ H4+ hcp 12-14", "nat; S >= 5 & H >= 4 & hcp 12..14"),
        ("nat; hcp 12+ not H4", "nat; hcp 12.. & !(H = 4)"),
        ("nat; hcp 12+; usual lead S5", "nat; hcp 12..; 'usual lead S5'"),
    ],
)
def test_suit_and_number_is_a_promise_and_no_comment(text, canonical):
    assert parse(text).text == canonical


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("qt > 2", "qt 2.5.."),
        ("qt < 2", "qt ..1.5"),
        ("qt != 2", "qt in (..1.5, 2.5..)"),
        ("rule22 > 21.5", "rule22 22.."),
        ("hcp > 12.5", "hcp 13.."),
        ("hcp < 12.5", "hcp ..12"),
        ("hcp > 12-(bal)", "bal & hcp 12.. | !bal & hcp 13.."),
    ],
)
def test_strictly_more_begins_at_the_next_step_of_the_measure(text, canonical):
    assert parse(text).text == canonical


def test_more_and_at_most_share_out_all_hands():
    for measure in ("qt", "pt", "rule22", "hcp", "losers"):
        assert count(parse(f"{measure} > 2")) + count(parse(f"{measure} <= 2")) == count(parse("any"))


def test_the_other_major_of_a_suit_needs_no_binding():
    assert parse("other_major(H) >= 4").text == "S >= 4"
    assert parse("D >= other_minor(D)").text == "D >= C"


@pytest.mark.parametrize(
    "text", ["(all(y unbid): y >= 3)~2", "(some(M unbid): M >= 4)? | bal", "all(y unbid): y >= 3!"]
)
def test_costs_of_a_quantified_promise_come_back(text):
    meaning = parse(text)
    assert parse(meaning.text) == meaning


@pytest.mark.parametrize("times", [400, 700])
def test_many_impossible_promises_stay_far_away(times):
    features = Features.of([Hand.parse("AKQ2.T98.32.KJ54")])
    assert parse(" & ".join(["hcp 900.."] * times)).deviation(features).tolist() == [990]
    many = ", ".join(["hcp 900.."] * times)
    assert parse(f"atleast {times} of [{many}]").deviation(features).tolist() == [990]
