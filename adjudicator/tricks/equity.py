"""What the play would have brought without the irregularity: from a position to tricks with chances.

Law 64C (revoke), 47E and 21B (a lead on wrong information), 50 and 56 (penalty card, lead out of turn), 73 (tempo
in the play). Claims are in `tricks.claims`. Numbers only: which law applies is said by `laws`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.auctions.context import TableContext
from adjudicator.bridge import AdjudicatorError, Auction, Card, Contract, Deal, Play, Problem, Seat, Suit
from adjudicator.meanings import Meaning
from adjudicator.tricks.double_dummy import Solver, default_solver
from adjudicator.tricks.forecast import TrickForecast, forecast
from adjudicator.tricks.lines import Lines, play_on
from adjudicator.tricks.priors import priors
from adjudicator.tricks.scene import Scene


def from_card(
    play: Play,
    index: int,
    *,
    auction: Auction | None = None,
    table: TableContext | None = None,
    solver: Solver | None = None,
    seed: int = 0,
) -> Lines:
    """How the play would have gone on from before card number ``index`` (0: the opening lead itself excluded).

    The player whose turn it was decides anew, without what the irregularity told him (Law 73: without the
    opponent's hesitation, the guess is a guess again).
    """
    if not 0 < index < 52 or index > len(play.cards):
        raise _fault(f"card number {index} is not in this play", f"give a number from 1 to {len(play.cards)}")
    before = Play(play.deal, play.contract, play.cards[:index])
    wrong = next((text for _, text in before.problems() if "revoked" not in text), None)
    if wrong:
        raise _fault(wrong, "correct the record of the play")
    scene = Scene.of_play(before)
    return play_on(scene, solver=solver, prior=priors(play, auction, table), seed=seed)


# --- revokes (Law 64) ------------------------------------------------------------------------------


@dataclass(frozen=True)
class RevokeEquity:
    """Tricks of declarer as played, after the automatic transfer, and without the revoke.

    moved: tricks that go to the other side by law. without: chances of declarer's tricks had the player followed
    suit; double_dummy: with perfect play. ``adjusted``: the better of the two for the side that did not revoke.
    """

    revoker: Seat
    declarer: Seat
    index: int
    made: int
    moved: int
    after_transfer: int
    double_dummy: int
    without: Mapping[int, float]
    lines: Lines

    @property
    def restores(self) -> bool:
        """Whether the automatic tricks leave the other side at least as well off as without the revoke."""
        return self._better(self.after_transfer, self.expected)

    @property
    def expected(self) -> float:
        """Declarer's expected tricks without the revoke."""
        return sum(tricks * chance for tricks, chance in self.without.items())

    @property
    def adjusted(self) -> Mapping[int, float]:
        """Declarer's tricks to score by: after the transfer, or without the revoke where that is better.

        Nobody is put below what the automatic tricks leave him: a play without the revoke that would have gone
        worse for the side that did not revoke counts like the transfer.
        """
        if self.restores:
            return {self.after_transfer: 1.0}
        found: dict[int, float] = {}
        for tricks, chance in self.without.items():
            kept = self.after_transfer if self._better(self.after_transfer, tricks) else tricks
            found[kept] = found.get(kept, 0.0) + chance
        return found

    def _better(self, tricks: float, other: float) -> bool:
        by_declarer = self.declarer.side is self.revoker.side
        return tricks <= other + 1e-9 if by_declarer else tricks >= other - 1e-9


def revoke(
    play: Play,
    made: int,
    *,
    edition: int = 2017,
    auction: Auction | None = None,
    table: TableContext | None = None,
    solver: Solver | None = None,
    seed: int = 0,
) -> RevokeEquity:
    """Equity after the first revoke of a recorded play.

    made: declarer's tricks as they were won at the table, before any transfer.
    """
    engine = solver or default_solver()
    index = first_revoke(play)
    tricks = play.tricks
    trick = tricks[index // 4]
    revoker = trick.leader.after(index % 4)
    moved = automatic_tricks(play, index, made, edition)
    declarer = play.contract.declarer
    assert declarer is not None  # a Play always has a declarer
    sign = -1 if revoker.side is declarer.side else 1
    before = Scene.of_play(Play(play.deal, play.contract, play.cards[:index]))
    lines = play_on(before, solver=engine, prior=priors(play, auction, table), seed=seed)
    return RevokeEquity(
        revoker,
        declarer,
        index,
        made,
        moved,
        made + sign * moved,
        before.total(engine.best(before.position)),
        lines.chances,
        lines,
    )


def first_revoke(play: Play) -> int:
    """Index of the first card that did not follow suit though its player could."""
    for index, text in play.problems():
        if "revoked" in text:
            return index
        raise _fault(text, "correct the record of the play")
    raise _fault("nobody revoked in this play", "give the play as it went, up to the end or the claim")


def automatic_tricks(play: Play, index: int, made: int, edition: int = 2017) -> int:
    """Tricks that Law 64A moves to the other side for the revoke at ``index``.

    The trick of the revoke and one later trick when the revoker himself won it; one trick when his side won that
    or a later trick; none on the twelfth trick or by dummy (64B), and since 2007 none where both sides revoked
    (64B7). Before 2007 a second trick also moves when the revoker later won one with a card he could have played.
    Later tricks that the record does not show (a claim) are counted from ``made``.
    """
    _check_made(play, made)
    number = index // 4
    trick = play.tricks[number]
    revoker = trick.leader.after(index % 4)
    declarer = play.contract.declarer
    assert declarer is not None  # a Play always has a declarer
    if number == 11 or revoker is declarer.partner or (edition >= 2007 and _both_revoked(play)):
        return 0
    if trick.winner is None:
        raise _fault("the trick of the revoke is not complete", "give the play to the end of that trick")
    side = revoker.side
    earlier = sum(done.winner is not None and done.winner.side is side for done in play.tricks[:number])
    total = made if side is declarer.side else 13 - made
    later = total - earlier - (trick.winner.side is side)
    if trick.winner is revoker:
        return 1 + (later > 0)
    won = (trick.winner.side is side) + later
    if won <= 0:
        return 0
    return min(won, 1 + (edition < 2007 and _later_with_legal_card(play, index, revoker)))


def _both_revoked(play: Play) -> bool:
    """Whether each side failed to follow suit at least once."""
    seats = [trick.leader.after(at) for trick in play.tricks for at in range(len(trick.cards))]
    return len({seats[index].side for index, text in play.problems() if "revoked" in text}) == 2


def _check_made(play: Play, made: int) -> None:
    """The record must leave room for the tricks that declarer is said to have made."""
    declarer = play.contract.declarer
    assert declarer is not None  # a Play always has a declarer
    least, most = play.tricks_won(declarer.side), 13 - play.tricks_won(declarer.side.other)
    if not least <= made <= most:
        raise _fault(
            f"declarer cannot have made {made} tricks after this play", f"give a number from {least} to {most}"
        )


def _later_with_legal_card(play: Play, index: int, revoker: Seat) -> bool:
    led = play.tricks[index // 4].cards[0].suit
    return any(
        trick.winner is revoker and trick.by_seat()[revoker].suit is led for trick in play.tricks[index // 4 + 1 :]
    )


# --- leads (Laws 47E, 21, 50, 56) ------------------------------------------------------------------


@dataclass(frozen=True)
class LeadChange:
    """The same contract with the leader wrongly and rightly informed; ``made``: the lead at the table."""

    wrong: TrickForecast
    right: TrickForecast
    made: Card | None

    @property
    def gain(self) -> float:
        """Tricks that the right information was worth to the defenders."""
        return self.wrong.mean - self.right.mean

    def chance(self, card: Card) -> tuple[float, float]:
        """How often a card is led on the wrong and on the right information."""
        first, second = (
            next((lead.probability for lead in side.leads if lead.card == card), 0.0)
            for side in (self.wrong, self.right)
        )
        return first, second


def lead_on_information(
    deal: Deal,
    auction: Auction,
    contract: Contract,
    explained: Mapping[Seat, Meaning],
    agreed: Mapping[Seat, Meaning],
    *,
    made: Card | None = None,
    table: TableContext | None = None,
    solver: Solver | None = None,
) -> LeadChange:
    """A lead on a wrong explanation: tricks with the leader told ``explained``, and told what was ``agreed``."""
    wrong = forecast(deal, auction, contract, solver=solver, table=table, told=explained)
    right = forecast(deal, auction, contract, solver=solver, table=table, told=agreed)
    return LeadChange(wrong, right, made)


def restricted_leads(
    chances: Mapping[Card, float],
    *,
    required: Suit | None = None,
    forbidden: Suit | None = None,
    card: Card | None = None,
) -> dict[Card, float]:
    """Leads when declarer requires or forbids a suit (50D, 56), or a penalty card must be led.

    A restriction that cannot be met falls away (Law 59), so ``chances`` must name every card of the hand, with 0
    where nobody would lead it. ``forecast(..., leads=…)`` takes the result.

    >>> fan = {Card.parse("SA"): 0.5, Card.parse("H4"): 0.3, Card.parse("D2"): 0.2}
    >>> restricted_leads(fan, forbidden=Suit.SPADES)
    {H4: 0.6, D2: 0.4}
    """

    def allowed(lead: Card) -> bool:
        if card is not None and card in chances:
            return lead == card
        return (required is None or lead.suit is required) and lead.suit is not forbidden

    kept = {lead: chance for lead, chance in chances.items() if allowed(lead)} or dict(chances)
    total = sum(kept.values())
    if total <= 0:
        return {lead: 1 / len(kept) for lead in kept}
    return {lead: chance / total for lead, chance in kept.items()}


@dataclass(frozen=True)
class Restriction:
    """Declarer's tricks on a play of one's own choice, and when a certain card had to be played."""

    free: Mapping[int, float]
    bound: Mapping[int, float]

    @property
    def cost(self) -> float:
        """Tricks that the restriction gave declarer."""
        return sum(t * c for t, c in self.bound.items()) - sum(t * c for t, c in self.free.items())


def forced_card(scene: Scene, card: Card, *, solver: Solver | None = None, seed: int = 0) -> Restriction:
    """The play of a penalty card against a free choice, from the same position."""
    if card not in scene.position.legal:
        raise _fault(f"{card} cannot be played here by {scene.turn}", "give a card that follows suit")
    free = play_on(scene, solver=solver, seed=seed)
    bound = play_on(scene.after(card), solver=solver, seed=seed)
    return Restriction(free.chances, bound.chances)


def _fault(message: str, next_step: str) -> AdjudicatorError:
    return AdjudicatorError(Problem(message, next_step, field="play"))
