"""What would turn the ruling: for each judgement and number it rests on, the value at which it changes.

Nothing here is a formula: a number is changed, the board is ruled again, and the limit is the whole percentage at
which another ruling comes out. So every limit can be tried with ``adjudicator rule CASE --set``.
"""

from __future__ import annotations

from adjudicator.cases import Case
from adjudicator.rulings.model import Turn
from adjudicator.rulings.probe import Again, Probe, Settled
from adjudicator.rulings.turn_words import PLAUSIBLE
from adjudicator.rulings.turns_findings import finding_turns
from adjudicator.rulings.turns_law import law_turns
from adjudicator.rulings.turns_numbers import number_turns
from adjudicator.scores import Scorer

__all__ = ["PLAUSIBLE", "turns_of"]

MOST = 8


def turns_of(case: Case, base: Settled, again: Again, scorer: Scorer, *, quick: bool = False) -> tuple[Turn, ...]:
    """Judgements and numbers that turn the ruling, the most plausible change first.

    ``again`` rules on a changed case; quick rulings leave out other laws and all but the likeliest contract.
    """
    probe = Probe(case, base, again)
    found = [
        *finding_turns(probe, scorer),
        *number_turns(probe, quick=quick),
        *law_turns(probe, quick=quick),
    ]
    once: dict[tuple[str, str], Turn] = {}  # two worlds may ask the same
    for turn in found:
        once.setdefault((turn.text, turn.consequence), turn)
    ranked = sorted(once.values(), key=lambda turn: (-turn.plausibility, turn.key))
    facts = [turn for turn in ranked if not turn.of_law]
    return (*facts[:MOST], *(turn for turn in ranked if turn.of_law))
