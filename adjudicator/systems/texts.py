"""From a rule's text to a finished meaning: parameters, named constraints, auction values, suit letters.

``$nt`` is a parameter (a pair becomes a range), ``$nt.hi`` its upper end, ``{25-pd.h0}`` a number computed
from what partner has shown, a bare name of `let` its text, ``x M oM …`` the suits bound by the context, and ``t p o e``
the trump suit, partner's, our own and their first suit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from adjudicator.bridge import AdjudicatorError
from adjudicator.systems.guards import compile_guard

__all__ = ["SUIT_LETTERS", "TextError", "finish", "guard_with_params"]

SUIT_LETTERS = "CDHS"
_BRACE = re.compile(r"\{([^{}]*)\}")
_PARAM = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]*)(\.lo|\.hi)?")
_VARIABLE = re.compile(r"\b(oM|om|[xyzwMmqtpoed])\b")
_LONGEST = re.compile(r"@longest\((\w+)\)")
_ROLES = {"t": "trump", "p": "pdsuit", "o": "mysuit", "e": "theirsuit", "d": "lastden"}
_RANGE = re.compile(r"(?<![\d.])(\d+)\.\.(\d+)(?![\d.])")


class TextError(AdjudicatorError):
    """A rule text that names something the system does not define."""


def _param(match: re.Match[str], params: Mapping[str, object]) -> str:
    name, end = match.group(1), match.group(2)
    if name not in params:
        raise TextError(f"parameter ${name} is not defined")
    value = params[name]
    if isinstance(value, list | tuple):
        if end:
            return str(value[0 if end == ".lo" else 1])
        return f"{value[0]}..{value[1]}"
    if end:
        return str(value)
    return str(int(value)) if isinstance(value, bool) else str(value)


@lru_cache(maxsize=8192)
def _expand(text: str, lets: tuple[tuple[str, str], ...]) -> str:
    """Named constraints replaced by their text, to any depth below ten; ``good(x)`` passes its argument."""
    for _ in range(10):
        before = text
        for head, body in lets:
            name, _, argument = head.partition("(")
            if argument:
                formal = argument.rstrip(")")
                text = re.sub(
                    rf"(?<![\w$.]){name}\((\w+)\)",
                    lambda found: "(" + re.sub(rf"\b{formal}\b", found.group(1), body) + ")",  # noqa: B023
                    text,
                )
            else:
                text = re.sub(rf"(?<![\w$.]){name}(?![\w(])", f"({body})", text)
        if text == before:
            return text
    raise TextError(f"named constraints refer to each other in a circle: {text[:60]!r}")


def finish(
    text: str,
    lets: tuple[tuple[str, str], ...],
    params: Mapping[str, object],
    environment: Mapping[str, object],
    bindings: Mapping[str, int],
) -> str | None:
    """The meaning in plain form, or None when its numbers leave no hand (a range upside down).

    >>> finish("hcp $nt & x >= {8-3}", (), {"nt": [15, 17]}, {}, {"x": 2})
    'hcp 15..17 & H >= 5'
    """
    text = _expand(text, lets)
    if "$" in text:
        text = _PARAM.sub(lambda found: _param(found, params), text)
    if "{" in text:
        text = _BRACE.sub(lambda found: str(max(0, _number(found.group(1), environment))), text)
    if "@" in text:
        texts = environment["@texts"]
        text = _LONGEST.sub(
            lambda found: _named(f"@longest_{_letter(found.group(1), bindings, environment)}", texts), text
        )
        text = re.sub(r"@\w+", lambda found: _named(found.group(), texts), text)
    text = _VARIABLE.sub(lambda found: _letter(found.group(1), bindings, environment), text)
    if "?" in text and "?suit" in text:
        return None
    for low, high in _RANGE.findall(text):
        if int(low) > int(high):
            return None
    return text


def _named(name: str, texts: object) -> str:
    if not isinstance(texts, dict) or name not in texts:
        raise TextError(f"{name} is not a constraint of the auction")
    return str(texts[name])


def _number(expression: str, environment: Mapping[str, object]) -> int:
    value = compile_guard(expression).value(environment)
    if not isinstance(value, int):
        raise TextError(f"{{{expression}}} is not a whole number")
    return int(value)


def _letter(name: str, bindings: Mapping[str, int], environment: Mapping[str, object]) -> str:
    """The suit a variable stands for: bound by the pattern, or a role (trump, partner's, own, their first suit)."""
    if name in bindings:
        return SUIT_LETTERS[bindings[name]]
    if name in _ROLES:
        suit = environment.get(_ROLES[name], -1)
        return SUIT_LETTERS[suit] if isinstance(suit, int) and 0 <= suit < 4 else "?suit"
    base = name[-1]
    if len(name) == 2 and base in bindings:
        return SUIT_LETTERS[(5 if base == "M" else 1) - bindings[base]]
    return name


def guard_with_params(text: str, params: Mapping[str, object]) -> str:
    """A guard's text with parameters written as literals (strings quoted)."""

    def literal(found: re.Match[str]) -> str:
        value = params.get(found.group(1))
        if value is None and found.group(1) not in params:
            raise TextError(f"parameter ${found.group(1)} is not defined")
        if isinstance(value, list | tuple):
            return str(value[0 if found.group(2) != ".hi" else 1])
        return repr(value) if isinstance(value, str) else str(int(value) if isinstance(value, bool) else value)

    return _PARAM.sub(literal, text) if "$" in text else text
