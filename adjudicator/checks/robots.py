"""`adjudicator check robots`: system files held against recorded auctions.

Robots that state their system must be predicted (`top1`); for people only coverage and distance from the promised
meaning are measured (`human_covered`, `human_within_one`), since nobody knows their notes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from adjudicator.bridge import Auction, Deal, Seat, Side, Vulnerability, hand_masks
from adjudicator.checks import CheckReport, Figure, json_records
from adjudicator.meanings import Features
from adjudicator.systems.bounds import meaning_of_text
from adjudicator.systems.choice import node_scores
from adjudicator.systems.context import Node, node_after
from adjudicator.systems.inferred import system_for_tag
from adjudicator.systems.themes import system_for_theme

Record = dict[str, object]
FIRST_ROUND = ("opening", "response", "overcall")


def run(paths: list[Path], *, limit: int | None = None, seed: int = 0) -> CheckReport:
    """Figures `top1`, `top3`, `decisions`, `by class` for robots; `human_*` for people; `limit` is tables of each."""
    records: list[Record] = [record for path in paths for record in json_records(path)]
    rng = np.random.default_rng(seed)
    robots = _sample([record for record in records if record.get("src") == "bba"], limit, rng)
    people = _sample([record for record in records if record.get("lvl") != "robot"], limit, rng)
    tally: Counter[str] = Counter()
    for record in robots:
        _robot(record, tally)
    for record in people:
        _person(record, tally)
    return CheckReport(_figures(tally), [])


def _sample(records: list[Record], limit: int | None, rng: np.random.Generator) -> list[Record]:
    """A random sample by deal: all tables of a drawn deal together."""
    if limit is None or limit >= len(records):
        return records
    deals = sorted({str(record["deal"]) for record in records})
    drawn, found = [deals[i] for i in rng.permutation(len(deals))], []
    by_deal: dict[str, list[Record]] = {}
    for record in records:
        by_deal.setdefault(str(record["deal"]), []).append(record)
    for deal in drawn:
        found += by_deal[deal]
        if len(found) >= limit:
            break
    return found


def _decisions(record: Record, theme: str | None) -> Iterator[tuple[Node, str, int, Features, Auction]]:
    """(position, class, call made, the caller's hand, auction before) for every call but the closing passes."""
    deal = Deal.parse(str(record["deal"]))
    words = [call.rstrip("*") for call in str(record["auc"]).split()]
    auction = Auction.parse(Seat.parse(str(record["dlr"])), words)
    vulnerability = Vulnerability.parse({"-": "None", "B": "Both"}.get(str(record["vul"]), str(record["vul"])))
    vul = (vulnerability.is_vulnerable(Side.NS), vulnerability.is_vulnerable(Side.EW))
    pair = tuple(
        system_for_tag(str(record[key]))
        if theme is None
        else system_for_theme(system_for_tag(str(record[key])).id, theme)
        for key in ("sns", "sew")
    )
    calls = tuple(int(call) for call in auction.calls)
    for index in range(len(calls) - 3 if any(calls) else len(calls)):
        node = node_after(int(auction.dealer), calls[:index], vul, (pair[0], pair[1]))
        hand = deal[auction.seat_of(index)]
        yield node, _class(calls[:index]), calls[index], Features(hand_masks([hand])), auction.prefix(index)


def _class(before: tuple[int, ...]) -> str:
    """opening, response, overcall, uncontested or contested: the kind of decision after these calls."""
    spoken = [index for index, call in enumerate(before) if call]
    if not spoken:
        return "opening"
    ours = [index for index in spoken if (len(before) - index) % 2 == 0]
    theirs = len(spoken) - len(ours)
    if not ours:
        return "overcall" if theirs == 1 else "later defence"
    if not theirs:
        return "response" if len(ours) == 1 else "uncontested"
    return "contested"


def _robot(record: Record, tally: Counter[str]) -> None:
    theme = str(record.get("ev", "")).partition("theme:")[2].strip()
    for node, kind, call, features, auction in _decisions(record, theme):
        utility, _, _ = node_scores(node, features)
        legal = sorted((int(one) for one in auction.legal_calls()), key=lambda one: -float(utility[0, one]))
        for name in ("robot", f"robot {kind}"):
            tally[f"{name} count"] += 1
            tally[f"{name} top1"] += legal[0] == call
            tally[f"{name} top3"] += call in legal[:3]


def _person(record: Record, tally: Counter[str]) -> None:
    for node, kind, call, features, _ in _decisions(record, None):
        found = node.of_call(call)
        tally["human count"] += 1
        tally["human covered"] += bool(found)
        tally["human position covered"] += bool(node.instances)
        if kind in FIRST_ROUND and call and found:
            away = min(int(meaning_of_text(one.show).deviation(features)[0]) for one in found)
            tally[f"{kind} count"] += 1
            tally[f"{kind} within"] += away <= 1


def _figures(tally: Counter[str]) -> dict[str, Figure]:
    def share(part: str, whole: str) -> float | None:
        return tally[part] / tally[whole] if tally[whole] else None

    kinds = sorted(
        key.removesuffix(" count")[6:]
        for key in tally
        if key.startswith("robot ") and key.endswith(" count") and key != "robot count"
    )
    first = {kind: share(f"{kind} within", f"{kind} count") for kind in FIRST_ROUND}
    count = sum(tally[f"{kind} count"] for kind in FIRST_ROUND)
    return {
        "top1": share("robot top1", "robot count"),
        "top3": share("robot top3", "robot count"),
        "decisions": tally["robot count"],
        "by class": {kind: share(f"robot {kind} top1", f"robot {kind} count") for kind in kinds},
        "human_decisions": tally["human count"],
        "human_covered": share("human covered", "human count"),
        "human_position_covered": share("human position covered", "human count"),
        "human_within_one": sum(tally[f"{kind} within"] for kind in FIRST_ROUND) / count if count else None,
        "human_within_one_by_class": first,
    }
