"""Numbers that are none: a superscript or five thousand digits spoil one value of one board, never the file."""

from __future__ import annotations

import pytest

from adjudicator.formats import bbo, lin, pbn

ENDLESS = "9" * 5000
PASSES = "mb|1N|mb|p|mb|p|mb|p|"


@pytest.mark.parametrize("odd", [ENDLESS, "²", "٣" * 40])
def test_odd_numbers_lose_no_board(odd: str) -> None:
    text = f'[Board "{odd}"]\n[Auction "N"]\nPass\n\n[Board "2"]\n[Result "{odd}"]\n[Score "NS {odd}"]\n[Auction "N"]\nAP\n'
    assert [record.board for record in pbn.read(text).records] == [None, 2]
    text = f"pn|a,b,c,d|md|3|ah|Board {odd}|{PASSES}mc|{odd}|\npn|a,b,c,d|md|3|ah|Board 2|{PASSES}mc|7|"
    assert [(record.board, record.tricks) for record in lin.read(text).records] == [(None, None), (2, 7)]
    (record,) = bbo.read(f"https://x/handviewer.html?lin=md|3|ah|Board 4|{PASSES}&c={odd}").records
    assert (record.board, record.tricks) == (4, None)


def test_a_match_with_boards_far_apart_lists_no_endless_results() -> None:
    text = f"qx|o1|md|3|{PASSES}\nqx|o900000000|md|3|{PASSES}\n"
    assert len(lin.write(lin.read(text).records)) < 10_000
