"""What calls mean: promises, denials, forcing status, state, insufficient bids, typed agreements."""

from __future__ import annotations

import numpy as np
import pytest

from adjudicator.bridge import Auction, Call, Hand, Seat, Suit, Vulnerability, hand_masks
from adjudicator.meanings import Features
from adjudicator.systems import Reading, choose, load_system, meaning_of, rule_scores, system_for_tag
from adjudicator.systems.alerts import read_note
from adjudicator.systems.alterations import altered
from adjudicator.systems.attribution import attributable
from adjudicator.systems.choice import node_of
from adjudicator.systems.readings import hand_bank


def reading(text: str, system: str = "sayc") -> Reading:
    auction = Auction.parse(Seat.NORTH, text)
    return meaning_of(auction, len(auction) - 1, load_system(system)).readings[0]


@pytest.mark.parametrize(
    ("auction", "system", "expected"),
    [
        ("1NT", "sayc", "nat; hcp 15..17 & bal"),
        ("1NT", "acol", "nat; hcp 12..14 & bal"),
        ("1NT P 2D", "sayc", "art; purpose: transfer(H); H >= 5"),
        ("1S P 4NT P 5H", "sayc", "art; purpose: shows(aces); aces 2"),
        ("2D", "wj", "art; f1; hcp 6..11 & (H = 6 | S = 6)"),
        ("1C", "precision_lite", "art; f1; hcp 16.."),
    ],
)
def test_promises(auction: str, system: str, expected: str) -> None:
    assert reading(auction, system).text == expected


@pytest.mark.parametrize(
    ("auction", "system", "forcing"),
    [
        ("1S P 2C", "sayc", "f1"),
        ("1S P 2C", "two_over_one", "gf"),
        ("1H P 1NT", "two_over_one", "f1"),
        ("1H P 1NT", "sayc", "none"),
        ("1S P 2NT", "sayc", "gf"),
        ("1NT P 2NT", "sayc", "inv"),
        ("1H X 2C", "sayc", "none"),
        ("2S P 3H", "sayc", "f1"),
    ],
)
def test_forcing(auction: str, system: str, forcing: str) -> None:
    assert reading(auction, system).forcing == forcing


def test_a_call_nobody_agreed_says_so() -> None:
    auction = Auction.parse(Seat.NORTH, "1C P 7S")
    found = meaning_of(auction, 2, load_system("sayc"))
    assert found.fallback
    assert found.readings[0].suits == (Suit.SPADES,)


def test_denials_are_computed_and_hold_in_both_forms() -> None:
    first = reading("P")
    strict = {denial.rule for denial in first.negative if denial.strict}
    assert {"open.1S", "open.1H", "open.1N"} & strict
    bank = hand_bank()
    promised, denied = first.meaning.mask(bank), first.with_denials.mask(bank)
    assert not (denied & ~promised).any()
    assert denied.sum() < promised.sum()
    weight = first.likelihood(bank)
    assert (weight[denied] > weight[promised & ~denied].max()).all() or weight[denied].min() > 0
    assert (weight[~promised] == 0).all()


def test_one_notrump_response_denies_four_spades_over_hearts_only() -> None:
    assert {denial.rule for denial in reading("1H P 1NT").negative} >= {"r.1M.1S"}
    assert all(denial.call != Call.parse("1S") for denial in reading("1S P 1NT").negative)


def test_transfers_have_no_minimum_and_interference_switches_off_tables() -> None:
    weak = Hand.parse("43.JT8642.543.92")
    assert str(choose(weak, Auction.parse(Seat.NORTH, "1NT P"), load_system("sayc"))[0].call) == "2D"
    assert reading("1NT 2C 2H").rule != "nt.trf.2H"


def test_state_adds_up_what_has_been_shown() -> None:
    node = node_of(Auction.parse(Seat.NORTH, "1S P 2S P"), Vulnerability.NONE, load_system("sayc"))
    opener, responder = node.state.shown[0], node.state.shown[2]
    assert opener.lo[3] >= 5
    assert responder.lo[3] == 3
    assert responder.h1 == 10
    assert node.state.agreed[0] == 3


def test_game_force_is_remembered() -> None:
    node = node_of(Auction.parse(Seat.NORTH, "1S P 2C P 2S P"), Vulnerability.NONE, load_system("two_over_one"))
    assert node.state.gf == (True, False)
    passes = node.of_call(0)
    assert [instance.rule.id for instance in passes] == ["p.forced"]


def test_insufficient_transfer_behind_an_unseen_overcall() -> None:
    found = attributable(Auction.parse(Seat.NORTH, "1NT 2S"), Call.parse("2H"), load_system("sayc"))
    kinds = {one.kind: one.meaning.readings[0].rule for one in found}
    assert kinds["right-hand call unseen"] == "nt.trf.2H"
    assert kinds["opening"].startswith("open.weak2")
    assert len({one.meaning.readings[0].text for one in found}) == len(found)


def test_two_typed_lines_change_everything_downstream() -> None:
    system, problems = altered(load_system("sayc"), ["1NT is 12–14", "2C over 1NT is Landy", "gibberish here"])
    assert [problem.line for problem in problems] == [3]
    auction = Auction.parse(Seat.NORTH, "1NT 2C")
    landy = meaning_of(auction, 1, system)
    assert {Suit.HEARTS, Suit.SPADES} == set(landy.readings[0].suits)
    assert len(landy.readings) == 1
    assert "hcp 11..12" in meaning_of(Auction.parse(Seat.NORTH, "1NT P 2NT"), 2, system).readings[0].text
    assert (
        meaning_of(Auction.parse(Seat.NORTH, "1NT"), 0, load_system("sayc")).readings[0].text == "nat; hcp 15..17 & bal"
    )


def test_a_typed_meaning_of_one_call() -> None:
    system, problems = altered(
        load_system("acol"), ["1NT-3C is art; hcp ..8 & C >= 5 & D >= 5", "no drury", "2S opening is hcp 3..7 & S >= 5"]
    )
    assert not problems
    assert meaning_of(Auction.parse(Seat.NORTH, "1NT P 3C"), 2, system).readings[0].rule == "case.1"
    assert meaning_of(Auction.parse(Seat.NORTH, "2S"), 0, system).readings[0].text == "nat; hcp 3..7 & S >= 5"


@pytest.mark.parametrize(
    ("note", "text"),
    [
        ("15-17 balanced", "bal & hcp 15..17"),
        ("6+ spades, 5-10", "hcp 5..10 & S >= 6"),
        ("transfer to hearts", "purpose: transfer(H); H >= 5"),
        ("both majors", "H >= 4 & S >= 4"),
        ("11+ hcp", "hcp 11.."),
    ],
)
def test_alert_notes(note: str, text: str) -> None:
    found = read_note(note)
    assert found.meaning is not None
    assert found.meaning.text.replace("(", "").replace(")", "") == text.replace("(", "").replace(")", "")


def test_unread_notes_are_kept() -> None:
    found = read_note("the usual Thursday agreement")
    assert not found.parsed
    assert found.text == "the usual Thursday agreement"


@pytest.mark.parametrize(
    ("tag", "system", "nt"),
    [
        ("15-17/nat/5", "two_over_one", [15, 17]),
        ("12-14/nat/4", "acol", [12, 14]),
        ("?/polish/5", "wj", [15, 17]),
        ("14-16/strong/5", "precision_lite", [14, 16]),
        ("SAYC", "sayc", [15, 17]),
    ],
)
def test_pairs_without_notes_get_the_nearest_system(tag: str, system: str, nt: list[int]) -> None:
    found = system_for_tag(tag)
    assert (found.id, found.params["nt"]) == (system, nt)


def test_scores_of_many_hands_agree_with_one_at_a_time() -> None:
    rng = np.random.default_rng(5)
    hands = [Hand.of(sorted(rng.permutation(52)[:13].tolist())) for _ in range(40)]
    auction, system = Auction.parse(Seat.NORTH, "1H P"), load_system("sayc")
    utility, away = rule_scores(hand_masks(hands), auction, Vulnerability.NONE, system)
    assert utility.shape == away.shape == (40, 38)
    for row, hand in enumerate(hands):
        best = choose(hand, auction, system, top=1)[0]
        assert float(utility[row, int(best.call)]) == pytest.approx(best.utility)
        assert int(away[row, int(best.call)]) == best.deviation


def test_every_rule_reads_hands_as_its_meaning_says() -> None:
    node = node_of(Auction.parse(Seat.NORTH, ""), Vulnerability.NONE, load_system("sayc"))
    bank = Features(hand_bank().masks[:2000])
    for instance in node.instances:
        from adjudicator.systems.bounds import bounds_of, meaning_of_text

        held = meaning_of_text(instance.show).mask(bank)
        hull = bounds_of(instance.show)
        lengths = np.array([[bin(int(mask)).count("1") for mask in row] for row in bank.masks[held]]).reshape(-1, 4)
        assert (lengths >= np.array(hull.lo)).all()
        assert (lengths <= np.array(hull.hi)).all()
