"""The law that a ruling rests on: other editions, other sponsors, and the threshold of a logical alternative."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import floor

from adjudicator.cases import Case
from adjudicator.cases.model import EDITIONS
from adjudicator.laws import Regulation, regulation_for, regulations
from adjudicator.rulings.model import Turn
from adjudicator.rulings.probe import Probe, with_number
from adjudicator.rulings.turn_words import found_otherwise

OTHER_LAW = 0.02
"""The law in force is seldom in doubt: another edition or sponsor is told for the reader's sake."""
IN_USE, UNUSED = 0.12, 0.03
"""How plausible another threshold is, where some sponsor uses it and where nobody does."""


def law_turns(probe: Probe, *, quick: bool) -> Iterator[Turn]:
    """What would be another ruling under another law, and the threshold at which it changes."""
    yield from _thresholds(probe)
    if quick:
        return
    yield from _editions(probe)
    yield from _sponsors(probe)


def _editions(probe: Probe) -> Iterator[Turn]:
    for edition in EDITIONS:
        if edition == probe.case.edition:
            continue
        after = probe.ruled(replace(probe.case, edition=edition))
        if probe.turns(after):
            text = f"the Laws of {edition} were in force"
            yield found_otherwise(
                probe, f"law_edition.{edition}", text, probe.case.edition, f"law_edition={edition}", after, OTHER_LAW
            )


def _sponsors(probe: Probe) -> Iterator[Turn]:
    """Each choice of numbers that some sponsor made for this edition, once."""
    here = regulation_for(probe.case)
    asked: dict[str, list[Regulation]] = {}
    for other in regulations():
        if probe.case.edition in other.editions and _numbers(other) != _numbers(here):
            asked.setdefault(_numbers(other), []).append(other)
    found: dict[str, list[tuple[Turn, list[Regulation]]]] = {}
    for group in asked.values():
        changed = with_number(probe.case, ("regulation",), group[0].name)
        if _numbers(regulation_for(changed)) == _numbers(here):
            continue
        after = probe.ruled(changed)
        if probe.turns(after):
            name = group[0].name
            turn = found_otherwise(
                probe, f"config.regulation.{name}", "", here.name, f"config.regulation={name}", after, OTHER_LAW
            )
            found.setdefault(turn.consequence, []).append((turn, group))
    for same in found.values():
        names = [other.name for _, group in same for other in group]
        yield replace(same[0][0], text=f"the regulations were those of {_listed(names)}")


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _numbers(regulation: Regulation) -> str:
    """What a regulation says that a ruling can depend on."""
    numbers = {key: value for key, value in regulation.numbers.items() if key in _OF_A_RULING}
    return repr((sorted(numbers.items()), sorted(regulation.scoring.items()), sorted(regulation.choices.items())))


_OF_A_RULING = frozenset({"weights", "la_considered", "la_chosen", "la_overwhelming"})


def _thresholds(probe: Probe) -> Iterator[Turn]:
    """The share that must consider a logical alternative: just beyond the shares that the decisions turn on."""
    decisions = [
        view.decision for view in probe.base.worlds if view.decision is not None and view.world.kind == "without_ui"
    ]
    if not decisions:
        return
    now = decisions[0].threshold.considered
    used = _in_use(probe.case.edition)
    for percentage in sorted(_candidates(probe), key=lambda number: abs(number - now * 100)):
        after = probe.ruled(_with_threshold(probe, percentage))
        if not probe.turns(after):
            continue
        falls = percentage < now * 100
        within = percentage + (1 if falls else -1)
        told = [name for share, name in used if (share * 100 <= percentage if falls else share * 100 >= percentage)]
        by = f" (in use: {told[0]})" if told else ""
        text = (
            f"a logical alternative were a call that {percentage} % or {'less' if falls else 'more'} of the peers "
            f"must consider{by}"
        )
        inside = f"threshold={within}%" if abs(within - now * 100) >= 1 - 1e-9 and within != now * 100 else ""
        turn = found_otherwise(
            probe, "threshold", text, f"{now:.0%}".replace("%", " %"), f"threshold={percentage}%", after,
            IN_USE if told else UNUSED,
        )  # fmt: skip
        yield replace(turn, within=inside)
        return


def _with_threshold(probe: Probe, percentage: int) -> Case:
    return with_number(probe.case, ("laws", "la_considered"), percentage / 100)


def _candidates(probe: Probe) -> set[int]:
    """The whole percentages just beyond the shares of peers who consider a call."""
    found: set[int] = set()
    for view in probe.base.worlds:
        decision = view.decision
        if decision is None or view.world.kind != "without_ui":
            continue
        now = decision.threshold.considered
        for share in decision.shares:
            if share.call == decision.made or share.considered < 0.02:
                continue
            found.add(floor(share.considered * 100) + 1 if share.considered >= now else floor(share.considered * 100))
    return {number for number in found if 0 < number <= 100}


def _in_use(edition: str) -> list[tuple[float, str]]:
    """Thresholds of the sponsors of an edition."""
    return [
        (float(other.numbers["la_considered"]), other.name)
        for other in regulations()
        if edition in other.editions and "la_considered" in other.numbers
    ]
