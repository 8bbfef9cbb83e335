"""The exact sampler against the program `dealer`: deals that meet a condition, per CPU second.

    python benchmarks/bench_sampling.py [--deals 200000] [--tries 2000000] [--seed 1]

Six conditions with four hidden hands, then each again with one and with two known hands (those of its first
accepted deal).  Both programs run in turns in the same run.  `dealer` rejects: its rate is the tries per CPU
second times the exact share of deals that meet the condition, which spares the rare conditions a long wait.  The
time to build the tables and draw a first thousand deals is shown apart.  Needs Debian's package `dealer`; without it
the own figures are printed and the ratio is left out.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from adjudicator.bridge import Card, Hand, Seat, Suit
from adjudicator.meanings import parse
from adjudicator.sampling import Conditions, Sampler

N, E, S, W = Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST


@dataclass(frozen=True)
class Case:
    """One condition in both languages; ``target`` is the ratio that the design asks for."""

    name: str
    meanings: dict[Seat, str]
    peer: str
    target: float


BALANCED = "hcp(south)>=15 && hcp(south)<=17 && shape(south, any 4333 + any 4432 + any 5332)"
CASES = (
    Case("c1", {}, "1", 0.8),
    Case("c2", {S: "hcp 15..17 & bal"}, BALANCED, 5),
    Case(
        "c3",
        {S: "hcp 15..17 & bal", N: "hcp 8..9 & (S = 4 | H = 4) & S <= 4 & H <= 4"},
        BALANCED + " && hcp(north)>=8 && hcp(north)<=9 && (spades(north)==4 || hearts(north)==4)"
        " && spades(north)<=4 && hearts(north)<=4",
        50,
    ),
    Case(
        "c4",
        {N: "hcp 6..10 & S = 6 & H <= 3 & D <= 4 & C <= 4", S: "hcp 22.."},
        "hcp(south)>=22 && hcp(north)>=6 && hcp(north)<=10 && spades(north)==6 && hearts(north)<=3"
        " && diamonds(north)<=4 && clubs(north)<=4",
        1000,
    ),
    Case("c5", {S: "hcp 22..", N: "hcp 0..3"}, "hcp(south)>=22 && hcp(north)<=3", 100),
    Case(
        "c6",
        {
            S: "hcp 11..15 & S >= 5 & H < S & D <= S & C <= S",
            W: "hcp 10..15 & H >= 5 & S <= 4",
            N: "hcp 8..10 & S >= 3",
            E: "hcp 0..7",
        },
        "hcp(south)>=11 && hcp(south)<=15 && spades(south)>=5 && hearts(south)<spades(south)"
        " && diamonds(south)<=spades(south) && clubs(south)<=spades(south) && hcp(west)>=10 && hcp(west)<=15"
        " && hearts(west)>=5 && spades(west)<=4 && hcp(north)>=8 && hcp(north)<=10 && spades(north)>=3"
        " && hcp(east)<=7",
        100,
    ),
)


@dataclass(frozen=True)
class Own:
    """CPU seconds until the first thousand deals, and deals a CPU second after that."""

    setup: float
    rate: float
    share: float


def own(case: Case, known: dict[Seat, Hand], deals: int, seed: int) -> Own:
    start = time.process_time()
    meanings = {seat: parse(text) for seat, text in case.meanings.items()}
    sampler = Sampler(Conditions(known, meanings))
    sampler.draw(1_000, seed)
    setup = time.process_time() - start
    sampler.draw(deals, seed)
    start = time.process_time()
    drawn = len(sampler.draw(deals, seed + 10))
    rate = drawn / (time.process_time() - start)
    return Own(setup, rate, float(sampler.acceptance()))


def peer_tries(program: str, case: Case, known: dict[Seat, Hand], tries: int, seed: int) -> float:
    """Deals that `dealer` tries in a CPU second."""
    lines = [f"predeal {seat.name.lower()} {_cards(hand)}" for seat, hand in known.items()]
    lines += [f"condition {case.peer}", 'action average "points" hcp(south)']
    command = [program, "-g", str(tries), "-p", str(tries), "-s", str(seed)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    generated = re.search(r"Generated (\d+)", done.stdout)
    assert generated, done.stdout + done.stderr
    return int(generated.group(1)) / spent


def _cards(hand: Hand) -> str:
    suits = {suit: [Card(c) for c in hand if Card(c).suit == suit] for suit in reversed(Suit)}
    return ", ".join(suit.letter + "".join(str(c)[1] for c in held) for suit, held in suits.items() if held)


def find_peer() -> str | None:
    installed = Path("/usr/games/dealer")
    return shutil.which("dealer") or (str(installed) if os.access(installed, os.X_OK) else None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200_000)
    parser.add_argument("--tries", type=int, default=2_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    program = find_peer()
    if program is None:
        print("peer skipped: no program 'dealer' here (Debian: apt-get install dealer)")
    print("hidden  case  share        set-up s   own deals/s   dealer deals/s      ratio   asked")
    for hidden in (4, 3, 2):
        for case in CASES:
            known: dict[Seat, Hand] = {}
            if hidden < 4:
                deal = Sampler(
                    Conditions(meanings={s: parse(t) for s, t in case.meanings.items()})
                ).draw(1, options.seed).batch[0]  # fmt: skip
                known = {seat: deal[seat] for seat in (W, E)[: 4 - hidden]}
            mine = own(case, known, options.deals, options.seed)
            line = f"{hidden}       {case.name}    {mine.share:<11.6g} {mine.setup:8.2f}   {mine.rate:11,.0f}"
            if program is not None:
                theirs = peer_tries(program, case, known, options.tries, options.seed) * mine.share
                asked = f"{case.target:7g}" if hidden == 4 else "      -"
                line += f"   {theirs:14,.1f}   {mine.rate / theirs:8,.1f} {asked}"
            print(line, flush=True)


if __name__ == "__main__":
    main()
