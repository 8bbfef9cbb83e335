"""The study of silenced partners: same seed, same rows; the swing is seen by the side that did not offend."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "simulations" / "silenced_partner.py"


@pytest.fixture(scope="module")
def study() -> ModuleType:
    spec = importlib.util.spec_from_file_location("silenced_partner", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_same_seed_same_rows_and_partner_is_silent(study: ModuleType) -> None:
    first, second = list(study.study(1, seed=5, jobs=1)), list(study.study(1, seed=5, jobs=1))
    assert first == second
    assert first
    assert "irregularities" in study.summary(first)


def test_imps_are_antisymmetric(study: ModuleType) -> None:
    ours, theirs = {420: 0.5, -50: 0.5}, {170: 1.0}
    assert study.expected_imps(ours, theirs) == -study.expected_imps(theirs, ours)
    assert study.expected_imps(theirs, theirs) == 0
