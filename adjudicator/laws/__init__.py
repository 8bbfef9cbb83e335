"""The laws of duplicate bridge as an engine: editions as data, one function per rule, findings that explain.

`assess` tells what the laws say about a case, `decide` about one entry of a law table. What an authority chose
beside the laws is in `regulation_for`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.laws.assess import assess
from adjudicator.laws.config import Config
from adjudicator.laws.editions import EDITIONS, Edition, load_edition
from adjudicator.laws.findings import (
    Choice,
    ConflictError,
    Finding,
    Findings,
    Lead,
    Question,
    ReferenceWorld,
    Status,
)
from adjudicator.laws.regulations import Regulation, config_for, regulation_for, regulations
from adjudicator.laws.table import TableCase, decide, read_table

if TYPE_CHECKING:
    from adjudicator.cases import Case
    from adjudicator.laws.exercises import Agreement, LawAnswer


def answer(case: Case) -> LawAnswer:
    """What the laws say of a case in the terms of a published answer; conditional where an agreement is not known."""
    from adjudicator.laws.exercises import answer as whole

    return whole(case)


def compare_answer(case: Case) -> list[Agreement]:
    """Every point of the published answer that the laws can speak about, with what the engine says."""
    from adjudicator.laws.exercises import compare_answer as compared

    return compared(case)


__all__ = [
    "EDITIONS", "Choice", "Config", "ConflictError", "Edition", "Finding", "Findings", "Lead", "Question",
    "ReferenceWorld", "Regulation", "Status", "TableCase", "answer", "assess", "compare_answer", "config_for",
    "decide", "load_edition", "read_table", "regulation_for", "regulations",
]  # fmt: skip
