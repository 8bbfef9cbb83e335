"""Claims and concessions (Laws 70 and 71): what the claimer takes when every doubtful point goes against him.

Both sides are searched on the actual cards. The opponents play their best; the claimer plays, among the cards that
are *normal* (careless or inferior, but not irrational), the one that serves him worst: from the top when he
cashes a suit, no finesse that he did not mention, any discard.
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.bridge import AdjudicatorError, Card, Hand, Problem, Side
from adjudicator.tricks.double_dummy import Position, Solver, default_solver
from adjudicator.tricks.scene import Scene

MOST_CARDS = 8
"""Longer endings are refused: too many normal plays to try them all."""
_MOST_POSITIONS = 200_000


@dataclass(frozen=True)
class ClaimFinding:
    """Tricks of the claiming side in what is left: claimed, at worst and at best by normal play, double dummy.

    ``plays``: cards of a worst normal line.
    """

    side: Side
    claimed: int
    worst: int
    best: int
    double_dummy: int
    plays: tuple[Card, ...]

    @property
    def stands(self) -> bool:
        """Whether no normal play loses a trick of the claim."""
        return self.worst >= self.claimed

    @property
    def awarded(self) -> int:
        """Tricks to the claiming side: the claim as far as normal play cannot lose it (70A)."""
        return min(self.claimed, self.worst)


def claim(
    scene: Scene,
    side: Side,
    claimed: int,
    *,
    draws_trumps: bool = False,
    stated: tuple[Card, ...] = (),
    solver: Solver | None = None,
) -> ClaimFinding:
    """A contested claim of so many of the tricks left, by either side.

    draws_trumps: the claimer said so, or plainly knew that a trump was out (otherwise 70C). stated: cards of the
    statement, played in this order as soon as each is legal; a finesse is dropped when the missing card appears.
    `AdjudicatorError` for endings too long.
    """
    _check(scene)
    worst, plays = _Search(side, draws_trumps, stated, worst=True).value(scene.position)
    best, _ = _Search(side, draws_trumps, stated, worst=False).value(scene.position)
    to_play = (solver or default_solver()).best(scene.position)
    own = scene.turn.side is side
    perfect = to_play if own else scene.position.tricks_left - to_play
    return ClaimFinding(side, claimed, worst, best, perfect, plays)


@dataclass(frozen=True)
class ConcessionFinding:
    """A concession of so many tricks: how many of them no normal play would lose (71)."""

    side: Side
    conceded: int
    sure: int
    tricks_left: int

    @property
    def returned(self) -> int:
        """Tricks conceded that are given back."""
        return max(0, self.sure - (self.tricks_left - self.conceded))


def concession(scene: Scene, side: Side, conceded: int, *, any_legal_play: bool = False) -> ConcessionFinding:
    """Tricks conceded that the side would have won by any normal play.

    any_legal_play: ask instead that no *legal* play could lose them, where edition or hour demand it.
    """
    _check(scene)
    search = _Search(side, False, (), worst=True, any_card=any_legal_play)
    return ConcessionFinding(side, conceded, search.value(scene.position)[0], scene.position.tricks_left)


def normal(position: Position, side: Side, draws_trumps: bool = False) -> list[Card]:
    """Cards that are normal for a claimer to play here; equals once."""
    groups = position.touching()
    if position.turn.side is not side:
        return [group[0] for group in groups]
    if not position.trick:
        return _normal_leads(position, groups, draws_trumps)
    if groups[0][0].suit is position.led:
        return _normal_follow(position, groups)
    return [group[-1] for group in groups]


def _normal_leads(position: Position, groups: list[tuple[Card, ...]], draws_trumps: bool) -> list[Card]:
    """From each suit the top card, or a low card towards a hand whose top card is higher."""
    trump = position.denomination.suit
    own, partner = position.hands[position.turn], position.hands[position.turn.partner]
    others = Hand(position.hands[position.turn.lho].mask | position.hands[position.turn.rho].mask)
    if draws_trumps and trump is not None and own.length(trump) and others.length(trump):
        groups = [group for group in groups if group[0].suit is trump]
    found = []
    for at, group in enumerate(groups):
        suit = group[0].suit
        is_top = at == 0 or groups[at - 1][0].suit is not suit
        is_low = at == len(groups) - 1 or groups[at + 1][0].suit is not suit
        towards = partner.length(suit) > 0 and partner.cards_of(suit)[0] > own.cards_of(suit)[0]
        if is_top or (is_low and towards):
            found.append(group[0] if is_top else group[-1])
    return found


def _normal_follow(position: Position, groups: list[tuple[Card, ...]]) -> list[Card]:
    """Second or third hand from the top of what may be needed, or low; never an unmentioned finesse."""
    highest = max(card for card in position.trick if card.suit is position.led)
    partner_wins = len(position.trick) >= 2 and position.trick[-2] == highest and highest.suit is position.led
    ruffed = any(card.suit is position.denomination.suit is not position.led for card in position.trick)
    top, low = groups[0][0], groups[-1][-1]
    if ruffed or top < highest or (partner_wins and len(position.trick) == 3):
        return [low]
    if len(position.trick) == 3:
        return [min(group[0] for group in groups if group[0] > highest)]
    return [top] if not partner_wins else [top, low]


class _Search:
    def __init__(
        self, side: Side, draws_trumps: bool, stated: tuple[Card, ...], *, worst: bool, any_card: bool = False
    ) -> None:
        self.side, self.draws_trumps, self.stated = side, draws_trumps, stated
        self.worst, self.any_card = worst, any_card
        self.known: dict[Position, tuple[int, tuple[Card, ...]]] = {}

    def value(self, position: Position) -> tuple[int, tuple[Card, ...]]:
        """Tricks of the claiming side from here, and the cards that bring them about."""
        if position.tricks_left == 0:
            return 0, ()
        found = self.known.get(position)
        if found is None:
            found = self._best_of(position)
            self.known[position] = found
            if len(self.known) > _MOST_POSITIONS:
                raise _too_long()
        return found

    def _best_of(self, position: Position) -> tuple[int, tuple[Card, ...]]:
        own = position.turn.side is self.side
        outcomes = []
        for card in self._cards(position, own):
            after = position.after(card)
            won = len(position.trick) == 3 and after.leader.side is self.side
            tricks, line = self.value(after)
            outcomes.append((tricks + won, (card, *line)))
        if own and not self.worst:
            return max(outcomes, key=lambda outcome: outcome[0])
        return min(outcomes, key=lambda outcome: outcome[0])

    def _cards(self, position: Position, own: bool) -> list[Card]:
        if own:
            for card in self.stated:
                if card in position.legal:
                    return [card] if not _overtaken(position, card) else normal(position, self.side)
            if self.any_card:
                return [group[0] for group in position.touching()]
        return normal(position, self.side, self.draws_trumps)


def _overtaken(position: Position, card: Card) -> bool:
    """Whether the card named is beaten already while a higher card of the hand would win."""
    if card.suit is not position.led:
        return False
    highest = max(each for each in position.trick if each.suit is position.led)
    return card < highest < position.legal.cards_of(card.suit)[0]


def _check(scene: Scene) -> None:
    if scene.position.tricks_left > MOST_CARDS:
        raise _too_long()


def _too_long() -> AdjudicatorError:
    return AdjudicatorError(
        Problem(
            "this ending is too long to try every normal play", f"play on to {MOST_CARDS} cards or fewer", field="play"
        )
    )
