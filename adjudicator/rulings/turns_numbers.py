"""Numbers that a ruling rests on: shares of calls, chances of contracts, leads and tricks, shading."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.bridge import Call, Card, Contract, Suit
from adjudicator.cases import Case
from adjudicator.rulings.judged import cards_named, judged_of
from adjudicator.rulings.model import CallShare, ContractView, Decision, Turn, WorldView
from adjudicator.rulings.probe import Limit, Probe, with_number
from adjudicator.rulings.standards import standards_for
from adjudicator.rulings.tools import EVIDENCE
from adjudicator.rulings.turn_words import beyond_of_chance, beyond_of_share, numbered

MOST_CALLS, MOST_CONTRACTS, MOST_LEADS = 3, 3, 3
SMALLEST = 0.02
_LEAD_EVIDENCE = 6.0
"""The lead model is worth the answers of so many players, about as the call model is."""

Place = tuple[str, ...]


def number_turns(probe: Probe, *, quick: bool) -> Iterator[Turn]:
    """Every number that turns the ruling when it alone is another; quick rulings look at the likeliest contract."""
    told: set[str] = set()
    for view in probe.base.worlds:
        for turn in _of_world(probe, view, quick):
            if turn.key not in told:
                told.add(turn.key)
                yield turn
    yield from _as_played(probe)
    yield from _shading(probe)


def _of_world(probe: Probe, view: WorldView, quick: bool) -> Iterator[Turn]:
    if view.decision is not None:
        yield from _calls(probe, view, view.decision, 1 if quick else MOST_CALLS)
    if view.assistance is not None:
        found = view.assistance
        share = CallShare(found.call, found.share, max(found.share - 0.2, 0.0), min(found.share + 0.2, 1.0))
        words = "of {}'s peers would call {} without having heard the withdrawn call"
        yield from _share(probe, found.index, share, words.format(found.partner, found.call))
    contracts = view.contracts[: 1 if quick else MOST_CONTRACTS]
    for contract in contracts:
        if len(view.contracts) > 1:
            yield from _weight(probe, contract)
        yield from _makes(probe, contract)
        yield from _leads(probe, view, contract)


# --- calls ---------------------------------------------------------------------------------------------------


def _calls(probe: Probe, view: WorldView, decision: Decision, most: int) -> Iterator[Turn]:
    """The call that was made and its likeliest alternatives: how many peers would make and consider them."""
    others = [share for share in decision.shares if share.call != decision.made][:most]
    made = [share for share in decision.shares if share.call == decision.made]
    for share in (*made, *others):
        words = f"of {decision.actor}'s peers would call {_name(share.call)}"
        if view.world.kind == "true_information":
            words += " with the right information"
        yield from _share(probe, decision.call_index, share, words)
    if view.world.kind == "without_ui":
        for share in others:
            words = f"of {decision.actor}'s peers would seriously consider {_name(share.call)}"
            yield from _share(probe, decision.call_index, share, words, kind="considered")


def _share(probe: Probe, index: int, share: CallShare, words: str, kind: str = "shares") -> Iterator[Turn]:
    key = f"{kind}.{index}.{share.call}"
    now = share.share if kind == "shares" else share.considered
    for limit in _limits(probe, now, (kind, str(index), str(share.call))):
        if kind == "considered":
            beyond = beyond_of_chance(now, limit.beyond / 100, EVIDENCE)
        else:
            beyond = beyond_of_share(share, limit.beyond / 100)
        yield numbered(probe, key, ("", words), now, limit, beyond)


def _name(call: Call) -> str:
    return "Pass" if str(call) == "P" else str(call)


# --- contracts ------------------------------------------------------------------------------------------------


def _weight(probe: Probe, view: ContractView) -> Iterator[Turn]:
    if view.probability < SMALLEST:
        return
    for limit in _limits(probe, view.probability, ("weights", view.contract)):
        beyond = beyond_of_chance(view.probability, limit.beyond / 100, EVIDENCE)
        words = (f"{view.contract} would have been the contract with a chance of", "")
        yield numbered(probe, f'weights."{view.contract}"', words, view.probability, limit, beyond)


def _makes(probe: Probe, view: ContractView) -> Iterator[Turn]:
    contract = Contract.parse(view.contract)
    if contract.is_passed_out:
        return
    total = sum(view.tricks.values())
    now = sum(chance for tricks, chance in view.tricks.items() if tricks >= contract.target) / total
    if not SMALLEST <= now <= 1 - SMALLEST or view.probability < SMALLEST:
        return
    for limit in _limits(probe, now, ("makes", view.contract)):
        beyond = beyond_of_chance(now, limit.beyond / 100, EVIDENCE)
        words = (f"{view.contract} makes with a chance of", "")
        yield numbered(probe, f'makes."{view.contract}"', words, now, limit, beyond)


def _leads(probe: Probe, view: WorldView, contract: ContractView) -> Iterator[Turn]:
    """By groups of cards that leave declarer the same tricks; by suit where the lead itself is asked again."""
    if len(contract.leads) < 2 or contract.probability < SMALLEST:
        return
    groups = [(group.cards, group.probability) for group in contract.leads]
    if view.world.kind == "play":
        groups = _by_suit(groups)
    groups.sort(key=lambda group: -group[1])
    for cards, now in groups[:MOST_LEADS]:
        name = cards_named(cards)
        if view.world.kind == "play":
            name = name[:1]
        for limit in _limits(probe, now, ("lead", contract.contract, name)):
            beyond = beyond_of_chance(now, limit.beyond / 100, _LEAD_EVIDENCE)
            words = (f"against {contract.contract} the lead of {_told(cards)} has a chance of", "")
            yield numbered(probe, f'lead."{contract.contract}".{name}', words, now, limit, beyond)


def _by_suit(groups: list[tuple[tuple[Card, ...], float]]) -> list[tuple[tuple[Card, ...], float]]:
    """The chance of each suit; cards of one group are taken to be equally likely."""
    found: dict[Suit, tuple[list[Card], float]] = {}
    for cards, chance in groups:
        for card in cards:
            held, total = found.get(card.suit, ([], 0.0))
            found[card.suit] = ([*held, card], total + chance / len(cards))
    return [(tuple(cards), chance) for cards, chance in found.values()]


def _told(cards: tuple[Card, ...]) -> str:
    suits = list(dict.fromkeys(card.suit for card in sorted(cards, reverse=True)))
    return " ".join(
        suit.symbol + "".join(card.rank_letter for card in sorted(cards, reverse=True) if card.suit is suit)
        for suit in suits
    )


# --- the rest --------------------------------------------------------------------------------------------------


def _as_played(probe: Probe) -> Iterator[Turn]:
    """How far the tricks of the table are evidence for a contract that the table played."""
    sources = [contract.source for view in probe.base.worlds for contract in view.contracts]
    if not any("as played at the table" in source for source in sources):
        return
    now = judged_of(probe.case).played_again
    for limit in _limits(probe, now, ("as_played",)):
        beyond = beyond_of_chance(now, limit.beyond / 100, EVIDENCE)
        words = ("the play would have gone as at the table with a chance of", "")
        yield numbered(probe, "as_played", words, now, limit, beyond)


_SHADES = 0.25


def _shading(probe: Probe) -> Iterator[Turn]:
    """Points moved towards the side that did not offend, where damage is a close matter."""
    if not probe.base.weights or not any(item.verdict.value == "too close to call" for item in probe.base.damage):
        return
    now = float(standards_for(probe.case).scoring.shading)

    def changed(value: float) -> Case:
        return with_number(probe.case, ("scoring", "shading"), f"{round(min(value, _SHADES) * 100)}/100")

    for limit in probe.limits(now, changed):
        if limit.beyond > _SHADES * 100:
            continue
        words = ("the benefit of the doubt moves", "of the weight")
        turn = numbered(probe, "config.scoring.shading", words, now, limit, 0.1 if limit.beyond else 0.05)
        yield turn


def _limits(probe: Probe, now: float, place: Place) -> Iterator[Limit]:
    return probe.limits(now, _changed(probe, place))


def _changed(probe: Probe, place: Place) -> Callable[[float], Case]:
    return lambda value: with_number(probe.case, ("judged", *place), round(value, 4))
