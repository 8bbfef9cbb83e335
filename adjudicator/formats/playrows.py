"""The order of play rebuilt from who holds which card.

Columns of a record are seats, times or neither, depending on the program that wrote it, and some files turn
single rows. A trick holds one card of each hand, so the owners tell who played what; the order then follows
from the opening leader and the winners of the tricks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from adjudicator.bridge import Card, Contract, Deal, Play, Seat, Suit, trick_winner

Row = Sequence[Card | None]


@dataclass
class Rebuilt:
    """Cards in the real order of play, and remarks as (number of the row from 0, text)."""

    cards: list[Card] = field(default_factory=list)
    remarks: list[tuple[int, str]] = field(default_factory=list)


def order_of_play(rows: Sequence[Row], leader: Seat, trump: Suit | None, deal: Deal | None) -> Rebuilt:
    """Put the cards of each row (one trick) into the order in which they were played.

    With a deal the owners decide; without one the columns are taken to be seats, from the opening leader. A
    row that cannot be one trick ends the play, with a remark.
    """
    rebuilt = Rebuilt()
    first = leader
    for number, row in enumerate(rows):
        by_seat, fault = _by_owner(row, deal, rebuilt.cards) if deal else _by_column(row, first)
        if fault:
            rebuilt.remarks.append((number, fault))
            return rebuilt
        played = _in_turn(by_seat, leader)
        if len(played) < len(by_seat):
            rebuilt.remarks.append((number, f"{leader} is to lead, but no card is given; the row is left out"))
        rebuilt.cards += played
        if len(played) < 4:
            if number + 1 < len(rows):
                rebuilt.remarks.append((number + 1, "the trick before is not complete; the rest is left out"))
            return rebuilt
        leader = trick_winner(played, leader, trump)
    return rebuilt


def _by_owner(row: Row, deal: Deal, before: Sequence[Card]) -> tuple[dict[Seat, Card], str]:
    by_seat: dict[Seat, Card] = {}
    for card in row:
        if card is None:
            continue
        if card in before:
            return {}, f"{card} has been played before"
        owner = deal.owner(card)
        if owner in by_seat:
            return {}, f"{by_seat[owner]} and {card} of one trick are both {owner}'s"
        by_seat[owner] = card
    return by_seat, ""


def _by_column(row: Row, first: Seat) -> tuple[dict[Seat, Card], str]:
    if len(row) > 4:
        return {}, f"a trick has four cards, not {len(row)}"
    return {first.after(column): card for column, card in enumerate(row) if card is not None}, ""


def _in_turn(by_seat: dict[Seat, Card], leader: Seat) -> list[Card]:
    played = []
    for turn in range(4):
        card = by_seat.get(leader.after(turn))
        if card is None:
            break
        played.append(card)
    return played


def replay(deal: Deal | None, contract: Contract | None, cards: Sequence[Card]) -> tuple[int, int] | None:
    """Declarer's tricks and the number of complete tricks, counted anew; `None` when the play cannot be followed."""
    if contract is None or contract.declarer is None or contract.leader is None:
        return None
    leader, won = contract.leader, 0
    for start in range(0, len(cards) - 3, 4):
        leader = trick_winner(cards[start : start + 4], leader, contract.trump)
        won += leader.side is contract.declarer.side
    return won, len(cards) // 4


def faults_of_play(deal: Deal | None, contract: Contract | None, cards: Sequence[Card]) -> list[tuple[int, str]]:
    """Cards that were not to be played, as (index, reason): revokes and cards not held."""
    if deal is None or contract is None or contract.declarer is None:
        return []
    return Play(deal, contract, tuple(cards)).problems()
