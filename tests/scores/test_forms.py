"""Forms of scoring as people, cases and files write them; the configuration keys."""

from fractions import Fraction as F  # noqa: N817
from pathlib import Path

import pytest

from adjudicator.scores import (
    FieldNeededError,
    Form,
    ScoringConfig,
    ScoringError,
    UnknownFormError,
    parse_form,
    scorer_for,
)

SPELLINGS = {
    Form.MATCHPOINTS: "MP pairs;mp;MP;Matchpoints;MP_PAIRS;PAIRS;MATCH_POINTS;MatchPoints;MP1;SWISS_PAIRS;individual;"
    "matchpoint pairs;Open pairs;Swiss pairs, VP;MatchPoints:MP1;матчпойнты;МП;пары",
    Form.TEAMS_IMPS: "IMP teams;imps;IMP;teams;Knockout;KO;K.O. teams;Swiss teams;SWISS_TEAMS;round robin;VP;IMPs, VPs;"
    "TEAMS IMPs;импы;команды",
    Form.CROSS_IMPS: "cross-IMPs;Cross IMP;pairs scored by IMPs;CROSS_IMP;XIMP;x-imps;IMP;Cross|IMP pairs;кросс-импы",
    Form.BUTLER: "Butler;BUTLER_PAIRS;IMP;Butler|Butler IMPs;datum",
    Form.BAM: "BAM;board-a-match;Board a match;point a board;BoardAMatch",
    Form.PATTON: "Patton;Patton teams",
    Form.TOTAL_POINTS: "total points;TotalPoints;aggregate;Rubber;Chicago",
    Form.UNKNOWN: ";?;-;unknown;not stated;неизвестно",
}


def cases() -> list[tuple[Form, str]]:
    found = []
    for form, text in SPELLINGS.items():
        parts = text.replace("IMP;Cross", "IMP:Cross").replace("IMP;Butler", "IMP:Butler").replace("|", ";").split(";")
        found += [(form, part.replace(":", ";")) for part in parts]
    return found


@pytest.mark.parametrize(("form", "text"), cases())
def test_spellings(form: Form, text: str):
    assert parse_form(text).form is form


@pytest.mark.parametrize(("text", "knockout"), [("KO", True), ("Knock-out teams", True), ("Swiss teams", False)])
def test_knockout_is_noticed(text: str, knockout: bool):
    assert parse_form(text).knockout is knockout


def test_a_form_stays_itself():
    assert parse_form(Form.BAM).form is Form.BAM
    assert parse_form(parse_form("BAM")) == parse_form("BAM")


def test_an_unknown_word_names_the_known_forms():
    with pytest.raises(UnknownFormError, match="Patton"):
        parse_form("whist drive")


@pytest.mark.parametrize("form", ["MP pairs", "cross-IMPs", "Butler"])
def test_pairs_need_other_results(form: str):
    with pytest.raises(FieldNeededError, match="field"):
        scorer_for(form)
    with pytest.raises(FieldNeededError):
        scorer_for(form, field=[])


def test_configuration_from_a_table(tmp_path: Path):
    file = tmp_path / "event.toml"
    file.write_text(
        '[scoring]\nweights_step = 10\nshading = "5%"\nave_imps = [2, 0, -2]\nxi_divisor = "sqrt"\n86B2 = "cancel"\n'
        "equity_clause = true\nimp_unit = 0.25\nmp_decimals = 1\n",
        encoding="utf-8",
    )
    config = ScoringConfig.load(file)
    assert (config.weights_step, config.shading, config.ave_imps) == (F(1, 10), F(1, 20), (2, 0, -2))
    assert (config.xi_divisor, config.law_86b2, config.equity_clause) == ("sqrt", "cancel", True)
    assert (config.imp_unit, config.mp_decimals) == (F(1, 4), 1)


def test_all_faults_of_a_configuration_are_told_at_once():
    with pytest.raises(ScoringError) as caught:
        ScoringConfig.from_mapping(
            {"shadin": 1, "likely": "maybe", "xi_divisor": "r+1", "ave_mp": [40, 50, 60]}, file="e.toml"
        )
    assert [problem.field for problem in caught.value.problems] == ["shadin", "likely", "xi_divisor", "ave_mp"]
    assert {problem.file for problem in caught.value.problems} == {"e.toml"}


@pytest.mark.parametrize("text", ["[scoring", "x"])
def test_a_broken_file_is_a_scoring_error(tmp_path: Path, text: str):
    file = tmp_path / "event.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ScoringError):
        ScoringConfig.load(file)
    with pytest.raises(ScoringError):
        ScoringConfig.load(tmp_path / "absent.toml")
