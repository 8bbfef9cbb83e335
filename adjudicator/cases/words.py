"""Calls, cards, seats and sides as people write them in a case file."""

from __future__ import annotations

import re

from adjudicator.bridge import PASS, AdjudicatorError, Auction, Call, Card, Seat, Side
from adjudicator.cases.vocabulary import NOT_KNOWN


def split_words(value: str | list[str]) -> list[str]:
    """Items of a list, or of a text parted by blanks, commas, semicolons or dashes between blanks.

    >>> split_words("1NT P 2C, P")
    ['1NT', 'P', '2C', 'P']
    """
    text = value if isinstance(value, str) else " ".join(value)
    return [word for word in re.split(r"[\s,;]+", text) if word]


def read_call(word: str) -> Call:
    """One call; marks of alert or comment after it and brackets around it are left out."""
    bare = word.strip().strip("()[]").rstrip("!?*^") if not set(word) <= {"*"} else word
    return Call.parse(bare or word)


def read_calls(value: str | list[str]) -> tuple[Call, ...]:
    """Several calls, for instance "1H, 2H"."""
    return tuple(read_call(word) for word in split_words(value))


def is_all_pass(word: str) -> bool:
    return word.strip().lower().replace("-", "").replace("_", "") in {"ap", "allpass"}


def closing_passes(dealer: Seat, calls: tuple[Call, ...]) -> tuple[Call, ...]:
    """The passes with which "all pass" ends this auction."""
    added: tuple[Call, ...] = ()
    while not Auction(dealer, calls + added).is_over:
        added += (PASS,)
    return added


def read_cards(value: str | list[str]) -> tuple[Card, ...]:
    """Cards in the order given."""
    return tuple(Card.parse(word) for word in split_words(value))


def read_actor(text: str) -> Seat | Side:
    """A seat or a side."""
    try:
        return Seat.parse(text)
    except AdjudicatorError:
        try:
            return Side.parse(text)
        except AdjudicatorError:
            raise AdjudicatorError(f"'{text}' is no seat and no side; write N, E, S, W, NS or EW") from None


def read_turn(text: str, by: Seat | Side | None) -> Seat | None:
    """Whose turn it was: a seat, or `partner`, `LHO`, `RHO` of the player in question."""
    key = text.strip().lower()
    if key in NOT_KNOWN:
        return None
    if key in {"partner", "lho", "rho"}:
        if not isinstance(by, Seat):
            return None
        return {"partner": by.partner, "lho": by.lho, "rho": by.rho}[key]
    return Seat.parse(text)


def is_known(text: str) -> bool:
    """Whether a text says something rather than that it is not known, or is a blank to be filled in."""
    key = text.strip().lower()
    return key not in NOT_KNOWN and not key.startswith("___")
