"""What can go wrong when a score is asked for; every message names the next step."""

from __future__ import annotations

from adjudicator.bridge import AdjudicatorError, Problem


class ScoringError(AdjudicatorError):
    """A score cannot be computed from what was given."""


class UnknownFormError(ScoringError):
    """The form of scoring was not understood."""


class FieldNeededError(ScoringError):
    """This form of scoring compares with other tables, and none were given."""


def refuse(kind: type[ScoringError], message: str, next_step: str, *, field: str = "") -> ScoringError:
    """The error of `kind`, carrying one problem."""
    return kind(Problem(message, next_step=next_step, field=field))
