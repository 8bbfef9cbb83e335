from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adjudicator.auctions import load_model
from adjudicator.auctions.figures import contract_figures, score_calls, summary
from adjudicator.auctions.model import given_open, merge_passes
from adjudicator.auctions.records import read_tables, split_of
from adjudicator.auctions.training.packing import pack
from adjudicator.bridge import AdjudicatorError, Call, Seat
from adjudicator.checks import calls as check_calls

FIXTURES = Path(__file__).parent / "fixtures"
TABLES = FIXTURES / "tables.jsonl"

PBN = """[Event "x"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:Q864.KJ86.J76.42 K95.A3.K542.KQJ3 T7.Q72.AQT83.A95 AJ32.T954.9.T876"]
[Scoring "IMP"]
[Auction "N"]
Pass 1NT Pass Pass
Pass
"""


def test_a_table_is_read_with_alerts_systems_and_context(tmp_path: Path) -> None:
    row = json.loads(TABLES.read_text(encoding="utf-8").splitlines()[0])
    row |= {"dlr": "S", "auc": "1N P 2D* P 2H P P P", "sns": "12-14/nat/4", "yr": 1998}
    path = tmp_path / "one.jsonl.gz"
    path.write_bytes(gzip.compress((json.dumps(row) + "\n").encode()))
    (table,), problems = read_tables([path])
    assert not problems
    assert table.context.alerts == {2}
    assert table.context.system_of(Seat.NORTH).text == "12-14/nat/4"
    assert table.context.dealer is Seat.SOUTH
    assert table.calls[2] == Call.parse("2D")
    assert table.closing == 5


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"auc": "1S 1H P P P"}, "call 2"),
        ({"auc": "1S P P"}, "three passes"),
        ({"auc": "1S Q P P P"}, "no call"),
        ({"deal": "N:AK.. .. .. .."}, ""),
        ({"dlr": None}, "table record"),
    ],
)
def test_a_bad_line_is_told_with_its_number_and_loses_nothing_else(
    tmp_path: Path, change: dict[str, object], words: str
) -> None:
    lines = TABLES.read_text(encoding="utf-8").splitlines()[:3]
    lines[1] = json.dumps(json.loads(lines[1]) | change)
    path = tmp_path / "bad.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    tables, problems = read_tables([path])
    assert len(tables) == 2
    assert [problem.line for problem in problems] == [2]
    assert words in str(problems[0])


def test_a_file_that_is_no_gzip_is_told(tmp_path: Path) -> None:
    path = tmp_path / "torn.jsonl.gz"
    path.write_bytes(b"not gzip")
    tables, problems = read_tables([path])
    assert not tables
    assert "cannot be read" in str(problems[0])


def test_game_records_are_read_through_the_formats(tmp_path: Path) -> None:
    path = tmp_path / "one.pbn"
    path.write_text(PBN, encoding="utf-8")
    (table,), problems = read_tables([path])
    assert not problems
    assert table.auction.text == "P 1NT P P P"
    assert (table.context.scoring, table.source) == ("IMP", "pbn")


def test_the_split_is_by_deal_and_near_its_shares() -> None:
    parts = [split_of(f"deal {number}") for number in range(4000)]
    assert parts.count(0) / 4000 == pytest.approx(0.9, abs=0.02)
    assert parts.count(1) / 4000 == pytest.approx(0.05, abs=0.015)


def test_packing_replays_what_the_model_sees() -> None:
    tables, _ = read_tables([TABLES])
    packed = pack(tables)
    assert packed.length.sum() == sum(len(table.calls) for table in tables) == len(packed.calls)
    assert packed.closing.sum() == 3 * len(tables)
    scored, _ = score_calls(load_model(), tables)
    assert len(scored) == len(packed.calls)


def test_decisions_are_the_calls_before_the_closing_passes() -> None:
    tables, _ = read_tables([TABLES])
    everything, decisions = score_calls(load_model(), tables)
    assert len(everything) - len(decisions) == 3 * len(tables)
    assert not decisions.closing.any()
    assert summary(decisions)["log_loss"] < 2.5


def test_leaving_closing_passes_out_is_a_conditional_probability() -> None:
    model = load_model()
    tables, _ = read_tables([TABLES])
    position = model.position(tables[0].auction.prefix(2), tables[0].context)
    outputs = model.outputs(position, model.hold(tables[0].mask_array()[:1]))
    assert given_open(outputs).sum() == pytest.approx(1)
    assert merge_passes(outputs).sum() == pytest.approx(1)


def test_the_check_counts_robots_apart_and_prints_every_promised_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_calls, "CONTRACT_BOARDS", 2)
    report = check_calls.run([TABLES], limit=None, seed=1)
    assert {"top1", "top3", "log_loss", "ece", "contract_covered", "contract_weight", "by_source"} <= set(
        report.figures
    )
    assert report.figures["tables"] == 36
    assert set(report.figures["by_source"]) == {"own", "robots"}  # type: ignore[arg-type]
    json.dumps(report.figures)


def test_a_sample_is_drawn_by_deal() -> None:
    tables, _ = read_tables([TABLES])
    doubled = [*tables, *tables]
    chosen = check_calls.sample_deals(doubled, 5, 3)
    assert len(chosen) == 10
    assert len({table.deal for table in chosen}) == 5


def test_contract_figures_are_shares() -> None:
    import numpy as np

    tables, _ = read_tables([TABLES])
    found = contract_figures(load_model(), tables[:4], np.random.default_rng(0), budget=200, samples=60)
    assert found.boards == 4
    assert 0 <= found.weight <= 1
    assert found.unexplored < 0.01


def test_an_empty_file_is_an_error_not_a_figure(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    path.write_text("", encoding="utf-8")
    with pytest.raises(AdjudicatorError, match="no auctions"):
        check_calls.run([path], limit=None, seed=0)


def test_training_without_torch_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import sys

    from adjudicator.cli import train

    monkeypatch.setitem(sys.modules, "torch", None)
    for name in [name for name in sys.modules if name.startswith("adjudicator.auctions.training.")]:
        monkeypatch.delitem(sys.modules, name)
    result = CliRunner().invoke(train.command, ["calls", str(TABLES), "--to", str(tmp_path)])
    assert isinstance(result.exception, AdjudicatorError)
    assert "adjudicator[train]" in str(result.exception)


def test_the_figures_become_a_page_and_a_diagram(tmp_path: Path) -> None:
    from adjudicator.auctions.training.tables import DIAGRAM, PAGE, write_figures

    tables, _ = read_tables([TABLES])
    write_figures(load_model(), tables[:6], tmp_path, boards=1, sample="six tables")
    text = (tmp_path / PAGE).read_text(encoding="utf-8")
    assert "six tables" in text
    assert all(name in text for name in ("opening", "later contested", "the start of the deal"))
    assert (tmp_path / DIAGRAM).read_text(encoding="utf-8").startswith("<svg")
