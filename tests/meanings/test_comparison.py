"""Withdrawn call against replacement: leak, drop, similarity, suits, purposes, practice (2007/27B1b, 2017/23A)."""

from __future__ import annotations

import tomllib
from fractions import Fraction

import pytest

from adjudicator.bridge import AdjudicatorError, Hand, Suit
from adjudicator.meanings import LIBERAL, NORMAL, PRACTICES, STRICT, Known, compare, count, parse


def report(old, new, **given):
    return compare([parse(text, comments=True) for text in old], [parse(text, comments=True) for text in new], **given)


GROUNDS = [
    (["nat; D>=4; hcp 12-19"], ["nat; D>=6; hcp 13-15"], "23A2"),
    (["nat; D>=4; hcp 12-19"], ["nat; D>=6; hcp 5-9"], ""),
    (["nat; S>=5; hcp 12-19"], ["nat; S>=5; hcp 12-19; seat 4"], "23A1"),
    (["nat; S>=5; hcp 11-19"], ["nat; S>=5; hcp 12-19"], "23A2"),
    (["nat; bal; hcp 12-14"], ["nat; bal; hcp 12-14; S<=4"], "23A1"),
    (["art; purpose: ask(major4); hcp 8+"], ["art; purpose: ask(major4); hcp 10+"], "23A3"),
    (["art; purpose: ask(major4)"], ["art; purpose: ask(aces)"], ""),
    (["art; purpose: ask(major4); hcp 8+"], ["nat; hcp 10-15"], ""),
    (["art; purpose: relay; any"], ["nat; H>=5; hcp 10+"], ""),
    (["hcp 0-11"], ["art; purpose: relay; any"], ""),
    (["art; keycards=2"], ["art; keycards=2"], "23A1"),
    (["art; keycards=2"], ["art; keycards=0", "art; keycards=3"], ""),
    (["nat; H>=5; hcp 12-19"], ["nat; D>=5; hcp 12-19"], ""),
    (["nat; H>=4; hcp 6+"], ["art; H>=4; C>=4; hcp 7+"], "23A2"),
]


@pytest.mark.parametrize(("old", "new", "ground"), GROUNDS)
def test_grounds(old, new, ground):
    assert report(old, new).ground() == ground


def test_comparable_calls_of_the_law_table(shared):
    table = tomllib.loads((shared / "cases" / "law_table.toml").read_text())
    judged = [case for case in table["case"] if "comparable" in case["expect"] and case.get("meaning_new")]
    assert len(judged) > 40
    for case in judged:
        found = report(case["meaning_old"], case["meaning_new"])
        comparable = found.precise() if case["edition"] == "2007" else bool(found.ground())
        assert comparable == case["expect"]["comparable"], case["id"]
        assert found.ground() == case["expect"].get("via", found.ground()), case["id"]


def test_masses_are_exact():
    found = report(["hcp 12..14"], ["hcp 14..16"])
    old, new, both = (count(parse(text)) for text in ("hcp 12..14", "hcp 14..16", "hcp 14"))
    assert found.leak == Fraction(new - both, new)
    assert found.everywhere.drop == Fraction(old - both, old)
    assert found.everywhere.difference == Fraction(old + new - 2 * both, old + new - both)
    assert not found.contained
    assert found.added is not None
    assert found.added.hcp in (15, 16)
    assert found.dropped is not None
    assert found.dropped.hcp in (12, 13)


def test_practice_sets_how_much_may_leak():
    """A response of 11+ that is 12 or more in most hands: strict no, then as the share allows."""
    found = report(["hcp 11+"], ["hcp 11+ | hcp 10 & S >= 6"])
    assert 0 < found.leak < NORMAL.leak
    assert [found.precise(practice) for practice in (STRICT, NORMAL, LIBERAL)] == [False, True, True]
    wider = report(["hcp 12+"], ["hcp 11+ & H >= 4 & S <= 3"])
    assert NORMAL.leak < wider.leak
    assert PRACTICES["liberal"] is LIBERAL


def test_leak_over_hands_consistent_with_the_auction():
    """A passed hand cannot hold opening values: given that, the jump shows nothing new."""
    everywhere = report(["hcp 6..11"], ["hcp 10.. & H >= 4"])
    here = report(["hcp 6..11"], ["hcp 10.. & H >= 4"], consistent=parse("hcp ..11"))
    assert not everywhere.precise()
    assert here.leak == 0
    assert here.precise(STRICT)
    assert here.everywhere.leak == everywhere.leak
    assert not here.contained


def test_leak_given_known_cards():
    known = Known(elsewhere=Hand.parse("AKQJ.AKQJ.A."))
    found = report(["hcp 12..14"], ["hcp 12+"], known=known)
    assert found.leak < report(["hcp 12..14"], ["hcp 12+"]).leak
    assert found.here is not None


def test_several_attributable_readings_are_alternatives():
    new = ["nat; H>=5; hcp 12-14"]
    assert not report(["nat; H>=5; hcp 8-12"], new).precise()
    assert report(["nat; H>=5; hcp 8-12", "nat; H>=4; hcp 12-19"], new).precise(STRICT)


def test_a_purpose_is_matched_reading_by_reading():
    """The natural reading of the old call decides about a natural replacement, the asking one about an ask."""
    old = ["art; purpose: ask(major4); hcp 8+", "nat; C>=5; hcp 8-12"]
    natural = report(old, ["nat; C>=6; hcp 8-10"])
    assert natural.purposes_agree
    assert natural.ground() == "23A2"
    assert report(old, ["nat; C>=5; hcp 8+"]).ground() == ""
    assert report(old, ["art; purpose: ask(major4); any"]).ground() == "23A3"
    assert not report(old[:1], ["nat; C>=6; hcp 8-10"]).purposes_agree


def test_unbound_key_cards_are_compared_for_every_trump_suit():
    same = report(["art; keycards=1"], ["art; keycards=1"])
    assert same.same_hands
    assert report(["art; aces=2"], ["art; keycards=2"]).leak > Fraction(1, 10)


def test_an_impossible_new_call_is_never_comparable():
    found = report(["hcp 12+"], ["bal; S>=6"])
    assert found.contained
    assert not found.precise()
    assert found.ground() == ""


def test_report_names_suits_and_purposes():
    found = report(["nat; S>=5"], ["art; purpose: transfer; S>=5; H>=4"])
    assert found.suits_old == {Suit.SPADES}
    assert found.suits_new == {Suit.SPADES, Suit.HEARTS}
    assert found.purposes_new == {"transfer"}
    assert not found.same_purpose
    assert found.purposes_agree
    assert not found.both_natural


def test_a_comparison_needs_readings():
    with pytest.raises(AdjudicatorError, match="at least one reading"):
        compare([], [parse("any")])
