"""Forms of scoring, and the many ways in which people and files write them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from adjudicator.scores.errors import UnknownFormError, refuse


class Form(Enum):
    """A form of scoring; the value is its usual name."""

    MATCHPOINTS = "matchpoint pairs"
    TEAMS_IMPS = "IMP teams"
    CROSS_IMPS = "cross-IMPs"
    BUTLER = "Butler"
    BAM = "board-a-match"
    PATTON = "Patton"
    TOTAL_POINTS = "total points"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class EventForm:
    """A form of scoring together with what else its name said."""

    form: Form
    knockout: bool = False
    text: str = ""


KNOWN_FORMS = "MP pairs, IMP teams, knockout, Swiss teams, cross-IMPs, Butler, BAM, Patton, total points, unknown"

# The order matters: the more special word first ("cross-IMP pairs" are not matchpoint pairs).
_WORDS: tuple[tuple[str, Form], ...] = (
    (r"cross|x[ _-]?imp|кросс", Form.CROSS_IMPS),
    (r"butler|datum|батлер", Form.BUTLER),
    (r"\bbam\b|board[ _-]*a[ _-]*match|point[ _-]*a[ _-]*board", Form.BAM),
    (r"patton|паттон", Form.PATTON),
    (r"\btotal|aggregate|rubber|chicago|тотал", Form.TOTAL_POINTS),
    (r"imps?[ _-]*pairs?|pairs?\b.*\bimps?\b", Form.CROSS_IMPS),
    (r"\bpairs?\b|individual", Form.MATCHPOINTS),  # also "Swiss pairs, VP"
    (r"imp|team|knock[ _-]*out|\bk\.?o\.?\b|\bvps?\b|round[ _-]*robin|имп|команд", Form.TEAMS_IMPS),
    (r"\bmps?\d*\b|match[ _-]*points?|матчпо|\bмп\b|\bмакс|пар[ыа]", Form.MATCHPOINTS),
    (r"^\W*$|unknown|not stated|none given|неизвест", Form.UNKNOWN),
)


def parse_form(text: str | Form | EventForm) -> EventForm:
    """Understand "MP pairs", "IMP teams", "KO", "MP_PAIRS", "IMP;Cross", "Butler IMPs", "unknown" and the
    like.

    >>> [parse_form(t).form.name for t in ("MP pairs", "IMP;Cross", "BAM", "SWISS_TEAMS", "?")]
    ['MATCHPOINTS', 'CROSS_IMPS', 'BAM', 'TEAMS_IMPS', 'UNKNOWN']
    """
    if isinstance(text, EventForm):
        return text
    if isinstance(text, Form):
        return EventForm(text, text=text.value)
    key = text.strip().lower().replace("_", " ")
    for pattern, form in _WORDS:
        if re.search(pattern, key):
            knockout = re.search(r"knock[ -]*out|\bk\.?o\.?\b", key) is not None
            return EventForm(form, knockout, text.strip())
    raise refuse(UnknownFormError, f"form of scoring {text!r} is not known", f"write one of: {KNOWN_FORMS}")
