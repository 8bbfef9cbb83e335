"""Which system file stands for a pair: from a stated system, or from the tag inferred from its other openings.

The tag is ``notrump range / club style / major length`` as in archives of auctions (``15-17/nat/5``); ``?`` means
too few samples to tell.
"""

from __future__ import annotations

import re
from functools import lru_cache

from adjudicator.systems.loader import load_system
from adjudicator.systems.model import System
from adjudicator.systems.overlays import with_params

__all__ = ["system_for_tag"]

_STATED = {
    "sayc": "sayc",
    "2/1": "two_over_one",
    "2/1gf": "two_over_one",
    "acol": "acol",
    "wj": "wj",
    "polish": "wj",
    "precision": "precision_lite",
}
_RANGE = re.compile(r"(\d+)-(\d+)")


@lru_cache(maxsize=256)
def system_for_tag(tag: str) -> System:
    """The shipped system nearest to a pair's tag, with its notrump range.

    >>> system_for_tag("12-14/nat/4").id, system_for_tag("14-16/strong/5").params["nt"]
    ('acol', [14, 16])
    """
    stated = _STATED.get(tag.strip().lower())
    if stated:
        return load_system(stated)
    notrump, club, major = ([*tag.split("/"), "?", "?", "?"])[:3]
    found = _RANGE.search(notrump)
    low, high = (int(found.group(1)), int(found.group(2))) if found else (15, 17)
    weak = high <= 14
    name = "two_over_one"
    if club == "strong":
        name = "precision_lite"
    elif club == "polish":
        name = "wj"
    elif major.startswith("4"):
        name = "acol"
    system = load_system(name)
    params: dict[str, object] = {"nt": [low, high]}
    if name in ("two_over_one", "acol"):
        params["rb_1n"] = [15, 17] if weak else [12, low - 1]
    return with_params(system, params)
