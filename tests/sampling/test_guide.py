"""The code of the guide runs as printed."""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.bridge import Seat

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "sample-and-solve.md"


def test_the_guide_does_what_it_says(capsys):
    ten_lines, conditions, counting = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.S)
    names: dict = {}
    exec(ten_lines.replace("draw(100,", "draw(4,"), names)
    assert re.fullmatch(r"3NT makes on \d+% of 4 deals, give or take \d+%\n", capsys.readouterr().out)
    assert len([line for line in ten_lines.splitlines() if line]) <= 10
    names["dummy"] = names["sample"].batch[0][Seat.NORTH]
    exec(conditions, names)
    exec(counting, names)
    assert names["sampler"].count() > 10**12
