"""What the edition and the sponsor ask of a ruling: thresholds, weights or not, steps, shading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.auctions.alternatives import Threshold
from adjudicator.cases import Case
from adjudicator.laws import Regulation, config_for, regulation_for
from adjudicator.scores import ScoringConfig


@dataclass(frozen=True)
class Standards:
    """The standard of proof and of award in force for one case."""

    regulation: str
    threshold: Threshold
    weights: bool
    scoring: ScoringConfig


def standards_for(case: Case) -> Standards:
    """The numbers of the edition, the sponsor's regulation and, above both, of the case itself."""
    regulation, choices = regulation_for(case), config_for(case).choices
    limited = choices.get("os_limited_by_irregularity")
    read = {} if limited is None else {"os_limited_by_irregularity": limited == "yes"}
    scoring = {**regulation.scoring, **read, "edition": case.edition, **_scoring_of(case)}
    config = ScoringConfig.from_mapping(scoring)
    return Standards(
        regulation=regulation.name,
        threshold=_threshold(regulation),
        weights=_weights(case, regulation, choices, config),
        scoring=config,
    )


def _weights(case: Case, regulation: Regulation, choices: Mapping[str, str], config: ScoringConfig) -> bool:
    """Whether weighted scores may be given: a setting of the case, else what edition and sponsor chose.

    In 2007 by the clause that the authority elected; before that only by an equity clause; since 2017 always.
    """
    own = case.config.get("laws", {})
    if isinstance(own, Mapping) and "weights" in own:
        return bool(own["weights"])
    if case.edition == "2007" and "score_clause" in choices:
        return choices["score_clause"] == "12C1c"
    if case.edition in ("1987", "1997"):
        return bool(regulation.numbers["weights"]) or config.equity_clause
    return bool(regulation.numbers["weights"])


def _threshold(regulation: Regulation) -> Threshold:
    numbers = regulation.numbers
    return Threshold(
        considered=float(numbers["la_considered"]),
        chosen=float(numbers["la_chosen"]),
        source=regulation.name,
        overwhelming=float(numbers.get("la_overwhelming", 1.0)),
    )


def _scoring_of(case: Case) -> Mapping[str, Any]:
    own = case.config.get("scoring", {})
    return own if isinstance(own, Mapping) else {}
