"""Rulings: reference world, outcomes, damage, proposal, and what would turn it."""

from adjudicator.rulings.model import Ruling, Verdict
from adjudicator.rulings.rule import rule
from adjudicator.rulings.tools import Settings

__all__ = ["Ruling", "Settings", "Verdict", "rule"]
