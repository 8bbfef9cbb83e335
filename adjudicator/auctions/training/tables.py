"""The measured figures as a document: per-class table in Markdown, reliability diagram as SVG, both from data."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from adjudicator.auctions.figures import (
    ContractFigures,
    Scored,
    by_class,
    contract_figures,
    reliability,
    score_calls,
    summary,
)
from adjudicator.auctions.model import CallModel
from adjudicator.auctions.records import BidTable

PAGE = "call-model-figures.md"
DIAGRAM = "call-model-reliability.svg"
_SIDE, _LEFT, _TOP = 300, 46, 16


def write_figures(
    model: CallModel, tables: Sequence[BidTable], folder: Path, *, boards: int = 600, seed: int = 0, sample: str = ""
) -> None:
    """Score the model on these tables and write page and diagram into the folder."""
    plain, decisions = score_calls(model, tables)
    by_deal: dict[str, BidTable] = {}
    for table in random.Random(seed).sample(list(tables), len(tables)):
        by_deal.setdefault(table.deal, table)
    some = list(by_deal.values())[:boards]
    cuts = {
        "a random decision": contract_figures(model, some, np.random.default_rng(seed)),
        "the start of the deal": contract_figures(model, some, np.random.default_rng(seed), from_start=True),
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / PAGE).write_text(page(plain, decisions, cuts, sample, seed), encoding="utf-8")
    (folder / DIAGRAM).write_text(diagram(decisions), encoding="utf-8")


def page(plain: Scored, decisions: Scored, cuts: dict[str, ContractFigures], sample: str, seed: int) -> str:
    """The whole page."""
    whole = [
        _row("decisions, given that they are no closing pass", summary(decisions)),
        _row("the same decisions, plain probabilities", summary(plain.where(~plain.closing))),
        _row("all calls, plain probabilities", summary(plain)),
    ]
    parts = [
        "# The call model: measured figures",
        f"Made by `adjudicator train figures`. Sample: {sample}; seed {seed}. The pairs' inferred systems are inputs.",
        "\n".join([_HEAD, *whole]),
        "## By class of decision (given that it is no closing pass)",
        "\n".join([_HEAD, *(_row(name, values) for name, values in by_class(decisions).items())]),
        "## The contract reached at the table",
        _contract_table(cuts),
        "## Reliability of the first choice",
        f"![Said against right]({DIAGRAM})",
        _bin_table(decisions),
    ]
    return "\n\n".join(parts) + "\n"


_HEAD = "| | calls | top 1 | top 3 | log loss | calibration error |\n|---|---|---|---|---|---|"


def _contract_table(cuts: dict[str, ContractFigures]) -> str:
    head = "| enumerated from | boards | listed with 2 % | mean weight on it | contracts with 2 % | not followed up |"
    rows = [
        f"| {name} | {cut.boards} | {cut.covered:.3f} | {cut.weight:.3f} | {cut.listed:.1f} | {cut.unexplored:.2%} |"
        for name, cut in cuts.items()
    ]
    return "\n".join([head, "|---|---|---|---|---|---|", *rows])


def _bin_table(decisions: Scored) -> str:
    rows = []
    for cell in reliability(decisions):
        span = f"{cell['bin'] / 10:.1f}-{(cell['bin'] + 1) / 10:.1f}"
        rows.append(f"| {span} | {cell['calls']} | {cell['said']:.3f} | {cell['right']:.3f} |")
    return "\n".join(["| said | decisions | mean said | right |", "|---|---|---|---|", *rows])


def _row(name: str, values: dict[str, float | int]) -> str:
    figures = " | ".join(f"{values[key]:.4f}" for key in ("top1", "top3", "log_loss", "ece"))
    return f"| {name} | {values['decisions']} | {figures} |"


def diagram(rows: Scored) -> str:
    """Reliability diagram: the diagonal is perfect calibration, the area of a dot is the number of decisions."""
    cells = reliability(rows)
    most = max((cell["calls"] for cell in cells), default=1)
    dots = [
        _dot(cell["said"], cell["right"], 3 + 9 * (cell["calls"] / most) ** 0.5, int(cell["calls"])) for cell in cells
    ]
    ticks = [
        _text(_x(value), _TOP + _SIDE + 16, f"{value:.1f}") + _text(_LEFT - 16, _y(value) + 4, f"{value:.1f}")
        for value in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
    ]
    width, height = _LEFT + _SIDE + 16, _TOP + _SIDE + 44
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
    parts = [
        f'{opening} font-family="sans-serif" font-size="11">',
        f'<rect x="{_LEFT}" y="{_TOP}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#888"/>',
        f'<line x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}" stroke="#bbb" stroke-dasharray="4 3"/>',
        *dots,
        *ticks,
        _text(_x(0.5), height - 8, "said (across), right (up)"),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _dot(said: float, right: float, radius: float, calls: int) -> str:
    place = f'cx="{_x(said):.1f}" cy="{_y(right):.1f}" r="{radius:.1f}"'
    return f'<circle {place} fill="#1f6f8b" fill-opacity="0.75"><title>{calls} decisions</title></circle>'


def _text(x: float, y: float, words: str) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="middle">{words}</text>'


def _x(value: float) -> float:
    return _LEFT + _SIDE * value


def _y(value: float) -> float:
    return _TOP + _SIDE * (1 - value)
