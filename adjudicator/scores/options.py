"""From what a director types, or from a case file, to a calculation: the doors of the calculator, without
printing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from adjudicator.bridge import AdjudicatorError, Problem, Side, Vulnerability
from adjudicator.cases import Case, Outcome, RecordedRuling, load_case
from adjudicator.scores.artificial import Artificial
from adjudicator.scores.calculator import Calculation, Entered, Match, Request, calculate, parse_both, parse_entered
from adjudicator.scores.config import ScoringConfig
from adjudicator.scores.errors import ScoringError, refuse
from adjudicator.scores.field import Field
from adjudicator.scores.field_file import BoardField, board_field, read_field_file
from adjudicator.scores.file_check import disagreement
from adjudicator.scores.forms import Form, parse_form
from adjudicator.scores.outcomes import WeightedScore, WeightRange, parse_outcomes, parse_result, possible_score
from adjudicator.scores.pairs import ArtificialScorer
from adjudicator.scores.penalties import Penalty, PenaltyUnit, parse_penalty
from adjudicator.scores.scorer import OtherTable, Scorer, scorer_for

_CONTRACT = re.compile(r"[1-7]\s*(?:N|[CDHS♣♦♥♠])", re.IGNORECASE)


@dataclass(frozen=True)
class Options:
    """What surrounds the weights; everything may be left out."""

    form: str = ""
    other_ns: int | str | None = None  # North-South's points at the other table, or its outcomes as typed
    vulnerability: Vulnerability | None = None
    board: int | None = None
    table: str = ""
    field: Path | None = None
    pair: str = ""
    nos: Side | None = None
    without_error: str = ""
    shade: bool = False
    match_boards: int | None = None
    lead: Fraction = Fraction(0)
    penalties: tuple[str, ...] = ()
    config: Path | None = None
    settings: tuple[str, ...] = ()
    ew: str = ""
    estimated: Field | None = None


def from_options(weights: str, options: Options) -> Calculation:
    """The calculator: weights as the director types them."""
    problems: list[Problem] = []
    vulnerability = _vulnerability(options, weights, problems)
    ns, ew = parse_both(weights, vulnerability, options.ew)
    table = None if not options.table else parse_result(_signed(options.table), vulnerability)[0]
    board = _board(options, table)
    other = other_table(options.other_ns, vulnerability)
    config = configured(options, _as_in_file(board, ScoringConfig()))
    bare = None if board is not None else _without_field(options.form, ns, ew, config)
    if bare is not None:
        scorer: Scorer = bare
        table = None
    else:
        scorer = _scorer(options, board, table, other, config)
    request = _request(ns, ew, table, options, board, vulnerability, scorer.config.penalty_unit)
    done = calculate(request, scorer)
    told = (*board.problems, *disagreement(board, done)) if board is not None else ()
    return replace(done, problems=(*problems, *told, *done.problems))


def configured(options: Options, base: ScoringConfig | None = None) -> ScoringConfig:
    """The scoring rules from a file and from single settings, the latter above the former."""
    start = ScoringConfig.load(options.config) if options.config is not None else base or ScoringConfig()
    given: dict[str, object] = {}
    for text in options.settings:
        key, equals, value = text.partition("=")
        if not equals:
            raise refuse(ScoringError, f"{text!r} is no setting", "write key=value, such as imp_unit=1", field="--set")
        parts = [part for part in value.strip("[] ").split(",") if part.strip()]
        given[key.strip()] = [part.strip() for part in parts] if len(parts) > 1 else value.strip()
    named = ScoringConfig.from_mapping(given)
    return replace(start, **{ScoringConfig.key_of(key): getattr(named, ScoringConfig.key_of(key)) for key in given})


def _without_field(form: str, ns: Entered, ew: Entered, config: ScoringConfig) -> ArtificialScorer | None:
    """The scorer of a pairs event for which no field is needed: both sides get artificial scores."""
    artificial = isinstance(ns, Artificial) and isinstance(ew, Artificial)
    kind = parse_form(form).form if artificial and form else Form.UNKNOWN
    return ArtificialScorer(kind, config) if kind in (Form.MATCHPOINTS, Form.CROSS_IMPS, Form.BUTLER) else None


def _as_in_file(board: BoardField | None, base: ScoringConfig, stated: Iterable[str] = ()) -> ScoringConfig:
    """The scale of matchpoints that the file of results uses, unless the rules state one."""
    return base if board is None or "mp_scale" in stated else base.with_(mp_scale=board.mp_scale)


def _signed(text: str) -> str:
    """Bare points may come without a plus sign."""
    clean = text.strip()
    return f"+{clean}" if clean.isdigit() else clean


def _vulnerability(options: Options, weights: str, problems: list[Problem]) -> Vulnerability:
    if options.vulnerability is not None:
        return options.vulnerability
    if options.board is not None:
        return Vulnerability.for_board(options.board)
    if _CONTRACT.search(f"{weights};{options.ew};{options.table}"):
        text = "the vulnerability is not given; nobody is taken to be vulnerable"
        problems.append(Problem(text, "give --vul or --board", field="vulnerability", severity="warning"))
    return Vulnerability.NONE


def _board(options: Options, table: int | None) -> BoardField | None:
    if options.field is None:
        return None
    reading = read_field_file(options.field)
    return board_field(
        reading,
        options.board,
        pair=options.pair,
        own_score_ns=table,
        source=options.field.name,
        form=options.form,
        config=configured(options),
    )


def other_table(text: int | str | None, vulnerability: Vulnerability) -> OtherTable | None:
    """The other table: North-South's points, one result, or weighted results where it is adjusted as well."""
    if text is None or isinstance(text, int):
        return None if text is None else possible_score(text)
    outcomes = parse_outcomes(_signed(text), vulnerability)
    sure = tuple(o for o in outcomes if isinstance(o, WeightedScore))
    if len(sure) != len(outcomes):
        raise refuse(ScoringError, f"ranges of weights at the other table: {text!r}", "give sure weights there")
    return sure[0].score_ns if len(sure) == 1 else sure


def _scorer(
    options: Options, board: BoardField | None, table: int | None, other: OtherTable | None, config: ScoringConfig
) -> Scorer:
    form = (
        options.form or (board.scoring if board is not None else "") or ("imps" if options.other_ns is not None else "")
    )
    if not form:
        step = "give --form (mp, imps, cross-IMPs, butler, bam, total)"
        raise refuse(ScoringError, "the form of scoring is not given", step, field="--form")
    own = table
    if own is None and board is not None and board.own is not None:
        own = board.own.score_ns
    return scorer_for(
        form,
        field=board.field if board is not None else None,
        other_score_ns=other,
        config=config,
        table_score_ns=own,
        field_ew=board.field_ew if board is not None else None,
    )


def _request(
    ns: Entered,
    ew: Entered,
    table: int | None,
    options: Options,
    board: BoardField | None,
    vulnerability: Vulnerability,
    unit: PenaltyUnit,
) -> Request:
    own = board.own if board is not None else None
    if table is None and own is not None:
        table = own.score_ns
    error: tuple[WeightedScore, ...] = ()
    if options.without_error:
        entered = parse_entered(_signed(options.without_error), vulnerability)
        error = tuple(o for o in entered if isinstance(o, WeightedScore)) if isinstance(entered, tuple) else ()
    if own is not None and board is not None:
        for_ns, for_ew = (board.sessions.get(name) for name in board.own_names)
        ns, ew = _with_session(ns, for_ns), _with_session(ew, for_ew)
    if options.shade and options.nos is None:
        raise refuse(ScoringError, "--shade without an innocent side", "give --nos NS or --nos EW", field="--nos")
    return Request(
        ns,
        ew,
        table_score_ns=table,
        nos=options.nos,
        without_error=error,
        shade_for=options.nos if options.shade else None,
        match=None if options.match_boards is None else Match(options.match_boards, options.lead),
        lines=board.lines if board is not None and own is not None else (),
        own_pair=board.own_names[0] if board is not None else "",
        expected=board.expected if board is not None else 0,
        penalties=tuple(_penalty(text, unit) for text in options.penalties),
    )


def _with_session(entered: Entered, session: Fraction | None) -> Entered:
    """An average with the session figure that the results of the event give, unless it was stated."""
    if isinstance(entered, Artificial) and entered.session is None and entered.fixed is None and session is not None:
        return replace(entered, session=session)
    return entered


def _penalty(text: str, unit: PenaltyUnit) -> Penalty:
    who, _, amount = text.strip().partition(" ")
    if who.upper() in ("NS", "EW") and amount:
        return parse_penalty(amount, who.upper(), unit)
    raise refuse(ScoringError, f"penalty {text!r}", 'write such as "NS 10% of a top"', field="--penalty")


def from_case(path: Path, weights: str, options: Options) -> list[tuple[str, Calculation]]:
    """A case file: the weights given with it, or every ruling that it records, each under its name."""
    loaded = load_case(path)
    if loaded.case is None or loaded.errors:
        raise AdjudicatorError(*(loaded.errors or loaded.problems))
    case = loaded.case
    vulnerability = options.vulnerability or case.vulnerability or Vulnerability.NONE
    chosen = replace(options, vulnerability=vulnerability, form=options.form or case.scoring.raw)
    own = case.config.get("scoring", {})
    base = ScoringConfig.from_mapping({"edition": case.edition, **(own if isinstance(own, dict) else {})})
    board = _case_board(case, path, chosen, configured(options, base))
    problems = _unknown_vulnerability(case, options)
    base = _as_in_file(board, base, own if isinstance(own, dict) else ())
    problems += [problem for problem in loaded.problems if not problem.is_error]
    doubts: list[Problem] = []
    scorer = _case_scorer(case, chosen, board, configured(options, base), doubts)
    problems += board.problems if board is not None else ()
    found: list[tuple[str, Calculation]] = []
    for name, ns, ew, penalties in _to_score(case, weights, chosen, vulnerability, problems):
        bare = _without_field(chosen.form, ns, ew, scorer.config) if scorer.form is Form.UNKNOWN else None
        table = None if bare is not None else case.table_score_ns
        plain = _request(ns, ew, table, chosen, board, vulnerability, scorer.config.penalty_unit)
        request = replace(plain, penalties=(*plain.penalties, *penalties))
        done = calculate(request, bare or scorer)
        told = () if bare is not None else tuple(doubts)
        told += disagreement(board, done) if board is not None else ()
        found.append((name, replace(done, problems=(*problems, *told, *done.problems))))
    return found


def _unknown_vulnerability(case: Case, options: Options) -> list[Problem]:
    if case.vulnerability is not None or options.vulnerability is not None:
        return []
    text = "the case does not say who is vulnerable; nobody is taken to be"
    return [Problem(text, "give --vul", case.source, None, "vulnerability", "warning")]


def _case_board(case: Case, path: Path, options: Options, config: ScoringConfig) -> BoardField | None:
    """The field of a case: the file named on the command line, else the one named in the case."""
    named = options.field or (path.parent / case.field_file if case.field_file else None)
    if named is None:
        return None
    return board_field(
        read_field_file(named),
        options.board or case.board,
        pair=options.pair,
        own_score_ns=case.table_score_ns,
        source=named.name,
        form=options.form,
        config=config,
    )


def _case_scorer(
    case: Case, options: Options, board: BoardField | None, config: ScoringConfig, problems: list[Problem]
) -> Scorer:
    field = board.field if board is not None else None
    if field is None and case.field:
        listed = tuple(WeightedScore(f.score_ns, f.count, str(f.result or "")) for f in case.field)
        field = Field(listed, source="results given in the case")
    field = field or options.estimated
    other = other_table(options.other_ns, options.vulnerability or Vulnerability.NONE)
    if other is None and case.other_table is not None:
        other = case.other_table.score_ns
    form = parse_form(options.form)
    if field is None and form.form in (Form.MATCHPOINTS, Form.CROSS_IMPS, Form.BUTLER):
        text = f"{form.form.value} compare with other tables, and none are known; IMPs are shown instead"
        problems.append(
            Problem(
                text, "give --field, or --estimate for a field by the call model", case.source, None, "field", "warning"
            )
        )
        form = replace(form, form=Form.UNKNOWN)
    return scorer_for(
        form,
        field=field,
        other_score_ns=other,
        config=config,
        table_score_ns=case.table_score_ns,
        field_ew=board.field_ew if board is not None else None,
    )


def _to_score(
    case: Case, weights: str, options: Options, vulnerability: Vulnerability, problems: list[Problem]
) -> list[tuple[str, Entered, Entered, tuple[Penalty, ...]]]:
    if weights:
        return [("as given", *parse_both(weights, vulnerability, options.ew), ())]
    found: list[tuple[str, Entered, Entered, tuple[Penalty, ...]]] = []
    for name, ruling in (("director's ruling", case.director_ruling), ("final ruling", case.final_ruling)):
        if ruling is not None:
            found += _recorded(name, ruling, case, vulnerability, problems)
    answer = case.answer
    if answer is not None and (entered := _entered(answer.candidates, vulnerability)):
        found.append(("answer", entered, entered, ()))
    if not found and case.table_score_ns is not None:
        table = (WeightedScore(case.table_score_ns, Fraction(1), str(case.table_result or "")),)
        found.append(("table result", table, table, ()))
    if not found:
        text = f"{case.source or 'the case'} records no result and no ruling with results"
        step = 'give the weights after the file, such as "60% 4S N = ; 40% 4S N -1"'
        raise ScoringError(*problems, Problem(text, step))
    return found


def _says_something(ruling: RecordedRuling) -> bool:
    """Whether a side is given anything, so that the other one keeps the table result."""
    return bool(ruling.ns or ruling.ew or ruling.artificial_ns or ruling.artificial_ew)


def _recorded(
    name: str, ruling: RecordedRuling, case: Case, vulnerability: Vulnerability, problems: list[Problem]
) -> list[tuple[str, Entered, Entered, tuple[Penalty, ...]]]:
    """A ruling of the file, unless it says nothing that can be scored; artificial scores and penalties with it."""
    sides: list[Entered] = []
    for lines, artificial in ((ruling.ns, ruling.artificial_ns), (ruling.ew, ruling.artificial_ew)):
        if artificial:
            try:
                sides.append(parse_entered(artificial.split("(")[0], vulnerability))
                continue
            except AdjudicatorError:
                text = f"the artificial score {artificial!r} is not understood"
                step = "write such as A+, A-, A+ session 63.5, 60% or +3 IMPs"
                problems.append(Problem(text, step, case.source, None, name, "warning"))
                return []
        entered = _entered(lines, vulnerability)
        if not entered and not lines and case.table_score_ns is not None and _says_something(ruling):
            entered = (WeightedScore(case.table_score_ns, Fraction(1), str(case.table_result or "")),)
        if not entered:
            if _says_something(ruling):
                text = "a result or a weight is missing, so this ruling is not scored"
                step = "complete it, or give the weights after the file"
                problems.append(Problem(text, step, case.source, None, name, "warning"))
            return []
        sides.append(entered)
    both = (("NS", ruling.penalty_ns), ("EW", ruling.penalty_ew))
    penalties = []
    for side, text in both:
        try:
            penalties += [parse_penalty(text, side)] if text else []
        except ScoringError:
            continue
    return [(name, sides[0], sides[1], tuple(penalties))]


def _entered(lines: tuple[Outcome, ...], vulnerability: Vulnerability) -> Entered:
    """Recorded outcomes as weights or ranges; () where a score or a weight is missing."""
    ranges: list[WeightRange] = []
    for line in lines:
        score, label = _score_of(line, vulnerability)
        low, high = line.weight_min, line.weight_max
        if line.weight is not None:
            low = high = line.weight
        elif low is None and high is None and len(lines) == 1:
            low = high = Fraction(1)
        if score is None or low is None or high is None:
            return ()
        ranges.append(WeightRange(score, low, high, label))
    if ranges and all(r.low == r.high for r in ranges):
        return tuple(WeightedScore(r.score_ns, r.low, r.label) for r in ranges)
    return tuple(ranges)


def _score_of(line: Outcome, vulnerability: Vulnerability) -> tuple[int | None, str]:
    """North-South's score of a recorded outcome, and how it is called; "3NT EW" names a side in place of a
    declarer.
    """
    contract, tricks = line.contract, line.tricks
    if contract is None or tricks is None:
        return line.score_ns, line.contract_text
    if contract.declarer is None and (side := line.contract_text.split()[-1].upper()) in ("NS", "EW"):
        contract = replace(contract, declarer=Side.parse(side).seats[0])
    over = tricks - contract.target
    label = f"{line.contract_text} {f'{over:+d}' if over else '='}" if contract.level else "Pass"
    if line.score_ns is not None or (contract.declarer is None and contract.level):
        return line.score_ns, label
    return contract.score_ns(tricks, vulnerability), label
