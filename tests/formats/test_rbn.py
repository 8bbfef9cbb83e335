"""Pavlicek's notation: calls run together, a rank alone is of the suit led, labels that hold."""

import random
from pathlib import Path

import pytest

from adjudicator.bridge import Seat, Vulnerability
from adjudicator.formats import rbn

HANDS = "W:A8765.QT.K9.AT87:J42.AJ7632.J.632:QT3.85.Q86.KQJ54:"
GAME = f"""D 20010704:1930
E Spring Pairs:Final
F X:Butler
K Lions:Tigers:3
N Ann+Sam:Will+Eve:O
B 8
H {HANDS}
A WZ:1S^12H*2S4D!:4SPP5H:XA
1 five or more
C 5HX:N
P CK972:CQ!H483:DA9J6:D2KH28:SJ?QKA:CA
1 the only lead to hold it
R 9-300:0
{{A story
over two lines.}}
"""


def test_a_whole_board():
    (record,) = rbn.read(GAME, "x.rbn").records
    assert (record.board, record.dealer, record.vulnerability) == (8, Seat.WEST, Vulnerability.NONE)
    assert record.players == ("Ann", "Eve", "Sam", "Will")
    assert (record.room, record.home_team, record.away_team) == ("Open", "Lions", "Tigers")
    assert (record.scoring, record.date) == ("Butler", "2001.07.04")
    assert [str(call) for call in record.calls] == ["1S", "2H", "2S", "4D", "4S", "P", "P", "5H", "X", "P", "P", "P"]
    assert str(record.result) == "5HX N -2"
    assert (record.score_ns, len(record.play)) == (-300, 21)
    assert record.comments == ("A story", "over two lines.")


def test_the_last_hand_is_filled_in():
    (record,) = rbn.read(GAME).records
    assert record.deal is not None
    assert record.deal[Seat.SOUTH].text == "K9.K94.AT75432.9"


def test_notes_and_marks_belong_to_their_calls():
    (record,) = rbn.read(GAME).records
    assert record.note_of(0).text == "five or more"
    assert record.note_of(1).alerted
    assert record.note_of(3).mark == "!"


def test_a_rank_alone_is_of_the_suit_led():
    (record,) = rbn.read(GAME).records
    assert [str(card) for card in record.play[4:8]] == ["CQ", "H4", "C8", "C3"]


def test_labels_hold_until_given_again():
    second = "B 9\nA NE:A\n"
    first, then = rbn.read(GAME + "\n" + second).records
    assert (then.board, then.event, then.players) == (9, first.event, first.players)
    assert (len(then.calls), then.contract.is_passed_out) == (4, True)
    assert then.vulnerability is Vulnerability.EW
    assert (then.play, then.tricks) == ((), None)


def test_labels_in_order():
    assert rbn.labels(GAME) == ["D", "E", "F", "K", "N", "B", "H", "A", "C", "P", "R"]


def test_score_for_declarers_side_or_for_north_south():
    game = "B 1\nA NZ:P1NAPPP\nC 1N:E\nR 7{}\n"
    for text in ("+90", "-90"):
        (record,) = rbn.read(game.replace("{}", text).replace("A NZ:P1NAPPP", "A NZ:P1NA")).records
        assert record.score_ns == -90


def test_what_is_written_is_read():
    records = rbn.read(GAME + "\nB 9\nA NE:1NR\n").records
    text = rbn.write(rbn.read(GAME).records)
    assert rbn.sniff(text)
    (again,) = rbn.read(text).records
    (first,) = rbn.read(GAME).records
    assert again.hands == first.hands
    assert (again.calls, again.contract, again.play) == (first.calls, first.contract, first.play)
    assert [n.text for n in again.notes] == [n.text for n in first.notes]
    assert (again.score_ns, again.players, again.room) == (first.score_ns, first.players, first.room)
    assert len(records) == 2


def test_rbx_on_one_line():
    (record,) = rbn.read("B{8}H{" + HANDS + "}A{WZ:1SA}C{1S:W}R{7+80}").records
    assert str(record.result) == "1S W ="
    assert record.score_ns == -80


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        ("H W:AAA.K.Q.J:", "twice"),
        ("A WZ:1S9H", "no call"),
        ("P CK97:QQ", "cards"),
        ("C 9Z:N", "contract"),
        ("nonsense", "label"),
    ],
)
def test_one_bad_line_never_loses_the_board(wrong: str, word: str):
    label = wrong[0]
    lines = [line if line[0] != label else wrong for line in GAME.splitlines()]
    if label == "n":
        lines.insert(3, wrong)
    reading = rbn.read("\n".join(lines), "x.rbn")
    assert len(reading.records) == 1
    assert any(word in str(problem) for problem in reading.problems), reading.problems


def test_no_board_is_a_problem():
    assert rbn.read("hello\n").errors
    assert rbn.read(b"").errors


def test_the_real_sample(shared: Path):
    import json

    folder = shared / "data" / "formats"
    for name, facts in json.loads((folder / "expected.json").read_text()).items():
        if name.startswith("rbn"):
            data = (folder / name).read_bytes()
            reading = rbn.read(data, name)
            assert rbn.labels(data.decode()) == facts["labels"]
            assert reading.problems == ()
            assert reading.records[0].deal is not None
            assert reading.records[0].score_ns == -300


def test_damaged_text_never_raises():
    rng = random.Random(9)
    text = GAME
    for _ in range(150):
        letters = list(text)
        for _ in range(rng.randint(1, 12)):
            place = rng.randrange(len(letters))
            if rng.random() < 0.5:
                letters[place] = rng.choice('0123456789ADHNSTX;:,.-+=!?"<>[]{}\\ \n')
            else:
                del letters[place : place + rng.randint(1, 6)]
        damaged = "".join(letters) or "x"
        reading = rbn.read(damaged, "damaged")
        assert all(problem.message for problem in reading.problems)
        assert rbn.read(damaged.encode(), "damaged").records == reading.records
