"""Contracts, results, and the duplicate score (Law 77; one scale in the editions of 1987 to 2017)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from adjudicator.bridge.cards import Denomination, Suit
from adjudicator.bridge.problems import AdjudicatorError
from adjudicator.bridge.seats import Seat, Side, Vulnerability

_CONTRACT = re.compile(r"([1-7])\s*(NT|[CDHSN♣♦♥♠])\s*(XX|X|\*\*|\*)?\s*(?:BY\s+|-)?\s*([NESW])?\s*$")
_TRICKS = re.compile(r"(?:(=)|([+-])\s*(\d{1,2})|(\d{1,2}))$")


@dataclass(frozen=True, slots=True)
class Contract:
    """Level, denomination, doubling (0, 1, 2) and declarer; level 0 is a passed-out board.

    >>> Contract.parse("3NTX E").score(9, Vulnerability.BOTH)
    750
    """

    level: int
    denomination: Denomination = Denomination.NOTRUMP
    doubling: int = 0
    declarer: Seat | None = None

    @classmethod
    def parse(cls, text: str) -> Contract:
        key = text.strip().upper()
        if key in {"PASS", "P", "PASSED OUT", "AP"}:
            return PASSED_OUT
        match = _CONTRACT.match(key)
        if match is None:
            raise AdjudicatorError(f"'{text}' is no contract; write such as '4S N', '3NTX E' or 'Pass'")
        level, denomination, doubling, declarer = match.groups()
        return cls(
            int(level),
            Denomination.parse(denomination),
            len(doubling or ""),
            Seat.parse(declarer) if declarer else None,
        )

    @property
    def is_passed_out(self) -> bool:
        return self.level == 0

    @property
    def target(self) -> int:
        """Tricks that fulfil the contract."""
        return self.level + 6

    @property
    def trump(self) -> Suit | None:
        return self.denomination.suit

    @property
    def leader(self) -> Seat | None:
        return None if self.declarer is None else self.declarer.lho

    @property
    def dummy(self) -> Seat | None:
        return None if self.declarer is None else self.declarer.partner

    def score(self, tricks: int, vulnerability: Vulnerability) -> int:
        """Total points to declarer's side for so many tricks (of thirteen)."""
        if self.is_passed_out:
            return 0
        if self.declarer is None:
            raise AdjudicatorError(f"the contract {self} names no declarer; add a seat, such as '{self} N'")
        return duplicate_score(
            self.level, self.denomination, self.doubling, tricks, vulnerability.is_vulnerable(self.declarer)
        )

    def score_ns(self, tricks: int, vulnerability: Vulnerability) -> int:
        """Total points seen by North-South."""
        score = self.score(tricks, vulnerability)
        return -score if self.declarer is not None and self.declarer.side is Side.EW else score

    @property
    def short(self) -> str:
        """Without the declarer: ``4SX``."""
        return "Pass" if self.is_passed_out else f"{self.level}{self.denomination.text}{'X' * self.doubling}"

    def __str__(self) -> str:
        return self.short if self.declarer is None else f"{self.short} {self.declarer.letter}"


PASSED_OUT = Contract(0)


@dataclass(frozen=True, slots=True)
class Result:
    """A contract and the tricks that declarer took; no tricks belong to a passed-out board.

    >>> Result.parse("6HX S -3").score_ns(Vulnerability.BOTH), str(Result.parse("4S N 11"))
    (-800, '4S N +1')
    """

    contract: Contract
    tricks: int = 0

    @classmethod
    def parse(cls, text: str) -> Result:
        key = text.strip().upper()
        if key in {"PASS", "P", "PASSED OUT"}:
            return cls(PASSED_OUT)
        match = _TRICKS.search(key)
        if match is None:
            raise AdjudicatorError(f"'{text}' is no result; write such as '4S N =', '3NT E -1' or '2H S +2'")
        contract = Contract.parse(key[: match.start()])
        made, sign, difference, total = match.groups()
        tricks = contract.target if made else int(total or 0)
        if sign:
            tricks = contract.target + int(sign + difference)
        if not 0 <= tricks <= 13:
            raise AdjudicatorError(f"'{text}' means {tricks} tricks; a declarer takes 0 to 13")
        return cls(contract, tricks)

    def score_ns(self, vulnerability: Vulnerability) -> int:
        return self.contract.score_ns(self.tricks, vulnerability)

    def __str__(self) -> str:
        if self.contract.is_passed_out:
            return "Pass"
        over = self.tricks - self.contract.target
        return f"{self.contract} {'=' if over == 0 else f'{over:+d}'}"


def duplicate_score(level: int, denomination: Denomination, doubling: int, tricks: int, vulnerable: bool) -> int:
    """Total points to declarer's side (Law 77).

    >>> duplicate_score(7, Denomination.NOTRUMP, 0, 13, False)
    1520
    >>> duplicate_score(1, Denomination.CLUBS, 2, 7, True)
    230
    """
    if not 0 <= tricks <= 13:
        raise AdjudicatorError(f"a declarer takes 0 to 13 tricks, not {tricks}")
    over = tricks - (level + 6)
    if over < 0:
        return -_undertricks(-over, doubling, vulnerable)
    first, each = (40, 30) if denomination is Denomination.NOTRUMP else _per_trick(denomination)
    trick_score = (first + each * (level - 1)) << doubling
    bonus = (500 if vulnerable else 300) if trick_score >= 100 else 50
    if level == 6:
        bonus += 750 if vulnerable else 500
    elif level == 7:
        bonus += 1500 if vulnerable else 1000
    overtrick = each if doubling == 0 else (100 << vulnerable) * doubling
    return trick_score + bonus + 50 * doubling + overtrick * over


def _per_trick(denomination: Denomination) -> tuple[int, int]:
    value = 30 if denomination >= Denomination.HEARTS else 20
    return value, value


def _undertricks(down: int, doubling: int, vulnerable: bool) -> int:
    if doubling == 0:
        return down * (100 if vulnerable else 50)
    steep = vulnerable or down > 3
    return doubling * (300 * down - (100 if vulnerable else 400) if steep else 200 * down - 100)
