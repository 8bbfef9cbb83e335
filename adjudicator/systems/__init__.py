"""Bidding agreements as data: what a call means for this pair, in any auction."""

from adjudicator.systems.choice import Candidate, candidates, choose, rule_scores
from adjudicator.systems.inferred import system_for_tag
from adjudicator.systems.loader import known_systems, load_system
from adjudicator.systems.model import Rule, System, SystemFileError
from adjudicator.systems.readings import CallMeaning, NegativeInference, Reading, meaning_of, meaning_of_next

__all__ = [
    "CallMeaning",
    "Candidate",
    "NegativeInference",
    "Reading",
    "Rule",
    "System",
    "SystemFileError",
    "candidates",
    "choose",
    "known_systems",
    "load_system",
    "meaning_of",
    "system_for_tag",
    "meaning_of_next",
    "rule_scores",
]
