"""Laws 12, 15, 17, 82, 86, 87: which kind of adjusted score, and when the board cannot be scored normally."""

from __future__ import annotations

from typing import Any

from adjudicator.laws.editions import Edition
from adjudicator.laws.facts import Facts
from adjudicator.laws.findings import Finding, Lead
from adjudicator.laws.questions import ask

__all__: list[str] = []

_SCORE_ONLY = Lead("not_applicable")


def _told(facts: Facts, edition: Edition, because: str, **extra: Any) -> Finding:
    if facts.what("fault") == "director":
        extra.setdefault("both_non_offending", True)
    return edition.applies(facts, because, lead=_SCORE_ONLY, extra=tuple(extra.items()))


def _results(facts: Facts) -> str | None:
    value = facts.what("results")
    return None if value is None else str(value)


def result_obtained_here(facts: Facts, edition: Edition) -> Finding:
    """`12C2` of 1987 and 1997: an assigned score in place of a result obtained."""
    results = _results(facts)
    if results is None:
        return edition.needs(ask("results"))
    if results != "this_table":
        return edition.does_not_apply("no result was obtained at this table")
    return _told(facts, edition, "a result was obtained at this table: assigned score")


def result_obtained_weighted(facts: Facts, edition: Edition) -> Finding:
    """`12C1c` since 2007: a weighted assigned score, unless the authority elected 12C1e."""
    if facts.config.choice("score_clause").value != "12C1c":
        return edition.does_not_apply("the regulating authority elected 12C1e")
    return result_obtained_here(facts, edition)


def result_obtained_likely(facts: Facts, edition: Edition) -> Finding:
    """`2007/12C1e`: likely and at all probable, where the regulating authority elected it."""
    if facts.config.choice("score_clause").value != "12C1e":
        return edition.does_not_apply("the regulating authority did not elect 12C1e")
    return result_obtained_here(facts, edition)


def no_result_obtainable(facts: Facts, edition: Edition) -> Finding:
    """`12C1` (1987, 1997), `12C2a` since 2007: an artificial score, because no result can be obtained here."""
    results = _results(facts)
    if results is None:
        return edition.needs(ask("results"))
    if results == "this_table":
        return edition.does_not_apply("a result was obtained at this table")
    mp = dict(zip(("nos", "partly", "os"), edition.number("average", facts), strict=True))
    return _told(facts, edition, "no result can be obtained", average=mp)


def other_table_favourable(facts: Facts, edition: Edition) -> Finding:
    """`2007/86D`, `2017/86B1`: at teams the other table's result is clearly favourable to one side."""
    teams = facts.what("event") == "teams" or facts.kind == "team"
    if not teams or _results(facts) != "other_table":
        return edition.does_not_apply("not a team board with a result at the other table only")
    favourable = facts.what("favourable")
    if favourable is None:
        return edition.needs(ask("favourable"))
    if not favourable:
        return edition.does_not_apply("the result at the other table favours neither side clearly")
    return _told(facts, edition, "the other table's result is clearly favourable to one side: assigned score")


_INCOMPARABLE = {
    "one": ("better_of_average_plus_and_assigned", "complement"),
    "none": ("artificial_or_replay", "artificial_or_replay"),
    "director": ("artificial_or_replay", "artificial_or_replay"),
    "both": ("artificial", "artificial"),
}


def results_incomparable(facts: Facts, edition: Edition) -> Finding:
    """`2017/86B2`: several results that cannot be compared, or more than one adjusted score."""
    if _results(facts) != "incomparable":
        return edition.does_not_apply("the results can be compared")
    fault = facts.what("fault")
    if fault is None:
        return edition.needs(ask("fault"))
    nos, os = _INCOMPARABLE[str(fault)]
    cancelled = fault != "one"
    return _told(
        facts, edition, f"results that cannot be compared, fault: {fault}", nos=nos, os=os, cancelled=cancelled
    )


def director_error(facts: Facts, edition: Edition) -> Finding:
    """`*/82C`: after a director's error both sides are treated as non-offending."""
    results = _results(facts)
    notes = () if results != "this_table" else ("A result was obtained: adjust only if the error affected it.",)
    return edition.applies(
        facts,
        "the director erred: both sides are non-offending",
        lead=_SCORE_ONLY,
        extra=(("both_non_offending", True),),
        questions=() if results is not None else (ask("results"),),
        notes=notes,
    )


def self_inflicted(facts: Facts, edition: Edition) -> Finding:
    """`2007/12C1b`, `2017/12C1e`: the self-inflicted part of the damage is not redressed."""
    errors = edition.number("self_inflicted_errors")
    named = facts.what("error") if facts.what("error") in errors else None
    kind, unrelated = facts.what("error_kind") or named, facts.what("unrelated")
    if kind is None:
        return edition.needs(ask("error_kind"))
    if kind not in errors:
        return _told(facts, edition, f"{kind} is no such error in this edition: full redress", denied=False)
    if kind in {"serious", "extremely_serious"} and unrelated is None:
        return edition.needs(ask("unrelated"))
    denied = kind in {"wild", "gambling", "revoke"} or bool(unrelated)
    because = "the self-inflicted part is not redressed" if denied else "the error was related to the infraction"
    return _told(facts, edition, because, denied=denied)


def call_on_wrong_hand(facts: Facts, edition: Edition) -> Finding:
    """`2007/17D`, `2017/15A`: if the new call differs (is not comparable) after the next players acted: artificial."""
    acted, comparable = facts.what("partner_or_lho_acted"), facts.what("comparable")
    if acted is False or comparable is True:
        return _told(facts, edition, "the board is played on", artificial=False)
    unknown = [k for k in ("partner_or_lho_acted", "comparable") if facts.what(k) is None]
    if unknown:
        return edition.needs(*(ask(k) for k in unknown))
    return _told(facts, edition, "the call on the right hand differs", artificial=True)


def fouled_board(facts: Facts, edition: Edition) -> Finding:
    """`87`, `2017/87B`: a fouled board is scored in groups; at teams the editions differ."""
    return _told(facts, edition, "scored in groups of tables that played the same cards", groups=True)
