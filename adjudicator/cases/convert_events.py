"""Events, facts, agreements, polls and serious errors: from the border models to frozen values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from adjudicator.bridge import Call, Result, Seat, Side
from adjudicator.cases import schema
from adjudicator.cases.collector import Collector
from adjudicator.cases.kinds import EventKind, find_kind, guess_kind, nearest_kind
from adjudicator.cases.model import Agreement, Event, Fact, Poll, ProceduralPenalty, SeriousError, Standing
from adjudicator.cases.sourcelines import Path
from adjudicator.cases.words import is_known, read_actor, read_call, read_calls, read_cards, read_turn


def texts(value: str | list[str]) -> tuple[str, ...]:
    """One text or several as a tuple without empty ones."""
    items = [value] if isinstance(value, str) else value
    return tuple(item for item in items if item.strip())


def make_facts(values: Mapping[str, Any], path: Path, found: Collector) -> tuple[Fact, ...]:
    """The director's findings: `key = value`, or `key = { value = …, standing = "agreed", note = "…" }`."""
    facts = []
    for key, value in values.items():
        if isinstance(value, Mapping) and "value" in value:
            standing = str(value.get("standing", "established"))
            if standing not in {item.value for item in Standing}:
                names = ", ".join(item.value for item in Standing)
                found.error((*path, key), f"'{standing}' is no standing of a fact", f"write one of: {names}")
                standing = "established"
            facts.append(Fact(key, value["value"], Standing(standing), str(value.get("note", ""))))
        else:
            facts.append(Fact(key, value))
    return tuple(facts)


def make_events(
    models: list[schema.EventModel], extras: Mapping[Path, dict[str, Any]], found: Collector
) -> tuple[Event, ...]:
    """All events whose kind is known."""
    made = (
        make_event(model, ("events", number), extras.get(("events", number), {}), found)
        for number, model in enumerate(models)
    )
    return tuple(event for event in made if event is not None)


def make_event(model: schema.EventModel, path: Path, extra: dict[str, Any], found: Collector) -> Event | None:
    """One event; `None` when its kind is not known."""
    kind = event_kind(model.kind, path, found)
    if kind is None:
        return None
    by = found.parse((*path, "by"), read_actor, model.by) if is_known(model.by) else None
    withdrawn, withdrawn_text = withdrawn_calls(model, kind, path, found)
    replacement = model.replacement
    return Event(
        kind=kind,
        call_index=model.call_index,
        by=by,
        withdrawn_calls=withdrawn,
        withdrawn_text=withdrawn_text,
        replacement=found.parse((*path, "replacement"), read_call, replacement) if is_known(replacement) else None,
        accepted=model.accepted,
        turn=found.parse((*path, "turn"), lambda text: read_turn(text, by), model.turn),
        said=model.said,
        meant=model.meant,
        agreement=model.agreement,
        meaning_old=texts(model.meaning_old),
        meaning_new=texts(model.meaning_new),
        suggested=_calls(model.suggested, (*path, "suggested"), found),
        alternatives=_calls(model.alternatives, (*path, "alternatives"), found),
        cards=found.parse((*path, "cards"), lambda _: read_cards(model.cards), "") or (),
        trick=model.trick,
        description=model.description,
        facts=make_facts(model.facts, (*path, "facts"), found),
        extra={**extra, **({"standing": model.standing} if model.standing else {})},
    )


def event_kind(text: str, path: Path, found: Collector) -> EventKind | None:
    """The kind of event, or an error that names the nearest known kind."""
    kind = find_kind(text)
    if not text.strip():
        found.error(path, "the event has no kind", "add kind, for example insufficient_bid or hesitation")
    elif not is_known(text):
        found.warn((*path, "kind"), "the event has not been filled in and is left out", "name its kind, or delete it")
    elif kind is None and (guess := guess_kind(text)) is not None:
        found.warn((*path, "kind"), f"'{text}' is read as '{guess.value}'", f'write kind = "{guess.value}"')
        return guess
    elif kind is None:
        near = nearest_kind(text)
        step = f"did you mean '{near.value}'?" if near else "use one of: " + ", ".join(item.value for item in EventKind)
        found.error((*path, "kind"), f"'{text}' is no kind of event", step)
    return kind


def withdrawn_calls(
    model: schema.EventModel, kind: EventKind, path: Path, found: Collector
) -> tuple[tuple[Call, ...], str]:
    """The calls taken back; a bid of eight is no call and stays as text."""
    items = texts(model.withdrawn_call)
    text = ", ".join(items)
    if not is_known(text):
        return (), ""
    if kind is EventKind.TOO_HIGH:
        return (), text
    return _calls(text, (*path, "withdrawn_call"), found), text


def _calls(value: str | list[str], path: Path, found: Collector) -> tuple[Call, ...]:
    return found.parse(path, lambda _: read_calls(value), "") or ()


def make_agreements(models: list[schema.AgreementModel | str], found: Collector) -> tuple[Agreement, ...]:
    """Agreements that the case states; the systems room reads the meanings and the lines themselves."""
    made = []
    for number, model in enumerate(models):
        path: Path = ("agreements", number)
        agreement = _line(model) if isinstance(model, str) else _agreement(model, path, found)
        if agreement is not None:
            made.append(agreement)
    return tuple(made)


def _line(text: str) -> Agreement | None:
    """A line such as "NS: 1NT is 12-14"."""
    match = re.match(r"\s*(?:(NS|EW|N|E|S|W)\s*:\s*)?(.+)", text, re.DOTALL)
    if match is None or not is_known(match.group(2)):
        return None
    return Agreement(text=match.group(2).strip(), by=read_actor(match.group(1)) if match.group(1) else None)


def _agreement(model: schema.AgreementModel, path: Path, found: Collector) -> Agreement | None:
    who = model.by or model.side
    by = found.parse(path, read_actor, who) if is_known(who) else None
    auction = model.auction if isinstance(model.auction, str) else " ".join(model.auction)
    calls = found.parse((*path, "auction"), read_calls, auction)
    call = found.parse((*path, "call"), read_call, model.call) if is_known(model.call) else None
    if call is None and calls:
        call, calls = calls[-1], calls[:-1]
    if call is None and not model.text:
        found.error(path, "an agreement needs a call", "add `call`, or an `auction` that ends with the call, or `text`")
        return None
    if not is_known(model.means) and not model.text:
        found.error((*path, "means"), "the meaning is empty", "write for example 'nat; S>=5; hcp 8-16'")
        return None
    before = " ".join(map(str, calls or ()))
    return Agreement(model.means, call, before, by, Standing(model.standing), model.note, model.text)


def make_polls(models: list[schema.PollModel], found: Collector) -> tuple[Poll, ...]:
    """The polls; counts cannot be negative nor exceed the number asked."""
    made = []
    for number, model in enumerate(models):
        path: Path = ("polls", number)
        votes = _counts(model.votes, (*path, "votes"), found)
        considered = _counts(model.considered, (*path, "considered"), found)
        total = sum(count for _, count in votes)
        if model.call_index < 0:
            found.error(path, "the poll does not say which call it is about", "add call_index, counted from 0")
            continue
        if model.out_of is not None and total > model.out_of:
            found.error((*path, "votes"), f"{total} votes of {model.out_of} players asked", "put votes or out_of right")
        most = max((count for _, count in considered), default=0)
        asked = model.out_of if model.out_of is not None else total
        if most > asked > 0:
            found.error((*path, "considered"), f"{most} of {asked} players considered one call", "put out_of right")
        made.append(
            Poll(model.call_index, votes, considered, model.out_of, model.players, model.informed, model.question)
        )
    return tuple(made)


def _counts(counts: dict[str, int], path: Path, found: Collector) -> tuple[tuple[Call, int], ...]:
    made = []
    for word, count in counts.items():
        call = found.parse((*path, word), read_call, word)
        if count < 0:
            found.error((*path, word), "a count cannot be negative", "write how many players said so")
        elif call is not None:
            made.append((call, count))
    return tuple(made)


def make_serious_errors(
    models: list[schema.SeriousErrorModel], events: tuple[Event, ...], found: Collector
) -> tuple[SeriousError, ...]:
    """The findings of self-inflicted damage: those listed, then those told as events."""
    made: list[SeriousError] = []
    for number, model in enumerate(models):
        path: Path = ("serious_errors", number)
        by: Seat | Side | None = found.parse((*path, "by"), read_actor, model.by) if is_known(model.by) else None
        result = found.parse((*path, "instead"), Result.parse, model.instead) if is_known(model.instead) else None
        made.append(SeriousError(by, model.kind, model.description, result, model.instead_score_ns))
    for event in events:
        if event.kind in (EventKind.SERIOUS_ERROR, EventKind.GAMBLING_ACTION):
            made.append(SeriousError(event.by, event.kind.value, event.description))
    return tuple(made)


def make_penalties(models: list[schema.PenaltyModel], found: Collector) -> tuple[ProceduralPenalty, ...]:
    """Penalties beside the score; one that names nobody is a problem, for somebody's total has to bear it."""
    made = []
    for number, model in enumerate(models):
        path: Path = ("penalties", number)
        if not is_known(model.by):
            found.error((*path, "by"), "the penalty names nobody", "write by = a side, NS or EW, or a seat")
            continue
        by: Seat | Side | None = found.parse((*path, "by"), read_actor, model.by)
        made.append(ProceduralPenalty(by, model.amount.strip(), model.law.strip(), model.reason))
    return tuple(made)
