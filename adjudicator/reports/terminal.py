"""A ruling on one page of the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from adjudicator.laws import Finding
from adjudicator.laws.findings import Status
from adjudicator.reports.diagram import auction_lines, deal_lines
from adjudicator.reports.sentence import ESTIMATED, ruling_sentence
from adjudicator.reports.texts import figure, percent, prose, unit_in_short, with_symbols
from adjudicator.reports.worlds import world_parts, world_title
from adjudicator.rulings.model import Damage, Proposal, Ruling, Turn
from adjudicator.rulings.sensitivity import PLAUSIBLE
from adjudicator.rulings.whatif import Difference

PAGE_WIDTH = 100
MOST_UNLIKELY = 3


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
    yield Text(prose(ruling_sentence(ruling)) + "\n", style="bold")
    yield _board(ruling)
    yield from _events(ruling)
    yield from _section("Law", _law(ruling))
    yield from _section("To be checked", _doubts(ruling))
    for number, view in enumerate(ruling.worlds, start=1):
        yield from _section(world_title(number, view, ruling), world_parts(view, ruling))
    yield from _section("Damage", _damage(ruling))
    yield _verdict(ruling)
    yield from _section("Apart from the score", _penalties(ruling))
    yield from _section("What would turn it", _turns(ruling))
    yield from _section("Judged, not computed", _judgements(ruling))
    yield from _section("Where authorities differ", _differences(ruling))
    yield from _section("Missing", [Text(f"• {item}") for item in ruling.missing])
    yield _foot(ruling)


def _section(title: str, parts: Iterable[RenderableType]) -> Iterator[RenderableType]:
    listed = list(parts)
    if listed:
        yield Text()
        yield Text(title, style="bold")
        yield Padding(Group(*listed), (0, 0, 0, 2))


def _doubts(ruling: Ruling) -> Iterator[RenderableType]:
    """What the case says that was not used, or that the law did not allow."""
    for problem in ruling.warnings:
        step = f"; {problem.next_step}" if problem.next_step else ""
        yield Text(f"• {with_symbols(problem.message)}{step}")


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
        right.append(f"worth {figure(ns)} to N/S, {figure(ew)} to E/W ({unit_in_short(ruling.unit)})")
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


def _differences(ruling: Ruling) -> Iterator[RenderableType]:
    for choice in ruling.findings.choices:
        yield Text(f"• {choice.text} (here: {choice.value})", style="italic")


def _status(finding: Finding) -> str:
    """What the rule says of the case: for a rule about an infraction, whether there was one."""
    infraction = finding.value("infraction")
    if finding.status is Status.APPLIES and isinstance(infraction, bool):
        return "infraction" if infraction else "no infraction"
    return finding.status.value


def _finding(finding: Finding, mark: str, depth: int) -> Iterator[RenderableType]:
    if finding.status is Status.DOES_NOT_APPLY and depth:
        return
    flag = " [text not verified]" if finding.confidence == "unverified" else ""
    reason = finding.reason or finding.text
    line = Text("  " * depth + mark)
    line.append(finding.rule, style="bold cyan")
    line.append(f" {_status(finding)}: {prose(reason)}{flag}")
    yield line
    for question in finding.questions:
        yield Text("  " * (depth + 1) + f"? {question}", style="yellow")
    for child in finding.children:
        yield from _finding(child, "", depth + 1)


def _damage(ruling: Ruling) -> Iterator[RenderableType]:
    for item in ruling.damage:
        line = Text(f"{item.side}: ")
        line.append(item.verdict.value, style="bold red" if item.verdict.value == "damage" else "bold")
        line.append(f" – {_reason(item, ruling)}")
        yield line
    if ruling.together:
        yield Text("More than one infraction, the last taken away first:")
    for told in ruling.together:
        yield Text(f"• {prose(told)}")


def _reason(item: Damage, ruling: Ruling) -> str:
    """Why there was damage or none; why there was no infraction stands with its world already."""
    if item.world is None or not item.reason.startswith("no infraction:"):
        return prose(item.reason)
    return "no infraction" + (f" in world {item.world + 1}" if len(ruling.worlds) > 1 else "")


def _verdict(ruling: Ruling) -> RenderableType:
    if not ruling.proposals:
        lacking = any(not item.endswith(ESTIMATED) for item in ruling.missing)
        why = "the outcomes cannot be worked out from these facts" if lacking else "there is nothing to compare"
        text = f"No score is proposed: the law is told above, {why}."
        return Panel(Text(text), title="Proposal", box=box.ROUNDED)
    if len({(item.text.split(":")[0], item.rule, item.own_part) for item in ruling.proposals}) == 1:
        lines: list[RenderableType] = [_both(ruling.proposals, ruling.unit)]
    else:
        lines = [_proposal(proposal, ruling.unit) for proposal in ruling.proposals]
    return Panel(Group(*lines), title="Proposal – the director decides", box=box.ROUNDED, border_style="green")


def _both(proposals: Sequence[Proposal], unit: str) -> Text:
    """One result or one set of weights for both sides, with what it is worth to each."""
    first = proposals[0]
    line = Text("NS and EW: ", style="bold")
    line.append(prose(first.text.rpartition(":")[0]))
    if first.rule:
        line.append(f"  [{first.rule}]", style="cyan")
    told = " · ".join(f"{item.side} {figure(item.value)}" for item in proposals)
    line.append(f"\n    {told} {unit_in_short(unit)}")
    if len(first.weights) > 1:
        unbiased = ", ".join(f"{percent(w.unbiased)} {w.result}" for w in first.weights)
        worth = " · ".join(f"{item.side} {figure(item.unbiased_value)}" for item in proposals)
        line.append(with_symbols(f"\n    without the benefit of the doubt: {unbiased}; {worth}"), style="dim")
    return line


def _penalties(ruling: Ruling) -> Iterator[RenderableType]:
    for penalty in ruling.penalties:
        line = Text(with_symbols(penalty.text))
        line.append(f"  [{penalty.rule}]", style="cyan")
        yield line


def _proposal(proposal: Proposal, unit: str) -> RenderableType:
    line = Text(f"{proposal.side}: ", style="bold")
    line.append(prose(proposal.text))
    if proposal.rule:
        line.append(f"  [{proposal.rule}]", style="cyan")
    if len(proposal.weights) > 1:
        unbiased = ", ".join(f"{percent(w.unbiased)} {w.result}" for w in proposal.weights)
        told = f"\n    without the benefit of the doubt: {unbiased}; {figure(proposal.unbiased_value)}"
        line.append(with_symbols(told), style="dim")
    part = proposal.own_part
    if part is not None:
        line.append(f"\n    self-inflicted: A {figure(part.a)} at the table, B {figure(part.b)} by the adjustment, ")
        line.append(f"C {figure(part.c)} without the error; cost of the error {figure(part.own)}, of the infraction ")
        line.append(f"{figure(part.caused)} {unit}: {part.reason}")
        line.append(f"  [{part.rule}]", style="cyan")
    return line


def _turns(ruling: Ruling) -> Iterator[RenderableType]:
    """The changes that a director might expect; where there are none, that the ruling is robust, and what it takes."""
    if not ruling.turns:
        if ruling.proposals:
            yield Text("Robust: nothing that was judged or estimated would change it.")
        return
    law = [turn for turn in ruling.turns if turn.of_law]
    facts = [turn for turn in ruling.turns if not turn.of_law]
    likely = [turn for turn in facts if turn.plausibility >= PLAUSIBLE]
    unlikely = [turn for turn in facts if turn.plausibility < PLAUSIBLE]
    yield from map(_turn, likely)
    if unlikely:
        yield Text("Unlikely:" if likely else "Robust: nothing plausible changes it. It would take this:")
        yield from map(_turn, unlikely[:MOST_UNLIKELY])
    if law:
        yield Text("Under another law:")
        yield from map(_turn, law)
    if facts:
        yield Text(f"Try any of them: adjudicator rule CASE --set '{facts[0].change}'", style="dim")


def _turn(turn: Turn) -> Text:
    return Text(prose(f"• {turn.text} (now {turn.now}): {turn.consequence}"))


def _judgements(ruling: Ruling) -> Iterator[RenderableType]:
    for item in ruling.judgements:
        basis = item.basis.split(";")[0] if item.key.endswith("suggested") else item.basis  # the rest is with its world
        yield Text(prose(f"• {item.question} {item.answer} – {item.by.value}: {basis}"))


def _foot(ruling: Ruling) -> RenderableType:
    parts = [f"seed {ruling.seed}", *(f"{name} {version}" for name, version in ruling.versions.items())]
    if ruling.scorer:
        parts.insert(0, ruling.scorer)
    return Text("\n" + " · ".join(parts), style="dim")
