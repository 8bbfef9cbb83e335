"""Reference worlds: what is taken away to see what would have happened, and from which call on."""

from __future__ import annotations

import re
from dataclasses import replace

from adjudicator.bridge import DOUBLE, REDOUBLE, Call, Seat, Side
from adjudicator.cases import IRREGULAR_CALLS, MISINFORMING, UNAUTHORISED, Case, Event, EventKind
from adjudicator.laws.case_facts import happened, partners_turn, place_of
from adjudicator.laws.editions import Edition
from adjudicator.laws.findings import Finding, ReferenceWorld, Status

__all__ = ["turn_with_information", "world_of", "worlds_of"]

_PLAY = frozenset({EventKind.REVOKE, EventKind.CLAIM, EventKind.CONCESSION, EventKind.DECEPTION})
_NOTHING_FOLLOWS = frozenset({EventKind.MISBID, EventKind.PSYCHE})


def worlds_of(case: Case, findings: tuple[Finding, ...], edition: Edition) -> tuple[ReferenceWorld, ...]:
    """The worlds to compare with the table, one for each turn at which they part from it."""
    found: list[ReferenceWorld] = []
    for index, (event, finding) in enumerate(zip(case.events, findings, strict=True)):
        world = world_of(case, index, event, finding, edition)
        if world is not None and world.both_non_offending:
            world = _rightly_ruled(case, world, findings)
        if world is not None and not any(_same_question(world, other) for other in found):
            found.append(world)
    return tuple(found)


def _same_question(one: ReferenceWorld, other: ReferenceWorld) -> bool:
    """Whether two events of one side ask the same thing of the same turn."""

    def asked(world: ReferenceWorld) -> tuple[object, ...]:
        what = (world.barred, world.removed_call, world.both_non_offending)
        return (world.kind, world.offending, world.from_call, world.actor, *what)

    return asked(one) == asked(other)


def world_of(case: Case, index: int, event: Event, finding: Finding, edition: Edition) -> ReferenceWorld | None:
    """The world without one event; None where nothing is to be compared or the case does not tell enough."""
    if event.kind in _NOTHING_FOLLOWS or case.auction is None or happened(case, event) is not True:
        return None
    if event.kind in IRREGULAR_CALLS:
        return _without_irregularity(case, index, event, finding, edition)
    if event.kind in UNAUTHORISED:
        return _without_information(case, index, event, finding)
    if event.kind in MISINFORMING:
        return _true_information(case, index, event, finding, edition)
    if event.kind in _PLAY:
        return _play(case, index, event, finding)
    if event.kind is EventKind.DIRECTOR_ERROR and event.call_index >= 0:
        return _from_error(case, index, event, finding)
    return None


# ---- insufficient bids, calls out of turn, changes of call -----------------------------------------------------


def _without_irregularity(
    case: Case, index: int, event: Event, finding: Finding, edition: Edition
) -> ReferenceWorld | None:
    place = place_of(case, event)
    if place is None or case.auction is None:
        return None
    if finding.status is Status.APPLIES and (finding.lho_options == "deemed_accepted" or not finding.review):
        return None  # accepted, or nothing follows: the call stands and nothing is taken away
    return ReferenceWorld(
        event_index=index,
        kind="without_irregularity",
        rule=_score_rule(finding, edition),
        offending=place.offender.side,
        from_call=place.kept,
        actor=case.auction.seat_of(place.kept),
        removed_call=event.withdrawn_call,
        note="the irregularity did not happen; the player in turn makes his normal call",
        stands_to=place.kept + len(place.then) + 1,
        silenced_with=_silenced(place.offender.partner, finding),
    )


_TURNS: dict[str, int | None] = {"once": 1, "rest": None}


def _silenced(partner: Seat, finding: Finding) -> tuple[tuple[Seat, int | None], ...]:
    """The offender's partner, where the law or its likely reading makes him pass."""
    told = finding
    if finding.status is not Status.APPLIES:
        told = next((child for child in finding.children if child.value("proposed")), finding)
    return ((partner, _TURNS[told.partner_pass]),) if told.partner_pass in _TURNS else ()


def _score_rule(finding: Finding, edition: Edition) -> str:
    """The law under which the score is reviewed: the last one the finding names that asks about a score."""
    likely = next((child for child in finding.children if child.value("proposed")), None)
    if finding.status is not Status.APPLIES and likely is not None:
        return _score_rule(likely, edition)
    if finding.status is not Status.APPLIES:
        return edition.resolve("@natural_score_question" if "/27" in finding.rule else "@could_have_known")
    score_laws = [r for r in finding.review if r in {edition.resolve(m) for m in _SCORE_MARKS}]
    others = [r for r in finding.review if r.split("/")[1] in {"27D", "23C", "27B1b"}]
    return (others or score_laws or list(finding.review))[0]


_SCORE_MARKS = ("@could_have_known", "@withdrawn", "@natural_score_question")


# ---- unauthorised information ----------------------------------------------------------------------------------


def turn_with_information(case: Case, event: Event) -> int | None:
    """The call at which the partner of the player acted with the information; None if there is none."""
    auction = case.auction
    if auction is None or event.kind not in UNAUTHORISED:
        return None
    used = event.fact("used_at")
    if used is not None:
        return _number(used.value, len(auction.calls))
    if event.kind is EventKind.USE_OF_UI:
        return event.call_index if 0 <= event.call_index < len(auction.calls) else None
    if event.call_index < 0:
        return None
    by = event.seat or auction.seat_of(event.call_index)
    return partners_turn(auction, by, event.call_index)


def _number(value: object, end: int) -> int | None:
    """The number of a call below `end`; None for anything else, such as the opening lead."""
    text = str(value).strip()
    return int(text) if text.isdecimal() and int(text) < end else None


def _without_information(case: Case, index: int, event: Event, finding: Finding) -> ReferenceWorld | None:
    auction = case.auction
    assert auction is not None
    turn = turn_with_information(case, event)
    denied = finding.status is Status.APPLIES and finding.value("infraction") is False
    if denied and not _polled(case, turn):
        return None
    if turn is None:
        return _information_in_the_play(case, index, event, finding)
    made = auction.calls[turn]
    barred: tuple[Call, ...] = (made, *(c for c in event.suggested if c != made)) if event.suggested else (made,)
    return ReferenceWorld(
        event_index=index,
        kind="without_ui",
        rule=finding.rule,
        offending=auction.seat_of(turn).side,
        from_call=turn,
        actor=auction.seat_of(turn),
        barred=barred,
        bars_later_turns=True,
        note="the call that the information suggested is taken away, here and at later turns with the information",
        polled_out=denied,
    )


def _polled(case: Case, turn: int | None) -> bool:
    """Whether the law's answer rests on a poll of this turn, so that the shares have to be shown and could turn it."""
    return turn is not None and any(poll.informed is not True for poll in case.poll_at(turn))


def _information_in_the_play(case: Case, index: int, event: Event, finding: Finding) -> ReferenceWorld | None:
    """Partner had no call left: the information can only have been used in the play."""
    auction = case.auction
    assert auction is not None
    if not auction.is_over:
        return None
    if event.call_index < 0 and (event.seat is None or not _AFTER_THE_AUCTION.search(event.description)):
        return None
    by = event.seat or auction.seat_of(event.call_index)
    return ReferenceWorld(
        event_index=index,
        kind="play",
        rule=finding.rule,
        offending=by.side,
        from_call=len(auction.calls),
        actor=by.partner,
        note="partner had no call left; only lead and play could use the information",
    )


_AFTER_THE_AUCTION = re.compile(
    r"\b(?:after|following) the (?:(?:final|last|closing) pass|auction|bidding)\b"
    r"|\bbefore the (?:opening )?lead\b|\b(?:during|in) the play\b",
    re.IGNORECASE,
)
"""An event of no call in the words of the case: the auction was over."""


# ---- misinformation ----------------------------------------------------------------------------------------------


def _true_information(
    case: Case, index: int, event: Event, finding: Finding, edition: Edition
) -> ReferenceWorld | None:
    auction, side = case.auction, event.side
    assert auction is not None
    if side is None or event.call_index < 0:
        return None
    if finding.status is Status.APPLIES and (finding.value("infraction") is False or finding.value("remedy") == "none"):
        return None
    innocent = side.other
    turn = _first_turn_of(case, innocent, _calls_before(case, event))
    in_play = turn is None
    at = len(auction.calls) if turn is None else turn
    return ReferenceWorld(
        event_index=index,
        kind="play" if in_play else "true_information",
        rule=_misinformation_rule(finding, edition, in_play),
        offending=side,
        from_call=at,
        actor=_leader(case, innocent) if in_play else auction.seat_of(at),
        informed=innocent.seats,
        note="the non-offenders know the true agreement; the offenders keep their misunderstanding",
    )


def _misinformation_rule(finding: Finding, edition: Edition, in_play: bool) -> str:
    if in_play:
        clause = next(c for c in ("47E2b", "47E2") if c in edition.rules)
        return f"{edition.name}/{clause}"
    return f"{edition.name}/21B3" if "/40" not in finding.rule else finding.rule


def _calls_before(case: Case, event: Event) -> int:
    """How many calls had been made when the other side was misinformed: later than the call itself if so found."""
    told = event.fact("explained_after")
    if told is not None and str(told.value).strip().isdecimal():
        return max(event.call_index + 1, int(told.value))
    words = f"{event.description} {case.explanations}"
    assert case.auction is not None
    return len(case.auction.calls) if _BEFORE_THE_LEAD.search(words) else event.call_index + 1


_EXPLAINED = r"\b(?:explain|told|said|describ)\w*"
_LEAD = r"\b(?:before|prior to) the (?:opening )?lead\b"
_BEFORE_THE_LEAD = re.compile(rf"{_LEAD}[^.]*{_EXPLAINED}|{_EXPLAINED}[^.]*{_LEAD}", re.IGNORECASE)
"""An explanation given between the final pass and the lead, by the words of the case."""


def _first_turn_of(case: Case, side: Side, start: int) -> int | None:
    auction = case.auction
    assert auction is not None
    stop = len(auction.calls)
    return next((i for i in range(start, stop) if auction.seat_of(i).side is side), None)


def _leader(case: Case, side: Side) -> Seat:
    contract = case.table_contract
    if contract is not None and contract.declarer is not None and contract.declarer.side is not side:
        return contract.declarer.lho
    return side.seats[0]


# ---- play, director's error -----------------------------------------------------------------------------------------


def _play(case: Case, index: int, event: Event, finding: Finding) -> ReferenceWorld | None:
    side = event.side
    if side is None or case.auction is None or finding.rule.endswith("/-"):
        return None
    if finding.value("adjust") is False:
        return None
    return ReferenceWorld(
        event_index=index,
        kind="play",
        rule=finding.rule,
        offending=side.other if event.kind is EventKind.CONCESSION else side,  # the side that conceded may be protected
        from_call=len(case.auction.calls),
        actor=event.seat or side.seats[0],
        note="the position before the event in the play",
    )


def _from_error(case: Case, index: int, event: Event, finding: Finding) -> ReferenceWorld:
    auction = case.auction
    assert auction is not None
    actor = auction.seat_of(event.call_index)
    return ReferenceWorld(
        event_index=index,
        kind="without_irregularity",
        rule=finding.rule,
        offending=actor.side,
        from_call=event.call_index,
        actor=actor,
        note="a correct ruling from here on; both sides are non-offending",
        both_non_offending=True,
    )


def _rightly_ruled(case: Case, world: ReferenceWorld, findings: tuple[Finding, ...]) -> ReferenceWorld:
    """The world after the ruling that the law asked for: who would have had to pass.

    The irregular call that was wrongly ruled on is the last one at or before the turn of the error.
    """
    told = case.events[world.event_index].fact("must_pass")
    if told is not None:
        who = Seat.parse(str(told.value))
        return replace(world, silenced=((who, None),), note=f"{world.note}: {who} must pass throughout (as found)")
    for event, finding in reversed(list(zip(case.events, findings, strict=True))):
        place = place_of(case, event) if event.kind in IRREGULAR_CALLS else None
        if place is None or place.kept > world.from_call:
            continue
        silenced = _silenced(place.offender.partner, finding)
        if not silenced:
            return replace(world, note=f"{world.note}: nobody is silenced ({finding.rule})")
        who, turns = silenced[0]
        passes = "throughout" if turns is None else "once"
        barred = (DOUBLE, REDOUBLE) if event.kind is EventKind.INSUFFICIENT_BID else ()
        note = f"{world.note}: {who} must pass {passes} ({finding.rule})"
        return replace(world, silenced=silenced, barred=barred, note=note)
    return world
