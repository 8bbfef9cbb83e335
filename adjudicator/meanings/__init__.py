"""The meaning language: what a call shows, as a constraint on one hand; one expression, five readings."""

from adjudicator.meanings.boxes import Box, Sum, SumRange, boxes
from adjudicator.meanings.counting import HANDS, Known, count, share
from adjudicator.meanings.drawing import draw, draw_masks
from adjudicator.meanings.errors import CannotSatisfy, MeaningError, NotExpressible, UnboundSuit
from adjudicator.meanings.evaluate import DEVIATION_KINDS, Features
from adjudicator.meanings.meaning import Meaning
from adjudicator.meanings.parser import parse

__all__ = [
    "DEVIATION_KINDS", "HANDS", "Box", "CannotSatisfy", "Features", "Known", "Meaning", "MeaningError",
    "NotExpressible", "Sum", "SumRange", "UnboundSuit", "boxes", "count", "draw", "draw_masks", "parse", "share",
]  # fmt: skip
