"""Calls as records write them: with marks, references to notes, and words for "all pass"."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from adjudicator.bridge import PASS, AdjudicatorError, Auction, Call, Card, Contract, Denomination, Seat

_SUFFIX = {"1": "!", "2": "?", "3": "!!", "4": "??", "5": "!?", "6": "?!"}
_MARKED = re.compile(r"^(.*?)([!?]+)$")


@dataclass
class CallList:
    """Calls gathered word by word, with the marks and the numbers of notes that follow a call."""

    dealer: Seat | None = None
    calls: list[Call] = field(default_factory=list)
    marks: dict[int, str] = field(default_factory=dict)
    references: dict[int, list[str]] = field(default_factory=dict)
    finished: bool = False
    skipped: int = 0

    def take(self, word: str) -> bool:
        """Take one word of an auction; false when it means nothing."""
        if re.fullmatch(r"=\w+=", word):
            self.references.setdefault(self._last, []).append(word.strip("="))
        elif re.fullmatch(r"\$\d+", word):
            self._mark(_SUFFIX.get(word[1:], ""))
        elif re.fullmatch(r"[!?]+", word):
            self._mark(word)
        elif word == "*":
            self.finished = True
        elif set(word) == {"-"}:
            self.skipped += bool(self.calls)  # a turn that was passed over, unless it only fills up a row
        elif word == "+" or re.fullmatch(r"\^[A-Z]", word):
            pass  # the turn at hand, an irregularity told elsewhere
        elif word.upper() in {"AP", "ALLPASS"}:
            self._all_pass()
        else:
            return self._call(word)
        return True

    @property
    def _last(self) -> int:
        return len(self.calls) - 1

    def _mark(self, mark: str) -> None:
        if mark and self.calls:
            self.marks[self._last] = self.marks.get(self._last, "") + mark

    def _call(self, word: str) -> bool:
        reference = re.fullmatch(r"(.+?)=(\w+)=", word)
        suffix = re.fullmatch(r"(.+?)\$(\d+)", word)
        attached = reference or suffix
        if attached:
            word = attached.group(1)
        marked = _MARKED.match(word)
        try:
            call = Call.parse(marked.group(1) if marked else word)
        except AdjudicatorError:
            return False
        self.calls += [PASS] * self.skipped + [call]
        self.skipped = 0
        if marked:
            self._mark(marked.group(2))
        if reference:
            self.references.setdefault(self._last, []).append(reference.group(2))
        elif suffix:
            self._mark(_SUFFIX.get(suffix.group(2), ""))
        return True

    def _all_pass(self) -> None:
        dealer = Seat.NORTH if self.dealer is None else self.dealer
        while not Auction(dealer, tuple(self.calls)).is_over:
            self.calls.append(PASS)
        self.finished = True


def card_or_none(text: str) -> Card | None:
    """The card of that name, or `None`."""
    try:
        return Card.parse(text)
    except AdjudicatorError:
        return None


def number_in(text: str) -> int | None:
    """The first whole number of a text; a run of more than nine digits is no number of a record.

    >>> number_in("Board 12b"), number_in("²"), number_in("9" * 5000)
    (12, None, None)
    """
    found = re.search(r"[0-9]+", text)
    return int(found.group()) if found is not None and len(found.group()) <= 9 else None


def tricks_in(text: str) -> int | None:
    """A number of tricks, 0 to 13, and nothing else."""
    return int(text) if re.fullmatch(r"[0-9]{1,2}", text) and int(text) <= 13 else None


_CONTRACT = re.compile(
    r"^([1-7])\s*(NT|[NCDHS♣♦♥♠])\s*(XX|X|DD|D|RDBL|DBL|R|\*\*|\*)?\s*([NESW])?\s*(XX|X)?$", re.IGNORECASE
)
_DOUBLED = {"": 0, "X": 1, "D": 1, "DBL": 1, "*": 1, "XX": 2, "R": 2, "DD": 2, "RDBL": 2, "**": 2}


def contract_of(text: str) -> Contract:
    """A contract in any spelling of records: `4S`, `2Dx`, `5DR`, `6N`, `4SWx`, `Pass`.

    >>> [str(contract_of(text)) for text in ("2Dx", "5DR", "3NN", "4SWx", "pass")]
    ['2DX', '5DXX', '3NT N', '4SX W', 'Pass']
    """
    match = _CONTRACT.match(text.strip())
    if match is None:
        return Contract.parse(text)
    level, denomination, doubled, declarer, later = match.groups()
    return Contract(
        int(level),
        Denomination.parse(denomination),
        _DOUBLED[(doubled or later or "").upper()],
        Seat.parse(declarer) if declarer else None,
    )
