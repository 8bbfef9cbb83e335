"""Words shared by all reports: suits as symbols, cards in short, percentages, figures in the event's unit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from adjudicator.bridge import Card, Suit
from adjudicator.rulings.damage import figure as known_figure

_IN_CALL = re.compile(r"\b([1-7])(C|D|H|S)(?=X{0,2}\b)")
_IN_CARD = re.compile(r"\b([CDHS])([2-9TJQKA])\b")


def with_symbols(text: str) -> str:
    """Suit letters of bids, contracts and cards as symbols.

    >>> with_symbols("4S N +1, 3NT, the HK, 2HX W")
    '4♠ N +1, 3NT, the ♥K, 2♥X W'
    """
    text = _IN_CALL.sub(lambda found: found[1] + Suit.parse(found[2]).symbol, text)
    return _IN_CARD.sub(lambda found: Suit.parse(found[1]).symbol + found[2], text)


def cards_in_short(cards: Iterable[Card]) -> str:
    """Cards by suit: ``♠K,7 ♥2``.

    >>> cards_in_short([Card.parse(c) for c in ("S7", "SK", "H2")])
    '♠K7 ♥2'
    """
    by_suit: dict[Suit, list[Card]] = {}
    for card in sorted(cards, reverse=True):
        by_suit.setdefault(card.suit, []).append(card)
    return " ".join(suit.symbol + "".join(card.rank_letter for card in held) for suit, held in by_suit.items())


def percent(share: float | Fraction) -> str:
    """A share as a whole percentage; something small is not nothing.

    >>> percent(0.304), percent(0.001), percent(0)
    ('30 %', '<1 %', '0 %')
    """
    number = round(float(share) * 100)
    return "<1 %" if number == 0 and share > 0 else f"{number} %"


def prose(text: str) -> str:
    """A reason as the page prints it: suits as symbols, a pass in full, percentages like those of the tables.

    >>> prose("P (88%) was a logical alternative to 6S; 0% would call 5D")
    'Pass (88 %) was a logical alternative to 6♠; <1 % would call 5♦'
    """
    text = _PASS.sub("Pass", _NONE.sub("<1 %", _SHARE.sub(r"\1 %", text)))
    return with_symbols(unit_in_short(text))


_SHARE = re.compile(r"(?<=\d)()%")
_NONE = re.compile(r"(?<![\d.,])0 %")
_PASS = re.compile(r"\bP(?= \(?<?\d+ ?%| was | were )|(?<=\bcall )P\b|(?<=\bconsider )P\b|(?<=\balternative to )P\b")


def unit_in_short(text: str) -> str:
    """The unit of a pairs event as people write it.

    >>> unit_in_short("9.72 per cent of a top"), unit_in_short("IMPs")
    ('9.72 % of a top', 'IMPs')
    """
    return text.replace("per cent of a top", "% of a top")


def interval(share: float, low: float, high: float) -> str:
    """An interval around a share; one that begins at nothing is told by its upper end.

    >>> interval(0.4, 0.1, 0.75), interval(0.01, 0.0001, 0.03), interval(0.01, 0.0, 0.002), interval(1.0, 0.998, 1.0)
    ('10 – 75 %', 'up to 3 %', 'up to 1 %', '100 %')
    """
    least, most = (round(100 * bound) for bound in (min(low, share), max(high, share)))
    if least == most:
        return f"{most} %" if most else "<1 %"
    return f"up to {most} %" if least == 0 else f"{least} – {most} %"


def figure(value: Fraction | None) -> str:
    """A figure in the event's unit as the reasons give it, a dash where there is none.

    >>> figure(Fraction(21, 4)), figure(None)
    ('5.25', '–')
    """
    return "–" if value is None else known_figure(value)
