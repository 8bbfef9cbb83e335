"""Perfect play with all cards seen.

Play comes in three kinds: `bridge.play` says what is legal, `tricks.double_dummy` what is perfect, and
`tricks.lines` what people do.
"""

from adjudicator.tricks.double_dummy.boards import VALUE, Boards, DoubleDummyError
from adjudicator.tricks.double_dummy.dds import DdsEngine
from adjudicator.tricks.double_dummy.deals import DealLeads, DealMakes, DealQuestion, DealTricks
from adjudicator.tricks.double_dummy.knowledge import RecentFacts, StoredFacts
from adjudicator.tricks.double_dummy.pool import WorkerPool
from adjudicator.tricks.double_dummy.port import Answer, Answers, AtLeast, EachCard, Engine, Question, Tricks
from adjudicator.tricks.double_dummy.position import Position
from adjudicator.tricks.double_dummy.solver import Progress, Solver, default_solver
from adjudicator.tricks.double_dummy.table import Par, Table

__all__ = [
    "VALUE",
    "Answer",
    "Answers",
    "AtLeast",
    "Boards",
    "DdsEngine",
    "DealLeads",
    "DealMakes",
    "DealQuestion",
    "DealTricks",
    "DoubleDummyError",
    "EachCard",
    "Engine",
    "Par",
    "Position",
    "Progress",
    "Question",
    "RecentFacts",
    "Solver",
    "StoredFacts",
    "Table",
    "Tricks",
    "WorkerPool",
    "default_solver",
]
