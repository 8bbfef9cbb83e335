"""Worker processes: the library is safe with one caller a process, so more processors need more processes.

Each worker runs one library thread. A worker that dies, or that stays silent longer than the patience, is
replaced and its share is given out again; the batch always ends with every answer or one clear error.
"""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import connection
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import TracebackType

import numpy as np

from adjudicator.bridge import AdjudicatorError
from adjudicator.tricks.double_dummy.boards import Boards, DoubleDummyError, failure, require_sound
from adjudicator.tricks.double_dummy.dds import DdsEngine
from adjudicator.tricks.double_dummy.library import MOST_BOARDS, available_threads
from adjudicator.tricks.double_dummy.port import Answers

_FIRST_SHARE = 8
_SHARE_SECONDS = 0.25
_MOST_TRIES = 3
_START_SECONDS = 120.0
"""What a worker may take to start on a crowded machine; its patience counts from then on."""

_READY = "ready"


@dataclass
class Share:
    """A run of rows given to one worker."""

    start: int
    stop: int
    tries: int = 0


class Worker:
    """One process and what it is doing."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(other,), daemon=True)
        self.process.start()
        other.close()
        self.share: Share | None = None
        self.since = time.monotonic()
        self.ready = False

    def give(self, share: Share, boards: Boards) -> None:
        """Hand over a share; a broken pipe is noticed by `alive` and by the next wait."""
        share.tries += 1
        self.share = share
        if self.ready:
            self.since = time.monotonic()
        try:
            self.pipe.send(boards.take(slice(share.start, share.stop)))
        except (OSError, ValueError):
            self.end()

    def deadline(self, patience: float) -> float:
        """When it counts as hung."""
        return self.since + (patience if self.ready else max(patience, _START_SECONDS))

    def end(self) -> None:
        """Stop the process, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _serve(pipe: Connection) -> None:
    """The life of a worker: answer shares until the pipe closes."""
    engine = DdsEngine(threads=1)
    try:
        pipe.send(_READY)
        while True:
            boards = pipe.recv()
            try:
                pipe.send(engine.solve(boards))
            except AdjudicatorError as error:
                pipe.send(error.problems)
    except (EOFError, OSError, KeyboardInterrupt):
        return


class WorkerPool:
    """An engine of several processes.

    workers: default one for each available processor. patience: seconds that a share may take before its
    worker counts as hung; a share is about a quarter of a second of work.

    Use as a context manager, or call `close`. A script that uses it must guard its entry with
    ``if __name__ == "__main__":`` because workers start by importing it.
    """

    def __init__(self, workers: int | None = None, patience: float = 120.0) -> None:
        if workers is not None and workers < 1:
            raise failure("a worker pool needs at least one worker")
        self.size = workers if workers is not None else available_threads()
        self.patience = patience
        self.replaced = 0
        self._workers: list[Worker] = []
        self._lock = threading.Lock()

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all workers."""
        for worker in self._workers:
            worker.end()
        self._workers = []

    @property
    def processes(self) -> list[int]:
        """Process ids of the workers running now."""
        return [worker.process.pid for worker in self._workers if worker.process.pid is not None]

    def solve(self, boards: Boards) -> Answers:
        """Answer every board."""
        answers = Answers.blank(len(boards))
        for start, part in self.stream(boards):
            stop = start + len(part.tricks)
            answers.tricks[start:stop] = part.tricks
            answers.scores[start:stop] = part.scores
        return answers

    def stream(self, boards: Boards) -> Iterator[tuple[int, Answers]]:
        """Answers as they come: (first row, answers of the rows from there on), in any order."""
        require_sound(boards)
        with self._lock:
            try:
                yield from self._stream(boards)
            except BaseException:
                self.close()
                raise

    def _stream(self, boards: Boards) -> Iterator[tuple[int, Answers]]:
        pace = _Pace(boards)
        again: deque[Share] = deque()
        while len(self._workers) < self.size:
            self._workers.append(Worker())
        while True:
            for worker in self._workers:
                if worker.share is None and (again or not pace.finished):
                    worker.give(again.popleft() if again else pace.next_share(), boards)
            busy = [worker for worker in self._workers if worker.share is not None]
            if not busy:
                return
            for worker in self._ready(busy):
                yield from self._collect(worker, pace, again)

    def _ready(self, busy: list[Worker]) -> list[Worker]:
        """Workers that have answered, died or outlived the patience."""
        closed = [worker for worker in busy if worker.pipe.closed]
        if closed:
            return closed
        left = max(0.0, min(worker.deadline(self.patience) for worker in busy) - time.monotonic())
        heard = set(connection.wait([worker.pipe for worker in busy], timeout=left))
        if heard:
            return [worker for worker in busy if worker.pipe in heard]
        now = time.monotonic()
        return [worker for worker in busy if now >= worker.deadline(self.patience)]

    def _collect(self, worker: Worker, pace: _Pace, again: deque[Share]) -> Iterator[tuple[int, Answers]]:
        share = worker.share
        assert share is not None  # only busy workers are collected
        try:
            reply = worker.pipe.recv() if not worker.pipe.closed and worker.pipe.poll() else None
        except (EOFError, OSError):
            reply = None
        if reply is None:
            self._replace(worker)
            if share.tries >= _MOST_TRIES:
                raise failure(
                    f"a double-dummy worker ended {share.tries} times on the same {share.stop - share.start} boards",
                    "start the program under 'if __name__ == \"__main__\"', or solve without workers",
                )
            again.append(share)
            return
        if isinstance(reply, str):
            worker.ready, worker.since = True, time.monotonic()
            return
        worker.share = None
        if not isinstance(reply, Answers):
            raise DoubleDummyError(*reply)
        pace.learn(share, time.monotonic() - worker.since)
        yield share.start, reply

    def _replace(self, worker: Worker) -> None:
        worker.end()
        self.replaced += 1
        self._workers[self._workers.index(worker)] = Worker()


class _Pace:
    """Cuts the rows into shares of about equal time, without parting boards of the same cards."""

    def __init__(self, boards: Boards) -> None:
        self.count = len(boards)
        self.given = 0
        self.size = _FIRST_SHARE
        flat = boards.masks.reshape(self.count, 16)
        change = (flat[1:] != flat[:-1]).any(axis=1)
        self.starts = np.concatenate([[0], np.nonzero(change)[0] + 1, [self.count]])

    @property
    def finished(self) -> bool:
        return self.given >= self.count

    def next_share(self) -> Share:
        wanted = self.given + self.size
        whole = int(self.starts[np.searchsorted(self.starts, wanted)]) if wanted < self.count else self.count
        stop = min(whole, self.given + MOST_BOARDS)
        share = Share(self.given, stop)
        self.given = stop
        return share

    def learn(self, share: Share, seconds: float) -> None:
        rate = (share.stop - share.start) / max(seconds, 1e-4)
        self.size = int(min(MOST_BOARDS, max(1, rate * _SHARE_SECONDS), 4 * self.size))
