"""What the edition and the sponsor ask of a ruling, as numbers: thresholds, weights or not, steps, shading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from adjudicator.cases import Case
from adjudicator.laws import regulation_for
from adjudicator.scores import ScoringConfig


@dataclass(frozen=True)
class Standards:
    """The standard of proof and of award in force for one case.

    ``considered`` and ``chosen``: shares of the player's peers that must seriously consider, and that must
    choose, a call to make it a logical alternative (16B1b). The program knows only choices, and reads "would
    seriously consider" as ``considering`` times as many as would choose.
    """

    regulation: str
    considered: Fraction
    chosen: Fraction
    weights: bool
    scoring: ScoringConfig

    considering: Fraction = Fraction(2)

    def is_alternative(self, share: float) -> bool:
        """Whether a call chosen by this share of peers is a logical alternative."""
        return share >= self.least_share

    @property
    def least_share(self) -> float:
        """The share of peers choosing a call from which on it is a logical alternative."""
        return float(max(self.chosen, self.considered / self.considering))

    def in_words(self) -> str:
        considered, chosen = (f"{float(share):.0%}" for share in (self.considered, self.chosen))
        least = f"{self.least_share:.0%}"
        return f"considered by {considered} and chosen by {chosen} of peers (here: chosen by at least {least})"


def standards_for(case: Case) -> Standards:
    """The numbers of the edition, the sponsor's regulation and, above both, of the case itself."""
    regulation = regulation_for(case)
    numbers: Mapping[str, Any] = regulation.numbers
    scoring = ScoringConfig.from_mapping({**regulation.scoring, "edition": case.edition, **_scoring_of(case)})
    return Standards(
        regulation=regulation.name,
        considered=Fraction(str(numbers["la_considered"])),
        chosen=Fraction(str(numbers["la_chosen"])),
        weights=bool(numbers["weights"]),
        scoring=scoring,
    )


def _scoring_of(case: Case) -> Mapping[str, Any]:
    own = case.config.get("scoring", {})
    return own if isinstance(own, Mapping) else {}
