"""USEBIO 1.2 and 1.3: the results of an event as XML, with hand records.

Read: every traveller line, the pairs, the hands.  Write: a traveller line with adjusted points inside an
existing file (nothing else in it is touched), or a small file from results.  The XML parser follows no
external reference and expands no entity.  A file that is not well-formed is read board by board, and what is
lost is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from adjudicator.bridge import AdjudicatorError, Hand, Problem, Seat, dealer_of_board
from adjudicator.formats.checks import Board, whole_hands
from adjudicator.formats.field import (
    FieldReading,
    FieldResult,
    is_artificial,
    is_blank,
    read_card,
    read_points,
    read_result,
    read_score,
    read_seat,
    read_whole,
    settle_score,
    vulnerability_of,
)
from adjudicator.formats.records import GameRecord
from adjudicator.formats.textfile import decode
from adjudicator.formats.usebio_write import POINTS, blocks
from adjudicator.formats.usebio_write import write as write
from adjudicator.formats.usebio_write import write_adjusted as write_adjusted

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")


@dataclass(frozen=True)
class Contestant:
    """A pair or team of the list of participants; `percentage` and `total` as the file ranks them."""

    number: str
    names: tuple[str, ...] = ()
    total: Fraction | None = None
    percentage: Fraction | None = None
    direction: str = ""


@dataclass(frozen=True)
class UsebioReading(FieldReading):
    """The results of an event with its participants.  `hands` counts the hands of the hand records."""

    pairs: tuple[Contestant, ...] = ()
    version: str = ""
    hands: int = 0

    def percentage_of(self, pair: str, direction: str = "") -> Fraction | None:
        """A pair's percentage as the file ranks it; None where several have its number and none the direction."""
        found = [entry for entry in self.pairs if entry.number == pair]
        if len(found) > 1:
            found = [entry for entry in found if direction and entry.direction.upper() in (direction, direction[0])]
        return found[0].percentage if len(found) == 1 else None


def sniff(data: str | bytes, name: str = "") -> bool:
    """Whether this looks like USEBIO."""
    head = data[:4000]
    text = head.decode("latin-1") if isinstance(head, bytes) else head
    return re.search(r"<(?:\w+:)?(?:USEBIO|!DOCTYPE\s+USEBIO)\b", text, re.IGNORECASE) is not None


def read(data: str | bytes, name: str = "") -> UsebioReading:
    """Every traveller line and hand of a USEBIO file, and every problem."""
    text, problems = decode(data, name) if isinstance(data, bytes) else (data, ())
    if not text:
        return UsebioReading(problems=problems)
    roots, faults = _roots(text, name)
    found = list(problems) + faults
    records: list[FieldResult] = []
    deals: list[GameRecord] = []
    hands = 0
    for root in roots:
        for board in _boards(root):
            label = _text(board, "BOARD_NUMBER")
            for line in board.iter("TRAVELLER_LINE"):
                records.append(_line(line, label, name, found))
            own = list(board.iter("HAND"))
            hands += len(own)
            if own:
                deals.append(_deal(own, label, name, found))
    first = roots[0] if roots else None
    event = None if first is None else (first if first.tag == "EVENT" else first.find(".//EVENT"))
    if not records and not any(problem.is_error for problem in found):
        found.append(Problem("there is no traveller line in this file", "give a file with results", name))
    return UsebioReading(
        tuple(records),
        tuple(found),
        event=_either(event, "EVENT_DESCRIPTION", "TITLE", "EVENT_NAME"),
        date=_text(event, "DATE"),
        scoring=_scoring(event),
        deals=tuple(deals),
        pairs=tuple(_pairs(first)) if first is not None else (),
        version=first.get("Version", "") if first is not None else "",
        hands=hands,
    )


def _parse(text: str) -> Element:
    """One element tree; DTDs are not loaded, entities and external references are refused."""
    from defusedxml.ElementTree import fromstring

    root: Element = fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text))
    for element in root.iter():  # a namespace or small letters change nothing
        if isinstance(element.tag, str) and not element.tag.isupper():
            element.tag = element.tag.rpartition("}")[2].upper()
    return root


def _roots(text: str, name: str) -> tuple[list[Element], list[Problem]]:
    """The whole file as one tree, or, when it is not well-formed, its boards one by one."""
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException

    repaired = re.sub(r"&(#\w{1,8};|\w{1,12};)?", _entity, text)
    try:
        return [_parse(repaired)], []
    except DefusedXmlException as fault:
        message = f"the file declares something unsafe ({type(fault).__name__})"
        return [], [Problem(message, "export it again without entities", name)]
    except ParseError as fault:
        problem = Problem(
            f"not well-formed XML: {fault.msg}", "the boards are read one by one", name, fault.position[0]
        )
    return _salvaged(repaired, name, problem)


def _entity(found: re.Match[str]) -> str:
    """A reference as XML knows it: names of HTML become their letters, a lone & becomes text."""
    from html.entities import html5

    word = found[1] or ""
    if word.startswith("#") or word in ("amp;", "lt;", "gt;", "quot;", "apos;"):
        return found[0]
    return escape(html5[word]) if word in html5 else "&amp;" + word


def _salvaged(text: str, name: str, first: Problem) -> tuple[list[Element], list[Problem]]:
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException

    trees: list[Element] = []
    problems = [first]
    for start, block in blocks(text, "BOARD"):
        try:
            trees.append(_parse(f"<EVENT>{block}</EVENT>"))
        except (ParseError, DefusedXmlException) as fault:
            line = text.count("\n", 0, start) + 1
            problems.append(Problem(f"this board cannot be read: {fault}", "mend or leave out the board", name, line))
    return trees, problems


def _boards(root: Element) -> Iterator[Element]:
    return root.iter("BOARD")


def _text(element: Element | None, tag: str) -> str:
    """The text of a direct or deeper child, "" when there is none."""
    found = None if element is None else element.find(tag)
    if found is None and element is not None:
        found = element.find(f".//{tag}")
    return (found.text or "").strip() if found is not None else ""


def _own(element: Element, tag: str) -> str:
    found = element.find(tag)
    return (found.text or "").strip() if found is not None else ""


def _either(element: Element | None, *tags: str) -> str:
    return next((text for tag in tags if (text := _text(element, tag))), "")


def _scoring(event: Element | None) -> str:
    """The form of scoring: the board's scoring method where the file gives one, else the type of the
    event.
    """
    if event is None:
        return ""
    method = _text(event, "BOARD_SCORING_METHOD")
    kind = event.get("EVENT_TYPE", "") or _text(event, "EVENT_TYPE")
    if method and "TEAM" in kind.upper() and "IMP" in method.upper():
        return f"{kind} IMPs"
    return method or kind


def _pairs(root: Element) -> Iterator[Contestant]:
    for kind, number in (("PAIR", "PAIR_NUMBER"), ("TEAM", "TEAM_ID"), ("TEAM", "TEAM_NUMBER")):
        for entry in root.iter(kind):
            label = _own(entry, number)
            if label:
                names = tuple((player.text or "").strip() for player in entry.iter("PLAYER_NAME"))
                total, share = read_points(_own(entry, "TOTAL_SCORE")), read_points(_own(entry, "PERCENTAGE"))
                yield Contestant(label, names, total, share, _own(entry, "DIRECTION"))


def _line(line: Element, board: str, name: str, problems: list[Problem]) -> FieldResult:
    ns, ew = (_own(line, f"{side}_PAIR_NUMBER") or _player_numbers(line, side) for side in ("NS", "EW"))
    place = Problem("", "", name, None, f"board {board}, {ns or '?'} against {ew or '?'}")
    score, artificial = _own(line, "SCORE"), ""
    split = [_own(line, "NS_SCORE"), _own(line, "EW_SCORE")]
    if is_artificial(score):
        artificial = score
    elif any("%" in part for part in split):
        artificial = "/".join(split)
    result = None
    try:
        contract = _own(line, "CONTRACT")
        if is_artificial(contract):
            artificial = artificial or contract
        elif not (artificial and is_blank(contract)):
            result = read_result(contract, read_seat(_own(line, "PLAYED_BY")), _own(line, "TRICKS"))
    except AdjudicatorError as fault:
        text = "; ".join(problem.message for problem in fault.problems)
        problems.append(Problem(text, "the score is kept", name, None, place.field, "warning"))
    stated = None if artificial else _ns_score(score, split)
    points, warnings = settle_score(stated, result, vulnerability_of(board), place)
    problems += warnings
    if points is None and not artificial:
        problems.append(Problem("no score", "this line cannot be compared", name, None, place.field, "warning"))
    return FieldResult(
        board, ns, ew, result, None if artificial else points, read_card(_own(line, "LEAD")), artificial,
        _points(line, "NS"), _points(line, "EW"), section=_own(line, "SECTION_ID"), file=name,
    )  # fmt: skip


def _player_numbers(line: Element, side: str) -> str:
    """An individual event numbers players: North and South together."""
    return "+".join(number for seat in side if (number := _own(line, f"{seat}_PLAYER_NUMBER")))


def _ns_score(score: str, split: list[str]) -> int | None:
    """North-South's total points from SCORE, else from the sides' own scores."""
    if (whole := read_score(score)) is not None:
        return whole
    if score.upper() in ("PASS", "PASSED"):
        return 0
    ns, ew = (read_score(part) for part in split)
    return ns if ns is not None else -ew if ew is not None else None


def _points(line: Element, side: str) -> Fraction | None:
    for kind in POINTS:
        points = read_points(_own(line, f"{side}_{kind}"))
        if points is not None:
            return points
    return None


def _deal(hands: list[Element], board: str, name: str, problems: list[Problem]) -> GameRecord:
    found: dict[Seat, Hand] = {}
    for hand in hands:
        try:
            seat = Seat.parse(_own(hand, "DIRECTION"))
            cards = ".".join(_own(hand, suit).upper().replace("10", "T").strip("-") for suit in _SUITS)
            found[seat] = Hand.parse(cards)
        except AdjudicatorError as fault:
            text = "; ".join(problem.message for problem in fault.problems)
            problems.append(Problem(text, "this hand is left out", name, None, f"board {board}, hand"))
    number = read_whole(board)
    known = number is not None and number > 0
    place = Board(name, None, f"board {board}")
    whole = whole_hands(found, place, "hands")
    problems += place.problems
    return GameRecord(
        board=number,
        dealer=dealer_of_board(number) if number and known else None,
        vulnerability=vulnerability_of(board),
        hands=whole,
        file=name,
    )
