"""What every reader does with a board once it is read: settle the contract, recount the tricks, doubt the score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from adjudicator.bridge import (
    FULL_PACK,
    AdjudicatorError,
    Auction,
    Call,
    Card,
    Contract,
    Deal,
    Hand,
    Problem,
    Seat,
)
from adjudicator.formats.playrows import Row, faults_of_play, order_of_play, replay
from adjudicator.formats.records import GameRecord, with_hands


@dataclass
class Board:
    """The place of one board in its file, and the problems met in it."""

    file: str = ""
    line: int | None = None
    name: str = ""
    problems: list[Problem] = field(default_factory=list)

    def error(self, what: str, message: str, next_step: str = "", line: int | None = None) -> None:
        """Something of the board is lost."""
        self._add(what, message, next_step, line, warning=False)

    def warn(self, what: str, message: str, next_step: str = "", line: int | None = None) -> None:
        """Nothing is lost, but somebody should look."""
        self._add(what, message, next_step, line, warning=True)

    def _add(self, what: str, message: str, next_step: str, line: int | None, *, warning: bool) -> None:
        place = f"{self.name} {what}".strip()
        severity = "warning" if warning else "error"
        at = self.line if line is None else line
        self.problems.append(
            Problem(message, next_step, self.file, at, place, "warning" if severity == "warning" else "error")
        )


def whole_hands(
    hands: dict[Seat, Hand], board: Board, what: str, line: int | None = None
) -> tuple[Hand | None, Hand | None, Hand | None, Hand | None]:
    """The hands if they can be part of one deal (a fourth is filled in), else none and an error for each fault."""
    faults = [f"{seat} holds {len(hand)} cards, not 13" for seat, hand in sorted(hands.items()) if len(hand) != 13]
    seen: dict[Card, Seat] = {}
    for seat, hand in sorted(hands.items()):
        for card in hand:
            if card in seen:
                faults.append(f"{card} is held by {seen[card]} and {seat}")
            seen[card] = seat
    for fault in faults:
        board.error(what, fault, "the hands of this board are left out; put the deal right", line)
    if faults:
        return with_hands({})
    if len(hands) == 3:
        (last,) = [seat for seat in Seat if seat not in hands]
        hands = {**hands, last: Hand(FULL_PACK.mask & ~Hand.of(seen).mask)}
    return with_hands(hands)


def deal_of(hands: Sequence[Hand | None]) -> Deal | None:
    """The deal of four hands that have been looked at by `whole_hands`."""
    north, east, south, west = hands
    if north is None or east is None or south is None or west is None:
        return None
    return Deal((north, east, south, west))


def checked_calls(
    dealer: Seat | None, calls: Sequence[Call], board: Board, line: int | None = None
) -> tuple[Call, ...]:
    """The calls; passes after the end are cut off, and illegal calls are named (they may have been accepted)."""
    if dealer is None:
        return tuple(calls)
    auction = Auction(dealer, tuple(calls))
    end = next((n for n in range(3, len(auction)) if auction.prefix(n).is_over), None)
    if end is not None:
        board.warn("auction", f"{len(auction) - end} calls after the end of the auction are left out", line=line)
        auction = auction.prefix(end)
    for index, reason in auction.problems():
        board.warn("auction", f"call {index + 1}, {auction.calls[index]}: {reason}", "kept as it stands", line)
    return auction.calls


def settle_contract(record: GameRecord, stated: Contract | None, board: Board) -> GameRecord:
    """The contract stated, else the one that the auction ends in; a difference between them is told."""
    auction = record.auction
    reached = auction.contract if auction is not None else None
    if stated is None:
        return replace(record, contract=reached)
    if reached is None:
        return replace(record, contract=stated)
    if stated.declarer is None and not stated.is_passed_out and stated.short == reached.short:
        stated = reached
    if stated != reached and replace(stated, doubling=reached.doubling) == reached:
        board.warn(
            "contract", f"the auction ends in {reached}, the contract is given as {stated}", "the auction is taken"
        )
        stated = reached
    elif stated != reached:
        board.warn("contract", f"the auction ends in {reached}, the contract is given as {stated}", "check both")
    return replace(record, contract=stated)


def settle_play(
    record: GameRecord, rows: Sequence[Row], leader: Seat | None, board: Board, line: int | None
) -> GameRecord:
    """The play in its real order, checked, with the number of tricks recounted when all thirteen were played."""
    if not any(card is not None for row in rows for card in row):
        return record
    contract = record.contract
    first = contract.leader if contract is not None and contract.leader is not None else leader
    if first is None:
        board.warn("play", "nobody knows who led, so the play is left out", "give declarer or leader", line)
        return record
    if contract is None and len(rows) > 1:
        board.warn("play", "without a contract only the first trick can be followed", "give the contract", line)
        rows = rows[:1]
    if contract is not None and contract.leader is not None and leader not in (None, contract.leader):
        board.warn("play", f"{leader} is given as leader, but {contract.leader} leads against {contract}", "", line)
    deal = deal_of(record.hands)
    rebuilt = order_of_play(rows, first, contract.trump if contract else None, deal)
    for number, remark in rebuilt.remarks:
        board.warn("play", f"trick {number + 1}: {remark}", "the play is kept up to there", line)
    cards = tuple(rebuilt.cards)
    for index, reason in faults_of_play(deal, contract, cards):
        board.warn("play", f"trick {index // 4 + 1}: {reason}", "kept as it stands", line)
    return replace(record, play=cards, lead=cards[0] if cards else record.lead)


def settle_tricks(record: GameRecord, board: Board) -> GameRecord:
    """The tricks stated, or recounted when all 52 cards were played; a difference between them is told."""
    counted = replay(record.deal, record.contract, record.play)
    if counted is None:
        return record
    won, complete = counted
    lost = complete - won
    if record.tricks is None:
        return replace(record, tricks=won) if complete == 13 else record
    if complete == 13 and won != record.tricks:
        board.warn("result", f"declarer won {won} tricks in the play, the record says {record.tricks}", "check both")
    elif record.tricks < won or 13 - record.tricks < lost:
        board.warn(
            "result", f"declarer has won {won} and lost {lost} tricks, the record says {record.tricks}", "check both"
        )
    return record


def doubt_score(record: GameRecord, board: Board) -> None:
    """A warning when the score does not follow from result and vulnerability."""
    result = record.result
    if result is None or record.score_ns is None or record.vulnerability is None:
        return
    try:
        score = result.score_ns(record.vulnerability)
    except AdjudicatorError:
        return
    if score != record.score_ns:
        board.warn(
            "score", f"{result} scores {score:+d} for North-South, the record says {record.score_ns:+d}", "check"
        )
