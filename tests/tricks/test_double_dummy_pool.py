"""Worker processes: the batch is finished whatever happens to a worker."""

from __future__ import annotations

import dataclasses
import os
import signal
from collections.abc import Iterator

import numpy as np
import pytest

from adjudicator.bridge import DealBatch, Denomination, Seat
from adjudicator.tricks.double_dummy import (
    Boards,
    DdsEngine,
    DealLeads,
    DealMakes,
    DealTricks,
    DoubleDummyError,
    Solver,
    WorkerPool,
)
from adjudicator.tricks.double_dummy import pool as pool_module
from adjudicator.tricks.double_dummy.pool import _Pace
from adjudicator.tricks.double_dummy.reference import random_endings


@pytest.fixture(scope="module")
def shared_pool() -> Iterator[WorkerPool]:
    with WorkerPool(2) as pool:
        yield pool


def endings(count: int, seed: int) -> Boards:
    boards = random_endings(count, 6, np.random.default_rng(seed))
    return dataclasses.replace(boards, every_card=np.arange(count) % 3 == 0)


def same(left: object, right: object) -> bool:
    return (left.tricks == right.tricks).all() and (left.scores == right.scores).all()  # type: ignore[attr-defined]


def test_workers_give_the_answers_of_one_process(shared_pool: WorkerPool) -> None:
    boards = endings(900, 1)
    assert same(shared_pool.solve(boards), DdsEngine().solve(boards))
    assert len(shared_pool.processes) == 2
    assert shared_pool.replaced == 0


def test_mixed_questions_over_deals(shared_pool: WorkerPool) -> None:
    deals = DealBatch(random_endings(4, 13, np.random.default_rng(2), start_of_trick=True).masks)
    rows = np.array([2, 0])
    questions = [
        DealTricks(Denomination.HEARTS, Seat.EAST),
        DealMakes(Denomination.HEARTS, Seat.EAST, 7),
        DealMakes(Denomination.HEARTS, Seat.EAST, np.array([0, 14]), rows),
        DealLeads(Denomination.HEARTS, Seat.EAST, rows),
        DealTricks(Denomination.NOTRUMP, Seat.NORTH, np.array([True, False, False, True])),
    ]
    seen: list[int] = []
    solver = Solver(shared_pool)
    tricks, makes, sure, leads, notrump = solver.over(deals, questions, lambda done, total: seen.append(done))
    one_by_one = [Solver().tricks(deals[i], Denomination.HEARTS, Seat.EAST) for i in range(4)]
    assert tricks.tolist() == one_by_one
    assert makes.tolist() == [value >= 7 for value in one_by_one]
    assert sure.tolist() == [True, False]
    assert [int(row[row >= 0].min()) for row in leads] == [one_by_one[2], one_by_one[0]]
    assert (leads >= 0).sum(axis=1).tolist() == [13, 13]
    assert notrump[1] == Solver().tricks(deals[3], Denomination.NOTRUMP, Seat.NORTH)
    assert seen[-1] == 6
    assert solver.over(deals, []) == []


def test_wrong_number_of_targets_is_refused() -> None:
    deals = DealBatch(random_endings(3, 13, np.random.default_rng(2), start_of_trick=True).masks)
    with pytest.raises(DoubleDummyError, match="one for each deal"):
        Solver().over(deals, [DealMakes(Denomination.HEARTS, Seat.EAST, np.array([7, 8]))])


def test_a_killed_worker_is_replaced_and_the_batch_finished() -> None:
    boards = endings(600, 3)
    with WorkerPool(2) as pool:
        pool.solve(boards.take(slice(0, 20)))
        stream = pool.stream(boards)
        received = [next(stream)]
        victim = pool.processes[0]
        os.kill(victim, signal.SIGTERM)
        received += list(stream)
        assert victim not in pool.processes
        assert pool.replaced == 1
    rows = sorted((start, start + len(part.tricks)) for start, part in received)
    assert [start for start, _ in rows] == [0, *(stop for _, stop in rows[:-1])]
    expected = DdsEngine().solve(boards)
    assert all((part.tricks == expected.tricks[start : start + len(part.tricks)]).all() for start, part in received)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no way to suspend a process here")
def test_a_hung_worker_is_replaced_and_the_batch_finished() -> None:
    boards = endings(300, 4)
    with WorkerPool(2) as pool:
        pool.solve(boards.take(slice(0, 40)))
        victim = next(worker.process.pid for worker in pool._workers if worker.ready)
        assert victim is not None
        os.kill(victim, signal.SIGSTOP)
        pool.patience = 3.0
        answers = pool.solve(boards)
        assert victim not in pool.processes
        assert pool.replaced >= 1
    assert same(answers, DdsEngine().solve(boards))


def test_workers_that_cannot_live_end_in_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_serve", print)
    with WorkerPool(1) as pool, pytest.raises(DoubleDummyError, match="ended 3 times"):
        pool.solve(endings(3, 5))
    assert pool.processes == []


def test_unsound_boards_are_refused_before_any_work(shared_pool: WorkerPool) -> None:
    with pytest.raises(DoubleDummyError, match="no card is left"):
        shared_pool.solve(Boards.of(np.zeros((1, 4, 4), np.uint16), 4, 0))


def test_a_pool_needs_a_worker() -> None:
    with pytest.raises(DoubleDummyError, match="at least one worker"):
        WorkerPool(0)


def test_closing_early_leaves_no_process(shared_pool: WorkerPool) -> None:
    pool = WorkerPool(1)
    stream = pool.stream(endings(100, 6))
    next(stream)
    stream.close()
    assert pool.processes == []
    assert same(pool.solve(endings(5, 7)), DdsEngine().solve(endings(5, 7)))
    pool.close()


def test_shares_keep_boards_of_the_same_cards_together() -> None:
    boards = random_endings(10, 3, np.random.default_rng(8))
    pace = _Pace(boards.take(np.repeat(np.arange(10), 6)))
    shares = []
    while not pace.finished:
        shares.append(pace.next_share())
    assert [share.start % 6 for share in shares] == [0] * len(shares)
    assert shares[-1].stop == 60
