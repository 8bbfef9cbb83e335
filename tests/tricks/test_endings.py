"""Endings in bulk: the answers of the library, whatever the way."""

from __future__ import annotations

import dataclasses
import importlib.util

import numpy as np
import pytest

from adjudicator.bridge import Denomination, Hand, Seat
from adjudicator.tricks.double_dummy import Boards, DdsEngine, DoubleDummyError, Position, Solver
from adjudicator.tricks.double_dummy.reference import ReferenceEngine, random_endings
from adjudicator.tricks.endings import EndingEngine, each_card, engine, kernel, tricks_left
from adjudicator.tricks.endings.strings import Strings, after_trick
from adjudicator.tricks.endings.tables import SHIPPED, order, searched, shapes, table


def every(boards: Boards) -> Boards:
    return dataclasses.replace(boards, every_card=np.ones(len(boards), bool))


def mixed(count: int, seed: int) -> Boards:
    generator = np.random.default_rng(seed)
    return Boards.join([random_endings(count, cards, generator) for cards in (1, 2, 3, 4, 5)])


def test_equal_to_the_library_on_five_thousand_endings() -> None:
    boards = every(mixed(1000, 1))
    found, expected = EndingEngine().solve(boards), DdsEngine().solve(boards)
    assert (found.tricks == expected.tricks).all()
    assert (found.scores == expected.scores).all()


def test_equal_to_the_library_with_pruning_on_many_five_card_endings(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = random_endings(2500, 5, np.random.default_rng(2))
    monkeypatch.setattr(engine, "_MANY", 100)
    assert (tricks_left(boards) == DdsEngine().solve(boards).tricks).all()


def test_equal_to_the_plain_reference() -> None:
    boards = every(mixed(12, 3))
    found, expected = EndingEngine().solve(boards), ReferenceEngine().solve(boards)
    assert (found.tricks == expected.tricks).all()
    assert (found.scores == expected.scores).all()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_equal_to_the_library_on_many_endings(seed: int) -> None:
    boards = every(random_endings(20_000, 5, np.random.default_rng(100 + seed)))
    found, expected = EndingEngine().solve(boards), DdsEngine().solve(boards)
    assert (found.tricks == expected.tricks).all()
    assert (found.scores == expected.scores).all()


def same_visible_cards(count: int, denomination: int, seed: int) -> Boards:
    """North and South seen, the ten other cards dealt at random to East and West."""
    generator = np.random.default_rng(seed)
    pack = generator.permutation(52)[:20]
    masks = np.zeros((count, 4, 4), np.uint16)
    for row in range(count):
        hands = [pack[:5], None, pack[5:10], None]
        hidden = generator.permutation(pack[10:])
        hands[1], hands[3] = hidden[:5], hidden[5:]
        for seat, hand in enumerate(hands):
            assert hand is not None
            for card in hand.tolist():
                masks[row, seat, card // 13] |= 1 << card % 13
    return Boards.of(masks, denomination, int(generator.integers(0, 4)))


@pytest.mark.parametrize("denomination", range(5))
def test_layouts_of_the_same_visible_cards(denomination: int) -> None:
    boards = same_visible_cards(600, denomination, 10 + denomination)
    found = EndingEngine().solve(every(boards))
    expected = DdsEngine().solve(every(boards))
    assert (found.tricks == expected.tricks).all()
    assert (found.scores == expected.scores).all()
    assert len(set(found.tricks.tolist())) > 1


def test_targets_and_single_questions() -> None:
    boards = mixed(40, 4)
    value = tricks_left(boards)
    for target in range(7):
        asked = dataclasses.replace(boards, target=np.full(len(boards), target, np.int8))
        assert (EndingEngine().solve(asked).tricks == (value >= target)).all()
    assert (each_card(boards).max(axis=1) == value).all()


def test_mixed_questions_on_one_position_are_answered_apart() -> None:
    one = random_endings(1, 4, np.random.default_rng(5))
    three = Boards.join([one, dataclasses.replace(one, target=np.array([1], np.int8)), every(one)])
    answers = EndingEngine().solve(three)
    value = int(answers.tricks[0])
    assert answers.tricks.tolist() == [value, int(value >= 1), value]
    assert (answers.scores[:2] == -1).all()
    assert answers.scores[2].max() == value


def test_serves_as_engine_of_a_solver() -> None:
    """South leads the ace and then the queen is finessed or dropped: both hands see everything."""
    hands = (Hand.parse("AJ...3"), Hand.parse("K2...4"), Hand.parse("QT...5"), Hand.parse("93...2"))
    position = Position(hands, Denomination.NOTRUMP, Seat.SOUTH)
    assert Solver(EndingEngine()).all_cards(position) == Solver().all_cards(position)


def test_six_cards_are_refused() -> None:
    with pytest.raises(DoubleDummyError, match="at most 5 cards") as caught:
        EndingEngine().solve(random_endings(2, 6, np.random.default_rng(6)))
    assert caught.value.problems[0].next_step


def test_no_boards_no_answers() -> None:
    nothing = random_endings(1, 2, np.random.default_rng(7)).take(np.zeros(0, np.intp))
    assert len(EndingEngine().solve(nothing).tricks) == 0


@pytest.mark.parametrize("trumps", [False, True])
def test_shipped_table_is_what_the_rules_give(trumps: bool) -> None:
    """Random rows of the three-card table, searched again."""
    generator = np.random.default_rng(8)
    kinds = shapes(SHIPPED, trumps)
    words = order(SHIPPED).words
    shipped, smaller = table(SHIPPED, trumps), table(SHIPPED - 1, trumps)
    for lengths in [kinds[int(number)] for number in generator.integers(0, len(kinds), 12)]:
        packed = np.uint64(sum(length << 4 * suit for suit, length in enumerate(lengths)))
        chosen = words[generator.integers(0, len(words), 300)]
        ordered = _in_order(Strings(chosen, np.full(300, packed)), trumps)
        assert (shipped.tricks(ordered) == searched(ordered, SHIPPED, trumps, smaller)).all()


def _in_order(strings: Strings, trumps: bool) -> Strings:
    from adjudicator.tricks.endings.strings import in_order

    return in_order(strings.owners, strings.lengths, trumps)


def test_order_numbers_every_string_once() -> None:
    for cards, count in ((1, 24), (2, 2520), (3, 369600)):
        kind = order(cards)
        assert len(kind.words) == count
        assert (kind.place(kind.words) == np.arange(count)).all()


def test_a_trick_leaves_three_cards_fewer_owners_in_the_right_order() -> None:
    """One suit, highest first: owners 0 1 2 3 0 1 2 3; the four highest go, hand 0 keeps the lead."""
    owners = sum((place % 4) << 2 * place for place in range(8))
    strings = Strings(np.array([owners], np.uint64), np.array([8 << 12], np.uint64))
    played = np.array([0b01010101], np.uint64)
    left = after_trick(strings, played, np.array([0], np.uint64), 2, trumps=False)
    assert (int(left.owners[0]), int(left.lengths[0])) == (0b11100100, 4 << 12)
    turned = after_trick(strings, played, np.array([1], np.uint64), 2, trumps=False)
    assert int(turned.owners[0]) == 0b10010011


def kernel_values(boards: Boards, trumps: bool) -> np.ndarray:
    layouts = engine._layouts(boards)
    forced = np.zeros((len(boards), 4), np.int64)
    for turn, card in enumerate(layouts.forced):
        forced[:, turn] = card
    cards = int(boards.tricks_left[0])
    return kernel.values(layouts.strings.owners, layouts.strings.lengths, cards, trumps, forced)


@pytest.mark.parametrize("cards", [1, 2, 3, 4, 5])
def test_plain_loops_give_the_same_answers(cards: int) -> None:
    boards = random_endings(60, cards, np.random.default_rng(20 + cards))
    for trumps in (False, True):
        for played in range(4):
            part = boards.take((boards.played == played) & ((boards.denomination < 4) == trumps))
            if len(part):
                value = kernel_values(part, trumps)
                value = cards - value if played % 2 else value
                assert (value == tricks_left(part)).all()


def test_compiled_loops_need_numba_or_give_the_same_answers() -> None:
    if importlib.util.find_spec("numba") is None:
        with pytest.raises(DoubleDummyError, match="extra 'jit'"):
            EndingEngine(compiled=True)
        return
    boards = every(mixed(1000, 30))
    found, expected = EndingEngine(compiled=True).solve(boards), EndingEngine().solve(boards)
    assert (found.tricks == expected.tricks).all()
    assert (found.scores == expected.scores).all()


def test_scores_through_the_plain_loops() -> None:
    boards = every(mixed(6, 31))
    slow = EndingEngine()
    slow.compiled = True
    found, expected = slow.solve(boards), EndingEngine().solve(boards)
    assert (found.tricks == expected.tricks).all()
    assert (found.scores == expected.scores).all()
