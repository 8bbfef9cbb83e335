"""The meaning language: what a call shows, as a constraint on one hand; one expression, five readings."""

from adjudicator.meanings.errors import CannotSatisfy, MeaningError, NotExpressible, UnboundSuit
from adjudicator.meanings.evaluate import DEVIATION_KINDS, Features
from adjudicator.meanings.meaning import Meaning
from adjudicator.meanings.parser import parse

__all__ = [
    "DEVIATION_KINDS", "CannotSatisfy", "Features", "Meaning", "MeaningError", "NotExpressible", "UnboundSuit", "parse",
]  # fmt: skip
