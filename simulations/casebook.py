"""The casebook's tables: what was decided in every published case, what the program says, and how often they agree.

The figures are those of ``adjudicator check cases``: a case with a final ruling is ruled on without being told what
anybody decided; a case with an answer is held against what the laws say. Two policies stand beside the program:
uphold the director, and let the table result stand.

    python simulations/casebook.py tests/cases ../cases --into docs/casebook.md

Writes between the marks ``<!-- NAME:begin -->`` and ``<!-- NAME:end -->`` of the page and leaves the prose alone;
without ``--into`` the tables go to standard output. A case found in two folders is taken once.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudicator.cases import Case, load_case
from adjudicator.checks.cases import Compared, compare

KINDS = {
    "ui": "unauthorised information",
    "mi": "misinformation",
    "ib": "insufficient bid",
    "coot": "call out of turn",
    "split": "split score",
    "weights": "weights",
    "lead": "lead restriction",
    "change": "change of call",
}
AGREES = {True: "yes", False: "**no**", None: "open"}
RULINGS, ANSWERS, FIGURES = "rulings", "answers", "figures"


@dataclass(frozen=True)
class Entry:
    """One case with everything that was compared in it."""

    case: Case
    compared: tuple[Compared, ...]

    @property
    def rulings(self) -> tuple[Compared, ...]:
        """The final ruling, where the case has one that could be compared."""
        return tuple(item for item in self.compared if item.table is not None)

    @property
    def answers(self) -> tuple[Compared, ...]:
        """The points of a published answer."""
        return tuple(item for item in self.compared if item.table is None)


def cases_in(folders: Iterable[Path]) -> list[Case]:
    """The cases with a final ruling or an answer, each number once, in order of their numbers."""
    found: dict[str, Case] = {}
    for folder in folders:
        for file in sorted(folder.glob("*.toml")):
            case = load_case(file).case
            if case is not None and (case.final_ruling is not None or case.answer is not None):
                found.setdefault(case.id, case)
    return [found[number] for number in sorted(found)]


def title_of(case: Case) -> str:
    """The case in a few words, made from its name.

    >>> from adjudicator.cases import load_case
    >>> title_of(load_case("tests/cases/003-ui-two-slow-slam-tries.toml").case)
    'two slow slam tries (unauthorised information)'
    """
    head, _, rest = str(case.info.get("slug", case.id)).partition("-")
    if head in ("lead", "change", "split", "weights"):
        return _calls(f"{head} {rest}".replace("-", " "))
    words = _calls(rest.replace("-", " "))
    if words.startswith("or "):
        return f"{KINDS[head]} {words}"
    return f"{words} ({KINDS[head]})" if head in KINDS else f"{head} {words}"


def _calls(words: str) -> str:
    """The words with calls written as calls: 3d becomes 3D, 5hx 5HX."""
    return re.sub(r"\b[1-7](?:nt|[cdhs])x?\b", lambda found: found[0].upper(), words)


def found_in_short(found: str) -> str:
    """What the program says, once where both sides get the same.

    >>> found_in_short("adjusted: NS 5S N +1: 50.9 % of a top; EW 5S N +1: 49.1 % of a top")
    'adjusted: 5S N +1'
    """
    sides = re.fullmatch(r"adjusted: NS (.*?): [^;]*; EW (.*?): [^;]*", found)
    if sides is None:
        return found
    north_south, east_west = sides.groups()
    return f"adjusted: {north_south}" if north_south == east_west else f"adjusted: NS {north_south}; EW {east_west}"


def ruling_row(entry: Entry, item: Compared) -> str:
    """One line of the table of final rulings."""
    case = entry.case
    cells = [
        case.id,
        title_of(case),
        f"{case.edition}, {case.authority}",
        item.expected,
        found_in_short(item.found),
        AGREES[item.agrees],
        "yes" if item.director else "no",
        "yes" if item.table else "no",
    ]
    return _row(cells)


def answer_row(entry: Entry) -> str:
    """One line of the table of answers: how many points agree, which are open or not agreed."""
    items = entry.answers
    agreed = sum(item.agrees is True for item in items)
    rest = [
        f"{item.case.partition(' ')[2]}: {'open' if item.agrees is None else f'{item.found}, not {item.expected}'}"
        for item in items
        if item.agrees is not True
    ]
    cells = [entry.case.id, title_of(entry.case), entry.case.edition, items[0].status, f"{agreed} of {len(items)}"]
    return _row([*cells, "; ".join(rest) or "–"])


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |"


def _table(head: Sequence[str], rows: Sequence[str]) -> str:
    return "\n".join([_row(head), "|" + "---|" * len(head), *rows])


def figures_of(entries: Sequence[Entry]) -> str:
    """The sums: program, program that upholds the director when it is too close to call, and the two policies."""
    ruled = [item for entry in entries for item in entry.rulings]
    answered = [item for entry in entries for item in entry.answers]
    rows = [
        ("the program, told nothing of the director's ruling", sum(item.agrees is True for item in ruled)),
        (
            "the program, with the director where it is too close",
            sum(item.with_director is True for item in ruled),
        ),
        ("uphold the director", sum(item.director is True for item in ruled)),
        ("the table result stands", sum(item.table is True for item in ruled)),
    ]
    lines = [_row([name, f"{number} of {len(ruled)}"]) for name, number in rows]
    agreed, open_ = (sum(item.agrees is mark for item in answered) for mark in (True, None))
    told = (
        f"Answers to exercises: {agreed} of {len(answered)} points agree, {open_} are left open, "
        f"{len(answered) - agreed - open_} disagree."
    )
    return "\n".join([_row(["final rulings", "agree"]), "|---|---|", *lines, "", told])


def tables(entries: Sequence[Entry]) -> dict[str, str]:
    """The three parts of the page that are made by this script, by the name of their marks."""
    head = ("case", "title", "Laws", "decided", "the program", "agree", "director", "table result")
    rows = [ruling_row(entry, item) for entry in entries for item in entry.rulings]
    asked = ("case", "title", "Laws", "status", "points that agree", "the rest")
    answers = [answer_row(entry) for entry in entries if entry.answers]
    return {FIGURES: figures_of(entries), RULINGS: _table(head, rows), ANSWERS: _table(asked, answers)}


def written_into(page: str, parts: dict[str, str]) -> str:
    """The page with each part between its marks replaced."""
    for name, text in parts.items():
        begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
        before, _, rest = page.partition(begin)
        if end not in rest:
            raise SystemExit(f"the page has no marks {begin} … {end}")
        page = f"{before}{begin}\n{text}\n{end}{rest.partition(end)[2]}"
    return page


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the tables and print them or write them into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--into", type=Path, help="a page with the marks")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    entries = [Entry(case, tuple(compare(case, chosen.seed))) for case in cases_in(chosen.folders)]
    parts = tables(entries)
    if chosen.into is None:
        print("\n\n".join(parts.values()))
        return
    page = chosen.into.read_text(encoding="utf-8")
    chosen.into.write_text(written_into(page, parts), encoding="utf-8")


if __name__ == "__main__":
    main()
