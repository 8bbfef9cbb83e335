"""The kinds of event a case can report, in the words of the Laws, and the vocabularies of a case file.

An event is something that happened at the table and that a director may have to deal with. A kind says what
happened; whether it was an infraction is for the laws room.
"""

from __future__ import annotations

from difflib import get_close_matches
from enum import StrEnum


class EventKind(StrEnum):
    """What happened. The value is the text used in the case file."""

    # irregular calls
    INSUFFICIENT_BID = "insufficient_bid"
    CALL_OUT_OF_TURN = "call_out_of_turn"
    CHANGE_OF_CALL = "change_of_call"
    INADMISSIBLE = "inadmissible"
    SILENCED = "silenced"
    TOO_HIGH = "too_high"
    CALL_AFTER_END = "call_after_end"
    # information from partner
    HESITATION = "hesitation"
    REMARK = "remark"
    QUESTION = "question"
    UNAUTHORISED_INFORMATION = "unauthorised_information"
    USE_OF_UI = "use_of_ui"
    # information for the opponents
    EXPLANATION = "explanation"
    MISEXPLANATION = "misexplanation"
    MISINFORMATION = "misinformation"
    FAILURE_TO_ALERT = "failure_to_alert"
    FAILURE_TO_CORRECT = "failure_to_correct"
    CONCEALED_AGREEMENT = "concealed_agreement"
    AGREEMENT = "agreement"
    DECEPTION = "deception"
    MISBID = "misbid"
    PSYCHE = "psyche"
    # cards and play
    EXPOSED_CARD = "exposed_card"
    LEAD_OUT_OF_TURN = "lead_out_of_turn"
    PLAY_OUT_OF_TURN = "play_out_of_turn"
    LEAD_PENALTY = "lead_penalty"
    PENALTY_CARD = "penalty_card"
    REVOKE = "revoke"
    CLAIM = "claim"
    CONCESSION = "concession"
    DEFECTIVE_TRICK = "defective_trick"
    DUMMY_ACTION = "dummy_action"
    # the rest
    SERIOUS_ERROR = "serious_error"
    GAMBLING_ACTION = "gambling_action"
    DIRECTOR_ERROR = "director_error"
    FOULED_BOARD = "fouled_board"
    UNPLAYABLE_BOARD = "unplayable_board"
    PROCEDURE = "procedure"
    OTHER = "other"


KIND_TEXT: dict[EventKind, str] = {
    EventKind.INSUFFICIENT_BID: "a bid not high enough over the last bid",
    EventKind.CALL_OUT_OF_TURN: "a pass, bid or double when it was another player's turn",
    EventKind.CHANGE_OF_CALL: "a call changed, or tried to be changed, after it was made",
    EventKind.INADMISSIBLE: "a double or redouble that the auction does not allow",
    EventKind.SILENCED: "a bid, double or redouble by a player who was obliged to pass",
    EventKind.TOO_HIGH: "a bid of more than seven",
    EventKind.CALL_AFTER_END: "a call after the auction had ended",
    EventKind.HESITATION: "an unmistakable change of tempo, slow or quick",
    EventKind.REMARK: "a remark, gesture or mannerism",
    EventKind.QUESTION: "a question, or a lack of one, that may tell partner something",
    EventKind.UNAUTHORISED_INFORMATION: "information from another source than legal calls and plays",
    EventKind.USE_OF_UI: "a call or play chosen with the help of unauthorised information",
    EventKind.EXPLANATION: "an explanation whose correctness is in question",
    EventKind.MISEXPLANATION: "a call explained in a way that the agreements do not bear out",
    EventKind.MISINFORMATION: "opponents misinformed in another or an unstated way",
    EventKind.FAILURE_TO_ALERT: "an alert that was due and not given, or came late",
    EventKind.FAILURE_TO_CORRECT: "a wrong explanation not put right in time by the player's partner",
    EventKind.CONCEALED_AGREEMENT: "an agreement that was not disclosed",
    EventKind.AGREEMENT: "a question about whether an agreement may be used",
    EventKind.DECEPTION: "an opponent deceived by tempo, remark or manner",
    EventKind.MISBID: "a call that does not fit the agreement, which was explained correctly",
    EventKind.PSYCHE: "a deliberate gross misstatement of the hand",
    EventKind.EXPOSED_CARD: "a card seen, dropped or led during the auction or play",
    EventKind.LEAD_OUT_OF_TURN: "a lead by the wrong hand",
    EventKind.PLAY_OUT_OF_TURN: "a card played out of turn",
    EventKind.LEAD_PENALTY: "a lead restriction after a withdrawn call",
    EventKind.PENALTY_CARD: "a penalty card and what was done with it",
    EventKind.REVOKE: "a suit not followed though the player could follow",
    EventKind.CLAIM: "a claim of tricks, with or without a statement",
    EventKind.CONCESSION: "tricks conceded",
    EventKind.DEFECTIVE_TRICK: "a trick with too many or too few cards",
    EventKind.DUMMY_ACTION: "dummy did something that dummy may not do",
    EventKind.SERIOUS_ERROR: "a serious error of the non-offending side, unrelated to the infraction",
    EventKind.GAMBLING_ACTION: "a wild or gambling action of the non-offending side",
    EventKind.DIRECTOR_ERROR: "a wrong ruling or instruction by the director",
    EventKind.FOULED_BOARD: "the board was played with wrong cards",
    EventKind.UNPLAYABLE_BOARD: "no result could be obtained",
    EventKind.PROCEDURE: "a breach of correct procedure",
    EventKind.OTHER: "anything else, described in words",
}

ALIASES: dict[str, EventKind] = {
    "insufficient": EventKind.INSUFFICIENT_BID,
    "out_of_rotation": EventKind.CALL_OUT_OF_TURN,
    "out_of_rotation_bid": EventKind.CALL_OUT_OF_TURN,
    "out_of_rotation_pass": EventKind.CALL_OUT_OF_TURN,
    "out_of_rotation_double": EventKind.CALL_OUT_OF_TURN,
    "bid_out_of_turn": EventKind.CALL_OUT_OF_TURN,
    "pass_out_of_turn": EventKind.CALL_OUT_OF_TURN,
    "double_out_of_turn": EventKind.CALL_OUT_OF_TURN,
    "inadmissible_call": EventKind.INADMISSIBLE,
    "inadmissible_double": EventKind.INADMISSIBLE,
    "break_in_tempo": EventKind.HESITATION,
    "tempo": EventKind.HESITATION,
    "slow_call": EventKind.HESITATION,
    "fast_call": EventKind.HESITATION,
    "gesture": EventKind.REMARK,
    "unauthorized_information": EventKind.UNAUTHORISED_INFORMATION,
    "ui": EventKind.UNAUTHORISED_INFORMATION,
    "mi": EventKind.MISINFORMATION,
    "wrong_explanation": EventKind.MISEXPLANATION,
    "missing_alert": EventKind.FAILURE_TO_ALERT,
    "no_alert": EventKind.FAILURE_TO_ALERT,
    "late_alert": EventKind.FAILURE_TO_ALERT,
    "faced_lead_out_of_turn": EventKind.LEAD_OUT_OF_TURN,
    "gambling": EventKind.GAMBLING_ACTION,
    "wild_action": EventKind.GAMBLING_ACTION,
}

IRREGULAR_CALLS = frozenset(
    {
        EventKind.INSUFFICIENT_BID,
        EventKind.CALL_OUT_OF_TURN,
        EventKind.CHANGE_OF_CALL,
        EventKind.INADMISSIBLE,
        EventKind.SILENCED,
        EventKind.TOO_HIGH,
        EventKind.CALL_AFTER_END,
    }
)
UNAUTHORISED = frozenset(
    {
        EventKind.HESITATION,
        EventKind.REMARK,
        EventKind.QUESTION,
        EventKind.UNAUTHORISED_INFORMATION,
        EventKind.USE_OF_UI,
    }
)
MISINFORMING = frozenset(
    {
        EventKind.EXPLANATION,
        EventKind.MISEXPLANATION,
        EventKind.MISINFORMATION,
        EventKind.FAILURE_TO_ALERT,
        EventKind.FAILURE_TO_CORRECT,
        EventKind.CONCEALED_AGREEMENT,
    }
)
PLAY_EVENTS = frozenset(
    {
        EventKind.EXPOSED_CARD,
        EventKind.LEAD_OUT_OF_TURN,
        EventKind.PLAY_OUT_OF_TURN,
        EventKind.LEAD_PENALTY,
        EventKind.PENALTY_CARD,
        EventKind.REVOKE,
        EventKind.CLAIM,
        EventKind.CONCESSION,
        EventKind.DEFECTIVE_TRICK,
        EventKind.DUMMY_ACTION,
    }
)


def find_kind(text: str) -> EventKind | None:
    """The kind of that name or alias, or `None`.

    >>> find_kind("break in tempo").value
    'hesitation'
    """
    key = text.strip().lower().replace(" ", "_").replace("-", "_")
    try:
        return EventKind(key)
    except ValueError:
        return ALIASES.get(key)


HINTS: tuple[tuple[str, EventKind], ...] = (
    ("insufficient", EventKind.INSUFFICIENT_BID),
    ("lead_out_of", EventKind.LEAD_OUT_OF_TURN),
    ("play_out_of", EventKind.PLAY_OUT_OF_TURN),
    ("out_of_turn", EventKind.CALL_OUT_OF_TURN),
    ("out_of_rotation", EventKind.CALL_OUT_OF_TURN),
    ("revoke", EventKind.REVOKE),
    ("claim", EventKind.CLAIM),
    ("conce", EventKind.CONCESSION),
    ("hesitat", EventKind.HESITATION),
    ("tempo", EventKind.HESITATION),
    ("slow", EventKind.HESITATION),
    ("pause", EventKind.HESITATION),
    ("delay", EventKind.HESITATION),
    ("misexpl", EventKind.MISEXPLANATION),
    ("mistaken_expl", EventKind.MISEXPLANATION),
    ("wrong_expl", EventKind.MISEXPLANATION),
    ("misinform", EventKind.MISINFORMATION),
    ("explan", EventKind.EXPLANATION),
    ("alert", EventKind.FAILURE_TO_ALERT),
    ("unauthori", EventKind.UNAUTHORISED_INFORMATION),
    ("serious_error", EventKind.SERIOUS_ERROR),
    ("gambling", EventKind.GAMBLING_ACTION),
    ("director", EventKind.DIRECTOR_ERROR),
    ("exposed", EventKind.EXPOSED_CARD),
    ("penalty_card", EventKind.PENALTY_CARD),
    ("psych", EventKind.PSYCHE),
    ("misbid", EventKind.MISBID),
    ("change_of", EventKind.CHANGE_OF_CALL),
    ("changed_", EventKind.CHANGE_OF_CALL),
    ("question", EventKind.QUESTION),
    ("remark", EventKind.REMARK),
    ("comment", EventKind.REMARK),
)


def guess_kind(text: str) -> EventKind | None:
    """The kind that a name of the file's own must mean, such as `slow_signoff`; `None` when it could be anything."""
    key = text.strip().lower().replace(" ", "_").replace("-", "_")
    return next((kind for hint, kind in HINTS if hint in key), None)


def nearest_kind(text: str) -> EventKind | None:
    """The known kind whose name looks most like `text`, for an error message."""
    key = text.strip().lower().replace(" ", "_").replace("-", "_")
    names = [kind.value for kind in EventKind] + list(ALIASES)
    found = get_close_matches(key, names, n=1, cutoff=0.5)
    return find_kind(found[0]) if found else None
