"""The facts of one irregularity, as the laws look at them: who called what at whose turn, and what is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from adjudicator.bridge import DOUBLE, PASS, Auction, Call, Denomination, Seat, Suit
from adjudicator.laws.config import Config
from adjudicator.laws.sameness import Sameness, Shown

__all__ = ["Facts"]

_RELATIVE = {0: "self", 1: "LHO", 2: "partner", 3: "RHO"}


@dataclass(frozen=True)
class Facts:
    """What happened, as far as it is known. `known` holds the director's findings; a key left out is unknown.

    `auction` are the calls that stood before the irregularity, `then` the calls made after its cancellation up to
    the offender's turn, `replacement` what he finally calls (or tries), `bid_later` the suits that he bid after that.
    """

    kind: str
    question: str = ""
    auction: Auction = field(default_factory=lambda: Auction(Seat.NORTH))
    turn: Seat | None = None
    offender: Seat | None = None
    call: Call | None = None
    call_text: str = ""
    then: tuple[Call, ...] = ()
    replacement: Call | None = None
    old: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    known: Mapping[str, Any] = field(default_factory=dict, hash=False)
    config: Config = field(default_factory=Config, hash=False)
    bid_later: frozenset[Suit] = frozenset()

    def what(self, key: str) -> Any:
        """The director's finding on a key, None when he has not said."""
        return self.known.get(key)

    def redirected(self, **changes: Any) -> Facts:
        """The same facts seen through another law (a gateway)."""
        return replace(self, **changes)

    # ---- the auction -----------------------------------------------------------------------------

    @property
    def at(self) -> str:
        """Whose turn it was, seen from the offender: RHO, partner, LHO or self."""
        if self.turn is None or self.offender is None:
            return "self"
        return _RELATIVE[(self.turn - self.offender) % 4]

    @property
    def has_called_before(self) -> bool:
        """Whether the offender had made a call in the legal auction before the irregularity."""
        return any(self.auction.seat_of(i) is self.offender for i in range(len(self.auction.calls)))

    @property
    def partner_bid(self) -> bool:
        """Whether the offender's partner had made the last bid before the irregularity."""
        bidder = self.auction.bidder_of_last_bid
        return bidder is not None and self.offender is not None and bidder is self.offender.partner

    @property
    def a_bid_was_made(self) -> bool:
        """Whether anybody had bid before the irregularity."""
        return self.auction.last_bid is not None

    @property
    def rho_acts(self) -> bool | None:
        """Whether right-hand opponent, at his turn, bid, doubled or redoubled; None if not known."""
        return self.then[-1] != PASS if self.then else None

    @property
    def rho_bids(self) -> bool:
        """Whether right-hand opponent bid at his turn."""
        return bool(self.then) and self.then[-1].is_bid

    @property
    def insufficient(self) -> bool:
        """Whether the irregular call is a bid not high enough over the last one."""
        last = self.auction.last_bid
        return self.call is not None and self.call.is_bid and last is not None and self.call <= last

    @property
    def inadmissible(self) -> bool:
        """Whether the irregular call is a double or redouble that the auction never allowed."""
        if self.call is None or self.call.is_bid or self.call.is_pass or self.offender is None:
            return False
        bidder = self.auction.bidder_of_last_bid
        if bidder is None:
            return True
        ours = bidder.side is self.offender.side
        if self.call == DOUBLE:
            return ours or self.auction.doubling > 0
        return not ours or self.auction.doubling != 1

    @property
    def _at_his_turn(self) -> Auction:
        return Auction(self.auction.dealer, (*self.auction.calls, *self.then))

    def lowest_sufficient(self, denomination: Denomination) -> Call | None:
        """The lowest sufficient bid in a denomination at the offender's turn; None above seven."""
        last = self._at_his_turn.last_bid
        bids = (Call.bid(level, denomination) for level in range(1, 8))
        return next((bid for bid in bids if last is None or bid > last), None)

    @property
    def replacement_insufficient(self) -> bool:
        """Whether the replacement is itself a bid not high enough."""
        last = self._at_his_turn.last_bid
        new = self.replacement
        return new is not None and new.is_bid and last is not None and new <= last

    @property
    def final_call(self) -> Call | None:
        """The call that stands at the offender's turn, None while it is open."""
        for key in ("final", "replaced_by"):
            if self.what(key) is not None:
                return Call.parse(str(self.what(key)))
        return self.replacement

    # ---- what the calls show ----------------------------------------------------------------------

    @cached_property
    def shown_old(self) -> Shown | None:
        """What the withdrawn call may have shown; None if nothing is known of it."""
        return Shown(self.call, self.old) if self.old else None

    @cached_property
    def shown_new(self) -> Shown | None:
        """What the replacement shows; None if nothing is known of it."""
        return Shown(self.replacement, self.new) if self.new else None

    @cached_property
    def sameness(self) -> Sameness | None:
        """The replacement against the withdrawn call; None while one of the meanings is unknown."""
        if self.shown_old is None or self.shown_new is None:
            return None
        return Sameness(self.shown_old, self.shown_new)

    @property
    def presumed_old(self) -> Shown | None:
        """The withdrawn call as stated, by its suits or, for a bid of which nothing is known, presumed natural."""
        if self.shown_old is not None:
            return self.shown_old
        if self.call is None or not self.call.is_bid:
            return None
        suits, named = self.stated_suits("withdrawn_suits"), self.call.denomination.suit
        natural = suits is None or suits == (() if named is None else (named,))
        shown = [] if suits is None else [f"{suit.letter}>=4" for suit in suits]
        return Shown(self.call, ("nat" if natural else "; ".join(("art", *shown)),))

    @property
    def presumed_new(self) -> Shown | None:
        """The call that stands as stated or, for a bid of which nothing is known, presumed natural."""
        new = self.final_call
        if self.shown_new is not None and new == self.replacement:
            return self.shown_new
        return Shown(new, ("nat",)) if new is not None and new.is_bid else None

    def stated_suits(self, key: str) -> tuple[Suit, ...] | None:
        """Suits the director stated under a key, in his order; None if he did not."""
        value = self.what(key)
        return None if value is None else tuple(Suit.parse(str(s)) for s in value)
