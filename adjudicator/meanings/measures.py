"""Measures: whole numbers that a hand has, each a sum over its cards, its suit holdings and its shape.

That one form serves every reading: numpy looks the tables up, the counter convolves them, CP-SAT adds them
up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from adjudicator.bridge import Card, Suit
from adjudicator.meanings import holdings as tables
from adjudicator.meanings.errors import UnboundSuit
from adjudicator.meanings.holdings import HOLDINGS, SuitTable
from adjudicator.meanings.shapes import (
    BALANCED,
    SEMI_BALANCED,
    SHAPES,
    Shape,
    ShapeTable,
    distance_table,
    shapes_of_all,
    spread,
)

if TYPE_CHECKING:
    from adjudicator.meanings.expr import Atom

Weights: TypeAlias = tuple[int, ...]
"""What each rank of a suit adds, deuce first."""

HCP: Weights = (0,) * 9 + (1, 2, 3, 4)
CONTROLS: Weights = (0,) * 11 + (1, 2)
CARDS: Weights = (1,) * 13
TOP3: Weights = (0,) * 10 + (1, 1, 1)
TOP5: Weights = (0,) * 8 + (1,) * 5


def rank_weight(rank: int) -> Weights:
    return tuple(int(rank == place + 2) for place in range(13))


@dataclass(frozen=True, eq=False)
class Measure:
    """``value = sum of card weights + sum of holding tables + shape table`` (suits in the order C D H S).

    ``steps`` is how many counted steps make one unit as written: quick tricks are counted in halves, so 2.
    ``kind`` says what a deviation means: strength, length, shape, quality or controls.
    """

    name: str
    kind: str
    cards: tuple[Weights | None, ...] = (None,) * 4
    holdings: tuple[SuitTable | None, ...] = (None,) * 4
    shape: ShapeTable | None = None
    steps: int = 1

    @cached_property
    def by_suit(self) -> tuple[SuitTable | None, ...]:
        """Card weights and holding tables together, by holding."""
        return tuple(_joined(cards, table) for cards, table in zip(self.cards, self.holdings, strict=True))

    @cached_property
    def shape_only(self) -> ShapeTable | None:
        """The whole measure as a table over shapes, when lengths alone decide it."""
        lengths = [None if table is None else _by_length(table) for table in self.by_suit]
        if any(table is not None and found is None for table, found in zip(self.by_suit, lengths, strict=True)):
            return None
        total = np.zeros(len(SHAPES), dtype=np.int16) if self.shape is None else self.shape_values(SHAPES)
        for suit, found in enumerate(lengths):
            if found is not None:
                total = total + found[[shape[suit] for shape in SHAPES]]
        return spread(total.astype(np.int16))

    @cached_property
    def lone_suit(self) -> int | None:
        """The only suit that the measure looks at, when it looks at one holding and nothing else."""
        used = [suit for suit, table in enumerate(self.by_suit) if table is not None]
        return used[0] if len(used) == 1 and self.shape is None else None

    def shape_values(self, shapes: tuple[Shape, ...]) -> NDArray[np.int16]:
        """What the shape table adds for each shape."""
        if self.shape is None:
            return np.zeros(len(shapes), dtype=np.int16)
        return self.shape[[196 * c + 14 * d + h for c, d, h, _ in shapes]]

    def of_masks(self, masks: NDArray[np.uint16], codes: Callable[[], NDArray[np.int16]]) -> NDArray[np.int16]:
        """The value of many hands: ``masks`` (n, 4), ``codes`` their shape codes, asked for only if
        needed.
        """
        parts = [table[masks[:, suit]] for suit, table in enumerate(self.by_suit) if table is not None]
        if self.shape is not None:
            parts.append(self.shape[codes()])
        total = parts[0] if parts else np.zeros(len(masks), dtype=np.int16)
        for part in parts[1:]:
            total += part
        return total


def _joined(cards: Weights | None, table: SuitTable | None) -> SuitTable | None:
    if cards is None:
        return table
    total = np.zeros(1 << 13, dtype=np.int16) if table is None else table.copy()
    for place, weight in enumerate(cards):
        if weight:
            total += ((HOLDINGS >> place & 1) * weight).astype(np.int16)
    return total


def _by_length(table: SuitTable) -> NDArray[np.int16] | None:
    """The table by length when the length alone decides it."""
    values = np.array([table[(1 << length) - 1] for length in range(14)], dtype=np.int16)
    return values if bool((values[tables.LENGTH] == table).all()) else None


def _cards_everywhere(name: str, kind: str, weights: Weights) -> Measure:
    return Measure(name, kind, cards=(weights,) * 4)


def _cards_of(name: str, kind: str, suit: Suit, weights: Weights) -> Measure:
    return Measure(f"{name}({suit.letter})", kind, cards=tuple(weights if s == suit else None for s in range(4)))


def _table_everywhere(name: str, kind: str, table: SuitTable, steps: int = 1) -> Measure:
    return Measure(name, kind, holdings=(table,) * 4, steps=steps)


def _table_of(name: str, kind: str, suit: Suit, table: SuitTable, steps: int = 1) -> Measure:
    placed = tuple(table if place == suit else None for place in range(4))
    return Measure(f"{name}({suit.letter})", kind, holdings=placed, steps=steps)


def _total_points() -> Measure:
    beyond_four = [sum(max(length - 4, 0) for length in shape) for shape in SHAPES]
    return Measure("tp", "strength", cards=(HCP,) * 4, shape=spread(beyond_four))


def _support_points(trumps: Suit) -> Measure:
    """High cards plus shortness in the other suits, by the number of trumps held."""
    by_trumps = tables.support_shortness()
    short = [
        sum(
            int(by_trumps[min(shape[trumps], 4)][(1 << length) - 1])
            for suit, length in enumerate(shape)
            if suit != trumps and shape[trumps] >= 3
        )
        for shape in SHAPES
    ]
    return Measure(f"sp({trumps.letter})", "strength", cards=(HCP,) * 4, shape=spread(short))


def _two_longest() -> ShapeTable:
    return spread([sum(sorted(shape)[2:]) for shape in SHAPES])


def _rule22() -> Measure:
    doubled = tuple(2 * weight for weight in HCP)
    table = tables.holding_table("qt")
    shape = (2 * _two_longest()).astype(np.int16)
    return Measure("rule22", "strength", cards=(doubled,) * 4, holdings=(table,) * 4, shape=shape, steps=2)


def _rule15() -> Measure:
    return Measure("rule15", "strength", cards=(HCP,) * 4, shape=spread([shape[Suit.SPADES] for shape in SHAPES]))


def _keycards(trumps: Suit) -> Measure:
    ace, both = rank_weight(14), tuple(a + b for a, b in zip(rank_weight(14), rank_weight(13), strict=True))
    cards = tuple(both if suit == trumps else ace for suit in range(4))
    return Measure(f"keycards({trumps.letter})", "controls", cards=cards)


def _lengths(name: str, first: Suit, second: Suit, sign: int) -> Measure:
    weights = {first: 1}
    weights[second] = weights.get(second, 0) + sign
    cards = tuple((weights[Suit(s)],) * 13 if weights.get(Suit(s)) else None for s in range(4))
    return Measure(f"{name}({first.letter},{second.letter})", "length", cards=cards)


def _shape_set(name: str, allowed: frozenset[Shape]) -> Measure:
    return Measure(name, "shape", shape=distance_table(allowed))


def _any_suit(name: str, longest: int, shortest: int) -> Measure:
    found = frozenset(shape for shape in SHAPES if any(shortest <= length <= longest for length in shape))
    return _shape_set(name, found)


def _honour(letter: str, rank: int) -> Callable[[Suit], Measure]:
    return lambda suit: _cards_of(letter, "quality", suit, rank_weight(rank))


_WHOLE_HAND: dict[str, Callable[[], Measure]] = {
    "hcp": lambda: _cards_everywhere("hcp", "strength", HCP),
    "tp": _total_points,
    "controls": lambda: _cards_everywhere("controls", "controls", CONTROLS),
    "aces": lambda: _cards_everywhere("aces", "controls", rank_weight(14)),
    "kings": lambda: _cards_everywhere("kings", "controls", rank_weight(13)),
    "queens": lambda: _cards_everywhere("queens", "controls", rank_weight(12)),
    "losers": lambda: _table_everywhere("losers", "strength", tables.holding_table("losers")),
    "qt": lambda: _table_everywhere("qt", "strength", tables.holding_table("qt"), 2),
    "defence": lambda: _table_everywhere("defence", "strength", tables.holding_table("defence"), 2),
    "pt": lambda: _table_everywhere("pt", "strength", tables.holding_table("pt"), 2),
    "rule20": lambda: Measure("rule20", "strength", cards=(HCP,) * 4, shape=_two_longest()),
    "rule22": _rule22,
    "rule15": _rule15,
    "bal": lambda: _shape_set("bal", shapes_of_all(BALANCED)),
    "semi": lambda: _shape_set("semi", shapes_of_all(SEMI_BALANCED)),
    "unbal": lambda: _shape_set("unbal", frozenset(SHAPES) - shapes_of_all(BALANCED)),
    "void": lambda: _any_suit("void(any)", 0, 0),
    "sing": lambda: _any_suit("sing(any)", 1, 1),
    "short": lambda: _any_suit("short(any)", 1, 0),
}

_ONE_SUIT: dict[str, Callable[[Suit], Measure]] = {
    "len": lambda suit: _cards_of("len", "length", suit, CARDS),
    "hcp": lambda suit: _cards_of("hcp", "quality", suit, HCP),
    "losers": lambda suit: _table_of("losers", "quality", suit, tables.holding_table("losers")),
    "controls": lambda suit: _cards_of("controls", "quality", suit, CONTROLS),
    "pt": lambda suit: _table_of("pt", "quality", suit, tables.holding_table("pt"), 2),
    "sp": _support_points,
    "keycards": _keycards,
    "suit_quality": lambda suit: _table_of("suit_quality", "quality", suit, tables.holding_table("suit_quality")),
    "top3": lambda suit: _cards_of("top3", "quality", suit, TOP3),
    "top5": lambda suit: _cards_of("top5", "quality", suit, TOP5),
    "stopper": lambda suit: _table_of("stopper", "quality", suit, tables.holding_table("stopper")),
    **{letter: _honour(letter, rank) for letter, rank in zip("TJQKA", range(10, 15), strict=True)},
}

_TWO_SUITS: dict[str, Callable[[Suit, Suit], Measure]] = {
    "diff": lambda first, second: _lengths("diff", first, second, -1),
    "both": lambda first, second: _lengths("both", first, second, 1),
}


@lru_cache(maxsize=1024)
def _measure(feature: str, suits: tuple[Suit | str, ...], patterns: tuple[str, ...], card: Card | None) -> Measure:
    if patterns:
        return _shape_set(f"shape({','.join(patterns)})", shapes_of_all(patterns))
    if card is not None:
        return _cards_of(f"has {card}", "quality", card.suit, rank_weight(card.rank))
    bound = tuple(suit for suit in suits if isinstance(suit, Suit))
    if len(bound) == 2:
        return _TWO_SUITS[feature](bound[0], bound[1])
    if len(bound) == 1:
        return _ONE_SUIT[feature](bound[0])
    return _WHOLE_HAND[feature]()


def measure_of(atom: Atom) -> Measure:
    """The measure that an atom with bound suits constrains (the same object for the same measure)."""
    loose = [suit for suit in atom.suits if not isinstance(suit, Suit) and suit != "any"]
    if loose:
        raise UnboundSuit(loose)
    return _measure(atom.feature, atom.suits, atom.patterns, atom.card)
