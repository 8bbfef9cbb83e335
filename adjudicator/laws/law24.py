"""Law 24: a card exposed or led during the auction."""

from __future__ import annotations

from adjudicator.bridge import Card, Suit
from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding, Lead
from adjudicator.laws.questions import ask

__all__: list[str] = []

TEN = 10


def _cards(facts: Facts) -> tuple[Card, ...]:
    return tuple(Card.parse(str(c)) for c in facts.what("cards") or ())


def _penalty(facts: Facts, edition: Edition, rank: str, because: str) -> Finding:
    suits: tuple[Suit, ...] = tuple(dict.fromkeys(card.suit for card in _cards(facts)))
    lead = Lead("penalty_card", suits, "while the card is a penalty card (Law 50)")
    notes = ("If the owner becomes declarer or dummy the card is picked up.",)
    return edition.applies(facts, because, lead=lead, extra=(("penalty_card", rank),), notes=notes)


def two_or_more_cards(facts: Facts, edition: Edition) -> Finding:
    """`*/24C`: two or more cards exposed: partner passes once, all are major penalty cards."""
    cards = _cards(facts)
    if not cards:
        return edition.needs(ask("cards"))
    if len(cards) < 2:
        return edition.does_not_apply("only one card was exposed")
    return _penalty(facts, edition, "major", "two or more cards were exposed")


def honour_or_premature_lead(facts: Facts, edition: Edition) -> Finding:
    """`*/24B`: one honour, or any card led too early: partner passes once, major penalty card."""
    cards = _cards(facts)
    if not cards:
        return edition.needs(ask("cards"))
    if len(cards) > 1:
        return edition.does_not_apply("more than one card was exposed")
    if cards[0].rank >= TEN:
        return _penalty(facts, edition, "major", f"{cards[0]} is an honour")
    led = facts.what("led")
    if led is None:
        return edition.needs(ask("led"))
    if led:
        return _penalty(facts, edition, "major", "the card was led before the auction was over")
    return edition.does_not_apply("one card below the ten, not led")


def one_low_card(facts: Facts, edition: Edition) -> Finding:
    """`*/24A`: one card below the ten, not led: minor penalty card, partner is free."""
    cards = _cards(facts)
    if not cards:
        return edition.needs(ask("cards"))
    if len(cards) > 1 or cards[0].rank >= TEN:
        return edition.does_not_apply("not a single card below the ten")
    led = facts.what("led")
    if led is None:
        return edition.needs(ask("led"))
    if led:
        return edition.does_not_apply("the card was led")
    return _penalty(facts, edition, "minor", "one card below the ten, not led")
