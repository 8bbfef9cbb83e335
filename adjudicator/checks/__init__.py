"""The engine held against tables of expectations: one module for each kind of ``adjudicator check``."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudicator.bridge import AdjudicatorError, Problem

Figure = int | float | str | Sequence[object] | Mapping[str, object] | None


@dataclass(frozen=True)
class CheckReport:
    """Figures for machines and one line per expectation that failed for people."""

    figures: dict[str, Figure] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.failures


def json_records(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a file with one JSON object a line, compressed or not. A bad line raises AdjudicatorError."""
    step = "give a file with one JSON record a line (.jsonl, .jsonl.gz)"
    try:
        packed = path.read_bytes()
        text = (gzip.decompress(packed) if path.suffix == ".gz" else packed).decode("utf-8")
    except (gzip.BadGzipFile, EOFError, UnicodeDecodeError) as error:
        raise AdjudicatorError(Problem(f"cannot be read: {error}", step, str(path))) from None
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise AdjudicatorError(Problem(f"not JSON: {error.msg}", step, str(path), number)) from None
        if not isinstance(record, dict):
            raise AdjudicatorError(Problem("no JSON object", step, str(path), number))
        yield record
