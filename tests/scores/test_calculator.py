"""The director's calculator, from typed weights and from a case file, as text and as JSON."""

import json
from fractions import Fraction as F  # noqa: N817
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from adjudicator.bridge import AdjudicatorError, Side, Vulnerability
from adjudicator.cli.score import command
from adjudicator.formats import usebio
from adjudicator.scores.artificial import Artificial, Average
from adjudicator.scores.calculator import parse_both, parse_entered
from adjudicator.scores.options import Options, from_case, from_options
from adjudicator.scores.show import calculation_json, calculation_text

FOUR_SPADES = "60% 4S N = ; 40% 4S N -1"
CSV = "board,ns,ew,score\n" + "".join(
    f"2,{i},{10 + i},{s}\n" for i, s in enumerate([650, -100, -100, -200, -200, -200])
)
CASE = """id = "t1"
law_edition = "2017"
scoring = "IMP teams"
dealer = "N"
vulnerability = "NS"
table_contract = "4S N"
table_result = "4S N -1"
table_tricks = 9
table_score_ns = -100
other_table = 140

[final_ruling]
summary = "Weighted."
ns = [
  { contract = "4S N", score_ns = 620, weight = 0.6, tricks = 10 },
  { contract = "4S N", score_ns = -100, weight = 0.4, tricks = 9 },
]
ew = [
  { contract = "4S N", score_ns = 620, weight = 1.0, tricks = 10 },
]
penalty_ew = "1 VP"

[answer]
status = "consensus"
summary = "A range."
candidates = [
  { contract = "4S N", tricks = 10, weight_min = 0.5, weight_max = 0.7 },
  { contract = "4S N", tricks = 9, weight_min = 0.3, weight_max = 0.5 },
]
"""


def run(*arguments: str) -> tuple[int, str]:
    app = typer.Typer()
    app.command()(command)
    result = CliRunner().invoke(app, list(arguments))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout


def teams(**options: object) -> Options:
    values: dict[str, object] = {"form": "imps", "other_ns": 140, "vulnerability": Vulnerability.NS}
    return Options(**(values | options))  # type: ignore[arg-type]


def test_the_calculator_of_the_issue():
    code, text = run("--form", "imps", "--other", "-620", "--vul", "NS", FOUR_SPADES)
    assert code == 0
    assert "NS -4.8 IMPs" in text
    assert "N/S +620 at the other table" in text


def test_json_holds_exact_figures_and_nothing_else():
    _, text = run("--form", "imps", "--other", "-140", "--vul", "NS", "--json", FOUR_SPADES)
    figures = json.loads(text)
    assert figures["ns"]["award"] == {"exact": "18/5", "value": 3.6}
    assert figures["ew"]["award"]["exact"] == "-18/5"
    assert (figures["unit"], figures["kind"], figures["balanced"]) == ("IMPs", "weighted", True)
    assert figures["ns"]["given"][0]["value"]["exact"] == "10"


def test_vulnerability_from_the_board_and_a_warning_without_it():
    by_board = from_options(FOUR_SPADES, teams(vulnerability=None, board=2))
    assert by_board.award is not None
    assert (by_board.award.ns, by_board.problems) == (F("3.6"), ())
    assumed = from_options(FOUR_SPADES, teams(vulnerability=None))
    assert "vulnerab" in assumed.problems[0].message


def test_victory_points_before_and_after():
    done = from_options(FOUR_SPADES, teams(table="4S N -1", match_boards=16, lead=F(4)))
    assert done.match_before is not None
    assert done.match_after is not None
    assert (done.match_before.ns_margin, done.match_after.ns_margin) == (-2, 8)  # 3.6 is 4 before conversion
    assert any("VP" in line for line in calculation_text(done))
    fine = from_options(FOUR_SPADES, teams(match_boards=16, lead=F(4), settings=("imp_unit=0.1",)))
    assert fine.match_after is not None
    assert fine.match_after.ns_margin == F("7.6")


def test_a_split_score_and_penalties_apart():
    done = from_options("4S N =", teams(ew="4S N +1", penalties=("EW 10% of a top", "NS 1 VP")))
    assert done.award is not None
    assert (done.award.ns, done.award.ew, done.award.balanced) == (10, -11, False)
    assert sum("not part of the score" in line for line in calculation_text(done)) == 2


def test_self_inflicted_damage_on_the_command_line():
    done = from_options("+420", teams(other_ns=50, table="+100", without_error="+300", nos=Side.NS))
    assert done.award is not None
    assert (done.award.ns, done.award.ew) == (5, -9)


def test_shading_side_by_side():
    done = from_options("50% 4S N =; 50% 4S N -1", teams(nos=Side.NS, shade=True))
    assert [str(o) for o in done.in_steps] == ["60% 4S N =", "40% 4S N -1"]
    assert any("50% -> 60%" in line for line in calculation_text(done))


def test_ranges_show_both_ends():
    done = from_options("50-70% 4S N =; 30-50% 4S N -1", teams())
    assert done.award is None
    assert done.ends is not None
    assert (done.ends.ns.least, done.ends.ns.most) == (2, F("5.2"))
    figures = calculation_json(done)
    assert (figures["ew"]["least"]["exact"], figures["ew"]["most"]["exact"]) == ("-26/5", "-2")


def test_what_the_other_pairs_get(tmp_path: Path):
    file = tmp_path / "field.csv"
    file.write_text(CSV, encoding="utf-8")
    _, text = run("30% +650 ; 70% -100", "--form", "mp", "--field", str(file), "--board", "2", "--pair", "5", "--json")
    figures = json.loads(text)
    assert figures["ns"]["award"]["value"] == 6.9
    after = {item["ns"]: item["after"]["ns"]["value"] for item in figures["field"]}
    assert after == {"0": 9.7, "1": 5.7, "2": 5.7, "3": 1.0, "4": 1.0, "5": 6.9}
    _, lines = run("30% +650 ; 70% -100", "--form", "mp", "--field", str(file), "--board", "2", "--pair", "5")
    assert "the table ruled on" in lines


@pytest.mark.parametrize(
    ("text", "kind", "session", "fixed"),
    [
        ("A+", Average.PLUS, None, None), ("average minus", Average.MINUS, None, None), ("AVE", Average.AVERAGE, None, None),
        ("A+ session 63.5", Average.PLUS, F("63.5"), None), ("60%", Average.AVERAGE, None, F(60)),
        ("+3 IMPs", Average.AVERAGE, None, F(3)), ("-2,5 IMPs", Average.AVERAGE, None, F("-2.5")),
    ],
)  # fmt: skip
def test_artificial_scores_as_typed(text: str, kind: Average, session: F | None, fixed: F | None):
    assert parse_entered(text, Vulnerability.NONE) == Artificial(kind, session, fixed)


def test_both_sides_of_an_artificial_score():
    ns, ew = parse_both("A+/A-", Vulnerability.NONE)
    assert (ns, ew) == (Artificial(Average.PLUS), Artificial(Average.MINUS))
    with pytest.raises(AdjudicatorError, match="both sides"):
        parse_both("A+", Vulnerability.NONE)


def test_a_case_file_with_its_rulings(tmp_path: Path):
    file = tmp_path / "case.toml"
    file.write_text(CASE, encoding="utf-8")
    found = dict(from_case(file, "", Options()))
    assert set(found) == {"final ruling", "answer"}
    ruled = found["final ruling"].award
    assert ruled is not None
    assert (ruled.ns, ruled.ew) == (F("3.6"), -10)
    assert "penalty 1 VP" in "\n".join(calculation_text(found["final ruling"]))
    ends = found["answer"].ends
    assert ends is not None
    assert (ends.ns.least, ends.ns.most) == (2, F("5.2"))
    given = dict(from_case(file, "4S N +1", Options(other_ns=650)))
    assert given["as given"].award is not None
    assert given["as given"].award.ns == 0


def test_a_case_at_pairs_without_a_field_says_so(tmp_path: Path):
    file = tmp_path / "case.toml"
    file.write_text(CASE.replace("IMP teams", "MP pairs"), encoding="utf-8")
    done = dict(from_case(file, "", Options()))["final ruling"]
    assert any("none are known" in problem.message for problem in done.problems)


def test_a_case_without_a_ruling_shows_its_table_result(tmp_path: Path):
    file = tmp_path / "case.toml"
    text = CASE[: CASE.index("[final_ruling]")]
    file.write_text(text, encoding="utf-8")
    (found,) = from_case(file, "", Options())
    assert found[0] == "table result"
    assert found[1].award is not None
    assert found[1].award.ns == -6
    file.write_text("\n".join(line for line in text.splitlines() if not line.startswith("table_")), encoding="utf-8")
    with pytest.raises(AdjudicatorError, match="no result"):
        from_case(file, "", Options())


def test_one_side_keeps_the_table_result(tmp_path: Path):
    file = tmp_path / "case.toml"
    start = CASE[: CASE.index("[final_ruling]")]
    file.write_text(start + '[final_ruling]\nsummary = "x"\nartificial_ns = "A+"\n', encoding="utf-8")
    done = dict(from_case(file, "", Options()))["final ruling"].award
    assert done is not None
    assert (done.ns, done.ew) == (3, 6)
    file.write_text(start + '[final_ruling]\nsummary = "x"\nartificial_ns = "generous"\n', encoding="utf-8")
    ((name, told),) = from_case(file, "", Options())
    assert name == "table result"
    assert any("generous" in problem.message for problem in told.problems)


@pytest.mark.parametrize(
    "arguments",
    [
        ["4S N ="],
        ["4S", "--form", "imps"],
        ["4S N =", "--form", "darts"],
        ["4S N =", "--form", "mp"],
        ["4S N =", "--form", "imps", "--other", "1", "--other-ns", "2"],
        ["4S N =", "--form", "imps", "--set", "rubbish"],
        ["4S N =", "--form", "imps", "--set", "imp_unit=0"],
        ["4S N =", "--form", "imps", "--penalty", "everybody"],
        ["4S N =", "--form", "imps", "--shade"],
        ["4S N =", "--form", "imps", "--without-error", "3NT N ="],
        ["4S N =", "--form", "imps", "--lead", "much"],
        ["4S N =", "--form", "imps", "--match-boards", "8", "--set", "vp_scale=odd"],
        ["absent.toml"],
    ],
)
def test_every_fault_is_told_without_a_traceback(arguments: list[str]):
    with pytest.raises(AdjudicatorError) as caught:
        run(*arguments)
    assert all(problem.message for problem in caught.value.problems)


def test_the_recorded_cases_can_be_scored(shared: Path):
    file = next((shared / "cases").glob("253-*.toml"))
    done = dict(from_case(file, "", Options(other_ns=200)))["answer"]
    assert done.award is not None
    assert done.award.ns == F("5.25")


def test_both_tables_adjusted_on_the_command_line():
    done = from_options(FOUR_SPADES, teams(other_ns="50% 4S N =; 50% 4S N -1"))
    assert done.award is not None
    assert done.award.ns == (F(6, 10) * F(1, 2) * 12 - F(4, 10) * F(1, 2) * 12)
    assert from_options(FOUR_SPADES, teams(other_ns="140")).award == from_options(FOUR_SPADES, teams()).award
    with pytest.raises(AdjudicatorError, match="ranges"):
        from_options(FOUR_SPADES, teams(other_ns="40-60% 4S N =; 40-60% 4S N -1"))


def test_cross_imps_are_rounded_before_victory_points(tmp_path: Path):
    file = tmp_path / "field.csv"
    file.write_text("score\n400\n150\n-50\n", encoding="utf-8")
    options = Options(form="cross-IMPs", field=file, match_boards=8, settings=("xi_divisor=sqrt",))
    done = from_options("+430", options)
    assert done.match_after is not None
    assert (done.match_after.ns_margin, done.match_after.ns_vp) == (7, F("12.77"))


USEBIO = """<?xml version="1.0" encoding="ISO-8859-1"?>
<USEBIO Version="1.2"><EVENT EVENT_TYPE="MP_PAIRS"><TITLE>Café</TITLE>
<BOARD><BOARD_NUMBER>2</BOARD_NUMBER>
{}</BOARD></EVENT></USEBIO>
"""
TRAVELLER = """<TRAVELLER_LINE>
  <NS_PAIR_NUMBER>{0}</NS_PAIR_NUMBER>
  <EW_PAIR_NUMBER>1{0}</EW_PAIR_NUMBER>
  <SCORE>{1}</SCORE>
  <NS_MATCH_POINTS>{2}</NS_MATCH_POINTS>
  <EW_MATCH_POINTS>{3}</EW_MATCH_POINTS>
</TRAVELLER_LINE>
"""


def usebio_file(folder: Path) -> Path:
    scores = [(650, 10), (-100, 7), (-100, 7), (-200, 2), (-200, 2), (-200, 2)]
    lines = "".join(TRAVELLER.format(i, score, mp, 10 - mp) for i, (score, mp) in enumerate(scores))
    file = folder / "event.xml"
    file.write_bytes(USEBIO.format(lines).encode("latin-1"))
    return file


def test_the_ruling_goes_back_into_the_file(tmp_path: Path):
    source, target = usebio_file(tmp_path), tmp_path / "ruled.xml"
    where = ("--field", str(source), "--board", "2", "--pair", "5", "--write", str(target))
    assert run("30% +650 ; 70% -100", *where)[0] == 0
    after = usebio.read(target.read_bytes())
    assert after.event == "Café"
    assert {r.ns: r.points_ns for r in after.records} == {
        "0": F("9.7"), "1": F("5.7"), "2": F("5.7"), "3": 1, "4": 1, "5": F("6.9"),
    }  # fmt: skip
    assert sum(r.points_ns + r.points_ew for r in after.records if r.points_ns and r.points_ew) == 60
    assert "adjusted score: NS 30% +650, 70% -100" in target.read_bytes().decode("latin-1")


def test_artificial_scores_go_back_as_the_format_writes_them(tmp_path: Path):
    source, target = usebio_file(tmp_path), tmp_path / "ruled.xml"
    run("A+/A-", "--field", str(source), "--board", "2", "--pair", "5", "--write", str(target))
    (line,) = [r for r in usebio.read(target.read_bytes()).records if r.ns == "5"]
    assert (line.artificial, line.points_ns, line.points_ew) == ("A6040", 6, 4)


def test_the_file_of_the_event_is_never_overwritten(tmp_path: Path):
    source = usebio_file(tmp_path)
    for more in ([], ["--board", "2", "--pair", "5"]):
        with pytest.raises(AdjudicatorError):
            run("+650", "--form", "mp", "--field", str(source), "--table", "-200", *more, "--write", str(source))


def test_older_codes_have_no_weights():
    weights = "20% 4S N +1; 40% 4S N =; 40% 4S N -1"
    told = from_options(weights, teams(settings=("edition=1997",), nos=Side.NS))
    assert told.older is not None
    assert (told.older.nos.score_ns, told.older.os.score_ns) == (620, 650)
    assert "no weighted scores" in told.problems[0].message
    assert any("at all probable" in line for line in calculation_text(told))
    assert calculation_json(told)["older_code"]["os"]["score_ns"] == 650
    equity = from_options(weights, teams(settings=("edition=1997", "equity_clause=on"), nos=Side.NS))
    assert (equity.older, equity.problems) == (None, ())
