"""Double dummy for the rest of the house: ask about a deal, a contract, a position or a play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from adjudicator.bridge import Card, Deal, DealBatch, Denomination, Hand, Play, Seat, Side, Vulnerability
from adjudicator.tricks.double_dummy.boards import VALUE, Boards, Int, failure, require_sound
from adjudicator.tricks.double_dummy.dds import DdsEngine
from adjudicator.tricks.double_dummy.deals import (
    DealQuestion,
    answers_over,
    boards_over,
    parts,
    require_complete,
)
from adjudicator.tricks.double_dummy.knowledge import Memory, RecentFacts
from adjudicator.tricks.double_dummy.library import MOST_BOARDS
from adjudicator.tricks.double_dummy.plan import Plan
from adjudicator.tricks.double_dummy.port import (
    Answer,
    Answers,
    AtLeast,
    EachCard,
    Engine,
    Question,
    StreamingEngine,
    TracingEngine,
    Tricks,
)
from adjudicator.tricks.double_dummy.position import Position, boards_of
from adjudicator.tricks.double_dummy.table import Par, Table, par_of, table_boards, table_tricks

Progress = Callable[[int, int], None]
"""Called with (boards answered, boards to search)."""


class Solver:
    """Answers from an engine, each question asked once.

    engine: default the DDS library in this process; memory: default the most recent facts in memory.

    >>> solver = Solver()
    >>> deal = Deal.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    >>> [solver.tricks(deal, strain, Seat.NORTH) for strain in (Denomination.SPADES, Denomination.NOTRUMP)]
    [13, 0]
    """

    def __init__(self, engine: Engine | None = None, memory: Memory | None = None) -> None:
        self.engine: Engine = DdsEngine() if engine is None else engine
        self.memory: Memory = RecentFacts() if memory is None else memory

    def solve(self, boards: Boards, progress: Progress | None = None) -> Answers:
        """Answer many boards: repeated and known questions are not searched again."""
        require_sound(boards)
        plan = Plan.of(boards, self.memory)
        total, done = len(plan.search), 0
        for start, answers in _stream(self.engine, plan.search, MOST_BOARDS if progress is None else 40):
            plan.learn(start, answers, self.memory)
            done += len(answers.tricks)
            if progress is not None:
                progress(done, total)
        return plan.answers()

    def many(self, questions: Sequence[Question], progress: Progress | None = None) -> list[Answer]:
        """Answers to mixed questions, in order."""
        if not questions:
            return []
        targets = [min(max(q.tricks, 0), 13) if isinstance(q, AtLeast) else VALUE for q in questions]
        every_card = [isinstance(q, EachCard) for q in questions]
        boards = boards_of([q.position for q in questions], targets, every_card)
        answers = self.solve(boards, progress)
        return [_answer(question, row, answers) for row, question in enumerate(questions)]

    def tricks(self, deal: Deal, denomination: Denomination, declarer: Seat) -> int:
        """Declarer's tricks against best defence."""
        return 13 - self.best(Position.opening(deal, denomination, declarer))

    def makes(self, deal: Deal, denomination: Denomination, declarer: Seat, tricks: int) -> bool:
        """Whether declarer can take at least so many tricks: a third of the work of the number."""
        if tricks <= 0:
            return True
        return not self.reaches(Position.opening(deal, denomination, declarer), 14 - tricks)

    def tricks_by_lead(self, deal: Deal, denomination: Denomination, declarer: Seat) -> dict[Card, int]:
        """Declarer's tricks after each opening lead, both sides perfect from then on."""
        scores = self.all_cards(Position.opening(deal, denomination, declarer))
        return {card: 13 - tricks for card, tricks in scores.items()}

    def best(self, position: Position) -> int:
        """Tricks that the side to play still takes, the current trick included."""
        return int(self.solve(position.board()).tricks[0])

    def reaches(self, position: Position, tricks: int) -> bool:
        """Whether the side to play can still take at least so many tricks."""
        if tricks <= 0:
            return True
        if tricks > position.tricks_left:
            return False
        return bool(self.solve(position.board(tricks)).tricks[0])

    def all_cards(self, position: Position) -> dict[Card, int]:
        """Tricks of the side to play after each of its legal cards."""
        return _by_card(position, self.solve(position.board(every_card=True)).scores[0])

    def card_groups(self, position: Position) -> list[tuple[tuple[Card, ...], int]]:
        """As `all_cards`, equals merged (top card first), best cards first."""
        scores = self.all_cards(position)
        groups = [(cards, scores[cards[0]]) for cards in position.touching()]
        return sorted(groups, key=lambda group: -group[1])

    def table(self, deal: Deal) -> Table:
        """Tricks of all four declarers in all five denominations."""
        return Table.of(self.tables(DealBatch.of([deal]))[0])

    def tables(self, deals: DealBatch, progress: Progress | None = None) -> Int:
        """Full tables, int8 (n, 5 denominations, 4 declarers)."""
        require_complete(deals)
        return table_tricks(self.solve(table_boards(deals.masks), progress).tricks)

    def over(self, deals: DealBatch, questions: Sequence[DealQuestion], progress: Progress | None = None) -> list[Int]:
        """Answers to mixed questions over many deals, one array a question, in declarer's terms."""
        require_complete(deals)
        boards = [boards_over(deals, question) for question in questions]
        if not boards:
            return []
        found = parts(self.solve(Boards.join(boards), progress), [len(part) for part in boards])
        return [answers_over(*pair) for pair in zip(questions, found, strict=True)]

    def par(self, deal: Deal, dealer: Seat, vulnerability: Vulnerability) -> Par:
        """Par of the deal, given who deals and for either side opening."""
        return par_of(self.table(deal), dealer, vulnerability, DdsEngine().library)

    def trace(self, play: Play) -> tuple[int, ...]:
        """Declarer's tricks with perfect play from before the lead, then after each card played.

        The tricks already won count; a revoke is followed as it was played. One number more than cards.
        """
        problems = [text for _, text in play.problems() if "revoked" not in text]
        if problems:
            raise failure(problems[0], "correct the record of the play", "play")
        declarer = play.contract.declarer
        assert declarer is not None  # a Play always has a declarer
        if isinstance(self.engine, TracingEngine) and not play.problems():
            board = Position.opening(play.deal, play.contract.denomination, declarer).board()
            found = self.engine.trace(board, [[int(card) for card in play.cards]])[0]
            return tuple(found + found[-1:] * (len(play.cards) + 1 - len(found)))
        return self._trace_by_positions(play, declarer.side)

    def _trace_by_positions(self, play: Play, side: Side) -> tuple[int, ...]:
        positions, won = [], []
        for count in range(min(len(play.cards), 51) + 1):
            part = Play(play.deal, play.contract, play.cards[:count])
            positions.append(Position.after_play(part))
            won.append(part.tricks_won(side))
        answers = self.many([Tricks(position) for position in positions])
        found = []
        for position, before, answer in zip(positions, won, answers, strict=True):
            own = position.turn.side is side
            found.append(before + (int(answer) if own else position.tricks_left - int(answer)))  # type: ignore[arg-type]
        return tuple(found + found[-1:] * (len(play.cards) + 1 - len(found)))


def _stream(engine: Engine, boards: Boards, step: int) -> Iterator[tuple[int, Answers]]:
    if isinstance(engine, StreamingEngine):
        yield from engine.stream(boards)
        return
    for start in range(0, len(boards), step):
        yield start, engine.solve(boards.take(slice(start, start + step)))


def _answer(question: Question, row: int, answers: Answers) -> Answer:
    if isinstance(question, EachCard):
        return _by_card(question.position, answers.scores[row])
    if isinstance(question, AtLeast):
        return question.tricks <= 0 or (question.tricks <= 13 and bool(answers.tricks[row]))
    return int(answers.tricks[row])


def _by_card(position: Position, scores: Int) -> dict[Card, int]:
    legal: Hand = position.legal
    return {card: int(scores[card]) for card in legal}


@lru_cache(maxsize=1)
def default_solver() -> Solver:
    """The solver that the whole process shares."""
    return Solver()
