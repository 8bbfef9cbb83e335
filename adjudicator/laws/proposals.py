"""Meanings proposed where the case states none: by the words of the case, else by a standard system.

A proposal never decides a case: it shows the director what would follow if the pair plays so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from adjudicator.bridge import PASS, AdjudicatorError, Auction, Call
from adjudicator.cases import Case, Event, Standing
from adjudicator.laws.case_facts import belongs
from adjudicator.laws.facts import Facts
from adjudicator.laws.prose import remarks
from adjudicator.systems import System, known_systems, load_system, meaning_of_next, system_for_tag
from adjudicator.systems.alterations import altered

__all__ = ["Proposal", "propose"]

STANDARD = "sayc"


@dataclass(frozen=True)
class Proposal:
    """Readings for the withdrawn call and its replacement, each with where it comes from."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    sources: tuple[str, ...]

    @property
    def condition(self) -> str:
        """The condition under which what follows from the proposal holds."""
        return f"if the withdrawn call shows {_listed(self.old)} and the replacement {_listed(self.new)}"


def _listed(readings: tuple[str, ...]) -> str:
    return " or ".join(f"'{text}'" for text in readings) or "what is not known"


def propose(case: Case, event: Event, facts: Facts) -> Proposal:
    """Proposed meanings of the calls of an event; what the facts state stands."""
    system = _system(case, facts)
    text = f"{case.systems}. {event.description}"
    old = (facts.old, "stated") if facts.old else _old(facts, text, system)
    new = (facts.new, "stated") if facts.new else _new(facts, text, system)
    return Proposal(old[0], new[0], (f"withdrawn call: {old[1]}", f"replacement: {new[1]}"))


@dataclass(frozen=True)
class _Agreed:
    """The offender's system with what the case says of it: the calls it names, and how to quote it."""

    system: System
    calls: frozenset[Call]
    label: str


def _system(case: Case, facts: Facts) -> _Agreed:
    """The offender's system if it is one we hold, else the standard one; changed by the agreements of the case."""
    if facts.offender is None:
        return _Agreed(load_system(STANDARD), frozenset(), f"system {STANDARD}")
    side = facts.offender.side
    named = (case.system_ns, case.system_ew)[side].strip()
    base = load_system(named) if named in known_systems() else system_for_tag(named) if named else load_system(STANDARD)
    stated = [a for a in case.agreements if belongs(a.by, side) and a.standing is not Standing.DISPUTED]
    system, _ = altered(base, [a.line for a in stated if a.line])
    label = f"system {base.id}" + (" with the agreements of the case" if stated else "")
    return _Agreed(system, frozenset(a.call for a in stated if a.call is not None), label)


Found = tuple[tuple[str, ...], str]


def _old(facts: Facts, text: str, agreed: _Agreed) -> Found:
    if facts.call is None:
        return (), "not known"
    believed = believed_auctions(facts)
    opening = {auction.last_bid is None for auction in believed}
    told = _told(text, facts.call, opening)
    if told and facts.call not in agreed.calls:
        return told, "the words of the case"
    readings = [r for auction in believed for r in _by_system(auction, facts.call, agreed)]
    readings = [_without_ties(text) for text in readings]
    return tuple(dict.fromkeys((*_wrong_level(facts, agreed), *readings))), agreed.label


def _wrong_level(facts: Facts, agreed: _Agreed) -> tuple[str, ...]:
    """An artificial call, such as the answer to an ask, made one level too low: it shows what it would have shown."""
    if facts.kind != "insufficient" or facts.call is None:
        return ()
    without_last = Auction(facts.auction.dealer, (*facts.auction.calls[:-1], PASS))
    for auction in (without_last, facts.auction):
        last, denomination = auction.last_bid, facts.call.denomination
        higher = [Call.bid(level, denomination) for level in range(1, 8)]
        meant = next((bid for bid in higher if last is not None and bid > last), None)
        readings = () if meant is None or meant == facts.call else _by_system(auction, meant, agreed)
        if readings and all(text.startswith("art") for text in readings):
            return readings
    return ()


def _new(facts: Facts, text: str, agreed: _Agreed) -> Found:
    call = facts.replacement
    if call is None:
        return (), "not known"
    auction = Auction(facts.auction.dealer, (*facts.auction.calls, *facts.then))
    opening = {auction.last_bid is None}
    same_place = call != facts.call or opening == {a.last_bid is None for a in believed_auctions(facts)}
    told = _told(text, call, opening, unplaced=same_place)
    if told and call not in agreed.calls:
        return told, "the words of the case"
    return _by_system(auction, call, agreed), agreed.label


def _told(text: str, call: Call, opening: set[bool], *, unplaced: bool = True) -> tuple[str, ...]:
    """What the words say of a call, made as an opening bid or later; `unplaced` words may speak of it too."""
    readings = [
        r.reading
        for r in remarks(text)
        if r.call == call and (unplaced if r.opening is None else not opening or r.opening in opening)
    ]
    return tuple(dict.fromkeys(readings))


_TIE = re.compile(r"\s*&\s*[CDHS]\s*>=?\s*[CDHS]\b")


def _without_ties(reading: str) -> str:
    """A reading without the choice between suits of like length, which is not what a call shows."""
    return _TIE.sub("", reading)


def _by_system(auction: Auction, call: Call, agreed: _Agreed) -> tuple[str, ...]:
    try:
        meaning = meaning_of_next(auction, call, agreed.system)
    except AdjudicatorError:
        return ()
    usual = [reading for reading in meaning.readings if not reading.rare] or meaning.readings
    return tuple(reading.text for reading in usual)


def believed_auctions(facts: Facts) -> tuple[Auction, ...]:
    """The auctions in which the offender may have believed himself when he made the irregular call."""
    if facts.kind == "insufficient":
        return _without_what_was_missed(facts)
    if not facts.a_bid_was_made and facts.offender is not None:
        return (Auction(facts.offender),)
    auction = facts.auction
    while auction.turn is not None and auction.turn is not facts.offender:
        auction = replace(auction, calls=(*auction.calls, PASS))
    return (auction,)


def _without_what_was_missed(facts: Facts) -> tuple[Auction, ...]:
    """Bids as high as the insufficient one were not seen, or partner's was seen a level lower."""
    call, calls, offender = facts.call, facts.auction.calls, facts.offender
    if call is None or offender is None:
        return ()
    unseen = tuple(_missed(c, call) for c in calls)
    ours = [facts.auction.seat_of(i).side is offender.side for i in range(len(calls))]
    lowered = tuple(_lowered(c, call) if own else _missed(c, call) for c, own in zip(calls, ours, strict=True))
    found = [_tidy(Auction(facts.auction.dealer, seen)) for seen in dict.fromkeys((lowered, unseen))]
    return tuple(auction for auction in found if not auction.is_over and auction.why_illegal(call) is None)


def _missed(bid: Call, call: Call) -> Call:
    return PASS if bid.is_bid and bid >= call else bid


def _lowered(bid: Call, call: Call) -> Call:
    """A bid of partner's as it may have been seen: at the highest level below the call made over it."""
    if not bid.is_bid or bid < call:
        return bid
    lower = [Call.bid(level, bid.denomination) for level in range(1, bid.level)]
    return max((b for b in lower if b < call), default=PASS)


def _tidy(auction: Auction) -> Auction:
    """The auction with doubles of bids that were not seen read as passes."""
    tidy = Auction(auction.dealer)
    for call in auction.calls:
        tidy = tidy.add(call if tidy.why_illegal(call) is None else PASS, accepted=True)
    return tidy
