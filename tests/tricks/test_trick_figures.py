"""Diagrams of reliability are well-formed and show what happened."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

from adjudicator.tricks.figures import bins, diagram


def test_bins_hold_every_case_once() -> None:
    rng = np.random.default_rng(0)
    said = rng.random(500)
    came = rng.random(500) < said
    rows = bins((said, came))
    assert sum(number for *_, number in rows) == 500
    assert all(share == pytest.approx(given, abs=0.25) for given, share, _ in rows)


def test_the_diagram_is_xml_with_a_dot_for_each_bin() -> None:
    said = (np.array([0.05, 0.55, 0.57]), np.array([False, True, False]))
    root = ElementTree.fromstring(diagram("Leads & tricks", said))
    assert len(root.findall("{*}circle")) == 2
