"""What was said at the table, as a meaning: the language of meanings, and the phrases that players use most."""

from __future__ import annotations

import re

from adjudicator.bridge import AdjudicatorError, Call, Suit
from adjudicator.meanings import Meaning, parse
from adjudicator.meanings.expr import ANYTHING

_SUIT = r"(club|diamond|heart|spade)s?"
_TRANSFER = re.compile(rf"(?:a )?transfer(?: to| for)? {_SUIT}")
_TWO_SUITS = re.compile(rf"{_SUIT} (?:and|\+|&) {_SUIT}")
_ONE_SUIT = re.compile(rf"(?:natural,? |shows |showing )?{_SUIT}")
_PAIRS = {"majors": (Suit.SPADES, Suit.HEARTS), "minors": (Suit.DIAMONDS, Suit.CLUBS)}
_PAIR = re.compile(r"(?:both |the )?(majors|minors)")


def meaning_said(words: str, call: Call) -> Meaning | None:
    """The meaning of a call in somebody's words; ``None`` where they cannot be read.

    >>> for words in ("H >= 5", "transfer to hearts", "both majors", "natural", "some sort of raise"):
    ...     print(meaning_said(words, Call.parse("3D")))
    H >= 5
    art; H >= 5
    art; H >= 4 & S >= 4 & (S >= 5 | H >= 5)
    nat; D >= 4
    None
    """
    text = words.strip()
    if not text:
        return None
    phrase = _phrase(text.lower().rstrip("."), call)
    if phrase:
        return parse(phrase)
    try:
        found = parse(text)
    except AdjudicatorError:
        return None
    return found if found.expr != ANYTHING or text.lower() == "any" else None


def _phrase(text: str, call: Call) -> str:
    """A usual phrase in the language of meanings; "" where it is none."""
    own = call.denomination.suit if call.is_bid else None
    if text in ("natural", "nat"):
        return f"nat; {own.letter} >= 4" if own is not None else ""
    if found := _TRANSFER.fullmatch(text):
        return f"art; {_letter(found[1])} >= 5"
    if found := _PAIR.fullmatch(text):
        one, two = _PAIRS[found[1]]
        return _both(one.letter, two.letter)
    if found := _TWO_SUITS.fullmatch(text):
        return _both(_letter(found[1]), _letter(found[2]))
    if found := _ONE_SUIT.fullmatch(text):
        letter = _letter(found[1])
        natural = own is not None and own.letter == letter
        return f"{'nat' if natural else 'art'}; {letter} >= {4 if natural else 5}"
    return ""


def _letter(name: str) -> str:
    return name[0].upper()


def _both(one: str, two: str) -> str:
    return f"art; {two} >= 4 & {one} >= 4 & ({one} >= 5 | {two} >= 5)"
