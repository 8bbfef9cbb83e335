"""``adjudicator score``: a case's rulings in the event's unit, or a calculator for weights the director knows."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.bridge import AdjudicatorError, Problem, Side, Vulnerability
from adjudicator.cli.main import tell

if TYPE_CHECKING:
    from adjudicator.scores import Field
    from adjudicator.scores.calculator import Calculation

WHAT = Annotated[str, typer.Argument(help='A case file, or weights such as "60% 4S N = ; 40% 4S N -1", or "A+/A-".')]
WEIGHTS = Annotated[str, typer.Argument(help="With a case file: the weights to score instead of the recorded ones.")]
EW = Annotated[str, typer.Option(help="What East-West get, when it is not the same (a split score).")]
FORM = Annotated[
    str, typer.Option(help='Form of scoring: mp, imps, knockout, "cross-IMPs", butler, bam, patton, total.')
]
OTHER = Annotated[int | None, typer.Option(help="Teams: what our East-West pair scored at the other table.")]
OTHER_NS = Annotated[str, typer.Option(help="Teams: the other table: N/S points, a result, or weighted results.")]
VUL = Annotated[str, typer.Option(help="None, NS, EW or Both (default: from --board, else None).")]
BOARD = Annotated[int | None, typer.Option(help="Board number, for the vulnerability and the field.", min=1)]
TABLE = Annotated[str, typer.Option(help='The result obtained, such as "4S N -1" or -100.')]
FIELD = Annotated[Path | None, typer.Option(help="Results of the event: USEBIO, PBN ScoreTable, CSV, Bridgemate JSON.")]
PAIR = Annotated[str, typer.Option(help="A pair of the table ruled on, as the file of results numbers it.")]
NOS = Annotated[str, typer.Option(help="The non-offending side: NS or EW.")]
ERROR = Annotated[
    str, typer.Option("--without-error", help="Result had the non-offenders not made their serious error.")
]
SHADE = Annotated[
    bool, typer.Option("--shade", help="The weights are unbiased: show them tilted to the innocent side.")
]
MATCH = Annotated[
    int | None, typer.Option("--match-boards", help="Boards in the match, for victory points.", min=1, max=1000)
]
LEAD = Annotated[str, typer.Option(help="North-South's lead in IMPs on the other boards.")]
PENALTY = Annotated[list[str] | None, typer.Option(help='A penalty kept apart, such as "NS 10% of a top".')]
CONFIG = Annotated[Path | None, typer.Option(help="A TOML file with the event's scoring rules.")]
SET = Annotated[
    list[str] | None, typer.Option("--set", help="One scoring rule, such as imp_unit=1 or vp_scale=wbf-discrete.")
]
WRITE = Annotated[Path | None, typer.Option(help="Write the USEBIO file of --field with the new points to this file.")]
ESTIMATE = Annotated[bool, typer.Option("--estimate", help="A case without a field: estimate one by the call model.")]
JSON = Annotated[bool, typer.Option("--json", help="Only machine-readable figures on standard output.")]


def command(
    what: WHAT,
    weights: WEIGHTS = "",
    ew: EW = "",
    form: FORM = "",
    other: OTHER = None,
    other_ns: OTHER_NS = "",
    vul: VUL = "",
    board: BOARD = None,
    table: TABLE = "",
    field: FIELD = None,
    pair: PAIR = "",
    nos: NOS = "",
    without_error: ERROR = "",
    shade: SHADE = False,
    match_boards: MATCH = None,
    lead: LEAD = "0",
    penalty: PENALTY = None,
    config: CONFIG = None,
    set_: SET = None,
    estimate: ESTIMATE = False,
    write: WRITE = None,
    as_json: JSON = False,
) -> None:
    """What weights are worth in the event's unit, to both sides, to the field and in victory points."""
    from adjudicator.scores.options import Options, from_case, from_options
    from adjudicator.scores.show import calculation_json, calculation_text

    if other is not None and other_ns:
        raise AdjudicatorError(Problem("--other and --other-ns are both given", "give one of them"))
    options = Options(
        form=form,
        other_ns=(other_ns or None) if other is None else -other,
        vulnerability=Vulnerability.parse(vul) if vul else None,
        board=board,
        table=table,
        field=field,
        pair=pair,
        nos=Side.parse(nos) if nos else None,
        without_error=without_error,
        shade=shade,
        match_boards=match_boards,
        lead=_number(lead, "--lead"),
        penalties=tuple(penalty or ()),
        config=config,
        settings=tuple(set_ or ()),
        ew=ew,
    )
    path = Path(what)
    is_case = path.suffix.lower() in (".toml", ".json")
    if estimate and is_case:
        options = replace(options, estimated=_estimated(path))
    found = from_case(path, weights, options) if is_case else [("", from_options(what, options))]
    tell(tuple(dict.fromkeys(problem for _, done in found for problem in done.problems)))
    if write is not None:
        _write(found[0][1], field, write, board)
    if as_json:
        figures = {name: calculation_json(done) for name, done in found}
        print(json.dumps(figures if is_case else figures[""], ensure_ascii=False))
        return
    for name, done in found:
        lines = calculation_text(done)[: -len(done.problems) or None]
        print("\n".join([f"{name}:", *(f"  {line}" for line in lines)] if name else lines))


def _write(done: Calculation, source: Path | None, target: Path, board: int | None) -> None:
    from adjudicator.scores.write_back import write_back

    if source is None or board is None:
        raise AdjudicatorError(Problem("--write needs --field, --board and --pair", "give them", field="--write"))
    write_back(done, source, target, board)


def _estimated(path: Path) -> Field:
    """The field that the call model expects on the deal of the case."""
    from adjudicator.cases import load_case
    from adjudicator.rulings.tools import Settings, Tools

    loaded = load_case(path)
    if loaded.case is None or loaded.errors:
        raise AdjudicatorError(*(loaded.errors or loaded.problems))
    case = loaded.case
    if case.deal is None or case.dealer is None or case.vulnerability is None:
        step = "give the results of the event with --field"
        raise AdjudicatorError(Problem("an estimate needs the whole deal, the dealer and who is vulnerable", step))
    return Tools(case, Settings(case.seed or 0, quick=True)).estimated_field


def _number(text: str, option: str) -> Fraction:
    from adjudicator.scores.units import as_fraction

    try:
        return as_fraction(text)
    except ValueError:
        raise AdjudicatorError(
            Problem(f"{text[:40]!r} is no number", "write such as 4 or -3.5", field=option)
        ) from None
