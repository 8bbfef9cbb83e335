"""What must agree within a case: the auction with the events, the contract with the auction, the score with
both.

Contradictions among the facts are errors, since a ruling on them would be a ruling on nothing. What can be
doubted without harm is a warning.
"""

from __future__ import annotations

from adjudicator.bridge import Contract, Play, Vulnerability
from adjudicator.cases.check_events import check_events, explaining_event
from adjudicator.cases.collector import Collector
from adjudicator.cases.kinds import EventKind
from adjudicator.cases.model import Case, Outcome, RecordedRuling
from adjudicator.cases.sourcelines import Path


def check_case(case: Case, found: Collector, stated_tricks: int | None) -> None:
    """Report every contradiction in the case."""
    check_auction(case, found)
    check_events(case, found)
    check_contract(case, found)
    check_tricks(case, found, stated_tricks)
    check_score(case, found)
    check_lead(case, found)
    check_play(case, found)
    check_polls(case, found)
    for name, ruling in (("director_ruling", case.director_ruling), ("final_ruling", case.final_ruling)):
        check_ruling(case, ruling, name, found)
    if case.answer is not None:
        check_outcomes(case, case.answer.candidates, ("answer", "candidates"), found)


def check_auction(case: Case, found: Collector) -> None:
    """Every illegal call needs an event that explains why it stands."""
    if case.auction is None:
        return
    skipped_before = [sum(1 for skip in case.skipped if skip < index) for index in range(len(case.auction) + 1)]
    for index, reason in case.auction.problems():
        event = explaining_event(case, index)
        path: Path = ("auction", index - skipped_before[index])
        who = case.auction.seat_of(index)
        if event is None:
            found.error(
                path,
                f"call {index} (counted from 0), {case.auction.calls[index]} by {who}: {reason}",
                "add an [[events]] entry that explains why it stood (accepted = true), or take it out: "
                "calls that were withdrawn are not listed",
            )
        elif event.accepted is False:
            found.error(
                path,
                f"call {index} is illegal and its event says that it was not accepted: {reason}",
                "list the replacement in the auction, and the call itself as withdrawn_call",
            )
    if not case.auction_complete and case.table_result is not None and "auction_certainty" not in case.info:
        found.warn(("auction",), "the auction has not come to its end", "add the closing passes")


def check_contract(case: Case, found: Collector) -> None:
    """The contract follows from the auction, and the result names the same contract."""
    contract, auction = case.table_contract, case.auction
    if contract is not None and auction is not None and case.auction_complete and auction.contract is not None:
        bid = auction.contract
        if not same_contract(bid, contract):
            found.error(
                ("table_contract",) if case.table_contract_text else ("table_result",),
                f"the auction ends in {bid}, not in {contract}",
                "put the auction or the contract right",
            )
    if (
        contract is not None
        and case.table_result is not None
        and not same_contract(case.table_result.contract, contract)
    ):
        found.error(
            ("table_result",),
            f"the result is one of {case.table_result.contract}, the contract was {contract}",
            "put one of them right",
        )


def same_contract(one: Contract, other: Contract) -> bool:
    """Equal, an open declarer being equal to any."""
    if (one.level, one.doubling) != (other.level, other.doubling):
        return False
    if one.is_passed_out:
        return True
    open_declarer = one.declarer is None or other.declarer is None
    return one.denomination == other.denomination and (open_declarer or one.declarer == other.declarer)


def check_tricks(case: Case, found: Collector, stated: int | None) -> None:
    """`table_tricks` is the number that the result says."""
    if stated is None or case.table_result is None or case.table_contract is None:
        return
    if case.table_contract.is_passed_out:
        if stated:
            found.error(
                ("table_tricks",), "no tricks are played on a board that is passed out", "leave table_tricks out"
            )
    elif stated != case.table_result.tricks:
        found.error(
            ("table_tricks",),
            f"{case.table_result} is {case.table_result.tricks} tricks, not {stated}",
            "put the result or the tricks right",
        )


def check_score(case: Case, found: Collector) -> None:
    """The score follows from result and vulnerability."""
    score, result = case.table_score_ns, case.table_result
    if score is None or result is None:
        return
    if result.contract.declarer is None and not result.contract.is_passed_out:
        return
    expected = possible_scores(case, result.contract, result.tricks)
    if score not in expected:
        right = " or ".join(f"{value:+d}" for value in expected)
        vulnerable = f" ({case.vulnerability.text} vulnerable)" if case.vulnerability else ""
        found.error(
            ("table_score_ns",),
            f"{result}{vulnerable} scores {right} for North-South, not {score:+d}",
            "put the score, the result or the vulnerability right",
        )


def possible_scores(case: Case, contract: Contract, tricks: int) -> list[int]:
    """The score for North-South, or both scores when the vulnerability is not known."""
    options = [case.vulnerability] if case.vulnerability else [Vulnerability.NONE, Vulnerability.BOTH]
    return sorted({contract.score_ns(tricks, option) for option in options})


def check_lead(case: Case, found: Collector) -> None:
    """The opening lead is a card of declarer's left-hand opponent."""
    contract = case.table_contract
    if case.lead is None or contract is None or contract.leader is None:
        return
    holder = next((seat for seat, hand in enumerate(case.hands) if hand is not None and case.lead in hand.cards), None)
    hand = case.hands[contract.leader]
    out_of_turn = case.events_of(EventKind.LEAD_OUT_OF_TURN)
    if holder == contract.leader or out_of_turn:
        return
    if holder is not None or (hand is not None and hand.is_full):
        found.error(
            ("lead",),
            f"{contract.leader} leads against {contract} and does not hold {case.lead}",
            "put the lead or the deal right (suits run S.H.D.C), or add an event lead_out_of_turn",
        )


def check_play(case: Case, found: Collector) -> None:
    """Cards are played by those who hold them; a revoke needs its event; all thirteen tricks agree with the result."""
    contract = case.table_contract
    if not case.play or case.deal is None or contract is None or contract.declarer is None:
        return
    if case.lead is not None and case.play[0] != case.lead:
        found.error(("play",), f"the play begins with {case.play[0]}, the lead was {case.lead}", "put one right")
    play = Play(case.deal, contract, case.play)
    irregular = case.events_of(EventKind.REVOKE, EventKind.LEAD_OUT_OF_TURN, EventKind.PLAY_OUT_OF_TURN)
    for index, reason in play.problems():
        if not irregular:
            found.error(
                ("play",), f"card {index + 1}, {case.play[index]}: {reason}", "put the play right or add the event"
            )
    if len(case.play) == 52 and not play.problems() and case.table_result is not None:
        tricks = play.tricks_won(contract.declarer.side)
        if tricks != case.table_result.tricks:
            found.warn(
                ("play",), f"declarer won {tricks} tricks in the play, the result says {case.table_result.tricks}"
            )


def check_polls(case: Case, found: Collector) -> None:
    """A poll is about a turn of the auction, and its calls are legal there."""
    if case.auction is None:
        return
    for number, poll in enumerate(case.polls):
        if poll.call_index > len(case.auction):
            found.error(
                ("polls", number, "call_index"),
                f"there is no call {poll.call_index}; the auction has {len(case.auction)}, counted from 0",
                "name the call the players were asked about",
            )
            continue
        before = case.auction.prefix(poll.call_index)
        for call, _ in (*poll.votes, *poll.considered):
            reason = before.why_illegal(call)
            if reason is not None:
                found.warn(("polls", number, "votes"), f"{call}: {reason}", "check call_index and the calls")


def check_ruling(case: Case, ruling: RecordedRuling | None, name: str, found: Collector) -> None:
    """Scores of a ruling that was given; warnings only."""
    if ruling is not None:
        check_outcomes(case, ruling.ns, (name, "ns"), found)
        check_outcomes(case, ruling.ew, (name, "ew"), found)


def check_outcomes(case: Case, outcomes: tuple[Outcome, ...], path: Path, found: Collector) -> None:
    """Score and tricks of each line agree."""
    for number, line in enumerate(outcomes):
        contract = line.contract
        if contract is None or line.tricks is None or line.score_ns is None or contract.declarer is None:
            continue
        expected = possible_scores(case, contract, line.tricks)
        if line.score_ns not in expected:
            right = " or ".join(f"{value:+d}" for value in expected)
            found.warn(
                (*path, number),
                f"{contract} with {line.tricks} tricks scores {right}, not {line.score_ns:+d}",
                "check it",
            )
