"""The weights file and its manifest: half-precision arrays, and where they come from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.auctions.model import CallModel
from adjudicator.auctions.network import Network
from adjudicator.bridge import AdjudicatorError

FOLDER = Path(__file__).parent / "data"
WEIGHTS = "call_model.npz"
MANIFEST = "call_model.json"


def read_model(folder: Path = FOLDER) -> CallModel:
    """Read weights and manifest from a folder."""
    path = folder / WEIGHTS
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise AdjudicatorError(f"{path}: the call model cannot be read ({error}); install the package again") from None
    temperatures = arrays.pop("temperatures").astype(np.float32)
    count = 1 + max(int(name.split(".", 1)[0]) for name in arrays)
    halves: list[dict[str, NDArray[Any]]] = [{} for _ in range(count)]
    for name, array in arrays.items():
        number, plain = name.split(".", 1)
        halves[int(number)][plain] = array
    return CallModel(networks_of(halves), temperatures, manifest)


def half_precision(network: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The arrays of one network as they are stored: float16."""
    return {name: array.astype(np.float16) for name, array in network.items()}


def networks_of(halves: Sequence[dict[str, NDArray[Any]]]) -> tuple[Network, ...]:
    """Networks ready to use, from stored arrays."""
    return tuple(Network.of(half) for half in halves)


def write_model(
    folder: Path, halves: Sequence[dict[str, NDArray[Any]]], temperatures: NDArray[Any], manifest: dict[str, Any]
) -> None:
    """Write weights and manifest into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays = {f"{number}.{name}": array for number, network in enumerate(halves) for name, array in network.items()}
    arrays["temperatures"] = np.asarray(temperatures, dtype=np.float32)
    np.savez(folder / WEIGHTS, allow_pickle=False, **arrays)
    text = json.dumps(manifest, indent=1, sort_keys=True) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")
