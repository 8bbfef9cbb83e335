"""What would turn the ruling: for each judgement and number it rests on, the value at which it changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from adjudicator.bridge import Contract
from adjudicator.cases import Case
from adjudicator.rulings.damage import figure
from adjudicator.rulings.model import Damage, Turn, Verdict, WorldView
from adjudicator.rulings.proposal import decisive, own_error
from adjudicator.rulings.standards import Standards

MOST = 6
ADJUST = "the score is adjusted"
STANDS = "the table result stands"


def turns_of(
    case: Case,
    damage: Sequence[Damage],
    worlds: Sequence[WorldView],
    standards: Standards,
) -> tuple[Turn, ...]:
    """Judgements by how little they have to move to change the ruling, the nearest first."""
    chosen = decisive(damage, worlds)
    found: list[Turn] = []
    for item in damage:
        if item.world is None:
            continue
        view = worlds[item.world]
        found += _law_turns(item, view, standards)
        if chosen is None or item is chosen:
            found += _weight_turns(item, view)
    if chosen is not None:
        found += _error_turn(case, chosen)
    unique = {turn.key: turn for turn in sorted(found, key=lambda turn: -turn.distance)}
    return tuple(sorted(unique.values(), key=lambda turn: (turn.distance, turn.key)))[:MOST]


def _law_turns(item: Damage, view: WorldView, standards: Standards) -> Iterator[Turn]:
    if view.world.kind == "without_ui" and view.decision is not None:
        yield from _alternative_turn(item, view, standards)
        if view.infraction:
            yield Turn(
                f"suggested.{view.decision.call_index}",
                f"whether {view.decision.made} was suggested by the extra information",
                "suggested",
                "not suggested",
                STANDS,
                0.5,
            )
    if "could not have known" in item.reason:
        yield Turn(
            f"could_have_known.{view.world.event_index}",
            "whether the offender could have known that the irregularity might gain",
            "no",
            "yes",
            f"{ADJUST}, if the {item.side} were damaged",
            0.5,
        )


def _alternative_turn(item: Damage, view: WorldView, standards: Standards) -> Iterator[Turn]:
    decision = view.decision
    assert decision is not None
    least = standards.least_share
    others = [share for share in decision.shares if share.call != decision.made and not share.barred]
    if not others:
        return
    best = max(others, key=lambda share: share.share)
    if view.infraction:
        text = f"share of peers who would call {best.call} instead of {decision.made}"
        yield Turn(
            f"poll.{decision.call_index}",
            text,
            f"{best.share:.0%}",
            f"below {least:.0%}",
            STANDS,
            best.share - least,
        )
    elif decision.made is not None and best.share < least:
        text = f"share of peers who would call {best.call} instead of {decision.made}"
        consequence = f"{best.call} is a logical alternative, and damage has to be examined"
        yield Turn(
            f"poll.{decision.call_index}",
            text,
            f"{best.share:.0%}",
            f"{least:.0%} or more",
            consequence,
            least - best.share,
        )


def _weight_turns(item: Damage, view: WorldView) -> Iterator[Turn]:
    """For the contracts that matter: the chance at which expectation and table result are level."""
    if item.table is None or item.expected is None or len(view.outcomes) < 2:
        return
    adjusts = item.verdict in (Verdict.DAMAGE, Verdict.CLOSE) and item.expected.value > item.table
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
    now = sum(o.probability for o in inside)
    if not inside or not outside or not 0 < now < 1:
        return None
    worth_in = sum(o.probability * float(o.value(item.side)) for o in inside) / now
    worth_out = sum(o.probability * float(o.value(item.side)) for o in outside) / (1 - now)
    if abs(worth_in - worth_out) < 1e-9:
        return None
    level = (float(item.table) - worth_out) / (worth_in - worth_out)
    return (now, level) if 0 < level < 1 else None


def _tricks_turn(item: Damage, view: WorldView, adjusts: bool) -> Iterator[Turn]:
    """In a single likely contract: how often declarer must fail or succeed to turn the ruling."""
    assert item.table is not None
    main = view.contracts[0]
    named = Contract.parse(main.contract)
    if named.is_passed_out:
        return
    ours = [o for o in view.outcomes if o.result.contract == named]
    made = [o for o in ours if o.result.tricks >= named.target]
    failed = [o for o in ours if o.result.tricks < named.target]
    if not made or not failed:
        return
    chance = sum(o.probability for o in made) / main.probability
    worth_made = sum(o.probability * o.value(item.side) for o in made) / Fraction(sum(o.probability for o in made))
    worth_failed = sum(o.probability * o.value(item.side) for o in failed) / Fraction(
        sum(o.probability for o in failed)
    )
    rest = sum(o.probability * float(o.value(item.side)) for o in view.outcomes if o not in ours)
    span = main.probability * float(worth_made - worth_failed)
    if abs(span) < 1e-9:
        return
    level = (float(item.table) - rest - main.probability * float(worth_failed)) / span
    if not 0 < level < 1:
        return
    limit = f"{'below' if level < chance else 'above'} {level:.0%}"
    yield Turn(
        "tricks",
        f"chance that {main.contract} makes (worth {figure(worth_made)} made, {figure(worth_failed)} down)",
        f"{chance:.0%}",
        limit,
        STANDS if adjusts else ADJUST,
        abs(chance - level),
    )


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
