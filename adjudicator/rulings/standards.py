"""What the edition and the sponsor ask of a ruling: thresholds, weights or not, steps, shading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.auctions.alternatives import Threshold
from adjudicator.cases import Case
from adjudicator.laws import Regulation, regulation_for
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
    regulation = regulation_for(case)
    scoring = ScoringConfig.from_mapping({**regulation.scoring, "edition": case.edition, **_scoring_of(case)})
    return Standards(
        regulation=regulation.name,
        threshold=_threshold(regulation),
        weights=bool(regulation.numbers["weights"]),
        scoring=scoring,
    )


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
