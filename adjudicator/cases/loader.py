"""Load a case file, TOML or JSON: every problem at once, with file, line, field and next step."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path as FilePath
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from adjudicator.bridge import Problem
from adjudicator.cases import schema
from adjudicator.cases.check import check_case
from adjudicator.cases.collector import Collector
from adjudicator.cases.convert import make_case
from adjudicator.cases.field_file import with_field_of_file
from adjudicator.cases.model import Case, Event, LoadedCase
from adjudicator.cases.rotation import fill_skipped_turns
from adjudicator.cases.sourcelines import Path, json_lines, toml_lines
from adjudicator.formats.textfile import read_text

CASE_SIZE_LIMIT = 2_000_000
LIKENESS = 0.75


def load_case(path: FilePath | str) -> LoadedCase:
    """The case in a file, and all that is wrong with it."""
    file = FilePath(path)
    text, problems = read_text(file, CASE_SIZE_LIMIT)
    if problems:
        return LoadedCase(None, problems)
    return parse_case(text, str(file), folder=file.parent)


def parse_case(text: str, name: str = "", *, is_json: bool | None = None, folder: FilePath | None = None) -> LoadedCase:
    """The case in a text; JSON when it begins with a brace or the name ends in `.json`.

    Files that the case names are read from `folder`; without one they are not read.
    """
    as_json = is_json if is_json is not None else name.endswith(".json") or text.lstrip().startswith("{")
    try:
        raw = json.loads(text, object_pairs_hook=once_each) if as_json else tomllib.loads(text)
    except (json.JSONDecodeError, tomllib.TOMLDecodeError) as failure:
        return LoadedCase(None, (syntax_problem(failure, text, name, as_json),))
    except DoubledKey as failure:
        step = "keep one of the two"
        return LoadedCase(None, (Problem(f"the key '{failure}' is given twice in one object", step, name),))
    except ValueError:
        step = "no number of a case has more than a dozen digits"
        return LoadedCase(None, (Problem("a number is too long to be read", step, name, longest_number(text)),))
    except RecursionError:
        return LoadedCase(None, (Problem("the values are nested too deeply", "write a plain case file", name),))
    if not isinstance(raw, dict):
        return LoadedCase(None, (Problem("a case is an object with keys", "see `adjudicator schema`", name),))
    if not raw:
        return LoadedCase(None, (Problem("the case file says nothing", "see `adjudicator new`", name),))
    lines = json_lines(text) if as_json else toml_lines(text)
    return build_case(raw, Collector(name, lines), folder)


class DoubledKey(Exception):
    """A JSON object names one key twice; TOML refuses that by itself."""


def once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The pairs of a JSON object as a mapping, unless a key comes twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise DoubledKey(next(key for key in keys if keys.count(key) > 1))
    return found


def longest_number(text: str) -> int:
    """The line of the longest run of digits."""
    place = max(re.finditer(r"\d+", text), key=lambda found: len(found.group())).start()
    return text.count("\n", 0, place) + 1


def build_case(raw: dict[str, Any], found: Collector, folder: FilePath | None = None) -> LoadedCase:
    """The case in a mapping that has been read from a file or sent by the web page."""
    extras: dict[Path, dict[str, Any]] = {}
    clean = take_unknown_keys(rename_aliases(raw, found), schema.CaseModel, (), extras, found)
    model = validate(clean, found)
    case = fill_skipped_turns(make_case(model, extras, found, found.file))
    if folder is not None:
        case = with_field_of_file(case, folder, found)
    check_case(case, found, model.table_tricks)
    case = replace(case, events=tuple(with_replacement(case, event) for event in case.events))
    return LoadedCase(case, tuple(sorted(found.problems, key=lambda problem: problem.line or 0)))


def with_replacement(case: Case, event: Event) -> Event:
    """A call that was not accepted has been replaced by the one that stands in its place."""
    standing = case.auction is not None and 0 <= event.call_index < len(case.auction)
    if event.replacement is not None or event.accepted is not False or not event.withdrawn_calls or not standing:
        return event
    assert case.auction is not None
    if event.by is not case.auction.seat_of(event.call_index):
        return event
    return replace(event, replacement=case.auction.calls[event.call_index])


def syntax_problem(failure: Exception, text: str, name: str, as_json: bool) -> Problem:
    """A fault of TOML or JSON itself."""
    kind = "JSON" if as_json else "TOML"
    line = getattr(failure, "lineno", None)
    message = str(failure)
    if line is None and "at line " in message:
        line = int(message.split("at line ")[1].split(",")[0])
    elif line is None:
        line = text.count("\n") + 1
    reason = message.split(" (at ")[0].split(": line ")[0]
    step = 'a case file has lines such as dealer = "N"; `adjudicator new` makes one from a record'
    return Problem(f"this is no valid {kind}: {reason[:1].lower()}{reason[1:]}", step, name, line)


def rename_aliases(raw: Mapping[str, Any], found: Collector) -> dict[str, Any]:
    """The same keys under the names of the schema."""
    renamed: dict[str, Any] = {}
    for key, value in raw.items():
        name = schema.ALIASES.get(key, key)
        if name != key and name in raw:
            found.error((key,), f"'{key}' and '{name}' say the same thing", f"keep '{name}'")
            continue
        renamed[name] = value
        if name != key and (key,) in found.lines:
            found.lines.setdefault((name,), found.lines[(key,)])
    return renamed


def take_unknown_keys(
    raw: Mapping[str, Any], model: type[BaseModel], path: Path, extras: dict[Path, dict[str, Any]], found: Collector
) -> dict[str, Any]:
    """The known keys, at every depth; the others go to `extras` and are reported unless they are notes."""
    known: dict[str, Any] = {}
    for key, value in raw.items():
        field = model.model_fields.get(key)
        if field is None:
            extras.setdefault(path, {})[key] = value
            if not key.endswith(schema.NOTE_SUFFIXES):
                report_unknown(key, model, raw, path, found)
            continue
        inner = model_inside(field.annotation)
        if inner is not None and isinstance(value, Mapping):
            value = take_unknown_keys(value, inner, (*path, key), extras, found)
        elif inner is not None and isinstance(value, list):
            value = [
                take_unknown_keys(item, inner, (*path, key, number), extras, found)
                if isinstance(item, Mapping)
                else item
                for number, item in enumerate(value)
            ]
        known[key] = value
    return known


def model_inside(annotation: Any) -> type[BaseModel] | None:
    """The model that a field holds, alone or in a list."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((inner for part in get_args(annotation) if (inner := model_inside(part)) is not None), None)


def report_unknown(key: str, model: type[BaseModel], raw: Mapping[str, Any], path: Path, found: Collector) -> None:
    """An unknown key: an error when it looks like a slip for one that matters and is absent, else a warning."""
    absent = [name for name in model.model_fields if name not in raw]
    near = get_close_matches(key.lower(), absent, n=1, cutoff=LIKENESS)
    if near and near[0] not in schema.FOR_THE_READER and not is_for_the_reader(path):
        found.error((*path, key), f"'{key}' is no key of a case", f"did you mean '{near[0]}'?")
    elif near:
        found.warn((*path, key), f"'{key}' is no key of a case", f"did you mean '{near[0]}'?")
    else:
        found.warn((*path, key), f"'{key}' is no key of a case; it is kept and not used", "see `adjudicator schema`")


def is_for_the_reader(path: Path) -> bool:
    """Whether a place of the file has no influence on a ruling: comments, and what others ruled."""
    return bool(path) and (path[0] in schema.FOR_THE_READER or path[-1] in schema.FOR_THE_READER)


def validate(raw: dict[str, Any], found: Collector) -> schema.CaseModel:
    """The model; every value of a wrong kind is reported and taken out, so that the rest can be looked at."""
    for _ in range(100):
        try:
            return schema.CaseModel.model_validate(raw)
        except ValidationError as failure:
            wrong: dict[Path, str] = {}
            for error in failure.errors(include_url=False):
                path = real_path(raw, error["loc"])
                wrong.setdefault(path, error["msg"].replace("Input should be", "this should be", 1)[:200])
            for path, message in wrong.items():
                tell = found.warn if is_for_the_reader(path) else found.error
                tell(path, message, "see `adjudicator schema` for what may stand here")
            for path in sorted(wrong, key=str, reverse=True):
                remove(raw, path)
    return schema.CaseModel.model_validate({})


def real_path(raw: Any, location: tuple[int | str, ...]) -> Path:
    """The part of an error's location that is in the data (the rest names branches of a union)."""
    path: list[str | int] = []
    here = raw
    for part in location:
        inside = (isinstance(here, Mapping) and part in here) or (
            isinstance(here, list) and isinstance(part, int) and part < len(here)
        )
        if not inside:
            break
        here = here[part]
        path.append(part)
    return tuple(path)


def remove(raw: Any, path: Path) -> None:
    """Take one value out."""
    here = raw
    for part in path[:-1]:
        try:
            here = here[part]
        except (KeyError, IndexError, TypeError):
            return
    if path and isinstance(here, dict):
        here.pop(str(path[-1]), None)
    elif path and isinstance(here, list) and isinstance(path[-1], int) and path[-1] < len(here):
        del here[path[-1]]
