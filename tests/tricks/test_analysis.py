"""Who gave what in a recorded play."""

from __future__ import annotations

import pytest

from adjudicator.bridge import Auction, Card, Contract, Deal, Play, Seat, Side
from adjudicator.tricks.analysis import analyse

DEAL = Deal.parse("N:AQ2.432.A432.432 K43.AKQJ.KQJ.KQJ 765.T98.T98.A765 JT98.765.765.T98")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def test_costs_add_up_to_the_result() -> None:
    play = Play(DEAL, Contract.parse("1NT S"), cards("SJ S2 S3 S5 ST SQ SK S6 CK CA C8 C2"))
    found = analyse(play)
    last = found.cards[-1]
    balance = sum(card.cost * (-1 if card.by_declarer else 1) for card in found.cards)
    assert found.start + balance == last.after
    assert [card.trick for card in found.cards] == [1] * 4 + [2] * 4 + [3] * 4


SPADES = Deal.parse("N:KQJ2.A32.K32.Q32 T98.QJT9.QJT.A54 A643.K4.A654.KJ9 75.8765.987.T876")


def test_a_trick_thrown_away_is_seen_by_nearly_everybody() -> None:
    found = analyse(Play(SPADES, Contract.parse("4S S"), cards("H8 H2 H9 H4")))
    gift = found.gifts[-1]
    assert (gift.seat, gift.card, gift.cost) == (Seat.SOUTH, Card.parse("H4"), 1)
    assert gift.found is not None
    assert gift.found > 80
    assert gift in found.serious(Side.NS, found=80)


def test_serious_errors_need_cost_and_peers() -> None:
    play = Play(DEAL, Contract.parse("1NT S"), cards("SJ S2 S4 S5 ST SA S3 S6"))
    found = analyse(play)
    for side in Side:
        assert found.given_by(side) == sum(card.cost for card in found.gifts if card.seat.side is side)
        assert set(found.serious(side, found=0)) == {card for card in found.gifts if card.seat.side is side}


def test_a_lead_is_judged_by_the_lead_model() -> None:
    deal = Deal.parse("N:KQJ2.A32.K32.Q32 T98.QJT9.QJT.A54 A643.K4.A654.KJ9 75.8765.987.T876")
    auction = Auction.parse(Seat.SOUTH, "1NT P 2C P 2S P 4S P P P")
    assert auction.contract is not None
    found = analyse(Play(deal, auction.contract, cards("H8")), auction=auction)
    assert found.cards[0].seat is Seat.WEST
    for gift in found.gifts:
        assert gift.found == pytest.approx(gift.found)
        assert 0 <= (gift.found or 0) <= 100
