"""From the border model of a case file to a frozen `Case`; problems are collected, never raised."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from adjudicator.bridge import (
    AdjudicatorError,
    Auction,
    Call,
    Card,
    Contract,
    Result,
    Seat,
    Vulnerability,
    dealer_of_board,
)
from adjudicator.cases import schema
from adjudicator.cases.cards import make_cards
from adjudicator.cases.collector import Collector
from adjudicator.cases.convert_events import (
    make_agreements,
    make_events,
    make_facts,
    make_penalties,
    make_polls,
    make_serious_errors,
    texts,
)
from adjudicator.cases.convert_results import (
    make_answer,
    make_field,
    make_other_table,
    make_ruling,
    read_contract,
    read_result,
)
from adjudicator.cases.model import EDITIONS, Case, Scoring
from adjudicator.cases.sourcelines import Path
from adjudicator.cases.vocabulary import SCORING_HELP, edition_in_force, find_edition, find_scoring
from adjudicator.cases.words import closing_passes, is_all_pass, is_known, read_call, read_cards, split_words

INFORMATION = (
    "slug", "source_url", "source_title", "form", "family", "comment", "complete", "missing", "damaged",
    "final_level", "final_differs_from_director",
)  # fmt: skip


def make_case(model: schema.CaseModel, extras: Mapping[Path, dict[str, Any]], found: Collector, source: str) -> Case:
    """All that the model says, as bridge values; what cannot be read is a problem and stays unknown."""
    edition, edition_source = make_edition(model, found)
    case = Case(
        id=str(model.id),
        title=model.title or model.slug,
        edition=edition,
        edition_source=edition_source,
        authority=model.authority if is_known(model.authority) else "",
        year=model.year,
        date=str(model.date),
        event=model.event,
        scoring=make_scoring(model.scoring, found),
        law_cited=texts(model.law_cited),
        seed=model.seed,
        config=dict(model.config),
        info=make_info(model, extras.get((), {})),
        source=source,
    )
    return _with_judgements(_with_board(case, model, found), model, extras, found)


def _with_board(case: Case, model: schema.CaseModel, found: Collector) -> Case:
    """The board, the auction, and what happened at this table and at others."""
    dealer, vulnerability = make_dealer(model, found), make_vulnerability(model, found)
    deal, hands = make_cards(model.deal, model.hands, found)
    auction = make_auction(model.auction, dealer, found)
    contract, result = make_result(model, found)
    field, field_file = make_field(model.field, vulnerability, found)
    return replace(
        case,
        board=model.board,
        dealer=dealer,
        vulnerability=vulnerability,
        deal=deal,
        hands=hands,
        players=make_players(model.players, found),
        auction=auction,
        auction_complete=auction is not None and auction.is_over,
        lead=make_lead(model.lead, found),
        play=found.parse(("play",), lambda _: read_cards(model.play), "") or (),
        table_contract=contract,
        table_contract_text=model.table_contract,
        table_result=result,
        table_result_text=model.table_result,
        table_score_ns=_score_of(model.table_score_ns, result, vulnerability),
        other_table=make_other_table(model.other_table, vulnerability, found),
        field=field,
        field_file=field_file,
    )


def _score_of(stated: int | None, result: Result | None, vulnerability: Vulnerability | None) -> int | None:
    """The score of the table for North-South: as stated, else as it follows from the result (Law 77)."""
    if stated is not None or result is None or vulnerability is None:
        return stated
    known = result.contract.is_passed_out or result.contract.declarer is not None
    return result.score_ns(vulnerability) if known else None


def _with_judgements(
    case: Case, model: schema.CaseModel, extras: Mapping[Path, dict[str, Any]], found: Collector
) -> Case:
    """What happened out of order, what was agreed, what the director found, and what others ruled."""
    events = make_events(model.events, extras, found)
    return replace(
        case,
        events=events,
        systems=model.systems,
        system_ns=model.system_ns,
        system_ew=model.system_ew,
        explanations=model.explanations,
        agreements=make_agreements(model.agreements, found),
        polls=make_polls(model.polls, found),
        facts=make_facts(model.facts, ("facts",), found),
        serious_errors=make_serious_errors(model.serious_errors, events, found),
        penalties=make_penalties(model.penalties, found),
        director_ruling=make_ruling(
            model.director_ruling, "director_ruling", extras.get(("director_ruling",), {}), found
        ),
        final_ruling=make_ruling(model.final_ruling, "final_ruling", extras.get(("final_ruling",), {}), found),
        answer=make_answer(model.answer, extras.get(("answer",), {}), found),
    )


def make_info(model: schema.CaseModel, extra: Mapping[str, Any]) -> dict[str, Any]:
    """Keys that only inform the reader, and keys that are not known."""
    given = {key: getattr(model, key) for key in INFORMATION if key in model.model_fields_set}
    return {**given, **extra}


def make_dealer(model: schema.CaseModel, found: Collector) -> Seat | None:
    """The dealer; when absent, the one of the board number."""
    if is_known(model.dealer):
        dealer = found.parse(("dealer",), Seat.parse, model.dealer)
        if dealer is not None and model.board and dealer is not dealer_of_board(model.board):
            usual = dealer_of_board(model.board)
            found.warn(("dealer",), f"board {model.board} is dealt by {usual}, the case says {dealer}", "check both")
        return dealer
    if model.board and not model.dealer:
        return dealer_of_board(model.board)
    return None


def make_vulnerability(model: schema.CaseModel, found: Collector) -> Vulnerability | None:
    """The vulnerability; when absent (not when "unknown"), the one of the board number."""
    text = model.vulnerability
    if text.strip() and (is_known(text) or text.strip() == "-"):
        stated = found.parse(("vulnerability",), Vulnerability.parse, text)
        if stated is not None and model.board and stated is not Vulnerability.for_board(model.board):
            usual = Vulnerability.for_board(model.board).text
            found.warn(
                ("vulnerability",), f"on board {model.board} it is {usual}, the case says {stated.text}", "check both"
            )
        return stated
    if model.board and not text.strip():
        return Vulnerability.for_board(model.board)
    return None


def make_auction(value: str | list[str], dealer: Seat | None, found: Collector) -> Auction | None:
    """The calls that stand, as far as they can be read; "AP" or "all pass" ends the auction."""
    words = split_words(value)
    if not words or not is_known(words[0]):
        return None
    calls: list[Call] = []
    for number, word in enumerate(words):
        if is_all_pass(word) and dealer is not None:
            calls += closing_passes(dealer, tuple(calls))
        elif word == "..." or word.startswith("___"):
            break
        else:
            call = found.parse(("auction", number), read_call, word)
            if call is None:
                return None
            calls.append(call)
    if dealer is None:
        found.warn(("auction",), "the auction cannot be used without a dealer", "add dealer (or board)")
        return None
    return Auction(dealer, tuple(calls))


def make_result(model: schema.CaseModel, found: Collector) -> tuple[Contract | None, Result | None]:
    """Contract and result at the table, from whichever of the keys says it; words such as "going down" stay text."""
    contract = None
    if is_known(model.table_contract):
        contract = found.parse(("table_contract",), read_contract, model.table_contract)
    result = None
    if is_known(model.table_result):
        try:
            result = read_result(model.table_result)
        except AdjudicatorError:
            found.warn(
                ("table_result",),
                f"'{model.table_result}' does not say the number of tricks",
                "write such as '4S N =', '3NT E -1' or '2H S +2'",
            )
    if result is None and contract is not None:
        if contract.is_passed_out:
            result = Result(contract)
        elif model.table_tricks is not None and contract.declarer is not None:
            result = Result(contract, model.table_tricks)
    return (result.contract if contract is None and result is not None else contract), result


def make_lead(text: str, found: Collector) -> Card | None:
    """The opening lead."""
    return found.parse(("lead",), Card.parse, text) if is_known(text) else None


def make_scoring(text: str, found: Collector) -> Scoring:
    """The form of scoring, an error when it is none that is known."""
    scoring = find_scoring(text)
    if scoring is None:
        found.error(("scoring",), f"'{text}' is no known form of scoring", f"write one of: {SCORING_HELP}")
        return Scoring(text)
    return scoring


def make_edition(model: schema.CaseModel, found: Collector) -> tuple[str, str]:
    """The edition of the Laws: the one stated, else the one in force on the day or in the year."""
    stated = str(model.law_edition).strip()
    if is_known(stated):
        edition = find_edition(stated)
        if edition is None:
            found.error(
                ("law_edition",),
                f"'{stated}' is no edition of the Laws held here",
                f"write one of: {', '.join(EDITIONS)}",
            )
            return edition_in_force(model.year, read_date(model.date), model.authority)[0], "year"
        return edition, "stated"
    day = read_date(model.date)
    year = model.year or year_in(model.date)
    if day is None and is_known(str(model.date)):
        read = f"only its year, {year}, is used" if year and not model.year else "it is not used"
        found.warn(("date",), f"'{model.date}' is no day: {read}", "write such as 2017-09-30")
    edition, doubt = edition_in_force(year, day, model.authority)
    if doubt:
        found.warn(("law_edition",), f"{doubt}: the Laws of {edition} are taken", "state law_edition")
    return edition, "date" if day else "year" if year else "default"


def read_date(value: Any) -> date | None:
    """A day, from a TOML date or a text such as 2017-09-30, 2017.09.30 or 30.09.2017."""
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    text = re.sub(r"^(\d{1,2})\.(\d{1,2})\.(\d{4})$", _year_first, str(value).strip())
    try:
        return date.fromisoformat(text.replace(".", "-")[:10])
    except ValueError:
        return None


def _year_first(match: re.Match[str]) -> str:
    day, month, year = match.groups()
    return f"{year}-{month:0>2}-{day:0>2}"


def year_in(value: Any) -> int | None:
    """The year that a date names although the day cannot be read: "2005", "May 2005", "3/5/2005"."""
    years = {int(year) for year in re.findall(r"(?<!\d)(?:19|20)\d\d(?!\d)", str(value))}
    return years.pop() if len(years) == 1 else None


def make_players(names: Mapping[str, str], found: Collector) -> tuple[str, str, str, str]:
    """Names by seat."""
    by_seat = {}
    for key, name in names.items():
        seat = found.parse(("players", key), Seat.parse, key)
        if seat is not None:
            by_seat[seat] = name
    north, east, south, west = (by_seat.get(seat, "") for seat in Seat)
    return north, east, south, west
