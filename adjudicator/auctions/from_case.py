"""The table of a case as the call model knows it."""

from __future__ import annotations

import re

from adjudicator.auctions.agreements import Agreements, stated
from adjudicator.auctions.context import CLUB, LEVELS, Scoring, SystemTag, TableContext
from adjudicator.auctions.polls import Poll
from adjudicator.bridge import AdjudicatorError, Auction, Call, Deal, Problem, Side
from adjudicator.cases import Case, ScoringUnit

_SCORINGS: dict[ScoringUnit, Scoring] = {
    ScoringUnit.MATCHPOINTS: "MP",
    ScoringUnit.IMPS: "IMP",
    ScoringUnit.CROSS_IMPS: "IMP",
    ScoringUnit.BUTLER: "IMP",
    ScoringUnit.BOARD_A_MATCH: "BAM",
}
_RANGE = re.compile(r"1\s*NT?\D{0,20}?(\d{2})\s*[-–]\s*(\d{2})", re.IGNORECASE)
_WORDS = (
    (re.compile(r"\bacol\b", re.IGNORECASE), SystemTag.parse("acol")),
    (re.compile(r"\bprecision\b|\bstrong (?:club|1C)\b", re.IGNORECASE), SystemTag.parse("precision")),
    (re.compile(r"\bpolish\b|\bwspólny\b|\bWJ\b", re.IGNORECASE), SystemTag.parse("wj")),
    (re.compile(r"\b2/1\b|two over one|\bSAYC\b|standard american", re.IGNORECASE), SystemTag.parse("2/1")),
    (re.compile(r"(?:five|5)[- ]?card majors", re.IGNORECASE), SystemTag("?", "?", "5")),
)


def system_tag(text: str) -> SystemTag:
    """A pair's basic system from the words of the case: a tag, a system's name, a 1NT range in prose.

    >>> system_tag("Acol, 1NT 12-14").text, system_tag("2/1 with 1NT = 14-16").text
    ('12-14/nat/4', '14-16/nat/5')
    """
    tag = SystemTag.parse(text)
    if tag == SystemTag():
        tag = next((found for pattern, found in _WORDS if pattern.search(text)), tag)
    stated = _RANGE.search(text)
    if stated is None:
        return tag
    return SystemTag(SystemTag.parse(f"{stated[1]}-{stated[2]}/?/?").notrump, tag.club, tag.major)


def context_of(case: Case) -> TableContext:
    """Dealer, vulnerability, scoring, level, systems and year of a case.

    ``level`` of the case's own notes is used when it is one that the model knows.
    """
    if case.dealer is None or case.vulnerability is None:
        raise AdjudicatorError(
            Problem("dealer and vulnerability are needed to foretell calls", "add them to the case", case.source)
        )
    level = str(case.info.get("level", "unknown")).lower()
    return TableContext(
        dealer=case.dealer,
        vulnerability=case.vulnerability,
        scoring=_SCORINGS.get(case.scoring.unit, "unknown"),
        level=level if level in LEVELS or level == CLUB else "unknown",
        systems=(system_tag(case.system_ns or case.systems), system_tag(case.system_ew or case.systems)),
        year=case.year,
    )


def table_of(case: Case) -> tuple[TableContext, Agreements, list[Problem]]:
    """Context and agreements of a case with the agreements that it states worked in, and lines not understood."""
    return stated(context_of(case), (case.alterations(Side.NS), case.alterations(Side.EW)))


def deal_of(case: Case) -> Deal:
    if case.deal is None:
        raise AdjudicatorError(Problem("the four hands are needed to enumerate auctions", "add the deal", case.source))
    return case.deal


def polls_of(case: Case) -> tuple[Poll, ...]:
    """Polls of players who did not have the information that the law forbids."""
    if case.auction is None:
        return ()
    return tuple(
        Poll(case.auction.prefix(poll.call_index), {Call(call): votes for call, votes in poll.votes}, poll.players)
        for poll in case.polls
        if poll.votes and not poll.informed
    )


def turn_of_interest(case: Case) -> Auction:
    """The auction up to the first irregularity of the case; the whole table's beginning when there is none."""
    context = context_of(case)
    if case.auction is None:
        return Auction(context.dealer)
    turns = [event.call_index for event in case.events if 0 <= event.call_index <= len(case.auction)]
    length = min(turns, default=0)
    while length > 0 and case.auction.prefix(length).is_over:
        length -= 1
    return case.auction.prefix(length)
