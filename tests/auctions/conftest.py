from __future__ import annotations

import pytest

from adjudicator.auctions import CallModel, TableContext, load_model
from adjudicator.bridge import Deal, Seat, Vulnerability


@pytest.fixture(scope="session")
def model() -> CallModel:
    return load_model()


@pytest.fixture(scope="session")
def deal() -> Deal:
    return Deal.parse("N:Q864.KJ86.J76.42 K95.A3.K542.KQJ3 T7.Q72.AQT83.A95 AJ32.T954.9.T876")


@pytest.fixture(scope="session")
def table() -> TableContext:
    return TableContext(Seat.NORTH, Vulnerability.NONE, "IMP", "national")
