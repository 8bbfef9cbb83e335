"""The shipped systems: sound files, players' standard calls, and the tables of expectations."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.bridge import Auction, Hand, Seat, Vulnerability
from adjudicator.checks import expectations, robots
from adjudicator.systems import choose, known_systems, load_system
from adjudicator.systems.checking import check_system
from adjudicator.systems.summary import sections, summary_html

STANDARD = [
    ("sayc", "", "AQJ62.K84.A75.93", "1S"),
    ("sayc", "", "KQ4.AJ5.KT86.A93", "1NT"),
    ("acol", "", "KQ4.AJ5.JT86.Q93", "1NT"),
    ("acol", "", "AK42.KQ73.A85.J4", "1H"),
    ("acol", "", "KQJ5.A84.K73.A92", "1S"),
    ("wj", "", "KQ4.AJ5.JT86.Q93", "1D"),
    ("wj", "", "KQ42.AJ5.JT6.Q93", "1C"),
    ("wj", "", "AKQ52.AQ5.K86.A3", "1C"),
    ("wj", "", "KQJ873.84.T72.93", "2D"),
    ("precision_lite", "", "AKQ52.A85.K86.A3", "1C"),
    ("sayc", "", "KQJ873.84.T72.93", "2S"),
    ("sayc", "", "AKQ5.AKJ4.AQ3.K2", "2C"),
    ("sayc", "1S P", "K84.53.A9743.865", "2S"),
    ("sayc", "1H P", "KJ74.85.Q9643.K2", "1S"),
    ("two_over_one", "1S P", "84.KQ5.AQJ63.K74", "2D"),
    ("two_over_one", "1S P", "84.KQ5.QJT63.874", "1NT"),
    ("sayc", "1NT P 2C P", "AQ85.K4.AJ63.Q74", "2S"),
    ("sayc", "1NT P 2H P", "A5.KQ84.AJ63.Q74", "2S"),
    ("sayc", "1D", "AQ85.KJ74.5.K743", "X"),
    ("sayc", "1H", "84.Q5.AKJT63.K74", "2D"),
    ("sayc", "1S", "A5.6.KQJ74.QJ873", "2NT"),
    ("sayc", "1D 1S", "85.KQ74.Q3.K8743", "X"),
    ("sayc", "1C X", "KQ4.A974.K863.54", "XX"),
    ("sayc", "1H X P", "KQ42.73.8643.952", "1S"),
    ("sayc", "1S P 4NT P", "AQJ62.K84.A75.93", "5H"),
    ("two_over_one", "1S P 3S P 4NT P", "AQ62.K84.A75.932", "5S"),
    ("sayc", "1C P 1H P", "A5.KQ84.63.KJ742", "2H"),
    ("sayc", "1D P 1S P", "A5.KQ84.AKJ63.74", "2H"),
    ("sayc", "1H P 2H P", "A5.KQ8643.A63.74", "P"),
]


@pytest.mark.parametrize(("system", "auction", "hand", "call"), STANDARD)
def test_standard_calls(system: str, auction: str, hand: str, call: str) -> None:
    best = choose(Hand.parse(hand), Auction.parse(Seat.NORTH, auction), load_system(system), Vulnerability.NONE)[0]
    assert str(best.call) == call, best


@pytest.mark.parametrize("name", known_systems())
def test_files_are_sound(name: str) -> None:
    report = check_system(load_system(name), prove=False)
    assert report.errors == ()
    assert report.positions > 100
    assert report.rules > 500


def test_the_check_finds_impossible_and_unreadable_rules(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(
        "schema: adjudicator/system/1\nid: bad\nrules:\n"
        "- {id: none, on: '1H', show: 'bal & H >= 7'}\n- {id: odd, on: '1S', show: 'hpc 12..'}\n- {id: guard, on: '1C', if: 'open(x)', show: any}\n"
    )
    found = {problem.field: problem.message for problem in check_system(load_system(str(path))).errors}
    assert set(found) == {"none", "odd", "guard"}


def test_the_check_proves_unreachable_rules(tmp_path: Path) -> None:
    path = tmp_path / "two.yaml"
    path.write_text(
        "schema: adjudicator/system/1\nid: two\nrules:\n"
        "- {id: all, on: '1C', show: 'hcp 10..', tier: 2}\n- {id: never, on: '1D', show: 'hcp 12..15'}\n- {id: pass, on: 'P', show: 'hcp ..9'}\n"
        "- {id: reply, on: '1C 1D', show: 'hcp 5..'}\n"
    )
    report = check_system(load_system(str(path)))
    assert [problem.field for problem in report.problems if "never be chosen" in problem.message] == ["never"]
    assert any("no rule for Pass" in problem.message for problem in report.problems)


def test_summary_lists_openings_and_defence() -> None:
    found = {(part.chapter, part.title) for part in sections(load_system("acol"))}
    assert {
        ("Openings", "First or second seat"),
        ("Responses", "To 1NT P".replace(" P", "")),
        ("They opened", "Over 1NT"),
    } <= found
    page = summary_html(load_system("acol"))
    assert "12–14 HCP, balanced" in page
    assert page.count("<table>") == page.count("</table>")


def test_sayc_expectations(shared: Path) -> None:
    report = expectations.run([shared / "data" / "sayc_expectations_dev.jsonl"], limit=120, seed=1)
    assert float(report.figures["top1"]) >= 0.85  # type: ignore[arg-type]


@pytest.mark.slow
def test_robots_and_people(shared: Path) -> None:
    figures = robots.run([shared / "data" / "auctions_dev.jsonl.gz"], limit=150, seed=2).figures
    assert float(figures["human_covered"]) >= 0.97  # type: ignore[arg-type]
    assert float(figures["human_within_one"]) >= 0.82  # type: ignore[arg-type]
