"""`adjudicator check doubledummy`: the solver held against deals with known double-dummy values.

File: one block a deal, each line a tag and its values in the solver library's own numbering (seats N E S W =
0..3; suits S H D C = 0..3, notrump 4; vulnerability none, both, NS, EW = 0..3): PBN dealer vulnerability
trump leader "deal", then any of FUT (every card of the leader), TABLE, PAR, PAR2, PLAY and TRACE.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.bridge import (
    AdjudicatorError,
    Card,
    Contract,
    Deal,
    DealBatch,
    Denomination,
    Play,
    Problem,
    Seat,
    Vulnerability,
)
from adjudicator.checks import CheckReport
from adjudicator.tricks.double_dummy import Position, Solver, default_solver

_DENOMINATIONS = ("S", "H", "D", "C", "NT")
_VULNERABILITIES = ("None", "Both", "NS", "EW")
_TAGS_ADVICE = "use PBN, FUT, TABLE, PAR, PAR2, PLAY, TRACE"
_DEAL_ADVICE = 'write: PBN dealer vul trump leader "N:hand hand hand hand"'
_NUMBER_ADVICE = "seats and vulnerability 0..3, trump 0..4"
_PBN = re.compile(r'(\d) (\d) (\d) (\d) "([^"]*)"$')


@dataclass(frozen=True)
class Entry:
    """One deal of the file with its expectations: tag -> text after the tag."""

    file: str
    line: int
    dealer: Seat
    vulnerability: Vulnerability
    denomination: Denomination
    leader: Seat
    deal: Deal
    expected: dict[str, str] = field(default_factory=dict)

    @property
    def declarer(self) -> Seat:
        return self.leader.rho


def read_entries(path: Path) -> list[Entry]:
    """All deals of a file; `AdjudicatorError` names the lines that cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise AdjudicatorError(Problem(f"cannot be read as text: {error}", file=str(path))) from error
    entries: list[Entry] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.splitlines(), 1):
        tag, _, rest = line.strip().partition(" ")
        try:
            if tag == "PBN":
                entries.append(_entry(str(path), number, rest))
            elif tag in ("FUT", "TABLE", "PAR", "PAR2", "PLAY", "TRACE"):
                if not entries:
                    raise AdjudicatorError(Problem("stands before any deal", "begin with a PBN line"))
                entries[-1].expected[tag] = rest
            elif tag not in ("", "NUMBER"):
                raise AdjudicatorError(Problem(f"unknown tag '{tag[:20]}'", _TAGS_ADVICE))
        except AdjudicatorError as error:
            found = error.problems[0]
            problems.append(Problem(found.message, found.next_step, str(path), number, tag))
            if len(problems) == 20:
                break
    if problems:
        raise AdjudicatorError(*problems)
    return entries


def _entry(file: str, line: int, text: str) -> Entry:
    found = _PBN.match(text.strip())
    if found is None:
        raise AdjudicatorError(Problem("not a deal line", _DEAL_ADVICE))
    dealer, vulnerability, trump, leader = (int(found[i]) for i in range(1, 5))
    if max(dealer, vulnerability, leader) > 3 or trump > 4:
        raise AdjudicatorError(Problem("a number is out of range", _NUMBER_ADVICE))
    return Entry(
        file,
        line,
        Seat(dealer),
        Vulnerability.parse(_VULNERABILITIES[vulnerability]),
        Denomination.parse(_DENOMINATIONS[trump]),
        Seat(leader),
        Deal.parse(found[5]),
    )


def run(paths: Sequence[Path], *, limit: int | None = None, seed: int = 0) -> CheckReport:
    """Compare every expectation of the files; limit: a random sample of so many deals.

    Figures: passed, failed (single expectations), deals, and both by kind of line.
    """
    entries = [entry for path in paths for entry in read_entries(path)]
    if limit is not None and limit < len(entries):
        entries = random.Random(seed).sample(entries, limit)
    solver = default_solver()
    if any({"TABLE", "PAR", "PAR2"} & set(entry.expected) for entry in entries):
        solver.tables(DealBatch.of([entry.deal for entry in entries]))
    passed: dict[str, int] = dict.fromkeys(_CHECKS, 0)
    failed: dict[str, int] = dict.fromkeys(_CHECKS, 0)
    failures: list[str] = []
    for entry in entries:
        for kind, check in _CHECKS.items():
            if kind not in entry.expected:
                continue
            difference = _difference(check, solver, entry)
            if difference:
                failed[kind] += 1
                failures.append(f"{entry.file}:{entry.line}: {kind}: {difference}")
            else:
                passed[kind] += 1
    return CheckReport(
        {
            "passed": sum(passed.values()),
            "failed": sum(failed.values()),
            "deals": len(entries),
            "passed_by_kind": passed,
            "failed_by_kind": failed,
        },
        failures,
    )


def _difference(check: Callable[[Solver, Entry], str], solver: Solver, entry: Entry) -> str:
    try:
        return check(solver, entry)
    except AdjudicatorError as error:
        return str(error.problems[0])
    except (ValueError, IndexError) as error:
        return f"the expectation cannot be read ({error})"


def _check_cards(solver: Solver, entry: Entry) -> str:
    numbers = [int(word) for word in entry.expected["FUT"].split()]
    count = numbers[0]
    suits, ranks, equals, scores = (numbers[1 + i * count : 1 + (i + 1) * count] for i in range(4))
    expected = {}
    for suit, rank, lower, score in zip(suits, ranks, equals, scores, strict=True):
        group = [rank] + [other for other in range(14, 1, -1) if lower >> other & 1]
        expected[tuple(Card.of(3 - suit, one) for one in group)] = score
    position = Position.opening(entry.deal, entry.denomination, entry.declarer)
    found = dict(solver.card_groups(position))
    return "" if found == expected else f"expected {_cards_text(expected)}, found {_cards_text(found)}"


def _cards_text(groups: dict[tuple[Card, ...], int]) -> str:
    parts = [f"{''.join(map(str, cards))}={tricks}" for cards, tricks in sorted(groups.items())]
    return " ".join(parts)


def _check_table(solver: Solver, entry: Entry) -> str:
    numbers = [int(word) for word in entry.expected["TABLE"].split()]
    table = solver.table(entry.deal)
    found = [table[Denomination.parse(name), seat] for name in _DENOMINATIONS for seat in Seat]
    return "" if found == numbers else f"expected {numbers}, found {found}"


def _quoted(text: str) -> list[str]:
    return re.findall(r'"([^"]*)"', text)


def _check_par(solver: Solver, entry: Entry) -> str:
    par = solver.par(entry.deal, entry.dealer, entry.vulnerability)
    expected = [text.strip() for text in _quoted(entry.expected["PAR"])]
    found = [*par.side_scores, *par.side_contracts]
    return "" if found == expected else f"expected {expected}, found {found}"


def _check_dealer_par(solver: Solver, entry: Entry) -> str:
    par = solver.par(entry.deal, entry.dealer, entry.vulnerability)
    score, *contracts = _quoted(entry.expected["PAR2"])
    found = [str(par.score_ns), *par.contracts]
    return "" if found == [score, *contracts] else f"expected {[score, *contracts]}, found {found}"


def _play(entry: Entry) -> Play:
    text = _quoted(entry.expected.get("PLAY", '0 ""'))[0]
    cards = tuple(Card.parse(text[start : start + 2]) for start in range(0, len(text), 2))
    return Play(entry.deal, Contract(1, entry.denomination, 0, entry.declarer), cards)


def _check_trace(solver: Solver, entry: Entry) -> str:
    count, *expected = (int(word) for word in entry.expected["TRACE"].split())
    found = list(solver.trace(_play(entry)))[:count]
    return "" if found == expected else f"expected {expected}, found {found}"


_CHECKS: dict[str, Callable[[Solver, Entry], str]] = {
    "FUT": _check_cards,
    "TABLE": _check_table,
    "PAR": _check_par,
    "PAR2": _check_dealer_par,
    "TRACE": _check_trace,
}
