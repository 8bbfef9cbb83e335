"""Scores: every form of scoring, weighted, split and artificial scores, in exact fractions."""

from adjudicator.scores.config import ScoringConfig
from adjudicator.scores.errors import FieldNeededError, ScoringError, UnknownFormError
from adjudicator.scores.field import Field
from adjudicator.scores.forms import EventForm, Form, parse_form
from adjudicator.scores.outcomes import WeightedScore, WeightRange, certain, normalised, parse_outcomes
from adjudicator.scores.scorer import Scorer, scorer_for
from adjudicator.scores.units import imp, round_to

__all__ = [
    "EventForm", "Field", "FieldNeededError", "Form", "Scorer", "ScoringConfig", "ScoringError",
    "UnknownFormError", "WeightRange", "WeightedScore", "certain", "imp", "normalised", "parse_form",
    "parse_outcomes", "round_to", "scorer_for",
]  # fmt: skip
