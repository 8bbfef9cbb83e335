"""The canonical text of an expression: what ``parse`` reads back to the same tree."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.meanings.expr import And, AtLeast, Atom, Each, Expr, Not, Number, Or, Range, Soft, SuitRef


def ref_text(ref: SuitRef) -> str:
    return ref if isinstance(ref, str) else ref.letter


def number_text(number: Number) -> str:
    """Whole numbers and decimals; halves of tricks end in .5."""
    if isinstance(number, int) or number.denominator == 1:
        return str(int(number))
    decimals = format(float(number), "f").rstrip("0")
    return decimals if Fraction(decimals) == number else f"{number.numerator}/{number.denominator}"


def range_text(ends: Range) -> str:
    low, high = ends
    if low is not None and low == high:
        return number_text(low)
    return ("" if low is None else number_text(low)) + ".." + ("" if high is None else number_text(high))


def ranges_text(ranges: tuple[Range, ...]) -> str:
    if len(ranges) == 1:
        return range_text(ranges[0])
    return f"in ({', '.join(map(range_text, ranges))})"


def expr_text(expr: Expr) -> str:
    match expr:
        case Atom():
            return _atom_text(expr)
        case Not(part):
            return f"!({expr_text(part)})" if _needs_brackets(part) else f"!{expr_text(part)}"
        case And(parts):
            return " & ".join(_inside(part, (Or,)) for part in parts) if parts else "any"
        case Or(parts):
            return " | ".join(expr_text(part) for part in parts) if parts else "!any"
        case AtLeast(count, parts):
            return f"atleast {count} of [{', '.join(map(expr_text, parts))}]"
        case Soft():
            return _soft_text(expr)
        case Each():
            return _each_text(expr)


def _inside(part: Expr, bracketed: tuple[type, ...]) -> str:
    return f"({expr_text(part)})" if isinstance(part, bracketed) else expr_text(part)


def _needs_brackets(part: Expr) -> bool:
    compared = isinstance(part, Atom) and part.feature in ("len", "diff", "both")
    return compared or (isinstance(part, And | Or | Soft) and part not in (And(()), Or(())))


def _soft_text(soft: Soft) -> str:
    body = _inside(soft.part, (And, Or, Each))
    weight = "" if soft.weight == 1 else f"~{number_text(soft.weight)}"
    return body + weight + ("!" if soft.hard else "") + ("?" if soft.preference else "")


def _each_text(each: Each) -> str:
    parts = [each.variable]
    if each.set_name:
        parts.append(each.set_name)
    if each.among:
        parts.append(f"in ({', '.join(map(ref_text, each.among))})")
    if each.excluded:
        parts.append(f"!= {', '.join(map(ref_text, each.excluded))}")
    return f"{'all' if each.every else 'some'}({' '.join(parts)}): ({expr_text(each.body)})"


_DIFF_SIGNS: dict[tuple[Range, ...], str] = {
    ((1, None),): ">",
    ((0, None),): ">=",
    ((0, 0),): "=",
    ((None, -1),): "<",
    ((None, 0),): "<=",
}


def _atom_text(atom: Atom) -> str:
    names = [ref_text(ref) for ref in atom.suits]
    match atom.feature:
        case "shape":
            return f"shape in ({', '.join(atom.patterns)})"
        case "has":
            return f"has({atom.card})"
        case "len":
            return f"{names[0]} {_compared(atom.ranges)}"
        case "both":
            return f"{names[0]} + {names[1]} {_compared(atom.ranges)}"
        case "diff":
            sign = _DIFF_SIGNS.get(atom.ranges)
            return f"{names[0]} {sign} {names[1]}" if sign else f"{names[0]} - {names[1]} {_compared(atom.ranges)}"
        case "stopper":
            return f"{'stop' if atom.ranges == ((2, None),) else 'half_stop'}({names[0]})"
        case "A" | "K" | "Q" | "J" | "T" | "void" | "sing" | "short":
            return f"{atom.feature}({names[0]})"
        case "bal" | "semi" | "unbal":
            return atom.feature
        case _:
            return f"{atom.feature}{f'({names[0]})' if names else ''} {ranges_text(atom.ranges)}"


def _compared(ranges: tuple[Range, ...]) -> str:
    if len(ranges) == 1:
        low, high = ranges[0]
        if low is not None and low == high:
            return f"= {number_text(low)}"
        if high is None and low is not None:
            return f">= {number_text(low)}"
        if low is None and high is not None:
            return f"<= {number_text(high)}"
        return f"in {range_text(ranges[0])}"
    return ranges_text(ranges)
