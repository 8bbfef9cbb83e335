"""Numbers in words: one of something, none of something, and 0 on a scale."""

from __future__ import annotations

import pytest

from adjudicator.meanings import describe, parse


@pytest.mark.parametrize(
    ("text", "english", "russian"),
    [
        ("S = 1", "1 spade", "пики: 1"),
        ("aces 1 & losers 1", "1 ace, 1 loser", "тузы: 1, потери: 1"),
        ("losers(H) 1", "1 loser in hearts", "потери в масти червы: 1"),
        ("keycards(S) 1", "1 key card for spades", "ключевые карты, козырь пики: 1"),
        ("S = 0 & aces 0", "no spades, no aces", "пики: нет, тузы: нет"),
        (
            "suit_quality(S) 0",
            "quality of spades: 0 (0 poor to 4 solid)",
            "качество масти пики: 0 (0 слабая … 4 сплошная)",
        ),
        ("S - H in (0, 2)", "length of spades minus hearts: 0 or 2", "длина: пики минус червы: 0 или 2"),
        ("S 1+", "1+ spades", "пики: от 1"),
        ("x = 1", "1 x", "x: 1"),
    ],
)
def test_numbers(text: str, english: str, russian: str) -> None:
    meaning = parse(text)
    assert (describe(meaning), describe(meaning, "ru")) == (english, russian)
