"""What was said at the table, as a meaning: the language of meanings, and the phrases that players use most."""

from __future__ import annotations

import re

from adjudicator.bridge import AdjudicatorError, Call, Suit
from adjudicator.meanings import Meaning, parse
from adjudicator.meanings.expr import ANYTHING

_SUIT = r"(club|diamond|heart|spade)s?"
_TRANSFER = re.compile(rf"(?:a )?transfer(?: to| for)? {_SUIT}")
_TWO_SUITS = re.compile(rf"{_SUIT} (?:and|\+|&) {_SUIT}")
_ONE_SUIT = re.compile(rf"(?:natural |shows |showing )?{_SUIT}")
_LENGTH = re.compile(rf"(?:at least |natural )?([4-8])(\+)?(?: card)? ?{_SUIT}")
_POINTS = re.compile(r"(\d{1,2}) ?(?:-|–|to) ?(\d{1,2})(?: ?(?:hcp|points|pts))?( balanced| bal)?")
_PAIRS = {"majors": (Suit.SPADES, Suit.HEARTS), "minors": (Suit.DIAMONDS, Suit.CLUBS)}
_PAIR = re.compile(r"(?:both |the )?(majors|minors)")


def meaning_said(words: str, call: Call) -> Meaning | None:
    """The meaning of a call in somebody's words; ``None`` where some of them cannot be read.

    >>> for words in ("H >= 5", "transfer to hearts", "natural", "6 hearts, 6-10 points", "some sort of raise"):
    ...     print(meaning_said(words, Call.parse("3D")))
    H >= 5
    art; H >= 5
    nat; D >= 4
    H = 6 & hcp 6..10
    None

    Words of strength without a number (weak, forcing) are not read, and so nothing is.
    """
    text = words.strip()
    if not text:
        return None
    phrases = [_phrase(part.strip(), call) for part in re.split(r",|;| with ", text.lower().rstrip("."))]
    if all(promise for _, promise in phrases):
        tags = [tag for tag, _ in phrases if tag]
        return parse("; ".join([*tags[:1], " & ".join(promise for _, promise in phrases)]))
    try:
        found = parse(text)
    except AdjudicatorError:
        return None
    return found if found.expr != ANYTHING or text.lower() == "any" else None


def _phrase(text: str, call: Call) -> tuple[str, str]:
    """A usual phrase in the language of meanings, as a tag and a promise; both empty where it is none."""
    own = call.denomination.suit if call.is_bid else None
    if text in ("natural", "nat"):
        return ("nat", f"{own.letter} >= 4") if own is not None else _NOTHING
    if found := _POINTS.fullmatch(text):
        return "", f"hcp {found[1]}..{found[2]}{' & bal' if found[3] else ''}"
    if found := _LENGTH.fullmatch(text):
        exact = found[2] is None and not text.startswith("at least")
        return "", f"{_letter(found[3])} {'=' if exact else '>='} {found[1]}"
    if found := _TRANSFER.fullmatch(text):
        return "art", f"{_letter(found[1])} >= 5"
    if found := _PAIR.fullmatch(text):
        one, two = _PAIRS[found[1]]
        return _both(one.letter, two.letter)
    if found := _TWO_SUITS.fullmatch(text):
        return _both(_letter(found[1]), _letter(found[2]))
    if found := _ONE_SUIT.fullmatch(text):
        letter = _letter(found[1])
        natural = own is not None and own.letter == letter
        return ("nat", f"{letter} >= 4") if natural else ("art", f"{letter} >= 5")
    return _NOTHING


_NOTHING = ("", "")


def _letter(name: str) -> str:
    return name[0].upper()


def _both(one: str, two: str) -> tuple[str, str]:
    return "art", f"{two} >= 4 & {one} >= 4 & ({one} >= 5 | {two} >= 5)"
