"""What is written is read back the same: all dealers, voids, passed-out and half-finished boards."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.bridge import Auction, Call, Card, Contract, Deal, Hand, Seat, Vulnerability, legal_cards, trick_winner
from adjudicator.formats import CallNote, GameRecord, bbo, lin, pbn, read

NAMES = st.text("abc XYZ'é-1()+&%", max_size=8).map(lambda text: " ".join(text.split()))
WORDS = st.text("abc XYZ'é♠-1()+=!&%;:\"\\[]<>#*", max_size=20).map(lambda text: " ".join(text.split()))


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Whole deals; half of them sorted by suit first, so that voids and long suits come up."""
    cards = list(range(52))
    if draw(st.booleans()):
        draw(st.randoms(use_true_random=False)).shuffle(cards)
    turn = draw(st.integers(0, 51))
    cards = cards[turn:] + cards[:turn]
    return Deal.of([Hand.of(cards[13 * seat : 13 * seat + 13]) for seat in range(4)])


@st.composite
def calls(draw: st.DrawFn, dealer: Seat) -> tuple[Call, ...]:
    """Legal auctions, some cut short, some passed out."""
    auction = Auction(dealer)
    length = draw(st.integers(0, 24))
    for _ in range(length):
        if auction.is_over:
            break
        legal = auction.legal_calls()
        pick = draw(st.integers(0, min(len(legal), 6) - 1))
        auction = auction.add(legal[pick])
    if draw(st.booleans()):
        while not auction.is_over:
            auction = auction.add(Call(0))
    return auction.calls


def play_of(deal: Deal, contract: Contract, count: int, pick: list[int]) -> tuple[Card, ...]:
    """So many cards of a legal play."""
    left, leader, cards = list(deal.hands), contract.leader, []
    assert leader is not None
    while len(cards) < count:
        trick: list[Card] = []
        for turn in range(4):
            seat = leader.after(turn)
            options = list(legal_cards(left[seat], trick[0].suit if trick else None))
            trick.append(options[pick[len(cards) % len(pick)] % len(options)])
            cards.append(trick[-1])
            left[seat] = left[seat].without(trick[-1])
        leader = trick_winner(trick, leader, contract.trump)
    return tuple(cards[:count])


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    deal, dealer = draw(deals()), draw(st.sampled_from(Seat))
    made = draw(calls(dealer))
    contract = Auction(dealer, made).contract
    tricks: int | None = None
    play: tuple[Card, ...] = ()
    if contract is not None and not contract.is_passed_out:
        play = play_of(deal, contract, draw(st.integers(0, 52)), draw(st.lists(st.integers(0, 12), min_size=1)))
        tricks = draw(st.none() | st.integers(0, 13))
        if len(play) == 52:
            tricks = sum(1 for _ in range(0))
            leader = contract.leader
            for start in range(0, 52, 4):
                assert leader is not None
                leader = trick_winner(play[start : start + 4], leader, contract.trump)
                assert contract.declarer is not None
                tricks += leader.side is contract.declarer.side
    notes = []
    for index in range(len(made)):
        alerted, text = draw(st.booleans()), draw(st.just("") | WORDS)
        if alerted or text:
            notes.append(CallNote(index, text, alerted, "!" if alerted else ""))
    return GameRecord(
        board=draw(st.integers(1, 128)),
        dealer=dealer,
        vulnerability=draw(st.sampled_from(Vulnerability)),
        hands=deal.hands,
        calls=made,
        notes=tuple(notes),
        contract=contract,
        tricks=tricks,
        lead=play[0] if play else None,
        play=play,
        players=(draw(NAMES), draw(NAMES), draw(NAMES), draw(NAMES)),
    )


@settings(max_examples=70, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(records(), min_size=1, max_size=3), WORDS)
def test_pbn_is_read_back(boards: list[GameRecord], event: str) -> None:
    wanted = tuple(board.with_(event=event, tags=(("Annotator", event),), score_ns=None) for board in boards)
    text = pbn.write(wanted)
    assert pbn.read(text).records == wanted
    assert read(text).records == wanted


@settings(max_examples=70, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(records(), min_size=1, max_size=3))
def test_lin_is_read_back(boards: list[GameRecord]) -> None:
    text = lin.write(boards)
    assert lin.read(text).records == tuple(boards)
    assert read(text).records == tuple(boards)


@settings(max_examples=70, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(records())
def test_a_link_is_read_back(board: GameRecord) -> None:
    link = bbo.write_link(board)
    assert " " not in link
    assert read(link).records == (board,)


@settings(max_examples=60, deadline=None)
@given(st.text('[]{}|"\\ \nmbpc|md|Deal Play Auction 1SHDCAKQ=*;%', max_size=200))
def test_nothing_in_a_text_raises(text: str) -> None:
    for module in (pbn, lin, bbo):
        found = module.read(text, "x")
        assert found.records or found.problems
