"""The one place that knows all rooms: from a case to a ruling."""

from __future__ import annotations

import platform
from dataclasses import replace
from fractions import Fraction
from importlib import metadata

from adjudicator import __version__
from adjudicator.bridge import Problem, Side
from adjudicator.cases import Case
from adjudicator.laws import Findings, ReferenceWorld, assess
from adjudicator.rulings.bars import EventBar
from adjudicator.rulings.contrast import contrast
from adjudicator.rulings.damage import damage_of
from adjudicator.rulings.found import findings_with
from adjudicator.rulings.information import lead_world
from adjudicator.rulings.judgements import judgements_of
from adjudicator.rulings.model import Damage, Ruling, Turn, Verdict, WorldView
from adjudicator.rulings.obeyed import not_obeyed, nothing_follows
from adjudicator.rulings.penalised import penalties_of
from adjudicator.rulings.probe import Again, Settled
from adjudicator.rulings.proposal import proposals_for
from adjudicator.rulings.sensitivity import turns_of
from adjudicator.rulings.settle import settle
from adjudicator.rulings.tools import Memory, Settings, Tools
from adjudicator.rulings.worlds import barred_calls, world_view

SHOWN_VERSIONS = ("numpy", "endplay")


def rule(
    case: Case,
    settings: Settings | None = None,
    warnings: tuple[Problem, ...] = (),
    memory: Memory | None = None,
) -> Ruling:
    """Rule on a case as far as its facts allow.

    Law always; auctions, tricks and scores when the four hands, dealer and vulnerability are known; damage when
    the table result is known too. What could not be done is in ``missing``; nothing is guessed. Rulings that share
    a ``memory`` work out again only what is different between them.
    """
    chosen = settings or Settings()
    if case.seed is not None and settings is None:
        chosen = Settings(seed=case.seed)
    findings = assess(case)
    warnings = (*warnings, *not_obeyed(case, findings))
    tools = Tools(case, chosen, {} if memory is None else memory)
    if not {"auctions", "tricks", "scores"} <= case.can() or not (findings.worlds or _nothing_wrong(case, findings)):
        return _law_only(case, findings, tools, warnings)
    worlds = tuple(_with_contrast(case, view, tools) for view in _worlds(case, findings, tools))
    return _with_worlds(case, findings, worlds, tools, warnings)


def _nothing_wrong(case: Case, findings: Findings) -> bool:
    """Whether nothing that happened can change the table result: no infraction, or a call that was accepted or
    repeated as the law asks.
    """
    told = zip(case.events, findings.events, strict=True)
    return bool(findings.events) and all(
        finding.value("infraction") is False or nothing_follows(case, event, finding) for event, finding in told
    )


def _worlds(case: Case, findings: Findings, tools: Tools) -> tuple[WorldView, ...]:
    asked = _all_worlds(case, findings)
    if len(asked) > 1:
        tools.bars = tuple(EventBar.of(case, world, barred_calls(case, world, tools)) for world in asked)
    return tuple(world_view(case, world, tools) for world in asked)


def _damages(
    case: Case, worlds: tuple[WorldView, ...], table: tuple[Fraction, Fraction] | None, tools: Tools
) -> tuple[Damage, ...]:
    """Damage to the side that did not offend in each world; to both sides after a director's error."""
    return tuple(
        damage_of(case, index, view, table, tools.standards, tools.scorer, side)
        for index, view in enumerate(worlds)
        for side in (Side if view.world.both_non_offending else (view.world.offending.other,))
    )


def _again(tools: Tools) -> Again:
    """The same board ruled again after a change; what the change does not touch is remembered."""

    def again(case: Case, findings: Findings | None) -> Settled:
        told = findings or assess(case)
        other = Tools(case, tools.settings, tools.memory)
        if not told.worlds:
            return Settled(told, weights=other.standards.weights)
        worlds = _worlds(case, told, other)
        if _needs_contrast(other):
            worlds = tuple(_with_contrast(case, view, other) for view in worlds)
        damage = _damages(case, worlds, _table_values(case, other), other)
        proposals = proposals_for(case, damage, worlds, other.scorer, other.standards, told)
        return Settled(told, worlds, damage, proposals, other.standards.weights, other.scorer.unit)

    return again


def _with_contrast(case: Case, view: WorldView, tools: Tools) -> WorldView:
    """The world with the position that it is compared with; quick rulings do without where nothing rests on it."""
    if tools.settings.quick and not _needs_contrast(tools):
        return view
    return replace(view, contrast=contrast(case, view, tools))


def _needs_contrast(tools: Tools) -> bool:
    standards = tools.standards
    return not standards.weights and not standards.scoring.os_limited_by_irregularity


def _all_worlds(case: Case, findings: Findings) -> tuple[ReferenceWorld, ...]:
    """The worlds that the law names, and for misinformation the opening lead besides."""
    leads = [lead_world(case, world) for world in findings.worlds]
    found = dict.fromkeys((*findings.worlds, *(world for world in leads if world is not None)))
    return tuple(found)


def _with_worlds(
    case: Case, findings: Findings, worlds: tuple[WorldView, ...], tools: Tools, warnings: tuple[Problem, ...]
) -> Ruling:
    table = _table_values(case, tools)
    scorer, standards = tools.scorer, tools.standards
    damage = _damages(case, worlds, table, tools)
    proposals = proposals_for(case, damage, worlds, scorer, standards, findings)
    settled = Settled(findings, worlds, damage, proposals, standards.weights, scorer.unit)
    penalties, unread = penalties_of(case, scorer, standards.scoring.penalty_unit)
    return Ruling(
        case=case,
        findings=findings_with(case, findings, worlds),
        unit=scorer.unit,
        scorer=scorer.describe(),
        table_values=table,
        worlds=worlds,
        damage=damage,
        proposals=proposals,
        turns=_turns(case, settled, tools),
        judgements=judgements_of(case, worlds, damage, tools),
        missing=case.missing(),
        seed=tools.settings.seed,
        versions=versions(tools),
        warnings=(*warnings, *tools.problems, *unread),
        together=settle(case, damage, worlds).together,
        penalties=penalties,
    )


def _turns(case: Case, settled: Settled, tools: Tools) -> tuple[Turn, ...]:
    if not tools.settings.turns:
        return ()
    return turns_of(case, settled, _again(tools), tools.scorer, quick=tools.settings.quick)


def _table_values(case: Case, tools: Tools) -> tuple[Fraction, Fraction] | None:
    if case.table_score_ns is None:
        return None
    scorer = tools.scorer
    return scorer.value(case.table_score_ns, Side.NS), scorer.value(case.table_score_ns, Side.EW)


def _law_only(case: Case, findings: Findings, tools: Tools, warnings: tuple[Problem, ...]) -> Ruling:
    """The law's answer where the outcomes cannot be worked out, or where nothing has to be compared."""
    worlds = findings.worlds
    lacking = ", ".join(case.missing()) or "the facts of the board"
    damage = tuple(
        Damage(world.offending.other, Verdict.OPEN, None, None, f"not worked out without: {lacking}")
        for world in worlds
    )
    penalties, unread = penalties_of(case, None, tools.standards.scoring.penalty_unit)
    return Ruling(
        case=case,
        findings=findings,
        unit="",
        scorer="",
        table_values=None,
        worlds=(),
        damage=damage,
        proposals=(),
        turns=(),
        judgements=(),
        missing=case.missing(),
        seed=tools.settings.seed,
        versions=versions(None),
        warnings=(*warnings, *unread),
        penalties=penalties,
    )


def versions(tools: Tools | None) -> dict[str, str]:
    """What the ruling was worked out with."""
    found = {"adjudicator": __version__, "python": platform.python_version()}
    found |= {name: metadata.version(name) for name in SHOWN_VERSIONS}
    if tools is not None:
        found["call model"] = str(tools.model.manifest.get("date", "unknown"))
    return found
