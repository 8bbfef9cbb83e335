"""Context patterns: which auctions a rule speaks about, read from the acting side.

``1N 2C 2D`` is our uncontested auction; ``(1x) X`` our double over their opening; ``… 4N 5H`` any auction
whose last calls are these.  Passes nobody wrote are filled in, so a pattern never fires over interference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from adjudicator.bridge import AdjudicatorError

__all__ = ["Bindings", "CallToken", "Pattern", "PatternError", "cheapest_level", "parse_pattern"]

Bindings = dict[str, int]
PASS, DOUBLE, REDOUBLE, FIRST_BID, CALLS = 0, 1, 2, 3, 38
DENOMINATIONS = {"C": 0, "D": 1, "H": 2, "S": 3, "N": 4, "NT": 4}
PRIMARY = ("x", "y", "z", "w", "M", "m", "q")
_BID = re.compile(r"^([1-7]|n|jj?)(NT|N|[CDHS]|oM|om|[xyzwMmq])$")


class PatternError(AdjudicatorError):
    """A context pattern that cannot be read."""


def cheapest_level(den: int, last_bid: int | None) -> int:
    """The lowest level at which `den` may be bid over `last_bid` (8 when none is left)."""
    if last_bid is None:
        return 1
    level, last_den = divmod(last_bid - FIRST_BID, 5)
    return level + 1 + (den <= last_den)


def _bind(name: str, suit: int, bound: Bindings) -> Bindings | None:
    """`bound` with variable `name` standing for `suit`, or None when that contradicts it."""
    if name in ("oM", "om"):
        inner = _bind(name[1], (5 if name == "oM" else 1) - suit, bound)
        return inner
    if name in bound:
        return bound if bound[name] == suit else None
    if (name == "M" and suit < 2) or (name == "m" and suit > 1) or suit > 3 or suit < 0:
        return None
    if any(bound[other] == suit for other in PRIMARY if other in bound and other != "q" and name != "q"):
        return None
    return {**bound, name: suit}


@dataclass(frozen=True)
class CallToken:
    """One call of a pattern: what it may be and which variable it binds."""

    kind: str  # pass, double, redouble, bid, any, bids
    level: str = ""
    den: str = ""

    @property
    def literal(self) -> int:
        """How much of the call is fixed: 2 fully, 1 in part, 0 not."""
        if self.kind in ("any", "bids"):
            return 0
        if self.kind != "bid":
            return 2
        return int(self.level.isdigit()) + int(self.den in DENOMINATIONS)

    def match(self, call: int, last_bid: int | None, bound: Bindings) -> Bindings | None:
        """Bindings after reading `call` here, or None."""
        if self.kind == "any":
            return bound
        if self.kind == "bids":
            return bound if call >= FIRST_BID else None
        if self.kind != "bid":
            return bound if call == {"pass": PASS, "double": DOUBLE, "redouble": REDOUBLE}[self.kind] else None
        if call < FIRST_BID:
            return None
        level, den = divmod(call - FIRST_BID, 5)
        if self.level.isdigit():
            if level + 1 != int(self.level):
                return None
        elif level + 1 != cheapest_level(den, last_bid) + len(self.level) - (self.level == "n"):
            return None
        if self.den in DENOMINATIONS:
            return bound if DENOMINATIONS[self.den] == den else None
        return _bind(self.den, den, bound) if den < 4 else None

    def candidates(self, last_bid: int | None, bound: Bindings) -> Iterator[tuple[int, Bindings]]:
        """Every call the token can stand for after `last_bid`, with its bindings."""
        if self.kind != "bid":
            calls = {"pass": (PASS,), "double": (DOUBLE,), "redouble": (REDOUBLE,)}.get(self.kind)
            first = FIRST_BID if last_bid is None else last_bid + 1
            for call in calls or range(first, CALLS):
                yield call, bound
            return
        for den in (DENOMINATIONS[self.den],) if self.den in DENOMINATIONS else range(4):
            cheapest = cheapest_level(den, last_bid)
            level = int(self.level) if self.level.isdigit() else cheapest + len(self.level) - (self.level == "n")
            if not cheapest <= level <= 7:
                continue
            after = bound if self.den in DENOMINATIONS else _bind(self.den, den, bound)
            if after is not None:
                yield FIRST_BID + 5 * (level - 1) + den, after


@cache
def parse_token(text: str) -> tuple[CallToken, ...]:
    """A token without its brackets: alternatives separated by ``|`` or inside braces by commas."""
    inner = text.strip("{}").replace(",", "|")
    found = []
    for part in inner.split("|"):
        part = part.strip()
        simple = {"P": "pass", "X": "double", "XX": "redouble", "any": "any", "bid": "bids"}.get(part)
        bid = _BID.match(part)
        if simple:
            found.append(CallToken(simple))
        elif part == "cue":
            found.append(CallToken("bid", "n", "q"))
        elif part == "jcue":
            found.append(CallToken("bid", "j", "q"))
        elif bid:
            found.append(CallToken("bid", bid.group(1), bid.group(2)))
        else:
            raise PatternError(f"{part!r} is not a call (write 1N, 2x, nx, jx, cue, P, X, XX, any or bid)")
    return tuple(found)


@dataclass(frozen=True)
class Pattern:
    """Calls before the decision: `head` from the opening, `tail` up to now; `open_ended` when anything may
    stand between them.  Each entry is (ours, alternatives)."""

    text: str
    head: tuple[tuple[bool, tuple[CallToken, ...]], ...]
    tail: tuple[tuple[bool, tuple[CallToken, ...]], ...]
    open_ended: bool
    literals: int

    def match(self, calls: Sequence[int], ours_first: bool) -> Bindings | None:
        """Bindings when `calls` (from the first call that is not Pass) fit; `ours_first` says whose it was."""
        if not self.open_ended:
            if len(calls) != len(self.head):
                return None
            if self.head and self.head[0][0] != ours_first:
                return None
            return _walk(self.head, calls, 0, {})
        if len(calls) < len(self.head) + len(self.tail):
            return None
        if self.head and self.head[0][0] != ours_first:
            return None
        bound = _walk(self.head, calls, 0, {})
        return None if bound is None else _walk(self.tail, calls, len(calls) - len(self.tail), bound)


def _walk(
    tokens: tuple[tuple[bool, tuple[CallToken, ...]], ...], calls: Sequence[int], start: int, bound: Bindings
) -> Bindings | None:
    last: int | None = None
    if tokens:
        for call in calls[:start]:
            if call >= FIRST_BID:
                last = call
    now: Bindings | None = bound
    for (_, alternatives), call in zip(tokens, calls[start:], strict=False):
        for token in alternatives:
            after = token.match(call, last, now or {})
            if after is not None:
                break
        else:
            return None
        now = after
        if call >= FIRST_BID:
            last = call
    return now


def _read_tokens(words: list[str]) -> list[tuple[bool, tuple[CallToken, ...]]]:
    """Tokens with the passes nobody wrote filled in between two calls of one side."""
    found: list[tuple[bool, tuple[CallToken, ...]]] = []
    for word in words:
        theirs = word.startswith("(") and word.endswith(")")
        tokens = parse_token(word[1:-1] if theirs else word)
        if found and found[-1][0] is not theirs:
            found.append((theirs, (CallToken("pass"),)))
        found.append((not theirs, tokens))
    return found


@cache
def parse_pattern(text: str) -> Pattern:
    """Read the calls *before* the decision (the acting side calls next).

    >>> parse_pattern("1N 2C").match([7, 0, 8, 0], ours_first=False) is None
    True
    >>> parse_pattern("1M 2x").match([5, 0, 8, 0], ours_first=True)
    {'M': 2, 'x': 0}
    """
    words = text.replace("...", "…").split()
    if words and words[0] == "_":
        words = words[1:]
    if words.count("…") > 1:
        raise PatternError(f"pattern {text!r}: only one … is allowed")
    split = words.index("…") if "…" in words else None
    head = _read_tokens(words if split is None else words[:split])
    tail = [] if split is None else _read_tokens(words[split + 1 :])
    last = tail if split is not None else head
    if last and last[-1][0]:
        last.append((False, (CallToken("pass"),)))
    fixed = sum(max(token.literal for token in alternatives) for _, alternatives in head + tail)
    return Pattern(text, tuple(head), tuple(tail), split is not None, fixed)
