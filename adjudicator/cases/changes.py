"""One judgement changed: ``poll.16="P:5 6S:2"``, ``facts.misled=yes``, ``events.1.suggested=no``, ``law_edition=2017``.

A change names a key of the case file and its new value. Events count from 1, as the page numbers them; polls are
named by the index of the call they are about. ``shares``, ``considered``, ``weights``, ``lead``, ``makes`` and
``as_played`` are numbers of ``config.judged``; ``threshold`` is the share that must consider a logical alternative;
``serious_error.EW`` finds one, with the N/S score that would have been reached without it. The file itself is never
touched.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from adjudicator.bridge import AdjudicatorError, Problem
from adjudicator.cases.loader import CASE_SIZE_LIMIT, parse_case
from adjudicator.cases.model import LoadedCase, Standing
from adjudicator.formats.textfile import read_text

_JUDGED = frozenset({"shares", "considered", "weights", "lead", "makes", "as_played"})
_EXAMPLES = {
    "shares": "shares.16.P=0.4",
    "considered": "considered.16.P=0.1",
    "weights": "weights.'3NT E'=0.4",
    "makes": "makes.'3NT E'=0.5",
}
_WORDS = {"yes": True, "no": False, "true": True, "false": False}
_STANDINGS = {standing.value for standing in Standing}


def load_changed(path: Path, changes: Iterable[str]) -> LoadedCase:
    """The case in a file as it would be with the changes made."""
    text, problems = read_text(path, CASE_SIZE_LIMIT)
    if problems:
        return LoadedCase(None, problems)
    is_json = path.suffix == ".json" or text.lstrip().startswith("{")
    raw: dict[str, Any] = json.loads(text) if is_json else tomllib.loads(text)
    for change in changes:
        apply_change(raw, change)
    changed = parse_case(json.dumps(raw, default=str), str(path), is_json=True, folder=path.parent)
    of_the_file = {(p.field, p.message): p for p in parse_case(text, str(path), folder=path.parent).problems}
    told = (of_the_file.get((p.field, p.message)) or replace(p, file="--set", line=None) for p in changed.problems)
    return LoadedCase(changed.case, tuple(told))


def apply_change(raw: dict[str, Any], change: str) -> None:
    """Make one change in the mapping of a case file.

    >>> case = {"events": [{"kind": "hesitation"}]}
    >>> apply_change(case, "events.1.suggested=no")
    >>> apply_change(case, "poll.4=P:5 2S:1")
    >>> case["events"][0]["facts"], case["polls"]
    ({'suggested': False}, [{'call_index': 4, 'votes': {'P': 5, '2S': 1}}])
    """
    key, sign, text = change.partition("=")
    steps = [step.strip().strip("\"'") for step in key.strip().split(".") if step.strip()]
    if not sign or not steps:
        raise _bad(change, "write key=value, such as facts.misled=yes")
    if steps[0] == "poll" and len(steps) == 2:
        _set_poll(raw, steps[1], text, change)
    elif steps == ["as_played"] or (steps[0] in _JUDGED and len(steps) > 1):
        _set_deep(raw, ["config", "judged", *steps], _value(text), change)
    elif steps[0] in _JUDGED - {"lead"}:
        raise _bad(change, f"say which, such as {_EXAMPLES[steps[0]]}")
    elif steps[0] == "threshold" and len(steps) == 1:
        _set_deep(raw, ["config", "laws", "la_considered"], _share(text, change), change)
    elif steps[0] == "serious_error" and len(steps) == 2:
        _set_error(raw, steps[1].upper(), text.strip(), change)
    elif steps[0] in ("event", "events") and len(steps) >= 3:
        _set_event(raw, steps[1], steps[2:], text, change)
    elif steps[0] == "facts" and len(steps) == 2:
        facts = raw.setdefault("facts", {})
        facts[steps[1]] = _fact(facts.get(steps[1]), text)
    else:
        _set_deep(raw, steps, _value(text), change)


def _bad(change: str, step: str) -> AdjudicatorError:
    return AdjudicatorError(Problem(f"the change '{change}' cannot be made", step, field="--set"))


def _set_poll(raw: dict[str, Any], index: str, text: str, change: str) -> None:
    if not index.isdigit():
        raise _bad(change, "name the call by its index, such as poll.16=P:5,6S:2")
    votes: dict[str, int] = {}
    for part in text.replace(",", " ").split():
        call, colon, count = part.partition(":")
        if not colon or not count.isdigit():
            raise _bad(change, "give votes as call:count, such as P:5,6S:2")
        votes[call.upper()] = int(count)
    polls = [poll for poll in raw.get("polls", []) if poll.get("call_index") != int(index)]
    raw["polls"] = [*polls, {"call_index": int(index), "votes": votes}]


def _set_event(raw: dict[str, Any], number: str, steps: list[str], text: str, change: str) -> None:
    events = raw.get("events", [])
    if not number.isdigit() or not 1 <= int(number) <= len(events):
        raise _bad(change, f"the case has events 1 to {len(events)}")
    event = events[int(number) - 1]
    name = steps[-1]
    if len(steps) == 1 and name in event and name != "facts":
        event[name] = _value(text)
        return
    facts = event.setdefault("facts", {})
    facts[name] = _fact(facts.get(name), text)


def _share(text: str, change: str) -> float:
    try:
        number = float(text.strip().rstrip("% ")) / (100 if text.strip().endswith("%") else 1)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise _bad(change, "give a share from 0 to 1, such as 0.3 or 30%")
    return number


def _set_error(raw: dict[str, Any], side: str, text: str, change: str) -> None:
    """A serious error of one side found, or taken back: ``no``, ``yes``, or the N/S score reached without it."""
    if side not in ("NS", "EW"):
        raise _bad(change, "name the side, such as serious_error.EW=-620")
    errors = [error for error in raw.get("serious_errors", []) if error.get("by") != side]
    word = text.lower()
    if word not in ("no", "false"):
        found: dict[str, Any] = {"by": side, "description": "found for this ruling"}
        if word not in ("yes", "true"):
            if not text.lstrip("+-").isdigit():
                raise _bad(change, "give yes, no, or the N/S score without the error, such as serious_error.EW=-620")
            found["instead_score_ns"] = int(text)
        errors.append(found)
    raw["serious_errors"] = errors


def _fact(old: Any, text: str) -> Any:
    """A new value, or only a new standing of the old one."""
    word = text.strip().lower()
    if word not in _STANDINGS:
        return _value(text)
    kept = old.get("value") if isinstance(old, dict) else old
    return {"value": True if kept is None else kept, "standing": word}


def _set_deep(raw: dict[str, Any], steps: list[str], value: Any, change: str) -> None:
    place: Any = raw
    for step in steps[:-1]:
        place = place.setdefault(step, {}) if isinstance(place, dict) else None
    if not isinstance(place, dict):
        raise _bad(change, "name a key of the case file, see `adjudicator schema`")
    place[steps[-1]] = value


def _value(text: str) -> Any:
    """A TOML value where the text is one, else the text itself."""
    plain = text.strip()
    if plain.lower() in _WORDS:
        return _WORDS[plain.lower()]
    try:
        return tomllib.loads(f"value = {plain}")["value"]
    except tomllib.TOMLDecodeError:
        return plain
