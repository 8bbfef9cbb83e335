"""Small positions dealt in every way, one by one: the slow reference of the sampler's tests."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from adjudicator.bridge import Card, Hand, Seat
from adjudicator.sampling import Conditions
from adjudicator.sampling.meanings import boxes_of


def all_deals(conditions: Conditions) -> np.ndarray:
    """Every deal that meets the conditions (without filters), uint16 (n, 4 seats, 4 suits)."""
    gone = {int(c) for c in conditions.gone}
    known = {seat: [int(c) for c in conditions.known.get(seat, ())] for seat in Seat}
    taken = gone | {card for cards in known.values() for card in cards}
    unseen = [card for card in range(52) if card not in taken]
    needs = {seat: conditions.sizes.get(seat, 13) - len(known[seat]) for seat in Seat}
    barred = {seat: {int(c) for c in conditions.without.get(seat, ())} for seat in Seat}
    hidden = [seat for seat in Seat if needs[seat]]
    found: list[dict[Seat, tuple[int, ...]]] = []

    def deal(seats: list[Seat], left: list[int], given: dict[Seat, tuple[int, ...]]) -> None:
        if not seats:
            found.append(given)
            return
        for cards in combinations([c for c in left if c not in barred[seats[0]]], needs[seats[0]]):
            deal(seats[1:], [c for c in left if c not in cards], {**given, seats[0]: cards})

    deal(hidden, unseen, {})
    masks = np.zeros((len(found), 4, 4), dtype=np.uint16)
    for row, given in enumerate(found):
        for seat in Seat:
            for card in (*known[seat], *given.get(seat, ())):
                masks[row, seat, card // 13] |= np.uint16(1 << card % 13)
    held = np.ones(len(masks), dtype=bool)
    for seat, meaning in conditions.meanings.items():
        held &= boxes_of(meaning).mask(masks[:, seat])
    return masks[held]


def ending(cards: dict[str, str], hidden_cards: str, sizes: int) -> dict[str, object]:
    """Arguments for conditions: known hands by seat letter (``"AK.Q..2"``), cards unseen, cards a hand."""
    known = {Seat.parse(seat): Hand.parse(text) for seat, text in cards.items()}
    mask = Hand.parse(hidden_cards).mask
    for hand in known.values():
        mask |= hand.mask
    gone = [Card(card) for card in range(52) if not mask >> card & 1]
    return {"known": known, "gone": gone, "sizes": dict.fromkeys(Seat, sizes)}


def deal_keys(masks: np.ndarray) -> np.ndarray:
    """One bytes key for each deal."""
    return np.ascontiguousarray(masks.reshape(len(masks), 16)).view("V32").reshape(-1)


def chi_square_excess(observed: np.ndarray, expected: np.ndarray) -> float:
    """How many standard deviations chi-square lies above its mean (Wilson and Hilferty's normal form)."""
    freedom = len(expected) - 1
    chi = float(((observed - expected) ** 2 / expected).sum())
    spread = 2 / (9 * freedom)
    return ((chi / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5
