"""The case: what happened at the table, what was agreed, and what the director found.

`load_case` reads a case file (TOML or JSON) into a frozen `Case` and reports every problem at once.
"""

from adjudicator.cases.hands import HandPattern, PatternError
from adjudicator.cases.kinds import (
    IRREGULAR_CALLS,
    KIND_TEXT,
    MISINFORMING,
    PLAY_EVENTS,
    UNAUTHORISED,
    EventKind,
    find_kind,
)
from adjudicator.cases.model import (
    EDITIONS,
    Agreement,
    Answer,
    AnsweredCall,
    Case,
    Event,
    Fact,
    FieldScore,
    LoadedCase,
    OtherTable,
    Outcome,
    Poll,
    ProceduralPenalty,
    RecordedRuling,
    Scoring,
    ScoringUnit,
    SeriousError,
    Standing,
)


def load_case(path: object) -> LoadedCase:
    """The case in a file (a path, or its name), and all that is wrong with it."""
    from adjudicator.cases.loader import load_case as load

    return load(str(path))


def parse_case(text: str, name: str = "") -> LoadedCase:
    """The case in a text."""
    from adjudicator.cases.loader import parse_case as parse

    return parse(text, name)


__all__ = [
    "EDITIONS", "IRREGULAR_CALLS", "KIND_TEXT", "MISINFORMING", "PLAY_EVENTS", "UNAUTHORISED", "Agreement", "Answer",
    "AnsweredCall", "Case", "Event", "EventKind", "Fact", "FieldScore", "HandPattern", "LoadedCase", "OtherTable",
    "Outcome", "PatternError", "Poll", "ProceduralPenalty", "RecordedRuling", "Scoring", "ScoringUnit", "SeriousError",
    "Standing", "find_kind", "load_case", "parse_case",
]  # fmt: skip
