"""The ruling back into the event's USEBIO file: the adjusted line, and every line of the board that changed with
it.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from adjudicator.formats import usebio
from adjudicator.scores.artificial import Artificial
from adjudicator.scores.calculator import Calculation
from adjudicator.scores.errors import ScoringError, refuse
from adjudicator.scores.rescore import LinePoints
from adjudicator.scores.units import round_to


def write_back(done: Calculation, source: Path, target: Path, board: str | int) -> int:
    """Write `source` with the new points of the board to `target`; returns how many lines changed.

    The file keeps its encoding, its order and everything else.  Weights have no place in the format, so the ruled
    line keeps contract and score and gets the resulting points, and a comment names the weights.
    """
    if target.exists() and target.resolve() == source.resolve():
        raise refuse(ScoringError, f"{target} is the file the results came from", "write to another file")
    text, encoding = _decoded(source)
    if not usebio.sniff(text):
        raise refuse(ScoringError, f"{source} is no USEBIO file", "only USEBIO can be written back")
    changed = 0
    for old, new in done.others:
        own = new.line.ns == done.request.own_pair
        if own or (old.ns, old.ew) != (new.ns, new.ew):
            text = _changed(text, new, done, board, own)
            changed += 1
    if not changed:
        raise refuse(ScoringError, "no line of the file changes", "name the table with --pair and --board")
    try:
        target.write_bytes(text.encode(encoding, errors="xmlcharrefreplace"))
    except OSError as fault:
        raise refuse(ScoringError, f"{target}: {fault.strerror}", "choose a place that can be written") from fault
    return changed


def _decoded(path: Path) -> tuple[str, str]:
    data = path.read_bytes()
    for encoding in ("utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "utf-8", "cp1252"):
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1"), "latin-1"


def _changed(text: str, new: LinePoints, done: Calculation, board: str | int, own: bool) -> str:
    unit = Fraction(1, 10**done.scorer.config.mp_decimals)
    ns, ew = (round_to(Fraction(figure), unit, done.scorer.average) for figure in (new.ns, new.ew))
    return usebio.write_adjusted(
        text,
        board,
        new.line.ns,
        points_ns=ns,
        points_ew=ew,
        artificial=_artificial_text(done, ns, ew) if own else "",
        note=_note(done) if own else "",
    )


def _artificial_text(done: Calculation, ns: Fraction, ew: Fraction) -> str:
    """`A6040` when both sides have an artificial score of a whole percentage; "" otherwise."""
    both = isinstance(done.request.ns, Artificial) and isinstance(done.request.ew, Artificial)
    if not both or not done.scorer.top:
        return ""
    shares = [figure * 100 / done.scorer.top for figure in (ns, ew)]
    if any(share.denominator != 1 or share >= 100 for share in shares):
        return ""
    return "A" + "".join(f"{int(share):02d}" for share in shares)


def _note(done: Calculation) -> str:
    sides = []
    for name, entered in (("NS", done.request.ns), ("EW", done.request.ew)):
        if isinstance(entered, Artificial):
            sides.append(f"{name} {entered.describe(done.scorer.config)}")
        else:
            sides.append(f"{name} {', '.join(str(outcome) for outcome in entered)}")
    return "adjusted score: " + "; ".join(sides)
