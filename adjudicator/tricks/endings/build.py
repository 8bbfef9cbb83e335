"""Rebuild the shipped tables of three-card endings: ``python -m adjudicator.tricks.endings.build FOLDER``.

All 50 million endings are searched from the rules alone, some minutes of work; the files come out byte for byte
the same. A test rebuilds parts of them.
"""

from __future__ import annotations

import lzma
import sys
from pathlib import Path

from adjudicator.tricks.endings.tables import FILE_NAMES, SHIPPED, built, table


def write(folder: Path) -> None:
    """Write both tables into a folder."""
    for trumps in (False, True):
        whole = built(SHIPPED, trumps, table(SHIPPED - 1, trumps))
        packed = lzma.compress(whole.bytes.tobytes(), preset=9 | lzma.PRESET_EXTREME)
        (folder / FILE_NAMES[trumps]).write_bytes(packed)


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
