"""The laws of duplicate bridge as an engine: editions as data, one function per rule, findings that explain.

`assess` tells what the laws say about a case, `decide` about one entry of a law table. What an authority chose
beside the laws is in `regulation_for`.
"""

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

__all__ = [
    "EDITIONS", "Choice", "Config", "ConflictError", "Edition", "Finding", "Findings", "Lead", "Question",
    "ReferenceWorld", "Regulation", "Status", "TableCase", "assess", "config_for", "decide", "load_edition",
    "read_table", "regulation_for", "regulations",
]  # fmt: skip
