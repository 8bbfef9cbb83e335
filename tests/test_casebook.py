"""docs/casebook.md in step with the cases: titles, what was decided, agreement as the golden pages show it, sums."""

from __future__ import annotations

import re
import shlex
import sys
from collections import Counter
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from adjudicator.bridge import Contract, Result
from adjudicator.cases import Case, RecordedRuling, load_case
from adjudicator.cases.changes import load_changed
from adjudicator.checks.cases import _same, _told, is_adjusted

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "casebook.md").read_text(encoding="utf-8")
FILES = sorted((ROOT / "tests" / "cases").glob("0*.toml"))
YES, NO = "yes", "**no**"
SIDES = r"(?:NS and EW|NS|EW)"
RESULT = re.compile(r"(?:(\d+) ?% )?\b(\d(?:NT|[CDHS])X{0,2} [NESW] (?:=|[+-]\d+))")


@pytest.fixture(scope="module")
def casebook() -> ModuleType:
    spec = spec_from_file_location("casebook", ROOT / "simulations" / "casebook.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def part(name: str) -> str:
    return PAGE.partition(f"<!-- {name}:begin -->")[2].partition(f"<!-- {name}:end -->")[0].strip()


def rows(name: str) -> list[list[str]]:
    lines = [line for line in part(name).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def case_of(path: Path) -> tuple[Case, RecordedRuling]:
    case = load_case(path).case
    assert case is not None
    assert case.final_ruling is not None
    return case, case.final_ruling


def proposed(path: Path) -> list[str]:
    """The proposals of the golden page, one text for each side or one for both, without the unbiased weights."""
    page = (path.parent / "golden" / f"{path.stem}.txt").read_text(encoding="utf-8")
    box = page.partition("Proposal – the director decides")[2].partition("╰")[0]
    text = " ".join(line.strip("│ ") for line in box.splitlines()[1:]).translate(str.maketrans("♠♥♦♣", "SHDC"))
    text = re.sub(rf"(?:unbiased|without the benefit of the doubt):.*?(?={SIDES}:|$)", "", text)
    return re.split(rf"{SIDES}: ", text)[1:]


def main_contract(text: str) -> Contract:
    weights: Counter[Contract] = Counter()
    for share, result in RESULT.findall(text):
        weights[Result.parse(result).contract] += int(share or 100)
    return weights.most_common(1)[0][0]


def agrees(path: Path) -> bool:
    """The golden page against the final ruling, by the definition of the page."""
    case, final = case_of(path)
    texts = proposed(path)
    assert texts, path.stem
    stands = all(" stands" in text for text in texts)
    if stands or not is_adjusted(case, final):
        return stands is not is_adjusted(case, final)
    mains = {outcome.contract for outcomes in (final.ns, final.ew) for outcome in outcomes}
    return any(main_contract(text) in mains for text in texts if " stands" not in text)


def test_every_real_case_has_its_row_with_what_was_decided(casebook: ModuleType) -> None:
    found = {row[0]: row for row in rows("rulings")}
    assert sorted(found) == [path.stem.partition("-")[0] for path in FILES]
    for path in FILES:
        case, final = case_of(path)
        row = found[case.id]
        assert row[1] == casebook.title_of(case)
        assert row[2] == f"{case.edition}, {case.authority}"
        assert row[3] == _told(case, final)
        assert case.director_ruling is not None
        assert row[6] == (YES if _same(case, case.director_ruling, final) else "no")
        assert row[7] == ("no" if is_adjusted(case, final) else YES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_agreement_is_what_the_golden_page_says(path: Path) -> None:
    row = next(row for row in rows("rulings") if row[0] == path.stem.partition("-")[0])
    assert row[5] == (YES if agrees(path) else NO)


def test_the_sums_are_those_of_the_tables() -> None:
    table = rows("rulings")
    figures = {row[0]: row[1] for row in rows("figures")}
    told = f"{sum(row[5] == YES for row in table)} of {len(table)}"
    assert figures["the program, told nothing of the director's ruling"] == told
    assert figures["uphold the director"] == f"{sum(row[6] == YES for row in table)} of {len(table)}"
    assert figures["the table result stands"] == f"{sum(row[7] == YES for row in table)} of {len(table)}"
    counts = [tuple(map(int, row[4].split(" of "))) for row in rows("answers")]
    sums = f"{sum(agreed for agreed, _ in counts)} of {sum(asked for _, asked in counts)} points agree"
    assert sums in part("figures")


def test_every_disagreement_is_explained() -> None:
    explained = PAGE.partition("### Where we do not agree")[2].partition("\n## ")[0]
    for row in rows("rulings"):
        if row[5] == NO:
            assert f"**{row[0]}**" in explained, row[0]


def test_the_changes_that_the_page_tells_can_be_made() -> None:
    commands = re.findall(r"^ {4,}(adjudicator rule .*)$", PAGE, re.MULTILINE)
    assert commands
    for command in commands:
        words = shlex.split(command)
        (file,) = ROOT.glob(words[2])
        changes = [words[index + 1] for index, word in enumerate(words) if word == "--set"]
        loaded = load_changed(file, changes)
        assert loaded.case is not None, command
        assert loaded.errors == (), command
