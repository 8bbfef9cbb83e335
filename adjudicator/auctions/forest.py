"""The result of an enumeration: contracts with their probabilities and the auctions that lead to them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from adjudicator.auctions.legal import Removal
from adjudicator.auctions.polls import PollUpdate
from adjudicator.bridge import Auction, Call, Contract, Seat

LINES_KEPT = 5


class Leaf(NamedTuple):
    """An auction that ended, as call numbers."""

    calls: tuple[int, ...]
    chance: float
    sampled: bool


@dataclass(frozen=True)
class Line:
    """One whole auction. ``sampled``: it came from the random tail, its probability is an estimate."""

    auction: Auction
    probability: float
    sampled: bool

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls in order from the dealer."""
        return self.auction.calls


@dataclass(frozen=True)
class ContractOutcome:
    """A final contract, its probability (of which ``sampled`` was estimated), and the likeliest auctions.

    ``first``: how much of the probability begins with each call that the player in turn could make.
    """

    contract: Contract
    probability: float
    sampled: float
    lines: tuple[Line, ...]
    first: tuple[tuple[Call, float], ...] = ()


@dataclass(frozen=True)
class Forest:
    """All contracts, likeliest first. ``unexplored`` is mass that no contract accounts for.

    ``looked``: turns evaluated; ``samples``: auctions of the random tail; ``removed``: calls the law took away
    with the share they would have had; ``polls``: prior, counts and posterior wherever a poll spoke.
    """

    start: Auction
    contracts: tuple[ContractOutcome, ...]
    unexplored: float
    looked: int
    samples: int
    removed: tuple[Removal, ...] = ()
    polls: tuple[PollUpdate, ...] = ()

    def probability_of(self, contract: Contract) -> float:
        """Weight on one contract (declarer and doubling included)."""
        return next((found.probability for found in self.contracts if found.contract == contract), 0.0)

    def at_least(self, share: float) -> tuple[ContractOutcome, ...]:
        """Contracts with at least this probability."""
        return tuple(found for found in self.contracts if found.probability >= share)

    @property
    def accounted(self) -> float:
        return sum(found.probability for found in self.contracts)


def merge(dealer: Seat, leaves: Iterable[Leaf], turn: int = 0) -> tuple[ContractOutcome, ...]:
    """Leaves by final contract, likeliest first; ``turn``: the index of the call from which they were followed."""
    lines: dict[tuple[int, ...], Leaf] = {}
    for leaf in leaves:
        same = lines.get(leaf.calls)
        chance = leaf.chance + (same.chance if same else 0.0)
        lines[leaf.calls] = Leaf(leaf.calls, chance, leaf.sampled and (same is None or same.sampled))
    by_contract: dict[Contract, list[Leaf]] = {}
    for leaf in lines.values():
        contract = Auction(dealer, tuple(map(Call, leaf.calls))).standing
        by_contract.setdefault(contract, []).append(leaf)
    outcomes = [_outcome(dealer, contract, found, turn) for contract, found in by_contract.items()]
    return tuple(sorted(outcomes, key=lambda outcome: (-outcome.probability, str(outcome.contract))))


def _outcome(dealer: Seat, contract: Contract, leaves: list[Leaf], turn: int) -> ContractOutcome:
    first: dict[Call, float] = {}
    for leaf in leaves:
        call = Call(leaf.calls[turn])
        first[call] = first.get(call, 0.0) + leaf.chance
    leaves.sort(key=lambda leaf: (-leaf.chance, leaf.calls))
    return ContractOutcome(
        contract,
        sum(leaf.chance for leaf in leaves),
        sum(leaf.chance for leaf in leaves if leaf.sampled),
        tuple(
            Line(Auction(dealer, tuple(map(Call, leaf.calls))), leaf.chance, leaf.sampled)
            for leaf in leaves[:LINES_KEPT]
        ),
        tuple(sorted(first.items(), key=lambda entry: (-entry[1], entry[0]))),
    )
