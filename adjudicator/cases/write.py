"""A case as plain data and as text of a case file; loading the text gives the same case again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from adjudicator.bridge import Auction, Call, Seat, Side
from adjudicator.cases.model import (
    Agreement,
    Answer,
    Case,
    Event,
    Fact,
    FieldScore,
    OtherTable,
    Outcome,
    Poll,
    ProceduralPenalty,
    RecordedRuling,
    SeriousError,
    Standing,
)
from adjudicator.cases.toml import plain_number, toml_text

UNKNOWN = "unknown"


def case_to_toml(case: Case) -> str:
    """The text of a case file."""
    return toml_text(case_to_data(case))


def case_to_data(case: Case) -> dict[str, Any]:
    """The case as plain data with the keys of the case file."""
    case = without_skipped_turns(case)
    data = {
        "id": case.id,
        "title": case.title,
        "year": case.year,
        "date": case.date,
        "law_edition": case.edition if case.edition_source == "stated" else "",
        "authority": case.authority,
        "event": case.event,
        "scoring": case.scoring.raw,
        **board_data(case),
        "systems": case.systems,
        "system_ns": case.system_ns,
        "system_ew": case.system_ew,
        "explanations": case.explanations,
        "lead": _text(case.lead),
        "play": [str(card) for card in case.play],
        **table_data(case),
        "law_cited": list(case.law_cited),
        "seed": case.seed,
        **{key: value for key, value in case.info.items() if not isinstance(value, Mapping)},
        "players": {seat.letter: case.players[seat] for seat in Seat if case.players[seat]},
        "facts": facts_data(case.facts),
        "config": dict(case.config),
        **{key: value for key, value in case.info.items() if isinstance(value, Mapping)},
        "events": [event_data(event) for event in case.events],
        "agreements": [agreement_data(agreement) for agreement in case.agreements],
        "polls": [poll_data(poll) for poll in case.polls],
        "serious_errors": serious_data(case),
        "penalties": [_penalty(penalty) for penalty in case.penalties],
        "other_table": _other_table(case.other_table),
        "field": case.field_file or [_field(score) for score in case.field],
        "director_ruling": ruling_data(case.director_ruling),
        "final_ruling": ruling_data(case.final_ruling),
        "answer": answer_data(case.answer),
    }
    return without_empty(data)


def without_empty(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data without `None`, empty texts, lists and tables."""
    return {key: value for key, value in data.items() if value is not None and value not in ("", [], {}, ())}


def board_data(case: Case) -> dict[str, Any]:
    """Board, cards and auction."""
    whole = case.deal is not None
    hands = {} if whole else {seat.letter: hand.text for seat in Seat if (hand := case.hands[seat]) is not None}
    return {
        "board": case.board,
        "dealer": UNKNOWN if case.dealer is None else case.dealer.letter,
        "vulnerability": UNKNOWN if case.vulnerability is None else case.vulnerability.text,
        "deal": case.deal.text if case.deal is not None else "",
        "hands": hands,
        "auction": [] if case.auction is None else [str(call) for call in case.auction.calls],
    }


def table_data(case: Case) -> dict[str, Any]:
    """What happened at the table."""
    tricks = None
    if case.table_result is not None and not case.table_result_text and not case.table_result.contract.is_passed_out:
        tricks = case.table_result.tricks
    return {
        "table_contract": case.table_contract_text,
        "table_result": case.table_result_text,
        "table_tricks": tricks,
        "table_score_ns": case.table_score_ns,
    }


def event_data(event: Event) -> dict[str, Any]:
    """One event."""
    extra = dict(event.extra)
    return without_empty(
        {
            "kind": event.kind.value,
            "call_index": event.call_index,
            "by": actor(event.by),
            "withdrawn_call": event.withdrawn_text,
            "replacement": _text(event.replacement),
            "accepted": event.accepted,
            "turn": "" if event.turn is None else event.turn.letter,
            "said": event.said,
            "meant": event.meant,
            "agreement": event.agreement,
            "meaning_old": list(event.meaning_old),
            "meaning_new": list(event.meaning_new),
            "suggested": _calls(event.suggested),
            "alternatives": _calls(event.alternatives),
            "cards": [str(card) for card in event.cards],
            "trick": event.trick,
            "description": event.description,
            **extra,
            "facts": facts_data(event.facts),
        }
    )


def actor(by: Seat | Side | None) -> str:
    """A seat or side as the file has it."""
    if by is None:
        return ""
    return by.letter if isinstance(by, Seat) else str(by)


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _calls(calls: Iterable[Call]) -> list[str]:
    return [str(call) for call in calls]


def facts_data(facts: tuple[Fact, ...]) -> dict[str, Any]:
    """Findings; one that is established and has no note is a plain value."""
    return {
        fact.key: fact.value
        if fact.standing is Standing.ESTABLISHED and not fact.note
        else without_empty({"value": fact.value, "standing": fact.standing.value, "note": fact.note})
        for fact in facts
    }


def agreement_data(agreement: Agreement) -> dict[str, Any]:
    """One agreement."""
    return without_empty(
        {
            "by": actor(agreement.by),
            "auction": agreement.auction,
            "call": _text(agreement.call),
            "means": agreement.means,
            "text": agreement.text,
            "standing": "" if agreement.standing is Standing.ESTABLISHED else agreement.standing.value,
            "note": agreement.note,
        }
    )


def poll_data(poll: Poll) -> dict[str, Any]:
    """One poll."""
    return without_empty(
        {
            "call_index": poll.call_index,
            "players": poll.players,
            "informed": poll.informed,
            "question": poll.question,
            "out_of": poll.out_of,
            "votes": {str(call): count for call, count in poll.votes},
            "considered": {str(call): count for call, count in poll.considered},
        }
    )


def serious_data(case: Case) -> list[dict[str, Any]]:
    """The serious errors that are not told as events."""
    told = {(event.by, event.kind.value, event.description) for event in case.events}
    return [_serious(error) for error in case.serious_errors if (error.by, error.kind, error.description) not in told]


def _serious(error: SeriousError) -> dict[str, Any]:
    return without_empty(
        {
            "by": actor(error.by),
            "kind": error.kind,
            "description": error.description,
            "instead": _text(error.instead),
            "instead_score_ns": error.instead_score_ns,
        }
    )


def _penalty(penalty: ProceduralPenalty) -> dict[str, Any]:
    return without_empty(
        {"by": actor(penalty.by), "amount": penalty.amount, "law": penalty.law, "reason": penalty.reason}
    )


def _other_table(other: OtherTable | None) -> dict[str, Any] | None:
    return None if other is None else without_empty({"result": _text(other.result), "score_ns": other.score_ns})


def _field(score: FieldScore) -> dict[str, Any]:
    return without_empty(
        {"result": _text(score.result), "score_ns": score.score_ns, "count": plain_number(score.count)}
    )


def outcome_data(outcome: Outcome) -> dict[str, Any]:
    """One line of an adjusted score."""
    weights = {"weight": outcome.weight, "weight_min": outcome.weight_min, "weight_max": outcome.weight_max}
    return without_empty(
        {
            "contract": outcome.contract_text or _text(outcome.contract),
            "tricks": outcome.tricks,
            "score_ns": outcome.score_ns,
            **{key: None if value is None else plain_number(value) for key, value in weights.items()},
            "imps": None if outcome.imps is None else plain_number(outcome.imps),
        }
    )


def ruling_data(ruling: RecordedRuling | None) -> dict[str, Any] | None:
    """A ruling that was given."""
    if ruling is None:
        return None
    return without_empty(
        {
            "summary": ruling.summary,
            "ns": [outcome_data(line) for line in ruling.ns],
            "ew": [outcome_data(line) for line in ruling.ew],
            "artificial_ns": ruling.artificial_ns,
            "artificial_ew": ruling.artificial_ew,
            "penalty_ns": ruling.penalty_ns,
            "penalty_ew": ruling.penalty_ew,
            **ruling.extra,
        }
    )


def answer_data(answer: Answer | None) -> dict[str, Any] | None:
    """A published answer."""
    if answer is None:
        return None
    calls = [
        without_empty(
            {
                "call": str(line.call),
                "comparable": line.comparable,
                "partner_silenced": line.partner_silenced,
                "condition": line.condition,
            }
        )
        for line in answer.calls
    ]
    return without_empty(
        {
            "status": answer.status,
            "who": answer.who,
            "summary": answer.summary,
            "adjust": answer.adjust if answer.adjust is not None else answer.adjust_text,
            "adjust_law": answer.adjust_law,
            "lead_restriction": answer.lead_restriction,
            "restricted_player": "" if answer.restricted_player is None else answer.restricted_player.letter,
            "suits_available": list(answer.suits_available),
            "calls": calls,
            "candidates": [outcome_data(line) for line in answer.candidates],
            **answer.extra,
        }
    )


def without_skipped_turns(case: Case) -> Case:
    """The case as its file tells it: without the passes filled in after an accepted call out of turn."""
    if not case.skipped or case.auction is None:
        return case
    skipped = case.skipped

    def back(index: int) -> int:
        return index - sum(1 for skip in skipped if skip < index)

    calls = tuple(call for index, call in enumerate(case.auction.calls) if index not in skipped)
    return replace(
        case,
        auction=Auction(case.auction.dealer, calls),
        events=tuple(replace(event, call_index=back(event.call_index)) for event in case.events),
        polls=tuple(replace(poll, call_index=back(poll.call_index)) for poll in case.polls),
        skipped=(),
    )
