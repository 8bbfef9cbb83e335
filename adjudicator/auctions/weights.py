"""The weights file and its manifest: arrays of eight bits with a scale for each output, and where they come from."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
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
_SCALE = "_scale"

Arrays = dict[str, NDArray[Any]]


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
    stored: list[Arrays] = [{} for _ in range(count)]
    for name, array in arrays.items():
        number, plain = name.split(".", 1)
        stored[int(number)][plain] = array
    return CallModel(tuple(Network.of(unpacked(part)) for part in stored), temperatures, manifest)


def packed(network: Mapping[str, NDArray[Any]]) -> Arrays:
    """One network as it is stored: matrices as int8 with a float32 scale for each column, the rest float16."""
    out: Arrays = {}
    for name, array in network.items():
        if array.ndim != 2:
            out[name] = array.astype(np.float16)
            continue
        scale = np.maximum(np.abs(array).max(axis=0), 1e-8).astype(np.float32) / 127
        out[name] = np.rint(array / scale).astype(np.int8)
        out[name + _SCALE] = scale
    return out


def unpacked(stored: Mapping[str, NDArray[Any]]) -> Arrays:
    """The float32 arrays that :func:`packed` stands for."""
    out: Arrays = {}
    for name, array in stored.items():
        if name.endswith(_SCALE):
            continue
        scale = stored.get(name + _SCALE)
        out[name] = array.astype(np.float32) * (np.float32(1) if scale is None else scale)
    return out


def write_model(folder: Path, networks: Sequence[Arrays], temperatures: NDArray[Any], manifest: dict[str, Any]) -> None:
    """Write packed networks and manifest into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays = {f"{number}.{name}": array for number, network in enumerate(networks) for name, array in network.items()}
    arrays["temperatures"] = np.asarray(temperatures, dtype=np.float32)
    np.savez(folder / WEIGHTS, allow_pickle=False, **arrays)
    text = json.dumps(manifest, indent=1, sort_keys=True) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")
