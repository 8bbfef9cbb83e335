"""Is one meaning contained in another? Exact count, CP-SAT proof, python-constraint, and rejection by sampling.

    python benchmarks/bench_containment.py [--hands 400000] [--seed 1]

CPU seconds in one process. The exact count starts with empty caches; CP-SAT's time is building plus solving, and the
share of building is shown. python-constraint searches the classes of shape and points for one that the new meaning
has and the old ones lack (only where shape and points decide). Rejection deals random hands until it meets such a
hand; where there is none it never ends, and the figure is what it takes to believe with 95 % that the leak is under
one in a thousand.
"""

from __future__ import annotations

import argparse

import numpy as np
from bench_counting import random_hands, timed

from adjudicator.meanings import HANDS, Features, Meaning, NotExpressible, contained, count, parse
from adjudicator.meanings.classes import classes
from adjudicator.meanings.counting import forget_tables
from adjudicator.meanings.proof import prove_contained

PAIRS = (
    ("D>=6; hcp 13-15", ["D>=4; hcp 12-19"]),
    ("D>=5; hcp 6-16", ["D>=4; hcp 12-19"]),
    ("H=6; hcp 12-15", ["H>=5; hcp 11-19; not(H>=7; hcp 11-14)"]),
    ("H>=6; hcp 12-15", ["H>=5; hcp 11-19; not(H>=7; hcp 11-14)"]),
    ("bal; hcp 13-14; S<=3", ["bal; hcp 12-14"]),
    ("S>=4; D>=4; hcp 7+", ["S>=4; hcp 6+"]),
    ("losers ..5; hcp 12+", ["hcp 11..40", "pt 7.."]),
    ("bal; hcp 15-17; stop(S)", ["tp 15..18; !void(any)"]),
    ("rule20 22..; S>=5", ["hcp 10.. & S>=5", "S>=7"]),
    ("suit_quality(H) 3..; H>=6; hcp ..10", ["top3(H) 2..; H>=5"]),
)


def searched(new: Meaning, old: list[Meaning]) -> tuple[bool, float] | None:
    """python-constraint over the classes of shape and points."""
    promises = [new.promise, *((~reading).promise for reading in old)]
    try:
        found, seconds = timed(lambda: classes(promises))
    except NotExpressible:
        return None
    return not found, seconds


def hands_to_deal(new: Meaning, old: list[Meaning]) -> float:
    """Random hands until rejection meets a counterexample, or believes that there is hardly any."""
    outside = new
    for reading in old:
        outside = outside & ~reading
    leaking = count(outside)
    return HANDS / leaking if leaking else 3000 * HANDS / count(new)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--hands", type=int, default=400_000, help="random hands to time rejection with")
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    batch = random_hands(options.hands, np.random.default_rng(options.seed))
    _, dealing = timed(lambda: random_hands(options.hands, np.random.default_rng(options.seed)))
    prove_contained(parse("bal"), [parse("any")])
    print("contained  own ms   CP-SAT ms (build %)  python-constraint  rejection    (x: as many times the own time)")
    slowest = 0.0
    for text, others in PAIRS:
        new, old = parse(text), [parse(other) for other in others]
        forget_tables()
        found, seconds = timed(lambda new=new, old=old: contained(new, old))
        proof = prove_contained(new, old)
        if proof.proved != found.contained:
            raise SystemExit(f"count and proof disagree: {text}")
        solver = proof.build_seconds + proof.solve_seconds
        slowest = max(slowest, solver, seconds)
        search = searched(new, old)
        if search is not None and search[0] != found.contained:
            raise SystemExit(f"classes and count disagree: {text}")
        _, masking = timed(lambda new=new, old=old: [meaning.mask(Features(batch)) for meaning in (new, *old)])
        rejection = (dealing + masking) / options.hands * hands_to_deal(new, old)
        by_classes = "cannot" if search is None else f"{search[1] / seconds:.1f}x"
        print(
            f"{'yes' if found.contained else 'no':9} {1000 * seconds:7.1f} {1000 * solver:9.1f}"
            f" ({100 * proof.build_seconds / solver:3.0f} %) {by_classes:>18} {rejection / seconds:>11.1f}x"
            f"    {text}  in  {' or '.join(others)}"
        )
    print(f"slowest answer of count or CP-SAT: {1000 * slowest:.0f} ms")


if __name__ == "__main__":
    main()
