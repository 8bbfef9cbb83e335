"""``adjudicator tricks CASE``: leads, tricks by lead, their distribution at the table, lines, the play as it went."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from adjudicator.auctions.context import TableContext
from adjudicator.auctions.from_case import context_of
from adjudicator.bridge import AdjudicatorError, Auction, Contract, Play, Problem
from adjudicator.cases import Case, load_case
from adjudicator.cli.main import tell
from adjudicator.tricks.analysis import PlayAnalysis, analyse
from adjudicator.tricks.forecast import TrickForecast, forecast
from adjudicator.tricks.leads import merged
from adjudicator.tricks.lines import Decision

CaseFile = Annotated[Path, typer.Argument(help="A case file with the four hands.")]
Named = Annotated[str | None, typer.Option("--contract", help="Another contract, such as '5S N'.")]
AsJson = Annotated[bool, typer.Option("--json", help="Machine-readable figures on standard output.")]
WithLines = Annotated[bool, typer.Option("--lines", help="Play out the likeliest leads as people would: some seconds.")]
Seed = Annotated[int, typer.Option(help="Seed of the layouts that players are taken to think of.", min=0)]
MOST_SHOWN = 6


def command(
    case_file: CaseFile, contract: Named = None, lines: WithLines = False, seed: Seed = 0, as_json: AsJson = False
) -> None:
    """Tricks in a contract: double dummy for every lead, leads by chance, and what is taken at the table."""
    loaded = load_case(case_file)
    if loaded.case is None or loaded.errors:
        raise AdjudicatorError(*(loaded.errors or loaded.problems))
    case = loaded.case
    chosen = _contract(case, contract)
    found = _forecast(case, chosen, lines, seed)
    played = _analysis(case, chosen, seed)
    if as_json:
        data = as_data(found)
        if played is not None:
            data["play"] = _play_data(played)
        print(json.dumps(data, sort_keys=True))
        return
    _show(found)
    if played is not None:
        _show_play(played)


def _contract(case: Case, text: str | None) -> Contract:
    chosen = Contract.parse(text) if text is not None else case.table_contract
    if chosen is not None and chosen.is_passed_out:
        message = "a board that is passed out has no play"
    elif chosen is not None and chosen.declarer is None:
        message = f"{chosen} has no declarer"
    elif chosen is None:
        message = "no contract with a declarer is known"
    else:
        return chosen
    raise AdjudicatorError(Problem(message, "add --contract '4S N'", case.source))


def _forecast(case: Case, contract: Contract, lines: bool, seed: int) -> TrickForecast:
    if case.deal is None:
        raise AdjudicatorError(Problem("the four hands are needed", "add the deal to the case", case.source))
    assert contract.declarer is not None
    auction = case.auction or Auction(case.dealer if case.dealer is not None else contract.declarer)
    return forecast(case.deal, auction, contract, table=_table(case), lines=lines, seed=seed)


def _table(case: Case) -> TableContext | None:
    return context_of(case) if case.dealer is not None and case.vulnerability is not None else None


def _analysis(case: Case, contract: Contract, seed: int) -> PlayAnalysis | None:
    """The play of the case where it was played in this contract, up to the first card that was not legal."""
    if case.deal is None or not case.play or contract != case.table_contract:
        return None
    play = Play(case.deal, contract, case.play)
    problems = play.problems()
    if problems:
        index, message = problems[0]
        advice = "the play is followed up to that card" if index else "the play is not followed"
        tell([Problem(message, advice, case.source, field=f"play[{index}]", severity="warning")])
        if index == 0:
            return None
        play = Play(case.deal, contract, case.play[:index])
    return analyse(play, auction=case.auction, table=_table(case), seed=seed)


def as_data(found: TrickForecast) -> dict[str, Any]:
    """The forecast for machines."""
    data: dict[str, Any] = {
        "contract": str(found.contract),
        "leads": {str(lead.card): [round(lead.probability, 4), lead.double_dummy] for lead in found.leads},
        "tricks": {str(tricks): round(chance, 4) for tricks, chance in found.chances.items()},
        "mean": round(found.mean, 3),
        "making": round(found.making, 4),
        "source": found.source,
    }
    if found.lines is not None:
        data["lines"] = [
            {
                "lead": [str(card) for card in cards],
                "chance": round(chance, 4),
                "tricks": {str(tricks): round(share, 4) for tricks, share in lines.chances.items()},
                "decisions": [_decision_data(decision) for decision in lines.decisions],
            }
            for cards, chance, lines in found.lines.leads
        ]
    return data


def _decision_data(decision: Decision) -> dict[str, Any]:
    return {
        "seat": decision.seat.letter,
        "after": [str(card) for card in decision.after],
        "reached": round(decision.reached, 4),
        "options": {
            str(option.cards[0]): [round(option.probability, 4), option.double_dummy] for option in decision.options
        },
    }


def _play_data(played: PlayAnalysis) -> dict[str, Any]:
    return {
        "start": played.start,
        "cards": [[card.seat.letter, str(card.card), card.before, card.after] for card in played.cards],
        "gifts": [
            {
                "seat": card.seat.letter,
                "card": str(card.card),
                "trick": card.trick,
                "cost": card.cost,
                "found": None if card.found is None else round(card.found),
            }
            for card in played.gifts
        ],
    }


def _show(found: TrickForecast) -> None:
    from adjudicator.reports.texts import cards_in_short, percent, with_symbols

    print(with_symbols(f"{found.contract}: double dummy by lead"))
    for tricks, leads in found.by_tricks().items():
        chance = sum(lead.probability for lead in leads)
        print(f"  {tricks:2d} tricks  {cards_in_short(lead.card for lead in leads)}  ({percent(chance)} of leads)")
    likely = list(merged({lead.card: lead.probability for lead in found.leads}).items())[:MOST_SHOWN]
    words = (f"{cards_in_short(group)} {percent(chance)}" for group, chance in likely if chance >= 0.01)
    print("leads: " + ", ".join(words))
    if found.lines is not None:
        for cards, chance, lines in found.lines.leads:
            tricks_text = ", ".join(f"{tricks}: {percent(share)}" for tricks, share in lines.chances.items())
            print(f"after {cards_in_short(cards)} ({percent(chance)}) the lines give {tricks_text}")
            for decision in lines.decisions:
                _show_decision(decision)
    print("at the table")
    for tricks, chance in sorted(found.chances.items(), reverse=True):
        print(f"  {tricks:2d} tricks  {percent(chance):>5}  {'█' * round(40 * chance)}")
    print(f"mean {found.mean:.2f}, makes {percent(found.making)} ({found.source})")


def _show_decision(decision: Decision) -> None:
    """Only decisions that may well go either way."""
    from adjudicator.reports.texts import cards_in_short, percent

    by_tricks: dict[int, float] = {}
    for option in decision.options:
        by_tricks[option.double_dummy] = by_tricks.get(option.double_dummy, 0.0) + option.probability
    if decision.reached * (1 - max(by_tricks.values())) < 0.05:
        return
    options = ", ".join(
        f"{cards_in_short(option.cards)} {percent(option.probability)} ({option.double_dummy})"
        for option in sorted(decision.options, key=lambda option: -option.probability)
        if option.probability >= 0.05
    )
    print(f"  trick {len(decision.after) // 4 + 1}, {decision.seat}: {options}")


def _show_play(played: PlayAnalysis) -> None:
    from adjudicator.reports.texts import cards_in_short

    print(f"the play: {played.start} tricks double dummy before the lead")
    if not played.gifts:
        print("  no card cost a trick")
    for card in played.gifts:
        found = "" if card.found is None else f", {card.found:.0f} of 100 players would not"
        print(f"  trick {card.trick}, {card.seat} {cards_in_short([card.card])}: gave {card.cost}{found}")
