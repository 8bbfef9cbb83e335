"""Assigned scores of the older codes: the most favourable result that was likely, the worst that was at all
probable.

The numeric reading is a quantile rule: it does not depend on how finely the outcomes were split.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from adjudicator.bridge import Side
from adjudicator.scores.config import ScoringConfig
from adjudicator.scores.outcomes import WeightedScore, checked
from adjudicator.scores.scorer import Scorer


@dataclass(frozen=True)
class OlderCodeScore:
    """The two assigned results: `nos` for the non-offending side, `os` for the offending side (both as N/S
    scores).
    """

    nos: WeightedScore
    os: WeightedScore

    @property
    def is_split(self) -> bool:
        """Whether the two sides get different results."""
        return self.nos.score_ns != self.os.score_ns


def best_with_probability(
    outcomes: Sequence[WeightedScore], scorer: Scorer, side: Side, threshold: Fraction
) -> WeightedScore:
    """The best result x for `side` such that a result at least as good as x has probability `threshold` or
    more.
    """
    ranked = sorted(checked(outcomes), key=lambda o: scorer.value(o.score_ns, side), reverse=True)
    total = Fraction(0)
    for outcome in ranked:
        total += outcome.weight
        if total >= threshold:
            return outcome
    return ranked[-1]


def likely_and_at_all_probable(
    outcomes: Sequence[WeightedScore],
    scorer: Scorer,
    nos: Side,
    config: ScoringConfig | None = None,
    *,
    os_outcomes: Sequence[WeightedScore] | None = None,
) -> OlderCodeScore:
    """Assigned scores under 1987/12C2, 1997/12C2 and 2007/12C1e.

    `outcomes`: what could have happened without the irregularity.  `os_outcomes`: everything that could have
    happened, used for the offenders where the sponsor does not read the limit into their half
    (`os_limited_by_irregularity = false`).  The thresholds `likely` and `at_all_probable` are configuration.
    """
    settings = config or scorer.config
    wide = outcomes if settings.os_limited_by_irregularity or os_outcomes is None else os_outcomes
    return OlderCodeScore(
        nos=best_with_probability(outcomes, scorer, nos, settings.likely),
        os=best_with_probability(wide, scorer, nos, settings.at_all_probable),
    )


def weights_allowed(edition: str, equity_clause: bool = False) -> bool:
    """Whether a weighted score may be given: since 2007 always, before that only where the equity clause is
    on.

    >>> weights_allowed("2017"), weights_allowed("1997"), weights_allowed("1997", equity_clause=True)
    (True, False, True)
    """
    return equity_clause or edition not in ("1987", "1997")
