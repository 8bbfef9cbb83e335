"""`adjudicator check leads`: the lead model held against leads that were really made.

Files: auctions with play (`.jsonl`, `.jsonl.gz`, PBN, LIN). Figures are over human tables, or over robots where
there are no others. Cards that touch in the leader's hand count as one card, except under `exact`. The cost in
double-dummy tricks is measured on a sample of boards (`dd_boards`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from adjudicator.bridge import AdjudicatorError, Card, Contract, Denomination, Hand, Problem
from adjudicator.checks import CheckReport, Figure
from adjudicator.tricks.double_dummy import EachCard, Position, default_solver
from adjudicator.tricks.lead_network import load_network
from adjudicator.tricks.lead_training import contexts_of, leads_of
from adjudicator.tricks.leads import equal_cards, usual_lead
from adjudicator.tricks.played import PlayedTable, read_sample

GROUPS = ("notrump", "major", "minor", "1-2", "3", "4", "5", "6-7", "doubled", "1NT", "3NT", "4M")
"""Kinds of contract that figures are reported for."""
SOLVED = 150
"""Boards solved for the double-dummy figures."""


def run(paths: Sequence[Path], *, limit: int | None = None, seed: int = 0) -> CheckReport:
    """Score every opening lead of the files; limit: a random sample of so many, drawn by deal."""
    tables, problems = read_sample(paths, limit, seed)
    if not tables:
        raise AdjudicatorError(
            *problems[:20] or [Problem("no opening leads in these files", "give records with play, .jsonl, .pbn, .lin")]
        )
    figures = figures_of(tables, seed)
    figures["unread"] = len(problems)
    return CheckReport(figures, [])


def figures_of(tables: Sequence[PlayedTable], seed: int) -> dict[str, Figure]:
    """All figures over these leads."""
    chances = chances_of(tables)
    figures: dict[str, Figure] = dict(_summary(tables, chances))
    figures["leads"] = len(tables)
    figures["exact"] = _exact(tables, chances)
    figures["baselines"] = _baselines(tables)
    figures["baseline_log_loss"] = _usual_log_loss(tables)
    figures["notrump"] = _part(tables, chances, suit=False)
    figures["suit"] = _part(tables, chances, suit=True)
    figures["by_group"] = _by_group(tables, chances)
    figures["double_dummy"] = _double_dummy(tables, chances, seed)
    return figures


def chances_of(tables: Sequence[PlayedTable]) -> list[dict[Card, float]]:
    """The model's chances of each card, table by table."""
    found: list[dict[Card, float]] = []
    for start in range(0, len(tables), 4000):
        part = tables[start : start + 4000]
        leads = leads_of(part, contexts_of(part))
        chances = load_network().chances(leads)
        rows: list[dict[Card, float]] = [{} for _ in part]
        for board, card, chance in zip(leads.board_of.tolist(), leads.number.tolist(), chances.tolist(), strict=True):
            rows[board][Card(card)] = chance
        found += rows
    return found


def _part(tables: Sequence[PlayedTable], chances: Sequence[dict[Card, float]], suit: bool) -> dict[str, float]:
    rows = [row for row, table in enumerate(tables) if (table.contract.trump is not None) is suit]
    return _summary([tables[row] for row in rows], [chances[row] for row in rows]) if rows else {}


def groups_of(contract: Contract) -> set[str]:
    """The `GROUPS` that a contract belongs to, by denomination, level and doubling.

    >>> sorted(groups_of(Contract.parse("4SX N")))
    ['4', '4M', 'doubled', 'major']
    """
    level = {1: "1-2", 2: "1-2", 3: "3", 4: "4", 5: "5"}.get(contract.level, "6-7")
    strain = contract.denomination
    name = "notrump" if strain is Denomination.NOTRUMP else "major" if strain >= Denomination.HEARTS else "minor"
    groups = {level, name, "doubled"} if contract.doubling else {level, name}
    if name == "notrump":
        groups.add(f"{contract.level}NT")
    return groups | {"4M"} if name == "major" and level == "4" else groups


def _by_group(tables: Sequence[PlayedTable], chances: Sequence[dict[Card, float]]) -> dict[str, dict[str, float]]:
    """Summary, baseline and number of leads against each kind of contract."""
    found: dict[str, dict[str, float]] = {}
    for group in GROUPS:
        rows = [row for row, table in enumerate(tables) if group in groups_of(table.contract)]
        if rows:
            part = [tables[row] for row in rows]
            baseline = {"baseline_log_loss": _usual_log_loss(part), "leads": len(part)}
            found[group] = _summary(part, [chances[row] for row in rows]) | baseline
    return found


def _groups(hand: Hand, chances: Mapping[Card, float]) -> list[tuple[tuple[Card, ...], float]]:
    groups = [(group, sum(chances[card] for card in group)) for group in equal_cards(hand)]
    return sorted(groups, key=lambda item: -item[1])


def _summary(tables: Sequence[PlayedTable], chances: Sequence[dict[Card, float]]) -> dict[str, float]:
    """Top-1, top-3 by card (equals merged) and by suit, log loss of card and suit."""
    places, suits, loss, suit_loss = [], [], [], []
    for table, chance in zip(tables, chances, strict=True):
        groups = _groups(table.leader_hand, chance)
        place = next(at for at, (group, _) in enumerate(groups) if table.lead in group)
        by_suit = np.bincount([card.suit for card in chance], list(chance.values()), minlength=4)
        suit = table.lead.suit
        places.append(place)
        suits.append(int((by_suit > by_suit[suit]).sum()))
        loss.append(-np.log(max(groups[place][1], 1e-12)))
        suit_loss.append(-np.log(max(by_suit[suit], 1e-12)))
    at, of_suit = np.array(places), np.array(suits)
    return {
        "top1": float((at == 0).mean()),
        "top3": float((at < 3).mean()),
        "top1_suit": float((of_suit == 0).mean()),
        "top3_suit": float((of_suit < 3).mean()),
        "log_loss": float(np.mean(loss)),
        "log_loss_suit": float(np.mean(suit_loss)),
    }


def _exact(tables: Sequence[PlayedTable], chances: Sequence[dict[Card, float]]) -> dict[str, float]:
    places = [
        sum(other > chance[table.lead] for other in chance.values())
        for table, chance in zip(tables, chances, strict=True)
    ]
    loss = [-np.log(max(chance[table.lead], 1e-12)) for table, chance in zip(tables, chances, strict=True)]
    at = np.array(places)
    return {"top1": float((at == 0).mean()), "top3": float((at < 3).mean()), "log_loss": float(np.mean(loss))}


def _usual_hits(tables: Sequence[PlayedTable]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    hits = []
    for table in tables:
        usual = usual_lead(table.leader_hand, table.contract.trump)
        group = next(group for group in equal_cards(table.leader_hand) if usual in group)
        hits.append(table.lead in group)
    return np.array(hits)


def _usual_log_loss(tables: Sequence[PlayedTable]) -> float:
    """Log loss of "fourth best of the longest", the rest shared evenly, at the odds that suit these leads best."""
    hits = _usual_hits(tables)
    share = min(max(float(hits.mean()), 1e-3), 1 - 1e-3)
    others = np.array([max(1, len(equal_cards(table.leader_hand)) - 1) for table in tables])
    return float(np.where(hits, -np.log(share), -np.log((1 - share) / others)).mean())


def _baselines(tables: Sequence[PlayedTable]) -> dict[str, dict[str, float]]:
    count = np.array([len(equal_cards(table.leader_hand)) for table in tables])
    suits = np.array([sum(length > 0 for length in table.leader_hand.lengths) for table in tables])
    same_suit = [usual_lead(t.leader_hand, t.contract.trump).suit is t.lead.suit for t in tables]
    return {
        "random": {
            "top1": float((1 / count).mean()),
            "top3": float((np.minimum(3, count) / count).mean()),
            "top1_suit": float((1 / suits).mean()),
            "log_loss": float(np.log(count).mean()),
        },
        "fourth_best": {
            "top1": float(_usual_hits(tables).mean()),
            "top1_suit": float(np.mean(same_suit)),
            "log_loss": _usual_log_loss(tables),
        },
    }


def _double_dummy(tables: Sequence[PlayedTable], chances: Sequence[dict[Card, float]], seed: int) -> dict[str, Figure]:
    """What leads cost: the experts', the model's (its chances, and its favourite), a random card's."""
    rows = np.random.default_rng(seed).permutation(len(tables))[:SOLVED].tolist()
    positions = []
    for row in rows:
        contract = tables[row].contract
        assert contract.declarer is not None
        positions.append(EachCard(Position.opening(tables[row].deal, contract.denomination, contract.declarer)))
    found = [_costs(tables[row], chances[row], answer) for row, answer in zip(rows, _solved(positions), strict=True)]
    names = ("expert", "model", "model_favourite", "random", "fourth_best")
    cost: dict[str, object] = {name: float(np.mean([item[0][name] for item in found])) for name in names}
    optimal: dict[str, object] = {name: float(np.mean([item[1][name] for item in found])) for name in names}
    return {
        "dd_boards": len(rows),
        "cost": cost,
        "optimal": optimal,
        "best_card_top1": float(np.mean([item[2] for item in found])),
    }


def _solved(questions: Sequence[EachCard]) -> list[dict[Card, int]]:
    return [answer for answer in default_solver().many(questions) if isinstance(answer, dict)]


def _costs(
    table: PlayedTable, chance: Mapping[Card, float], tricks: Mapping[Card, int]
) -> tuple[dict[str, float], dict[str, float], float]:
    """Cost and share of best leads by who leads, and the chance that a random best card is the one led."""
    best = max(tricks.values())
    cards = list(tricks)
    favourite = max(_groups(table.leader_hand, chance), key=lambda item: item[1])[0][0]
    weights = {
        "expert": {table.lead: 1.0},
        "model": chance,
        "model_favourite": {favourite: 1.0},
        "random": {card: 1 / len(cards) for card in cards},
        "fourth_best": {usual_lead(table.leader_hand, table.contract.trump): 1.0},
    }
    cost = {name: sum(w * (best - tricks[card]) for card, w in ws.items()) for name, ws in weights.items()}
    right = {name: sum(w for card, w in ws.items() if tricks[card] == best) for name, ws in weights.items()}
    groups = equal_cards(table.leader_hand)
    good = [group for group in groups if tricks[group[0]] == best]
    return cost, right, sum(table.lead in group for group in good) / max(1, len(good))
