"""The opening lead on wrong information (47E2): what peers lead with the right one, and with the one given.

The contract stands. The leader is asked twice, with the same hand and the same auction: once he knows what the call
showed by agreement, once he knows what he was told. What the second answer makes likelier is what the wrong
information brought about.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.hidden import LAPSE
from adjudicator.bridge import AdjudicatorError, Card, Contract, Problem, Seat, SuitMasks
from adjudicator.cases import MISINFORMING, Case, Event, Fact, Standing
from adjudicator.meanings import Meaning
from adjudicator.rulings.information import NO_EFFECT, WILD, told_meaning, true_context, true_meaning
from adjudicator.rulings.tools import Tools
from adjudicator.tricks.lead_context import LeadContext, Weigh
from adjudicator.tricks.leads import by_suit, lead_probabilities

SHOWN = 0.05
"""Suits that fewer peers than this would lead on either information are not told."""

POLLED = "leads of players asked"

Leads = Mapping[Card, float]


@dataclass(frozen=True)
class InformedLead:
    """Chances of the leads with the right information and with the one given at the table.

    ``told`` is ``None`` where the words of the table cannot be read as a meaning. ``polled``: the director asked
    peers for their lead. ``agreed``: what the call shows by agreement is known.
    """

    leader: Seat
    right: Leads
    told: Leads | None
    made: Card | None = None
    polled: bool = False
    agreed: bool = True

    @property
    def caused(self) -> bool:
        """Whether the information given can have brought the lead about; yes where it cannot be measured."""
        if self.told is None:
            return True
        right, told = by_suit(self.right), by_suit(self.told)
        if self.made is None:
            return sum(max(told[suit] - right[suit], 0.0) for suit in right) > NO_EFFECT
        suit = self.made.suit
        return told[suit] > right[suit] + NO_EFFECT and max(told[suit], right[suit]) >= WILD

    @property
    def words(self) -> str:
        """The two answers by suit, the largest change first."""
        right = by_suit(self.right)
        told = right if self.told is None else by_suit(self.told)
        suits = [suit for suit in right if max(right[suit], told[suit]) >= SHOWN]
        suits.sort(key=lambda suit: (-abs(told[suit] - right[suit]), -right[suit]))
        text = ", ".join(f"{suit.symbol} {right[suit]:.0%}{_against(self.told, told[suit])}" for suit in suits)
        basis = f" ({POLLED})" if self.polled else ""
        made = f"; {self.made.suit.symbol} was led" if self.made is not None else ""
        known = "with the right information" if self.agreed or self.polled else "by the auction, as people bid it,"
        return f"{known} {self.leader}'s peers would lead {text}{basis}{made}"


def _against(told: Leads | None, share: float) -> str:
    return "" if told is None else f" (with what was told {share:.0%})"


def informed_lead(case: Case, event: Event, contract: Contract, tools: Tools) -> InformedLead | None:
    """The lead asked again after misinformation; ``None`` where the leader was not misinformed by this event."""
    leader = contract.leader
    if event.kind not in MISINFORMING or leader is None or event.side is None or leader.side is event.side:
        return None
    about = (tools.auction, contract, repr(event), repr(case.facts), case.lead, case.play[:1])
    return tools.recall(
        ("lead", *tools.table_key, *about), lambda: _informed_lead(case, event, contract, leader, tools)
    )


def _informed_lead(case: Case, event: Event, contract: Contract, leader: Seat, tools: Tools) -> InformedLead:
    right, told = true_meaning(event, case, tools), told_meaning(event, case, tools)
    seen = true_context(event, tools)
    hand = tools.deal[leader]
    known = LeadContext.of(tools.auction, contract, seen)
    heard = known if seen == tools.context else LeadContext.of(tools.auction, contract, tools.context)
    informed = _leads(known, event, right, tools)
    measured = told is not None or (event.said == "" and seen != tools.context)
    polled = _asked(case, event, tuple(hand))
    made = case.lead or next(iter(case.play), None)
    return InformedLead(
        leader,
        polled or informed,
        _leads(heard, event, told, tools) if measured else None,
        made if made in informed else None,
        polled is not None,
        right is not None or seen != tools.context,
    )


def _leads(context: LeadContext, event: Event, meaning: Meaning | None, tools: Tools) -> Leads:
    """Chances of the leads when the leader is told that the call in question has this meaning."""
    hand = tools.deal[context.leader]
    if meaning is not None and event.call_index >= 0:
        teller = tools.auction.seat_of(event.call_index)
        with suppress(AdjudicatorError):  # no hand beside the leader's own has this meaning: he cannot believe it
            context = context.as_told(hand, {teller: meaning}, tools.settings.seed, _other_calls(event, tools))
    return lead_probabilities(hand, context)


def _other_calls(event: Event, tools: Tools) -> Weigh:
    """How likely the player's other calls are on each hand, by the call model."""
    auction = tools.auction

    def weigh(seat: Seat, held: SuitMasks) -> NDArray[np.float64]:
        likely = np.ones(len(held))
        for index, call in enumerate(auction.calls):
            if auction.seat_of(index) is seat and index != event.call_index:
                chances = tools.agreements.next_call(tools.model, held, auction.prefix(index), tools.context)
                likely *= (1 - LAPSE) * chances[:, int(call)] + LAPSE / 10
        return likely

    return weigh


def _asked(case: Case, event: Event, hand: tuple[Card, ...]) -> Leads | None:
    """The director's poll of leads with the right information: the finding ``leads``, votes by card."""
    fact: Fact | None = event.fact("leads") or case.fact("leads")
    if fact is None or fact.standing is Standing.DISPUTED or not isinstance(fact.value, Mapping):
        return None
    votes = {Card.parse(str(card)): _votes(card, number) for card, number in fact.value.items()}
    if not votes or not set(votes) <= set(hand) or sum(votes.values()) <= 0:
        return None
    total = sum(votes.values())
    return {card: votes.get(card, 0.0) / total for card in hand}


def _votes(card: object, number: object) -> float:
    if isinstance(number, bool) or not isinstance(number, int | float) or not number >= 0:
        message = f"{number!r} is no number of votes for the lead of {card}"
        raise AdjudicatorError(
            Problem(message, "write votes by card, such as leads = { H5 = 3, S2 = 1 }", field="facts.leads")
        )
    return float(number)
