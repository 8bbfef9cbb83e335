"""Agreements named by the title of a practice set ("theme: Bergen"): the modules both sides play there."""

from __future__ import annotations

from functools import lru_cache

from adjudicator.systems.alterations import convention_files
from adjudicator.systems.loader import DATA, load_system, read_file
from adjudicator.systems.model import System
from adjudicator.systems.overlays import with_module, with_params

__all__ = ["system_for_theme"]

#: What the program's own cards hold beyond the plain system of that name, whatever the theme.
_CARD = {
    "sayc": (
        "conv/rkc1430",
        "conv/support",
        "conv/michaels_weak_two",
        "conv/lebensohl_doubles",
        "conv/sandwich_nt",
        "conv/splinters",
    ),
    "two_over_one": ("conv/rkc0314", "conv/support", "conv/michaels_weak_two", "conv/splinters"),
}
_CARD_PARAMS: dict[str, object] = {"serious_3n": 1, "w2_void": 1, "texas2": 1, "puppet": 0, "jump_raise": "pre"}
_MODULES = {
    "bergen": ("conv/bergen",),
    "drury": ("conv/drury",),
    "ogust": ("conv/ogust",),
    "forcing 1nt": ("conv/forcing_1nt",),
    "semi forcing 1nt": ("conv/forcing_1nt",),
    "splinter": ("conv/splinters",),
    "inverted minors": ("conv/inverted_minors",),
    "ghestem": ("conv/ghestem",),
    "gambling": ("conv/gambling_3nt",),
    "raptor 1nt": ("conv/raptor",),
    "gazzilli": ("conv/gazzilli",),
    "chekback": ("conv/checkback",),
    "two way new minor forcing": ("conv/two_way_checkback",),
    "leaping michaels": ("conv/leaping_michaels",),
}
_PARAMS: dict[str, dict[str, object]] = {"smolen": {"smolen": 1}, "texas": {"texas": 1}}


@lru_cache(maxsize=256)
def system_for_theme(name: str, theme: str) -> System:
    """The system `name` with the conventions that a practice set's theme adds.

    >>> system_for_theme("sayc", "Bergen").rule("bergen.3C").call
    '3C'
    """
    system = load_system(name)
    key = theme.strip().lower()
    for module in (*_CARD.get(system.id, ()), *_MODULES.get(key, ())):
        system = with_module(system, read_file(DATA / f"{module}.yaml"))
    params = _PARAMS.get(key)
    if params is None and key in convention_files():
        params = convention_files()[key][1]
    return with_params(system, {**_CARD_PARAMS, **(params or {})})
