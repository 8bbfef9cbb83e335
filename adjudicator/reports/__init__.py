"""Reports: a ruling for the terminal, for machines, on paper."""

from adjudicator.reports.as_json import ruling_data, ruling_json
from adjudicator.reports.terminal import print_differences, print_ruling, ruling_text

__all__ = ["print_differences", "print_ruling", "ruling_data", "ruling_json", "ruling_text"]
