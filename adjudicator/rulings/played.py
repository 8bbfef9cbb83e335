"""Irregularities of the play: from the recorded play to the results that the law awards (64, 70, 71)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator.bridge import AdjudicatorError, Contract, Play, Problem, Side
from adjudicator.cases import Case, Event, EventKind
from adjudicator.rulings.damage import affirmed
from adjudicator.rulings.tools import Tools
from adjudicator.tricks import claims, equity
from adjudicator.tricks.scene import Scene

PLAYED = frozenset({EventKind.REVOKE, EventKind.CLAIM, EventKind.CONCESSION})
"""Events in the course of the play: what went before them stands."""

Found = tuple[Mapping[int, float], str]
"""Declarer's tricks with their chances, and the reason."""


def awarded_tricks(case: Case, event: Event, tools: Tools) -> Found:
    """Declarer's tricks that the law gives after a revoke, a claim or a concession.

    Raises `AdjudicatorError` where the record of the play does not reach so far.
    """
    play = _play(case)
    if event.kind is EventKind.REVOKE:
        return _revoke(case, play, tools)
    return _claim(case, event, play, tools)


def contract_played(case: Case) -> Contract | None:
    """The contract of the table, as its result, the case or its whole auction names it."""
    if case.table_result is not None:
        return case.table_result.contract
    told = case.table_contract
    if told is None and case.auction is not None and case.auction.is_over:
        return case.auction.contract
    return told


def _play(case: Case) -> Play:
    contract = contract_played(case)
    if case.deal is None or contract is None or contract.declarer is None or not case.play:
        raise AdjudicatorError(Problem("the cards played are not recorded", "add play = [...] to the case"))
    return Play(case.deal, contract, case.play)


def _revoke(case: Case, play: Play, tools: Tools) -> Found:
    if case.table_result is None:
        raise AdjudicatorError(Problem("the tricks taken at the table are not known", "add table_result"))
    found = equity.revoke(
        play,
        case.table_result.tricks,
        edition=int(case.edition),
        auction=case.auction,
        table=tools.context,
        solver=tools.solver,
        seed=tools.settings.seed,
    )
    reason = (
        f"{found.revoker} revoked at card {found.index + 1}: {found.moved} automatic "
        f"{'trick' if found.moved == 1 else 'tricks'} (64A) would leave declarer {found.after_transfer}; "
        f"had he followed suit declarer would have taken {found.expected:.1f} on average, double dummy "
        f"{found.double_dummy}; the better of the two for the other side (64C)"
    )
    return found.adjusted, reason


def _claim(case: Case, event: Event, play: Play, tools: Tools) -> Found:
    declarer = play.contract.declarer
    assert declarer is not None
    scene = Scene.of_play(play)
    side, claimed = event.side, _claimed(case, event, scene)
    if side is None or claimed is None:
        raise AdjudicatorError(Problem("who claimed how many of the tricks left is not known", "add facts.claimed"))
    if event.kind is EventKind.CONCESSION:
        return _concession(play, scene, side, claimed)
    draws = affirmed(event.fact("draws_trumps") or case.fact("draws_trumps")) is True
    found = claims.claim(scene, side, claimed, draws_trumps=draws, stated=event.cards, solver=tools.solver)
    reason = (
        f"{side} claimed {found.claimed} of the tricks left; by normal play they take {found.worst} to {found.best}, "
        f"double dummy {found.double_dummy}: {found.awarded} are awarded (70A)"
    )
    return {_total(play, side, found.awarded, scene): 1.0}, reason


_THE_REST = re.compile(
    r"\b(?:claim|conced)\w*[^.;]{0,30}?\b(?:the rest|(?:all )?(?:the )?(?:remaining|other) tricks|the remainder)\b",
    re.IGNORECASE,
)
"""All tricks that are left, in the words of a case."""


def _claimed(case: Case, event: Event, scene: Scene) -> int | None:
    """How many of the tricks left were claimed or conceded: as found, or "the rest" in the words of the event."""
    fact = event.fact("claimed") or case.fact("claimed")
    if fact is not None:
        return int(fact.value) if str(fact.value).isdigit() else None
    return scene.position.tricks_left if _THE_REST.search(event.description) else None


def _concession(play: Play, scene: Scene, side: Side, conceded: int) -> Found:
    """What was conceded, less the tricks that no normal play would lose (71)."""
    found = claims.concession(scene, side, conceded)
    kept = found.tricks_left - found.conceded + found.returned
    told = f"{side} conceded {conceded} of the {found.tricks_left} tricks left; by normal play they take {found.sure}"
    law = f"{found.returned} given back" if found.returned else "the concession stands"
    return {_total(play, side, kept, scene): 1.0}, f"{told} at least: {law} (71)"


def _total(play: Play, side: Side, tricks: int, scene: Scene) -> int:
    """Declarer's tricks when this side takes so many of those left."""
    declarer = play.contract.declarer
    assert declarer is not None
    rest = tricks if side is declarer.side else scene.position.tricks_left - tricks
    return play.tricks_won(declarer.side) + rest
