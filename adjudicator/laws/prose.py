"""What a case says in words about its agreements, read into the meaning language as a proposal, never as a fact.

Only short, usual phrases are understood ("2S opening weak", "2D and 2H transfers", "2NT 15-17 balanced"); what is
not understood proposes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.bridge import DOUBLE, Call, Suit

__all__ = ["Remark", "remarks"]

_CALL = r"(?:[1-7](?:NT|[CDHSN])\b|[Dd]oubles?\b)"
_WORD = re.compile(_CALL)
_PART_OF_THE_WORDS = re.compile(
    r"\b(?:over|of|to|after|for|in|on|opposite|with|answer|showing|shows)\s*(?:an?\s+)?$", re.IGNORECASE
)
_JOINED = re.compile(r"^\s*(?:,|and|or|/)\s*$")
_RANGE = re.compile(r"\b(\d{1,2})\s*(?:-|to)\s*(\d{1,2})\b")
_FROM = re.compile(r"\b(\d{1,2})\s*\+|\b(\d{1,2}) (?:or|and) more\b")
_PLACES = re.compile(r",\s*(?=(?:an?\s+)?(?:opening|overcall|response|reply)\b)", re.IGNORECASE)
_OPENING = re.compile(r"\b(?:opening|opener|opens|opened)\b", re.IGNORECASE)
_LATER = re.compile(r"\b(?:over|overcalls?|responses?|reply|replies|answers?|jump shift|after)\b", re.IGNORECASE)
_NUMBERS = {"three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_SUITS = {"spade": Suit.SPADES, "heart": Suit.HEARTS, "diamond": Suit.DIAMONDS, "club": Suit.CLUBS}
_TRANSFER_TO = {"C": Suit.DIAMONDS, "D": Suit.HEARTS, "H": Suit.SPADES, "S": Suit.CLUBS}


@dataclass(frozen=True)
class Remark:
    """A call named in the words of a case and what they say that it shows.

    `opening` is True if the words speak of an opening bid, False if of a response or overcall, else None.
    """

    call: Call
    reading: str
    words: str
    opening: bool | None = None


def remarks(text: str) -> tuple[Remark, ...]:
    """The remarks about calls that can be understood.

    >>> [r.reading for r in remarks("2D and 2H transfers.")]
    ['art; H>=5', 'art; S>=5']
    """
    return tuple(remark for sentence in re.split(r"[.;](?:\s|$)", text) for remark in _of_sentence(sentence))


def _of_sentence(sentence: str) -> Iterator[Remark]:
    for calls, words in _phrases(sentence):
        for word in calls:
            call = DOUBLE if word[0] in "Dd" else Call.parse(word)
            for part in _PLACES.split(words):
                reading = _reading(call, part)
                if reading:
                    yield Remark(call, reading, f"{word}{part}".strip(" ,"), _speaks_of_opening(part))


def _speaks_of_opening(words: str) -> bool | None:
    opening, later = bool(_OPENING.search(words)), bool(_LATER.search(words))
    return None if opening == later else opening


def _phrases(sentence: str) -> Iterator[tuple[list[str], str]]:
    """Calls named together, and the words that follow up to the next call that starts a phrase of its own."""
    starts = [m for m in _WORD.finditer(sentence) if not _PART_OF_THE_WORDS.search(sentence[: m.start()])]
    calls: list[str] = []
    for place, match in enumerate(starts):
        after = starts[place + 1] if place + 1 < len(starts) else None
        calls.append(match.group())
        words = sentence[match.end() : after.start() if after else len(sentence)]
        if after is None or not _JOINED.match(words):
            yield calls, words
            calls = []


def _reading(call: Call, words: str) -> str:
    """The reading that the words after a call give it; empty when they are not understood."""
    lower = re.sub(r"\bno \w+", "", words.lower())
    suit = call.denomination.suit if call.is_bid else None
    if "transfer" in lower:
        to = next((s for name, s in _SUITS.items() if name in lower), None) or _next_suit(call)
        return f"art; {to.letter}>=5" if to is not None else ""
    if re.search(r"\b(enquiry|inquiry|ask|asks|relay|stayman|blackwood)\b", lower):
        return "art; purpose: ask(major4)" if "stayman" in lower else "art; purpose: ask(strength)"
    if not call.is_bid and "takeout" in lower:
        return ""
    if "drury" in lower:
        return "art; hcp 9-11"
    strength = _strength(lower, suit is not None)
    if "negative" in lower and suit is not None:
        return "art; hcp 0-7"
    if call.is_bid and suit is None and ("balanced" in lower or strength):
        shape = "bal" if "balanced" in lower else "(bal | semi)"
        return "; ".join(part for part in ("nat", strength, shape) if part)
    shown = [(name, s) for name, s in _SUITS.items() if name in lower and s is not suit]
    if "artificial" in lower or shown:
        if shown and not strength and not call.is_bid:
            strength = "hcp 6+"  # a double that shows a suit is made on a hand worth a call
        lengths = (f"{s.letter}>={_length_told(name, lower)}" for name, s in shown)
        return "; ".join(part for part in ("art", strength, *lengths) if part)
    if suit is not None and (strength or "natural" in lower):
        length = 6 if re.search(r"\b(weak|preempt)", lower) and call.level >= 2 else 5 if call.level >= 2 else 4
        return "; ".join(part for part in ("nat", strength, f"{suit.letter}>={length}") if part)
    shape = "bal" if "balanced" in lower else ""
    return "; ".join(part for part in ("nat", strength, shape) if part) if strength and not call.is_bid else ""


def _length_told(suit: str, lower: str) -> int:
    """The number of cards the words give a suit; five if they give none."""
    found = re.search(rf"\b(\d|{'|'.join(_NUMBERS)})\b(?:\s*\+|(?:\s|-)cards?)?\s+(?:or more )?{suit}", lower)
    return 5 if found is None else _NUMBERS.get(found[1]) or int(found[1])


def _next_suit(call: Call) -> Suit | None:
    return _TRANSFER_TO.get(call.denomination.text) if call.is_bid else None


def _strength(lower: str, suit: bool) -> str:
    found = _RANGE.search(lower)
    if found:
        return f"hcp {found[1]}-{found[2]}"
    found = _FROM.search(lower)
    if found:
        return f"hcp {found[1] or found[2]}+"
    if re.search(r"\b(weak|preempt\w*)\b", lower):
        return "hcp 5-10"
    return "hcp 16+" if "strong" in lower and suit else ""
