"""The questions only a director can answer, in a director's words; keys are those of case and table files."""

from __future__ import annotations

from adjudicator.laws.findings import Question

__all__ = ["QUESTIONS", "ask"]

_YES_NO = ("yes", "no")
_ERRORS = ("serious", "extremely_serious", "wild", "gambling", "revoke", "none")

QUESTIONS: dict[str, Question] = {
    q.key: q
    for q in (
        Question("auction", "Which calls stood before the irregular call?"),
        Question("offender", "Who made the irregular call?"),
        Question("turn", "Whose turn was it?"),
        Question("irregular_call", "Which call was it?"),
        Question("lho", "Does left-hand opponent accept the call?", ("accepts", "refuses")),
        Question("lho_called", "Had left-hand opponent called before you ruled?", _YES_NO),
        Question("premature", "Was the call replaced before you ruled?", _YES_NO),
        Question("replacement", "Which call does the offender make instead, after hearing the consequences?"),
        Question("then", "What was called after the cancelled call, up to the offender's turn?"),
        Question("meaning_old", "What can the withdrawn call have shown? Ask away from the table what was meant."),
        Question("meaning_new", "What does the replacement show in this auction by the pair's agreements?"),
        Question("both_natural", "Are both bids beyond doubt natural (not artificial)?", _YES_NO),
        Question("artificial", "Was the pass artificial, or a pass of a call by partner that was?", _YES_NO),
        Question("same_denomination", "Is it the lowest bid that specifies the same denominations?", _YES_NO),
        Question("meaning_intended", "What did the offender intend, by his own account away from the table?"),
        Question("tried", "Which call did he try to put in its place?"),
        Question("becomes", "Is the player on declarer's side or a defender?", ("declarer", "defender")),
        Question("defender", "Was the late call made by a defender?", _YES_NO),
        Question("pass_out_of_rotation", "Was one of the three passes made out of rotation?", _YES_NO),
        Question("partner_or_lho_acted", "Had partner or left-hand opponent acted before it was found out?", _YES_NO),
        Question("unintended", "Was the first call a slip of hand or tongue, not a change of mind?", _YES_NO),
        Question("time", "When was the change tried?", ("before_lho", "after_lho", "after_partner")),
        Question("final", "Which call stands in the end?"),
        Question("withdrawn_suits", "Which suits did the withdrawn call specify?"),
        Question("later_suits", "Which suits did the same player show in the legal auction?"),
        Question(
            "how",
            "How was the suit shown?",
            ("bid", "natural_double", "lead_double", "convention_undeniable", "convention_doubtful"),
        ),
        Question(
            "stage",
            "Where is the play?",
            ("auction_over", "first_turn", "kept_lead", "regained_lead"),
        ),
        Question("comparable", "Was the call replaced by a comparable call?", _YES_NO),
        Question("cards", "Which cards were exposed?"),
        Question("led", "Was a card led before the auction was over?", _YES_NO),
        Question("special", "Is it a special partnership agreement?", _YES_NO),
        Question("expected_by_opponents", "Can the opponents be expected to understand it?", _YES_NO),
        Question("disclosed", "Was it disclosed as regulations ask?", _YES_NO),
        Question("explained_fully", "Was the agreement fully explained?", _YES_NO),
        Question("damage", "Was the other side damaged by that?", _YES_NO),
        Question("what", "What kind of agreement is it?", ("convention", "light_opening")),
        Question("king_below_average", "Is the opening a king or more below average strength?", _YES_NO),
        Question("level", "At which level is the opening?"),
        Question("period", "How far is the board?", ("auction", "before_lead_faced", "lead_faced")),
        Question("partner_called_since", "Has the player's partner called since?", _YES_NO),
        Question("influenced", "Was the call influenced by the misinformation?", _YES_NO),
        Question("results", "Which results were obtained?", ("this_table", "other_table", "incomparable", "none")),
        Question("fault", "Who was at fault?", ("none", "one", "both", "director")),
        Question("favourable", "Is the other table's result clearly favourable to one side?", _YES_NO),
        Question("helped", "Did the irregularity help the offenders (room, information)?", _YES_NO),
        Question("damaged", "Was the other side damaged by that?", _YES_NO),
        Question("suggested", "How far did the information suggest the action?", ("reasonably", "demonstrably", "no")),
        Question("alternative_share", "Which share of the player's class would seriously consider the alternative?"),
        Question("choosing_share", "Which share of the player's class would choose the alternative?"),
        Question("gained", "Did the offending side gain by the irregularity?", _YES_NO),
        Question("could_have_known", "Could the offender have known that it might well damage the others?", _YES_NO),
        Question("false_inference", "Did an innocent player draw a false inference from tempo or manner?", _YES_NO),
        Question("bridge_reason", "Had the opponent a demonstrable bridge reason for the variation?", _YES_NO),
        Question("agreement_shown", "What do card, notes and both players show: was the explanation the agreement?"),
        Question("explained_as_agreed", "Was the call explained as the agreement is?", _YES_NO),
        Question("revokes_in_suit", "How many times did the same player revoke in this suit?"),
        Question("tricks_moved", "How many tricks does the revoke law transfer?"),
        Question("tricks_without", "How many tricks would the non-offenders have made without the revoke?"),
        Question("tricks_made", "How many tricks did the non-offenders make at the table?"),
        Question("next_card_played", "Had the side played its next card?", _YES_NO),
        Question("agreed", "Are the facts agreed?", _YES_NO),
        Question("rectification", "What do the laws say of these facts?", ("none", "prescribed", "option", "doubtful")),
        Question("probability", "Can you tell by balance of probability what happened?", _YES_NO),
        Question("appellants", "Who appeals?", ("both_partners", "one_partner", "captain", "none")),
        Question("minutes", "How many minutes after the ruling was the appeal made?"),
        Question("point", "What is the appeal about?", ("law", "discipline", "judgement", "facts")),
        Question("error", "Was there such an error or gamble by the non-offenders?", _YES_NO),
        Question(
            "error_kind",
            "Which error or gamble?",
            ("serious", "extremely_serious", "wild", "gambling", "revoke", "none"),
        ),
        Question("unrelated", "Was the error unrelated to the infraction?", _YES_NO),
        Question("lost", "Was the trick in fact won, or could no normal play lose it?", _YES_NO),
        Question("affected", "Did the information reach a player who had yet to act?", _YES_NO),
        Question("complies", "Does the agreement comply with laws and regulations?", _YES_NO),
        Question("right_lost_by", "Did the non-offending side act before calling the director?", _YES_NO),
    )
}


def ask(key: str) -> Question:
    """The question with that key; unknown keys are asked as they stand."""
    return QUESTIONS.get(key) or Question(key, f"What is {key.replace('_', ' ')}?")
