"""The border of the case file: its keys and their kinds of value, as pydantic models.

Values stay close to the file here; `adjudicator.cases.convert` turns them into bridge values. The JSON
schema that `adjudicator schema` writes comes from these models.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Text = str
Number = int | float
Standing = Literal["agreed", "established", "assumed", "disputed"]
NOTE_SUFFIXES = ("_note", "_certainty", "_comment", "_url", "_source")


NEEDED = ("kind",)


def _open_to_notes(schema: dict[str, Any]) -> None:
    """Editors should accept a note beside any key, flag everything else that is not known, and ask for key
    facts.

    The models have defaults even for needed keys: the loader then reports an empty one with its own words.
    """
    schema["patternProperties"] = {f"({'|'.join(NOTE_SUFFIXES)})$": {}}
    needed = [key for key in NEEDED if "description" in schema.get("properties", {}).get(key, {})]
    if needed:
        schema["required"] = needed


class Model(BaseModel):
    """Common settings: unknown keys are refused here; the loader reports and keeps them before it validates."""

    model_config = ConfigDict(extra="forbid", coerce_numbers_to_str=True, json_schema_extra=_open_to_notes)


class EventModel(Model):
    """Something that happened at the table."""

    kind: Text = Field("", description="what happened, for example insufficient_bid, hesitation, misexplanation")
    call_index: int = Field(-1, ge=-1, description="which call of the auction, from 0; -1 = none that stands")
    by: Text = Field("", description="N, E, S, W or a side, NS or EW")
    withdrawn_call: Text | list[Text] = ""
    replacement: Text = ""
    accepted: bool | None = None
    turn: Text = Field("", description="whose turn it was: a seat, or partner, LHO, RHO of the offender")
    said: Text = Field("", description="what was explained")
    meant: Text = Field("", description="what the player meant")
    agreement: Text = Field("", description="what the pair had agreed")
    meaning_old: Text | list[Text] = Field("", description="reading of the withdrawn call, meaning language")
    meaning_new: Text | list[Text] = Field("", description="reading of the replacement, meaning language")
    suggested: Text | list[Text] = Field("", description="calls that the information suggested")
    alternatives: Text | list[Text] = Field("", description="calls the director holds to be logical alternatives")
    cards: Text | list[Text] = ""
    trick: int | None = Field(None, ge=1, le=13)
    description: Text = ""
    facts: dict[str, Any] = Field(default_factory=dict)
    standing: Standing | None = None


class AgreementModel(Model):
    """One agreement: what a call shows."""

    text: Text = Field("", description="words of the systems room, for example '1NT is 12-14' or 'no Drury'")
    means: Text = Field("", description="meaning language, for example 'nat; S>=5; hcp 8-16'")
    call: Text = ""
    auction: Text | list[Text] = ""
    by: Text = ""
    side: Text = ""
    standing: Standing = "established"
    note: Text = ""


class PollModel(Model):
    """What players said who were given the hand."""

    call_index: int = Field(-1, ge=-1)
    votes: dict[str, int] = Field(default_factory=dict, description="call and how many chose it")
    considered: dict[str, int] = Field(default_factory=dict, description="call and how many seriously thought of it")
    out_of: int | None = Field(None, ge=0)
    players: Text = Field("", description="class of player, for example 'club, weak notrump'")
    informed: bool | None = Field(None, description="did they know what the player should not have known?")
    question: Text = ""


class FieldModel(Model):
    """A result at other tables."""

    result: Text = ""
    score_ns: int | None = None
    count: Number = Field(1, gt=0)


class OtherTableModel(Model):
    """The other table of the match."""

    result: Text = ""
    score_ns: int | None = None


class SeriousErrorModel(Model):
    """Damage that a non-offending side did to itself."""

    by: Text = ""
    kind: Literal["serious_error", "gambling_action", "wild_action"] = "serious_error"
    description: Text = ""
    instead: Text = Field("", description="the result without the error, for example '4SX E -1'")
    instead_score_ns: int | None = None


class PenaltyModel(Model):
    """A procedural penalty beside the score; it never enters an adjusted score."""

    by: Text = Field("", description="the side, NS or EW, or the player that is penalised")
    amount: Text = Field("", description="for example '10% of a top', '3 IMPs', '0.5 VP'; empty for a warning")
    law: Text = Field("", description="for example 90B1; left out, the law on procedural penalties")
    reason: Text = ""


class OutcomeModel(Model):
    """One line of an adjusted score."""

    contract: Text = ""
    result: Text = ""
    tricks: int | None = Field(None, ge=0, le=13)
    score_ns: int | None = None
    weight: Number | Text | None = None
    weight_min: Number | Text | None = None
    weight_max: Number | Text | None = None
    imps: Number | None = None
    condition: Text = ""


class RulingModel(Model):
    """A ruling that was given; used for comparison only."""

    summary: Text = ""
    ns: list[OutcomeModel] = Field(default_factory=list)
    ew: list[OutcomeModel] = Field(default_factory=list)
    artificial_ns: Text = ""
    artificial_ew: Text = ""
    penalty_ns: Text = ""
    penalty_ew: Text = ""
    law: Text | list[Text] = ""
    by: Text = ""


class AnsweredCallModel(Model):
    """What an answer says about one call."""

    call: Text = Field("", description="a call of the offender")
    comparable: bool | None = None
    partner_silenced: Text = ""
    condition: Text = ""


class AnswerModel(Model):
    """The published answer; used for comparison only."""

    status: Text = ""
    who: Text = ""
    summary: Text = ""
    adjust: bool | Text | None = None
    adjust_law: Text = ""
    calls: list[AnsweredCallModel] = Field(default_factory=list)
    candidates: list[OutcomeModel] = Field(default_factory=list)
    lead_restriction: Text = ""
    restricted_player: Text = ""
    suits_available: list[Text] = Field(default_factory=list)
    imps_ns: Number | None = None
    both_sides_non_offending: bool | None = None


class CaseModel(Model):
    """A case: one board at one table, what happened, and what the director found."""

    model_config = ConfigDict(title="adjudicator case")

    # the board
    board: int | None = Field(None, ge=1)
    dealer: Text = ""
    vulnerability: Text = Field("", description="None, NS, EW, Both or unknown")
    deal: Text = Field("", description="PBN: N:spades.hearts.diamonds.clubs and three more hands; - for unknown")
    hands: dict[str, Text] = Field(default_factory=dict, description="single hands; x = a card below the ten")
    auction: Text | list[Text] = ""
    lead: Text = ""
    play: Text | list[Text] = ""
    table_contract: Text = ""
    table_result: Text = Field("", description="for example '4S N =', '3NTX E -2', 'Pass'")
    table_tricks: int | None = Field(None, ge=0, le=13)
    table_score_ns: int | None = None
    players: dict[str, Text] = Field(default_factory=dict)
    # the event and the law
    id: Text | int = ""
    title: Text = ""
    event: Text = ""
    year: int | None = None
    date: Any = ""
    authority: Text = ""
    law_edition: Text | int = ""
    scoring: Text = ""
    config: dict[str, Any] = Field(default_factory=dict)
    seed: int | None = None
    # what happened and what was found
    events: list[EventModel] = Field(default_factory=list)
    systems: Text = ""
    system_ns: Text = ""
    system_ew: Text = ""
    explanations: Text = ""
    agreements: list[AgreementModel | Text] = Field(default_factory=list)
    facts: dict[str, Any] = Field(default_factory=dict)
    polls: list[PollModel] = Field(default_factory=list)
    serious_errors: list[SeriousErrorModel] = Field(default_factory=list)
    penalties: list[PenaltyModel] = Field(
        default_factory=list, description="procedural penalties, apart from the score"
    )
    # other results
    other_table: OtherTableModel | int | Text | None = None
    field: list[FieldModel] | Text = Field(default_factory=list)
    # what others ruled
    director_ruling: RulingModel | None = None
    final_ruling: RulingModel | None = None
    answer: AnswerModel | None = None
    # for the reader
    slug: Text = ""
    source_url: Text = ""
    source_title: Text = ""
    form: Text = ""
    family: Text | list[Text] = Field(default_factory=list)
    law_cited: Text | list[Text] = Field(default_factory=list)
    comment: Text = ""
    complete: bool | None = None
    missing: Text | list[Text] = Field(default_factory=list)
    damaged: bool | Text | None = None
    final_level: Text = ""
    final_differs_from_director: bool | Text | None = None


COMPARED = frozenset({"director_ruling", "final_ruling", "answer"})
FOR_THE_READER = COMPARED | {
    "title", "event", "slug", "source_url", "source_title", "form", "family", "law_cited", "comment", "complete",
    "missing", "damaged", "final_level", "final_differs_from_director", "systems", "explanations", "description",
    "said", "meant", "agreement", "note", "question", "players", "authority", "id", "summary", "standing", "reason",
}  # fmt: skip
ALIASES = {
    "edition": "law_edition",
    "vulnerable": "vulnerability",
    "result": "table_result",
    "contract": "table_contract",
    "tricks": "table_tricks",
    "score_ns": "table_score_ns",
    "name": "title",
    "poll": "polls",
    "agreement": "agreements",
    "other_table_score_ns": "other_table",
}


def json_schema() -> dict[str, Any]:
    """The JSON schema of a case file (JSON Schema 2020-12)."""
    schema = CaseModel.model_json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return schema
