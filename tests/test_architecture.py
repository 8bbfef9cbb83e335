"""Data flows one way: a room imports only from rooms before it."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "adjudicator"
ROOMS = [
    *("bridge", "meanings", "sampling", "systems", "formats", "cases", "laws", "auctions"),
    *("tricks", "scores", "rulings", "reports", "store", "checks", "cli", "web"),
]
ALLOWED_EXTRA = {"preferans": {"bridge", "laws", "rulings", "reports"}}


def imported_rooms(path: Path) -> Iterator[tuple[int, str]]:
    """Line and room of every import of the package, also those inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names = [node.module]
            if node.module == "adjudicator":
                names = [f"adjudicator.{alias.name}" for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "adjudicator" and len(parts) > 1 and (PACKAGE / parts[1]).is_dir():
                yield node.lineno, parts[1]


def backward_imports() -> list[str]:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        room = path.relative_to(PACKAGE).parts[0]
        if room.endswith(".py"):
            continue
        for line, target in imported_rooms(path):
            allowed = ALLOWED_EXTRA.get(room)
            if allowed is None:
                limit = ROOMS.index(room)
                allowed = set(ROOMS[:limit])
                if room in {"checks", "cli", "web"}:
                    allowed |= {"preferans"}
            if target != room and target not in allowed:
                found.append(f"{path.relative_to(ROOT)}:{line} imports {target} from {room}")
    return found


def test_every_room_is_known() -> None:
    rooms = {path.name for path in PACKAGE.iterdir() if path.is_dir() and any(path.glob("*.py"))}
    assert rooms <= set(ROOMS) | set(ALLOWED_EXTRA)


def test_no_room_imports_backwards() -> None:
    assert backward_imports() == []


def test_no_relative_imports() -> None:
    relative = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []


def test_constraint_is_the_maintained_package() -> None:
    owners = metadata.packages_distributions()["constraint"]
    assert set(owners) == {"python-constraint2"}


@pytest.mark.parametrize("module", ["adjudicator", "adjudicator.bridge", "adjudicator.cli.main"])
def test_heavy_libraries_are_not_imported_at_start(module: str) -> None:
    code = (
        f"import {module}, sys; "
        "print([m for m in ('ortools', 'endplay', 'matplotlib', 'pandas', 'torch') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
