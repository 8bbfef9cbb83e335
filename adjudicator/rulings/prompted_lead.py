"""Unauthorised information and the opening lead: a suit that it suggested may not be led over another (16B).

Whether the information pointed to the suit that was led is the director's finding. Where partner named the suit it is
presumed; otherwise the question stays open, and the page says so.
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.auctions.alternatives import considered_share
from adjudicator.bridge import Card, Contract, Suit
from adjudicator.cases import UNAUTHORISED, Case, Event
from adjudicator.laws import ReferenceWorld
from adjudicator.rulings.opening_lead import Leads
from adjudicator.rulings.suggestion import found_suggested
from adjudicator.rulings.tools import Tools
from adjudicator.tricks.lead_context import LeadContext
from adjudicator.tricks.leads import by_suit, lead_probabilities

HABITS = 4.0
"""How much the habits of peers agree, as the strength of a poll about judgement in general (`auctions.polls`)."""


@dataclass(frozen=True)
class PromptedLead:
    """What the law says of a lead made with extra information; ``left``: the leads that it leaves, with chances.

    ``infraction`` is ``None`` where the director has still to find whether the suit was suggested.
    """

    suit: Suit
    infraction: bool | None
    reason: str
    left: Leads


def prompted_lead(case: Case, world: ReferenceWorld, contract: Contract, tools: Tools) -> PromptedLead | None:
    """The opening lead under 16B; ``None`` where the leader had no extra information, or the lead is not known."""
    event = case.events[world.event_index]
    made = case.lead or next(iter(case.play), None)
    if event.kind not in UNAUTHORISED or contract.leader is None or contract.leader is not world.actor or made is None:
        return None
    hand = tools.deal[contract.leader]
    if made not in hand:
        return None
    chances = lead_probabilities(hand, LeadContext.of(tools.auction, contract, tools.context))
    shares = by_suit(chances)
    others = _alternatives(shares, made.suit, tools)
    listed = ", ".join(f"{suit.symbol} ({shares[suit]:.0%})" for suit in others)
    led = f"{made.suit.symbol}, which {shares[made.suit]:.0%} of {contract.leader}'s peers would lead"
    if not others:
        return PromptedLead(made.suit, False, f"there was no logical alternative to {led}", chances)
    suggested, ground = _suggested(case, event, made)
    if suggested is False:
        return PromptedLead(made.suit, False, f"the lead of {made.suit.symbol} was not suggested ({ground})", chances)
    verb = "was a logical alternative" if len(others) == 1 else "were logical alternatives"
    if suggested is None:
        reason = f"{listed} {verb} to {led}; whether the information suggested that suit is {ground}; shown without it"
        return PromptedLead(made.suit, None, reason, _without(chances, made.suit))
    reason = f"the information suggested {led} ({ground}); {listed} {verb}: leads of {made.suit.symbol} are taken away"
    return PromptedLead(made.suit, True, reason, _without(chances, made.suit))


def _suggested(case: Case, event: Event, made: Card) -> tuple[bool | None, str]:
    found = found_suggested(event, case)
    if found is not None:
        return found, "found by the director"
    if event.kind.value == "remark" and _names(event.description, made.suit):
        return True, "presumed: partner named the suit"
    return None, "for the director to find (suggested)"


def _names(words: str, suit: Suit) -> bool:
    told = words.lower()
    return suit.symbol in words or suit.name.lower().rstrip("s") in told


def _alternatives(shares: dict[Suit, float], led: Suit, tools: Tools) -> list[Suit]:
    """Suits other than the one led that enough peers would seriously consider, the most usual first."""
    rng, enough = tools.rng("leads considered"), tools.standards.threshold.considered
    others = [suit for suit, share in shares.items() if share > 0 and suit is not led]
    left = [suit for suit in others if considered_share(shares[suit], HABITS, rng) >= enough]
    return sorted(left, key=lambda suit: -shares[suit])


def _without(chances: Leads, suit: Suit) -> Leads:
    left = {card: 0.0 if card.suit is suit else chance for card, chance in chances.items()}
    total = sum(left.values())
    return {card: chance / total for card, chance in left.items()}
