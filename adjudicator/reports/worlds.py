"""A reference world on the page: the decision, the contracts, the results and what they are worth."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from adjudicator.bridge import Side
from adjudicator.reports.texts import cards_in_short, figure, interval, percent, prose, unit_in_short, with_symbols
from adjudicator.rulings.damage import rough
from adjudicator.rulings.model import ContractView, Contrast, Decision, Ruling, WorldView
from adjudicator.rulings.played import PLAYED

MOST_CALLS, MOST_OUTCOMES = 7, 8


def world_title(number: int, view: WorldView, ruling: Ruling) -> str:
    """What is taken away in this world, and the rule that asks for it."""
    kinds = {
        "without_irregularity": "had the irregularity not happened",
        "without_ui": "without the extra information",
        "true_information": "with the right information",
        "play": "lead and play asked again",
    }
    count = f" {number}" if len(ruling.worlds) > 1 else ""
    if view.world.both_non_offending:
        return f"World{count}: after a right ruling ({view.world.rule})"
    if view.world.kind == "play" and ruling.case.events[view.world.event_index].kind in PLAYED:
        return f"World{count}: what the law awards on the recorded play ({view.world.rule})"
    return f"World{count}: {kinds.get(view.world.kind, view.world.kind)} ({view.world.rule})"


def world_parts(view: WorldView, ruling: Ruling) -> Iterator[RenderableType]:
    """The position, the decision, the reason, contracts, results, and the same position with the irregularity."""
    if view.prefix:
        yield Text(with_symbols(f"after {view.prefix}:"))
    if view.decision is not None:
        yield _decision(view.decision)
    yield Text(prose(view.reason))
    if view.outcomes:
        if any(contract.leads for contract in view.contracts) or len(view.contracts) > 1:
            yield _contracts(view)
        yield _outcomes(view, ruling)
    if view.contrast is not None and view.caused:
        yield Text(prose(_contrast(view.contrast, view, ruling.unit)))


def _decision(decision: Decision) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title_justify="left")
    polled = any(share.votes is not None for share in decision.shares)
    votes = ("votes",) if polled else ()
    for heading in (f"{decision.actor}'s peers", "would call", "90 % interval", "would consider", *votes, ""):
        table.add_column(heading)
    for share in decision.shares[:MOST_CALLS]:
        notes = [
            "made at the table" if share.call == decision.made else "",
            "logical alternative" if share.alternative and share.call != decision.made else "",
            "barred" if share.barred else "",
        ]
        table.add_row(
            with_symbols("Pass" if share.call == 0 else str(share.call)),
            percent(share.share),
            interval(share.share, share.low, share.high),
            percent(share.considered),
            *((str(share.votes or 0),) if polled else ()),
            ", ".join(note for note in notes if note),
        )
    return table


def _contracts(view: WorldView) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("contract", "chance", "tricks double dummy by lead", "likeliest auction from here"):
        table.add_column(heading, overflow="fold")
    start = len(view.prefix.split())
    for contract in view.contracts[:MOST_OUTCOMES]:
        auction = contract.auctions[0][0].split()[start:] if contract.auctions else []
        table.add_row(
            with_symbols(contract.contract),
            percent(contract.probability),
            _leads(contract),
            with_symbols(" ".join(auction)),
        )
    return table


def _leads(contract: ContractView) -> str:
    if not contract.leads:
        return ""
    groups = [
        f"{group.tricks}: {cards_in_short(group.cards)} ({percent(group.probability)})" for group in contract.leads
    ]
    return f"{contract.leads[0].tricks} on any lead" if len(groups) == 1 else "\n".join(groups)


def _outcomes(view: WorldView, ruling: Ruling) -> RenderableType:
    unit = unit_in_short(ruling.unit)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("result", "chance", "N/S score", f"{unit} N/S", f"{unit} E/W"):
        table.add_column(heading, justify="left" if heading == "result" else "right")
    for outcome in view.outcomes[:MOST_OUTCOMES]:
        table.add_row(
            with_symbols(str(outcome.result)),
            percent(outcome.probability),
            f"{outcome.score_ns:+d}",
            figure(outcome.value_ns),
            figure(outcome.value_ew),
        )
    rest = view.outcomes[MOST_OUTCOMES:]
    if rest:
        most = max(outcome.probability for outcome in rest)
        told = "1 other" if len(rest) == 1 else f"{len(rest)} others, none over {max(round(100 * most), 1)} %"
        table.add_row(told, percent(sum(outcome.probability for outcome in rest)), "", "", "")
    if view.expected is not None:
        table.add_section()
        table.add_row("expected", "", "", *(figure(view.expected[side].value) for side in Side))
    return table


def _contrast(found: Contrast, view: WorldView, unit: str) -> str:
    """What the irregularity was worth, on the same samples."""
    assert view.expected is not None
    side = view.world.offending.other
    gap = found.difference[side]
    return (
        f"after {found.prefix.split()[-1]} as at the table {side} would expect {rough(found.expected[side].value)}, "
        f"without it {rough(view.expected[side].value)}: difference {rough(gap.value)} {unit} "
        f"(90 % interval {rough(gap.low)} to {rough(gap.high)})"
    )
