"""What was judged rather than computed: the question, the answer, by whom, and how to overrule it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.cases import Case
from adjudicator.rulings.damage import affirmed
from adjudicator.rulings.model import By, Damage, Judgement, WorldView
from adjudicator.rulings.opening_lead import POLLED
from adjudicator.rulings.suggestion import suggestion_of
from adjudicator.rulings.tools import Tools


def judgements_of(
    case: Case, worlds: Sequence[WorldView], damage: Sequence[Damage], tools: Tools
) -> tuple[Judgement, ...]:
    """Every judgement in the ruling, each once."""
    found: dict[str, Judgement] = {}
    for view in worlds:
        for judgement in (*_of_world(case, view, tools),):
            found.setdefault(judgement.key, judgement)
    for judgement in _foreseen(case, worlds, damage):
        found.setdefault(judgement.key, judgement)
    if tools.scorer.estimated:
        found["field"] = Judgement(
            "field", "What did the other tables score?", "estimated", By.PROGRAM,
            f"{tools.scorer.describe()}; give the field or the other table's score to overrule",
        )  # fmt: skip
    return tuple(found.values())


def _foreseen(case: Case, worlds: Sequence[WorldView], damage: Sequence[Damage]) -> Iterator[Judgement]:
    """Whether the offender could have known, where damage turned on it and the director has not said."""
    question = "Could the offender have known that he might gain?"
    for item in damage:
        view = worlds[item.world] if item.world is not None else None
        told = case.events[view.world.event_index].fact("could_have_known") if view is not None else None
        if affirmed(told or case.fact("could_have_known")) is not None:
            continue
        if "could not have known" in item.reason or (view is not None and view.foresight is not None):
            figures = view.foresight if view is not None else None
            basis = "presumed" if figures is None or figures.known is None else figures.reason
            answer = "yes" if figures is not None and figures.known else "no"
            yield Judgement(
                "could_have_known", question, answer, By.PROGRAM, f"{basis}; set facts.could_have_known to overrule"
            )


def _of_world(case: Case, view: WorldView, tools: Tools) -> Iterator[Judgement]:
    decision = view.decision
    if decision is not None:
        index = decision.call_index
        polls = [poll for poll in tools.polls_from(index) if len(poll.auction) == index]
        asked = round(sum(poll.answers for poll in polls))
        listed = ", ".join(f"{share.call} {share.share:.0%}" for share in decision.shares[:4])
        basis = f"call model and a poll of {asked}" if polls else "call model; a poll would be better evidence"
        by = By.POLL if polls else By.PROGRAM
        question = f"What would {decision.actor}'s peers call at call {index + 1}?"
        yield Judgement(f"poll.{index}", question, listed, by, basis)
        if view.world.kind == "without_ui":
            found = suggestion_of(case.events[view.world.event_index], decision, case)
            made = "yes" if decision.made in found.calls else "no"
            question = f"Was {decision.made} suggested by the extra information?"
            yield Judgement(f"events.{view.world.event_index + 1}.suggested", question, made, found.by, found.ground)
    if view.world.kind == "play" and view.cause:
        basis = "lead model; votes of players asked, by card, in facts.leads overrule"
        asked = view.world.actor
        yield Judgement(f"leads.{view.world.event_index}", f"What would {asked}'s peers lead?", view.cause,
                        By.POLL if POLLED in view.cause else By.PROGRAM, basis)  # fmt: skip
    said = tools.judged.played_again
    if any("as played" in contract.source for contract in view.contracts):
        yield Judgement(
            "as_played", "Would the play have gone as at the table?", f"{said:.0%}", By.PROGRAM,
            "same denomination and declarer: the tricks taken are evidence",
        )  # fmt: skip
