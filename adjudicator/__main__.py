"""``python -m adjudicator``."""

from adjudicator.cli.main import run

run()
