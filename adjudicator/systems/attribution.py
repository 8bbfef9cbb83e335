"""What an insufficient bid may have meant: every auction its maker may have believed in, with the meaning there.

Law 27 turns on the meanings attributable to the withdrawn bid.  The engine proposes them; the director chooses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.bridge import PASS, Auction, Call, Vulnerability
from adjudicator.systems.context import Systems
from adjudicator.systems.model import System
from adjudicator.systems.readings import CallMeaning, meaning_of_next

__all__ = ["Attribution", "attributable"]


@dataclass(frozen=True)
class Attribution:
    """One auction the maker of the bid may have had in mind, and what the bid means in it."""

    kind: str
    believed: Auction
    meaning: CallMeaning


def attributable(
    auction: Auction, call: Call, systems: System | Systems, vulnerability: Vulnerability = Vulnerability.NONE
) -> list[Attribution]:
    """Meanings attributable to the insufficient `call` made after `auction`, likeliest first.

    Kinds: ``opening``, ``right-hand call unseen``, ``left-hand call unseen``, ``partner's call unseen``,
    ``right-hand bid one level lower``, ``partner's bid one level lower``, ``earlier round``, ``intended higher``.

    >>> from adjudicator.bridge import Seat
    >>> from adjudicator.systems import load_system
    >>> found = attributable(Auction.parse(Seat.NORTH, "1NT 2S"), Call.parse("2H"), load_system("sayc"))
    >>> [(one.kind, one.meaning.readings[0].rule) for one in found][:1]
    [('right-hand call unseen', 'nt.trf.2H')]
    """
    found: list[Attribution] = []
    seen: set[tuple[str, ...]] = set()
    for kind, believed, meant in _beliefs(auction, call):
        if believed.problems() or believed.why_illegal(meant) is not None:
            continue
        meaning = meaning_of_next(believed, meant, systems, vulnerability)
        key = tuple(reading.text for reading in meaning.readings)
        if key in seen:
            continue
        seen.add(key)
        found.append(Attribution(kind, believed, meaning))
    return sorted(found, key=lambda one: (one.meaning.fallback, _ORDER.index(one.kind)))


_ORDER = [
    "right-hand call unseen",
    "right-hand bid one level lower",
    "partner's bid one level lower",
    "opening",
    "partner's call unseen",
    "left-hand call unseen",
    "earlier round",
    "intended higher",
]


def _beliefs(auction: Auction, call: Call) -> Iterator[tuple[str, Auction, Call]]:
    """(kind, auction believed in, call meant) for every slip a player makes; some may be illegal auctions."""
    calls, count = list(auction.calls), len(auction.calls)

    def changed(index: int, new: Call) -> Auction:
        return Auction(auction.dealer, (*calls[:index], new, *calls[index + 1 :]))

    passes = tuple(PASS for _ in range(count % 4))
    yield "opening", Auction(auction.dealer, passes), call
    if count >= 1 and calls[-1] != PASS:
        yield "right-hand call unseen", changed(count - 1, PASS), call
    for back, kind in ((1, "right-hand bid one level lower"), (2, "partner's bid one level lower")):
        if count >= back and calls[-back].is_bid and calls[-back].level > 1:
            yield kind, changed(count - back, Call(int(calls[-back]) - 5)), call
    if count >= 3 and calls[-3] != PASS:
        yield "left-hand call unseen", changed(count - 3, PASS), call
    if count >= 2 and calls[-2] != PASS:
        yield "partner's call unseen", changed(count - 2, PASS), call
    for earlier in range(count - 4, -1, -4):
        yield "earlier round", auction.prefix(earlier), call
    higher = Call(int(call) + 5)
    while int(higher) <= 37 and auction.why_illegal(higher) is not None:
        higher = Call(int(higher) + 5)
    if int(higher) <= 37:
        yield "intended higher", auction, higher
