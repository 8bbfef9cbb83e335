"""The model's shares and the worth of the calls in one distribution: how much simulation counts, and where.

    p_sim(c) ∝ P(c)^prior · exp(worth(c) / tau)        over the candidates
    share(c) = (1 - eta) P(c) + eta p_sim(c)

The calls that were not simulated keep their shares. ``tau`` and ``eta`` were fitted for each kind of decision on
auctions that did not train the model, and ``eta`` is 0 wherever other auctions did not confirm a gain
(``data/simulation.json``, written by ``adjudicator train simulation``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions import features
from adjudicator.auctions.classes import CLASS_NAMES, FIRST_CONTESTED, LATER_CONTESTED, decision_classes
from adjudicator.auctions.model import Probabilities
from adjudicator.bridge import AdjudicatorError, Call

Floats = NDArray[np.float64]
FILE = Path(__file__).parent / "data" / "simulation.json"
HIGH = "contested, three level and up"
GROUPS = (*CLASS_NAMES, HIGH)
"""The classes of decision; bid one more, double or pass at the three level and up stands apart from them."""
UNCOVERED = "no rule fits the hand"
"""Decisions of any kind in which the hand fits no rule of the pair's system for a thinkable call."""
_THREE_LEVEL = int(Call.parse("3C"))


def decision_groups(states: features.States) -> NDArray[np.int64]:
    """Number in :data:`GROUPS` of the decision of the player to call: int64 (n,)."""
    found = decision_classes(states)
    contested = (found == FIRST_CONTESTED) | (found == LATER_CONTESTED)
    found[contested & (states[:, features.LAST_BID] >= _THREE_LEVEL)] = GROUPS.index(HIGH)
    return found


@dataclass(frozen=True)
class Setting:
    """How simulation counts in one kind of decision. ``tau`` in IMPs; ``unsure``: only where no call has this share."""

    tau: float
    eta: float
    prior: float = 0.0
    unsure: float = 1.0

    def applies(self, shares: Probabilities) -> bool:
        return self.eta > 0 and float(shares.max()) < self.unsure


NEVER = Setting(2.5, 0.0)


def simulated_shares(shares: Probabilities, candidates: Sequence[Call], worth: Floats, setting: Setting) -> Floats:
    """p_sim of the candidates: float64, sums to 1."""
    odds = worth / setting.tau
    if setting.prior:
        odds = odds + setting.prior * np.log(np.maximum(shares[[int(call) for call in candidates]], 1e-6))
    raw = np.exp(odds - odds.max())
    found: Floats = raw / raw.sum()
    return found


def blended(shares: Probabilities, candidates: Sequence[Call], worth: Floats, setting: Setting) -> Probabilities:
    """Shares of all 38 calls with simulation counted in.

    >>> shares = np.zeros(38); shares[[0, 1, 5]] = 0.5, 0.3, 0.2
    >>> moved = blended(shares, [Call(0), Call(1)], np.array([-3.0, 2.0]), Setting(2.5, 0.5))
    >>> [round(float(share), 2) for share in moved[[0, 1, 5]]]
    [0.3, 0.5, 0.2]
    """
    calls = [int(call) for call in candidates]
    moved = shares.copy()
    moved[calls] *= 1 - setting.eta
    moved[calls] += setting.eta * shares[calls].sum() * simulated_shares(shares, candidates, worth, setting)
    return moved


@cache
def load_settings() -> Mapping[str, Setting]:
    """The settings that ship with the package, by group."""
    return read_settings(FILE)


def read_settings(file: Path) -> Mapping[str, Setting]:
    """Settings by group from a file of ``adjudicator train simulation``."""
    try:
        data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        return {name: Setting(**row) for name, row in data["settings"].items()}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise AdjudicatorError(f"{file}: the settings cannot be read ({error}); install the package again") from None
