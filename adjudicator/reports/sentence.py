"""The ruling in one sentence: who gets what, under which law."""

from __future__ import annotations

from adjudicator.bridge import Side
from adjudicator.cases import IRREGULAR_CALLS
from adjudicator.reports.texts import figure, percent, unit_in_short
from adjudicator.rulings.model import Proposal, Ruling, Turn, Verdict
from adjudicator.rulings.proposal import CONDITIONAL, TABLE, condition


def ruling_sentence(ruling: Ruling) -> str:
    """What the page comes to, for a director who reads one line.

    What hangs on a disputed fact is told with both readings.
    """
    text = _sentence(ruling)
    disputed = [turn for turn in ruling.turns if turn.now == "disputed"]
    return f"{text} {' '.join(_hangs(turn) for turn in disputed)}".strip()


def _sentence(ruling: Ruling) -> str:
    if not ruling.proposals:
        return _law_alone(ruling)
    kinds = {item.kind for item in ruling.proposals}
    if kinds == {TABLE}:
        return f"The table result stands: {_worths(ruling)}. {_why(ruling)}{_open(ruling)}"
    law = ", ".join(dict.fromkeys(item.rule for item in ruling.proposals if item.rule))
    under = f" ({law})" if law else ""
    start = "The score is adjusted"
    if CONDITIONAL in kinds:
        start = f"{condition(ruling.case).capitalize()}, the score is adjusted"
    elif TABLE in kinds:
        kept = next(item.side for item in ruling.proposals if item.kind == TABLE)
        start = f"The score is adjusted for {kept.other} alone"
    results = list(dict.fromkeys(_results(item) for item in ruling.proposals if item.kind != TABLE))
    if len(results) > 1:
        return f"{start}{under}: " + "; ".join(_own(item, ruling.unit) for item in ruling.proposals) + "."
    return f"{start} to {results[0]}{under}: {_worths(ruling)}."


def _law_alone(ruling: Ruling) -> str:
    rules = ", ".join(dict.fromkeys(finding.rule for finding in ruling.findings.events))
    needed = [item for item in ruling.missing if not item.endswith(ESTIMATED)]
    lacking = "; ".join(needed[:2])
    told = f"; a score needs: {lacking}" if lacking else ": it names nothing to compare the table result with"
    return f"The law is told below ({rules or 'no event'}), no score is proposed{told}."


ESTIMATED = "then estimated)"
"""What a case lacks and a ruling does without."""


MOST_RESULTS = 3
"""A weighted score of more results than this is told by the heaviest of them; the box below has them all."""


def _results(proposal: Proposal) -> str:
    if len(proposal.weights) == 1:
        return str(proposal.weights[0].result)
    told = [f"{percent(weight.proposed)} {weight.result}" for weight in proposal.weights]
    if len(told) <= MOST_RESULTS:
        return ", ".join(told)
    heaviest = sorted(range(len(told)), key=lambda place: -proposal.weights[place].proposed)[:2]
    return f"a weighted score, {' and '.join(told[place] for place in sorted(heaviest))} among {len(told)} results"


def _own(proposal: Proposal, unit: str) -> str:
    return f"{proposal.side} {_results(proposal)}, {figure(proposal.value)} {unit_in_short(unit)}"


def _worths(ruling: Ruling) -> str:
    told = [f"{item.side} {figure(item.value)}" for item in ruling.proposals if item.value is not None]
    return f"{', '.join(told)} {unit_in_short(ruling.unit)}"


def _why(ruling: Ruling) -> str:
    """Why nothing is adjusted: no infraction, no damage, or nothing that was caused by it."""
    hangs = any(turn.now == "disputed" for turn in ruling.turns)
    if not ruling.damage and not hangs and any(finding.rule.endswith("/85") for finding in ruling.findings.events):
        return "What happened is disputed, and nothing follows from it before it is found."
    if not ruling.damage:
        irregular = any(event.kind in IRREGULAR_CALLS for event in ruling.case.events)
        return "Nothing more follows from the irregular call." if irregular else "The law finds no infraction."
    if all("no infraction" in item.reason for item in ruling.damage):
        return "No infraction was found."
    sides = dict.fromkeys(
        item.side for item in ruling.damage if item.verdict is Verdict.NONE and "no infraction" not in item.reason
    )
    if sides:
        names = " and ".join(str(side) for side in (Side.NS, Side.EW) if side in sides)
        return f"{names} were not damaged."
    return "Nothing speaks for an adjustment."


def _open(ruling: Ruling) -> str:
    """What could not be worked out, where something else could: the result stands without it only."""
    left = [item for item in ruling.damage if item.verdict is Verdict.OPEN and item.world is not None]
    rules = dict.fromkeys(ruling.worlds[item.world].world.rule for item in left if item.world is not None)
    return f" Still to be judged: {', '.join(rules)}." if rules else ""


def _hangs(turn: Turn) -> str:
    return f"But it hangs on a fact that is disputed: if {turn.text}, {turn.consequence}."
