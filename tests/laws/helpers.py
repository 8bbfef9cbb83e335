"""Shortcuts for law tests: one irregularity in the words of a law table, and the finding for it."""

from __future__ import annotations

from typing import Any

from adjudicator.laws import Config, Finding, load_edition
from adjudicator.laws.engine import decide_facts
from adjudicator.laws.table import table_facts


def ruling(edition: str, kind: str, config: Config | None = None, **entry: Any) -> Finding:
    """What an edition says about one irregularity given in the keys of a law table."""
    return decide_facts(table_facts({"kind": kind, **entry}, config), load_edition(edition))


def lead(finding: Finding) -> tuple[str, str]:
    """Type and suits of the lead restriction."""
    return finding.lead.type, "".join(suit.letter for suit in finding.lead.suits)
