"""USEBIO: what programs write, what goes wrong, and one traveller line changed."""

import json
import random
from fractions import Fraction as F  # noqa: N817
from pathlib import Path

import pytest

from adjudicator.bridge import AdjudicatorError, Seat
from adjudicator.formats import usebio
from adjudicator.formats.field import FieldResult

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE USEBIO SYSTEM "http://results.example.invalid/usebio_v1_2.dtd">
<USEBIO Version="1.2"><EVENT EVENT_TYPE="MP_PAIRS"><EVENT_DESCRIPTION>Tuesday</EVENT_DESCRIPTION>
<DATE>27/07/2022</DATE>
<PARTICIPANTS><PAIR><PAIR_NUMBER>5</PAIR_NUMBER><PERCENTAGE>63.5</PERCENTAGE><PLAYER><PLAYER_NAME>Ann</PLAYER_NAME>
</PLAYER></PAIR></PARTICIPANTS>
"""
TAIL = "</EVENT></USEBIO>\n"


def line(ns: str, ew: str, **values: str) -> str:
    parts = "".join(f"\n      <{tag}>{value}</{tag}>" for tag, value in values.items())
    return (
        f"    <TRAVELLER_LINE>\n      <NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER>\n"
        f"      <EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>{parts}\n    </TRAVELLER_LINE>\n"
    )


def board(number: int, *lines: str) -> str:
    return f"  <BOARD>\n    <BOARD_NUMBER>{number}</BOARD_NUMBER>\n{''.join(lines)}  </BOARD>\n"


SPADES = line(
    "1NS", "15EW", CONTRACT="4S", PLAYED_BY="N", LEAD="AD", TRICKS="10", SCORE="420",
    NS_MATCH_POINTS="4.5", EW_MATCH_POINTS="5.5",
)  # fmt: skip
PASSED = line("2NS", "3EW", CONTRACT="PASS", SCORE="0")
FIXED = line("5", "8", SCORE="A6040", NS_MATCH_POINTS="12", EW_MATCH_POINTS="8")
NO_LEAD = line("3NS", "9EW", CONTRACT="3NTX", PLAYED_BY="West", TRICKS="8")


def whole(*boards: str) -> str:
    return HEAD + "".join(boards) + TAIL


def test_lines_of_an_event():
    reading = usebio.read(whole(board(7, SPADES, PASSED, FIXED, NO_LEAD)), "club.xml")
    assert (reading.scoring, reading.event, reading.date, reading.version) == (
        "MP_PAIRS", "Tuesday", "27/07/2022", "1.2",
    )  # fmt: skip
    assert reading.problems[0].field == "board 7, 1NS against 15EW"  # board 7 is vulnerable: 620, not 420
    first, passed, fixed, computed = reading.on_board(7)
    assert (first.ns, first.ew, first.score_ns, str(first.lead)) == ("1NS", "15EW", 420, "DA")
    assert (first.points_ns, first.points_ew) == (F("4.5"), F("5.5"))
    assert (passed.score_ns, str(passed.result)) == (0, "Pass")
    assert (fixed.artificial, fixed.score_ns, fixed.points_ns) == ("A6040", None, 12)
    assert (computed.score_ns, computed.lead) == (200, None)
    assert reading.percentage_of("5") == F("63.5")
    assert reading.pairs[0].names == ("Ann",)


def test_split_percentages_are_an_artificial_score():
    split = line("1", "2", SCORE="", NS_SCORE="60%", EW_SCORE="60%")
    (record,) = usebio.read(whole(board(1, split))).records
    assert (record.artificial, record.score_ns) == ("60%/60%", None)


def test_score_from_east_west_alone():
    (record,) = usebio.read(whole(board(1, line("1", "2", EW_SCORE="620")))).records
    assert record.score_ns == -620


def test_teams_and_cross_imps():
    text = whole(board(1, line("1", "2", SCORE="420", NS_CROSS_IMP_POINTS="2.25", EW_CROSS_IMP_POINTS="-2.25")))
    text = text.replace("<DATE>", "<BOARD_SCORING_METHOD>CROSS_IMPS</BOARD_SCORING_METHOD><DATE>")
    reading = usebio.read(text)
    assert reading.scoring == "CROSS_IMPS"
    assert reading.records[0].points_ew == F("-2.25")


def test_hands_with_the_results():
    hands = "".join(
        f"<HAND><DIRECTION>{seat}</DIRECTION><CLUBS>{c}</CLUBS><DIAMONDS>{d}</DIAMONDS>"
        f"<HEARTS>{h}</HEARTS><SPADES>{s}</SPADES></HAND>"
        for seat, (s, h, d, c) in {
            "North": ("AKQJT98765432", "", "", ""), "East": ("", "AKQJ1098765432", "", ""),
            "South": ("", "", "AKQJT98765432", ""), "West": ("", "", "", "AKQJT98765432"),
        }.items()
    )  # fmt: skip
    text = whole(board(7, SPADES)).replace("</EVENT>", f"</EVENT><HANDSET>{board(7, hands)}</HANDSET>")
    reading = usebio.read(text)
    assert (reading.hands, len(reading.deals)) == (4, 1)
    deal = reading.deals[0].deal
    assert deal is not None
    assert deal[Seat.EAST].text == ".AKQJT98765432.."
    assert len(reading.records) == 1


def test_latin_1_and_a_bare_ampersand():
    text = whole(board(7, SPADES)).replace("Tuesday", "Café & Señor").replace(' encoding="UTF-8"', "")
    reading = usebio.read(text.encode("latin-1"))
    assert reading.event == "Café & Señor"
    assert len(reading.records) == 1


def test_a_broken_board_loses_only_itself():
    broken = board(8, SPADES).replace("</CONTRACT>", "</CONTACT>")
    reading = usebio.read(whole(board(7, SPADES), broken, board(9, PASSED)), "club.xml")
    assert reading.boards == ("7", "9")
    assert len(reading.errors) == 2
    assert reading.errors[1].line is not None


def test_entities_are_refused_and_nothing_is_fetched(tmp_path: Path):
    secret = tmp_path / "secret.txt"
    secret.write_text("topsecret", encoding="utf-8")
    for declaration in (
        '<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">',
        f'<!ENTITY a SYSTEM "{secret.as_uri()}">',
    ):
        text = (
            whole(board(7, SPADES))
            .replace(
                '<!DOCTYPE USEBIO SYSTEM "http://results.example.invalid/usebio_v1_2.dtd">',
                f"<!DOCTYPE USEBIO [{declaration}]>",
            )
            .replace("Tuesday", "&a;")
        )
        reading = usebio.read(text)
        assert "topsecret" not in repr(reading)
        assert reading.records == ()
        assert "unsafe" in reading.errors[0].message


@pytest.mark.parametrize("text", ["", "<USEBIO>", "<USEBIO></USEBIO>", "not xml at all", "\x00\x01"])
def test_nothing_to_read_is_a_problem(text: str):
    reading = usebio.read(text.encode())
    assert reading.records == ()
    assert reading.errors


def test_an_adjusted_line_changes_nothing_else():
    text = whole(board(7, SPADES, PASSED), board(8, SPADES))
    changed = usebio.write_adjusted(
        text, 7, "2NS", points_ns=F("6.9"), points_ew=F("3.1"), note="ruling 12: weighted -- see report"
    )
    before, after = usebio.read(text), usebio.read(changed)
    assert [r for r in after.records if r.ns != "2NS"] == [r for r in before.records if r.ns != "2NS"]
    (line_after,) = [r for r in after.records if r.ns == "2NS"]
    assert (line_after.points_ns, line_after.points_ew, line_after.score_ns) == (F("6.9"), F("3.1"), 0)
    old, new = text.splitlines(), changed.splitlines()
    assert [row for row in new if row not in old] == [
        "      <NS_MATCH_POINTS>6.9</NS_MATCH_POINTS>",
        "      <EW_MATCH_POINTS>3.1</EW_MATCH_POINTS>",
        "      <!-- ruling 12: weighted - - see report -->",
    ]
    assert set(old) <= set(new)


def test_an_artificial_line_has_no_contract():
    changed = usebio.write_adjusted(
        whole(board(7, SPADES)), "7", "1NS", points_ns=F(12), points_ew=F(8), artificial="A6040"
    )
    (record,) = usebio.read(changed).records
    assert (record.artificial, record.result, record.lead, record.points_ns) == ("A6040", None, None, 12)


def test_an_unknown_line_is_an_error():
    with pytest.raises(AdjudicatorError, match="pair 99"):
        usebio.write_adjusted(whole(board(7, SPADES)), 7, "99", points_ns=F(1), points_ew=F(1))


def test_what_is_written_is_read():
    records = usebio.read(whole(board(7, SPADES, PASSED, FIXED, NO_LEAD))).records
    text = usebio.write(records, event="A & B", event_type="PAIRS")
    assert usebio.sniff(text)
    assert usebio.read(text).records == records
    assert usebio.read(text).event == "A & B"


def test_the_real_sample(shared: Path):
    folder = shared / "data" / "formats"
    for name, facts in json.loads((folder / "expected.json").read_text()).items():
        if not name.startswith("usebio"):
            continue
        reading = usebio.read((folder / name).read_bytes(), name)
        assert reading.errors == ()
        assert (reading.scoring, len(reading.pairs)) == (facts["event_type"], facts["pairs"])
        assert (len(reading.boards), len(reading.records)) == (facts["boards_with_results"], facts["traveller_lines"])
        assert reading.hands == facts["hands"]
        assert [r.artificial for r in reading.records if r.artificial] == facts["artificial"]
        assert sum(r.result is None for r in reading.records) == facts["no_contract"]
        assert sum(r.lead is None for r in reading.records) == facts["no_lead"]
        passed = [r for r in reading.records if r.result is not None and r.result.contract.is_passed_out]
        assert len(passed) == facts["passed_out"]


def test_a_line_without_score_cannot_be_compared():
    (record,) = usebio.read(whole(board(1, line("1", "2")))).records
    assert record == FieldResult("1", "1", "2")
    assert not record.is_played


def test_damaged_text_never_raises():
    rng = random.Random(9)
    text = whole(board(7, SPADES, PASSED, FIXED), board(8, NO_LEAD))
    for _ in range(150):
        letters = list(text)
        for _ in range(rng.randint(1, 12)):
            place = rng.randrange(len(letters))
            if rng.random() < 0.5:
                letters[place] = rng.choice('0123456789ADHNSTX;:,.-+=!?"<>[]{}\\ \n')
            else:
                del letters[place : place + rng.randint(1, 6)]
        damaged = "".join(letters) or "x"
        reading = usebio.read(damaged, "damaged")
        assert all(problem.message for problem in reading.problems)
        assert usebio.read(damaged.encode(), "damaged").records == reading.records
