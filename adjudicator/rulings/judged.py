"""Numbers that the director judges otherwise: the table ``[config.judged]`` of a case, which ``--set`` fills.

======================= ==============================================================================
``shares.16.P``         share of peers who would make the call at this turn (calls counted from 0)
``considered.16.P``     share of peers who would seriously consider it
``weights."3NT E"``     chance that this would have been the contract
``lead.D5432``          chance that one of these cards is led; ``lead."3NT E".D`` in one contract alone
``makes."3NT E"``       chance that the contract makes
``as_played``           share of "as at the table" in the tricks of a contract that the table played
======================= ==============================================================================

What is not named keeps its proportions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from adjudicator.bridge import AdjudicatorError, Call, Card, Contract, Problem, Suit
from adjudicator.cases import Case

Shares = Mapping[int, Mapping[Call, float]]
AS_PLAYED = 0.7
"""How often the same play would have been repeated, where nobody has judged it otherwise."""

KINDS = ("shares", "considered", "weights", "lead", "makes", "as_played")


@dataclass(frozen=True)
class LeadJudged:
    """The chance that one of some cards is led, in one contract or in all."""

    cards: frozenset[Card]
    chance: float
    contract: Contract | None = None


@dataclass(frozen=True)
class Judged:
    """Every number that was judged otherwise; empty where nothing was."""

    shares: Shares = field(default_factory=dict)
    considered: Shares = field(default_factory=dict)
    weights: Mapping[Contract, float] = field(default_factory=dict)
    leads: tuple[LeadJudged, ...] = ()
    makes: Mapping[Contract, float] = field(default_factory=dict)
    as_played: float | None = None

    @property
    def played_again(self) -> float:
        """The chance that the play of the table would have been repeated."""
        return AS_PLAYED if self.as_played is None else self.as_played

    @property
    def of_outcomes(self) -> bool:
        """Whether something is judged about contracts, leads or tricks."""
        return bool(self.weights or self.leads or self.makes) or self.as_played is not None


def judged_of(case: Case) -> Judged:
    """What ``config.judged`` of a case says; every fault is told with its field.

    >>> case = Case(config={"judged": {"weights": {"3NT E": "40%"}, "lead": {"D54": 0.5}}})
    >>> found = judged_of(case)
    >>> found.weights[Contract.parse("3NT E")], sorted(map(str, found.leads[0].cards))
    (0.4, ['D4', 'D5'])
    """
    raw = case.config.get("judged", {})
    if not isinstance(raw, Mapping):
        raise _bad("judged", raw, 'write a table, such as weights = { "3NT E" = 0.4 }')
    for key in raw:
        if key not in KINDS:
            raise _bad(str(key), raw[key], f"numbers that can be judged: {', '.join(KINDS)}")
    leads = _leads(_table(raw, "lead"))
    for lead in leads:
        _require_held(case, lead)
    return Judged(
        shares=_possible(case, _by_turn(raw, "shares"), "shares"),
        considered=_possible(case, _by_turn(raw, "considered"), "considered"),
        weights=_by_contract(raw, "weights"),
        leads=leads,
        makes=_by_contract(raw, "makes"),
        as_played=_chance(raw["as_played"], "as_played") if "as_played" in raw else None,
    )


def _possible(case: Case, shares: dict[int, dict[Call, float]], name: str) -> dict[int, dict[Call, float]]:
    """The shares, each of a call that could be made at its turn of the case's auction."""
    auction = case.auction
    for index, calls in shares.items() if auction is not None else ():
        assert auction is not None
        start = auction.prefix(min(index, len(auction)))
        if index > len(auction) or start.is_over:
            raise _bad(f"{name}.{index}", index, f"the auction has {len(auction)} calls, counted from 0")
        for call in calls:
            fault = start.why_illegal(call)
            if fault is not None:
                raise _bad(f"{name}.{index}.{call}", call, f"at this turn {fault}")
    return shares


def _require_held(case: Case, lead: LeadJudged) -> None:
    """In one named contract the cards are the leader's own, at least one of them."""
    leader = None if lead.contract is None else lead.contract.leader
    if leader is not None and case.deal is not None and not any(card in case.deal[leader] for card in lead.cards):
        raise _bad(
            f"lead.{lead.contract}", cards_named(tuple(lead.cards)), f"name a card that {leader} holds, who leads"
        )


def _bad(name: str, value: object, step: str) -> AdjudicatorError:
    return AdjudicatorError(Problem(f"'{value}' cannot be used", step, field=f"config.judged.{name}"))


def _table(raw: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = raw.get(name, {})
    if not isinstance(value, Mapping):
        raise _bad(name, value, f"name what is judged, such as --set {_EXAMPLES[name]}")
    return value


_EXAMPLES = {
    "shares": "shares.16.P=0.4",
    "considered": "considered.16.P=0.1",
    "weights": 'weights."3NT E"=0.4',
    "lead": "lead.HK=0.5",
    "makes": 'makes."3NT E"=0.5',
}


def _chance(value: object, name: str) -> float:
    text = str(value).strip()
    try:
        number = float(Fraction(text.rstrip("% ")) / (100 if text.endswith("%") else 1))
    except (ValueError, ZeroDivisionError):
        number = -1.0
    if not 0 <= number <= 1:
        raise _bad(name, value, "give a chance from 0 to 1, such as 0.4 or 40%")
    return number


def _by_turn(raw: Mapping[str, Any], name: str) -> dict[int, dict[Call, float]]:
    found: dict[int, dict[Call, float]] = {}
    for index, calls in _table(raw, name).items():
        if not str(index).isdigit() or not isinstance(calls, Mapping):
            raise _bad(name, index, f"name turn and call, such as {_EXAMPLES[name]}")
        shares = {_call(text, name): _chance(value, f"{name}.{index}.{text}") for text, value in calls.items()}
        if name == "shares" and sum(shares.values()) > 1 + 1e-9:
            raise _bad(f"{name}.{index}", float(sum(shares.values())), "the shares of one turn add up to more than 1")
        found[int(index)] = shares
    return found


def _call(text: str, name: str) -> Call:
    try:
        return Call.parse(str(text))
    except AdjudicatorError:
        raise _bad(name, text, f"name a call, such as {_EXAMPLES[name]}") from None


def _by_contract(raw: Mapping[str, Any], name: str) -> dict[Contract, float]:
    found = {_contract(text, name): _chance(value, f"{name}.{text}") for text, value in _table(raw, name).items()}
    if name == "weights" and sum(found.values()) > 1 + 1e-9:
        raise _bad(name, float(sum(found.values())), "the chances of the contracts add up to more than 1")
    return found


def _contract(text: object, name: str) -> Contract:
    try:
        found = Contract.parse(str(text))
    except AdjudicatorError:
        found = None
    if found is None or (found.declarer is None and not found.is_passed_out):
        raise _bad(name, text, f"name a contract with its declarer, such as {_EXAMPLES[name]}")
    return found


def _leads(raw: Mapping[str, Any]) -> tuple[LeadJudged, ...]:
    found: list[LeadJudged] = []
    for text, value in raw.items():
        if isinstance(value, Mapping):
            contract = _contract(text, "lead")
            found += [LeadJudged(_cards(cards), _chance(v, f"lead.{cards}"), contract) for cards, v in value.items()]
        else:
            found.append(LeadJudged(_cards(text), _chance(value, f"lead.{text}")))
    return tuple(found)


def _cards(text: str) -> frozenset[Card]:
    """``H``: every heart; ``HK``: one card; ``S42H97``: several."""
    found: set[Card] = set()
    suit: Suit | None = None
    wanted: set[Suit] = set()
    for letter in str(text).upper().replace("10", "T").replace(" ", ""):
        if letter in "CDHS":
            suit = Suit.parse(letter)
            wanted.add(suit)
        elif suit is not None and letter in "23456789TJQKA":
            found.add(Card.parse(suit.letter + letter))
        else:
            raise _bad("lead", text, "name cards, such as HK, D5432 or H for any heart")
    bare = wanted - {card.suit for card in found}
    found |= {card for card in map(Card, range(52)) if card.suit in bare}
    if not found:
        raise _bad("lead", text, "name cards, such as HK, D5432 or H for any heart")
    return frozenset(found)


def cards_named(cards: frozenset[Card] | tuple[Card, ...]) -> str:
    """Cards as ``--set lead.…`` writes them.

    >>> cards_named(tuple(map(Card.parse, ("D4", "SA", "D5"))))
    'SAD54'
    """
    by_suit: dict[Suit, list[Card]] = {}
    for card in sorted(cards, reverse=True):
        by_suit.setdefault(card.suit, []).append(card)
    return "".join(suit.letter + "".join(card.rank_letter for card in held) for suit, held in by_suit.items())
