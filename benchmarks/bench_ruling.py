"""Where the time of a ruling goes: quick against default in the same run, and the share of every room.

    python benchmarks/bench_ruling.py [CASE ...] [--markdown]

For each case: CPU seconds of a default ruling and of a quick one and their ratio, how much of the default one is the
question what would turn it, and what was done: auctions enumerated, turns looked at by the network, boards solved,
rulings asked again. Then the share of every room in the default rulings, by a profile; library code counts for the
room that called it. Without CASE: the cases of `examples` and of `tests/cases`. `--markdown` prints the tables of
docs/performance.md.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command line does, before numpy is imported

import argparse
import cProfile
import pstats
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from adjudicator.auctions.model import CallModel, load_model
from adjudicator.cases import Case, load_case
from adjudicator.rulings import Settings, rule
from adjudicator.rulings.probe import Probe
from adjudicator.rulings.tools import Memory
from adjudicator.tricks import forecast
from adjudicator.tricks.double_dummy import DdsEngine, default_solver

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = f"{ROOT / 'adjudicator'}{os.sep}"
Function = tuple[str, int, str]


@dataclass
class Work:
    """What was done in one ruling."""

    seconds: float = 0.0
    auctions: int = 0
    rows: int = 0
    boards: int = 0
    again: int = 0


def fresh() -> None:
    """Forget what a ruling before has worked out, so that every one pays for itself."""
    default_solver.cache_clear()
    forecast._RECENT.clear()
    load_model()._recent.clear()


def counted(work: Work) -> Callable[[], None]:
    """Count boards, network rows and rulings asked again from now on; the answer ends the counting."""
    solve, look, ruled = DdsEngine.solve, CallModel._look, Probe.ruled

    def solving(self: DdsEngine, boards: Any) -> Any:
        work.boards += len(boards)
        return solve(self, boards)

    def looking(self: CallModel, states: Any, hidden: Any) -> Any:
        work.rows += len(states)
        return look(self, states, hidden)

    def ruling(self: Probe, case: Case, **how: bool) -> Any:
        work.again += 1
        return ruled(self, case, **how)

    DdsEngine.solve, CallModel._look, Probe.ruled = solving, looking, ruling  # type: ignore[method-assign]

    def stop() -> None:
        DdsEngine.solve, CallModel._look, Probe.ruled = solve, look, ruled  # type: ignore[method-assign]

    return stop


def measured(case: Case, settings: Settings) -> Work:
    fresh()
    work, memory = Work(), Memory()
    stop = counted(work)
    start = time.process_time()
    rule(case, settings, memory=memory)
    work.seconds = time.process_time() - start
    stop()
    work.auctions = sum(key[0] == "auctions" for key in memory)
    return work


# --- shares of the rooms --------------------------------------------------------------------------------------


def profiled(cases: Sequence[Case]) -> dict[str, float]:
    """CPU share of every room in default rulings."""
    profile = cProfile.Profile(time.process_time)
    for case in cases:
        fresh()
        profile.enable()
        rule(case, Settings())
        profile.disable()
    stats: dict[Function, Any] = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    spent: dict[str, float] = {}
    for function, (_, _, own, _, callers) in stats.items():
        for room, share in _rooms(function, callers, stats, frozenset()):
            spent[room] = spent.get(room, 0.0) + own * share
    total = sum(spent.values())
    return {room: seconds / total for room, seconds in sorted(spent.items(), key=lambda entry: -entry[1])}


def _rooms(
    function: Function, callers: dict[Function, Any], stats: dict[Function, Any], seen: frozenset[Function]
) -> Iterator[tuple[str, float]]:
    """The room of a function; for library code the rooms that called it, by the time spent for each."""
    path = function[0]
    if path.startswith(PACKAGE):
        yield path[len(PACKAGE) :].split(os.sep)[0].removesuffix(".py"), 1.0
        return
    known = {caller: times for caller, times in callers.items() if caller not in seen and caller in stats}
    total = sum(times[2] for times in known.values())
    if not known or total <= 0 or len(seen) > 8:
        yield "other", 1.0
        return
    for caller, times in known.items():
        for room, share in _rooms(caller, stats[caller][4], stats, seen | {function}):
            yield room, share * times[2] / total


# --- the tables ----------------------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", type=Path)
    parser.add_argument("--markdown", action="store_true")
    wanted = parser.parse_args()
    paths = wanted.cases or sorted([*(ROOT / "examples").glob("*.toml"), *(ROOT / "tests" / "cases").glob("*.toml")])
    loaded = {path.stem: load_case(path).case for path in paths}
    cases = {name: case for name, case in loaded.items() if case is not None}
    rule(next(iter(cases.values())), Settings(quick=True))  # weights and libraries are loaded once
    rows = [["case", "default s", "quick s", "ratio", "turning", "auctions", "network rows", "boards", "asked again"]]
    for name, case in cases.items():
        rows.append(_row(name, case))
    _print(rows, wanted.markdown)
    shares = profiled(list(cases.values()))
    _print([["room", "share of CPU"], *([room, f"{share:.0%}"] for room, share in shares.items() if share >= 0.005)],
           wanted.markdown)  # fmt: skip


def _row(name: str, case: Case) -> list[str]:
    full, quick = measured(case, Settings()), measured(case, Settings(quick=True))
    bare = measured(case, replace(Settings(), turns=False))
    turning = max(0.0, 1 - bare.seconds / full.seconds) if full.seconds else 0.0
    ratio = quick.seconds / full.seconds if full.seconds else 1.0
    figures = (full.auctions, full.rows, full.boards, full.again)
    return [name, f"{full.seconds:.1f}", f"{quick.seconds:.1f}", f"{ratio:.2f}", f"{turning:.0%}", *map(str, figures)]


def _print(rows: list[list[str]], markdown: bool) -> None:
    if markdown:
        head, *rest = rows
        print("", "| " + " | ".join(head) + " |", "|" + "---|" * len(head), sep="\n")
        print("\n".join("| " + " | ".join(row) + " |" for row in rest))
        return
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    print()
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


if __name__ == "__main__":
    main()
