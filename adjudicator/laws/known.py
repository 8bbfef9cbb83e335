"""The director's findings at the border: every value is of the kind its question asks for, or an error says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from adjudicator.bridge import AdjudicatorError, Call, Card, Problem, Suit
from adjudicator.laws.questions import QUESTIONS
from adjudicator.meanings import parse

__all__ = ["checked_facts", "checked_readings", "known_keys"]

_YES = {"yes": True, "true": True, "no": False, "false": False}

_BOOLEAN = frozenset({"own_misunderstanding", "player_in_turn_called", "rho_bound_to_pass", "right_lost_by", "tied"})
"""Findings that answer yes or no without being a question of the list."""

_WORDS: dict[str, tuple[str, ...]] = {
    "event": ("pairs", "teams", "individual"),
    "lho": ("accepts", "refuses", "no_choice"),
    "via": ("23A1", "23A2", "23A3"),
}
"""Words beyond those of the question, or for findings that are not asked."""

_LISTS: dict[str, Callable[[str], object]] = {
    "cards": Card.parse,
    "later_suits": Suit.parse,
    "wants_to_forbid": Suit.parse,
    "withdrawn_suits": Suit.parse,
}
_CALLS = frozenset({"final", "replaced_by", "tried"})
_SHARES = frozenset({"alternative_share", "choosing_share"})
_NUMBERS = frozenset({"level", "minutes", "revokes_in_suit", "tricks_made", "tricks_moved", "tricks_without"})
_OF_THE_CASE = frozenset(
    {"auction", "irregular_call", "meaning_new", "meaning_old", "offender", "replacement", "then", "turn"}
)
"""Questions that the case itself answers, not its findings."""
_FREE = frozenset({"agreement_shown", "meaning_intended", "question"})
_YES_OR_WORD: dict[str, tuple[str, ...]] = {
    "error": QUESTIONS["error_kind"].answers,
    "suggested": QUESTIONS["suggested"].answers,
}
"""Findings given as a word, or as a plain yes or no."""


def known_keys() -> frozenset[str]:
    """Every fact that some rule of some edition may ask for."""
    named = {*QUESTIONS, *_BOOLEAN, *_WORDS, *_LISTS, *_CALLS, *_SHARES, *_NUMBERS, *_FREE, *_YES_OR_WORD}
    return frozenset(named) - _OF_THE_CASE


def checked_facts(values: Mapping[str, Any], *, only_known: bool = False) -> dict[str, Any]:
    """The findings with every value in the form the rules read. Raises AdjudicatorError naming each bad one.

    Keys that no rule asks for pass through, since other questions of a case may need them; with `only_known`, as
    in law tables, they are an error.

    >>> checked_facts({"lho_called": "yes", "time": "after_lho"})
    {'lho_called': True, 'time': 'after_lho'}
    """
    found: dict[str, Any] = {}
    problems: list[Problem] = []
    for key, value in values.items():
        if only_known and key not in known_keys():
            problems.append(_unknown(key))
            continue
        try:
            found[key] = _checked(key, value)
        except AdjudicatorError as error:
            problems += [Problem(p.message, p.next_step, field=f"facts.{key}") for p in error.problems]
    if problems:
        raise AdjudicatorError(*problems)
    return found


def _unknown(key: str) -> Problem:
    near = get_close_matches(key, sorted(known_keys()), n=3)
    advice = f"did you mean {' or '.join(near)}?" if near else "`adjudicator law show RULE` names the facts it needs"
    return Problem(f"no rule asks for a fact '{key}'", advice, field=f"facts.{key}")


def _checked(key: str, value: Any) -> Any:
    if key in _LISTS:
        return _list(key, value)
    if key in _CALLS:
        Call.parse(_text(key, value))
        return value
    if key in _SHARES or key in _NUMBERS:
        return _number(key, value)
    if key in _YES_OR_WORD:
        return value if isinstance(value, bool) else _word(key, value, _YES_OR_WORD[key])
    if key in _BOOLEAN or (key in QUESTIONS and QUESTIONS[key].answers == ("yes", "no")):
        return _yes_or_no(key, value)
    answers = _WORDS.get(key) or (QUESTIONS[key].answers if key in QUESTIONS else ())
    return _word(key, value, answers) if answers else value


def _wrong(key: str, value: Any, advice: str) -> AdjudicatorError:
    asked = f" ({QUESTIONS[key].text})" if key in QUESTIONS else ""
    return AdjudicatorError(Problem(f"{value!r} is no answer to '{key}'{asked}", advice, field=f"facts.{key}"))


def _text(key: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _wrong(key, value, "write it as text, in quotes")
    return value


def _yes_or_no(key: str, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in _YES:
        return _YES[value.strip().lower()]
    raise _wrong(key, value, "write true or false; leave the key out if it is not known")


def _word(key: str, value: Any, answers: tuple[str, ...]) -> str:
    if isinstance(value, str) and value in answers:
        return value
    raise _wrong(key, value, f"write one of: {', '.join(answers)}; leave the key out if it is not known")


def _list(key: str, value: Any) -> list[str]:
    if not isinstance(value, list | tuple):
        raise _wrong(key, value, 'write a list, such as ["S", "H"], or [] for none')
    for item in value:
        _LISTS[key](_text(key, item))
    return list(value)


def _number(key: str, value: Any) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _wrong(key, value, "write a number, without quotes")
    if value < 0 or (key in _SHARES and value > 1):
        raise _wrong(key, value, "write a share from 0 to 1" if key in _SHARES else "write a number from 0 up")
    return value


def checked_readings(value: Any, field: str) -> tuple[str, ...]:
    """The readings of a call; none if one of them is nothing but a comment, because then the meaning is not known."""
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list | tuple) or not all(isinstance(text, str) for text in value):
        advice = 'write a list of readings, such as ["nat; H>=5; hcp 11-19"]'
        raise AdjudicatorError(Problem(f"{value!r} are no readings of a call", advice, field=field))
    return () if any(_comment_only(text) for text in value) else tuple(value)


def _comment_only(reading: str) -> bool:
    meaning = parse(reading, comments=True)
    return bool(meaning.comments) and meaning == parse("any") and "any" not in reading.replace(";", " ").split()
