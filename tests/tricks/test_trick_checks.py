"""`adjudicator check leads|tricks` on a few boards of our own, and the reader of played boards."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from adjudicator.bridge import AdjudicatorError
from adjudicator.checks import leads, tricks
from adjudicator.tricks.played import read_played, read_sample, sample_of_deals

ROWS = [
    {
        "deal": "N:KQJ2.A32.K32.Q32 T98.QJT9.QJT.A54 A643.K4.A654.KJ9 75.8765.987.T876",
        "dlr": "S", "vul": "-", "auc": "1N P 2C P 2S P 4S P P P", "pl": "H8H2H9HK", "tr": 11, "src": "vg",
    },
    {
        "deal": "N:AQ2.432.A432.432 K43.AKQJ.KQJ.KQJ 765.T98.T98.A765 JT98.765.765.T98",
        "dlr": "E", "vul": "B", "auc": "2N P P P", "pl": "", "ld": "CA", "tr": 9, "src": "vg",
    },
    {
        "deal": "N:AKQJ.AKQ.432.432 T98.J98.KQJ.KQJ5 765.7654.A65.A76 432.T32.T987.T98",
        "dlr": "N", "vul": "NS", "auc": "1C P 1H P 2N P 3N P P P", "pl": "DKD5D7D2", "tr": 10, "src": "vg",
    },
]  # fmt: skip


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "boards.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in ROWS)
    return path


def test_played_boards_are_read_and_sampled_by_deal(archive: Path) -> None:
    tables, problems = read_played([archive])
    assert not problems
    assert [str(table.lead) for table in tables] == ["H8", "CA", "DK"]
    assert tables[0].cards[0] in tables[0].leader_hand
    assert sample_of_deals(tables, 2, 1) == sample_of_deals(tables, 2, 1)
    assert len(sample_of_deals(tables, 2, 1)) == 2


def test_a_sample_is_the_same_whether_parsed_in_full_or_not(archive: Path) -> None:
    sample, problems = read_sample([archive], 2, 4)
    assert len(sample) == 2
    assert not problems
    everything, _ = read_sample([archive], 10, 4)
    assert len(everything) == 3
    assert {table.table.deal for table in sample} <= {table.table.deal for table in everything}


def test_leads_and_tricks_are_reported_by_denomination_and_level(archive: Path) -> None:
    for figures in (leads.run([archive]).figures, tricks.run([archive]).figures):
        groups = figures["by_group"]
        assert isinstance(groups, dict)
        assert {"major", "notrump", "1-2", "3", "4", "4M", "3NT"} <= set(groups)
    of_leads = leads.run([archive]).figures["by_group"]
    assert isinstance(of_leads, dict)
    assert {"top1", "top3", "top1_suit", "log_loss", "baseline_log_loss", "leads"} <= set(of_leads["notrump"])
    assert of_leads["notrump"]["leads"] == 2
    assert of_leads["major"]["leads"] == 1


@pytest.mark.parametrize("tricks_taken", [14, -1, "x", "9", 9.5, True])
def test_what_is_no_number_of_tricks_is_reported_with_its_line(tmp_path: Path, tricks_taken: object) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in (ROWS[0], ROWS[1] | {"tr": tricks_taken})))
    tables, problems = read_played([path])
    assert len(tables) == 1
    assert [(problem.line, problem.field) for problem in problems] == [(2, "tr")]
    assert tricks.run([path]).figures["unread"] == 1


def test_a_lead_from_another_hand_is_reported_with_its_line(archive: Path, tmp_path: Path) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_text(json.dumps(ROWS[0] | {"pl": "SASKSQSJ"}) + "\n", encoding="utf-8")
    tables, problems = read_played([path])
    assert not tables
    assert (problems[0].line, problems[0].field) == (1, "play")


def test_check_leads_prints_the_figures_of_the_protocol(archive: Path) -> None:
    report = leads.run([archive])
    assert {"top1", "top3", "top1_suit", "log_loss", "baseline_log_loss"} <= set(report.figures)
    assert report.figures["leads"] == 3
    assert 0 <= float(str(report.figures["top1"])) <= float(str(report.figures["top3"])) <= 1
    assert report.ok


def test_check_tricks_prints_the_figures_of_the_protocol(archive: Path) -> None:
    report = tricks.run([archive], limit=3)
    assert {"log_score", "baseline_log_score", "dd_log_score", "boards"} <= set(report.figures)
    assert report.figures["boards"] == 3
    assert float(str(report.figures["log_score"])) < 0


def test_files_without_play_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_text("", encoding="utf-8")
    for check in (leads, tricks):
        with pytest.raises(AdjudicatorError):
            check.run([path])


def test_forecasts_beat_the_tables_on_real_boards(shared: Path) -> None:
    """A small sample: enough to see that the fitted model is wired to the right columns."""
    report = tricks.run([shared / "data" / "auctions" / "online_teams2021.pbn"], limit=40, seed=1)
    assert float(str(report.figures["log_score"])) > float(str(report.figures["dd_log_score"])) - 0.1
