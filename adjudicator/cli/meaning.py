"""``adjudicator meaning``: what a call shows, and whether one meaning is contained in another."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.bridge import AdjudicatorError, Auction, Call, Hand, Problem, Seat, Suit, Vulnerability

if TYPE_CHECKING:
    from adjudicator.meanings import Known, Meaning, Practice

What = Annotated[str, typer.Argument(help='A meaning ("nat; S>=5; hcp 11-19") or calls ("1S 2H X" with --system).')]
Within = Annotated[list[str] | None, typer.Option("--contained-in", help="Is it contained in this one? Repeatable.")]
Contains = Annotated[list[str] | None, typer.Option("--contains", help="Does it contain this one? Repeatable.")]
Shapes = Annotated[bool, typer.Option("--shapes", help="Which shapes are left, and which promise keeps one out.")]
Name = Annotated[str, typer.Option("--system", help="Whose agreements give the meaning of the last call.")]
Dealer = Annotated[str, typer.Option(help="Who made the first of the calls: N, E, S or W.")]
Vul = Annotated[str, typer.Option(help="None, NS, EW or Both.")]
Bind = Annotated[list[str] | None, typer.Option("--bind", help="A suit for a variable, such as x=H or trump=S.")]
Held = Annotated[str, typer.Option(help='Cards the hand is known to hold, "AK.Q.." (S.H.D.C).')]
Elsewhere = Annotated[str, typer.Option(help='Cards known to lie elsewhere, "QJ.A.." (S.H.D.C).')]
Test = Annotated[
    str, typer.Option("--hand", help='Which promises of this player does the hand break? "AKQ2.T98.32.KJ54"')
]
Read = Annotated[str, typer.Option("--practice", help="How containment is read: strict, normal or liberal.")]
Prove = Annotated[bool, typer.Option(help="Ask CP-SAT as well; the exact count alone is quicker.")]
Hands = Annotated[int, typer.Option(help="How many example hands.", min=0, max=1000)]
Seed = Annotated[int, typer.Option(help="Seed of the example hands.", min=0)]
Lang = Annotated[str, typer.Option(help="en or ru.")]
AsJson = Annotated[bool, typer.Option("--json", help="Machine-readable, and nothing else, on standard output.")]


def command(
    what: What,
    contained_in: Within = None,
    contains: Contains = None,
    shapes: Shapes = False,
    system: Name = "",
    dealer: Dealer = "N",
    vul: Vul = "None",
    bind: Bind = None,
    held: Held = "...",
    elsewhere: Elsewhere = "...",
    hand: Test = "",
    practice: Read = "normal",
    prove: Prove = True,
    hands: Hands = 3,
    seed: Seed = 0,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """What a call shows: text, count, hands; with --contained-in, the proof that one meaning lies within another."""
    from adjudicator.meanings.sheet import shape_lines, sheet, sheet_data, sheet_lines
    from adjudicator.meanings.wording import words_of

    words_of(lang)
    read = _practice(practice)
    known, suits = _known(held, elsewhere), _bindings(bind or [])
    where = (system, Seat.parse(dealer), Vulnerability.parse(vul))
    readings = _readings(what, suits, *where)
    others = [reading for text in contained_in or contains or [] for reading in _readings(text, suits, *where)]
    if contained_in and contains:
        raise AdjudicatorError(Problem("--contained-in and --contains are both given", "give one of them"))
    if others:
        new, old = (readings, others) if contained_in else (others, readings)
        _show_pair(new, old, read, known, prove, lang, as_json)
        return
    if hand:
        own = _own_calls(what, *where) if _calls(what) else [("", readings)]
        _show_hand(own, Hand.parse(hand), lang, as_json)
        return
    pages = [sheet(reading, known, hands=hands, seed=seed) for reading in readings]
    if as_json:
        found = [sheet_data(page) for page in pages]
        print(_json({"call": what, "readings": found} if _calls(what) else found[0]))
        return
    blocks = ["\n".join(sheet_lines(page, lang)) for page in pages]
    if shapes:
        blocks += ["\n".join(shape_lines(reading, known, lang)) for reading in readings]
    calls = _calls(what)
    head = [_told(_auction(calls, where[1]), system)] if calls else []
    print("\n\n".join([*head, *blocks]))


def _show_pair(
    new: list[Meaning],
    old: list[Meaning],
    practice: Practice,
    known: Known | None,
    prove: bool,
    lang: str,
    as_json: bool,
) -> None:
    from adjudicator.meanings.sheet import pair_data, pair_lines, pair_sheet

    page = pair_sheet(new, old, practice, known, prove=prove)
    print(_json(pair_data(page)) if as_json else "\n".join(pair_lines(page, lang)))


def _show_hand(calls: list[tuple[str, list[Meaning]]], hand: Hand, lang: str, as_json: bool) -> None:
    from adjudicator.meanings import calls_against
    from adjudicator.meanings.sheet import hand_data, hand_lines

    if len(hand) != 13:
        raise AdjudicatorError(Problem(f"'{hand.text}' has {len(hand)} cards", "write thirteen", field="hand"))
    data = hand_data(calls_against(calls, hand), hand, lang)
    print(_json(data) if as_json else "\n".join(hand_lines(data, lang)))


def _told(auction: Auction, system: str) -> str:
    """The calls with their seats, so that nobody mistakes who made the last one."""
    calls = "  ".join(f"{auction.seat_of(place).letter} {call}" for place, call in enumerate(auction.calls))
    return f"{calls}   ({system})"


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)


def _readings(what: str, suits: dict[str, Suit], system: str, dealer: Seat, vul: Vulnerability) -> list[Meaning]:
    """The meaning written, or those that a system gives to the last of some calls."""
    from adjudicator.meanings import parse

    if not _calls(what):
        meaning = parse(what).bind(suits)
        if meaning.variables:
            example = ", ".join(f"--bind {name}=S" for name in sorted(meaning.variables))
            raise AdjudicatorError(Problem(f"'{what}' leaves suits open", f"give {example}", field="meaning"))
        return [meaning]
    return _own_calls(what, system, dealer, vul)[-1][1]


def _own_calls(what: str, system: str, dealer: Seat, vul: Vulnerability) -> list[tuple[str, list[Meaning]]]:
    """The calls of the player who made the last one, each with the readings that the system gives it."""
    if not system:
        raise AdjudicatorError(Problem(f"'{what}' is a call, no meaning", "say whose agreements: --system sayc"))
    from adjudicator.systems import load_system, meaning_of

    auction, agreed = _auction(_calls(what), dealer), load_system(system)
    own = range((len(auction) - 1) % 4, len(auction), 4)
    return [
        (str(auction.calls[place]), [reading.meaning for reading in meaning_of(auction, place, agreed, vul).readings])
        for place in own
    ]


def _calls(what: str) -> list[str]:
    """The calls written, brackets kept; none when the text is a meaning."""
    words = what.replace(",", " ").split()
    try:
        for word in words:
            Call.parse(word.strip("()"))
    except AdjudicatorError:
        return []
    return words


def _auction(words: list[str], dealer: Seat) -> Auction:
    """Every call in turn; where brackets mark the opponents' calls, their passes may be left out."""
    auction = Auction.parse(dealer, [])
    marked = any(word.startswith("(") for word in words)
    for place, word in enumerate(words):
        theirs = word.startswith("(")
        if marked and place and theirs != (len(auction) % 2 == 1):
            auction = auction.add(Call.parse("P"))
        auction = auction.add(Call.parse(word.strip("()")))
    return auction


def _bindings(pairs: list[str]) -> dict[str, Suit]:
    result = {}
    for pair in pairs:
        name, sign, letter = pair.partition("=")
        if not sign:
            raise AdjudicatorError(Problem(f"'{pair}' binds no suit", "write --bind x=H", field="bind"))
        result[name.strip()] = Suit.parse(letter.strip())
    return result


def _known(held: str, elsewhere: str) -> Known | None:
    from adjudicator.meanings import Known

    known = Known(Hand.parse(held), Hand.parse(elsewhere))
    return known if known.held.mask or known.elsewhere.mask else None


def _practice(name: str) -> Practice:
    from adjudicator.meanings import PRACTICES

    if name not in PRACTICES:
        raise AdjudicatorError(Problem(f"no practice is called '{name}'", f"choose {', '.join(PRACTICES)}"))
    return PRACTICES[name]
