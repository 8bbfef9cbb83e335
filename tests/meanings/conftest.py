"""A second, slow and literal reading of the language, and a source of random meanings and hands."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from adjudicator.bridge import Card, Hand, Suit
from adjudicator.meanings.expr import And, AtLeast, Atom, Expr, Not, Or, all_of, any_of, at_least, negated, softened

HONOUR = {"A": 14, "K": 13, "Q": 12, "J": 11, "T": 10}


def ranks(hand: Hand, suit: Suit) -> list[int]:
    return [card.rank for card in hand if card.suit == suit]


def hcp(cards: list[int]) -> int:
    return sum({14: 4, 13: 3, 12: 2, 11: 1}.get(rank, 0) for rank in cards)


def losers(cards: list[int]) -> int:
    return sum(rank not in cards for rank in (14, 13, 12)[: min(len(cards), 3)])


def quick_tricks(cards: list[int]) -> Fraction:
    held = set(cards)
    for needed, value in (({14, 13}, 2), ({14, 12}, Fraction(3, 2)), ({14}, 1), ({13, 12}, 1)):
        if needed <= held:
            return Fraction(value)
    return Fraction(1, 2) if 13 in held and len(cards) >= 2 else Fraction(0)


def defensive_tricks(cards: list[int]) -> Fraction:
    most = Fraction(1, 2) if len(cards) >= 7 else Fraction(1) if len(cards) == 6 else Fraction(2)
    return min(quick_tricks(cards), most)


def playing_tricks(cards: list[int]) -> Fraction:
    held, half = set(cards), Fraction(1, 2)
    top = [
        ({14, 13, 12}, 3, 0), ({14, 13, 11}, Fraction(5, 2), 0), ({14, 12, 11}, Fraction(5, 2), 0), ({14, 13}, 2, 0),
        ({13, 12, 11}, 2, 0), ({14, 12}, Fraction(3, 2), 0), ({13, 12}, Fraction(3, 2), 0),
        ({14, 11, 10}, Fraction(3, 2), 0), ({13, 11, 10}, Fraction(3, 2), 0), ({14}, 1, 0), ({13, 11}, 1, 0),
        ({12, 11, 10}, 1, 0), ({13}, half, 2), ({12, 11}, half, 3), ({12}, half, 3),
    ]  # fmt: skip
    value = next((Fraction(v) for need, v, length in top if need <= held and len(cards) >= length), Fraction(0))
    extra = Fraction(len(cards) - 3) if len(cards) >= 5 else half if len(cards) == 4 else Fraction(0)
    return min(value, Fraction(len(cards))) + extra


def stoppers(cards: list[int]) -> int:
    held, length = set(cards), len(cards)
    if 14 in held or (13 in held and length >= 2) or (12 in held and length >= 3) or (11 in held and length >= 4):
        return 2
    return int((12 in held and length == 2) or (11 in held and length == 3))


def quality(cards: list[int]) -> int:
    three, five = sum(rank >= 12 for rank in cards), sum(rank >= 10 for rank in cards)
    if three == 3 and (11 in cards or len(cards) >= 7):
        return 4
    if three >= 2 and five >= 3:
        return 3
    if three >= 2 or five >= 3:
        return 2
    return int(three >= 1 or five >= 2)


def support_points(hand: Hand, trumps: Suit) -> int:
    table = {3: (3, 2, 1), 4: (5, 3, 1)}.get(min(len(ranks(hand, trumps)), 4), (0, 0, 0))
    sides = [len(ranks(hand, suit)) for suit in Suit if suit != trumps]
    return hand.hcp + sum(table[length] for length in sides if length < 3)


def fits(pattern: str, hand: Hand) -> bool:
    if "=" in pattern:
        return tuple(map(int, pattern.split("="))) == tuple(len(ranks(hand, suit)) for suit in reversed(Suit))
    wanted = [int(part) for part in (pattern.split("-") if "-" in pattern else pattern) if part != "x"]
    lengths = [len(ranks(hand, suit)) for suit in Suit]
    for length in wanted:
        if length not in lengths:
            return False
        lengths.remove(length)
    return True


SUMS: dict[str, Callable[[list[int]], int | Fraction]] = {
    "hcp": hcp,
    "tp": lambda cards: hcp(cards) + max(len(cards) - 4, 0),
    "controls": lambda cards: 2 * (14 in cards) + (13 in cards),
    "aces": lambda cards: int(14 in cards),
    "kings": lambda cards: int(13 in cards),
    "queens": lambda cards: int(12 in cards),
    "losers": losers,
    "qt": quick_tricks,
    "defence": defensive_tricks,
    "pt": playing_tricks,
}
ONE_SUIT: dict[str, Callable[[list[int]], int | Fraction]] = {
    **{name: SUMS[name] for name in ("hcp", "losers", "controls", "pt")},
    "len": len,
    "suit_quality": quality,
    "top3": lambda cards: sum(rank >= 12 for rank in cards),
    "top5": lambda cards: sum(rank >= 10 for rank in cards),
    "stopper": stoppers,
    **{letter: (lambda cards, rank=rank: int(rank in cards)) for letter, rank in HONOUR.items()},
}


def value(atom: Atom, hand: Hand) -> int | Fraction | bool:
    """The number that the atom's ranges speak about, or the truth of an atom without ranges."""
    lengths = [len(ranks(hand, suit)) for suit in Suit]
    longest = sum(sorted(lengths)[2:])
    suits = [suit for suit in atom.suits if isinstance(suit, Suit)]
    match atom.feature:
        case "bal" | "unbal":
            return (sorted(lengths) in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])) == (atom.feature == "bal")
        case "semi":
            return sorted(lengths) in ([2, 2, 4, 5], [2, 2, 3, 6])
        case "shape":
            return any(fits(pattern, hand) for pattern in atom.patterns)
        case "void" | "sing" | "short":
            return any(length in {"void": (0,), "sing": (1,), "short": (0, 1)}[atom.feature] for length in lengths)
        case "has":
            return atom.card in hand
        case "rule20" | "rule22" | "rule15":
            quick = sum(quick_tricks(ranks(hand, suit)) for suit in Suit) if atom.feature == "rule22" else 0
            return hand.hcp + quick + (lengths[Suit.SPADES] if atom.feature == "rule15" else longest)
        case "sp":
            return support_points(hand, suits[0])
        case "keycards":
            kings = int(13 in ranks(hand, suits[0]))
            return sum(14 in ranks(hand, suit) for suit in Suit) + kings
        case "diff":
            return lengths[suits[0]] - lengths[suits[1]]
        case "both":
            return lengths[suits[0]] + lengths[suits[1]]
    if suits:
        return ONE_SUIT[atom.feature](ranks(hand, suits[0]))
    return sum(SUMS[atom.feature](ranks(hand, suit)) for suit in Suit)


def literal_truth(expr: Expr, hand: Hand) -> bool:
    """Whether the hand keeps the promise, read straight off the cards; the expression is free of soft costs."""
    match expr:
        case Atom():
            found = value(expr, hand)
            if isinstance(found, bool):
                return found
            return any((low is None or low <= found) and (high is None or found <= high) for low, high in expr.ranges)
        case Not(part):
            return not literal_truth(part, hand)
        case And(parts):
            return all(literal_truth(part, hand) for part in parts)
        case Or(parts):
            return any(literal_truth(part, hand) for part in parts)
        case AtLeast(count, parts):
            return sum(literal_truth(part, hand) for part in parts) >= count
    raise AssertionError(f"no promise: {expr}")


WHOLE = {
    "hcp": 20, "tp": 20, "controls": 8, "aces": 4, "kings": 4, "queens": 4, "losers": 9, "qt": 4, "defence": 4,
    "pt": 9, "rule15": 22, "rule20": 26, "rule22": 28,
}  # fmt: skip
SUIT = {
    "len": 6,
    "hcp": 6,
    "losers": 3,
    "controls": 3,
    "pt": 4,
    "sp": 18,
    "keycards": 4,
    "suit_quality": 4,
    "top3": 3,
    "top5": 4,
}
PLAIN = ("bal", "semi", "unbal", "void", "sing", "short")
PATTERNS = ("4333", "4432", "5332", "5431", "4441", "55xx", "6xxx", "5=4=3=1", "2=3=4=4", "7321", "10-2-1-0")


class Source:
    """Random meanings over every atom of the language, and random hands."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)

    def suit(self) -> Suit:
        return Suit(int(self.random.integers(4)))

    def span(self, most: int, halves: bool) -> tuple[int | Fraction | None, int | Fraction | None]:
        low, high = sorted(self.random.integers(0, most + 1, 2).tolist())
        if halves and self.random.random() < 0.5:
            low, high = Fraction(2 * low + 1, 2), Fraction(2 * high + 1, 2)
        kind = self.random.integers(3)
        return (None if kind == 0 else low, None if kind == 1 else high)

    def atom(self) -> Expr:
        kind = self.random.integers(10)
        if kind < 3:
            name = str(self.random.choice(list(WHOLE)))
            return Atom(name, (), (self.span(WHOLE[name], name in ("qt", "pt", "defence", "rule22")),))
        if kind < 6:
            name = str(self.random.choice(list(SUIT)))
            ranges = (self.span(SUIT[name], name == "pt"),)
            if name == "keycards" and self.random.random() < 0.5:
                ranges = ((0, 0), (3, 3))
            return Atom(name, (self.suit(),), ranges)
        if kind == 6:
            one, two = self.random.choice(4, 2, replace=False).tolist()
            name = "diff" if self.random.random() < 0.6 else "both"
            low = int(self.random.integers(-1, 3)) if name == "diff" else int(self.random.integers(4, 10))
            return Atom(name, (Suit(one), Suit(two)), ((low, None),))
        if kind == 7:
            return Atom("stopper", (self.suit(),), ((int(self.random.integers(1, 3)), None),))
        if kind == 8:
            name = str(self.random.choice(list(HONOUR)))
            if self.random.random() < 0.3:
                return Atom("has", (), ((1, None),), card=Card(int(self.random.integers(52))))
            return Atom(name, (self.suit(),), ((1, None),))
        return self.shape()

    def shape(self) -> Expr:
        if self.random.random() < 0.5:
            name = str(self.random.choice(PLAIN))
            return Atom(name, () if name in ("bal", "semi", "unbal") else ("any",), ((None, 0),))
        chosen = self.random.choice(PATTERNS, int(self.random.integers(1, 4)), replace=False)
        return Atom("shape", (), ((None, 0),), tuple(map(str, chosen)))

    def expr(self, depth: int = 2) -> Expr:
        if depth == 0 or self.random.random() < 0.15:
            return self.atom()
        parts = tuple(self.expr(depth - 1) for _ in range(int(self.random.integers(2, 4))))
        kind = self.random.integers(8)
        if kind < 4:
            return all_of(*parts)
        if kind < 6:
            return any_of(*parts)
        if kind == 6:
            return negated(parts[0])
        if self.random.random() < 0.5:
            return at_least(int(self.random.integers(1, len(parts) + 1)), parts)
        soft = softened(parts[0], Fraction(3, 2), bool(self.random.integers(2)), bool(self.random.integers(2)))
        return all_of(soft, *parts[1:])

    def hand(self) -> Hand:
        return Hand.of(self.random.choice(52, 13, replace=False).tolist())


@pytest.fixture
def source() -> Callable[[int], Source]:
    return Source


@pytest.fixture
def truth() -> Callable[[Expr, Hand], bool]:
    return literal_truth


@pytest.fixture
def completions() -> Callable[[Hand, Hand], list[Hand]]:
    """All hands that hold the one set of cards and none of the other: for a few missing cards."""

    def hands(held: Hand, elsewhere: Hand) -> list[Hand]:
        free = [card for card in range(52) if not (held.mask | elsewhere.mask) >> card & 1]
        return [Hand(held.mask | Hand.of(added).mask) for added in combinations(free, 13 - len(held))]

    return hands
