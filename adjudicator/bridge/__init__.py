"""Cards, deals, calls, contracts, legal play and duplicate score: pure values, parsed at the border."""

from adjudicator.bridge.batch import SUIT_HCP, SUIT_LENGTH, DealBatch, SuitMasks, hand_masks, suit_masks
from adjudicator.bridge.calls import ALL_BIDS, ALL_CALLS, DOUBLE, PASS, REDOUBLE, Auction, Call, IllegalCall
from adjudicator.bridge.cards import FULL_PACK, RANKS, Card, Denomination, Hand, Suit
from adjudicator.bridge.contracts import PASSED_OUT, Contract, Result, duplicate_score
from adjudicator.bridge.deals import Deal, DealError, deal_faults
from adjudicator.bridge.play import Play, Trick, legal_cards, trick_winner
from adjudicator.bridge.problems import AdjudicatorError, Problem, Severity, errors
from adjudicator.bridge.seats import Seat, Side, Vulnerability, dealer_of_board

__all__ = [
    "ALL_BIDS", "ALL_CALLS", "DOUBLE", "FULL_PACK", "PASS", "PASSED_OUT", "RANKS", "REDOUBLE", "SUIT_HCP",
    "SUIT_LENGTH", "AdjudicatorError", "Auction", "Call", "Card", "Contract", "Deal", "DealBatch",
    "DealError",
    "Denomination", "Hand", "IllegalCall", "Play", "Problem", "Result", "Seat", "Severity", "Side", "Suit",
    "SuitMasks", "Trick", "Vulnerability", "deal_faults", "dealer_of_board", "duplicate_score", "errors",
    "hand_masks", "legal_cards", "suit_masks", "trick_winner",
]  # fmt: skip
