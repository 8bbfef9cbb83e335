"""From a case to the facts of one irregularity: where in the auction it happened, and what the director found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.bridge import PASS, Auction, Call, Seat, Side, Suit
from adjudicator.cases import IRREGULAR_CALLS, Case, Event, EventKind, Standing
from adjudicator.laws.config import Config
from adjudicator.laws.facts import Facts
from adjudicator.laws.known import checked_facts, checked_readings
from adjudicator.laws.law26 import presumed_suits

__all__ = ["HAPPENED", "Place", "belongs", "case_facts", "happened", "known_facts", "partners_turn", "place_of"]

_QUESTIONS: dict[EventKind, tuple[str, str]] = {
    EventKind.INSUFFICIENT_BID: ("insufficient", ""),
    EventKind.CHANGE_OF_CALL: ("change_of_call", ""),
    EventKind.INADMISSIBLE: ("inadmissible", ""),
    EventKind.SILENCED: ("silenced", ""),
    EventKind.TOO_HIGH: ("too_high", ""),
    EventKind.CALL_AFTER_END: ("after_final_pass", ""),
    EventKind.HESITATION: ("ui", "infraction"),
    EventKind.REMARK: ("ui", "infraction"),
    EventKind.QUESTION: ("ui", "infraction"),
    EventKind.UNAUTHORISED_INFORMATION: ("ui", "infraction"),
    EventKind.USE_OF_UI: ("ui", "infraction"),
    EventKind.EXPLANATION: ("explanation", "infraction"),
    EventKind.MISEXPLANATION: ("explanation", "infraction"),
    EventKind.MISINFORMATION: ("explanation", "infraction"),
    EventKind.FAILURE_TO_CORRECT: ("explanation", "infraction"),
    EventKind.MISBID: ("explanation", "infraction"),
    EventKind.PSYCHE: ("agreement", "may_be_used"),
    EventKind.FAILURE_TO_ALERT: ("agreement", "remedy"),
    EventKind.CONCEALED_AGREEMENT: ("agreement", "remedy"),
    EventKind.AGREEMENT: ("agreement", "may_be_used"),
    EventKind.DECEPTION: ("tempo", "false_inference"),
    EventKind.EXPOSED_CARD: ("exposed_card", "exposed"),
    EventKind.LEAD_PENALTY: ("lead_penalty", "lead"),
    EventKind.REVOKE: ("revoke", "equity"),
    EventKind.CLAIM: ("claim", "tricks"),
    EventKind.CONCESSION: ("claim", "concession"),
    EventKind.SERIOUS_ERROR: ("score", "self_inflicted"),
    EventKind.GAMBLING_ACTION: ("score", "self_inflicted"),
    EventKind.DIRECTOR_ERROR: ("score", "director_error"),
    EventKind.FOULED_BOARD: ("fouled_board", "score"),
    EventKind.UNPLAYABLE_BOARD: ("score", "score"),
}


@dataclass(frozen=True)
class Place:
    """Where an irregular call happened: calls kept, the player in turn, calls after it, the offender's new call."""

    kept: int
    turn: Seat
    offender: Seat
    then: tuple[Call, ...] = ()
    replacement: Call | None = None


HAPPENED = ("happened", "bit")
"""Facts that tell whether an event took place at all; ``bit`` is a break in tempo."""
_IN_TEMPO = frozenset({EventKind.HESITATION, EventKind.DECEPTION})


def happened(case: Case, event: Event) -> bool | None:
    """Whether an event took place: as the case tells it, unless the director found otherwise.

    ``None`` where that very fact is disputed: before it is found, nothing follows from the event (85).
    """
    facts = [event.fact(key) for key in HAPPENED]
    facts.append(case.fact("bit") if event.kind in _IN_TEMPO else None)
    fact = next((fact for fact in facts if fact is not None), None)
    if fact is None:
        return _tempo_found(case, event)
    if fact.standing is Standing.DISPUTED:
        return None
    return fact.value is not False and str(fact.value).strip().lower() not in {"no", "false", "none"}


def _tempo_found(case: Case, event: Event) -> bool | None:
    """Whether the tempo that was found is a change of tempo at all: ``tempo = "slow"``, disputed or not, or even."""
    tempo = (event.fact("tempo") or case.fact("tempo")) if event.kind in _IN_TEMPO else None
    if tempo is None:
        return True
    if tempo.standing is Standing.DISPUTED:
        return None
    return str(tempo.value).strip().lower() not in _EVEN_TEMPO


_EVEN_TEMPO = frozenset({"no", "false", "none", "even", "normal", "usual", "in tempo"})


def known_facts(case: Case, event: Event) -> dict[str, Any]:
    """The director's findings that are not in dispute; those about the event stand above those about the case."""
    found: dict[str, Any] = {}
    for fact in (*case.facts, *event.facts):
        if fact.standing is not Standing.DISPUTED:
            found[fact.key] = fact.value
        else:
            found.pop(fact.key, None)
    found = checked_facts(found)
    if event.accepted is not None and event.kind in IRREGULAR_CALLS:
        found.setdefault("lho", "accepts" if event.accepted else "refuses")
    return found


def place_of(case: Case, event: Event) -> Place | None:
    """Where an irregular call happened; None if the case does not tell."""
    auction = case.auction
    if auction is None:
        return None
    if event.kind is EventKind.CALL_OUT_OF_TURN:
        return _out_of_turn(auction, event)
    index = event.call_index if event.call_index >= 0 else _where_too_low(auction, event)
    if index is None:
        return None
    offender = event.seat or auction.seat_of(index)
    made = auction.calls[index] if index < len(auction.calls) else None
    return Place(index, auction.seat_of(index), offender, (), event.replacement or made)


def _where_too_low(auction: Auction, event: Event) -> int | None:
    """The one turn at which a bid of unknown place was too low: where its replacement stands, or the next to come."""
    if event.kind is not EventKind.INSUFFICIENT_BID or event.withdrawn_call is None:
        return None
    end = len(auction.calls)
    turns = [i for i in range(end) if event.replacement is not None and auction.calls[i] == event.replacement]
    turns += [end] if event.replacement is None or not turns else []
    fitting = [i for i in turns if event.seat in {None, auction.seat_of(i)} and _too_low(auction.prefix(i), event)]
    return fitting[0] if len(fitting) == 1 else None


def _too_low(before: Auction, event: Event) -> bool:
    last = before.last_bid
    return last is not None and event.withdrawn_call is not None and event.withdrawn_call <= last


def _out_of_turn(auction: Auction, event: Event) -> Place | None:
    offender, turn = event.seat, event.turn
    if offender is None:
        return None
    if event.call_index >= 0 and turn is None:
        turn = auction.seat_of(event.call_index)
    if turn is None:
        return None
    kept = event.call_index if event.call_index >= 0 else _first_turn(auction, turn)
    back = next(i for i in range(kept, kept + 4) if auction.seat_of(i) is offender)
    if event.accepted:
        return Place(kept, turn, offender)
    then = auction.calls[kept:back]
    made = auction.calls[back] if back < len(auction.calls) else None
    return Place(kept, turn, offender, then if back <= len(auction.calls) else (), event.replacement or made)


def _first_turn(auction: Auction, turn: Seat) -> int:
    """The first turn of a player: an irregular call that names no place is taken to be as early as can be."""
    return next(i for i in range(4) if auction.seat_of(i) is turn)


def partners_turn(auction: Auction, by: Seat, index: int) -> int | None:
    """Where partner first acted after call number `index`: his first call that is no pass, else his first call."""
    turns = [i for i in range(index + 1, len(auction.calls)) if auction.seat_of(i) is by.partner]
    acting = [i for i in turns if auction.calls[i] != PASS]
    return acting[0] if acting else turns[0] if turns else None


def case_facts(case: Case, event: Event, config: Config) -> Facts:
    """The facts of one event, as the laws look at them."""
    if event.kind in IRREGULAR_CALLS:
        return _irregular_call(case, event, config)
    kind, question = _QUESTIONS.get(event.kind, (event.kind.value, ""))
    known = _completed(case, event, known_facts(case, event))
    question = str(known.pop("question", question))
    auction = case.auction or Auction(case.dealer or Seat.NORTH)
    return Facts(kind, question, auction, offender=event.seat, known=known, config=config)


def _irregular_call(case: Case, event: Event, config: Config) -> Facts:
    place = place_of(case, event)
    known = known_facts(case, event)
    placed = place is not None or event.kind is not EventKind.INSUFFICIENT_BID
    auction = case.auction if case.auction and placed else Auction(case.dealer or Seat.NORTH)
    call = event.withdrawn_call
    if call is None and place is not None and event.accepted and place.kept < len(auction.calls):
        call = auction.calls[place.kept]
    replacement = place.replacement if place else event.replacement
    facts = Facts(
        kind=_kind(event, call),
        auction=auction.prefix(place.kept) if place else auction,
        turn=place.turn if place else event.turn,
        offender=place.offender if place else event.seat,
        call=call,
        call_text=event.withdrawn_text or str(call or ""),
        then=place.then if place else (),
        replacement=None if event.accepted and event.kind is not EventKind.CHANGE_OF_CALL else replacement,
        old=checked_readings(event.meaning_old, "meaning_old"),
        new=checked_readings(event.meaning_new, "meaning_new") or _agreed_meaning(case, event, place, replacement),
        known=known,
        config=config,
        bid_later=frozenset() if place is None else _bid_later(auction, place),
    )
    return _change_of_call(facts, event) if event.kind is EventKind.CHANGE_OF_CALL else facts


def _bid_later(auction: Auction, place: Place) -> frozenset[Suit]:
    """The suits that the offender bid in the legal auction after the turn of his irregular call."""
    return presumed_suits(auction, place.offender, place.kept + len(place.then) + 1)


def _kind(event: Event, call: Call | None) -> str:
    if event.kind is not EventKind.CALL_OUT_OF_TURN:
        return _QUESTIONS[event.kind][0]
    if call is None or call.is_bid:
        return "out_of_rotation_bid"
    return "out_of_rotation_pass" if call.is_pass else "out_of_rotation_double"


def _change_of_call(facts: Facts, event: Event) -> Facts:
    """A change that left-hand opponent was asked to accept was an intended one."""
    known = dict(facts.known)
    if event.accepted is not None:
        known.setdefault("unintended", False)
    if facts.replacement is not None:
        known.setdefault("tried", str(facts.replacement))
    stands = facts.replacement if event.accepted else facts.call
    if stands is not None:
        known.setdefault("final", str(stands))
    return facts.redirected(known=known)


def _agreed_meaning(case: Case, event: Event, place: Place | None, call: Call | None) -> tuple[str, ...]:
    """What the replacement shows by an agreement that the case states for that call in that auction."""
    if place is None or call is None or case.auction is None:
        return ()
    before = " ".join(str(c) for c in (*case.auction.calls[: place.kept], *place.then))
    side = place.offender.side
    return tuple(
        a.means
        for a in case.agreements
        if a.call == call
        and a.means
        and a.standing is not Standing.DISPUTED
        and belongs(a.by, side)
        and (not a.auction or a.auction.split() == before.split())
    )


def belongs(by: Seat | Side | None, side: Side) -> bool:
    """Whether what is said of a player or side, or of nobody in particular, is said of this side."""
    return by is None or (by.side if isinstance(by, Seat) else by) is side


# ---- findings that follow from what the case says elsewhere -----------------------------------------------


def _completed(case: Case, event: Event, known: dict[str, Any]) -> dict[str, Any]:
    if event.kind in {EventKind.SERIOUS_ERROR, EventKind.GAMBLING_ACTION}:
        known.setdefault("error", _error_named(event))
    if event.kind is EventKind.MISBID:
        known.setdefault("explained_as_agreed", True)
    if event.kind is EventKind.EXPOSED_CARD and event.cards:
        known.setdefault("cards", [str(card) for card in event.cards])
    if event.kind in {EventKind.MISEXPLANATION, EventKind.MISINFORMATION}:
        known.setdefault("explained_as_agreed", False)
    if event.kind is EventKind.EXPLANATION and event.said and _plain(event.said) == _plain(event.agreement):
        known.setdefault("explained_as_agreed", True)
    if event.kind in {EventKind.FAILURE_TO_ALERT, EventKind.CONCEALED_AGREEMENT}:
        known.setdefault("explained_fully", False)
    if event.kind is EventKind.UNPLAYABLE_BOARD:
        known.setdefault("results", "none")
    return _suggestion(case, event, known)


def _plain(words: str) -> str:
    return " ".join(words.lower().rstrip(".").split())


def _error_named(event: Event) -> str:
    """What the event calls the error; a revoke is such an error by the usual reading."""
    if event.kind is EventKind.GAMBLING_ACTION:
        return "gambling"
    return "revoke" if "revoke" in event.description.lower() else "serious"


def _suggestion(case: Case, event: Event, known: dict[str, Any]) -> dict[str, Any]:
    """What the director named as suggested or alternative, and what a poll of uninformed players showed."""
    at = _turn_with_information(case, event)
    if event.suggested and at is not None and case.auction is not None:
        made = case.auction.calls[at]
        known.setdefault("suggested", "demonstrably" if made in event.suggested else "no")
    if event.alternatives:
        known.setdefault("alternative_share", 1.0)
    elif at is not None and case.auction is not None:
        share = _polled_share(case, at, case.auction.calls[at])
        if share is not None:
            known.setdefault("alternative_share", share)
    return known


def _turn_with_information(case: Case, event: Event) -> int | None:
    from adjudicator.laws.worlds import turn_with_information

    return turn_with_information(case, event)


def _polled_share(case: Case, index: int, made: Call) -> float | None:
    """The largest share of polled players who considered, or chose, another call than the one made."""
    shares = []
    for poll in case.poll_at(index):
        counts: Mapping[Call, int] = {**dict(poll.votes), **dict(poll.considered)}
        if poll.informed is not True and poll.total:
            shares += [count / poll.total for call, count in counts.items() if call != made]
    return max(shares) if shares else None
