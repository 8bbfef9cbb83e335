"""The traps of the shared library, one test each."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import numpy as np
import pytest

from adjudicator.bridge import Deal, DealBatch, Denomination, Hand, Seat
from adjudicator.tricks.double_dummy import Boards, DdsEngine, DoubleDummyError, Position, Solver
from adjudicator.tricks.double_dummy import library as library_module
from adjudicator.tricks.double_dummy.boards import faults
from adjudicator.tricks.double_dummy.library import (
    LIBRARY_VARIABLE,
    MOST_BOARDS,
    Library,
    calls,
    find_library,
    library_names,
    shared_library,
)
from adjudicator.tricks.double_dummy.reference import random_endings


def deals(count: int, seed: int, cards: int = 13) -> np.ndarray:
    return random_endings(count, cards, np.random.default_rng(seed), start_of_trick=True).masks


def one(**changes: object) -> Boards:
    """A sound board of thirteen cards with some arrays replaced."""
    boards = Boards.of(deals(1, 0), 4, 0)
    return dataclasses.replace(boards, **changes)  # type: ignore[arg-type]


def without_top_card(masks: np.ndarray, seat: int) -> np.ndarray:
    changed = masks.copy()
    suit = int(np.argmax(changed[0, seat]))
    changed[0, seat, suit] &= changed[0, seat, suit] - 1
    return changed


SOUND = deals(1, 0)
TWICE = SOUND.copy()
TWICE[0, 0], TWICE[0, 1] = SOUND[0, 1], SOUND[0, 1]
HIGH_BIT = SOUND.copy()
HIGH_BIT[0, 0, 0] |= 1 << 13
HELD = int(np.log2(SOUND[0, 0, 0] & -SOUND[0, 0, 0].astype(int))) if SOUND[0, 0, 0] else 0


@pytest.mark.parametrize(
    ("board", "text"),
    [
        (one(denomination=np.array([5], np.int8)), "denomination"),
        (one(leader=np.array([4], np.int8)), "leader"),
        (one(target=np.array([14], np.int8)), "target"),
        (one(masks=HIGH_BIT), "above the ace"),
        (one(trick=np.array([[-1, 3, -1]], np.int8)), "played to the trick"),
        (one(trick=np.array([[52, -1, -1]], np.int8)), "played to the trick"),
        (one(masks=TWICE), "twice"),
        (one(trick=np.array([[HELD, -1, -1]], np.int8)), "twice"),
        (one(masks=without_top_card(SOUND, 2)), "unequal"),
        (one(masks=np.zeros((1, 4, 4), np.uint16)), "no card is left"),
    ],
)
def test_unsound_boards_never_reach_the_library(
    board: Boards, text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    reached = []
    monkeypatch.setattr(Library, "_call", lambda self, *rest: reached.append(rest))
    with pytest.raises(DoubleDummyError, match=text):
        DdsEngine().solve(board)
    assert not reached
    assert not list(tmp_path.iterdir())


def test_every_unsound_board_is_named_with_its_row() -> None:
    boards = Boards.join([one(), one(masks=TWICE), one(), one(leader=np.array([9], np.int8))])
    assert faults(boards).tolist()[::2] == [-1, -1]
    with pytest.raises(DoubleDummyError) as caught:
        Solver().solve(boards)
    assert [problem.field for problem in caught.value.problems] == ["board 1", "board 3"]
    assert all(problem.next_step for problem in caught.value.problems)


def test_unequal_hands_after_a_good_call_do_not_end_the_process(tmp_path: Path) -> None:
    script = textwrap.dedent("""
        import numpy as np
        from adjudicator.tricks.double_dummy import Boards, DdsEngine, DoubleDummyError
        from adjudicator.tricks.double_dummy.reference import random_endings
        sound = random_endings(5, 13, np.random.default_rng(1), start_of_trick=True)
        engine = DdsEngine(1)
        first = engine.solve(sound).tricks.tolist()
        broken = sound.masks.copy()
        for seat in (0, 2):
            broken[:, seat, 3] = 0
        try:
            engine.solve(Boards.of(broken, 3, 1))
        except DoubleDummyError:
            print(first == engine.solve(sound).tricks.tolist())
    """)
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "True"), done.stderr
    assert not list(tmp_path.iterdir())


def test_sound_positions_are_never_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Any number of cards, any point of the trick, any target: no refusal, no file left behind."""
    monkeypatch.chdir(tmp_path)
    generator = np.random.default_rng(5)
    boards = Boards.join([random_endings(80, cards, generator) for cards in (1, 2, 3, 5, 7)])
    value = DdsEngine().solve(boards).tricks
    for target in range(8):
        asked = dataclasses.replace(boards, target=np.full(len(boards), target, np.int8))
        assert (DdsEngine().solve(asked).tricks == (value >= target)).all()
    assert not list(tmp_path.iterdir())


def test_at_most_two_hundred_boards_a_call(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = random_endings(3 * MOST_BOARDS + 1, 3, np.random.default_rng(6))
    sizes: list[int] = []
    call = Library._call

    def counted(self: Library, name: str, *arguments: object) -> None:
        sizes.append(int(arguments[0][0]))  # type: ignore[index]
        call(self, name, *arguments)

    monkeypatch.setattr(Library, "_call", counted)
    answers = DdsEngine().solve(boards)
    assert sum(sizes) == len(boards)
    assert max(sizes) <= MOST_BOARDS
    alone = [
        int(DdsEngine().solve(boards.take(slice(row, row + 1))).tricks[0])
        for row in (0, 199, 200, 399, 400, 600)
    ]
    assert answers.tricks[[0, 199, 200, 399, 400, 600]].tolist() == alone


@pytest.mark.parametrize("played", [1, 2, 3])
def test_equal_hands_with_other_cards_on_the_table_are_not_confused(played: int) -> None:
    """The same cards held, other cards in the trick: two questions, whatever the library thinks."""
    generator = np.random.default_rng(played)
    base = random_endings(400, 3, generator)
    base = base.take(base.played == played)
    used = np.bitwise_or.reduce(base.masks, axis=1)
    other = base.trick.copy()
    for row in range(len(base)):
        free = [card for card in range(52) if not used[row, card // 13] >> card % 13 & 1]
        other[row, :played] = generator.permutation([c for c in free if c not in base.trick[row]])[:played]
    twin = dataclasses.replace(base, trick=other)
    both = Boards.join([base, twin])
    mixed = both.take(np.arange(len(both)).reshape(2, -1).T.reshape(-1))
    together = DdsEngine().solve(mixed).tricks
    alone = [int(DdsEngine().solve(mixed.take(slice(row, row + 1))).tricks[0]) for row in range(len(mixed))]
    assert together.tolist() == alone
    assert (together[::2] != together[1::2]).any()


def test_several_targets_on_one_deal_are_not_confused() -> None:
    masks = np.repeat(deals(3, 8), 14, axis=0)
    targets = np.tile(np.arange(14), 3)
    yes = DdsEngine().solve(Boards.of(masks, 3, 2, target=targets)).tricks.reshape(3, 14)
    value = DdsEngine().solve(Boards.of(masks[::14], 3, 2)).tricks
    assert (yes == (np.arange(14) <= value[:, None])).all()


def test_calls_split_only_what_would_be_confused() -> None:
    distinct = Boards.of(
        np.repeat(deals(2, 9), 20, axis=0), np.tile(np.repeat(np.arange(5), 4), 2), np.tile(np.arange(4), 10)
    )
    assert [len(rows) for rows in calls(distinct)] == [40]
    targets = Boards.of(np.repeat(deals(2, 9), 3, axis=0), 4, 0, target=np.tile([7, 8, 9], 2))
    parts = [rows.tolist() for rows in calls(targets)]
    assert parts == [[0, 3], [1, 4], [2, 5]]


def test_two_threads_get_the_answers_of_one() -> None:
    parts = [Boards.of(deals(8, seed), seed % 5, seed % 4) for seed in range(4)]
    expected = [DdsEngine().solve(part).tricks.tolist() for part in parts]
    found: list[list[int]] = [[] for _ in parts]

    def work(index: int) -> None:
        for row in range(len(parts[index])):
            found[index].extend(DdsEngine().solve(parts[index].take(slice(row, row + 1))).tricks.tolist())

    threads = [threading.Thread(target=work, args=(index,)) for index in range(len(parts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected


def test_only_one_caller_is_inside_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    inside, most = 0, 0
    guard = threading.Lock()
    library = shared_library()
    real = library._dll.SolveAllBoardsBin

    class Watched:
        def SolveAllBoardsBin(self, *arguments: object) -> int:  # noqa: N802
            nonlocal inside, most
            with guard:
                inside += 1
                most = max(most, inside)
            code = int(real(*arguments))
            with guard:
                inside -= 1
            return code

    monkeypatch.setattr(library, "_dll", Watched())
    boards = Boards.of(deals(6, 3), 4, 0)
    threads = [threading.Thread(target=lambda: [library.solve(boards) for _ in range(3)]) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1


def test_full_tables_need_thirteen_cards() -> None:
    with pytest.raises(DoubleDummyError, match="thirteen cards"):
        Solver().tables(DealBatch(deals(2, 4, cards=12)))


def test_fewer_cards_are_solved_as_single_boards() -> None:
    """North holds the last trump and the ace: two tricks with spades as trumps, one fewer to draw in notrump."""
    hands = (Hand.parse("2..A."), Hand.parse(".A.K."), Hand.parse(".K.Q."), Hand.parse(".Q.J."))
    assert Solver().best(Position(hands, Denomination.SPADES, Seat.NORTH)) == 2
    assert Solver().best(Position(hands, Denomination.NOTRUMP, Seat.EAST)) == 1


def test_threads_inside_the_library_do_not_change_answers() -> None:
    boards = Boards.of(deals(12, 12), np.arange(12) % 5, np.arange(12) % 4)
    one_thread = DdsEngine(1).solve(boards)
    two_threads = DdsEngine(2).solve(boards)
    shared_library(None)
    assert (one_thread.tricks == two_threads.tricks).all()


def test_library_is_found_without_running_the_package_around_it(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from adjudicator.bridge import Deal, Denomination, Seat\n"
        "from adjudicator.tricks.double_dummy import default_solver\n"
        "assert 'ctypes' not in sys.modules or not any(m.startswith('endplay') for m in sys.modules)\n"
        f"deal = Deal.parse({Deal.of([Hand.of_suits(*map(int, hand)) for hand in SOUND[0]]).text!r})\n"
        "default_solver().tricks(deal, Denomination.SPADES, Seat.NORTH)\n"
        "print([m for m in sys.modules if m.startswith(('endplay', 'matplotlib'))])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


@pytest.mark.parametrize(
    ("platform", "name"), [("linux", "libdds.so"), ("darwin", "libdds.dylib"), ("win32", "dds.dll")]
)
def test_name_of_the_library_on_each_system(
    platform: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert library_names(platform)[0] == name
    (tmp_path / "endplay" / "_dds").mkdir(parents=True)
    (tmp_path / "endplay" / "__init__.py").write_text("raise SystemExit('executed')")
    (tmp_path / "endplay" / "_dds" / name).write_bytes(b"")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "endplay", raising=False)
    assert find_library(platform) == tmp_path / "endplay" / "_dds" / name


def test_missing_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(library_module.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(DoubleDummyError, match="install the package"):
        find_library()
    monkeypatch.setenv(LIBRARY_VARIABLE, str(tmp_path / "nothing.so"))
    with pytest.raises(DoubleDummyError, match=LIBRARY_VARIABLE):
        find_library()


def test_a_file_that_is_no_library_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "dds.so").write_bytes(b"no library")
    with pytest.raises(DoubleDummyError, match="does not load"):
        Library(tmp_path / "dds.so", 1)


def test_version_is_reported() -> None:
    assert shared_library().version.startswith("2.9")


def test_plays_of_the_same_deal_are_traced_apart() -> None:
    masks = np.repeat(deals(1, 13), 2, axis=0)
    boards = Boards.of(masks, 4, 0)
    position = Position(
        Deal.of([Hand.of_suits(*map(int, hand)) for hand in masks[0]]).hands, Denomination.NOTRUMP, Seat.NORTH
    )
    plays = []
    for first in (0, 12):
        step, cards = position, []
        for _ in range(16):
            card = list(step.legal)[min(first, len(step.legal) - 1)]
            cards.append(int(card))
            step = step.after(card)
        plays.append(cards)
    together = DdsEngine().trace(boards, plays)
    alone = [DdsEngine().trace(boards.take(slice(i, i + 1)), [plays[i]])[0] for i in range(2)]
    assert together == alone
