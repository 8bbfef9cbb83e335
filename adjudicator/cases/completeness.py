"""What a case does not say, and what can be ruled all the same."""

from __future__ import annotations

from adjudicator.bridge import Seat
from adjudicator.cases.kinds import IRREGULAR_CALLS, PLAY_EVENTS, EventKind
from adjudicator.cases.model import Case, Event, ScoringUnit

STAGES = ("law", "auctions", "tricks", "scores", "unit", "damage")


def missing_facts(case: Case) -> tuple[str, ...]:
    """What a full ruling would need and the case does not say, most needed first.

    >>> missing_facts(Case())[0]
    'what happened (no event)'
    """
    lacking: list[str] = []
    if not case.events:
        lacking.append("what happened (no event)")
    lacking += _missing_cards(case)
    lacking += _missing_auction(case)
    if case.vulnerability is None:
        lacking.append("vulnerability")
    if case.scoring.unit is ScoringUnit.UNKNOWN:
        lacking.append("form of scoring")
    lacking += _missing_result(case)
    for number, event in enumerate(case.events):
        lacking += _missing_in_event(event, f"events[{number}]")
    if case.scoring.unit is ScoringUnit.IMPS and case.other_table is None:
        lacking.append("result at the other table (IMPs are then estimated)")
    if case.scoring.unit in FIELD_UNITS and not case.field and not case.field_file:
        lacking.append("results of the field (the matchpoint or IMP scale is then estimated)")
    return tuple(lacking)


FIELD_UNITS = frozenset({ScoringUnit.MATCHPOINTS, ScoringUnit.CROSS_IMPS, ScoringUnit.BUTLER})


def _missing_cards(case: Case) -> list[str]:
    if case.deal is not None:
        return []
    absent = [seat.letter for seat in Seat if case.hands[seat] is None]
    if len(absent) == 4:
        return ["hands"]
    partial = [
        seat.letter for seat, hand in zip(Seat, case.hands, strict=True) if hand is not None and not hand.is_full
    ]
    lacking = [f"hands of {', '.join(absent)}"] if absent else []
    return lacking + ([f"spot cards of {', '.join(partial)}"] if partial else [])


def _missing_auction(case: Case) -> list[str]:
    if case.auction is None:
        return ["dealer", "auction"] if case.dealer is None else ["auction"]
    return [] if case.auction_complete else ["end of the auction"]


def _missing_result(case: Case) -> list[str]:
    if case.table_contract is None and case.table_score_ns is None:
        return ["contract and result at the table"]
    if case.table_contract is not None and not case.table_contract.is_passed_out:
        if case.table_contract.declarer is None:
            return ["declarer"] if case.table_result is not None else ["declarer", "tricks"]
        if case.table_result is None and case.table_score_ns is None:
            return ["tricks taken at the table"]
    return []


def _missing_in_event(event: Event, name: str) -> list[str]:
    lacking = [f"{name}.by"] if event.by is None and event.kind is not EventKind.DIRECTOR_ERROR else []
    if event.kind in IRREGULAR_CALLS:
        accepted_bid = event.accepted is True and event.call_index >= 0
        if not event.withdrawn_calls and not accepted_bid and not event.withdrawn_text:
            lacking.append(f"{name}.withdrawn_call")
        if event.accepted is None:
            lacking.append(f"{name}.accepted")
    elif event.kind not in PLAY_EVENTS and event.call_index < 0 and event.kind.value in NEED_A_CALL:
        lacking.append(f"{name}.call_index (which call it was)")
    return lacking


NEED_A_CALL = frozenset(
    {
        "hesitation",
        "explanation",
        "misexplanation",
        "misinformation",
        "failure_to_alert",
        "failure_to_correct",
        "use_of_ui",
    }
)


def possible_stages(case: Case) -> frozenset[str]:
    """Which stages of a ruling the facts allow.

    "law": the rules and their questions. "auctions": the auctions that might have been. "tricks": tricks on
    the actual deal. "scores": total points of an outcome. "unit": the event's unit. "damage": the comparison
    with the result at the table.
    """
    stages: set[str] = set()
    if case.events:
        stages.add("law")
    if case.deal is not None:
        stages.add("tricks")
        if case.dealer is not None:
            stages.add("auctions")
    if case.vulnerability is not None:
        stages.add("scores")
        if case.scoring.unit is not ScoringUnit.UNKNOWN:
            stages.add("unit")
    has_score = case.table_score_ns is not None or case.table_result is not None
    if {"law", "auctions", "tricks", "scores"} <= stages and has_score:
        stages.add("damage")
    return frozenset(stages)
