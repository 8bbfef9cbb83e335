"""Start a case from a game record: what the record says is filled in, what only people know is a marked blank.

A blank is `___`. A case with blanks can be loaded: a blank means "not known".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from adjudicator.bridge import AdjudicatorError, Auction, Seat
from adjudicator.cases.toml import toml_string, toml_value
from adjudicator.cases.vocabulary import SCORING_HELP, find_scoring
from adjudicator.formats import GameRecord

BLANK = "___"
BLANKS = ("scoring", "authority", "kind", "call_index", "by", "description")
KIND_EXAMPLES = "hesitation, insufficient_bid, call_out_of_turn, misexplanation, failure_to_alert, revoke, claim …"


def case_from_record(
    record: GameRecord, others: Sequence[GameRecord] = (), given: Mapping[str, str] | None = None
) -> str:
    """The text of a new case file.

    `others` are records of the same board at other tables: the other table of a match, or the field. `given` holds
    answers for blanks by their name (see `BLANKS`).
    """
    answers = dict(given or {})
    parts = [
        f"# A case started from {record.file or 'a record'}"
        + (f", line {record.line}" if record.line else "")
        + f". Fill in what is marked {BLANK}; leave it where something is not known.\n",
        *_about(record, answers),
        *_board(record),
        *_table(record),
        *_other_results(record, others),
        *_event(record, answers),
        *_agreements(record),
    ]
    return "".join(parts)


def _line(key: str, value: str, comment: str = "") -> str:
    return f"{key} = {value}" + (f"  # {comment}" if comment else "") + "\n"


def _blank(answers: Mapping[str, str], key: str, comment: str) -> str:
    value = answers.get(key, "").strip()
    return _line(key, toml_string(value or BLANK), "" if value else comment)


def _about(record: GameRecord, answers: dict[str, str]) -> list[str]:
    name = "-".join(part for part in (record.event, f"board {record.board}" if record.board else "") if part)
    lines = [_line("id", toml_string(name or "new case"))]
    if record.event:
        lines.append(_line("event", toml_string(record.event)))
    digits = "".join(letter for letter in record.date if letter.isdigit())
    if len(digits) == 8:
        lines.append(_line("date", toml_string(f"{digits[:4]}-{digits[4:6]}-{digits[6:]}")))
    if len(digits) >= 4 and 1900 < int(digits[:4]) < 2200:
        lines.append(_line("year", digits[:4]))
    lines.append(
        _blank(answers, "authority", "who regulates, for example EBU, ACBL; decides the edition near a change")
    )
    scoring = find_scoring(record.scoring)
    if scoring is not None and record.scoring.strip() not in ("", "?") and "scoring" not in answers:
        lines.append(_line("scoring", toml_string(record.scoring)))
    else:
        lines.append(_blank(answers, "scoring", SCORING_HELP))
    return lines


def _board(record: GameRecord) -> list[str]:
    lines = [] if record.board is None else [_line("board", str(record.board))]
    dealer = BLANK if record.dealer is None else record.dealer.letter
    vulnerability = BLANK if record.vulnerability is None else record.vulnerability.text
    lines += [_line("dealer", toml_string(dealer)), _line("vulnerability", toml_string(vulnerability))]
    if any(record.hands):
        hands = " ".join("-" if hand is None else hand.text for hand in record.hands)
        lines.append(_line("deal", toml_string(f"N:{hands}")))
    else:
        lines.append(_line("deal", toml_string(BLANK), "N:spades.hearts.diamonds.clubs and three more hands"))
    if record.calls:
        lines.append(_line("auction", toml_value([str(call) for call in record.calls])))
        if not record.auction_complete:
            lines.append(_line("auction_certainty", '"incomplete"'))
    else:
        lines.append(_line("auction", toml_string(BLANK), "calls from the dealer, withdrawn calls left out"))
    if record.notes:
        lines.append(_line("explanations", toml_string(explanations(record))))
    if any(record.players):
        names = {seat.letter: record.players[seat] for seat in Seat if record.players[seat]}
        lines.append(_line("players", toml_value(names)))
    return lines


def explanations(record: GameRecord) -> str:
    """Alerts and explanations of the record in its own words, each with the call it belongs to."""
    told = []
    for note in record.notes:
        if note.index < len(record.calls) and (note.text or note.alerted):
            who = "" if record.dealer is None else f" by {record.dealer.after(note.index)}"
            words = note.text or "alerted"
            told.append(f"[{note.index}] {record.calls[note.index]}{who}: {words}")
    return "; ".join(told)


def _table(record: GameRecord) -> list[str]:
    lines = []
    if record.lead is not None:
        lines.append(_line("lead", toml_string(str(record.lead))))
    if len(record.play) > 1:
        lines.append(_line("play", toml_value([str(card) for card in record.play])))
    if record.contract is not None:
        lines.append(_line("table_contract", toml_string(str(record.contract))))
    result = record.result
    if result is None:
        lines.append(_line("table_result", toml_string(BLANK), "for example '4S N =', '3NTX E -2', 'Pass'"))
        return lines
    lines.append(_line("table_result", toml_string(str(result))))
    score = score_of(record)
    if score is not None:
        lines.append(_line("table_score_ns", str(score)))
    return lines


def score_of(record: GameRecord) -> int | None:
    """The score for North-South that follows from the record."""
    if record.result is None or record.vulnerability is None:
        return record.score_ns
    try:
        return record.result.score_ns(record.vulnerability)
    except AdjudicatorError:
        return record.score_ns


def _other_results(record: GameRecord, others: Sequence[GameRecord]) -> list[str]:
    scores = [(other, score) for other in others if (score := score_of(other)) is not None]
    if not scores:
        return []
    if len(scores) == 1 and (record.room or record.home_team or "imp" in record.scoring.lower()):
        other, score = scores[0]
        result = {"result": str(other.result)} if other.result is not None else {}
        return [_line("other_table", toml_value({**result, "score_ns": score}))]
    counts = Counter((str(other.result) if other.result is not None else "", score) for other, score in scores)
    field = [
        {**({"result": text} if text else {}), "score_ns": score, "count": count}
        for (text, score), count in sorted(counts.items(), key=lambda item: (-item[0][1], item[0][0]))
    ]
    return [_line("field", toml_value(field))]


def _event(record: GameRecord, answers: Mapping[str, str]) -> list[str]:
    index = answers.get("call_index", "").strip()
    lines = _standing_irregularities(record, index)
    if lines and not answers.get("kind", "").strip():
        return lines
    lines += ["\n# What happened? One entry for each thing.\n[[events]]\n", _blank(answers, "kind", KIND_EXAMPLES)]
    known = index.lstrip("-").isdigit()
    lines.append(_line("call_index", index if known else "-1", "" if known else numbered_calls(record)))
    lines.append(_blank(answers, "by", "N, E, S, W, or a side: NS, EW"))
    lines.append('# withdrawn_call = "1S"   # for irregular calls: the call taken back\n')
    lines.append("# accepted = false         # did the left-hand opponent accept it?\n")
    lines.append(_blank(answers, "description", "in a sentence or two"))
    return lines


def _standing_irregularities(record: GameRecord, told: str) -> list[str]:
    """An entry for each call of the record that the Laws do not allow: it stands, so somebody accepted it.

    ``told`` is the number of the call that an answer speaks about already.
    """
    auction = record.auction
    lines: list[str] = []
    for index, reason in auction.problems() if auction is not None else ():
        if auction is None or str(index) == told:
            continue
        lines += [
            "\n# The Laws do not allow this call of the record. Put the entry right if the call did not stand.\n",
            "[[events]]\n",
            _line("kind", toml_string("insufficient_bid" if auction.calls[index].is_bid else "inadmissible")),
            _line("call_index", str(index)),
            _line("by", toml_string(auction.seat_of(index).letter)),
            _line("accepted", "true", "it stands in the record"),
            _line("description", toml_string(reason)),
        ]
    return lines


def numbered_calls(record: GameRecord) -> str:
    """The calls with their numbers, as a help for whoever fills in an event."""
    if record.dealer is None or not record.calls:
        return "which call, counted from 0; -1 = none that stands"
    auction = Auction(record.dealer, record.calls)
    told = [f"{number} {auction.seat_of(number).letter} {call}" for number, call in enumerate(record.calls)]
    return "which call, -1 = none that stands: " + ", ".join(told)


def _agreements(record: GameRecord) -> list[str]:
    """Explained calls as agreements to be put into the meaning language, commented out."""
    explained = [note for note in record.notes if note.text and note.index < len(record.calls)]
    if not explained or record.dealer is None:
        return []
    lines = ["\n# Explained calls, in the record's words. Where it matters, take off the # and say what they show.\n"]
    for note in explained:
        before = " ".join(map(str, record.calls[: note.index]))
        lines += [
            "# [[agreements]]\n",
            f"# by = {toml_string(record.dealer.after(note.index).letter)}\n",
            f"# auction = {toml_string(before)}\n",
            f"# call = {toml_string(str(record.calls[note.index]))}\n",
            '# means = "___"  # for example: nat; S>=5; hcp 8-16\n',
            f"# note = {toml_string(note.text)}\n",
        ]
    return lines
