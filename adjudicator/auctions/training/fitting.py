"""The training loop: batches of auctions, one-cycle rate, averaged weights, a checkpoint every epoch."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from adjudicator.auctions import features
from adjudicator.auctions.network import CLOSING, LENGTH_BINS, POINT_BINS, POINT_EDGES
from adjudicator.auctions.records import SELECT, TRAIN
from adjudicator.auctions.training.net import CallNet
from adjudicator.auctions.training.packing import Packed
from adjudicator.bridge import SUIT_HCP, SUIT_LENGTH

Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Recipe:
    """Sizes and schedule of one run. ``minutes``: end the schedule early when that much time is gone (0: never)."""

    embed: int = 256
    state: int = 320
    wide: int = 704
    narrow: int = 352
    gate: int = 192
    dropout: float = 0.15
    epochs: int = 10
    batch: int = 256
    rate: float = 2e-3
    decay: float = 0.02
    side_weight: float = 0.01
    averaging: float = 0.998
    seed: int = 1
    minutes: float = 0.0


class Rows:
    """Features of a packed archive, computed once and kept small."""

    def __init__(self, packed: Packed) -> None:
        self.packed = packed
        owner = packed.owner
        player = packed.states[:, features.TURN].astype(np.int64) % 4
        self.hand = np.concatenate(
            [features.hand_features(part) for part in np.array_split(packed.hands.reshape(-1, 4), 32)]
        ).astype(np.float16)
        self.hand_row = owner * 4 + player
        self.public = np.concatenate([features.public_features(p) for p in np.array_split(packed.states, 64)])
        masks = packed.hands.reshape(-1, 4)[self.hand_row]
        self.meeting = np.concatenate(
            [
                features.meeting_features(states, held)
                for states, held in zip(np.array_split(packed.states, 64), np.array_split(masks, 64), strict=True)
            ]
        ).astype(np.float16)
        self.legal = np.concatenate([features.legal_mask(p) for p in np.array_split(packed.states, 16)])
        self.target = np.where(packed.closing, CLOSING, packed.calls).astype(np.int64)
        length = np.minimum(SUIT_LENGTH[packed.hands], LENGTH_BINS - 1).astype(np.int64)
        points = np.searchsorted(np.array(POINT_EDGES), SUIT_HCP[packed.hands].sum(2), side="right")
        turned = (player[:, None] + np.arange(4)) % 4
        self.lengths = length[owner[:, None], turned].reshape(-1, 16).astype(np.int8)
        self.points = points[owner[:, None], turned].astype(np.int8)


def batches(rows: Rows, which: NDArray[np.int64], size: int, rng: np.random.Generator | None) -> Iterator[Arrays]:
    """Auctions of similar length together, longest first within a batch; shuffled when ``rng`` is given."""
    packed = rows.packed
    order = which if rng is None else rng.permutation(which)
    chunks = []
    for chunk in np.array_split(order, max(1, len(order) // (size * 24))):
        chunk = chunk[np.argsort(-packed.length[chunk], kind="stable")]
        chunks += [chunk[i : i + size] for i in range(0, len(chunk), size)]
    for index in range(len(chunks)) if rng is None else rng.permutation(len(chunks)):
        yield gather(rows, chunks[index])


def gather(rows: Rows, auctions: NDArray[np.int64]) -> Arrays:
    """The rows of some auctions as one batch."""
    packed = rows.packed
    length = packed.length[auctions]
    first = np.concatenate([[0], np.cumsum(length)[:-1]])
    at = np.repeat(packed.first[auctions] - first, length) + np.arange(int(length.sum()))
    hand_of = np.repeat(np.arange(len(auctions)), length)
    hands = (auctions[:, None] * 4 + np.arange(4)).reshape(-1)
    return {
        "public": rows.public[at],
        "hand": rows.hand[hands],
        "hand_row": hand_of * 4 + rows.hand_row[at] % 4,
        "meeting": rows.meeting[at],
        "legal": rows.legal[at],
        "target": rows.target[at],
        "lengths": rows.lengths[at],
        "points": rows.points[at],
        "first": first,
        "length": length,
        "auction": hand_of,
        "at": at,
    }


def _block(name: str) -> list[tuple[int, int]]:
    out, at = [], 0
    for label, size in features.CATEGORIES:
        if label == name:
            out.append((at, size))
        at += size
    return out


def forget(batch: Arrays, rng: np.random.Generator) -> None:
    """Hide parts of the context of some auctions, so that the model also answers without them."""
    public, auction = batch["public"], batch["auction"]
    n = len(batch["length"])
    for names, share in ((("nt", "club", "major"), 0.08), (("era",), 0.1), (("table",), 0.06), (("scoring",), 0.06)):
        hidden = (rng.random(n) < share)[auction]
        for name in names:
            for at, size in _block(name):
                public[hidden, at : at + size] = 0
                public[hidden, at] = 1
    alerts = features.ONE_HOTS + 60
    hidden = (rng.random(n) < 0.25)[auction]
    public[hidden, alerts : alerts + 4] = 0


def forward(net: CallNet, batch: Arrays) -> tuple[Tensor, Tensor]:
    """Masked log odds of the outputs and the side outputs."""
    tensors = {k: torch.from_numpy(v) for k, v in batch.items()}
    with torch.autocast("cpu", dtype=torch.bfloat16):
        embedded, states = net.sequence(tensors["public"].float(), tensors["first"], tensors["length"])
        logits, shown = net.decide(
            embedded, states, tensors["hand"].float(), tensors["meeting"].float(), tensors["hand_row"]
        )
    legal = torch.cat([tensors["legal"], tensors["legal"][:, :1]], 1)
    return logits.masked_fill(~legal, -1e9), shown


def side_loss(shown: Tensor, batch: Arrays) -> Tensor:
    """Sum over players of the log loss of lengths and points."""
    cut = 16 * LENGTH_BINS
    lengths = functional.cross_entropy(
        shown[:, :cut].reshape(-1, LENGTH_BINS), torch.from_numpy(batch["lengths"]).long().reshape(-1)
    )
    points = functional.cross_entropy(
        shown[:, cut:].reshape(-1, len(POINT_BINS)), torch.from_numpy(batch["points"]).long().reshape(-1)
    )
    return 16 * lengths + 4 * points


def evaluate(net: CallNet, rows: Rows, part: int) -> dict[str, float]:
    """Figures on one part: over the decisions, over all calls (``all_``), over the decisions as such (``open_``)."""
    net.eval()
    calls, probabilities, opened, closing, losses = [], [], [], [], []
    with torch.no_grad():
        for batch in batches(rows, np.flatnonzero(rows.packed.split == part), 512, None):
            p = torch.softmax(forward(net, batch)[0], 1).numpy()
            losses.append(-np.log(np.maximum(p[np.arange(len(p)), batch["target"]], 1e-9)))
            opened.append(p[:, :CLOSING] / (1 - p[:, CLOSING:] + 1e-9))
            p[:, 0] += p[:, CLOSING]
            probabilities.append(p[:, :CLOSING])
            calls.append(rows.packed.calls[batch["at"]])
            closing.append(rows.packed.closing[batch["at"]])
    p, made, closed = np.concatenate(probabilities), np.concatenate(calls), np.concatenate(closing)
    out = {f"all_{k}": v for k, v in figures(p, made).items()}
    out["loss_as_trained"] = float(np.concatenate(losses).mean())
    out |= {f"open_{k}": v for k, v in figures(np.concatenate(opened)[~closed], made[~closed]).items()}
    return out | figures(p[~closed], made[~closed])


def figures(p: NDArray[np.floating[Any]], made: NDArray[Any]) -> dict[str, float]:
    """top1, top3, log loss and calibration error of the first choice."""
    chance = p[np.arange(len(p)), made]
    rank = (p > chance[:, None]).sum(1)
    best = p.max(1)
    bins = np.minimum((best * 10).astype(int), 9)
    ece = sum(abs((best - (rank == 0))[bins == b].sum()) for b in range(10)) / len(p)
    return {
        "top1": float((rank == 0).mean()),
        "top3": float((rank < 3).mean()),
        "log_loss": float(-np.log(np.maximum(chance, 1e-9)).mean()),
        "ece": float(ece),
    }


def fit(
    rows: Rows,
    recipe: Recipe,
    report: Callable[[dict[str, Any]], None],
    keep: Callable[[int, Arrays, dict[str, float]], None],
    start: Arrays | None = None,
) -> None:
    """Train, from ``start`` when given; ``keep(epoch, weights, figures on the selection part)`` after every epoch."""
    torch.manual_seed(recipe.seed)
    rng = np.random.default_rng(recipe.seed)
    net, mean = _networks(recipe, start)
    optimizer = torch.optim.AdamW(net.parameters(), lr=recipe.rate, weight_decay=recipe.decay, betas=(0.9, 0.99))
    which = np.flatnonzero(rows.packed.split == TRAIN)
    clock = _Clock(recipe, recipe.epochs * math.ceil(len(which) / recipe.batch))
    report({"recipe": asdict(recipe), "parameters": sum(p.numel() for p in net.parameters()), "steps": clock.total})
    for epoch in range(1, recipe.epochs + 1):
        net.train()
        losses = []
        for batch in batches(rows, which, recipe.batch, rng):
            if clock.over:
                break
            for group in optimizer.param_groups:
                group["lr"] = clock.rate
            losses.append(_learn(net, optimizer, batch, recipe, rng))
            _average(mean, net, min(recipe.averaging, (1 + clock.step) / (10 + clock.step)))
            clock.step += 1
        found = evaluate(mean, rows, SELECT)
        report({"epoch": epoch, "loss": float(np.mean(losses or [0.0])), "minutes": clock.minutes, **found})
        keep(epoch, mean.arrays(), found)
        if clock.over:
            break


def _networks(recipe: Recipe, start: Arrays | None) -> tuple[CallNet, CallNet]:
    """The network that learns and the one that keeps the running mean of its weights."""
    sizes = (recipe.embed, recipe.state, recipe.wide, recipe.narrow, recipe.gate, recipe.dropout)
    net, mean = CallNet(*sizes), CallNet(*sizes)
    if start is not None:
        net.load(start)
    mean.load_state_dict(net.state_dict())
    return net, mean


class _Clock:
    """Where a run stands in its schedule, by steps or by time, whichever is further."""

    def __init__(self, recipe: Recipe, total: int) -> None:
        self.recipe, self.total, self.step = recipe, total, 0
        self.began = time.monotonic()

    @property
    def minutes(self) -> float:
        return (time.monotonic() - self.began) / 60

    @property
    def progress(self) -> float:
        by_time = self.minutes / self.recipe.minutes if self.recipe.minutes else 0.0
        return min(1.0, max(self.step / self.total, by_time))

    @property
    def over(self) -> bool:
        return self.progress >= 1.0

    @property
    def rate(self) -> float:
        """Warm-up, then half a cosine down to nothing."""
        return self.recipe.rate * min(1.0, self.step / 150) * (0.5 + 0.5 * math.cos(math.pi * self.progress))


def _learn(
    net: CallNet, optimizer: torch.optim.Optimizer, batch: Arrays, recipe: Recipe, rng: np.random.Generator
) -> float:
    forget(batch, rng)
    optimizer.zero_grad(set_to_none=True)
    logits, shown = forward(net, batch)
    loss = functional.cross_entropy(logits, torch.from_numpy(batch["target"]))
    (loss + recipe.side_weight * side_loss(shown, batch)).backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimizer.step()
    return float(loss.item())


def _average(mean: CallNet, net: CallNet, share: float) -> None:
    with torch.no_grad():
        for kept, new in zip(mean.parameters(), net.parameters(), strict=True):
            kept.lerp_(new, 1 - share)
