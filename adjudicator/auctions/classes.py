"""Kinds of decision, by the public auction alone: the classes of the calibration tables."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions import features

CLASS_NAMES = (
    "opening",
    "overcall",
    "both opponents have bid",
    "response",
    "opener's rebid",
    "later uncontested",
    "first action in competition",
    "later contested",
)
TEMPERED = len(CLASS_NAMES)
OPENING, OVERCALL, BOTH_OPPONENTS, RESPONSE, REBID, LATER_FREE, FIRST_CONTESTED, LATER_CONTESTED = range(TEMPERED)


def decision_classes(states: features.States) -> NDArray[np.int64]:
    """The class of the decision of the player to call: int64 (n,).

    Opening: nobody has bid. Overcall: only one opponent has acted, our side not. Both opponents have bid and our
    side has not acted. Uncontested (opponents silent): first response to partner's opening, opener's second call,
    later. Contested (both sides have acted): the player's first action, or a later one.
    """
    rows = np.arange(len(states))
    player = states[:, features.TURN].astype(np.int64) % 4
    acted = states[:, features.FIRST_ACTION] != features.NO_CALL
    me, partner = acted[rows, player], acted[rows, (player + 2) % 4]
    left, right = acted[rows, (player + 1) % 4], acted[rows, (player + 3) % 4]
    ours, theirs = me | partner, left | right
    actions = (states[:, features.TIMES_BID].reshape(-1, 4, 5).sum(2) + states[:, features.DOUBLES]).astype(np.int64)
    mine, partners = actions[rows, player], actions[rows, (player + 2) % 4]
    found = np.full(len(states), LATER_CONTESTED)
    found[ours & theirs & ~me] = FIRST_CONTESTED
    free = ours & ~theirs
    found[free] = LATER_FREE
    found[free & (mine == 1) & (partners <= 1)] = REBID
    found[free & ~me & (partners == 1)] = RESPONSE
    found[theirs & ~ours] = OVERCALL
    found[theirs & ~ours & left & right] = BOTH_OPPONENTS
    found[states[:, features.LAST_BID] == 0] = OPENING
    return found
