"""Alert notes of a record: what players wrote about a call, turned into a meaning where that can be done.

Notes are free text ("15-17 bal", "6+ spades, 5-10", "both majors", "puppet to 2D").  The parser reads strength,
lengths and a few standing phrases in English; a note with anything else is kept whole and marked unparsed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from adjudicator.meanings import Meaning, MeaningError, parse

__all__ = ["AlertNote", "read_note"]

_SUITS = {
    "c": "C",
    "club": "C",
    "clubs": "C",
    "d": "D",
    "diamond": "D",
    "diamonds": "D",
    "h": "H",
    "heart": "H",
    "hearts": "H",
    "s": "S",
    "spade": "S",
    "spades": "S",
    "♣": "C",
    "♦": "D",
    "♥": "H",
    "♠": "S",
}
_SUIT = "|".join(sorted(map(re.escape, _SUITS), key=len, reverse=True))
_PHRASES = {
    "both majors": "H >= 4 & S >= 4",
    "both minors": "C >= 4 & D >= 4",
    "majors": "H >= 4 & S >= 4",
    "minors": "C >= 4 & D >= 4",
    "5-5 majors": "H >= 5 & S >= 5",
    "5-5 minors": "C >= 5 & D >= 5",
    "balanced": "bal",
    "bal": "bal",
    "unbalanced": "unbal",
    "semi-balanced": "bal | semi",
    "any": "any",
    "stayman": "purpose: ask(major4); any",
    "asks for aces": "purpose: ask(aces); any",
    "blackwood": "purpose: ask(aces); any",
    "relay": "purpose: relay; any",
    "puppet": "purpose: puppet; any",
    "negative": "purpose: negative; any",
    "takeout": "purpose: takeout; any",
    "take-out": "purpose: takeout; any",
    "penalty": "purpose: penalty; any",
    "artificial": "art; any",
    "natural": "nat; any",
    "forcing": "forcing; any",
    "game forcing": "gf; any",
    "gf": "gf; any",
    "invitational": "inv; any",
    "inv": "inv; any",
    "weak": "hcp ..10",
    "preemptive": "pre; any",
    "transfer": "purpose: transfer; any",
}
_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(\d+)\s*[-–]\s*(\d+)\s*(?:hcp|points?|pts?|p)?"), "hcp {0}..{1}"),
    (re.compile(r"(\d+)\s*\+\s*(?:hcp|points?|pts?|p)\b"), "hcp {0}.."),
    (re.compile(r"(1[0-9]|2[0-9])\s*\+"), "hcp {0}.."),
    (re.compile(r"(\d+)\s*\+\s*(?:cards?\s*)?(" + _SUIT + r")(?![a-z])"), "{s1} >= {0}"),
    (re.compile(r"(\d+)\s*(?:cards?\s*)?(" + _SUIT + r")(?![a-z])"), "{s1} >= {0}"),
    (re.compile(r"(" + _SUIT + r")\s*(\d)\s*\+"), "{s0} >= {1}"),
    (re.compile(r"no (" + _SUIT + r")(?![a-z])"), "{s0} <= 3"),
    (re.compile(r"short (" + _SUIT + r")(?![a-z])"), "{s0} <= 1"),
)
_TRANSFER = re.compile(r"transfer (?:to |for )?(" + _SUIT + r")(?![a-z])")


@dataclass(frozen=True)
class AlertNote:
    """A note as written; `meaning` is None when it could not be read, `rest` is what was left over."""

    text: str
    meaning: Meaning | None
    rest: str = ""

    @property
    def parsed(self) -> bool:
        """True when every word of the note was understood."""
        return self.meaning is not None and not self.rest


def read_note(text: str) -> AlertNote:
    """Read an alert note.

    >>> read_note("15-17 balanced").meaning.text
    'bal & hcp 15..17'
    >>> read_note("our usual thing").parsed
    False
    """
    try:
        return AlertNote(text, parse(text))
    except MeaningError:
        pass
    rest = text.lower()
    tags: list[str] = []
    parts: list[str] = []
    transfer = _TRANSFER.search(rest)
    if transfer:
        rest = _TRANSFER.sub(" ", rest, count=1)
        suit = _SUITS[transfer.group(1)]
        _sort(f"purpose: transfer({suit}); {suit} >= 5", tags, parts)
    for phrase in sorted(_PHRASES, key=len, reverse=True):
        pattern = re.compile(rf"(?<![\w-]){re.escape(phrase)}(?![\w-])")
        if pattern.search(rest):
            rest = pattern.sub(" ", rest, count=1)
            _sort(_PHRASES[phrase], tags, parts)
    for pattern, form in _RULES:
        found = pattern.search(rest)
        if found:
            groups = [group or "" for group in found.groups()]
            letters = {f"s{i}": _SUITS.get(group, "") for i, group in enumerate(groups)}
            _sort(form.format(*groups, **letters), tags, parts)
            rest = rest[: found.start()] + " " + rest[found.end() :]
    left = re.sub(
        r"[\s,;.:/()&+]|\b(and|with|or better|hcp|points|pts|shows|usually|hand|suit|cards?)\b", " ", rest
    ).strip()
    if not tags and not parts:
        return AlertNote(text, None, text)
    return AlertNote(
        text, parse("; ".join([*tags, " & ".join(f"({p})" for p in parts) or "any"])), " ".join(left.split())
    )


def _sort(form: str, tags: list[str], parts: list[str]) -> None:
    *found, body = form.split("; ")
    tags += [tag for tag in found if tag not in tags]
    if body != "any":
        parts.append(body)
