"""Links to the hand viewer of Bridge Base Online.

The usual link carries a LIN text in `lin=`, percent-encoded in part; the older form names hands, auction and
play in parameters of their own. Links with `myhand=` or `linurl=` only point at a record on a server; they
are refused with a word on how to get at it, since nothing is fetched here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import quote, unquote

from adjudicator.bridge import AdjudicatorError, Problem, Seat
from adjudicator.formats import lin
from adjudicator.formats.callwords import tricks_in
from adjudicator.formats.lin_write import write_board
from adjudicator.formats.records import GameRecord, Reading

INNER_COMMA = "\ufe50"
VIEWER = "https://www.bridgebase.com/tools/handviewer.html"
PARAMETERS = "lin|bbo|c|myhand|linurl|tbt|kibitz|v|d|b|n|e|s|w|nn|en|sn|wn|a|p|lang|title"
_LINK = re.compile(r"https?://[^\s\"'<>]*?handviewer[^\s\"'<>]*", re.IGNORECASE)
_START = re.compile(rf"(?:^|[?&])({PARAMETERS})=", re.IGNORECASE)
_CALL = re.compile(r"(\([^)]*\))?(?:(rdbl|dbl|xx|x|r|d|pass|p|[1-7](?:nt|n|[cdhs]))([!?]*))?", re.IGNORECASE)


def sniff(text: str, name: str = "") -> bool:
    """Whether the text is a link to a hand viewer."""
    return re.match(r"\s*(https?://\S*)?[\w./-]*handviewer", text[:2000], re.IGNORECASE) is not None


def read(text: str, name: str = "") -> Reading:
    """The boards of one link, or of several, one a line."""
    records: list[GameRecord] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.split("\n"), start=1):
        link = line.strip()
        if "handviewer" not in link.lower():
            if link and not link.startswith("#"):
                problems.append(Problem("this line is no link to a hand viewer", "", name, number, "", "warning"))
            continue
        reading = read_link(link, name)
        records += [replace(record, line=number) for record in reading.records]
        problems += [replace(problem, line=number) for problem in reading.problems]
    if not records and not any(problem.is_error for problem in problems):
        problems.append(Problem("there is no hand viewer link here", "give a link with lin=", name))
    return Reading(tuple(records), tuple(problems))


def read_link(link: str, name: str = "") -> Reading:
    """The board of one link."""
    values = parameters(link)
    if "lin" in values:
        reading = lin.read(values["lin"], name)
        return Reading(tuple(_claim(with_commas(record), values) for record in reading.records), reading.problems)
    for key in ("myhand", "linurl"):
        if key in values:
            step = "open it in a browser, choose the menu entry that exports LIN, and give the LIN text"
            return Reading((), (Problem(f"a link with {key}= holds no cards, only where they are kept", step, name),))
    if any(key in values for key in ("n", "e", "s", "w")):
        return lin.read(as_lin(values), name)
    return Reading((), (Problem("the link has no lin= and no hands", "copy the whole link", name),))


def parameters(link: str) -> dict[str, str]:
    """The parameters of a link, decoded; an `&` inside a LIN text (in a name) does not end it.

    >>> parameters("https://x/handviewer.html?lin=pn%7CA+B,C%2CD|md|1|&c=9")["lin"]
    'pn|A B,C,D|md|1|'
    """
    _, question, query = link.partition("?")
    if not question:
        return {}
    places = list(_START.finditer(query))
    values: dict[str, str] = {}
    for number, place in enumerate(places):
        end = places[number + 1].start() if number + 1 < len(places) else len(query)
        key, value = place.group(1).lower(), query[place.end() : end]
        values.setdefault(key, decoded(protected(value) if key == "lin" else value))
    return values


def protected(lin_text: str) -> str:
    """The LIN text with a look-alike for each encoded comma inside a name, if the commas between names are plain."""
    match = re.match(r"(.*?pn(?:\||%7c))(.*?)((?:\||%7c).*)$", lin_text, re.IGNORECASE | re.DOTALL)
    if match is None or match.group(2).count(",") not in (3, 7):
        return lin_text
    return match.group(1) + re.sub("%2c", INNER_COMMA, match.group(2), flags=re.IGNORECASE) + match.group(3)


def with_commas(record: GameRecord) -> GameRecord:
    """The record with real commas in the names."""
    north, east, south, west = (name.replace(INNER_COMMA, ",") for name in record.players)
    return replace(record, players=(north, east, south, west))


def decoded(text: str) -> str:
    """Percent codes and blanks of a link; a plus is a blank unless blanks are written in another way."""
    if " " not in text and "%20" not in text:
        text = text.replace("+", " ")
    text = unquote(text)
    return unquote(text) if "|" not in text and "%7c" in text.lower() else text  # encoded twice on its way


def _claim(record: GameRecord, values: dict[str, str]) -> GameRecord:
    """Some links give declarer's tricks after the LIN text."""
    claimed = tricks_in(values.get("c", "").strip())
    played_out = record.contract is None or record.contract.is_passed_out
    if record.tricks is None and not played_out and claimed is not None:
        return replace(record, tricks=claimed)
    return record


def as_lin(values: dict[str, str]) -> str:
    """The older form of a link as a LIN text."""
    hands = ",".join(values.get(seat, "") for seat in ("s", "w", "n", "e"))
    names = ",".join(values.get(seat, "") for seat in ("sn", "wn", "nn", "en"))
    try:
        dealer = str((Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST).index(Seat.parse(values.get("d", ""))) + 1)
    except AdjudicatorError:
        dealer = "0"
    board = re.sub(r"\D", "", values.get("b", ""))
    parts = [f"pn|{names}|md|{dealer}{hands}|ah|Board {board}|"]
    if values.get("v"):
        parts.append(f"sv|{values['v'].replace('-', 'o')}|")
    parts += _calls(values.get("a", ""))
    played = re.sub(r"[^2-9TJQKACDHS10]", "", values.get("p", "").upper())
    parts += [f"pc|{card}|" for card in re.findall(r"[CDHS](?:10|[2-9TJQKA])", played)]
    if tricks_in(values.get("c", "")) is not None:
        parts.append(f"mc|{values['c']}|")
    return "".join(parts)


def _calls(text: str) -> list[str]:
    parts: list[str] = []
    for match in _CALL.finditer(text):
        note, call, mark = match.groups()
        if note and parts:
            parts.append(f"an|{note[1:-1].replace('|', '/')}|")
        if call:
            parts.append(f"mb|{call}{mark or ''}|")
    return parts


def write_link(record: GameRecord) -> str:
    """A link that shows the board in the hand viewer."""
    return f"{VIEWER}?lin={quote(write_board(record), safe='')}"


def write(records: Iterable[GameRecord]) -> str:
    """One link a line."""
    return "".join(write_link(record) + "\n" for record in records)


def links_in(text: str) -> tuple[str, ...]:
    """All hand viewer links of a text, for instance of a page of results."""
    return tuple(match.group() for match in _LINK.finditer(text))
