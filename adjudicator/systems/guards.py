"""The guard language: conditions on the auction (never on the hidden cards) that switch a rule on.

A guard such as ``pd.min(x) >= 4 & !gf & level <= 3`` is an expression over the actor's view of the auction.
It is parsed once, checked against a closed list of names and node kinds, and evaluated against a mapping of
values; nothing else of the interpreter is reachable from a system file.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache
from types import CodeType

from adjudicator.bridge import AdjudicatorError

__all__ = ["Guard", "GuardError", "compile_guard", "split_guard"]

VARIABLES = frozenset({"x", "y", "z", "w", "M", "m", "oM", "om", "q", "t"})
SUIT_NAMES = {"C": 0, "D": 1, "H": 2, "S": 3, "NT": 4}

#: Everything a guard may say about the auction; `views.environment` and the call considered supply exactly these.
NAMES = frozenset(
    [
        "seat",
        "vul",
        "oppvul",
        "fav",
        "unfav",
        "passed",
        "pdpassed",
        "undisturbed",
        "contested",
        "forced",
        "gf",
        "inv",
        "agreed",
        "balancing",
        "passout",
        "we_opened",
        "they_opened",
        "iopened",
        "pdopened",
        "mycalls",
        "pdcalls",
        "ourcalls",
        "theircalls",
        "oursuits",
        "theirsuits",
        "level",
        "den",
        "lastlevel",
        "lastden",
        "lastours",
        "doubled",
        "pdlast",
        "mylast",
        "rholast",
        "lholast",
        "pdforce",
        "pdart",
        "pdask",
        "pdid",
        "myid",
        "rhoart",
        "lhoart",
        "rhoid",
        "lhoid",
        "rhoforce",
        "ours",
        "theirs",
        "unbid",
        "low",
        "pd",
        "me",
        "lho",
        "rho",
        "fit",
        "ntours",
        "jump",
        "trump",
        "asked",
        "game",
        "firstbid",
        "mysuit",
        "mysuit2",
        "pdsuit",
        "pdsuit2",
        "theirsuit",
        "theirsuit2",
        "pdjump",
        "they_limited",
        "max",
        "min",
        "abs",
        "pdlastsuit",
        "opp_fit",
        "our_nt",
        "pd_nt",
        "total_passes",
        "pdp",
        "nti",
        "pdis",
        "myis",
        "rhois",
        "lhois",
    ]
)
ATTRIBUTES = frozenset({"min", "max", "h0", "h1", "bid", "balanced", "limited", "calls"})

_ALLOWED = (
    ast.Expression,
    ast.BoolOp,
    ast.And,
    ast.Or,
    ast.UnaryOp,
    ast.Not,
    ast.USub,
    ast.BinOp,
    ast.Add,
    ast.Sub,
    ast.Mult,
    ast.FloorDiv,
    ast.Compare,
    ast.Eq,
    ast.NotEq,
    ast.Lt,
    ast.LtE,
    ast.Gt,
    ast.GtE,
    ast.In,
    ast.NotIn,
    ast.Name,
    ast.Load,
    ast.Constant,
    ast.Tuple,
    ast.Call,
    ast.Attribute,
)


class GuardError(AdjudicatorError):
    """A guard that cannot be read; the text says where and what was expected."""


class Guard:
    """A compiled guard: `names` it reads and `value(environment)`."""

    __slots__ = ("code", "names", "text")

    def __init__(self, text: str, code: CodeType, names: frozenset[str]) -> None:
        self.text, self.code, self.names = text, code, names

    def value(self, environment: Mapping[str, object]) -> object:
        """What the expression is worth in this view of the auction."""
        return eval(self.code, _NO_BUILTINS, environment)

    def holds(self, environment: Mapping[str, object]) -> bool:
        """True when the rule is switched on."""
        return bool(self.value(environment))


_NO_BUILTINS: dict[str, object] = {"__builtins__": {}}


def _pythonic(text: str) -> str:
    quoted = re.split(r"('[^']*')", text)
    for i in range(0, len(quoted), 2):
        part = quoted[i].replace("&", " and ").replace("|", " or ")
        quoted[i] = re.sub(r"!(?!=)", " not ", part)
    return "".join(quoted).strip()


@cache
def compile_guard(text: str, params: frozenset[str] = frozenset()) -> Guard:
    """Read a guard; `params` are extra names (a system's parameters) it may use.

    >>> compile_guard("level <= 3 & !gf").holds({"level": 2, "gf": False})
    True
    """
    try:
        tree = ast.parse(_pythonic(text), mode="eval")
    except SyntaxError as error:
        raise GuardError(f"guard {text!r}: cannot be read near column {error.offset}") from None
    names: set[str] = set()
    for node in ast.walk(tree):
        if not isinstance(node, _ALLOWED):
            raise GuardError(f"guard {text!r}: {type(node).__name__} is not part of the language")
        if isinstance(node, ast.Name):
            names.add(node.id)
        if isinstance(node, ast.Attribute) and node.attr not in ATTRIBUTES:
            raise GuardError(f"guard {text!r}: unknown property .{node.attr}")
    unknown = names - NAMES - VARIABLES - set(SUIT_NAMES) - params
    if unknown:
        raise GuardError(f"guard {text!r}: unknown name {sorted(unknown)[0]!r}")
    return Guard(text, compile(tree, "<guard>", "eval"), frozenset(names))


_OF_THE_CALL = VARIABLES | {"level", "den", "jump"}


@cache
def split_guard(text: str) -> tuple[Guard | None, Guard | None]:
    """The guard's conjuncts that do not depend on the call considered, and the others.

    >>> [part.text for part in split_guard("!gf & pd.min(x) >= 4")]
    ['not gf', 'pd.min(x) >= 4']
    """
    compile_guard(text)
    body = ast.parse(_pythonic(text), mode="eval").body
    parts = list(_conjuncts(body))
    before: list[str] = []
    after: list[str] = []
    for part in parts:
        names = {node.id for node in ast.walk(part) if isinstance(node, ast.Name)}
        (after if names & _OF_THE_CALL else before).append(ast.unparse(part))
    return (
        compile_guard(" and ".join(f"({t})" if len(before) > 1 else t for t in before)) if before else None,
        compile_guard(" and ".join(f"({t})" if len(after) > 1 else t for t in after)) if after else None,
    )


def _conjuncts(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return [inner for value in node.values for inner in _conjuncts(value)]
    return [node]
