"""Whether the file's own points agree with the rules in force here: if not, the rules are not those of the event."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.bridge import Problem
from adjudicator.scores.calculator import Calculation
from adjudicator.scores.field_file import BoardField
from adjudicator.scores.forms import Form
from adjudicator.scores.units import decimal_text

_NEAR = Fraction(6, 100)  # files print one decimal or two
_KEYS = {
    Form.MATCHPOINTS: "mp_scale, small_subfield",
    Form.CROSS_IMPS: "xi_divisor",
    Form.BUTLER: "butler_drop, butler_datum_unit",
}


def disagreement(board: BoardField, done: Calculation) -> tuple[Problem, ...]:
    """A warning when the points the file gives on this board differ from those computed from the same results.

    Artificial scores and the table under review are left out; percentages are held against percentages.
    """
    top = done.scorer.top
    if not done.others or (top is not None) != bool(board.top):
        return ()
    unit = top / board.top if top is not None and board.top == 100 else Fraction(1)
    for (old, _), stated in zip(done.others, board.stated, strict=True):
        if not isinstance(old.line.score, int) or old.line.ns == done.request.own_pair:
            continue
        for side, ours, theirs in (("NS", old.ns, stated[0]), ("EW", old.ew, stated[1])):
            if theirs is not None and abs(Fraction(ours) - theirs * unit) > _NEAR * max(unit, Fraction(1)):
                pair = old.line.ns if side == "NS" else old.line.ew
                text = (
                    f"the file gives {side} {pair} {decimal_text(theirs)} on this board, the rules here give"
                    f" {decimal_text(Fraction(ours) / unit)} for the same results"
                )
                step = f"check the form of scoring and {_KEYS.get(done.scorer.form, 'the rules of the event')}"
                return (Problem(text, step, field="field", severity="warning"),)
    return ()
