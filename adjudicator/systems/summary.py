"""A convention summary of a system: what every first call means, to be read against the pair's card."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from adjudicator.bridge import Auction, Call, Seat, Vulnerability
from adjudicator.meanings.wording import describe
from adjudicator.systems.choice import node_of
from adjudicator.systems.model import System
from adjudicator.systems.readings import Reading, meaning_of_next

__all__ = ["Section", "sections", "summary_html"]

_CONTEXTS: tuple[tuple[str, str, str], ...] = (
    ("Openings", "First or second seat", ""),
    ("Openings", "Third seat", "P P"),
    ("Openings", "Fourth seat", "P P P"),
    *(
        ("Responses", f"To {opening}", f"{opening} P")
        for opening in ("1C", "1D", "1H", "1S", "1NT", "2C", "2D", "2H", "2S", "2NT", "3C", "3H")
    ),
    *(
        ("Later calls", f"After {calls.replace(' P', '')}", calls)
        for calls in (
            "1NT P 2C P",
            "1NT P 2C P 2D P",
            "1NT P 2D P 2H P",
            "1C P 1H P",
            "1D P 1S P",
            "1H P 1NT P",
            "1S P 2S P",
            "1S P 2C P",
            "1C P 1H P 1NT P",
            "1S P 2NT P",
            "1H P 4NT P",
        )
    ),
    *(
        ("We opened, they acted", f"After {calls}", calls)
        for calls in ("1C X", "1H X", "1C 1S", "1D 1H", "1H 1S", "1S 2C", "1S 3D", "1NT X", "1NT 2C", "1NT 2H", "2H X")
    ),
    *(
        ("They opened", f"Over {calls}", calls)
        for calls in (
            "1C",
            "1D",
            "1H",
            "1S",
            "1NT",
            "2C",
            "2D",
            "2H",
            "2S",
            "3C",
            "3S",
            "4H",
            "1H P 2H",
            "1C P 1S",
            "1S P P",
        )
    ),
    *(
        ("Partner acted over their opening", f"After {calls}", calls)
        for calls in ("1H X P", "1C 1S P", "1D 2C P", "1H 1NT P", "1C 2C P", "1S 2NT P", "2S X P")
    ),
)


@dataclass(frozen=True)
class Section:
    """One table of the summary: the readings of every call that the system's tables give in one position."""

    chapter: str
    title: str
    auction: str
    rows: tuple[tuple[Call, tuple[Reading, ...]], ...]


def sections(system: System) -> list[Section]:
    """The tables of the summary, in the order of a convention card."""
    found = []
    for chapter, title, calls in _CONTEXTS:
        auction = Auction.parse(Seat.NORTH, calls)
        node = node_of(auction, Vulnerability.NONE, system)
        spoken = sorted({instance.call for instance in node.instances if instance.rule.layer >= 2})
        rows = []
        for call in spoken:
            readings = tuple(r for r in meaning_of_next(auction, Call(call), system).readings if not r.rare)
            if readings:
                rows.append((Call(call), readings))
        if rows:
            found.append(Section(chapter, title, calls, tuple(rows)))
    return found


_STYLE = """body{font:15px/1.4 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a}
table{border-collapse:collapse;width:100%;margin:.3rem 0 1.2rem}td,th{border-bottom:1px solid #ddd;padding:.25rem .5rem;
text-align:left;vertical-align:top}td:first-child{white-space:nowrap;font-weight:600;width:4rem}td:last-child{width:14rem;
color:#555;font-size:85%}h2{margin-top:2rem;border-bottom:2px solid #333}.art{font-style:italic}"""


def summary_html(system: System, language: str = "en") -> str:
    """The summary as one self-contained HTML page."""
    parts = [
        f"<!DOCTYPE html><html lang='{language}'><head><meta charset='utf-8'><title>{escape(system.name)}</title>"
        f"<style>{_STYLE}</style></head><body><h1>{escape(system.name)}</h1><p>{escape(system.description)}</p>"
    ]
    chapter = ""
    for section in sections(system):
        if section.chapter != chapter:
            chapter = section.chapter
            parts.append(f"<h2>{escape(chapter)}</h2>")
        parts.append(f"<h3>{escape(section.title)}</h3><table>")
        for call, readings in section.rows:
            parts += [_row(call, reading, language) for reading in readings]
        parts.append("</table>")
    return "\n".join([*parts, "</body></html>"])


def _row(call: Call, reading: Reading, language: str) -> str:
    kind = "" if reading.natural else " class='art'"
    status = " ".join(
        part for part in ("" if reading.forcing in ("none", "") else reading.forcing, *reading.purposes) if part
    )
    return (
        f"<tr{kind}><td>{escape(str(call))}{'' if reading.natural else '*'}</td>"
        f"<td>{escape(describe(reading.meaning, language))}"
        f"</td><td>{escape(status)} <small>{escape(reading.rule)}</small></td></tr>"
    )
