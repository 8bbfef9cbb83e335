"""The network in torch: the same arithmetic as :mod:`adjudicator.auctions.network`, with gradients.

A recurrent state over public features (nobody's cards), joined with the player's own hand only at the
decision. Side tasks make the public state say what each call showed: length of every suit and points of
every player. One output more than there are calls parts a closing pass from other passes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from adjudicator.auctions import features
from adjudicator.auctions.network import LENGTH_BINS, OUTPUTS, POINT_BINS, SHOWN


class CallNet(nn.Module):  # type: ignore[misc]
    """Weights only; :meth:`sequence` and :meth:`decide` are the two halves of the forward pass."""

    def __init__(self, embed: int, state: int, wide: int, narrow: int, gate: int, dropout: float) -> None:
        super().__init__()
        self.public = nn.Linear(features.PUBLIC_WIDTH, embed)
        self.into = nn.Linear(embed, 3 * state)
        self.across = nn.Linear(state, 3 * state)
        self.shown = nn.Linear(state, SHOWN)
        self.table = nn.Linear(state + embed + 20, wide + gate)
        self.hand1 = nn.Linear(features.HAND_WIDTH, gate)
        self.hand2 = nn.Linear(gate, gate)
        self.own = nn.Linear(features.HAND_WIDTH + features.MEETING_WIDTH + gate, wide)
        self.join = nn.Linear(gate, wide)
        self.deep = nn.Linear(wide, narrow)
        self.calls = nn.Linear(narrow, OUTPUTS)
        self.drop = Drop(dropout)
        self.state = state
        self.wide = wide
        nn.init.orthogonal_(self.across.weight[:state])
        self.register_buffer("scale", torch.from_numpy(features.PUBLIC_SCALE.copy()))

    def sequence(self, public: Tensor, first: Tensor, length: Tensor) -> tuple[Tensor, Tensor]:
        """Embedded public features and recurrent states of all rows; auctions sorted, longest first."""
        embedded = functional.relu(self.public(public * self.scale))
        live = [int((length > turn).sum()) for turn in range(int(length[0]))]
        rows = torch.cat([first[:count] + turn for turn, count in enumerate(live)])
        order = torch.argsort(rows)
        inputs = self.into(self.drop(embedded)[rows]).float()
        hidden = torch.zeros(len(first), self.state)
        outs = []
        for part in inputs.split(live):
            hidden = self.cell(part, hidden[: len(part)])
            outs.append(hidden)
        return embedded, torch.cat(outs)[order]

    def cell(self, inputs: Tensor, hidden: Tensor) -> Tensor:
        across = self.across(hidden).float()
        n = self.state
        gates = torch.sigmoid(inputs[:, : 2 * n] + across[:, : 2 * n])
        fresh = torch.tanh(inputs[:, 2 * n :] + gates[:, :n] * across[:, 2 * n :])
        return fresh + gates[:, n:] * (hidden - fresh)

    def decide(
        self, embedded: Tensor, states: Tensor, hand: Tensor, meeting: Tensor, player_hand: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Log odds of the outputs, and of what each player has shown."""
        shown = self.shown(states).float()
        table = self.table(torch.cat([self.drop(states), self.drop(embedded.float()), expected(shown)], 1))
        held = functional.relu(self.hand2(functional.relu(self.hand1(hand))))[player_hand]
        own = self.own(torch.cat([hand[player_hand], meeting, self.drop(held)], 1))
        joined = self.join(held * table[:, self.wide :])
        hidden = self.drop(functional.relu(table[:, : self.wide] + own + joined))
        deep = self.drop(functional.relu(self.deep(hidden)))
        return self.calls(deep).float(), shown

    def load(self, arrays: dict[str, NDArray[Any]]) -> None:
        """Start from weights that :meth:`arrays` gave."""
        state = self.state_dict()
        for name in state:
            if name != "scale":
                array = np.asarray(arrays[name.replace(".", "_")], dtype=np.float32)
                state[name] = torch.from_numpy(np.ascontiguousarray(array.T if array.ndim == 2 else array))
        self.load_state_dict(state)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Weights under the names that the numpy half reads, inputs × outputs."""
        out: dict[str, NDArray[Any]] = {}
        for name, value in self.state_dict().items():
            if name != "scale":
                array = value.detach().float().numpy()
                out[name.replace(".", "_")] = np.ascontiguousarray(array.T if array.ndim == 2 else array)
        return out


class Drop(nn.Module):  # type: ignore[misc]
    """Dropout whose mask comes from random bytes: the library's own costs a fifth of the training time."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self.limit = round(share * 256)
        self.random = np.random.default_rng(0)

    def forward(self, x: Tensor) -> Tensor:
        if not self.training or not self.limit:
            return x
        noise = np.frombuffer(self.random.bytes(x.numel()), dtype=np.uint8) >= self.limit
        mask = torch.from_numpy(noise).view(x.shape).to(x.dtype)
        return x * mask.mul_(256 / (256 - self.limit))


def expected(shown: Tensor) -> Tensor:
    """Expected length / 4 of each suit and points / 10 of each player, from the side outputs."""
    lengths = torch.softmax(shown[:, : 16 * LENGTH_BINS].reshape(-1, 16, LENGTH_BINS), 2)
    points = torch.softmax(shown[:, 16 * LENGTH_BINS :].reshape(-1, 4, len(POINT_BINS)), 2)
    return torch.cat(
        [
            (lengths * torch.arange(LENGTH_BINS)).sum(2) / 4.0,
            (points * torch.tensor(POINT_BINS)).sum(2) / 10.0,
        ],
        1,
    )
