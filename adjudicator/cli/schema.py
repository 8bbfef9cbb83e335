"""`adjudicator schema`: the JSON schema of the case file, for editors that check while one types."""

from __future__ import annotations

import json


def command() -> None:
    """Write the JSON schema of the case file to standard output."""
    from adjudicator.cases.schema import json_schema

    print(json.dumps(json_schema(), indent=2, ensure_ascii=False))
