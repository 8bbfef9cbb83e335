"""What would turn the ruling: for each judgement and number it rests on, the value at which it changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.bridge import Contract, Side
from adjudicator.cases import Case
from adjudicator.rulings.assistance import NORMAL
from adjudicator.rulings.model import Assistance, Damage, Outcome, Turn, WorldView
from adjudicator.rulings.proposal import calls_for_adjustment, decisive, own_error

MOST = 6
ADJUST = "the score is adjusted"
STANDS = "the table result stands"


def turns_of(
    case: Case,
    damage: Sequence[Damage],
    worlds: Sequence[WorldView],
) -> tuple[Turn, ...]:
    """Judgements by how little they have to move to change the ruling, the nearest first."""
    chosen = decisive(damage, worlds)
    found: list[Turn] = []
    for item in damage:
        if item.world is None:
            continue
        view = worlds[item.world]
        found += _law_turns(item, view)
        if chosen is None or item is chosen:
            found += _weight_turns(item, view)
    if chosen is not None:
        found += _error_turn(case, chosen)
    unique = {turn.key: turn for turn in sorted(found, key=lambda turn: -turn.distance)}
    return tuple(sorted(unique.values(), key=lambda turn: (turn.distance, turn.key)))[:MOST]


def _law_turns(item: Damage, view: WorldView) -> Iterator[Turn]:
    if view.world.kind == "without_ui" and view.decision is not None:
        yield from _alternative_turn(view)
        if view.infraction:
            yield Turn(
                f"suggested.{view.decision.call_index}",
                f"whether {view.decision.made} was suggested by the extra information",
                "suggested",
                "not suggested",
                STANDS,
                0.5,
            )
    if not view.caused:
        yield _cause_turn(view)
    elif view.assistance is not None:
        yield _help_turn(view.assistance)
    if "could not have known" in item.reason:
        yield Turn(
            f"could_have_known.{view.world.event_index}",
            "whether the offender could have known that the irregularity might gain",
            "no",
            "yes",
            f"{ADJUST}, if the {item.side} were damaged",
            0.5,
        )


def _cause_turn(view: WorldView) -> Turn:
    """Where nothing was adjusted because the infraction did not bring the result about."""
    index = view.world.event_index
    if view.world.kind in ("true_information", "play"):
        what = "lead" if view.world.kind == "play" else "call"
        asked, key = f"whether the wrong information (*{index + 1}) brought the {what} about", f"misled.{index}"
    else:
        asked, key = f"whether the irregular call (*{index + 1}) helped the offender's partner", f"helped.{index}"
    return Turn(key, asked, "no", "yes", "damage has to be examined", 0.5)


def _help_turn(found: Assistance) -> Turn:
    """How usual partner's call would have to be for the irregular call to count as no help."""
    text = f"share of {found.partner}'s peers who would call {found.call} without having heard the withdrawn call"
    limit = f"{NORMAL:.0%} or more"
    return Turn(f"helped.{found.index}", text, f"{found.share:.0%}", limit, STANDS, NORMAL - found.share)


def _alternative_turn(view: WorldView) -> Iterator[Turn]:
    """How many peers must consider the best call that was not suggested, for the law to apply or not."""
    decision = view.decision
    assert decision is not None
    least = decision.threshold.considered
    others = [share for share in decision.shares if share.call != decision.made and not share.barred]
    if not others:
        return
    best = max(others, key=lambda share: share.considered)
    now = f"{best.considered:.0%}"
    text = f"share of peers who would seriously consider {best.call} instead of {decision.made}"
    key, distance = f"poll.{decision.call_index}", abs(best.considered - least)
    if view.infraction:
        yield Turn(key, text, now, f"below {least:.0%}", STANDS, distance)
    elif best.considered < least:
        consequence = f"{best.call} is a logical alternative, and damage has to be examined"
        yield Turn(key, text, now, f"{least:.0%} or more", consequence, distance)


def _weight_turns(item: Damage, view: WorldView) -> Iterator[Turn]:
    """For the contracts that matter: the chance at which expectation and table result are level."""
    if item.table is None or item.expected is None or len(view.outcomes) < 2:
        return
    adjusts = calls_for_adjustment(item)
    for contract in view.contracts[:3]:
        turn = break_even(view, contract.contract, item)
        if turn is None:
            continue
        now, level = turn
        text = f"chance that {contract.contract} would have been the contract"
        limit = f"{'below' if level < now else 'above'} {level:.0%}"
        yield Turn(
            f"weight.{contract.contract}",
            text,
            f"{now:.0%}",
            limit,
            STANDS if adjusts else ADJUST,
            abs(now - level),
        )
    yield from _tricks_turn(item, view, adjusts)


def break_even(view: WorldView, contract: str, item: Damage) -> tuple[float, float] | None:
    """The chance of a contract now, and the chance at which the expectation equals the table result."""
    assert item.table is not None
    named = Contract.parse(contract)
    inside = [o for o in view.outcomes if o.result.contract == named]
    outside = [o for o in view.outcomes if o.result.contract != named]
    if not inside or not outside:
        return None
    now, worth_in, worth_out = _mass(inside), _mean(inside, item.side), _mean(outside, item.side)
    if abs(worth_in - worth_out) < 1e-9:
        return None
    level = (float(item.table) - worth_out) / (worth_in - worth_out)
    return (now, level) if 0 < level < 1 else None


def _tricks_turn(item: Damage, view: WorldView, adjusts: bool) -> Iterator[Turn]:
    """In the likeliest contract: how often declarer must fail or succeed to turn the ruling."""
    assert item.table is not None
    named = Contract.parse(view.contracts[0].contract)
    ours = [o for o in view.outcomes if o.result.contract == named]
    made = [o for o in ours if o.result.tricks >= named.target]
    failed = [o for o in ours if o.result.tricks < named.target]
    if named.is_passed_out or not made or not failed:
        return
    chance = _mass(made) / _mass(ours)
    worth_made, worth_failed = _mean(made, item.side), _mean(failed, item.side)
    rest = sum(o.probability * float(o.value(item.side)) for o in view.outcomes if o not in ours)
    span = _mass(ours) * (worth_made - worth_failed)
    level = (float(item.table) - rest - _mass(ours) * worth_failed) / span if span else -1.0
    if 0 < level < 1:
        limit = f"{'below' if level < chance else 'above'} {level:.0%}"
        worth = f"worth {worth_made:.3g} made, {worth_failed:.3g} down"
        text = f"chance that {named} makes ({worth} to {item.side})"
        yield Turn("tricks", text, f"{chance:.0%}", limit, STANDS if adjusts else ADJUST, abs(chance - level))


def _mass(outcomes: Sequence[Outcome]) -> float:
    return sum(outcome.probability for outcome in outcomes)


def _mean(outcomes: Sequence[Outcome], side: Side) -> float:
    return sum(o.probability * float(o.value(side)) for o in outcomes) / _mass(outcomes)


def _error_turn(case: Case, chosen: Damage) -> Iterator[Turn]:
    if own_error(case, chosen.side) is not None:
        return
    yield Turn(
        "serious_error",
        f"whether {chosen.side} made an (extremely) serious error unrelated to the infraction, or gambled",
        "no",
        "yes",
        f"{chosen.side} lose the part of the redress that their own error cost; the other side does not gain",
        0.8,
    )
