"""Auctions in which a call out of turn was accepted: from there the turn passes on from the offender (Law
29A).

The auction of a case counts seats from the dealer. When the file lists the calls as they were made, the
players whose turn was passed over are filled in with a pass, which changes neither what is legal nor the
contract, and the indexes of later events move along.
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.bridge import PASS, Auction, Seat
from adjudicator.cases.kinds import EventKind
from adjudicator.cases.model import Case, Event


def fill_skipped_turns(case: Case) -> Case:
    """The case with a pass for every turn that an accepted call out of turn went past."""
    for number, event in enumerate(case.events):
        turns = skipped_by(case.auction, event)
        if turns and case.auction is not None:
            case = _insert(case, number, event.call_index, turns)
    return case


def skipped_by(auction: Auction | None, event: Event) -> int:
    """How many turns this event passed over: 0 unless it is a call out of turn that stands."""
    if event.kind is not EventKind.CALL_OUT_OF_TURN or event.accepted is not True or auction is None:
        return 0
    if not isinstance(event.by, Seat) or not 0 <= event.call_index < len(auction):
        return 0
    return (event.by - auction.seat_of(event.call_index)) % 4


def _insert(case: Case, number: int, index: int, turns: int) -> Case:
    auction = case.auction
    assert auction is not None
    calls = auction.calls[:index] + (PASS,) * turns + auction.calls[index:]
    moved = [
        replace(event, call_index=event.call_index + turns)
        if event.call_index >= index and (event.call_index > index or other == number)
        else event
        for other, event in enumerate(case.events)
    ]
    moved[number] = replace(moved[number], turn=_turn(moved[number], auction.seat_of(index)))
    events = tuple(moved)
    polls = tuple(
        replace(poll, call_index=poll.call_index + turns) if poll.call_index > index else poll for poll in case.polls
    )
    skipped = tuple(old + turns if old >= index else old for old in case.skipped) + tuple(range(index, index + turns))
    whole = Auction(auction.dealer, calls)
    return replace(
        case,
        auction=whole,
        auction_complete=whole.is_over,
        events=events,
        polls=polls,
        skipped=tuple(sorted(skipped)),
    )


def _turn(event: Event, seat: Seat) -> Seat:
    """Whose turn it was when the call was made: as stated, else the first of those passed over."""
    return seat if event.turn is None else event.turn
