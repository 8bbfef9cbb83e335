"""One meaning, or two side by side, laid out for reading: lines of text, or plain data for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from adjudicator.bridge import Hand, Suit
from adjudicator.meanings.comparison import Comparison, Containment, Practice, compare, contained
from adjudicator.meanings.counting import NOTHING_KNOWN, Known
from adjudicator.meanings.drawing import draw
from adjudicator.meanings.explaining import CallCheck, Promise, contradictions, explain, promises_of
from adjudicator.meanings.profiles import Profile, profile
from adjudicator.meanings.wording import describe

if TYPE_CHECKING:
    from adjudicator.meanings.meaning import Meaning

_DOWN = tuple(reversed(Suit))

_TITLES = {
    "en": {
        "meaning": "meaning",
        "words": "in words",
        "hands": "hands",
        "of": "of",
        "example": "for example",
        "average": "on average",
        "length": "length",
        "none": "no hand keeps these promises together:",
        "contained": "contained: every hand of '{new}' is a hand of {old}",
        "not_contained": "not contained: '{new}' may hold a hand that {old} does not",
        "leak": "leak",
        "drop": "left out",
        "ground": "comparable (2017)",
        "precise": "27B1b (2007)",
        "differ": "as calls they are not: an ask, relay or puppet is part of the meaning, and they share none",
        "by": "settled by",
        "count": "the exact count",
        "both": "the exact count and a proof with CP-SAT",
        "yes": "yes",
        "no": "no",
        "or": " or ",
        "keeps": "keeps every promise",
        "breaks": "breaks",
        "shapes": "shapes, each promise alone",
        "silent": "look at single cards, exclude no shape by themselves",
    },
    "ru": {
        "meaning": "значение",
        "words": "словами",
        "hands": "рук",
        "of": "из",
        "example": "например",
        "average": "в среднем",
        "length": "длина",
        "none": "такой руки нет, эти обещания противоречат друг другу:",
        "contained": "содержится: каждая рука «{new}» есть рука {old}",
        "not_contained": "не содержится: у «{new}» бывает рука, которой нет у {old}",
        "leak": "утечка",
        "drop": "не вошло",
        "ground": "сопоставимы (2017)",
        "precise": "27B1b (2007)",
        "differ": "но не как заявки: вопрос, релей или паппет есть часть значения, а общего у них нет",
        "by": "установлено",
        "count": "точным подсчётом",
        "both": "точным подсчётом и доказательством CP-SAT",
        "yes": "да",
        "no": "нет",
        "or": " или ",
        "keeps": "все обещания выполнены",
        "breaks": "нарушено",
        "shapes": "расклады, каждое обещание отдельно",
        "silent": "смотрят на отдельные карты и сами раскладов не исключают",
    },
}


@dataclass(frozen=True)
class Sheet:
    """What one call shows: its profile over all hands, or over those the known cards leave, and a few drawn hands."""

    meaning: Meaning
    profile: Profile
    examples: tuple[Hand, ...]
    contradictions: tuple[tuple[Promise, ...], ...]
    seed: int


def sheet(meaning: Meaning, known: Known | None = None, *, hands: int = 3, seed: int = 0) -> Sheet:
    """Count, draw and, where there is no hand, explain."""
    found = profile(meaning, known)
    if not found.count:
        return Sheet(meaning, found, (), tuple(contradictions(promises_of(meaning), known or NOTHING_KNOWN)), seed)
    drawn = draw(meaning, hands, np.random.default_rng(seed), known)
    return Sheet(meaning, found, tuple(drawn), (), seed)


def percent(part: Fraction) -> str:
    """A share as a percentage with four significant digits.

    >>> percent(Fraction(30897212184, 635013559600)), percent(Fraction(0))
    ('4.866 %', '0 %')
    """
    return f"{float(100 * part):.4g} %"


def sheet_lines(page: Sheet, language: str = "en") -> list[str]:
    """The sheet as text."""
    titles, found = _TITLES[language], page.profile
    lines = [
        f"{titles['meaning']}: {page.meaning.text}",
        f"{titles['words']}: {describe(page.meaning, language)}",
        f"{titles['hands']}: {found.count:,} {titles['of']} {found.hands:,} ({percent(found.share)})",
    ]
    if not found.count:
        lines.append(titles["none"])
        return lines + ["  " + " + ".join(promise.words(language) for promise in core) for core in page.contradictions]
    lengths = "  ".join(f"{suit.symbol} {float(found.average_length(suit)):.2f}" for suit in _DOWN)
    low, high = found.points_range
    lines += [
        f"{titles['average']}: {float(found.average_points):.2f} HCP ({low}–{high})  {lengths}",
        *(f"{titles['example']}: {hand.text}  {hand.hcp} HCP" for hand in page.examples),
        f"{titles['length']}:",
    ]
    columns = [length for length in range(14) if any(row[length] for row in found.lengths)]
    lines.append("     " + "".join(f"{length:>7}" for length in columns))
    for suit in _DOWN:
        row = found.lengths[suit]
        cells = "".join(f"{100 * row[length] / found.count:7.2f}" if row[length] else "      ·" for length in columns)
        lines.append(f"  {suit.symbol}  {cells}")
    return lines


def sheet_data(page: Sheet) -> dict[str, Any]:
    """The sheet as plain data; counts are whole numbers, averages and shares floats."""
    found = page.profile
    data: dict[str, Any] = {
        **meaning_data(page.meaning),
        "count": found.count,
        "hands": found.hands,
        "share": float(found.share),
        "examples": [hand.text for hand in page.examples],
        "seed": page.seed,
    }
    if not found.count:
        data["contradictions"] = [[promise.words() for promise in core] for core in page.contradictions]
        return data
    data["average"] = {
        "hcp": float(found.average_points),
        **{suit.letter: float(found.average_length(suit)) for suit in _DOWN},
    }
    data["hcp"] = {str(points): number for points, number in enumerate(found.points) if number}
    data["lengths"] = {
        suit.letter: {str(length): number for length, number in enumerate(found.lengths[suit]) if number}
        for suit in _DOWN
    }
    return data


def hand_data(checks: Sequence[CallCheck], hand: Hand, language: str = "en") -> dict[str, Any]:
    """Which promises of some calls a hand breaks, each with how far it is from them."""
    return {
        "hand": hand.text,
        "holds": not any(each.broken for each in checks),
        "calls": [
            {
                "call": each.call,
                "text": each.reading.text,
                "broken": [{"promise": one.promise.words(language), "deviation": one.deviation} for one in each.broken],
            }
            for each in checks
        ],
    }


def hand_lines(data: dict[str, Any], language: str = "en") -> list[str]:
    """The same as text."""
    titles, lines = _TITLES[language], []
    for call in data["calls"]:
        lines.append(f"{call['call'] or titles['meaning']}: {call['text']}")
        lines += [f"  {titles['breaks']}: {each['promise']} ({each['deviation']})" for each in call["broken"]]
        lines += [] if call["broken"] else [f"  {data['hand']}: {titles['keeps']}"]
    return lines


def shape_lines(meaning: Meaning, known: Known | None = None, language: str = "en") -> list[str]:
    """The 39 generic shapes: open, or kept out by which promises; promises that look at single cards are named."""
    promises = promises_of(meaning)
    report = explain(promises, known or NOTHING_KNOWN)
    titles = _TITLES[language]
    lines = [f"{titles['shapes']}:"]
    for each in report.shapes:
        keeps_out = " + ".join(promises[place].words(language) for place in each.excluded_by)
        lines.append(
            f"  {'-'.join(map(str, each.pattern)):9} {titles['no'] + ': ' + keeps_out if keeps_out else titles['yes']}"
        )
    if report.silent:
        named = ", ".join(promises[place].words(language) for place in report.silent)
        lines.append(f"{titles['silent']}: {named}")
    return lines


def meaning_data(meaning: Meaning) -> dict[str, Any]:
    """A meaning as plain data."""
    return {
        "text": meaning.text,
        "en": describe(meaning, "en"),
        "ru": describe(meaning, "ru"),
        "natural": meaning.natural,
        "forcing": meaning.forcing,
        "purposes": list(meaning.purposes),
        "comments": list(meaning.comments),
    }


@dataclass(frozen=True)
class PairSheet:
    """Whether one meaning lies within others, and the whole comparison."""

    containment: Containment
    comparison: Comparison
    practice: Practice


def pair_sheet(
    new: Sequence[Meaning],
    old: Sequence[Meaning],
    practice: Practice,
    known: Known | None = None,
    *,
    prove: bool = True,
) -> PairSheet:
    """Compare the readings of a new call with those of an old one; ``prove`` asks CP-SAT too.

    Where some old readings share the new call's ask, relay or puppet (or lack of one), the others do not count.
    """
    whole = new[0]
    for reading in new[1:]:
        whole = whole | reading
    report = compare(old, new, known=known)
    return PairSheet(contained(whole, report.matched or old, known, prove=prove), report, practice)


def pair_lines(page: PairSheet, language: str = "en") -> list[str]:
    """The comparison as text."""
    titles, report = _TITLES[language], page.comparison
    old = titles["or"].join(f"'{reading.text}'" for reading in report.matched or report.old)
    new = titles["or"].join(reading.text for reading in report.new)
    verdict = titles["contained" if page.containment.contained else "not_contained"].format(new=new, old=old)
    example = page.containment.counterexample
    precise = titles["yes" if report.precise(page.practice) else "no"]
    return [
        verdict,
        *([f"{titles['example']}: {example.text}  {example.hcp} HCP"] if example else []),
        *([titles["differ"]] if not report.purposes_agree and page.containment.contained else []),
        f"{titles['leak']}: {percent(report.leak)}   {titles['drop']}: {percent(report.masses.drop)}",
        f"{titles['ground']}: {report.ground(page.practice) or titles['no']}   {titles['precise']}: {precise}"
        f"   ({page.practice.name})",
        f"{titles['by']}: {titles[page.containment.proved_by]}",
    ]


def pair_data(page: PairSheet) -> dict[str, Any]:
    """The comparison as plain data."""
    report, masses = page.comparison, page.comparison.masses
    example = page.containment.counterexample
    return {
        "new": [meaning_data(reading) for reading in report.new],
        "old": [meaning_data(reading) for reading in report.old],
        "contained": page.containment.contained,
        "counterexample": example.text if example else None,
        "dropped_example": report.dropped.text if report.dropped else None,
        "leak": float(masses.leak),
        "drop": float(masses.drop),
        "difference": float(masses.difference),
        "counts": {"old": masses.old, "new": masses.new, "both": masses.both},
        "suits_old": sorted(suit.letter for suit in report.suits_old),
        "suits_new": sorted(suit.letter for suit in report.suits_new),
        "purposes_agree": report.purposes_agree,
        "same_purpose": report.same_purpose,
        "practice": page.practice.name,
        "precise_2007_27B1b": report.precise(page.practice),
        "ground_2017": report.ground(page.practice),
        "settled_by": page.containment.proved_by,
    }
