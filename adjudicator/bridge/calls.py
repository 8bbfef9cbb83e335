"""Calls and auctions (Laws 17-22)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from adjudicator.bridge.cards import Denomination
from adjudicator.bridge.contracts import PASSED_OUT, Contract
from adjudicator.bridge.problems import AdjudicatorError
from adjudicator.bridge.seats import Seat

_WORDS = {
    "P": 0, "PASS": 0, "-": 0, "--": 0, "NB": 0,
    "X": 1, "D": 1, "DBL": 1, "DOUBLE": 1, "*": 1,
    "XX": 2, "R": 2, "RDBL": 2, "REDOUBLE": 2, "**": 2,
}  # fmt: skip


class IllegalCall(AdjudicatorError):
    """The call may not be made at this point of the auction."""


class Call(int):
    """A bid, double, redouble or pass: 0 = pass, 1 = double, 2 = redouble, 3 … 37 = 1C … 7NT.

    >>> Call.parse("2nt"), Call.parse("dbl"), Call.parse("1♥"), Call.parse("4S") > Call.parse("4H")
    (2NT, X, 1H, True)
    """

    __slots__ = ()

    @classmethod
    def bid(cls, level: int, denomination: int) -> Call:
        if not 1 <= level <= 7:
            raise AdjudicatorError(f"no bid has the level {level}; levels run from 1 to 7")
        return cls(3 + 5 * (level - 1) + denomination)

    @classmethod
    def parse(cls, text: str) -> Call:
        key = text.strip().upper()
        if key in _WORDS:
            return cls(_WORDS[key])
        if len(key) in {2, 3} and key[0] in "1234567":
            return cls.bid(int(key[0]), Denomination.parse(key[1:]))
        raise AdjudicatorError(f"'{text}' is no call; write P, X, XX or a bid such as 1C or 3NT")

    @property
    def is_bid(self) -> bool:
        return self >= 3

    @property
    def is_pass(self) -> bool:
        return self == 0

    @property
    def level(self) -> int:
        """Odd tricks undertaken, 1 to 7; 0 for a call that is no bid."""
        return (self - 3) // 5 + 1 if self >= 3 else 0

    @property
    def denomination(self) -> Denomination:
        if self < 3:
            raise AdjudicatorError(f"{self} names no denomination")
        return Denomination((self - 3) % 5)

    def __str__(self) -> str:
        if self < 3:
            return ("P", "X", "XX")[self]
        return f"{self.level}{self.denomination.text}"

    __repr__ = __str__


PASS = Call(0)
DOUBLE = Call(1)
REDOUBLE = Call(2)
ALL_CALLS = tuple(Call(number) for number in range(38))
ALL_BIDS = ALL_CALLS[3:]


@dataclass(frozen=True)
class Auction:
    """The calls that stand, in order from the dealer.

    Calls are not checked when an auction is built, since an irregular call that was accepted stands;
    :meth:`add` checks, :meth:`problems` lists what an accepted irregularity would have to explain.

    >>> auction = Auction.parse(Seat.NORTH, "1NT P 3NT X P P P")
    >>> auction.is_over, str(auction.contract), auction.turn
    (True, '3NTX N', None)
    """

    dealer: Seat
    calls: tuple[Call, ...] = ()

    @classmethod
    def parse(cls, dealer: Seat, calls: str | Iterable[str]) -> Auction:
        words = calls.split() if isinstance(calls, str) else calls
        return cls(dealer, tuple(Call.parse(word) for word in words))

    def seat_of(self, index: int) -> Seat:
        """Who made (or would make) the call with this index."""
        return self.dealer.after(index)

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; ``None`` when the auction is over."""
        return None if self.is_over else self.seat_of(len(self.calls))

    def prefix(self, length: int) -> Auction:
        return Auction(self.dealer, self.calls[:length])

    @cached_property
    def last_bid_index(self) -> int | None:
        return next((index for index in range(len(self.calls) - 1, -1, -1) if self.calls[index].is_bid), None)

    @property
    def last_bid(self) -> Call | None:
        return None if self.last_bid_index is None else self.calls[self.last_bid_index]

    @property
    def bidder_of_last_bid(self) -> Seat | None:
        return None if self.last_bid_index is None else self.seat_of(self.last_bid_index)

    @property
    def doubling(self) -> int:
        """0 undoubled, 1 doubled, 2 redoubled: of the last bid."""
        if self.last_bid_index is None:
            return 0
        return max((int(call) for call in self.calls[self.last_bid_index + 1 :]), default=0)

    @cached_property
    def is_over(self) -> bool:
        """Three passes in rotation after a call other than pass, or four at the start (Law 22)."""
        closing = 4 if all(call.is_pass for call in self.calls) else 3
        return len(self.calls) >= closing and all(call.is_pass for call in self.calls[-closing:])

    @property
    def is_passed_out(self) -> bool:
        return self.is_over and self.last_bid is None

    def why_illegal(self, call: Call) -> str | None:
        """Why this call may not be made now, in words; ``None`` when it may (Laws 18, 19, 27, 36)."""
        if self.is_over:
            return "the auction is over"
        if call.is_pass:
            return None
        if call.is_bid:
            last = self.last_bid
            return None if last is None or call > last else f"{call} is insufficient over {last}"
        return self._why_inadmissible(call)

    def _why_inadmissible(self, call: Call) -> str | None:
        bidder = self.bidder_of_last_bid
        if bidder is None:
            return f"there is no bid to {'double' if call == DOUBLE else 'redouble'}"
        ours = bidder.side is self.seat_of(len(self.calls)).side
        if call == DOUBLE:
            if ours:
                return "a player may not double his own side's bid"
            done = ("", "doubled", "redoubled")[self.doubling]
            return f"the bid has been {done} already" if done else None
        if not ours:
            return "a player may not redouble the opponents' bid"
        return None if self.doubling == 1 else "only a doubled bid may be redoubled"

    def legal_calls(self) -> tuple[Call, ...]:
        return tuple(call for call in ALL_CALLS if self.why_illegal(call) is None)

    def add(self, call: Call, *, accepted: bool = False) -> Auction:
        """The auction with one more call; ``accepted`` lets an irregular call stand (27A1, 29A)."""
        reason = self.why_illegal(call)
        if reason is not None and not accepted:
            raise IllegalCall(f"call {len(self.calls) + 1}: {reason}")
        return Auction(self.dealer, (*self.calls, call))

    def problems(self) -> list[tuple[int, str]]:
        """Every call that was not legal when it was made: (index, reason)."""
        found = []
        for index, call in enumerate(self.calls):
            reason = self.prefix(index).why_illegal(call)
            if reason is not None:
                found.append((index, reason))
        return found

    @cached_property
    def declarer(self) -> Seat | None:
        """First of the side of the last bid to have named its denomination (Law 22A)."""
        if self.last_bid_index is None:
            return None
        final, side = self.calls[self.last_bid_index], self.seat_of(self.last_bid_index).side
        for index, call in enumerate(self.calls):
            if call.is_bid and call.denomination is final.denomination and self.seat_of(index).side is side:
                return self.seat_of(index)
        return None

    @property
    def standing(self) -> Contract:
        """The contract if everybody passed now."""
        last = self.last_bid
        if last is None:
            return PASSED_OUT
        return Contract(last.level, last.denomination, self.doubling, self.declarer)

    @property
    def contract(self) -> Contract | None:
        """The final contract; ``None`` while the auction goes on."""
        return self.standing if self.is_over else None

    @property
    def text(self) -> str:
        return " ".join(map(str, self.calls))

    def __len__(self) -> int:
        return len(self.calls)

    def __iter__(self) -> Iterator[Call]:
        return iter(self.calls)

    def __str__(self) -> str:
        return f"{self.dealer.letter}: {self.text}"
