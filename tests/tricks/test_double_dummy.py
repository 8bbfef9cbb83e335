"""The solver for the rest of the house: values, targets, cards, tables, par and traces."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from adjudicator.bridge import (
    Card,
    Contract,
    Deal,
    DealBatch,
    Denomination,
    Hand,
    Play,
    Seat,
    Side,
    Vulnerability,
    duplicate_score,
)
from adjudicator.tricks.double_dummy import (
    Answers,
    AtLeast,
    Boards,
    DdsEngine,
    DoubleDummyError,
    EachCard,
    Position,
    RecentFacts,
    Solver,
    StoredFacts,
    Table,
    Tricks,
    default_solver,
)
from adjudicator.tricks.double_dummy.position import boards_of
from adjudicator.tricks.double_dummy.reference import (
    ReferenceEngine,
    random_endings,
    tricks_by_card,
)
from adjudicator.tricks.double_dummy.table import par_of

ONE_SUIT_EACH = Deal.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
NOBODY_OPENS = Deal.parse("N:J973.J98.742.AK4 QT.AQT5.QT53.Q73 A842.732.A6.J985 K65.K64.KJ98.T62")
GAME = Deal.parse("N:73.QJT.AQ54.T752 QT6.876.KJ9.AQ84 5.A95432.7632.K6 AKJ9842.K.T8.J93")
NT, SPADES, HEARTS = Denomination.NOTRUMP, Denomination.SPADES, Denomination.HEARTS


class Counting:
    """An engine that counts the boards it is asked."""

    def __init__(self) -> None:
        self.inner = DdsEngine()
        self.boards = 0

    def solve(self, boards: Boards) -> Answers:
        self.boards += len(boards)
        return self.inner.solve(boards)


@pytest.fixture
def solver() -> Solver:
    return Solver()


def random_deal(seed: int) -> Deal:
    pack = np.random.default_rng(seed).permutation(52)
    return Deal.of([Hand.of(map(int, pack[13 * seat : 13 * seat + 13])) for seat in range(4)])


@pytest.mark.parametrize(
    ("denomination", "declarer", "tricks"),
    [(SPADES, Seat.NORTH, 13), (SPADES, Seat.EAST, 0), (SPADES, Seat.SOUTH, 13), (NT, Seat.NORTH, 0)],
)
def test_value_of_a_one_suit_deal(
    solver: Solver, denomination: Denomination, declarer: Seat, tricks: int
) -> None:
    assert solver.tricks(ONE_SUIT_EACH, denomination, declarer) == tricks


def test_notrump_is_won_by_the_side_of_the_leader(solver: Solver) -> None:
    table = solver.table(ONE_SUIT_EACH)
    assert [table[NT, seat] for seat in Seat] == [0, 0, 0, 0]


def test_yes_or_no_agrees_with_the_value_at_every_target() -> None:
    deal = random_deal(3)
    value = Solver().tricks(deal, HEARTS, Seat.SOUTH)
    asked = Solver()
    assert [asked.makes(deal, HEARTS, Seat.SOUTH, target) for target in range(15)] == [
        target <= value for target in range(15)
    ]


def test_best_lead_gives_the_value_and_every_lead_is_scored(solver: Solver) -> None:
    deal = random_deal(4)
    leads = solver.tricks_by_lead(deal, NT, Seat.EAST)
    assert set(leads) == set(deal[Seat.SOUTH])
    assert min(leads.values()) == solver.tricks(deal, NT, Seat.EAST)


def test_equal_cards_are_merged_and_expanded(solver: Solver) -> None:
    groups = solver.card_groups(Position.opening(GAME, HEARTS, Seat.NORTH))
    merged = [card for cards, _ in groups for card in cards]
    assert sorted(merged) == sorted(GAME[Seat.EAST])
    leads = solver.tricks_by_lead(GAME, HEARTS, Seat.NORTH)
    for cards, tricks in groups:
        assert {13 - leads[card] for card in cards} == {tricks}
    assert (Card.parse("H8"), Card.parse("H7"), Card.parse("H6")) in [cards for cards, _ in groups]


def test_cards_played_to_the_trick_part_no_equals_but_cards_held_do() -> None:
    position = Position(
        (Hand.parse("2.2.."), Hand.parse("QT.2.."), Hand.parse("J3.3.."), Hand.parse("K9.4..")), NT, Seat.WEST
    )
    turn_of_east = position.after(Card.parse("SK")).after(Card.parse("S2"))
    assert turn_of_east.touching() == [(Card.parse("SQ"),), (Card.parse("ST"),)]
    jack_gone = dataclasses.replace(
        turn_of_east,
        hands=(turn_of_east.hands[0], turn_of_east.hands[1], Hand.parse("83.3.."), turn_of_east.hands[3]),
    )
    assert jack_gone.touching() == [(Card.parse("SQ"), Card.parse("ST"))]


def test_position_follows_the_play() -> None:
    cards = tuple(map(Card.parse, ("SA", "S3", "S6", "S5", "HK", "HT")))
    position = Position.after_play(Play(GAME, Contract.parse("4H S"), cards))
    assert (position.leader, position.turn, position.tricks_left) == (Seat.WEST, Seat.EAST, 12)
    stepped = Position.opening(GAME, HEARTS, Seat.SOUTH)
    for card in cards:
        stepped = stepped.after(card)
    assert stepped == position


@pytest.mark.parametrize("cards", [2, 4])
def test_positions_inside_a_trick_agree_with_the_reference(solver: Solver, cards: int) -> None:
    boards = random_endings(60, cards, np.random.default_rng(cards))
    assert (solver.solve(boards).tricks == ReferenceEngine().solve(boards).tricks).all()


def test_many_answers_mixed_questions_in_order(solver: Solver) -> None:
    position = Position.opening(random_deal(5), SPADES, Seat.WEST)
    tricks, each, enough, too_many, none, absurd = solver.many(
        [
            Tricks(position),
            EachCard(position),
            AtLeast(position, 1),
            AtLeast(position, 14),
            AtLeast(position, 0),
            AtLeast(position, -1),
        ]
    )
    assert isinstance(each, dict)
    assert max(each.values()) == tricks
    assert (enough, too_many, none, absurd) == (isinstance(tricks, int) and tricks >= 1, False, True, True)
    assert solver.many([]) == []


def test_nothing_is_asked_twice() -> None:
    engine = Counting()
    solver = Solver(engine)
    position = Position.opening(random_deal(6), NT, Seat.NORTH)
    solver.many([AtLeast(position, 5), Tricks(position), EachCard(position), Tricks(position)])
    assert engine.boards == 1
    solver.many([AtLeast(position, 7), Tricks(position)])
    assert engine.boards == 1


def test_yes_and_no_narrow_later_questions() -> None:
    engine = Counting()
    solver = Solver(engine)
    deal = random_deal(7)
    value = 13 - solver.tricks(deal, NT, Seat.NORTH)
    engine.boards = 0
    solver = Solver(engine)
    position = Position.opening(deal, NT, Seat.NORTH)
    assert not solver.reaches(position, value + 1)
    assert solver.reaches(position, value)
    asked = engine.boards
    assert solver.best(position) == value
    assert not solver.reaches(position, min(13, value + 3))
    assert solver.reaches(position, max(1, value - 2))
    assert engine.boards == asked


def test_recent_facts_forget_the_oldest() -> None:
    memory = RecentFacts(most=2)
    engine = Counting()
    solver = Solver(engine, memory)
    boards = random_endings(3, 3, np.random.default_rng(0))
    solver.solve(boards)
    assert len(memory) == 2
    engine.boards = 0
    solver.solve(boards.take(slice(1, 3)))
    assert engine.boards == 0
    solver.solve(boards.take(slice(0, 1)))
    assert engine.boards == 1


def test_facts_on_disk_serve_the_next_run(tmp_path) -> None:  # type: ignore[no-untyped-def]
    boards = random_endings(300, 4, np.random.default_rng(1))
    boards = dataclasses.replace(boards, every_card=np.arange(300) % 2 == 0)
    first = Solver(Counting(), StoredFacts(tmp_path / "cache" / "facts.sqlite")).solve(boards)
    engine = Counting()
    again = Solver(engine, StoredFacts(tmp_path / "cache" / "facts.sqlite")).solve(boards)
    assert engine.boards == 0
    assert (first.tricks == again.tricks).all()
    assert (first.scores == again.scores).all()


def test_a_cache_that_cannot_be_opened_says_so(tmp_path) -> None:  # type: ignore[no-untyped-def]
    broken = tmp_path / "facts.sqlite"
    broken.write_bytes(b"this is no database" * 100)
    with pytest.raises(DoubleDummyError, match="cache cannot be opened"):
        StoredFacts(broken)


def test_progress_counts_up_to_the_boards_searched(solver: Solver) -> None:
    seen: list[tuple[int, int]] = []
    boards = random_endings(100, 3, np.random.default_rng(2))
    solver.solve(Boards.join([boards, boards]), lambda done, total: seen.append((done, total)))
    assert seen[-1] == (100, 100)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_table_holds_the_single_values(solver: Solver) -> None:
    deal = random_deal(8)
    table = solver.table(deal)
    alone = Solver()
    for denomination, declarer in ((NT, Seat.NORTH), (HEARTS, Seat.WEST), (Denomination.CLUBS, Seat.EAST)):
        assert table[denomination, declarer] == alone.tricks(deal, denomination, declarer)


def brute_par(table: Table, dealer: Seat, vulnerability: Vulnerability) -> int:
    """Par by the rules of the auction: each side in turn overcalls while that helps it."""

    def score_ns(level: int, denomination: int, seat: Seat) -> int:
        tricks = table[Denomination(denomination), seat]
        doubled = 1 if tricks < level + 6 else 0
        points = duplicate_score(
            level, Denomination(denomination), doubled, tricks, vulnerability.is_vulnerable(seat)
        )
        return points if seat.side is Side.NS else -points

    def best_bid(side: Side) -> list[int]:
        sign = 1 if side is Side.NS else -1
        return [
            max(sign * score_ns(rank // 5 + 1, rank % 5, seat) for seat in side.seats) for rank in range(35)
        ]

    gains = {side: best_bid(side) for side in Side}
    after: dict[tuple[int, Side], int] = {}

    def value(rank: int, turn: Side, standing: int) -> int:
        """Score for North-South when `turn` may pass out the standing score or bid above rank."""
        best = standing
        for higher in range(rank + 1, 35):
            sign = 1 if turn is Side.NS else -1
            key = (higher, turn)
            if key not in after:
                after[key] = value(higher, turn.other, sign * gains[turn][higher])
            best = max(best, after[key]) if turn is Side.NS else min(best, after[key])
        return best

    opened = value(-1, dealer.side, 0)
    return opened if opened != 0 else value(-1, dealer.side.other, 0)


def test_par_score_follows_from_the_auction() -> None:
    generator = np.random.default_rng(11)
    library = DdsEngine().library
    for number in range(60):
        table = np.zeros((5, 4), int)
        for denomination in range(5):
            north_south = int(generator.integers(0, 14))
            table[denomination] = [north_south, 13 - north_south, north_south, 13 - north_south]
        vulnerability = Vulnerability.for_board(number % 16 + 1)
        dealer = Seat(number % 4)
        par = par_of(Table.of(table), dealer, vulnerability, library)
        assert par.score_ns == brute_par(Table.of(table), dealer, vulnerability)


def test_par_of_a_board_nobody_can_open() -> None:
    flat = Table(((6, 6, 6, 6),) * 5)
    par = par_of(flat, Seat.NORTH, Vulnerability.NONE, DdsEngine().library)
    assert par.score_ns == 0
    assert par.side_scores == ("NS 0", "EW 0")


def test_trace_counts_the_tricks_won_and_to_come(solver: Solver) -> None:
    cards = tuple(map(Card.parse, ["HA", "HK", "HQ", "H7", "D7", "D8", "DA", "D9", "C5", "CA", "C6", "C3"]))
    trace = solver.trace(Play(GAME, Contract.parse("1H N"), cards[:0]))
    assert trace == (solver.tricks(GAME, HEARTS, Seat.NORTH),)
    deal = random_deal(9)
    play = Play(deal, Contract.parse("3NT N"), played_out(deal, NT, Seat.NORTH))
    by_positions = Solver(ReferenceLike()).trace(play)
    trace = solver.trace(play)
    assert len(trace) == 53
    assert trace == by_positions
    assert trace[-1] == play.tricks_won(Side.NS)


class ReferenceLike:
    """The library without its own trace: forces the way by single positions."""

    def solve(self, boards: Boards) -> Answers:
        return DdsEngine().solve(boards)


def played_out(deal: Deal, denomination: Denomination, declarer: Seat) -> tuple[Card, ...]:
    position = Position.opening(deal, denomination, declarer)
    cards = []
    while len(cards) < 52:
        card = list(position.legal)[len(cards) % len(position.legal)]
        cards.append(card)
        position = position.after(card)
    return tuple(cards)


def test_trace_follows_a_revoke_as_it_was_played(solver: Solver) -> None:
    cards = tuple(map(Card.parse, ["SA", "S3", "S6", "H4"]))
    trace = solver.trace(Play(GAME, Contract.parse("4H S"), cards))
    assert len(trace) == 5
    kept_a_spade = Position.after_play(Play(GAME, Contract.parse("4H S"), cards))
    left = solver.best(kept_a_spade)
    won = 1 if kept_a_spade.turn is Seat.SOUTH else 0
    own = kept_a_spade.turn.side is Side.NS
    assert trace[-1] == won + (left if own else 12 - left)


def test_trace_refuses_a_card_the_player_does_not_hold(solver: Solver) -> None:
    with pytest.raises(DoubleDummyError, match="does not hold"):
        solver.trace(Play(GAME, Contract.parse("4H S"), (Card.parse("H2"),)))


def test_default_solver_is_shared() -> None:
    assert default_solver() is default_solver()


def test_tables_of_many_deals(solver: Solver) -> None:
    deals = [random_deal(seed) for seed in (20, 21)]
    tables = solver.tables(DealBatch.of(deals))
    assert tables.shape == (2, 5, 4)
    assert Table.of(tables[1]) == solver.table(deals[1])


def reference_share(cards: int, count: int, seed: int) -> None:
    boards = random_endings(count, cards, np.random.default_rng(seed))
    boards = dataclasses.replace(boards, every_card=np.ones(count, bool))
    found, expected = DdsEngine().solve(boards), ReferenceEngine().solve(boards)
    assert (found.tricks == expected.tricks).all()
    assert (found.scores == expected.scores).all()
    assert set(np.unique(boards.denomination)) == set(range(5))


@pytest.mark.parametrize(("cards", "count"), [(4, 370), (5, 110), (6, 25)])
def test_library_agrees_with_the_reference_on_endings(cards: int, count: int) -> None:
    reference_share(cards, count, seed=cards)


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "count"), [(1, 500), (2, 500), (3, 1000), (4, 2000), (5, 1500), (6, 300)])
def test_library_agrees_with_the_reference_on_many_endings(cards: int, count: int) -> None:
    reference_share(cards, count, seed=100 + cards)


def test_reference_agrees_with_trying_everything() -> None:
    """Plain minimax without any pruning, memory or equals."""

    def value(position: Position, own: int) -> int:
        if not any(position.hands) and not position.trick:
            return 0
        results = []
        for card in position.legal:
            after = position.after(card)
            gain = int(len(after.trick) == 0 and after.leader % 2 == own)
            results.append(gain + value(after, own))
        return max(results) if position.turn % 2 == own else min(results)

    boards = random_endings(40, 3, np.random.default_rng(3))
    from adjudicator.tricks.double_dummy.reference import _position

    for row in range(len(boards)):
        position = _position(boards, row)
        own = position.turn % 2
        for card, tricks in tricks_by_card(position).items():
            after = position.after(card)
            gain = int(len(after.trick) == 0 and after.leader % 2 == own)
            assert tricks == gain + value(after, own)


def test_positions_and_boards_are_the_same_thing() -> None:
    position = Position.opening(random_deal(30), NT, Seat.SOUTH).after(next(iter(random_deal(30)[Seat.WEST])))
    row, many = position.board(), boards_of([position], [-1], [False])
    assert (row.masks == many.masks).all()
    assert (row.trick == many.trick).all()
    assert (int(row.to_play[0]), int(row.tricks_left[0])) == (position.turn, position.tricks_left)
