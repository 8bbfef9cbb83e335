"""Agreements that the director types into a case: two lines change the system, everything downstream follows.

Understood are ranges (``1NT is 12-14``), conventions by name (``2C over 1NT is Landy``, ``Bergen``, ``no Drury``)
and calls in an auction with a meaning in the notation of the meaning language (``1NT-3C is hcp 8..10 & C >= 6``).
What is not understood is returned as a problem, never dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from adjudicator.bridge import AdjudicatorError, Problem
from adjudicator.meanings import parse
from adjudicator.systems.loader import DATA, check_outline, read_file
from adjudicator.systems.model import Rule, System
from adjudicator.systems.overlays import with_module, with_params

__all__ = ["altered", "convention_files"]

_RANGE = re.compile(r"(\d+)\s*(?:-|–|to|\.\.)\s*(\d+)")
_BID = re.compile(r"^(?:[1-7](?:NT|N|[CDHS])|X|XX|P|Pass|Dbl)$", re.IGNORECASE)
_IS = re.compile(r"\s+(?:is|are|=|shows?|means?|:)\s+", re.IGNORECASE)
_SYMBOLS = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S"})

#: What players call a convention → the file that holds it and parameters that go with it.
CONVENTIONS: dict[str, tuple[str, dict[str, object]]] = {
    "landy": ("conv/landy", {}),
    "multi-landy": ("conv/multi_landy", {}),
    "multi landy": ("conv/multi_landy", {}),
    "cappelletti": ("conv/cappelletti", {}),
    "hamilton": ("conv/cappelletti", {}),
    "dont": ("conv/dont", {}),
    "drury": ("conv/drury", {}),
    "bergen": ("conv/bergen", {}),
    "splinters": ("conv/splinters", {}),
    "splinter": ("conv/splinters", {}),
    "ogust": ("conv/ogust", {}),
    "feature": ("conv/feature", {"feature": 1}),
    "inverted minors": ("conv/inverted_minors", {}),
    "lebensohl": ("conv/lebensohl", {}),
    "support doubles": ("conv/support", {}),
    "support double": ("conv/support", {}),
    "jacoby 2nt": ("conv/jacoby_2nt", {}),
    "gambling 3nt": ("conv/gambling_3nt", {}),
    "gambling": ("conv/gambling_3nt", {}),
    "1430": ("conv/rkc1430", {}),
    "rkc 1430": ("conv/rkc1430", {}),
    "0314": ("conv/rkc0314", {}),
    "rkc 0314": ("conv/rkc0314", {}),
    "rkcb": ("conv/rkc0314", {}),
    "key card": ("conv/rkc0314", {}),
    "gerber": ("conv/gerber", {"gerber": 1}),
    "ghestem": ("conv/ghestem", {}),
    "michaels": ("conv/michaels", {}),
    "unusual 2nt": ("conv/unusual_2nt", {}),
    "weak jump shifts": ("conv/weak_jump_shifts", {}),
    "forcing 1nt": ("conv/forcing_1nt", {}),
    "two over one": ("conv/two_over_one", {}),
    "natural": ("conv/natural_vs_nt", {}),
    "truscott": ("conv/truscott_2nt", {}),
    "jordan": ("conv/truscott_2nt", {}),
    "sandwich notrump": ("conv/sandwich_nt", {}),
    "gazzilli": ("conv/gazzilli", {}),
    "checkback": ("conv/checkback", {}),
    "two-way checkback": ("conv/two_way_checkback", {}),
    "xyz": ("conv/two_way_checkback", {}),
    "leaping michaels": ("conv/leaping_michaels", {}),
    "raptor": ("conv/raptor", {}),
    "smolen": ("", {"smolen": 1}),
    "texas": ("", {"texas": 1}),
    "puppet": ("", {"puppet": 1}),
    "puppet stayman": ("", {"puppet": 1}),
    "four-way transfers": ("", {"minor_transfers": 1, "two_nt_natural": 0}),
}

_RANGES: dict[str, str] = {"1N": "nt", "2N": "nt2", "2D": "w2", "2H": "w2", "2S": "w2", "3N": "nt3"}
_NAMED_RANGES = {
    "weak twos": "w2",
    "weak two": "w2",
    "1nt overcall": "nt_oc",
    "overcall": "oc1",
    "overcalls": "oc1",
    "weak jump overcalls": "wjo",
}


def convention_files() -> dict[str, tuple[str, dict[str, object]]]:
    """Names of conventions that may be typed, with the module and parameters each stands for."""
    return dict(CONVENTIONS)


def altered(system: System, lines: Iterable[str]) -> tuple[System, list[Problem]]:
    """The system with the agreements of `lines`, and what could not be understood.

    >>> from adjudicator.systems import load_system
    >>> weak, problems = altered(load_system("sayc"), ["1NT is 12–14", "2C over 1NT is Landy"])
    >>> weak.params["nt"], problems
    ([12, 14], [])
    """
    found, problems = _altered(system, tuple(lines))
    return found, list(problems)


@lru_cache(maxsize=128)
def _altered(system: System, lines: tuple[str, ...]) -> tuple[System, tuple[Problem, ...]]:
    """One system for the same lines: what is worked out with it can be remembered."""
    problems: list[Problem] = []
    for number, line in enumerate(lines, 1):
        text = line.translate(_SYMBOLS).strip()
        if not text or text.startswith("#"):
            continue
        try:
            system = _one(system, text, number)
        except AdjudicatorError as error:
            problems += [
                replace(problem, line=number, field=problem.field or "agreement") for problem in error.problems
            ]
    return system, tuple(problems)


def _one(system: System, text: str, number: int) -> System:
    lowered = text.lower().rstrip(".")
    if lowered.startswith("no "):
        return _without(system, lowered[3:].strip())
    named = _convention(system, lowered)
    if named is not None:
        return named
    parts = _IS.split(text, maxsplit=1)
    if len(parts) != 2:
        raise AdjudicatorError(Problem(f"agreement not understood: {text!r}", _HELP))
    subject, body = parts[0].strip(), parts[1].strip()
    named = _convention(system, body.lower().rstrip("."))
    if named is not None:
        return named
    ranged = _ranged(system, subject, body)
    if ranged is not None:
        return ranged
    return _with_rule(system, subject, body, number)


_HELP = (
    "write a range ('1NT is 12-14'), a convention ('2C over 1NT is Landy') "
    "or a meaning ('1NT-3C is hcp 8..10 & C >= 6')"
)


def _convention(system: System, name: str) -> System | None:
    """The system with a convention named in any usual way, or None when the name is not one."""
    if name not in CONVENTIONS:
        return None
    module, params = CONVENTIONS[name]
    if module:
        system = with_module(system, read_file(DATA / f"{module}.yaml"))
    return with_params(system, params) if params else system


def _without(system: System, name: str) -> System:
    """The system without the rules that a convention's module brings."""
    if name not in CONVENTIONS or not CONVENTIONS[name][0]:
        raise AdjudicatorError(Problem(f"unknown convention {name!r}", f"use one of {', '.join(sorted(CONVENTIONS))}"))
    file = str(DATA / f"{CONVENTIONS[name][0]}.yaml")
    return replace(system, rules=tuple(rule for rule in system.rules if rule.file != file))


def _ranged(system: System, subject: str, body: str) -> System | None:
    """A change of a strength range that the system keeps as a parameter."""
    found = _RANGE.fullmatch(re.sub(r"\s*(hcp|points|pts|balanced|bal|\.)", "", body, flags=re.IGNORECASE).strip())
    key = subject.lower().removesuffix(" opening").removesuffix(" openings").strip()
    name = _NAMED_RANGES.get(key) or _RANGES.get(key.upper().replace("NT", "N"))
    if found is None or name is None:
        return None
    return with_params(system, {name: [int(found.group(1)), int(found.group(2))]})


def _with_rule(system: System, subject: str, body: str, number: int) -> System:
    """A rule for one call in one auction; the auction is written with hyphens or 'over'."""
    meaning = parse(body)
    context, call = _auction(subject)
    rule = Rule(
        id=f"case.{number}",
        on=context,
        call=call,
        show=_shown(meaning.text),
        art=meaning.natural is False,
        tier=9,
        force=meaning.forcing if meaning.forcing in ("f1", "gf", "inv", "pre") else "none",
        purpose=meaning.purposes,
        src="typed in the case",
        file="case",
        order=(99, -number),
        layer=3,
    )
    return replace(system, rules=(rule, *system.rules))


def _shown(text: str) -> str:
    """The constraint of a meaning's text, without its tags."""
    return text.split("; ")[-1]


def _auction(subject: str) -> tuple[str, str]:
    """(context pattern, call) of '1NT-2C-2D', '2C over (1NT)', '2C over 1NT' (theirs) or '1NT opening'."""
    words = subject.replace("opening", "").strip()
    over = re.split(r"\s+over\s+(?:their\s+)?", words, maxsplit=1)
    if len(over) == 2:
        theirs = over[1].strip("() ")
        calls, context = [over[0]], f"({_call(theirs)})"
    else:
        calls = [part for part in re.split(r"\s*[-–\s]\s*", words) if part]
        context = " ".join(
            f"({_call(part.strip('()'))})" if part.startswith("(") else _call(part) for part in calls[:-1]
        )
    if not calls:
        raise AdjudicatorError(Problem(f"no call is named in {subject!r}", _HELP))
    return context, _call(calls[-1])


def _call(text: str) -> str:
    if not _BID.match(text):
        raise AdjudicatorError(Problem(f"{text!r} is no call", _HELP))
    upper = text.upper().replace("NT", "N")
    return {"PASS": "P", "DBL": "X"}.get(upper, upper)


def card(data: Mapping[str, object], file: str = "case") -> System:
    """A system written inside a case: the mapping of a system file (schema, extends, params, rules)."""
    from adjudicator.systems.loader import build_system

    return build_system(check_outline(dict(data), file, None))
