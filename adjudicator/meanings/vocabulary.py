"""The words of the meaning language: what each takes, and what a person most likely meant by one that is
unknown.
"""

from __future__ import annotations

from collections.abc import Iterable

RANGED = {
    "hcp": "high-card points",
    "tp": "high-card points and a point for each card beyond four",
    "controls": "controls, ace 2 and king 1",
    "aces": "aces",
    "kings": "kings",
    "queens": "queens",
    "losers": "losers",
    "qt": "quick tricks",
    "defence": "defensive tricks",
    "pt": "playing tricks",
    "rule15": "points and spades",
    "rule20": "points and the two longest suits",
    "rule22": "points, the two longest suits and quick tricks",
}
"""Measures of the whole hand, followed by a range."""

RANGED_OF_SUIT = {
    "len": "cards in a suit",
    "sp": "support points for a suit",
    "keycards": "aces and the king of trumps",
    "suit_quality": "0 poor, 1 fair, 2 good, 3 strong, 4 solid",
    "top3": "ace, king, queen of a suit",
    "top5": "honours of a suit",
}
"""Measures of one suit, followed by the suit in brackets and a range."""

BOTH_WAYS = ("hcp", "losers", "controls", "pt")
"""Measures of the whole hand that may be asked of one suit too."""

IN_HALVES = ("qt", "defence", "pt", "rule22")
"""Measures counted in half steps: more than 2 quick tricks begins at 2.5."""

SHAPE_WORDS = ("bal", "semi", "unbal")
SUIT_PREDICATES = ("stop", "half_stop", "A", "K", "Q", "J", "T")
SHORT_WORDS = ("void", "sing", "short")

PURPOSES = ("ask", "relay", "negative", "puppet", "transfer", "takeout", "penalty", "raise", "shows", "none")
NATURE_WORDS = {"nat": True, "natural": True, "art": False, "artificial": False}
FORCING_WORDS = {
    "forcing": "forcing",
    "nonforcing": "nonforcing",
    "non-forcing": "nonforcing",
    "nf": "nonforcing",
    "signoff": "signoff",
    "sign-off": "signoff",
    "f1": "f1",
    "gf": "gf",
    "inv": "inv",
    "invitational": "inv",
    "pre": "pre",
    "preemptive": "pre",
    "pre-emptive": "pre",
}

VARIABLES = ("x", "y", "z", "u", "w", "M", "m", "oM", "om", "trump")
SUIT_FUNCTIONS = ("other_major", "other_minor")

SYNONYMS = {
    "balanced": "bal",
    "unbalanced": "unbal",
    "semibalanced": "semi",
    "semi-balanced": "semi",
    "HCP": "hcp",
    "stopper": "stop",
    "singleton": "sing",
}
"""Fuller words that are read as the short ones."""

ATOM_WORDS = (
    *RANGED, *RANGED_OF_SUIT, *SHAPE_WORDS, *SUIT_PREDICATES, *SHORT_WORDS,
    "shape", "has", "any", "not", "atleast", "all", "some", *SYNONYMS,
)  # fmt: skip
TAG_WORDS = ("purpose", *NATURE_WORDS, *FORCING_WORDS, *PURPOSES)


_LONGEST = 40
"""Letters; no slip of a known word is longer."""


def nearest(word: str, known: Iterable[str], limit: int | None = None) -> str:
    """The known word closest to ``word`` by letters changed, added, dropped or swapped; "" when none is
    close.

    >>> nearest("hpc", ["hcp", "bal"]), nearest("banana", ["hcp", "bal"])
    ('hcp', '')
    """
    allowed = (1 if len(word) < 6 else 2) if limit is None else limit
    if not 2 < len(word) <= _LONGEST:
        return ""
    close = [other for other in known if abs(len(other) - len(word)) <= allowed]
    ranked = sorted((_edits(word.lower(), other.lower()), _edits(word, other), other) for other in close)
    return ranked[0][2] if ranked and ranked[0][0] <= allowed else ""


def _edits(one: str, two: str) -> int:
    """Optimal string alignment: insertions, deletions, changes and swaps of neighbours."""
    before: list[int] = []
    row = list(range(len(two) + 1))
    for i, a in enumerate(one, 1):
        older, before, row = before, row, [i]
        for j, b in enumerate(two, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == two[j - 2] and one[i - 2] == b:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]
