"""Real files, where they are at hand: counts and tricks of an independent reader, and not one board lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.formats import lin, pbn, read_file
from adjudicator.formats.playrows import replay


def expected(shared: Path) -> dict[str, dict[str, list[dict[str, object]]]]:
    found: dict[str, dict[str, list[dict[str, object]]]] = json.loads(
        (shared / "data" / "formats" / "expected.json").read_text()
    )
    return found


def test_pbn_samples_agree_with_the_independent_reader(shared: Path) -> None:
    for path in sorted((shared / "data" / "formats").glob("*.pbn")):
        found = read_file(path)
        games = expected(shared)[path.name]["games"]
        assert len(found.records) == len(games)
        for record, game in zip(found.records, games, strict=True):
            counted = replay(record.deal, record.contract, record.play)
            assert counted == (game["tricks_replayed"], game["complete_tricks"])
            assert str(record.tricks) == game["result_tag"]
            assert str(record.board) == game["board"]
        assert pbn.read(pbn.write(found.records)).records == found.records


def test_lin_samples_agree_with_the_independent_reader(shared: Path) -> None:
    for path in sorted((shared / "data" / "formats").glob("*.lin")):
        found = read_file(path)
        games = expected(shared)[path.name]["games"]
        assert len(found.records) == len(games)
        for record, game in zip(found.records, games, strict=True):
            assert record.contract is not None
            assert record.declarer is not None
            assert record.dealer is not None
            assert (record.dealer.letter, record.declarer.letter) == (game["dealer"], game["declarer"])
            assert record.contract.short.replace("NT", "N") == game["contract"]
            assert record.tricks == game["declarer_tricks"]
            assert (len(record.calls), len(record.play)) == (game["calls"], game["cards"])
            assert sum(note.alerted for note in record.notes) == game["alert_marks"]
            assert sum(bool(note.text) for note in record.notes) == game["explanations"]
            assert record.deal is not None
        assert lin.read(lin.write(found.records)).records == found.records


@pytest.mark.parametrize("boards", [200])
def test_not_one_board_of_the_archives_is_lost(shared: Path, boards: int) -> None:
    for path in sorted((shared / "data" / "auctions").glob("*.pbn")):
        text = path.read_text(encoding="utf-8")
        text = "\n\n".join(text.split("\n\n")[:boards])
        found = pbn.read(text, path.name)
        assert len(found.records) == text.count("[Deal ")
        assert all(record.deal is not None and record.auction is not None for record in found.records)
        assert found.errors == ()
        assert pbn.read(pbn.write(found.records)).records == found.records
