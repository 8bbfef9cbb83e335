"""All rules that speak in one position: matching, the order of precedence, and the walk along an auction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from adjudicator.bridge import AdjudicatorError, Problem
from adjudicator.systems.bounds import ANYTHING, Bounds, bounds_of, four, hull
from adjudicator.systems.guards import Guard, split_guard
from adjudicator.systems.model import Rule, System, SystemFileError
from adjudicator.systems.patterns import FIRST_BID, PASS, CallToken, cheapest_level, parse_token
from adjudicator.systems.state import CallInfo, TableState, after_call, initial_state
from adjudicator.systems.texts import finish, guard_with_params
from adjudicator.systems.views import Vul, environment

__all__ = ["Instance", "Node", "node_after", "understood"]

STATES_KEPT, NODES_KEPT = 20_000, 10_000
CATCH_ALL = -6


@dataclass(frozen=True, slots=True)
class Instance:
    """A rule in a position: the call it stands for here and its meaning in plain form."""

    rule: Rule
    call: int
    bindings: tuple[tuple[str, int], ...]
    show: str
    select: str
    deny: str
    raises: int
    about: tuple[int, ...]
    rank: tuple[int, int, int, int]

    @property
    def specificity(self) -> tuple[int, int]:
        """How exactly the rule names this auction: tables before general rules, literal calls before variables."""
        return self.rule.layer, self.rule.pattern.literals + self.rule.call_literal


@contextmanager
def _blaming(rule: Rule) -> Iterator[None]:
    """A text that cannot be read is reported with the file and the rule it stands in."""
    try:
        yield
    except SystemFileError:
        raise
    except AdjudicatorError as error:
        step = "see docs/howto/add-a-system.md, and run: adjudicator check system FILE"
        raise SystemFileError(
            *(Problem(problem.message, step, rule.file, None, rule.id) for problem in error.problems)
        ) from None


class _Compiled:
    """A system's rules made ready: guards split in the part known before the call and the rest, rules grouped
    by context pattern and by the number of calls that pattern has."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.lets = tuple(system.lets.items())
        self.by_length: dict[int, dict[str, list[Rule]]] = {}
        self.open_ended: dict[str, list[Rule]] = {}
        self._guards: dict[str, tuple[Guard | None, Guard | None]] = {}
        for rule in system.rules:
            with _blaming(rule):
                pattern = rule.pattern
            group = self.open_ended if pattern.open_ended else self.by_length.setdefault(len(pattern.head), {})
            group.setdefault(rule.on, []).append(rule)

    def guards(self, rule: Rule) -> tuple[Guard | None, Guard | None]:
        """(static, dynamic) parts of the rule's guard."""
        if rule.guard not in self._guards:
            with _blaming(rule):
                text = guard_with_params(rule.guard, self.system.params)
                self._guards[rule.guard] = split_guard(text) if text else (None, None)
        return self._guards[rule.guard]


@lru_cache(maxsize=64)
def compiled(system: System) -> _Compiled:
    """The ready form of a system, built once."""
    return _Compiled(system)


def _instances(state: TableState, system: System, vul: Vul, only: int | None) -> Iterator[Instance]:
    """Every rule that fires for the player to call (for one call when `only` is given)."""
    ready = compiled(system)
    values = environment(state, vul)
    first = state.first
    calls = state.calls[first:]
    ours_first = bool(calls) and (state.dealer + first) % 2 == state.turn % 2
    last_bid = state.last_bid if state.last_bid >= 0 else None
    for groups in (ready.by_length.get(len(calls), {}), ready.open_ended):
        for rules in groups.values():
            bound = rules[0].pattern.match(calls, ours_first)
            if bound is None and rules[0].pattern.text.startswith(("P", "(P)")):
                bound = rules[0].pattern.match(state.calls, state.dealer % 2 == state.turn % 2)
            if bound is None:
                continue
            for rule in rules:
                static, dynamic = ready.guards(rule)
                if static is not None and not static.holds(values):
                    continue
                yield from _of_rule(rule, dynamic, bound, values, last_bid, ready, state, only)


def _of_rule(
    rule: Rule,
    dynamic: Guard | None,
    bound: dict[str, int],
    values: dict[str, Any],
    last_bid: int | None,
    ready: _Compiled,
    state: TableState,
    only: int | None,
) -> Iterator[Instance]:
    """The instances of one rule whose static guard holds."""
    for token in parse_token(rule.call):
        for call, bindings in _candidates(token, last_bid, bound, only):
            if not _legal(call, values, last_bid):
                continue
            local = {**values, **bindings, **_call_values(call, last_bid, values)}
            for major, minor in (("M", "oM"), ("m", "om")):
                if major in bindings:
                    local[minor] = (5 if major == "M" else 1) - bindings[major]
            if token.den == "q" and not values["theirs"](bindings["q"]):
                continue
            if dynamic is not None and not dynamic.holds(local):
                continue
            with _blaming(rule):
                found = _finished(rule, token, call, bindings, local, ready)
            if found is not None:
                yield found


def _finished(
    rule: Rule,
    token: CallToken,
    call: int,
    bindings: Mapping[str, int],
    local: Mapping[str, Any],
    ready: _Compiled,
) -> Instance | None:
    """The rule with its texts in plain form; None when its numbers leave no hand here."""
    show, extra, deny = (
        finish(text, ready.lets, ready.system.params, local, bindings) if text else ""
        for text in (rule.show, rule.when, rule.deny)
    )
    if show is None or extra is None:
        return None
    return Instance(
        rule,
        call,
        tuple(bindings.items()),
        show,
        f"({show}) & ({extra})" if extra else show,
        deny or "",
        _suit(rule.raises, local),
        _about(rule, token, call, local),
        (rule.layer, rule.tier, rule.order[0], -rule.order[1]),
    )


def _candidates(
    token: CallToken, last_bid: int | None, bound: dict[str, int], only: int | None
) -> Iterable[tuple[int, dict[str, int]]]:
    """The calls a token stands for, or just `only` when that is the one call asked about."""
    if only is None:
        return token.candidates(last_bid, bound)
    after = token.match(only, last_bid, bound)
    return () if after is None else ((only, after),)


def _legal(call: int, values: Mapping[str, Any], last_bid: int | None) -> bool:
    if call == 1:
        return last_bid is not None and not values["lastours"] and values["doubled"] == 0
    if call == 2:
        return last_bid is not None and bool(values["lastours"]) and values["doubled"] == 1
    return call == PASS or last_bid is None or call > last_bid


def _call_values(call: int, last_bid: int | None, values: Mapping[str, Any]) -> dict[str, int]:
    """Level, denomination and jump of a candidate; for other calls those of the last bid."""
    if call < FIRST_BID:
        return {"level": values["lastlevel"], "den": values["lastden"], "jump": 0}
    level, den = (call - FIRST_BID) // 5 + 1, (call - FIRST_BID) % 5
    return {"level": level, "den": den, "jump": level - cheapest_level(den, last_bid)}


def _suit(name: str, local: Mapping[str, Any]) -> int:
    value = (
        local.get({"t": "trump", "p": "pdsuit", "o": "mysuit", "e": "theirsuit"}.get(name, name), -1) if name else -1
    )
    return value if isinstance(value, int) and 0 <= value < 4 else -1


def _about(rule: Rule, token: CallToken, call: int, local: Mapping[str, Any]) -> tuple[int, ...]:
    """The suits the call shows: what the rule says, else the suit bid naturally."""
    if rule.about:
        return tuple(suit for suit in (_suit(name, local) for name in rule.about) if suit >= 0)
    if call >= FIRST_BID and not rule.art and not rule.raises and (call - FIRST_BID) % 5 < 4:
        return ((call - FIRST_BID) % 5,)
    return ()


def most_specific(found: list[Instance]) -> list[Instance]:
    """For each call only the rules that name the auction most exactly, in order of precedence."""
    best: dict[int, tuple[int, int]] = {}
    for instance in found:
        best[instance.call] = max(best.get(instance.call, (-9, -9)), instance.specificity)
    kept = [instance for instance in found if instance.specificity == best[instance.call]]
    return _with_edges(sorted(kept, key=lambda instance: instance.rank, reverse=True))


def _with_edges(ordered: list[Instance]) -> list[Instance]:
    """The order after the explicit `over` and `under` of rules: a rule moves up just before what it is over."""
    edges = {(instance.rule.id, name) for instance in ordered for name in instance.rule.over}
    edges |= {(name, instance.rule.id) for instance in ordered for name in instance.rule.under}
    for first, second in sorted(edges):
        movers = [instance for instance in ordered if instance.rule.id == first]
        places = [index for index, instance in enumerate(ordered) if instance.rule.id == second]
        late = [instance for instance in movers if places and ordered.index(instance) > places[0]]
        if late:
            rest = [instance for instance in ordered if instance not in late]
            ordered = rest[: places[0]] + late + rest[places[0] :]
    return ordered


@dataclass(frozen=True)
class Node:
    """A position in an auction: its state and every rule that speaks for the player to call."""

    state: TableState
    instances: tuple[Instance, ...]
    vul: Vul

    def of_call(self, call: int) -> tuple[Instance, ...]:
        """The rules for one call, in order of precedence."""
        return _meant(tuple(instance for instance in self.instances if instance.call == call))


Systems = tuple[System, System]


@lru_cache(maxsize=STATES_KEPT)
def _state(dealer: int, calls: tuple[int, ...], vul: Vul, systems: Systems) -> TableState:
    if not calls:
        return initial_state(dealer)
    before = _state(dealer, calls[:-1], vul, systems)
    return advance(before, calls[-1], vul, systems[before.turn % 2])


def advance(state: TableState, call: int, vul: Vul, system: System) -> TableState:
    """The state after the player to call makes `call`, read by his side's system."""
    instances = understood(state, call, vul, system)
    if not instances:
        natural = call >= FIRST_BID and (call - FIRST_BID) % 5 < 4
        about = ((call - FIRST_BID) % 5,) if natural else ()
        return after_call(state, CallInfo(state.turn, call), fallback_bounds(state, call), about, True)
    lead = instances[0]
    primary = [instance for instance in instances if not instance.rule.rare] or list(instances)
    found = _compatible_hull(state, primary)
    rare = [bounds_of(instance.show) for instance in instances if instance.rule.rare]
    if rare:
        found = found.widened(max(bound.h1 for bound in rare))
    info = CallInfo(
        state.turn,
        call,
        lead.rule.id,
        lead.rule.force,
        lead.rule.art,
        lead.rule.asks,
        lead.raises,
        _call_values(call, state.last_bid if state.last_bid >= 0 else None, {"lastlevel": 0, "lastden": -1})["jump"],
    )
    natural = not lead.rule.art or lead.rule.balanced
    return after_call(state, info, found, lead.about, natural)


def _compatible_hull(state: TableState, instances: list[Instance]) -> Bounds:
    """The hull of the meanings that the caller's earlier calls leave possible."""
    shown = state.shown[state.turn]
    every = [bounds_of(instance.show) for instance in instances]
    possible = [
        bound
        for bound in every
        if max(bound.h0, shown.h0) <= min(bound.h1, shown.h1)
        and all(max(bound.lo[suit], shown.lo[suit]) <= min(bound.hi[suit], shown.hi[suit]) for suit in range(4))
    ]
    return hull(possible or every)


def fallback_bounds(state: TableState, call: int) -> Bounds:
    """What a call no rule covers is taken to show: the suit bid (five cards unless shown before)."""
    if call < FIRST_BID or (call - FIRST_BID) % 5 == 4:
        return ANYTHING
    suit = (call - FIRST_BID) % 5
    least = max(state.shown[state.turn].lo[suit], 4)
    return Bounds(0, 37, four(least if s == suit else 0 for s in range(4)))


def understood(state: TableState, call: int, vul: Vul, system: System) -> tuple[Instance, ...]:
    """The rules that give `call` its meaning in this position, in order of precedence."""
    return _meant(tuple(most_specific(list(_instances(state, system, vul, call)))))


def _meant(instances: tuple[Instance, ...]) -> tuple[Instance, ...]:
    """Without the catch-all readings when another reading is there: they let a call be made, they explain nothing."""
    kept = tuple(instance for instance in instances if instance.rule.tier > CATCH_ALL)
    return kept or instances


@lru_cache(maxsize=NODES_KEPT)
def node_after(dealer: int, calls: tuple[int, ...], vul: Vul, systems: Systems) -> Node:
    """The position after `calls`: systems are (North-South's, East-West's)."""
    state = _state(dealer, calls, vul, systems)
    found = most_specific(list(_instances(state, systems[state.turn % 2], vul, None)))
    return Node(state, tuple(found), vul)
