"""The meaning language: what a call shows, as a constraint on one hand; one expression, five readings.

Read many hands with ``Features`` and ``Meaning.mask`` / ``deviation``; count with ``count``, draw with ``draw``; prove
with ``adjudicator.meanings.proof`` (CP-SAT); enumerate classes with ``adjudicator.meanings.classes``.
"""

from adjudicator.meanings.boxes import Box, Sum, SumRange, boxes
from adjudicator.meanings.comparison import (
    LIBERAL,
    NORMAL,
    PRACTICES,
    STRICT,
    Comparison,
    Containment,
    Masses,
    Practice,
    compare,
    contained,
    equivalent,
)
from adjudicator.meanings.counting import HANDS, Known, count, share
from adjudicator.meanings.drawing import draw, draw_masks
from adjudicator.meanings.errors import CannotSatisfy, MeaningError, NotExpressible, UnboundSuit, Undecided
from adjudicator.meanings.evaluate import DEVIATION_KINDS, Features
from adjudicator.meanings.explaining import Promise, broken_by, calls_against, contradictions, explain, promises_of
from adjudicator.meanings.meaning import Meaning
from adjudicator.meanings.parser import parse
from adjudicator.meanings.profiles import Profile, denominations_shown, profile, suits_shown
from adjudicator.meanings.wording import describe, describe_expr

__all__ = [
    "DEVIATION_KINDS", "HANDS", "LIBERAL", "NORMAL", "PRACTICES", "STRICT", "Box", "CannotSatisfy", "Comparison",
    "Containment", "Features", "Known", "Masses", "Meaning", "MeaningError", "NotExpressible", "Practice",
    "Profile", "Promise", "Sum", "SumRange", "UnboundSuit", "Undecided", "boxes", "broken_by", "calls_against",
    "compare", "contained", "contradictions", "count", "denominations_shown", "describe", "describe_expr", "draw",
    "draw_masks", "equivalent", "explain", "parse", "profile", "promises_of", "share", "suits_shown",
]  # fmt: skip
