"""Tricks taken on boards unlike those that the rates were fitted on."""

from __future__ import annotations

import numpy as np

from adjudicator.bridge import Contract, Deal
from adjudicator.tricks.double_dummy import Solver
from adjudicator.tricks.human_error import board_values, features, load_errors

THIN_SLAM = "N:T63.KJ5.54.97643 AJ54.AQ83.AKJ7.T KQ972.T974.6.Q52 8.62.QT9832.AKJ8"


def test_a_slam_in_a_five_card_fit_makes_no_overtrick_out_of_nothing() -> None:
    deal, contract = Deal.parse(THIN_SLAM), Contract.parse("6C W")
    assert contract.declarer is not None
    values = board_values(deal, contract.denomination, contract.declarer, Solver())
    leads = {card: 1 / len(values.by_lead) for card in values.by_lead}
    tricks = sorted(set(values.by_lead.values()))
    shares = load_errors().shares(features(deal, contract, values, leads, tricks), np.array(tricks))
    for row in shares:
        top = int(row.argmax())
        assert (np.diff(row[top:]) <= 0).all()
        assert (np.diff(row[: top + 1]) >= 0).all()
        assert row[-1] < 0.05
    assert np.allclose(shares.sum(axis=1), 1)
