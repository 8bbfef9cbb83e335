"""The cards of a case: a whole deal, some hands, spot cards unknown; every fault found in one reading."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.bridge import FULL_PACK, AdjudicatorError, Card, Deal, Hand, Seat, Suit
from adjudicator.cases.collector import Collector
from adjudicator.cases.hands import SPOT_TOP, HandPattern
from adjudicator.cases.model import HandPatterns
from adjudicator.cases.sourcelines import Path
from adjudicator.cases.words import is_known

Patterns = dict[Seat, HandPattern]
MANY = 3
"""More cards held twice than this are no slips of the pen: a whole hand is wrong."""


def make_cards(deal: str, hands: Mapping[str, str], found: Collector) -> tuple[Deal | None, HandPatterns]:
    """The deal, if all 52 cards are known, and what is known of each hand."""
    before = len(found.problems)
    patterns = _from_deal(deal, found) if is_known(deal) else {}
    for name, text in hands.items():
        _add_hand(name, text, patterns, found)
    path: Path = ("deal",) if is_known(deal) else ("hands",)
    _check_pack(patterns, path, found)
    by_seat: HandPatterns = (
        patterns.get(Seat.NORTH),
        patterns.get(Seat.EAST),
        patterns.get(Seat.SOUTH),
        patterns.get(Seat.WEST),
    )
    if len(found.problems) > before:
        return None, by_seat
    return _whole_deal(by_seat)


def _from_deal(text: str, found: Collector) -> Patterns:
    path: Path = ("deal",)
    first, colon, rest = text.strip().partition(":")
    hands = rest.split()
    step = "write a seat, a colon and four hands, such as N:AKQ.… … … …, with - for a hand that is not known"
    if not colon or len(hands) != 4:
        found.error(path, f"a deal has a seat, a colon and four hands; this has {len(hands)} hands", step)
        return {}
    start = found.parse(path, Seat.parse, first)
    if start is None:
        return {}
    patterns: Patterns = {}
    for turn, hand in enumerate(hands):
        _read(start.after(turn), hand, path, patterns, found)
    return patterns


def _add_hand(name: str, text: str, patterns: Patterns, found: Collector) -> None:
    path: Path = ("hands", name)
    seat = found.parse(path, Seat.parse, name)
    if seat is None or not is_known(text):
        return
    earlier = patterns.get(seat)
    own: Patterns = {}
    _read(seat, text, path, own, found)
    if earlier is not None and seat in own and own[seat] != earlier:
        hand = earlier.hand
        if hand is None or not own[seat].allows(hand):
            found.error(path, f"this hand of {seat} is not the one in the deal", "keep one of the two")
        return
    patterns.update(own)


def _read(seat: Seat, text: str, path: Path, patterns: Patterns, found: Collector) -> None:
    if text in {"-", "?", "...", "x"}:
        return
    try:
        patterns[seat] = HandPattern.parse(text)
    except AdjudicatorError as failure:
        for problem in failure.problems:
            found.error(path, f"{seat}: {problem.message}", problem.next_step or "put the hand right")


def _check_pack(patterns: Patterns, path: Path, found: Collector) -> None:
    owners: dict[Card, list[Seat]] = {}
    for seat, pattern in patterns.items():
        for card in pattern.cards:
            owners.setdefault(card, []).append(seat)
    twice = [(card, seats) for card, seats in sorted(owners.items(), reverse=True) if len(seats) > 1]
    if len(twice) > MANY:
        cards = ", ".join(str(card) for card, _ in twice)
        step = "a hand is written spades.hearts.diamonds.clubs; look for one in another order, or given twice"
        found.error(path, f"{len(twice)} cards are held by two hands: {cards}", step)
        return
    for card, seats in twice:
        names = " and ".join(str(seat) for seat in seats)
        found.error(path, f"{card} is held by {names}", "give each card to one hand")
    for suit in Suit:
        known = sum(1 for card in owners if card.suit == suit and card.rank <= SPOT_TOP)
        spots = known + sum(pattern.spots[suit] for pattern in patterns.values())
        if spots > SPOT_TOP - 1:
            found.error(
                path, f"{spots} cards below the ten in {suit.name.lower()}; the suit has only 8", "put the hands right"
            )
    if len(patterns) == 4 and all(pattern.is_full for pattern in patterns.values()):
        absent = [card for card in FULL_PACK if card not in owners]
        if absent:
            found.error(path, f"no hand has {', '.join(map(str, absent))}", "give each of the 52 cards once")


def _whole_deal(hands: HandPatterns) -> tuple[Deal | None, HandPatterns]:
    full = {seat: hand.hand for seat, hand in zip(Seat, hands, strict=True) if hand is not None and hand.is_full}
    if len(full) == 3:
        (last,) = [seat for seat in Seat if seat not in full]
        used = 0
        for hand in full.values():
            used |= hand.mask if hand is not None else 0
        rest = Hand(FULL_PACK.mask & ~used)
        known = hands[last]
        if known is None or known.allows(rest):
            full[last] = rest
    if len(full) < 4:
        return None, hands
    north, east, south, west = (full[seat] for seat in Seat)
    if north is None or east is None or south is None or west is None:
        return None, hands
    patterns = (HandPattern.of(north), HandPattern.of(east), HandPattern.of(south), HandPattern.of(west))
    return Deal((north, east, south, west)), patterns
