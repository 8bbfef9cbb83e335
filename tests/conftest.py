"""Where the test data lies: an environment variable, else the folder beside the checkout, else skip."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: as the command line does, before numpy is imported

ROOT = Path(__file__).resolve().parent.parent


def shared_folder() -> Path | None:
    """The folder of shared cases and data, or ``None`` where there is none."""
    named = os.environ.get("ADJUDICATOR_SHARED")
    folder = Path(named) if named else ROOT.parent / "shared"
    return folder if (folder / "cases").is_dir() else None


@pytest.fixture(scope="session")
def shared() -> Path:
    folder = shared_folder()
    if folder is None:
        pytest.skip("no shared cases and data here; set ADJUDICATOR_SHARED to their folder")
    return folder
