"""What every reader of a game record returns: one frozen value a board, and the problems met on the way.

A record holds what the file says, parsed as far as it can be parsed. Nothing in it is a conclusion except the
order of the cards played, which is rebuilt from who holds which card (see `adjudicator.formats.playrows`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from adjudicator.bridge import (
    Auction,
    Call,
    Card,
    Contract,
    Deal,
    Hand,
    Problem,
    Result,
    Seat,
    Vulnerability,
)

NO_HANDS: tuple[Hand | None, Hand | None, Hand | None, Hand | None] = (None, None, None, None)
NO_NAMES: tuple[str, str, str, str] = ("", "", "", "")


@dataclass(frozen=True)
class CallNote:
    """What was alerted or explained about one call, in the words of the record.

    `index` counts the calls from 0; `mark` is an annotation such as "!" or "?" that the record put after the
    call.
    """

    index: int
    text: str = ""
    alerted: bool = False
    mark: str = ""


@dataclass(frozen=True)
class GameRecord:
    """One board at one table, as a file tells it. `None` and "" mean that the file does not say.

    `hands` are by seat (N, E, S, W) and may hold some of the four; `deal` is there when all four are. `play`
    is in the real order of play; `tricks` are those of declarer.
    """

    board: int | None = None
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    hands: tuple[Hand | None, Hand | None, Hand | None, Hand | None] = NO_HANDS
    calls: tuple[Call, ...] = ()
    notes: tuple[CallNote, ...] = ()
    contract: Contract | None = None
    tricks: int | None = None
    lead: Card | None = None
    play: tuple[Card, ...] = ()
    players: tuple[str, str, str, str] = NO_NAMES
    event: str = ""
    site: str = ""
    date: str = ""
    scoring: str = ""
    room: str = ""
    table: str = ""
    round: str = ""
    section: str = ""
    home_team: str = ""
    away_team: str = ""
    score_ns: int | None = None
    comments: tuple[str, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    file: str = field(default="", compare=False)
    line: int | None = field(default=None, compare=False)

    @property
    def deal(self) -> Deal | None:
        """The whole deal, if all four hands are known and fit together."""
        north, east, south, west = self.hands
        if north is None or east is None or south is None or west is None:
            return None
        return Deal((north, east, south, west))

    @property
    def auction(self) -> Auction | None:
        """The auction, if the dealer is known and there is at least one call."""
        return None if self.dealer is None or not self.calls else Auction(self.dealer, self.calls)

    @property
    def auction_complete(self) -> bool:
        """Whether the recorded auction has come to its end."""
        auction = self.auction
        return auction is not None and auction.is_over

    @property
    def declarer(self) -> Seat | None:
        """The declarer, unless the board was passed out or the contract is not known."""
        return None if self.contract is None or self.contract.level == 0 else self.contract.declarer

    @property
    def result(self) -> Result | None:
        """Contract and tricks together, if both are known."""
        if self.contract is None:
            return None
        if self.contract.level == 0:
            return Result(self.contract, 0)
        return None if self.tricks is None else Result(self.contract, self.tricks)

    def note_of(self, index: int) -> CallNote | None:
        """The note on call number `index`, counted from 0."""
        return next((note for note in self.notes if note.index == index), None)

    def tag(self, name: str) -> str:
        """The value of another tag of the file, or "" when it has none of that name."""
        return next((value for key, value in self.tags if key.lower() == name.lower()), "")

    def with_(self, **changes: Any) -> GameRecord:
        """A copy with some fields changed."""
        return replace(self, **changes)


@dataclass(frozen=True)
class Reading:
    """What a reader found in one file: every board it could read, and every problem it met."""

    records: tuple[GameRecord, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that lost something, as opposed to warnings."""
        return tuple(problem for problem in self.problems if problem.severity == "error")


def with_hands(hands: dict[Seat, Hand]) -> tuple[Hand | None, Hand | None, Hand | None, Hand | None]:
    """The hands by seat, `None` for a seat without one."""
    return (hands.get(Seat.NORTH), hands.get(Seat.EAST), hands.get(Seat.SOUTH), hands.get(Seat.WEST))
