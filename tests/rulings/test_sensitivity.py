"""The list of what would turn a ruling."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import Mock

import pytest

from adjudicator.rulings import sensitivity
from adjudicator.rulings.model import Turn

TURN = Turn("lead", "the lead of a club has a chance of 28 % or more", "22 %", "28 %", "NS get less", 0.2, "lead.C=28%")


def test_what_two_worlds_ask_alike_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    other = replace(TURN, consequence="the table result stands")
    monkeypatch.setattr(sensitivity, "finding_turns", lambda *args: [])
    monkeypatch.setattr(sensitivity, "number_turns", lambda *args, **named: [TURN, other, TURN])
    monkeypatch.setattr(sensitivity, "law_turns", lambda *args, **named: [])
    assert sensitivity.turns_of(Mock(), Mock(), Mock(), Mock()) == (TURN, other)
