"""CP-SAT proofs, finite classes by python-constraint, and explanations of contradictions."""

from __future__ import annotations

from importlib.metadata import packages_distributions
from itertools import pairwise

import pytest

from adjudicator.bridge import AdjudicatorError, Hand, Seat
from adjudicator.meanings import (
    Known,
    NotExpressible,
    broken_by,
    contained,
    contradictions,
    count,
    equivalent,
    explain,
    parse,
    promises_of,
)
from adjudicator.meanings.classes import classes, exclusions, shapes_left
from adjudicator.meanings.proof import find_deal, find_hand, prove_contained, prove_equivalent


@pytest.mark.parametrize(
    "text",
    [
        "hcp 15..17 & bal",
        "losers ..1 & hcp ..9 & S >= 9",
        "pt 9.. & hcp ..12",
        "sp(H) 18.. & H = 3",
        "rule22 22.5.. & bal",
    ],
)
def test_a_found_hand_keeps_the_promise(text):
    meaning = parse(text)
    hand = find_hand(meaning)
    assert (hand is not None) == (count(meaning) > 0)
    assert hand is None or meaning.holds(hand)


def test_a_found_hand_respects_the_known_cards():
    known = Known(Hand.parse("AKQ..."), Hand.parse(".AKQJ.."))
    hand = find_hand(parse("hcp 9..10 & H >= 5"), known)
    assert hand is not None
    assert hand.mask & known.held.mask == known.held.mask
    assert not hand.mask & known.elsewhere.mask
    assert find_hand(parse("A(H)"), known) is None


CONTAINED = [
    ("nat; D>=6; hcp 13-15", ["nat; D>=4; hcp 12-19"], True),
    ("nat; D>=6; hcp 5-9", ["nat; D>=4; hcp 12-19"], False),
    ("H=6; hcp 12-15", ["H>=5; hcp 11-19; not(H>=7; hcp 11-14)"], True),
    ("H>=6; hcp 12-15", ["H>=5; hcp 11-19; not(H>=7; hcp 11-14)"], False),
    ("hcp 10..14", ["hcp 10..12", "hcp 12..14"], True),
    ("hcp 10..14 & S >= 4", ["hcp 10..11", "hcp 13..14"], False),
    ("bal", ["losers ..12 & !void(any)"], True),
    ("short(any)", ["!bal"], True),
    ("aces 2", ["controls 4.."], True),
]


@pytest.mark.parametrize(("new", "old", "expected"), CONTAINED)
def test_containment_is_proved_or_refuted_with_a_hand(new, old, expected):
    first, rest = parse(new), [parse(text) for text in old]
    found = contained(first, rest, prove=True)
    proof = prove_contained(first, rest)
    assert found.contained is proof.proved is expected
    for hand in (found.counterexample, proof.counterexample):
        assert (hand is None) is expected
        assert hand is None or (first.holds(hand) and not any(reading.holds(hand) for reading in rest))
    assert (found.leak == 0) is expected
    assert proof.build_seconds > 0


def test_containment_given_known_cards():
    """Holding the ace of spades, every hand with an ace of hearts has two aces."""
    known = Known(Hand.parse("A..."))
    assert not contained(parse("A(H)"), [parse("aces 2..")]).contained
    assert contained(parse("A(H)"), [parse("aces 2..")], known, prove=True).contained


def test_equivalence():
    pairs = [
        ("unbal", "!bal", True),
        ("S+H >= 9", "C+D <= 4", True),
        ("qt 0..", "any", True),
        ("tp 12..", "hcp 12..", False),
    ]
    for one, two, expected in pairs:
        assert equivalent(parse(one), parse(two)) is expected
        assert prove_equivalent(parse(one), parse(two)).proved is expected


def test_four_hands_together():
    meanings = {
        Seat.SOUTH: parse("hcp 15-17; bal"),
        Seat.NORTH: parse("hcp 8-9; S=4"),
        Seat.EAST: parse("hcp 12+; H>=6"),
    }
    held = {Seat.WEST: Hand.parse("A2.32.."), Seat.EAST: Hand.parse(".A..")}
    deal = find_deal(meanings, held)
    assert deal is not None
    assert all(meaning.holds(deal[seat]) for seat, meaning in meanings.items())
    assert all(deal[seat].mask & hand.mask == hand.mask for seat, hand in held.items())
    assert find_deal({**meanings, Seat.WEST: parse("hcp 6+")}) is None
    with pytest.raises(AdjudicatorError, match="two hands"):
        find_deal({}, {Seat.WEST: Hand.parse("A..."), Seat.EAST: Hand.parse("A...")})


def test_every_seat_can_be_possible_and_the_deal_not():
    """Each hand may hold five spades; three of them may not."""
    meanings = {seat: parse("S >= 5") for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH)}
    assert find_deal({Seat.NORTH: meanings[Seat.NORTH], Seat.EAST: meanings[Seat.EAST]}) is not None
    assert find_deal(meanings) is None


def test_the_constraint_solver_is_the_maintained_distribution():
    assert packages_distributions()["constraint"] == ["python-constraint2"]


def test_finite_classes_enumerate_shapes_and_points():
    left = shapes_left(parse("bal & hcp 15..17"))
    assert len(left) == 4 + 12 + 12
    assert set(left.values()) == {(15, 16, 17)}
    assert len(shapes_left(parse("any"))) == 560
    assert shapes_left(parse("S = 13")) == {(0, 0, 0, 13): (10,)}


def test_finite_classes_agree_with_the_count(source):
    """A class is left exactly when some hand of it keeps the promise."""
    meaning = parse("tp 12..14 & (S >= 5 | sp(H) 13..) & !void(any)")
    found = set(classes([meaning.promise], {"D": 2}))
    for shape in ((3, 2, 3, 5), (3, 2, 6, 2), (0, 2, 6, 5), (4, 2, 4, 3)):
        for points in (8, 10, 12, 14):
            here = parse(f"shape in ({'='.join(map(str, reversed(shape)))}) & hcp {points}")
            assert ((*shape, points) in found) == (count(meaning & here) > 0)


def test_finite_classes_refuse_what_looks_at_single_cards():
    with pytest.raises(NotExpressible) as caught:
        classes([parse("hcp 12.. & stop(S)").promise])
    assert "stop(S)" in str(caught.value)
    assert "exact count" in str(caught.value)


def test_which_promise_excludes_which_shape():
    found = {each.pattern: each.excluded_by for each in exclusions([parse("bal").expr, parse("S >= 5").expr])}
    assert len(found) == 39
    assert found[5, 3, 3, 2] == ()
    assert found[4, 3, 3, 3] == (1,)
    assert found[6, 3, 2, 2] == (0,)
    assert found[4, 4, 4, 1] == (0, 1)


def test_the_smallest_contradiction_comes_first():
    promises = promises_of(parse("hcp 15..17; bal; S>=4; H>=2; S<=6; void(D); losers ..2; hcp 16"))
    found = contradictions(promises)
    assert [[promise.words() for promise in group] for group in found[:1]] == [["balanced", "no diamonds"]]
    assert all(len(one) <= len(two) for one, two in pairwise(found))
    for group in found:
        assert not count(parse(" & ".join(f"({_text(promise)})" for promise in group)))
        for left_out in group:
            rest = [promise for promise in group if promise is not left_out]
            assert count(parse(" & ".join(f"({_text(promise)})" for promise in rest))) > 0


def _text(promise):
    from adjudicator.meanings.notation import expr_text

    return expr_text(promise.expr)


def test_calls_of_one_player_that_contradict_each_other():
    calls = [("1NT", "bal; hcp 15-17"), ("3S", "S>=4; stop(S)"), ("5D", "D>=6; hcp 11+")]
    promises = [promise for call, text in calls for promise in promises_of(parse(text), call)]
    report = explain(promises)
    assert report.hands == 0
    assert [[promise.words() for promise in group] for group in report.contradictions] == [
        ["1NT: balanced", "5D: 6+ diamonds"]
    ]
    assert [promise.words("ru") for promise in report.contradictions[0]] == [
        "1NT: равномерный расклад",
        "5D: бубны: от 6",
    ]
    assert [promises[place].words() for place in report.silent] == ["3S: a spade stopper"]


def test_a_possible_meaning_has_no_contradiction():
    report = explain(promises_of(parse("bal; hcp 15-17; S>=4")))
    assert report.hands == count(parse("bal; hcp 15-17; S>=4"))
    assert report.contradictions == ()
    assert [each.pattern for each in report.shapes if not each.excluded_by] == [
        (5, 3, 3, 2),
        (4, 4, 3, 2),
        (4, 3, 3, 3),
    ]


def test_contradictions_given_known_cards():
    promises = promises_of(parse("aces 3..; hcp 12+"))
    known = Known(elsewhere=Hand.parse("A.A.."))
    assert contradictions(promises) == []
    assert [[promise.words() for promise in group] for group in contradictions(promises, known)] == [["3+ aces"]]


def test_what_a_hand_breaks():
    hand = Hand.parse("AKQ2.T98.32.KJ54")
    calls = promises_of(parse("S>=5; hcp 11-19"), "1S") + promises_of(parse("S>=6; hcp 16+"), "3S")
    assert [(each.promise.words(), each.deviation) for each in broken_by(hand, calls)] == [
        ("1S: 5+ spades", 1),
        ("3S: 6+ spades", 2),
        ("3S: 16+ HCP", 3),
    ]
