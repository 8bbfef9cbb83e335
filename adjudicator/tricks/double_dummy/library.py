"""The DDS shared library: found inside the `endplay` wheel, called with packed arrays.

Only the library file of the wheel is used; the Python package around it is never executed, because
importing it costs seconds. The library has traps, and this module is where they are closed:

* every board is validated before the call (an unsound board can end the process or litter a file);
* one lock for the whole process (two callers at once give silently wrong answers);
* at most 200 boards a call;
* boards of one call that hold the same cards, denomination and leader are taken for the same question,
  whatever was played to the trick or asked: they go to separate calls.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from adjudicator.tricks.double_dummy.boards import Boards, DoubleDummyError, Int, failure, require_sound

MOST_BOARDS = 200
"""Boards the library takes in one call."""

LIBRARY_VARIABLE = "ADJUDICATOR_DDS_LIBRARY"
"""Environment variable that names another build of the library."""

_NAMES = {"win32": ("dds.dll", "libdds.dll"), "darwin": ("libdds.dylib",)}
_DENOMINATION_TO_LIBRARY = np.array([3, 2, 1, 0, 4], np.int32)
_DEAL_INTS, _FUTURE_INTS = 24, 54
_LONGEST_PLAY, _PLAY_INTS, _TRACE_INTS = 52, 105, 54

_lock = threading.RLock()


def library_names(platform: str = sys.platform) -> tuple[str, ...]:
    """File names of the library on an operating system, most likely first."""
    return _NAMES.get(platform, ("libdds.so",))


def find_library(platform: str = sys.platform) -> Path:
    """Path of the shared library; `DoubleDummyError` when it is not installed.

    `find_spec` of a top-level package does not execute it.
    """
    chosen = os.environ.get(LIBRARY_VARIABLE)
    if chosen:
        if Path(chosen).is_file():
            return Path(chosen)
        raise failure(f"no double-dummy library at {chosen}", f"correct or unset {LIBRARY_VARIABLE}")
    spec = importlib.util.find_spec("endplay")
    folders = [] if spec is None else list(spec.submodule_search_locations or [])
    for folder in folders:
        for name in library_names(platform):
            path = Path(folder) / "_dds" / name
            if path.is_file():
                return path
    raise failure(
        "the double-dummy library is not installed",
        f"install the package 'endplay', or name a DDS library in {LIBRARY_VARIABLE}",
    )


def available_threads() -> int:
    """Processors this process may use."""
    with contextlib.suppress(AttributeError, OSError):
        return max(1, len(os.sched_getaffinity(0)))
    return max(1, os.cpu_count() or 1)


class Library:
    """One loaded DDS library. Use `shared_library`: the library keeps its state per process."""

    def __init__(self, path: Path, threads: int) -> None:
        try:
            self._dll: Any = ctypes.CDLL(str(path))
        except OSError as error:
            raise failure(
                f"the double-dummy library {path.name} does not load: {error}",
                "install the 'endplay' wheel made for this system",
            ) from error
        self.path = path
        self.threads = threads
        self._boards = np.zeros(1 + MOST_BOARDS * (_DEAL_INTS + 3), np.int32)
        self._solved = np.zeros(1 + MOST_BOARDS * _FUTURE_INTS, np.int32)
        self._plays = np.zeros(1 + MOST_BOARDS * _PLAY_INTS, np.int32)
        self._traces = np.zeros(1 + MOST_BOARDS * _TRACE_INTS, np.int32)
        self._dll.SetMaxThreads(ctypes.c_int(threads))

    @property
    def version(self) -> str:
        """Version the library reports, such as "2.9.0"."""
        info = ctypes.create_string_buffer(4096)
        with _lock:
            self._dll.GetDDSInfo(info)
        major, minor, patch = np.frombuffer(info.raw[:12], np.int32).tolist()
        return f"{major}.{minor}.{patch}"

    def solve(self, boards: Boards) -> Int:
        """Raw answers, int32 (n, 54): nodes, cards, 13 suits, 13 ranks, 13 equals, 13 scores.

        The columns are the library's own (suit 0 = spades, rank 2..14); `answers` translates.
        """
        require_sound(boards)
        solved = np.empty((len(boards), _FUTURE_INTS), np.int32)
        for rows in calls(boards):
            part = boards.take(rows)
            with _lock:
                self._pack(part)
                self._call("SolveAllBoardsBin", self._boards, self._solved)
                solved[rows] = self._solved[1:].reshape(-1, _FUTURE_INTS)[: len(part)]
        return solved

    def trace(self, boards: Boards, plays: list[list[int]]) -> list[list[int]]:
        """Tricks of declarer's side before the lead and after each card of each play.

        `plays[i]` are card numbers in the order played from the position of board i, whose hand to
        play is declarer's left-hand opponent. The library stops before the last trick.
        """
        require_sound(boards)
        found: list[list[int]] = []
        for start in range(0, len(boards), MOST_BOARDS):
            part = boards.take(slice(start, start + MOST_BOARDS))
            with _lock:
                self._pack(part)
                self._pack_plays(plays[start : start + MOST_BOARDS])
                self._call("AnalyseAllPlaysBin", self._boards, self._plays, self._traces, 1)
                rows = self._traces[1:].reshape(-1, _TRACE_INTS)[: len(part)].tolist()
            found.extend(row[1 : 1 + row[0]] for row in rows)
        return found

    def par_texts(self, table: Int, vulnerability: int) -> list[str]:
        """The four lines of the library's par for both sides; `table` is (5, 4) in its order."""
        result = ctypes.create_string_buffer(16 * 2 + 128 * 2)
        with _lock:
            self._call("Par", np.ascontiguousarray(table, np.int32), result, vulnerability)
        raw = result.raw
        fields = [raw[0:16], raw[16:32], raw[32:160], raw[160:288]]
        return [field.split(b"\0")[0].decode("ascii").strip() for field in fields]

    def dealer_par(self, table: Int, dealer: int, vulnerability: int) -> tuple[int, list[str]]:
        """Par score for North-South and the par contracts, given who deals."""
        result = ctypes.create_string_buffer(4 + 4 + 100)
        with _lock:
            self._call("DealerPar", np.ascontiguousarray(table, np.int32), result, dealer, vulnerability)
        number, score = np.frombuffer(result.raw[:8], np.int32).tolist()
        texts = [result.raw[8 + 10 * i : 18 + 10 * i].split(b"\0")[0].decode("ascii") for i in range(number)]
        return score, texts

    def _pack(self, boards: Boards) -> None:
        count = len(boards)
        self._boards[0] = count
        body = self._boards[1:]
        deals = body[: MOST_BOARDS * _DEAL_INTS].reshape(MOST_BOARDS, _DEAL_INTS)[:count]
        target, solutions, mode = body[MOST_BOARDS * _DEAL_INTS :].reshape(3, MOST_BOARDS)[:, :count]
        deals[:, 0] = _DENOMINATION_TO_LIBRARY[boards.denomination]
        deals[:, 1] = boards.leader
        trick = boards.trick.astype(np.int32)
        held = trick >= 0
        deals[:, 2:5] = np.where(held, 3 - trick // 13, 0)
        deals[:, 5:8] = np.where(held, trick % 13 + 2, 0)
        deals[:, 8:24] = boards.masks[:, :, ::-1].reshape(count, 16).astype(np.int32) << 2
        target[:] = boards.target
        solutions[:] = np.where(boards.every_card, 3, 1)
        mode[:] = 1

    def _pack_plays(self, plays: list[list[int]]) -> None:
        self._plays[0] = len(plays)
        rows = self._plays[1:].reshape(-1, _PLAY_INTS)
        for row, play in zip(rows, plays, strict=False):
            cards = np.array(play[:_LONGEST_PLAY], np.int32)
            row[0] = len(cards)
            row[1 : 1 + len(cards)] = 3 - cards // 13
            row[53 : 53 + len(cards)] = cards % 13 + 2

    def _call(self, name: str, *arguments: Any) -> None:
        passed = [ctypes.c_void_p(a.ctypes.data) if isinstance(a, np.ndarray) else a for a in arguments]
        code = getattr(self._dll, name)(*passed)
        if code != 1:
            raise self._error(name, code)

    def _error(self, name: str, code: int) -> DoubleDummyError:
        text = ctypes.create_string_buffer(80)
        self._dll.ErrorMessage(ctypes.c_int(code), text)
        reason = text.value.decode("ascii", "replace")
        return failure(
            f"the double-dummy library refused a question ({name}, code {code}: {reason})",
            "report the position: sound positions are never refused",
        )


def calls(boards: Boards) -> Iterator[Int]:
    """Rows of each library call: at most `MOST_BOARDS`, no two that the library would confuse."""
    for start in range(0, len(boards), MOST_BOARDS):
        rows = np.arange(start, min(start + MOST_BOARDS, len(boards)))
        looks = np.zeros((len(rows), 34), np.uint8)
        looks[:, :32] = np.ascontiguousarray(boards.masks[rows], dtype="<u2").reshape(-1, 16).view(np.uint8)
        looks[:, 32], looks[:, 33] = boards.denomination[rows], boards.leader[rows]
        _, alike = np.unique(looks.view("V34").reshape(-1), return_inverse=True)
        if alike.max(initial=-1) + 1 == len(rows):
            yield rows
            continue
        order = np.argsort(alike, kind="stable")
        sorted_alike = alike[order]
        wave = np.empty(len(rows), np.intp)
        wave[order] = np.arange(len(rows)) - np.searchsorted(sorted_alike, sorted_alike)
        for number in range(int(wave.max()) + 1):
            yield rows[wave == number]


_shared: Library | None = None


def shared_library(threads: int | None = None) -> Library:
    """The library of this process, loaded at the first call.

    threads: worker threads inside the library; default all available processors. Asking for another
    number later resizes the one library, since it has a single state in a process.
    """
    global _shared
    with _lock:
        if _shared is None or (threads is not None and threads != _shared.threads):
            wanted = threads if threads is not None else available_threads()
            _shared = Library(find_library(), max(1, wanted))
        return _shared
