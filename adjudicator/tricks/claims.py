"""Claims and concessions (Laws 70 and 71): what the claimer takes when every doubtful point goes against him.

Both sides are searched on the actual cards. The opponents play their best; the claimer plays, among the cards that
are *normal* (careless or inferior, but not irrational), the one that serves him worst: from the top when he
cashes a suit, no finesse that he did not mention, the low card of any suit as a discard.
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.bridge import AdjudicatorError, Card, Hand, Problem, Side, trick_winner
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
    statement, played in this order as soon as each is legal; a finesse is dropped when the missing card appears,
    and no card goes on a trick that partner's winner takes. `AdjudicatorError` for endings too long, for more
    tricks than are left, and for a statement with cards that the side does not hold.
    """
    _check(scene, claimed, "claimed")
    _check_statement(scene, side, stated)
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
    _check(scene, conceded, "conceded")
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
    return _normal_discards(position, groups)


def _normal_discards(position: Position, groups: list[tuple[Card, ...]]) -> list[Card]:
    """The lowest card of any side suit, and any ruff, but not of a trick that partner's winner takes."""
    trump = position.denomination.suit
    discards = [group[-1] for at, group in enumerate(groups) if group[0].suit is not trump and _is_low(groups, at)]
    if discards and _partner_has_it(position):
        return discards
    return discards + [group[-1] for group in groups if group[0].suit is trump]


def _is_low(groups: list[tuple[Card, ...]], at: int) -> bool:
    return at == len(groups) - 1 or groups[at + 1][0].suit is not groups[at][0].suit


def _partner_has_it(position: Position) -> bool:
    """Whether partner wins so far with, or is still to play, a card that no opponent's card of its suit beats."""
    trick, partner = position.trick, position.turn.partner
    if len(trick) == 1:
        card = next(iter(position.hands[partner].cards_of(trick[0].suit)), None)
        return card is not None and card > trick[0] and _is_master(position, card)
    winner = trick_winner(trick, position.leader, position.denomination.suit)
    return winner is partner and _is_master(position, trick[-2])


def _is_master(position: Position, card: Card) -> bool:
    """Whether no opponent of the player to play holds a higher card of its suit."""
    opponents = (position.hands[position.turn.lho], position.hands[position.turn.rho])
    return not any(other > card for hand in opponents for other in hand.cards_of(card.suit))


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
        is_low = _is_low(groups, at)
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
    if not partner_wins:
        return [top]
    overtakes = not _is_master(position, highest) or (len(groups) > 1 and _is_master(position, groups[1][0]))
    return [top, low] if overtakes or top is low else [low]


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
        most = own and not self.worst
        found: tuple[int, tuple[Card, ...]] | None = None
        for card in self._cards(position, own):
            after = position.after(card)
            won = len(position.trick) == 3 and after.leader.side is self.side
            tricks, line = self.value(after)
            tricks += won
            if found is None or (tricks > found[0] if most else tricks < found[0]):
                found = tricks, (card, *line)
            if tricks == (position.tricks_left if most else 0):
                break
        assert found is not None  # somebody has a card to play
        return found

    def _cards(self, position: Position, own: bool) -> list[Card]:
        if own:
            for card in self.stated:
                if card in position.legal and not _wasted(position, card):
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


def _wasted(position: Position, card: Card) -> bool:
    """Whether the card named would fall on a winner of partner though the hand has another card to play."""
    return len(position.trick) > 1 and len(position.legal) > 1 and _partner_has_it(position)


def _check(scene: Scene, number: int, verb: str) -> None:
    left = scene.position.tricks_left
    if not 0 <= number <= left:
        message = f"{number} tricks cannot be {verb} where {left} are left"
        raise AdjudicatorError(Problem(message, f"give a number from 0 to {left}", field="tricks"))
    if scene.position.tricks_left > MOST_CARDS:
        raise _too_long()


def _check_statement(scene: Scene, side: Side, stated: tuple[Card, ...]) -> None:
    held = [card for seat in side.seats for card in scene.position.hands[seat]]
    for card in stated:
        if card not in held:
            message = f"{card} of the statement is not in the hands of {side.name}"
            raise AdjudicatorError(Problem(message, "name cards that the claiming side still holds", field="stated"))


def _too_long() -> AdjudicatorError:
    return AdjudicatorError(
        Problem(
            "this ending is too long to try every normal play", f"play on to {MOST_CARDS} cards or fewer", field="play"
        )
    )
