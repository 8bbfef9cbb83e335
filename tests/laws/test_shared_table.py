"""The shared decision table, when it is at hand."""

from __future__ import annotations

from pathlib import Path

from adjudicator.checks.law import run

CONTRADICTS_ITS_OWN_FACTS = {"D133"}
"""Expects no specified suit although the offender bid 2H naturally in the legal auction (as in D129 and D132)."""


def test_the_shared_table_holds_by_rule(shared: Path) -> None:
    report = run([shared / "cases" / "law_table.toml"])
    assert set(report.figures["ids"]) <= CONTRADICTS_ITS_OWN_FACTS  # type: ignore[arg-type]
    assert report.figures["passed"] >= 195  # type: ignore[operator]


def test_a_sample_is_drawn_by_seed(shared: Path) -> None:
    first = run([shared / "cases" / "law_table.toml"], limit=20, seed=3)
    again = run([shared / "cases" / "law_table.toml"], limit=20, seed=3)
    assert first.figures == again.figures
    assert first.figures["passed"] + first.figures["failed"] == 20  # type: ignore[operator]


def test_an_unreadable_case_is_reported_and_the_others_are_held(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    good = 'edition = "2007"\nkind = "score"\nfacts = { question = "after_27B1", damaged = false }\n'
    bad = 'edition = "2007"\nkind = "insufficient"\ndealer = "Q"\n'
    table.write_text(
        f'[[case]]\nid = "A"\n{bad}\n[[case]]\nid = "B"\n{good}[case.expect]\nrule = "2007/27D"\nadjust = false\n'
    )
    report = run([table])
    assert report.figures == {"passed": 1, "failed": 1, "ids": []}
    assert "A dealer" in report.failures[0] or "A" in report.failures[0]


def test_cases_read_from_the_catalogue_hold() -> None:
    report = run([Path(__file__).parent / "fixtures" / "cases_by_reading.toml"])
    assert report.failures == []
    assert report.figures["passed"] == 322
