"""A ruling on one page of the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from adjudicator.bridge import Side
from adjudicator.laws import Finding
from adjudicator.laws.findings import Status
from adjudicator.reports.diagram import auction_lines, deal_lines
from adjudicator.reports.texts import cards_in_short, figure, percent, with_symbols
from adjudicator.rulings.model import ContractView, Contrast, Decision, Proposal, Ruling, WorldView
from adjudicator.rulings.played import PLAYED
from adjudicator.rulings.whatif import Difference

PAGE_WIDTH = 100
MOST_OUTCOMES = 8


def print_ruling(ruling: Ruling, console: Console | None = None) -> None:
    """Write the page to a console (the terminal by default)."""
    target = console or Console(highlight=False, width=None if Console().is_terminal else PAGE_WIDTH)
    for part in page(ruling):
        target.print(part)


def print_differences(changes: Sequence[str], told: Sequence[Difference], console: Console | None = None) -> None:
    """What a changed judgement does to the ruling, before the page itself."""
    target = console or Console(highlight=False, width=None if Console().is_terminal else PAGE_WIDTH)
    lines = [Text(with_symbols(f"• {item}")) for item in told] or [Text("nothing that would be noticed")]
    target.print(Panel(Group(*lines), title=f"With {', '.join(changes)}", box=box.ROUNDED, border_style="yellow"))


def ruling_text(ruling: Ruling) -> str:
    """The page as plain text, always of the same width: what golden rulings are kept as."""
    console = Console(width=PAGE_WIDTH, no_color=True, highlight=False, record=True, file=StringIO())
    for part in page(ruling):
        console.print(part)
    lines = console.export_text(styles=False).splitlines()
    return "\n".join(line.rstrip() for line in lines) + "\n"


def page(ruling: Ruling) -> Iterator[RenderableType]:
    """The page from top to bottom."""
    yield _title(ruling)
    yield _board(ruling)
    yield from _events(ruling)
    yield from _section("Law", _law(ruling))
    for number, view in enumerate(ruling.worlds, start=1):
        yield from _section(_world_title(number, view, ruling), _world(view, ruling))
    yield from _section("Damage", _damage(ruling))
    yield _verdict(ruling)
    yield from _section("Apart from the score", _penalties(ruling))
    yield from _section("What would turn it", _turns(ruling))
    yield from _section("Judged, not computed", _judgements(ruling))
    yield from _section("Missing", [Text(f"• {item}") for item in ruling.missing])
    yield _foot(ruling)


def _section(title: str, parts: Iterable[RenderableType]) -> Iterator[RenderableType]:
    listed = list(parts)
    if listed:
        yield Text()
        yield Text(title, style="bold")
        yield Padding(Group(*listed), (0, 0, 0, 2))


def _title(ruling: Ruling) -> RenderableType:
    case = ruling.case
    name = " · ".join(part for part in (case.event or case.title or case.id, str(case.year or "")) if part)
    law = f"Laws of {case.edition}" + (f" · {case.authority}" if case.authority else "")
    return Panel(Text(f"{name}\n{law}", justify="center"), box=box.HEAVY, style="bold")


def _board(ruling: Ruling) -> RenderableType:
    left = Text("\n".join(deal_lines(ruling.case)))
    right = [*auction_lines(ruling.case)]
    case = ruling.case
    if case.lead is not None:
        right += ["", with_symbols(f"Lead {case.lead}")]
    if case.table_result is not None:
        score = f", N/S {case.table_score_ns:+d}" if case.table_score_ns is not None else ""
        right.append(with_symbols(f"Table: {case.table_result}{score}"))
    if ruling.table_values is not None:
        ns, ew = ruling.table_values
        right.append(f"worth {figure(ns)} to N/S, {figure(ew)} to E/W ({ruling.unit})")
    return Columns([left, Padding(Text("\n".join(right)), (0, 0, 0, 2))], padding=(0, 3))


def _events(ruling: Ruling) -> Iterator[RenderableType]:
    parts = []
    for number, event in enumerate(ruling.case.events, start=1):
        who = f" by {event.by}" if event.by is not None else ""
        text = event.description or event.kind.value.replace("_", " ")
        parts.append(Text(f"*{number} {event.kind.value.replace('_', ' ')}{who}: {with_symbols(text)}"))
    for label, words in (("Agreements", ruling.case.systems), ("Explanations", ruling.case.explanations)):
        if words:
            parts.append(Text(f"{label}: {with_symbols(words)}"))
    yield from _section("What happened", parts)


def _law(ruling: Ruling) -> Iterator[RenderableType]:
    for number, finding in enumerate(ruling.findings.events, start=1):
        yield from _finding(finding, f"*{number} ", 0)
    if ruling.findings.score is not None:
        yield from _finding(ruling.findings.score, "", 0)
    for choice in ruling.findings.choices:
        yield Text(f"Authorities differ: {choice.text} (here: {choice.value})", style="italic")


def _finding(finding: Finding, mark: str, depth: int) -> Iterator[RenderableType]:
    if finding.status is Status.DOES_NOT_APPLY and depth:
        return
    flag = " [text not verified]" if finding.confidence == "unverified" else ""
    reason = finding.reason or finding.text
    line = Text("  " * depth + mark)
    line.append(finding.rule, style="bold cyan")
    line.append(f" {finding.status.value}: {with_symbols(reason)}{flag}")
    yield line
    for question in finding.questions:
        yield Text("  " * (depth + 1) + f"? {question}", style="yellow")
    for child in finding.children:
        yield from _finding(child, "", depth + 1)


def _world_title(number: int, view: WorldView, ruling: Ruling) -> str:
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


def _world(view: WorldView, ruling: Ruling) -> Iterator[RenderableType]:
    if view.prefix:
        yield Text(with_symbols(f"after {view.prefix}:"))
    if view.decision is not None:
        yield _decision(view.decision)
    yield Text(with_symbols(view.reason))
    if view.outcomes:
        yield _contracts(view)
        yield _outcomes(view, ruling)
    if view.contrast is not None and view.caused:
        yield Text(with_symbols(_contrast(view.contrast, view, ruling.unit)))


def _decision(decision: Decision) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title_justify="left")
    for heading in (f"{decision.actor}'s peers", "would call", "90 % interval", "would consider", "votes", ""):
        table.add_column(heading)
    for share in decision.shares[:7]:
        notes = [
            "made at the table" if share.call == decision.made else "",
            "logical alternative" if share.alternative and share.call != decision.made else "",
            "barred" if share.barred else "",
        ]
        table.add_row(
            with_symbols("Pass" if share.call == 0 else str(share.call)),
            percent(share.share),
            f"{percent(share.low)} – {percent(share.high)}",
            percent(share.considered),
            "" if share.votes is None else str(share.votes),
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
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("result", "chance", "N/S score", f"{ruling.unit} N/S", f"{ruling.unit} E/W"):
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
        table.add_row(f"{len(rest)} others", percent(sum(outcome.probability for outcome in rest)), "", "", "")
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
        f"after {found.prefix.split()[-1]} as at the table {side} would expect {figure(found.expected[side].value)}, "
        f"without it {figure(view.expected[side].value)}: difference {figure(gap.value)} {unit} "
        f"(90 % interval {figure(gap.low)} to {figure(gap.high)})"
    )


def _damage(ruling: Ruling) -> Iterator[RenderableType]:
    for item in ruling.damage:
        line = Text(f"{item.side}: ")
        line.append(item.verdict.value, style="bold red" if item.verdict.value == "damage" else "bold")
        line.append(f" – {with_symbols(item.reason)}")
        yield line
    if ruling.together:
        yield Text("More than one infraction, the last taken away first:")
    for told in ruling.together:
        yield Text(f"• {with_symbols(told)}")


def _verdict(ruling: Ruling) -> RenderableType:
    if not ruling.proposals:
        text = "No score is proposed: the law is told above, the outcomes cannot be worked out from these facts."
        return Panel(Text(text), title="Proposal", box=box.ROUNDED)
    lines = [_proposal(proposal, ruling.unit) for proposal in ruling.proposals]
    return Panel(Group(*lines), title="Proposal – the director decides", box=box.ROUNDED, border_style="green")


def _penalties(ruling: Ruling) -> Iterator[RenderableType]:
    for penalty in ruling.penalties:
        line = Text(with_symbols(penalty.text))
        line.append(f"  [{penalty.rule}]", style="cyan")
        yield line


def _proposal(proposal: Proposal, unit: str) -> RenderableType:
    line = Text(f"{proposal.side}: ", style="bold")
    line.append(with_symbols(proposal.text))
    if proposal.rule:
        line.append(f"  [{proposal.rule}]", style="cyan")
    if len(proposal.weights) > 1:
        unbiased = ", ".join(f"{percent(w.unbiased)} {w.result}" for w in proposal.weights)
        line.append(with_symbols(f"\n    unbiased: {unbiased}: {figure(proposal.unbiased_value)}"), style="dim")
    part = proposal.own_part
    if part is not None:
        line.append(f"\n    self-inflicted: A {figure(part.a)} at the table, B {figure(part.b)} by the adjustment, ")
        line.append(f"C {figure(part.c)} without the error; cost of the error {figure(part.own)}, of the infraction ")
        line.append(f"{figure(part.caused)} {unit}: {part.reason}")
        line.append(f"  [{part.rule}]", style="cyan")
    return line


def _turns(ruling: Ruling) -> Iterator[RenderableType]:
    if not ruling.turns and ruling.proposals:
        yield Text("Robust: nothing that was judged or estimated would plausibly change it.")
    for turn in ruling.turns:
        yield Text(with_symbols(f"• if {turn.text} (now {turn.now}): {turn.consequence}"))


def _judgements(ruling: Ruling) -> Iterator[RenderableType]:
    for item in ruling.judgements:
        yield Text(with_symbols(f"• {item.question} {item.answer} – {item.by.value}: {item.basis}"))


def _foot(ruling: Ruling) -> RenderableType:
    parts = [f"seed {ruling.seed}", *(f"{name} {version}" for name, version in ruling.versions.items())]
    if ruling.scorer:
        parts.insert(0, ruling.scorer)
    return Text("\n" + " · ".join(parts), style="dim")
