"""The auctions that might have been: P(call | hand, auction, agreements, table), and what follows from it."""

from adjudicator.auctions.context import LEVELS, UNKNOWN_SYSTEM, SystemTag, TableContext
from adjudicator.auctions.enumeration import Information, enumerate_auctions
from adjudicator.auctions.forest import ContractOutcome, Forest, Line
from adjudicator.auctions.legal import LegalFilter, Removal
from adjudicator.auctions.model import CallModel, load_model
from adjudicator.auctions.polls import Poll, PollUpdate

__all__ = [
    "LEVELS", "UNKNOWN_SYSTEM", "CallModel", "ContractOutcome", "Forest", "Information", "LegalFilter", "Line",
    "Poll", "PollUpdate", "Removal", "SystemTag", "TableContext", "enumerate_auctions", "load_model",
]  # fmt: skip
