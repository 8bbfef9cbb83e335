"""Cards, calls, contracts, play and score, against the Laws and published figures."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.bridge import (
    ALL_BIDS,
    DOUBLE,
    PASS,
    REDOUBLE,
    SUIT_HCP,
    SUIT_LENGTH,
    AdjudicatorError,
    Auction,
    Call,
    Card,
    Contract,
    Deal,
    DealBatch,
    DealError,
    Denomination,
    Hand,
    IllegalCall,
    Play,
    Result,
    Seat,
    Side,
    Suit,
    Vulnerability,
    dealer_of_board,
    duplicate_score,
    legal_cards,
)

DEAL = Deal.parse("N:KJT865.K8..AQT95 42.9765.542.KJ73 A93.AJ4.KQJT3.64 Q7.QT32.A9876.82")


def deals() -> st.SearchStrategy[Deal]:
    return st.permutations(range(52)).map(
        lambda cards: Deal.of([Hand.of(cards[13 * seat : 13 * seat + 13]) for seat in range(4)])
    )


# --- cards and deals ------------------------------------------------------------------------------


def test_every_card_has_one_text() -> None:
    assert [Card.parse(str(Card(index))) for index in range(52)] == list(range(52))
    assert len({str(Card(index)) for index in range(52)}) == 52


@given(deals())
def test_deal_text_round_trip(deal: Deal) -> None:
    for first in Seat:
        assert Deal.parse(deal.text_from(first)) == deal
    assert all(card in deal[deal.owner(card)] for card in range(52))


@given(deals())
def test_batch_agrees_with_single_deals(deal: Deal) -> None:
    batch = DealBatch.of([deal])
    assert batch[0] == deal
    assert [tuple(map(int, row)) for row in batch.lengths()[0]] == [hand.lengths for hand in deal.hands]
    assert batch.hcp()[0].tolist() == [hand.hcp for hand in deal.hands]


def test_suit_tables() -> None:
    assert int(SUIT_LENGTH[0x1FFF]) == 13
    assert int(SUIT_HCP[0x1FFF]) == 10
    assert int(SUIT_HCP[0x1000]) == 4
    assert int(SUIT_HCP.astype(np.int64).sum()) == 10 * 4096


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("N:AKQ... AKQ... ... ...", "held twice: SA SK SQ"),
        ("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT9876543", "West holds 12 cards"),
        ("AKQ", "is no deal"),
        ("N:AKX... . . .", "no rank"),
    ],
)
def test_bad_deals_say_what_is_wrong(text: str, words: str) -> None:
    with pytest.raises(AdjudicatorError, match=words):
        Deal.parse(text)


def test_all_faults_of_a_deal_are_told_at_once() -> None:
    with pytest.raises(DealError) as caught:
        Deal.parse(
            "N:AKQJT98765432.A... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432".replace("A...", "A..")
        )
    assert len(caught.value.problems) == 2


# --- seats and vulnerability ----------------------------------------------------------------------


def test_the_sixteen_boards() -> None:
    expected = [
        "None",
        "NS",
        "EW",
        "Both",
        "NS",
        "EW",
        "Both",
        "None",
        "EW",
        "Both",
        "None",
        "NS",
        "Both",
        "None",
        "NS",
        "EW",
    ]
    assert [Vulnerability.for_board(n).text for n in range(1, 17)] == expected
    assert Vulnerability.for_board(17) == Vulnerability.for_board(1)
    assert [dealer_of_board(n).letter for n in (1, 2, 3, 4, 5)] == list("NESWN")


@pytest.mark.parametrize("text", ["Both", "All", "b", "BOTH"])
def test_spellings_of_both(text: str) -> None:
    assert Vulnerability.parse(text) is Vulnerability.BOTH


@given(st.sampled_from(Seat))
def test_seats_go_round(seat: Seat) -> None:
    assert seat.lho.rho is seat
    assert seat.partner.partner is seat
    assert seat.side is not seat.lho.side


# --- calls and auctions ---------------------------------------------------------------------------


def test_calls_rank_as_law_18_says() -> None:
    texts = [f"{level}{denomination}" for level in range(1, 8) for denomination in ("C", "D", "H", "S", "NT")]
    assert [str(bid) for bid in ALL_BIDS] == texts
    assert [Call.parse(text) for text in texts] == list(ALL_BIDS)


@st.composite
def auctions(draw: st.DrawFn) -> Auction:
    auction = Auction(draw(st.sampled_from(Seat)))
    for _ in range(draw(st.integers(0, 24))):
        if auction.is_over:
            break
        legal = auction.legal_calls()
        auction = auction.add(draw(st.sampled_from([PASS, PASS, *legal])))
    return auction


@given(auctions())
def test_legal_auctions_have_no_problems(auction: Auction) -> None:
    assert auction.problems() == []
    assert Auction.parse(auction.dealer, auction.text) == auction
    if not auction.is_over:
        assert PASS in auction.legal_calls()
        assert auction.turn is auction.seat_of(len(auction))
    else:
        assert auction.legal_calls() == ()
        assert auction.contract is not None


@given(auctions())
def test_doubles_follow_law_19(auction: Auction) -> None:
    if auction.is_over or auction.last_bid is None:
        return
    ours = (
        auction.bidder_of_last_bid is not None
        and auction.turn is not None
        and (auction.bidder_of_last_bid.side is auction.turn.side)
    )
    assert (DOUBLE in auction.legal_calls()) == (not ours and auction.doubling == 0)
    assert (REDOUBLE in auction.legal_calls()) == (ours and auction.doubling == 1)


def test_declarer_is_the_first_of_the_side_to_name_the_denomination() -> None:
    auction = Auction.parse(Seat.SOUTH, "P P 1H 2H P P 3H P 4H P P P")
    assert str(auction.contract) == "4H N"
    contested = Auction.parse(Seat.NORTH, "1H 2H X P 3H P P P")
    assert str(contested.contract) == "3H N"


def test_ends_of_auctions() -> None:
    assert Auction.parse(Seat.NORTH, "P P P").is_over is False
    assert Auction.parse(Seat.NORTH, "P P P P").is_passed_out
    assert Auction.parse(Seat.NORTH, "P P P 1C P P").is_over is False
    assert Auction.parse(Seat.NORTH, "P P P 1C P P P").is_over


def test_irregular_calls_are_refused_unless_accepted() -> None:
    auction = Auction.parse(Seat.EAST, "1S")
    with pytest.raises(IllegalCall, match="1H is insufficient over 1S"):
        auction.add(Call.parse("1H"))
    accepted = auction.add(Call.parse("1H"), accepted=True)
    assert accepted.problems() == [(1, "1H is insufficient over 1S")]
    assert Call.parse("1S") in accepted.legal_calls()


# --- contracts and score --------------------------------------------------------------------------


def score_by_the_book(level: int, denomination: int, doubling: int, tricks: int, vulnerable: bool) -> int:
    """Law 77, line by line, written a second time from the table of the Laws."""
    down = level + 6 - tricks
    if down > 0:
        total = 0
        for trick in range(1, down + 1):
            if doubling == 0:
                total += 100 if vulnerable else 50
            elif vulnerable:
                total += (200 if trick == 1 else 300) * doubling
            else:
                total += (100 if trick == 1 else 200 if trick <= 3 else 300) * doubling
        return -total
    each = 20 if denomination < 2 else 30
    tricks_points = (level * each + (10 if denomination == 4 else 0)) * 2**doubling
    total = tricks_points
    total += (500 if vulnerable else 300) if tricks_points >= 100 else 50
    total += {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(level, 0)
    total += {0: 0, 1: 50, 2: 100}[doubling]
    over = {0: each, 1: 200 if vulnerable else 100, 2: 400 if vulnerable else 200}[doubling]
    return total + over * -down


def test_every_score_follows_law_77() -> None:
    cases = list(itertools.product(range(1, 8), Denomination, (0, 1, 2), range(14), (False, True)))
    assert len(cases) == 35 * 3 * 14 * 2
    wrong = [case for case in cases if duplicate_score(*case) != score_by_the_book(*case)]
    assert wrong == []


@pytest.mark.parametrize(
    ("result", "vulnerability", "score"),
    [
        ("7C N =", "None", 1440), ("7S N =", "None", 1510), ("7NT S =", "None", 1520), ("7SX N =", "None", 1770),
        ("6S N +1", "None", 1010), ("7C N =", "NS", 2140), ("7NT N =", "NS", 2220), ("7SX N =", "NS", 2470),
        ("3NT E =", "Both", -600), ("3NTX E =", "Both", -750), ("1NTXX W +1", "EW", -1160), ("2HX N =", "NS", 670),
        ("4S S -1", "EW", -50), ("6HX S -3", "Both", -800), ("5HX E -5", "NS", 1100), ("1C N =", "None", 70),
        ("4HX N -4", "None", -800), ("7NTXX N -13", "NS", -7600), ("Pass", "Both", 0),
    ],
)  # fmt: skip
def test_published_scores(result: str, vulnerability: str, score: int) -> None:
    assert Result.parse(result).score_ns(Vulnerability.parse(vulnerability)) == score


@given(
    st.integers(1, 7),
    st.sampled_from(Denomination),
    st.integers(0, 2),
    st.sampled_from(Seat),
    st.integers(0, 13),
)
def test_result_text_round_trip(
    level: int, denomination: Denomination, doubling: int, declarer: Seat, tricks: int
) -> None:
    result = Result(Contract(level, denomination, doubling, declarer), tricks)
    assert Result.parse(str(result)) == result
    assert Contract.parse(str(result.contract)) == result.contract


@given(st.integers(1, 7), st.sampled_from(Denomination), st.integers(0, 2), st.booleans(), st.integers(0, 12))
def test_one_more_trick_is_never_worse(
    level: int, denomination: Denomination, doubling: int, vulnerable: bool, tricks: int
) -> None:
    fewer = duplicate_score(level, denomination, doubling, tricks, vulnerable)
    assert duplicate_score(level, denomination, doubling, tricks + 1, vulnerable) > fewer


# --- play -----------------------------------------------------------------------------------------


def play_of(cards: str) -> Play:
    return Play(DEAL, Contract.parse("6S N"), tuple(Card.parse(card) for card in cards.split()))


def test_tricks_follow_from_who_holds_the_card() -> None:
    play = play_of("H9 H4 HT HK SK S2 S3 S7")
    assert [trick.winner for trick in play.tricks] == [Seat.NORTH, Seat.NORTH]
    assert play.tricks_won(Side.NS) == 2
    assert play.turn is Seat.NORTH
    assert play.problems() == []


def test_a_revoke_is_named() -> None:
    play = play_of("H9 H4 C2")
    assert play.problems() == [(2, "West revoked: C2 on a heart lead while holding that suit")]


def test_cards_of_others_and_cards_played_before_are_noticed() -> None:
    assert play_of("HK").problems()[0][1] == "East does not hold HK"
    reasons = [reason for _, reason in play_of("H9 H4 HT HK HK").problems()]
    assert reasons == ["HK has been played before"]


@given(deals(), st.sampled_from(Denomination), st.sampled_from(Seat), st.data())
def test_a_legal_play_has_no_problems_and_thirteen_tricks(
    deal: Deal, denomination: Denomination, declarer: Seat, data: st.DataObject
) -> None:
    play = Play(deal, Contract(1, denomination, 0, declarer))
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    while play.turn is not None:
        led = play.tricks[-1].cards[0].suit if play.tricks and play.tricks[-1].winner is None else None
        choice = list(legal_cards(play.hands_left()[play.turn], led))
        card = choice[int(rng.integers(len(choice)))]
        play = Play(deal, play.contract, (*play.cards, card))
    assert play.problems() == []
    assert play.tricks_won(Side.NS) + play.tricks_won(Side.EW) == 13


def test_following_suit() -> None:
    hand = Hand.parse("AK.2..")
    assert legal_cards(hand, Suit.HEARTS).text == ".2.."
    assert legal_cards(hand, Suit.CLUBS) == hand
