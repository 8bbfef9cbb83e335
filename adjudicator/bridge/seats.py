"""Seats, sides, and who is vulnerable on which board."""

from __future__ import annotations

from enum import Enum, IntEnum

from adjudicator.bridge.problems import AdjudicatorError


class Side(IntEnum):
    """A partnership."""

    NS = 0
    EW = 1

    @property
    def other(self) -> Side:
        return Side(1 - self)

    @property
    def seats(self) -> tuple[Seat, Seat]:
        return (Seat.NORTH, Seat.SOUTH) if self is Side.NS else (Seat.EAST, Seat.WEST)

    @classmethod
    def parse(cls, text: str) -> Side:
        """``NS``, ``N/S``, ``EW`` … in any case."""
        key = "".join(letter for letter in text.upper() if letter.isalpha())
        if key in {"NS", "SN"}:
            return cls.NS
        if key in {"EW", "WE"}:
            return cls.EW
        raise AdjudicatorError(f"'{text}' is no side; write NS or EW")

    def __str__(self) -> str:
        return self.name


class Seat(IntEnum):
    """A compass seat, clockwise from North.

    >>> Seat.NORTH.lho, Seat.NORTH.partner.letter, Seat.parse("west").side
    (<Seat.EAST: 1>, 'S', <Side.EW: 1>)
    """

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def letter(self) -> str:
        return "NESW"[self]

    @property
    def lho(self) -> Seat:
        return self.after(1)

    @property
    def partner(self) -> Seat:
        return self.after(2)

    @property
    def rho(self) -> Seat:
        return self.after(3)

    @property
    def side(self) -> Side:
        return Side(self % 2)

    def after(self, turns: int) -> Seat:
        """The seat whose turn comes so many turns later."""
        return Seat((self + turns) % 4)

    @classmethod
    def parse(cls, text: str) -> Seat:
        """``N``, ``north`` …"""
        key = text.strip().upper()
        for seat in cls:
            if key and (key == seat.letter or key == seat.name):
                return seat
        raise AdjudicatorError(f"'{text}' is no seat; write N, E, S or W")

    def __str__(self) -> str:
        return self.name.capitalize()


_VULNERABILITY_WORDS = {
    "": "NONE", "NONE": "NONE", "LOVE": "NONE", "O": "NONE", "0": "NONE", "-": "NONE", "Z": "NONE",
    "NIL": "NONE", "NEITHER": "NONE",
    "NS": "NS", "N": "NS", "SN": "NS",
    "EW": "EW", "E": "EW", "WE": "EW",
    "BOTH": "BOTH", "ALL": "BOTH", "B": "BOTH",
}  # fmt: skip

_BOARD_CYCLE = ("NONE", "NS", "EW", "BOTH")


class Vulnerability(Enum):
    """Which sides are vulnerable."""

    NONE = 0
    NS = 1
    EW = 2
    BOTH = 3

    def is_vulnerable(self, who: Seat | Side) -> bool:
        side = who.side if isinstance(who, Seat) else who
        return bool(self.value >> side & 1)

    @property
    def text(self) -> str:
        return {"NONE": "None", "BOTH": "Both"}.get(self.name, self.name)

    @classmethod
    def parse(cls, text: str) -> Vulnerability:
        """Every spelling that records use: None, Love, O, -, NS, N-S, EW, All, Both, B …"""
        key = text.strip().upper()
        stripped = key if key in {"-", "0"} else "".join(letter for letter in key if letter.isalpha())
        if stripped in _VULNERABILITY_WORDS and (stripped or not key):
            return cls[_VULNERABILITY_WORDS[stripped]]
        raise AdjudicatorError(f"'{text}' is no vulnerability; write None, NS, EW or Both")

    @classmethod
    def for_board(cls, number: int) -> Vulnerability:
        """The cycle of sixteen boards (Law 2).

        >>> [Vulnerability.for_board(n).text for n in (1, 2, 3, 4, 5, 16)]
        ['None', 'NS', 'EW', 'Both', 'NS', 'EW']
        """
        index = (number - 1) % 16
        return cls[_BOARD_CYCLE[(index + index // 4) % 4]]


def dealer_of_board(number: int) -> Seat:
    """North deals board 1, then clockwise (Law 2).

    >>> dealer_of_board(7).letter
    'S'
    """
    return Seat((number - 1) % 4)
