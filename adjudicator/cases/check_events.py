"""What must agree between the events of a case and its auction."""

from __future__ import annotations

from adjudicator.bridge import Auction, Seat, Side
from adjudicator.cases.collector import Collector
from adjudicator.cases.kinds import IRREGULAR_CALLS, MISINFORMING, EventKind
from adjudicator.cases.model import Case, Event
from adjudicator.cases.sourcelines import Path

OWN_CALL = frozenset(
    {
        EventKind.INSUFFICIENT_BID,
        EventKind.CHANGE_OF_CALL,
        EventKind.INADMISSIBLE,
        EventKind.SILENCED,
        EventKind.TOO_HIGH,
        EventKind.HESITATION,
    }
)
LIKELY_OWN = frozenset({EventKind.USE_OF_UI, EventKind.MISBID, EventKind.PSYCHE})
MUST_CHANGE = frozenset({EventKind.INSUFFICIENT_BID, EventKind.CHANGE_OF_CALL, EventKind.INADMISSIBLE})


def explaining_event(case: Case, index: int) -> Event | None:
    """The event that says why the illegal call number `index` is in the auction."""
    explaining = IRREGULAR_CALLS | {EventKind.DIRECTOR_ERROR}
    return next((event for event in case.events if event.call_index == index and event.kind in explaining), None)


def check_events(case: Case, found: Collector) -> None:
    """Report every event that cannot be what it says."""
    for number, event in enumerate(case.events):
        path: Path = ("events", number)
        if check_index(case, event, path, found):
            check_actor(case, event, path, found)
            check_replacement(case, event, path, found)
            check_insufficient(case, event, path, found)
        if event.kind in MUST_CHANGE and event.replacement in event.withdrawn_calls:
            found.error(
                (*path, "replacement"),
                f"the replacement is the withdrawn call itself, {event.replacement}",
                "name the call that was made instead, or leave it out if the call was accepted",
            )
        if event.by is None and event.kind is not EventKind.DIRECTOR_ERROR:
            found.warn(
                (*path, "by"), f"nobody is named as having done it ({event.kind.value})", "add by = a seat or side"
            )


def check_index(case: Case, event: Event, path: Path, found: Collector) -> bool:
    """Whether the event names a turn of the auction that can be looked at."""
    if event.call_index < 0:
        return False
    if case.auction is None:
        found.warn((*path, "call_index"), "the call is numbered but there is no auction", "add the auction")
        return False
    last = len(case.auction) - (1 if case.auction_complete else 0)
    if event.call_index > last:
        found.error(
            (*path, "call_index"),
            f"there is no call {event.call_index}; the auction has {len(case.auction)} calls, counted from 0",
            "count the calls from 0, or write -1 for none that stands",
        )
        return False
    return True


def check_actor(case: Case, event: Event, path: Path, found: Collector) -> None:
    """The one who did it is the one whose call it was, where the kind of event asks for that."""
    auction = case.auction
    if auction is None or event.by is None:
        return
    caller = auction.seat_of(event.call_index)
    if event.kind in OWN_CALL and not acts_for(event.by, caller):
        found.error(
            (*path, "by"),
            f"call {event.call_index} was {caller}'s, the event says {name_of(event.by)}",
            "put by, call_index or the dealer right",
        )
    elif event.kind in LIKELY_OWN and not acts_for(event.by, caller):
        found.warn(
            (*path, "by"), f"call {event.call_index} was {caller}'s, the event says {name_of(event.by)}", "check it"
        )
    elif event.kind in MISINFORMING and caller.side is not side_of(event.by):
        found.warn(
            (*path, "by"),
            f"call {event.call_index} was {caller}'s; an explanation by {name_of(event.by)} is one of the other side",
            "check by and call_index",
        )


def acts_for(by: Seat | Side, caller: Seat) -> bool:
    return by is caller if isinstance(by, Seat) else by is caller.side


def side_of(by: Seat | Side) -> Side:
    return by.side if isinstance(by, Seat) else by


def name_of(by: Seat | Side) -> str:
    return str(by)


def check_replacement(case: Case, event: Event, path: Path, found: Collector) -> None:
    """A replaced call stands in the auction at its place; after a change that was refused it is the first call."""
    auction, call = case.auction, event.replacement
    if auction is None or call is None or event.kind not in MUST_CHANGE or event.accepted is True:
        return
    may_stand = {call, *(event.withdrawn_calls if event.kind is EventKind.CHANGE_OF_CALL else ())}
    if event.call_index < len(auction) and auction.calls[event.call_index] not in may_stand:
        found.error(
            (*path, "replacement"),
            f"call {event.call_index} of the auction is {auction.calls[event.call_index]}, the replacement {call}",
            "put the auction, call_index or replacement right",
        )


def check_insufficient(case: Case, event: Event, path: Path, found: Collector) -> None:
    """A bid said to be insufficient was insufficient."""
    auction = case.auction
    if auction is None or event.kind is not EventKind.INSUFFICIENT_BID:
        return
    before = auction.prefix(event.call_index)
    for call in event.withdrawn_calls:
        if not is_insufficient(before, int(call)):
            over = f"over {before.last_bid}" if before.last_bid is not None else "with no bid before it"
            found.error(
                (*path, "withdrawn_call"),
                f"{call} {over} is not an insufficient bid",
                "put withdrawn_call, call_index or kind right",
            )


def is_insufficient(before: Auction, call: int) -> bool:
    last = before.last_bid
    return call >= 3 and last is not None and call <= last
